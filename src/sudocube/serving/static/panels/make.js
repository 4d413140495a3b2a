// @ts-check
/* Make: a puzzle with one solution, of the kind that is asked for, put on the board; and puzzles on paper.

   The form is made from the JSON Schema of the plan of `sudocube generate` (the command `form`); what is asked for is in
   the address by the names of its fields. `seed` and `first_index`, the number of the puzzle, make it again anywhere. */

import { html, nothing } from "../vendor/lit-html.js";
import { get, put } from "../scripts/address.js";
import { ask, wanted } from "../scripts/asking.js";
import { BOXES, geometryOf, shapeWords, textOf } from "../scripts/geometry.js";
import { redraw, saveFile, say } from "../scripts/page.js";
import { button, capital, check, choice, counted, field, link, numbered, waiting } from "../scripts/parts.js";
import { puzzle } from "../scripts/puzzle.js";
import { variantsOf } from "./puzzle.js";

export const title = "Make one";

const SEEDS = 10 ** 9; // short enough to be typed
const LARGEST = 16;
const SECONDS = [["10", "10 s"], ["30", "30 s"], ["120", "2 minutes"]];
const PER_PAGE = [["", "4, or 2 of large ones"], ["1"], ["2"], ["4"], ["6"]];
const AT_ONCE = ["symmetry", "clues", "minimal", "level"]; // all else is folded

/** What was asked for last, with how often; a file that is being made. @type {any} */
const local = { asked: null, times: 0, taken: null, count: "4", perPage: "",
  sheet: { isBusy: false, done: 0, said: "", fault: "", command: "" } };

export function draw() {
  const form = wanted("form", "form", {});
  const [schema] = form.rows;
  if (!schema) return { body: waiting(form, "The form") };
  const made = local.asked ? wanted("make", "make", local.asked) : null;
  if (made?.isDone && local.taken !== made.rows) {
    local.taken = made.rows;
    const [row] = made.rows;
    queueMicrotask(() => {
      puzzle.set({ text: row.puzzle, box: row.box });
      say(`Puzzle ${row.index} of seed ${row.seed} is on the board, with ${counted(row.clues, "clue")}.`);
    });
  }
  const [, name, words] = /^([a-z_]+): (.*)$/s.exec(made?.error ?? "") ?? [];
  const faults = name in schema.properties ? { [name]: words } : {};
  const one = (/** @type {string} */ key) => control(key, schema.properties[key], faults[key] ?? "");
  const rest = Object.keys(schema.properties).filter((key) => !AT_ONCE.includes(key) && !["seed", "first_index", "count"].includes(key));
  const isOpen = rest.some((key) => get(key)) || Boolean(get("recheck"));
  return { body: html`
    <form aria-label="What is to be made" @submit=${(/** @type {Event} */ event) => { event.preventDefault(); make(schema); }}>
      <div class="make-grid">
        ${field("Size and boxes", choice(BOXES.filter((box) => geometryOf(box).size <= LARGEST).map((box) => [box, shapeWords(box)]),
          get("shape") ?? puzzleShape(), (box) => put({ shape: box })))}
        ${AT_ONCE.map(one)}</div>
      <details ?open=${isOpen}><summary>More to ask for</summary><div class="make-grid">${rest.map(one)}${recheck()}
        ${field("Look for", choice(SECONDS, get("seconds") ?? "30", (value) => put({ seconds: value === "30" ? null : value })))}</div></details>
      <div class="tools">
        ${field("Seed", html`<input type="number" class="make-seed" name="seed" min="0" max=${Number.MAX_SAFE_INTEGER} step="1" required .value=${String(seed())}
          @change=${(/** @type {any} */ event) => put({ seed: event.target.value, first_index: null })}>`)}
        ${field("Number", html`<input type="number" class="make-number" name="number" min="1" max=${Number.MAX_SAFE_INTEGER} step="1" required .value=${get("first_index") ?? "1"}
          @change=${(/** @type {any} */ event) => put({ first_index: event.target.value })}>`)}
        ${button("New seed", () => put({ seed: randomSeed(), first_index: null }), { kind: "quiet" })}
      </div>
      <div class="tools"><button type="submit" class="button primary">Make one</button>
        ${button("Another one", (event) => another(event, schema), { title: "The next number of this seed" })}
        ${made?.isBusy ? button("Stop", () => made.stop()) : nothing}</div>
    </form>
    ${made?.isStopped ? html`<p role="status">Stopped.</p>` : made && !name ? waiting(made, "Looking for it") : nothing}
    ${made?.isBusy && made.progress?.done ? html`<p class="small soft">${counted(made.progress.done, "try", "tries")}</p>` : nothing}
    ${made?.isCurrent && made.rows.length > 1 ? madePart(made.rows[0], made.rows[1].command) : nothing}
    ${sheetPart(schema)}` };
}

/** The seed: that of the address, or a new one. */
let drawn = randomSeed();
function randomSeed() {
  return crypto.getRandomValues(new Uint32Array(1))[0] % SEEDS;
}
const seed = () => get("seed") ?? drawn;
const puzzleShape = () => (puzzle.size <= LARGEST ? puzzle.box : "3x3");

/** The control of a field of the plan. @param {string} key @param {any} schema @param {string} fault */
function control(key, schema, fault) {
  const value = get(key) ?? "";
  const set = (/** @type {string} */ given) => put({ [key]: given === String(schema.default ?? "") ? null : given });
  const label = capital(key.replaceAll("_", " "));
  const typed = (/** @type {any} */ event) => set(event.target.value.trim());
  const made = schema.format === "puzzle" ? boardControl(key, value)
    : schema.items ? schema.items.enum.map((/** @type {string} */ name) => check(name, value.split(",").includes(name), (isOn) =>
      set([...value.split(",").filter((one) => one && one !== name), ...(isOn ? [name] : [])].join(","))))
      : schema.enum ? choice([...(schema.default ? [] : [["", schema.usual ?? "any"]]), ...schema.enum.map((/** @type {string} */ one) => [one])], value || schema.default || "", set)
        : schema.type === "integer" ? html`<input type="number" min=${schema.minimum} max=${schema.maximum ?? nothing} step="1" .value=${value} placeholder=${schema.default ?? ""} @change=${typed}>`
          : html`<input type="text" maxlength="20" autocomplete="off" spellcheck="false" .value=${value} placeholder=${schema.usual ?? ""} @change=${typed}>`;
  const help = html`<span class="small soft help">${schema.description.replaceAll(/\[\/?bold\]/g, "")}</span>${fault ? html`<span class="make-wrong" role="alert">${fault}</span>` : nothing}`;
  const isSeveral = schema.items || schema.format === "puzzle";
  return html`<div class="make-field">${isSeveral ? html`<fieldset><legend>${label}</legend>${made}</fieldset>` : field(label, made)}${help}</div>`;
}

/** A puzzle from which the new one is made: it is kept as it was, because the new one takes its place on the board.
    @param {string} key @param {string} value */
function boardControl(key, value) {
  const take = () => put({ [key]: textOf(puzzle.digits), shape: puzzle.box });
  return html`${value ? html`<code class="small">${value}</code>` : nothing}
    <div class="tools">${button(value ? "Take what is on the board now" : "Take what is on the board", take, { isUsable: puzzle.clues > 0 && puzzle.size <= LARGEST, kind: "quiet" })}
      ${value ? button("Leave it out", () => put({ [key]: null }), { kind: "quiet" }) : nothing}</div>`;
}

/** Which engine counts each puzzle again. */
function recheck() {
  const families = wanted("families", "engines", {});
  const { size } = geometryOf(get("shape") ?? puzzleShape());
  const names = families.rows.filter((one) => one.installed && one.sizes.includes(size)).flatMap((family) => {
    const decides = (/** @type {string} */ name) => family.complete_methods?.[name.slice(family.name.length + 1)] ?? family.complete;
    return [family.name, ...variantsOf(family)].filter(decides);
  });
  return html`<div class="make-field">${field("Counted again by", choice([["", "another solver, as usual"], ...names.map((name) => [name])],
    get("recheck") ?? "", (name) => put({ recheck: name })))}</div>`;
}

/** What is asked for, as the library takes it. @param {any} schema */
function fields(schema) {
  const asked = Object.entries(schema.properties).flatMap(([key, { type }]) => {
    const value = get(key);
    if (!value || key === "seed" || key === "first_index") return [];
    return [[key, type === "integer" ? Number(value) : type === "array" ? value.split(",") : value]];
  });
  return { ...Object.fromEntries(asked), box: get("shape") ?? puzzleShape(), seed: Number(seed()), first_index: Number(get("first_index") ?? 1),
    seconds: Number(get("seconds") ?? 30), ...(get("recheck") ? { recheck: get("recheck") } : {}) };
}

/** @param {any} schema */
function make(schema) {
  put({ seed: seed(), shape: get("shape") ?? puzzleShape() });
  const asked = fields(schema);
  local.taken = null;
  if (JSON.stringify(asked) === JSON.stringify(local.asked)) wanted("make", "make", asked).again();
  local.asked = asked;
  redraw();
}

/** The next number of this seed, if there is one on the board; else the one that is asked for. @param {any} event @param {any} schema */
function another(event, schema) {
  if (!event.target.form.reportValidity()) return;
  const now = fields(schema);
  if (local.asked?.seed === now.seed && local.asked.first_index === now.first_index && local.taken) put({ seed: now.seed, first_index: now.first_index + 1 });
  make(schema);
}

/** @param {any} row @param {string} command */
function madePart(row, command) {
  const name = `Puzzle ${numbered(row.index)} of seed ${row.seed}`;
  const isThere = puzzle.text === row.puzzle && puzzle.box === row.box;
  return html`<section aria-label="The puzzle that was made"><div class="message good"><p class="headline">${isThere ? `${name} is on the board` : name}</p>
    <p>${counted(row.clues, "clue")}, and one solution.${row.minimal === "strict" ? " Without any one of them, it would have several." : ""}${row.weight ? ` Its weight is ${row.weight.toPrecision(4)}.` : ""}</p>
    <div class="tools">${isThere ? html`${link("why", "Why? Step by step", {}, "button")}${link("puzzle", "How hard is it?", {}, "button")}`
      : button("Put it on the board again", () => puzzle.set({ text: row.puzzle, box: row.box }))}</div></div>
    ${commandView("The same on the command line", command)}</section>`;
}

/** @param {string} words @param {string} command */
const commandView = (words, command) => html`<details><summary>${words}</summary><pre class="make-command"><code>${command}</code></pre></details>`;

/** @param {any} schema */
function sheetPart(schema) {
  const { sheet } = local;
  const save = async (/** @type {Event} */ event) => {
    event.preventDefault();
    Object.assign(sheet, { isBusy: true, done: 0, said: "", fault: "" });
    redraw();
    const asked = { ...fields(schema), count: Number(local.count), ...(local.perPage ? { per_page: local.perPage } : {}) };
    const onProgress = (/** @type {any} */ { done }) => { sheet.done = done; redraw(); };
    await ask("sheet", asked, { onProgress }).then(([row]) => {
      saveFile("sheet.html", row.html, "text/html");
      sheet.said = `${row.shortfall ? `${row.shortfall} ` : ""}${counted(row.puzzles, "puzzle")}: sheet.html is among your downloads. Open it, and print it.`;
      sheet.command = row.command;
      say(sheet.said);
    }, (error) => { sheet.fault = error.message; });
    sheet.isBusy = false;
    redraw();
  };
  return html`<section aria-labelledby="sheet-title"><h2 id="sheet-title">On paper</h2>
    <p class="small soft">Puzzles of this seed and this kind from this number on, how hard they are, and the solutions at the end: a page to open and to print.</p>
    <form aria-label="Puzzles to print" @submit=${save}><div class="tools">
      ${field("Puzzles", html`<input type="number" class="make-number" min="1" max="60" step="1" required .value=${local.count} @change=${(/** @type {any} */ event) => { local.count = event.target.value; }}>`)}
      ${field("On each page", choice(PER_PAGE, local.perPage, (value) => { local.perPage = value; }))}
      <button type="submit" class="button">A sheet to print</button></div></form>
    ${sheet.isBusy ? html`<p class="waiting" role="status">Being made … ${sheet.done} of ${counted(Number(local.count), "puzzle")}</p>` : nothing}
    ${sheet.fault ? html`<p class="message bad" role="alert">${sheet.fault}</p>` : nothing}
    ${sheet.said ? html`<p class="message good">${sheet.said}</p>${commandView("The same sheet on the command line", sheet.command)}` : nothing}</section>`;
}
