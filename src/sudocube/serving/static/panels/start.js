/* The first panel: what one can do with the puzzle, examples to begin with, and the keys. Also an example of a panel. */

export const title = "Is this Sudoku unique, and why?";

const PANELS = [
  ["unique", "Unique?", "Engines side by side, two solutions laid over each other, all solutions one by one."],
  ["why-not", "Why not?", "The clues that clash, the changes that mend it, the clue to add."],
  ["steps", "Step by step", "Techniques with names, or a documented method, back and forth, each step in words and checked."],
  ["proof", "Proof", "The certificate of this puzzle, checked by a program that knows nothing of the solver."],
  ["clauses", "Clauses", "What a SAT solver gets to see, and the clause that fires."],
  ["list", "A list", "A whole file of puzzles: what is amiss, and a table to sort."],
  ["make", "Make one", "A new puzzle, symmetric or hard as you like, with the seed that makes it again."],
  ["lesson", "Lesson", "How rules become clauses, in nine scenes."],
];

const KEYS = [
  ["Arrows, Home, End", "move"],
  ["1 to 9, A to P", "a digit"],
  ["0, Backspace, Delete", "empty the cell"],
  ["Shift + digit, or Space and then digits", "pencilmarks"],
  ["Ctrl + Z, Ctrl + Shift + Z", "undo, redo"],
  ["Ctrl + V, anywhere", "paste a puzzle in any form"],
];

/** All is shown at once, when the examples are there, so that nothing moves. */
export async function mount(host, page) {
  const { h } = page;
  const examples = await examplesOf(page);
  host.append(
    h("p", {}, "Type a puzzle, paste it, or drop a file on this page. The verdict follows while you type; everything on this page ",
      "is found on your own machine, and nothing leaves it."),
    h("h2", {}, "Begin with an example"), examples,
    h("h2", {}, "Look closer"),
    h("ul", { class: "cards" }, PANELS.map((one) => h("li", {}, card(page, ...one)))),
    h("h2", {}, "Keys"),
    h("div", { class: "wide" }, h("table", { class: "table" }, h("tbody", {},
      KEYS.map(([keys, what]) => h("tr", {}, h("th", { scope: "row" }, keys), h("td", {}, what)))))));
}

async function examplesOf(page) {
  try {
    const rows = await page.ask("examples", {}, { keep: true });
    const show = (row) => page.puzzle.set({ text: row.puzzle, box: row.box });
    return page.h("div", { class: "tools" }, rows.map((row) => page.button(row.title, () => show(row))));
  } catch (error) {
    return page.failed(error) ?? "";
  }
}

function card(page, panel, name, words) {
  const link = page.link(panel, [page.h("h3", {}, name), page.h("p", {}, words)]);
  link.classList.add("card");
  return link;
}
