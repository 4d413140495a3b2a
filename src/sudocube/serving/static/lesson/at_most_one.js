/* Scene 6: ways to say at most one.

A line of literals, one of which is set true; round by round, what follows by the clauses of one way: in a picture, the
product as a grid, the commanders as a tree, the counter as a chain. Beside it all ways, with clauses, auxiliary variables
and, once the question is answered, rounds. State in the address: n, the size; w, the way; e, which literal is true; r,
the round. */

import { slider } from "./controls.js";
import { inRounds, valuesAfter } from "./rounds.js";
import { scene } from "./scene.js";

const FEW = 9; // that many names are listed in a meaning; of more, some are left out

export const { title, mount } = scene({
  name: "at-most-one",
  data: ["ways"],
  styles: ["lesson/controls.css", "lesson/at_most_one.css"],
  textAfterAnswer: true,
  keys: ["n", "w", "e", "r"],
  draw(stage, frame) {
    const ways = new Ways(frame);
    stage.append(ways.element);
    return { leave: () => ways.leave() };
  },
});

class Ways {
  constructor(frame) {
    const { page } = frame;
    const { h } = page;
    Object.assign(this, { frame, page, isLeft: false, sizes: frame.data.ways.sizes });
    const at = this.sizes.indexOf(Number(frame.get("n") ?? 9));
    this.size = slider(page, { label: "Size of the line", max: this.sizes.length - 1, value: at < 0 ? 3 : at,
      words: (now) => `${this.sizes[now]} literals`, onInput: () => this.resize() });
    this.round = slider(page, { label: "Round", max: 0, words: (now) => (now ? `after round ${now}` : "one is true"), onInput: (now) => this.goTo(now) });
    this.line = h("div", { class: "way-picture", role: "group", tabindex: 0, "aria-label": "The literals of the line, and auxiliary variables: choose the literal that is true" });
    this.told = h("p", { class: "line-told", "aria-live": "polite" });
    this.fired = h("details", {}, h("summary", {}, "The clauses that fire in this round"), h("ol", { class: "fired", tabindex: 0 }));
    this.means = h("details", {}, h("summary", {}, "What the auxiliary variables stand for"), h("ul", { class: "fired", tabindex: 0 }));
    this.heading = h("h2", {});
    this.body = h("tbody", {});
    this.element = h("div", { class: "at-most-one" },
      this.size.element,
      h("section", { class: "card", "aria-label": "One way" }, this.heading, h("p", { class: "soft" }, "Click a literal to make it true."),
        this.line, this.round.element, this.told, this.fired, this.means),
      h("section", { "aria-label": "All ways" }, h("div", { class: "wide", tabindex: 0 }, this.table())));
    this.resize({ isFirst: true });
    frame.onReveal(() => this.drawTable());
  }

  leave() {
    this.isLeft = true;
  }

  table() {
    const { h } = this.page;
    this.heads = h("tr", {});
    this.caption = h("caption", {});
    return h("table", { class: "table ways" }, this.caption, h("thead", {}, this.heads), this.body);
  }

  get n() {
    return this.sizes[this.size.value];
  }

  async resize({ isFirst = false } = {}) {
    const { n } = this;
    this.frame.set("n", n === 9 ? null : n);
    if (!isFirst) for (const key of ["e", "r"]) this.frame.set(key, null);
    try {
      const { ways } = await this.page.data(`way-clauses-${n}`);
      if (this.isLeft || n !== this.n) return;
      this.ways = ways;
      this.take();
    } catch (error) {
      if (!this.isLeft) this.told.textContent = `The clauses could not be loaded: ${error.message}`;
    }
  }

  /* All ways with the literal that is true, from the address or the one in the middle. */
  take() {
    const { n, frame } = this;
    const wanted = Number(frame.get("e"));
    this.literal = wanted >= 1 && wanted <= n ? wanted : Math.ceil(n / 2);
    const named = this.ways.find((one) => one.way === frame.get("w"));
    this.way = named ?? this.ways.find((one) => one.way === "product");
    this.found = new Map(this.ways.map((one) => [one.way, inRounds(one.clauses, [this.literal])]));
    this.drawTable();
    this.drawWay();
  }

  /* After how many rounds all others of the line are false. */
  roundsOf(way) {
    const { rounds } = this.found.get(way);
    const waiting = new Set(Array.from({ length: this.n }, (_, at) => -at - 1));
    waiting.delete(-this.literal);
    return rounds.findIndex((steps) => {
      for (const { literal } of steps) waiting.delete(literal);
      return waiting.size === 0;
    });
  }

  /* The question asks for the rounds, so they are in the table once it is answered. */
  drawTable() {
    if (!this.found) return;
    const { h } = this.page;
    const { isRevealed } = this.frame;
    const heads = ["way", "clauses", "auxiliary", ...(isRevealed ? ["rounds"] : [])];
    this.page.fill(this.heads, heads.map((one, at) => h("th", { scope: "col", class: at ? "number" : "" }, one)));
    this.caption.textContent = `All ways for a line of this size: clauses, auxiliary variables${isRevealed ? ", and rounds until all others are false" : ""}. Choose one to watch it.`;
    const counts = this.frame.data.ways.ways;
    const place = this.size.value;
    const most = Math.max(...counts.map((one) => one.clauses[place]));
    const rows = counts.map(({ way, clauses, auxiliary }) => {
      const isShown = way === this.way.way;
      const bar = h("span", { class: "way-bar", "aria-hidden": "true" });
      bar.style.width = `${(100 * clauses[place]) / most}%`;
      const name = h("button", { type: "button", class: "button quiet", "aria-pressed": String(isShown), onclick: () => this.choose(way) }, way);
      return h("tr", {}, h("th", { scope: "row" }, name), h("td", { class: "number way-clauses" }, String(clauses[place]), bar),
        h("td", { class: "number" }, String(auxiliary[place])),
        isRevealed ? h("td", { class: "number" }, String(this.roundsOf(way))) : null);
    });
    this.page.fill(this.body, rows);
  }

  choose(way) {
    this.frame.set("w", way);
    this.frame.set("r", null);
    this.way = this.ways.find((one) => one.way === way);
    this.drawTable();
    this.drawWay();
    this.body.querySelector('[aria-pressed="true"]').focus({ preventScroll: true });
    this.page.say(`${way}: ${this.told.textContent}`);
  }

  set(literal) {
    this.frame.set("e", literal);
    this.frame.set("r", null);
    this.take();
    this.chips.get(literal).focus();
  }

  drawWay() {
    const { h } = this.page;
    const { rounds } = this.found.get(this.way.way);
    const source = this.frame.data.ways.ways.find((one) => one.way === this.way.way).source;
    this.page.fill(this.heading, this.way.way, source ? h("small", { class: "soft" }, ` ${source}`) : null);
    const helpers = Object.keys(this.way.means).map(Number);
    const literals = Array.from({ length: this.n }, (_, at) => at + 1);
    this.chips = new Map([
      ...literals.map((one) => [one, h("button", { type: "button", class: "chip", onclick: () => this.set(one) }, this.name(one))]),
      ...helpers.map((one) => [one, h("span", { class: "chip helper", role: "img" }, this.name(one))]),
    ]);
    const picture = helpers.length ? { product: grid, commander: tree, "sequential-counter": chain }[this.way.way] : null;
    this.page.fill(this.line, (picture ?? plain)(this, literals, helpers));
    this.page.fill(this.means.lastElementChild, helpers.map((number) => h("li", {}, this.meaning(number))));
    this.means.hidden = helpers.length === 0;
    this.round.limit(0, rounds.length - 1);
    const before = Number(this.frame.get("r") ?? 0);
    this.round.set(Math.min(before, rounds.length - 1));
    this.draw();
  }

  goTo(round) {
    this.frame.set("r", round || null);
    this.draw();
  }

  /* Bring all chips to the round of the slider. */
  draw() {
    const { rounds } = this.found.get(this.way.way);
    const round = this.round.value;
    const values = valuesAfter(rounds, round);
    const fresh = new Set((rounds[round] ?? []).map(({ literal }) => Math.abs(literal)));
    for (const [number, chip] of this.chips) {
      const value = values.get(number);
      chip.dataset.value = value === undefined ? "open" : String(value);
      chip.classList.toggle("fresh", fresh.has(number) && round > 0);
      chip.setAttribute("aria-label", `${this.name(number)}, ${value === undefined ? "open" : value}`);
      if (number <= this.n) chip.setAttribute("aria-pressed", String(number === this.literal));
    }
    this.told.textContent = this.words(values, round, rounds.length - 1);
    this.drawFired(rounds[round] ?? [], round);
  }

  words(values, round, last) {
    const others = this.n - 1;
    const numbers = Array.from({ length: this.n }, (_, at) => at + 1);
    const isFalse = numbers.filter((one) => values.get(one) === false).length;
    const known = Object.keys(this.way.means).filter((number) => values.has(Number(number))).length;
    const helpers = this.way.auxiliary ? ` ${known} of ${this.way.auxiliary} auxiliary variables are known.` : "";
    const end = round === last ? " Nothing more follows." : "";
    return `x${this.literal} is true, and ${isFalse} of the ${others} others are false.${helpers}${end}`;
  }

  drawFired(steps, round) {
    const { h } = this.page;
    this.fired.hidden = round === 0;
    const rows = (round ? steps : []).map(({ literal, clause }) =>
      h("li", {}, h("code", {}, this.way.clauses[clause].map((one) => this.signed(one)).join(" ∨ ")), ` makes ${this.signed(literal)} true`));
    this.page.fill(this.fired.lastElementChild, rows);
  }

  name(number) {
    return number <= this.n ? `x${number}` : `a${number - this.n}`;
  }

  signed(literal) {
    return `${literal < 0 ? "¬" : ""}${this.name(Math.abs(literal))}`;
  }

  /* What an auxiliary variable stands for, in a sentence. */
  meaning(number) {
    const { value, of } = this.way.means[number];
    const names = of.map((one) => this.name(one));
    const listed = names.length > FEW ? [...names.slice(0, 2), "…", names.at(-1)] : names;
    const some = `${of.length > 1 ? "one of " : ""}${listed.join(", ")} is`;
    return of.length ? `${this.name(number)} is ${value} if ${some} true` : `no literal alone makes ${this.name(number)} ${value}`;
  }
}

/* All literals in a line, and the auxiliary variables below them. */
function plain({ page, chips }, literals, helpers) {
  const part = (kind, some) => page.h("div", { class: kind }, some.map((one) => chips.get(one)));
  return [part("line-literals", literals), part("line-helpers", helpers)];
}

/* The literals in a rectangle: the variables of its rows on the left, those of its columns above. */
function grid({ page, chips }, literals, helpers) {
  const width = Math.ceil(Math.sqrt(literals.length));
  const rows = helpers.slice(0, -width);
  const table = page.h("div", { class: "way-grid" }, page.h("i"), helpers.slice(-width).map((one) => chips.get(one)),
    rows.map((row, at) => [chips.get(row), literals.slice(at * width, (at + 1) * width).map((one) => chips.get(one))]));
  table.style.gridTemplateColumns = `repeat(${width + 1}, max-content)`;
  return table;
}

/* The commanders above their groups: the clause that only a commander is negated in has its group. */
function tree({ page, chips, way }, literals, helpers) {
  const groups = new Map(way.clauses.filter((clause) => clause.length > 2 && clause.at(-1) < 0)
    .map((clause) => [-clause.at(-1), clause.slice(0, -1)]));
  const inner = new Set([...groups.values()].flat());
  const node = (one) => page.h("div", { class: "way-node" }, chips.get(one),
    groups.has(one) ? page.h("div", { class: "way-group" }, groups.get(one).map(node)) : null);
  return page.h("div", { class: "way-tree" }, [...helpers, ...literals].filter((one) => !inner.has(one)).map(node));
}

/* The counter: from one place to the next it is passed on that one has been seen. */
function chain({ page, chips }, literals, helpers) {
  return page.h("div", { class: "way-chain" }, literals.map((one, at) =>
    page.h("div", { class: "way-node" }, chips.get(one), page.h("span", { "aria-hidden": "true" }, at < helpers.length ? "↓" : ""), chips.get(helpers[at]))));
}
