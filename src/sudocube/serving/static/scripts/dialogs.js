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
import { puzzle } from "./puzzle.js";
import { oneLine, readSmall } from "./small_puzzle.js";

const MOST = 48_000; // bytes of a text that is read as one puzzle

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
async function readText(text, box = "") {
  if (!text.trim()) return "There is nothing in it: expected a puzzle, or a list of puzzles.";
  if (text.length > MOST && !isStatic) return asList(new File([text], "pasted.txt"));
  try {
    if (!isStatic) return take(await ask("read", { text, ...(box && { box }) }), text);
    puzzle.set({ text: oneLine(readSmall(text)), box: "2x2" });
    return "";
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
  openDialog("Open a puzzle", { text: "", box: "", wrong: "", name: "" }, (memory, set, close) => {
    const finish = (wrong) => (wrong ? set({ wrong }) : close());
    const shapes = [["", "As it looks"], ...BOXES.map((one) => [one, shapeWords(one)])];
    const typed = html`<textarea rows="8" spellcheck="false" autocomplete="off"
      @input=${({ target }) => { memory.text = target.value; }}></textarea>`;
    const choose = ({ target }) => target.closest("dialog").querySelector("input[type=file]").click();
    const chosen = async ({ target }) => finish(await readFile(target.files[0], memory.box));
    return html`<p class="soft">One line or a drawn grid, .sdk, .sdm, .ss, pencilmarks, a table, a link of
        f-puzzles or SudokuPad: whatever the command line reads. You can also paste anywhere on this page, or
        drop a file on it.</p>
      ${field("Puzzle", typed, "wide-field")}<div aria-live="polite">${fault(memory.wrong)}</div>
      <div class="tools">
        ${field("Size and boxes", choice(shapes, memory.box, (box) => set({ box })))}
        ${button("Choose a file…", choose)}
        <input type="file" class="unseen" tabindex="-1" aria-label="A file" @change=${chosen}>
        ${button("Cancel", close, { kind: "quiet apart" })}
        ${button("Open", async () => finish(await readText(memory.text, memory.box)), { kind: "primary" })}
      </div>
      ${versionsView(memory, set, close)}`;
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

/** @param {any} memory of the dialog @param {(changes: any) => void} set @param {() => void} close */
function versionsView({ name }, set, close) {
  const all = versions();
  const row = ({ text, box, name: named, when }, at) => {
    const open = () => {
      puzzle.set({ text, box });
      close();
    };
    const remove = () => {
      keep("versions", all.toSpliced(at, 1));
      set({});
    };
    return html`<li>${button(named || new Date(when).toLocaleString(), open, { kind: "quiet" })}
      <code>${text.length > 81 ? `${text.slice(0, 78)}…` : text}</code>
      ${button("Remove", remove, { kind: "quiet", name: `Remove ${named || text}` })}</li>`;
  };
  const removeAll = () => {
    keep("versions", null);
    set({});
  };
  const keepNamed = () => {
    addVersion(name);
    set({ name: "" });
  };
  const input = html`<input type="text" maxlength="60" .value=${Object(name)}
    @input=${({ target }) => set({ name: target.value })}>`;
  return fold(`Kept in this browser (${all.length})`, html`
    <p class="small soft">What was typed stays here, and nowhere else. What has a name stays until it is
      removed; of the others, the newest ${VERSIONS}.</p>
    <div class="tools">${field("Keep what is on the board as", input)}
      ${button("Keep", keepNamed, { isUsable: name.trim() !== "" && !puzzle.isEmpty })}
      ${button("Remove all", removeAll, { kind: "quiet apart", isUsable: all.length > 0 })}</div>
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
  const memory = { rows: [], wrong: "", format: "line" };
  const set = openDialog("Share the puzzle", memory, ({ rows, wrong, format }, change_, close) => html`
    ${rows.length ? html`${textsView(rows, format, (one) => change_({ format: one }))}${linksView(rows)}`
      : fault(wrong)}
    <div class="tools">${button("Close", close, { kind: "apart" })}</div>`);
  await ask("export", puzzle.fields).then((rows) => set({ rows }), (wrong) => set({ wrong }));
  /** @type {HTMLElement | null} */ (document.querySelector("dialog select"))?.focus();
}

/** @param {any[]} rows @param {string} format @param {(format: string) => void} choose */
function textsView(rows, format, choose) {
  const texts = rows.filter((row) => row.format !== "svg");
  const { text, file, error, about } = texts.find((row) => row.format === format);
  const picture = rows.find((row) => row.format === "svg");
  const isUsable = text !== null;
  const savePicture = () => saveFile(picture.file, picture.text, "image/svg+xml");
  const area = html`<textarea rows="5" readonly spellcheck="false" .value=${text ?? ""}></textarea>`;
  return html`<div class="tools">${field("Format", choice(texts.map((row) => [row.format]), format, choose))}
      ${button("Copy", (event) => copy(event, text), { isUsable })}
      ${button("Download", () => saveFile(file, text), { isUsable })}
      ${button("Download SVG", savePicture, { kind: "apart" })}</div>
    <p class="soft small">${error ?? about}</p>${field("The text", area, "wide-field")}`;
}

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
