// @ts-check
/* Make: a puzzle with one solution, of the kind that is asked for, put on the board; and puzzles on paper.

   The form is made from the JSON Schema of the plan of `sudocube generate` (the command `form`); what is
   asked for is in the address by the names of its fields. `seed` and `first_index`, the number of the puzzle,
   make it again anywhere. */

import { html, nothing } from "../vendor/lit-html.js";
import { get, put } from "../scripts/address.js";
import { ask, wanted } from "../scripts/asking.js";
import { BOXES, geometryOf, shapeWords, textOf } from "../scripts/geometry.js";
import { assign, onSubmit, saveFile, say } from "../scripts/page.js";
import {
  button, capital, check, choice, counted, fault, field, fold, link, numbered, waiting,
} from "../scripts/parts.js";
import { puzzle } from "../scripts/puzzle.js";

export const title = "Make one";

const SEEDS = 10 ** 9; // short enough to be typed
const LARGEST = 16;
const SECONDS = [["10", "10 s"], ["30", "30 s"], ["120", "2 minutes"]];
const PER_PAGE = [["", "4, or 2 of large ones"], ["1"], ["2"], ["4"], ["6"]];
const AT_ONCE = ["symmetry", "clues", "minimal", "level"]; // all else is folded
const ELSEWHERE = ["seed", "first_index", "count"];
const randomSeed = () => crypto.getRandomValues(new Uint32Array(1))[0] % SEEDS;

/** What was asked for last; what of it is on the board; and the sheet. @type {any} */
const local = {
  drawn: randomSeed(), asked: null, taken: null,
  sheet: { count: "4", perPage: "", isBusy: false, done: 0, said: "", fault: "", command: "" },
};

const seed = () => get("seed") ?? local.drawn;
const shape = () => get("shape") ?? (puzzle.size <= LARGEST ? puzzle.box : "3x3");

export function draw() {
  const form = wanted("form", "form", {});
  const [schema] = form.rows;
  if (!schema) return { body: waiting(form, "The form") };
  const made = local.asked ? wanted("make", "make", local.asked) : null;
  if (made?.isDone && local.taken !== made.rows) takePuzzle(made.rows);
  const answer = made ? answerView(made, schema) : nothing;
  return { body: html`${formView(schema, made)}${answer}${sheetPart(schema)}` };
}

/** Put the puzzle that was made on the board, once. @param {any[]} rows */
function takePuzzle(rows) {
  local.taken = rows;
  const [{ puzzle: text, box, index, seed: of, clues }] = rows;
  queueMicrotask(() => {
    puzzle.set({ text, box });
    say(`Puzzle ${index} of seed ${of} is on the board, with ${counted(clues, "clue")}.`);
  });
}

/** What is amiss with a field, by its name: errors begin with it. */
function faultsOf(made, schema) {
  const [, name, words] = /^([a-z_]+): (.*)$/s.exec(made?.error ?? "") ?? [];
  return name in schema.properties ? { [name]: words } : {};
}

function formView(schema, made) {
  const faults = faultsOf(made, schema);
  const one = (key) => control(key, schema.properties[key], faults[key]);
  const rest = Object.keys(schema.properties).filter((key) => ![...AT_ONCE, ...ELSEWHERE].includes(key));
  const isOpen = rest.some((key) => get(key));
  const boxes = BOXES.filter((box) => geometryOf(box).size <= LARGEST).map((box) => [box, shapeWords(box)]);
  const take = (value) => put({ seconds: value === "30" ? null : value });
  const takeSeed = (value) => put({ seed: value, first_index: null });
  const takeNumber = (value) => put({ first_index: value });
  return html`<form aria-label="What is to be made" @submit=${onSubmit(() => make(schema))}>
    <div class="make-grid">${field("Size and boxes", choice(boxes, shape(), (box) => put({ shape: box })))}
      ${AT_ONCE.map(one)}</div>
    ${fold("More to ask for", html`<div class="make-grid">${rest.map(one)}
      ${field("Look for", choice(SECONDS, get("seconds") ?? "30", take))}</div>`, { isOpen })}
    <div class="tools">
      ${field("Seed", number("make-seed", 0, String(seed()), takeSeed))}
      ${field("Number", number("make-number", 1, get("first_index") ?? "1", takeNumber))}
      ${button("New seed", () => takeSeed(randomSeed()), { kind: "quiet" })}</div>
    <div class="tools"><button type="submit" class="button primary">Make one</button>
      ${button("Another one", (event) => another(event, schema), { title: "The next number of this seed" })}
      ${made?.isBusy ? button("Stop", () => made.stop()) : nothing}</div></form>`;
}

/** A whole number that has to be there. @param {string} kind @param {number} least @param {string} value */
const number = (kind, least, value, onchange, most = Number.MAX_SAFE_INTEGER) =>
  html`<input type="number" class=${kind} min=${least} max=${most} step="1" required .value=${value}
    @change=${(event) => onchange(event.target.value)}>`;

/** The control of a field of the plan. @param {string} key @param {any} schema */
function control(key, schema, wrong) {
  const value = get(key) ?? "";
  const set = (given) => put({ [key]: given === String(schema.default ?? "") ? null : given });
  const label = capital(key.replaceAll("_", " "));
  const made = (CONTROLS[schema.format ?? ""] ?? CONTROLS[controlOf(schema)])(schema, value, set, key);
  const isSeveral = schema.items || schema.format === "puzzle";
  return html`<div class="make-field">
    ${isSeveral ? html`<fieldset><legend>${label}</legend>${made}</fieldset>` : field(label, made)}
    <span class="small soft help">${schema.description.replaceAll(/\[\/?bold\]/g, "")}</span>
    ${wrong ? html`<span class="make-wrong" role="alert">${wrong}</span>` : nothing}</div>`;
}

function controlOf({ items, enum: values, type }) {
  if (items) return "several";
  if (values) return "one";
  return type === "integer" ? "integer" : "text";
}

const CONTROLS = {
  several({ items }, value, set) {
    const chosen = value.split(",").filter(Boolean);
    return items.enum.map((name) => {
      const others = chosen.filter((one) => one !== name);
      const turn = (isOn) => set((isOn ? [...others, name] : others).join(","));
      return check(name, chosen.includes(name), turn);
    });
  },
  one({ default: usual, usual: words = "any", enum: values }, value, set) {
    const options = [...(usual ? [] : [["", words]]), ...values.map((one) => [one])];
    return choice(options, value || usual || "", set);
  },
  integer: ({ minimum, maximum, default: usual }, value, set) =>
    html`<input type="number" min=${minimum} max=${maximum ?? nothing} step="1" .value=${value}
      placeholder=${usual ?? ""} @change=${(event) => set(event.target.value)}>`,
  text: ({ usual }, value, set) =>
    html`<input type="text" maxlength="20" autocomplete="off" spellcheck="false" .value=${value}
      placeholder=${usual ?? ""} @change=${(event) => set(event.target.value.trim())}>`,
  /** From which puzzle it is made: it is kept, because the new one takes its place on the board. */
  puzzle(_, value, set, key) {
    const take = () => put({ [key]: textOf(puzzle.digits), shape: puzzle.box });
    const isUsable = puzzle.clues > 0 && puzzle.size <= LARGEST;
    const label = `Take what is on the board${value ? " now" : ""}`;
    return html`<code class="small">${value}</code>
      <div class="tools">${button(label, take, { isUsable, kind: "quiet" })}
        ${value ? button("Leave it out", () => set(""), { kind: "quiet" }) : nothing}</div>`;
  },
};

/** What is asked for, as the library takes it. */
function fieldsOf(schema) {
  const read = { integer: Number, array: (value) => value.split(",") };
  const asked = Object.entries(schema.properties).filter(([key]) => get(key) && !ELSEWHERE.includes(key))
    .map(([key, { type }]) => [key, read[type]?.(get(key)) ?? get(key)]);
  const place = { seed: Number(seed()), first_index: Number(get("first_index") ?? 1) };
  const plan = { ...Object.fromEntries(asked), ...place };
  return { plan, box: shape(), seconds: Number(get("seconds") ?? 30) };
}

function make(schema) {
  put({ seed: seed(), shape: shape() });
  const asked = fieldsOf(schema);
  local.taken = null;
  if (JSON.stringify(asked) === JSON.stringify(local.asked)) wanted("make", "make", asked).again();
  assign(local, { asked });
}

/** The next number of this seed, if there is one on the board; else the one that is asked for. */
function another(event, schema) {
  if (!event.target.form.reportValidity()) return;
  const { seed: of, first_index: at } = fieldsOf(schema).plan;
  const isThere = local.taken && local.asked.plan.seed === of && local.asked.plan.first_index === at;
  if (isThere) put({ seed: of, first_index: at + 1 });
  make(schema);
}

/** @param {import("../scripts/asking.js").Answer} made */
function answerView(made, schema) {
  if (made.isStopped) return html`<p role="status">Stopped.</p>`;
  const tries = made.isBusy && made.progress?.done;
  const isTold = Object.keys(faultsOf(made, schema)).length > 0;
  return html`${isTold ? nothing : waiting(made, "Looking for it")}
    ${tries ? html`<p class="small soft">${counted(tries, "try", "tries")}</p>` : nothing}
    ${made.isCurrent && made.rows.length > 1 ? madePart(made.rows[0], made.rows[1].command) : nothing}`;
}

/** @param {any} row @param {string} command */
function madePart({ index, seed: of, puzzle: text, box, clues, minimal, weight }, command) {
  const name = `Puzzle ${numbered(index)} of seed ${of}`;
  const isThere = puzzle.text === text && puzzle.box === box;
  const next = html`${link("why", "Why? Step by step", {}, "button")}
    ${link("puzzle", "How hard is it?", {}, "button")}`;
  const back = button("Put it on the board again", () => puzzle.set({ text, box }));
  return html`<section aria-label="The puzzle that was made"><div class="message good">
    <p class="headline">${name}${isThere ? " is on the board" : ""}</p>
    <p>${counted(clues, "clue")}, and one solution.
      ${minimal === "strict" ? "Without any one of them, it would have several." : ""}
      ${weight ? `Its weight is ${weight.toPrecision(4)}.` : ""}</p>
    <div class="tools">${isThere ? next : back}</div></div>
    ${commandView("The same on the command line", command)}</section>`;
}

/** @param {string} words @param {string} command */
const commandView = (words, command) =>
  fold(words, html`<pre class="make-command"><code>${command}</code></pre>`);

// Puzzles on paper

async function makeSheet(schema) {
  const { sheet } = local;
  const set = (changes) => assign(sheet, changes);
  set({ isBusy: true, done: 0, said: "", fault: "" });
  const perPage = sheet.perPage ? { per_page: sheet.perPage } : {};
  const asked = { ...fieldsOf(schema), count: Number(sheet.count), ...perPage };
  try {
    const [row] = await ask("sheet", asked, { onProgress: ({ done }) => set({ done }) });
    saveFile("sheet.html", row.html, "text/html");
    const many = [row.shortfall, counted(row.puzzles, "puzzle")].filter(Boolean).join(" ");
    const said = `${many}: sheet.html is among your downloads. Open it, and print it.`;
    set({ isBusy: false, said, command: row.command });
    say(said);
  } catch (error) {
    set({ isBusy: false, fault: error });
  }
}

function sheetPart(schema) {
  const { sheet } = local;
  const busy = html`<p class="waiting" role="status">Being made … ${sheet.done} of
    ${counted(Number(sheet.count), "puzzle")}</p>`;
  const said = html`<p class="message good">${sheet.said}</p>
    ${commandView("The same sheet on the command line", sheet.command)}`;
  return html`<section aria-labelledby="sheet-title"><h2 id="sheet-title">On paper</h2>
    <p class="small soft">Puzzles of this seed and this kind from this number on, how hard they are, and the
      solutions at the end: a page to open and to print.</p>
    <form aria-label="Puzzles to print" @submit=${onSubmit(() => makeSheet(schema))}><div class="tools">
      ${field("Puzzles", number("make-number", 1, sheet.count, (value) => { sheet.count = value; }, 60))}
      ${field("On each page", choice(PER_PAGE, sheet.perPage, (value) => { sheet.perPage = value; }))}
      <button type="submit" class="button">A sheet to print</button></div></form>
    ${sheet.isBusy ? busy : nothing}${fault(sheet.fault)}${sheet.said ? said : nothing}</section>`;
}
