/* The verdict while one types: asked anew after every change, with the clashes and, if wanted, the candidates.

     const live = new LiveVerdict(puzzle, wantsCandidates, onFound)
     live.element      what it says; its height never changes
     live.ask()        asks for the puzzle as it is now
     live.found        { clashes: { cells, labels }, candidates }; until the answer comes, what still holds of it

   While a cell is typed, the verdict of the puzzle before stays, paler, and so do its candidates, for a MOMENT at most.
   Of its clashes those stay whose cells still hold the digit. Of a wholly other puzzle nothing stays: "Checking …".
   One question is on its way at a time. If it is overtaken it may still answer for PATIENCE; then it is withdrawn. */

import { isStatic } from "./address.js";
import { fill, h } from "./dom.js";
import { cellIndex } from "./geometry.js";
import { say } from "./page_parts.js";
import { ask, isCancelled } from "./transport.js";
import { counted, inSeconds, VERDICTS } from "./words.js";

const PATIENCE = 200;
const MOMENT = 300;
const EMPTY = { clashes: { cells: {}, labels: {} }, candidates: {} };
const NONE = { box: null, digits: [] };

export class LiveVerdict {
  element = h("div", { class: "live message", "aria-busy": "false" });
  found = EMPTY;
  #puzzle;
  #wantsCandidates;
  #onFound;
  #clashes = [];
  #looked = NONE; // the puzzle that `found` is about
  #isLooked = false; // whether `found` is the answer for the puzzle as it is now
  #asked = null; // the AbortController of the question that is on its way
  #isOvertaken = false;
  #spoken = "";
  #waiting = 0; // the timer of the MOMENT

  constructor(puzzle, wantsCandidates, onFound) {
    this.#puzzle = puzzle;
    this.#wantsCandidates = wantsCandidates;
    this.#onFound = onFound;
  }

  ask() {
    if (isStatic) return;
    this.#isLooked = false;
    this.#forgetOthers();
    if (this.#asked) {
      const late = this.#asked;
      if (!this.#isOvertaken) setTimeout(() => late.abort(), PATIENCE);
      this.#isOvertaken = true;
    } else this.#run();
    this.#waiting ||= setTimeout(() => this.#wait(), MOMENT);
  }

  /** No answer yet: nothing is said of the puzzle before. */
  #wait() {
    this.#waiting = 0;
    if (!this.#isLooked) {
      this.found = { ...this.found, candidates: {} };
      this.#onFound();
    }
    this.#showChecking();
  }

  #rest() {
    clearTimeout(this.#waiting);
    this.#waiting = 0;
    this.element.setAttribute("aria-busy", "false");
  }

  async #run() {
    const { fields, hasClues } = this.#puzzle;
    const { signal } = (this.#asked = new AbortController());
    this.element.setAttribute("aria-busy", "true");
    try {
      const [looked] = await ask("look", { ...fields, candidates: this.#wantsCandidates() }, { signal });
      if (this.#isCurrent(fields)) this.#take(looked);
      if (!hasClues) this.#tell("note", "An empty grid", "Type digits, paste a puzzle in any form, or drop a file.");
      else {
        const [row] = await ask("check", fields, { signal });
        if (this.#isCurrent(fields)) this.#tellVerdict(row);
      }
    } catch (error) {
      if (!isCancelled(error)) this.#fail(error);
    }
    this.#asked = null;
    const isOvertaken = this.#isOvertaken;
    this.#isOvertaken = false;
    if (isOvertaken) this.#run();
    else this.#rest();
  }

  #fail(error) {
    this.found = EMPTY;
    this.#clashes = [];
    this.#looked = NONE;
    this.#onFound();
    this.#tell("open", "Not checked", error.message);
  }

  #isCurrent({ puzzle, box }) {
    return puzzle === this.#puzzle.text && box === this.#puzzle.box;
  }

  #take(row) {
    this.#isLooked = true;
    this.#clashes = row.clashes;
    this.#looked = this.#present();
    this.found = { clashes: marksOf(row.clashes), candidates: row.candidates ?? {} };
    this.#onFound();
  }

  #present() {
    const { box, digits } = this.#puzzle;
    return { box, digits };
  }

  /** Drop what is no longer true of the puzzle as it is now. */
  #forgetOthers() {
    const before = this.#looked;
    const now = (this.#looked = this.#present());
    const typed = now.digits.filter((digit, cell) => digit !== before.digits[cell]).length;
    if (now.box !== before.box || typed > 1) {
      this.#clashes = [];
      this.found = EMPTY;
      this.#showChecking();
      return;
    }
    const size = Math.sqrt(now.digits.length);
    this.#clashes = this.#clashes.flatMap((clash) => {
      const cells = clash.cells.filter((cell) => now.digits[cellIndex(cell, size)] === clash.digit);
      return cells.length > 1 ? [{ ...clash, cells }] : [];
    });
    this.found = { ...this.found, clashes: marksOf(this.#clashes) };
  }

  #tellVerdict(row) {
    const { tone, words } = VERDICTS[row.verdict];
    const clashes = Object.keys(this.found.clashes.cells).length;
    const clues = this.#puzzle.digits.filter(Boolean).length;
    const how = `${counted(clues, "clue")}; ${row.engine}, ${inSeconds(row.seconds)}`;
    const why = row.reason ?? (clashes ? "The marked digits clash." : how);
    this.#tell(tone, words, why);
  }

  #show(tone, words, more) {
    this.element.className = `live message ${tone}`;
    fill(this.element, h("p", { class: "headline" }, words), h("p", { class: "small" }, more));
  }

  #showChecking() {
    this.#show("note", "Checking …", counted(this.#puzzle.digits.filter(Boolean).length, "clue"));
    this.#spoken = "";
  }

  #tell(tone, words, more) {
    this.#show(tone, words, more);
    const spoken = tone === "good" ? words : `${words}. ${more.split(";")[0]}`;
    if (spoken !== this.#spoken) say(spoken);
    this.#spoken = spoken;
  }
}

/** How the cells of clashes are marked, and what a screen reader says of them. */
function marksOf(clashes) {
  const named = clashes.flatMap(({ unit, cells }) => cells.map((cell) => [cell, unit]));
  return {
    cells: Object.fromEntries(named.map(([cell]) => [cell, "bad"])),
    labels: Object.fromEntries(named.map(([cell, unit]) => [cell, `clashes in ${unit}`])),
  };
}
