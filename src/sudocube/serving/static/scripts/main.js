// @ts-check
/* The shell: which panel is open, what is drawn, and the keys that work everywhere. */

import { html, nothing, render } from "../vendor/lit-html.js";
import { follow, hrefOf, isStatic, onMove, panelName } from "./address.js";
import { afterDrawing, beforeDrawing } from "./asking.js";
import { listen, notePuzzle, readAddress } from "./dialogs.js";
import { change, drawWith, forgetNotice, noticeView, redraw, say, state } from "./page.js";
import { button, fault } from "./parts.js";
import { playerKey, stopPlaying } from "./player.js";
import { puzzle } from "./puzzle.js";
import { keyAnywhere, sideView } from "./side.js";

/**
 * A panel: what it shows now. `board` is laid over the puzzle (side.js), unless it stands `alone`.
 * @typedef {{ title: string, draw: () => Drawn, layout?: string }} Panel
 * @typedef {{ body: any, board?: import("./side.js").Overlay }} Drawn
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
const NOT_FOUND = "There is no panel of that name. Choose one above.";
const GONE = "This panel could not be loaded: the server has ended. Start `sudocube serve` again.";

const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const [header, main, side, panelBox, overlays] = ["header", "main", "puzzle", "panel", "overlays"].map(part);
/** @type {Map<string, Panel>} */
const loaded = new Map();
let shown = "";

/** @param {string} title @param {any} body @returns {Panel} */
const alone = (title, body) => ({ title, draw: () => ({ body }), layout: "alone" });

/** The panel of a name; none as long as it is being loaded. @param {string} name */
function panelOf(name) {
  const [first, more] = name.split("/");
  const isPanel = Object.hasOwn(PANELS, first) && (first === "lesson" || more === undefined);
  if (!isPanel) return alone("Not found", html`<p>${NOT_FOUND}</p>`);
  if (!loaded.has(first)) load(first);
  return loaded.get(first);
}

/** @param {string} name */
async function load(name) {
  try {
    loaded.set(name, await import(new URL(`../${PANELS[name]}`, import.meta.url).href));
  } catch (error) {
    console.warn(error);
    const retry = () => {
      loaded.delete(name);
      redraw();
    };
    loaded.set(name, alone("Not loaded", html`${fault(GONE)}${button("Try again", retry)}`));
  }
  redraw();
}

function draw() {
  const name = panelName();
  const panel = panelOf(name);
  if (!panel) return;
  beforeDrawing();
  state.player = null;
  if (shown !== name) stopPlaying();
  const { body, board = {} } = panel.draw();
  const isAlone = panel.layout === "alone";
  const classes = ["two-columns", isAlone && "alone", name !== "puzzle" && "compact"];
  main.className = classes.filter(Boolean).join(" ");
  main.removeAttribute("aria-busy");
  document.body.classList.toggle("presenting", state.isPresenting);
  render(headerView(name), header);
  render(isAlone ? nothing : sideView(board, name === "puzzle"), side);
  render(html`<h1 id="title" ?hidden=${name.includes("/")}>${panel.title}</h1>
    <div id="host" data-panel=${name}>${body}</div>`, panelBox);
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
  const current = { [first]: "page", ...(first === "lesson" ? { encodings: "true" } : {}) };
  const links = Object.entries(isStatic ? { lesson: "Lesson" } : LINKS);
  const link = ([panel, label]) => html`<a href=${hrefOf(panel)} data-panel=${panel}
    aria-current=${current[panel] ?? nothing}>${label}</a>`;
  const leave = { kind: "quiet", title: "S: board and sentence alone, and large; Escape ends it" };
  return html`<a class="brand" href=${hrefOf(isStatic ? "lesson" : "puzzle")} data-panel="puzzle"><img alt=""
      src=${new URL("../icon.svg", import.meta.url).pathname} width="28" height="28">sudocube</a>
    <nav aria-label="Panels">${links.map(link)}</nav>
    <span class="top-tools">${button(state.isPresenting ? "Leave" : "Present", present, leave)}</span>`;
}

function present() {
  change({ isPresenting: !state.isPresenting });
  say(state.isPresenting ? "Only board and sentence are shown. Escape ends it." : "All is shown.");
}

const TYPING = "input:not([type=checkbox], [type=radio], [type=range]), textarea, select";

/** @param {KeyboardEvent} event */
function key(event) {
  if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
  if (event.key === "Escape") {
    forgetNotice();
    if (state.isPresenting) change({ isPresenting: false });
  } else if (/** @type {HTMLElement} */ (event.target).matches?.(TYPING)) return;
  else if (event.key.toLowerCase() === "s" && isPlain) present();
  else if (playerKey(event) || (side.firstElementChild && keyAnywhere(event))) event.preventDefault();
}

/** A click on a link to a panel opens it here; with a key or another button the browser does as always.
    @param {MouseEvent} event */
function click(event) {
  const link = /** @type {Element} */ (event.target).closest?.("a[data-panel]");
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (!link || isStatic || !isPlain || event.defaultPrevented) return;
  event.preventDefault();
  follow(/** @type {HTMLAnchorElement} */ (link).href);
}

/** Take the puzzle of the address; scenes of the lesson do so themselves. */
function takePuzzle(how = {}) {
  if (!panelName().startsWith("lesson") && !puzzle.readAddress(how)) readAddress();
}

/** @type {HTMLElement} */ (document.querySelector(".skip")).addEventListener("click", (event) => {
  event.preventDefault(); // the address keeps the puzzle
  panelBox.focus();
});
document.addEventListener("click", click);
document.addEventListener("keydown", key);
listen();
takePuzzle({ isFirst: true });
onMove(() => takePuzzle());
drawWith(draw);
