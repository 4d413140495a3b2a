/* Why not?, where the puzzle is unique: which clues can be dropped, and a minimal puzzle.

     redundancyParts(page, row, actions) -> { summary, children } */

import { clue, counted } from "../../scripts/words.js";
import { proposal, proposals } from "./proposals.js";

export function redundancyParts(page, row, actions) {
  const clues = page.puzzle.digits.filter((digit) => digit).length;
  const proof = page.h("p", {}, page.link("proof", "See the proof that there is no other solution"), ".");
  const { redundant, sub_puzzle: sub } = row;
  if (row.minimal) return { summary: `It is minimal, too: none of its ${clues} clues can be dropped.`, children: [proof] };
  const summary = redundant.length
    ? droppedWords(row, clues)
    : `Whether one of its ${clues} clues can be dropped is not known.`;
  const parts = [redundant.length > 0 && redundantPart(page, row, actions), sub.clues < clues && minimalPart(page, row, actions)];
  return { summary, children: [...parts, proof] };
}

/** Each of them alone: all of them at once are hardly ever too many. */
function droppedWords({ redundant, redundant_complete: isWhole }, clues) {
  const least = isWhole ? "" : "at least ";
  const many = `${least}${counted(redundant.length, "clue")} of ${clues} can be dropped`;
  return redundant.length > 1 ? `Any one of ${many}.` : `${many[0].toUpperCase()}${many.slice(1)}.`;
}

function redundantPart(page, { redundant }, actions) {
  const { h, SYMBOLS } = page;
  const { digits, size } = page.puzzle;
  page.board.mark({
    cells: Object.fromEntries(redundant.map((cell) => [cell, "note"])),
    labels: Object.fromEntries(redundant.map((cell) => [cell, "can be dropped"])),
  });
  const buttons = redundant.map((cell) => {
    const at = page.cellIndex(cell, size);
    const named = clue(cell, SYMBOLS[digits[at]]);
    return proposal(page, actions, { label: named, words: `${named} dropped`, cell, text: page.textOf(digits.with(at, 0)) });
  });
  return h("section", { "aria-label": "Clues that can be dropped" },
    h("h2", {}, "Clues that can be dropped"),
    h("p", {}, redundant.length === 1
      ? "Without this clue, which is tinted in the puzzle, it is still unique. Click to try; it can be taken back."
      : "Without any one of these, which are tinted in the puzzle, it is still unique; without all of them it need not be. Click one to try; it can be taken back."),
    proposals(page, buttons, "more clues"));
}

function minimalPart(page, { sub_puzzle: { puzzle, clues, minimal } }, actions) {
  const { h, SYMBOLS } = page;
  const { box, digits, size } = page.puzzle;
  const board = page.newBoard({ label: "A smaller puzzle", box });
  const gone = digits.flatMap((digit, cell) => (digit && puzzle[cell] === "." ? [cell] : []));
  board.show({ digits: puzzle, box });
  board.mark({
    cells: Object.fromEntries(gone.map((cell) => [cell, "note"])),
    labels: Object.fromEntries(gone.map((cell) => [cell, `${SYMBOLS[digits[cell]]} was dropped`])),
  });
  const heading = minimal ? "A minimal puzzle" : "A smaller puzzle";
  const words = `${counted(gone.length, "clue")} dropped`;
  return h("section", { "aria-label": heading }, h("h2", {}, heading),
    h("div", { class: "beside" }, h("figure", {}, board.element),
      h("div", {},
        h("p", {}, `It has the same solution and ${counted(clues, "clue")}. `, minimal ? "None of these can be dropped." : "Whether it is minimal is not known."),
        h("div", { class: "tools" }, proposal(page, actions, { label: "Take this puzzle", words, cell: page.cellName(gone[0], size), text: puzzle, class: "primary" })))));
}
