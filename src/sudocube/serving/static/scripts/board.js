// @ts-check
/* The grid: a table with role=grid, for what is typed and for every picture of a grid.

   Marks: `cells` { r1c1: "good" | "bad" | "open" | "note" } (the tones of tokens.css), `candidates`
   { r1c1: { 5: tone } } (drawn even if it is none), `labels` { r1c1: "clashes in row 1" }, read after it.
   Cells are names ("r1c1") or numbers from 0. The focus is one tab stop and roves: arrows, Home, End, with
   Ctrl to the ends. */

import { html, nothing } from "../vendor/lit-html.js";
import { byCell, cellWords, digitsOf, geometryOf, SYMBOLS } from "./geometry.js";
import { focusOn, redraw } from "./page.js";

/** @typedef {Record<string, any>} ByCell */
/** @typedef {{ cells?: ByCell, candidates?: ByCell, labels?: ByCell }} Marks */
/**
 * @typedef {object} BoardGiven
 * @property {string} name a name of its own on the page
 * @property {string} label what a screen reader calls it
 * @property {string} box "3x3"
 * @property {number[] | string} digits n² numbers, 0 for a blank, or symbols
 * @property {any} [kinds] by cell "clue" (bold; also what is left out), "placed", "assumed" or "wrong"
 * @property {any} [candidates] by cell a list of digits, drawn small in blank cells
 * @property {Marks} [marks]
 * @property {boolean} [isEditable]
 * @property {boolean} [isNumbered] whether the numbers of rows and columns stand beside it
 * @property {number} [selected] otherwise the board remembers it by its name
 * @property {(cell: number) => void} [onSelect]
 * @property {(cell: number) => void} [onPick] a cell was clicked, or Enter was pressed on it
 * @property {(event: KeyboardEvent, cell: number) => boolean} [onKey] any other key; true if it was used
 */

/** The selected cells of boards that nobody else keeps. @type {Map<string, number>} */
const selections = new Map();

/** Give the focus to a cell of a board. @param {string} name @param {number} cell */
export const focusCell = (name, cell) => focusOn(`#board-${name} td[data-at="${cell}"]`);

/** @param {BoardGiven} given */
export function board(given) {
  const { name, label, box, isEditable = false, isNumbered = true, marks = {}, onPick, onKey } = given;
  const { size, boxRows, boxColumns, count } = geometryOf(box);
  const digits = typeof given.digits === "string" ? digitsOf(given.digits) : given.digits;
  const { cells, candidates: toned, labels: said } = marks;
  const [kinds, candidates, tones, small, labels] =
    [given.kinds, given.candidates, cells, toned, said].map((one) => byCell(one, size));
  const selected = Math.min(given.selected ?? selections.get(name) ?? 0, count - 1);
  const numbers = Array.from({ length: size }, (_, at) => at);

  /** @param {number} cell */
  function select(cell, isFocused = false) {
    if (cell !== selected) {
      selections.set(name, cell);
      given.onSelect?.(cell);
    }
    if (isFocused) focusCell(name, cell);
    else redraw();
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    const to = event.altKey || event.metaKey ? undefined : targetOf(event, selected, size);
    if (to !== undefined) select(to, true);
    else if (event.key === "Enter" && onPick) onPick(selected);
    else if (!onKey?.(event, selected)) return;
    event.preventDefault();
  }

  /** @param {number} row @param {number} column */
  function cellView(row, column) {
    const cell = row * size + column;
    const digit = digits[cell] ?? 0;
    const toned = digit ? {} : small[cell] ?? {};
    const open = new Set([...(candidates[cell] ?? []), ...Object.keys(toned).map(Number)]);
    const some = digit ? [] : [...open].sort((first, second) => first - second);
    const sides = [
      row === 0 && "top-edge", column === 0 && "left-edge",
      (column + 1) % boxColumns === 0 && "box-right", (row + 1) % boxRows === 0 && "box-bottom",
    ];
    const isChosen = cell === selected && (isEditable || onPick);
    const symbols = some.map((one) => SYMBOLS[one]).join(" ");
    const words = [
      cellWords(cell, size), digit ? SYMBOLS[digit] : "blank", symbols && `candidates ${symbols}`,
      labels[cell] ?? (tones[cell] && "marked"),
    ];
    const pick = () => {
      select(cell, true);
      onPick?.(cell);
    };
    const marksView = some.length ? smallDigits(some, toned, boxColumns) : nothing;
    return html`<td role="gridcell" class=${sides.filter(Boolean).join(" ")}
      tabindex=${cell === selected ? 0 : -1} aria-selected=${isChosen ? "true" : "false"}
      aria-label=${words.filter(Boolean).join(", ")}
      data-cell="r${row + 1}c${column + 1}" data-at=${cell} data-tone=${tones[cell] || nothing}
      data-kind=${digit ? kinds[cell] ?? "clue" : nothing} @focus=${() => cell !== selected && select(cell)}
      @click=${pick}>${digit ? SYMBOLS[digit] : marksView}</td>`;
  }

  const head = (scope, at) => (isNumbered ? html`<th scope=${scope}>${at + 1}</th>` : nothing);
  const top = html`<thead><tr><td class="corner"></td>${numbers.map((at) => head("col", at))}</tr></thead>`;
  const rowView = (row) =>
    html`<tr>${head("row", row)}${numbers.map((column) => cellView(row, column))}</tr>`;
  const classes = ["board", isEditable && "editable", isNumbered && "numbered", onPick && "selectable"];
  return html`<div class=${classes.filter(Boolean).join(" ")} id="board-${name}"><table role="grid"
    aria-label="${label}, ${size} by ${size}" aria-readonly=${isEditable ? nothing : "true"} @keydown=${key}
    .style="--n: ${size}; --box-rows: ${boxRows}; --box-columns: ${boxColumns}">${isNumbered ? top : nothing}
    <tbody>${numbers.map(rowView)}</tbody></table></div>`;
}

/** @param {number[]} some @param {Record<number, string>} tones @param {number} boxColumns */
function smallDigits(some, tones, boxColumns) {
  const at = (digit) => [Math.floor((digit - 1) / boxColumns) + 1, ((digit - 1) % boxColumns) + 1];
  const one = (digit) => html`<span .style="grid-area: ${at(digit).join(" / ")}"
    data-tone=${tones[digit] || nothing}>${SYMBOLS[digit]}</span>`;
  return html`<span class="marks" aria-hidden="true">${some.map(one)}</span>`;
}

/** The cell that a key moves to; undefined for any other key. @param {KeyboardEvent} event */
function targetOf({ key, ctrlKey }, cell, size) {
  const [row, column, last] = [Math.floor(cell / size), cell % size, size - 1];
  switch (key) {
    case "ArrowUp": return row > 0 ? cell - size : cell;
    case "ArrowDown": return row < last ? cell + size : cell;
    case "ArrowLeft": return column > 0 ? cell - 1 : cell;
    case "ArrowRight": return column < last ? cell + 1 : cell;
    case "Home": return ctrlKey ? 0 : row * size;
    case "End": return ctrlKey ? size * size - 1 : row * size + last;
    default: return undefined;
  }
}
