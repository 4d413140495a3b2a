// @ts-check
/* How puzzles come in and go out: pasted anywhere, dropped, opened, kept in this browser; exported and shared.

   The library reads texts, in every form that the command line reads. Of several puzzles the first is taken, with a
   button for the panel List; long files and what is no text go to that panel at once. */

import { html, nothing } from "../vendor/lit-html.js";
import { get, go, isStatic, panelName } from "./address.js";
import { ask, isCancelled } from "./asking.js";
import { BOXES, shapeWords } from "./geometry.js";
import { change, forgetNotice, keep, kept, notify, openDialog, saveFile, say } from "./page.js";
import { button, choice, counted, field } from "./parts.js";
import { pngOf } from "./picture.js";
import { puzzle } from "./puzzle.js";
import { oneLine, readSmall } from "./small_puzzle.js";

const MOST = 48_000; // bytes of a text that is read as one puzzle
const PNG_SCALE = 3;

/** The file that the panel List is to show. @type {{ file: File | null }} */
export const handed = { file: null };

/** @param {File} file */
function asList(file) {
  forgetNotice();
  handed.file = file;
  if (panelName() === "list") change({});
  else go("list");
  return "";
}

/** Read a text, and say what is wrong with it; "" if nothing is. @param {string} text */
export async function readText(text, box = "") {
  if (!text.trim()) return "There is nothing in it: expected a puzzle, or a list of puzzles.";
  if (text.length > MOST && !isStatic) return asList(new File([text], "pasted.txt"));
  try {
    if (isStatic) {
      puzzle.set({ text: oneLine(readSmall(text)), box: "2x2" });
      return "";
    }
    const rows = await ask("read", box ? { text, box } : { text });
    const first = rows.find((row) => row.puzzle);
    if (!first) return rows[0] ? rows[0].error.replace(/^text:(\d+): /, "Line $1, ") : "There is no puzzle in it.";
    puzzle.set({ text: first.puzzle, box: first.box });
    forgetNotice();
    if (rows.length > 1) {
      const all = button("Open all as a list", () => asList(new File([text], "pasted.txt")), { kind: "quiet" });
      notify(`${counted(rows.length, "puzzle")}: the first one is on the board.`, "note", all);
    } else say("The puzzle is on the board.");
    return "";
  } catch (error) {
    return isCancelled(error) ? "" : /** @type {Error} */ (error).message;
  }
}

/** @param {File} file */
async function readFile(file, box = "") {
  if (file.size > MOST && !isStatic) return asList(file);
  try {
    return await readText(new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer()), box);
  } catch {
    return asList(file);
  }
}

/** @param {string} fault */
const complain = (fault) => { if (fault) notify(fault, "bad"); };

/** The puzzle of the address, if it is in a form that only the library reads. */
export async function readAddress() {
  const fault = await readText(get("p") ?? "", get("box") ?? "");
  if (fault) notify(`The puzzle in the address cannot be read: ${fault}`, "bad");
}

/** Hear pastes, copies and drops anywhere on the page. */
export function listen() {
  document.addEventListener("paste", async (event) => {
    const isText = /** @type {Element} */ (event.target).closest?.("input, textarea, select, [contenteditable], dialog");
    const [file] = event.clipboardData?.files ?? [];
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (isText || (!file && !text)) return;
    event.preventDefault();
    complain(await (file ? readFile(file) : readText(text)));
  });
  document.addEventListener("copy", (event) => {
    const isBoard = /** @type {Element} */ (event.target).closest?.(".editable") && getSelection()?.isCollapsed;
    if (!isBoard) return;
    event.clipboardData?.setData("text/plain", puzzle.text);
    event.preventDefault();
    notify("The puzzle was copied as one line.");
  });
  /** @param {DragEvent} event @param {boolean} isOver */
  const drag = (event, isOver) => {
    const types = event.dataTransfer?.types ?? [];
    const isForUs = types.includes("Files") || types.includes("text/plain") || types.includes("text/uri-list");
    if (isForUs) event.preventDefault();
    document.body.classList.toggle("dropping", isForUs && isOver);
  };
  document.addEventListener("dragover", (event) => drag(event, true));
  document.addEventListener("dragleave", (event) => drag(event, event.relatedTarget !== null));
  document.addEventListener("drop", async (event) => {
    document.body.classList.remove("dropping");
    const [file] = event.dataTransfer?.files ?? [];
    const text = event.dataTransfer?.getData("text/plain") || event.dataTransfer?.getData("text/uri-list") || "";
    if (/** @type {Element} */ (event.target).closest?.("textarea") || (!file && !text)) return;
    event.preventDefault();
    if (file && panelName() === "list") asList(file);
    else complain(await (file ? readFile(file) : readText(text)));
  });
}

export function openOpening() {
  let [text, box, fault, name] = ["", "", "", ""];
  openDialog("Open a puzzle", (close, redraw) => {
    const finish = (/** @type {string} */ wrong) => {
      fault = wrong;
      if (fault) redraw();
      else close();
    };
    const choose = (/** @type {any} */ event) => event.target.closest("dialog").querySelector("input[type=file]").click();
    const shapes = [["", "As it looks"], ...BOXES.map((one) => [one, shapeWords(one)])];
    return html`<p class="soft">One line or a drawn grid, .sdk, .sdm, .ss, pencilmarks, a table, a link of f-puzzles or SudokuPad: whatever
        the command line reads. You can also paste anywhere on this page, or drop a file on it.</p>
      ${field("Puzzle", html`<textarea rows="8" spellcheck="false" autocomplete="off" @input=${(/** @type {any} */ event) => { text = event.target.value; }}></textarea>`, "wide-field")}
      <div aria-live="polite">${fault ? html`<p class="message bad">${fault}</p>` : nothing}</div>
      <div class="tools">
        ${field("Size and boxes", choice(shapes, box, (one) => { box = one; }))}
        ${button("Choose a file…", choose)}
        <input type="file" class="unseen" tabindex="-1" aria-label="A file" @change=${async (/** @type {any} */ event) => finish(await readFile(event.target.files[0], box))}>
        ${button("Cancel", close, { kind: "quiet apart" })}
        ${button("Open", async () => finish(await readText(text, box)), { kind: "primary" })}
      </div>
      ${versionsView(close, redraw, name, (one) => { name = one; redraw(); })}`;
  });
}

// What was typed is kept in this browser, and can be taken away.

/** @typedef {{ text: string, box: string, name: string, when: number }} Version */

const VERSIONS = 30;
/** @type {() => Version[]} */
const versions = () => kept("versions", []);
let timer = 0;
let noted = "";

/** Note the puzzle, once it has rested; of what was not given a name, the oldest goes. */
export function notePuzzle() {
  const { text, box, clues } = puzzle;
  if (text === noted || isStatic) return;
  noted = text;
  clearTimeout(timer);
  if (clues) timer = setTimeout(() => addVersion({ text, box, name: "", when: Date.now() }), 2000);
}

/** @param {Version} version */
function addVersion(version) {
  const before = versions();
  const same = before.find((one) => one.text === version.text && one.box === version.box);
  const others = before.filter((one) => one !== same);
  const all = [{ ...version, name: version.name || same?.name || "" }, ...others];
  let unnamed = 0;
  keep("versions", all.filter((one) => one.name || (unnamed += 1) <= VERSIONS));
}

/** @param {() => void} close @param {() => void} redraw @param {string} name @param {(name: string) => void} rename */
function versionsView(close, redraw, name, rename) {
  const all = versions();
  const open = (/** @type {Version} */ one) => {
    puzzle.set({ text: one.text, box: one.box });
    close();
  };
  const remove = (/** @type {Version | null} */ one) => {
    keep("versions", one ? all.filter((other) => other !== one) : null);
    redraw();
  };
  const row = (/** @type {Version} */ one) => html`<li>
    ${button(one.name || new Date(one.when).toLocaleString(), () => open(one), { kind: "quiet" })}
    <code>${one.text.length > 81 ? `${one.text.slice(0, 78)}…` : one.text}</code>
    ${button("Remove", () => remove(one), { kind: "quiet", name: `Remove ${one.name || one.text}` })}</li>`;
  const keepNamed = () => {
    addVersion({ text: puzzle.text, box: puzzle.box, name, when: Date.now() });
    rename("");
  };
  return html`<details class="versions"><summary>Kept in this browser (${all.length})</summary>
    <p class="small soft">What was typed stays here, and nowhere else. What has a name stays until it is removed; of the others, the newest ${VERSIONS}.</p>
    <div class="tools">
      ${field("Keep what is on the board as", html`<input type="text" maxlength="60" .value=${Object(name)} @input=${(/** @type {any} */ event) => rename(event.target.value)}>`)}
      ${button("Keep", keepNamed, { isUsable: name.trim() !== "" && !puzzle.isEmpty })}
      ${button("Remove all", () => remove(null), { kind: "quiet apart", isUsable: all.length > 0 })}
    </div>
    <ul class="plain">${all.map(row)}</ul></details>`;
}

/** Copy a text, and say so on the button; a browser may forbid it. @param {any} event @param {string} text */
async function copy(event, text) {
  const pressed = event.currentTarget;
  try {
    await navigator.clipboard.writeText(text);
    pressed.textContent = "Copied";
  } catch {
    pressed.textContent = "Select it, and press Ctrl+C";
  }
  say(pressed.textContent);
}

const SITES = { "f-puzzles": "f-puzzles.com", sudokupad: "sudokupad.app", sudokuwiki: "sudokuwiki.org" };

/** Links to the puzzle, its text in every format, and its picture: all as the library writes them. */
export function openShare() {
  /** @type {any[] | null} */ let rows = null;
  let [fault, format] = ["", "line"];
  openDialog("Share the puzzle", (close, redraw) => {
    if (!rows && !fault) {
      ask("export", puzzle.fields).then((got) => { rows = got; }, (error) => { fault = error.message; }).then(() => {
        redraw();
        /** @type {HTMLElement | null} */ (document.querySelector("dialog select"))?.focus();
      });
    }
    return html`${rows ? html`${textsView(rows, format, (one) => { format = one; redraw(); })}${linksView(rows)}`
        : fault ? html`<p class="message bad">${fault}</p>` : html`<p class="waiting">Writing …</p>`}
      <div class="tools">${button("Close", close, { kind: "apart" })}</div>`;
  });
}

/** @param {any[]} rows @param {string} format @param {(format: string) => void} choose */
function textsView(rows, format, choose) {
  const texts = rows.filter((row) => row.format !== "svg");
  const now = texts.find((row) => row.format === format);
  const picture = rows.find((row) => row.format === "svg");
  const isThere = now.text !== null;
  return html`<div class="tools">
      ${field("Format", choice(texts.map((row) => [row.format]), format, choose))}
      ${button("Copy", (event) => copy(event, now.text), { isUsable: isThere })}
      ${button("Download", () => saveFile(now.file, now.text), { isUsable: isThere })}
      ${button("Download SVG", () => saveFile(picture.file, picture.text, "image/svg+xml"), { kind: "apart" })}
      ${button("Download PNG", async () => saveFile("puzzle.png", await pngOf(picture.text, PNG_SCALE)))}
    </div>
    <p class="soft small">${now.error ?? now.about}</p>
    ${field("The text", html`<textarea rows="5" readonly spellcheck="false" .value=${now.text ?? ""}></textarea>`, "wide-field")}`;
}

/** @param {any[]} rows */
function linksView(rows) {
  const shared = (/** @type {string} */ label, /** @type {string} */ address, /** @type {string} */ about) => html`<div class="tools share-link">
    ${field(label, html`<input type="text" readonly .value=${address} size="60">`)}
    ${button("Copy", (event) => copy(event, address), { name: `Copy: ${label}` })}</div><p class="soft small">${about}</p>`;
  const site = ([format, name]) => {
    const row = rows.find((one) => one.format === format);
    if (!row?.text) return row ? html`<p class="soft small">${name}: ${row.error}</p>` : nothing;
    return shared(`Link to ${name}`, row.text.trim(), "The puzzle is in the link: whoever opens it has it there.");
  };
  return html`<h3>Links</h3>
    ${shared("Address of this page", location.href, "For who runs sudocube serve on the same port; what stands after # never leaves the browser.")}
    ${Object.entries(SITES).map(site)}`;
}
