/* Which documented methods solve the puzzle without trial and error, and which do not: a choice for each.

     const methods = methodChoices(page, onChange)
     methods.element
     methods.by, methods.without     as controls: their `value` is a text with commas, "sets,possibles"; can be set
     methods.names("by")             the same as a list */

const METHODS = ["sets", "possibles", "cube:propagate"];
const EITHER = [["", "does or does not"], ["by", "solves it"], ["without", "does not solve it"]];

export function methodChoices(page, onChange) {
  const { h } = page;
  const selects = METHODS.map((name) => [name, page.choice(EITHER, "", onChange)]);
  const element = h("fieldset", { class: "make-methods" }, h("legend", {}, "Without trial and error, the method …"),
    h("div", { class: "make-grid" }, selects.map(([name, select]) => page.field(name, select))));
  const names = (kind) => selects.filter(([, select]) => select.value === kind).map(([name]) => name);

  function control(kind) {
    return {
      get value() {
        return names(kind).join(",");
      },
      set value(text) {
        const asked = text.split(",");
        for (const [name, select] of selects) {
          if (asked.includes(name)) select.value = kind;
          else if (select.value === kind) select.value = "";
        }
      },
    };
  }

  return { element, by: control("by"), without: control("without"), names };
}
