// @ts-check
/* Scene 4, stuck: decisions, implication graph, the cut, what is learned, and the jump back; one trace, as
   the library has it. State: `k` the moment. Literals have the names that the text below has: x324. */

import { html } from "../vendor/lit-html.js";
import { board } from "../scripts/board.js";
import { counted, each, link, within } from "../scripts/parts.js";
import { player } from "../scripts/player.js";
import { readSmall } from "../scripts/small_puzzle.js";
import { cellName } from "./elements.js";
import { episodesOf, graphView, layoutOf } from "./graph.js";
import {
  boardAfter, joined, literalsOf, literalView, marksOfLiteral, sayingOf, trailAfter,
} from "./propagation.js";

/** The moments, and the graphs. @type {any} */
let story = null;

export const learn = {
  data: ["learning"],
  keys: ["k"],
  draw(frame) {
    const { puzzle, steps } = frame.data.learning;
    if (!story) {
      const episodes = episodesOf(steps);
      story = { episodes, layouts: episodes.map(layoutOf), moments: momentsOf(steps, episodes) };
    }
    const { episodes, layouts, moments } = story;
    const at = within(frame.get("k"), moments.length - 1);
    const moment = moments[at];
    const trail = trailAfter(steps, moment.count);
    const step = steps[moment.step];
    const state = { moment, step, trail, steps, episode: episodes[moment.episode] };
    const onMove = (to) => frame.set({ k: to || null });
    const tallest = Math.max(...layouts.map((one) => one.height));
    return html`<div class="scene-columns learn"><div>
        ${board({ name: "learn", label: "The grid", box: "2x2", ...boardAfter(readSmall(puzzle), trail),
          marks: marksOf(state) })}
        <p class="small">Other puzzles, and decisions of your own: ${link("encodings", "Clauses at work",
          { view: "trace", search: 1 })} of <code>sudocube serve</code>.</p></div>
      <div>${player({ name: "learn", label: "Moments", at, count: moments.length, onMove, canPlay: true,
          words: (one) => `${one} of ${moments.length - 1}` })}
        <div class="card learn-card" aria-live="polite">${CARDS[moment.kind](state)}</div>
        ${graphView(state, layouts[moment.episode], tallest)}
        <p class="small soft graph-hint">An arrow leads from each literal to those that it helped to force,
          without what the clues force. The orange edges are the cut.</p></div></div>`;
  },
};

/** Where it stops, { kind, count, step, episode, joined }, after `count` steps: at the "start"; at each
    "decision" and "forced" literal that the graph shows; at each "conflict", once for each resolution that is
    `joined`; when the solver has "learned" and jumped back; and at the "end". @param {any[]} steps */
function momentsOf(steps, episodes) {
  const start = steps.findIndex(({ level }) => level > 0);
  /** @type {any[]} */ const moments = [{ kind: "start", count: start, episode: 0 }];
  let episode = 0;
  for (const [step, { conflict, resolutions, because, number }] of [...steps.entries()].slice(start)) {
    const after = { count: step + 1, step, episode };
    const isShown = episodes[episode].nodes.has(number) || because?.family === "learned";
    if (conflict) {
      const all = Array.from({ length: resolutions.length + 1 }, (_, joined) => joined);
      moments.push(...all.map((joined) => ({ ...after, kind: "conflict", count: step, joined })));
      episode += 1;
      moments.push({ ...after, kind: "learned", episode });
    } else if (isShown) moments.push({ ...after, kind: because === "decision" ? "decision" : "forced" });
  }
  return [...moments, { kind: "end", count: steps.length, episode }];
}

function marksOf({ moment: { kind }, step }) {
  const names = kind === "conflict" ? literalsOf(step).map((one) => cellName(Math.abs(one))) : [];
  if (names.length) return { cells: each(names, "bad") };
  if (!step || kind === "learned") return {};
  return marksOfLiteral(step.number, kind === "decision" ? "open" : "good");
}

// What happens at a moment, in words and clauses

/** The level on which a literal got its value. */
const levelOf = ({ trail }, literal) =>
  trail.find(({ number }) => Math.abs(number) === Math.abs(literal))?.level ?? 0;

/** A literal with its level; level 0 is left out. */
function leveled(state, literal, kind = "") {
  const level = levelOf(state, literal);
  return literalView(literal, kind, level ? html`<sub title="level ${level}">${level}</sub>` : "");
}

const clauseOf = (state, literals, forced = null) => html`<p class="clause">
  ${joined(literals, (one) => leveled(state, one, one === forced ? "forced" : "false"))}</p>`;

/** @type {Record<string, (state: any) => any>} */
const CARDS = {
  start: () => html`<h2>Level 0: what the clues force</h2><p>No clause fires any more, and cells are open.</p>
    <p>Now the solver assumes something: a <strong>decision</strong>. Each decision begins a new level; what
      is true without one has level 0.</p>`,
  decision: (state) => html`
    <h2>${leveled(state, state.step.number, "decided")} is decided: level ${state.step.level}</h2>
    <p>Nothing forces it. It is an assumption, and all that follows from it has this level.</p>`,
  forced: (state) => html`
    <h2>${leveled(state, state.step.number, "forced")} is true: level ${state.step.level}</h2>
    <p>The clause that fires: <strong>${sayingOf(state.step.because)}</strong>.</p>
    ${clauseOf(state, literalsOf(state.step), state.step.number)}
    <p class="small soft">Literals without a level are false for good, because of the clues.</p>`,
  conflict(state) {
    const { conflict, level, reduced, resolutions } = state.step;
    const line = (says, clause) => html`<li><span class="small soft">${says}</span>
      ${clauseOf(state, clause)}</li>`;
    const resolved = ({ number, because, clause }) =>
      line(html`joined over ${leveled(state, number)} with ${sayingOf(because)}`, clause);
    const done = resolutions.slice(0, state.moment.joined);
    return html`<h2>Conflict on level ${level}</h2>
      <p>All literals of <strong>${sayingOf(conflict)}</strong> are false.</p>
      <ol class="derivation">${line("the conflict", reduced.clause)}${done.map(resolved)}</ol>
      ${howMany(state, done.at(-1)?.clause ?? reduced.clause)}`;
  },
  learned({ step: { learned_clause: learned, level, backjump } }) {
    const dropped = counted(level - backjump, "level is", "levels are");
    return html`<h2>Back to level ${backjump}</h2>
      <p class="clause">Learned: ${joined(learned, (one) => literalView(one))}</p>
      <p>Level ${backjump} is the highest level of the other literals. There they are false already, so the
        clause forces ${literalView(learned[0])}. ${dropped} dropped at once: the decision between them had no
        part in the conflict.</p>`;
  },
  end(state) {
    const learned = state.steps.flatMap((step) => (step.conflict ? [step.learned_clause] : []));
    const decided = state.trail.filter(({ because }) => because === "decision");
    return html`<h2>Stuck again</h2>${learned.map((one) => html`<p>Learned, and true from now on:</p>
        ${clauseOf(state, one, one[0])}`)}
      <p class="message open">No clause fires any more, and the solver decides again. These decisions stand:
        ${decided.map(({ number }) => leveled(state, number, "decided"))}</p>`;
  },
};

/** How many literals of the last level a clause has, and what that means. @param {number[]} clause */
function howMany(state, clause) {
  const { level, resolutions } = state.step;
  const left = clause.filter((literal) => levelOf(state, literal) === level).length;
  if (state.moment.joined < resolutions.length) {
    return html`<p class="message note">${counted(left, "literal")} of level ${level} left. Join on, until it
      is one.</p>`;
  }
  return html`<p class="message good">One literal of level ${level} is left: this clause is learned. Its
    negation, ${leveled(state, -clause[0])}, is the first unique implication point: each way from the last
    decision to the conflict leads through it.</p>`;
}
