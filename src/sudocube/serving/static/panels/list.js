// @ts-check
/* List: a file of puzzles, a table that fills, bad ones first; a puzzle on the board by a click.

   In the address: list, the id under which the server keeps the file; name, that of the file; shape, that of its boxes
   where one has told it; only, sort and down, what is shown; at, the number of the puzzle that is open. */

import { html, nothing } from "../vendor/lit-html.js";
import { get, put } from "../scripts/address.js";
import { isCancelled, post, wanted } from "../scripts/asking.js";
import { handed } from "../scripts/dialogs.js";
import { BOXES, shapeWords } from "../scripts/geometry.js";
import { redraw, saveFile, say } from "../scripts/page.js";
import { badge, button, choice, counted, field, link, numbered, VERDICTS } from "../scripts/parts.js";
import { bringIntoSight, inSight } from "../scripts/player.js";
import { puzzle } from "../scripts/puzzle.js";

export const title = "A list";

const PART = 60_000; // bytes; a request may have 65,536
const ROW = 36;
const HEAD = 36;
const SEEN = 576;
/** The worst first. */
const ORDER = ["none", "multiple", "invalid", "unknown", "unique"];
const COLUMNS = [["index", "No."], ["verdict", "Verdict"], ["stored", "Stored answer"], ["clues", "Clues"], ["puzzle", "Puzzle"], ["remark", "What is amiss"]];
/** @type {Record<string, (row: any) => any>} */
const SORTS = {
  verdict: (row) => ORDER.indexOf(row.verdict) - (isAmiss(row) ? 0.5 : 0),
  index: (row) => row.index,
  clues: (row) => clueCount(row),
  stored: (row) => (row.stored_fault === undefined ? 1 : 0),
  puzzle: (row) => row.puzzle ?? "",
};

/** What is sent, and the rows as they are counted and sorted. @type {any} */
const local = {
  sending: null,
  sent: "", fault: "", active: 0,
  rows: [],
  counts: {}, amiss: 0, hasStored: false,
  places: [], placed: "",
};

export function draw() {
  if (handed.file) {
    const { file } = handed;
    handed.file = null;
    queueMicrotask(() => send(file));
  }
  const id = get("list");
  const shape = BOXES.includes(get("shape") ?? "") ? get("shape") : null;
  const name = get("name") ?? "list";
  const found = id && !local.sending ? wanted("list", "list", { upload: id, name, box: shape }) : null;
  return { body: html`
    <p class="soft">A file with a puzzle per line, a table, drawn grids, packed or not: all that the command line reads. Drop it anywhere on this page,
      or choose it here; it does not leave this machine.</p>
    <div class="tools">
      ${button("Choose a file…", () => /** @type {HTMLElement} */ (document.getElementById("list-file")).click(), { kind: "primary" })}
      <input type="file" id="list-file" class="unseen" tabindex="-1" aria-label="A file of puzzles" @change=${(/** @type {any} */ event) => { send(event.target.files[0]); event.target.value = ""; }}>
      ${field("Size and boxes of the list", choice([["", "as it looks"], ...BOXES.map((box) => [box, shapeWords(box)])], shape ?? "", (box) => put({ shape: box, at: null })))}
      ${local.sending || found?.isBusy ? button("Stop", () => (local.sending ? local.sending.abort() : found?.stop()), { kind: "quiet" }) : nothing}
    </div>
    ${local.fault ? html`<p class="message bad" role="alert">${local.fault}</p>` : nothing}
    <p class="list-head" role="status">${local.sent || (found ? headWords(name, found) : "No list is open.")}</p>
    ${found ? table(found) : nothing}` };
}

/** A file goes to the server in parts, because a single request is small. @param {File | undefined} file */
async function send(file) {
  if (!file) return;
  local.sending?.abort();
  const controller = (local.sending = new AbortController());
  const { signal } = controller;
  local.fault = "";
  let id = "";
  try {
    for (let start = 0; start < file.size || !id; start += PART) {
      local.sent = `${file.name}: ${percent(start, file.size)} sent to sudocube on this machine`;
      redraw();
      const [row] = await post(id ? `upload/${id}` : "upload", file.slice(start, start + PART), { type: "application/octet-stream", signal });
      id = row.upload;
    }
  } catch (error) {
    if (local.sending === controller) local.fault = isCancelled(error) ? "Stopped. The file was not sent." : /** @type {Error} */ (error).message;
    id = "";
  }
  if (local.sending !== controller) return;
  Object.assign(local, { sending: null, sent: "", active: 0 });
  if (id) put({ list: id, name: file.name, at: null, only: null, sort: null, down: null }, { isEntry: true });
  redraw();
}

/** @param {number} part @param {number} whole */
const percent = (part, whole) => (whole ? `${Math.floor((100 * part) / whole)} %` : "100 %");

/** @param {string} name @param {import("../scripts/asking.js").Answer} found */
function headWords(name, found) {
  if (!found.isCurrent || (!found.rows.length && found.isBusy)) return `${name}: being checked …`;
  const summary = found.last?.summary;
  const rows = found.rows.length - (summary ? 1 : 0);
  const { done = 0, of = 0 } = found.progress ?? {};
  const how = summary ? `checked in ${summary.seconds.toFixed(2)} s` : found.isBusy ? `${percent(done, of ?? 0)} of the file read` : "and then stopped";
  return `${name}: ${counted(rows, "puzzle")}, ${how}`;
}

/** @param {import("../scripts/asking.js").Answer} found */
function table(found) {
  if (!found.isCurrent) return nothing;
  count(found.rows);
  const problem = found.error || (found.isStopped ? `Stopped. ${local.rows.length ? "What is shown was checked before." : "Nothing was checked yet."}` : "");
  const told = problem ? html`<div class="message ${found.isStopped ? "note" : "bad"}" role="alert"><p>${problem}</p>
    ${found.isStopped ? button("Check the whole list", () => found.again()) : nothing}</div>` : nothing;
  if (!local.rows.length) return told;
  arrange(found.isBusy);
  const only = get("only") ?? "all";
  const filter = (/** @type {string} */ key, /** @type {string} */ words, /** @type {number} */ many) => (many || key === only || key === "all"
    ? button(`${words} ${numbered(many)}`, () => show({ only: key === "all" ? null : key }), { kind: "list-filter", isPressed: key === only }) : nothing);
  const opened = local.rows[Number(get("at")) - 1];
  return html`${told}
    <div class="tools" role="group" aria-label="Which puzzles are shown">${filter("all", "All", local.rows.length)}${filter("amiss", "What is amiss", local.amiss)}
      ${ORDER.map((key) => filter(key, VERDICTS[key].words, local.counts[key] ?? 0))}</div>
    ${opened ? openedPart(opened) : nothing}
    ${rowsView()}
    <div class="tools">${button("Export as CSV", () => save("csv", asCsv, "text/csv"))}${button("Export as JSON", () => save("jsonl", asJson, "application/jsonl"))}
      <span class="soft small">What is shown, in this order.</span></div>`;
}

/** Count what has come since the last time. @param {any[]} all */
function count(all) {
  const end = all.length - (all.at(-1)?.summary ? 1 : 0);
  if (local.rows.length > end || local.rows[0] !== all[0]) Object.assign(local, { rows: [], counts: {}, amiss: 0, hasStored: false, placed: "" });
  for (let at = local.rows.length; at < end; at++) {
    const row = all[at];
    local.rows.push(row);
    local.counts[row.verdict] = (local.counts[row.verdict] ?? 0) + 1;
    local.amiss += isAmiss(row) ? 1 : 0;
    local.hasStored ||= row.stored !== undefined;
  }
}

/** Which rows are shown, and in which order; of a list that grows it is looked at anew when it has grown by a tenth. */
function arrange(isGrowing = false) {
  const [only, sort, down] = [get("only") ?? "all", get("sort") ?? "verdict", get("down") === "1"];
  const grown = isGrowing ? Math.floor(Math.log(local.rows.length) / Math.log(1.1)) : local.rows.length;
  const key = `${only} ${sort} ${down} ${grown}`;
  if (key === local.placed) return;
  local.placed = key;
  const keeps = { all: () => true, amiss: isAmiss }[only] ?? ((/** @type {any} */ row) => row.verdict === only);
  const values = local.rows.map(SORTS[sort] ?? SORTS.verdict);
  const sign = down ? -1 : 1;
  local.places = [...local.rows.keys()].filter((place) => keeps(local.rows[place]))
    .sort((one, other) => sign * (values[one] < values[other] ? -1 : values[one] > values[other] ? 1 : 0) || one - other);
}

/** @param {Record<string, any>} change */
function show(change) {
  put(change);
  local.active = 0;
  bringIntoSight("list-rows", 0, ROW);
  arrange();
  say(`${counted(local.places.length, "puzzle")} shown.`);
}

/** @param {string} key */
function sortBy(key) {
  const isAgain = key === (get("sort") ?? "verdict");
  show({ sort: key === "verdict" ? null : key, down: isAgain && get("down") !== "1" ? "1" : null });
}

function rowsView() {
  const { places, hasStored } = local;
  const columns = COLUMNS.filter(([key]) => key !== "stored" || hasStored);
  const sort = get("sort") ?? "verdict";
  const { first, last, above, below, onscroll } = inSight("list-rows", places.length, ROW, SEEN);
  const head = (/** @type {string[]} */ [key, label]) => html`<th scope="col" class="list-${key}" aria-sort=${key === sort ? (get("down") === "1" ? "descending" : "ascending") : nothing}>
    ${key in SORTS ? html`<button type="button" class="row-sort" @click=${() => sortBy(key)}>${label}</button>` : label}</th>`;
  const goTo = (/** @type {number} */ place) => {
    local.active = Math.max(0, Math.min(place, places.length - 1));
    bringIntoSight("list-rows", local.active, ROW, { isFocused: true, head: HEAD });
  };
  const key = (/** @type {any} */ event) => {
    const seen = Math.max(1, Math.floor(event.currentTarget.clientHeight / ROW) - 2);
    const { active } = local;
    const ways = { ArrowUp: active - 1, ArrowDown: active + 1, PageUp: active - seen, PageDown: active + seen, Home: 0, End: places.length - 1 };
    const to = ways[/** @type {keyof typeof ways} */ (event.key)];
    if (to === undefined || event.target.closest("thead")) return;
    event.preventDefault();
    goTo(to);
  };
  const stop = local.active >= first && local.active < last ? local.active : first;
  const one = (/** @type {number} */ place) => {
    const row = local.rows[places[place]];
    const { tone, words } = VERDICTS[row.verdict];
    const cells = {
      verdict: badge(tone, words),
      stored: row.stored === undefined ? "" : (row.stored ?? "undecided").replaceAll("_", " "),
      clues: clueCount(row) ?? "", puzzle: row.puzzle ?? "", remark: html`<span title=${remark(row)}>${remark(row)}</span>`,
    };
    return html`<tr aria-rowindex=${place + 2} aria-current=${String(row.index) === get("at") ? "true" : nothing} @click=${() => open(place)}>
      <th scope="row" class="list-index"><button type="button" class="row-button" data-place=${place} tabindex=${place === stop ? 0 : -1}
        aria-label="Puzzle ${row.index}: ${words}">${numbered(row.index)}</button></th>
      ${columns.slice(1).map(([name]) => html`<td class="list-${name}">${cells[/** @type {keyof typeof cells} */ (name)]}</td>`)}</tr>`;
  };
  return html`<div class="row-scroll" id="list-rows" tabindex="-1" data-own-keys @scroll=${onscroll} @keydown=${key}>
    <table class="row-table list-table ${hasStored ? "" : "without-answers"}" aria-label="The puzzles of the list" aria-rowcount=${places.length + 1}>
      <thead><tr aria-rowindex="1">${columns.map(head)}</tr></thead>
      <tbody><tr class="row-space" aria-hidden="true"><td .style="height: ${above}px"></td></tr>
        ${Array.from({ length: Math.max(last - first, 0) }, (_, at) => one(first + at))}
        <tr class="row-space" aria-hidden="true"><td .style="height: ${below}px"></td></tr></tbody></table></div>`;
}

/** A puzzle of the list on the board, where it can be undone like any other change. @param {number} place */
function open(place) {
  const row = local.rows[local.places[place]];
  local.active = place;
  if (row.puzzle) puzzle.set({ text: row.puzzle, box: row.box });
  put({ at: row.index });
}

/** @param {any} row */
function openedPart(row) {
  const place = `Puzzle ${numbered(row.index)}, ${row.source}`;
  if (!row.puzzle) return html`<p class="message bad list-opened">${place}: it is no puzzle. ${remark(row)}</p>`;
  const { tone, words } = VERDICTS[row.verdict];
  return html`<div class="message ${tone} list-opened" role="status"><p><b>${place} is on the board: ${words.toLowerCase()}.</b> ${remark(row)}</p>
    <p>${link("puzzle", "Is it unique, and why?")} · ${link("why", "Step by step")}</p></div>`;
}

/** Not unique, or a stored answer that is not right. @param {any} row */
const isAmiss = (row) => row.verdict !== "unique" || row.stored_fault !== undefined;

/** The clues of a puzzle of n² symbols; null for pencilmarks. @param {any} row */
function clueCount({ puzzle: text, box }) {
  if (!text) return null;
  const [boxRows, boxColumns] = box.split("x").map(Number);
  return text.length === (boxRows * boxColumns) ** 2 ? [...text].filter((symbol) => symbol !== ".").length : null;
}

/** What is to be said beside the verdict: why it is undecided or no puzzle, what is wrong with its answer. @param {any} row */
function remark(row) {
  const answer = row.stored_fault && `stored solution: ${row.stored_fault}`;
  return [row.error ?? row.reason, answer].filter(Boolean).join("; ");
}

/** @param {any[]} rows */
const asJson = (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

/** @param {any[]} rows */
function asCsv(rows) {
  const columns = ["puzzle", "source", "box", "verdict", "evidence", "engine", "reason", ...(local.hasStored ? ["stored"] : [])];
  const lines = rows.map((row) => columns.map((name) => csvField(name === "reason" ? remark(row) : row[name])).join(","));
  return `${[columns.join(","), ...lines].join("\n")}\n`;
}

/** A field as CSV; what a spreadsheet would take for a formula begins with an apostrophe. @param {any} value */
function csvField(value) {
  const text = String(value ?? "");
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** The rows that are shown, as a file. @param {string} ending @param {(rows: any[]) => string} write @param {string} type */
function save(ending, write, type) {
  const rows = local.places.map((place) => local.rows[place]);
  saveFile(`${(get("name") ?? "list").replace(/\.[^.]*$/, "")}-checked.${ending}`, write(rows), type);
  say(`${counted(rows.length, "puzzle")} exported.`);
}
