/* The list of all rows of a walk: one tab stop, arrows move within it; a click goes to a row.

     const list = new RowList(page, label, onChoose)      onChoose(place) counts from 0
     list.element
     list.add(row), list.clear()
     list.choose(place)                                   the row that is shown; -1 for none

   Rows are added in batches, once for each picture that the browser draws. */

import { plainOf } from "./sentences.js";

export class RowList {
  #page;
  #items = [];
  #waiting = [];
  #frame = 0;
  #chosen = -1;
  #list;

  constructor(page, label, onChoose) {
    this.#page = page;
    this.#list = page.h("ol", {
      class: "walk-list",
      "aria-label": label,
      onclick: (event) => {
        const place = this.#items.indexOf(event.target.closest("li")?.firstChild);
        if (place >= 0) onChoose(place);
      },
      onkeydown: (event) => {
        const to = { ArrowUp: this.#chosen - 1, ArrowDown: this.#chosen + 1, Home: 0, End: this.#items.length - 1 }[event.key];
        if (to === undefined) return;
        event.preventDefault();
        if (!this.#items[to]) return;
        onChoose(to);
        this.#items[to].focus();
      },
    });
    this.element = this.#list;
  }

  add(row) {
    this.#waiting.push(row);
    this.#frame ||= requestAnimationFrame(() => this.#draw());
  }

  clear() {
    [this.#items, this.#waiting, this.#chosen] = [[], [], -1];
    this.#list.replaceChildren();
  }

  choose(place) {
    if (this.#waiting.length) this.#draw();
    this.#mark(this.#chosen, false);
    this.#chosen = place;
    this.#items[0]?.setAttribute("tabindex", "0"); // where nothing is chosen, the first one is the tab stop
    if (place > 0) this.#items[0]?.setAttribute("tabindex", "-1");
    const item = this.#mark(place, true);
    if (!item) return;
    const { offsetTop, offsetHeight } = item.parentElement;
    const { scrollTop, clientHeight } = this.#list;
    if (offsetTop < scrollTop) this.#list.scrollTop = offsetTop;
    else if (offsetTop + offsetHeight > scrollTop + clientHeight) this.#list.scrollTop = offsetTop + offsetHeight - clientHeight;
  }

  #mark(place, isChosen) {
    const item = this.#items[place];
    if (isChosen) item?.setAttribute("aria-current", "step");
    else item?.removeAttribute("aria-current");
    item?.setAttribute("tabindex", isChosen ? "0" : "-1");
    return item;
  }

  #draw() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const { h } = this.#page;
    const made = this.#waiting.map((row) => {
      const isFirst = !this.#items.length;
      const item = h("button", { type: "button", class: "quiet", tabindex: isFirst ? 0 : -1, dataset: { kind: row.kind } }, plainOf(row.sentence));
      this.#items.push(item);
      const line = h("li", {}, item);
      line.style.setProperty("--depth", Math.min(row.depth ?? 0, 6));
      return line;
    });
    this.#waiting = [];
    this.#list.append(...made);
  }
}
