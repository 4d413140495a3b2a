// @ts-check
/* Encodings: the clauses of a cell or a unit, the clauses at work on the puzzle, and the way to the lesson.

   In the address: e, the encoding; view, "trace" for the clauses at work. Of places: of, as the library names
   it ("r1c2", "row 1, digit 3"). Of a trace: at, the step; search=1 and decide, as the options of
   `sudocube encodings trace`. */

import { html, nothing } from "../vendor/lit-html.js";
import { get, put } from "../scripts/address.js";
import { wanted } from "../scripts/asking.js";
import { cellName, cellIndex, geometryOf, SYMBOLS } from "../scripts/geometry.js";
import { assign, onSubmit, state } from "../scripts/page.js";
import {
  button, check, choice, counted, each, field, fold, link, numbered, views, waiting, within,
} from "../scripts/parts.js";
import { player, rowList } from "../scripts/player.js";
import { puzzle } from "../scripts/puzzle.js";

export const title = "Encodings";

const USUAL = "extended";
const PAUSE = 250;
const VIEWS = [["place", "Clauses of a place"], ["trace", "Clauses at work"]];

export function draw() {
  const { rows } = wanted("encodings", "encodings", {});
  const wantedName = get("e") ?? "";
  const chosen = rows.some((one) => one.name === wantedName) ? wantedName : USUAL;
  const view = get("view") === "trace" ? "trace" : "place";
  const { body, board } = view === "trace" ? traceView(chosen) : placeView(chosen);
  const options = rows.map((one) => [one.name, `${one.name}: ${one.title}`]);
  const take = (name) => put({ e: name === USUAL ? null : name, at: null });
  const turn = (name) => put({ view: name === "place" ? null : name, at: null });
  return { board, body: html`<div class="tools">${views("What is shown", VIEWS, view, turn)}
      ${link("lesson", "The lesson", {}, "button")}
      ${choice(options, chosen, take, { kind: "method", name: "Encoding" })}</div>
    ${ideaPart(chosen)}${body}` };
}

/** The idea of the encoding, and what it says, statement by statement. @param {string} encoding */
function ideaPart(encoding) {
  const [row] = wanted("encoding", "encoding", { encoding, box: puzzle.box }).rows;
  if (!row) return nothing;
  const formula = (text) => html`<div class="mono small soft">${text}</div>`;
  const statement = ({ says, formulas }) => html`<li>${says}${formulas.map(formula)}</li>`;
  return fold(`What ${row.name} says`, html`<p>${row.idea}</p><ul>${row.statements.map(statement)}</ul>
    <p class="soft small">${row.source}</p>`, { kind: "clause-idea" });
}

// Clauses

/** The literals of a clause with ∨ between them. @param {any} row @param {(at: number) => string} kindOf */
function clauseLine({ literals }, kindOf = () => "") {
  const told = { forced: " (becomes true)", false: " (false)" };
  const one = (name, at) => html`${at ? html`<span class="or"> ∨ </span>` : nothing}<span
    class="literal ${kindOf(at)}">${name}<span class="unseen">${told[kindOf(at)] ?? ""}</span></span>`;
  return html`<span class="clause mono">${literals.length ? literals.map(one) : "false"}</span>`;
}

/** What a clause says of its line: "at most one". */
function saysOf({ family, says, defines }) {
  if (family === "clue") return "clue";
  return defines.length ? `${says} of ${defines.map((one) => one.name).join(", ")}` : says;
}

/** "row 1, digit 1: at most one", "clue", "decision" @param {any} because */
function reasonWords(because) {
  if (typeof because === "string") return because;
  if (because.family === "learned") return `learned from ${because.line}`;
  return `${because.line}: ${saysOf(because)}`;
}

/** What the variables stand for that a clause defines. */
function definitions({ defines }) {
  if (!defines?.length) return nothing;
  const one = ({ name, means }) => html`<li><b class="mono">${name}</b> is ${means}</li>`;
  return html`<ul class="definitions small soft">${defines.map(one)}</ul>`;
}

/** Marks for a board, from the names of literals. @param {string[]} literals */
function marksOf(literals) {
  const [cells, candidates] = [{}, {}];
  for (const name of literals) {
    const [, minus, direct, symbol] = /^(¬?)x\[(r\d+c\d+),(\w)\]$/.exec(name) ?? [];
    const [cell] = /r\d+c\d+/.exec(name) ?? [];
    const tone = minus ? "bad" : "good";
    if (direct) candidates[direct] = { ...candidates[direct], [SYMBOLS.indexOf(symbol)]: tone };
    else if (cell) cells[cell] = "note";
  }
  return { cells, candidates };
}

// The clauses of a place: of the cell that is chosen on the board, or of its row, column or box

const KINDS = [["cell", "the cell"], ["row", "its row"], ["column", "its column"], ["box", "its box"]];
const AT_ONCE = 300;
/** @type {any} */
const local = { shown: AT_ONCE, place: "", pointed: null };

/** The place of the address: its kind, its digit (0 for all), and its cells, of which the first names it. */
function placeOf() {
  const { size } = puzzle;
  const text = get("of") ?? "r1c1";
  const [, kind = "cell", number] = /^(row|column|box) (\d+)/.exec(text) ?? [];
  const [, symbol = "."] = /digit (\w)$/.exec(text) ?? [];
  const digit = Math.min(Math.max(SYMBOLS.indexOf(symbol), 0), size);
  const all = [...puzzle.digits.keys()];
  const unit = within(number ?? "", size, 1);
  const cell = within(String(cellIndex(text.split("=")[0], size)), all.length - 1);
  return { kind, digit, cells: kind === "cell" ? [cell] : all.filter((one) => unitOf(kind, one) === unit) };
}

/** The number of the row, column or box of a cell. @param {string} kind @param {number} cell */
function unitOf(kind, cell) {
  const { size, boxRows, boxColumns } = geometryOf(puzzle.box);
  const [row, column] = [Math.floor(cell / size), cell % size];
  if (kind === "row") return row + 1;
  if (kind === "column") return column + 1;
  return Math.floor(row / boxRows) * (size / boxColumns) + Math.floor(column / boxColumns) + 1;
}

/** The name of a place, as the library has it. @param {string} kind @param {number} cell */
function nameOf(kind, cell, digit) {
  if (kind === "cell") return cellName(cell, puzzle.size);
  return `${kind} ${unitOf(kind, cell)}${digit ? `, digit ${SYMBOLS[digit]}` : ""}`;
}

/** @param {string} encoding */
function placeView(encoding) {
  const { kind, digit, cells } = placeOf();
  const place = nameOf(kind, cells[0], digit);
  if (local.place !== place) Object.assign(local, { place, shown: AT_ONCE, pointed: null });
  const go = (what, cell, one) => put({ of: nameOf(what, cell, one) });
  const digits = Array.from(SYMBOLS.slice(0, puzzle.size + 1), (one, at) => [String(at), at ? one : "all"]);
  const found = wanted("clauses", "clauses", { ...puzzle.fields, encoding, place }, { pause: PAUSE });
  const rows = found.isCurrent ? found.rows : [];
  const groups = Map.groupBy(rows.slice(0, local.shown), (one) => `${one.line}: ${saysOf(one)}`);
  const more = () => assign(local, { shown: local.shown + AT_ONCE });
  const rest = numbered(Math.max(rows.length - local.shown, 0));
  const ofDigit = choice(digits, String(digit), (one) => go(kind, cells[0], Number(one)));
  const body = html`<section aria-label="The clauses of a place"><div class="tools">
      ${field("Clauses of", choice(KINDS, kind, (one) => go(one, state.selected, 0)))}
      ${kind === "cell" ? nothing : field("Digit", ofDigit)}</div>
    <p class="small">Choose the cell on the board: click it, or press Enter on it.</p>
    ${waiting(found, "The clauses")}
    <p class="soft" role="status">${found.isDone ? howMany(rows, encoding, place) : ""}</p>
    <div class="clause-groups">${[...groups].map(clauseGroup)}</div>
    ${rows.length > local.shown ? button(`Show more of ${rest}`, more) : nothing}</section>`;
  const names = cells.map((cell) => cellName(cell, puzzle.size));
  const marks = local.pointed ? marksOf(local.pointed.literals) : { cells: each(names, "note") };
  return { body, board: { marks, onPick: (cell) => go(kind, cell, digit) } };
}

/** @param {any[]} rows @param {string} encoding @param {string} place */
function howMany(rows, encoding, place) {
  if (!rows.length) return `No clause of ${encoding} is of ${place}: it says this in another way.`;
  const many = counted(rows.length, `clause of ${encoding} is`, `clauses of ${encoding} are`);
  return `${many} of ${place}. The numbers count all its clauses.`;
}

/** @param {[string, any[]]} group */
function clauseGroup([name, rows]) {
  const areShort = rows.every((row) => row.literals.length <= 2 && !row.defines.length);
  const item = (row) => {
    const point = () => assign(local, { pointed: row });
    return html`<li><button type="button" class="clause-row" @focus=${point} @pointerenter=${point}>
      <span class="clause-number soft small">${numbered(row.number)}</span>${clauseLine(row)}</button>
      ${definitions(row)}</li>`;
  };
  return html`<section class="clause-group">
    <h2>${name} <span class="soft small">${counted(rows.length, "clause")}</span></h2>
    <ol class="clause-list ${areShort ? "short" : ""}">${rows.map(item)}</ol></section>`;
}

// Clauses at work: the trace of the puzzle, with the clause that fires, and the board as it is then

const isConflict = (row) => "conflict" in row;
const JUMPS = {
  "Next digit": (row) => Object.keys(row.placed ?? {}).length > 0 && row.because !== "clue",
  "Next conflict": isConflict,
};
const ENDS = {
  solved: ["good", "solved, the grid is a solution of the puzzle."],
  stuck: ["open", "stuck, no clause fires any more. A decision would go on from here."],
  unsatisfiable: ["bad", "no solution, all literals of a clause are false and nothing was decided."],
  no_grid: ["bad", "all clauses hold, but the grid is no solution."],
  max_steps: ["open", "stopped, the trace has as many steps as a page takes."],
  timeout: ["open", "stopped, the time was over."],
};

/** @param {string} encoding */
function traceView(encoding) {
  const search = get("search") === "1";
  const fields = { ...puzzle.fields, encoding, search, decide: get("decide") ?? "" };
  const found = wanted("trace", "trace", fields, { pause: PAUSE });
  const [start, ...others] = found.isCurrent ? found.rows : [];
  const steps = others.filter((one) => !("end" in one));
  const end = others.find((one) => "end" in one);
  const at = within(get("at") ?? get("k"), steps.length);
  const row = steps[at - 1];
  const onMove = (to) => put({ at: to || null, k: null });
  const jump = ([name, isWanted]) => {
    const next = steps.findIndex((one, place) => place >= at && isWanted(one));
    return button(name, () => onMove(next + 1), { isUsable: next >= 0 });
  };
  const total = numbered(steps.length);
  const stepOf = (place) => ({ words: stepWords(steps[place]), kind: stepKind(steps[place]) });
  const body = html`<section aria-label="Clauses at work">
    ${player({ name: "trace", label: "Steps of the trace", at, count: steps.length + 1, onMove, canPlay: true,
      more: Object.entries(JUMPS).map(jump),
      words: (one) => (one ? `Step ${numbered(one)} of ${total}` : "The start") })}
    ${waiting(found, "The trace of this puzzle")}
    <div class="card trace-card stays">${row ? stepView(row) : startView(start)}</div>
    ${rowList({ name: "trace-list", label: "Steps of the trace", count: steps.length, at: at - 1, row: stepOf,
      onMove: (place) => onMove(place + 1) })}
    ${end ? endView(end) : nothing}${decisionForm(search)}
    ${start ? aboutTrace(start) : nothing}</section>`;
  return { body, board: start ? boardAfter(start, steps, at) : {} };
}

const startView = (start) => html`<p class="trace-headline">The start</p><p class="soft">${start
  ? "No clause has fired yet. Take a step to see the first one." : "There is no trace of this puzzle."}</p>`;

const aboutTrace = ({ title: name, variables, clauses, order, rule }) => html`<p class="soft small">${name}:
  ${counted(variables, "variable")}, ${counted(clauses, "clause")}. ${order} ${rule ?? ""}</p>`;

/** @param {boolean} search */
function decisionForm(search) {
  const decide = onSubmit(({ target }) => put({ decide: target.elements.decide.value.trim(), at: null }));
  const own = html`<input type="text" name="decide" placeholder="r1c2=3, r2c1!=4" spellcheck="false"
    autocomplete="off" maxlength="2000" .value=${get("decide") ?? ""}>`;
  const go = (isOn) => put({ search: isOn ? "1" : null, at: null });
  return html`<form class="tools" @submit=${decide}>${check("Go on with decisions and learning", search, go)}
    ${field("Decisions of your own", own)}
    <button type="submit" class="button">Decide</button></form>`;
}

const stepWords = (row) =>
  isConflict(row) ? `Conflict: ${reasonWords(row.conflict)}` : `${row.literal}: ${reasonWords(row.because)}`;

function stepKind(row) {
  if (isConflict(row)) return "failed";
  return row.because === "decision" ? "guess" : "";
}

const stepView = (row) => (isConflict(row) ? conflictView(row) : assignedView(row));

const GIVEN = {
  clue: "A clue says so: a clause with this literal alone.",
  decision: "Decided: nothing forces it. A new level begins.",
};

function assignedView({ literal, number, level, because }) {
  const head = html`<p class="trace-headline"><span class="mono">${literal}</span>
    <span class="badge">level ${level}</span></p>`;
  if (because in GIVEN) return html`${head}<p>${GIVEN[because]}</p>`;
  const why = because.clause.length === 1 ? "The clause has no other literal."
    : "All other literals of the clause are false, so this one has to be true.";
  const kindOf = (at) => (because.clause[at] === number ? "forced" : "false");
  return html`${head}<p class="trace-fires">${clauseLine(because, kindOf)}</p>
    <p><b>${reasonWords(because)}.</b> ${why}</p>${definitions(because)}${lineLink(because)}`;
}

/** The way to all clauses of the line that this one is of. */
function lineLink({ family, line }) {
  if (["learned", "clue", "own"].includes(family)) return nothing;
  const more = { of: line, e: get("e") };
  return html`<p class="small">${link("encodings", `All clauses of ${line}`, more)}</p>`;
}

/** What a conflict teaches: the resolutions, the learned clause, and where the search goes on. */
function conflictView({ level, conflict, backjump, resolutions, reduced, learned }) {
  const joined = (literals) => html`<span class="mono">${literals.join(" ∨ ")}</span>`;
  const resolved = ({ on, because, literals }) => html`<li>${joined([on])} is true by ${reasonWords(because)}.
    Both clauses together, without it: ${joined(literals)}</li>`;
  const how = fold(`Resolved in ${counted(resolutions.length, "step")}`, html`
    <p class="small">Literals that are false at level 0 are left out: ${joined(reduced.literals)}</p>
    <ol class="small">${resolutions.map(resolved)}</ol>`);
  const next = backjump === null ? html`<p>Nothing is decided at level 0: the clauses have no model.</p>`
    : html`${how}<p><b>Learned:</b> ${joined(learned)}. Back to level
      ${backjump}, where this clause makes its first literal true.</p>`;
  return html`<p class="trace-headline bad"><span class="headline">Conflict</span>
      <span class="badge bad">level ${level}</span></p>
    <p class="trace-fires">${clauseLine(conflict, () => "false")}</p>
    <p><b>${reasonWords(conflict)}.</b> All literals of the clause are false.</p>${next}`;
}

function endView({ end, assigned, decisions, conflicts, not_decided: skipped }) {
  const [tone, words] = ENDS[end];
  const rest = skipped.length ? `Not decided, because a value was there before: ${skipped.join(", ")}.` : "";
  return html`<p class="message ${tone}"><b>In the end: ${words}</b> ${counted(assigned, "assignment")},
    ${counted(decisions, "decision")}, ${counted(conflicts, "conflict")}. ${rest}</p>`;
}

/** The board after some steps: digits, what is left in each cell, and what the clause speaks of. A conflict
    is shown as it is found; what it takes back is gone with the next step.
    @param {any} start @param {any[]} steps */
function boardAfter(start, steps, at) {
  const row = steps[at - 1];
  const trail = [start];
  for (const one of steps.slice(0, row && isConflict(row) ? at - 1 : at)) {
    if (!isConflict(one)) trail.push(one);
    else while (one.backjump !== null && trail.at(-1).level > one.backjump) trail.pop();
  }
  const digits = Object.assign({}, ...trail.map((one) => one.placed));
  const gone = Map.groupBy(trail.flatMap((one) => Object.entries(one.removed)), ([cell]) => cell);
  const every = Array.from({ length: puzzle.size }, (_, digit) => digit + 1);
  const candidates = {};
  for (const [cell, digit] of puzzle.digits.entries()) {
    const name = cellName(cell, puzzle.size);
    const removed = new Set(gone.get(name)?.flatMap(([, some]) => some));
    if (!digit && !digits[name]) candidates[name] = every.filter((one) => !removed.has(one));
  }
  return { digits, candidates, marks: row ? marksOfStep(row) : {} };
}

function marksOfStep(row) {
  const named = ({ literals = [] }) => literals.flatMap((name) => name.match(/r\d+c\d+/g) ?? []);
  if (isConflict(row)) return { cells: each(named(row.conflict), "bad") };
  const placed = each(Object.keys(row.placed), row.because === "decision" ? "open" : "good");
  const removed = Object.entries(row.removed).map(([cell, digits]) => [cell, each(digits, "bad")]);
  const cells = { ...each(named(row.because), "note"), ...placed };
  return { cells, candidates: Object.fromEntries(removed) };
}
