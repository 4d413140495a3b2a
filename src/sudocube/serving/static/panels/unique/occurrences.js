/* Digits that are in some solution, small in their cells; of the selected cell, in how many solutions each stands.

     const occurrences = digitOccurrences(page)
     occurrences.element
     occurrences.show(row)     a row of `diagnose` with `candidates`; null hides it

   A digit that stands in one solution only would make the puzzle unique, as a clue: it is filled, and a click adds it. */

import { clue, counted, numbered } from "../../scripts/words.js";

export function digitOccurrences(page) {
  const { h, fill, address } = page;
  let row = null;
  const board = page.newBoard({ label: "Digits in some solution", box: page.puzzle.box, onPick: pick, onSelect: pick });
  const detail = h("div", { class: "occurrences" });
  const keys = h("ul", { class: "keys" }, h("li", {}, h("span", { class: "chip good" }, "3"), " in one solution only: as a clue, it makes the puzzle unique"));
  const beside = h("div", { class: "beside" }, h("figure", {}, board.element, keys), detail);
  const element = h("section", { "aria-label": "Digits in some solution" },
    h("h3", {}, "Digits in some solution"),
    beside);
  element.hidden = true;

  function pick(cell) {
    if (!row) return;
    address.set("cell", page.cellName(cell, page.puzzle.size));
    drawDetail(cell);
  }

  function show(given) {
    row = null; // so that drawing the board does not choose a cell
    element.hidden = !given;
    if (!given) return;
    const { digits, box, size } = page.puzzle;
    beside.classList.toggle("large", size > 9); // so that the digits can be read
    const cells = Object.entries(given.candidates);
    const numbers = ([, counts]) => Object.keys(counts).map(Number);
    const only = Array.from(digits, () => 0);
    for (const one of cells) if (numbers(one).length === 1) only[page.cellIndex(one[0], size)] = numbers(one)[0];
    board.show({
      digits: only,
      kinds: digits.map((digit) => (digit ? "clue" : "placed")),
      candidates: Object.fromEntries(cells.map((one) => [one[0], numbers(one)])),
      box,
    });
    const rare = cells.map(([cell, counts]) => [cell, Object.entries(counts).filter(([, count]) => count === 1)]);
    board.mark({ candidates: Object.fromEntries(rare.map(([cell, found]) => [cell, Object.fromEntries(found.map(([digit]) => [digit, "good"]))])) });
    keys.hidden = !rare.some(([, found]) => found.length);
    const differing = cells.find((one) => numbers(one).length > 1);
    const wanted = page.cellIndex(address.get("cell") ?? differing?.[0] ?? "r1c1", size);
    board.select(wanted >= 0 && wanted < digits.length ? wanted : 0);
    row = given;
    drawDetail(board.selected);
  }

  function drawDetail(cell) {
    const name = page.cellName(cell, page.puzzle.size);
    const counts = Object.entries(row.candidates[name] ?? {});
    if (counts.length === 1) {
      fill(detail, h("p", {}, h("b", {}, name), ` holds ${page.SYMBOLS[counts[0][0]]} in every solution.`));
      return;
    }
    const isCounted = row.exact && counts.every(([, count]) => count !== null);
    fill(detail,
      h("p", {}, h("b", {}, name), isCounted ? ` in the ${counted(row.count, "solution")}:` : " can hold these digits. There are too many solutions to count each."),
      h("table", { class: "table digits" },
        h("thead", {}, h("tr", {}, ["Digit", isCounted && "Solutions", "As a clue"].filter(Boolean).map((words) => h("th", { scope: "col" }, words)))),
        h("tbody", {}, counts.map(([digit, count]) => digitRow(cell, Number(digit), isCounted ? count : null)))));
  }

  function digitRow(cell, digit, count) {
    const name = clue(page.cellName(cell, page.puzzle.size), page.SYMBOLS[digit]);
    const share = count !== null && h("td", {},
      h("div", { class: "share" }, h("span", {}, numbered(count)), h("progress", { value: count, max: row.count, "aria-hidden": "true" })));
    const isEnough = count === 1;
    const add = page.button("Add", () => {
      page.puzzle.setDigit(cell, digit);
      page.board.select(cell, { focus: true });
      page.say(`${name} was added. Ctrl and Z take it back.`);
    }, { "aria-label": `Add ${name}${isEnough ? ", which makes the puzzle unique" : ""}` });
    const effect = isEnough && [" ", h("span", { class: "badge good" }, "unique then")];
    return h("tr", { class: "digit" }, h("th", { scope: "row" }, page.SYMBOLS[digit]), share, h("td", {}, add, effect));
  }

  return { element, show };
}
