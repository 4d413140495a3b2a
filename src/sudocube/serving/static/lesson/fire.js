/* Scene 3, watch it fire: unit propagation clause by clause, back and forth, and a guess of the next digit.

Its state: `k` how many steps were taken, `g` how many guesses were right, and of how many: "2.3". */

import { scene } from "./scene.js";
import { Guess } from "./guess.js";
import { cellName, placeOf } from "./elements.js";
import { clauseParts, Propagated } from "./propagated.js";
import { stepper } from "../scripts/stepper.js";

export const { title, mount } = scene({
  name: "fire",
  data: ["clauses"],
  styles: ["lesson/fire.css"],
  puzzle: "1... ..2. .3.. ...4",
  keys: ["k", "g"],
  draw: (stage, frame) => new FireScene(stage, frame),
});

class FireScene {
  constructor(stage, frame) {
    const { page } = frame;
    const { h } = page;
    this.frame = frame;
    this.run = new Propagated(frame.data.clauses.clauses, frame.cells);
    this.count = Math.min(this.run.steps.length, Math.max(0, Math.floor(Number(frame.get("k"))) || 0));
    this.board = page.newBoard({ box: "2x2", label: "The grid", onPick: (cell) => this.guess.choose(cell) });
    this.steps = stepper(page, {
      label: "Steps",
      words: (at, all) => `step ${at} of ${all - 1}`,
      onMove: (at) => this.go(at),
    });
    this.digit = page.button("Next digit", () => this.go(this.nextDigit() + 1));
    this.guess = new Guess(frame, this.run, (count) => this.go(count));
    this.card = h("div", { class: "card fire-card", "aria-live": "polite" });
    this.log = h("ol", { class: "fire-log" });
    stage.append(
      h(
        "div",
        { class: "scene-columns fire" },
        h(
          "div",
          {},
          this.board.element,
          h("div", { class: "fire-steps" }, this.steps.element, this.digit),
          this.guess.element,
        ),
        h(
          "div",
          {},
          this.card,
          h("details", {}, h("summary", {}, "The steps so far"), this.log),
        ),
      ),
    );
    this.show();
  }

  nextDigit(from = this.count) {
    return this.run.steps.findIndex((step, at) => at >= from && (step.literal > 0 || step.conflict !== undefined));
  }

  go(count) {
    this.count = count;
    this.frame.set("k", count || null);
    this.show();
  }

  show() {
    const { run, count } = this;
    this.steps.set(count, run.steps.length + 1);
    this.frame.page.usable(this.digit, this.nextDigit() >= 0);
    this.board.show(run.boardAfter(count));
    this.guess.show(count);
    this.board.mark(this.withGuesses(this.marks(run.steps[count - 1])));
    this.frame.page.fill(this.card, this.cardParts(run.steps[count - 1]));
    this.showLog();
  }

  /* The element that the step speaks of, and the other cells of its clause. */
  marks(step) {
    if (!step) return {};
    const { run } = this;
    const clause = run.clauses[step.clause ?? step.conflict];
    const cells = Object.fromEntries(clause.map((literal) => [cellName(Math.abs(literal)), "note"]));
    if (step.conflict !== undefined)
      return { cells: Object.fromEntries(Object.keys(cells).map((name) => [name, "bad"])) };
    const { digit } = placeOf(Math.abs(step.literal));
    const name = cellName(Math.abs(step.literal));
    if (step.literal > 0)
      return { cells: { ...cells, [name]: "good" }, labels: { [name]: `holds ${digit} since this step` } };
    return {
      cells,
      candidates: { [name]: { [digit]: "bad" } },
      labels: { [name]: `cannot hold ${digit} since this step` },
    };
  }

  withGuesses(marks) {
    const candidates = { ...marks.candidates };
    for (const element of this.guess.right)
      candidates[cellName(element)] = { ...candidates[cellName(element)], [placeOf(element).digit]: "good" };
    return { ...marks, candidates };
  }

  cardParts(step) {
    const { h } = this.frame.page;
    const { run, count } = this;
    if (!step) {
      return [
        h("h2", {}, "Before the first step"),
        h(
          "p",
          {},
          run.clues.length
            ? `${run.rows.length} clauses of the rules, and ${run.clues.length} of the clues, ` +
                "which have one literal each. Those fire first."
            : `${run.rows.length} clauses of the rules, and none of clues. Each has two literals or more.`,
        ),
        this.endParts(),
      ];
    }
    if (step.conflict !== undefined) return this.conflictParts(step);
    const clause = run.clauses[step.clause];
    const before = run.valuesAfter(count - 1);
    const others = clause.filter((literal) => literal !== step.literal);
    return [
      h("h2", {}, h("span", { class: "literal forced" }, run.name(step.literal)), " is true now"),
      h("p", {}, "The clause that fires: ", h("strong", {}, run.sayingOf(step.clause)), "."),
      h("p", { class: "clause" }, clauseParts(this.frame.page, clause, run.name, before, step.literal)),
      others.length > 0 &&
        h("p", {}, others.length === 1 ? "Its other literal is false:" : "All its other literals are false:"),
      h(
        "ul",
        { class: "reasons" },
        others.map((literal) => this.reason(literal)),
      ),
      this.endParts(),
    ];
  }

  reason(literal) {
    const { h, button } = this.frame.page;
    const at = this.run.stepOf(-literal, this.count);
    const { clause } = this.run.steps[at];
    return h(
      "li",
      {},
      h("span", { class: "literal false" }, this.run.name(literal)),
      ` by ${this.run.sayingOf(clause)}, `,
      button(`step ${at + 1}`, () => this.go(at + 1), { class: "quiet" }),
    );
  }

  conflictParts(step) {
    const { h } = this.frame.page;
    const { run } = this;
    return [
      h("h2", {}, "Conflict"),
      h("p", {}, "All literals of ", h("strong", {}, run.sayingOf(step.conflict)), " are false:"),
      h(
        "p",
        { class: "clause" },
        clauseParts(this.frame.page, run.clauses[step.conflict], run.name, run.valuesAfter(this.count)),
      ),
      h(
        "ul",
        { class: "reasons" },
        run.clauses[step.conflict].map((literal) => this.reason(literal)),
      ),
      h("p", { class: "message bad" }, "Nothing was assumed, so the puzzle has no solution."),
    ];
  }

  /* What the last step means for the puzzle. */
  endParts() {
    const { page } = this.frame;
    const { run, count } = this;
    if (count < run.steps.length) return null;
    if (run.end === "solved")
      return page.h("p", { class: "message good" }, "Solved. Each step was forced, so there is no other solution.");
    return page.h(
      "p",
      { class: "message open" },
      "Stuck: no clause fires any more, and cells are open. ",
      page.link("lesson/learn", "How a solver goes on"),
    );
  }

  showLog() {
    const { h, fill } = this.frame.page;
    fill(
      this.log,
      this.run.steps
        .slice(0, this.count)
        .map((step) =>
          h(
            "li",
            {},
            step.literal === undefined
              ? "conflict"
              : h("span", { class: `literal ${step.literal > 0 ? "true" : ""}` }, this.run.name(step.literal)),
            ` ${this.run.sayingOf(step.clause ?? step.conflict)}`,
          ),
        )
        .reverse(),
    );
    this.log.start = this.count;
  }
}
