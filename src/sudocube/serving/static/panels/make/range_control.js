/* A choice of ranges in words, and a text for any other range: 1, 1-2 or 2-.

     const depth = rangeControl(page, { label, textLabel, options, onChange })
     depth.element             the choice, and below it the text, which is hidden unless it is chosen
     depth.value               "" for any, else a range as the command line takes it; can be set
     depth.tell(text)          what is wrong with the text */

import { toldField } from "./told_field.js";

const OTHER = "other";

export function rangeControl(page, { label, textLabel, options, onChange }) {
  const { h } = page;
  const select = page.choice([...options, [OTHER, "another range …"]], "", changed);
  const text = h("input", { type: "text", class: "make-number", inputmode: "text", autocomplete: "off", maxlength: 20, onchange: onChange });
  const chosen = toldField(page, label, select);
  const typed = toldField(page, textLabel, text);

  function changed() {
    draw();
    onChange();
  }

  function draw() {
    typed.element.hidden = select.value !== OTHER;
    text.required = select.value === OTHER;
    typed.tell("");
  }

  draw();
  return {
    element: h("div", {}, chosen.element, typed.element),
    get value() {
      return select.value === OTHER ? text.value.trim() : select.value;
    },
    set value(range) {
      const single = range.replace(/^(\d+)-\1$/, "$1");
      const isWords = options.some(([one]) => one === single);
      select.value = isWords ? single : OTHER;
      text.value = isWords ? "" : range;
      draw();
    },
    tell: typed.tell,
  };
}
