/* One step of a trace in full: the clause that fires, or the conflict, and what is learned from it.

     stepParts(page, row, hasTrace)     elements for a row of the trace; without a row, those for the start */

import { counted } from "../scripts/words.js";
import { clauseLine, definitionLines, reasonWords } from "./clause_parts.js";

export function stepParts(page, row, hasTrace) {
  if (!row) return startParts(page, hasTrace);
  return "conflict" in row ? conflictParts(page, row) : assignedParts(page, row);
}

function startParts({ h }, hasTrace) {
  const words = hasTrace ? "No clause has fired yet. Take a step to see the first one." : "There is no trace of this puzzle.";
  return [h("p", { class: "trace-headline" }, "The start"), h("p", { class: "soft" }, words)];
}

function assignedParts(page, row) {
  const { h } = page;
  const { because } = row;
  const head = h("p", { class: "trace-headline" },
    h("span", { class: "mono" }, row.literal), h("span", { class: "badge" }, `level ${row.level}`));
  if (because === "clue") return [head, h("p", {}, "A clue says so: a clause with this literal alone.")];
  if (because === "decision") return [head, h("p", {}, "Decided: nothing forces it. A new level begins.")];
  const why = because.clause.length === 1
    ? "The clause has no other literal."
    : "All other literals of the clause are false, so this one has to be true.";
  return [
    head,
    h("p", { class: "trace-fires" }, clauseLine(page, because, { forced: row.number, isFalse: true })),
    h("p", {}, h("b", {}, `${reasonWords(because)}.`), ` ${why}`),
    definitionLines(page, because),
  ];
}

function conflictParts(page, row) {
  const { h } = page;
  const isLast = row.backjump === null;
  return [
    h("p", { class: "trace-headline bad" },
      h("span", { class: "headline" }, "Conflict"), h("span", { class: "badge bad" }, `level ${row.level}`)),
    h("p", { class: "trace-fires" }, clauseLine(page, row.conflict, { isFalse: true })),
    h("p", {}, h("b", {}, `${reasonWords(row.conflict)}.`), " All literals of the clause are false.",
      isLast && " Nothing is decided at level 0: the clauses have no model."),
    isLast ? null : learnedParts(page, row),
  ];
}

/** What a conflict teaches: the resolutions, the learned clause, and where the search goes on. */
function learnedParts({ h }, row) {
  const joined = (literals) => h("span", { class: "mono" }, literals.join(" ∨ "));
  const resolutions = row.resolutions.map((one) => h("li", {},
    joined([one.on]), ` is true by ${reasonWords(one.because)}. Both clauses together, without it: `, joined(one.literals)));
  const how = h("details", {}, h("summary", {}, `Resolved in ${counted(resolutions.length, "step")}`),
    h("p", { class: "small" }, "Literals that are false at level 0 are left out: ", joined(row.reduced.literals)),
    h("ol", { class: "small" }, resolutions));
  return [
    resolutions.length > 0 && how,
    h("p", {}, h("b", {}, "Learned: "), joined(row.learned),
      `. Back to level ${row.backjump}, where this clause makes its first literal true.`),
  ];
}
