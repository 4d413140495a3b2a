/* Scene 5: the same rules, seen differently.

Four encodings beside each other, in rounds of unit propagation on one slider; and the eight statements of which
encodings are made, as switches: which of them are enough was proved by the library. State in the address: g, the
grid ("own" is the page's 9×9, 1 to 5 a 9×9 of that kind, nothing the 4×4); r, the round; s, the switches. */

import { counterGrid, slider } from "./controls.js";
import { inRounds, valuesAfter } from "./rounds.js";
import { scene } from "./scene.js";
import { alsoAtNine, Switches } from "./switches.js";

const NAMES = ["dual", "minimal", "extended", "triads"];

export const { title, mount } = scene({
  name: "views",
  data: ["choices-2x2", "strength-puzzles"],
  styles: ["lesson/controls.css", "lesson/views.css"],
  puzzle: ".... .... .2.4 .4.2",
  textAfterAnswer: true,
  keys: ["g", "r", "s"],
  draw(stage, frame) {
    const { page } = frame;
    const views = new Views(frame);
    const choices = new Choices(frame);
    stage.append(views.element, choices.element);
    return { leave: () => views.leave() };
  },
});

/* The clauses of the four encodings for one shape of boxes. */
async function clausesFor(page, box) {
  const [rules, triads] = await Promise.all([page.data(`rules-${box}`), page.data(`triads-${box}`)]);
  const of = new Map(rules.statements.map((one) => [one.name, one.clauses]));
  const encodings = NAMES.slice(0, 3).map((name) => [name, rules.encodings[name].flatMap((one) => of.get(one))]);
  return new Map([...encodings, ["triads", triads.statements.flatMap((one) => one.clauses)]]);
}

class Views {
  constructor(frame) {
    const { page } = frame;
    this.frame = frame;
    this.page = page;
    this.isLeft = false;
    const kinds = frame.data["strength-puzzles"].kinds;
    const own = page.puzzle.size === 9 && !page.puzzle.isEmpty ? [["own", "your 9×9"]] : [];
    const options = [["", "4×4: that of the lesson, or your own"], ...own, ...kinds.map((kind, at) => [String(at + 1), `9×9: ${kind}`])];
    const wanted = frame.get("g") ?? "";
    const chosen = options.some(([value]) => value === wanted) ? wanted : "";
    this.rounds = slider(page, { label: "Round", max: 0, words: (now) => (now ? `round ${now}` : "the clues"), onInput: (now) => this.goTo(now) });
    this.figures = NAMES.map((name) => new View(page, name));
    this.views = page.h("div", { class: "views" }, this.figures.map((one) => one.element));
    this.status = page.h("p", { class: "soft" });
    this.element = page.h("section", { "aria-label": "Four encodings side by side" },
      page.h("div", { class: "tools" }, page.field("Puzzle", page.choice(options, chosen, (value) => this.choose(value)))),
      this.rounds.element, this.status,
      this.views);
    this.load(chosen);
  }

  leave() {
    this.isLeft = true;
  }

  choose(value) {
    this.frame.set("g", value);
    this.frame.set("r", null);
    this.load(value);
  }

  /* The shape and the digits of what was chosen. */
  grid(chosen) {
    const { page, frame } = this;
    if (chosen === "own") return { box: page.puzzle.box, digits: page.puzzle.digits };
    if (chosen === "") return { box: "2x2", digits: frame.cells };
    const { kinds, puzzles } = frame.data["strength-puzzles"];
    const found = puzzles.find((one) => one.kind === kinds[Number(chosen) - 1]);
    return { box: "3x3", digits: page.digitsOf(found.puzzle) };
  }

  async load(chosen) {
    this.chosen = chosen;
    const { box, digits } = this.grid(chosen);
    this.status.textContent = box === "2x2" ? "" : "The clauses are being loaded …";
    let clauses;
    try {
      clauses = await clausesFor(this.page, box);
    } catch (error) {
      if (!this.isLeft) this.status.textContent = `The clauses could not be loaded: ${error.message}`;
      return;
    }
    if (this.isLeft || this.chosen !== chosen) return;
    this.status.textContent = "In each round all clauses fire that have a single literal left. What the round has struck out or placed is marked.";
    this.views.classList.toggle("large", digits.length > 16);
    for (const one of this.figures) one.take(clauses.get(one.name), digits, box);
    const most = Math.max(...this.figures.map((one) => one.last));
    this.rounds.limit(0, most);
    const before = Number(this.frame.get("r") ?? 0);
    this.rounds.set(Math.min(before, most));
    for (const one of this.figures) one.show(this.rounds.value);
  }

  goTo(round) {
    this.frame.set("r", round || null);
    for (const one of this.figures) one.show(round);
    this.page.say(this.figures.map((one) => `${one.name}: ${one.words}`).join("; "));
  }
}

/* One encoding: its grid after a round, and in words how far it has come. */
class View {
  constructor(page, name) {
    this.page = page;
    this.name = name;
    this.board = page.newBoard({ box: "2x2", label: `What ${name} leaves`, isNumbered: false });
    this.told = page.h("span", {});
    this.end = page.h("span", {});
    this.element = page.h("figure", {},
      page.h("figcaption", {}, page.h("b", {}, name), this.told, this.end), this.board.element);
  }

  take(clauses, digits, box) {
    const size = Math.sqrt(digits.length);
    const given = digits.flatMap((digit, cell) => (digit ? [cell * size + digit] : []));
    Object.assign(this, { digits, size, box, ...inRounds(clauses, given) });
    this.last = this.rounds.length - 1;
  }

  show(round) {
    const { size, digits } = this;
    const values = valuesAfter(this.rounds, round);
    const before = valuesAfter(this.rounds, round - 1);
    const shown = [];
    const candidates = [];
    const cells = {};
    const marked = {};
    let left = 0;
    for (let cell = 0; cell < size * size; cell++) {
      const elements = Array.from({ length: size }, (_, at) => cell * size + at + 1);
      const held = elements.findIndex((one) => values.get(one)) + 1;
      const open = elements.flatMap((one, at) => (values.get(one) === false ? [] : [at + 1]));
      shown.push(held);
      candidates.push(open);
      left += open.length;
      if (held && round > 0 && !before.has(elements[held - 1])) cells[cell] = "good";
      const struck = elements.flatMap((one, at) => (values.get(one) === false && !before.has(one) && round > 0 ? [[at + 1, "bad"]] : []));
      if (struck.length && !held) marked[cell] = Object.fromEntries(struck);
    }
    this.board.show({ box: this.box, digits: shown, kinds: shown.map((_, cell) => (digits[cell] ? "clue" : "placed")), candidates });
    this.board.mark({ cells, candidates: marked });
    this.told.textContent = `${left} of ${size ** 3} elements left`;
    this.end.textContent = this.endAt(round, shown.every(Boolean)) || "\u00a0";
  }

  get words() {
    return `${this.told.textContent} ${this.end.textContent}`.trim();
  }

  endAt(round, isFull) {
    if (round < this.last) return "";
    if (this.broken !== null) return "conflict: no solution";
    return isFull ? "solved" : "nothing more follows";
  }
}

/* The eight statements as switches, with what is known of the set that is switched on. */
class Choices {
  constructor(frame) {
    const { page } = frame;
    Object.assign(this, { frame, page });
    this.switches = new Switches(page, frame.get("s") ?? "cell at least one,row at most one,column at most one,box at most one", () => this.changed());
    this.told = page.h("div", { class: "choice-told", "aria-live": "polite" });
    this.element = page.h("section", { "aria-label": "Eight switches" },
      page.h("h2", {}, "Eight switches"),
      page.h("p", {}, "Each family of lines can say that at least one element is true, or at most one, or both, or nothing. Is what you switch on enough to say the rules?"),
      this.switches.element, this.told);
    this.changed({ isFirst: true });
    frame.onReveal(() => this.show());
  }

  changed({ isFirst = false } = {}) {
    if (!isFirst) this.frame.set("s", this.switches.text);
    this.guess = null;
    if (this.frame.isRevealed) this.show();
    else this.ask();
  }

  /* Before the answer is known, one guesses first. */
  ask() {
    const { page } = this;
    const say = (guess) => page.button(guess ? "It is enough" : "It is not enough", () => {
      this.guess = guess;
      this.show();
    });
    page.fill(this.told, page.h("div", { class: "tools" }, page.h("span", {}, "What do you say?"), say(true), say(false)));
  }

  show() {
    const { page } = this;
    const { statements, proof } = this.switches.decided(this.frame.data["choices-2x2"].choices);
    const guess = this.guess === null ? "" : this.guess === proof.sound ? "You are right. " : "You are mistaken. ";
    const headline = page.h("p", { class: "headline" }, guess, proof.sound ? "Enough: proved at 4×4." : "Not enough: refuted at 4×4, by this grid.");
    const fewer = proof.sound && statements.length < this.switches.on.length ? page.h("p", {}, `Already these are enough: ${statements.join(", ")}.`) : null;
    page.fill(this.told,
      page.h("div", { class: `message ${proof.sound ? "good" : "bad"}` }, headline, fewer, proof.sound ? null : counterGrid(page, proof)),
      this.frame.isRevealed ? (this.sixteen ??= this.table()) : null);
    alsoAtNine(page, this.switches, proof, (text) => headline.append(text));
  }

  /* All sixteen choices of one statement for each family, at both sizes: open, since the answer speaks of them. */
  table() {
    const { h } = this.page;
    const ofFour = ({ choices }) => choices.filter((one) => one.statements.length === 4);
    const larger = [];
    const rows = ofFour(this.frame.data["choices-2x2"]).map(({ statements, proof }, at) => {
      larger[at] = h("td", {}, "…");
      return h("tr", { class: proof.sound ? "" : "refuted" },
        statements.map((one) => h("td", {}, one.includes("least") ? "≥ 1" : "≤ 1")),
        h("td", {}, proof.outcome), larger[at]);
    });
    this.page.data("choices-3x3").then((data) => ofFour(data).forEach(({ proof }, at) => { larger[at].textContent = proof.outcome; }), () => {});
    const heads = ["cell", "row", "column", "box", "4×4", "9×9"].map((one) => h("th", { scope: "col" }, one));
    return h("details", { open: true }, h("summary", {}, "All sixteen choices"),
      h("div", { class: "wide", tabindex: 0 }, h("table", { class: "table sixteen" }, h("caption", {}, "≥ 1 is at least one, ≤ 1 is at most one."), h("thead", {}, h("tr", {}, heads)), h("tbody", {}, rows))));
  }
}
