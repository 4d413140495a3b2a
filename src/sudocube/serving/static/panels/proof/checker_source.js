/* The source of the trusted code, to be read where it is used.

     const source = checkerSource(page)
     source.sentence      what checks the certificate, with the number of its lines
     source.element       its modules, shown when they are opened */

import { numbered } from "../../scripts/words.js";

export function checkerSource(page) {
  const { h, fill } = page;
  const count = h("span", {}, "at most 300");
  const sentence = h("span", {}, "It is read by ", h("code", {}, "sudocube.trusted"), ", ", count,
    " lines of Python that know nothing of the solver: they take the rules of Sudoku, this text, and nothing else.");
  const modules = h("div");
  const element = h("details", { class: "source" }, h("summary", {}, "Read the code that checks"), modules);
  load();

  async function load() {
    try {
      const rows = await page.ask("checker", {}, { keep: true });
      count.textContent = numbered(rows.reduce((sum, row) => sum + row.code_lines, 0));
      fill(modules, rows.map((row) => h("details", {},
        h("summary", {}, h("code", {}, `trusted/${row.module}.py`), ` ${row.code_lines} lines of code`),
        h("pre", { tabindex: 0 }, h("code", {}, row.text)))));
    } catch (error) {
      fill(modules, page.failed(error));
    }
  }

  return { sentence, element };
}
