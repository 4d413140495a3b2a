/* A picture of the 4×4×4 cube: 64 buttons, one for each element, on four floors, one for each digit.

    const view = new CubeView(page, { label, onPick });   onPick(element) when one is chosen
    host.append(view.element);
    view.tilt(0.3);             0: seen from the side, 1: from above, where it is the grid with its candidates
    view.show({ at, placed, shadow, lines, wrong, words });
        at      the chosen element, or null: it has the focus ring and the tab stop
        placed  a Set of the elements that are true
        shadow  a Map or Set of those that are false
        lines   [{family, elements}] to draw through the cube
        wrong   a Set of elements that break a rule
        words   element -> what its label says after its place

One tab stop: arrows move in a floor, Page Up and Page Down from floor to floor, Home and End to the ends of a row.
*/

import { SIZE } from "../scripts/small_puzzle.js";
import { elementAt, inWords, placeOf } from "./elements.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 100;
const HEIGHT = 150;
const EVERY = Array.from({ length: SIZE ** 3 }, (_, place) => place + 1);
const STEPS = {
  ArrowLeft: [0, -1, 0],
  ArrowRight: [0, 1, 0],
  ArrowUp: [-1, 0, 0],
  ArrowDown: [1, 0, 0],
  PageUp: [0, 0, 1],
  PageDown: [0, 0, -1],
};

/* Where a point of the cube is drawn; rows, columns and digits from 1, `view` from 0 (side) to 1 (above). */
function project(row, column, digit, view, isPlaced) {
  const side = { x: 13 + (column - 1) * 16 + (SIZE - row) * 7.5, y: 7 + (SIZE - digit) * 37 + (row - 1) * 8.2 };
  const apart = isPlaced ? 0 : 4.6;
  const above = {
    x: 50 + (column - 2.5) * 22 + (digit % 2 ? -apart : apart),
    y: 75 + (row - 2.5) * 22 + (digit > 2 ? apart : -apart),
  };
  return { x: side.x + (above.x - side.x) * view, y: side.y + (above.y - side.y) * view };
}

export class CubeView {
  constructor(page, { label, onPick }) {
    const { h } = page;
    this.view = 0;
    this.shown = { at: null, placed: new Set(), shadow: new Set(), lines: [], wrong: new Set(), words: () => "" };
    this.picture = document.createElementNS(SVG, "svg");
    this.picture.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
    this.picture.setAttribute("aria-hidden", "true");
    this.buttons = EVERY.map((element) =>
      h(
        "button",
        { type: "button", class: "element", tabindex: "-1", onclick: () => onPick(element) },
        String(placeOf(element).digit),
      ),
    );
    this.element = h("div", { class: "cube", role: "group", "aria-label": label }, this.picture, ...this.buttons);
    this.element.addEventListener("keydown", (event) => this.move(event));
    this.render();
  }

  tilt(view) {
    this.view = view;
    this.render();
  }

  show(shown) {
    this.shown = { ...this.shown, ...shown };
    this.render();
  }

  focus(element) {
    this.buttons[element - 1].focus();
  }

  move(event) {
    const from = this.buttons.indexOf(document.activeElement) + 1;
    if (!from || event.altKey || event.ctrlKey || event.metaKey) return;
    const { row, column, digit } = placeOf(from);
    const within = (number) => Math.min(SIZE, Math.max(1, number));
    let to = null;
    if (event.key in STEPS) {
      const [down, right, up] = STEPS[event.key];
      to = elementAt(within(row + down), within(column + right), within(digit + up));
    } else if (event.key === "Home") to = elementAt(row, 1, digit);
    else if (event.key === "End") to = elementAt(row, SIZE, digit);
    if (to === null) return;
    event.preventDefault();
    for (const button of this.buttons) button.tabIndex = -1;
    this.buttons[to - 1].tabIndex = 0;
    this.focus(to);
  }

  point(element) {
    const { row, column, digit } = placeOf(element);
    return project(row, column, digit, this.view, this.shown.placed.has(element));
  }

  render() {
    const { at, placed, shadow, lines, wrong, words } = this.shown;
    const lit = new Map();
    for (const { family, elements } of lines) for (const one of elements) lit.set(one, family);
    const stop = at ?? this.buttons.findIndex((button) => button.tabIndex === 0) + 1;
    this.buttons.forEach((button, place) => {
      const element = place + 1;
      const { x, y } = this.point(element);
      button.style.left = `${(100 * x) / WIDTH}%`;
      button.style.top = `${(100 * y) / HEIGHT}%`;
      button.style.zIndex = placed.has(element) ? "2" : "1";
      button.tabIndex = element === (stop || 1) ? 0 : -1;
      button.className = [
        "element",
        placed.has(element) && "true",
        shadow.has(element) && "false",
        lit.has(element) && "lit",
        wrong.has(element) && "wrong",
        element === at && "at",
      ]
        .filter(Boolean)
        .join(" ");
      button.setAttribute("aria-pressed", String(placed.has(element)));
      button.setAttribute("aria-label", [inWords(element), words(element)].filter(Boolean).join(": "));
    });
    this.picture.replaceChildren(...this.floors(), ...lines.map((line) => this.line(line)));
  }

  /* A frame for each floor, with the borders of its boxes, and its digit. */
  floors() {
    return Array.from({ length: SIZE }, (_, place) => {
      const digit = place + 1;
      const corner = (row, column) => {
        const { x, y } = project(row, column, digit, this.view, true);
        return `${x.toFixed(2)} ${y.toFixed(2)}`;
      };
      const across = (row, column) =>
        `M${corner(row, 0.5)}L${corner(row, SIZE + 0.5)}M${corner(0.5, column)}L${corner(SIZE + 0.5, column)}`;
      const rim = `M${corner(0.5, 0.5)}L${corner(0.5, SIZE + 0.5)}L${corner(SIZE + 0.5, SIZE + 0.5)}L${corner(SIZE + 0.5, 0.5)}Z`;
      const group = document.createElementNS(SVG, "g");
      group.append(
        shape("path", { d: rim, class: "floor" }),
        shape("path", { d: across(2.5, 2.5), class: "floor-boxes" }),
      );
      if (this.view < 0.5) {
        const { x, y } = project(0.75, 0.55, digit, this.view, true);
        const name = shape("text", { x: x - 3, y, class: "floor-name" });
        name.textContent = String(digit);
        group.append(name);
      }
      return group;
    });
  }

  line({ family, elements }) {
    const points = elements.map((element) => this.point(element));
    const order = family === "box" ? [0, 1, 3, 2, 0] : points.map((_, place) => place);
    return shape("polyline", {
      class: `line ${family}`,
      points: order.map((place) => `${points[place].x} ${points[place].y}`).join(","),
    });
  }
}

export function shape(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}
