// @ts-check
/* Scene 4, stuck: decisions, the implication graph, the cut, what is learned, and the jump back.

   State: `d` the decisions as numbers ("5.-32.38"), `k` the moment, `cut` the literals that were clicked to the side of the
   conflict. Literals have the names that the text below has: x324. */

import { html, nothing, svg } from "../vendor/lit-html.js";
import { board } from "../scripts/board.js";
import { redraw, say } from "../scripts/page.js";
import { button, counted, link } from "../scripts/parts.js";
import { player } from "../scripts/player.js";
import { readSmall, SIZE } from "../scripts/small_puzzle.js";
import { cellName, placeOf, shortName } from "./elements.js";
import { CONFLICT, cutClause, episodesOf, momentsOf, sideOf } from "./moments.js";
import { Propagated } from "./propagated.js";
import { trailAfter } from "./propagation.js";

const PUZZLE = "..2. .... 1.3. .3..";
const DECIDED = [5, -32, 38];
/** @type {any} */
const local = { key: "", traced: null, cell: -1, sign: 1, hint: "" };

export const learn = {
  data: ["clauses"],
  puzzle: PUZZLE,
  keys: ["d", "k", "cut"],
  draw(frame) {
    const list = decisionsOf(frame);
    const key = `${frame.cells.join()} ${list.join()}`;
    if (local.key !== key) {
      const run = propagated(frame, list);
      const episodes = episodesOf(run);
      Object.assign(local, { key, traced: { run, episodes, moments: momentsOf(run, episodes), layouts: episodes.map(layout) } });
    }
    const { run, episodes, moments, layouts } = local.traced;
    const at = Math.min(moments.length - 1, Math.max(0, Math.floor(Number(frame.get("k"))) || 0));
    const moment = moments[at];
    const place = moment.episode in episodes ? moment.episode : episodes.length - 1;
    const episode = episodes[place];
    const isConflict = moment.kind === "conflict";
    const hasSide = isConflict && run.steps[moment.step].backjump !== null;
    const cut = frame.get("cut");
    const own = hasSide && cut !== null ? new Set(cut.split(".").map(Number).filter((one) => episode.story.has(one))) : null;
    const side = hasSide ? own ?? sideOf(run, moment.step, moment.joined) : null;
    const state = { run, moment, episode, side, isOwn: own !== null, frame };
    const decide = (literal) => {
      const next = [...madeBy(run, moment, list), literal];
      const other = propagated(frame, next);
      const then = momentsOf(other, episodesOf(other));
      const found = then.findLastIndex(({ kind, step }) => kind === "decision" && other.steps[step].literal === literal);
      frame.set({ d: next.join("."), k: (found < 0 ? then.length - 1 : found) || null, cut: null });
    };
    const solver = () => {
      const next = propagated(frame, madeBy(run, moment, list), { search: true }).steps.slice(moment.count).find(({ clause }) => clause < 0);
      if (next) decide(next.literal);
    };
    return html`<div class="scene-columns learn"><div>
        ${board({ name: "learn", label: "The grid", box: "2x2", ...run.boardAfter(moment.count), marks: marksOf(run, moment), onPick: (cell) => { if (!frame.cells[cell]) local.cell = cell; redraw(); } })}
        ${decisionsView(run, moment, isConflict, decide, solver)}</div>
      <div>${player({ name: "learn", label: "Moments", at, count: moments.length, words: (one) => `${one} of ${moments.length - 1}`, canPlay: true, onMove: (to) => { local.hint = ""; frame.set({ k: to || null, cut: null }); } })}
        <div class="card learn-card" aria-live="polite">${CARDS[moment.kind](state, moment.step === null ? null : run.steps[moment.step])}</div>
        ${graphView(state, layouts[place], Math.max(...layouts.map((one) => one.height)), (literal) => toggle(frame, state, literal))}
        <p class="small soft graph-hint">${local.hint || hintOf(moment.kind, episode)}</p></div></div>`;
  },
};

function decisionsOf(frame) {
  const text = frame.get("d");
  if (text === null) return frame.cells.join() === readSmall(PUZZLE).join() ? DECIDED : [];
  return text.split(".").map(Number).filter((one) => Number.isInteger(one) && one !== 0 && Math.abs(one) <= 64);
}

const propagated = (frame, decisions, options = {}) =>
  Object.assign(new Propagated(frame.data.clauses.clauses, frame.cells, { decisions, ...options }), { name: shortName });

/** The decisions that were made up to this moment, in the order in which they were asked for. */
function madeBy(run, moment, list) {
  const before = new Set(run.steps.slice(0, moment.count).map(({ literal, clause }) => (clause < 0 ? literal : 0)));
  return list.filter((literal) => before.has(literal));
}

/** A click on a literal of the graph: to the side of the conflict, or back. */
function toggle(frame, { run, moment, episode, side: before }, literal) {
  if (moment.kind !== "conflict") return;
  if (run.steps[run.stepOf(literal, moment.count)].clause < 0) {
    local.hint = "A decision stays on its side: no clause made it true, so there is nothing to join.";
    say(local.hint);
    redraw();
  } else if (episode.story.has(literal)) {
    const side = new Set(before);
    if (!side.delete(literal)) side.add(literal);
    local.hint = "";
    frame.set({ cut: [...side].join(".") || "0" });
  }
}

function marksOf(run, moment) {
  if (moment.step === null || moment.kind === "learned") return {};
  const step = run.steps[moment.step];
  if (moment.kind === "conflict") return { cells: Object.fromEntries(run.clauses[step.conflict].map((literal) => [cellName(Math.abs(literal)), "bad"])) };
  const name = cellName(Math.abs(step.literal));
  if (step.literal > 0) return { cells: { [name]: step.clause < 0 ? "open" : "good" } };
  return { candidates: { [name]: { [placeOf(-step.literal).digit]: step.clause < 0 ? "open" : "bad" } } };
}

function hintOf(kind, { nodes }) {
  if (kind === "conflict" && nodes.size) return "Click a literal to move it to the side of the conflict, or back. The edges in orange are the cut.";
  if (!nodes.size) return "It is empty until something is decided. What the clues force is left out: it is true for good.";
  return "An arrow leads from each literal to those that it helped to force. What the clues force is left out.";
}

/** The reader's own decisions: a cell of the grid, whether it holds a digit or does not, and the digit. */
function decisionsView(run, moment, isConflict, decide, solver) {
  const values = run.valuesAfter(moment.count);
  const isOpen = !isConflict && values.size < 128;
  const { cell, sign } = local;
  const hasCell = isOpen && cell >= 0;
  const signs = [[1, "holds"], [-1, "does not hold"]];
  return html`<section class="card decide" aria-label="Decide yourself"><h2>Decide yourself</h2>
    <p>${!isOpen ? "Nothing is open to be decided here." : cell < 0 ? "Click a blank cell of the grid, or press Enter on it." : `${cellName(SIZE * cell + 1)} …`}</p>
    <div class="buttons"><div class="buttons" role="group" aria-label="Whether it holds the digit">${signs.map(([one, words]) => button(words, () => { local.sign = Number(one); redraw(); }, { isPressed: one === sign, isUsable: isOpen }))}</div>
      <div class="buttons" role="group" aria-label="The digit">${[1, 2, 3, 4].map((digit) => button(String(digit), () => decide(sign * (SIZE * cell + digit)),
        { isUsable: hasCell && values.get(SIZE * cell + digit) === undefined }))}</div></div>
    ${button("Let the solver decide", solver, { isUsable: isOpen })}</section>`;
}

// What happens at a moment, in words and clauses

function levelOf({ run, moment }, literal) {
  const at = run.stepOf(-literal, moment.count);
  return at < 0 ? null : run.steps[at].level;
}

/** A literal, with the level on which it got its value; level 0 is left out. */
function literalView(state, literal, kind = "") {
  const level = levelOf(state, literal) ?? levelOf(state, -literal);
  return html`<span class="literal ${kind}">${shortName(literal)}${level ? html`<sub title="level ${level}">${level}</sub>` : nothing}</span>`;
}

const clauseOf = (state, literals, forced = null) => literals.map((literal, at) => html`${at ? " ∨ " : ""}${literalView(state, literal, literal === forced ? "forced" : "false")}`);

/** @type {Record<string, (state: any, step: any) => any>} */
const CARDS = {
  start(state) {
    const { run, moment } = state;
    const head = html`<h2>Level 0: what the clues force</h2>`;
    if (run.end === "solved" && moment.count === run.steps.length)
      return html`${head}<p>Propagation alone solves this puzzle, so nothing is left to decide. ${link("lesson/fire", "Watch it fire")} shows how.</p>`;
    if (run.steps[moment.count]?.level === 0) return html`${head}<p>The clues alone make all literals of a clause false. The next moment shows which.</p>`;
    const open = run.boardAfter(moment.count).digits.filter((digit) => !digit).length;
    return html`${head}<p>No clause fires any more, and ${counted(open, "cell is", "cells are")} open.</p>
      <p>Now the solver assumes something: a <strong>decision</strong>. Each decision begins a new level; what is true without one has level 0.</p>`;
  },
  decision: (state, step) => html`<h2>${literalView(state, step.literal, "decided")} is decided: level ${step.level}</h2>
    <p>Nothing forces it. It is an assumption, and all that follows from it has this level.</p>`,
  forced(state, step) {
    const { run, moment } = state;
    const others = run.clauses[step.clause].filter((literal) => literal !== step.literal);
    const values = run.valuesAfter(moment.count);
    const why = others.filter((literal) => values.get(literal) === false && levelOf(state, literal) > 0);
    return html`<h2>${literalView(state, step.literal, "forced")} is true: level ${step.level}</h2><p>The clause that fires: <strong>${run.sayingOf(step.clause)}</strong>.</p>
      <p class="clause">${clauseOf(state, run.clauses[step.clause], step.literal)}</p>
      ${why.length < others.length ? html`<p class="small soft">${why.length ? "The literals without a level are false for good, because of the clues." : "All its other literals are false for good, because of the clues."}</p>` : nothing}`;
  },
  conflict(state, step) {
    const { run, moment, isOwn } = state;
    const head = html`<h2>Conflict on level ${step.level}</h2><p>All literals of <strong>${run.sayingOf(step.conflict)}</strong> are false.</p>`;
    if (step.backjump === null) return html`${head}<p class="clause">${clauseOf(state, run.clauses[step.conflict])}</p><p class="message bad">Nothing is assumed on level 0, so the puzzle has no solution.</p>`;
    if (isOwn) return html`${head}${ownCut(state, step)}`;
    const joined = step.resolutions.slice(0, moment.joined);
    const line = (says, clause) => html`<li><span class="small soft">${says}</span><div class="clause">${clauseOf(state, clause)}</div></li>`;
    return html`${head}<ol class="derivation">${line("the conflict", step.reduced)}${joined.map(({ on, clause, result }) => line(html`joined over ${literalView(state, on)} with ${run.sayingOf(clause)}`, result))}</ol>
      ${howMany(state, joined.at(-1)?.result ?? step.reduced, step, moment.joined === step.resolutions.length)}`;
  },
  learned(state, step) {
    const [first, ...others] = step.learned;
    const dropped = step.level - step.backjump;
    return html`<h2>Back to level ${step.backjump}</h2><p class="clause">Learned: ${step.learned.map((literal, at) => html`${at ? " ∨ " : ""}<span class="literal">${shortName(literal)}</span>`)}</p>
      <p>${others.length ? `Level ${step.backjump} is the highest level of the other literals. There they are false already, so the clause forces `
        : "The clause has no other literal, so it holds without any decision. It forces "}<span class="literal">${shortName(first)}</span>.</p>
      ${dropped > 1 ? html`<p>${counted(dropped, "level is", "levels are")} dropped at once: the decision between them had no part in the conflict.</p>` : nothing}`;
  },
  end(state) {
    const { run, moment } = state;
    if (run.end === "solved") return html`<h2>All clauses hold</h2><p class="message good">The grid is a solution. Whether there is another one, this search has not asked.</p>`;
    const standing = trailAfter(run.steps, moment.count).filter(({ clause }) => clause < 0);
    return html`<h2>${run.steps.some(({ clause }) => clause < 0) ? "Stuck again" : "Stuck"}</h2>
      ${run.steps.filter((step) => step.learned?.length).map((step) => html`<p class="clause">Learned, and true from now on: ${clauseOf(state, step.learned, step.learned[0])}</p>`)}
      <p class="message open">No clause fires any more. ${standing.length ? html`Of the decisions, these still stand: ${standing.map(({ literal }, at) => html`${at ? ", " : ""}${literalView(state, literal, "decided")}`)}. ` : "No decision stands. "}
        No other decision was asked for: decide yourself, or let the solver decide.</p>`;
  },
};

/** How many literals of the last level a clause has, and what that means. */
function howMany(state, clause, step, isLast) {
  const left = clause.filter((literal) => levelOf(state, literal) === step.level).length;
  if (!isLast) return html`<p class="message note">${counted(left, "literal")} of level ${step.level} ${left === 1 ? "is" : "are"} left. Join on, until it is one.</p>`;
  return html`<p class="message good">One literal of level ${step.level} is left: this clause is learned. Its negation, ${literalView(state, -clause[0])}, is the first unique
    implication point: each way from the last decision to the conflict leads through it.</p>`;
}

function ownCut(state, step) {
  const clause = cutClause(state.episode, state.side);
  const ofLevel = clause.filter((literal) => levelOf(state, literal) === step.level);
  const level = `level ${step.level}`;
  const point = literalView(state, -ofLevel[0]);
  const [tone, words] = ofLevel.length > 1
    ? ["note", `It has ${ofLevel.length} literals of ${level}. After a jump back, more than one of them would be open, and the clause would force nothing.`]
    : ofLevel[0] !== step.learned[0] ? ["open", html`${point} is a unique implication point of ${level}, but not the one nearest to the conflict: the solver stops earlier.`]
      : clause.length > step.learned.length ? ["open", html`${point} is the first unique implication point. The clause could be shorter: the solver leaves out what is not needed.`]
        : ["good", html`${point} is the first unique implication point, the nearest to the conflict. This is the clause that the solver learns.`];
  return html`<p>Not all literals before your cut can be true together. So this clause holds:</p><p class="clause">${clauseOf(state, clause)}</p>
    <p class="message ${tone}">${words}</p>${button("Forget my cut", () => state.frame.set({ cut: null }))}`;
}

// The implication graph: columns are steps of cause and effect; each level has a band of its own

const COLUMN = 116;
const ROW = 46;
const WIDTH = 84;
const TALL = 34;
const MARGIN = 14;
const BAND = 26; // above each level, for its name

/** Where each node stands. What has no part in the conflict stands below the rest, so that no arrow runs through it. */
function layout({ nodes, edges, conflict, story }) {
  /** @type {Map<any, any>} */ const causes = new Map([...nodes.keys(), CONFLICT].map((node) => [node, []]));
  for (const [from, to] of edges) causes.get(to).push(from);
  const columns = new Map();
  for (const [literal] of nodes) columns.set(literal, Math.max(0, ...causes.get(literal).map((cause) => columns.get(cause) + 1)));
  const last = Math.max(-1, ...columns.values());
  const places = new Map();
  const bands = [];
  let top = 0;
  for (const level of new Set([...nodes.values()].map((step) => step.level))) {
    const ofLevel = [...nodes].flatMap(([literal, step]) => (step.level === level ? [literal] : []));
    let below = 0; // how many rows the nodes before take
    for (const part of [ofLevel.filter((one) => story.has(one)), ofLevel.filter((one) => !story.has(one))]) {
      const filled = new Map(); // how many nodes each column has
      for (const literal of part) {
        const column = columns.get(literal);
        const row = below + (filled.get(column) ?? 0);
        filled.set(column, row - below + 1);
        places.set(literal, { x: MARGIN + column * COLUMN, y: top + BAND + row * ROW });
      }
      below += Math.max(0, ...filled.values());
    }
    bands.push({ level, top });
    top += BAND + below * ROW;
  }
  const ends = causes.get(CONFLICT).map((cause) => places.get(cause).y);
  places.set(CONFLICT, { x: MARGIN + (last + 1) * COLUMN, y: ends.length ? ends.reduce((sum, one) => sum + one, 0) / ends.length : BAND });
  return { places, bands, width: MARGIN * 2 + (last + (conflict ? 2 : 1)) * COLUMN, height: Math.max(top, BAND + ROW) + MARGIN };
}

function graphView({ run, moment, episode, side }, { places, bands, width, height }, tallest, onPick) {
  const visible = new Map(trailAfter(run.steps, moment.count).map((step) => [step.literal, step]));
  const isConflict = moment.kind === "conflict";
  const story = isConflict ? episode.story : null;
  const current = ["forced", "decision"].includes(moment.kind) ? run.steps[moment.step].literal : null;
  const isBehind = (node) => node === CONFLICT || side?.has(node);
  const arrow = ([from, to]) => {
    if (!visible.has(from) || !(to === CONFLICT ? isConflict : visible.has(to))) return nothing;
    const [one, other] = [places.get(from), places.get(to)];
    const [x1, y1, x2, y2] = [one.x + WIDTH, one.y + TALL / 2, other.x - 3, other.y + TALL / 2];
    const bend = Math.max(18, (x2 - x1) / 2);
    const isCut = side !== null && story?.has(from) && isBehind(to) && !isBehind(from);
    const kinds = ["arrow", isCut && "cut", story && !story.has(to) && to !== CONFLICT && "aside"].filter(Boolean).join(" ");
    return svg`<path class=${kinds} marker-end="url(#arrow-head${isCut ? "-cut" : ""})" d="M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}"></path>`;
  };
  const node = (literal) => {
    if (!visible.has(literal)) return nothing;
    const isAside = story !== null && !story.has(literal);
    const step = run.steps.findLast((one) => one.literal === literal);
    const about = `level ${step.level}, ${step.clause < 0 ? "decision" : `by ${run.sayingOf(step.clause)}`}`;
    const kinds = ["node", literal > 0 && "holds", visible.get(literal).clause < 0 && "decided", literal === current && "current", isAside && "aside", side?.has(literal) && "behind"];
    const { x, y } = places.get(literal);
    return html`<button type="button" class=${kinds.filter(Boolean).join(" ")} .style="left: ${x}px; top: ${y}px" title=${about} aria-label="${shortName(literal)}, ${about}"
      aria-pressed=${side === null || isAside ? nothing : String(side.has(literal))} @click=${() => onPick(literal)}>${shortName(literal)}</button>`;
  };
  const end = places.get(CONFLICT);
  const head = (kind) => svg`<marker id="arrow-head${kind}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="10" markerHeight="10" markerUnits="userSpaceOnUse" orient="auto"><path class="arrow-head${kind}" d="M0 0L8 4L0 8Z"></path></marker>`;
  return html`<div class="graph" role="region" aria-label="The implication graph" tabindex="0" .style="min-height: ${tallest + 2}px"><div class="graph-inner" .style="width: ${width}px; height: ${height}px">
    <svg width=${width} height=${height} aria-hidden="true"><defs>${head("")}${head("-cut")}</defs>${bands.map(({ top }) => svg`<line class="band" x1="0" x2=${width} y1=${top + 4} y2=${top + 4}></line>`)}${episode.edges.map(arrow)}</svg>
    ${bands.map(({ level, top }) => html`<span class="level" .style="top: ${top + 6}px">level ${level}</span>`)}${[...episode.nodes.keys()].map(node)}
    ${isConflict ? html`<div class="node conflict" .style="left: ${end.x}px; top: ${end.y}px">conflict</div>` : nothing}</div></div>`;
}
