/* What happens at a moment of scene 4, in words and clauses.

    const card = new LearningCard(page, onForget)     onForget(): the reader's own cut is to be forgotten
    card.element
    card.show({ run, moment, episode, side, isOwn })  side: the literals on the side of the conflict, or null
*/

import { cutClause } from "./moments.js";
import { trailAfter } from "./propagation.js";
import { counted } from "../scripts/words.js";

export class LearningCard {
  constructor(page, onForget) {
    this.page = page;
    this.forget = page.button("Forget my cut", onForget);
    this.element = page.h("div", { class: "card learn-card", "aria-live": "polite" });
  }

  show(state) {
    this.state = state;
    const step = state.moment.step === null ? null : state.run.steps[state.moment.step];
    this.page.fill(this.element, this[state.moment.kind](step));
  }

  start() {
    const { h, link } = this.page;
    const { run, moment } = this.state;
    const head = h("h2", {}, "Level 0: what the clues force");
    if (run.end === "solved" && moment.count === run.steps.length)
      return [
        head,
        h(
          "p",
          {},
          "Propagation alone solves this puzzle, so nothing is left to decide. ",
          link("lesson/fire", "Watch it fire"),
          " shows how.",
        ),
      ];
    if (run.steps[moment.count]?.level === 0)
      return [head, h("p", {}, "The clues alone make all literals of a clause false. The next moment shows which.")];
    const open = run.boardAfter(moment.count).digits.filter((digit) => !digit).length;
    return [
      head,
      h("p", {}, `No clause fires any more, and ${counted(open, "cell is", "cells are")} open.`),
      h(
        "p",
        {},
        "Now the solver assumes something: a ",
        h("strong", {}, "decision"),
        ". Each decision begins a new level; what is true without one has level 0.",
      ),
    ];
  }

  decision(step) {
    const { h } = this.page;
    return [
      h("h2", {}, this.literal(step.literal, "decided"), ` is decided: level ${step.level}`),
      h("p", {}, "Nothing forces it. It is an assumption, and all that follows from it has this level."),
    ];
  }

  forced(step) {
    const { h } = this.page;
    const { run, moment } = this.state;
    const others = run.clauses[step.clause].filter((literal) => literal !== step.literal);
    const values = run.valuesAfter(moment.count);
    const levelOf = (literal) => run.steps[run.stepOf(-literal, moment.count)].level;
    const why = others.filter((literal) => values.get(literal) === false && levelOf(literal) > 0);
    return [
      h("h2", {}, this.literal(step.literal, "forced"), ` is true: level ${step.level}`),
      h("p", {}, "The clause that fires: ", h("strong", {}, run.sayingOf(step.clause)), "."),
      h("p", { class: "clause" }, this.clause(run.clauses[step.clause], step.literal)),
      why.length < others.length &&
        h(
          "p",
          { class: "small soft" },
          why.length
            ? "The literals without a level are false for good, because of the clues."
            : "All its other literals are false for good, because of the clues.",
        ),
    ];
  }

  conflict(step) {
    const { h } = this.page;
    const { run, moment, isOwn } = this.state;
    const head = h("h2", {}, `Conflict on level ${step.level}`);
    const what = h("p", {}, "All literals of ", h("strong", {}, run.sayingOf(step.conflict)), " are false.");
    if (step.backjump === null)
      return [
        head,
        what,
        h("p", { class: "clause" }, this.clause(run.clauses[step.conflict])),
        h("p", { class: "message bad" }, "Nothing is assumed on level 0, so the puzzle has no solution."),
      ];
    if (isOwn) return [head, what, this.ownCut(step)];
    const joined = step.resolutions.slice(0, moment.joined);
    return [
      head,
      what,
      h(
        "ol",
        { class: "derivation" },
        this.line("the conflict", step.reduced),
        joined.map(({ on, clause, result }) =>
          this.line(["joined over ", this.literal(on), ` with ${run.sayingOf(clause)}`], result),
        ),
      ),
      this.howMany(joined.at(-1)?.result ?? step.reduced, step, moment.joined === step.resolutions.length),
    ];
  }

  line(says, clause) {
    const { h } = this.page;
    return h("li", {}, h("span", { class: "small soft" }, says), h("div", { class: "clause" }, this.clause(clause)));
  }

  /* How many literals of the last level a clause has, and what that means. */
  howMany(clause, step, isLast) {
    const { h } = this.page;
    const left = clause.filter((literal) => this.levelOf(literal) === step.level).length;
    if (!isLast)
      return h(
        "p",
        { class: "message note" },
        `${counted(left, "literal")} of level ${step.level} ${left === 1 ? "is" : "are"} left. Join on, until it is one.`,
      );
    return h(
      "p",
      { class: "message good" },
      "One literal of level ",
      String(step.level),
      " is left: this clause is learned. Its negation, ",
      this.literal(-clause[0]),
      ", is the first unique implication point: each way from the last decision to the conflict leads through it.",
    );
  }

  ownCut(step) {
    const { h } = this.page;
    const { episode, side } = this.state;
    const clause = cutClause(episode, side);
    const ofLevel = clause.filter((literal) => this.levelOf(literal) === step.level);
    return [
      h("p", {}, "Not all literals before your cut can be true together. So this clause holds:"),
      h("p", { class: "clause" }, this.clause(clause)),
      this.judged(ofLevel, clause, step),
      this.forget,
    ];
  }

  judged(ofLevel, clause, step) {
    const { h } = this.page;
    const says = (tone, ...words) => h("p", { class: `message ${tone}` }, words);
    const level = `level ${step.level}`;
    if (ofLevel.length > 1)
      return says(
        "note",
        `It has ${ofLevel.length} literals of ${level}. After a jump back, more than one of them would be open, `,
        "and the clause would force nothing.",
      );
    const point = this.literal(-ofLevel[0]);
    if (ofLevel[0] !== step.learned[0])
      return says(
        "open",
        point,
        ` is a unique implication point of ${level}, but not the one nearest to the conflict: the solver stops earlier.`,
      );
    if (clause.length > step.learned.length)
      return says(
        "open",
        point,
        " is the first unique implication point. The clause could be shorter: the solver leaves out what is not needed.",
      );
    return says(
      "good",
      point,
      " is the first unique implication point, the nearest to the conflict. This is the clause that the solver learns.",
    );
  }

  learned(step) {
    const { h } = this.page;
    const { run } = this.state;
    const [first, ...others] = step.learned;
    const dropped = step.level - step.backjump;
    const name = (literal) => h("span", { class: "literal" }, run.name(literal));
    return [
      h("h2", {}, `Back to level ${step.backjump}`),
      h(
        "p",
        { class: "clause" },
        "Learned: ",
        step.learned.flatMap((literal, at) => [at ? " ∨ " : "", name(literal)]),
      ),
      h(
        "p",
        {},
        others.length
          ? `Level ${step.backjump} is the highest level of the other literals. There they are false already, so the clause forces `
          : "The clause has no other literal, so it holds without any decision. It forces ",
        name(first),
        ".",
      ),
      dropped > 1 &&
        h(
          "p",
          {},
          `${counted(dropped, "level is", "levels are")} dropped at once: the decision between them had no part in the conflict.`,
        ),
    ];
  }

  end() {
    const { h } = this.page;
    const { run, moment } = this.state;
    if (run.end === "solved")
      return [
        h("h2", {}, "All clauses hold"),
        h(
          "p",
          { class: "message good" },
          "The grid is a solution. Whether there is another one, this search has not asked.",
        ),
      ];
    const standing = trailAfter(run.steps, moment.count).filter(({ clause }) => clause < 0);
    const names = standing.flatMap(({ literal }, at) => [at ? ", " : "", this.literal(literal, "decided")]);
    const learned = run.steps.filter((step) => step.learned?.length);
    return [
      h("h2", {}, run.steps.some(({ clause }) => clause < 0) ? "Stuck again" : "Stuck"),
      learned.map((step) => h("p", { class: "clause" }, "Learned, and true from now on: ", this.clause(step.learned, step.learned[0]))),
      h(
        "p",
        { class: "message open" },
        "No clause fires any more. ",
        standing.length ? ["Of the decisions, these still stand: ", names, ". "] : "No decision stands. ",
        "No other decision was asked for: decide yourself, or let the solver decide.",
      ),
    ];
  }

  levelOf(literal) {
    const { run, moment } = this.state;
    const at = run.stepOf(-literal, moment.count);
    return at < 0 ? null : run.steps[at].level;
  }

  clause(literals, forced = null) {
    return literals.flatMap((literal, at) => [
      at ? " ∨ " : "",
      this.literal(literal, literal === forced ? "forced" : "false"),
    ]);
  }

  /* A literal, with the level on which it got its value; level 0 is left out. */
  literal(literal, kind = "") {
    const { h } = this.page;
    const level = this.levelOf(literal) ?? this.levelOf(-literal);
    return h(
      "span",
      { class: `literal ${kind}` },
      this.state.run.name(literal),
      level ? h("sub", { title: `level ${level}` }, String(level)) : null,
    );
  }
}
