// @ts-check
/* Puzzle: whether it is unique, and what follows from that. Several solutions are laid over the board itself; clues that
   clash, and those whose change would mend it, are chosen on the board; then minimality, how hard, and the engines.

   In the address: show, what lies over the board ("puzzle", "both", "one", "other", "all"); at, which of all solutions;
   solution, the one that further clues are to leave; engines and prove, for the crosscheck. */

import { html, nothing } from "../vendor/lit-html.js";
import { get, hrefOf, put } from "../scripts/address.js";
import { wanted } from "../scripts/asking.js";
import { focusCell } from "../scripts/board.js";
import { cellIndex, cellName, digitsOf, SYMBOLS, textOf } from "../scripts/geometry.js";
import { change, notify, redraw, say, state } from "../scripts/page.js";
import { badge, button, capital, check, clue, cluesOnly, counted, dated, field, inSeconds, link, listed, numbered, VERDICTS, views, waiting } from "../scripts/parts.js";
import { player } from "../scripts/player.js";
import { puzzle } from "../scripts/puzzle.js";
import { live, verdictView } from "../scripts/side.js";

export const title = "Is this Sudoku unique, and why?";

const PAUSE = 250;
const LARGEST_RATED = 16;
const LISTED = 1_000;
const LONGER = 60;

/** What the panel remembers: which parts are open, and how long a diagnosis may take. @type {any} */
const local = { isWhyOpen: false, isRedundantShown: false, hasEngines: false, seconds: 0, puzzle: "" };

/** @typedef {import("../scripts/side.js").Overlay} Overlay */

export function draw() {
  const { verdict } = live();
  if (local.puzzle !== puzzle.text) Object.assign(local, { puzzle: puzzle.text, seconds: 0 });
  if (!verdict) return { body: html`${verdictView()}${beginning()}` };
  const { last: row } = verdict;
  const kind = verdict.isCurrent ? row?.verdict : null;
  const { more = nothing, parts = nothing, board = {} } = kind === "unique" ? uniqueParts() : kind === "multiple" ? severalParts()
    : kind === "none" ? noneParts() : {};
  return { body: html`${verdictView(more)}${parts}${enginesPart()}`, board };
}

/** What is wanted of every puzzle that is not unique, and of what can be dropped of one that is. */
function diagnosis() {
  const solution = get("solution");
  const chosen = solution?.length === puzzle.count ? { solution } : {};
  const longer = local.seconds ? { seconds: local.seconds } : {};
  return wanted("diagnosis", "diagnose", { ...puzzle.fields, thorough: true, ...chosen, ...longer }, { pause: PAUSE });
}

/** What could not be found in the time there was. @param {import("../scripts/asking.js").Answer} found */
function openPart(found) {
  if (!found.isDone || !found.last?.undecided.length) return nothing;
  return html`<div class="message open"><p>Not known in the time there was for it: ${found.last.undecided.join("; ")}.</p>
    ${button("Look for a minute", () => { local.seconds = LONGER; redraw(); })}</div>`;
}

/** Put another puzzle on the board; it can be taken back by a click. @param {string} text @param {string} words @param {string | number} cell */
function tryPuzzle(text, words, cell) {
  const before = puzzle.now;
  change({ selected: cellIndex(cell, puzzle.size) });
  puzzle.set({ text, box: puzzle.box, marks: puzzle.marks });
  const back = button("Take it back", () => puzzle.become(before, { isWhole: true }));
  notify(`Tried: ${words}.`, "note", back);
  say(`${words}. The puzzle is checked anew; Ctrl and Z take it back.`);
}

/** A change that is tried by a click; pointing at it selects its cell.
    @param {{ label: string, words: string, cell: string, text: string, kind?: string }} change_ */
function proposal({ label, words, cell, text, kind = "" }) {
  const point = () => change({ selected: cellIndex(cell, puzzle.size) });
  return button(label, () => tryPuzzle(text, words, cell), { name: `${label}: ${words}`, kind, onPoint: point });
}

const SHOWN = 12;

/** Proposals; of many, the first ones and the others folded. @param {any[]} all @param {string} rest */
const proposals = (all, rest) => html`<div class="tools">${all.slice(0, SHOWN)}</div>${all.length > SHOWN
  ? html`<details><summary>${numbered(all.length - SHOWN)} ${rest}</summary><div class="tools">${all.slice(SHOWN)}</div></details>` : nothing}`;

// One solution

function uniqueParts() {
  const solution = live().verdict?.last.solutions[0];
  const isShown = get("show") === "one";
  const more = html`<div class="tools">
    ${link("why", "Why? Step by step", {}, "button primary")} ${link("why", "The proof", { view: "proof" }, "button")}
    ${button("Show the solution", () => put({ show: isShown ? null : "one" }), { isPressed: isShown })}</div>`;
  /** @type {Overlay} */
  const board = isShown ? { digits: digitsByCell(solution) } : {};
  if (puzzle.restricts) return { more, parts: cluesOnly("What can be dropped"), board };
  const found = diagnosis();
  const row = found.rows[0]?.verdict === "unique" ? found.rows[0] : null;
  const marks = row && found.isCurrent && local.isRedundantShown ? marked(row.redundant, "note", "can be dropped") : {};
  return { more, parts: html`${hardPart()}${row ? dated(found, minimalPart(row)) : waiting(found, "Looking for clues that can be dropped")}${openPart(found)}`, board: { ...board, marks } };
}

/** @param {string} solution symbols */
const digitsByCell = (solution) => Object.fromEntries(digitsOf(solution).map((digit, cell) => [cell, digit]));

/** @param {string[]} cells @param {string} tone @param {string} label */
const marked = (cells, tone, label) => ({
  cells: Object.fromEntries(cells.map((cell) => [cell, tone])), labels: Object.fromEntries(cells.map((cell) => [cell, label])),
});

function hardPart() {
  if (puzzle.size > LARGEST_RATED) return nothing;
  const found = wanted("rating", "rate", puzzle.fields, { pause: PAUSE });
  const said = found.rows[1];
  if (!said) return waiting(found, "How hard it is");
  return dated(found, html`<details class="fact"><summary><b>How hard:</b> ${said.difficulty}</summary>
    <dl>${said.sentences.map((/** @type {any} */ one) => html`<dt>${one.heading}</dt><dd>${one.text}</dd>`)}</dl></details>`);
}

/** @param {any} row of `diagnose` */
function minimalPart({ minimal, redundant, redundant_complete: isWhole, sub_puzzle: sub }) {
  const { clues, digits, size } = puzzle;
  if (minimal) return html`<p class="fact"><b>Minimal:</b> none of its ${clues} clues can be dropped.</p>`;
  if (!redundant.length) return html`<p class="fact">Whether one of its ${clues} clues can be dropped is not known.</p>`;
  const many = `${isWhole ? "" : "at least "}${counted(redundant.length, "clue")}`;
  const all = redundant.map((/** @type {string} */ cell) => {
    const at = cellIndex(cell, size);
    return proposal({ label: clue(cell, digits[at]), words: `${clue(cell, digits[at])} dropped`, cell, text: textOf(digits.with(at, 0)) });
  });
  const gone = digits.flatMap((digit, cell) => (digit && sub.puzzle[cell] === "." ? [cellName(cell, size)] : []));
  return html`<details class="fact" @toggle=${(/** @type {any} */ event) => { local.isRedundantShown = event.target.open; redraw(); }}>
    <summary><b>Not minimal:</b> ${redundant.length > 1 ? `any one of ${many}` : many} can be dropped.</summary>
    <p class="small">They are tinted on the board. Without any one of them it is still unique; without several it need not be.</p>
    ${proposals(all, "more clues")}
    ${gone.length ? html`<p>With ${counted(gone.length, "clue")} dropped, ${counted(sub.clues, "clue")} are left${sub.minimal ? ", and none of these can go" : ""}.
      ${proposal({ label: sub.minimal ? "Take this minimal puzzle" : "Take this smaller puzzle", words: `${counted(gone.length, "clue")} dropped`, cell: gone[0], text: sub.puzzle })}</p>` : nothing}
  </details>`;
}

// Several solutions

const LAID = [["puzzle", "The puzzle"], ["both", "Two, laid over it"], ["one", "The one"], ["other", "The other"], ["all", "All, one by one"]];

function severalParts() {
  const all = wanted("solutions", "solutions", { ...puzzle.fields, limit: LISTED }, { pause: PAUSE });
  const grids = all.rows.flatMap((row) => row.solutions ?? []);
  const counting = all.isDone && !all.last.exact && !all.last.reason ? wanted("count", "count", puzzle.fields) : null;
  const known = counting?.last ?? (all.isDone ? all.last : null);
  const found = puzzle.restricts ? null : diagnosis();
  const row = found?.isCurrent ? found.last : null;
  const isSure = row?.verdict === "multiple" ? row : null;
  const pair = pairOf(grids, isSure);
  const view = laidView(Boolean(pair));
  const board = pair && view !== "puzzle" && all.isCurrent ? laidOver(view, pair, grids) : {};
  if (isSure?.repair) {
    const { clues } = isSure.repair;
    board.marks = { ...board.marks, labels: { ...Object.fromEntries(Object.keys(clues).map((cell) => [cell, "further clue"])), ...board.marks?.labels } };
    if (view === "puzzle") board.marks.candidates = Object.fromEntries(Object.entries(clues).map(([cell, digit]) => [cell, { [digit]: "good" }]));
  }
  const more = html`<p>${countWords(known, grids.length, counting)} ${isSure?.repair ? repairWords(isSure.repair) : ""}</p>
    ${isSure?.repair ? repairPart(isSure.repair) : found ? html`<p class="soft">${found.isBusy ? "The clues to add are being looked for …" : ""}</p>` : nothing}`;
  const parts = html`
    ${views("What lies over the board", LAID, view, (one) => put({ show: one }))}
    ${pair ? laidWords(view, pair, grids, known) : waiting(all, "Looking for solutions")}
    ${puzzle.restricts ? cluesOnly("How the solutions differ") : isSure ? digitsPart(isSure) : found ? waiting(found, "How the solutions differ") : nothing}
    ${isSure ? singlePart(isSure) : nothing}${found ? openPart(found) : nothing}`;
  return { more, parts, board };
}

/** What lies over the board: as was chosen; else both, unless one is typing. */
function laidView(hasPair) {
  const chosen = get("show") ?? (get("at") ? "all" : null);
  if (LAID.some(([name]) => name === chosen)) return /** @type {string} */ (chosen);
  return puzzle.isWhole && hasPair ? "both" : "puzzle";
}

/** Two solutions: the closest, or as long as these are not known the first ones. @param {string[]} grids @param {any} row */
function pairOf(grids, row) {
  if (row?.closest) {
    const { solutions: [first, second], ...bounds } = row.closest;
    return { first, second, about: bounds.smallest ? "no two differ in fewer" : `none differ in fewer than ${bounds.at_least}` };
  }
  return grids.length > 1 ? { first: grids[0], second: grids[1], about: "" } : null;
}

/** @param {{ first: string, second: string }} pair */
const differing = ({ first, second }) => [...first].flatMap((symbol, cell) => (symbol === second[cell] ? [] : [cell]));

/** @param {string} view @param {{ first: string, second: string }} pair @param {string[]} grids @returns {Overlay} */
function laidOver(view, pair, grids) {
  const cells = differing(pair);
  if (view === "all") {
    const at = solutionAt(grids);
    const changed = differing({ first: grids[at], second: grids[Math.max(at - 1, 0)] }).map(String);
    return { digits: digitsByCell(grids[at]), marks: marked(changed, "note", "changed") };
  }
  const labels = Object.fromEntries(cells.map((cell) => [cell, `${pair.first[cell]} in the one, ${pair.second[cell]} in the other`]));
  if (view !== "both") {
    const isFirst = view === "one";
    return { digits: digitsByCell(isFirst ? pair.first : pair.second), marks: { cells: Object.fromEntries(cells.map((cell) => [cell, isFirst ? "good" : "bad"])), labels } };
  }
  const agreed = [...pair.first].map((symbol, cell) => (symbol === pair.second[cell] ? symbol : ".")).join("");
  const both = (/** @type {number} */ cell) => ({ [SYMBOLS.indexOf(pair.first[cell])]: "good", [SYMBOLS.indexOf(pair.second[cell])]: "bad" });
  return { digits: digitsByCell(agreed), marks: { candidates: Object.fromEntries(cells.map((cell) => [cell, both(cell)])), labels }, candidates: {}, kinds: {}, isPair: true };
}

/** @param {string[]} grids */
const solutionAt = (grids) => Math.min(Math.max((Number(get("at")) || 1) - 1, 0), Math.max(grids.length - 1, 0));

/** @param {string} view @param {any} pair @param {string[]} grids @param {any} known */
function laidWords(view, pair, grids, known) {
  if (view === "all" && grids.length) {
    const at = solutionAt(grids);
    const isWhole = known?.exact && known.count === grids.length;
    return html`${player({
      name: "solutions", label: "Solutions", at, count: grids.length, onMove: (to) => put({ at: to + 1 }),
      words: (one) => `${numbered(one + 1)} of ${isWhole ? "" : "the first "}${numbered(grids.length)}`,
    })}<p class="small">What has changed is tinted. ${link("puzzle", "Which further clues leave only this solution?", { solution: grids[at], show: "puzzle" })}</p>`;
  }
  if (view === "puzzle") return nothing;
  return html`<p class="small">They differ in ${counted(differing(pair).length, "cell")}${pair.about ? `; ${pair.about}` : ""}.
    <span class="keys"><span><span class="chip good">5</span> in the one</span> <span><span class="chip bad">8</span> in the other</span></span></p>`;
}

/** @param {any} known @param {number} listed_ @param {any} counting */
function countWords(known, listed_, counting) {
  const many = known?.count ?? listed_;
  if (known?.exact) return `There are ${counted(many, "solution")}.`;
  const rest = counting?.isBusy || !known ? "; they are being counted …" : known.reason ? ` (${known.reason}).` : ".";
  return many ? `There are at least ${counted(many, "solution")}${rest}` : "";
}

/** @param {any} repair */
const repairWords = ({ size, smallest }) => `${counted(size, "further clue")} ${size === 1 ? "makes" : "make"} it unique${smallest && size > 1 ? "; fewer do not" : ""}.`;

/** @param {any} repair */
function repairPart({ clues, solution, puzzle: text, size }) {
  const named = listed(Object.entries(clues).map(([cell, digit]) => clue(cell, digit)));
  return html`<div class="tools">
    ${proposal({ label: `Add ${named}`, words: `${named} added`, cell: Object.keys(clues)[0], text, kind: "primary" })}
    ${get("solution") === solution ? html`<span>It is the solution that you chose.</span>
      ${button("Take the one found first", () => put({ solution: null }), { kind: "quiet" })}` : nothing}
    <span class="unseen">${size}</span></div>`;
}

/** How often each digit stands in the selected cell, and that it can be added. @param {any} row */
function digitsPart(row) {
  const cell = cellName(state.selected, puzzle.size);
  const counts = Object.entries(row.candidates[cell] ?? {});
  if (puzzle.digits[state.selected] || !counts.length) return html`<p class="soft">Choose a blank cell on the board to see what it can hold.</p>`;
  if (counts.length === 1) return html`<p><b>${cell}</b> holds ${SYMBOLS[Number(counts[0][0])]} in every solution.</p>`;
  const isCounted = row.exact && counts.every(([, count]) => count !== null);
  const add = (/** @type {string} */ digit, /** @type {number} */ count) => proposal({
    label: `Add ${clue(cell, Number(digit))}`, words: `${clue(cell, Number(digit))} added${count === 1 ? ", which makes the puzzle unique" : ""}`, cell,
    text: textOf(puzzle.digits.with(state.selected, Number(digit))),
  });
  return html`<section aria-label="Digits of ${cell}"><h2>${cell} in ${isCounted ? `the ${counted(row.count, "solution")}` : "some solution"}</h2>
    <table class="table digits"><tbody>${counts.map(([digit, count]) => html`<tr><th scope="row">${SYMBOLS[Number(digit)]}</th>
      ${isCounted ? html`<td><progress max=${row.count} value=${count} aria-hidden="true"></progress> ${numbered(Number(count))}</td>` : nothing}
      <td>${add(digit, Number(count))} ${count === 1 ? badge("good", "unique then") : nothing}</td></tr>`)}</tbody></table></section>`;
}

/** Digits that stand in one solution only, each of which is enough as a clue. @param {any} row */
function singlePart(row) {
  /** @type {[string, number][]} */
  const single = Object.entries(row.candidates).flatMap(([cell, counts]) =>
    Object.entries(counts).filter(([, count]) => count === 1).map(([digit]) => /** @type {[string, number]} */ ([cell, Number(digit)])));
  if (!row.exact || !single.length) return nothing;
  const all = single.map(([cell, digit]) => proposal({
    label: clue(cell, digit), words: `${clue(cell, digit)} added`, cell, text: textOf(puzzle.digits.with(cellIndex(cell, puzzle.size), digit)),
  }));
  return html`<details><summary>One clue that is enough: ${counted(all.length, "choice")}</summary>
    <p class="small">Each of these digits stands in one solution only, so it makes the puzzle unique as a clue.</p>${proposals(all, "more such clues")}</details>`;
}

// No solution

const EASIEST = ["change", "remove", "move"];

function noneParts() {
  const more = html`<div class="tools">${link("why", "Why? The proof", { view: "proof" }, "button")}</div>`;
  if (puzzle.restricts) return { more, parts: cluesOnly("A diagnosis"), board: {} };
  const found = diagnosis();
  const row = found.last;
  if (!row || row.verdict !== "none") return { more, parts: waiting(found, "Looking for what is wrong"), board: {} };
  const at = Math.min(Math.max((Number(get("at")) || 1) - 1, 0), Math.max(row.conflicts.length - 1, 0));
  const conflict = row.conflicts[at];
  const changing = Map.groupBy(row.changes, (/** @type {any} */ one) => one.cell);
  const clashing = at ? [] : row.clashes.flatMap((/** @type {any} */ one) => one.cells);
  const bad = conflict ? [...new Set([...conflict.cells, ...clashing])] : [];
  const mending = [...changing.keys()];
  const marks = {
    cells: { ...marked(bad, "bad", "").cells, ...marked(mending, "open", "").cells, ...marked(clashing, "bad", "").cells },
    labels: { ...marked(bad, "", "in the conflict").labels, ...marked(mending, "", "a change of it mends the puzzle").labels },
  };
  const first = row.changes.toSorted((/** @type {any} */ one, /** @type {any} */ other) => EASIEST.indexOf(one.kind) - EASIEST.indexOf(other.kind))[0];
  const next = html`<p>${whyWords(row)}</p><div class="tools">${first ? changeButton(first, "primary") : nothing}${link("why", "The proof", { view: "proof" }, "button")}</div>`;
  const parts = dated(found, html`${conflictPart(row, conflict, at)}${changePart(row, changing, found.isDone)}`);
  return { more: found.isCurrent ? next : more, parts: html`${parts}${found.isBusy ? waiting(found, "Looking on") : nothing}${openPart(found)}`, board: found.isCurrent ? { marks } : {} };
}

/** @param {any} row */
function whyWords({ clashes, conflicts, changes }) {
  const why = clashes.length > 2 ? `${clashes.length} units hold a digit more than once.`
    : clashes.length ? clashes.map((/** @type {any} */ { unit, digit, cells }) => `${capital(unit)} holds ${SYMBOLS[digit]} ${cells.length === 2 ? "twice" : `${cells.length} times`}.`).join(" ")
      : conflicts.length ? `${conflicts[0].size} clues cannot stand together.` : "Which clues cannot stand together is not known yet.";
  return changes.length ? `${why} ${counted(changes.length, "change")} of one clue ${changes.length === 1 ? "makes" : "make"} it unique.` : why;
}

/** @param {any} row @param {any} conflict @param {number} at */
function conflictPart(row, conflict, at) {
  if (!conflict) return nothing;
  const many = row.conflicts.length;
  const cells = conflict.cells.map((/** @type {string} */ cell) => clue(cell, puzzle.digits[cellIndex(cell, puzzle.size)]));
  const facts = [
    conflict.minimal && conflict.size > 2 && "Without any one of these clues, the others can stand together.",
    conflict.smallest && conflict.size > 2 && "No conflict has fewer clues.",
    !conflict.smallest && conflict.at_least > 2 && `Every conflict has ${conflict.at_least} clues at least.`,
    conflict.confirmed && "Another solver has confirmed it.",
    row.other_conflicts === false && many === 1 && "Without these clues, the others have a solution.",
  ].filter(Boolean);
  return html`<section aria-label="Clues that cannot stand together"><h2>Clues that cannot stand together</h2>
    ${many > 1 ? html`<p>There are ${many} conflicts, and no two share a clue: so ${many} clues at least are wrong.</p>
      ${views("Conflicts", row.conflicts.map((/** @type {any} */ one, /** @type {number} */ place) => [String(place + 1), `${place + 1}: ${counted(one.size, "clue")}`]),
        String(at + 1), (one) => put({ at: one === "1" ? null : one }))}` : nothing}
    <p><b>${listed(cells)}</b>, marked on the board.</p>
    ${facts.length ? html`<ul class="small">${facts.map((one) => html`<li>${one}</li>`)}</ul>` : nothing}</section>`;
}

/** @param {any} change_ */
function changeButton({ kind, cell, digit, to_digit: to, to_cell: there, puzzle: text }, tone = "") {
  const [short, long] = kind === "change" ? [`change to ${SYMBOLS[to]}`, `changed to ${SYMBOLS[to]}`]
    : kind === "move" ? [`move to ${there}`, `moved to ${there}`] : ["remove", "removed"];
  const label = tone ? `${capital(short.split(" ")[0])} ${clue(cell, digit)}${short.slice(short.split(" ")[0].length)}` : short;
  return proposal({ label, words: `${clue(cell, digit)} ${long}`, cell: there ?? cell, text, kind: tone });
}

/** The changes that mend the puzzle: first those of the clue that is chosen on the board.
    @param {any} row @param {Map<string, any[]>} changing @param {boolean} isDone */
function changePart({ changes, changes_complete: isWhole, culprits }, changing, isDone) {
  const said = changes.length ? `${changes.length === 1 ? "This change makes" : "Each of these makes"} the puzzle unique. ${isWhole
    ? changes.length === 1 ? "There is no other." : "These are all." : "There may be others."} Choose one of the clues on the board, or here.`
    : !isWhole ? isDone ? "None was found in the time there was." : "They are being looked for …"
      : !culprits?.length ? "No change of one clue helps: no clue is in every conflict."
        : `Without ${listed(culprits, "or")} there is a solution; but no change of one clue makes the puzzle unique.`;
  const selected = cellName(state.selected, puzzle.size);
  const effort = (/** @type {any[]} */ all) => Math.min(...all.map(({ kind }) => EASIEST.indexOf(kind)));
  const rows = [...changing].sort(([one, first], [other, second]) => Number(other === selected) - Number(one === selected) || effort(first) - effort(second));
  return html`<section aria-label="Changes that mend it"><h2>Changes that mend it</h2><p>${said}</p>
    ${rows.map(([cell, all]) => html`<div class="change ${cell === selected ? "chosen" : ""}">
      ${button(clue(cell, all[0].digit), () => focusCell("puzzle", cellIndex(cell, puzzle.size)), { kind: "quiet", onPoint: () => change({ selected: cellIndex(cell, puzzle.size) }) })}
      ${proposals(all.map((one) => changeButton(one)), "more changes")}</div>`)}</section>`;
}

// Engines side by side

const USUAL = ["kernel", "sat", "cpsat", "phases"];
const STANDINGS = { confirmed: ["good", "confirmed"], refuted: ["bad", "refuted"], undecided: ["open", "undecided"], failed: ["bad", "failed"] };

function enginesPart() {
  const isOpen = local.hasEngines || get("engines") !== null;
  const toggle = (/** @type {any} */ event) => {
    if (event.target.open === isOpen) return;
    local.hasEngines = event.target.open;
    if (!local.hasEngines) put({ engines: null, prove: null });
    redraw();
  };
  return html`<details class="engines-part" ?open=${isOpen} @toggle=${toggle}><summary>Ask several engines</summary>${isOpen ? engines() : nothing}</details>`;
}

function engines() {
  const named = (get("engines") ?? "").split(",").filter((name) => name && name !== "usual");
  const isProved = get("prove") === "1";
  const found = wanted("engines", "crosscheck", { ...puzzle.fields, ...(named.length ? { engines: named } : {}), ...(isProved ? { prove: true } : {}) }, { pause: PAUSE });
  const families = wanted("families", "engines", {});
  const row = found.rows.findLast((one) => !one.summary);
  const summary = found.last?.summary;
  const said = row && { tone: row.agree ? VERDICTS[row.verdict].tone : "bad", words: row.agree ? VERDICTS[row.verdict].words : "The engines disagree" };
  const standing = (/** @type {string} */ name) => Object.entries(STANDINGS).find(([one]) => summary?.by_engine[name]?.[one])?.[1];
  const engineRow = ([name, answer]) => {
    const how = standing(name);
    return html`<tr><th scope="row" class="mono">${name}</th>
      <td>${badge(VERDICTS[answer.verdict].tone, answer.verdict)}${answer.reason ? html`<span class="small soft reason">${answer.reason}</span>` : nothing}</td>
      <td class="number">${answer.verdict === "unknown" && !answer.seconds ? "" : inSeconds(answer.seconds)}</td>
      <td>${how ? badge(how[0], how[1]) : nothing}${row.refuted[name] ? html`<span class="small reason">${row.refuted[name]}</span>` : nothing}</td></tr>`;
  };
  return html`${row ? dated(found, html`<p class="message ${said.tone}"><b>${said.words}.</b> ${evidenceWords(row)}</p>
    <div class="wide" tabindex="0" role="region" aria-label="Answers of the engines"><table class="table engines">
      <thead><tr>${["Engine", "Verdict", "Time", "Compared"].map((words) => html`<th scope="col">${words}</th>`)}</tr></thead>
      <tbody>${Object.entries(row.engines).map(engineRow)}</tbody></table></div>`) : nothing}
    ${waiting(found, "The engines are asked")}
    ${families.isDone ? picker(families.rows, named, isProved) : nothing}`;
}

/** @param {any[]} families @param {string[]} named @param {boolean} isProved */
function picker(families, named, isProved) {
  const chosen = named.length ? named : USUAL;
  const rank = (/** @type {any} */ { name }) => (USUAL.includes(name) ? USUAL.indexOf(name) : USUAL.length);
  const taking = families.filter((one) => one.installed && one.sizes.includes(puzzle.size)).sort((one, other) => rank(one) - rank(other));
  const plain = taking.map((one) => one.name);
  const choose = (/** @type {string[]} */ names) => put({ engines: names.length ? names.join(",") : "usual" });
  const tick = (/** @type {string} */ name) => check(name, chosen.includes(name),
    (isOn) => choose(isOn ? [...chosen, name] : chosen.filter((one) => one !== name)), families.find((one) => one.name === name)?.summary);
  const variants = (/** @type {any} */ family) => variantsOf(family).filter((name) => !chosen.includes(name));
  return html`<fieldset><legend>Which engines</legend><div class="tools">
    ${[...plain, ...chosen.filter((name) => !families.some((one) => one.name === name))].map(tick)}
    ${check("with a checked proof", isProved, (isOn) => put({ engines: get("engines") ?? "usual", prove: isOn ? "1" : null }))}
    ${field("Encodings, solvers and methods", html`<select .value=${Object("")} @change=${(/** @type {any} */ event) => choose([...chosen, event.target.value])}>
      <option value="">add a variant …</option>${taking.map((family) => html`<optgroup label="${family.name}: ${family.summary}">${variants(family).map((name) => html`<option>${name}</option>`)}</optgroup>`)}
    </select>`)}</div></fieldset>`;
}

/** Names of engines that have a variant: "sat:dual", "sat:extended@cadical153". @param {any} family a row of `engines` */
export function variantsOf({ name, default: whole, variants }) {
  const encoding = whole?.split(/[:@]/)[1];
  return Object.entries(variants)
    .flatMap(([kind, known]) => known.map((/** @type {string} */ one) => (kind === "solvers" ? `${name}:${encoding}@${one}` : `${name}:${one}`)))
    .filter((/** @type {string} */ one) => !one.includes("ROWS"));
}

/** @param {any} row of `crosscheck` */
function evidenceWords(row) {
  const names = Object.entries(row.engines).filter(([, answer]) => answer.verdict === row.verdict).map(([name]) => name);
  const wrong = Object.keys(row.refuted);
  const refuted = wrong.length ? ` ${listed(wrong)} ${wrong.length === 1 ? "is" : "are"} refuted.` : "";
  const words = {
    agreement: `${counted(names.length, "engine")} came to this independently.`,
    search: `Only ${listed(names)} came to this; nothing confirms it yet.`,
    witness: `${names.length > 1 ? `${counted(names.length, "engine")} say so, and two` : "Two"} different solutions prove it.`,
    proof: "A refutation proves it, and the trusted checker has accepted that.",
  };
  return (words[/** @type {keyof typeof words} */ (row.evidence)] ?? (row.agree ? "No engine decided." : "Nothing settles it yet."))
    + refuted + (row.unproved ? ` ${row.unproved}.` : "");
}

// An empty grid

const KEYS = [
  ["Arrows, Home, End", "move"], ["1 to 9, A to P", "a digit"], ["0, Backspace, Delete", "empty the cell"],
  ["Shift + digit, or Space and then digits", "pencilmarks"], ["Ctrl + Z, Ctrl + Shift + Z", "undo, redo"],
  ["Ctrl + V, anywhere", "paste a puzzle in any form"], ["Arrows, Page Up, Page Down in Why", "the step before, the next one"],
  ["S", "present: board and sentence alone, and large"],
];

function beginning() {
  const examples = wanted("examples", "examples", {});
  return html`<p>Type a puzzle, paste it, or drop a file on this page. The verdict follows while you type; all of it is found on your own machine.</p>
    <h2>Begin with an example</h2>
    <div class="tools">${examples.rows.map((row) => button(row.title, () => puzzle.set({ text: row.puzzle, box: row.box })))}</div>${waiting(examples, "Examples")}
    <h2>Or elsewhere</h2>
    <ul class="plain"><li><a href=${hrefOf("make")} data-panel="make">Make one</a>, as hard and as symmetric as you like</li>
      <li><a href=${hrefOf("list")} data-panel="list">Open a list</a>: what is amiss in a whole file</li>
      <li><a href=${hrefOf("lesson")} data-panel="lesson">The lesson</a>: how rules become clauses, in nine scenes</li></ul>
    <details><summary>Keys</summary><table class="table"><tbody>${KEYS.map(([keys, what]) => html`<tr><th scope="row">${keys}</th><td>${what}</td></tr>`)}</tbody></table></details>`;
}
