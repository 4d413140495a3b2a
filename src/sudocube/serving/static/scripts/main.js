// @ts-check
/* The shell: which panel is open, what is drawn, and the keys that work everywhere. */

import { html, nothing, render } from "../vendor/lit-html.js";
import { follow, get, hrefOf, isStatic, onMove, panelName } from "./address.js";
import { afterDrawing, beforeDrawing } from "./asking.js";
import { listen, notePuzzle, readAddress } from "./dialogs.js";
import { change, drawWith, forgetNotice, keep, kept, noticeView, redraw, say, state } from "./page.js";
import { button } from "./parts.js";
import { playerKey, stopPlaying } from "./player.js";
import { puzzle } from "./puzzle.js";
import { keyAnywhere, sideView } from "./side.js";

/**
 * A panel: what it shows now. `board` is laid over the puzzle (side.js); a panel that is `alone` has no puzzle beside it.
 * @typedef {{ title: string, draw: () => { body: any, board?: import("./side.js").Overlay }, layout?: string }} Panel
 */

/** The module of each panel. To add one: a line here, its module, and its link below. */
const PANELS = {
  puzzle: "panels/puzzle.js",
  why: "panels/why.js",
  list: "panels/list.js",
  make: "panels/make.js",
  encodings: "panels/encodings.js",
  lesson: "lesson/lesson.js",
};
const LINKS = { puzzle: "Puzzle", why: "Why", list: "List", make: "Make", encodings: "Encodings" };
const THEMES = { "": "Colours: auto", light: "Colours: light", dark: "Colours: dark" };
const NOT_FOUND = "There is no panel of that name. Choose one above.";
const GONE = "This panel could not be loaded: the server has ended. Start `sudocube serve` again.";

const [header, side, panelBox, overlays] = ["header", "puzzle", "panel", "overlays"].map((id) => /** @type {HTMLElement} */ (document.getElementById(id)));
const main = /** @type {HTMLElement} */ (document.getElementById("main"));
/** @type {Map<string, Panel | "gone">} */
const loaded = new Map();
let shown = "";

/** @param {string} name */
function panelOf(name) {
  const [first] = name.split("/");
  const file = Object.hasOwn(PANELS, first) && (first === "lesson" || first === name) ? PANELS[/** @type {keyof typeof PANELS} */ (first)] : null;
  if (!file) return alone("Not found", html`<p>${NOT_FOUND}</p>`);
  if (!loaded.has(first)) {
    import(new URL(`../${file}`, import.meta.url).href)
      .then((module) => loaded.set(first, module), (error) => { console.warn(error); loaded.set(first, "gone"); }).then(redraw);
    return null;
  }
  const panel = loaded.get(first);
  const retry = () => { loaded.delete(first); redraw(); };
  if (panel !== "gone") return /** @type {Panel} */ (panel);
  return alone("Not loaded", html`<p class="message bad" role="alert">${GONE}</p>${button("Try again", retry)}`);
}

/** @param {string} title @param {any} body @returns {Panel} */
const alone = (title, body) => ({ title, draw: () => ({ body }), layout: "alone" });

function draw() {
  const name = panelName();
  const panel = panelOf(name);
  if (!panel) return;
  beforeDrawing();
  state.player = null;
  if (shown !== name) stopPlaying();
  const { body, board = {} } = panel.draw();
  const isAlone = panel.layout === "alone";
  main.className = ["two-columns", isAlone && "alone", name !== "puzzle" && "compact"].filter(Boolean).join(" ");
  main.removeAttribute("aria-busy");
  document.body.classList.toggle("presenting", state.isPresenting);
  render(headerView(name), header);
  render(isAlone ? nothing : sideView(board, name === "puzzle"), side);
  render(html`<h1 id="title" ?hidden=${name.includes("/")}>${panel.title}</h1><div id="host" data-panel=${name}>${body}</div>`, panelBox);
  render(noticeView(), overlays);
  afterDrawing();
  notePuzzle();
  if (!name.includes("/")) document.title = name === "puzzle" ? "sudocube" : `${panel.title} · sudocube`;
  if (shown && shown !== name) {
    panelBox.focus({ preventScroll: true });
    say(panel.title);
  }
  shown = name;
}

/** @param {string} name */
function headerView(name) {
  const [first] = name.split("/");
  const current = first === "lesson" ? "encodings" : first;
  const links = isStatic ? { lesson: "Lesson" } : LINKS;
  const link = ([panel, label]) => html`<a href=${hrefOf(panel)} data-panel=${panel}
    aria-current=${panel === first ? "page" : panel === current ? "true" : nothing}>${label}</a>`;
  const theme = kept("theme", "");
  const names = Object.keys(THEMES);
  const turn = () => {
    const next = names[(names.indexOf(theme) + 1) % names.length];
    keep("theme", next || null);
    useTheme();
    redraw();
  };
  return html`<a class="brand" href=${hrefOf(isStatic ? "lesson" : "puzzle")} data-panel="puzzle"><img src="${new URL("../icon.svg", import.meta.url).pathname}" alt="" width="28" height="28">sudocube</a>
    <nav aria-label="Panels">${Object.entries(links).map(link)}</nav>
    <span class="top-tools">${button(state.isPresenting ? "Leave" : "Present", present, { kind: "quiet", title: "S: board and sentence alone, and large; Escape ends it" })}
      ${button(THEMES[/** @type {keyof typeof THEMES} */ (theme)] ?? "", turn, { kind: "quiet theme" })}</span>`;
}

function useTheme() {
  document.documentElement.dataset.theme = kept("theme", "");
}

function present() {
  change({ isPresenting: !state.isPresenting });
  say(state.isPresenting ? "Only the board and the sentence are shown. Escape brings the rest back." : "All is shown.");
}

/** @param {KeyboardEvent} event */
function key(event) {
  if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
  const target = /** @type {HTMLElement} */ (event.target);
  const isTyping = target.matches?.("input:not([type=checkbox], [type=radio], [type=range]), textarea, select");
  if (event.key === "Escape") {
    forgetNotice();
    if (state.isPresenting) change({ isPresenting: false });
  } else if (isTyping) return;
  else if (event.key.toLowerCase() === "s" && !event.ctrlKey && !event.metaKey && !event.altKey) present();
  else if (playerKey(event) || (side.firstElementChild && keyAnywhere(event))) event.preventDefault();
}

/** A click on a link to a panel opens it here; with a key or another button the browser does as it always does. @param {MouseEvent} event */
function click(event) {
  const link = /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest?.("a[data-panel]"));
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (!link || isStatic || !isPlain || event.defaultPrevented) return;
  event.preventDefault();
  follow(link.href);
}

/** @type {HTMLElement} */ (document.querySelector(".skip")).addEventListener("click", (event) => {
  event.preventDefault(); // the address keeps the puzzle
  panelBox.focus();
});
document.addEventListener("click", click);
document.addEventListener("keydown", key);
listen();
useTheme();
const readable = (/** @type {{ isFirst?: boolean }} */ how) => {
  if (panelName().startsWith("lesson")) return; // scenes read the address for themselves
  if (!puzzle.readAddress(how)) readAddress();
};
readable({ isFirst: true });
onMove(() => readable({}));
drawWith(draw);
