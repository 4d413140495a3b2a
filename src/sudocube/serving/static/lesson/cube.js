// @ts-check
/* Scene 1, the cube: an element lights its four lines, and a digit that is placed throws its shadow. State: `at` the chosen
   element, `set` the elements that were placed besides the clues, `view` from 0 (side) to 100 (above).

   Scene 2, exactly one: a line with four switches, its seven clauses, and the 16 ways to set them. State: `line` the place
   of the line from 1, `on` its four switches ("0100"), `seen` the ways that were tried, as hexadecimal bits. */

import { html, nothing, svg } from "../vendor/lit-html.js";
import { afterDraw } from "../scripts/page.js";
import { button, counted, field, listed } from "../scripts/parts.js";
import { SIZE } from "../scripts/small_puzzle.js";
import { cellName, elementAt, elementsOfClues, inWords, linesOf, namesOf, placeOf, shadowOf } from "./elements.js";
import { stateOf } from "./propagation.js";

const WIDTH = 100;
const HEIGHT = 150;
const EVERY = Array.from({ length: SIZE ** 3 }, (_, place) => place + 1);
const STEPS = {
  ArrowLeft: [0, -1, 0], ArrowRight: [0, 1, 0], ArrowUp: [-1, 0, 0], ArrowDown: [1, 0, 0], PageUp: [0, 0, 1], PageDown: [0, 0, -1],
};

/** Where a point of the cube is drawn; rows, columns and digits from 1, `view` from 0 (side) to 1 (above). */
function project(row, column, digit, view, isPlaced) {
  const side = { x: 13 + (column - 1) * 16 + (SIZE - row) * 7.5, y: 7 + (SIZE - digit) * 37 + (row - 1) * 8.2 };
  const apart = isPlaced ? 0 : 4.6;
  const above = { x: 50 + (column - 2.5) * 22 + (digit % 2 ? -apart : apart), y: 75 + (row - 2.5) * 22 + (digit > 2 ? apart : -apart) };
  return { x: side.x + (above.x - side.x) * view, y: side.y + (above.y - side.y) * view };
}

let stop = 1; // the element that Tab reaches

/** The cube as 64 buttons over a picture; one tab stop: arrows move in a floor, Page Up and Page Down between floors.
    @param {any} given */
function cubeView({ label, view = 0, at = null, placed, shadow = new Map(), lines = [], wrong = new Set(), words, onPick }) {
  const lit = new Set(lines.flatMap(({ elements }) => elements));
  if (at !== null) stop = at;
  const point = (element) => {
    const { row, column, digit } = placeOf(element);
    return project(row, column, digit, view, placed.has(element));
  };
  const key = (event) => {
    const { row, column, digit } = placeOf(stop);
    const within = (number) => Math.min(SIZE, Math.max(1, number));
    const [down, right, up] = STEPS[event.key] ?? [];
    const to = event.key in STEPS ? elementAt(within(row + down), within(column + right), within(digit + up))
      : event.key === "Home" ? elementAt(row, 1, digit) : event.key === "End" ? elementAt(row, SIZE, digit) : null;
    if (to === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    stop = to;
    afterDraw(() => /** @type {HTMLElement} */ (document.querySelector(`.cube [data-element="${to}"]`)).focus());
  };
  const one = (element) => {
    const { x, y } = point(element);
    const kinds = ["element", placed.has(element) && "true", shadow.has(element) && "false", lit.has(element) && "lit", wrong.has(element) && "wrong", element === at && "at"];
    return html`<button type="button" class=${kinds.filter(Boolean).join(" ")} data-element=${element} tabindex=${element === stop ? 0 : -1}
      .style="left: ${(100 * x) / WIDTH}%; top: ${(100 * y) / HEIGHT}%; z-index: ${placed.has(element) ? 2 : 1}" aria-pressed=${String(placed.has(element))}
      aria-label=${[inWords(element), words(element)].filter(Boolean).join(": ")} @click=${() => { stop = element; onPick(element); }}>${placeOf(element).digit}</button>`;
  };
  const line = ({ family, elements }) => {
    const points = elements.map(point);
    const order = family === "box" ? [0, 1, 3, 2, 0] : points.map((_, place) => place);
    return svg`<polyline class="line ${family}" points=${order.map((place) => `${points[place].x} ${points[place].y}`).join(",")}></polyline>`;
  };
  return html`<div class="cube" role="group" aria-label=${label} data-own-keys @keydown=${key}>
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">${[1, 2, 3, 4].map((digit) => floor(digit, view))}${lines.map(line)}</svg>${EVERY.map(one)}</div>`;
}

/** A frame for a floor, with the borders of its boxes, and its digit. */
function floor(digit, view) {
  const corner = (row, column) => {
    const { x, y } = project(row, column, digit, view, true);
    return `${x.toFixed(2)} ${y.toFixed(2)}`;
  };
  const end = SIZE + 0.5;
  const { x, y } = project(0.75, 0.55, digit, view, true);
  return svg`<path class="floor" d="M${corner(0.5, 0.5)}L${corner(0.5, end)}L${corner(end, end)}L${corner(end, 0.5)}Z"></path>
    <path class="floor-boxes" d="M${corner(2.5, 0.5)}L${corner(2.5, end)}M${corner(0.5, 2.5)}L${corner(end, 2.5)}"></path>
    ${view < 0.5 ? svg`<text class="floor-name" x=${x - 3} y=${y}>${digit}</text>` : nothing}`;
}

const nameOf = (element) => `${cellName(element)} = ${placeOf(element).digit}`;

export const cube = {
  data: ["clauses"],
  puzzle: ".... .... .... ....",
  keys: ["at", "set", "view"],
  draw(frame) {
    const rows = frame.data.clauses.clauses;
    const clues = new Set(elementsOfClues(frame.cells));
    const added = new Set((frame.get("set") ?? "").split(".").map(Number).filter((one) => one >= 1 && one <= 64 && !clues.has(one)));
    const wanted = Number(frame.get("at"));
    const at = wanted >= 1 && wanted <= 64 ? wanted : null;
    const placed = new Set([...clues, ...added]);
    const shadow = shadowOf(rows, placed);
    for (const one of placed) shadow.delete(one);
    const all = linesOf(rows);
    const trueOn = ({ elements }) => elements.filter((one) => placed.has(one));
    const broken = all.filter((line) => trueOn(line).length > 1 || line.elements.every((one) => shadow.has(one)))
      .sort((one, other) => trueOn(other).length - trueOn(one).length);
    const lit = at === null ? [] : all.filter(({ elements }) => elements.includes(at));
    const state = (element) => (placed.has(element) ? "true" : shadow.has(element) ? `false, in the shadow of ${nameOf(shadow.get(element).by)}` : "open");
    const toggle = () => {
      if (!added.delete(at)) added.add(at);
      frame.set({ set: [...added].join(".") });
    };
    const view = Math.min(Math.max(Number(frame.get("view")) || 0, 0), 100);
    const [most, ...others] = broken;
    const several = most ? trueOn(most) : [];
    const said = several.length > 1 ? `holds ${several.length} true elements (${listed(several.map(nameOf))})` : "has no element left that could be true";
    const label = at === null ? "Place it" : added.has(at) ? `Take ${nameOf(at)} away` : `Place ${placeOf(at).digit} in ${cellName(at)}`;
    return html`<div class="scene-columns"><div>
        ${cubeView({ label: "The cube: 4 rows, 4 columns, 4 digits", view: view / 100, at, placed, shadow, lines: lit, wrong: new Set(broken.flatMap(({ elements }) => elements)), words: state, onPick: (element) => frame.set({ at: element }) })}
        <label class="cube-turn"><span>from the side</span><input type="range" min="0" max="100" .value=${Object(String(view))}
          aria-label="Look at the cube from the side, or from above" @input=${(event) => frame.set({ view: event.target.value === "0" ? null : event.target.value })}><span>from above</span></label></div>
      <div><div class="cube-side">${at === null ? html`<h2>Choose an element</h2><p>Four lines lead through each of them: its cell, its row, its column and its box.</p>`
        : html`<h2>${nameOf(at)}<span class="soft"> is ${state(at)}</span></h2>
          <ul class="lines">${lit.map(({ family, name, elements }) => html`<li class=${family}><strong>${family === "cell" ? `cell ${name}` : name}</strong>
            <span class="soft">${elements.map((one) => (family === "cell" ? placeOf(one).digit : cellName(one))).join(" ")}</span></li>`)}</ul>
          <p>${lit.length} lines, and ${new Set(lit.flatMap(({ elements }) => elements)).size - 1} other elements on them.</p>`}</div>
        <div class="buttons">${button(label, toggle, { kind: "primary", isUsable: at !== null && !clues.has(at) })}
          ${button("Take all away", () => frame.set({ set: null }), { isUsable: added.size > 0 })}</div>
        <div class="cube-told" aria-live="polite"><p class="counts">True: ${placed.size}. In their shadow: ${shadow.size}. Open: ${64 - placed.size - shadow.size}.</p>
          ${most ? html`<p class="message bad">The line “${most.name}” ${said}: the rules are broken.${others.length
            ? ` So they are on ${counted(others.length, "other line")}, which have no element left, or two.` : ""}</p>` : nothing}
          ${placed.size === 16 && !most ? html`<p class="message good">Each line holds exactly one true element: this is a solved grid.</p>` : nothing}</div>
        <p class="small soft">Click an element, or move with the arrows, and with Page Up and Page Down from floor to floor.</p></div></div>`;
  },
};

const WAYS = Array.from({ length: 16 }, (_, way) => way.toString(2).padStart(4, "0"));
const FAMILIES = { cell: "cells", row: "rows", column: "columns", box: "boxes" };

export const exactlyOne = {
  data: ["clauses"],
  puzzle: ".... .... .... ....",
  keys: ["line", "on", "seen"],
  draw(frame) {
    const rows = frame.data.clauses.clauses;
    const lines = linesOf(rows);
    const literalName = namesOf(rows);
    const clues = new Set(elementsOfClues(frame.cells));
    const place = Math.min(lines.length, Math.max(1, Number(frame.get("line")) || 17));
    const line = lines[place - 1];
    const { elements, family } = line;
    const on = /^[01]{4}$/.test(frame.get("on") ?? "") ? frame.get("on") : elements.map((one) => (clues.has(one) ? "1" : "0")).join("");
    const seen = (parseInt(frame.get("seen") ?? "0", 16) || 0) | (1 << parseInt(on, 2)); // how it is set now can be seen
    const set = (next) => frame.set({ on: next, seen: (seen | (1 << parseInt(next, 2))).toString(16) });
    const flip = (at) => set(Array.from(on, (bit, other) => (other === at ? (bit === "1" ? "0" : "1") : bit)).join(""));
    const choose = (next) => frame.set({ line: next, on: null, seen: null });
    const valuesOf = (bits) => new Map(elements.flatMap((one, at) => [[one, bits[at] === "1"], [-one, bits[at] !== "1"]]));
    const its = rows.filter(({ clause }) => clause.every((literal) => elements.includes(Math.abs(literal)))).sort((one, other) => other.clause.length - one.clause.length);
    const values = valuesOf(on);
    const isBroken = ({ clause }) => stateOf(clause, values).kind === "broken";
    const broken = its.filter(isBroken);
    const holds = (bits) => its.every(({ clause }) => stateOf(clause, valuesOf(bits)).kind === "true");
    const tried = WAYS.filter((_, way) => (seen >> way) & 1);
    const kept = tried.filter(holds).length;
    const placed = new Set(elements.filter((_, at) => on[at] === "1"));
    const clause = (row) => html`<li class=${isBroken(row) ? "broken" : "kept"}><span class="says">${row.says}${row.line === line.name ? nothing : html` <small class="soft">written for ${row.line}</small>`}</span>
      <code>${row.clause.map((literal, at) => html`${at ? " ∨ " : ""}<span class="literal ${values.get(literal)}">${literalName(literal)}</span>`)}</code>
      <span class="state">${isBroken(row) ? "broken" : "holds"}</span></li>`;
    const way = (bits, at) => {
      const isSeen = frame.isRevealed || (seen >> at) & 1;
      const words = elements.filter((_, bit) => bits[bit] === "1").map(nameOf).join(", ") || "none";
      return html`<button type="button" class="way ${isSeen ? (holds(bits) ? "good" : "bad") : "unseen-way"}" aria-current=${String(bits === on)} @click=${() => set(bits)}
        aria-label="true: ${words}; ${isSeen ? (holds(bits) ? "breaks no clause" : "breaks a clause") : "not tried yet"}">${Array.from(bits, (bit) => html`<i class=${bit === "1" ? "on" : ""}></i>`)}</button>`;
    };
    const told = !broken.length ? "All seven clauses hold: exactly one element is true."
      : broken[0].says === "at least one" ? "No element is true: the clause “at least one” is broken."
        : `Two or more elements are true: ${broken.length === 1 ? "a pair is" : `${broken.length} pairs are`} broken.`;
    const pick = (element) => {
      const at = elements.indexOf(element);
      if (at >= 0) flip(at);
      else choose(1 + lines.findIndex((one) => one.family === family && one.elements.includes(element)));
    };
    return html`<div class="scene-columns"><div>
        <div class="tools">${field("Line of the cube", html`<select @change=${(event) => choose(event.target.value)}>${Object.entries(FAMILIES).map(([name, many]) => html`<optgroup label=${many}>
          ${lines.map((one, at) => (one.family === name ? html`<option value=${at + 1} ?selected=${at + 1 === place}>${one.name}</option>` : nothing))}</optgroup>`)}</select>`)}</div>
        <div class="switches line-switches" role="group" aria-label="The four elements of the line">${elements.map((one, at) => html`<button type="button" role="switch"
          aria-checked=${String(on[at] === "1")} @click=${() => flip(at)}>${literalName(one)}<b>${on[at] === "1" ? "true" : "false"}</b></button>`)}</div>
        <p class="message ${broken.length ? "bad" : "good"}" aria-live="polite">${told}</p>
        <h2>Its seven clauses</h2><ol class="clauses">${its.map(clause)}</ol>
        <h2>The 16 ways to set the switches</h2><div class="ways" role="group" aria-label="The 16 ways to set the switches">${WAYS.map(way)}</div>
        <p class="small soft">You tried ${tried.length} of 16 ways; ${kept} of them break${kept === 1 ? "s" : ""} no clause.${frame.isRevealed && tried.length < 16 ? " The answer shows the others, too." : ""}</p></div>
      <div>${cubeView({ label: "The cube, with the chosen line", placed, lines: [{ family, elements }], wrong: new Set(broken.flatMap((row) => row.clause.map(Math.abs))),
        words: (one) => (elements.includes(one) ? (placed.has(one) ? "true" : "false") : ""), onPick: pick })}
        <p class="small soft">An element of the line is switched by a click; one elsewhere leads to the line of the same kind that it is on.</p></div></div>`;
  },
};
