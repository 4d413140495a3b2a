/* Make one: how hard the puzzle on the board is, whether it was made here or typed.

     const hardness = hardnessPart(page)
     hardness.element
     hardness.rate()           says it at once, as the button does

   What is said is gone as soon as the puzzle is another one. */

import { guarded } from "../../scripts/following.js";

export function hardnessPart(page) {
  const { h, fill, usable } = page;
  const button = page.button("How hard is it?", () => rate());
  const problem = h("div");
  const said = h("div");
  const element = h("section", { "aria-label": "How hard the puzzle on the board is" }, h("div", { class: "tools" }, button), problem, said);

  function rate() {
    return guarded(page, ask, problem);
  }

  async function ask() {
    fill(said, h("p", { class: "waiting" }, "being rated …"));
    try {
      const rows = await page.ask("rate", page.puzzle.fields);
      fill(said, measures(page, rows.at(-1)));
      page.say(`Difficulty: ${rows.at(-1).difficulty}.`);
    } catch (error) {
      if (!page.isCancelled(error)) fill(said);
      throw error;
    }
  }

  function forget() {
    fill(said);
    fill(problem);
    usable(button, page.puzzle.hasClues);
  }

  page.puzzle.onChange(forget);
  forget();
  return { element, rate };
}

/** The words of the library: how hard the puzzle is, and what each measure says and does not say. */
function measures({ h }, { difficulty, sentences }) {
  if (!sentences.length) return h("p", { class: "message note" }, difficulty);
  return [
    h("h2", {}, `Difficulty: ${difficulty}`),
    h("dl", { class: "make-measures" }, sentences.map(({ heading, text }) => [h("dt", {}, heading), h("dd", {}, text)])),
  ];
}
