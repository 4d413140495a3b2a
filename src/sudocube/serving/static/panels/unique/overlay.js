/* Two solutions laid over each other: where they agree a digit, where they differ both of them, in two colours.

     const overlay = solutionOverlay(page)
     overlay.element
     overlay.show(pairs)      [{ name, title, first, second, about }], two solutions as texts each; draws the one that is
                              chosen (`pair` in the address), or the first. No pairs: the figure is hidden
     overlay.isEmpty
   One of the two, or both, are shown; `view` in the address says which. */

import { counted } from "../../scripts/words.js";

const VIEWS = [["both", "Both"], ["first", "One"], ["second", "The other"]];

export function solutionOverlay(page) {
  const { h, fill, address } = page;
  const board = page.newBoard({ label: "Two solutions laid over each other", box: page.puzzle.box });
  const caption = h("figcaption", {}, "Two laid over each other");
  const about = h("p", { class: "small" });
  const views = h("div", { class: "tools", role: "group", "aria-label": "Which of the two" });
  const choosing = h("div", { class: "tools" });
  const keys = h("ul", { class: "keys" },
    h("li", {}, h("span", { class: "chip good" }, "5"), " in the one"),
    h("li", {}, h("span", { class: "chip bad" }, "8"), " in the other"));
  const element = h("figure", { class: "overlay" }, caption, board.element, views, about, keys, choosing);
  let pairs = [];

  const view = () => (VIEWS.some(([name]) => name === address.get("view")) ? address.get("view") : "both");
  const chosen = () => pairs.find(({ name }) => name === address.get("pair")) ?? pairs[0];

  function choose(key, value, usual) {
    address.set(key, value === usual ? null : value);
    draw();
  }

  function draw({ isTold = true } = {}) {
    element.hidden = !pairs.length;
    if (!pairs.length) return;
    const pair = chosen();
    const options = pairs.map(({ name, title }) => [name, title]);
    if (choosing.dataset.options !== JSON.stringify(options)) {
      choosing.dataset.options = JSON.stringify(options);
      fill(choosing, pairs.length > 1 && page.field("Which two", page.choice(options, pair.name, (name) => choose("pair", name, pairs[0].name))));
      fill(views, VIEWS.map(([name, label]) => page.button(label, () => choose("view", name, "both"), { dataset: { view: name } })));
    }
    for (const one of views.children) one.setAttribute("aria-pressed", String(one.dataset.view === view()));
    drawBoard(pair);
    const differing = differingCells(pair).length;
    fill(about, `They differ in ${counted(differing, "cell")}${pair.about ? `; ${pair.about}` : ""}.`);
    if (isTold) page.say(about.textContent);
  }

  function drawBoard(pair) {
    const { first, second } = pair;
    const { digits, box } = page.puzzle;
    const cells = differingCells(pair);
    const kinds = digits.map((digit) => (digit ? "clue" : "placed"));
    const labels = Object.fromEntries(cells.map((cell) => [cell, `${first[cell]} in the one, ${second[cell]} in the other`]));
    if (view() === "both") {
      const agreed = [...first].map((symbol, cell) => (symbol === second[cell] ? symbol : ".")).join("");
      const both = (cell) => ({ [digitAt(first, cell)]: "good", [digitAt(second, cell)]: "bad" });
      board.show({ digits: agreed, kinds, box });
      board.mark({ candidates: Object.fromEntries(cells.map((cell) => [cell, both(cell)])), labels });
    } else {
      board.show({ digits: view() === "first" ? first : second, kinds, box });
      board.mark({ cells: Object.fromEntries(cells.map((cell) => [cell, view() === "first" ? "good" : "bad"])), labels });
    }
  }

  const digitAt = (grid, cell) => page.SYMBOLS.indexOf(grid[cell]);

  element.hidden = true;
  return {
    element,
    get isEmpty() { return !pairs.length; },
    show(given) {
      pairs = given;
      draw({ isTold: false });
    },
  };
}

function differingCells({ first, second }) {
  return [...first].flatMap((symbol, cell) => (symbol === second[cell] ? [] : [cell]));
}
