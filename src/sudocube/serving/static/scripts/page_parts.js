/* What a panel or a scene gets as `page`. A module of a panel (static/panels/NAME.js) or scene (static/lesson/NAME.js)
   has this form:

     export const title = "Unique?";
     export const layout = "alone";      // only if the puzzle at the side is to be hidden: wide tables (and all scenes)
     export function mount(host, page) { …; return { leave() {…} }; }      // leave may be missing; mount may be async

     page.puzzle               the puzzle (puzzle_state.js); page.puzzle.onChange(f) ends by itself when one leaves
     page.board                the board at the side: page.board.mark({ cells, candidates, labels }), and
                               page.board.place({ r1c1: 5 }, kind), which draws digits that are not part of the puzzle
                               ("placed" or "assumed"), and page.board.candidates({ r1c1: [1, 2] }). A change of the
                               puzzle, and leaving, removes all three. page.board.onPick(f): f(cell) for a click or Enter
     page.newBoard(options)    a further board (board.js), read-only unless said otherwise
     page.ask(command, fields, { onRow, onProgress, keep, signal })   see transport.js; ends by itself, as cancelled,
                               when the panel is left and, unless `keep`, when the puzzle changes
     page.isCancelled(error)   such an end; to be passed over in silence
     page.post(path, body, …)  an upload, which ends when the panel is left
     page.say(text)            tells a screen reader
     page.address              get(key), set(key, value), replace({…}) for the panel's own state; hrefOf(panel, values),
                               open(panel, values); onMove(f) for back and forward within the panel; keep() for an
                               entry of the history
     page.link(panel, label, values)    a link to another panel that takes the puzzle along
     page.href(panel, values)  the address of such a link, as it is now
     page.open(panel, { values, file }) goes there; `file` is handed to the panel as page.handed
     page.handed               a File that was dropped or opened, or null
     page.style("panels/steps.css")     adds a style sheet of static/; a promise that it is there
     page.isStatic             whether there is no server: page.ask fails then, and page.data still works
     page.data(name)           see transport.js
     page.failed(error)        a message to be shown for an error of page.ask: an element, or null if cancelled
     page.h, .fill, .button, .field, .choice    see dom.js
     page.geometryOf, .cellName, .cellIndex, .cellWords, .digitsOf, .textOf, .SYMBOLS    see geometry.js */

import { address, isStatic } from "./address.js";
import { Board } from "./board.js";
import * as dom from "./dom.js";
import * as geometry from "./geometry.js";
import { ask, data, isCancelled, post } from "./transport.js";

const said = document.getElementById("said");
const MOST_SAID = 4; // texts that follow each other quickly are all read out

export function say(text) {
  said.append(dom.h("p", {}, text));
  while (said.children.length > MOST_SAID) said.firstChild.remove();
}

const sheets = new Map();

export function style(file) {
  const href = new URL(`../${file}`, import.meta.url).href;
  if (!sheets.has(href)) {
    const link = dom.h("link", { rel: "stylesheet", href });
    sheets.set(href, new Promise((resolve) => { link.onload = link.onerror = resolve; }));
    document.head.append(link);
  }
  return sheets.get(href);
}

/** A message for an error of `ask`; null where nothing failed. */
export function failed(error) {
  if (isCancelled(error)) return null;
  return dom.h("p", { class: "message bad", role: "alert" }, error.message);
}

/** The `page` of one panel; `end` ends all that it began. */
export function newPage({ puzzle, side, open, handed }) {
  const left = new AbortController();
  let unchanged = new AbortController();
  const ends = [];
  const until = (end) => (ends.push(end), end);
  until(puzzle.onChange(() => {
    unchanged.abort();
    unchanged = new AbortController();
  }));
  const signalOf = ({ keep, signal }) =>
    AbortSignal.any([left.signal, ...(keep ? [] : [unchanged.signal]), ...(signal ? [signal] : [])]);
  const page = {
    ...dom,
    ...geometry,
    puzzle: watched(puzzle, until),
    board: side.overlay(until),
    newBoard: (options) => new Board(options),
    ask: (command, fields, options = {}) => ask(command, fields, { ...options, signal: signalOf(options) }),
    post: (path, body, options = {}) => post(path, body, { ...options, signal: signalOf({ keep: true, ...options }) }),
    isCancelled,
    failed,
    say,
    style,
    data,
    address: { __proto__: address, onMove: (listener) => until(address.onMove(listener)) },
    href: (panel, values = {}) => address.hrefOf(panel, { ...puzzle.toAddress(), ...values }),
    link: (panel, label, values = {}) => linkTo(panel, label, puzzle, values),
    open,
    handed: handed ?? null,
    isStatic,
  };
  return { page, end: () => (left.abort(), ends.forEach((one) => one())) };
}

/** A link to a panel whose address always names the puzzle as it is when it is followed. */
export function linkTo(panel, label, puzzle, values = {}) {
  return takesPuzzle(dom.h("a", { dataset: { panel } }, label), panel, puzzle, values);
}

export function takesPuzzle(link, panel, puzzle, values = {}) {
  const bringUpToDate = () => {
    link.href = address.hrefOf(panel, { ...puzzle.toAddress(), ...values });
  };
  for (const event of ["pointerdown", "focus", "click", "contextmenu"]) {
    link.addEventListener(event, bringUpToDate, { capture: true });
  }
  bringUpToDate();
  return link;
}

/** The puzzle, whose listeners end with the panel. */
function watched(puzzle, until) {
  return new Proxy(puzzle, {
    get(target, name) {
      if (name === "onChange") return (listener) => until(target.onChange(listener));
      const value = target[name];
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
