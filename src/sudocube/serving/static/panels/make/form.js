/* Make one: what is asked for, as a form whose values are kept in the address.

     const form = makeForm(page)
     form.element
     form.read()               takes the values from the address again
     form.fields()             the fields of the command `make`, without seed and first_index
     form.tell(message)        an error of the library that begins with the name of a field is told there; whether it was
     form.forget()             takes such errors away

   A puzzle of the board that the new one is to be made from is kept as it was when it was chosen (the key `of`), because
   the new puzzle takes its place on the board. */

import { BOXES, geometryOf, shapeWords, sizeOfCells } from "../../scripts/geometry.js";
import { methodChoices } from "./method_choices.js";
import { rangeControl } from "./range_control.js";
import { recheckChoice } from "./recheck_choice.js";
import { toldField } from "./told_field.js";

const MOST_SIZE = 16;
const SHAPES = BOXES.filter((box) => geometryOf(box).size <= MOST_SIZE);
const SIZES_SAMPLED = ["2x2", "2x3", "3x2", "3x3"]; // where uniform grids and controlled samples are offered

const SYMMETRIES = [
  ["none", "none"],
  ["half-turn", "half turn"],
  ["quarter-turn", "quarter turn"],
  ["left-right", "left and right"],
  ["top-bottom", "top and bottom"],
  ["both-mirrors", "left and right, top and bottom"],
  ["diagonal", "one diagonal"],
  ["anti-diagonal", "the other diagonal"],
  ["both-diagonals", "both diagonals"],
  ["full", "all of these"],
];

const MINIMAL = [
  ["strict", "none"],
  ["orbits", "no symmetric group"],
  ["no", "some, perhaps"],
];

/** Depths as ranges, in the words in which a puzzle is rated. */
const DEPTHS = [
  ["", "any"],
  ["0", "singles suffice"],
  ["1", "assumptions, one deep"],
  ["2-", "assumptions, two or more deep"],
];

const BACKDOORS = [["", "any"], ["0", "none"], ["1", "1"], ["2", "2"], ["3-", "3 or more"]];

const FROM = [
  ["", "nothing"],
  ["pattern", "the cells that hold clues"],
  ["given", "its clues, and further ones"],
  ["near", "a neighbour of it"],
];

const FROM_WORDS = {
  pattern: "The new puzzle has its clues in the same cells.",
  given: "The new puzzle has these clues, and others.",
  near: "The new puzzle has one or two other clues.",
};

const NO_CLUES = "There are no clues on the board. Type or open a puzzle first.";
const LARGE = `Puzzles are made up to ${MOST_SIZE} × ${MOST_SIZE}, and the one on the board is larger.`;

const TRIES = "1000000"; // those of the library
const MOST_TRIES = 10 ** 9;

const SECONDS = [["10", "10 s"], ["30", "30 s"], ["120", "2 minutes"]];

/** Key of the address -> value where nothing is asked for. */
const USUAL = {
  shape: "3x3", symmetry: "none", minimal: "strict", depth: "", least: "", most: "", from: "", by: "", without: "",
  backdoor: "", grid: "", sample: "top-down", within: "30", tries: TRIES, recheck: "",
};

/** What stands under "More to ask for". */
const FURTHER = ["by", "without", "backdoor", "grid", "sample", "tries", "recheck"];

export function makeForm(page) {
  const { h, fill, address } = page;
  const methods = methodChoices(page, changed);
  const recheck = recheckChoice(page, changed);
  const controls = {
    shape: select(SHAPES.map((box) => [box, shapeWords(box)])),
    symmetry: select(SYMMETRIES),
    minimal: select(MINIMAL),
    depth: rangeControl(page, { label: "Difficulty", textLabel: "Depth: 1, 1-2 or 2-", options: DEPTHS, onChange: changed }),
    least: numberInput(MOST_SIZE ** 2),
    most: numberInput(MOST_SIZE ** 2),
    from: select(FROM),
    by: methods.by,
    without: methods.without,
    backdoor: rangeControl(page, {
      label: "Cells to give until singles suffice", textLabel: "Cells: 1, 1-2 or 2-", options: BACKDOORS, onChange: changed,
    }),
    grid: select([["", "equally likely if possible"], ["fast", "some likelier than others"], ["uniform", "equally likely"]]),
    sample: select([["top-down", "clues are removed"], ["controlled", "controlled bias, with weights"]]),
    recheck,
    tries: numberInput(MOST_TRIES),
    within: select(SECONDS),
  };
  const { depth, backdoor } = controls;
  const tries = toldField(page, "Tries, at most", controls.tries);
  const most = toldField(page, "to", controls.most);
  const told = { depth, backdoor, recheck, tries, clues: most };
  const hint = h("div", { class: "small soft make-hint" });
  const taken = h("figure", { hidden: true });
  const takenBoard = page.newBoard({ label: "The puzzle that it is made from", isNumbered: false });
  const takenWords = h("figcaption");
  fill(taken, takenWords, takenBoard.element, h("div", { class: "tools" }, page.button("Take what is on the board now", takeBoard)));
  const more = h("details", { ontoggle: () => more.open && recheck.load() }, h("summary", {}, "More to ask for"),
    methods.element,
    h("div", { class: "make-grid" },
      backdoor.element, page.field("Solutions", controls.grid), page.field("Sample", controls.sample),
      recheck.element, page.field("Look for", controls.within), tries.element));
  more.addEventListener("invalid", () => { more.open = true; }, true);
  const element = h("div", { class: "make-form" },
    h("div", { class: "make-grid" },
      page.field("Size and boxes", controls.shape), page.field("Symmetry of the clues", controls.symmetry),
      page.field("Clues that can be left out", controls.minimal), depth.element,
      h("div", { class: "make-pair" }, page.field("Clues, from", controls.least), most.element),
      page.field("From the puzzle on the board", controls.from)),
    taken, hint, more);

  function select(options) {
    return page.choice(options, "", changed);
  }

  function numberInput(max) {
    return h("input", { type: "number", min: 1, max, step: 1, class: "make-number", onchange: changed });
  }

  function changed() {
    const { from } = controls;
    if (from.value && !address.get("of")) return takeBoard();
    if (!from.value) address.set("of", null);
    write();
    return draw();
  }

  /** What the new puzzle is made from is the puzzle that is on the board now. */
  function takeBoard() {
    const { digits, box } = page.puzzle;
    const isUsable = digits.some(Boolean) && SHAPES.includes(box);
    if (isUsable) {
      address.set("of", page.textOf(digits));
      controls.shape.value = box;
    } else if (!address.get("of")) controls.from.value = "";
    write();
    draw();
    if (isUsable) return;
    fill(hint, digits.some(Boolean) ? LARGE : NO_CLUES);
    page.say(hint.textContent);
  }

  function write() {
    const values = Object.entries(controls).map(([key, { value }]) => [key, value === USUAL[key] ? null : value]);
    address.replace(Object.fromEntries(values));
  }

  /** What is in the address, as far as a control can show it. */
  function read() {
    for (const [key, control] of Object.entries(controls)) {
      control.value = address.get(key) ?? USUAL[key];
      if (control.value === "" && USUAL[key] !== "") control.value = USUAL[key];
    }
    if (!address.get("shape") && SHAPES.includes(page.puzzle.box) && !address.get("seed")) controls.shape.value = page.puzzle.box;
    if (sizeOfCells(address.get("of")?.length) !== geometryOf(controls.shape.value).size) controls.from.value = "";
    if (FURTHER.some((key) => controls[key].value !== USUAL[key])) more.open = true;
    draw();
  }

  function draw() {
    const { shape, symmetry, minimal, from, grid, sample } = controls;
    const isFrom = from.value !== "";
    checkClues();
    shape.disabled = isFrom;
    symmetry.disabled = from.value === "near"; // a neighbour of a symmetric puzzle has not its symmetry
    if (symmetry.disabled) symmetry.value = "none";
    taken.hidden = !isFrom;
    if (isFrom) {
      fill(takenWords, FROM_WORDS[from.value]);
      takenBoard.show({ digits: address.get("of"), box: shape.value });
    }
    const isSampled = SIZES_SAMPLED.includes(shape.value);
    for (const one of [grid, sample]) {
      one.disabled = !isSampled;
      if (!isSampled) one.value = one.options[0].value;
    }
    const hasSymmetry = symmetry.value !== "none";
    minimal.options[1].hidden = !hasSymmetry;
    if (!hasSymmetry && minimal.value === "orbits") minimal.value = "strict";
    recheck.draw(geometryOf(shape.value).size);
    fill(hint, hintsOf(controls).map((one) => h("p", {}, one)));
  }

  /** No more clues than cells, and the smaller number first. */
  function checkClues() {
    const { shape, least, most } = controls;
    least.max = most.max = geometryOf(shape.value).size ** 2;
    const isTurned = least.value && most.value && Number(most.value) < Number(least.value);
    most.setCustomValidity(isTurned
      ? `No number of clues is from ${least.value} to ${most.value}: the smaller one stands first, as in ${most.value} to ${least.value}.` : "");
  }

  /** The fields that are asked for; a missing one is as the library takes it. */
  function fields() {
    const value = (key) => controls[key].value;
    const listOf = (kind) => (value(kind) ? methods.names(kind) : null);
    const of = address.get("of");
    return {
      box: value("shape"),
      symmetry: value("symmetry"),
      minimal: value("minimal"),
      grid: value("grid") || null,
      sample: value("sample"),
      seconds: Number(value("within")),
      clues: value("least") || value("most") ? `${value("least") || 1}-${value("most")}` : null,
      depth: value("depth") || null,
      backdoor: value("backdoor") || null,
      methods: listOf("by"),
      not_methods: listOf("without"),
      recheck: value("recheck") || null,
      tries: numberOf(value("tries")),
      ...(value("from") ? { [value("from")]: of } : {}),
    };
  }

  /** What begins with the name of a field, "depth: found …", is told there; whether it does. */
  function tell(message) {
    const [, name, words] = /^(\w+): (.*)$/s.exec(message) ?? [];
    const field = told[name];
    if (!field) return false;
    if ([backdoor, recheck, tries].includes(field)) more.open = true;
    field.tell(words);
    return true;
  }

  const forget = () => Object.values(told).forEach((field) => field.tell(""));

  read();
  return { element, read, fields, tell, forget };
}

/** What to know of what is asked for, before one waits for it. */
function hintsOf({ shape, symmetry, minimal, depth, from, least, most }) {
  const isBounded = least.value || most.value || from.value === "pattern" || from.value === "near";
  return [
    shape.value !== "3x3" && "Other sizes than 9 × 9 are made with a SAT solver, which takes longer.",
    symmetry.value !== "none" && minimal.value === "strict"
      && "In few symmetric puzzles no clue can be left out. “No symmetric group” is found sooner: no clues that belong together can be left out.",
    minimal.value === "no" && !isBounded && "Say how many clues there are to be, too.",
    Number.parseInt(depth.value, 10) >= 2 && from.value !== "near"
      && "Puzzles of this difficulty are so rare that none is found by chance. Put one on the board, and take a neighbour of it.",
  ].filter(Boolean);
}

const numberOf = (text) => (text === "" ? null : Number(text));
