/* Typing into the puzzle: by the keys of the keyboard and by the pad below the board.

     const typing = new Typing(puzzle, selectedCell, onMode)    selectedCell() says where; onMode() hears a switch
     typing.key(event)       true if the key was one of ours: a digit or letter, 0 Backspace Delete . (empty the cell),
                             Shift with 1 to 9 (a pencilmark), Space (digits or pencilmarks)
     typing.isPencil, typing.togglePencil()
     typing.pad              the buttons; typing.fit() brings them to the size of the puzzle */

import { fill, h } from "./dom.js";
import { digitOf, SYMBOLS } from "./geometry.js";
import { say } from "./page_parts.js";

const EMPTYING = ["0", ".", "Backspace", "Delete"];
const ROW = 13; // most keys side by side on a wide board

export class Typing {
  #puzzle;
  #selected;
  #onMode;
  #size = 0;
  isPencil = false;
  pad = h("div", { class: "pad", role: "group", "aria-label": "Digits" });

  constructor(puzzle, selectedCell, onMode) {
    this.#puzzle = puzzle;
    this.#selected = selectedCell;
    this.#onMode = onMode;
  }

  togglePencil() {
    this.isPencil = !this.isPencil;
    say(this.isPencil ? "Pencilmarks" : "Digits");
    this.#onMode();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const { key, code, shiftKey } = event;
    const shifted = shiftKey && /^(Digit|Numpad)[1-9]$/.test(code) ? Number(code.at(-1)) : 0;
    if (key === " ") this.togglePencil();
    else if (EMPTYING.includes(key)) this.#put(0);
    else if (shifted) this.#put(shifted, { asMark: true });
    else if (key.length === 1 && digitOf(key)) this.#put(digitOf(key));
    else return false;
    return true;
  }

  #put(digit, { asMark = this.isPencil } = {}) {
    const puzzle = this.#puzzle;
    const cell = this.#selected();
    if (digit > puzzle.size) say(`${SYMBOLS[digit]} is no digit of this size: they are 1 to ${SYMBOLS[puzzle.size]}.`);
    else {
      if (digit && asMark) puzzle.toggleMark(cell, digit);
      else puzzle.setDigit(cell, digit);
      say(cellHolds(puzzle, cell));
    }
  }

  fit() {
    this.pad.classList.toggle("pencil", this.isPencil);
    const { size } = this.#puzzle;
    if (size === this.#size) return;
    this.#size = size;
    const keys = Array.from({ length: size }, (_, at) => this.#padKey(at + 1, SYMBOLS[at + 1], SYMBOLS[at + 1]));
    const rows = Math.ceil((size + 1) / ROW);
    this.pad.style.setProperty("--many", Math.ceil((size + 1) / rows));
    this.pad.style.setProperty("--few", size === 4 ? 5 : Math.ceil((size + 1) / Math.ceil((size + 1) / 7)));
    fill(this.pad, keys, this.#padKey(0, "⌫", "Empty the cell"));
  }

  /** A key of the pad. The mouse leaves the focus on the board, so that one can go on with the keyboard. */
  #padKey(digit, sign, label) {
    return h("button", {
      type: "button",
      class: "button",
      "aria-label": label,
      onpointerdown: (event) => event.preventDefault(),
      onclick: () => this.#put(digit),
    }, sign);
  }
}

function cellHolds(puzzle, cell) {
  if (puzzle.digits[cell]) return SYMBOLS[puzzle.digits[cell]];
  const marks = puzzle.marks[cell].map((digit) => SYMBOLS[digit]);
  return marks.length ? `pencilmarks ${marks.join(" ")}` : "blank";
}
