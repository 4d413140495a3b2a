/* What the panel "A list" says of the puzzle that is open: where it stands, its verdict, what is amiss, and where to go.

     openedParts(page, row)     elements; `row` is that of the puzzle, which is on the board by then */

import { numbered, VERDICTS } from "../scripts/words.js";
import { remark } from "./list_model.js";

const LINKS = { unique: "Unique?", "why-not": "Why not?", steps: "Step by step", proof: "Proof" };

export function openedParts(page, row) {
  const { h, link } = page;
  const place = `Puzzle ${numbered(row.index)}, ${row.source}`;
  if (!row.puzzle) return h("p", { class: "message bad" }, `${place}: it is no puzzle. ${remark(row)}`);
  const { tone, words } = VERDICTS[row.verdict];
  const said = remark(row);
  return h("div", { class: `message ${tone}` },
    h("p", {}, h("b", {}, `${place} is on the board: ${words.toLowerCase()}.`), said && ` ${said}`),
    h("p", {}, Object.entries(LINKS).map(([panel, label], at) => [at > 0 && " · ", link(panel, label)])),
    h("div", { class: "narrow-only" }, picture(page, row)));
}

/** The puzzle once more, where the board is out of sight. */
function picture(page, row) {
  const board = page.newBoard({ box: row.box, label: `Puzzle ${row.index}`, isNumbered: false });
  const { digits, marks } = page.puzzle;
  board.show({ digits, candidates: marks });
  return board.element;
}
