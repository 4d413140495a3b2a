/* Names and places of cells: what a picture of a grid needs, and no rules of Sudoku.

     SYMBOLS                  SYMBOLS[digit] is how a digit is written; SYMBOLS[0] is a blank
     BOXES                    all shapes of boxes, smallest grid first: "2x2" … "5x5"
     geometryOf("2x3")        { box, boxRows, boxColumns, size, count }; undefined for no shape
     shapeWords("2x3")        "6 × 6, boxes 2 × 3"
     usualBox(size)           the shape at least as wide as tall: 6 -> "2x3"; undefined for no size
     sizeOfCells(count)       36 -> 6; undefined if no size has that many cells
     cellName(cell, size)     0 -> "r1c1"
     cellIndex(name, size)    "r1c1" -> 0; a number stays as it is
     cellWords(cell, size)    "row 1, column 1"
     digitOf("a")             10; 0 for a blank; undefined for no symbol
     digitsOf(text)           the digits of n² symbols, as an array
     textOf(digits)           the symbols of digits, as one text */

export const SYMBOLS = ".123456789ABCDEFGHIJKLMNOP";
const BLANKS = ".0*_-?";
const SIDES = [2, 3, 4, 5];

export const BOXES = SIDES.flatMap((rows) => SIDES.map((columns) => `${rows}x${columns}`))
  .sort((one, other) => area(one) - area(other) || one.localeCompare(other));

function area(box) {
  const [rows, columns] = box.split("x").map(Number);
  return rows * columns;
}

export function geometryOf(box) {
  if (!BOXES.includes(box)) return undefined;
  const [boxRows, boxColumns] = box.split("x").map(Number);
  const size = boxRows * boxColumns;
  return { box, boxRows, boxColumns, size, count: size * size };
}

export function shapeWords(box) {
  const { size, boxRows, boxColumns } = geometryOf(box);
  return `${size} × ${size}, boxes ${boxRows} × ${boxColumns}`;
}

export function usualBox(size) {
  return BOXES.find((box) => area(box) === Number(size) && box[0] <= box[2]);
}

export function sizeOfCells(count) {
  const size = Math.sqrt(count);
  return usualBox(size) ? size : undefined;
}

export function cellName(cell, size) {
  return `r${Math.floor(cell / size) + 1}c${(cell % size) + 1}`;
}

export function cellIndex(name, size) {
  const found = /^r(\d+)c(\d+)$/.exec(name);
  return found ? (found[1] - 1) * size + (found[2] - 1) : Number(name);
}

export function cellWords(cell, size) {
  return `row ${Math.floor(cell / size) + 1}, column ${(cell % size) + 1}`;
}

export function digitOf(symbol) {
  if (BLANKS.includes(symbol)) return 0;
  const digit = SYMBOLS.indexOf(symbol.toUpperCase());
  return digit > 0 ? digit : undefined;
}

export function digitsOf(text) {
  return Array.from(text, (symbol) => digitOf(symbol) ?? 0);
}

export function textOf(digits) {
  return Array.from(digits, (digit) => SYMBOLS[digit]).join("");
}
