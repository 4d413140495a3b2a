/* Scene 1, the cube: an element lights its four lines, and a digit that is placed throws its shadow.

Its state: `at` the chosen element, `set` the elements that were placed besides the clues, `view` from 0 to 100. */

import { scene } from "./scene.js";
import { CubeView } from "./cube_view.js";
import { counted, listed } from "../scripts/words.js";
import { cellName, elementsOfClues, linesOf, placeOf, shadowOf } from "./elements.js";

export const { title, mount } = scene({
  name: "cube",
  data: ["clauses"],
  styles: ["lesson/cube.css"],
  puzzle: ".... .... .... ....",
  keys: ["at", "set", "view"],
  draw: (stage, frame) => new CubeScene(stage, frame),
});

class CubeScene {
  constructor(stage, frame) {
    const { h } = frame.page;
    this.frame = frame;
    this.rows = frame.data.clauses.clauses;
    this.lines = linesOf(this.rows);
    this.clues = new Set(elementsOfClues(frame.cells));
    const all = (frame.get("set") ?? "").split(".").map(Number);
    this.added = new Set(all.filter((one) => one >= 1 && one <= 64 && !this.clues.has(one)));
    const at = Number(frame.get("at"));
    this.at = at >= 1 && at <= 64 ? at : null;
    this.view = new CubeView(frame.page, {
      label: "The cube: 4 rows, 4 columns, 4 digits",
      onPick: (element) => this.pick(element),
    });
    this.slider = h("input", {
      type: "range",
      id: "cube-view",
      min: "0",
      max: "100",
      value: frame.get("view") ?? "0",
      "aria-label": "Look at the cube from the side, or from above",
    });
    this.slider.addEventListener("input", () => this.turn());
    this.side = h("div", { class: "cube-side" });
    this.told = h("div", { class: "cube-told", "aria-live": "polite" });
    this.place = frame.page.button("", () => this.toggle(), { class: "primary" });
    this.clear = frame.page.button("Take all away", () => this.takeAway());
    stage.append(
      h(
        "div",
        { class: "scene-columns" },
        h(
          "div",
          {},
          this.view.element,
          h(
            "div",
            { class: "cube-turn" },
            h("span", { "aria-hidden": "true" }, "from the side"),
            this.slider,
            h("span", { "aria-hidden": "true" }, "from above"),
          ),
        ),
        h(
          "div",
          {},
          this.side,
          h("div", { class: "buttons" }, this.place, this.clear),
          this.told,
          h(
            "p",
            { class: "small soft" },
            "Click an element, or move with the arrows, and with Page Up and Page Down from floor to floor.",
          ),
        ),
      ),
    );
    this.turn();
    this.show();
  }

  get placed() {
    return new Set([...this.clues, ...this.added]);
  }

  pick(element) {
    this.at = element;
    this.frame.set("at", element);
    this.show();
  }

  toggle() {
    if (this.added.has(this.at)) this.added.delete(this.at);
    else this.added.add(this.at);
    this.keep();
  }

  takeAway() {
    this.added.clear();
    this.keep();
  }

  keep() {
    this.frame.set("set", [...this.added].join("."));
    this.show();
  }

  turn() {
    this.view.tilt(Number(this.slider.value) / 100);
    this.frame.set("view", this.slider.value === "0" ? null : this.slider.value);
  }

  show() {
    const { at, placed } = this;
    const shadow = shadowOf(this.rows, placed);
    for (const one of placed) shadow.delete(one);
    const broken = this.lines.filter(
      ({ elements }) =>
        elements.filter((one) => placed.has(one)).length > 1 || elements.every((one) => shadow.has(one)),
    );
    const lit = at === null ? [] : this.lines.filter(({ elements }) => elements.includes(at));
    this.view.show({
      at,
      placed,
      shadow,
      lines: lit,
      wrong: new Set(broken.flatMap(({ elements }) => elements)),
      words: (element) => this.stateOf(element, placed, shadow),
    });
    this.showSide(lit, placed, shadow);
    this.showButtons();
    this.showTold(placed, shadow, broken);
  }

  stateOf(element, placed, shadow) {
    if (placed.has(element)) return "true";
    const ruledOut = shadow.get(element);
    return ruledOut ? `false, in the shadow of ${name(ruledOut.by)}` : "open";
  }

  showSide(lit, placed, shadow) {
    const { h } = this.frame.page;
    if (this.at === null) {
      this.side.replaceChildren(
        h("h2", {}, "Choose an element"),
        h("p", {}, "Four lines lead through each of them: its cell, its row, its column and its box."),
      );
      return;
    }
    const elements = new Set(lit.flatMap((line) => line.elements));
    this.side.replaceChildren(
      h("h2", {}, name(this.at), h("span", { class: "soft" }, ` is ${this.stateOf(this.at, placed, shadow)}`)),
      h(
        "ul",
        { class: "lines" },
        ...lit.map(({ family, name: of, elements: on }) =>
          h(
            "li",
            { class: family },
            h("strong", {}, family === "cell" ? `cell ${of}` : of),
            h("span", { class: "soft" }, on.map(family === "cell" ? (one) => placeOf(one).digit : cellName).join(" ")),
          ),
        ),
      ),
      h("p", {}, `${lit.length} lines, and ${elements.size - 1} other elements on them.`),
    );
  }

  showButtons() {
    const { at } = this;
    const { usable } = this.frame.page;
    usable(this.place, at !== null && !this.clues.has(at));
    this.place.textContent =
      at === null
        ? "Place it"
        : this.added.has(at)
          ? `Take ${name(at)} away`
          : `Place ${placeOf(at).digit} in ${cellName(at)}`;
    usable(this.clear, this.added.size > 0);
  }

  showTold(placed, shadow, broken) {
    const { h, fill } = this.frame.page;
    const counts = `True: ${placed.size}. In their shadow: ${shadow.size}. Open: ${64 - placed.size - shadow.size}.`;
    const [most, ...others] = broken.sort(
      (one, other) => this.trueOn(other, placed).length - this.trueOn(one, placed).length,
    );
    fill(
      this.told,
      h("p", { class: "counts" }, counts),
      most &&
        h(
          "p",
          { class: "message bad" },
          `The line “${most.name}” ${this.inWords(most, placed)}: the rules are broken.`,
          others.length > 0 &&
            ` So they are on ${counted(others.length, "other line")}, which have no element left, or two.`,
        ),
      placed.size === 16 &&
        !most &&
        h("p", { class: "message good" }, "Each line holds exactly one true element: this is a solved grid."),
    );
  }

  trueOn({ elements }, placed) {
    return elements.filter((one) => placed.has(one));
  }

  inWords(line, placed) {
    const several = this.trueOn(line, placed);
    return several.length > 1
      ? `holds ${several.length} true elements (${listed(several.map(name))})`
      : "has no element left that could be true";
  }
}

function name(element) {
  return `${cellName(element)} = ${placeOf(element).digit}`;
}
