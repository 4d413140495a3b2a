/* Clauses at work: the trace of the puzzle, step by step, with the clause that fires, and the board as it is then.

     const view = new ClauseTrace(page, encoding)     encoding() tells the name of the encoding that is chosen
     view.element, view.show(), view.leave()

   State in the address: k, the step; search=1, rule and decide, as the options of `sudocube encodings trace`. */

import { counted, numbered } from "../scripts/words.js";
import { stepper } from "../scripts/stepper.js";
import { reasonWords } from "./clause_parts.js";
import { FiringLine } from "./firing_line.js";
import { rowTable } from "./row_table.js";
import { ENDS, TraceModel } from "./trace_model.js";
import { stepParts } from "./trace_step.js";

const COLUMNS = [
  { key: "step", label: "Step", kind: "number trace-number" },
  { key: "level", label: "Level", kind: "number trace-level" },
  { key: "literal", label: "Becomes true", kind: "mono trace-literal" },
  { key: "because", label: "Because of", kind: "trace-because" },
];
const RULES = [["fewest", "the cell with the fewest candidates"], ["first", "the first open variable"]];
const JUMPS = {
  "Next digit": (row) => Object.keys(row.placed).length > 0 && row.because !== "clue",
  "Next conflict": (row) => "conflict" in row,
};
const COUNTED = { assigned: "assignment", decisions: "decision", conflicts: "conflict" };
const PLAY = 450; // milliseconds for each step

export class ClauseTrace {
  constructor(page, encoding) {
    const { h, field, choice, button } = page;
    this.page = page;
    this.encoding = encoding;
    this.trace = new TraceModel();
    this.at = 0;
    this.search = h("input", { type: "checkbox", onchange: () => this.asked() });
    this.rule = choice(RULES, "fewest", () => this.asked());
    this.ruleField = field("Decide on", this.rule);
    const typed = { spellcheck: "false", autocomplete: "off", maxlength: 2000 };
    this.decide = h("input", { type: "text", placeholder: "r1c2=3, r2c1!=4", ...typed });
    this.problem = h("div", {});
    this.about = h("p", { class: "soft small" });
    const oninput = () => this.goTo(Number(this.slider.value));
    this.slider = h("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Step of the trace", oninput });
    const words = (at, count) => (at ? `Step ${numbered(at)} of ${numbered(count - 1)}` : "The start");
    this.stepper = stepper(page, { label: "Steps of the trace", words, onMove: (at) => this.goTo(at) });
    this.playButton = button("Play", () => this.play(!this.timer), { "aria-pressed": "false" });
    this.jumps = Object.keys(JUMPS).map((name) => button(name, () => this.jump(JUMPS[name])));
    this.card = h("div", { class: "card trace-card" });
    this.near = page.newBoard({ box: page.puzzle.box, label: "The grid after the step", isNumbered: false });
    this.line = new FiringLine(page, encoding);
    this.ending = h("div", {});
    this.table = rowTable(page, {
      label: "Steps of the trace",
      columns: COLUMNS,
      fill: (place, cells) => this.fill(place, cells),
      onOpen: (place) => this.goTo(place + 1),
    });
    this.element = h("section", { "aria-label": "Clauses at work", onkeydown: (event) => this.key(event) },
      h("form", { class: "trace-options", onsubmit: (event) => { event.preventDefault(); this.asked(); } },
        h("div", { class: "tools" },
          h("label", { class: "check" }, this.search, "Go on with decisions and learning"), this.ruleField),
        h("div", { class: "tools" },
          field("Decisions of your own", this.decide, { class: "trace-decide" }),
          button("Decide", () => {}, { type: "submit" }))),
      this.problem,
      h("div", { class: "trace-player" }, this.stepper.element, this.playButton, this.jumps), this.slider,
      h("div", { class: "trace-now" }, h("div", { class: "narrow-only trace-near" }, this.near.element), this.card),
      this.line.element, this.table.element, this.ending, this.about);
    page.puzzle.onChange(() => this.empty());
  }

  async show() {
    const { address } = this.page;
    this.search.checked = address.get("search") === "1";
    this.rule.value = RULES.some(([name]) => name === address.get("rule")) ? address.get("rule") : "fewest";
    this.decide.value = address.get("decide") ?? "";
    this.page.board.onPick(null);
    return this.load();
  }

  leave() {
    this.play(false);
    this.withdrawn?.abort();
    const { board } = this.page;
    board.mark({});
    board.place({});
    board.candidates(null);
  }

  end() {
    this.leave();
    this.table.resized.disconnect();
  }

  /** Another trace was asked for: it begins at its start. */
  asked() {
    const search = this.search.checked;
    const rule = search && this.rule.value !== "fewest" ? this.rule.value : null;
    this.page.address.replace({ search: search ? "1" : null, rule, decide: this.decide.value.trim(), k: null });
    this.load();
  }

  async load() {
    const { page } = this;
    this.play(false);
    this.withdrawn?.abort();
    this.ruleField.hidden = !this.search.checked;
    const trace = new TraceModel();
    page.fill(this.problem);
    const chosen = { search: this.search.checked, rule: this.rule.value, decide: this.decide.value };
    const fields = { ...page.puzzle.fields, encoding: this.encoding(), ...chosen };
    const question = JSON.stringify(fields);
    if (question !== this.question) this.empty();
    this.question = question;
    const { signal } = (this.withdrawn = new AbortController());
    try {
      await page.ask("trace", fields, { signal, onRow: (row) => trace.add(row) });
    } catch (error) {
      const message = page.failed(error);
      if (!message) return;
      this.take(new TraceModel());
      page.fill(this.problem, message);
      return;
    }
    this.take(trace);
  }

  /** What is shown is of another trace: nothing of it stays. The step that the address names is for the next one. */
  empty() {
    this.question = null;
    this.withdrawn?.abort();
    this.play(false);
    this.showTrace(new TraceModel());
    this.draw(0);
    this.page.fill(this.card, this.page.h("p", { class: "waiting" }, "The trace of this puzzle …"));
  }

  take(trace) {
    this.showTrace(trace);
    const { end, steps } = trace;
    const { page } = this;
    this.goTo(Math.min(Number(page.address.get("k")) || 0, steps.length), { isQuiet: true });
    if (end) page.say(`${counted(steps.length, "step")}. ${ENDS[end.end][1]}`);
  }

  showTrace(trace) {
    this.trace = trace;
    const { page } = this;
    const { start, end, steps } = trace;
    const size = start && `${counted(start.variables, "variable")}, ${counted(start.clauses, "clause")}`;
    page.fill(this.about, start && `${start.title}: ${size}. ${start.order} ${start.rule ?? ""}`);
    const [tone, words] = ENDS[end?.end] ?? ["note", ""];
    const left = end?.not_decided ?? [];
    const skipped = left.length ? ` Not decided, because a value was there before: ${left.join(", ")}.` : "";
    const counts = end && ["assigned", "decisions", "conflicts"].map((name) => counted(end[name], COUNTED[name]));
    page.fill(this.ending, end && page.h("p", { class: `message ${tone}` },
      page.h("b", {}, `In the end: ${words}`), ` ${counts.join(", ")}.${skipped}`));
    this.slider.max = steps.length;
    this.slider.disabled = !steps.length;
    this.playButton.disabled = !steps.length;
    this.table.show(steps.length);
  }

  goTo(at, { isQuiet = false } = {}) {
    this.page.address.set("k", at || null);
    this.draw(at);
    if (at >= this.trace.steps.length) this.play(false);
    if (!isQuiet && !this.timer) this.page.say(this.card.textContent);
  }

  draw(at) {
    const { steps } = this.trace;
    this.at = at;
    this.stepper.set(at, steps.length + 1);
    this.slider.value = at;
    this.slider.setAttribute("aria-valuetext", at ? `step ${at}` : "the start");
    this.drawCard(steps[at - 1]);
    this.drawBoard(steps[at - 1]);
    this.jumps.forEach((one) => one.setAttribute("aria-disabled", String(!steps.slice(at).some(JUMPS[one.textContent]))));
    this.table.refresh();
    if (at) this.table.goTo(at - 1);
  }

  /** To the next step of a kind; a button that leads nowhere is disabled, but keeps the focus. */
  jump(isWanted) {
    const next = this.trace.steps.findIndex((row, place) => place >= this.at && isWanted(row));
    if (next >= 0) this.goTo(next + 1);
  }

  play(isOn) {
    clearInterval(this.timer);
    this.timer = 0;
    if (isOn && this.at >= this.trace.steps.length) this.goTo(0);
    if (isOn) this.timer = setInterval(() => this.goTo(this.at + 1), PLAY);
    this.playButton.textContent = isOn ? "Pause" : "Play";
    this.playButton.setAttribute("aria-pressed", String(isOn));
  }

  fill(place, cells) {
    const row = this.trace.steps[place];
    const isConflict = "conflict" in row;
    const literal = isConflict ? "conflict" : row.literal;
    const because = reasonWords(isConflict ? row.conflict : row.because);
    cells.step.textContent = numbered(row.step);
    cells.level.textContent = row.level;
    cells.literal.textContent = literal;
    cells.because.textContent = because;
    const kind = isConflict ? "conflict" : row.because === "decision" ? "decision" : row.number > 0 ? "true" : "false";
    return { label: `Step ${row.step}: ${literal}, ${because}`, current: place === this.at - 1, tone: `trace-${kind}` };
  }

  drawCard(row) {
    this.page.fill(this.card, stepParts(this.page, row, Boolean(this.trace.start)));
    const clause = row?.conflict ?? row?.because;
    this.line.show(typeof clause === "object" ? clause : null);
  }

  /** The board after the step: digits, what is left in each cell, and the cells that the clause speaks of. A conflict is
      shown as it is found; what it takes back is gone with the next step. */
  drawBoard(row) {
    const { board, puzzle } = this.page;
    if (!this.trace.start) {
      board.mark({});
      board.place({});
      board.candidates(null);
      this.near.show({ digits: puzzle.digits, kinds: puzzle.digits.map(() => "clue"), box: puzzle.box });
      this.near.mark({});
      return;
    }
    const { digits, removed } = this.trace.after(row && "conflict" in row ? this.at - 1 : this.at);
    const every = Array.from({ length: puzzle.size }, (_, digit) => digit + 1);
    const left = {};
    puzzle.digits.forEach((digit, cell) => {
      const name = this.page.cellName(cell, puzzle.size);
      if (!digit && !(name in digits)) left[name] = every.filter((one) => !removed[name]?.has(one));
    });
    const marks = this.marks(row);
    board.place(digits);
    board.candidates(left);
    board.mark(marks);
    const own = [];
    for (const [name, digit] of Object.entries(digits)) own[this.page.cellIndex(name, puzzle.size)] = digit;
    const kinds = puzzle.digits.map((digit, cell) => (!digit && own[cell] ? "placed" : "clue"));
    const all = puzzle.digits.map((digit, cell) => digit || own[cell] || 0);
    this.near.show({ digits: all, kinds, candidates: left, box: puzzle.box });
    this.near.mark(marks);
  }

  marks(row) {
    if (!row) return {};
    const isConflict = "conflict" in row;
    const clause = isConflict ? row.conflict : row.because;
    const cells = {};
    const named = (clause.literals ?? []).flatMap((name) => name.match(/r\d+c\d+/g) ?? []);
    for (const cell of named) cells[cell] = isConflict ? "bad" : "note";
    const candidates = {};
    if (!isConflict) {
      const tone = row.because === "decision" ? "open" : "good";
      for (const cell of Object.keys(row.placed)) cells[cell] = tone;
      for (const [cell, gone] of Object.entries(row.removed)) {
        candidates[cell] = Object.fromEntries(gone.map((digit) => [digit, "bad"]));
      }
    }
    return { cells, candidates };
  }

  key(event) {
    if (event.target.closest(".row-scroll, input, select") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.stepper.key(event)) event.preventDefault();
  }
}
