/* The 4×4 puzzle of a scene: the lesson's, or one of the reader's own, which is the puzzle of the page.

    const own = new OwnPuzzle(frame)     frame: scene.js; frame.puzzle is the puzzle of the lesson, as text
    own.element                          a field for a puzzle
    own.cells                            its 16 digits, 0 for a blank
    own.changed()                        the puzzle of the page is another one

    inRows(cells)                        a 4×4 puzzle as text, a word for each row */

import { oneLine, readSmall, SIZE } from "../scripts/small_puzzle.js";

const NO_PUZZLE = { text: ".".repeat(81), box: "3x3" }; // as the page has it before anything is typed

export function inRows(cells) {
  return cells.join("").replaceAll("0", ".").match(/.{4}/g).join(" ");
}

export class OwnPuzzle {
  constructor(frame) {
    const { h, button } = frame.page;
    this.frame = frame;
    this.lesson = readSmall(frame.puzzle);
    this.input = h("input", {
      type: "text",
      id: "scene-puzzle",
      class: "mono",
      spellcheck: "false",
      autocomplete: "off",
      size: 22,
      "aria-describedby": "scene-puzzle-hint",
    });
    this.problem = h("p", { class: "message bad", role: "alert", hidden: true });
    this.note = h(
      "p",
      { class: "message note", hidden: true },
      "The lesson is about 4×4 grids, so it shows a puzzle of its own here. Yours is kept for the other panels.",
    );
    this.back = button("The puzzle of the lesson", () => this.use(null));
    this.element = h(
      "form",
      { class: "card scene-own", dataset: { showsPuzzle: "" }, onsubmit: (event) => this.submit(event) },
      h(
        "div",
        { class: "buttons" },
        h("div", { class: "field" }, h("label", { for: "scene-puzzle" }, "A 4×4 puzzle of your own"), this.input),
        h("button", { type: "submit", class: "button" }, "Use it"),
        this.back,
      ),
      this.problem,
      this.note,
      h(
        "p",
        { id: "scene-puzzle-hint", class: "small soft" },
        "Row by row, with . for a blank. The address of this page holds the puzzle and what you did: ",
        "whoever opens it sees the same.",
      ),
    );
    this.take();
  }

  /* Take the puzzle of the page, if it is one for the lesson. */
  take() {
    const { puzzle } = this.frame.page;
    const isSmall = puzzle.size === SIZE;
    this.cells = isSmall ? [...puzzle.digits] : this.lesson;
    this.note.hidden = isSmall || puzzle.isEmpty;
    this.input.value = inRows(this.cells);
    this.problem.hidden = true;
    this.frame.page.usable(this.back, this.cells.join() !== this.lesson.join());
  }

  /* The puzzle of the page is another one: by this field, by undo, or by back and forward. */
  changed() {
    const before = this.cells.join();
    this.take();
    if (this.cells.join() === before) return;
    if (!this.frame.page.address.isMoving) this.frame.forget(); // back and forward bring the state of that puzzle along
    this.frame.redraw();
  }

  submit(event) {
    event.preventDefault();
    try {
      this.use(readSmall(this.input.value));
    } catch (error) {
      this.problem.textContent = error.message;
      this.problem.hidden = false;
      this.input.focus();
    }
  }

  use(cells) {
    const { frame } = this;
    const { address, puzzle, say } = frame.page;
    const next = cells ? { text: oneLine(cells), box: "2x2" } : NO_PUZZLE;
    if (next.text !== puzzle.text) address.keep();
    frame.forget();
    puzzle.set(next);
    this.take();
    frame.redraw();
    say("The scene shows this puzzle now.");
  }
}
