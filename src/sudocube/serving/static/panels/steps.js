/* The panel Step by step: a documented method, back and forth, and cells that one chooses oneself.

   Keys of the address: method, all (1: it goes on after a solution), at (the place), do (what was chosen:
   "12:r1c4,20:r2c1=5", after 12 steps r1c4, after 20 the digit 5 in r2c1). */

import { follow, guarded } from "../scripts/following.js";
import { badge } from "../scripts/words.js";
import { cluesOnly, emptyGrid } from "./instead.js";
import { checkOf } from "./steps/checks.js";
import { assumedWords, Choosing } from "./steps/choosing.js";
import { endOf } from "./steps/ending.js";
import { newHint } from "./steps/hint.js";
import { assumedKinds, marksOfStep } from "./steps/marks.js";
import { newestQuestion } from "./walk/newest.js";
import { newWalk } from "./walk/walk.js";

export const title = "Step by step";
export const layout = "alone";

const MOST = 1000;

export async function mount(host, page) {
  const { h, fill } = page;
  await page.style("panels/walk/walk.css");
  let most = MOST;
  let puzzleText = page.puzzle.text;
  let known = methodsOnce(page);
  let shown = null; // what the steps on the page were asked with
  const askSteps = newestQuestion(page);

  const problem = h("div");
  const instead = h("div", { class: "message note", role: "status", hidden: true });
  const methods = page.choice([], "", (name) => ask({ method: name === "phases" ? null : name, at: null, do: null }), { class: "method" });
  const isAll = h("input", { type: "checkbox", onchange: () => ask({ all: isAll.checked ? 1 : null }) });
  const tools = h("div", { class: "tools" },
    page.field("Method", methods),
    h("label", { class: "check" }, isAll, "Go on after the first solution"),
    h("span", { class: "apart" }, page.link("start", "Change the puzzle")));
  const choosing = new Choosing(page, { fields, ask });
  const hint = newHint(page, () => walk.rows.slice(walk.at).find((row) => row.cells.length > 0));
  const end = h("section", { class: "ends", "aria-label": "How it ends" });
  const walk = newWalk(page, {
    label: "Steps",
    words: (at, count) => (at ? `step ${at} of ${count - 1}` : "the puzzle"),
    marksOf: (row) => marksOfStep(row, page.puzzle.count),
    kindsOf: assumedKinds,
    about,
    between: [hint.element, choosing.element],
    onMove: () => (choosing.explain(), hint.clear()),
    keys: [["good", "placed"], ["bad", "removed, or a contradiction"], ["open", "assumed"], ["note", "what the step rests on"]],
    onPick: (cell) => choosing.choose(page.cellName(cell, page.puzzle.size)),
    onDigit: (cell, digit) => choosing.choose(page.cellName(cell, page.puzzle.size), digit),
  });
  choosing.walk = walk;
  fill(host, tools, problem, instead, walk.element, end);

  function about(row) {
    const check = checkOf(row);
    return [
      h("dl", { class: "facts" },
        h("div", {}, h("dt", {}, row.chosen ? "Chosen" : `In the words of ${methods.value}`), h("dd", {}, row.rule || "no name")),
        h("div", {}, h("dt", {}, "Usually called"), h("dd", {}, row.term || "no name")),
        h("div", {}, h("dt", {}, "Checked by SAT"), h("dd", {}, badge(h, check.tone, check.words))),
        row.assumptions.length > 0 && h("div", {}, h("dt", {}, "Assumed"), h("dd", {}, assumedWords(page, row.assumptions)))),
      row.reason && h("p", { class: "message bad" }, `Refuted: ${row.reason}.`),
    ];
  }

  /** Other steps: with other values of the address, from the beginning or to the same place. */
  function ask(changes) {
    page.address.replace(changes);
    run();
  }

  async function load() {
    if (puzzleText !== page.puzzle.text) page.address.replace({ at: null, do: null });
    puzzleText = page.puzzle.text;
    const isAsked = page.puzzle.hasClues && !page.puzzle.restricts;
    [instead.hidden, walk.element.hidden, end.hidden] = [isAsked, !isAsked, !isAsked];
    await showMethods();
    if (!isAsked) {
      shown = null;
      walk.leave();
      fill(instead, page.puzzle.hasClues ? cluesOnly(page, "A method", host) : emptyGrid(page, "solves it step by step, and says why each step is right"));
      return;
    }
    if (shown === keyOf()) return;
    shown = keyOf();
    choosing.drawChosen();
    choosing.explain();
    fill(end, h("p", { class: "waiting" }, "The method is at work …"));
    walk.begin({ digits: [...page.puzzle.digits], box: page.puzzle.box }, { at: walk.placeInAddress() });
    try {
      await askSteps("steps", { ...fields(), most }, { onRow: (row) => ("summary" in row ? fill(end, endOf(page, row, showMore)) : walk.add(row)) });
    } catch (error) {
      if (!page.isCancelled(error)) {
        shown = null;
        fill(end);
      }
      throw error;
    }
    walk.end();
  }

  function showMore() {
    most *= 4;
    run();
  }

  /** What the steps are asked with: with the same, they are the same. */
  function keyOf() {
    return JSON.stringify({ ...fields(), most });
  }

  function fields() {
    const { get } = page.address;
    return { ...page.puzzle.fields, method: get("method") ?? "phases", all: get("all") === "1", choices: get("do") ?? "" };
  }

  async function showMethods() {
    const rows = await known.catch((error) => { known = methodsOnce(page); throw error; });
    fill(methods, rows.map((row) => h("option", { value: row.method }, `${row.method}: ${row.summary}${row.complete ? "" : " (no guesses)"}`)));
    methods.value = fields().method;
    isAll.checked = fields().all;
  }

  function run() {
    return guarded(page, load, problem);
  }

  const stop = follow(page, load, problem);
  page.address.onMove(() => {
    puzzleText = page.puzzle.text; // what the address says of the steps is about this puzzle
    if (shown === keyOf()) walk.go(walk.placeInAddress());
    else run();
  });
  return { leave: () => (stop(), walk.leave()) };
}

function methodsOnce(page) {
  return page.ask("methods", {}, { keep: true });
}
