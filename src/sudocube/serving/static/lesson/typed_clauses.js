// @ts-check
/* Clauses as somebody types them: one or several on a line, as numbers or by the names of the variables. */

import { SIZE } from "../scripts/small_puzzle.js";
import { elementAt, placeOf, shortName } from "./elements.js";

const ELEMENTS = SIZE ** 3;
const HIGHEST = 1000;

/** The clauses of a text, { literals, line }; and the first mistake, { line, found }, or null. A literal is a
    number, or x143, x[1,4,3], x[r1c4,3]; with -, ¬ or ~ it is negated. Between them there may be commas, ∨
    or "or". A clause ends with its line, or with a 0. Comments and a header are passed over.
    @param {string} text */
export function readClauses(text) {
  const clauses = [];
  for (const [at, typed] of text.split("\n").entries()) {
    const line = at + 1;
    const literals = wordsOf(typed).map(literalOf);
    const wrong = literals.indexOf(null);
    if (wrong >= 0) return { clauses, mistake: { line, found: wordsOf(typed)[wrong] } };
    while (literals.length) {
      const end = literals.includes(0) ? literals.indexOf(0) : literals.length;
      clauses.push({ literals: literals.splice(0, end), line });
      literals.shift();
    }
  }
  return { clauses, mistake: null };
}

const BRACKETS = /x\[\s*(?:r([1-4])c([1-4])|([1-4])\s*,\s*([1-4]))\s*,\s*([1-4])\s*\]/g;

/** @param {string} line */
function wordsOf(line) {
  if (/^\s*(c(\s|$)|p\s|#)/.test(line)) return [];
  return line.replaceAll(BRACKETS, (_, r1, c1, r2, c2, digit) => `x${r1 ?? r2}${c1 ?? c2}${digit}`)
    .replaceAll(/([-−¬~])\s+/g, "$1").split(/(?:\s|,|∨|\bor\b)+/).filter(Boolean);
}

/** @param {string} word */
function literalOf(word) {
  const [, minus, name, number] = /^([-−¬~]?)(?:x([1-4]{3})|(\d{1,6}))$/.exec(word) ?? [];
  if (minus === undefined) return null;
  const variable = name ? elementAt(Number(name[0]), Number(name[1]), Number(name[2])) : Number(number);
  if (variable > HIGHEST || (variable === 0 && minus)) return null;
  return minus ? -variable : variable;
}

/** "x[r1c4,3]", "¬x[r1c4,3]", "a[1]" @param {number} literal */
export function literalName(literal) {
  const variable = Math.abs(literal);
  const { row, column, digit } = placeOf(variable);
  const name = variable <= ELEMENTS ? `x[r${row}c${column},${digit}]` : `a[${variable - ELEMENTS}]`;
  return (literal < 0 ? "¬" : "") + name;
}

/** As one would type it: "x143", "-x143", "65". @param {number} literal */
export function typedName(literal) {
  const variable = Math.abs(literal);
  return (literal < 0 ? "-" : "") + (variable <= ELEMENTS ? shortName(variable) : variable);
}
