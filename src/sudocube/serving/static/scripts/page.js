// @ts-check
/* The page is drawn from its state: `state` here, the puzzle (puzzle.js), the address (address.js) and the
   answers (asking.js). Whoever changes one of them calls `redraw`; nothing patches the document by hand. */

import { html, nothing, render } from "../vendor/lit-html.js";

/** What is neither of the puzzle, nor in the address, nor an answer. */
export const state = {
  /** The selected cell of the puzzle. */
  selected: 0,
  isPencil: false,
  showsCandidates: false,
  /** Whether all but board and sentence is hidden. */
  isPresenting: false,
  /** On a narrow page: whether the keys to type with are shown beside another panel than Puzzle. */
  isEditing: false,
  /** @type {null | { text: any, tone: string, more?: any }} */
  notice: null,
  /** The player that the arrow keys move: see player.js. @type {null | import("./player.js").Player} */
  player: null,
};

/** @type {() => void} */
let draw = () => {};
let isWaiting = false;
/** @type {(() => void)[]} */
let afterwards = [];

/** What draws everything; main.js says it once. @param {() => void} drawing */
export function drawWith(drawing) {
  draw = drawing;
  redraw();
}

/** Draw once, before the browser shows its next picture. */
export function redraw() {
  if (isWaiting) return;
  isWaiting = true;
  if (document.hidden) setTimeout(drawNow);
  else requestAnimationFrame(drawNow);
}

function drawNow() {
  isWaiting = false;
  draw();
  const now = afterwards;
  afterwards = [];
  for (const one of now) one();
}

/** Do something once the new state is drawn: move the focus, or scroll. @param {() => void} work */
export function afterDraw(work) {
  afterwards.push(work);
  redraw();
}

/** Change what a panel remembers, and draw it. @param {any} target @param {Record<string, any>} changes */
export function assign(target, changes) {
  Object.assign(target, changes);
  redraw();
}

/** @param {Partial<typeof state>} changes */
export const change = (changes) => assign(state, changes);

/** What hears that a form is sent: it is not, but `work` is done. @param {(event: any) => void} work */
export const onSubmit = (work) => (event) => {
  event.preventDefault();
  work(event);
};

/** Focus the first element that a selector finds, once it is drawn. @param {string} selector */
export function focusOn(selector) {
  afterDraw(() => /** @type {HTMLElement | null} */ (document.querySelector(selector))?.focus());
}

const MOST_SAID = 4; // texts that follow each other quickly are all read out

/** Tell a screen reader. @param {string} text */
export function say(text) {
  const said = /** @type {HTMLElement} */ (document.getElementById("said"));
  const line = document.createElement("p");
  line.textContent = text;
  said.append(line);
  while (said.children.length > MOST_SAID) said.firstChild?.remove();
}

/** A short notice over the page; Escape closes it. @param {any} text @param {any} [more] links and buttons */
export function notify(text, tone = "note", more = nothing) {
  change({ notice: { text, tone, more } });
}

export function forgetNotice() {
  if (state.notice) change({ notice: null });
}

export function noticeView() {
  if (!state.notice) return nothing;
  const { text, tone, more } = state.notice;
  return html`<div class="notice message ${tone}" role=${tone === "bad" ? "alert" : "status"}>
    <p>${text}</p>
    <div class="tools">${more}
      <button type="button" class="button quiet" @click=${forgetNotice}>Close</button></div>
  </div>`;
}

/** Open a dialog; it goes when it is closed. `body` draws it from what it remembers, which `set` changes;
    returns `set`. @param {string} title @param {any} memory
    @param {(memory: any, set: (changes: any) => void, close: () => void) => any} body */
export function openDialog(title, memory, body) {
  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-label", title);
  const set = (changes) => {
    Object.assign(memory, changes);
    render(html`<h2>${title}</h2>${body(memory, set, () => dialog.close())}`, dialog);
  };
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  set({});
  dialog.showModal();
  return set;
}

/** Give a file to the one who looks at the page. @param {string} name @param {string | Blob} content */
export function saveFile(name, content, type = "text/plain") {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = document.createElement("a");
  Object.assign(link, { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Something small that this browser keeps; storage may be forbidden, then it lasts as long as the page.
    @param {string} key @param {any} otherwise */
export function kept(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(`sudocube-${key}`) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** @param {string} key @param {any} value null forgets it */
export function keep(key, value) {
  try {
    if (value === null) localStorage.removeItem(`sudocube-${key}`);
    else localStorage.setItem(`sudocube-${key}`, JSON.stringify(value));
  } catch {
    // nothing to do: see above
  }
}

const sheets = new Set();

/** Add a style sheet of static/, once. @param {string} file */
export function style(file) {
  if (sheets.has(file)) return;
  sheets.add(file);
  const link = document.createElement("link");
  Object.assign(link, { rel: "stylesheet", href: new URL(`../${file}`, import.meta.url).href });
  document.head.append(link);
}
