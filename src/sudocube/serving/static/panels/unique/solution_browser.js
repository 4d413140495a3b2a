/* All solutions, one by one: back and forth, or to a number; what differs from the one before is marked.

     const browser = solutionBrowser(page)
     browser.element, browser.headline     the board with its buttons; how many solutions there are
     browser.grids                 the solutions that are listed, as texts
     browser.shown                 the one that is shown
     browser.run()                 lists them; a promise of a row of `count`, which is exact if these are all
     browser.countOn()             counts further, if these are not all; a promise of the last row

   The place in the list is `at` in the address. */

import { dated } from "../../scripts/following.js";
import { stepper } from "../../scripts/stepper.js";
import { counted, numbered } from "../../scripts/words.js";

const LISTED = 1_000;
const LISTED_AT_MOST = 10_000;
const COUNTED_AT_MOST = 1_000_000_000;
const LONG = 120;

export function solutionBrowser(page) {
  const { h, fill, address } = page;
  const board = page.newBoard({ label: "Solution", box: page.puzzle.box, onKey: (event) => steps.key(event) });
  const steps = stepper(page, { label: "Solutions", words: placeWords, onMove: (to) => show(to, { isTold: true }) });
  const caption = h("figcaption");
  const goTo = h("input", { type: "number", min: 1, value: 1, class: "go-to" });
  const more = h("div", { class: "tools" });
  const headline = h("h2", { class: "solution-count" }, "Solutions");
  const keep = h("p", { class: "small" });
  const element = h("figure", { class: "one-by-one" }, caption, board.element, steps.element, more, keep);
  const browser = { element, headline, grids: [], shown: null, count: null, run, countOn };
  const isShown = [element, headline].map((one) => dated(page, one));
  let at = 0;
  goTo.addEventListener("change", () => Number.isFinite(goTo.valueAsNumber) && show(goTo.valueAsNumber - 1, { isTold: true }));

  const isWhole = () => browser.count?.exact && browser.count.count === browser.grids.length;

  function placeWords(now, many) {
    return `${numbered(now + 1)} of ${isWhole() ? "" : "the first "}${numbered(many)}`;
  }

  async function run(limit = wanted() < LISTED ? LISTED : LISTED_AT_MOST) {
    const { fields } = page.puzzle;
    const grids = [];
    element.setAttribute("aria-busy", "true");
    try {
      await page.ask("solutions", { ...fields, limit }, { onRow: (row) => take(row, grids) });
    } finally {
      element.setAttribute("aria-busy", "false");
    }
    if (grids.length) show(wanted());
    return browser.count;
  }

  async function countOn() {
    if (!browser.count.exact && !browser.count.reason) await count(page.puzzle.fields);
    return browser.count;
  }

  /** The next solutions, or at the end how many there are. */
  function take(row, grids) {
    if (!row.solutions) {
      [browser.grids, browser.count] = [grids, row];
      draw();
      return;
    }
    const before = grids.length;
    grids.push(...row.solutions);
    if (before === 0) {
      [browser.grids, browser.count] = [grids, null];
      draw();
      if (!wanted()) show(0);
    }
  }

  const wanted = () => Math.max(0, (Number(address.get("at")) || 1) - 1);

  /** Count further than solutions are listed: the rows come in growing rounds, and each of them is true. */
  async function count(fields, limits = {}, signal) {
    const onRow = (row) => {
      browser.count = row;
      drawCount(" …");
    };
    try {
      await page.ask("count", { ...fields, ...limits }, { signal, onRow });
    } finally {
      draw();
    }
  }

  async function countFurther() {
    const stopped = new AbortController();
    fill(more, h("span", { class: "waiting" }, "counting"), page.button("Stop", () => stopped.abort()));
    try {
      await count(page.puzzle.fields, { limit: COUNTED_AT_MOST, seconds: LONG }, stopped.signal);
      page.say(headline.textContent);
    } catch (error) {
      more.append(...[page.failed(error)].filter(Boolean));
    }
  }

  async function listMore() {
    try {
      await run(LISTED_AT_MOST);
    } catch (error) {
      more.append(...[page.failed(error)].filter(Boolean));
    }
  }

  function drawCount(ending = "") {
    const { grids, count: known } = browser;
    const many = known?.count ?? grids.length;
    if (known?.exact) headline.textContent = many ? counted(many, "solution") : "No solution";
    else headline.textContent = many ? `At least ${counted(many, "solution")}${ending}` : "It is not known how many solutions there are";
    if (known?.reason) headline.textContent += `: ${known.reason}`;
  }

  function draw() {
    const { grids, count: known } = browser;
    for (const tell of isShown) tell();
    drawCount(known ? "" : " …");
    element.hidden = !grids.length;
    fill(caption, grids.length > 1 ? "One by one; what has changed is tinted" : known?.exact ? "The solution" : "A solution");
    steps.element.hidden = keep.hidden = grids.length < 2;
    steps.set(at, grids.length);
    goTo.max = grids.length;
    const isOpen = known && !known.exact && grids.length > 1;
    fill(more,
      grids.length > 4 && page.field("Go to number", goTo),
      !isWhole() && known && grids.length > 1 && grids.length < LISTED_AT_MOST && page.button(`List ${numbered(LISTED_AT_MOST)}`, listMore),
      isOpen && known.count < COUNTED_AT_MOST && page.button("Count further", countFurther));
  }

  function show(to, { isTold = false } = {}) {
    const { grids } = browser;
    const before = browser.shown?.length === grids[0].length ? browser.shown : grids[0];
    at = Math.min(Math.max(to, 0), grids.length - 1);
    const grid = (browser.shown = grids[at]);
    const { digits, box } = page.puzzle;
    board.show({ digits: grid, kinds: digits.map((digit) => (digit ? "clue" : "placed")), box });
    const changed = isTold ? [...grid].flatMap((symbol, cell) => (symbol === before[cell] ? [] : [cell])) : [];
    board.mark({
      cells: Object.fromEntries(changed.map((cell) => [cell, "note"])),
      labels: Object.fromEntries(changed.map((cell) => [cell, `${before[cell]} before`])),
    });
    steps.set(at, grids.length);
    goTo.value = at + 1;
    address.set("at", at ? at + 1 : null);
    fill(keep, page.link("why-not", "Which further clues leave only this solution?", { solution: grid }));
    if (isTold) page.say(`Solution ${placeWords(at, grids.length)}. ${counted(changed.length, "cell")} changed.`);
  }

  return browser;
}
