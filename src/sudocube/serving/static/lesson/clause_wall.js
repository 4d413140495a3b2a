/* All clauses as small squares, family by family: how many hold, how many are open, and which one fires.

    const wall = new ClauseWall(page, rows)      rows of clauses, as `encodings show --all --json` has them
    wall.show(states, current)                   the kind of each clause, and the place of the one that fires
*/

import { counted } from "../scripts/words.js";

const FAMILIES = ["cell", "row", "column", "box"];
const KINDS = [
  ["true", "holds", "hold"],
  ["unit", "can fire", "can fire"],
  ["open", "is open", "are open"],
  ["broken", "is broken", "are broken"],
];

export class ClauseWall {
  constructor({ h }, rows) {
    this.squares = rows.map(({ clause }) => h("i", { class: clause.length > 2 ? "long" : "" }));
    this.counts = new Map(KINDS.map(([kind]) => [kind, h("span")]));
    this.told = h(
      "p",
      { class: "keys" },
      KINDS.map(([kind]) =>
        h("span", {}, h("i", { dataset: { state: kind }, "aria-hidden": "true" }), this.counts.get(kind)),
      ),
      h("span", {}, "round: at least one; square: a pair"),
    );
    const ofFamily = (family) =>
      h(
        "div",
        { class: "wall-family" },
        h("span", {}, family),
        h(
          "div",
          {},
          rows.flatMap((row, place) => (row.family === family ? [this.squares[place]] : [])),
        ),
      );
    this.element = h(
      "figure",
      { class: "wall" },
      h("div", { "aria-hidden": "true" }, FAMILIES.map(ofFamily)),
      h("figcaption", {}, this.told),
    );
    this.now = rows.map(() => "");
    this.current = -1;
  }

  show(states, current) {
    const count = { true: 0, open: 0, unit: 0, broken: 0 };
    this.squares.forEach((square, place) => {
      count[states[place]] += 1;
      const now = `${states[place]}${place === current ? " current" : ""}`;
      if (now === this.now[place]) return;
      this.now[place] = now;
      square.dataset.state = states[place];
      square.classList.toggle("current", place === current);
    });
    for (const [kind, ...words] of KINDS) {
      this.counts.get(kind).textContent = counted(count[kind], ...words);
      this.counts.get(kind).parentElement.hidden = kind === "broken" && !count.broken;
    }
  }
}
