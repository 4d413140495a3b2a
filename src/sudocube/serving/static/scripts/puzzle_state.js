/* The puzzle of the page: its digits and pencilmarks, what was before, and who wants to know.

     puzzle.box, .size, .count       the shape: "3x3", 9, 81
     puzzle.digits                   n² numbers, 0 for a blank; do not change them, call setDigit
     puzzle.marks                    n² sorted lists of digits that were typed as pencilmarks
     puzzle.restricts                whether the pencilmarks are part of the puzzle: no other digit may stand there
                                     (9×9 only, as in the library); if not, they are notes
     puzzle.text                     what the library reads: n² symbols, or 729 pencilmarks if `restricts`
     puzzle.fields                   { puzzle: text, box }: the fields of page.ask that name this puzzle
     puzzle.isEmpty                  whether nothing was typed
     puzzle.hasClues                 whether the library is given more than blanks: notes alone are an empty grid
     puzzle.set({ text, box, marks, restricts })   another puzzle, which can be undone; puzzle.set(text) is enough where
                                     boxes have the usual shape. False if that is no puzzle, and nothing changes.
                                     `text` is in the form of `text` above: other forms are read by the library
     puzzle.setDigit(cell, digit)    0 empties the cell, its pencilmarks first
     puzzle.toggleMark(cell, digit)
     puzzle.clear(), .undo(), .redo(), .canUndo, .canRedo
     puzzle.onChange(f)              f(puzzle) after every change of digits, marks or shape; returns how to end it
     puzzle.toAddress(), .fromAddress(get)     the keys p, box and m of the fragment
     puzzle.cameByAddress            for listeners: whether the change is one of the address, such as Back */

import { cellIndex, cellName, digitOf, digitsOf, geometryOf, sizeOfCells, SYMBOLS, textOf, usualBox } from "./geometry.js";

const PENCILMARKS = 729;
const MOST_UNDONE = 500;

export class PuzzleState {
  #now = emptyState("3x3");
  #before = [];
  #after = [];
  #listeners = new Set();
  cameByAddress = false;

  get box() { return this.#now.box; }
  get size() { return geometryOf(this.box).size; }
  get count() { return this.#now.digits.length; }
  get digits() { return this.#now.digits; }
  get marks() { return this.#now.marks; }
  get restricts() { return this.#now.restricts; }
  get canUndo() { return this.#before.length > 0; }
  get canRedo() { return this.#after.length > 0; }
  get isEmpty() { return this.digits.every((digit) => !digit) && this.marks.every((marks) => !marks.length); }
  get hasClues() { return this.digits.some(Boolean) || (this.restricts && this.marks.some((marks) => marks.length)); }
  get fields() { return { puzzle: this.text, box: this.box }; }

  get text() {
    if (!this.restricts) return textOf(this.digits);
    return this.digits.map((digit, cell) => marksText(digit ? [digit] : this.marks[cell])).join("");
  }

  onChange(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  set(puzzle) {
    const state = stateOf(typeof puzzle === "string" ? { text: puzzle } : puzzle);
    if (state) this.#become(state);
    return Boolean(state);
  }

  setDigit(cell, digit) {
    const { digits, marks } = this.#now;
    const isOnlyMarks = digit === 0 && digits[cell] === 0;
    this.#become({
      ...this.#now,
      digits: digits.with(cell, digit),
      marks: isOnlyMarks ? marks.with(cell, []) : marks,
    });
  }

  toggleMark(cell, digit) {
    if (this.digits[cell]) return;
    const marks = this.marks[cell];
    const others = marks.filter((one) => one !== digit);
    const now = others.length < marks.length ? others : [...marks, digit].sort((one, other) => one - other);
    this.#become({ ...this.#now, marks: this.marks.with(cell, now) });
  }

  setRestricts(restricts) {
    this.#become({ ...this.#now, restricts: restricts && this.size === 9 });
  }

  clear() { this.#become(emptyState(this.box)); }
  undo() { this.#move(this.#before, this.#after); }
  redo() { this.#move(this.#after, this.#before); }

  #move(from, to) {
    if (!from.length) return;
    to.push(this.#now);
    this.#now = from.pop();
    this.#tell();
  }

  #become(state) {
    if (sameState(state, this.#now)) return;
    this.#before.push(this.#now);
    if (this.#before.length > MOST_UNDONE) this.#before.shift();
    this.#after = [];
    this.#now = state;
    this.#tell();
  }

  #tell() {
    for (const one of [...this.#listeners]) one(this);
  }

  toAddress() {
    const isUsual = this.box === usualBox(this.size);
    const isFirst = this.box === "3x3" && this.isEmpty;
    return {
      p: isFirst ? null : this.text,
      box: isUsual ? null : this.box,
      m: this.restricts ? null : notesText(this.marks, this.size),
    };
  }

  /** The state that an address names; what cannot be read is left as it is. Returns whether it could be read. The first state of a page cannot be undone. */
  fromAddress(get, { isFirst = false } = {}) {
    const text = get("p") ?? "";
    const state = text ? stateOf({ text, box: get("box"), notes: get("m") }) : emptyState("3x3");
    if (!state) return false;
    this.cameByAddress = true;
    if (isFirst) this.#now = state;
    if (isFirst) this.#tell();
    else this.#become(state);
    this.cameByAddress = false;
    return true;
  }
}

function emptyState(box) {
  const { count } = geometryOf(box);
  return { box, digits: Array(count).fill(0), marks: Array(count).fill([]), restricts: false };
}

/** The state for a text of n² symbols or 729 pencilmarks; undefined if it is neither. */
function stateOf({ text, box, marks, notes, restricts = false }) {
  if (text.length === PENCILMARKS) return stateOfMarks(text);
  const size = sizeOfCells(text.length);
  const shape = geometryOf(box) ?? (size && geometryOf(usualBox(size)));
  if (!size || shape.size !== size) return undefined;
  if (Array.from(text).some((symbol) => (digitOf(symbol) ?? Infinity) > size)) return undefined;
  const empty = emptyState(shape.box);
  const read = marks ?? (notes ? notesOf(notes, size) : empty.marks);
  return { ...empty, digits: digitsOf(text), marks: read, restricts: restricts && size === 9 };
}

function stateOfMarks(text) {
  const state = emptyState("3x3");
  for (let cell = 0; cell < 81; cell++) {
    const digits = digitsOf(text.slice(cell * 9, cell * 9 + 9)).filter((digit) => digit);
    if (digits.length === 1) state.digits[cell] = digits[0];
    else if (digits.length < 9) state.marks[cell] = digits;
  }
  return { ...state, restricts: true };
}

function marksText(digits) {
  const all = SYMBOLS.slice(1, 10);
  return digits.length ? Array.from(all, (symbol, at) => (digits.includes(at + 1) ? symbol : ".")).join("") : all;
}

/** Notes in a few signs: "r1c1:12,r3c4:57". */
function notesText(marks, size) {
  const some = marks.flatMap((digits, cell) => (digits.length ? [`${cellName(cell, size)}:${textOf(digits)}`] : []));
  return some.join(",") || null;
}

function notesOf(text, size) {
  const marks = Array(size * size).fill([]);
  for (const one of text.split(",")) {
    const [name, symbols = ""] = one.split(":");
    const cell = cellIndex(name, size);
    const digits = digitsOf(symbols).filter((digit) => digit && digit <= size);
    if (cell in marks) marks[cell] = [...new Set(digits)].sort((first, second) => first - second);
  }
  return marks;
}

function sameState(one, other) {
  const keys = ["box", "restricts", "digits", "marks"];
  return keys.every((key) => JSON.stringify(one[key]) === JSON.stringify(other[key]));
}
