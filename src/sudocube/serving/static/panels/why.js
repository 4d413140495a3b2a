// @ts-check
/* Why: the steps of a method, or the events of the proof, in one player, on the board itself.

   In the address: view ("proof"), method, all (1: on after a solution), at (the place), and do, what was
   chosen: "12:r1c4,20:r2c1=5" is r1c4 after 12 steps, and after 20 the digit 5 in r2c1. */

import { html, nothing } from "../vendor/lit-html.js";
import { get, put } from "../scripts/address.js";
import { ask, isCancelled, wanted } from "../scripts/asking.js";
import { focusCell } from "../scripts/board.js";
import { cellIndex, cellName, digitsOf, SYMBOLS } from "../scripts/geometry.js";
import { assign, redraw, saveFile, say, state } from "../scripts/page.js";
import {
  badge, button, capital, check, choice, cluesOnly, counted, each, fault, fold, inSeconds, link, listed,
  numbered, plain, sentence, table, VERDICTS, views, waiting, within,
} from "../scripts/parts.js";
import { player, rowList } from "../scripts/player.js";
import { puzzle } from "../scripts/puzzle.js";

export const title = "Why?";

const PAUSE = 250;
const FIRST = { steps: 1_000, proof: 3_000 };

/** What the panel remembers beside the address. @type {any} */
const local = {
  most: { ...FIRST }, puzzle: "", hints: 0, place: "", answer: nothing,
  certificate: { original: "", text: "", isEdited: false, checked: null, fault: "", isBusy: false },
};

export function draw() {
  const isProof = get("view") === "proof";
  if (local.puzzle !== puzzle.text) {
    Object.assign(local, { puzzle: puzzle.text, most: { ...FIRST }, answer: nothing });
  }
  const place = `${puzzle.text} ${get("at")} ${get("method")}`;
  if (local.place !== place) Object.assign(local, { place, hints: 0, answer: nothing });
  if (!puzzle.hasClues) {
    return { body: html`<div class="message note"><p class="headline">An empty grid</p>
      <p>Type or paste a puzzle: this panel says why it is what it is.</p></div>` };
  }
  if (puzzle.restricts) return { body: cluesOnly(isProof ? "A proof" : "A method") };
  const kinds = [["steps", "Step by step"], ["proof", "The proof"]];
  const turn = views("Which reasons", kinds, isProof ? "proof" : "steps",
    (view) => put({ view: view === "proof" ? view : null, at: null }));
  return isProof ? proofView(turn) : stepsView(turn);
}

/** Let the library go on after what is shown. @param {"steps" | "proof"} name @param {string} label */
const showMore = (name, label) => button(label, () => assign(local.most, { [name]: local.most[name] * 4 }));

/** What is left in each cell after `at` rows, each of which says what it changes. @param {any[]} rows */
function cellsAfter(rows, at) {
  const every = Array.from({ length: puzzle.size }, (_, digit) => digit + 1);
  const cells = puzzle.digits.map((digit) => ({ digit, candidates: digit ? [] : every }));
  for (const [name, shown] of rows.slice(0, at).flatMap((row) => Object.entries(row.board))) {
    const digits = digitsOf(shown.replace("=", ""));
    const isPlaced = shown.startsWith("=");
    const cell = isPlaced ? { digit: digits[0], candidates: [] } : { digit: 0, candidates: digits };
    cells[cellIndex(name, puzzle.size)] = cell;
  }
  return cells;
}

/** The place in the address, as long as it is not known how many rows there are. */
function placeAmong(found, rows) {
  const at = within(get("at"), Infinity);
  return found.isBusy && at > rows.length ? 0 : Math.min(at, rows.length);
}

/** The player, the sentence and the list that steps and proofs have in common, and the board at this place.
    @param {any} given */
function walk({ name, one, label, found, rows, head, about, boardOf, between = nothing, onDigit, keys }) {
  const at = placeAmong(found, rows);
  const row = rows[at - 1];
  const move = (to) => {
    put({ at: to || null });
    say(to ? plain(rows[to - 1].sentence) : "The puzzle");
  };
  const words = (place) => (place ? `${one} ${place} of ${rows.length}` : "the puzzle");
  const rowOf = (place) => {
    const { sentence: parts, kind, depth = INSIDE.includes(kind) ? 1 : 0 } = rows[place];
    return { words: plain(parts), kind, depth };
  };
  const start = "The puzzle, as it is given. The first step comes next: press → or Page Down.";
  const body = html`<div class="tools why-head">${head}</div>
    ${player({ name, label, at, count: rows.length + 1, words, onMove: move, canPlay: true })}
    <section class="card walk-card stays" data-kind=${row?.kind ?? ""} aria-label="The step">
      <p class="says">${row ? sentence(row.sentence) : start}</p>${row ? about(row) : nothing}</section>
    ${between}
    ${rowList({ name: `${name}-list`, label, count: rows.length, at: at - 1, row: rowOf,
      onMove: (place) => move(place + 1) })}
    <ul class="keys" aria-label="What the marks mean">${keys.map(([tone, meaning]) => html`
      <li><span class="mark ${tone}"></span>${meaning}</li>`)}</ul>`;
  const cells = [...cellsAfter(rows, at).entries()];
  const open = found.isBusy && !rows.length ? [] : cells.filter(([, { digit }]) => !digit);
  const board = {
    digits: Object.fromEntries(cells.map(([cell, { digit }]) => [cell, digit]).filter(([, digit]) => digit)),
    candidates: Object.fromEntries(open.map(([cell, { candidates }]) => [cell, candidates])),
    onDigit, ...(row ? boardOf(row) : {}),
  };
  return { body, board };
}

const facts = (pairs) => html`<dl class="facts">${pairs.map(([name, value]) => html`
  <div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;

// Steps

/** What is known of a step: by its check, by where a guess holds, or by its kind. */
const KNOWN = {
  valid: ["good", "follows from the marked cells"],
  "true, not shown valid": ["good", "true in every solution"],
  "valid, but false: it rests on a refuted step": ["bad", "follows, but rests on a refuted step"],
  refuted: ["bad", "refuted"],
  "refuted, though true by luck": ["bad", "refuted, though true by luck"],
  undecided: ["open", "not decided in time"],
  "every solution": ["good", "right: it is so in every solution"],
  "some solutions": ["open", "it is so in some solutions, not in all"],
  "no solution": ["bad", "wrong: it is so in no solution"],
  guess: ["open", "not decided in time"],
  reading: ["note", "an assumption: nothing to check"],
  solution: ["good", "the referee accepts this grid"],
};

function stepsView(turn) {
  const methods = wanted("methods", "methods", {});
  const method = get("method") ?? "phases";
  const asked = { ...puzzle.fields, method, all: get("all") === "1", choices: get("do") ?? "" };
  const found = wanted("steps", "steps", { ...asked, most: local.most.steps }, { pause: PAUSE });
  const rows = found.isCurrent ? found.rows.filter((row) => "sentence" in row) : [];
  const at = placeAmong(found, rows);
  const place = rows[at - 1]?.kind === "end" ? at - 1 : at;
  const soFar = chosenSoFar().filter((one) => Number(one.split(":")[0]) < place);
  const choosing = { asked, soFar, place, next: rows[at], rows };
  const hint = hintPart(rows.slice(at).find((row) => row.cells.length > 0));
  const options = methods.rows.map((row) =>
    [row.method, `${row.method}: ${row.summary}${row.complete ? "" : " (no guesses)"}`]);
  const take = (name) => put({ method: name === "phases" ? null : name, at: null, do: null });
  const { body, board } = walk({
    name: "steps", one: "step", label: "Steps", found, rows, about: aboutStep, boardOf: boardOfStep,
    head: html`${turn}${choice(options, method, take, { kind: "method", name: "Method" })}`,
    between: html`${waiting(found, "The method is at work")}${hint}${choosingPart(choosing)}`,
    onDigit: (cell, digit) => choose(choosing, cellName(cell, puzzle.size), digit),
    keys: [["good", "placed"], ["bad", "removed, or a contradiction"], ["open", "assumed"],
      ["note", "what the step rests on"]],
  });
  return { body: html`${body}${found.isDone ? endPart(found.last) : nothing}`, board };
}

function aboutStep(row) {
  const known = [row.check, row.holds_in, row.kind].map((one) => KNOWN[one]).find(Boolean);
  const [tone, words] = known ?? ["note", "nothing to check"];
  const assumed = row.assumptions.length ? [["Assumed", assumedWords(row.assumptions)]] : [];
  const names = [
    [row.chosen ? "Chosen" : "In the source", row.rule || "no name"],
    ["Usually called", row.term || "no name"],
  ];
  return html`${facts([...names, ["Checked by SAT", badge(tone, words)], ...assumed])}
    ${row.reason ? html`<p class="message bad">Refuted: ${row.reason}.</p>` : nothing}`;
}

/** @param {any[][]} assumptions pairs of a cell and its digit */
function assumedWords(assumptions) {
  const named = assumptions.map(([cell, digit]) => `${cell} = ${SYMBOLS[digit]}`);
  return named.length > 5 ? `${counted(named.length, "digit")}, the last ${named.at(-1)}` : listed(named);
}

/** How the cells of a step are marked, by its kind. */
const MARKED = {
  guess: ["open", "assumed"],
  reading: ["open", "assumed"],
  placement: ["good", "placed"],
  "failed reading": ["bad", "not all together"],
  deadlock: ["bad", "contradiction"],
  undo: ["note", "taken back"],
};

function boardOfStep(row) {
  const reasons = Object.keys(row.premises?.cells ?? {});
  const [tone, label] = MARKED[row.kind] ?? [];
  const own = row.kind === "placement" ? Object.keys(row.placed) : row.cells;
  const named = own.length || row.kind !== "deadlock" ? own : reasons;
  const shown = tone ? named : [];
  const removed = Object.entries(row.removed);
  const isForClues = removed.length * 2 > puzzle.count; // in that step nearly every cell loses some
  const candidates = row.kind === "removal" ? each(row.cells, each(row.digits, "good")) : {};
  for (const [cell, digits] of isForClues ? [] : removed) {
    candidates[cell] = { ...candidates[cell], ...each(digits, "bad") };
  }
  return {
    kinds: each(row.assumptions.map(([cell]) => cell), "assumed"),
    marks: {
      cells: { ...each(reasons, "note"), ...each(shown, tone) },
      labels: { ...each(reasons, "a reason"), ...each(shown, label) },
      candidates: isForClues ? {} : candidates,
    },
  };
}

/** The next step in four rungs, one more at each click. */
function hintPart(row) {
  const rungs = row ? rungsOf(row) : ["The method knows no next step here."];
  const more = () => assign(local, { hints: local.hints + 1 });
  return html`<section class="hint" aria-label="Hint">
    ${button(local.hints ? "More of the hint" : "Hint", more, { isUsable: local.hints < rungs.length })}
    <div role="status">${rungs.slice(0, local.hints).map((one) => html`<p>${one}</p>`)}</div></section>`;
}

function rungsOf({ unit, premises, cells, rule, level, sentence: parts }) {
  const units = unit ? [unit] : premises?.units ?? [];
  return [
    `Look at ${listed(units.length ? units : cells)}.`,
    `The technique is: ${rule}${level ? ` (level ${level})` : ""}.`,
    `It is about ${listed(cells)}.`,
    sentence(parts),
  ];
}

// Cells that one chooses oneself: a single that shows the digit is the next step, any other is an assumption.

const chosenSoFar = () => (get("do") ?? "").split(",").filter(Boolean);

function choosingPart(choosing) {
  const taken = chosenSoFar();
  const cell = cellName(state.selected, puzzle.size);
  const fill = button(`Fill ${cell} next`, () => choose(choosing, cell),
    { isUsable: !puzzle.digits[state.selected] });
  const chips = html`<ul class="chips" aria-label="Chosen">${taken.map(chosenView)}</ul>`;
  const isOpen = taken.length > 0 || local.answer !== nothing;
  return fold("Choose the next cell yourself", html`
    <p class="small">Choose a blank cell on the board: if a naked or hidden single shows its digit now, this
      step can be next. Type a digit into it to assume that digit. The method goes on from there.</p>
    <div class="tools">${fill}</div><div aria-live="polite">${local.answer}</div>
    ${taken.length ? chips : nothing}`, { isOpen, kind: "choosing" });
}

/** What was chosen, which leads to its step, and can be taken back. @param {string} one */
function chosenView(one, number) {
  const [, after, what] = /^(\d+):(.+)$/.exec(one) ?? [];
  const words = what ? `step ${Number(after) + 1}: ${what.replace("=", " is ")}` : one; // a damaged address
  const back = () => {
    put({ do: chosenSoFar().slice(0, number).join(",") || null, at: Number(after) || null });
    focusCell("puzzle", state.selected);
  };
  return html`<li>${button(words, () => what && put({ at: Number(after) + 1 }), { kind: "quiet" })}
    ${button("Take back", back, { name: `Take back ${words}, and what was chosen after it` })}</li>`;
}

/** Fill a cell next: by its single, or with this digit if it can stand there; otherwise say why not.
    @param {any} choosing @param {string} cell */
async function choose({ asked, soFar, place, next, rows }, cell, digit = 0) {
  const take = (one) => {
    put({ do: [...soFar, `${place}:${cell}${one ? `=${SYMBOLS[one]}` : ""}`].join(","), at: place + 1 });
    focusCell("puzzle", cellIndex(cell, puzzle.size));
  };
  if (!digit && next && cell in next.placed && next.kind === "placement") return put({ at: place + 1 });
  const before = local.place;
  const tell = (answer) => {
    if (local.place === before) local.answer = answer; // else one has gone elsewhere meanwhile
    redraw();
  };
  const question = digit ? `Can ${cell} hold ${SYMBOLS[digit]}?` : `What shows the digit of ${cell}?`;
  tell(html`<p class="waiting">${question}</p>`);
  try {
    const [row] = await ask("single", { ...asked, choices: soFar.join(","), choice: `${place}:${cell}` });
    if (local.place !== before) return undefined;
    if (digit ? row.candidates.includes(digit) : row.digit) return take(digit);
    if (row.holds) return tell(html`<p>${cell} holds ${SYMBOLS[row.holds]}. Choose a blank cell.</p>`);
    const later = rows.findIndex((step, at) => at >= place && cell in step.placed) + 1;
    return tell(refusal(row.candidates, cell, digit, take, later));
  } catch (error) {
    return isCancelled(error) ? undefined : tell(fault(error));
  }
}

/** Why a cell is not filled, and what one can do. @param {number[]} candidates @param {string} cell */
function refusal(candidates, cell, digit, take, later) {
  const why = digit ? `${cell} cannot hold ${SYMBOLS[digit]}` : `No single shows the digit of ${cell}`;
  const can = candidates.map((one) => SYMBOLS[one]);
  const words = `${why} now. ${can.length ? `It can hold ${listed(can)}.` : "Nothing is left for it."}`;
  say(words);
  const goThere = `Go to step ${later}, where the method fills it`;
  return html`<p>${words}</p>
    <div class="tools">${candidates.map((one) => button(`Assume ${SYMBOLS[one]}`, () => take(one)))}
      ${later ? button(goThere, () => put({ at: later }), { kind: "quiet" }) : nothing}</div>`;
}

/** How the steps end: what is refuted, the outcome in words, and how often each rule was used. */
function endPart({ summary, cut, in_words: words, refuted_assumptions: refuted }) {
  const stopped = html`<p>The first ${counted(summary.steps, "step")} are shown; the method was stopped there.
    ${showMore("steps", "Show more steps")}</p>`;
  const wrong = `${assumedWords(refuted)}: no solution has ${refuted.length > 1 ? "all of these" : "this"}.`;
  const rules = summary.rules.map((one) => [one.rule, one.term, one.count]);
  return html`<section class="ends" aria-label="How it ends"><h2>How it ends</h2>
    ${refuted.length ? html`<p class="message bad">${wrong} Take back what was chosen.</p>` : nothing}
    ${cut ? stopped : words.map((one) => html`<p>${one}</p>`)}
    ${check("Go on after the first solution", get("all") === "1", (isOn) => put({ all: isOn ? "1" : null }))}
    ${table(["Rule in the source", "Usual name", ["Steps", "number"]], rules, { label: "Rules" })}</section>`;
}

// The proof

const PARTS = {
  clues: "begins with the clues",
  propagated: "fills this in by itself",
  supposed: "supposes that the step is wrong",
  forced: "finds that this follows",
  failed: "finds the contradiction",
  complete: "has reached the end",
};
const INSIDE = ["forced", "failed"]; // they belong to the supposition before them
const ENDS = ["failed", "complete"];
const SAID = {
  supposed: ["open", "supposed"],
  forced: ["good", "follows"],
  learned: ["good", "shown"],
  propagated: ["good", "filled in"],
};

function proofView(turn) {
  const found = wanted("proof", "proof", { ...puzzle.fields, most: local.most.proof }, { pause: PAUSE });
  const head = html`<div class="tools why-head">${turn}</div>`;
  const certificate = found.isCurrent ? found.rows.find((row) => "certificate" in row) : null;
  if (!certificate) return { body: html`${head}${waiting(found, "Looking for a proof")}`, board: {} };
  const checked = found.rows.find((row) => "line" in row);
  const text = certificate.certificate ? certificatePart(certificate, checked) : nothing;
  const ground = html`${groundView(certificate)}${text}`;
  if (certificate.steps === null) return { body: html`${head}${ground}`, board: {} };
  const rows = found.rows.filter((row) => "event" in row);
  const { body, board } = walk({
    name: "proof", one: "event", label: "Events", found, rows, head: turn,
    about: (row) => aboutEvent(row, certificate.steps), boardOf: (row) => boardOfEvent(row, rows),
    keys: [["open", "supposed"], ["note", "looked at"], ["good", "follows"],
      ["bad", "contradiction, or excluded"]],
  });
  const more = html`<p>The proof is longer: these are its first events.
    ${showMore("proof", "Show more")}</p>`;
  return { body: html`${body}${checked?.cut ? more : nothing}${ground}`, board };
}

function groundView(certificate) {
  const { tone, words } = VERDICTS[certificate.verdict];
  const both = link("puzzle", "See both, laid over the puzzle", { show: "both" });
  return html`<div class="message ${tone}"><p class="headline">${words}</p>
    <p>${groundsOf(certificate)} ${certificate.verdict === "multiple" ? both : nothing}</p></div>`;
}

function groundsOf({ verdict, reason, steps }) {
  if (verdict === "unknown") return `There is no certificate: ${reason}.`;
  if (verdict === "multiple") {
    return "The certificate holds two different solutions. The referee has passed both: that is enough.";
  }
  const suppose = `Suppose that there is ${verdict === "unique" ? "another" : "a"} solution`;
  if (!steps) return `${suppose}: naked and hidden singles alone lead to a contradiction.`;
  const lead = counted(steps, "step leads", "steps lead");
  return `${suppose}: ${lead} to a contradiction. Each says what follows, and from which lines of the grid.`;
}

const aboutEvent = ({ step, clause, kind }, steps) => facts([
  ["Step", step ? `${step} of ${steps}` : "none yet"],
  ["Looks at", clause ? html`<code>${clause}</code>` : "nothing in particular"],
  ["The checker", kind === "learned" ? badge("good", "accepts the step") : PARTS[kind]],
]);

function boardOfEvent(row, rows) {
  const [tone, label] = SAID[row.kind] ?? ["note", "marked"];
  const seen = ENDS.includes(row.kind) ? ["bad", "no place left"] : ["note", "looked at"];
  const literals = row.kind === "clues" ? [] : row.literals;
  const held = literals.filter((one) => !one.negated).map((one) => one.cell);
  const candidates = {};
  for (const { cell, digit, negated } of literals) {
    const isOneOfSeveral = row.kind === "learned" && literals.length > 1;
    const excluded = tone === "open" ? "open" : "bad";
    if (!negated && !isOneOfSeveral) continue;
    candidates[cell] = { ...candidates[cell], [digit]: negated ? excluded : "good" };
  }
  const supposed = INSIDE.includes(row.kind) ? rows.slice(0, rows.indexOf(row)).findLast(isSupposed) : row;
  const assumed = supposed && isSupposed(supposed) ? supposed.literals.filter((one) => !one.negated) : [];
  return {
    kinds: each(assumed.map((one) => one.cell), "assumed"),
    marks: {
      cells: { ...each(row.cells, seen[0]), ...each(held, tone) },
      labels: { ...each(row.cells, seen[1]), ...each(held, label) },
      candidates,
    },
  };
}

const isSupposed = ({ kind }) => kind === "supposed";

// The text of the certificate, and its check by the trusted code; it can be altered and checked again.

const TEXT_AT_MOST = 60_000;
const LINES_AT_MOST = 2_000;

function certificatePart({ certificate: original, puzzle: text, box }, checked) {
  const own = local.certificate;
  const fresh = { original, text: original, isEdited: false, checked: null, fault: "" };
  if (own.original !== original) Object.assign(own, fresh);
  const set = (changes) => assign(own, changes);
  const isUsable = original.length <= TEXT_AT_MOST;
  const reset = () => set({ text: original, checked: null });
  const result = own.checked ?? (own.text === original ? checked : null);
  const editor = html`<textarea rows="14" spellcheck="false" aria-label="The certificate, to be altered"
    .value=${own.text} @input=${(event) => set({ text: event.target.value, checked: null })}></textarea>`;
  return fold("The certificate and its check", html`
    <p>The certificate is this text and nothing else. It is read by <code>sudocube.trusted</code>, at most 300
      lines of Python that know nothing of the solver: they take the rules of Sudoku, this text, and nothing
      else. Alter the text, and see it refused.</p>
    <div class="tools">
      ${button("Check it now", () => checkAgain(own, set), { kind: "primary", isUsable })}
      ${button("Alter it", () => set({ isEdited: !own.isEdited }), { isPressed: own.isEdited, isUsable })}
      ${button("As it was", reset, { isUsable: own.text !== original })}
      ${button("Download", () => saveFile("certificate.txt", own.text))}</div>
    ${isUsable ? nothing : html`<p class="soft">It is too long to be sent back and checked again here. Its
      check was of the whole text. Download it, or use sudocube certify.</p>`}
    ${own.fault ? fault(own.fault) : checkedView(result, own.isBusy)}
    ${own.isEdited ? editor : linesView(own.text, result)}
    <p class="small">On the command line, <code>sudocube certify ${text} --box ${box} -o certificates</code>
      writes the same into a folder, and <code>python -P -m sudocube.trusted certificates</code> checks it
      without the rest of sudocube.</p>`, { isOpen: true, kind: "certificate" });
}

/** @param {any} own @param {(changes: any) => void} set */
async function checkAgain(own, set) {
  set({ isEdited: false, isBusy: true, fault: "", checked: null });
  try {
    const [found] = await ask("proof-check", { certificate: own.text });
    set({ isBusy: false, checked: found });
    say(found.accepted ? "Accepted" : `Refused at line ${found.line}: ${found.reason}`);
  } catch (error) {
    set({ isBusy: false, fault: error });
  }
}

/** The text, of which the lines that were read are ticked, and the one that was refused is marked. */
function linesView(text, result) {
  const { accepted = false, line: end = 0 } = result ?? {};
  const how = (line) => (line < end || (accepted && line === end) ? "read" : "refused");
  const lines = text.replace(/\n$/, "").split("\n").slice(0, LINES_AT_MOST);
  const view = (line, at) => html`<li data-state=${at < end ? how(at + 1) : ""}><code>${line}</code></li>`;
  return html`<ol class="lines" tabindex="0" aria-label="The certificate, line by line">
    ${lines.map(view)}</ol>`;
}

function checkedView(row, isBusy) {
  const box = (kind, head, words = "") => html`<div class="message checked-box ${kind}" role="status">
    ${words ? html`<p class="headline">${head}</p><p>${words}</p>` : head}</div>`;
  if (isBusy) return box("waiting", "The trusted code reads the certificate …");
  if (!row) return box("", "Not checked yet.");
  const { accepted, line, evidence, reason, seconds } = row;
  const took = `Read in ${inSeconds(seconds)}.`;
  if (!accepted) return box("bad", `Refused at line ${numbered(line)}`, `${capital(reason)}. ${took}`);
  const why = evidence === "proof" ? "each step follows from those before it"
    : "both solutions keep the rules and agree with the clues";
  return box("good", "Accepted", `All ${numbered(line)} lines hold: ${why}. ${took}`);
}
