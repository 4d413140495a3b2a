/* Engines side by side: a row for each, which fills when it answers; and which engines are asked.

     const table = engineTable(page, onChosen)     onChosen() hears that other engines were chosen
     table.element
     table.run()      asks them; a promise of the last row of `crosscheck`. Rows reach table.onRow(row) as they come */

import { dated } from "../../scripts/following.js";
import { badge, inSeconds, VERDICTS } from "../../scripts/words.js";
import { enginePicker } from "./engine_picker.js";

const STANDINGS = {
  confirmed: ["good", "confirmed"],
  refuted: ["bad", "refuted"],
  undecided: ["open", "undecided"],
  failed: ["bad", "failed"],
};

export function engineTable(page, onChosen) {
  const { h, fill } = page;
  const picker = enginePicker(page, onChosen);
  const body = h("tbody");
  const rows = new Map();
  const kept = new Set(); // engines whose row waits for their whole name
  let running = null;
  const answers = h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": "Answers of the engines" },
    h("table", { class: "table engines" },
      h("thead", {}, h("tr", {}, ["Engine", "Verdict", "Time", "Compared"].map((words, place) =>
        h("th", { scope: "col", class: place === 2 ? "number" : null }, words)))),
      body));
  const isShown = dated(page, answers);
  const element = h("section", { "aria-label": "Engines side by side" },
    h("h2", {}, "Engines side by side"),
    answers,
    picker.element);
  const table = { element, onRow() {}, run };

  /** Ask the engines that are chosen. What was asked before is withdrawn. */
  async function run() {
    running?.abort();
    const mine = (running = new AbortController());
    let last = null;
    element.setAttribute("aria-busy", "true");
    if (!rows.size) keepPlaces(picker.expected());
    try {
      await page.ask("crosscheck", { ...page.puzzle.fields, ...picker.fields() }, {
        signal: mine.signal,
        onProgress: ({ done, words }) => {
          if (done === 0) [...rows.keys()].forEach(drawWaiting);
          isShown();
          drawWaiting(words);
        },
        onRow: (row) => {
          if (row.summary) return void drawStandings(row.summary.by_engine, last);
          last = row;
          for (const [name, answer] of Object.entries(row.engines)) drawAnswer(name, answer);
          table.onRow(row);
        },
      });
      for (const name of [...rows.keys()]) if (!(name in last.engines)) remove(name); // engines of before, and the prover
    } finally {
      if (running === mine) {
        element.setAttribute("aria-busy", "false");
        for (const one of body.querySelectorAll(".waiting")) one.replaceWith("no answer");
      }
    }
    return last;
  }

  function rowOf(name) {
    if (!rows.has(name)) rows.set(name, placeOf(name) ?? newRow());
    const { head, cells } = rows.get(name);
    head.textContent = name;
    return cells;
  }

  function newRow() {
    const head = h("th", { scope: "row", class: "mono" });
    const cells = [h("td"), h("td", { class: "number" }), h("td", { class: "standing" })];
    return { row: body.appendChild(h("tr", {}, head, cells)), head, cells };
  }

  /** The row that was kept for an engine before its whole name was known: "sat" for "sat:extended@cadical153". */
  function placeOf(name) {
    const [family] = name.split(/[:@]/);
    if (!kept.delete(family)) return null;
    const place = rows.get(family);
    rows.delete(family);
    return place;
  }

  /** A row for each engine before any is asked, so that nothing moves. */
  function keepPlaces(names) {
    for (const name of names) {
      drawWaiting(name);
      kept.add(name);
    }
  }

  function remove(name) {
    kept.delete(name);
    rows.get(name).row.remove();
    rows.delete(name);
  }

  function drawWaiting(name) {
    const [verdict, time, standing] = rowOf(name);
    fill(verdict, h("span", { class: "waiting" }, "asked"));
    fill(time);
    fill(standing);
  }

  function drawAnswer(name, answer) {
    const [verdict, time] = rowOf(name);
    kept.delete(name);
    const { tone } = VERDICTS[answer.verdict];
    fill(verdict, badge(h, tone, answer.verdict), answer.reason && h("span", { class: "small soft reason" }, answer.reason));
    fill(time, answer.verdict === "unknown" && !answer.seconds ? "" : inSeconds(answer.seconds));
  }

  function drawStandings(byEngine, last) {
    for (const [name, counts] of Object.entries(byEngine)) {
      const standing = Object.keys(STANDINGS).find((one) => counts[one]);
      if (!standing || !rows.has(name)) continue;
      const [tone, words] = STANDINGS[standing];
      const why = last.refuted[name];
      fill(rowOf(name)[2], badge(h, tone, words), why && h("span", { class: "small reason" }, why));
    }
    body.append(...Object.keys(last.engines).map((name) => rows.get(name).row)); // in the order of asking
  }

  return table;
}
