// @ts-check
/* Scene 5: the same rules, seen differently. Four encodings beside each other, in rounds of unit propagation
   in one player; and the eight statements of which encodings are made, as switches: which of them are enough
   was proved by the library.

   State: g, the grid ("own" is the page's 9×9, 1 to 5 a 9×9 of that kind, nothing the 4×4); r, the round; s,
   the switches. The switches, and the pictures of grids that refute an encoding, are in scene 7, too. */

import { html, nothing } from "../vendor/lit-html.js";
import { data } from "../scripts/asking.js";
import { board } from "../scripts/board.js";
import { cellIndex, digitsOf } from "../scripts/geometry.js";
import { assign } from "../scripts/page.js";
import { button, choice, each, field, table, waiting, within } from "../scripts/parts.js";
import { player } from "../scripts/player.js";
import { puzzle } from "../scripts/puzzle.js";
import { inRounds, valuesOf } from "./propagation.js";

const NAMES = ["dual", "minimal", "extended", "triads"];
const FAMILIES = ["cell", "row", "column", "box"];
const HALVES = ["at least one", "at most one"];
const ALL = FAMILIES.flatMap((family) => HALVES.map((half) => `${family} ${half}`));
export const MINIMAL = FAMILIES.map((family) => `${family} at most one`);
const DUAL = ["cell at most one", "row at least one", "column at least one", "box at least one"];
const READY = { minimal: MINIMAL, dual: DUAL, extended: ALL, nothing: [] };

/** What follows in each encoding of a grid; and what was said of which switches. @type {any} */
const local = { key: "", runs: [], guess: null, guessed: "" };

export const views = {
  data: ["choices-2x2", "strength-puzzles"],
  puzzle: ".... .... .2.4 .4.2",
  textAfter: "answer",
  keys: ["g", "r", "s"],
  draw: (frame) => html`${besideView(frame)}${choicesView(frame)}`,
};

/** The grids that one can choose, by their value in the address: their name and what they hold. */
function gridsOf({ data: { "strength-puzzles": { kinds, puzzles } }, cells }) {
  const ofKind = (kind, at) => {
    const { puzzle: text } = puzzles.find((one) => one.kind === kind);
    return [String(at + 1), { name: `9×9: ${kind}`, box: "3x3", digits: digitsOf(text) }];
  };
  const isNine = puzzle.size === 9 && !puzzle.isEmpty;
  return new Map([
    ["", { name: "4×4: that of the lesson, or your own", box: "2x2", digits: cells }],
    ...(isNine ? [["own", { name: "your 9×9", box: puzzle.box, digits: puzzle.digits }]] : []),
    ...kinds.map(ofKind),
  ]);
}

function besideView(frame) {
  const grids = gridsOf(frame);
  const chosen = grids.has(frame.get("g")) ? frame.get("g") : "";
  const { box, digits } = grids.get(chosen);
  const options = [...grids].map(([value, { name }]) => [value, name]);
  const choose = field("Puzzle", choice(options, chosen, (value) => frame.set({ g: value, r: null })));
  const found = [data(`rules-${box}`), data(`triads-${box}`)];
  const missing = found.find((one) => !one.last);
  if (missing) return html`${choose}${waiting(missing, "The clauses are being loaded")}`;
  const [rules, triads] = found.map((one) => one.last);
  const key = `${box} ${digits.join()}`;
  if (local.key !== key) Object.assign(local, { key, runs: runsOf(rules, triads, digits) });
  const most = Math.max(...local.runs.map(({ rounds }) => rounds.length - 1));
  const round = within(frame.get("r"), most);
  const figure = (run) => viewOf(run, round, digits, box);
  return html`<section aria-label="Four encodings side by side"><div class="tools">${choose}</div>
    ${player({ name: "rounds", label: "Round", at: round, count: most + 1, canPlay: true,
      words: (at) => (at ? `round ${at}` : "the clues"), onMove: (at) => frame.set({ r: at || null }) })}
    <p class="soft">In each round all clauses fire that have a single literal left. What the round has struck
      out or placed is marked.</p>
    <div class="views-grid ${digits.length > 16 ? "large" : ""}">${local.runs.map(figure)}</div></section>`;
}

/** The rounds of each encoding. */
function runsOf(rules, triads, digits) {
  const clausesOf = ({ statements }, names) =>
    statements.filter(({ name }) => !names || names.includes(name)).flatMap(({ clauses }) => clauses);
  const size = Math.sqrt(digits.length);
  const given = digits.flatMap((digit, cell) => (digit ? [cell * size + digit] : []));
  return NAMES.map((name) => {
    const clauses = name === "triads" ? clausesOf(triads) : clausesOf(rules, rules.encodings[name]);
    return { name, ...inRounds(clauses, given) };
  });
}

/** One encoding: its grid after a round, and in words how far it has come. */
function viewOf({ name, rounds, isBroken }, round, digits, box) {
  const size = Math.sqrt(digits.length);
  const values = valuesOf(rounds.slice(0, round + 1).flat());
  const fresh = new Set(round ? rounds[round]?.map(({ number }) => Math.abs(number)) : []);
  const every = Array.from({ length: size }, (_, at) => at + 1);
  const ofCell = (cell, isWanted) => every.filter((digit) => isWanted(cell * size + digit));
  const shown = digits.map((_, cell) => ofCell(cell, (one) => values.get(one))[0] ?? 0);
  const candidates = digits.map((_, cell) => ofCell(cell, (one) => values.get(one) !== false));
  const struck = digits.map((_, cell) =>
    each(ofCell(cell, (one) => fresh.has(one) && values.get(one) === false), "bad"));
  const placed = digits.map((_, cell) => fresh.has(cell * size + shown[cell]) && shown[cell] && "good");
  const left = candidates.flat().length;
  const isSolved = shown.every(Boolean);
  const ended = (isBroken && "conflict: no solution") || (isSolved && "solved") || "nothing more follows";
  const kinds = digits.map((digit) => (digit ? "clue" : "placed"));
  const marks = { cells: { ...placed }, candidates: { ...struck } };
  return html`<figure><figcaption><b>${name}</b><span>${left} of ${size ** 3} elements left</span>
      <span>${round >= rounds.length - 1 ? ended : "\u00a0"}</span></figcaption>
    ${board({ name: `view-${name}`, label: `What ${name} leaves`, box, isNumbered: false, digits: shown,
      kinds, candidates, marks })}</figure>`;
}

function choicesView(frame) {
  const on = frame.get("s")?.split(",") ?? MINIMAL;
  const text = on.join();
  if (local.guessed !== text) Object.assign(local, { guessed: text, guess: null });
  const say = (words, guess) => button(words, () => assign(local, { guess }));
  const question = html`<div class="tools"><span>What do you say?</span>${say("It is enough", true)}
    ${say("It is not enough", false)}</div>`;
  return html`<section aria-label="Eight switches"><h2>Eight switches</h2>
    <p>Each family of lines can say that at least one element is true, or at most one, or both, or nothing. Is
      what you switch on enough to say the rules?</p>
    ${switches(on, (names) => frame.set({ s: names.join(",") || "none" }))}
    <div class="choice-told" aria-live="polite">
      ${frame.isRevealed || local.guess !== null ? toldOf(frame, on) : question}</div></section>`;
}

function toldOf(frame, on) {
  const { statements, proof } = decided(frame.data["choices-2x2"].choices, on);
  const { sound } = proof;
  const judged = local.guess === sound ? "You are right. " : "You are mistaken. ";
  const words = sound ? "Enough: proved at 4×4." : "Not enough: refuted at 4×4, by this grid.";
  const fewer = html`<p>Already these are enough: ${statements.join(", ")}.</p>`;
  return html`<div class="message ${sound ? "good" : "bad"}">
    <p class="headline">${local.guess === null ? "" : judged}${words}</p>
    ${sound && statements.length < on.length ? fewer : nothing}${sound ? nothing : counterGrid(proof)}</div>`;
}

// The eight statements as switches, and grids that refute: for scene 7, too

/** Switches of which the names in `on` are on. @param {string[]} on */
export function switches(on, onChange) {
  const box = (name) => html`<label class="check"><input type="checkbox" aria-label=${name}
    .checked=${on.includes(name)} @change=${(event) =>
      onChange(ALL.filter((one) => (one === name ? event.target.checked : on.includes(one))))}></label>`;
  const rows = FAMILIES.map((family) => [family, ...HALVES.map((half) => box(`${family} ${half}`))]);
  return html`<div class="switches">${table(["family", ...HALVES], rows, { label: "The eight statements" })}
    <div class="tools" role="group" aria-label="Ready-made sets">
      ${Object.entries(READY).map(([name, some]) => button(name, () => onChange(some)))}</div></div>`;
}

/** Of the rows `choices`, the one that settles whether these statements are enough: one that is proved and
    has no others, or one that is refuted and has all of these, with the least crowded grid. */
export function decided(choices, on) {
  const isWithin = (some, others) => some.every((one) => others.includes(one));
  const proved = choices.find(({ statements, proof }) => proof.sound && isWithin(statements, on));
  const some = on.filter((one) => ALL.includes(one));
  const crowd = ({ proof }) => Object.keys(proof.broken?.crowded ?? {}).length;
  const refuted = choices.filter(({ statements, proof }) => !proof.sound && isWithin(some, statements));
  return proved ?? refuted.sort((one, other) => crowd(one) - crowd(other))[0];
}

/** The grid that an encoding accepts though it breaks a rule: all digits of each cell. */
export function counterGrid({ counterexample, broken, size, box }) {
  if (!broken) return nothing;
  const crowded = Object.keys(broken.crowded).map((name) => cellIndex(name, size));
  const digits = digitsOf(counterexample).map((digit, cell) => (crowded.includes(cell) ? 0 : digit));
  return gridFigure(`Accepted, but ${broken.in_words}.`, box, digits, broken.cells, broken.crowded);
}

/** A valid grid that is lost, with the cells marked of which the first forbidding clause speaks. */
export function lostGrid({ lost, forbidden_by: forbidden, size, box }) {
  if (!lost) return nothing;
  const digits = digitsOf(lost);
  const spoken = (forbidden?.clauses[0]?.clause ?? []).map((one) => Math.abs(one) - 1);
  const cells = spoken.filter((at) => digits[Math.floor(at / size)] === (at % size) + 1);
  return gridFigure("Valid, and not accepted.", box, digits, cells.map((at) => Math.floor(at / size)));
}

/** @param {string} words @param {string} box @param {number[]} digits @param {any[]} bad cells */
function gridFigure(words, box, digits, bad, candidates = {}) {
  const marks = { cells: each(bad, "bad") };
  const kinds = digits.map(() => "placed");
  return html`<figure class="scene-small-board"><figcaption>${words}</figcaption>
    ${board({ name: words.split(",")[0], label: words, box, digits, candidates, kinds, marks })}</figure>`;
}
