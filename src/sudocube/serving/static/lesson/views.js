// @ts-check
/* Scene 5: the same rules, seen differently. Four encodings beside each other, in rounds of unit propagation in one player;
   and the eight statements of which encodings are made, as switches: which of them are enough was proved by the library.

   State: g, the grid ("own" is the page's 9×9, 1 to 5 a 9×9 of that kind, nothing the 4×4); r, the round; s, the switches.
   The switches, and the pictures of grids that refute an encoding, are in scene 7, too. */

import { html, nothing } from "../vendor/lit-html.js";
import { data } from "../scripts/asking.js";
import { board } from "../scripts/board.js";
import { cellIndex, digitsOf } from "../scripts/geometry.js";
import { redraw } from "../scripts/page.js";
import { button, choice, field } from "../scripts/parts.js";
import { player } from "../scripts/player.js";
import { puzzle } from "../scripts/puzzle.js";
import { inRounds, valuesAfter } from "./rounds.js";

const NAMES = ["dual", "minimal", "extended", "triads"];
const MINIMAL = "cell at least one,row at most one,column at most one,box at most one";

/** What follows in each encoding, as long as the grid stays; and what was said of which switches. @type {any} */
const local = { key: "", runs: [], guess: null, guessed: "" };

export const views = {
  data: ["choices-2x2", "strength-puzzles"],
  puzzle: ".... .... .2.4 .4.2",
  textAfter: "answer",
  keys: ["g", "r", "s"],
  draw: (frame) => html`${besideView(frame)}${choicesView(frame)}`,
};

function besideView(frame) {
  const { kinds, puzzles } = frame.data["strength-puzzles"];
  const isNine = puzzle.size === 9 && !puzzle.isEmpty;
  const options = [["", "4×4: that of the lesson, or your own"], ...(isNine ? [["own", "your 9×9"]] : []), ...kinds.map((kind, at) => [String(at + 1), `9×9: ${kind}`])];
  const chosen = options.some(([value]) => value === frame.get("g")) ? frame.get("g") : "";
  const { box, digits } = chosen === "own" ? puzzle : chosen === "" ? { box: "2x2", digits: frame.cells }
    : { box: "3x3", digits: digitsOf(puzzles.find((one) => one.kind === kinds[Number(chosen) - 1]).puzzle) };
  const choose = field("Puzzle", choice(options, chosen, (value) => frame.set({ g: value, r: null })));
  const [rules, triads] = [data(`rules-${box}`), data(`triads-${box}`)];
  if (!rules || !triads) return html`<div class="tools">${choose}</div><p class="waiting">The clauses are being loaded …</p>`;
  const key = `${box} ${digits.join()}`;
  if (local.key !== key) {
    const of = new Map(rules.statements.map((one) => [one.name, one.clauses]));
    const clausesOf = (name) => (name === "triads" ? triads.statements.flatMap((one) => one.clauses) : rules.encodings[name].flatMap((one) => of.get(one)));
    const size = Math.sqrt(digits.length);
    const given = digits.flatMap((digit, cell) => (digit ? [cell * size + digit] : []));
    Object.assign(local, { key, runs: NAMES.map((name) => ({ name, ...inRounds(clausesOf(name), given) })) });
  }
  const most = Math.max(...local.runs.map(({ rounds }) => rounds.length - 1));
  const round = Math.min(Math.max(Number(frame.get("r")) || 0, 0), most);
  return html`<section aria-label="Four encodings side by side"><div class="tools">${choose}</div>
    ${player({ name: "rounds", label: "Round", at: round, count: most + 1, words: (at) => (at ? `round ${at}` : "the clues"), onMove: (at) => frame.set({ r: at || null }), canPlay: true })}
    <p class="soft">In each round all clauses fire that have a single literal left. What the round has struck out or placed is marked.</p>
    <div class="views-grid ${digits.length > 16 ? "large" : ""}">${local.runs.map((run) => viewOf(run, round, digits, box))}</div></section>`;
}

/** One encoding: its grid after a round, and in words how far it has come. */
function viewOf({ name, rounds, broken }, round, digits, box) {
  const size = Math.sqrt(digits.length);
  const values = valuesAfter(rounds, round);
  const before = valuesAfter(rounds, round - 1);
  /** @type {any[]} */ const [shown, candidates, cells, marked] = [[], [], {}, {}];
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
  const end = round < rounds.length - 1 ? "" : broken !== null ? "conflict: no solution" : shown.every(Boolean) ? "solved" : "nothing more follows";
  return html`<figure><figcaption><b>${name}</b><span>${left} of ${size ** 3} elements left</span><span>${end || "\u00a0"}</span></figcaption>
    ${board({ name: `view-${name}`, label: `What ${name} leaves`, box, isNumbered: false, digits: shown, kinds: shown.map((_, cell) => (digits[cell] ? "clue" : "placed")), candidates, marks: { cells, candidates: marked } })}</figure>`;
}

function choicesView(frame) {
  const on = (frame.get("s") ?? MINIMAL).split(",");
  const text = on.join();
  if (local.guessed !== text) Object.assign(local, { guessed: text, guess: null });
  const say = (guess) => button(guess ? "It is enough" : "It is not enough", () => { local.guess = guess; redraw(); });
  const isShown = frame.isRevealed || local.guess !== null;
  return html`<section aria-label="Eight switches"><h2>Eight switches</h2>
    <p>Each family of lines can say that at least one element is true, or at most one, or both, or nothing. Is what you switch on enough to say the rules?</p>
    ${switches(on, (names) => frame.set({ s: names.join(",") || "none" }))}
    <div class="choice-told" aria-live="polite">${isShown ? toldOf(frame, on) : html`<div class="tools"><span>What do you say?</span>${say(true)}${say(false)}</div>`}
      ${frame.isRevealed ? sixteen(frame) : nothing}</div></section>`;
}

function toldOf(frame, on) {
  const { statements, proof } = decided(frame.data["choices-2x2"].choices, on);
  const guess = local.guess === null ? "" : local.guess === proof.sound ? "You are right. " : "You are mistaken. ";
  return html`<div class="message ${proof.sound ? "good" : "bad"}"><p class="headline">${guess}${proof.sound ? "Enough: proved at 4×4." : "Not enough: refuted at 4×4, by this grid."}${alsoAtNine(proof)}</p>
    ${proof.sound && statements.length < on.length ? html`<p>Already these are enough: ${statements.join(", ")}.</p>` : nothing}${proof.sound ? nothing : counterGrid(proof)}</div>`;
}

/** All sixteen choices of one statement for each family, at both sizes. */
function sixteen(frame) {
  const ofFour = ({ choices }) => choices.filter((one) => one.statements.length === 4);
  const rows = ofFour(frame.data["choices-2x2"]).map(({ statements, proof }) => html`<tr class=${proof.sound ? "" : "refuted"}>${statements.map((one) => html`<td>${one.includes("least") ? "≥ 1" : "≤ 1"}</td>`)}
    <td>${proof.outcome}</td><td>${proof.outcome}</td></tr>`);
  return html`<details open><summary>All sixteen choices</summary><div class="wide" tabindex="0"><table class="table sixteen"><caption>≥ 1 is at least one, ≤ 1 is at most one.</caption>
    <thead><tr>${["cell", "row", "column", "box", "4×4", "9×9"].map((one) => html`<th scope="col">${one}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div></details>`;
}

// The eight statements as switches, and grids that refute: for scene 7, too

const FAMILIES = ["cell", "row", "column", "box"];
const HALVES = ["at least one", "at most one"];
const ALL = FAMILIES.flatMap((family) => HALVES.map((half) => `${family} ${half}`));
const READY = { minimal: MINIMAL.split(","), dual: MINIMAL.replaceAll("least", "other").replaceAll("most", "least").replaceAll("other", "most").split(","), extended: ALL, nothing: [] };

/** Switches of which the names in `on` are on. @param {string[]} on @param {(names: string[]) => void} onChange */
export function switches(on, onChange) {
  const box = (name) => html`<td><label class="check"><input type="checkbox" aria-label=${name} .checked=${on.includes(name)}
    @change=${(event) => onChange(ALL.filter((one) => (one === name ? event.target.checked : on.includes(one))))}></label></td>`;
  return html`<div class="switches"><table class="table"><thead><tr><td></td>${HALVES.map((one) => html`<th scope="col">${one}</th>`)}</tr></thead>
    <tbody>${FAMILIES.map((family) => html`<tr><th scope="row">${family}</th>${HALVES.map((half) => box(`${family} ${half}`))}</tr>`)}</tbody></table>
    <div class="tools" role="group" aria-label="Ready-made sets">${Object.entries(READY).map(([name, some]) => button(name, () => onChange(some)))}</div></div>`;
}

/** Of the rows `choices`, the one that settles whether these statements are enough: one that is proved and has no others, or
    one that is refuted and has all of these; of several, the one whose grid has the fewest cells with several digits. */
export function decided(choices, on) {
  const proved = choices.find(({ statements, proof }) => proof.sound && statements.every((one) => on.includes(one)));
  if (proved) return proved;
  const some = on.filter((one) => ALL.includes(one));
  const crowd = ({ proof }) => Object.keys(proof.broken?.crowded ?? {}).length;
  return choices.filter(({ statements, proof }) => !proof.sound && some.every((one) => statements.includes(one))).sort((one, other) => crowd(one) - crowd(other))[0];
}

/** It is the same at 9×9, as a test of the library proves. */
export const alsoAtNine = (proof) => ` At 9×9 it is ${proof.outcome}, too.`;

/** The grid that an encoding accepts though it breaks a rule: all digits of each cell, the cells that break it marked. */
export function counterGrid({ counterexample, broken, size, box }) {
  if (!broken) return nothing;
  const digits = digitsOf(counterexample);
  for (const name of Object.keys(broken.crowded)) digits[cellIndex(name, size)] = 0;
  return gridFigure("counter", `Accepted, but ${broken.in_words}.`, { box, digits, candidates: broken.crowded, bad: broken.cells });
}

/** A valid grid that is lost, with the cells marked of which the first forbidding clause speaks. */
export function lostGrid({ lost, forbidden_by: forbidden, size, box }) {
  if (!lost) return nothing;
  const digits = digitsOf(lost);
  const [first] = forbidden?.clauses ?? [];
  const held = (first?.clause ?? []).map((one) => Math.abs(one) - 1).filter((at) => digits[Math.floor(at / size)] === (at % size) + 1);
  return gridFigure("lost", "Valid, and not accepted.", { box, digits, bad: held.map((at) => Math.floor(at / size)) });
}

function gridFigure(name, words, { box, digits, candidates = {}, bad }) {
  return html`<figure class="scene-small-board"><figcaption>${words}</figcaption>${board({ name, label: words, box, digits, kinds: digits.map(() => "placed"), candidates, marks: { cells: Object.fromEntries(bad.map((cell) => [cell, "bad"])) } })}</figure>`;
}
