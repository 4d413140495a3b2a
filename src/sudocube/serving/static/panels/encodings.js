// @ts-check
/* Encodings: the clauses of a cell or a line, the clauses at work on the puzzle, and the way to the lesson.

   In the address: e, the encoding; view, "trace" for the clauses at work. Of places: of, as the library names it ("r1c2",
   "row 1, digit 3"), and about=1 for all clauses that speak of the cell. Of a trace: at, the step; search=1, rule and
   decide, as the options of `sudocube encodings trace`. */

import { html, nothing } from "../vendor/lit-html.js";
import { get, put } from "../scripts/address.js";
import { wanted } from "../scripts/asking.js";
import { byCell, cellName, geometryOf, SYMBOLS } from "../scripts/geometry.js";
import { afterDraw, redraw } from "../scripts/page.js";
import { button, check, choice, counted, field, link, numbered, views, waiting } from "../scripts/parts.js";
import { player, rowList } from "../scripts/player.js";
import { puzzle } from "../scripts/puzzle.js";

export const title = "Encodings";

const USUAL = "extended";
const PAUSE = 250;

export function draw() {
  const encodings = wanted("encodings", "encodings", {});
  const names = encodings.rows.map((one) => one.name);
  const chosen = names.includes(get("e")) ? /** @type {string} */ (get("e")) : USUAL;
  const isTrace = get("view") === "trace";
  const { body, board } = isTrace ? traceView(chosen) : placesView(chosen);
  return { body: html`
    <div class="tools">${views("What is shown", [["place", "Clauses of a place"], ["trace", "Clauses at work"]], isTrace ? "trace" : "place",
      (view) => put({ view: view === "place" ? null : view, at: null }))}${link("lesson", "The lesson", {}, "button")}
      ${choice(encodings.rows.map((one) => [one.name, `${one.name}: ${one.title}`]), chosen, (name) => put({ e: name === USUAL ? null : name, at: null }), { kind: "method", name: "Encoding" })}</div>
    ${ideaPart(chosen)}${body}`, board };
}

/** The idea of the encoding, and what it says, statement by statement. @param {string} encoding */
function ideaPart(encoding) {
  const [row] = wanted("encoding", "encoding", { encoding, box: puzzle.box }).rows;
  return row ? html`<details class="clause-idea"><summary>What ${row.name} says</summary><p>${row.idea}</p>
    <ul>${row.statements.map((/** @type {any} */ one) => html`<li>${one.says}${one.formulas.map((/** @type {string} */ text) => html`<div class="mono small soft">${text}</div>`)}</li>`)}</ul>
    <p class="soft small">${row.source}</p></details>` : nothing;
}

// Clauses

/** The literals of a clause with ∨ between them; `forced` is the number of the literal that it makes true.
    @param {any} row */
function clauseLine(row, { forced = 0, isFalse = false } = {}) {
  const one = (/** @type {string} */ name, /** @type {number} */ at) => {
    const isForced = row.clause[at] === forced;
    const told = isForced ? " (becomes true)" : isFalse ? " (false)" : "";
    return html`${at ? html`<span class="or"> ∨ </span>` : nothing}<span class="literal ${isForced ? "forced" : isFalse ? "false" : ""}">${name}${told
      ? html`<span class="unseen">${told}</span>` : nothing}</span>`;
  };
  return html`<span class="clause mono">${row.literals.length ? row.literals.map(one) : "false"}</span>`;
}

/** "row 1, digit 1: at most one", "clue", "decision" @param {any} because */
function reasonWords(because) {
  if (typeof because === "string") return because;
  if (because.family === "learned") return `learned from ${because.line}`;
  const defined = because.defines.map((/** @type {any} */ one) => one.name).join(", ");
  return `${because.line}: ${because.family === "clue" ? "clue" : defined ? `${because.says} of ${defined}` : because.says}`;
}

/** What the variables stand for that a clause defines. @param {any} row */
const definitions = (row) => (row.defines?.length ? html`<ul class="definitions small soft">${row.defines.map((/** @type {any} */ one) => html`<li><b class="mono">${one.name}</b> is ${one.means}</li>`)}</ul>` : nothing);

/** Marks for a board, from the names of literals. @param {string[]} literals */
function marksOf(literals) {
  /** @type {Record<string, string>} */ const cells = {};
  /** @type {Record<string, any>} */ const candidates = {};
  for (const name of literals) {
    const found = /^(¬?)x\[(r\d+c\d+),(\w)\]$/.exec(name);
    const cell = /r\d+c\d+/.exec(name)?.[0];
    if (found) candidates[found[2]] = { ...candidates[found[2]], [SYMBOLS.indexOf(found[3])]: found[1] ? "bad" : "good" };
    else if (cell) cells[cell] = "note";
  }
  return { cells, candidates };
}

// The clauses of a place

const KINDS = [["cell", "a cell"], ["row", "a row"], ["column", "a column"], ["box", "a box"]];
const AT_ONCE = 300;
/** @type {any} */
const local = { shown: AT_ONCE, place: "", pointed: null, wantsLine: true };

/** The place of the address, { kind, row, column, digit } with numbers from 1, and digit 0 for all. */
function placeOf() {
  const text = get("of") ?? "r1c1";
  const cell = /^r(\d+)c(\d+)(?:=(\w))?$/.exec(text);
  const unit = /^(row|column|box) (\d+)(?:, digit (\w))?$/.exec(text);
  const within = (/** @type {any} */ number) => Math.min(Math.max(Number(number) || 1, 1), puzzle.size);
  const digit = (/** @type {string | undefined} */ symbol) => (symbol ? Math.min(Math.max(SYMBOLS.indexOf(symbol), 0), puzzle.size) : 0);
  if (unit) return { kind: unit[1], row: within(unit[2]), column: 1, digit: digit(unit[3]) };
  return { kind: "cell", row: within(cell?.[1]), column: within(cell?.[2]), digit: digit(cell?.[3]) };
}

/** @param {string} encoding */
function placesView(encoding) {
  const now = placeOf();
  const { kind, row, column, digit } = now;
  const isAbout = get("about") === "1" && kind === "cell";
  const { size } = puzzle;
  const nameOf = (/** @type {any} */ one, isOfAll = isAbout) => (one.kind === "cell" ? `r${one.row}c${one.column}${one.digit && isOfAll ? `=${SYMBOLS[one.digit]}` : ""}`
    : `${one.kind} ${one.row}${one.digit ? `, digit ${SYMBOLS[one.digit]}` : ""}`);
  const place = nameOf(now);
  if (local.place !== place) Object.assign(local, { place, shown: AT_ONCE, pointed: null });
  const set = (/** @type {any} */ changes) => put({ of: nameOf({ ...now, ...changes }) === "r1c1" ? null : nameOf({ ...now, ...changes }) });
  const numbers = Array.from({ length: size }, (_, at) => [String(at + 1)]);
  const digits = [["0", "all"], ...numbers.map(([one]) => [one, SYMBOLS[Number(one)]])];
  const found = wanted("clauses", "clauses", { ...puzzle.fields, encoding, place, about: isAbout }, { pause: PAUSE });
  const rows = found.isCurrent ? found.rows : [];
  const verb = isAbout ? ["speaks", "speak"] : ["is", "are"];
  const what = `${verb[rows.length === 1 ? 0 : 1]} of ${place.replace("=", " and digit ")}`;
  const groups = [...Map.groupBy(rows.slice(0, local.shown), (one) => `${one.line}: ${reasonWords(one).split(": ").slice(1).join(": ")}`)];
  const cells = cellsOf(now).map((cell) => cellName(cell, size));
  const body = html`<section aria-label="The clauses of a place"><div class="tools">
      ${field("Clauses of", choice(KINDS, kind, (one) => set({ kind: one, digit: 0 })))}
      ${field(kind === "cell" ? "Row" : "Number", choice(numbers, String(row), (one) => set({ row: Number(one) })))}
      ${kind === "cell" ? field("Column", choice(numbers, String(column), (one) => set({ column: Number(one) }))) : nothing}
      ${kind !== "cell" || isAbout ? field("Digit", choice(digits, String(digit), (one) => set({ digit: Number(one) }))) : nothing}
      ${kind === "cell" ? check("All clauses that speak of it", isAbout, (isOn) => put({ about: isOn ? "1" : null })) : nothing}</div>
    ${waiting(found, "The clauses")}
    ${found.isDone ? html`<p class="soft" role="status">${rows.length ? `${counted(rows.length, "clause")} of ${encoding} ${what}. The numbers count all its clauses.`
      : `No clause of ${encoding} is of ${place}: it says this in another way.`}</p>` : nothing}
    <div class="clause-groups">${groups.map(clauseGroup)}</div>
    ${rows.length > local.shown ? button(`Show ${numbered(Math.min(AT_ONCE, rows.length - local.shown))} more of ${numbered(rows.length - local.shown)}`, () => { local.shown += AT_ONCE; redraw(); }) : nothing}</section>`;
  const marks = local.pointed ? marksOf(local.pointed.literals) : { cells: Object.fromEntries(cells.map((cell) => [cell, "note"])) };
  const onPick = (/** @type {number} */ cell) => put({ of: cellName(cell, size) });
  return { body, board: { marks, onPick } };
}

/** @param {[string, any[]]} group */
function clauseGroup([name, rows]) {
  const areShort = rows.every((row) => row.literals.length <= 2 && !row.defines.length);
  const point = (/** @type {any} */ row) => () => { local.pointed = row; redraw(); };
  return html`<section class="clause-group"><h2>${name} <span class="soft small">${counted(rows.length, "clause")}</span></h2>
    <ol class="clause-list ${areShort ? "short" : ""}">${rows.map((row) => html`<li><button type="button" class="clause-row" @focus=${point(row)} @pointerenter=${point(row)}>
      <span class="clause-number soft small">${numbered(row.number)}</span>${clauseLine(row)}</button>${definitions(row)}</li>`)}</ol></section>`;
}

/** The cells of a place. @param {{ kind: string, row: number, column: number }} place */
function cellsOf({ kind, row: number, column: other }) {
  const { size, boxRows, boxColumns, count } = geometryOf(puzzle.box);
  const isIn = (/** @type {number} */ row, /** @type {number} */ column) => (kind === "cell" ? row === number - 1 && column === other - 1
    : kind === "row" ? row === number - 1 : kind === "column" ? column === number - 1
      : Math.floor(row / boxRows) * (size / boxColumns) + Math.floor(column / boxColumns) === number - 1);
  return Array.from({ length: count }, (_, cell) => cell).filter((cell) => isIn(Math.floor(cell / size), cell % size));
}

// Clauses at work: the trace of the puzzle, with the clause that fires, and the board as it is then

const RULES = [["fewest", "the cell with the fewest candidates"], ["first", "the first open variable"]];
const JUMPS = {
  "Next digit": (/** @type {any} */ row) => Object.keys(row.placed ?? {}).length > 0 && row.because !== "clue",
  "Next conflict": (/** @type {any} */ row) => "conflict" in row,
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
  const isSearch = get("search") === "1";
  const rule = RULES.some(([name]) => name === get("rule")) ? get("rule") : "fewest";
  const found = wanted("trace", "trace", { ...puzzle.fields, encoding, search: isSearch, rule, decide: get("decide") ?? "" }, { pause: PAUSE });
  const [start, ...others] = found.isCurrent ? found.rows : [];
  const end = others.at(-1) && "end" in others.at(-1) ? others.at(-1) : null;
  const steps = end ? others.slice(0, -1) : others;
  const at = Math.min(Math.max(Number(get("at") ?? get("k")) || 0, 0), steps.length);
  const row = steps[at - 1];
  const move = (/** @type {number} */ to) => put({ at: to || null, k: null });
  const jumps = Object.entries(JUMPS).map(([name, isWanted]) => {
    const next = steps.findIndex((one, place) => place >= at && isWanted(one));
    return button(name, () => move(next + 1), { isUsable: next >= 0 });
  });
  const decide = (/** @type {any} */ event) => { event.preventDefault(); put({ decide: event.target.elements.decide.value.trim(), at: null }); };
  const clause = row?.conflict ?? row?.because;
  const body = html`<section aria-label="Clauses at work">
    ${player({ name: "trace", label: "Steps of the trace", at, count: steps.length + 1, onMove: move, canPlay: true, more: jumps,
      words: (one) => (one ? `Step ${numbered(one)} of ${numbered(steps.length)}` : "The start") })}
    ${waiting(found, "The trace of this puzzle")}
    <div class="card trace-card stays">${row ? ("conflict" in row ? conflictView(row) : assignedView(row)) : html`<p class="trace-headline">The start</p>
      <p class="soft">${start ? "No clause has fired yet. Take a step to see the first one." : "There is no trace of this puzzle."}</p>`}</div>
    ${typeof clause === "object" && !["learned", "clue", "own"].includes(clause.family) ? firingLine(clause, encoding) : nothing}
    ${rowList({ name: "trace-list", label: "Steps of the trace", count: steps.length, at: at - 1, onMove: (place) => move(place + 1), row: (place) => ({ words: stepWords(steps[place]), kind: "conflict" in steps[place] ? "failed" : steps[place].because === "decision" ? "guess" : "" }) })}
    ${end ? endView(end) : nothing}
    <form class="tools" @submit=${decide}>${check("Go on with decisions and learning", isSearch, (isOn) => put({ search: isOn ? "1" : null, at: null }))}
      ${isSearch ? field("Decide on", choice(RULES, rule ?? "fewest", (name) => put({ rule: name === "fewest" ? null : name, at: null }))) : nothing}
      ${field("Decisions of your own", html`<input type="text" name="decide" placeholder="r1c2=3, r2c1!=4" spellcheck="false" autocomplete="off" maxlength="2000" .value=${get("decide") ?? ""}>`)}
      <button type="submit" class="button">Decide</button></form>
    ${start ? html`<p class="soft small">${start.title}: ${counted(start.variables, "variable")}, ${counted(start.clauses, "clause")}. ${start.order} ${start.rule ?? ""}</p>` : nothing}</section>`;
  return { body, board: start ? boardAfter(start, steps, row && "conflict" in row ? at - 1 : at, row) : {} };
}

/** @param {any} row */
const stepWords = (row) => ("conflict" in row ? `Conflict: ${reasonWords(row.conflict)}` : `${row.literal}: ${reasonWords(row.because)}`);

/** @param {any} row */
function assignedView(row) {
  const { because } = row;
  const head = html`<p class="trace-headline"><span class="mono">${row.literal}</span><span class="badge">level ${row.level}</span></p>`;
  if (because === "clue") return html`${head}<p>A clue says so: a clause with this literal alone.</p>`;
  if (because === "decision") return html`${head}<p>Decided: nothing forces it. A new level begins.</p>`;
  return html`${head}<p class="trace-fires">${clauseLine(because, { forced: row.number, isFalse: true })}</p>
    <p><b>${reasonWords(because)}.</b> ${because.clause.length === 1 ? "The clause has no other literal." : "All other literals of the clause are false, so this one has to be true."}</p>${definitions(because)}`;
}

/** What a conflict teaches: the resolutions, the learned clause, and where the search goes on. @param {any} row */
function conflictView(row) {
  const joined = (/** @type {string[]} */ literals) => html`<span class="mono">${literals.join(" ∨ ")}</span>`;
  const isLast = row.backjump === null;
  return html`<p class="trace-headline bad"><span class="headline">Conflict</span><span class="badge bad">level ${row.level}</span></p>
    <p class="trace-fires">${clauseLine(row.conflict, { isFalse: true })}</p>
    <p><b>${reasonWords(row.conflict)}.</b> All literals of the clause are false.${isLast ? " Nothing is decided at level 0: the clauses have no model." : ""}</p>
    ${isLast ? nothing : html`${row.resolutions.length ? html`<details><summary>Resolved in ${counted(row.resolutions.length, "step")}</summary>
      <p class="small">Literals that are false at level 0 are left out: ${joined(row.reduced.literals)}</p>
      <ol class="small">${row.resolutions.map((/** @type {any} */ one) => html`<li>${joined([one.on])} is true by ${reasonWords(one.because)}. Both clauses together, without it: ${joined(one.literals)}</li>`)}</ol></details>` : nothing}
      <p><b>Learned:</b> ${joined(row.learned)}. Back to level ${row.backjump}, where this clause makes its first literal true.</p>`}`;
}

/** All clauses of the line that a firing clause is of, with this one highlighted. @param {any} fired @param {string} encoding */
function firingLine(fired, encoding) {
  const found = local.wantsLine ? wanted("line", "clauses", { puzzle: ".".repeat(puzzle.count), box: puzzle.box, encoding, place: fired.line }) : null;
  const rows = found?.isCurrent ? found.rows : [];
  const has = rows.map((row) => fired.literals.every((/** @type {string} */ name) => row.literals.includes(name)));
  const whole = rows.findIndex((row, at) => has[at] && row.literals.length === fired.literals.length);
  const now = whole >= 0 ? whole : has.indexOf(true); // in a formula that is reduced for its puzzle, it is a part of one
  if (found?.isDone) {
    afterDrawn(() => {
      const list = document.getElementById("firing-list");
      const one = /** @type {HTMLElement | undefined} */ (list?.children[now]);
      if (list && one) list.scrollTop = one.offsetTop - list.clientHeight / 3;
    }, `${fired.line} ${now}`);
  }
  return html`<details class="firing-line" ?open=${local.wantsLine} @toggle=${(/** @type {any} */ event) => { local.wantsLine = event.target.open; redraw(); }}>
    <summary>All clauses of ${fired.line}</summary>
    <ol class="clause-list firing-list" id="firing-list" tabindex="0" aria-label="The clauses of the line">${rows.map((row, at) => html`<li aria-current=${at === now ? "true" : nothing}>${clauseLine(row)}</li>`)}</ol></details>`;
}

let done = "";
/** @param {() => void} work @param {string} key once for each */
function afterDrawn(work, key) {
  if (key === done) return;
  done = key;
  afterDraw(work);
}

/** @param {any} end */
function endView(end) {
  const [tone, words] = ENDS[/** @type {keyof typeof ENDS} */ (end.end)];
  const counts = [counted(end.assigned, "assignment"), counted(end.decisions, "decision"), counted(end.conflicts, "conflict")].join(", ");
  const skipped = end.not_decided.length ? ` Not decided, because a value was there before: ${end.not_decided.join(", ")}.` : "";
  return html`<p class="message ${tone}"><b>In the end: ${words}</b> ${counts}.${skipped}</p>`;
}

/** The board after some steps: digits, what is left in each cell, and what the clause speaks of. A conflict is shown as it
    is found; what it takes back is gone with the next step.
    @param {any} start @param {any[]} steps @param {number} count @param {any} row */
function boardAfter(start, steps, count, row) {
  /** @type {any[]} */ const trail = [];
  for (const one of steps.slice(0, count)) {
    if (!("conflict" in one)) trail.push(one);
    else if (one.backjump !== null) while (trail.length && trail.at(-1).level > one.backjump) trail.pop();
  }
  /** @type {Record<string, number>} */ const digits = {};
  /** @type {Record<string, Set<number>>} */ const removed = {};
  for (const one of [start, ...trail]) {
    Object.assign(digits, one.placed);
    for (const [cell, gone] of Object.entries(one.removed)) for (const digit of gone) (removed[cell] ??= new Set()).add(digit);
  }
  const { size } = puzzle;
  const every = Array.from({ length: size }, (_, digit) => digit + 1);
  const placed = byCell(digits, size);
  const candidates = Object.fromEntries(puzzle.digits.flatMap((digit, cell) => (digit || placed[cell] ? [] : [[cell, every.filter((one) => !removed[cellName(cell, size)]?.has(one))]])));
  return { digits, candidates, marks: row ? marksOfStep(row) : {} };
}

/** @param {any} row */
function marksOfStep(row) {
  const isConflict = "conflict" in row;
  const clause = isConflict ? row.conflict : row.because;
  const named = (clause.literals ?? []).flatMap((/** @type {string} */ name) => name.match(/r\d+c\d+/g) ?? []);
  const cells = Object.fromEntries(named.map((/** @type {string} */ cell) => [cell, isConflict ? "bad" : "note"]));
  if (isConflict) return { cells };
  for (const cell of Object.keys(row.placed)) cells[cell] = row.because === "decision" ? "open" : "good";
  const candidates = Object.fromEntries(Object.entries(row.removed).map(([cell, gone]) => [cell, Object.fromEntries(gone.map((/** @type {number} */ digit) => [digit, "bad"]))]));
  return { cells, candidates };
}
