// @ts-check
/* Clauses proved or refuted at 4×4 by the small solver of the lesson (propagation.js), as one types.

     smallProof(clauses, known, { isCancelled }) -> Promise
         clauses   lists of literals; variables above 64 are auxiliary
         known     the data "small-check" of the library: all valid grids, and all ways to break a rule
         The fields of a row of `encodings prove --json` that the scene shows. Each way to break a rule is assumed in
         turn: a model is a grid that is wrongly accepted. Each valid grid is, too: if there is no model, it is lost.
         What takes too many steps is undecided, and so is the whole then. null where it was cancelled. */

import { traced, trailAfter } from "./propagation.js";

const SIZE = 4;
const ELEMENTS = SIZE ** 3;
const MOST_STEPS = 6000;
const MOST_TO_LEAVE_OUT = 400; // clauses; of more, none is tried to be left out
const AT_ONCE = 12; // milliseconds; then the page may do something else

/** @returns {Promise<any>} */
export async function smallProof(clauses, known, { isCancelled = () => false } = {}) {
  const state = { clauses, known, isCancelled, since: performance.now() };
  const wrong = await wrongGrid(state);
  const lost = await lostGrid(state);
  if (wrong === null || lost === null) return null;
  const sound = wrong.found ? false : wrong.isOpen ? null : true;
  const complete = lost.found ? false : lost.isOpen ? null : true;
  const isRefuted = sound === false || complete === false;
  return {
    size: SIZE,
    box: "2x2",
    outcome: isRefuted ? "refuted" : sound && complete ? "proved" : "undecided",
    sound,
    complete,
    counterexample: wrong.found?.cells ?? lost.found ?? null,
    broken: wrong.found?.broken ?? null,
    lost: lost.found ?? null,
    forbidden_by: lost.found ? await forbidding(state, lost.found) : null,
    missing: wrong.found ? [{ in_words: wrong.found.missing }] : [],
  };
}

/* Let the page draw and listen now and then. */
async function breath(state) {
  if (performance.now() - state.since < AT_ONCE) return;
  await new Promise((resolve) => setTimeout(resolve));
  state.since = performance.now();
}

async function wrongGrid(state) {
  let isOpen = false;
  const stated = new Set(state.clauses.map((clause) => [...clause].sort((one, other) => one - other).join()));
  for (const violation of state.known.violations) {
    if (stated.has(violation.assume.map((one) => -one).sort((one, other) => one - other).join())) continue;
    await breath(state);
    if (state.isCancelled()) return null;
    const found = model(state.clauses, violation.assume);
    if (found === undefined) isOpen = true;
    else if (found) return { found: asCounterGrid(found, violation), isOpen };
  }
  return { found: null, isOpen };
}

async function lostGrid(state) {
  let isOpen = false;
  for (const grid of state.known.grids) {
    await breath(state);
    if (state.isCancelled()) return null;
    const found = model(state.clauses, literalsOf(grid));
    if (found === undefined) isOpen = true;
    else if (!found) return { found: grid, isOpen };
  }
  return { found: null, isOpen };
}

/* The literals of a model in which the assumptions hold; null where there is none, undefined where it takes long. */
function model(clauses, assumed) {
  const { steps, end } = traced([...clauses, ...assumed.map((one) => [one])], { search: true, size: SIZE, most: MOST_STEPS });
  if (end === "unsatisfiable") return null;
  return end === "solved" ? new Set(trailAfter(steps).map(({ literal }) => literal)) : undefined;
}

/* The literals of a grid: what each cell holds, and that it holds nothing else. */
function literalsOf(grid) {
  return Array.from({ length: ELEMENTS }, (_, at) => {
    const holds = Number(grid[Math.floor(at / SIZE)]) === (at % SIZE) + 1;
    return holds ? at + 1 : -at - 1;
  });
}

/* As the library shows it: a cell with several digits is crowded, and the broken rule shows in the cells. */
function asCounterGrid(found, { rule, cells, assume, in_words, missing }) {
  const crowded = {};
  const digits = Array.from({ length: SIZE * SIZE }, (_, cell) => {
    const held = Array.from({ length: SIZE }, (_, at) => at + 1).filter((digit) => found.has(SIZE * cell + digit));
    if (held.length > 1) crowded[`r${Math.floor(cell / SIZE) + 1}c${(cell % SIZE) + 1}`] = held;
    const broken = assume.find((one) => one > 0 && Math.floor((one - 1) / SIZE) === cell);
    return broken ? ((broken - 1) % SIZE) + 1 : (held[0] ?? 0);
  });
  return { cells: digits.map((digit) => digit || ".").join(""), broken: { rule, cells, in_words, crowded }, missing };
}

/* The clauses that are false in the grid by themselves; else some that are together, none of which can be left out. */
async function forbidding(state, grid) {
  const literals = literalsOf(grid);
  const holds = new Set(literals);
  const numbered = state.clauses.map((clause, at) => ({ number: at + 1, clause, says: null }));
  const alone = numbered.filter(({ clause }) => clause.every((one) => Math.abs(one) <= ELEMENTS && !holds.has(one)));
  if (alone.length) return { count: alone.length, together: false, clauses: alone };
  let kept = numbered.filter(({ clause }) => !clause.some((one) => holds.has(one)));
  for (const one of kept.length <= MOST_TO_LEAVE_OUT ? kept : []) {
    await breath(state);
    if (state.isCancelled()) break;
    const others = kept.filter((other) => other !== one);
    if (model(others.map(({ clause }) => clause), literals) === null) kept = others;
  }
  return { count: kept.length, together: true, clauses: kept };
}
