// @ts-check
/* Scene 9: a matching is moved by hand, and a value without one falls.

   Five cells of a unit, and a line from each to its candidates; thick ones are the matching, one for each cell. Who wants to
   know whether a cell can hold another digit takes it: its owner has to move on, and the next one. If nobody can move, the
   candidate falls. State: held, the digits of the cells in the matching; gone, the candidates that fell. */

import { html, svg } from "../vendor/lit-html.js";
import { focusOn, redraw } from "../scripts/page.js";
import { button, counted, listed } from "../scripts/parts.js";

const UNIT = ["12", "12", "123", "345", "245"].map((digits) => Array.from(digits, Number));
const UNFIT = 4; // candidates that are in no matching
const ROW = 60; // pixels between two cells, as in lesson.css
const BEGIN = ["Each cell has a digit of its own. Choose another candidate of a cell: can it be part of some way to fill the unit?", "note"];

/** What is under way, which the address does not have: the digits while a cell has none, and what was wanted. @type {any} */
const local = { key: "", held: [], wanted: null, said: BEGIN };

const name = (cell) => `r${cell + 1}`;

export const matching = {
  textAfter: "answer",
  keys: ["held", "gone"],
  draw(frame) {
    const gone = new Set((frame.get("gone") ?? "").split(".").filter(Boolean));
    const candidates = (cell) => UNIT[cell].filter((digit) => !gone.has(`${cell}${digit}`));
    const key = `${frame.get("held")} ${frame.get("gone")}`;
    if (local.key !== key) {
      const read = Array.from(frame.get("held") ?? "", Number);
      const isMatching = new Set(read).size === UNIT.length && read.every((digit, cell) => candidates(cell).includes(digit));
      Object.assign(local, { held: isMatching ? read : [1, 2, 3, 4, 5], wanted: null, said: local.key.startsWith("set ") && local.key.slice(4) === key ? local.said : BEGIN, key });
    }
    const { held } = local;
    const homeless = held.indexOf(null);
    /** Put a finished state into the address, and say what came of it. */
    const settle = (values, said) => {
      const next = { held: frame.get("held"), gone: frame.get("gone"), ...values };
      Object.assign(local, { said, key: `set ${next.held} ${next.gone}` });
      frame.set(values);
      redraw();
    };
    const take = (cell, digit) => {
      focusOn(".match-cells > :is(.homeless, :not(:has(~ .homeless, .homeless))) button:not([aria-disabled=true])");
      if (homeless < 0) local.wanted = { cell, digit, before: [...held] };
      else if (digit === local.wanted.digit) {
        local.said = [`${name(local.wanted.cell)} wants ${digit}, so ${name(cell)} has to take another digit.`, "bad"];
        return redraw();
      }
      const owner = held.indexOf(digit);
      if (owner >= 0) held[owner] = null;
      held[cell] = digit;
      if (owner >= 0) local.said = [`${name(cell)} takes ${digit}. Its owner ${name(owner)} has to move on: choose a digit for it.`, "open"];
      else return settle({ held: held.join("") }, [`Each cell has a digit again: ${name(local.wanted.cell)} can hold ${local.wanted.digit}. It stays a candidate.`, "good"]);
      return redraw();
    };
    const giveUp = () => {
      const asked = askedFrom(homeless, held, candidates);
      if (!asked) local.said = [`Somebody can move. Go on: ${name(homeless)} is looking for a digit.`, "bad"];
      else {
        const { cell, digit, before } = local.wanted;
        const left = asked.digits.length ? `only ${listed(asked.digits.map(String))}` : "nothing";
        return settle({ held: before.join(""), gone: [...gone, `${cell}${digit}`].join(".") }, [`Right. Without ${digit}, ${listed(asked.cells.map(name))} ${asked.cells.length > 1 ? "have" : "has"} ${left} between them: ${counted(asked.cells.length, "cell")}, ${counted(asked.digits.length, "digit")}. So ${digit} is no candidate of ${name(cell)}.`, "good"]);
      }
      return redraw();
    };
    const chip = (cell) => (digit) => {
      const isGone = gone.has(`${cell}${digit}`);
      const isHeld = held[cell] === digit;
      return button(String(digit), () => take(cell, digit), { kind: `match-digit ${isGone ? "gone" : ""}`, isPressed: isHeld, isUsable: !isGone && !isHeld && (homeless < 0 || homeless === cell),
        name: `${name(cell)}, ${digit}${isGone ? ", no candidate" : isHeld ? ", matched" : ""}` });
    };
    const line = (cell) => (digit) => svg`<line x1="0" x2="100" y1=${ROW * (cell + 0.5)} y2=${ROW * (digit - 0.5)} class=${gone.has(`${cell}${digit}`) ? "gone" : held[cell] === digit ? "held" : ""}></line>`;
    const [words, tone] = local.said;
    return html`<div class="matching"><div class="match-cells">${UNIT.map((digits, cell) => html`<div class=${cell === homeless ? "homeless" : ""}><b>${name(cell)}</b>${digits.map(chip(cell))}</div>`)}</div>
        <svg viewBox="0 0 100 ${ROW * UNIT.length}" preserveAspectRatio="none" aria-hidden="true">${UNIT.map((digits, cell) => digits.map(line(cell)))}</svg>
        <div class="match-digits" aria-hidden="true">${UNIT.map((_, at) => html`<b>${at + 1}</b>`)}</div></div>
      <div class="match-told" aria-live="polite"><p class="message ${tone}">${words}</p><p class="small soft">${counted(gone.size, "candidate has", "candidates have")} fallen.
        ${gone.size === UNFIT ? "Each that is left is part of some way to fill the unit: the all-different is domain-consistent." : ""}</p></div>
      <div class="tools">${button("Nobody can move", giveUp, { isUsable: homeless >= 0 })}${button("From the beginning", () => { local.key = ""; frame.again(); redraw(); })}</div>`;
  },
};

/** The cells that were asked, one after the other, and the digits that they could take beside the wanted one; null where
    somebody can move. */
function askedFrom(homeless, held, candidates) {
  const cells = new Set([homeless]);
  const digits = new Set();
  for (const cell of cells) {
    for (const digit of candidates(cell)) {
      if (digit === local.wanted.digit) continue;
      digits.add(digit);
      const owner = held.indexOf(digit);
      if (owner < 0) return null;
      cells.add(owner);
    }
  }
  return { cells: [...cells].sort(), digits: [...digits].sort() };
}
