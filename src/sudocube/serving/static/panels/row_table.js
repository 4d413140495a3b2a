/* A table with very many rows, of which only those in sight are in the document.

     await page.style("panels/row_table.css")      first: the table looks how tall its rows are
     const table = rowTable(page, { label, columns, fill, onOpen, onSort })
         columns     [{ key, label, kind, canSort }]; the first column has the button of the row; `kind` is a class
         fill(place, cells)    puts the content of a row into its cells, which are elements by key (the first one is the
                               button), and returns { label, current, tone }: what a screen reader calls the row, and
                               whether it is the one that is open
         kind                  a class of the table
         onOpen(place)         a row was clicked, or Enter was pressed on it
         onSort(key)           the head of a column was pressed; without it columns cannot be sorted
     table.element
     table.show(count)         so many rows from now on; those in sight are filled anew
     table.refresh()           fills the rows in sight anew
     table.goTo(place, { focus })    brings a row into sight, and perhaps the focus to it
     table.top()               back to the first row
     table.sorted(key, isDescending) marks the head of a column

   All rows are as tall as the first one. The rows are one tab stop, and the focus roves: up, down, PageUp, PageDown,
   Home, End. Rows are native ones, with spaces of the height of all others above and below. */

const MORE = 8; // rows that are drawn above and below those in sight
const USUAL_HEIGHT = 36;

export function rowTable(page, options) {
  return new RowTable(page, options);
}

class RowTable {
  #page;
  #options;
  #count = 0;
  #first = 0;
  #active = 0;
  #height = USUAL_HEIGHT;
  #rows = []; // { tr, cells, button, place }
  #heads = new Map();

  constructor(page, options) {
    const { h } = page;
    this.#page = page;
    this.#options = options;
    this.above = this.#space();
    this.below = this.#space();
    this.body = h("tbody", {}, this.above, this.below);
    this.table = h("table", { class: `row-table ${options.kind ?? ""}`.trim(), "aria-label": options.label },
      h("thead", {}, h("tr", { "aria-rowindex": 1 }, options.columns.map((column) => this.#head(column)))), this.body);
    const heard = { onscroll: () => this.#draw(), onkeydown: (event) => this.#key(event) };
    this.element = h("div", { class: "row-scroll", tabindex: -1, ...heard }, this.table);
    this.resized = new ResizeObserver(() => this.refresh());
    this.resized.observe(this.element);
  }

  show(count) {
    this.#count = count;
    this.#active = Math.max(0, Math.min(this.#active, count - 1));
    this.table.setAttribute("aria-rowcount", count + 1);
    this.refresh();
  }

  refresh() {
    for (const row of this.#rows) row.place = undefined;
    const height = this.#rows.find((row) => !row.tr.hidden)?.tr.offsetHeight;
    if (height) this.#height = height;
    this.#draw();
  }

  goTo(place, { focus = false } = {}) {
    if (place < 0 || place >= this.#count) return;
    this.#active = place;
    const [top, height, head] = [place * this.#height, this.#height, this.#headHeight];
    const seen = this.element.clientHeight - head;
    const { scrollTop } = this.element;
    if (top < scrollTop) this.element.scrollTop = top;
    else if (top + height > scrollTop + seen) this.element.scrollTop = top + height - seen;
    this.#draw();
    if (!focus) return;
    const { button } = this.#rowOf(place);
    button.focus({ preventScroll: true });
    button.scrollIntoView({ block: "nearest" }); // where the table itself is not wholly in sight
  }

  top() {
    this.#active = 0;
    this.element.scrollTop = 0;
  }

  sorted(key, isDescending) {
    for (const [name, th] of this.#heads) {
      if (name === key) th.setAttribute("aria-sort", isDescending ? "descending" : "ascending");
      else th.removeAttribute("aria-sort");
    }
  }

  #head({ key, label, kind = "", canSort }) {
    const { onSort } = this.#options;
    const { h } = this.#page;
    const sorting = { type: "button", class: "row-sort", onclick: () => onSort(key) };
    const th = h("th", { scope: "col", class: kind }, canSort && onSort ? h("button", sorting, label) : label);
    this.#heads.set(key, th);
    return th;
  }

  #space() {
    const { h } = this.#page;
    return h("tr", { class: "row-space", "aria-hidden": "true" }, h("td"));
  }

  get #headHeight() {
    return this.table.tHead.offsetHeight;
  }

  /** Put rows where they can be seen. A row that is drawn already stays as it is. */
  #draw() {
    const seen = Math.ceil((this.element.clientHeight || 400) / this.#height);
    const wanted = Math.min(this.#count, seen + 2 * MORE);
    while (this.#rows.length < wanted) this.#addRow();
    const first = Math.floor(this.element.scrollTop / this.#height) - MORE;
    this.#first = Math.max(0, Math.min(first, this.#count - wanted));
    this.above.firstChild.style.height = `${this.#first * this.#height}px`;
    this.below.firstChild.style.height = `${Math.max(0, this.#count - this.#first - wanted) * this.#height}px`;
    const hadFocus = this.#rows.some((row) => row.button === document.activeElement);
    this.#rows.forEach((row, at) => this.#place(row, at < wanted ? this.#first + at : -1));
    if (hadFocus) (this.#rowOf(this.#active)?.button ?? this.element).focus({ preventScroll: true });
    if (this.#rows.length && !this.#rows[0].measured) this.#measure();
  }

  /** The first row that is drawn tells how tall all are. */
  #measure() {
    const height = this.#rows[0].tr.offsetHeight;
    if (!height) return;
    this.#rows[0].measured = true;
    if (height === this.#height) return;
    this.#height = height;
    this.#draw();
  }

  #place(row, place) {
    row.button.tabIndex = place === this.#tabStop ? 0 : -1;
    if (row.place === place) return;
    row.place = place;
    row.tr.hidden = place < 0;
    if (place < 0) return;
    const { label, current = false, tone = "" } = this.#options.fill(place, row.cells);
    row.tr.setAttribute("aria-rowindex", place + 2);
    row.button.setAttribute("aria-label", label);
    if (current) row.tr.setAttribute("aria-current", "true");
    else row.tr.removeAttribute("aria-current");
    row.tr.className = tone;
  }

  /** The row that Tab reaches: the active one, or the first in sight if that is far away. */
  get #tabStop() {
    const isDrawn = this.#active >= this.#first && this.#active < this.#first + this.#rows.length;
    return isDrawn ? this.#active : Math.min(this.#count - 1, this.#first + MORE);
  }

  #rowOf(place) {
    return this.#rows.find((row) => row.place === place);
  }

  #addRow() {
    const { h } = this.#page;
    const [own, ...others] = this.#options.columns;
    const row = { place: -1, cells: {} };
    row.button = h("button", { type: "button", class: "row-button", tabindex: -1 });
    row.cells[own.key] = row.button;
    const cells = others.map(({ key, kind = "" }) => (row.cells[key] = h("td", { class: kind })));
    const first = h("th", { scope: "row", class: own.kind ?? "" }, row.button);
    row.tr = h("tr", { onclick: () => this.#open(row.place) }, first, cells);
    this.#rows.push(row);
    this.below.before(row.tr);
  }

  #open(place) {
    this.#active = place;
    this.#options.onOpen(place);
    this.#draw();
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("thead")) return;
    const page = Math.max(1, Math.floor(this.element.clientHeight / this.#height) - 2);
    const last = this.#count - 1;
    const now = this.#active;
    const ways = { ArrowUp: now - 1, ArrowDown: now + 1, PageUp: now - page, PageDown: now + page, Home: 0, End: last };
    const to = ways[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.goTo(Math.max(0, Math.min(to, last)), { focus: true });
  }
}
