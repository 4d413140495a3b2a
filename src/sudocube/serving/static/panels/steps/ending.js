/* How the steps end: what is refuted, the outcome in words, and how often each rule was used.

     endOf(page, row, more)     the elements for the last row of the command `steps`; more() asks for more steps,
                                where they were cut off */

import { counted } from "../../scripts/words.js";
import { assumedWords } from "./choosing.js";

export function endOf(page, row, more) {
  const { h, button } = page;
  const { summary, cut } = row;
  const refuted = row.refuted_assumptions;
  return [
    h("h2", {}, "How it ends"),
    refuted.length > 0 && h("p", { class: "message bad" },
      `${assumedWords(page, refuted)}: no solution has ${refuted.length > 1 ? "all of these" : "this"}. Take back what was chosen.`),
    cut ? h("p", {}, `The first ${counted(summary.steps, "step")} are shown; the method was stopped there. `, button("Show more steps", more))
      : row.in_words.map((words) => h("p", {}, words)),
    h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": "Rules" }, rules(h, summary.rules)),
  ];
}

function rules(h, all) {
  const heads = ["Rule in the source", "Usual name", "Steps"];
  return h("table", { class: "table" },
    h("thead", {}, h("tr", {}, heads.map((name, at) => h("th", { scope: "col", class: at === 2 && "number" }, name)))),
    h("tbody", {}, all.map(({ rule, term, count }) =>
      h("tr", {}, h("th", { scope: "row" }, rule), h("td", {}, term), h("td", { class: "number" }, count)))));
}
