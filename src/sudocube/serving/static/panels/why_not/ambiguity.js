/* Why not?, where there are several solutions: the clues to add, single clues that are enough, and what differs.

     ambiguityParts(page, row, actions, isLast) -> { summary, children }
     ambiguitySummary(row) -> that summary alone */

import { clue, counted, listed } from "../../scripts/words.js";
import { solutionOverlay } from "../unique/overlay.js";
import { pairsOf } from "../unique/solution_pairs.js";
import { proposal, proposals } from "./proposals.js";

export function ambiguityParts(page, row, actions, isLast) {
  return { summary: ambiguitySummary(row), children: [repairPart(page, row, actions, isLast), singlePart(page, row, actions), pairPart(page, row)] };
}

export function ambiguitySummary({ count, exact, repair }) {
  return `There are ${exact ? "" : "at least "}${counted(count, "solution")}.${repair ? ` ${repairWords(repair)}` : ""}`;
}

function repairWords({ size, smallest }) {
  const least = smallest && size > 1 ? "; fewer do not" : "";
  return `${counted(size, "further clue")} ${size === 1 ? "makes" : "make"} it unique${least}.`;
}

/** The solution has its place before the clues are known, so that nothing moves when they come. */
function repairPart(page, row, actions, isLast) {
  const { h, address } = page;
  const heading = row.repair?.size === 1 ? "The clue to add" : "The clues to add";
  const open = isLast ? "They were not found in the time there was." : "They are being looked for …";
  const chosen = address.get("solution");
  const found = row.repair ?? { clues: {}, solution: chosen?.length === page.puzzle.count ? chosen : row.solutions[0] };
  return h("section", { "aria-label": heading, class: "repair" }, h("h2", {}, heading),
    h("div", { class: "beside" }, leftBoard(page, found), row.repair ? repairSide(page, row.repair, actions) : h("p", { class: "soft" }, open)));
}

/** The solution that is left, with the further clues; they are marked in the puzzle itself, too. */
function leftBoard(page, { clues, solution }) {
  const { h } = page;
  const { digits, box, size } = page.puzzle;
  const cells = Object.keys(clues);
  const added = cells.map((cell) => page.cellIndex(cell, size));
  const board = page.newBoard({ label: "The solution that is left", box });
  board.show({ digits: solution, kinds: digits.map((digit, cell) => (digit || added.includes(cell) ? "clue" : "placed")), box });
  board.mark({
    cells: Object.fromEntries(cells.map((cell) => [cell, "good"])),
    labels: Object.fromEntries(cells.map((cell) => [cell, "further clue"])),
  });
  page.board.mark({ candidates: Object.fromEntries(cells.map((cell) => [cell, { [clues[cell]]: "good" }])) });
  return h("figure", {}, h("figcaption", {}, "The solution that is left"), board.element);
}

function repairSide(page, { clues, solution, puzzle, size, smallest, at_least: least }, actions) {
  const { h, address } = page;
  const named = listed(Object.entries(clues).map(([cell, digit]) => clue(cell, page.SYMBOLS[digit])));
  const open = `Fewer were not found; ${counted(least, "clue")} at least ${least === 1 ? "is" : "are"} needed.`;
  const proved = !smallest ? open : size > 1 ? "Fewer further clues do not leave this solution alone." : "";
  const forget = () => {
    address.set("solution", null);
    actions.again();
  };
  return h("div", {},
    h("p", {}, "With ", h("b", {}, named), `, the puzzle has this solution and no other. ${proved}`),
    h("div", { class: "tools" }, proposal(page, actions, {
      label: size === 1 ? "Add this clue" : "Add these clues", words: `${named} added`, cell: Object.keys(clues)[0], text: puzzle, class: "primary" })),
    h("p", { class: "small" }, address.get("solution") === solution
      ? ["It is the solution that you chose. ", page.button("Take the one found first", forget, { class: "quiet" })]
      : ["Another solution is to be left? ", page.link("unique", "Choose among all of them"), "."]));
}

/** Digits that stand in one solution only, each of which is enough as a clue. */
function singlePart(page, row, actions) {
  const { h, SYMBOLS } = page;
  const { digits, size } = page.puzzle;
  const single = Object.entries(row.candidates).flatMap(([cell, counts]) =>
    Object.entries(counts).filter(([, count]) => count === 1).map(([digit]) => [cell, Number(digit)]));
  if (!row.exact || !single.length) return null;
  const buttons = single.map(([cell, digit]) => proposal(page, actions, {
    label: clue(cell, SYMBOLS[digit]),
    words: `${clue(cell, SYMBOLS[digit])} added`,
    cell,
    text: page.textOf(digits.with(page.cellIndex(cell, size), digit)),
  }));
  return h("section", { "aria-label": "One clue that is enough" },
    h("h2", {}, "One clue that is enough"),
    h("p", {}, "Each of these digits stands in one solution only, so it makes the puzzle unique as a clue. Click one to try; it can be taken back."),
    proposals(page, buttons, "more such clues"));
}

function pairPart(page, row) {
  const { h } = page;
  const overlay = solutionOverlay(page);
  overlay.show(pairsOf([], row));
  return h("section", { "aria-label": "Where solutions differ" }, h("h2", {}, "Where solutions differ"),
    h("p", {}, "Where two solutions differ is a deadly pattern: another clue has to break it. ", page.link("unique", "See all solutions"), "."),
    h("div", { class: "beside" }, overlay.element));
}
