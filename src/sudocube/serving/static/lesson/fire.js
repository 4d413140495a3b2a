// @ts-check
/* Scene 3, watch it fire: unit propagation clause by clause, back and forth. State: `k`, how many steps. */

import { html, nothing } from "../vendor/lit-html.js";
import { board } from "../scripts/board.js";
import { button, each, within } from "../scripts/parts.js";
import { player, rowList } from "../scripts/player.js";
import { cellName, placeOf, shortName } from "./elements.js";
import {
  boardAfter, joined, literalsOf, literalView, marksOfLiteral, propagated, sayingOf,
} from "./propagation.js";

/** The steps, as long as the puzzle stays. @type {any} */
const local = { key: "", run: null };

export const fire = {
  data: ["clauses"],
  puzzle: "1... ..2. .3.. ...4",
  keys: ["k"],
  draw(frame) {
    const key = frame.cells.join();
    const { clauses } = frame.data.clauses;
    if (local.key !== key) Object.assign(local, { key, run: propagated(clauses, frame.cells) });
    const { steps, end } = local.run;
    const at = within(frame.get("k"), steps.length);
    const go = (to) => frame.set({ k: to || null });
    const digit = steps.findIndex((step, place) => place >= at && !(step.number < 0));
    const fills = (cell) => steps.findIndex(({ number }) => number > 0 && placeOf(number).cell === cell) + 1;
    const shown = boardAfter(frame.cells, steps.slice(0, at).filter((step) => step.number));
    const marks = marksOf(steps[at - 1]);
    const row = (place) => ({ words: logWords(steps[place]) });
    return html`<div class="scene-columns fire"><div>
        ${board({ name: "fire", label: "The grid", box: "2x2", ...shown, marks,
          onPick: (cell) => fills(cell) && go(fills(cell)) })}
        ${player({ name: "fire", label: "Steps", at, count: steps.length + 1, onMove: go, canPlay: true,
          words: (to) => `step ${to} of ${steps.length}`,
          more: button("Next digit", () => go(digit + 1), { isUsable: digit >= 0 }) })}
        <p class="small soft">Which digit is forced first? Guess, and click a blank cell: it leads to the step
          that fills it.</p></div>
      <div><div class="card fire-card" aria-live="polite">
          ${at ? stepView(steps, at, go) : startView(frame, clauses)}
          ${at < steps.length ? nothing : ENDS[end]}</div>
        ${rowList({ name: "fire-list", label: "Steps", count: steps.length, at: at - 1, row,
          onMove: (place) => go(place + 1) })}</div></div>`;
  },
};

/** A step in the list. */
const logWords = ({ number, because, conflict }) =>
  `${number ? shortName(number) : "conflict"}: ${sayingOf(because ?? conflict)}`;

const ENDS = {
  solved: html`<p class="message good">Solved. Each step was forced, so there is no other solution.</p>`,
  stuck: html`<p class="message open">Stuck: no clause fires any more, and cells are open. The next scene
    shows how a solver goes on.</p>`,
  unsatisfiable: html`<p class="message bad">Nothing was assumed, so the puzzle has no solution.</p>`,
};

/** The element that the step speaks of, and the other cells of its clause. */
function marksOf(step) {
  if (!step) return {};
  const names = literalsOf(step).map((one) => cellName(Math.abs(one)));
  if (step.conflict) return { cells: each(names, "bad") };
  const { cells, candidates } = marksOfLiteral(step.number, "good");
  return { cells: { ...each(names, "note"), ...cells }, candidates };
}

function startView({ cells }, clauses) {
  const clues = cells.filter(Boolean).length;
  const ofClues = `${clues} of the clues, which have one literal each: they fire first`;
  return html`<h2>Before the first step</h2><p>${clauses.length} clauses of the rules, and
    ${clues ? ofClues : "none of clues: each has two literals or more"}.</p>`;
}

/** @param {any[]} steps @param {number} at @param {(to: number) => void} go */
function stepView(steps, at, go) {
  const { number: forced, conflict, because = conflict } = steps[at - 1];
  const literals = literalsOf(steps[at - 1]);
  const others = literals.filter((one) => one !== forced);
  const reason = (literal) => {
    const place = steps.findIndex((step) => step.number === -literal);
    return html`<li>${literalView(literal, "false")} by ${sayingOf(steps[place].because)},
      ${button(`step ${place + 1}`, () => go(place + 1), { kind: "quiet" })}</li>`;
  };
  const head = conflict ? "Conflict" : html`${literalView(forced, "forced")} is true now`;
  const [what, all] = conflict ? ["is broken", "All its literals"] : ["fires", "All its other literals"];
  return html`<h2>${head}</h2><p>The clause that ${what}: <strong>${sayingOf(because)}</strong>.
      ${others.length ? `${all} are false:` : ""}</p>
    <p class="clause">${joined(literals, (one) => literalView(one, one === forced ? "forced" : "false"))}</p>
    <ul class="reasons">${others.map(reason)}</ul>`;
}
