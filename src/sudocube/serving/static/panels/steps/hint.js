/* The next step in four rungs, one more each time that the button is clicked: where to look, which technique, which
   cells, the whole step. As `explain --hint` has it, for any method.

     const hint = newHint(page, next)      next() is the row of the next step that concludes anything, or undefined
     hint.element
     hint.clear()                          for another place */

import { listed } from "../../scripts/words.js";
import { sentenceOf } from "../walk/sentences.js";

export function newHint(page, next) {
  const { h, fill, button, usable } = page;
  const said = h("div", { role: "status" });
  const asking = button("Hint", more);
  let rung = 0;

  function more() {
    const row = next();
    rung += 1;
    fill(said, row ? rungsOf(page, row).slice(0, rung) : h("p", {}, "The method knows no next step here."));
    asking.textContent = "More of the hint";
    usable(asking, row && rung < 4);
  }

  function clear() {
    rung = 0;
    fill(said);
    asking.textContent = "Hint";
    usable(asking, true);
  }

  return { element: h("section", { class: "card", "aria-label": "Hint" }, h("p", {}, asking), said), clear };
}

function rungsOf(page, row) {
  const { h } = page;
  const units = row.unit ? [row.unit] : row.premises?.units ?? [];
  const level = row.level ? ` (level ${row.level})` : "";
  return [
    h("p", {}, `Look at ${listed(units.length ? units : row.cells)}.`),
    h("p", {}, `The technique is: ${row.rule}${level}.`),
    h("p", {}, `It is about ${listed(row.cells)}.`),
    h("p", {}, sentenceOf(page, row.sentence)),
  ];
}
