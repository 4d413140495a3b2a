// @ts-check
/* The elements of the 4×4 cube and its lines, read from the clauses of the library. `rows` are the rows
   of clauses as `sudocube encodings show extended --size 4 --all --json` prints them. */

import { cellName as nameOfCell, cellWords } from "../scripts/geometry.js";
import { SIZE } from "../scripts/small_puzzle.js";

/** Row, column and digit from 1, the cell from 0. @param {number} element */
export function placeOf(element) {
  const cell = Math.floor((element - 1) / SIZE);
  const [row, column] = [Math.floor(cell / SIZE) + 1, (cell % SIZE) + 1];
  return { cell, row, column, digit: ((element - 1) % SIZE) + 1 };
}

/** The number of an element. @param {number} row @param {number} column @param {number} digit */
export const elementAt = (row, column, digit) => SIZE * SIZE * (row - 1) + SIZE * (column - 1) + digit;

/** The elements that the clues make true. @param {number[]} cells */
export const elementsOfClues = (cells) =>
  [...cells.entries()].filter(([, digit]) => digit).map(([cell, digit]) => SIZE * cell + digit);

/** "r1c2" @param {number} element */
export const cellName = (element) => nameOfCell(placeOf(element).cell, SIZE);

/** "row 1, column 2, digit 3" @param {number} element */
export function inWords(element) {
  const { cell, digit } = placeOf(element);
  return `${cellWords(cell, SIZE)}, digit ${digit}`;
}

/** "x123", "¬x123" @param {number} literal */
export function shortName(literal) {
  const { row, column, digit } = placeOf(Math.abs(literal));
  return `${literal < 0 ? "¬" : ""}x${row}${column}${digit}`;
}

/** The lines: the clauses that say "at least one". @param {any[]} rows */
export const linesOf = (rows) => rows.filter(({ says }) => says === "at least one")
  .map(({ family, line, clause }) => ({ family, name: line, elements: clause }));

/** A function from literals to names, "¬x[r1c2,3]". @param {any[]} rows */
export function namesOf(rows) {
  const names = new Map(rows.flatMap(({ clause, literals }) => clause.map((one, at) => [one, literals[at]])));
  return (literal) => names.get(literal) ?? `¬${names.get(-literal)}`;
}

/** What a pair rules out: each element with the one that does it first, and the line. @param {any[]} rows */
export function shadowOf(rows, placed) {
  const shadow = new Map();
  for (const { clause, line } of rows.filter(({ says }) => says === "at most one")) {
    for (const [one, other] of [clause, clause.toReversed()].map((pair) => pair.map((literal) => -literal))) {
      if (placed.has(one) && !placed.has(other) && !shadow.has(other)) shadow.set(other, { by: one, line });
    }
  }
  return shadow;
}
