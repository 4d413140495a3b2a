// @ts-check
/* Names and places of cells: what a picture of a grid needs, and no rules of Sudoku. */

/** SYMBOLS[digit] is how a digit is written; SYMBOLS[0] is a blank. */
export const SYMBOLS = ".123456789ABCDEFGHIJKLMNOP";
const BLANKS = ".0*_-?";
const SIDES = [2, 3, 4, 5];

/** @param {string} box */
const area = (box) => Number(box[0]) * Number(box[2]);

/** All shapes of boxes, smallest grid first: "2x2" … "5x5". */
export const BOXES = SIDES.flatMap((rows) => SIDES.map((columns) => `${rows}x${columns}`))
  .sort((one, other) => area(one) - area(other) || one.localeCompare(other));

/** @param {string} box */
export function geometryOf(box) {
  const [boxRows, boxColumns] = box.split("x").map(Number);
  const size = boxRows * boxColumns;
  return { box, boxRows, boxColumns, size, count: size * size };
}

/** @param {string} box "2x3" -> "6 × 6, boxes 2 × 3" */
export function shapeWords(box) {
  const { size, boxRows, boxColumns } = geometryOf(box);
  const words = `${size} × ${size}`;
  return usualBox(size) === box ? words : `${words}, boxes ${boxRows} × ${boxColumns}`;
}

/** The shape at least as wide as tall: 6 -> "2x3". @param {number} size */
export function usualBox(size) {
  return BOXES.find((box) => area(box) === size && box[0] <= box[2]) ?? "";
}

/** 36 -> 6; 0 if no size has that many cells. @param {number} count */
export function sizeOfCells(count) {
  const size = Math.sqrt(count);
  return usualBox(size) ? size : 0;
}

/** 0 -> "r1c1" @param {number} cell @param {number} size */
export const cellName = (cell, size) => `r${Math.floor(cell / size) + 1}c${(cell % size) + 1}`;

/** "r1c1" -> 0; a number stays as it is. @param {string | number} name @param {number} size */
export function cellIndex(name, size) {
  const found = /^r(\d+)c(\d+)$/.exec(String(name));
  return found ? (Number(found[1]) - 1) * size + Number(found[2]) - 1 : Number(name);
}

/** @param {number} cell @param {number} size */
export const cellWords = (cell, size) => `row ${Math.floor(cell / size) + 1}, column ${(cell % size) + 1}`;

/** "a" -> 10; 0 for a blank; undefined for no symbol. @param {string} symbol */
export function digitOf(symbol) {
  if (BLANKS.includes(symbol)) return 0;
  const digit = SYMBOLS.indexOf(symbol.toUpperCase());
  return digit > 0 ? digit : undefined;
}

/** @param {string} text */
export const digitsOf = (text) => Array.from(text, (symbol) => digitOf(symbol) ?? 0);

/** @param {number[]} digits */
export const textOf = (digits) => Array.from(digits, (digit) => SYMBOLS[digit]).join("");

/** An object by cell whose keys are names or numbers, as one by numbers.
    @param {Record<string, any>} given @param {number} size @returns {Record<number, any>} */
export function byCell(given = {}, size) {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [cellIndex(name, size), value]));
}
