/* The shell: which panel is open, and the links between panels. Panels are listed in PANELS, and loaded when opened.

   The links stand in index.html, so that nothing moves when this script comes. The rest is shown when the first
   panel is there, for the same reason. */

import { address, isStatic } from "./address.js";
import { fill, h } from "./dom.js";
import { failed, newPage, say, takesPuzzle } from "./page_parts.js";
import { PuzzleSide } from "./puzzle_side.js";
import { PuzzleState } from "./puzzle_state.js";
import { themeButton } from "./theme.js";

/** The module of each path. To add a panel: a line here, its module, and its link in index.html. */
const PANELS = {
  start: "panels/start.js",
  unique: "panels/unique.js",
  "why-not": "panels/why_not.js",
  steps: "panels/steps.js",
  proof: "panels/proof.js",
  clauses: "panels/clauses.js",
  list: "panels/list.js",
  make: "panels/make.js",
  lesson: "lesson/overview.js",
};
const NOT_FOUND = "There is no panel of that name, or sudocube does not run any more. Choose another one above, or reload.";
const SCENE = /^lesson\/([a-z0-9-]+)$/;

const main = document.getElementById("main");
const panelBox = document.getElementById("panel");
const heading = document.getElementById("title");
const puzzle = new PuzzleState();
const links = new Map();
let mounted = { panel: null, end() {}, leave() {} };
let handed = null;

function open(panel, { values = {}, file = null } = {}) {
  handed = file;
  address.open(panel, { ...puzzle.toAddress(), ...values });
}

const side = new PuzzleSide(document.getElementById("puzzle"), puzzle, open);

function moduleOf(panel) {
  const scene = SCENE.exec(panel);
  if (scene) return `lesson/${scene[1].replaceAll("-", "_")}.js`;
  return Object.hasOwn(PANELS, panel) ? PANELS[panel] : undefined;
}

/** Read the puzzle of the address, and open its panel if it is not open yet. */
async function arrive() {
  const isFirst = mounted.panel === null;
  if (!puzzle.fromAddress(address.get, { isFirst })) side.readAddress(address.get("p"), address.get("box"));
  if (address.panel === mounted.panel && !handed) return;
  const panel = address.panel;
  leave();
  mounted.panel = panel;
  for (const [name, link] of links) {
    if (name === panel.split("/")[0]) link.setAttribute("aria-current", name === panel ? "page" : "true");
    else link.removeAttribute("aria-current");
  }
  const file = moduleOf(panel);
  const host = h("div", { id: "host" });
  const module = file && (await import(new URL(`../${file}`, import.meta.url).href).catch(() => null));
  if (mounted.panel !== panel) return;
  if (!module) return void show(panel, "Not found", host, h("p", {}, NOT_FOUND));
  try {
    const { page, end } = newPage({ puzzle, side, open, handed });
    handed = null;
    mounted.end = end;
    main.classList.toggle("compact", panel !== "start");
    main.classList.toggle("alone", module.layout === "alone" || panel.startsWith("lesson"));
    heading.hidden = SCENE.test(panel); // a scene has a heading of its own
    show(panel, module.title, host);
    if (!isFirst) panelBox.focus({ preventScroll: true });
    const { leave: left = () => {} } = (await module.mount(host, page)) ?? {};
    if (mounted.panel === panel) mounted.leave = left;
    else left();
  } catch (error) {
    show(panel, "Something went wrong", host, failed(error));
    console.error(error);
  }
}

function show(panel, title, host, ...children) {
  heading.textContent = title;
  document.title = panel === "start" ? "sudocube" : `${title} · sudocube`;
  document.getElementById("host").replaceWith(fill(host, children));
  main.removeAttribute("aria-busy");
  if (panel !== "start") say(title);
}

function leave() {
  mounted.leave();
  mounted.end();
  mounted = { panel: null, end() {}, leave() {} };
}

/** A click on a link to a panel opens it here; with a key or another button the browser does as it always does. */
function follow(event) {
  const link = event.target.closest?.("a[data-panel]");
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (!link || isStatic || !isPlain || event.defaultPrevented) return;
  event.preventDefault();
  const there = new URL(link.href);
  if (there.href === location.href) return;
  history.pushState(null, "", there.href);
  dispatchEvent(new PopStateEvent("popstate"));
  scrollTo({ top: 0 });
}

for (const link of document.querySelectorAll(".top a[data-panel]")) {
  const { panel } = link.dataset;
  takesPuzzle(link, panel, puzzle);
  if (link.closest("nav")) links.set(panel, link);
}
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault(); // the address keeps the puzzle
  panelBox.focus();
});
document.querySelector(".top").append(themeButton());
document.addEventListener("click", follow);
puzzle.onChange(() => address.replace(puzzle.toAddress()));
address.onMove(arrive);
arrive();
