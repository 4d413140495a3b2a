// @ts-check
/* Unit propagation on a few clauses, and what scenes 3 and 4 draw of its steps.

   Steps are the rows of `sudocube encodings trace --json`: { number, level, because } is a literal that is
   true from now on, and `because` is the row of the clause that made it so, or "clue" or "decision". In
   { conflict, level, reduced, resolutions, learned_clause, backjump } all literals of the clause `conflict`
   are false, and what is learned leads back to the level `backjump`; at level 0 it is null. */

import { html } from "../vendor/lit-html.js";
import { SIZE } from "../scripts/small_puzzle.js";
import { cellName, elementsOfClues, placeOf, shortName } from "./elements.js";

export const DIGITS = [1, 2, 3, 4];

/** How a clause stands, "true", "broken", "unit" or "open", and its literals without a value.
    @param {number[]} clause @param {Map<number, boolean>} values */
export function stateOf(clause, values) {
  const left = [...new Set(clause.filter((literal) => !values.has(literal)))];
  if (clause.some((literal) => values.get(literal))) return { kind: "true", left };
  return { kind: ["broken", "unit"][left.length] ?? "open", left };
}

/** The steps of a puzzle without decisions, in the order of the library, and how they end: "solved",
    "unsatisfiable" or "stuck". @param {any[]} rows of clauses @param {number[]} cells */
export function propagated(rows, cells) {
  const clues = elementsOfClues(cells).map((element) => ({ clause: [element] }));
  const clauses = [...rows, ...clues];
  const values = new Map();
  /** @type {any[]} */ const steps = [];
  const fire = (some) => some.find((row) => {
    const { kind, left: [number] } = stateOf(row.clause, values);
    if (kind !== "unit") return kind === "broken";
    values.set(number, true).set(-number, false);
    steps.push({ number, level: 0, because: row.says ? row : "clue" });
    return false;
  });
  let broken = fire(clauses.filter(({ clause }) => new Set(clause).size < 2));
  for (let taken = 0; !broken && taken < steps.length; taken++) {
    const { number } = steps[taken];
    broken = fire(clauses.filter(({ clause }) => clause.includes(-number)));
  }
  if (broken) {
    return { steps: [...steps, { conflict: broken, level: 0, backjump: null }], end: "unsatisfiable" };
  }
  const isSolved = clauses.every(({ clause }) => clause.some((literal) => values.get(literal)));
  return { steps, end: isSolved ? "solved" : "stuck" };
}

/** Unit propagation in rounds: in each, all clauses fire that have a single literal left, so that their order
    does not matter. For each round its steps { number, place of the clause }; `given` are round 0.
    @param {number[][]} clauses @param {number[]} given */
export function inRounds(clauses, given) {
  const values = new Map();
  const rounds = [];
  let next = new Map(given.map((literal) => [literal, -1]));
  while (next.size || !rounds.length) {
    rounds.push([...next].map(([number, place]) => ({ number, place })));
    for (const literal of next.keys()) {
      if (values.get(literal) === false) return { rounds, isBroken: true };
      values.set(literal, true).set(-literal, false);
    }
    next = new Map();
    for (const [place, clause] of clauses.entries()) {
      const { kind, left } = stateOf(clause, values);
      if (kind === "broken") return { rounds, isBroken: true };
      if (kind === "unit" && !next.has(left[0])) next.set(left[0], place);
    }
  }
  return { rounds, isBroken: false };
}

/** The literal steps that still hold after the first `count` steps. @param {any[]} steps */
export function trailAfter(steps, count = steps.length) {
  const trail = [];
  for (const step of steps.slice(0, count)) {
    if (step.conflict === undefined) trail.push(step);
    else while (step.backjump !== null && trail.length && trail.at(-1).level > step.backjump) trail.pop();
  }
  return trail;
}

/** A Map from each literal that has a value to true or false. @param {any[]} trail */
export const valuesOf = (trail) =>
  new Map(trail.flatMap(({ number }) => [[number, true], [-number, false]]));

// What is drawn of it

/** The board after steps: { digits, kinds, candidates }. @param {number[]} cells @param {any[]} trail */
export function boardAfter(cells, trail) {
  const values = valuesOf(trail);
  const digits = [...cells];
  /** @type {string[]} */ const kinds = cells.map((digit) => (digit ? "clue" : "placed"));
  const candidates = cells.map((digit, cell) =>
    (digit ? [] : DIGITS.filter((one) => values.get(SIZE * cell + one) !== false)));
  for (const { number, because } of trail.filter((step) => step.number > 0)) {
    const { cell, digit } = placeOf(number);
    if (because === "decision") kinds[cell] = "assumed";
    digits[cell] = digit;
  }
  return { digits, kinds, candidates };
}

/** The literals of the clause that a step is about. */
export const literalsOf = ({ conflict, because, number }) => (conflict ?? because).clause ?? [number];

/** What a clause says: "row 1, digit 2: at least one". */
export function sayingOf(because) {
  if (typeof because === "string") return because;
  if (!because.says) return "clue";
  const { family, line, says } = because;
  return family === "learned" ? `what was learned from ${line}` : `${line}: ${says}`;
}

/** Literals with ∨ between them. @param {number[]} clause @param {(literal: number) => any} view */
export const joined = (clause, view) => clause.map((one, at) => html`${at ? " ∨ " : ""}${view(one)}`);

/** @param {number} literal @param {any} [kind] @param {any} [level] */
export const literalView = (literal, kind = "", level = "") =>
  html`<span class="literal ${kind}">${shortName(literal)}${level}</span>`;

/** The marks of a literal: its cell, or the candidate that goes. @param {number} number */
export function marksOfLiteral(number, tone) {
  const name = cellName(Math.abs(number));
  if (number > 0) return { cells: { [name]: tone } };
  return { candidates: { [name]: { [placeOf(-number).digit]: tone === "good" ? "bad" : tone } } };
}
