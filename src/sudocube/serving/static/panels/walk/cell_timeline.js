/* What a board shows at each place of a walk, from the changes that the rows bring; forth and back cell by cell.

     const timeline = new CellTimeline(digits)      the clues at the start, 0 for a blank; all digits are candidates then
     timeline.add({ r1c4: "=3", r1c3: "124" })      the changes of the next row: a digit, or the candidates of a blank
     timeline.go(at)                                0 is the start
     timeline.digits, timeline.candidates           by cell, at this place */

import { cellIndex, digitsOf } from "../../scripts/geometry.js";

export class CellTimeline {
  #changes = []; // by row: [cell, before, after]
  #last; // by cell: what the last row that has come leaves
  #at = 0;

  constructor(digits) {
    this.size = Math.sqrt(digits.length);
    const every = Array.from({ length: this.size }, (_, digit) => digit + 1);
    this.#last = digits.map((digit) => ({ digit, candidates: digit ? [] : every }));
    this.digits = this.#last.map(({ digit }) => digit);
    this.candidates = this.#last.map(({ candidates }) => candidates);
  }

  add(board) {
    this.#changes.push(Object.entries(board).map(([name, shown]) => {
      const cell = cellIndex(name, this.size);
      const before = this.#last[cell];
      this.#last[cell] = shown.startsWith("=")
        ? { digit: digitsOf(shown.slice(1))[0], candidates: [] }
        : { digit: 0, candidates: digitsOf(shown) };
      return [cell, before, this.#last[cell]];
    }));
  }

  go(at) {
    for (; this.#at < at; this.#at++) for (const [cell, , after] of this.#changes[this.#at]) this.#put(cell, after);
    for (; this.#at > at; this.#at--) for (const [cell, before] of this.#changes[this.#at - 1]) this.#put(cell, before);
  }

  #put(cell, { digit, candidates }) {
    this.digits[cell] = digit;
    this.candidates[cell] = candidates;
  }
}
