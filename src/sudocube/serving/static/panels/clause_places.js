/* The clauses of a place: a cell, a row, a column, a box, one of their lines, or all that speak of a cell.

     const view = new ClausePlaces(page, encoding)     encoding() tells the name of the encoding that is chosen
     view.element, view.show(), view.leave()

   State in the address: of, the place as the library names it ("r1c2", "row 1, digit 3"); about=1 for all clauses that
   speak of the cell. A cell is chosen on the board, too. A clause under the pointer or the focus is marked there. */

import { counted, numbered } from "../scripts/words.js";
import { clauseLine, definitionLines, marksOf } from "./clause_parts.js";

const KINDS = [["cell", "a cell"], ["row", "a row"], ["column", "a column"], ["box", "a box"]];
const AT_ONCE = 300;

export class ClausePlaces {
  constructor(page, encoding) {
    const { h, field, choice } = page;
    this.page = page;
    this.encoding = encoding;
    this.kind = choice(KINDS, "cell", () => this.changed());
    this.row = h("select", { onchange: () => this.changed() });
    this.column = h("select", { onchange: () => this.changed() });
    this.digit = h("select", { onchange: () => this.changed() });
    this.about = h("input", { type: "checkbox", onchange: () => this.changed() });
    this.fields = {
      row: field("Number", this.row),
      column: field("Column", this.column),
      digit: field("Digit", this.digit),
    };
    this.aboutBox = h("label", { class: "check" }, this.about, "All clauses that speak of it");
    this.summary = h("p", { class: "soft" });
    this.list = h("div", { class: "clause-groups", onkeydown: (event) => this.key(event) });
    this.element = h("section", { "aria-label": "The clauses of a place" },
      h("div", { class: "tools" }, field("Clauses of", this.kind), Object.values(this.fields), this.aboutBox),
      this.summary, this.list);
  }

  /** The place that the fields name, as the library writes it. */
  get place() {
    const { SYMBOLS } = this.page;
    const digit = Number(this.digit.value);
    const holds = digit && this.about.checked ? `=${SYMBOLS[digit]}` : "";
    if (this.kind.value === "cell") return `r${this.row.value}c${this.column.value}${holds}`;
    return `${this.kind.value} ${this.row.value}${digit ? `, digit ${SYMBOLS[digit]}` : ""}`;
  }

  read() {
    const { address, SYMBOLS, puzzle } = this.page;
    const text = address.get("of") ?? "r1c1";
    const cell = /^r(\d+)c(\d+)(?:=(\w))?$/.exec(text);
    const unit = /^(row|column|box) (\d+)(?:, digit (\w))?$/.exec(text);
    const ofUnit = unit ? [unit[1], unit[2], 1, unit[3]] : ["cell", 1, 1];
    const [kind, row, column, symbol] = cell ? ["cell", ...cell.slice(1)] : ofUnit;
    const within = (number) => String(Math.min(Math.max(Number(number), 1), puzzle.size));
    this.kind.value = kind;
    this.row.value = within(row);
    this.column.value = within(column);
    this.digit.value = symbol ? String(Math.min(SYMBOLS.indexOf(symbol), puzzle.size)) : "0";
    this.about.checked = address.get("about") === "1";
    this.fit();
  }

  /** The fields that this kind of place has. */
  fit() {
    const isCell = this.kind.value === "cell";
    this.fields.row.firstChild.textContent = isCell ? "Row" : "Number";
    this.fields.column.hidden = !isCell;
    this.aboutBox.hidden = !isCell;
    this.fields.digit.hidden = isCell && !this.about.checked;
  }

  fillNumbers() {
    const { h, fill, puzzle, SYMBOLS } = this.page;
    if (this.row.length === puzzle.size) return;
    const numbers = Array.from({ length: puzzle.size }, (_, at) => at + 1);
    for (const select of [this.row, this.column]) fill(select, numbers.map((one) => h("option", { value: one }, one)));
    fill(this.digit, h("option", { value: 0 }, "all"), numbers.map((one) => h("option", { value: one }, SYMBOLS[one])));
  }

  changed() {
    this.fit();
    const isAbout = this.about.checked && this.kind.value === "cell";
    this.page.address.replace({ of: this.place === "r1c1" ? null : this.place, about: isAbout ? "1" : null });
    this.load();
  }

  pick(cell) {
    const { puzzle } = this.page;
    this.kind.value = "cell";
    this.digit.value = "0";
    this.row.value = String(Math.floor(cell / puzzle.size) + 1);
    this.column.value = String((cell % puzzle.size) + 1);
    this.changed();
  }

  async show() {
    this.fillNumbers();
    this.read();
    this.page.board.onPick((cell) => this.pick(cell));
    return this.load();
  }

  leave() {
    this.asked?.abort();
    this.page.board.onPick(null);
    this.page.board.mark({});
  }

  async load() {
    const { page, place } = this;
    this.asked?.abort();
    const { signal } = (this.asked = new AbortController());
    const isAbout = this.about.checked && this.kind.value === "cell";
    this.list.setAttribute("aria-busy", "true");
    try {
      const fields = { ...page.puzzle.fields, encoding: this.encoding(), place, about: isAbout };
      const rows = await page.ask("clauses", fields, { signal });
      this.draw(rows, place, isAbout);
    } catch (error) {
      const message = page.failed(error);
      if (!message) return;
      page.fill(this.list, message);
      this.summary.textContent = "";
    }
    this.list.removeAttribute("aria-busy");
  }

  draw(rows, place, isAbout) {
    const { page } = this;
    this.rest = byLine(rows);
    const verb = isAbout ? ["speaks", "speak"] : ["is", "are"];
    const what = `${verb[rows.length === 1 ? 0 : 1]} of ${place.replace("=", " and digit ")}`;
    this.summary.textContent = rows.length
      ? `${counted(rows.length, "clause")} of ${this.encoding()} ${what}. The numbers count all its clauses.`
      : `No clause of ${this.encoding()} is of ${place}: it says this in another way.`;
    page.say(this.summary.textContent);
    page.fill(this.list);
    this.more();
    this.mark(null);
  }

  /** Some more of the clauses, in groups by what they are of. */
  more() {
    const { page } = this;
    const some = this.rest.slice(0, AT_ONCE);
    this.rest = this.rest.slice(AT_ONCE);
    this.list.querySelector(".clause-more")?.remove();
    const groups = Map.groupBy(some, (row) => `${row.line}: ${saysOf(row)}`);
    this.list.append(...[...groups].map(([title, rows]) => this.group(title, rows)));
    if (this.rest.length) {
      const label = `Show ${numbered(Math.min(AT_ONCE, this.rest.length))} more of ${numbered(this.rest.length)}`;
      this.list.append(page.button(label, () => this.more(), { class: "clause-more" }));
    }
    const first = this.list.querySelector(".clause-row");
    if (first && !this.list.querySelector('.clause-row[tabindex="0"]')) first.tabIndex = 0;
  }

  group(title, rows) {
    const { h } = this.page;
    const areShort = rows.every((row) => row.literals.length <= 2 && !row.defines.length);
    return h("section", { class: "clause-group" },
      h("h3", {}, title, h("span", { class: "soft small" }, ` ${counted(rows.length, "clause")}`)),
      h("ol", { class: `clause-list ${areShort ? "short" : ""}` }, rows.map((row) => this.clause(row))));
  }

  clause(row) {
    const { page } = this;
    const mark = () => this.mark(row);
    const heard = { onfocus: mark, onclick: mark, onmouseenter: mark };
    const button = page.h("button", { type: "button", class: "clause-row", tabindex: -1, ...heard },
      page.h("span", { class: "clause-number soft small" }, numbered(row.number)), clauseLine(page, row));
    return page.h("li", {}, button, definitionLines(page, row));
  }

  /** Mark on the board what a clause speaks of; without one, the place itself. */
  mark(row) {
    const { board } = this.page;
    if (row) return board.mark(marksOf(this.page, row.literals));
    return board.mark({ cells: Object.fromEntries(this.cells().map((cell) => [cell, "note"])) });
  }

  /** The cells of the place. */
  cells() {
    const { size, box } = this.page.puzzle;
    const { boxRows, boxColumns } = this.page.geometryOf(box);
    const number = Number(this.row.value) - 1;
    const across = size / boxColumns;
    const isIn = {
      cell: (row, column) => row === number && column === Number(this.column.value) - 1,
      row: (row) => row === number,
      column: (_, column) => column === number,
      box: (row, column) => Math.floor(row / boxRows) * across + Math.floor(column / boxColumns) === number,
    }[this.kind.value];
    const all = Array.from({ length: size * size }, (_, cell) => cell);
    return all.filter((cell) => isIn(Math.floor(cell / size), cell % size));
  }

  /** The clauses are one tab stop: arrows, Home and End move between them. */
  key(event) {
    const rows = [...this.list.querySelectorAll(".clause-row")];
    const at = rows.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (at < 0 || to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const next = rows[Math.min(Math.max(to, 0), rows.length - 1)];
    for (const row of rows) row.tabIndex = row === next ? 0 : -1;
    next.focus();
  }
}

/** The rows line by line, in the order in which the lines come first. */
function byLine(rows) {
  const lines = new Map();
  for (const { line } of rows) if (!lines.has(line)) lines.set(line, lines.size);
  return [...rows].sort((one, other) => lines.get(one.line) - lines.get(other.line) || one.number - other.number);
}

function saysOf({ says, way, defines, family }) {
  if (family === "implied") return family;
  const by = way && way !== "clause" ? ` (${way})` : "";
  return `${defines.length ? "definitions" : says}${by}`;
}
