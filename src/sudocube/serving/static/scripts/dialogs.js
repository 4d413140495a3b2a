// @ts-check
/* How puzzles come in and go out: pasted anywhere, dropped, opened, kept in this browser; exported, shared.

   The library reads texts, in every form that the command line reads. Of several puzzles the first is taken,
   with a button for the panel List; long files and what is no text go to that panel at once. */

import { html, nothing } from "../vendor/lit-html.js";
import { get, go, isStatic, panelName } from "./address.js";
import { ask, isCancelled } from "./asking.js";
import { BOXES, shapeWords } from "./geometry.js";
import { change, forgetNotice, keep, kept, notify, openDialog, saveFile, say } from "./page.js";
import { button, choice, counted, fault, field, fold } from "./parts.js";
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
    if (isStatic) puzzle.set({ text: oneLine(readSmall(text)), box: "2x2" });
    return isStatic ? "" : take(await ask("read", box ? { text, box } : { text }), text);
  } catch (error) {
    return isCancelled(error) ? "" : /** @type {Error} */ (error).message;
  }
}

/** Put the first of these puzzles on the board. @param {any[]} rows @param {string} text */
function take(rows, text) {
  const first = rows.find((row) => row.puzzle);
  if (!first) return rows[0]?.error.replace(/^text:(\d+): /, "Line $1, ") ?? "There is no puzzle in it.";
  puzzle.set({ text: first.puzzle, box: first.box });
  forgetNotice();
  const all = button("Open all as a list", () => asList(new File([text], "pasted.txt")), { kind: "quiet" });
  if (rows.length > 1) notify(`${counted(rows.length, "puzzle")}: the first is on the board.`, "note", all);
  else say("The puzzle is on the board.");
  return "";
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

/** The puzzle of the address, if it is in a form that only the library reads. */
export async function readAddress() {
  const wrong = await readText(get("p") ?? "", get("box") ?? "");
  if (wrong) notify(`The puzzle in the address cannot be read: ${wrong}`, "bad");
}

/** Take what was pasted or dropped. @param {Event} event @param {DataTransfer | null} data */
async function takeData(event, data) {
  const [file] = data?.files ?? [];
  const text = data?.getData("text/plain") || data?.getData("text/uri-list") || "";
  if (!file && !text) return;
  event.preventDefault();
  const isList = file && event.type === "drop" && panelName() === "list";
  const readOne = () => (file ? readFile(file) : readText(text));
  const wrong = isList ? asList(file) : await readOne();
  if (wrong) notify(wrong, "bad");
}

/** Hear pastes, copies and drops anywhere on the page. */
export function listen() {
  const isWithin = (event, selector) => event.target.closest?.(selector);
  const typed = "input, textarea, select, [contenteditable], dialog";
  document.addEventListener("paste", (event) => {
    if (!isWithin(event, typed)) takeData(event, event.clipboardData);
  });
  document.addEventListener("copy", (event) => {
    if (!isWithin(event, ".editable") || !getSelection()?.isCollapsed) return;
    event.clipboardData?.setData("text/plain", puzzle.text);
    event.preventDefault();
    notify("The puzzle was copied as one line.");
  });
  /** @param {DragEvent} event @param {boolean} isOver */
  const drag = (event, isOver) => {
    const kinds = ["Files", "text/plain", "text/uri-list"];
    const isForUs = kinds.some((kind) => event.dataTransfer?.types.includes(kind));
    if (isForUs) event.preventDefault();
    document.body.classList.toggle("dropping", isForUs && isOver);
  };
  document.addEventListener("dragover", (event) => drag(event, true));
  document.addEventListener("dragleave", (event) => drag(event, event.relatedTarget !== null));
  document.addEventListener("drop", (event) => {
    document.body.classList.remove("dropping");
    if (!isWithin(event, "textarea")) takeData(event, event.dataTransfer);
  });
}

export function openOpening() {
  let [text, box, wrong, name] = ["", "", "", ""];
  openDialog("Open a puzzle", (close, redraw) => {
    const finish = (found) => {
      wrong = found;
      if (wrong) redraw();
      else close();
    };
    const shapes = [["", "As it looks"], ...BOXES.map((one) => [one, shapeWords(one)])];
    const typed = html`<textarea rows="8" spellcheck="false" autocomplete="off"
      @input=${(event) => { text = event.target.value; }}></textarea>`;
    const choose = ({ target }) => target.closest("dialog").querySelector("input[type=file]").click();
    const chosen = async ({ target }) => finish(await readFile(target.files[0], box));
    const rename = (one) => {
      name = one;
      redraw();
    };
    return html`<p class="soft">One line or a drawn grid, .sdk, .sdm, .ss, pencilmarks, a table, a link of
        f-puzzles or SudokuPad: whatever the command line reads. You can also paste anywhere on this page, or
        drop a file on it.</p>
      ${field("Puzzle", typed, "wide-field")}<div aria-live="polite">${fault(wrong)}</div>
      <div class="tools">
        ${field("Size and boxes", choice(shapes, box, (one) => { box = one; }))}
        ${button("Choose a file…", choose)}
        <input type="file" class="unseen" tabindex="-1" aria-label="A file" @change=${chosen}>
        ${button("Cancel", close, { kind: "quiet apart" })}
        ${button("Open", async () => finish(await readText(text, box)), { kind: "primary" })}
      </div>
      ${versionsView(close, redraw, name, rename)}`;
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
  const { text, clues } = puzzle;
  if (text === noted || isStatic) return;
  noted = text;
  clearTimeout(timer);
  if (clues) timer = setTimeout(() => addVersion(), 2000);
}

function addVersion(name = "") {
  const { text, box } = puzzle;
  const isSame = (one) => one.text === text && one.box === box;
  const before = versions();
  const now = { text, box, name: name || (before.find(isSame)?.name ?? ""), when: Date.now() };
  const all = [now, ...before.filter((one) => !isSame(one))];
  const unnamed = all.filter((one) => !one.name).slice(0, VERSIONS);
  keep("versions", all.filter((one) => one.name || unnamed.includes(one)));
}

/** @param {() => void} close @param {() => void} redraw @param {string} name */
function versionsView(close, redraw, name, rename) {
  const all = versions();
  const remove = (one) => {
    keep("versions", one ? all.filter((other) => other !== one) : null);
    redraw();
  };
  const row = (one) => {
    const { text, box, name: named, when } = one;
    const open = () => {
      puzzle.set({ text, box });
      close();
    };
    return html`<li>${button(named || new Date(when).toLocaleString(), open, { kind: "quiet" })}
      <code>${text.length > 81 ? `${text.slice(0, 78)}…` : text}</code>
      ${button("Remove", () => remove(one), { kind: "quiet", name: `Remove ${named || text}` })}</li>`;
  };
  const keepNamed = () => {
    addVersion(name);
    rename("");
  };
  const input = html`<input type="text" maxlength="60" .value=${Object(name)}
    @input=${(event) => rename(event.target.value)}>`;
  return fold(`Kept in this browser (${all.length})`, html`
    <p class="small soft">What was typed stays here, and nowhere else. What has a name stays until it is
      removed; of the others, the newest ${VERSIONS}.</p>
    <div class="tools">${field("Keep what is on the board as", input)}
      ${button("Keep", keepNamed, { isUsable: name.trim() !== "" && !puzzle.isEmpty })}
      ${button("Remove all", () => remove(null), { kind: "quiet apart", isUsable: all.length > 0 })}</div>
    <ul class="plain">${all.map(row)}</ul>`, { kind: "versions" });
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
export async function openShare() {
  let [rows, wrong, format] = [/** @type {any[]} */ ([]), "", "line"];
  let draw = () => {};
  openDialog("Share the puzzle", (close, redraw) => {
    draw = redraw;
    const choose = (one) => {
      format = one;
      redraw();
    };
    const content = rows.length ? html`${textsView(rows, format, choose)}${linksView(rows)}`
      : html`<p class="waiting">Writing …</p>`;
    return html`${wrong ? fault(wrong) : content}
      <div class="tools">${button("Close", close, { kind: "apart" })}</div>`;
  });
  try {
    rows = await ask("export", puzzle.fields);
  } catch (error) {
    wrong = /** @type {Error} */ (error).message;
  }
  draw();
  /** @type {HTMLElement | null} */ (document.querySelector("dialog select"))?.focus();
}

/** @param {any[]} rows @param {string} format @param {(format: string) => void} choose */
function textsView(rows, format, choose) {
  const texts = rows.filter((row) => row.format !== "svg");
  const { text, file, error, about } = texts.find((row) => row.format === format);
  const { text: svg, file: svgFile } = rows.find((row) => row.format === "svg");
  const isUsable = text !== null;
  const savePng = async () => saveFile("puzzle.png", await pngOf(svg, PNG_SCALE));
  const area = html`<textarea rows="5" readonly spellcheck="false" .value=${text ?? ""}></textarea>`;
  return html`<div class="tools">${field("Format", choice(texts.map((row) => [row.format]), format, choose))}
      ${button("Copy", (event) => copy(event, text), { isUsable })}
      ${button("Download", () => saveFile(file, text), { isUsable })}
      ${button("Download SVG", () => saveFile(svgFile, svg, "image/svg+xml"), { kind: "apart" })}
      ${button("Download PNG", savePng)}</div>
    <p class="soft small">${error ?? about}</p>${field("The text", area, "wide-field")}`;
}

/** @param {any[]} rows */
function linksView(rows) {
  const shared = (label, address, about) => html`<div class="tools share-link">
    ${field(label, html`<input type="text" readonly .value=${address} size="60">`)}
    ${button("Copy", (event) => copy(event, address), { name: `Copy: ${label}` })}</div>
    <p class="soft small">${about}</p>`;
  const site = ([format, name]) => {
    const { text = "", error = "" } = rows.find((one) => one.format === format) ?? {};
    if (!text) return error ? html`<p class="soft small">${name}: ${error}</p>` : nothing;
    return shared(`Link to ${name}`, text.trim(), "The puzzle is in the link: whoever opens it has it.");
  };
  const about = "For who runs sudocube serve on the same port; what stands after # never leaves the browser.";
  return html`<h3>Links</h3>${shared("Address of this page", location.href, about)}
    ${Object.entries(SITES).map(site)}`;
}
