// @ts-check
/* Puzzle: whether it is unique, and what follows from that. Several solutions are laid over the board itself;
   clues that clash, and those whose change would mend it, are chosen on the board; then minimality, how hard,
   and the engines.

   In the address: show, what lies over the board ("puzzle", "both", "all", or "one" for the only solution);
   at, which of all solutions; solution, the one that further clues are to leave; engines and
   prove, for the crosscheck. */

import { html, nothing } from "../vendor/lit-html.js";
import { get, put } from "../scripts/address.js";
import { wanted } from "../scripts/asking.js";
import { focusCell } from "../scripts/board.js";
import { cellIndex, cellName, digitsOf, SYMBOLS, textOf } from "../scripts/geometry.js";
import { assign, change, notify, say, state } from "../scripts/page.js";
import {
  badge, button, capital, check, clue, cluesOnly, counted, dated, each, fold, inSeconds, link,
  listed, numbered, table, VERDICTS, views, waiting, within,
} from "../scripts/parts.js";
import { player } from "../scripts/player.js";
import { puzzle } from "../scripts/puzzle.js";
import { live, verdictView } from "../scripts/side.js";

export const title = "Is this Sudoku unique, and why?";

const PAUSE = 250;
const LARGEST_RATED = 16;
const LISTED = 1_000;

/** Which parts are open. @type {any} */
const local = { isRedundantShown: false, hasEngines: false };

/** @typedef {import("../scripts/side.js").Overlay} Overlay */
/** What stands below the verdict, what follows, and what lies over the board.
    @typedef {{ more?: any, parts?: any, board?: Overlay }} Parts */

/** @type {Record<string, () => Parts>} */
const PARTS = { unique: uniqueParts, multiple: severalParts, none: noneParts };

export function draw() {
  const { verdict } = live();
  if (!verdict) return { body: html`${verdictView()}${beginning()}` };
  const kind = verdict.isCurrent ? verdict.last?.verdict : null;
  const { more, parts = nothing, board } = PARTS[kind]?.() ?? {};
  return { body: html`${verdictView(more)}${parts}${enginesPart()}`, board };
}

/** What is wanted of every puzzle that is not unique, and of what can be dropped of one that is. */
function diagnosis() {
  const solution = get("solution");
  const chosen = solution?.length === puzzle.count ? { solution } : {};
  const fields = { ...puzzle.fields, ...chosen };
  return wanted("diagnosis", "diagnose", fields, { pause: PAUSE });
}

/** What could not be found in the time there was. @param {import("../scripts/asking.js").Answer} found */
function openPart(found) {
  if (!found.isDone || !found.last?.undecided.length) return nothing;
  const open = found.last.undecided.join("; ");
  return html`<p class="message open">Not known in the time there was for it: ${open}.</p>`;
}

// Changes of the puzzle that are tried by a click

const indexOf = (cell) => cellIndex(cell, puzzle.size);
const clueAt = (cell) => clue(cell, puzzle.digits[indexOf(cell)]);
const select = (cell) => change({ selected: indexOf(cell) });

/** @param {string} text @param {string} words @param {string} cell */
function tryPuzzle(text, words, cell) {
  const before = puzzle.now;
  select(cell);
  puzzle.set({ text, box: puzzle.box, marks: puzzle.marks });
  const back = button("Take it back", () => puzzle.become(before, { isWhole: true }));
  notify(`Tried: ${words}.`, "note", back);
  say(`${words}. The puzzle is checked anew; Ctrl and Z take it back.`);
}

/** A button that tries a change; pointing at it selects its cell.
    @param {string} label @param {string} words @param {string} cell @param {string} text the puzzle then */
function proposal(label, words, cell, text, kind = "") {
  const name = `${label}: ${words}`;
  return button(label, () => tryPuzzle(text, words, cell), { name, kind, onPoint: () => select(cell) });
}

/** The proposal of a further clue. @param {string} label @param {string} cell @param {number} digit */
function adding(label, cell, digit, more = "") {
  const text = textOf(puzzle.digits.with(indexOf(cell), digit));
  return proposal(label, `${clue(cell, digit)} added${more}`, cell, text);
}

const SHOWN = 12;

/** Proposals; of many, the first ones and the others folded. @param {any[]} all @param {string} rest */
function proposals(all, rest) {
  const some = (ones) => html`<div class="tools">${ones}</div>`;
  const others = all.slice(SHOWN);
  return html`${some(all.slice(0, SHOWN))}
    ${others.length ? fold(`${numbered(others.length)} ${rest}`, some(others)) : nothing}`;
}

/** @param {string[]} cells @param {string} tone @param {string} label */
const marked = (cells, tone, label) => ({ cells: each(cells, tone), labels: each(cells, label) });

/** @param {string} solution symbols @returns {Record<string, number>} */
const digitsByCell = (solution) => Object.fromEntries(digitsOf(solution).entries());

// One solution

function uniqueParts() {
  const isShown = get("show") === "one";
  const show = () => put({ show: isShown ? null : "one" });
  const more = html`<div class="tools">
    ${link("why", "Why? Step by step", {}, "button primary")}
    ${link("why", "The proof", { view: "proof" }, "button")}
    ${button("Show the solution", show, { isPressed: isShown })}</div>`;
  /** @type {Overlay} */
  const board = isShown ? { digits: digitsByCell(live().verdict?.last.solutions[0]) } : {};
  if (puzzle.restricts) return { more, parts: cluesOnly("What can be dropped"), board };
  const found = diagnosis();
  const [row] = found.rows;
  const isKnown = row?.verdict === "unique";
  if (isKnown && found.isCurrent && local.isRedundantShown) {
    board.marks = marked(row.redundant, "note", "can be dropped");
  }
  const looking = waiting(found, "Looking for clues that can be dropped");
  const minimal = isKnown ? dated(found, minimalPart(row)) : looking;
  return { more, parts: html`${hardPart()}${minimal}${openPart(found)}`, board };
}

function hardPart() {
  if (puzzle.size > LARGEST_RATED) return nothing;
  const found = wanted("rating", "rate", puzzle.fields, { pause: PAUSE });
  const said = found.rows[1];
  if (!said) return waiting(found, "How hard it is");
  const about = ({ heading, text }) => html`<dt>${heading}</dt><dd>${text}</dd>`;
  const summary = html`<b>How hard:</b> ${said.difficulty}`;
  return dated(found, fold(summary, html`<dl>${said.sentences.map(about)}</dl>`, { kind: "fact" }));
}

function minimalPart({ minimal, redundant, redundant_complete: isWhole, sub_puzzle: sub }) {
  const { clues, digits } = puzzle;
  if (minimal) return html`<p class="fact"><b>Minimal:</b> none of its ${clues} clues can be dropped.</p>`;
  if (!redundant.length) {
    return html`<p class="fact">Whether one of its ${clues} clues can be dropped is not known.</p>`;
  }
  const some = `${isWhole ? "" : "at least "}${counted(redundant.length, "clue")}`;
  const any = redundant.length > 1 ? `any one of ${some}` : some;
  const summary = html`<b>Not minimal:</b> ${any} can be dropped.`;
  const drop = (cell) => {
    const text = textOf(digits.with(indexOf(cell), 0));
    return proposal(clueAt(cell), `${clueAt(cell)} dropped`, cell, text);
  };
  const onToggle = (isOpen) => assign(local, { isRedundantShown: isOpen });
  const body = html`
    <p class="small">They are tinted on the board. Without any one of them it is still unique; without several
      it need not be.</p>
    ${proposals(redundant.map(drop), "more clues")}${subPuzzlePart(sub)}`;
  return fold(summary, body, { kind: "fact", onToggle });
}

/** The puzzle that is left when one clue after the other is dropped. */
function subPuzzlePart({ puzzle: text, clues, minimal }) {
  const { digits, size } = puzzle;
  const gone = digits.flatMap((digit, cell) => (digit && text[cell] === "." ? [cellName(cell, size)] : []));
  if (!gone.length) return nothing;
  const dropped = `${counted(gone.length, "clue")} dropped`;
  const label = `Take this ${minimal ? "minimal" : "smaller"} puzzle`;
  const left = `${counted(clues, "clue")} are left${minimal ? ", and none of these can go" : ""}`;
  return html`<p>With ${dropped}, ${left}. ${proposal(label, dropped, gone[0], text)}</p>`;
}

// Several solutions

const LAID = [["puzzle", "The puzzle"], ["both", "Two, laid over it"], ["all", "All, one by one"]];

function severalParts() {
  const all = wanted("solutions", "solutions", { ...puzzle.fields, limit: LISTED }, { pause: PAUSE });
  const grids = all.rows.flatMap((row) => row.solutions ?? []);
  const isOpen = all.isDone && !all.last.exact && !all.last.reason;
  const counting = isOpen ? wanted("count", "count", puzzle.fields) : null;
  const known = counting?.last ?? (all.isDone ? all.last : null);
  const found = puzzle.restricts ? null : diagnosis();
  const row = found?.isCurrent && found.last?.verdict === "multiple" ? found.last : null;
  const pair = pairOf(grids, row);
  const view = laidView(pair !== null);
  const board = pair && all.isCurrent ? laidOver(view, pair, grids) : {};
  if (row?.repair) showRepair(board, row.repair.clues, view);
  const looking = found?.isBusy ? "The clues to add are being looked for …" : "";
  const more = html`<p>${countWords(known, grids.length, counting)} ${repairWords(row?.repair)}</p>
    ${row?.repair ? repairPart(row.repair) : html`<p class="soft">${looking}</p>`}`;
  const parts = html`
    ${views("What lies over the board", LAID, view, (one) => put({ show: one }))}
    ${pair ? laidWords(view, pair, grids, known) : waiting(all, "Looking for solutions")}
    ${found ? diagnosedPart(found, row) : cluesOnly("How the solutions differ")}`;
  return { more, parts, board };
}

const diagnosedPart = (found, row) => html`
  ${row ? digitsPart(row) : waiting(found, "How the solutions differ")}
  ${openPart(found)}`;

/** What lies over the board: as was chosen; else both, unless one is typing. @param {boolean} hasPair */
function laidView(hasPair) {
  const chosen = get("show") ?? (get("at") ? "all" : "");
  if (LAID.some(([name]) => name === chosen)) return chosen;
  return puzzle.isWhole && hasPair ? "both" : "puzzle";
}

/** Two solutions: the closest, or as long as these are not known the first ones. @param {string[]} grids */
function pairOf(grids, row) {
  if (!row?.closest) return grids.length > 1 ? { first: grids[0], second: grids[1], about: "" } : null;
  const { solutions: [first, second], smallest, at_least: least } = row.closest;
  const about = smallest ? "; no two differ in fewer" : `; none differ in fewer than ${least}`;
  return { first, second, about };
}

/** @param {string} first @param {string} second */
const differing = (first, second) =>
  [...first].flatMap((symbol, cell) => (symbol === second[cell] ? [] : [cell]));

/** @param {string} view @param {{ first: string, second: string }} pair @param {string[]} grids
    @returns {Overlay} */
function laidOver(view, { first, second }, grids) {
  if (view === "puzzle") return {};
  if (view === "all") {
    const at = solutionAt(grids);
    const changed = differing(grids[at], grids[Math.max(at - 1, 0)]).map(String);
    return { digits: digitsByCell(grids[at]), marks: marked(changed, "note", "changed") };
  }
  const cells = differing(first, second);
  const agreed = [...first].map((symbol, cell) => (symbol === second[cell] ? symbol : ".")).join("");
  const both = (cell) => ({ [SYMBOLS.indexOf(first[cell])]: "good", [SYMBOLS.indexOf(second[cell])]: "bad" });
  const label = (cell) => `${first[cell]} in the one, ${second[cell]} in the other`;
  const marks = {
    candidates: Object.fromEntries(cells.map((cell) => [cell, both(cell)])),
    labels: Object.fromEntries(cells.map((cell) => [cell, label(cell)])),
  };
  return { digits: digitsByCell(agreed), marks, candidates: {}, kinds: {}, isPair: true };
}

/** @param {string[]} grids */
const solutionAt = (grids) => within(get("at"), Math.max(grids.length, 1), 1) - 1;

/** @param {string} view @param {any} pair @param {string[]} grids */
function laidWords(view, pair, grids, known) {
  if (view === "puzzle") return nothing;
  if (view === "all" && grids.length) {
    const at = solutionAt(grids);
    const isWhole = known?.exact && known.count === grids.length;
    const words = (one) => `${numbered(one + 1)} of ${isWhole ? "" : "the first "}${numbered(grids.length)}`;
    const onMove = (to) => put({ at: to + 1 });
    const chosen = { solution: grids[at], show: "puzzle" };
    return html`${player({ name: "solutions", label: "Solutions", at, count: grids.length, onMove, words })}
      <p class="small">What has changed is tinted.
        ${link("puzzle", "Which further clues leave only this solution?", chosen)}</p>`;
  }
  const many = counted(differing(pair.first, pair.second).length, "cell");
  return html`<p class="small">They differ in ${many}${pair.about}.
    <span class="keys"><span><span class="chip good">5</span> in the one</span>
      <span><span class="chip bad">8</span> in the other</span></span></p>`;
}

/** @param {any} known @param {number} many that were listed */
function countWords(known, many, counting) {
  if (known?.exact) return `There are ${counted(known.count, "solution")}.`;
  const least = known?.count ?? many;
  if (!least) return "";
  const words = `There are at least ${counted(least, "solution")}`;
  if (!known || counting?.isBusy) return `${words}; they are being counted …`;
  return known.reason ? `${words} (${known.reason}).` : `${words}.`;
}

function repairWords(repair) {
  if (!repair) return "";
  const { size, smallest } = repair;
  const many = `${counted(size, "further clue makes", "further clues make")} it unique`;
  return `${many}${smallest && size > 1 ? "; fewer do not" : ""}.`;
}

function repairPart({ clues, solution, puzzle: text }) {
  const named = listed(Object.entries(clues).map(([cell, digit]) => clue(cell, digit)));
  const chosen = html`<span>It is the solution that you chose.</span>
    ${button("Take the one found first", () => put({ solution: null }), { kind: "quiet" })}`;
  return html`<div class="tools">
    ${proposal(`Add ${named}`, `${named} added`, Object.keys(clues)[0], text, "primary")}
    ${get("solution") === solution ? chosen : nothing}</div>`;
}

/** The clues that mend it, on the board. @param {Overlay} board @param {Record<string, number>} clues */
function showRepair(board, clues, view) {
  const labels = { ...each(Object.keys(clues), "further clue"), ...board.marks?.labels };
  board.marks = { ...board.marks, labels };
  const good = ([cell, digit]) => [cell, { [digit]: "good" }];
  if (view === "puzzle") board.marks.candidates = Object.fromEntries(Object.entries(clues).map(good));
}

/** How often each digit stands in the selected cell, and that it can be added. */
function digitsPart({ candidates, exact, count: all }) {
  const cell = cellName(state.selected, puzzle.size);
  const counts = Object.entries(candidates[cell] ?? {});
  if (puzzle.digits[state.selected] || !counts.length) {
    return html`<p class="soft">Choose a blank cell on the board to see what it can hold.</p>`;
  }
  if (counts.length === 1) {
    return html`<p><b>${cell}</b> holds ${SYMBOLS[Number(counts[0][0])]} in every solution.</p>`;
  }
  const isCounted = exact && counts.every(([, count]) => count !== null);
  const often = (count) =>
    html`<td><progress max=${all} value=${count} aria-hidden="true"></progress> ${numbered(count)}</td>`;
  const row = ([digit, count]) => {
    const label = `Add ${clue(cell, digit)}`;
    return html`<tr><th scope="row">${SYMBOLS[digit]}</th>${isCounted ? often(count) : nothing}
      <td>${adding(label, cell, Number(digit), count === 1 ? ", which makes the puzzle unique" : "")}
        ${count === 1 ? badge("good", "unique then") : nothing}</td></tr>`;
  };
  const where = isCounted ? `the ${counted(all, "solution")}` : "some solution";
  return html`<section aria-label="Digits of ${cell}"><h2>${cell} in ${where}</h2>
    <table class="table digits"><tbody>${counts.map(row)}</tbody></table></section>`;
}

// No solution

const EASIEST = ["change", "remove", "move"];
const effort = ({ kind }) => EASIEST.indexOf(kind);

function noneParts() {
  const proof = (label) => link("why", label, { view: "proof" }, "button");
  const more = html`<div class="tools">${proof("Why? The proof")}</div>`;
  if (puzzle.restricts) return { more, parts: cluesOnly("A diagnosis") };
  const found = diagnosis();
  const row = found.last;
  if (row?.verdict !== "none") return { more, parts: waiting(found, "Looking for what is wrong") };
  const parts = html`${dated(found, html`${conflictPart(row)}${changePart(row, found.isDone)}`)}
    ${found.isBusy ? waiting(found, "Looking on") : nothing}${openPart(found)}`;
  if (!found.isCurrent) return { more, parts };
  const [first] = row.changes.toSorted((one, other) => effort(one) - effort(other));
  const next = html`<p>${whyWords(row)}</p>
    <div class="tools">${first ? changeButton(first, true) : nothing}${proof("The proof")}</div>`;
  return { more: next, parts, board: { marks: marksOf(row) } };
}

/** The clues that clash, those of the conflict, and those whose change would mend it. */
function marksOf({ conflicts, clashes, changes }) {
  const clashing = clashes.flatMap((one) => one.cells);
  const inConflict = conflicts.flatMap((one) => one.cells);
  const mending = changes.map((one) => one.cell);
  return {
    cells: { ...each(inConflict, "bad"), ...each(mending, "open"), ...each(clashing, "bad") },
    labels: { ...each(inConflict, "in the conflict"), ...each(mending, "a change of it mends the puzzle") },
  };
}

function whyWords(row) {
  const many = counted(row.changes.length, "change of one clue makes", "changes of one clue make");
  return row.changes.length ? `${conflictWords(row)} ${many} it unique.` : conflictWords(row);
}

function conflictWords({ clashes, conflicts }) {
  if (clashes.length > 2) return `${clashes.length} units hold a digit more than once.`;
  const twice = ({ unit, digit, cells }) =>
    `${capital(unit)} holds ${SYMBOLS[digit]} ${cells.length === 2 ? "twice" : `${cells.length} times`}.`;
  if (clashes.length) return clashes.map(twice).join(" ");
  if (conflicts.length) return `${conflicts[0].size} clues cannot stand together.`;
  return "Which clues cannot stand together is not known yet.";
}

function conflictPart({ conflicts, other_conflicts: others }) {
  const [conflict] = conflicts;
  if (!conflict) return nothing;
  const { size } = conflict;
  const many = conflicts.length;
  const facts = [
    conflict.minimal && size > 2 && "Without any one of these clues, the others can stand together.",
    conflict.confirmed && "Another solver has confirmed it.",
    others === false && many === 1 && "Without these clues, the others have a solution.",
    many > 1 && `No two of these ${many} conflicts share a clue: ${many} clues at least are wrong.`,
  ].filter(Boolean);
  const item = ({ cells }) => html`<p><b>${listed(cells.map(clueAt))}</b>, marked on the board.</p>`;
  return html`<section aria-label="Clues that cannot stand together"><h2>Clues that cannot stand together</h2>
    ${conflicts.map(item)}<p class="small">${facts.join(" ")}</p></section>`;
}

/** How a change of a clue is called, before it is done and after. */
const CHANGES = {
  change: ({ to_digit: to }) => ["change", `to ${SYMBOLS[to]}`, "changed"],
  move: ({ to_cell: there }) => ["move", `to ${there}`, "moved"],
  remove: () => ["remove", "", "removed"],
};

/** A change of the clue; the first of all names the clue, too. */
function changeButton(one, isFirst = false) {
  const [verb, to, done] = CHANGES[one.kind](one);
  const named = clue(one.cell, one.digit);
  const label = isFirst ? `${capital(verb)} ${named} ${to}` : `${verb} ${to}`;
  const words = `${named} ${done} ${to}`.trim();
  return proposal(label.trim(), words, one.to_cell ?? one.cell, one.puzzle, isFirst ? "primary" : "");
}

/** The changes that mend the puzzle: first those of the clue that is chosen on the board. */
function changePart(row, isDone) {
  const selected = cellName(state.selected, puzzle.size);
  const easiest = (all) => Math.min(...all.map(effort));
  const isChosen = (cell) => Number(cell === selected);
  const ofCells = [...Map.groupBy(row.changes, (one) => one.cell)].sort(([one, first], [other, second]) =>
    isChosen(other) - isChosen(one) || easiest(first) - easiest(second));
  const ofCell = ([cell, all]) => {
    const more = { kind: "quiet", onPoint: () => select(cell) };
    return html`<div class="change ${cell === selected ? "chosen" : ""}">
      ${button(clueAt(cell), () => focusCell("puzzle", indexOf(cell)), more)}
      ${proposals(all.map((one) => changeButton(one)), "more changes")}</div>`;
  };
  return html`<section aria-label="Changes that mend it"><h2>Changes that mend it</h2>
    <p>${changeWords(row, isDone)}</p>${ofCells.map(ofCell)}</section>`;
}

function changeWords({ changes, changes_complete: isWhole, culprits }, isDone) {
  if (changes.length) {
    const isOne = changes.length === 1;
    const all = isOne ? "There is no other." : "These are all.";
    return `${isOne ? "This change makes" : "Each of these makes"} the puzzle unique.
      ${isWhole ? all : "There may be others."} Choose one of the clues on the board, or here.`;
  }
  if (!isWhole) return isDone ? "None was found in the time there was." : "They are being looked for …";
  if (!culprits?.length) return "No change of one clue helps: no clue is in every conflict.";
  return `Without ${listed(culprits, "or")} there is a solution; but no change of one clue makes it unique.`;
}

// Engines side by side

const USUAL = ["kernel", "sat", "cpsat", "phases"];
const STANDINGS = { confirmed: "good", refuted: "bad", undecided: "open", failed: "bad" };

function enginesPart() {
  const isOpen = local.hasEngines || get("engines") !== null;
  const onToggle = (isNow) => {
    if (isNow === isOpen) return;
    if (!isNow) put({ engines: null, prove: null });
    assign(local, { hasEngines: isNow });
  };
  const more = { isOpen, kind: "engines-part", onToggle };
  return fold("Ask several engines", isOpen ? engines() : nothing, more);
}

function engines() {
  const named = (get("engines") ?? "").split(",").filter((name) => name && name !== "usual");
  const isProved = get("prove") === "1";
  const some = named.length ? { engines: named } : {};
  const fields = { ...puzzle.fields, ...some, ...(isProved ? { prove: true } : {}) };
  const found = wanted("engines", "crosscheck", fields, { pause: PAUSE });
  const families = wanted("families", "engines", {});
  const row = found.rows.findLast((one) => !one.summary);
  return html`${row ? dated(found, answersOf(row, found.last?.summary)) : nothing}
    ${waiting(found, "The engines are asked")}
    ${families.isDone ? picker(families.rows, named, isProved) : nothing}`;
}

const EVIDENCE = {
  agreement: "The engines came to this independently.",
  search: "Nothing confirms it yet.",
  witness: "Two different solutions prove it.",
  proof: "A refutation proves it, and the trusted checker has accepted that.",
};

function answersOf(row, summary) {
  const standing = (name) => Object.keys(STANDINGS).find((one) => summary?.by_engine[name]?.[one]);
  const reasoned = (sign, reason) =>
    html`${sign}${reason ? html`<span class="small reason">${reason}</span>` : nothing}`;
  const answer = ([name, { verdict, reason, seconds }]) => {
    const how = standing(name);
    return [
      html`<span class="mono">${name}</span>`,
      reasoned(badge(VERDICTS[verdict].tone, verdict), reason),
      verdict === "unknown" && !seconds ? "" : inSeconds(seconds),
      reasoned(how ? badge(STANDINGS[how], how) : nothing, row.refuted[name]),
    ];
  };
  const { tone, words } = row.agree ? VERDICTS[row.verdict] : { tone: "bad", words: "The engines disagree" };
  const heads = ["Engine", "Verdict", ["Time", "number"], "Compared"];
  const rows = Object.entries(row.engines).map(answer);
  return html`<p class="message ${tone}"><b>${words}.</b>
      ${EVIDENCE[row.evidence] ?? "Nothing settles it yet."} ${row.unproved ?? ""}</p>
    ${table(heads, rows, { label: "Answers of the engines", kind: "engines" })}`;
}

/** @param {any[]} families @param {string[]} named @param {boolean} isProved */
function picker(families, named, isProved) {
  const chosen = named.length ? named : USUAL;
  const taking = families.filter((one) => one.installed && one.sizes.includes(puzzle.size));
  const plain = [...new Set([...USUAL, ...taking.map((one) => one.name), ...chosen])]
    .filter((name) => chosen.includes(name) || taking.some((one) => one.name === name));
  const choose = (names) => put({ engines: names.join(",") || "usual" });
  const tick = (name) => {
    const turn = (isOn) => choose(isOn ? [...chosen, name] : chosen.filter((one) => one !== name));
    return check(name, chosen.includes(name), turn, families.find((one) => one.name === name)?.summary);
  };
  const prove = (isOn) => put({ engines: get("engines") ?? "usual", prove: isOn ? "1" : null });
  return html`<fieldset><legend>Which engines</legend><div class="tools">${plain.map(tick)}
    ${check("with a checked proof", isProved, prove)}</div></fieldset>`;
}

// An empty grid

const KEYS = [
  ["Arrows, Home, End", "move"],
  ["1 to 9, A to P", "a digit"],
  ["0, Backspace, Delete", "empty the cell"],
  ["Shift + digit, or Space and then digits", "pencilmarks"],
  ["Ctrl + Z, Ctrl + Shift + Z", "undo, redo"],
  ["Ctrl + V, anywhere", "paste a puzzle in any form"],
  ["Arrows, Page Up, Page Down in Why", "the step before, the next one"],
  ["S", "present: board and sentence alone, and large"],
];

function beginning() {
  const examples = wanted("examples", "examples", {});
  const example = (row) => button(row.title, () => puzzle.set({ text: row.puzzle, box: row.box }));
  return html`<p>Type a puzzle, paste it, or drop a file on this page. The verdict follows while you type; all
      of it is found on your own machine.</p>
    <h2>Begin with an example</h2>
    <div class="tools">${examples.rows.map(example)}</div>${waiting(examples, "Examples")}
    <h2>Or elsewhere</h2>
    <ul class="plain"><li>${link("make", "Make one")}, as hard and as symmetric as you like</li>
      <li>${link("list", "Open a list")}: what is amiss in a whole file</li>
      <li>${link("lesson", "The lesson")}: how rules become clauses, in nine scenes</li></ul>
    ${fold("Keys", table(["Keys", "What they do"], KEYS, { label: "Keys" }))}`;
}
