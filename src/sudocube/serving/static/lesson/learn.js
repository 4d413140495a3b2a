/* Scene 4, stuck: decisions, the implication graph, the cut, what is learned, and the jump back.

Its state: `d` the decisions as numbers ("5.-32.38"), `k` the moment, `cut` the literals that were clicked to the side of
the conflict. Literals have the names that the text below has: x324. */

import { readSmall } from "../scripts/small_puzzle.js";
import { scene } from "./scene.js";
import { Decisions } from "./decisions.js";
import { cellName, placeOf, shortName } from "./elements.js";
import { ImplicationGraph } from "./implication_graph.js";
import { LearningCard } from "./learning_card.js";
import { episodesOf, momentsOf, sideOf } from "./moments.js";
import { Propagated } from "./propagated.js";
import { trailAfter } from "./propagation.js";
import { stepper } from "../scripts/stepper.js";

const PUZZLE = "..2. .... 1.3. .3..";
const DECIDED = [5, -32, 38];

export const { title, mount } = scene({
  name: "learn",
  data: ["clauses"],
  styles: ["lesson/fire.css", "lesson/learn.css"],
  puzzle: PUZZLE,
  keys: ["d", "k", "cut"],
  draw: (stage, frame) => new LearnScene(stage, frame),
});

class LearnScene {
  constructor(stage, frame) {
    const { page } = frame;
    const { h } = page;
    this.frame = frame;
    this.isOfLesson = frame.cells.join() === readSmall(PUZZLE).join();
    this.board = page.newBoard({ box: "2x2", label: "The grid", onPick: (cell) => this.decisions.choose(cell) });
    this.steps = stepper(page, {
      label: "Moments",
      words: (at, all) => `${at} of ${all - 1}`,
      onMove: (at) => this.go(at),
    });
    this.graph = new ImplicationGraph(page, { onPick: (literal) => this.toggle(literal) });
    this.card = new LearningCard(page, () => this.forgetCut());
    this.decisions = new Decisions(page, {
      onDecide: (literal) => this.decide(literal),
      onSolver: () => this.letSolverDecide(),
    });
    this.hint = h("p", { class: "small soft graph-hint" });
    stage.append(
      h(
        "div",
        { class: "scene-columns learn" },
        h("div", {}, this.board.element, this.decisions.element),
        h("div", {}, this.steps.element, this.card.element, this.graph.element, this.hint),
      ),
    );
    this.begin(this.fromAddress(), false);
  }

  fromAddress() {
    const text = this.frame.get("d");
    if (text === null) return this.isOfLesson ? DECIDED : [];
    return text
      .split(".")
      .map(Number)
      .filter((one) => Number.isInteger(one) && one !== 0 && Math.abs(one) <= 64);
  }

  /* Trace the puzzle with these decisions; `isNew` if the reader has just chosen them. */
  begin(list, isNew = true) {
    this.list = list;
    this.run = this.propagated(list);
    this.episodes = episodesOf(this.run);
    this.moments = momentsOf(this.run, this.episodes);
    this.graph.lay(this.episodes, this.run.name, (literal) => this.label(literal));
    if (isNew) this.frame.set("d", list.join("."));
    else this.show(Math.floor(Number(this.frame.get("k"))) || 0, this.frame.get("cut"));
  }

  propagated(decisions, options = {}) {
    const run = new Propagated(this.frame.data.clauses.clauses, this.frame.cells, { decisions, ...options });
    return Object.assign(run, { name: shortName });
  }

  get moment() {
    return this.moments[this.at];
  }

  go(at) {
    this.frame.set("k", at || null);
    this.frame.set("cut", null);
    this.show(at, null);
  }

  /* The decisions that were made up to this moment, in the order in which they were asked for. */
  made() {
    const before = new Set(
      this.run.steps.slice(0, this.moment.count).map(({ literal, clause }) => (clause < 0 ? literal : 0)),
    );
    return this.list.filter((literal) => before.has(literal));
  }

  decide(literal) {
    const list = [...this.made(), literal];
    this.begin(list);
    const at = this.moments.findLastIndex(
      ({ kind, step }) => kind === "decision" && this.run.steps[step].literal === literal,
    );
    this.go(at < 0 ? this.moments.length - 1 : at);
  }

  letSolverDecide() {
    const { count } = this.moment;
    const next = this.propagated(this.made(), { search: true })
      .steps.slice(count)
      .find(({ clause }) => clause < 0);
    if (next) this.decide(next.literal);
  }

  /* A click on a literal of the graph: to the side of the conflict, or back. */
  toggle(literal) {
    const { moment, frame } = this;
    if (moment.kind !== "conflict") return;
    const { story } = this.episodes[moment.episode];
    if (this.run.steps[this.run.stepOf(literal, moment.count)].clause < 0) {
      frame.page.say("A decision stays on its side: no clause made it true.");
      this.hint.textContent = "A decision stays on its side: no clause made it true, so there is nothing to join.";
      return;
    }
    if (!story.has(literal)) return;
    const side = new Set(this.side);
    if (!side.delete(literal)) side.add(literal);
    frame.set("cut", [...side].join(".") || "0");
    this.show(this.at, frame.get("cut"));
  }

  forgetCut() {
    this.frame.set("cut", null);
    this.show(this.at, null);
  }

  show(at, cut) {
    this.at = Math.min(this.moments.length - 1, Math.max(0, at));
    const { run, moment } = this;
    const episode = this.episodes[moment.episode] ?? this.episodes.at(-1);
    const isConflict = moment.kind === "conflict";
    const hasSide = isConflict && run.steps[moment.step].backjump !== null;
    this.own =
      hasSide && cut !== null
        ? new Set(
            cut
              .split(".")
              .map(Number)
              .filter((one) => episode.story.has(one)),
          )
        : null;
    this.side = hasSide ? (this.own ?? sideOf(run, moment.step, moment.joined)) : null;
    const visible = new Map(trailAfter(run.steps, moment.count).map((step) => [step.literal, step]));
    this.steps.set(this.at, this.moments.length);
    this.board.show(run.boardAfter(moment.count));
    this.board.mark(this.marks());
    this.graph.show({
      episode,
      visible,
      side: this.side,
      story: isConflict ? episode.story : null,
      hasConflict: isConflict,
      current: ["forced", "decision"].includes(moment.kind) ? run.steps[moment.step].literal : null,
    });
    this.hint.textContent = hintOf(moment.kind, episode);
    this.card.show({ run, moment, episode, side: this.side, isOwn: this.own !== null });
    this.decisions.show({
      values: run.valuesAfter(moment.count),
      cells: this.frame.cells,
      isOpen: !isConflict && run.valuesAfter(moment.count).size < 128,
      name: run.name,
    });
  }

  marks() {
    const { run, moment } = this;
    if (moment.step === null) return {};
    const step = run.steps[moment.step];
    if (moment.kind === "conflict" || step.literal === undefined) {
      if (moment.kind !== "conflict") return {};
      return {
        cells: Object.fromEntries(run.clauses[step.conflict].map((literal) => [cellName(Math.abs(literal)), "bad"])),
      };
    }
    const name = cellName(Math.abs(step.literal));
    if (step.literal > 0) return { cells: { [name]: step.clause < 0 ? "open" : "good" } };
    return { candidates: { [name]: { [placeOf(-step.literal).digit]: step.clause < 0 ? "open" : "bad" } } };
  }

  /* Why a literal is true, for the label of its node. */
  label(literal) {
    const step = this.run.steps.findLast((one) => one.literal === literal);
    return `level ${step.level}, ${step.clause < 0 ? "decision" : `by ${this.run.sayingOf(step.clause)}`}`;
  }
}

function hintOf(kind, { nodes }) {
  if (kind === "conflict" && nodes.size)
    return "Click a literal to move it to the side of the conflict, or back. The edges in orange are the cut.";
  if (!nodes.size)
    return "It is empty until something is decided. What the clues force is left out: it is true for good.";
  return "An arrow leads from each literal to those that it helped to force. What the clues force is left out.";
}
