/* The eight statements of which encodings are made, as switches: for each family at least one, and at most one.

     new Switches(page, text, onChange)    `text` names those that are on, with commas between them
     switches.element
     switches.on        the names of those that are on, such as "row at most one", in their order
     switches.text      the same, with commas
     switches.set(names)
     switches.decided(choices)
         Of the rows `choices` (data "choices-2x2"), the one that settles whether these statements are enough: one that
         is proved and has no others than these, or one that is refuted and has all of these. Of several that are
         refuted, the one whose grid has the fewest cells with several digits.
     alsoAtNine(page, switches, proof, tell)    tell(text) once it is known to be the same at 9×9, if nothing was
         switched since; proving that takes a few seconds
   They need lesson/controls.css. */

const FAMILIES = ["cell", "row", "column", "box"];
const HALVES = ["at least one", "at most one"];
const ALL = FAMILIES.flatMap((family) => HALVES.map((half) => `${family} ${half}`));
const READY = {
  minimal: ["cell at least one", "row at most one", "column at most one", "box at most one"],
  dual: ["cell at most one", "row at least one", "column at least one", "box at least one"],
  extended: ALL,
  nothing: [],
};

export class Switches {
  constructor(page, text, onChange) {
    const { h } = page;
    this.boxes = new Map(ALL.map((name) => [name, h("input", { type: "checkbox", "aria-label": name })]));
    this.set(text.split(","));
    const rows = FAMILIES.map((family) =>
      h("tr", {}, h("th", { scope: "row" }, family), HALVES.map((half) => h("td", {}, h("label", { class: "check" }, this.boxes.get(`${family} ${half}`))))));
    const heads = HALVES.map((one) => h("th", { scope: "col" }, one));
    const ready = Object.entries(READY).map(([name, some]) => page.button(name, () => {
      this.set(some);
      onChange();
    }));
    this.element = h("div", { class: "switches" },
      h("table", { class: "table" }, h("thead", {}, h("tr", {}, h("td", {}), heads)), h("tbody", {}, rows)),
      h("div", { class: "tools", role: "group", "aria-label": "Ready-made sets" }, ready));
    this.element.addEventListener("change", () => onChange());
  }

  get on() {
    return ALL.filter((name) => this.boxes.get(name).checked);
  }

  get text() {
    return this.on.join(",") || "none";
  }

  set(names) {
    for (const [name, box] of this.boxes) box.checked = names.includes(name);
  }

  decided(choices) {
    const { on } = this;
    const proved = choices.find(({ statements, proof }) => proof.sound && statements.every((one) => on.includes(one)));
    if (proved) return proved;
    const refuted = choices.filter(({ statements, proof }) => !proof.sound && on.every((one) => statements.includes(one)));
    const crowd = ({ proof }) => Object.keys(proof.broken?.crowded ?? {}).length;
    return refuted.sort((one, other) => crowd(one) - crowd(other))[0];
  }
}

export async function alsoAtNine(page, switches, proof, tell) {
  const { text } = switches;
  try {
    const nine = switches.decided((await page.data("choices-3x3")).choices);
    if (switches.text === text && nine.proof.outcome === proof.outcome) tell(` At 9×9 it is ${proof.outcome}, too.`);
  } catch {
    return; // what is known at 4×4 is shown in any case
  }
}
