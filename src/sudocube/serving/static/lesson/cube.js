// @ts-check
/* Scene 1, the cube: an element lights its four lines, and a digit that is placed throws its shadow. State:
   `at` the chosen element, `set` the elements that were placed besides the clues.

   Scene 2, exactly one: a line with four switches, its seven clauses, and the 16 ways to set them. State:
   `line` the place of the line, `on` its four switches ("0100"), `seen` the ways that were tried, as bits. */

import { html, nothing, svg } from "../vendor/lit-html.js";
import { afterDraw } from "../scripts/page.js";
import { button, choice, counted, field, listed, within } from "../scripts/parts.js";
import { SIZE } from "../scripts/small_puzzle.js";
import {
  cellName, elementAt, elementsOfClues, inWords, linesOf, namesOf, placeOf, shadowOf,
} from "./elements.js";
import { DIGITS, joined, stateOf } from "./propagation.js";

const WIDTH = 100;
const HEIGHT = 150;
const EVERY = Array.from({ length: SIZE ** 3 }, (_, place) => place + 1);
const nameOf = (element) => `${cellName(element)} = ${placeOf(element).digit}`;

// The cube, as both scenes show it: 64 buttons over a picture

/** Where a point is drawn. @param {number} row @param {number} column @param {number} digit from 1 */
const project = (row, column, digit) =>
  ({ x: 13 + (column - 1) * 16 + (SIZE - row) * 7.5, y: 7 + (SIZE - digit) * 37 + (row - 1) * 8.2 });

let stop = 1; // the element that Tab reaches

const STEPS = {
  ArrowLeft: [0, -1, 0], ArrowRight: [0, 1, 0], ArrowUp: [-1, 0, 0], ArrowDown: [1, 0, 0],
  PageUp: [0, 0, 1], PageDown: [0, 0, -1], Home: [0, -SIZE, 0], End: [0, SIZE, 0],
};

/** Arrows move in a floor, Page Up and Page Down between floors. @param {KeyboardEvent} event */
function moveStop(event) {
  if (!(event.key in STEPS) || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const { row, column, digit } = placeOf(stop);
  const [down, right, up] = STEPS[event.key];
  const inside = (number) => Math.min(SIZE, Math.max(1, number));
  stop = elementAt(inside(row + down), inside(column + right), inside(digit + up));
  afterDraw(() => /** @type {HTMLElement} */ (document.querySelector(`[data-element="${stop}"]`)).focus());
}

/** One tab stop. @param {any} given */
function cubeView({ label, at, placed, shadow = new Map(), lines, broken = [], words, onPick }) {
  const [lit, wrong] = [lines, broken].map((some) => new Set(some.flatMap(({ elements }) => elements)));
  if (at) stop = at;
  const point = (element) => {
    const { row, column, digit } = placeOf(element);
    return project(row, column, digit);
  };
  const one = (element) => {
    const { x, y } = point(element);
    const isPlaced = placed.has(element);
    const kinds = [
      "element", isPlaced && "true", shadow.has(element) && "false", lit.has(element) && "lit",
      wrong.has(element) && "wrong", element === at && "at",
    ];
    const said = [inWords(element), words(element)].filter(Boolean).join(": ");
    const pick = () => {
      stop = element;
      onPick(element);
    };
    return html`<button type="button" class=${kinds.filter(Boolean).join(" ")} data-element=${element}
      .style="left: ${(100 * x) / WIDTH}%; top: ${(100 * y) / HEIGHT}%; z-index: ${isPlaced ? 2 : 1}"
      tabindex=${element === stop ? 0 : -1} aria-pressed=${String(isPlaced)} aria-label=${said}
      @click=${pick}>${placeOf(element).digit}</button>`;
  };
  const line = ({ family, elements }) => {
    const order = family === "box" ? [0, 1, 3, 2, 0] : [0, 1, 2, 3];
    const points = order.map((place) => point(elements[place])).map(({ x, y }) => `${x} ${y}`);
    return svg`<polyline class="line ${family}" points=${points.join(",")}></polyline>`;
  };
  return html`<div class="cube" role="group" aria-label=${label} data-own-keys @keydown=${moveStop}>
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">
      ${DIGITS.map(floorView)}${lines.map(line)}</svg>${EVERY.map(one)}</div>`;
}

/** A frame for a floor, with the borders of its boxes, and its digit. @param {number} digit */
function floorView(digit) {
  const corner = (row, column) => {
    const { x, y } = project(row, column, digit);
    return `${x.toFixed(2)} ${y.toFixed(2)}`;
  };
  const end = SIZE + 0.5;
  const frame = `M${corner(0.5, 0.5)}L${corner(0.5, end)}L${corner(end, end)}L${corner(end, 0.5)}Z`;
  const boxes = `M${corner(2.5, 0.5)}L${corner(2.5, end)}M${corner(0.5, 2.5)}L${corner(end, 2.5)}`;
  const { x, y } = project(0.75, 0.55, digit);
  return svg`<path class="floor" d=${frame}></path><path class="floor-boxes" d=${boxes}></path>
    <text class="floor-name" x=${x - 3} y=${y}>${digit}</text>`;
}

// Scene 1

export const cube = {
  data: ["clauses"],
  puzzle: ".... .... .... ....",
  keys: ["at", "set"],
  draw(frame) {
    const rows = frame.data.clauses.clauses;
    const clues = elementsOfClues(frame.cells);
    const isOwn = (one) => EVERY.includes(one) && !clues.includes(one);
    const added = new Set((frame.get("set") ?? "").split(".").map(Number).filter(isOwn));
    const at = EVERY.includes(Number(frame.get("at"))) ? Number(frame.get("at")) : 0;
    const placed = new Set([...clues, ...added]);
    const shadow = shadowOf(rows, placed);
    const all = linesOf(rows);
    const trueOn = ({ elements }) => elements.filter((one) => placed.has(one));
    const isBroken = (line) => trueOn(line).length > 1 || line.elements.every((one) => shadow.has(one));
    const broken = all.filter(isBroken).sort((one, other) => trueOn(other).length - trueOn(one).length);
    const lines = all.filter(({ elements }) => elements.includes(at));
    const words = (element) => {
      if (placed.has(element)) return "true";
      return shadow.has(element) ? `false, in the shadow of ${nameOf(shadow.get(element).by)}` : "open";
    };
    const onPick = (element) => frame.set({ at: element });
    const label = "The cube: 4 rows, 4 columns, 4 digits";
    const solved = placed.size === SIZE ** 2 && !broken.length;
    return html`<div class="scene-columns"><div>
        ${cubeView({ label, at, placed, shadow, lines, broken, words, onPick })}</div>
      <div><div class="cube-side">${at ? elementView(at, lines, words(at)) : UNCHOSEN}</div>
        ${placing(frame, at, added, clues)}
        <div class="cube-told" aria-live="polite"><p class="counts">True: ${placed.size}. In their shadow:
          ${shadow.size}. Open: ${EVERY.length - placed.size - shadow.size}.</p>
          ${broken.length ? brokenView(broken, trueOn(broken[0])) : nothing}${solved ? SOLVED : nothing}</div>
        <p class="small soft">Click an element, or move with the arrows, and with Page Up and Page Down from
          floor to floor.</p></div></div>`;
  },
};

const UNCHOSEN = html`<h2>Choose an element</h2>
  <p>Four lines lead through each of them: its cell, its row, its column and its box.</p>`;
const SOLVED = html`<p class="message good">Each line holds exactly one true element: a solved grid.</p>`;

/** @param {number} at @param {any[]} lines @param {string} words */
function elementView(at, lines, words) {
  const item = ({ family, name, elements }) => {
    const isCell = family === "cell";
    const names = elements.map((one) => (isCell ? placeOf(one).digit : cellName(one))).join(" ");
    return html`<li class=${family}><strong>${isCell ? `cell ${name}` : name}</strong>
      <span class="soft">${names}</span></li>`;
  };
  const others = new Set(lines.flatMap(({ elements }) => elements)).size - 1;
  return html`<h2>${nameOf(at)}<span class="soft"> is ${words}</span></h2>
    <ul class="lines">${lines.map(item)}</ul>
    <p>${lines.length} lines, and ${others} other elements on them.</p>`;
}

function placing(frame, at, added, clues) {
  const label = added.has(at) ? "Take it away" : "Place it";
  const toggle = () => {
    const others = [...added].filter((one) => one !== at);
    frame.set({ set: (added.has(at) ? others : [...others, at]).join(".") });
  };
  return html`<div class="buttons">
    ${button(label, toggle, { kind: "primary", isUsable: at > 0 && !clues.includes(at) })}
    ${button("Take all away", () => frame.set({ set: null }), { isUsable: added.size > 0 })}</div>`;
}

/** @param {any[]} broken lines, of which these elements of the first are true */
function brokenView([most, ...others], several) {
  const twice = `holds ${several.length} true elements (${listed(several.map(nameOf))})`;
  const said = several.length > 1 ? twice : "has no element left that could be true";
  const more = others.length ? `So they are on ${counted(others.length, "other line")}.` : "";
  return html`<p class="message bad">The line “${most.name}” ${said}: the rules are broken. ${more}</p>`;
}

// Scene 2

const WAYS = Array.from({ length: 16 }, (_, way) => way.toString(2).padStart(4, "0"));

export const exactlyOne = {
  data: ["clauses"],
  puzzle: ".... .... .... ....",
  keys: ["line", "on", "seen"],
  draw(frame) {
    const rows = frame.data.clauses.clauses;
    const lines = linesOf(rows);
    const clues = elementsOfClues(frame.cells);
    const place = within(frame.get("line") ?? "17", lines.length, 1);
    const line = lines[place - 1];
    const { elements, family } = line;
    const given = elements.map((one) => (clues.includes(one) ? "1" : "0")).join("");
    const on = /^[01]{4}$/.test(frame.get("on") ?? "") ? frame.get("on") : given;
    const bit = (bits) => 1 << parseInt(bits, 2);
    const seen = (parseInt(frame.get("seen") ?? "0", 16) || 0) | bit(on); // how it is set now can be seen
    const set = (next) => frame.set({ on: next, seen: (seen | bit(next)).toString(16) });
    const flip = (at) => set(Array.from(on, (one, other) => (other === at ? 1 - one : one)).join(""));
    const choose = (next) => frame.set({ line: next, on: null, seen: null });
    const its = rows.filter(({ clause }) => clause.every((literal) => elements.includes(Math.abs(literal))))
      .sort((one, other) => other.clause.length - one.clause.length);
    const valuesOf = (bits) =>
      new Map(elements.flatMap((one, at) => [[one, bits[at] === "1"], [-one, bits[at] !== "1"]]));
    const brokenBy = (bits) => its.filter(({ clause }) => stateOf(clause, valuesOf(bits)).kind === "broken");
    const broken = brokenBy(on);
    const placed = new Set(elements.filter((_, at) => on[at] === "1"));
    const pick = (element) => {
      const isThere = (one) => one.family === family && one.elements.includes(element);
      if (elements.includes(element)) flip(elements.indexOf(element));
      else choose(1 + lines.findIndex(isThere));
    };
    const state = { frame, line, on, seen, set, its, broken, brokenBy, placed, nameOfLiteral: namesOf(rows) };
    const names = lines.map(({ name }, at) => [String(at + 1), name]);
    const wrong = broken.map(({ clause }) => ({ elements: clause.map(Math.abs) }));
    const words = (one) => (elements.includes(one) ? String(placed.has(one)) : "");
    return html`<div class="scene-columns"><div>
        <div class="tools">${field("Line of the cube", choice(names, String(place), choose))}</div>
        <p class="message ${broken.length ? "bad" : "good"}" aria-live="polite">${toldOf(broken)}</p>
        <h2>Its seven clauses</h2><ol class="clauses">${its.map((row) => clauseView(state, row))}</ol>
        ${waysView(state)}</div>
      <div>${cubeView({ label: "The cube, with the chosen line", placed, lines: [line], broken: wrong, words,
          onPick: pick })}
        <p class="small soft">A click switches an element of the line; one elsewhere leads to its line of the
          same kind.</p></div></div>`;
  },
};

function toldOf(broken) {
  if (!broken.length) return "All seven clauses hold: exactly one element is true.";
  if (broken[0].says === "at least one") return "No element is true: the clause “at least one” is broken.";
  return `Two or more elements are true: ${counted(broken.length, "pair is", "pairs are")} broken.`;
}

function clauseView({ broken, placed, nameOfLiteral, line }, row) {
  const isBroken = broken.includes(row);
  const literal = (one) =>
    html`<span class="literal ${placed.has(Math.abs(one)) === one > 0}">${nameOfLiteral(one)}</span>`;
  const elsewhere = row.line === line.name ? "" : `written for ${row.line}`;
  return html`<li class=${isBroken ? "broken" : "kept"}>
    <span class="says">${row.says} <small class="soft">${elsewhere}</small></span>
    <code>${joined(row.clause, literal)}</code>
    <span class="state">${isBroken ? "broken" : "holds"}</span></li>`;
}

/** The ways that were tried, and once the question is answered all of them. */
function waysView({ frame, line, on, seen, set, brokenBy }) {
  const way = (bits, at) => {
    const isSeen = frame.isRevealed || (seen >> at) & 1;
    const isKept = !brokenBy(bits).length;
    const kind = isKept ? "good" : "bad";
    const words = line.elements.filter((_, place) => bits[place] === "1").map(nameOf).join(", ") || "none";
    const known = isKept ? "breaks no clause" : "breaks a clause";
    return html`<button type="button" class="way ${isSeen ? kind : "unseen-way"}" @click=${() => set(bits)}
      aria-current=${String(bits === on)} aria-label="true: ${words}; ${isSeen ? known : "not tried yet"}"
      >${Array.from(bits, (bit) => html`<i class=${bit === "1" ? "on" : ""}></i>`)}</button>`;
  };
  const tried = WAYS.filter((_, at) => (seen >> at) & 1);
  const kept = tried.filter((bits) => !brokenBy(bits).length).length;
  return html`<h2>The 16 ways to set the four elements</h2>
    <div class="ways" role="group" aria-label="The 16 ways to set the four elements">${WAYS.map(way)}</div>
    <p class="small soft">You tried ${tried.length} of 16 ways; ${counted(kept, "of them breaks",
      "of them break")} no clause.</p>`;
}
