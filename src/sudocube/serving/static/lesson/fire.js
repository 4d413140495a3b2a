// @ts-check
/* Scene 3, watch it fire: unit propagation clause by clause, back and forth, and a guess of the next digit.

   State: `k` how many steps were taken, `g` how many guesses were right, and of how many: "2.3". A guess is right if a
   clause forces it as soon as the pairs have fired; the order among several does not matter. */

import { html, nothing } from "../vendor/lit-html.js";
import { board } from "../scripts/board.js";
import { redraw } from "../scripts/page.js";
import { button, link } from "../scripts/parts.js";
import { player } from "../scripts/player.js";
import { SIZE } from "../scripts/small_puzzle.js";
import { cellName, placeOf } from "./elements.js";
import { clauseView, Propagated } from "./propagated.js";
import { stateOf } from "./propagation.js";

/** The guess that is being made: a cell, what was said of the last one, and right ones that are not placed yet. @type {any} */
const local = { run: null, key: "", cell: -1, said: null, saidAt: -1, right: new Set() };
const DIGITS = [1, 2, 3, 4];

export const fire = {
  data: ["clauses"],
  puzzle: "1... ..2. .3.. ...4",
  keys: ["k", "g"],
  draw(frame) {
    const key = frame.cells.join();
    if (local.key !== key) Object.assign(local, { key, run: new Propagated(frame.data.clauses.clauses, frame.cells), cell: -1, said: null, right: new Set() });
    const { run } = local;
    const count = Math.min(run.steps.length, Math.max(0, Math.floor(Number(frame.get("k"))) || 0));
    const go = (to) => frame.set({ k: to || null });
    const digit = run.steps.findIndex((step, at) => at >= count && (step.literal > 0 || step.conflict !== undefined));
    const shown = run.boardAfter(count);
    return html`<div class="scene-columns fire"><div>
        ${board({ name: "fire", label: "The grid", box: "2x2", ...shown, marks: marksOf(run, run.steps[count - 1]), onPick: (cell) => { if (!frame.cells[cell]) local.cell = cell; redraw(); } })}
        ${player({ name: "fire", label: "Steps", at: count, count: run.steps.length + 1, words: (at) => `step ${at} of ${run.steps.length}`, onMove: go, canPlay: true,
          more: button("Next digit", () => go(digit + 1), { isUsable: digit >= 0 }) })}
        ${guessView(frame, run, count, go)}</div>
      <div><div class="card fire-card" aria-live="polite">${cardView(run, count, go)}</div>
        <details><summary>The steps so far</summary><ol class="fire-log" reversed>${run.steps.slice(0, count).toReversed().map((step) => html`<li>
          ${step.literal === undefined ? "conflict" : html`<span class="literal ${step.literal > 0 ? "true" : ""}">${run.name(step.literal)}</span>`} ${run.sayingOf(step.clause ?? step.conflict)}</li>`)}</ol></details></div></div>`;
  },
};

/** The element that the step speaks of, the other cells of its clause, and what was guessed rightly. */
function marksOf(run, step) {
  const candidates = {};
  const mark = (element, tone) => { candidates[cellName(element)] = { ...candidates[cellName(element)], [placeOf(element).digit]: tone }; };
  for (const element of local.right) mark(element, "good");
  if (!step) return { candidates };
  const isConflict = step.conflict !== undefined;
  const names = run.clauses[step.clause ?? step.conflict].map((literal) => cellName(Math.abs(literal)));
  const cells = Object.fromEntries(names.map((name) => [name, isConflict ? "bad" : "note"]));
  if (isConflict) return { cells, candidates };
  const element = Math.abs(step.literal);
  const name = cellName(element);
  if (step.literal > 0) return { cells: { ...cells, [name]: "good" }, labels: { [name]: `holds ${placeOf(element).digit} since this step` }, candidates };
  mark(element, "bad");
  return { cells, candidates, labels: { [name]: `cannot hold ${placeOf(element).digit} since this step` } };
}

function cardView(run, count, go) {
  const step = run.steps[count - 1];
  const end = count < run.steps.length ? nothing : run.end === "solved" ? html`<p class="message good">Solved. Each step was forced, so there is no other solution.</p>`
    : html`<p class="message open">Stuck: no clause fires any more, and cells are open. ${link("lesson/learn", "How a solver goes on")}</p>`;
  if (!step) {
    return html`<h2>Before the first step</h2><p>${run.clues.length
      ? `${run.rows.length} clauses of the rules, and ${run.clues.length} of the clues, which have one literal each. Those fire first.`
      : `${run.rows.length} clauses of the rules, and none of clues. Each has two literals or more.`}</p>${end}`;
  }
  const reason = (literal) => {
    const at = run.stepOf(-literal, count);
    return html`<li><span class="literal false">${run.name(literal)}</span> by ${run.sayingOf(run.steps[at].clause)}, ${button(`step ${at + 1}`, () => go(at + 1), { kind: "quiet" })}</li>`;
  };
  if (step.conflict !== undefined) {
    const clause = run.clauses[step.conflict];
    return html`<h2>Conflict</h2><p>All literals of <strong>${run.sayingOf(step.conflict)}</strong> are false:</p>
      <p class="clause">${clauseView(clause, run.name, run.valuesAfter(count))}</p><ul class="reasons">${clause.map(reason)}</ul>
      <p class="message bad">Nothing was assumed, so the puzzle has no solution.</p>`;
  }
  const clause = run.clauses[step.clause];
  const others = clause.filter((literal) => literal !== step.literal);
  return html`<h2><span class="literal forced">${run.name(step.literal)}</span> is true now</h2><p>The clause that fires: <strong>${run.sayingOf(step.clause)}</strong>.</p>
    <p class="clause">${clauseView(clause, run.name, run.valuesAfter(count - 1), step.literal)}</p>
    ${others.length ? html`<p>${others.length === 1 ? "Its other literal is false:" : "All its other literals are false:"}</p>` : nothing}
    <ul class="reasons">${others.map(reason)}</ul>${end}`;
}

function guessView(frame, run, count, go) {
  if (local.saidAt !== count) Object.assign(local, { said: null, saidAt: count });
  const values = run.valuesAfter(count);
  const next = run.steps.findIndex((step, at) => at >= count && step.literal > 0 && run.rows[step.clause]);
  if (local.cell >= 0 && DIGITS.some((digit) => values.get(SIZE * local.cell + digit))) local.cell = -1;
  const { cell } = local;
  const name = cell < 0 ? "" : cellName(SIZE * cell + 1);
  const [right = 0, all = 0] = (frame.get("g") ?? "").split(".").map((one) => Number(one) || 0);
  const guess = (digit) => {
    const element = SIZE * cell + digit;
    const then = run.valuesAfter(next);
    const forcing = run.rows.findIndex(({ clause }) => {
      const { kind, left } = stateOf(clause, then);
      return kind === "unit" && left[0] === element;
    });
    const isRight = forcing >= 0;
    if (isRight) local.right.add(element);
    const isNext = isRight && run.steps[next].literal === element;
    local.saidAt = isNext ? next + 1 : count;
    local.said = html`<p class="message ${isRight ? "good" : "bad"}">${judged(run, `${name} = ${digit}`, element, forcing, next)}</p>`;
    frame.set({ g: `${right + (isRight ? 1 : 0)}.${all + 1}`, ...(isNext ? { k: next + 1 } : {}) });
  };
  return html`<section class="card guess" aria-label="Guess the next digit"><h2>Guess the next digit first</h2>
    <p>${next < 0 ? "No further digit is forced." : cell < 0 ? "Click a blank cell of the grid, or press Enter on it." : `${name} holds …`}</p>
    <div class="buttons" role="group" aria-label="The digit">${DIGITS.map((digit) => button(String(digit), () => guess(digit), { isUsable: next >= 0 && cell >= 0 }))}</div>
    <div aria-live="polite">${local.said ?? nothing}</div>${all ? html`<p class="small soft">Right guesses: ${right} of ${all}.</p>` : nothing}</section>`;
}

function judged(run, what, element, forcing, next) {
  if (forcing >= 0) {
    const first = run.steps[next].literal;
    const order = first === element ? "" : ` First in, first out, ${run.name(first)} comes before it; the order does not matter.`;
    return `${what} is right: ${run.sayingOf(forcing)}, and no other literal is left.${order}`;
  }
  const later = run.stepOf(element);
  if (later >= 0) return `${what} follows, but not yet: it takes until step ${later + 1}. Look for a line with one place left.`;
  const against = run.stepOf(-element);
  if (against >= 0) return `${what} cannot be: ${run.sayingOf(run.steps[against].clause)} rules it out in step ${against + 1}.`;
  return `${what}: no clause forces that, and none rules it out.`;
}
