// @ts-check
/* The side with the puzzle: the board with what the open panel lays over it, the verdict, keys, and tools.

   A panel lays over the board { digits: { r1c1: 5 }, kinds, candidates, marks, onDigit, onPick }: digits that
   are not part of the puzzle, and what is marked. With `onDigit`, digits typed into blanks are its own. */

import { html, nothing } from "../vendor/lit-html.js";
import { isStatic } from "./address.js";
import { wanted } from "./asking.js";
import { board, focusCell } from "./board.js";
import { openOpening, openShare } from "./dialogs.js";
import { BOXES, byCell, cellIndex, digitOf, geometryOf, shapeWords, SYMBOLS } from "./geometry.js";
import { change, notify, say, state } from "./page.js";
import { button, check, choice, counted, each, inSeconds, VERDICTS } from "./parts.js";
import { puzzle } from "./puzzle.js";

/** @typedef {{ digits?: Record<string, number>, kinds?: any, candidates?: any,
    marks?: import("./board.js").Marks, onDigit?: (cell: number, digit: number) => void,
    onPick?: (cell: number) => void, isPair?: boolean }} Overlay */

/** @type {Overlay} */
let overlay = {};

/** The clashes, the candidates and the verdict of the puzzle as it is now: asked anew after every change. */
export function live() {
  const { fields, hasClues } = puzzle;
  const look = wanted("look", "look", { ...fields, candidates: state.showsCandidates });
  const verdict = hasClues ? wanted("verdict", "check", fields) : null;
  return { look, verdict };
}

/** The clashes that are known, as far as their cells still hold the digit.
    @param {import("./asking.js").Answer} look @returns {{ cells: string[], unit: string }[]} */
function clashesOf({ rows: [row], asked }) {
  if (!row || asked.box !== puzzle.box) return [];
  return row.clashes.map(({ unit, digit, cells }) => {
    const holds = (cell) => puzzle.digits[cellIndex(cell, puzzle.size)] === digit;
    return { unit, cells: cells.filter(holds) };
  }).filter(({ cells }) => cells.length > 1);
}

let spoken = "";

/** @param {string} tone @param {string} words @param {string} more */
function told(tone, words, more, isSpoken = true) {
  const text = tone === "good" ? words : `${words}. ${more.split(";")[0]}`;
  if (isSpoken && text !== spoken) {
    spoken = text;
    queueMicrotask(() => say(text));
  }
  return { tone, words, more };
}

/** What is said of the puzzle as it is now. */
function verdictWords() {
  const { look, verdict } = live();
  const clues = counted(puzzle.clues, "clue");
  if (!verdict) return told("note", "An empty grid", "Type digits, paste a puzzle, or drop a file.");
  const error = look.error || verdict.error;
  if (error) return told("open", "Not checked", error);
  const { last: row } = verdict;
  if (!row || verdict.isLate) return told("note", "Checking …", clues, false);
  const { tone, words } = VERDICTS[row.verdict];
  const how = `${clues}; ${row.engine}, ${inSeconds(row.seconds)}`;
  const why = row.reason ?? (clashesOf(look).length ? "The marked digits clash." : how);
  return told(tone, words, why, verdict.isCurrent && look.isCurrent);
}

/** @param {any} [more] what stands below it */
export function verdictView(more = nothing) {
  const { tone, words, more: how } = verdictWords();
  return html`<div class="verdict message ${tone}" aria-busy=${String(Boolean(live().verdict?.isBusy))}>
    <p class="headline">${words}</p><p class="small">${how}</p>${more}</div>`;
}

// Typing

const EMPTYING = ["0", ".", "Backspace", "Delete"];

function togglePencil() {
  change({ isPencil: !state.isPencil });
  say(state.isPencil ? "Pencilmarks" : "Digits");
}

/** @param {number} digit */
function type(digit, asMark = state.isPencil) {
  const cell = state.selected;
  if (digit > puzzle.size) {
    return say(`${SYMBOLS[digit]} is no digit of this size: they are 1 to ${SYMBOLS[puzzle.size]}.`);
  }
  if (digit && !asMark && !puzzle.digits[cell] && overlay.onDigit) return overlay.onDigit(cell, digit);
  if (digit && asMark) puzzle.toggleMark(cell, digit);
  else puzzle.setDigit(cell, digit);
  const marks = puzzle.marks[cell].map((one) => SYMBOLS[one]).join(" ");
  const small = marks ? `pencilmarks ${marks}` : "blank";
  return say(puzzle.digits[cell] ? SYMBOLS[puzzle.digits[cell]] : small);
}

/** Whether the key is one that types into the puzzle. @param {KeyboardEvent} event */
function typingKey({ key, code, shiftKey, ctrlKey, metaKey, altKey }) {
  if (ctrlKey || metaKey || altKey) return false;
  const shifted = shiftKey && /^(Digit|Numpad)[1-9]$/.test(code) ? Number(code.at(-1)) : 0;
  const digit = key.length === 1 ? digitOf(key) : 0;
  if (key === " ") togglePencil();
  else if (EMPTYING.includes(key)) type(0);
  else if (shifted) type(shifted, true);
  else if (digit) type(digit);
  else return false;
  return true;
}

/** Undo and redo anywhere; what is typed without a focus goes to the selected cell.
    @param {KeyboardEvent} event */
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

/** Boxes of another shape keep the digits if the size stays; another size begins with an empty grid.
    @param {string} box */
function reshape(box) {
  const { size, digits, marks, text } = puzzle;
  const { size: next, count } = geometryOf(box);
  puzzle.set(next === size ? { text, box, marks } : { text: ".".repeat(count), box });
  if (next !== size && digits.some(Boolean)) notify("An empty grid. Undo brings the puzzle back.");
}

// What is drawn

/** Keys in rows of the same length. @param {number} most side by side */
const keysInRow = (keys, most) => Math.ceil(keys / Math.ceil(keys / most));

function pad() {
  const { size } = puzzle;
  const [many, few] = [keysInRow(size + 1, 13), keysInRow(size + 1, 9)]; // on wide pages, and narrow ones
  /** The mouse leaves the focus on the board, so that one can go on with the keyboard. */
  const key = (digit, sign, label = sign) => html`<button type="button" class="button" aria-label=${label}
    @pointerdown=${(event) => event.preventDefault()} @click=${() => type(digit)}>${sign}</button>`;
  return html`<div class="pad ${state.isPencil ? "pencil" : ""}" role="group" aria-label="Digits"
    .style="--many: ${many}; --few: ${few}">
    ${Array.from(SYMBOLS.slice(1, size + 1), (sign, at) => key(at + 1, sign))}
    ${key(0, "⌫", "Empty the cell")}</div>`;
}

function tools() {
  const { isPencil, showsCandidates } = state;
  const restricting = check("The pencilmarks are part of the puzzle: no other digit may stand there",
    puzzle.restricts, (isPart) => puzzle.setRestricts(isPart));
  const candidates = { title: "Show what no clue rules out", isPressed: showsCandidates };
  const shapes = BOXES.map((box) => [box, shapeWords(box)]);
  return html`<div class="puzzle-tools">
    <div class="tools" role="group" aria-label="Edit">
      ${button("Pencil", togglePencil, { title: "Space, or Shift with a digit", isPressed: isPencil })}
      ${button("Candidates", () => change({ showsCandidates: !showsCandidates }), candidates)}
      ${button("↶", undo, { name: "Undo", title: "Undo (Ctrl+Z)", isUsable: puzzle.canUndo })}
      ${button("↷", redo, { name: "Redo", title: "Redo (Ctrl+Shift+Z)", isUsable: puzzle.canRedo })}
      ${button("Clear", () => puzzle.clear(), { isUsable: !puzzle.isEmpty })}</div>
    <div class="tools" role="group" aria-label="Puzzle">
      ${choice(shapes, puzzle.box, reshape, { name: "Size and boxes" })}
      ${button("Open…", openOpening)} ${button("Share…", openShare)}</div>
    ${puzzle.restricts || (puzzle.size === 9 && puzzle.hasMarks) ? restricting : nothing}</div>`;
}

/** The board: the puzzle, what is laid over it, and above all what clashes. @param {Overlay} laid */
function boardView(laid) {
  const { digits, marks, box, size } = puzzle;
  const { look } = live();
  const [placed, kinds] = [byCell(laid.digits ?? {}, size), byCell(laid.kinds ?? {}, size)];
  const typed = Object.fromEntries([...marks.entries()].filter(([, some]) => some.length));
  const known = state.showsCandidates && !look.isLate ? look.rows[0]?.candidates : {};
  const clashes = clashesOf(look);
  const clashing = each(clashes.flatMap(({ cells }) => cells), "bad");
  const words = Object.assign({}, ...clashes.map(({ cells, unit }) => each(cells, `clashes in ${unit}`)));
  const over = laid.marks ?? {};
  const shown = digits.map((digit, cell) => digit || placed[cell] || 0);
  const kindOf = (digit, cell) => (digit ? undefined : kinds[cell] ?? (placed[cell] && "placed"));
  return board({
    name: "puzzle", label: "Puzzle", box, digits: shown,
    kinds: { ...digits.map(kindOf) },
    candidates: laid.candidates ?? { ...byCell(known ?? {}, size), ...typed },
    marks: {
      cells: { ...byCell(clashing, size), ...byCell(over.cells ?? {}, size) },
      labels: { ...byCell(over.labels ?? {}, size), ...byCell(words, size) },
      candidates: over.candidates,
    },
    isEditable: true, selected: state.selected, onSelect: (cell) => change({ selected: cell }),
    onPick: laid.onPick, onKey: typingKey,
  });
}

/** @param {Overlay} laid @param {boolean} isStart whether the panel Puzzle is open, which has the verdict */
export function sideView(laid, isStart) {
  overlay = laid;
  const { isEditing } = state;
  const classes = ["puzzle-side", puzzle.size > 16 && "large", isEditing && "editing", laid.isPair && "pair"];
  const edit = () => change({ isEditing: !isEditing });
  return html`<div class=${classes.filter(Boolean).join(" ")}><h2 class="unseen">The puzzle</h2>
    ${isStart || isStatic ? nothing : verdictView()}${boardView(laid)}
    ${button("Edit the puzzle", edit, { kind: "edit", isPressed: isEditing })}${pad()}${tools()}</div>`;
}
