// @ts-check
/* A 4×4 puzzle that is written out, read without the library: in a scene, and where there is no server.

    SIZE               4
    readSmall(text)    its 16 digits, 0 for a blank; throws an Error for the reader
    oneLine(cells)     the same as 16 symbols, with . for a blank */

export const SIZE = 4;

export function readSmall(text) {
  const signs = text.replace(/[\s|+\-,]/g, "");
  const wrong = signs.match(/[^0-4._*?]/u);
  const expected = "Write digits 1 to 4, and . for a blank.";
  if (wrong) throw new Error(`“${wrong[0]}” is no cell of a 4×4 puzzle. ${expected}`);
  if (signs.length !== SIZE ** 2) {
    throw new Error(`A 4×4 puzzle has 16 cells; found ${signs.length}. ${expected}`);
  }
  return Array.from(signs, (sign) => Number(sign) || 0);
}

export function oneLine(cells) {
  return cells.join("").replaceAll("0", ".");
}
