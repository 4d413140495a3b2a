/* The grid: a table with role=grid, for what is typed and for every picture of a grid.

     const board = new Board({ box, label, isEditable, isNumbered, onSelect, onPick, onKey })
         label        what a screen reader calls it: "Puzzle", "First solution"
         isEditable   cells are at least 24 px wide, and say "blank"; otherwise the board is read-only
         isNumbered   whether the numbers of rows and columns stand beside it (true unless said otherwise)
         onSelect(cell)        another cell has the focus
         onPick(cell)          a cell was clicked, or Enter was pressed on it
         onKey(event, cell)    any other key on a cell; true if it was used
     board.element             to be put on the page; it fills the width that it is given, up to 34rem
     board.show({ digits, kinds, candidates, box })
         digits       n² numbers (0 for a blank), or a text of n² symbols
         kinds        by cell "clue" (bold; what is left out), "placed" (teal), "assumed" (violet), "wrong" (orange);
                      a list, or an object by cell
         candidates   by cell a list of digits, drawn small in blank cells; a list, or an object by cell
         The board is drawn from this state alone; lit-html touches only what has changed.
     board.mark({ cells, candidates, labels })        replaces all marks; {} removes them
         cells        { r1c1: "good" | "bad" | "open" | "note" }                         (the tones of tokens.css)
         candidates   { r1c1: { 5: "good" | "bad" | "open" | "note" } }; such a candidate is drawn even if it is none
         labels       { r1c1: "clashes with r1c5" }, read after the cell; without it a tone says "marked"
     board.selected            the number of the selected cell
     board.select(cell, { focus })
   In all objects, cells are names ("r1c1") or numbers from 0. The focus is one tab stop and roves: arrows, Home, End,
   with Ctrl to the first and last cell. */

import { html, nothing, render } from "../vendor/lit-html.js";
import { cellIndex, cellWords, digitsOf, geometryOf, SYMBOLS } from "./geometry.js";

export class Board {
  #options;
  #shape;
  #shown = { digits: [], kinds: {}, candidates: {} };
  #marks = { cells: {}, candidates: {}, labels: {} };

  constructor({ box = "3x3", label = "Grid", isEditable = false, isNumbered = true, ...listeners } = {}) {
    this.#options = { label, isEditable, isNumbered, ...listeners };
    const kind = [isEditable && "editable", isNumbered && "numbered", listeners.onPick && "selectable"];
    this.element = document.createElement("div");
    this.element.className = ["board", ...kind.filter(Boolean)].join(" ");
    this.selected = 0;
    this.#shape = geometryOf(box);
    this.#draw();
    this.#options.onSelect?.(this.selected);
  }

  get size() { return this.#shape.size; }
  get box() { return this.#shape.box; }

  show({ digits, kinds = {}, candidates = {}, box }) {
    const isOther = box && box !== this.box;
    if (isOther) {
      this.#shape = geometryOf(box);
      this.#marks = { cells: {}, candidates: {}, labels: {} };
    }
    const values = typeof digits === "string" ? digitsOf(digits) : digits;
    this.#shown = { digits: values, kinds: this.#byCell(kinds), candidates: this.#byCell(candidates ?? {}) };
    if (isOther) this.select(this.selected);
    else this.#draw();
  }

  mark({ cells = {}, candidates = {}, labels = {} } = {}) {
    this.#marks = { cells: this.#byCell(cells), candidates: this.#byCell(candidates), labels: this.#byCell(labels) };
    this.#draw();
  }

  select(cell, { focus = false } = {}) {
    this.selected = Math.min(Math.max(cell, 0), this.#shape.count - 1);
    this.#draw();
    if (focus) this.element.querySelector('td[tabindex="0"]').focus({ preventScroll: false });
    this.#options.onSelect?.(this.selected);
  }

  #byCell(given) {
    if (Array.isArray(given)) return given;
    return Object.fromEntries(Object.entries(given).map(([name, value]) => [cellIndex(name, this.size), value]));
  }

  #draw() {
    const { size, boxRows, boxColumns } = this.#shape;
    const { label, isEditable, isNumbered } = this.#options;
    const numbers = Array.from({ length: size }, (_, at) => at);
    const head = html`<thead><tr><td class="corner"></td>${numbers.map((at) => html`<th scope="col">${at + 1}</th>`)}</tr></thead>`;
    const row = (at) => html`<tr>
      ${isNumbered ? html`<th scope="row">${at + 1}</th>` : nothing}${numbers.map((column) => this.#cell(at, column))}</tr>`;
    render(html`<table role="grid" aria-label="${label}, ${size} by ${size}" aria-readonly=${isEditable ? nothing : "true"}
      .style="--n: ${size}; --box-rows: ${boxRows}; --box-columns: ${boxColumns}" @keydown=${(event) => this.#key(event)}>
      ${isNumbered ? head : nothing}<tbody>${numbers.map(row)}</tbody></table>`, this.element);
  }

  #cell(row, column) {
    const { size, boxRows, boxColumns } = this.#shape;
    const cell = row * size + column;
    const digit = this.#shown.digits[cell] ?? 0;
    const tones = digit ? {} : this.#marks.candidates[cell] ?? {};
    const some = digit ? [] : [...(this.#shown.candidates[cell] ?? []), ...Object.keys(tones).map(Number)];
    const candidates = [...new Set(some)].sort((first, second) => first - second);
    const tone = this.#marks.cells[cell];
    const sides = [
      row === 0 && "top-edge",
      column === 0 && "left-edge",
      (column + 1) % boxColumns === 0 && "box-right",
      (row + 1) % boxRows === 0 && "box-bottom",
    ];
    const isSelected = cell === this.selected;
    const isChosen = isSelected && (this.#options.isEditable || this.#options.onPick);
    return html`<td role="gridcell" class=${sides.filter(Boolean).join(" ")} tabindex=${isSelected ? 0 : -1}
      aria-selected=${isChosen ? "true" : "false"} aria-label=${this.#words(cell, digit, candidates, this.#marks.labels[cell] ?? (tone && "marked"))}
      data-cell="r${row + 1}c${column + 1}" data-kind=${(digit && (this.#shown.kinds[cell] ?? "clue")) || nothing} data-tone=${tone || nothing}
      @focus=${() => cell !== this.selected && this.select(cell)} @click=${() => this.#pick(cell)}
      >${digit ? SYMBOLS[digit] : candidates.length ? this.#small(candidates, tones) : nothing}</td>`;
  }

  #small(candidates, tones) {
    const { boxColumns } = this.#shape;
    const place = (digit) => `grid-area: ${Math.floor((digit - 1) / boxColumns) + 1} / ${((digit - 1) % boxColumns) + 1}`;
    const one = (digit) => html`<span .style=${place(digit)} data-tone=${tones[digit] || nothing}>${SYMBOLS[digit]}</span>`;
    return html`<span class="marks" aria-hidden="true">${candidates.map(one)}</span>`;
  }

  #pick(cell) {
    this.select(cell, { focus: true });
    this.#options.onPick?.(cell);
  }

  #words(cell, digit, candidates, label) {
    const holds = digit ? SYMBOLS[digit] : "blank";
    const marks = candidates.length ? `, candidates ${candidates.map((one) => SYMBOLS[one]).join(" ")}` : "";
    return `${cellWords(cell, this.size)}, ${holds}${marks}${label ? `, ${label}` : ""}`;
  }

  #key(event) {
    const cell = this.selected;
    const to = event.altKey || event.metaKey ? undefined : this.#target(event, cell);
    if (to !== undefined) this.select(to, { focus: true });
    else if (event.key === "Enter" && this.#options.onPick) this.#options.onPick(cell);
    else if (!this.#options.onKey?.(event, cell)) return;
    event.preventDefault();
  }

  /** The cell that a key moves to; undefined for any other key. */
  #target({ key, ctrlKey }, cell) {
    const size = this.size;
    const row = Math.floor(cell / size);
    const column = cell % size;
    const last = size - 1;
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
}
