// @ts-check
/* List: a file of puzzles, a table that fills, bad ones first; a puzzle on the board by a click.

   In the address: shape, that of the boxes where one has told it; only, sort and down, what is shown; at, the
   puzzle that is open. The file itself is not kept. */

import { html, nothing } from "../vendor/lit-html.js";
import { get, put } from "../scripts/address.js";
import { wanted } from "../scripts/asking.js";
import { handed } from "../scripts/dialogs.js";
import { BOXES, geometryOf, shapeWords } from "../scripts/geometry.js";
import { redraw, saveFile, say } from "../scripts/page.js";
import { badge, button, choice, counted, fault, field, link, numbered, VERDICTS } from "../scripts/parts.js";
import { bringIntoSight, inSight, listKey } from "../scripts/player.js";
import { puzzle } from "../scripts/puzzle.js";

export const title = "A list";

const ROW = 36;
const HEAD = 36;
const SEEN = 576;
/** The worst first. */
const ORDER = ["none", "multiple", "invalid", "unknown", "unique"];
const COLUMNS = [
  ["index", "No."], ["verdict", "Verdict"], ["stored", "Stored answer"],
  ["clues", "Clues"], ["puzzle", "Puzzle"], ["remark", "What is amiss"],
];
/** Not unique, or a stored answer that is not right. */
const isAmiss = (row) => row.verdict !== "unique" || row.stored_fault !== undefined;
/** @type {Record<string, (row: any) => any>} */
const SORTS = {
  verdict: (row) => ORDER.indexOf(row.verdict) - (isAmiss(row) ? 0.5 : 0),
  index: (row) => row.index,
  clues: (row) => clueCount(row),
  stored: (row) => (row.stored_fault === undefined ? 1 : 0),
  puzzle: (row) => row.puzzle ?? "",
};

/** The file and its number; the rows, how many there are of each kind, and which are shown, in order.
    @type {any} */
const local = { file: null, number: 0, active: 0, arranged: "", of: [], rows: [], many: {}, places: [] };

const onlyShown = () => get("only") ?? "all";
const sortedBy = () => (Object.hasOwn(SORTS, get("sort") ?? "") ? get("sort") : "verdict");
const nameOfList = () => local.file.name;

export function draw() {
  if (handed.file) {
    const { file } = handed;
    handed.file = null;
    queueMicrotask(() => open(file));
  }
  const { file, number } = local;
  const shape = BOXES.includes(get("shape") ?? "") ? get("shape") : null;
  const fields = { file, number, name: file?.name, ...(shape ? { box: shape } : {}) };
  const found = file ? wanted("list", "list", fields) : null;
  const choose = () => /** @type {HTMLElement} */ (document.getElementById("list-file")).click();
  const chosen = ({ target }) => {
    open(target.files[0]);
    target.value = "";
  };
  const shapes = [["", "as it looks"], ...BOXES.map((box) => [box, shapeWords(box)])];
  const reshape = (box) => put({ shape: box, at: null });
  const state = found ? headWords(found) : "No list is open.";
  return { body: html`
    <p class="soft">A file with a puzzle per line, a table, drawn grids, packed or not: all that the command
      line reads. Drop it anywhere on this page, or choose it here; it does not leave this machine.</p>
    <div class="tools">
      ${button("Choose a file…", choose, { kind: "primary" })}
      <input type="file" id="list-file" class="unseen" tabindex="-1" aria-label="A file of puzzles"
        @change=${chosen}>
      ${field("Size and boxes of the list", choice(shapes, shape ?? "", reshape))}
      ${found?.isBusy ? button("Stop", () => found.stop(), { kind: "quiet" }) : nothing}
    </div>
    <p class="list-head" role="status">${state}</p>
    ${found?.isCurrent ? listView(found) : nothing}` };
}

/** @param {File | undefined} file */
function open(file) {
  if (!file) return;
  Object.assign(local, { file, number: local.number + 1, active: 0 });
  put({ at: null, only: null, sort: null, down: null }, { isEntry: true });
  redraw();
}

/** @param {number} part @param {number} whole */
const percent = (part, whole) => (whole ? `${Math.floor((100 * part) / whole)} %` : "100 %");

/** @param {import("../scripts/asking.js").Answer} found */
function headWords(found) {
  if (!found.isCurrent || (!found.rows.length && found.isBusy)) return `${nameOfList()}: being checked …`;
  const summary = found.last?.summary;
  const rows = found.rows.length - (summary ? 1 : 0);
  return `${nameOfList()}: ${counted(rows, "puzzle")}, ${howFar(found, summary)}`;
}

/** @param {import("../scripts/asking.js").Answer} found */
function howFar({ isBusy, progress }, summary) {
  if (summary) return `checked in ${summary.seconds.toFixed(2)} s`;
  return isBusy ? `${percent(progress?.done ?? 0, progress?.of ?? 0)} of the file read` : "and then stopped";
}

/** @param {import("../scripts/asking.js").Answer} found */
function listView(found) {
  local.rows = found.last?.summary ? found.rows.slice(0, -1) : found.rows;
  const { length } = local.rows;
  const stopped = html`<div class="message note" role="alert">
    <p>Stopped. ${length ? "What is shown was checked before." : "Nothing was checked yet."}</p>
    ${button("Check the whole list", () => found.again())}</div>`;
  const told = html`${fault(found.error)}${found.isStopped ? stopped : nothing}`;
  if (!length) return told;
  arrange(found);
  const filter = (key, words, many) => {
    const more = { kind: "list-filter", isPressed: key === onlyShown() };
    return button(`${words} ${numbered(many)}`, () => show({ only: key === "all" ? null : key }), more);
  };
  const kinds = ["amiss", ...ORDER].filter((key) => local.many[key] || key === onlyShown());
  const words = (key) => (key === "amiss" ? "What is amiss" : VERDICTS[key].words);
  const opened = local.rows[Number(get("at")) - 1];
  return html`${told}
    <div class="tools" role="group" aria-label="Which puzzles are shown">${filter("all", "All", length)}
      ${kinds.map((key) => filter(key, words(key), local.many[key] ?? 0))}</div>
    ${opened ? openedPart(opened) : nothing}${rowsView()}
    <div class="tools">${button("Export as CSV", save)}
      <span class="soft small">What is shown, in this order.</span></div>`;
}

/** Count the rows, choose and sort those that are shown; while it grows, when it is a tenth longer.
    @param {import("../scripts/asking.js").Answer} found */
function arrange({ rows: of, isBusy }) {
  const { rows } = local;
  const [only, sort, down] = [onlyShown(), sortedBy(), get("down") === "1"];
  const grown = isBusy ? Math.floor(Math.log(rows.length) / Math.log(1.1)) : rows.length;
  const arranged = `${only} ${sort} ${down} ${grown}`;
  if (local.of === of && local.arranged === arranged) return;
  const many = { amiss: rows.filter(isAmiss).length };
  for (const { verdict } of rows) many[verdict] = (many[verdict] ?? 0) + 1;
  const keeps = { all: () => true, amiss: isAmiss }[only] ?? ((row) => row.verdict === only);
  const values = rows.map(SORTS[sort ?? ""]);
  const order = (one, other) => Number(values[one] > values[other]) - Number(values[one] < values[other]);
  const places = [...rows.keys()].filter((place) => keeps(rows[place]))
    .sort((one, other) => (down ? -1 : 1) * order(one, other) || one - other);
  Object.assign(local, { of, arranged, many, places });
}

/** @param {Record<string, any>} change */
function show(change) {
  put(change);
  local.active = 0;
  bringIntoSight("list-rows", 0, ROW);
}

/** @param {string} key */
function sortBy(key) {
  const isAgain = key === sortedBy();
  show({ sort: key === "verdict" ? null : key, down: isAgain && get("down") !== "1" ? "1" : null });
}

function rowsView() {
  const { places: shown } = local;
  const hasStored = local.rows.some((row) => row.stored !== undefined);
  const columns = COLUMNS.filter(([key]) => key !== "stored" || hasStored);
  const { places, above, below, onscroll } = inSight("list-rows", shown.length, ROW, SEEN);
  const key = (event) => {
    if (event.target.closest("thead")) return;
    const page = Math.max(1, Math.floor(event.currentTarget.clientHeight / ROW) - 2);
    const to = listKey(event, local.active, shown.length, page);
    if (to === undefined) return;
    local.active = to;
    bringIntoSight("list-rows", to, ROW, { isFocused: true, head: HEAD });
  };
  const stop = places.includes(local.active) ? local.active : places[0];
  const space = (height) => html`<tr class="row-space" aria-hidden="true">
    <td .style="height: ${height}px"></td></tr>`;
  const row = (place) => rowView(place, columns, place === stop);
  return html`<div class="row-scroll" id="list-rows" tabindex="-1" data-own-keys @scroll=${onscroll}
    @keydown=${key}><table class="row-table list-table ${hasStored ? "" : "without-answers"}"
      aria-label="The puzzles of the list" aria-rowcount=${shown.length + 1}>
      <thead><tr aria-rowindex="1">${columns.map(headView)}</tr></thead>
      <tbody>${space(above)}${places.map(row)}${space(below)}</tbody></table></div>`;
}

/** @param {string[]} column */
function headView([key, label]) {
  const direction = get("down") === "1" ? "descending" : "ascending";
  const sort = html`<button type="button" class="row-sort" @click=${() => sortBy(key)}>${label}</button>`;
  return html`<th scope="col" class="list-${key}" aria-sort=${key === sortedBy() ? direction : nothing}>
    ${key in SORTS ? sort : label}</th>`;
}

/** @param {number} place @param {string[][]} columns @param {boolean} isStop whether Tab leads to it */
function rowView(place, columns, isStop) {
  const row = local.rows[local.places[place]];
  const { tone, words } = VERDICTS[row.verdict];
  const cells = {
    verdict: badge(tone, words),
    stored: row.stored === undefined ? "" : (row.stored ?? "undecided").replaceAll("_", " "),
    clues: clueCount(row) ?? "",
    puzzle: html`<span class=${row.puzzle?.length > 81 ? "" : "two-lines"}>${row.puzzle}</span>`,
    remark: html`<span title=${remark(row)}>${remark(row)}</span>`,
  };
  const isOpen = String(row.index) === get("at");
  return html`<tr aria-rowindex=${place + 2} aria-current=${isOpen ? "true" : nothing}
    @click=${() => openPuzzle(place)}><th scope="row" class="list-index">
      <button type="button" class="row-button" data-place=${place} tabindex=${isStop ? 0 : -1}
        aria-label="Puzzle ${row.index}: ${words}">${numbered(row.index)}</button></th>
    ${columns.slice(1).map(([name]) => html`<td class="list-${name}">${cells[name]}</td>`)}</tr>`;
}

/** A puzzle of the list on the board, where it can be undone like any other change. @param {number} place */
function openPuzzle(place) {
  const row = local.rows[local.places[place]];
  local.active = place;
  if (row.puzzle) puzzle.set({ text: row.puzzle, box: row.box });
  put({ at: row.index });
}

function openedPart(row) {
  const place = `Puzzle ${numbered(row.index)}, ${row.source}`;
  if (!row.puzzle) {
    return html`<p class="message bad list-opened">${place}: it is no puzzle. ${remark(row)}</p>`;
  }
  const { tone, words } = VERDICTS[row.verdict];
  return html`<div class="message ${tone} list-opened" role="status">
    <p><b>${place} is on the board: ${words.toLowerCase()}.</b> ${remark(row)}</p>
    <p>${link("puzzle", "Is it unique, and why?")} · ${link("why", "Step by step")}</p></div>`;
}

/** The clues of a puzzle of n² symbols; null for pencilmarks. */
function clueCount({ puzzle: text, box }) {
  if (!text || text.length !== geometryOf(box).count) return null;
  return [...text].filter((symbol) => symbol !== ".").length;
}

/** What is to be said beside the verdict: why it is undecided or no puzzle, what is wrong with its answer. */
function remark(row) {
  const answer = row.stored_fault && `stored solution: ${row.stored_fault}`;
  return [row.error ?? row.reason, answer].filter(Boolean).join("; ");
}

function asCsv(rows) {
  const names = ["puzzle", "source", "box", "verdict", "evidence", "engine", "reason", "stored"];
  const line = (row) => names.map((name) => csvField(name === "reason" ? remark(row) : row[name])).join(",");
  return `${[names.join(","), ...rows.map(line)].join("\n")}\n`;
}

/** A field as CSV; what a spreadsheet would take for a formula begins with an apostrophe. */
function csvField(value) {
  const text = String(value ?? "");
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** The rows that are shown, as a file. */
function save() {
  const rows = local.places.map((place) => local.rows[place]);
  saveFile(`${nameOfList().replace(/\.[^.]*$/, "")}-checked.csv`, asCsv(rows), "text/csv");
  say(`${counted(rows.length, "puzzle")} exported.`);
}
