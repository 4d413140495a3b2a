// @ts-check
/* What the address holds: the path names the panel, the fragment the puzzle and the panel's own state.

     /why#p=1.....2..3.....4&at=3      the panel "why", a puzzle, and a key of the panel
     /lesson/cube#p=…                  the scene "lesson/cube"

   The puzzle (the keys p, box and m, see puzzle.js) goes along from panel to panel; other keys belong to one
   panel. In a static edition `base` is a relative path, and each scene is a file of its own. */

import { redraw } from "./page.js";

/** @param {string} name */
const meta = (name) => document.querySelector(`meta[name="sudocube-${name}"]`)?.getAttribute("content");

/** Where the page's files begin. */
export const base = meta("base") ?? "/";
/** Whether there is no server. */
export const isStatic = meta("static") !== undefined;
const isFramed = meta("panel");

const OF_PUZZLE = ["p", "box", "m"];

/** @type {Set<() => void>} */
const listeners = new Set();

/** The name of the panel: "puzzle", "why", "lesson", "lesson/NAME", or what was typed. */
export function panelName() {
  if (isFramed) return isFramed;
  const { pathname } = location;
  const root = new URL(base, document.baseURI).pathname;
  const name = pathname.startsWith(root) ? pathname.slice(root.length).replace(/\/$/, "") : "";
  return name === "" || name === "index.html" ? "puzzle" : name;
}

/** A fragment without "=" is a place of the page (#panel), and no state. */
const namesPlace = () => location.hash !== "" && !location.hash.includes("=");

let known = { hash: "", values: new URLSearchParams() };
function values() {
  if (known.hash !== location.hash && !namesPlace()) {
    known = { hash: location.hash, values: new URLSearchParams(location.hash.slice(1)) };
  }
  return known.values;
}

/** @param {Iterable<[string, string]>} before @param {Record<string, any>} changes null removes a key */
function hashWith(before, changes) {
  const after = Object.entries({ ...Object.fromEntries(before), ...changes })
    .filter(([, value]) => value !== null && value !== undefined && value !== "");
  const pairs = after.map((pair) => pair.map(encodeURIComponent).join("=")).join("&");
  return pairs && `#${pairs.replaceAll("%2C", ",").replaceAll("%3A", ":").replaceAll("%20", "+")}`;
}

/** A value of the fragment, or null. @param {string} key */
export const get = (key) => values().get(key);

/** Change keys of the fragment; with `isEntry`, Back leads to what was before.
    @param {Record<string, any>} changes */
export function put(changes, { isEntry = false } = {}) {
  const hash = hashWith(values(), changes);
  if (hash === location.hash) return;
  const href = location.pathname + location.search + hash;
  if (isEntry) history.pushState(null, "", href);
  else history.replaceState(history.state, "", href);
  redraw();
}

/** The address of a panel that takes the puzzle along.
    @param {string} panel @param {Record<string, any>} [more] */
export function hrefOf(panel, more = {}) {
  const name = panel === "puzzle" ? "" : panel;
  const puzzle = Object.fromEntries(OF_PUZZLE.map((key) => [key, get(key)]));
  return base + name + (isStatic && name ? "/" : "") + hashWith([], { ...puzzle, ...more });
}

/** Go to a panel: an entry of the history. @param {string} panel @param {Record<string, any>} [more] */
export function go(panel, more = {}) {
  follow(hrefOf(panel, more));
}

/** @param {string} href */
export function follow(href) {
  if (isStatic) {
    location.href = href;
    return;
  }
  if (new URL(href, location.href).href === location.href) return;
  history.pushState(null, "", href);
  moved();
  scrollTo({ top: 0 });
}

/** Hear of Back, Forward, `go`, and a fragment that was typed. @param {() => void} listener */
export const onMove = (listener) => listeners.add(listener);

function moved() {
  for (const one of listeners) one();
  redraw();
}

addEventListener("popstate", () => namesPlace() || moved()); // a fragment that was typed is a popstate, too
