/* The guess of the next digit in scene 3: a cell of the grid, then a digit.

    const guess = new Guess(frame, run, go)    go(count) shows the state after so many steps
    guess.right                                the elements that were guessed rightly, and are not placed yet
    guess.element
    guess.choose(cell)                         a cell was clicked
    guess.show(count)                          so many steps were taken

A guess is right if a clause forces it as soon as the pairs have fired; the order among several does not matter. */

import { SIZE } from "../scripts/small_puzzle.js";
import { stateOf } from "./propagation.js";

export class Guess {
  constructor(frame, run, go) {
    const { h, button } = frame.page;
    Object.assign(this, { frame, run, go, cell: null, count: 0, right: new Set() });
    this.asked = h("p", {});
    this.digits = Array.from({ length: SIZE }, (_, at) => button(String(at + 1), () => this.guess(at + 1)));
    this.told = h("div", { "aria-live": "polite" });
    this.score = h("p", { class: "small soft" });
    this.element = h(
      "section",
      { class: "card guess", "aria-label": "Guess the next digit" },
      h("h2", {}, "Guess the next digit first"),
      this.asked,
      h("div", { class: "buttons", role: "group", "aria-label": "The digit" }, this.digits),
      this.told,
      this.score,
    );
  }

  choose(cell) {
    if (this.run.cells[cell]) return;
    this.cell = cell;
    this.show(this.count);
    this.digits[0].focus();
  }

  /* The place of the next step that places a digit; -1 if there is none. */
  next() {
    return this.run.steps.findIndex((step, at) => at >= this.count && step.literal > 0 && this.run.rows[step.clause]);
  }

  show(count) {
    if (count !== this.count) this.frame.page.fill(this.told);
    this.count = count;
    const isOver = this.next() < 0;
    if (this.cell !== null && this.run.valuesAfter(count).get(this.elementOf(1)) !== undefined && this.held())
      this.cell = null;
    this.asked.textContent = isOver
      ? "No further digit is forced."
      : this.cell === null
        ? "Click a blank cell of the grid, or press Enter on it."
        : `${this.frame.page.cellName(this.cell, SIZE)} holds …`;
    for (const one of this.digits) this.frame.page.usable(one, !isOver && this.cell !== null);
    const [right, all] = this.counted();
    this.score.textContent = all ? `Right guesses: ${right} of ${all}.` : "";
  }

  elementOf(digit) {
    return SIZE * this.cell + digit;
  }

  held() {
    const values = this.run.valuesAfter(this.count);
    return Array.from({ length: SIZE }, (_, at) => at + 1).some((digit) => values.get(this.elementOf(digit)));
  }

  counted() {
    const [right, all] = (this.frame.get("g") ?? "").split(".").map((one) => Number(one) || 0);
    return [right, all ?? 0];
  }

  guess(digit) {
    const { run } = this;
    const { fill, h, cellName } = this.frame.page;
    const what = `${cellName(this.cell, SIZE)} = ${digit}`;
    const element = this.elementOf(digit);
    const next = this.next();
    const values = run.valuesAfter(next);
    const forcing = run.rows.findIndex(({ clause }) => {
      const { kind, left } = stateOf(clause, values);
      return kind === "unit" && left[0] === element;
    });
    const [right, all] = this.counted();
    this.frame.set("g", `${right + (forcing >= 0 ? 1 : 0)}.${all + 1}`);
    if (forcing >= 0) this.right.add(element);
    if (forcing < 0) this.show(this.count);
    else this.go(run.steps[next].literal === element ? next + 1 : this.count);
    fill(
      this.told,
      h("p", { class: `message ${forcing >= 0 ? "good" : "bad"}` }, this.sentence(what, element, forcing, next)),
    );
  }

  sentence(what, element, forcing, next) {
    const { run } = this;
    if (forcing >= 0) {
      const isNext = run.steps[next].literal === element;
      const order = isNext
        ? ""
        : ` First in, first out, ${run.name(run.steps[next].literal)} comes before it; the order does not matter.`;
      return `${what} is right: ${run.sayingOf(forcing)}, and no other literal is left.${order}`;
    }
    const later = run.stepOf(element);
    if (later >= 0)
      return `${what} follows, but not yet: it takes until step ${later + 1}. Look for a line with one place left.`;
    const against = run.stepOf(-element);
    if (against >= 0)
      return `${what} cannot be: ${run.sayingOf(run.steps[against].clause)} rules it out in step ${against + 1}.`;
    return `${what}: no clause forces that, and none rules it out.`;
  }
}
