/* The text of a certificate, line by line, and its check by the trusted code; it can be altered and checked again.

     const certificate = certificateSection(page)
     certificate.element
     certificate.show(row)       a row of the command `proof`: its certificate, or none
     certificate.checked(row)    what the check of the text found, and its last line
     certificate.leave() */

import { saveFile } from "../../scripts/saving.js";
import { inSeconds, numbered } from "../../scripts/words.js";
import { checkerSource } from "./checker_source.js";

const TEXT_AT_MOST = 60_000;
const FRAMES = 60;

export function certificateSection(page) {
  const { h, fill, button } = page;
  let text = "";
  let original = "";
  let items = [];
  let frame = 0;

  const answer = h("div", { class: "message checked-box", role: "status" });
  const lines = h("ol", { class: "lines", tabindex: 0, "aria-label": "The certificate, line by line" });
  const editor = h("textarea", { rows: 14, spellcheck: "false", "aria-label": "The certificate, to be altered" });
  const check = button("Check it now", run, { class: "primary" });
  const change = button("Alter it", toggle, { "aria-pressed": "false" });
  const restore = button("As it was", () => become(original));
  const save = button("Download", () => saveFile("certificate.txt", new Blob([text], { type: "text/plain" })));
  const tooLong = h("p", { class: "soft", hidden: true }, "This certificate is too long to be sent back and checked again here. Its check above was of the whole text. ",
    "Download it, or use sudocube certify.");
  const byHand = h("p", { class: "small by-hand" });
  const source = checkerSource(page);
  const element = h("section", { "aria-labelledby": "the-check" },
    h("h2", { id: "the-check" }, "The certificate and its check"),
    h("p", {}, "The certificate is this text and nothing else. ", source.sentence,
      " It trusts neither the solver nor this page: alter the text, and see it refused."),
    h("div", { class: "tools" }, check, change, restore, save), tooLong, answer, lines, editor, byHand, source.element);
  editor.addEventListener("input", () => { text = editor.value; measure(); });

  function become(other) {
    text = other;
    editor.value = other;
    drawLines();
    measure();
  }

  function measure() {
    tooLong.hidden = original.length <= TEXT_AT_MOST;
    check.disabled = change.disabled = !tooLong.hidden;
    restore.disabled = text === original;
  }

  function toggle() {
    edit(editor.hidden);
    if (!editor.hidden) editor.focus();
  }

  function edit(isEdited) {
    editor.hidden = !isEdited;
    lines.hidden = isEdited;
    change.setAttribute("aria-pressed", String(isEdited));
    if (!isEdited) drawLines();
  }

  function drawLines() {
    cancelAnimationFrame(frame);
    items = text.replace(/\n$/, "").split("\n").map((line) => h("li", {}, h("code", {}, line)));
    fill(lines, items);
  }

  async function run() {
    answer.className = "message checked-box";
    fill(answer, h("p", { class: "waiting" }, "The trusted code reads the certificate …"));
    edit(false);
    try {
      const [row] = await page.ask("proof-check", { certificate: text }, { keep: true });
      await readTo(row.line - 1);
      checked(row);
    } catch (error) {
      fill(answer, page.failed(error));
    }
  }

  /** Tick the lines that were read, so fast that the eye can follow. */
  function readTo(line) {
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const many = isCalm ? line : Math.ceil(line / FRAMES);
    return new Promise((resolve) => {
      let at = 0;
      const tick = () => {
        for (let more = 0; more < many && at < line; more++, at++) {
          if (items[at]) items[at].dataset.state = "read";
        }
        items[at - 1]?.scrollIntoView?.({ block: "nearest" });
        if (at < line) frame = requestAnimationFrame(tick);
        else resolve();
      };
      tick();
    });
  }

  function checked(row) {
    items.forEach((item, at) => {
      item.dataset.state = at < row.line - 1 || (row.accepted && at < row.line) ? "read" : at === row.line - 1 ? "refused" : "";
    });
    answer.className = `message checked-box ${row.accepted ? "good" : "bad"}`;
    const took = `Read in ${inSeconds(row.seconds)}.`;
    fill(answer, row.accepted
      ? [h("p", { class: "headline" }, "Accepted"), h("p", {}, `All ${numbered(row.line)} lines hold: ${row.evidence === "proof" ? "each step follows from those before it" : "both solutions keep the rules and agree with the clues"}. ${took}`)]
      : [h("p", { class: "headline" }, `Refused at line ${numbered(row.line)}`), h("p", {}, `${row.reason[0].toUpperCase()}${row.reason.slice(1)}. ${took}`)]);
    if (!row.accepted) page.say(`Refused at line ${row.line}: ${row.reason}`);
    else page.say(`Accepted: all ${row.line} lines hold.`);
  }

  return {
    element,
    checked,
    show(row) {
      element.hidden = !row.certificate;
      original = row.certificate ?? "";
      fill(byHand, "On the command line, ", h("code", {}, `sudocube certify ${row.puzzle} --box ${row.box} -o certificates`),
        " writes the same into a folder, and ", h("code", {}, "python -P -m sudocube.trusted certificates"), " checks it without the rest of sudocube.");
      become(original);
      edit(false);
      answer.className = "message checked-box";
      fill(answer, h("p", { class: "waiting" }, "The trusted code reads the certificate …"));
    },
    leave: () => cancelAnimationFrame(frame),
  };
}
