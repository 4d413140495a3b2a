// @ts-check
/* Scene 9: a matching is moved by hand, and a value without one falls.

   Five cells of a unit, and a line from each to its candidates; thick ones are the matching, one for each.
   Who wants to know whether a cell can hold another digit takes it: its owner has to move on, and the next
   one. If nobody can move, the candidate falls. State: held, the digits of the cells in the matching; gone,
   the candidates that fell. */

import { html, svg } from "../vendor/lit-html.js";
import { assign, focusOn } from "../scripts/page.js";
import { button, counted, listed } from "../scripts/parts.js";

const UNIT = ["12", "12", "123", "345", "245"].map((digits) => Array.from(digits, Number));
const UNFIT = 4; // candidates that are in no matching
const ROW = 60; // pixels between two cells, as in lesson.css
const BEGIN = ["note", `Each cell has a digit of its own. Choose another candidate of a cell: can it be part
  of some way to fill the unit?`];

/** What is under way, which the address does not have: the digits while a cell has none, what was wanted,
    what is said, and the address for which all this holds. @type {any} */
const local = { of: "", held: [], wanted: null, said: BEGIN };

const name = (cell) => `r${cell + 1}`;

export const matching = {
  textAfter: "answer",
  keys: ["held", "gone"],
  draw(frame) {
    const gone = new Set((frame.get("gone") ?? "").split(".").filter(Boolean));
    const candidatesOf = (cell) => UNIT[cell].filter((digit) => !gone.has(`${cell}${digit}`));
    begin(frame, candidatesOf);
    const { held, said: [tone, words] } = local;
    const homeless = held.indexOf(null);
    const chip = (cell, digit) => {
      const [isGone, isHeld] = [gone.has(`${cell}${digit}`), held[cell] === digit];
      const how = (isGone && ", no candidate") || (isHeld && ", matched") || "";
      return button(String(digit), () => take(frame, cell, digit), {
        kind: `match-digit ${isGone ? "gone" : ""}`, isPressed: isHeld, name: `${name(cell)}, ${digit}${how}`,
        isUsable: !isGone && !isHeld && (homeless < 0 || homeless === cell),
      });
    };
    const cellView = (digits, cell) => html`<div class=${cell === homeless ? "homeless" : ""}>
      <b>${name(cell)}</b>${digits.map((digit) => chip(cell, digit))}</div>`;
    const line = (cell, digit) => {
      const kind = held[cell] === digit ? "held" : gone.has(`${cell}${digit}`) && "gone";
      const [y1, y2] = [ROW * (cell + 0.5), ROW * (digit - 0.5)];
      return svg`<line x1="0" x2="100" y1=${y1} y2=${y2} class=${kind || ""}></line>`;
    };
    const again = () => {
      frame.again();
      assign(local, { of: "" });
    };
    const fit = `Each that is left is part of some way to fill the unit: the all-different is
      domain-consistent.`;
    const tall = ROW * UNIT.length;
    const lines = UNIT.map((digits, cell) => digits.map((digit) => line(cell, digit)));
    return html`<div class="matching"><div class="match-cells">${UNIT.map(cellView)}</div>
        <svg viewBox="0 0 100 ${tall}" preserveAspectRatio="none" aria-hidden="true">${lines}</svg>
        <div class="match-digits" aria-hidden="true">
          ${UNIT.map((_, at) => html`<b>${at + 1}</b>`)}</div></div>
      <div class="match-told" aria-live="polite"><p class="message ${tone}">${words}</p>
        <p class="small soft">${counted(gone.size, "candidate has", "candidates have")} fallen.
          ${gone.size === UNFIT ? fit : ""}</p></div>
      <div class="tools">
        ${button("Nobody can move", () => giveUp(frame, gone, candidatesOf), { isUsable: homeless >= 0 })}
        ${button("From the beginning", again)}</div>`;
  },
};

const addressOf = (held, gone) => `at ${held} ${gone}`;

/** Take the state from the address, where it is another one than what is under way. */
function begin(frame, candidatesOf) {
  const of = addressOf(frame.get("held"), frame.get("gone"));
  if (local.of === of) return;
  const read = Array.from(frame.get("held") ?? "", Number);
  const isMatching = new Set(read).size === UNIT.length
    && read.every((digit, cell) => candidatesOf(cell).includes(digit));
  Object.assign(local, { of, held: isMatching ? read : [1, 2, 3, 4, 5], wanted: null, said: BEGIN });
}

/** Put a finished state into the address, and say what came of it. */
function settle(frame, held, gone, words) {
  Object.assign(local, { of: addressOf(held, gone), held: Array.from(held, Number) });
  frame.set({ held, gone });
  say("good", words);
}

const say = (tone, words) => assign(local, { said: [tone, words] });

/** The first choice of the cell that has no digit, or of the last one. */
const HOMELESS = ":is(.homeless, :not(:has(~ .homeless, .homeless)))";
const FIRST_CHIP = `.match-cells > ${HOMELESS} button:not([aria-disabled=true])`;

/** A cell takes a digit: the first one wants it, the others have lost theirs to it. */
function take(frame, cell, digit) {
  focusOn(FIRST_CHIP);
  const { held } = local;
  const isFirst = !held.includes(null);
  if (isFirst) local.wanted = { cell, digit, before: held.join("") };
  const { wanted } = local;
  const owner = held.indexOf(digit);
  if (!isFirst && digit === wanted.digit) {
    return say("bad", `${name(wanted.cell)} wants ${digit}, so ${name(cell)} has to take another digit.`);
  }
  held[cell] = digit;
  if (owner < 0) {
    const words = `Each cell has a digit again: ${name(wanted.cell)} can hold ${wanted.digit}.`;
    return settle(frame, held.join(""), frame.get("gone"), `${words} It stays a candidate.`);
  }
  held[owner] = null;
  const next = `Its owner ${name(owner)} has to move on: choose a digit for it.`;
  return say("open", `${name(cell)} takes ${digit}. ${next}`);
}

/** Whether it is so that nobody can move: the cells that were asked, one after the other, and the digits that
    they could take beside the wanted one. */
function giveUp(frame, gone, candidatesOf) {
  const { held, wanted: { cell, digit, before } } = local;
  const cells = new Set([held.indexOf(null)]);
  const digits = new Set();
  for (const one of cells) {
    const others = one < 0 ? [] : candidatesOf(one).filter((candidate) => candidate !== digit);
    for (const other of others) {
      digits.add(other);
      cells.add(held.indexOf(other));
    }
  }
  if (cells.has(-1)) {
    return say("bad", `Somebody can move. Go on: ${name(held.indexOf(null))} is looking for a digit.`);
  }
  const [named, left] = [[...cells].sort().map(name), [...digits].sort().map(String)];
  const only = left.length ? `only ${listed(left)}` : "nothing";
  const has = `${listed(named)} ${named.length > 1 ? "have" : "has"} ${only}`;
  const many = `${counted(named.length, "cell")}, ${counted(left.length, "digit")}`;
  return settle(frame, before, [...gone, `${cell}${digit}`].join("."),
    `Right. Without ${digit}, ${has} between them: ${many}. So ${digit} is no candidate of ${name(cell)}.`);
}
