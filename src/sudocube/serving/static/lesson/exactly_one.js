/* Scene 2, exactly one: a line with four switches, its seven clauses, and the 16 ways to set them.

Its state: `line` the place of the line from 1, `on` its four switches ("0100"), `seen` the ways that were tried, as
hexadecimal bits. */

import { scene } from "./scene.js";
import { CubeView } from "./cube_view.js";
import { cellName, elementsOfClues, linesOf, namesOf, placeOf } from "./elements.js";
import { stateOf } from "./propagation.js";

const WAYS = 16;
const FAMILIES = ["cell", "row", "column", "box"];

export const { title, mount } = scene({
  name: "exactly-one",
  data: ["clauses"],
  styles: ["lesson/cube.css"],
  puzzle: ".... .... .... ....",
  keys: ["line", "on", "seen"],
  draw: (stage, frame) => new ExactlyOneScene(stage, frame),
});

class ExactlyOneScene {
  constructor(stage, frame) {
    const { h } = frame.page;
    this.frame = frame;
    this.rows = frame.data.clauses.clauses;
    this.lines = linesOf(this.rows);
    this.name = namesOf(this.rows);
    this.clues = new Set(elementsOfClues(frame.cells));
    this.place = Math.min(this.lines.length, Math.max(1, Number(frame.get("line")) || 17));
    this.on = /^[01]{4}$/.test(frame.get("on") ?? "") ? frame.get("on") : this.fromClues();
    this.seen = parseInt(frame.get("seen") ?? "0", 16) || 0;
    this.choice = h(
      "select",
      { onchange: () => this.choose(Number(this.choice.value)) },
      ...FAMILIES.map((family) =>
        h(
          "optgroup",
          { label: `${family}s`.replace("boxs", "boxes") },
          ...this.lines.flatMap((line, at) =>
            line.family === family ? [h("option", { value: String(at + 1) }, line.name)] : [],
          ),
        ),
      ),
    );
    this.view = new CubeView(frame.page, {
      label: "The cube, with the chosen line",
      onPick: (element) => this.pick(element),
    });
    this.switches = h("div", { class: "switches", role: "group", "aria-label": "The four elements of the line" });
    this.clauses = h("ol", { class: "clauses" });
    this.told = h("p", { class: "message", "aria-live": "polite" });
    this.ways = h("div", { class: "ways", role: "group", "aria-label": "The 16 ways to set the switches" });
    this.counted = h("p", { class: "small soft" });
    stage.append(
      h(
        "div",
        { class: "scene-columns" },
        h(
          "div",
          {},
          h("div", { class: "tools" }, frame.page.field("Line of the cube", this.choice)),
          this.switches,
          this.told,
          h("h2", {}, "Its seven clauses"),
          this.clauses,
          h("h2", {}, "The 16 ways to set the switches"),
          this.ways,
          this.counted,
        ),
        h(
          "div",
          {},
          this.view.element,
          h(
            "p",
            { class: "small soft" },
            "An element of the line is switched by a click; one elsewhere leads to the line of the same kind that it is on.",
          ),
        ),
      ),
    );
    this.build();
    frame.onReveal(() => this.show());
  }

  get line() {
    return this.lines[this.place - 1];
  }

  fromClues() {
    return this.line.elements.map((element) => (this.clues.has(element) ? "1" : "0")).join("");
  }

  choose(place) {
    this.place = place;
    this.on = this.fromClues();
    this.seen = 0;
    this.frame.set("line", place);
    this.build();
    this.keep();
  }

  pick(element) {
    const at = this.line.elements.indexOf(element);
    if (at >= 0) this.flip(at);
    else
      this.choose(
        1 + this.lines.findIndex(({ family, elements }) => family === this.line.family && elements.includes(element)),
      );
  }

  flip(at) {
    this.set(Array.from(this.on, (bit, place) => (place === at ? (bit === "1" ? "0" : "1") : bit)).join(""));
  }

  set(on) {
    this.on = on;
    this.keep();
  }

  keep() {
    this.show();
    this.frame.set("on", this.on);
    this.frame.set("seen", this.seen.toString(16));
  }

  /* The clauses of the line: those of which all variables are on it, whichever line they are written for. */
  build() {
    const { h } = this.frame.page;
    const { elements } = this.line;
    this.choice.value = String(this.place);
    this.buttons = elements.map((element, at) =>
      h("button", { type: "button", role: "switch", onclick: () => this.flip(at) }),
    );
    this.switches.replaceChildren(...this.buttons);
    this.its = this.rows
      .filter(({ clause }) => clause.every((literal) => elements.includes(Math.abs(literal))))
      .sort((one, other) => other.clause.length - one.clause.length);
    this.items = this.its.map(({ says, line }) => {
      const literals = h("code", {});
      const verdict = h("span", { class: "state" });
      const elsewhere = line === this.line.name ? null : h("small", { class: "soft" }, `written for ${line}`);
      return {
        literals,
        verdict,
        item: h("li", {}, h("span", { class: "says" }, says, elsewhere && " ", elsewhere), literals, verdict),
      };
    });
    this.clauses.replaceChildren(...this.items.map(({ item }) => item));
    this.patterns = Array.from({ length: WAYS }, (_, way) => {
      const on = way.toString(2).padStart(4, "0");
      return h(
        "button",
        { type: "button", class: "way", onclick: () => this.set(on) },
        ...Array.from(on, (bit) => h("i", { class: bit === "1" ? "on" : "" })),
      );
    });
    this.ways.replaceChildren(...this.patterns);
    this.show();
  }

  show() {
    this.seen |= 1 << parseInt(this.on, 2); // how it is set now can be seen, whoever has set it so
    const { elements, family } = this.line;
    const values = valuesOf(elements, this.on);
    this.buttons.forEach((button, at) => {
      const isOn = this.on[at] === "1";
      button.setAttribute("aria-checked", String(isOn));
      button.replaceChildren(this.name(elements[at]), this.frame.page.h("b", {}, isOn ? "true" : "false"));
    });
    const broken = this.its.filter(({ clause }) => stateOf(clause, values).kind === "broken");
    this.its.forEach((row, at) => this.showClause(row, this.items[at], values));
    this.told.textContent = toldOf(broken);
    this.told.className = `message ${broken.length ? "bad" : "good"}`;
    const placed = new Set(elements.filter((_, at) => this.on[at] === "1"));
    this.view.show({
      at: null,
      placed,
      lines: [{ family, elements }],
      wrong: new Set(broken.flatMap(({ clause }) => clause.map(Math.abs))),
      words: (element) => (elements.includes(element) ? (placed.has(element) ? "true" : "false") : ""),
    });
    this.showWays();
  }

  showClause({ clause }, { item, literals, verdict }, values) {
    const { h } = this.frame.page;
    const isBroken = stateOf(clause, values).kind === "broken";
    item.className = isBroken ? "broken" : "kept";
    verdict.textContent = isBroken ? "broken" : "holds";
    literals.replaceChildren(
      ...clause.flatMap((literal, at) => [
        ...(at ? [" ∨ "] : []),
        h("span", { class: `literal ${values.get(literal) ? "true" : "false"}` }, this.name(literal)),
      ]),
    );
  }

  showWays() {
    const { elements } = this.line;
    let tried = 0;
    let kept = 0;
    this.patterns.forEach((button, way) => {
      const on = way.toString(2).padStart(4, "0");
      const isSeen = this.frame.isRevealed || (this.seen >> way) & 1;
      const values = valuesOf(elements, on);
      const holds = this.its.every(({ clause }) => stateOf(clause, values).kind === "true");
      tried += (this.seen >> way) & 1;
      kept += (this.seen >> way) & 1 && holds ? 1 : 0;
      button.className = `way ${isSeen ? (holds ? "good" : "bad") : "unseen-way"}`;
      button.setAttribute("aria-current", String(on === this.on));
      const set =
        elements
          .filter((_, at) => on[at] === "1")
          .map((one) => `${cellName(one)} = ${placeOf(one).digit}`)
          .join(", ") || "none";
      button.setAttribute(
        "aria-label",
        `true: ${set}; ${isSeen ? (holds ? "breaks no clause" : "breaks a clause") : "not tried yet"}`,
      );
    });
    const others = this.frame.isRevealed && tried < WAYS ? " The answer shows the others, too." : "";
    this.counted.textContent = `You tried ${tried} of 16 ways; ${kept} of them break${kept === 1 ? "s" : ""} no clause.${others}`;
  }
}

function valuesOf(elements, on) {
  return new Map(
    elements.flatMap((element, at) => [
      [element, on[at] === "1"],
      [-element, on[at] !== "1"],
    ]),
  );
}

function toldOf(broken) {
  if (!broken.length) return "All seven clauses hold: exactly one element is true.";
  if (broken[0].says === "at least one") return "No element is true: the clause “at least one” is broken.";
  return `Two or more elements are true: ${broken.length === 1 ? "a pair is" : `${broken.length} pairs are`} broken.`;
}
