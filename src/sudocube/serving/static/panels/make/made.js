/* Make one: what is said of the puzzle that was made.

     madeParts(page, { row, command }) -> { element, words, end }
         row       the row of `make`; command, the command line that makes the puzzle again
         words     the same for a screen reader
         end()     it follows the board no more */

import { counted, numbered } from "../../scripts/words.js";
import { commandText } from "./command_text.js";

/** What can be left out, by the kind of minimality. */
const LEFT_OUT = {
  strict: "Without any one of them, it would have several.",
  orbits: "Without any group of clues that belong together, it would have several.",
  given: "Without any one of them that had not to be there, it would have several.",
  no: "Some of them can perhaps be left out.",
};

export function madeParts(page, { row, command }) {
  const { h, fill } = page;
  const title = `Puzzle ${numbered(row.index)} of seed ${row.seed}`;
  const said = `${counted(row.clues, "clue")}, and one solution. ${LEFT_OUT[row.minimal]}`;
  const where = h("p", { class: "headline" });
  const back = h("div", { class: "tools" }, page.button("Put it on the board again", () => {
    page.puzzle.set({ text: row.puzzle, box: row.box });
    links.querySelector("a").focus();
  }));
  const links = h("p", { class: "make-links" },
    page.link("steps", "Step by step"), page.link("proof", "Proof"), page.link("unique", "Unique?"));
  const element = h("div", {},
    h("div", { class: "message good" }, where, h("p", {}, said, row.weight ? ` Its weight is ${row.weight.toPrecision(4)}.` : "")),
    back, links,
    commandText(page, "The same on the command line", command));

  function draw() {
    const isThere = page.puzzle.text === row.puzzle && page.puzzle.box === row.box;
    fill(where, isThere ? `${title} is on the board` : title);
    back.hidden = isThere;
    links.hidden = !isThere;
  }

  const end = page.puzzle.onChange(draw);
  draw();
  return { element, end, words: `${title} is on the board. ${said}` };
}
