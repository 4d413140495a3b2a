// @ts-check
/* Clauses as somebody types them: one or several on a line, as numbers or by the names of the variables.

     readClauses(text)     {clauses: [{literals, line}], mistake}
         A literal is a number, or x143, x[1,4,3], x[r1c4,3]; with -, ¬ or ~ it is negated. Between literals there may
         be commas, ∨ or "or". A clause ends with its line, or with a 0. Lines that begin with "c " or "#" are comments,
         and a header "p cnf …" is passed over. `mistake` is {line, found}, or null.
     literalName(literal)      "x[r1c4,3]", "¬x[r1c4,3]", "a[1]"
     typedName(literal)        "x143", "-x143", "65": as one would type it */

import { SIZE } from "../scripts/small_puzzle.js";
import { elementAt, placeOf, shortName } from "./elements.js";

const ELEMENTS = SIZE ** 3;
const MOST = 3000;
const HIGHEST = 1000;

export function readClauses(text) {
  const clauses = [];
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; at++) {
    const words = wordsOf(lines[at]);
    let literals = [];
    for (const word of words) {
      const literal = literalOf(word);
      if (literal === null) return { clauses, mistake: { line: at + 1, found: word } };
      if (literal !== 0) literals.push(literal);
      else {
        clauses.push({ literals, line: at + 1 });
        literals = [];
      }
    }
    if (literals.length) clauses.push({ literals, line: at + 1 });
    if (clauses.length > MOST) return { clauses, mistake: { line: at + 1, found: `more than ${MOST} clauses` } };
  }
  return { clauses, mistake: null };
}

function wordsOf(line) {
  if (/^\s*(c(\s|$)|p\s|#)/.test(line)) return [];
  return line
    .replaceAll(/x\[\s*(?:r([1-4])c([1-4])|([1-4])\s*,\s*([1-4]))\s*,\s*([1-4])\s*\]/g, (_, r1, c1, r2, c2, digit) => `x${r1 ?? r2}${c1 ?? c2}${digit}`)
    .replaceAll(/([-−¬~])\s+/g, "$1")
    .split(/(?:\s|,|∨|\bor\b)+/)
    .filter(Boolean);
}

function literalOf(word) {
  const [, minus, name, number] = /^([-−¬~]?)(?:x([1-4]{3})|(\d{1,6}))$/.exec(word) ?? [];
  if (minus === undefined) return null;
  const variable = name ? elementAt(...Array.from(name, Number)) : Number(number);
  if (variable > HIGHEST || (variable === 0 && minus)) return null;
  return minus ? -variable : variable;
}

export function literalName(literal) {
  const variable = Math.abs(literal);
  const { row, column, digit } = placeOf(variable);
  const name = variable <= ELEMENTS ? `x[r${row}c${column},${digit}]` : `a[${variable - ELEMENTS}]`;
  return (literal < 0 ? "¬" : "") + name;
}

export function typedName(literal) {
  const variable = Math.abs(literal);
  return (literal < 0 ? "-" : "") + (variable <= ELEMENTS ? shortName(variable) : variable);
}
