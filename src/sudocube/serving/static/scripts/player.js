// @ts-check
/* Back and forth through what comes one after the other: solutions, steps, proofs, traces, scenes.

   The buttons, a slider, Play, and the keys: the player that was drawn last hears the arrows, Page Up, Page Down, Home
   and End wherever the focus is, unless a board, a text or a list needs them for itself. */

import { html, nothing } from "../vendor/lit-html.js";
import { afterDraw, redraw, state } from "./page.js";

/**
 * @typedef {object} Player
 * @property {string} name a name of its own
 * @property {string} label what is gone through: "Steps"
 * @property {number} at counts from 0
 * @property {number} count
 * @property {(at: number) => string} words what stands between the buttons
 * @property {(at: number) => void} onMove
 * @property {boolean} [canPlay] whether there is a button Play
 * @property {any} [more] further buttons
 */

/** @type {[string, string, (at: number, count: number) => number][]} */
const BUTTONS = [
  ["|◀", "First", () => 0],
  ["◀", "Back", (at) => at - 1],
  ["▶", "Next", (at) => at + 1],
  ["▶|", "Last", (_, count) => count - 1],
];
const KEYS = { ArrowLeft: 1, ArrowRight: 2, PageUp: 1, PageDown: 2, Home: 0, End: 3 };
const PAUSE = 900;

let playing = "";
let timer = 0;

/** @param {Player} player @param {number} to */
function move(player, to) {
  const within = Math.min(Math.max(to, 0), player.count - 1);
  if (player.count && within !== player.at) player.onMove(within);
}

/** Press a button of the player; keys that follow each other before it is drawn anew all count. @param {number} button */
function press(button) {
  const { player } = state;
  if (!player) return;
  const to = Math.min(Math.max(BUTTONS[button][2](player.at, player.count), 0), player.count - 1);
  move(player, to);
  state.player = { ...player, at: to };
}

/** Whether the key was one of the player's. @param {KeyboardEvent} event */
export function playerKey(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (!state.player || !(event.key in KEYS) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
  const isPage = event.key.startsWith("Page");
  if (target.closest("input, textarea, select, dialog, [data-own-keys]") || (!isPage && target.closest("[role=grid]"))) return false;
  press(KEYS[/** @type {keyof typeof KEYS} */ (event.key)]);
  return true;
}

export function stopPlaying() {
  clearTimeout(timer);
  playing = "";
}

function goOn() {
  const { player } = state;
  if (!player || player.name !== playing || player.at >= player.count - 1) {
    stopPlaying();
    redraw();
    return;
  }
  move(player, player.at + 1);
  timer = setTimeout(goOn, PAUSE);
}

/** @param {Player} given */
export function player(given) {
  const { name, label, at, count, words, canPlay = false, more = nothing } = given;
  state.player = given;
  const isPlaying = playing === name;
  const play = () => {
    stopPlaying();
    if (!isPlaying) {
      playing = name;
      if (at >= count - 1) move(given, 0);
      timer = setTimeout(goOn, PAUSE / 3);
    }
    redraw();
  };
  const button = ([sign, title, to], number) => html`<button type="button" class="button" title=${title}
    aria-disabled=${String(number < 2 ? at <= 0 : at >= count - 1)} @click=${() => move(given, to(at, count))}>
    <span aria-hidden="true">${sign}</span><span class="unseen">${title}</span></button>`;
  return html`<div class="player" role="group" aria-label=${label}>
    <div class="steps">${BUTTONS.slice(0, 2).map((one, number) => button(one, number))}<output aria-live="off">${words(at)}</output>${
      BUTTONS.slice(2).map((one, number) => button(one, number + 2))}${canPlay ? html`<button type="button" class="button"
        aria-pressed=${String(isPlaying)} @click=${play}>${isPlaying ? "Pause" : "Play"}</button>` : nothing}${more}</div>
    <input type="range" min="0" max=${Math.max(count - 1, 0)} .value=${Object(String(at))} aria-label="${label}: place"
      aria-valuetext=${words(at)} @input=${(/** @type {any} */ event) => move(given, Number(event.target.value))}>
  </div>`;
}

/** Very many rows of one height, of which only those in sight are in the document. @type {Map<string, number>} */
const tops = new Map();
const MORE = 10;

/** The rows in sight: { first, last, above, below, onscroll }; `seen` is the height of the box in pixels.
    @param {string} name @param {number} count @param {number} height of a row, in pixels @param {number} seen */
export function inSight(name, count, height, seen) {
  const top = Math.min(tops.get(name) ?? 0, Math.max(count * height - seen, 0));
  const first = Math.max(0, Math.floor(top / height) - MORE);
  const last = Math.min(count, Math.ceil((top + seen) / height) + MORE);
  const onscroll = (/** @type {Event} */ event) => {
    const box = /** @type {HTMLElement} */ (event.currentTarget);
    if (box.scrollTop === tops.get(name)) return;
    tops.set(name, box.scrollTop);
    redraw();
  };
  return { first, last, above: first * height, below: (count - last) * height, onscroll };
}

/** Bring a row into sight, and perhaps the focus to it. @param {string} name the id of the box that scrolls
    @param {number} place @param {number} height */
export function bringIntoSight(name, place, height, { isFocused = false, head = 0 } = {}) {
  afterDraw(() => {
    const box = document.getElementById(name);
    if (!box) return;
    const seen = box.clientHeight - head;
    if (place * height < box.scrollTop) box.scrollTop = place * height;
    else if ((place + 1) * height > box.scrollTop + seen) box.scrollTop = (place + 1) * height - seen;
    tops.set(name, box.scrollTop);
    afterDraw(() => {
      if (!isFocused) return;
      const row = /** @type {HTMLElement | null} */ (box.querySelector(`[data-place="${place}"]`));
      row?.focus({ preventScroll: true });
      row?.scrollIntoView({ block: "nearest" }); // where the box itself is not wholly in sight
    });
  });
}

const ROW = 28;
const SEEN = 272;
/** @type {Map<string, number>} */
const shownPlaces = new Map();

/** The list of all rows of a player: one tab stop, arrows move within it; a click goes to a row.
    @param {{ name: string, label: string, count: number, at: number, row: (place: number) => any, onMove: (place: number) => void }} given */
export function rowList({ name, label, count, at, row, onMove }) {
  if (shownPlaces.get(name) !== at) {
    shownPlaces.set(name, at);
    if (at >= 0) bringIntoSight(name, at, ROW);
  }
  const { first, last, above, below, onscroll } = inSight(name, count, ROW, SEEN);
  const key = (/** @type {KeyboardEvent} */ event) => {
    const ways = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: count - 1 };
    const to = ways[/** @type {keyof typeof ways} */ (event.key)];
    if (to === undefined) return;
    event.preventDefault();
    const within = Math.min(Math.max(to, 0), count - 1);
    onMove(within);
    bringIntoSight(name, within, ROW, { isFocused: true });
  };
  const one = (/** @type {number} */ place) => {
    const { words, kind = "", depth = 0 } = row(place);
    return html`<li .style="--depth: ${Math.min(depth, 6)}"><button type="button" class="quiet" data-kind=${kind} data-place=${place}
      tabindex=${place === Math.max(at, 0) ? 0 : -1} aria-current=${place === at ? "step" : nothing} @click=${() => onMove(place)}
      ><span class="row-number">${place + 1}</span>${words}</button></li>`;
  };
  return html`<div class="walk-list" id=${name} data-own-keys @scroll=${onscroll} @keydown=${key}>
    <ol aria-label=${label} .style="padding: ${above}px 0 ${below}px">${Array.from({ length: Math.max(last - first, 0) }, (_, number) => one(first + number))}</ol></div>`;
}
