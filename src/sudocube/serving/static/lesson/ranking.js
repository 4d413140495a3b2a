/* Scene 8: guess the ranking, then see it.

Encodings are put in an order by the user, the one with the most work first; then a point for each puzzle shows how
much work it was, for each encoding, in the measure that is chosen. State in the address: o, the order of the guess;
m, the measure; d, 1 if the guess was given. */

import { pointPlot } from "./point_plot.js";
import { scene } from "./scene.js";

const MEASURES = [
  ["conflicts", "conflicts"],
  ["decisions", "decisions"],
  ["propagations", "literals propagated"],
];

export const { title, mount } = scene({
  name: "ranking",
  styles: ["lesson/ranking.css"],
  textAfterStage: true,
  keys: ["o", "m", "d"],
  draw(stage, frame) {
    const { page } = frame;
    const show = (...children) => page.fill(stage, ...children);
    const load = async () => {
      show(page.h("p", { class: "waiting" }, "Six encodings are being measured on twenty puzzles …"));
      try {
        const data = await page.data("ranking");
        if (stage.isConnected) show(new Ranking(frame, data).element);
      } catch (error) {
        if (stage.isConnected) show(page.failed(error), page.button("Try again", load));
      }
    };
    load();
  },
});

class Ranking {
  constructor(frame, data) {
    const { page } = frame;
    const { h } = page;
    Object.assign(this, { frame, page, data });
    this.rows = new Map(data.encodings.map((row) => [row.encoding, row]));
    const names = [...this.rows.keys()];
    const before = (frame.get("o") ?? "").split(",");
    this.order = names.every((name) => before.includes(name)) && before.length === names.length ? before : [...data.shuffled];
    this.list = h("ol", { class: "ranked" });
    this.result = h("div", { "aria-live": "polite" });
    this.element = h("div", { class: "ranking" },
      h("section", { "aria-label": "Your guess" },
        h("h2", {}, "Your order: the most conflicts first"),
        this.list, h("div", { class: "tools" }, page.button("That is my order", () => this.end(), { class: "primary" }))),
      this.result);
    this.drawList();
    if (frame.get("d") || frame.isRevealed) this.show();
    frame.onReveal(() => this.show());
  }

  drawList(focused = null) {
    const { h } = this.page;
    const { order } = this;
    const move = (at, by) => () => {
      const name = order[at];
      [order[at], order[at + by]] = [order[at + by], order[at]];
      this.frame.set("o", order.join(","));
      this.drawList([name, by]);
      this.page.say(`${name} is number ${at + by + 1} now.`);
      if (this.result.hasChildNodes()) this.show();
    };
    const items = order.map((name, at) => {
      const row = this.rows.get(name);
      const button = (word, by, isOff) => h("button", { type: "button", class: "button", "aria-disabled": String(isOff), dataset: { by }, "aria-label": `${name}: ${word}`, onclick: isOff ? null : move(at, by) }, by < 0 ? "↑" : "↓");
      return h("li", { dataset: { name } }, h("span", { class: "rank" }, String(at + 1)), h("span", { class: "ranked-name" }, h("b", {}, name), h("small", { class: "soft" }, ` ${row.distinct.toLocaleString("en")} clauses`)),
        button("more work, one up", -1, at === 0), button("less work, one down", 1, at === order.length - 1));
    });
    this.page.fill(this.list, items);
    if (focused) {
      const [name, by] = focused;
      this.list.querySelector(`[data-name="${name}"] [data-by="${by}"]`).focus();
    }
  }

  /* Show the ranking, with what the guess is worth. */
  end() {
    this.frame.set("d", 1);
    this.frame.set("o", this.order.join(","));
    this.show();
    this.frame.reveal();
  }

  get isGuessed() {
    return this.frame.get("d") === "1";
  }

  get measure() {
    const wanted = this.frame.get("m");
    return MEASURES.some(([name]) => name === wanted) ? wanted : "conflicts";
  }

  show() {
    const { h } = this.page;
    const { measure, isGuessed } = this;
    this.frame.showText();
    const ranked = [...this.rows.values()].sort((one, other) => other[measure] - one[measure]);
    const choice = this.page.field("What is counted", this.page.choice(MEASURES, measure, (value) => {
      this.frame.set("m", value === "conflicts" ? null : value);
      this.show();
      this.result.querySelector("select").focus();
    }));
    this.page.fill(this.result,
      h("section", { "aria-label": "What was measured" },
        h("h2", {}, "What was measured"),
        isGuessed ? h("p", { class: "message note" }, this.verdict(ranked.map((row) => row.encoding))) : null,
        h("div", { class: "tools" }, choice),
        pointPlot(this.page, { rows: ranked, puzzles: this.data.puzzles, kinds: this.data.kinds, measure }),
        this.table(ranked)));
  }

  verdict(ranked) {
    const right = ranked.filter((name, at) => name === this.order[at]).length;
    const pairs = ranked.flatMap((one, at) => ranked.slice(at + 1).map((other) => [one, other]));
    const inOrder = pairs.filter(([one, other]) => this.order.indexOf(one) < this.order.indexOf(other)).length;
    const start = right === ranked.length ? "Your order is the measured one." : `${right} of ${ranked.length} stand where you put them.`;
    return `${start} Of ${pairs.length} pairs, you had ${inOrder} the right way round.`;
  }

  table(ranked) {
    const { h } = this.page;
    const number = (value, places = 1) => (value === null ? "?" : value.toLocaleString("en", { maximumFractionDigits: places }));
    const percent = (share) => `${number(100 * share, 0)} %`;
    const { isGuessed } = this;
    const heads = ["encoding", ...(isGuessed ? ["your place"] : []), "checked in full", "decided by propagation", "conflicts", "decisions", "propagations"];
    const rows = ranked.map((row) => h("tr", {}, h("th", { scope: "row" }, row.encoding),
      [...(isGuessed ? [String(this.order.indexOf(row.encoding) + 1)] : []), `${row.checked} of ${row.puzzles}`, percent(row.unit_propagation), number(row.conflicts), number(row.decisions), number(row.propagations, 0)]
        .map((value) => h("td", { class: "number" }, value))));
    return h("div", { class: "wide", tabindex: 0 }, h("table", { class: "table" },
      h("caption", {}, `Means for each puzzle that was checked in full, by ${ranked[0].solver}.`),
      h("thead", {}, h("tr", {}, heads.map((one, at) => h("th", { scope: "col", class: at ? "number" : "" }, one)))), h("tbody", {}, rows)));
  }
}
