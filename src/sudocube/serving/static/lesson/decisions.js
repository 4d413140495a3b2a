/* The reader's own decisions in scene 4: a cell of the grid, whether it holds a digit or does not, and the digit.

    const decisions = new Decisions(page, { onDecide, onSolver })    onDecide(literal); onSolver() lets the solver choose
    decisions.element
    decisions.choose(cell)                    a cell was clicked
    decisions.show({ values, cells, isOpen, name })    what is true now; isOpen: whether something can be decided
*/

import { SIZE } from "../scripts/small_puzzle.js";

export class Decisions {
  constructor(page, { onDecide, onSolver }) {
    const { h, button } = page;
    Object.assign(this, { page, cell: null, sign: 1 });
    this.asked = h("p", {});
    this.signs = [
      [1, "holds"],
      [-1, "does not hold"],
    ].map(([sign, words]) => ({ sign, button: button(words, () => this.turn(sign)) }));
    this.digits = Array.from({ length: SIZE }, (_, at) =>
      button(String(at + 1), () => onDecide(this.sign * (SIZE * this.cell + at + 1))),
    );
    this.solver = button("Let the solver decide", onSolver);
    this.element = h(
      "section",
      { class: "card decide", "aria-label": "Decide yourself" },
      h("h2", {}, "Decide yourself"),
      this.asked,
      h(
        "div",
        { class: "buttons" },
        h(
          "div",
          { class: "buttons", role: "group", "aria-label": "Whether it holds the digit" },
          this.signs.map((one) => one.button),
        ),
        h("div", { class: "buttons", role: "group", "aria-label": "The digit" }, this.digits),
      ),
      this.solver,
    );
    this.state = { values: new Map(), cells: [], isOpen: false };
  }

  choose(cell) {
    if (this.state.cells[cell] || !this.state.isOpen) return;
    this.cell = cell;
    this.show(this.state);
    this.digits.find((one) => one.ariaDisabled !== "true")?.focus();
  }

  turn(sign) {
    this.sign = sign;
    this.show(this.state);
  }

  show(state) {
    this.state = state;
    const { values, isOpen } = state;
    const isOpenAt = (at) => values.get(SIZE * this.cell + at + 1) === undefined;
    const hasCell = this.cell !== null && isOpen;
    this.asked.textContent = !isOpen
      ? "Nothing is open to be decided here."
      : this.cell === null
        ? "Click a blank cell of the grid, or press Enter on it."
        : `${this.page.cellName(this.cell, SIZE)} …`;
    for (const { sign, button } of this.signs) {
      button.setAttribute("aria-pressed", String(sign === this.sign));
      this.page.usable(button, isOpen);
    }
    this.digits.forEach((one, at) => this.page.usable(one, hasCell && isOpenAt(at)));
    this.page.usable(this.solver, isOpen);
  }
}
