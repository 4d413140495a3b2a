/* A walk through rows, back and forth: a board, the sentence of a row, and the list of all rows. For steps and proofs.

     const walk = newWalk(page, { label, words, marksOf, about, kindsOf, onPick, onDigit })
         label            what is gone through: "Steps"
         words(at, count) what stands between the buttons
         marksOf(row)     what board.mark takes
         kindsOf(row)     the kind of each digit on the board that is no clue: an object by cell, else "placed"
         about(row)       elements below the sentence
         keys             what the marks mean: [tone, words] pairs
         between          an element between the sentence and the list, or nothing
         onMove()         another place was chosen
         onPick(cell), onDigit(cell, digit)      a blank cell was clicked, or a digit was typed on it
     walk.element
     walk.begin({ digits, box }, { at })         other rows come; the place is kept as soon as it is there
     walk.add(row)                               a row has come: { sentence: [[words, role], …], board: { r1c1: "=3" } }
     walk.end()                                  there are no more
     walk.go(at)                                 0 is before the first row
     walk.placeInAddress()                       the place that the address names, 0 if it names none
     walk.at, walk.count, walk.rows, walk.row    the row that is shown, or undefined

   The place is the key `at` of the address, a moment after it was reached: browsers refuse to write it too often. Only the cells that change are drawn anew (see cell_timeline.js). */

import { stepper } from "../../scripts/stepper.js";
import { CellTimeline } from "./cell_timeline.js";
import { RowList } from "./row_list.js";
import { sentenceOf, plainOf } from "./sentences.js";

const PAUSE = 1100;
const REMEMBERED = 300;

export function newWalk(page, { label, words, marksOf, kindsOf = () => ({}), about, keys, between, onMove, onPick, onDigit }) {
  const { h, fill, button } = page;
  let timeline = new CellTimeline([]);
  let rows = [];
  let start = { digits: [], box: "3x3" };
  let at = 0;
  let wanted = null; // a place whose row has not come yet
  let hasEnded = true;
  let shown = null;
  let timer = 0;
  let frame = 0;
  let remembering = 0;

  const board = page.newBoard({ box: page.puzzle.box, label: `${label}: the grid`, onPick, onKey: key });
  const list = new RowList(page, `All ${label.toLowerCase()}`, (place) => go(place + 1));
  const steps = stepper(page, { label, words, onMove: go });
  const slider = h("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": `${label}: place`, oninput: () => go(Number(slider.value)) });
  const play = button("Play", () => (timer ? stop() : forward()), { "aria-pressed": "false", title: "Forward by itself" });
  const says = h("p", { class: "says" });
  const below = h("div", { class: "about" });
  const card = h("div", { class: "card walk-card" }, says, below);
  const moving = h("div", { class: "walk-moves" }, steps.element, h("div", { class: "walk-slide" }, slider, play));
  const element = h("div", { class: "walk" },
    h("div", { class: "walk-board" }, board.element,
      h("ul", { class: "keys" }, keys.map(([tone, text]) => h("li", {}, h("span", { class: `mark ${tone}`, "aria-hidden": "true" }), text)))),
    h("div", { class: "walk-side" }, moving, card, between, list.element));
  moving.addEventListener("keydown", (event) => steps.key(event) && event.preventDefault());

  function key(event, cell) {
    if (steps.key(event)) return true;
    const digit = /^[0-9A-Za-z]$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey
      ? page.digitsOf(event.key)[0] : 0;
    if (!digit || digit > board.size) return false;
    onDigit?.(cell, digit);
    return true;
  }

  function forward() {
    if (at >= rows.length) go(0);
    const next = () => {
      go(at + 1);
      timer = at < rows.length || !hasEnded ? setTimeout(next, PAUSE) : 0;
      if (!timer) stop();
    };
    play.setAttribute("aria-pressed", "true");
    timer = setTimeout(next, PAUSE / 3);
  }

  function stop() {
    clearTimeout(timer);
    timer = 0;
    play.setAttribute("aria-pressed", "false");
  }

  function go(place) {
    wanted = null;
    at = Math.min(Math.max(place, 0), rows.length);
    clearTimeout(remembering);
    remembering = setTimeout(() => page.address.set("at", at || null), REMEMBERED);
    draw();
    onMove?.();
  }

  function draw() {
    const row = rows[at - 1];
    timeline.go(at);
    board.show({ digits: timeline.digits, candidates: timeline.candidates, kinds: kindsAt(row), box: start.box });
    board.mark(row ? marksOf(row) : {});
    if (!row || shown !== row) {
      shown = row;
      fill(says, row ? sentenceOf(page, row.sentence) : "The puzzle, as it is given. The first step comes next.");
      fill(below, row ? about(row) : null);
      card.dataset.kind = row?.kind ?? "";
      if (row) page.say(plainOf(row.sentence));
    }
    list.choose(at - 1);
    measure();
  }

  function kindsAt(row) {
    const kinds = start.digits.map((digit) => (digit ? "clue" : "placed"));
    for (const [cell, kind] of Object.entries(row ? kindsOf(row) : {})) kinds[page.cellIndex(cell, board.size)] = kind;
    return kinds;
  }

  function measure() {
    steps.set(at, rows.length + 1);
    slider.max = rows.length;
    slider.value = at;
    slider.setAttribute("aria-valuetext", words(at, rows.length + 1));
  }

  return {
    element,
    board,
    get at() { return wanted ?? at; },
    get count() { return rows.length; },
    get rows() { return rows; },
    get row() { return rows[at - 1]; },
    go,
    placeInAddress: () => Math.trunc(Number(page.address.get("at"))) || 0,
    begin(puzzle, { at: place = 0 } = {}) {
      stop();
      clearTimeout(remembering);
      [start, rows, hasEnded, wanted, shown] = [puzzle, [], false, place, null];
      timeline = new CellTimeline(puzzle.digits);
      list.clear();
      if (!place) go(0);
    },
    add(row) {
      rows.push(row);
      timeline.add(row.board);
      list.add(row);
      if (wanted !== null && rows.length >= wanted) go(wanted);
      else if (!frame) frame = requestAnimationFrame(() => { frame = 0; if (wanted === null) measure(); });
    },
    end() {
      hasEnded = true;
      if (wanted !== null) go(wanted);
      else measure();
    },
    leave() {
      stop();
      clearTimeout(remembering);
      cancelAnimationFrame(frame);
    },
  };
}
