/* What scenes are operated with, beside buttons and fields of the page. They need lesson/controls.css.

     slider(page, { label, max, min, value, words, onInput })
         A slider with a button at each end; one that leads nowhere keeps the focus. `words(value)` is what stands
         beside it, and what a screen reader is told;
         onInput(value) hears of each change that the user makes.
         {element, value, set(value), limit(min, max)}; `set` and `limit` do not call onInput
     counterGrid(page, proof)
         A picture of the grid that refutes an encoding, made of a row of `encodings prove --json`: all digits of each
         cell, the cells that break a rule marked. A figure, or null where nothing is accepted wrongly.
     lostGrid(page, proof)
         The same of a valid grid that is lost, with the cells marked of which the first forbidding clause speaks. */

export function slider(page, { label, max, min = 0, value = min, words = String, onInput }) {
  const { h } = page;
  const input = h("input", { type: "range", min, max, value, "aria-label": label });
  const told = h("output", {});
  const back = page.button("◀", () => move(-1), { "aria-label": `${label}: back`, title: "Back" });
  const on = page.button("▶", () => move(1), { "aria-label": `${label}: forward`, title: "Forward" });
  const show = () => {
    const now = Number(input.value);
    told.textContent = words(now);
    input.setAttribute("aria-valuetext", words(now));
    back.setAttribute("aria-disabled", String(now <= Number(input.min)));
    on.setAttribute("aria-disabled", String(now >= Number(input.max)));
  };
  const move = (by) => {
    const before = Number(input.value);
    input.value = before + by;
    show();
    if (Number(input.value) !== before) onInput(Number(input.value));
  };
  input.addEventListener("input", () => {
    show();
    onInput(Number(input.value));
  });
  show();
  return {
    element: h("div", { class: "scene-slider" }, h("span", { class: "scene-slider-label" }, label), back, input, on, told),
    get value() {
      return Number(input.value);
    },
    set(next) {
      input.value = next;
      show();
    },
    limit(least, most) {
      input.min = least;
      input.max = most;
      show();
    },
  };
}

export function counterGrid(page, { counterexample, broken, size, box }) {
  if (!broken) return null;
  const digits = page.digitsOf(counterexample);
  for (const name of Object.keys(broken.crowded)) digits[page.cellIndex(name, size)] = 0;
  return gridFigure(page, `Accepted, but ${broken.in_words}.`, { box, digits, candidates: broken.crowded, bad: broken.cells });
}

export function lostGrid(page, { lost, forbidden_by: forbidden, size, box }) {
  if (!lost) return null;
  const digits = page.digitsOf(lost);
  const [first] = forbidden?.clauses ?? [];
  const held = (first?.clause ?? []).map((one) => Math.abs(one) - 1).filter((at) => digits[Math.floor(at / size)] === (at % size) + 1);
  return gridFigure(page, "Valid, and not accepted.", { box, digits, bad: held.map((at) => Math.floor(at / size)) });
}

function gridFigure(page, words, { box, digits, candidates = {}, bad }) {
  const board = page.newBoard({ box, label: words });
  board.show({ digits, kinds: digits.map(() => "placed"), candidates });
  board.mark({ cells: Object.fromEntries(bad.map((name) => [name, "bad"])) });
  return page.h("figure", { class: "scene-small-board" }, page.h("figcaption", {}, words), board.element);
}
