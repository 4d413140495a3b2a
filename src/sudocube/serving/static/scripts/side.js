// @ts-check
/* The side with the puzzle: the board with what the open panel lays over it, the live verdict, keys to type with, tools.

   A panel lays over the board { digits: { r1c1: 5 }, kinds, candidates, marks, onDigit, onPick }: digits that are not part
   of the puzzle, and what is marked. With `onDigit`, a digit that is typed into a blank is the panel's. */

import { html, nothing } from "../vendor/lit-html.js";
import { isStatic } from "./address.js";
import { wanted } from "./asking.js";
import { board, focusCell } from "./board.js";
import { openOpening, openShare } from "./dialogs.js";
import { BOXES, byCell, cellIndex, digitOf, geometryOf, shapeWords, SYMBOLS } from "./geometry.js";
import { change, notify, say, state } from "./page.js";
import { button, check, choice, counted, inSeconds, VERDICTS } from "./parts.js";
import { puzzle } from "./puzzle.js";

/** @typedef {{ digits?: Record<string, number>, kinds?: any, candidates?: any, marks?: import("./board.js").Marks,
    onDigit?: (cell: number, digit: number) => void, onPick?: (cell: number) => void, isPair?: boolean }} Overlay */

/** @type {Overlay} */
let overlay = {};

/** The clashes, the candidates and the verdict of the puzzle as it is now: asked anew after every change. */
export function live() {
  const { fields, hasClues } = puzzle;
  const look = wanted("look", "look", { ...fields, candidates: state.showsCandidates });
  const verdict = hasClues ? wanted("verdict", "check", fields) : null;
  return { look, verdict };
}

/** The clashes that are known, as far as their cells still hold the digit. @param {import("./asking.js").Answer} look */
function clashesOf(look) {
  const { rows: [row], asked } = look;
  if (!row || asked.box !== puzzle.box) return [];
  return row.clashes.flatMap((/** @type {any} */ clash) => {
    const cells = clash.cells.filter((/** @type {string} */ cell) => puzzle.digits[cellIndex(cell, puzzle.size)] === clash.digit);
    return cells.length > 1 ? [{ ...clash, cells }] : [];
  });
}

let spoken = "";

/** @param {string} tone @param {string} words @param {any} more */
function told(tone, words, more, isSpoken = true) {
  const text = tone === "good" ? words : `${words}. ${typeof more === "string" ? more.split(";")[0] : ""}`;
  if (isSpoken && text !== spoken) {
    spoken = text;
    queueMicrotask(() => say(text));
  }
  return { tone, words, more };
}

/** What is said of the puzzle as it is now, { tone, words, more }. */
export function verdictWords() {
  const { look, verdict } = live();
  const clues = counted(puzzle.clues, "clue");
  if (!verdict) return told("note", "An empty grid", "Type digits, paste a puzzle in any form, or drop a file.");
  const error = look.error || verdict.error;
  if (error) return told("open", "Not checked", error);
  const { last: row } = verdict;
  if (!row || verdict.isLate) return told("note", "Checking …", clues, false);
  const { tone, words } = VERDICTS[row.verdict];
  const how = `${clues}; ${row.engine}, ${inSeconds(row.seconds)}`;
  const isClashing = clashesOf(look).length > 0;
  return told(tone, words, row.reason ?? (isClashing ? "The marked digits clash." : how), verdict.isCurrent && look.isCurrent);
}

/** @param {any} [more] what stands below it */
export function verdictView(more = nothing) {
  const { tone, words, more: how } = verdictWords();
  const { verdict } = live();
  return html`<div class="verdict message ${tone}" aria-busy=${String(Boolean(verdict?.isBusy))}>
    <p class="headline">${words}</p><p class="small">${how}</p>${more}</div>`;
}

// Typing

const EMPTYING = ["0", ".", "Backspace", "Delete"];

export function togglePencil() {
  change({ isPencil: !state.isPencil });
  say(state.isPencil ? "Pencilmarks" : "Digits");
}

/** @param {number} digit */
function type(digit, asMark = state.isPencil) {
  const cell = state.selected;
  if (digit > puzzle.size) return say(`${SYMBOLS[digit]} is no digit of this size: they are 1 to ${SYMBOLS[puzzle.size]}.`);
  if (digit && !asMark && !puzzle.digits[cell] && overlay.onDigit) return overlay.onDigit(cell, digit);
  if (digit && asMark) puzzle.toggleMark(cell, digit);
  else puzzle.setDigit(cell, digit);
  const marks = puzzle.marks[cell].map((one) => SYMBOLS[one]);
  return say(puzzle.digits[cell] ? SYMBOLS[puzzle.digits[cell]] : marks.length ? `pencilmarks ${marks.join(" ")}` : "blank");
}

/** Whether the key is one that types into the puzzle. @param {KeyboardEvent} event */
function typingKey({ key, code, shiftKey, ctrlKey, metaKey, altKey }) {
  if (ctrlKey || metaKey || altKey) return false;
  const shifted = shiftKey && /^(Digit|Numpad)[1-9]$/.test(code) ? Number(code.at(-1)) : 0;
  if (key === " ") togglePencil();
  else if (EMPTYING.includes(key)) type(0);
  else if (shifted) type(shifted, true);
  else if (key.length === 1 && digitOf(key)) type(/** @type {number} */ (digitOf(key)));
  else return false;
  return true;
}

/** Undo and redo anywhere; what is typed without a focus goes to the selected cell. @param {KeyboardEvent} event */
export function keyAnywhere(event) {
  const letter = event.key.toLowerCase();
  if ((event.ctrlKey || event.metaKey) && ["z", "y"].includes(letter)) {
    if (event.shiftKey || letter === "y") redo();
    else undo();
    return true;
  }
  if (event.target !== document.body || !typingKey(event)) return false;
  focusCell("puzzle", state.selected);
  return true;
}

function undo() {
  say(puzzle.canUndo ? "Undone" : "Nothing to undo");
  puzzle.undo();
}

function redo() {
  say(puzzle.canRedo ? "Done again" : "Nothing to do again");
  puzzle.redo();
}

/** Boxes of another shape keep the digits if the size stays; another size begins with an empty grid. @param {string} box */
function reshape(box) {
  const { size, digits, marks, text } = puzzle;
  const isSame = geometryOf(box).size === size;
  puzzle.set({ text: isSame ? text : ".".repeat(geometryOf(box).count), box, marks: isSame ? marks : null });
  if (!isSame && digits.some(Boolean)) notify("An empty grid. Undo brings the puzzle back.");
}

// What is drawn

const ROW = 13; // most keys side by side on a wide board

function pad() {
  const { size } = puzzle;
  const many = Math.ceil((size + 1) / Math.ceil((size + 1) / ROW));
  const few = size === 4 ? 5 : Math.ceil((size + 1) / Math.ceil((size + 1) / 9));
  /** The mouse leaves the focus on the board, so that one can go on with the keyboard. */
  const key = (/** @type {number} */ digit, /** @type {string} */ sign, label = sign) => html`<button type="button" class="button"
    aria-label=${label} @pointerdown=${(/** @type {Event} */ event) => event.preventDefault()} @click=${() => type(digit)}>${sign}</button>`;
  return html`<div class="pad ${state.isPencil ? "pencil" : ""}" role="group" aria-label="Digits" .style="--many: ${many}; --few: ${few}">
    ${Array.from({ length: size }, (_, at) => key(at + 1, SYMBOLS[at + 1]))}${key(0, "⌫", "Empty the cell")}</div>`;
}

function tools() {
  const hasNotes = puzzle.size === 9 && puzzle.hasMarks;
  return html`<div class="puzzle-tools">
    <div class="tools" role="group" aria-label="Edit">
      ${button("Pencil", togglePencil, { title: "Space, or Shift with a digit", isPressed: state.isPencil })}
      ${button("Candidates", () => change({ showsCandidates: !state.showsCandidates }),
        { title: "Show what no clue rules out", isPressed: state.showsCandidates })}
      ${button("↶", undo, { name: "Undo", title: "Undo (Ctrl+Z)", isUsable: puzzle.canUndo })}
      ${button("↷", redo, { name: "Redo", title: "Redo (Ctrl+Shift+Z)", isUsable: puzzle.canRedo })}
      ${button("Clear", () => puzzle.clear(), { isUsable: !puzzle.isEmpty })}
    </div>
    <div class="tools" role="group" aria-label="Puzzle">
      ${choice(BOXES.map((box) => [box, shapeWords(box)]), puzzle.box, reshape, { name: "Size and boxes" })}
      ${button("Open…", openOpening)} ${button("Share…", openShare)}
    </div>
    ${hasNotes || puzzle.restricts ? check("The pencilmarks are part of the puzzle: no other digit may stand there",
      puzzle.restricts, (isPart) => puzzle.setRestricts(isPart)) : nothing}
  </div>`;
}

/** @param {Overlay} laid @param {boolean} isStart whether the panel Puzzle is open, which shows the verdict itself */
export function sideView(laid, isStart) {
  overlay = laid;
  const { digits, marks, box, size } = puzzle;
  const { look } = live();
  const clashes = clashesOf(look);
  const placed = byCell(laid.digits ?? {}, size);
  const typed = Object.fromEntries(marks.flatMap((some, cell) => (some.length ? [[cell, some]] : [])));
  const derived = state.showsCandidates && !look.isLate ? byCell(look.rows[0]?.candidates ?? {}, size) : {};
  const kinds = { ...Object.fromEntries(Object.keys(placed).map((cell) => [cell, "placed"])), ...byCell(laid.kinds ?? {}, size) };
  const clashing = clashes.flatMap((/** @type {any} */ { unit, cells }) => cells.map((/** @type {string} */ cell) => [cell, unit]));
  const over = laid.marks ?? {};
  const classes = ["puzzle-side", size > 16 && "large", state.isEditing && "editing", laid.isPair && "pair"].filter(Boolean).join(" ");
  return html`<div class=${classes}>
    <h2 class="unseen">The puzzle</h2>
    ${isStart || isStatic ? nothing : verdictView()}
    ${board({
      name: "puzzle",
      label: "Puzzle",
      box,
      digits: digits.map((digit, cell) => digit || placed[cell] || 0),
      kinds: Object.fromEntries(Object.entries(kinds).filter(([cell]) => !digits[Number(cell)])),
      candidates: laid.candidates ?? { ...derived, ...typed },
      marks: {
        cells: { ...Object.fromEntries(clashing.map(([cell]) => [cellIndex(cell, size), "bad"])), ...byCell(over.cells ?? {}, size) },
        labels: {
          ...byCell(over.labels ?? {}, size),
          ...Object.fromEntries(clashing.map(([cell, unit]) => [cellIndex(cell, size), `clashes in ${unit}`])),
        },
        candidates: over.candidates,
      },
      isEditable: true,
      selected: state.selected,
      onSelect: (cell) => change({ selected: cell }),
      onPick: laid.onPick,
      onKey: typingKey,
    })}
    ${button("Edit the puzzle", () => change({ isEditing: !state.isEditing }), { kind: "edit", isPressed: state.isEditing })}
    ${pad()}${tools()}
  </div>`;
}
