/* Make one: puzzles to print, in the file that `sudocube generate --html` writes: those that were made, and further ones.

     const sheet = sheetPart(page, { isReady, fields, tell })
         isReady()            whether what is asked for can be read; says so beside the field if not
         fields()             the fields of the command `make`, with the seed
     sheet.element
     sheet.begin(seed, number)     the sheet begins with this puzzle, unless some of the seed were made before
     sheet.follow(one)        a puzzle was made, { row, command }: the sheet is to have it
     sheet.end() */

import { counted, numbered } from "../../scripts/words.js";
import { saveFile } from "../../scripts/saving.js";
import { commandText } from "./command_text.js";
import { newJob } from "./job.js";
import { toldField } from "./told_field.js";

const USUAL = 4;
const MOST = 60;
const PER_PAGE = [["", "4, or 2 of large ones"], ["1", "1"], ["2", "2"], ["4", "4"], ["6", "6"]];

/** The numbers of the puzzles that were made one after the other, of one seed and one wish. */
let made = null;

export function sheetPart(page, { isReady, fields, tell }) {
  const { h, fill } = page;
  const number = (max) => h("input", { type: "number", min: 1, max, step: 1, required: true, class: "make-number" });
  const [count, first] = [number(MOST), number(Number.MAX_SAFE_INTEGER)];
  const perPage = page.choice(PER_PAGE, "", () => {});
  const counting = toldField(page, "Puzzles", count);
  const job = newJob(page, { tell: (message) => (message.startsWith("count: ") ? (counting.tell(message.slice(7)), true) : tell(message)) });
  const submit = h("button", { type: "submit", class: "button" }, "A sheet to print");
  const said = h("div");
  const element = h("section", { "aria-labelledby": "sheet-title" },
    h("h2", { id: "sheet-title" }, "On paper"),
    h("p", { class: "small soft" }, "Puzzles of this seed and this kind, how hard they are, and the solutions at the end: a page to open and to print."),
    h("form", { "aria-label": "Puzzles to print", onsubmit: (event) => (event.preventDefault(), save()) },
      h("div", { class: "tools make-sheet" },
        counting.element, page.field("From number", first), page.field("On each page", perPage), submit, job.stop)),
    job.element, said);

  function begin(seed, number) {
    if (made?.seed === seed && first.value) return; // what was typed stays
    if (made?.seed !== seed) made = { seed, first: number, last: number };
    show();
  }

  function show() {
    first.value = made.first;
    count.value = Math.min(Math.max(USUAL, made.last - made.first + 1), MOST);
  }

  /** Puzzles of one seed and kind whose numbers follow each other stand on the sheet together. */
  function follow({ row, command }) {
    const kind = command.replace(/ --first-index=\d+/, "");
    const isNext = made?.kind === kind && row.index >= made.first - 1 && row.index <= made.last + 1;
    const [first, last] = isNext ? [Math.min(made.first, row.index), Math.max(made.last, row.index)] : [row.index, row.index];
    made = { seed: row.seed, kind, first, last };
    show();
  }

  function save() {
    if (!isReady()) return null;
    fill(said);
    const wanted = count.valueAsNumber;
    const words = (seconds, done) => `being made … ${numbered(done)} of ${counted(wanted, "puzzle")}, ${numbered(seconds)} s`;
    return job.run(async (options) => {
      const [row] = await page.ask("sheet", {
        ...fields(), first_index: first.valueAsNumber, count: wanted, ...(perPage.value ? { per_page: perPage.value } : {}),
      }, options);
      saveFile("sheet.html", new Blob([row.html], { type: "text/html" }));
      const done = `${counted(row.puzzles, "puzzle")}: sheet.html is among your downloads. Open it, and print it.`;
      fill(said,
        row.shortfall && h("p", { class: "message open" }, row.shortfall),
        h("p", { class: "message good" }, done),
        commandText(page, "The same sheet on the command line", row.command));
      page.say(row.shortfall ? `${row.shortfall} ${done}` : done);
    }, { words, ready: submit });
  }

  return { element, begin, follow, end: job.end };
}
