// @ts-check
/* The puzzle of the page: its digits and pencilmarks, what was before, and how an address holds it.

   `puzzle.text` is what the library reads: n² symbols, or 729 pencilmarks where these are part of the puzzle
   (`restricts`, 9×9 only); otherwise pencilmarks are notes. Puzzles that come as a whole (a paste, an
   example, a change that is tried) are entries of the history; what is typed replaces the address. */

import { get, put } from "./address.js";
import {
  BOXES, cellIndex, cellName, digitOf, digitsOf, geometryOf, sizeOfCells, SYMBOLS, textOf, usualBox,
} from "./geometry.js";
import { forgetNotice, redraw, state } from "./page.js";

/** @typedef {{ box: string, digits: number[], marks: number[][], restricts: boolean }} Puzzle */

const PENCILMARKS = 729;
const MOST_UNDONE = 500;

/** @type {Puzzle[]} */
const before = [];
/** @type {Puzzle[]} */
let after = [];

class CurrentPuzzle {
  /** @type {Puzzle} */
  now = emptyPuzzle("3x3");
  /** Whether it came as a whole, and was not changed by hand since. */
  isWhole = true;

  get box() { return this.now.box; }
  get size() { return geometryOf(this.box).size; }
  get count() { return this.now.digits.length; }
  get digits() { return this.now.digits; }
  get marks() { return this.now.marks; }
  get restricts() { return this.now.restricts; }
  get clues() { return this.digits.filter(Boolean).length; }
  get canUndo() { return before.length > 0; }
  get canRedo() { return after.length > 0; }
  get hasMarks() { return this.marks.some((marks) => marks.length); }
  get isEmpty() { return !this.clues && !this.hasMarks; }
  /** Whether the library is given more than blanks: notes alone are an empty grid. */
  get hasClues() { return this.clues > 0 || (this.restricts && this.hasMarks); }
  /** The fields of a request that name this puzzle. */
  get fields() { return { puzzle: this.text, box: this.box }; }

  get text() {
    if (!this.restricts) return textOf(this.digits);
    return this.digits.map((digit, cell) => marksText(digit ? [digit] : this.marks[cell])).join("");
  }

  /** Another puzzle, in the form of `text`: false if it is none, and nothing changes. @param {any} given */
  set(given) {
    const read = puzzleOf(typeof given === "string" ? { text: given } : given);
    if (read) this.become(read, { isWhole: true });
    return Boolean(read);
  }

  /** 0 empties the cell, its pencilmarks first. @param {number} cell @param {number} digit */
  setDigit(cell, digit) {
    const { digits, marks } = this.now;
    const hasMarksOnly = digit === 0 && digits[cell] === 0;
    const left = hasMarksOnly ? marks.with(cell, []) : marks;
    this.become({ ...this.now, digits: digits.with(cell, digit), marks: left });
  }

  /** @param {number} cell @param {number} digit */
  toggleMark(cell, digit) {
    if (this.digits[cell]) return;
    const now = new Set(this.marks[cell]);
    if (!now.delete(digit)) now.add(digit);
    this.become({ ...this.now, marks: this.marks.with(cell, inOrder(now)) });
  }

  /** @param {boolean} restricts */
  setRestricts(restricts) { this.become({ ...this.now, restricts: restricts && this.size === 9 }); }
  clear() { this.become(emptyPuzzle(this.box)); }
  undo() { this.#move(before, after); }
  redo() { this.#move(after, before); }

  /** @param {Puzzle[]} from @param {Puzzle[]} to */
  #move(from, to) {
    const other = from.pop();
    if (!other) return;
    to.push(this.now);
    this.#take(other, { isWhole: false });
  }

  /** @param {Puzzle} other */
  become(other, { isWhole = false } = {}) {
    if (isSame(other, this.now)) return;
    before.push(this.now);
    if (before.length > MOST_UNDONE) before.shift();
    after = [];
    this.#take(other, { isWhole });
  }

  /** @param {Puzzle} other @param {{ isWhole: boolean }} how */
  #take(other, { isWhole }) {
    Object.assign(this, { now: other, isWhole });
    state.selected = Math.min(state.selected, this.count - 1);
    forgetNotice(); // what it says is of the puzzle before
    put({ ...this.keys, ...OF_THE_PUZZLE_BEFORE }, { isEntry: isWhole });
    redraw();
  }

  /** What the fragment says of it. */
  get keys() {
    const isFirst = this.box === "3x3" && this.isEmpty;
    return {
      p: isFirst ? null : this.text,
      box: this.box === usualBox(this.size) ? null : this.box,
      m: this.restricts ? null : notesText(this.marks, this.size),
    };
  }

  /** Take the puzzle of the address; false if only the library reads it. The first one cannot be undone. */
  readAddress({ isFirst = false } = {}) {
    const text = get("p") ?? "";
    const read = text ? puzzleOf({ text, box: get("box"), notes: get("m") }) : emptyPuzzle("3x3");
    if (!read || isSame(read, this.now)) return Boolean(read);
    if (!isFirst) before.push(this.now);
    Object.assign(this, { now: read, isWhole: true });
    state.selected = Math.min(state.selected, this.count - 1);
    return true;
  }
}

/** Keys of panels that are of no use for another puzzle. */
const OF_THE_PUZZLE_BEFORE = { at: null, do: null, show: null, solution: null, k: null };

/** @param {Iterable<number>} digits */
const inOrder = (digits) => [...digits].sort((one, other) => one - other);

/** @param {string} box @returns {Puzzle} */
function emptyPuzzle(box) {
  const { count } = geometryOf(box);
  return { box, digits: Array(count).fill(0), marks: Array(count).fill([]), restricts: false };
}

/** The puzzle for a text of n² symbols or 729 pencilmarks; null if it is neither.
    @param {any} given @returns {Puzzle | null} */
function puzzleOf({ text, box = null, marks = null, notes = null, restricts = false }) {
  if (text.length === PENCILMARKS) return puzzleOfMarks(text);
  const size = sizeOfCells(text.length);
  const shape = size && geometryOf(BOXES.includes(box) ? box : usualBox(size));
  if (!shape || shape.size !== size) return null;
  if ([...text].some((symbol) => (digitOf(symbol) ?? Infinity) > size)) return null;
  const empty = emptyPuzzle(shape.box);
  const read = marks ?? (notes ? notesOf(notes, size) : empty.marks);
  return { ...empty, digits: digitsOf(text), marks: read, restricts: restricts && size === 9 };
}

/** @param {string} text */
function puzzleOfMarks(text) {
  const puzzle = emptyPuzzle("3x3");
  for (let cell = 0; cell < 81; cell++) {
    const digits = digitsOf(text.slice(cell * 9, cell * 9 + 9)).filter(Boolean);
    if (digits.length === 1) puzzle.digits[cell] = digits[0];
    else if (digits.length < 9) puzzle.marks[cell] = digits;
  }
  return { ...puzzle, restricts: true };
}

/** @param {number[]} digits */
function marksText(digits) {
  const all = [...SYMBOLS.slice(1, 10)];
  return all.map((symbol, at) => (!digits.length || digits.includes(at + 1) ? symbol : ".")).join("");
}

/** Notes in a few signs: "r1c1:12,r3c4:57". @param {number[][]} marks @param {number} size */
function notesText(marks, size) {
  const some = [...marks.entries()].filter(([, digits]) => digits.length);
  return some.map(([cell, digits]) => `${cellName(cell, size)}:${textOf(digits)}`).join(",") || null;
}

/** @param {string} text @param {number} size */
function notesOf(text, size) {
  const marks = Array(size * size).fill([]);
  for (const one of text.split(",")) {
    const [name, symbols = ""] = one.split(":");
    const cell = cellIndex(name, size);
    const digits = digitsOf(symbols).filter((digit) => digit && digit <= size);
    if (cell in marks) marks[cell] = inOrder(new Set(digits));
  }
  return marks;
}

/** @param {Puzzle} one @param {Puzzle} other */
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

export const puzzle = new CurrentPuzzle();
