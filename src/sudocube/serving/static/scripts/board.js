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
         Only cells that change are touched, so a hundred steps do not flicker. Another box builds the table anew.
     board.mark({ cells, candidates, labels })        replaces all marks; {} removes them
         cells        { r1c1: "good" | "bad" | "open" | "note" }                         (the tones of tokens.css)
         candidates   { r1c1: { 5: "good" | "bad" | "open" | "note" } }; such a candidate is drawn even if it is none
         labels       { r1c1: "clashes with r1c5" }, read after the cell; without it a tone says "marked"
     board.selected            the number of the selected cell
     board.select(cell, { focus })
   In all objects, cells are names ("r1c1") or numbers from 0. The focus is one tab stop and roves: arrows, Home, End,
   with Ctrl to the first and last cell. */

import { h } from "./dom.js";
import { cellIndex, cellWords, digitsOf, geometryOf, SYMBOLS } from "./geometry.js";

export class Board {
  #options;
  #shape;
  #cells = []; // by cell: { td, symbol, marks, now, tone, tones, label }
  #shown = { digits: [], kinds: {}, candidates: {} };

  constructor({ box = "3x3", label = "Grid", isEditable = false, isNumbered = true, ...listeners } = {}) {
    this.#options = { label, isEditable, isNumbered, ...listeners };
    const kind = [isEditable && "editable", isNumbered && "numbered", listeners.onPick && "selectable"];
    this.element = h("div", { class: ["board", ...kind.filter(Boolean)].join(" ") });
    this.selected = 0;
    this.#build(box);
  }

  get size() { return this.#shape.size; }
  get box() { return this.#shape.box; }

  show({ digits, kinds = {}, candidates = {}, box }) {
    if (box && box !== this.box) this.#build(box);
    const values = typeof digits === "string" ? digitsOf(digits) : digits;
    this.#shown = { digits: values, kinds: this.#byCell(kinds), candidates: this.#byCell(candidates ?? {}) };
    for (let cell = 0; cell < this.#shape.count; cell++) this.#draw(cell);
  }

  mark({ cells = {}, candidates = {}, labels = {} } = {}) {
    const [tones, ofDigits, words] = [cells, candidates, labels].map((one) => this.#byCell(one));
    this.#cells.forEach((one, cell) => {
      one.tone = tones[cell] ?? "";
      one.tones = ofDigits[cell] ?? {};
      one.label = words[cell] ?? (one.tone ? "marked" : "");
      this.#draw(cell);
    });
  }

  select(cell, { focus = false } = {}) {
    const { td } = this.#cells[this.selected] ?? {};
    td?.setAttribute("tabindex", "-1");
    td?.setAttribute("aria-selected", "false");
    this.selected = Math.min(Math.max(cell, 0), this.#shape.count - 1);
    const now = this.#cells[this.selected].td;
    now.setAttribute("tabindex", "0");
    if (this.#options.isEditable || this.#options.onPick) now.setAttribute("aria-selected", "true");
    if (focus) now.focus({ preventScroll: false });
    this.#options.onSelect?.(this.selected);
  }

  #byCell(given) {
    if (Array.isArray(given)) return given;
    return Object.fromEntries(Object.entries(given).map(([name, value]) => [cellIndex(name, this.size), value]));
  }

  #build(box) {
    this.#shape = geometryOf(box);
    const { size, boxRows, boxColumns } = this.#shape;
    const { label, isEditable, isNumbered } = this.#options;
    this.#cells = [];
    const numbers = Array.from({ length: size }, (_, at) => at + 1);
    const head = h("tr", {}, h("td", { class: "corner" }), numbers.map((one) => h("th", { scope: "col" }, one)));
    const rows = numbers.map((row) => {
      const cells = numbers.map((column) => this.#newCell(row - 1, column - 1));
      return h("tr", {}, isNumbered && h("th", { scope: "row" }, row), cells);
    });
    const table = h("table", { role: "grid", "aria-label": `${label}, ${size} by ${size}` });
    if (!isEditable) table.setAttribute("aria-readonly", "true");
    table.append(h("tbody", {}, rows));
    if (isNumbered) table.prepend(h("thead", {}, head));
    for (const [name, value] of [["--n", size], ["--box-rows", boxRows], ["--box-columns", boxColumns]]) {
      table.style.setProperty(name, value);
    }
    table.addEventListener("keydown", (event) => this.#key(event));
    this.element.replaceChildren(table);
    this.#shown = { digits: Array(size * size).fill(0), kinds: {}, candidates: {} };
    for (let cell = 0; cell < this.#shape.count; cell++) this.#draw(cell);
    this.select(Math.min(this.selected, this.#shape.count - 1));
  }

  #newCell(row, column) {
    const { size, boxRows, boxColumns } = this.#shape;
    const cell = row * size + column;
    const sides = [
      row === 0 && "top-edge",
      column === 0 && "left-edge",
      (column + 1) % boxColumns === 0 && "box-right",
      (row + 1) % boxRows === 0 && "box-bottom",
    ];
    const td = h("td", { role: "gridcell", tabindex: -1, class: sides.filter(Boolean).join(" ") });
    td.dataset.cell = `r${row + 1}c${column + 1}`;
    td.addEventListener("focus", () => cell !== this.selected && this.select(cell));
    td.addEventListener("click", () => {
      this.select(cell, { focus: true });
      this.#options.onPick?.(cell);
    });
    this.#cells.push({ td, now: "", tone: "", tones: {}, label: "", marks: null });
    return td;
  }

  /** Bring one cell to what is to be shown, if it is not there yet. */
  #draw(cell) {
    const one = this.#cells[cell];
    const digit = this.#shown.digits[cell] ?? 0;
    const kind = digit ? (this.#shown.kinds[cell] ?? "clue") : "";
    const some = digit ? [] : [...(this.#shown.candidates[cell] ?? [])];
    const tones = digit ? {} : one.tones;
    const marked = Object.keys(tones).map(Number);
    const candidates = [...new Set([...some, ...marked])].sort((first, second) => first - second);
    const now = JSON.stringify([digit, kind, candidates, one.tone, tones, one.label]);
    if (now === one.now) return;
    one.now = now;
    setData(one.td, "kind", kind);
    setData(one.td, "tone", one.tone);
    one.td.setAttribute("aria-label", this.#words(cell, digit, candidates, one.label));
    if (candidates.length) this.#drawMarks(one, candidates, tones);
    else if (one.td.textContent !== (digit ? SYMBOLS[digit] : "")) {
      one.td.textContent = digit ? SYMBOLS[digit] : "";
      one.marks = null;
    }
  }

  #drawMarks(one, candidates, tones) {
    if (!one.marks) {
      one.marks = { element: h("span", { class: "marks", "aria-hidden": "true" }), spans: new Map() };
      one.td.replaceChildren(one.marks.element);
    }
    const { element, spans } = one.marks;
    for (const [digit, span] of spans) {
      if (candidates.includes(digit)) continue;
      span.remove();
      spans.delete(digit);
    }
    for (const digit of candidates) {
      if (!spans.has(digit)) spans.set(digit, element.appendChild(this.#newMark(digit)));
      setData(spans.get(digit), "tone", tones[digit] ?? "");
    }
  }

  #newMark(digit) {
    const span = h("span", {}, SYMBOLS[digit]);
    span.style.gridRow = Math.floor((digit - 1) / this.#shape.boxColumns) + 1;
    span.style.gridColumn = ((digit - 1) % this.#shape.boxColumns) + 1;
    return span;
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

function setData(element, name, value) {
  if (value) element.dataset[name] = value;
  else delete element.dataset[name];
}
