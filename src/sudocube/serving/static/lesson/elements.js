// @ts-check
/* The elements of the 4×4 cube and its lines, read from the clauses that the library gives.

    placeOf(element)       {row, column, digit} from 1, {cell} from 0
    elementAt(row, column, digit)   its number
    elementsOfClues(cells) the elements that a puzzle's clues make true
    cellName(element)      "r1c2"
    inWords(element)       "row 1, column 2, digit 3"
    shortName(literal)     "x123", "¬x123"
    linesOf(rows)          [{family, name, elements}]: the lines, from the clauses that say "at least one"
    namesOf(rows)          a function from literals to names, "¬x[r1c2,3]"
    shadowOf(rows, placed) a Map from each element that is ruled out by a pair to {by, line}: the first that does it

`rows` are the rows of clauses as `sudocube encodings show extended --size 4 --all --json` prints them.
*/

import { SIZE } from "../scripts/small_puzzle.js";

export function placeOf(element) {
  const cell = Math.floor((element - 1) / SIZE);
  return { cell, row: Math.floor(cell / SIZE) + 1, column: (cell % SIZE) + 1, digit: ((element - 1) % SIZE) + 1 };
}

export function elementAt(row, column, digit) {
  return SIZE * SIZE * (row - 1) + SIZE * (column - 1) + digit;
}

export function elementsOfClues(cells) {
  return cells.flatMap((digit, cell) => (digit ? [SIZE * cell + digit] : []));
}

export function cellName(element) {
  const { row, column } = placeOf(element);
  return `r${row}c${column}`;
}

export function inWords(element) {
  const { row, column, digit } = placeOf(element);
  return `row ${row}, column ${column}, digit ${digit}`;
}

export function shortName(literal) {
  const { row, column, digit } = placeOf(Math.abs(literal));
  return `${literal < 0 ? "¬" : ""}x${row}${column}${digit}`;
}

export function linesOf(rows) {
  return rows
    .filter(({ says }) => says === "at least one")
    .map(({ family, line, clause }) => ({ family, name: line, elements: clause }));
}

export function namesOf(rows) {
  const names = new Map();
  for (const { clause, literals } of rows) clause.forEach((literal, place) => names.set(literal, literals[place]));
  return (literal) => names.get(literal) ?? `¬${names.get(-literal)}`;
}

export function shadowOf(rows, placed) {
  const shadow = new Map();
  for (const { clause, line, says } of rows) {
    if (says !== "at most one") continue;
    for (const [one, other] of [clause, [...clause].reverse()])
      if (placed.has(-one) && !shadow.has(-other)) shadow.set(-other, { by: -one, line });
  }
  return shadow;
}
