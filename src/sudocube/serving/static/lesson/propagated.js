// @ts-check
/* A 4×4 puzzle as clauses, propagated: what scenes 3 and 4 show of it, after any number of steps.

    const run = new Propagated(rows, cells, options)      options as those of `traced` (propagation.js)
    run.steps, run.end, run.clauses      what `traced` gives, and all clauses, learned ones last, by their places
    run.name(literal)                    "¬x[r1c2,3]"
    run.sayingOf(place)                  what a clause says: "row 1, digit 2: at least one"
    run.valuesAfter(count)               a Map from literals to true and false
    run.boardAfter(count)                {digits, kinds, candidates} for a board
    run.stepOf(literal, count)           the place of the step that made a literal true, -1 if it is not true
*/

import { html } from "../vendor/lit-html.js";
import { SIZE } from "../scripts/small_puzzle.js";
import { elementsOfClues, namesOf, placeOf } from "./elements.js";
import { clausesAfter, traced, trailAfter, valuesOf } from "./propagation.js";

export class Propagated {
  constructor(rows, cells, options = {}) {
    this.rows = rows;
    this.cells = cells;
    this.clues = elementsOfClues(cells);
    const clauses = [...rows.map(({ clause }) => clause), ...this.clues.map((element) => [element])];
    this.name = namesOf(rows);
    const { steps, end } = traced(clauses, { size: SIZE, ...options });
    this.steps = steps;
    this.end = end;
    this.clauses = clausesAfter(clauses, this.steps);
    this.given = clauses.length;
  }

  sayingOf(place) {
    if (place < 0) return "decision";
    if (place >= this.given) return `what was learned from conflict ${place - this.given + 1}`;
    const row = this.rows[place];
    if (!row) return "clue";
    return `${row.line}: ${row.says}`;
  }

  valuesAfter(count) {
    return valuesOf(trailAfter(this.steps, count));
  }

  boardAfter(count) {
    const values = this.valuesAfter(count);
    const digits = [...this.cells];
    const kinds = this.cells.map((digit) => (digit ? "clue" : "placed"));
    const candidates = this.cells.map(() => []);
    const decided = new Set(
      trailAfter(this.steps, count)
        .filter(({ clause }) => clause < 0)
        .map(({ literal }) => literal),
    );
    for (let element = 1; element <= SIZE ** 3; element++) {
      const { cell, digit } = placeOf(element);
      if (this.cells[cell]) continue;
      if (values.get(element)) {
        digits[cell] = digit;
        if (decided.has(element)) kinds[cell] = "assumed";
      } else if (values.get(element) !== false) candidates[cell].push(digit);
    }
    return { digits, kinds, candidates };
  }

  stepOf(literal, count = this.steps.length) {
    const step = trailAfter(this.steps, count).find((one) => one.literal === literal);
    return this.steps.indexOf(step);
  }
}

/** A clause as a template: each literal with its value, and the one that it forces, if one is named. */
export function clauseView(clause, name, values, forced = null) {
  return clause.map((literal, at) => {
    const value = literal === forced ? "forced" : ({ true: "true", false: "false" }[values.get(literal)] ?? "open");
    return html`${at ? " ∨ " : ""}<span class="literal ${value}">${name(literal)}</span>`;
  });
}
