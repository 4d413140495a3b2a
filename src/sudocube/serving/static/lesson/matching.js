/* Scene 9: a matching is moved by hand, and a value without one falls.

Five cells of a unit, and a line from each to its candidates; thick ones are the matching, one for each cell. Who wants to
know whether a cell can hold another digit takes it: its owner has to move on, and the next one. If nobody can move, the
candidate falls. State in the address: held, the digits of the cells in the matching; gone, the candidates that fell. */

import { shape } from "./cube_view.js";
import { scene } from "./scene.js";
import { counted, listed } from "../scripts/words.js";

const UNIT = ["12", "12", "123", "345", "245"].map((digits) => Array.from(digits, Number));
const UNFIT = 4; // candidates that are in no matching
const ROW = 60; // pixels between two cells, as in matching.css

export const { title, mount } = scene({
  name: "matching",
  styles: ["lesson/matching.css"],
  textAfterAnswer: true,
  keys: ["held", "gone"],
  draw: (stage, frame) => new MatchingScene(stage, frame),
});

class MatchingScene {
  constructor(stage, frame) {
    const { page } = frame;
    const { h } = page;
    Object.assign(this, { frame, page, wanted: null });
    this.gone = new Set((frame.get("gone") ?? "").split(".").filter(Boolean));
    this.held = Array.from(frame.get("held") ?? "", Number);
    if (new Set(this.held).size !== UNIT.length || this.held.some((digit, cell) => !this.candidates(cell).includes(digit))) this.held = [1, 2, 3, 4, 5];
    this.cells = h("div", { class: "match-cells" });
    this.picture = shape("svg", { viewBox: `0 0 100 ${ROW * UNIT.length}`, preserveAspectRatio: "none", "aria-hidden": "true" });
    this.digits = h("div", { class: "match-digits", "aria-hidden": "true" });
    this.told = h("div", { class: "match-told", "aria-live": "polite" });
    this.stuck = page.button("Nobody can move", () => this.giveUp());
    stage.append(h("div", { class: "matching" }, this.cells, this.picture, this.digits), this.told,
      h("div", { class: "tools" }, this.stuck, page.button("From the beginning", () => frame.again())));
    this.show("Each cell has a digit of its own. Choose another candidate of a cell: can it be part of some way to fill the unit?");
  }

  candidates(cell) {
    return UNIT[cell].filter((digit) => !this.gone.has(`${cell}${digit}`));
  }

  /* The cell that has lost its digit; -1 if none has. */
  get homeless() {
    return this.held.indexOf(null);
  }

  take(cell, digit) {
    this.show(...this.taken(cell, digit));
    this.cells.children[Math.max(this.homeless, 0)].querySelector("button:not([aria-disabled=true])")?.focus();
  }

  /* What comes of it, in words. */
  taken(cell, digit) {
    const { homeless, wanted } = this;
    if (homeless < 0) this.wanted = { cell, digit, before: [...this.held] };
    else if (digit === wanted.digit) return [`${name(wanted.cell)} wants ${digit}, so ${name(cell)} has to take another digit.`, "bad"];
    const owner = this.held.indexOf(digit);
    if (owner >= 0) this.held[owner] = null;
    this.held[cell] = digit;
    if (this.homeless >= 0) return [`${name(cell)} takes ${digit}. Its owner ${name(owner)} has to move on: choose a digit for it.`, "open"];
    this.frame.set("held", this.held.join(""));
    return [`Each cell has a digit again: ${name(this.wanted.cell)} can hold ${this.wanted.digit}. It stays a candidate.`, "good"];
  }

  /* The cells that were asked, one after the other, and the digits that they could take: those beside the wanted one. */
  asked() {
    const cells = new Set([this.homeless]);
    const digits = new Set();
    for (const cell of cells) {
      for (const digit of this.candidates(cell)) {
        if (digit === this.wanted.digit) continue;
        digits.add(digit);
        const owner = this.held.indexOf(digit);
        if (owner < 0) return null; // somebody can move
        cells.add(owner);
      }
    }
    return { cells: [...cells].sort(), digits: [...digits].sort() };
  }

  giveUp() {
    const asked = this.asked();
    if (!asked) return this.show(`Somebody can move. Go on: ${name(this.homeless)} is looking for a digit.`, "bad");
    const { cell, digit, before } = this.wanted;
    const left = asked.digits.length ? `only ${listed(asked.digits)}` : "nothing";
    this.gone.add(`${cell}${digit}`);
    this.held = before;
    this.frame.set("gone", [...this.gone].join("."));
    return this.show(`Right. Without ${digit}, ${listed(asked.cells.map(name))} ${asked.cells.length > 1 ? "have" : "has"} ${left} between them: ${counted(asked.cells.length, "cell")}, ${counted(asked.digits.length, "digit")}. So ${digit} is no candidate of ${name(cell)}.`, "good");
  }

  show(words, tone = "note") {
    const { h, fill, usable } = this.page;
    const { homeless } = this;
    fill(this.cells, UNIT.map((digits, cell) => h("div", { class: cell === homeless ? "homeless" : "" }, h("b", {}, name(cell)), digits.map((digit) => {
      const isGone = this.gone.has(`${cell}${digit}`);
      const isHeld = this.held[cell] === digit;
      const chip = h("button", { type: "button", class: `button match-digit${isGone ? " gone" : ""}`, "aria-pressed": String(isHeld), "aria-label": `${name(cell)}, ${digit}${isGone ? ", no candidate" : isHeld ? ", matched" : ""}`, onclick: () => this.take(cell, digit) }, String(digit));
      usable(chip, !isGone && !isHeld && (homeless < 0 || homeless === cell));
      return chip;
    }))));
    fill(this.digits, UNIT.map((_, at) => h("b", {}, String(at + 1))));
    this.picture.replaceChildren(...UNIT.flatMap((digits, cell) => digits.map((digit) => shape("line", { x1: 0, x2: 100, y1: ROW * (cell + 0.5), y2: ROW * (digit - 0.5),
      class: this.gone.has(`${cell}${digit}`) ? "gone" : this.held[cell] === digit ? "held" : "" }))));
    const isDone = this.gone.size === UNFIT;
    fill(this.told, h("p", { class: `message ${tone}` }, words), h("p", { class: "small soft" },
      `${counted(this.gone.size, "candidate has", "candidates have")} fallen. `, isDone && "Each that is left is part of some way to fill the unit: the all-different is domain-consistent."));
    usable(this.stuck, homeless >= 0);
  }
}

function name(cell) {
  return `r${cell + 1}`;
}
