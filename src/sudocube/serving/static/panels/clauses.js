/* The panel "Clauses": an encoding's clauses of a cell or line, and the clauses at work on the puzzle.

   State in the address: e, the encoding; view, "trace" for the clauses at work; and that of the two views. */

import { follow } from "../scripts/following.js";
import { ClausePlaces } from "./clause_places.js";
import { ClauseTrace } from "./clause_trace.js";

export const title = "Clauses";

const USUAL = "extended";
const VIEWS = { place: "The clauses of a place", trace: "Clauses at work" };

export async function mount(host, page) {
  const { h, fill } = page;
  fill(host, h("p", { class: "waiting" }, "Encodings …"));
  const styles = ["panels/clauses.css", "panels/row_table.css"].map(page.style);
  let encodings;
  try {
    [encodings] = await Promise.all([page.ask("encodings", {}, { keep: true }), ...styles]);
  } catch (error) {
    fill(host, page.failed(error));
    return {};
  }
  const panel = new ClausesPanel(host, page, encodings);
  return { leave: () => panel.leave() };
}

class ClausesPanel {
  constructor(host, page, encodings) {
    const { h, address } = page;
    this.page = page;
    this.names = encodings.map((one) => one.name);
    const options = encodings.map((one) => [one.name, `${one.name}: ${one.title}`]);
    this.select = page.choice(options, USUAL, (name) => this.choose(name));
    this.problem = h("div", {});
    this.idea = h("details", { class: "clause-idea" });
    const encoding = () => this.select.value;
    this.views = { place: new ClausePlaces(page, encoding), trace: new ClauseTrace(page, encoding) };
    this.buttons = Object.entries(VIEWS).map(([name, label]) =>
      page.button(label, () => this.turnTo(name), { dataset: { view: name } }));
    this.place = h("div", {});
    page.fill(host,
      h("div", { class: "tools" }, page.field("Encoding", this.select)),
      this.idea,
      h("div", { class: "buttons clause-views", role: "group", "aria-label": "What is shown" }, this.buttons),
      this.problem, this.place);
    this.shown = null;
    this.read();
    this.endFollowing = follow(page, () => this.show(), this.problem);
    address.onMove(() => { this.read(); this.show(); });
  }

  leave() {
    this.endFollowing();
    this.views.place.leave();
    this.views.trace.end();
  }

  read() {
    const { address } = this.page;
    this.select.value = this.names.includes(address.get("e")) ? address.get("e") : USUAL;
    this.view = address.get("view") === "trace" ? "trace" : "place";
  }

  choose(name) {
    this.page.address.replace({ e: name === USUAL ? null : name, k: null });
    this.show();
  }

  turnTo(view) {
    this.view = view;
    this.page.address.set("view", view === "place" ? null : view);
    this.show();
  }

  async show() {
    const view = this.views[this.view];
    if (this.shown !== view) {
      this.shown?.leave();
      this.page.fill(this.place, view.element);
      this.shown = view;
    }
    for (const button of this.buttons) button.setAttribute("aria-pressed", button.dataset.view === this.view);
    await Promise.all([view.show(), this.describe()]);
  }

  /** The idea of the encoding, and what it says, statement by statement. */
  async describe() {
    const { page } = this;
    const { h } = page;
    const { box } = page.puzzle;
    const key = `${this.select.value} ${box}`;
    if (this.described === key) return;
    const [row] = await page.ask("encoding", { encoding: this.select.value, box });
    this.described = key;
    const formula = (text) => h("div", { class: "mono small soft" }, text);
    const statements = row.statements.map((one) => h("li", {}, one.says, one.formulas.map(formula)));
    page.fill(this.idea, h("summary", {}, `What ${row.name} says`), h("p", {}, row.idea),
      h("ul", {}, statements), h("p", { class: "soft small" }, row.source));
  }
}
