// @ts-check
/* Why: the steps of a method, or the events of the proof, in one player, on the board itself.

   In the address: view ("proof"), method, all (1: on after a solution), at (the place), and do, what was chosen:
   "12:r1c4,20:r2c1=5" is r1c4 after 12 steps, and after 20 the digit 5 in r2c1. */

import { html, nothing } from "../vendor/lit-html.js";
import { get, put } from "../scripts/address.js";
import { ask, isCancelled, wanted } from "../scripts/asking.js";
import { focusCell } from "../scripts/board.js";
import { cellIndex, cellName, digitsOf, SYMBOLS } from "../scripts/geometry.js";
import { redraw, saveFile, say, state } from "../scripts/page.js";
import { badge, button, capital, check, choice, cluesOnly, counted, inSeconds, link, listed, numbered, plain, sentence, VERDICTS, views, waiting } from "../scripts/parts.js";
import { player, rowList } from "../scripts/player.js";
import { puzzle } from "../scripts/puzzle.js";

export const title = "Why?";

const PAUSE = 250;
const FIRST = { steps: 1_000, proof: 3_000 };

/** What the panel remembers beside the address. @type {any} */
const local = {
  most: { ...FIRST }, puzzle: "", hints: 0, place: "",
  answer: nothing,
  certificate: { original: "", text: "", isEdited: false, checked: null, fault: "", isBusy: false },
};

export function draw() {
  const isProof = get("view") === "proof";
  if (local.puzzle !== puzzle.text) Object.assign(local, { puzzle: puzzle.text, most: { ...FIRST }, answer: nothing });
  const place = `${puzzle.text} ${get("at")} ${get("method")}`;
  if (local.place !== place) Object.assign(local, { place, hints: 0, answer: nothing });
  const turn = views("Which reasons", [["steps", "Step by step"], ["proof", "The proof"]], isProof ? "proof" : "steps",
    (view) => put({ view: view === "proof" ? view : null, at: null }));
  if (!puzzle.hasClues) return { body: html`<div class="message note"><p class="headline">An empty grid</p><p>Type or paste a puzzle: this panel says why it is what it is.</p></div>` };
  if (puzzle.restricts) return { body: cluesOnly(isProof ? "A proof" : "A method") };
  const { body, board } = isProof ? proofView(turn) : stepsView(turn);
  return { body, board };
}

/** What a board shows after some rows: the changes that rows bring, forth and back cell by cell. */
class Timeline {
  /** @type {any[]} */ #rows = [];
  /** @type {[number, any, any][][]} */ #changes = [];
  /** @type {any[]} */ #last = [];
  /** @type {any[]} */ #now = [];
  #at = 0;

  /** What is left in each cell after `at` of the rows. @param {any[]} rows @param {number} at */
  after(rows, at) {
    if (rows !== this.#rows) this.#begin(rows);
    const { size } = puzzle;
    for (const row of rows.slice(this.#changes.length, Math.max(at, this.#changes.length))) {
      this.#changes.push(Object.entries(row.board).map(([name, shown]) => {
        const cell = cellIndex(name, size);
        const before = this.#last[cell];
        const isDigit = String(shown).startsWith("=");
        this.#last[cell] = isDigit ? { digit: digitsOf(String(shown).slice(1))[0], candidates: [] } : { digit: 0, candidates: digitsOf(String(shown)) };
        return [cell, before, this.#last[cell]];
      }));
    }
    for (; this.#at < at; this.#at++) for (const [cell, , after] of this.#changes[this.#at]) this.#now[cell] = after;
    for (; this.#at > at; this.#at--) for (const [cell, before] of this.#changes[this.#at - 1]) this.#now[cell] = before;
    return this.#now;
  }

  /** @param {any[]} rows */
  #begin(rows) {
    const every = Array.from({ length: puzzle.size }, (_, digit) => digit + 1);
    this.#rows = rows;
    this.#changes = [];
    this.#at = 0;
    this.#last = puzzle.digits.map((digit) => ({ digit, candidates: digit ? [] : every }));
    this.#now = [...this.#last];
  }
}

const timeline = new Timeline();

/** The player, the sentence and the list that steps and proofs have in common, and the board at this place.
    @param {any} given */
function walk({ name, label, found, rows, words, about, marksOf, kindsOf, turn, between = nothing, onDigit, keys }) {
  const wantedAt = Math.max(Math.trunc(Number(get("at"))) || 0, 0);
  const at = found.isBusy && wantedAt > rows.length ? 0 : Math.min(wantedAt, rows.length);
  const row = rows[at - 1];
  const move = (/** @type {number} */ to) => {
    put({ at: to || null });
    say(to ? plain(rows[to - 1].sentence) : "The puzzle");
  };
  const cells = timeline.after(rows, at);
  const count = rows.length + 1;
  const body = html`<div class="tools why-head">${turn}</div>
    ${player({ name, label, at, count, words: (one) => words(one, count), onMove: move, canPlay: true })}
    <section class="card walk-card stays" data-kind=${row?.kind ?? ""} aria-label="The step">
      <p class="says">${row ? sentence(row.sentence) : "The puzzle, as it is given. The first step comes next: press → or Page Down."}</p>
      ${row ? about(row) : nothing}
    </section>
    ${between}
    ${rowList({ name: `${name}-list`, label, count: rows.length, at: at - 1, onMove: (place) => move(place + 1),
      row: (place) => ({ words: plain(rows[place].sentence), kind: rows[place].kind, depth: rows[place].depth }) })}
    <ul class="keys" aria-label="What the marks mean">${keys.map(([tone, meaning]) => html`<li><span class="mark ${tone}"></span>${meaning}</li>`)}</ul>`;
  const board = {
    digits: Object.fromEntries(cells.flatMap(({ digit }, cell) => (digit ? [[cell, digit]] : []))),
    candidates: Object.fromEntries(cells.flatMap(({ digit, candidates }, cell) => (digit ? [] : [[cell, candidates]]))),
    kinds: row ? kindsOf(row) : {},
    marks: row ? marksOf(row) : {},
    onDigit,
  };
  if (found.isBusy && !rows.length) board.candidates = {};
  return { body, board, at, row };
}

// Steps

const CHECKS = {
  valid: ["good", "follows from the marked cells"],
  "true, not shown valid": ["good", "true in every solution"],
  "valid, but false: it rests on a refuted step": ["bad", "follows, but rests on a refuted step"],
  refuted: ["bad", "refuted"],
  "refuted, though true by luck": ["bad", "refuted, though true by luck"],
  undecided: ["open", "not decided in time"],
};
const GUESSES = {
  "every solution": ["good", "right: it is so in every solution"],
  "some solutions": ["open", "it is so in some solutions, not in all"],
  "no solution": ["bad", "wrong: it is so in no solution"],
};
const OTHERS = {
  guess: ["open", "not decided in time"],
  reading: ["note", "an assumption: nothing to check"],
  solution: ["good", "the referee accepts this grid"],
};

/** @param {any} turn */
function stepsView(turn) {
  const methods = wanted("methods", "methods", {});
  const method = get("method") ?? "phases";
  const asked = { ...puzzle.fields, method, all: get("all") === "1", choices: get("do") ?? "" };
  const found = wanted("steps", "steps", { ...asked, most: local.most.steps }, { pause: PAUSE });
  const rows = found.isCurrent ? stepsOf(found.rows) : [];
  const ended = found.isDone ? found.last : null;
  const soFar = chosenSoFar();
  const at = Math.min(Math.trunc(Number(get("at"))) || 0, rows.length);
  const place = rows[at - 1]?.kind === "end" ? at - 1 : at;
  const choosing = { asked, soFar: soFar.filter((one) => Number(one.split(":")[0]) < place), place, next: rows[at], rows };
  const { body, board } = walk({
    name: "steps", label: "Steps", found, rows, turn: html`${turn}${choice(methods.rows.map((row) => [row.method, `${row.method}: ${row.summary}${row.complete ? "" : " (no guesses)"}`]),
      method, (name) => put({ method: name === "phases" ? null : name, at: null, do: null }), { kind: "method", name: "Method" })}`,
    words: (/** @type {number} */ one, /** @type {number} */ count) => (one ? `step ${one} of ${count - 1}` : "the puzzle"),
    about: aboutStep, marksOf: marksOfStep,
    kindsOf: (/** @type {any} */ row) => Object.fromEntries(row.assumptions.map(([cell]) => [cell, "assumed"])),
    between: html`${waiting(found, "The method is at work")}${hintPart(rows.slice(at).find((row) => row.cells.length > 0))}${choosingPart(choosing)}`,
    onDigit: (/** @type {number} */ cell, /** @type {number} */ digit) => choose(choosing, cellName(cell, puzzle.size), digit),
    keys: [["good", "placed"], ["bad", "removed, or a contradiction"], ["open", "assumed"], ["note", "what the step rests on"]],
  });
  return { body: html`${body}${ended ? endPart(ended) : nothing}`, board };
}

/** The steps among the rows; the same list as long as nothing came. @type {{ rows: any[], length: number, steps: any[] }} */
let split = { rows: [], length: 0, steps: [] };
/** @param {any[]} rows */
function stepsOf(rows) {
  if (split.rows !== rows) split = { rows, length: 0, steps: [] };
  for (; split.length < rows.length; split.length++) {
    const row = rows[split.length];
    if ("sentence" in row) split.steps.push(row);
  }
  return split.steps;
}

/** @param {any} row */
function aboutStep(row) {
  const [tone, words] = CHECKS[/** @type {keyof typeof CHECKS} */ (row.check)] ?? GUESSES[/** @type {keyof typeof GUESSES} */ (row.holds_in)]
    ?? OTHERS[/** @type {keyof typeof OTHERS} */ (row.kind)] ?? ["note", "nothing to check"];
  const fact = (/** @type {string} */ name, /** @type {any} */ value) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  return html`<dl class="facts">
    ${fact(row.chosen ? "Chosen" : "In the source", row.rule || "no name")}${fact("Usually called", row.term || "no name")}
    ${fact("Checked by SAT", badge(tone, words))}${row.assumptions.length ? fact("Assumed", assumedWords(row.assumptions)) : nothing}</dl>
    ${row.reason ? html`<p class="message bad">Refuted: ${row.reason}.</p>` : nothing}`;
}

/** @param {any[][]} assumptions pairs of a cell and its digit */
function assumedWords(assumptions) {
  const named = assumptions.map(([cell, digit]) => `${cell} = ${SYMBOLS[digit]}`);
  return named.length > 5 ? `${counted(named.length, "digit")}, the last ${named.at(-1)}` : listed(named);
}

/** @param {any} row */
function marksOfStep(row) {
  /** @type {Record<string, string>} */ const cells = {};
  /** @type {Record<string, string>} */ const labels = {};
  /** @type {Record<string, any>} */ const candidates = {};
  const mark = (/** @type {string[]} */ names, /** @type {string} */ tone, /** @type {string} */ label) => {
    for (const name of names) [cells[name], labels[name]] = [tone, label];
  };
  mark(Object.keys(row.premises?.cells ?? {}), "note", "a reason");
  if (row.kind === "guess" || row.kind === "reading") mark(row.cells, "open", "assumed");
  if (row.kind === "placement") mark(Object.keys(row.placed), "good", "placed");
  if (row.kind === "failed reading") mark(row.cells, "bad", "not all together");
  if (row.kind === "deadlock") mark(row.cells.length ? row.cells : Object.keys(row.premises?.cells ?? {}), "bad", "contradiction");
  if (row.kind === "undo") mark(row.cells, "note", "taken back");
  const removed = Object.entries(row.removed);
  if (removed.length * 2 > puzzle.count) return { cells, labels, candidates }; // the step for the clues: nearly every cell loses some
  for (const [name, digits] of removed) candidates[name] = Object.fromEntries(digits.map((/** @type {number} */ digit) => [digit, "bad"]));
  if (row.kind === "removal" && row.cells.length && row.digits.length) {
    for (const name of row.cells) candidates[name] = { ...Object.fromEntries(row.digits.map((/** @type {number} */ digit) => [digit, "good"])), ...candidates[name] };
  }
  return { cells, labels, candidates };
}

/** The next step in four rungs, one more at each click: where to look, which technique, which cells, the whole step. @param {any} row */
function hintPart(row) {
  const units = row?.unit ? [row.unit] : row?.premises?.units ?? [];
  const rungs = row ? [
    `Look at ${listed(units.length ? units : row.cells)}.`,
    `The technique is: ${row.rule}${row.level ? ` (level ${row.level})` : ""}.`,
    `It is about ${listed(row.cells)}.`,
    sentence(row.sentence),
  ] : ["The method knows no next step here."];
  return html`<section class="hint" aria-label="Hint">
    ${button(local.hints ? "More of the hint" : "Hint", () => { local.hints += 1; redraw(); }, { isUsable: local.hints < rungs.length })}
    <div role="status">${rungs.slice(0, local.hints).map((one) => html`<p>${one}</p>`)}</div></section>`;
}

// Cells that one chooses oneself: a single that shows the digit is the next step, any other digit is an assumption.

const chosenSoFar = () => (get("do") ?? "").split(",").filter(Boolean);

/** @param {any} choosing */
function choosingPart(choosing) {
  const taken = chosenSoFar();
  const cell = cellName(state.selected, puzzle.size);
  const back = (/** @type {number} */ number, /** @type {string} */ after) => {
    put({ do: taken.slice(0, number).join(",") || null, at: Number(after) || null });
    focusCell("puzzle", state.selected);
  };
  const chip = (/** @type {string} */ one, /** @type {number} */ number) => {
    const [, after, what] = /^(\d+):(.+)$/.exec(one) ?? [];
    const words = what ? `step ${Number(after) + 1}: ${what.replace("=", " is ")}` : one; // a damaged address
    return html`<li>${button(words, () => what && put({ at: Number(after) + 1 }), { kind: "quiet" })}
      ${button("Take back", () => back(number, after), { name: `Take back ${words}, and what was chosen after it` })}</li>`;
  };
  return html`<details class="choosing" ?open=${taken.length > 0 || local.answer !== nothing}><summary>Choose the next cell yourself</summary>
    <p class="small">Choose a blank cell on the board: if a naked or hidden single shows its digit now, this step can be next.
      Type a digit into it to assume that digit. The method goes on from there.</p>
    <div class="tools">${button(`Fill ${cell} next`, () => choose(choosing, cell), { isUsable: !puzzle.digits[state.selected] })}</div>
    <div aria-live="polite">${local.answer}</div>
    ${taken.length ? html`<ul class="chips" aria-label="Chosen">${taken.map(chip)}</ul>` : nothing}</details>`;
}

/** Fill a cell next: by its single, or with this digit if it can stand there; otherwise say why not.
    @param {any} choosing @param {string} cell */
async function choose({ asked, soFar, place, next, rows }, cell, digit = 0) {
  const take = (/** @type {number} */ one) => {
    put({ do: [...soFar, `${place}:${cell}${one ? `=${SYMBOLS[one]}` : ""}`].join(","), at: place + 1 });
    focusCell("puzzle", cellIndex(cell, puzzle.size));
  };
  if (!digit && next && cell in next.placed && next.kind === "placement") return put({ at: place + 1 });
  const before = local.place;
  const tell = (/** @type {any} */ answer) => {
    if (local.place === before) Object.assign(local, { answer }); // else one has gone elsewhere meanwhile
    redraw();
  };
  tell(html`<p class="waiting">${digit ? `Can ${cell} hold ${SYMBOLS[digit]}?` : `What shows the digit of ${cell}?`}</p>`);
  try {
    const [row] = await ask("single", { ...asked, choices: soFar.join(","), choice: `${place}:${cell}` });
    if (local.place !== before) return undefined;
    if (digit ? row.candidates.includes(digit) : row.digit) return take(digit);
    if (row.holds) return tell(html`<p>${cell} holds ${SYMBOLS[row.holds]} already. Choose a blank cell.</p>`);
    const later = rows.findIndex((/** @type {any} */ step, /** @type {number} */ at) => at >= place && cell in step.placed);
    const can = row.candidates.map((/** @type {number} */ one) => SYMBOLS[one]);
    const why = digit ? `${cell} cannot hold ${SYMBOLS[digit]} now` : `No single shows the digit of ${cell} now`;
    const words = `${why}. ${can.length ? `It can hold ${listed(can)}.` : "Nothing is left for it."}`;
    say(words);
    return tell(html`<p>${words}</p><div class="tools">${row.candidates.map((/** @type {number} */ one) => button(`Assume ${SYMBOLS[one]}`, () => take(one)))}
      ${later >= 0 ? button(`Go to step ${later + 1}, where the method fills it`, () => put({ at: later + 1 }), { kind: "quiet" }) : nothing}</div>`);
  } catch (error) {
    return isCancelled(error) ? undefined : tell(html`<p class="message bad">${/** @type {Error} */ (error).message}</p>`);
  }
}

/** How the steps end: what is refuted, the outcome in words, and how often each rule was used. @param {any} row */
function endPart({ summary, cut, in_words: words, refuted_assumptions: refuted }) {
  const more = () => { local.most.steps *= 4; redraw(); };
  return html`<section class="ends" aria-label="How it ends"><h2>How it ends</h2>
    ${refuted.length ? html`<p class="message bad">${assumedWords(refuted)}: no solution has ${refuted.length > 1 ? "all of these" : "this"}. Take back what was chosen.</p>` : nothing}
    ${cut ? html`<p>The first ${counted(summary.steps, "step")} are shown; the method was stopped there. ${button("Show more steps", more)}</p>`
      : words.map((/** @type {string} */ one) => html`<p>${one}</p>`)}
    ${check("Go on after the first solution", get("all") === "1", (isOn) => put({ all: isOn ? "1" : null }))}
    <div class="wide" tabindex="0" role="region" aria-label="Rules"><table class="table">
      <thead><tr><th scope="col">Rule in the source</th><th scope="col">Usual name</th><th scope="col" class="number">Steps</th></tr></thead>
      <tbody>${summary.rules.map((/** @type {any} */ one) => html`<tr><th scope="row">${one.rule}</th><td>${one.term}</td><td class="number">${one.count}</td></tr>`)}</tbody>
    </table></div></section>`;
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
const TONES = { supposed: "open", forced: "good", learned: "good", propagated: "good" };
const SAID = { supposed: "supposed", forced: "follows", learned: "shown", propagated: "filled in" };

/** @param {any} turn */
function proofView(turn) {
  const found = wanted("proof", "proof", { ...puzzle.fields, most: local.most.proof }, { pause: PAUSE });
  const certificate = found.isCurrent ? found.rows.find((row) => "certificate" in row) : null;
  if (!certificate) return { body: html`<div class="tools why-head">${turn}</div>${waiting(found, "Looking for a proof")}`, board: {} };
  const checked = found.rows.find((row) => "line" in row);
  const { tone, words } = VERDICTS[certificate.verdict];
  const ground = html`<div class="message ${tone}"><p class="headline">${words}</p><p>${groundsOf(certificate)}
    ${certificate.verdict === "multiple" ? link("puzzle", "See both, laid over the puzzle", { show: "both" }) : nothing}</p></div>`;
  const more = checked?.cut ? html`<p>The proof is longer: these are its first events.
    ${button("Show more", () => { local.most.proof *= 4; redraw(); })}</p>` : nothing;
  const text = certificate.certificate ? certificatePart(certificate, checked) : nothing;
  if (certificate.steps === null) return { body: html`<div class="tools why-head">${turn}</div>${ground}${text}`, board: {} };
  const { body, board } = walk({
    name: "proof", label: "Events", found, rows: eventsOf(found.rows), turn, onDigit: undefined,
    words: (/** @type {number} */ one, /** @type {number} */ count) => (one ? `event ${one} of ${count - 1}` : "the puzzle"),
    about: (/** @type {any} */ row) => aboutEvent(row, certificate.steps), marksOf: marksOfEvent,
    kindsOf: (/** @type {any} */ row) => Object.fromEntries(row.supposed.filter((/** @type {any} */ one) => !one.negated).map((/** @type {any} */ one) => [one.cell, "assumed"])),
    keys: [["open", "supposed"], ["note", "looked at"], ["good", "follows"], ["bad", "contradiction, or excluded"]],
  });
  return { body: html`${body}${more}${ground}${text}`, board };
}

/** @type {{ rows: any[], length: number, events: any[] }} */
let read = { rows: [], length: 0, events: [] };

/** The events among the rows, each with what is supposed there. @param {any[]} rows */
function eventsOf(rows) {
  if (read.rows !== rows) read = { rows, length: 0, events: [] };
  for (; read.length < rows.length; read.length++) {
    const row = rows[read.length];
    if (!("event" in row)) continue;
    const isInside = ["forced", "failed"].includes(row.kind);
    const supposed = row.kind === "supposed" ? row.literals : isInside ? read.events.at(-1)?.supposed ?? [] : [];
    read.events.push({ ...row, supposed, depth: isInside ? 1 : 0 });
  }
  return read.events;
}

/** @param {any} certificate */
function groundsOf({ verdict, reason, steps }) {
  if (verdict === "unknown") return `There is no certificate: ${reason}.`;
  if (verdict === "multiple") return "The certificate holds two different solutions. The referee has passed both, and that is proof enough.";
  const what = verdict === "unique" ? "Suppose that there is another solution" : "Suppose that there is a solution";
  if (!steps) return `${what}: naked and hidden singles alone lead to a contradiction. The proof needs no further step.`;
  return `${what}: ${counted(steps, "step leads", "steps lead")} to a contradiction. Each says what follows, and from which lines of the grid.`;
}

/** @param {any} row @param {number} steps */
const aboutEvent = (row, steps) => html`<dl class="facts">
  <div><dt>Step</dt><dd>${row.step ? `${row.step} of ${steps}` : "none yet"}</dd></div>
  <div><dt>Looks at</dt><dd>${row.clause ? html`<code>${row.clause}</code>` : "nothing in particular"}</dd></div>
  <div><dt>The checker</dt><dd>${row.kind === "learned" ? badge("good", "accepts the step") : PARTS[/** @type {keyof typeof PARTS} */ (row.kind)]}</dd></div></dl>`;

/** @param {any} row */
function marksOfEvent(row) {
  /** @type {Record<string, string>} */ const cells = {};
  /** @type {Record<string, string>} */ const labels = {};
  /** @type {Record<string, any>} */ const candidates = {};
  const isEnd = row.kind === "failed" || row.kind === "complete";
  for (const name of row.cells) [cells[name], labels[name]] = isEnd ? ["bad", "no place left"] : ["note", "looked at"];
  const tone = TONES[/** @type {keyof typeof TONES} */ (row.kind)] ?? "note";
  for (const { cell, digit, negated } of row.kind === "clues" ? [] : row.literals) {
    if (negated) candidates[cell] = { ...candidates[cell], [digit]: tone === "open" ? "open" : "bad" };
    else [cells[cell], labels[cell]] = [tone, SAID[/** @type {keyof typeof SAID} */ (row.kind)] ?? "marked"];
    if (!negated && row.kind === "learned" && row.literals.length > 1) candidates[cell] = { ...candidates[cell], [digit]: "good" };
  }
  return { cells, labels, candidates };
}

// The text of the certificate, and its check by the trusted code; it can be altered and checked again.

const TEXT_AT_MOST = 60_000;

/** @param {any} row @param {any} checked */
function certificatePart(row, checked) {
  const own = local.certificate;
  if (own.original !== row.certificate) Object.assign(own, { original: row.certificate, text: row.certificate, isEdited: false, checked: null, fault: "" });
  const isLong = own.original.length > TEXT_AT_MOST;
  const result = own.checked ?? (own.text === own.original ? checked : null);
  const set = (/** @type {Partial<typeof own>} */ changes) => { Object.assign(own, changes); redraw(); };
  const run = async () => {
    set({ isEdited: false, isBusy: true, fault: "", checked: null });
    await ask("proof-check", { certificate: own.text })
      .then(([found]) => { own.checked = found; say(found.accepted ? "Accepted" : `Refused at line ${found.line}: ${found.reason}`); }, (error) => { own.fault = error.message; });
    set({ isBusy: false });
  };
  const state_ = (/** @type {number} */ at) => (!result ? "" : at < result.line - 1 || (result.accepted && at < result.line) ? "read" : at === result.line - 1 ? "refused" : "");
  const lines = own.text.replace(/\n$/, "").split("\n").slice(0, 2_000);
  return html`<details class="certificate" open><summary>The certificate and its check</summary>
    <p>The certificate is this text and nothing else. It is read by <code>sudocube.trusted</code>, at most 300 lines of Python that know nothing of
      the solver: they take the rules of Sudoku, this text, and nothing else. Alter the text, and see it refused.</p>
    <div class="tools">
      ${button("Check it now", run, { kind: "primary", isUsable: !isLong })}
      ${button("Alter it", () => set({ isEdited: !own.isEdited }), { isPressed: own.isEdited, isUsable: !isLong })}
      ${button("As it was", () => set({ text: own.original, checked: null }), { isUsable: own.text !== own.original })}
      ${button("Download", () => saveFile("certificate.txt", own.text))}
    </div>
    ${isLong ? html`<p class="soft">It is too long to be sent back and checked again here. Its check was of the whole text. Download it, or use sudocube certify.</p>` : nothing}
    ${own.fault ? html`<p class="message bad" role="alert">${own.fault}</p>` : checkedView(result, own.isBusy)}
    ${own.isEdited ? html`<textarea rows="14" spellcheck="false" aria-label="The certificate, to be altered" .value=${own.text}
        @input=${(/** @type {any} */ event) => set({ text: event.target.value, checked: null })}></textarea>`
      : html`<ol class="lines" tabindex="0" aria-label="The certificate, line by line">${lines.map((line, at) => html`<li data-state=${state_(at)}><code>${line}</code></li>`)}</ol>`}
    <p class="small">On the command line, <code>sudocube certify ${row.puzzle} --box ${row.box} -o certificates</code> writes the same into a folder, and
      <code>python -P -m sudocube.trusted certificates</code> checks it without the rest of sudocube.</p>
    ${sourcePart()}</details>`;
}

/** @param {any} row @param {boolean} isBusy */
function checkedView(row, isBusy) {
  if (!row) return html`<p class="message checked-box ${isBusy ? "waiting" : ""}" role="status">${isBusy ? "The trusted code reads the certificate …" : "Not checked yet."}</p>`;
  const took = `Read in ${inSeconds(row.seconds)}.`;
  return html`<div class="message checked-box ${row.accepted ? "good" : "bad"}" role="status">${row.accepted
    ? html`<p class="headline">Accepted</p><p>All ${numbered(row.line)} lines hold: ${row.evidence === "proof" ? "each step follows from those before it" : "both solutions keep the rules and agree with the clues"}. ${took}</p>`
    : html`<p class="headline">Refused at line ${numbered(row.line)}</p><p>${capital(row.reason)}. ${took}</p>`}</div>`;
}

let isSourceOpen = false;
function sourcePart() {
  const source = isSourceOpen ? wanted("checker", "checker", {}) : null;
  return html`<details class="source" @toggle=${(/** @type {any} */ event) => { if (event.target.classList.contains("source")) { isSourceOpen = event.target.open; redraw(); } }}>
    <summary>Read the code that checks</summary>${source?.rows.map((row) => html`<details><summary><code>trusted/${row.module}.py</code> ${row.code_lines} lines of code</summary>
    <pre tabindex="0"><code>${row.text}</code></pre></details>`)}</details>`;
}
