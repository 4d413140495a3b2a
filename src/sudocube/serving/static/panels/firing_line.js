/* All clauses of the line that a firing clause is of, with this one highlighted; it can be folded.

     const line = new FiringLine(page, encoding)
     line.element
     line.show(row)         the clause of a step, or null where it is of no line */

import { clauseLine } from "./clause_parts.js";

export class FiringLine {
  #page;
  #encoding;
  #known = new Map(); // promises of rows, by puzzle shape, encoding and line
  #row = null;

  constructor(page, encoding) {
    const { h } = page;
    this.#page = page;
    this.#encoding = encoding;
    this.summary = h("summary", {}, "");
    this.list = h("ol", { class: "clause-list firing-list", tabindex: 0, "aria-label": "The clauses of the line" });
    this.element = h("details", { class: "firing-line", open: true, ontoggle: () => this.#draw() }, this.summary, this.list);
  }

  show(row) {
    this.#row = row && ["learned", "clue", "own"].includes(row.family) ? null : row;
    this.element.classList.toggle("idle", !this.#row);
    const words = this.#row ? `All clauses of ${this.#row.line}` : "All clauses of the line: this step has none";
    if (this.summary.textContent !== words) this.summary.textContent = words;
    this.#draw();
  }

  async #draw() {
    const row = this.#row;
    if (!this.element.open) return;
    const { fill, h } = this.#page;
    if (!row) {
      this.shown = null;
      return void fill(this.list);
    }
    let rows;
    try {
      rows = await this.#clausesOf(row.line);
    } catch (error) {
      const message = this.#page.failed(error);
      if (!message || row !== this.#row) return;
      this.shown = null;
      return void fill(this.list, h("li", {}, message));
    }
    if (row !== this.#row) return;
    const fired = firedOf(row, rows);
    if (this.shown !== rows) fill(this.list, rows.map((one) => h("li", {}, clauseLine(this.#page, one))));
    this.shown = rows;
    [...this.list.children].forEach((li, at) => {
      if (at === fired) li.setAttribute("aria-current", "true");
      else li.removeAttribute("aria-current");
    });
    const now = this.list.children[fired];
    if (now) this.list.scrollTop = now.offsetTop - this.list.clientHeight / 3;
  }

  #clausesOf(line) {
    const { puzzle } = this.#page;
    const fields = { puzzle: ".".repeat(puzzle.count), box: puzzle.box, encoding: this.#encoding(), place: line };
    const key = JSON.stringify(fields);
    if (!this.#known.has(key)) {
      const asked = this.#page.ask("clauses", fields);
      asked.catch(() => this.#known.delete(key));
      this.#known.set(key, asked);
    }
    return this.#known.get(key);
  }
}

/** Which of the rows is the clause that fires. In a formula that is reduced for its puzzle, it is a part of one. */
function firedOf(fired, rows) {
  const has = rows.map((row) => fired.literals.every((name) => row.literals.includes(name)));
  const whole = rows.findIndex((row, at) => has[at] && row.literals.length === fired.literals.length);
  return whole >= 0 ? whole : has.indexOf(true);
}
