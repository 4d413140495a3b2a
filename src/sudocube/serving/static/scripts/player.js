// @ts-check
/* Back and forth through what comes one after the other: solutions, steps, proofs, traces, scenes.

   The buttons, a slider, Play, and the keys: the player that was drawn last hears the arrows, Page Up, Page
   Down, Home and End wherever the focus is, unless a board, a text or a list needs them for itself. */

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

/** The player is then there at once, so that keys count that follow before it is drawn anew.
    @param {Player} player @param {number} to */
function move(player, to) {
  const at = Math.max(0, Math.min(to, player.count - 1));
  if (player.count && at !== player.at) player.onMove(at);
  state.player = { ...player, at };
}

/** Whether the key was one of the player's. @param {KeyboardEvent} event */
export function playerKey({ target, key, ctrlKey, metaKey, altKey, shiftKey }) {
  const { player } = state;
  if (!player || !(key in KEYS) || ctrlKey || metaKey || altKey || shiftKey) return false;
  const others = "input, textarea, select, dialog, [data-own-keys]";
  const owner = key.startsWith("Page") ? others : `${others}, [role=grid]`;
  if (/** @type {HTMLElement} */ (target).closest(owner)) return false;
  const [, , to] = BUTTONS[KEYS[key]];
  move(player, to(player.at, player.count));
  return true;
}

export function stopPlaying() {
  clearTimeout(timer);
  playing = "";
}

function goOn() {
  const { player } = state;
  if (player?.name === playing && player.at < player.count - 1) {
    move(player, player.at + 1);
    timer = setTimeout(goOn, PAUSE);
  } else {
    stopPlaying();
    redraw();
  }
}

/** @param {Player} given */
function turnPlaying(given) {
  const isPlaying = playing === given.name;
  stopPlaying();
  if (!isPlaying) {
    playing = given.name;
    if (given.at >= given.count - 1) move(given, 0);
    timer = setTimeout(goOn, PAUSE / 3);
  }
  redraw();
}

/** @param {Player} given */
export function player(given) {
  const { name, label, at, count, words, canPlay = false, more = nothing } = given;
  state.player = given;
  const buttons = BUTTONS.map(([sign, title, to], number) => html`<button type="button" class="button"
    title=${title} aria-disabled=${String(at === (number < 2 ? 0 : count - 1))}
    @click=${() => move(given, to(at, count))}><span aria-hidden="true">${sign}</span><span
    class="unseen">${title}</span></button>`);
  const isPlaying = playing === name;
  const play = html`<button type="button" class="button" aria-pressed=${String(isPlaying)}
    @click=${() => turnPlaying(given)}>${isPlaying ? "Pause" : "Play"}</button>`;
  return html`<div class="player" role="group" aria-label=${label}>
    <div class="steps">${buttons.slice(0, 2)}<output aria-live="off">${words(at)}</output>${buttons.slice(2)}
      ${canPlay ? play : nothing}${more}</div>
    <input type="range" min="0" max=${Math.max(count - 1, 0)} .value=${Object(String(at))}
      aria-label="${label}: place" aria-valuetext=${words(at)}
      @input=${(event) => move(given, Number(event.target.value))}></div>`;
}

// Very many rows of one height, of which only those in sight are in the document

/** How far each box was scrolled. @type {Map<string, number>} */
const tops = new Map();
const MORE = 10;

/** The rows in sight: the places first to last, and the space above and below them.
    @param {string} name the id of the box @param {number} height of a row @param {number} seen of the box */
export function inSight(name, count, height, seen) {
  const top = Math.min(tops.get(name) ?? 0, Math.max(count * height - seen, 0));
  const first = Math.max(0, Math.floor(top / height) - MORE);
  const last = Math.min(count, Math.ceil((top + seen) / height) + MORE);
  const onscroll = ({ currentTarget: box }) => {
    if (box.scrollTop === tops.get(name)) return;
    tops.set(name, box.scrollTop);
    redraw();
  };
  const places = Array.from({ length: Math.max(last - first, 0) }, (_, at) => first + at);
  return { places, above: first * height, below: (count - last) * height, onscroll };
}

/** Bring a row into sight, and perhaps the focus to it. @param {string} name @param {number} place */
export function bringIntoSight(name, place, height, { isFocused = false, head = 0 } = {}) {
  afterDraw(() => {
    const box = document.getElementById(name);
    if (!box) return;
    const seen = box.clientHeight - head;
    box.scrollTop = Math.max(Math.min(box.scrollTop, place * height), (place + 1) * height - seen);
    tops.set(name, box.scrollTop);
    afterDraw(() => {
      if (!isFocused) return;
      const row = /** @type {HTMLElement | null} */ (box.querySelector(`[data-place="${place}"]`));
      row?.focus({ preventScroll: true });
      row?.scrollIntoView({ block: "nearest" }); // where the box itself is not wholly in sight
    });
  });
}

/** The place to which a key leads in a list; undefined for any other key.
    @param {KeyboardEvent} event @param {number} at @param {number} count @param {number} page rows of one */
export function listKey(event, at, count, page) {
  const ways = {
    ArrowUp: at - 1, ArrowDown: at + 1, PageUp: at - page, PageDown: at + page, Home: 0, End: count - 1,
  };
  if (!(event.key in ways)) return undefined;
  event.preventDefault();
  return Math.max(0, Math.min(ways[event.key], count - 1));
}

const ROW = 28;
const SEEN = 272;
/** @type {Map<string, number>} */
const shownPlaces = new Map();

/** The list of all rows of a player: one tab stop, arrows move within it; a click goes to a row. */
export function rowList({ name, label, count, at, row, onMove }) {
  if (shownPlaces.get(name) !== at) {
    shownPlaces.set(name, at);
    if (at >= 0) bringIntoSight(name, at, ROW);
  }
  const { places, above, below, onscroll } = inSight(name, count, ROW, SEEN);
  const key = (event) => {
    const to = event.key.startsWith("Page") ? undefined : listKey(event, at, count, 1);
    if (to === undefined) return;
    onMove(to);
    bringIntoSight(name, to, ROW, { isFocused: true });
  };
  const one = (place) => {
    const { words, kind = "", depth = 0 } = row(place);
    return html`<li .style="--depth: ${depth}"><button type="button" class="quiet" data-kind=${kind}
      data-place=${place} tabindex=${place === Math.max(at, 0) ? 0 : -1}
      aria-current=${place === at ? "step" : nothing} @click=${() => onMove(place)}><span
      class="row-number">${place + 1}</span>${words}</button></li>`;
  };
  return html`<div class="walk-list" id=${name} data-own-keys @scroll=${onscroll} @keydown=${key}>
    <ol aria-label=${label} .style="padding: ${above}px 0 ${below}px">${places.map(one)}</ol></div>`;
}
