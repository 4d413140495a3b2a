/* Which engine counts each puzzle again: the usual ones, or one of the package that decides every puzzle of the size.

     const recheck = recheckChoice(page, onChange)
     recheck.element
     recheck.value             "" for the usual ones; can be set
     recheck.load()            asks which engines there are
     recheck.draw(size)        offers those that take puzzles of this size
     recheck.tell(text)        what is wrong with it */

import { decidingNames } from "../engine_variants.js";
import { toldField } from "./told_field.js";

export function recheckChoice(page, onChange) {
  const { h, fill } = page;
  const select = h("select", { onchange: onChange });
  const { element, tell } = toldField(page, "Counted again by", select);
  let [families, size] = [[], 9];

  async function load() {
    if (families.length) return;
    try {
      families = await page.ask("engines", {}, { keep: true });
      draw(size);
    } catch (error) {
      if (!page.isCancelled(error)) tell(error.message, { leads: false });
    }
  }

  /** What is chosen stays, also where it does not fit: the library says why when it is asked. */
  function draw(newSize, chosen = select.value) {
    size = newSize;
    const groups = families.filter((family) => family.installed && family.sizes.includes(size))
      .map((family) => [family, decidingNames(family)]).filter(([, names]) => names.length);
    const isOffered = !chosen || groups.some(([, names]) => names.includes(chosen));
    fill(select, h("option", { value: "" }, "another solver, as usual"), !isOffered && h("option", { value: chosen }, chosen),
      groups.map(([{ name, summary }, names]) => h("optgroup", { label: `${name}: ${summary}` }, names.map((one) => h("option", { value: one }, one)))));
    select.value = chosen;
  }

  draw(size);
  return {
    element,
    get value() {
      return select.value;
    },
    set value(name) {
      draw(size, name);
    },
    load,
    draw: (newSize) => draw(newSize),
    tell,
  };
}
