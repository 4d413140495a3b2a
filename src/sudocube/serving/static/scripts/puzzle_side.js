/* The side with the puzzle: its verdict, the board, the keys to type with, and its tools.

     new PuzzleSide(host, puzzle, open)     builds it in `host`; open(panel, { file }) goes to a panel
     side.overlay(until)      what panels get as page.board (see page_parts.js); until(f) hears how to end it
     side.readAddress(text, box)    lets the library read a puzzle of the address that is in another form */

import { Board } from "./board.js";
import { button, choice, fill, h, usable } from "./dom.js";
import { openExport } from "./export.js";
import { BOXES, cellIndex, geometryOf, usualBox } from "./geometry.js";
import { LiveVerdict } from "./live_verdict.js";
import { forget, notify } from "./notice.js";
import { Opening } from "./opening.js";
import { say } from "./page_parts.js";
import { Typing } from "./typing.js";

const NOTHING = { marks: {}, digits: {}, kind: "placed", candidates: null };

export class PuzzleSide {
  #host;
  #puzzle;
  #board;
  #typing;
  #verdict;
  #opening;
  #buttons = {};
  #overlay = NOTHING;
  #onPick = null;
  #showsCandidates = false;

  constructor(host, puzzle, open) {
    this.#host = host;
    this.#puzzle = puzzle;
    this.#typing = new Typing(puzzle, () => this.#board.selected, () => this.#update());
    this.#board = new Board({
      box: puzzle.box,
      label: "Puzzle",
      isEditable: true,
      onKey: (event) => this.#typing.key(event),
      onPick: (cell) => this.#onPick?.(cell),
    });
    this.#verdict = new LiveVerdict(puzzle, () => this.#showsCandidates, () => this.#draw());
    this.#opening = new Opening(puzzle, open);
    fill(
      host,
      h("h2", { class: "unseen" }, "The puzzle"),
      this.#verdict.element,
      this.#board.element,
      this.#typing.pad,
      this.#editButton(),
      this.#tools(this.#opening),
    );
    puzzle.onChange(() => {
      this.#overlay = NOTHING;
      forget(); // what a notice says is of the puzzle before
      this.#verdict.ask(); // first: it drops what is not true any more, before it is drawn
      this.#update();
    });
    document.addEventListener("keydown", (event) => this.#keyAnywhere(event));
    this.#update();
    this.#verdict.ask();
  }

  async readAddress(text, box) {
    const fault = await this.#opening.read(text, box);
    if (fault) notify(`The puzzle in the address cannot be read: ${fault}`, "bad");
  }

  overlay(until) {
    const lay = (change) => {
      this.#overlay = { ...this.#overlay, ...change };
      this.#draw();
    };
    until(() => {
      this.#onPick = null;
      this.#overlay = NOTHING;
      this.#draw();
    });
    const board = this.#board;
    return {
      mark: (marks = {}) => lay({ marks }),
      place: (digits = {}, kind = "placed") => lay({ digits: byNumber(digits, board.size), kind }),
      candidates: (candidates = null) => lay({ candidates }),
      onPick: (listener) => { this.#onPick = listener; },
      select: (cell, options) => board.select(cell, options),
      get selected() { return board.selected; },
      get size() { return board.size; },
      get element() { return board.element; },
    };
  }

  #tools(opening) {
    const puzzle = this.#puzzle;
    const shapes = BOXES.map((box) => [box, shapeWords(box)]);
    this.#buttons = {
      undo: button("↶", () => this.#undo(), { "aria-label": "Undo", title: "Undo (Ctrl+Z)" }),
      redo: button("↷", () => this.#redo(), { "aria-label": "Redo", title: "Redo (Ctrl+Shift+Z)" }),
      pencil: button("Pencil", () => this.#typing.togglePencil(), { title: "Space, or Shift with a digit" }),
      candidates: button("Candidates", () => this.#toggleCandidates(), { title: "Show what no clue rules out" }),
      clear: button("Clear", () => puzzle.clear()),
      size: choice(shapes, puzzle.box, (box) => this.#reshape(box), { "aria-label": "Size and boxes" }),
    };
    const { undo, redo, pencil, candidates, clear, size } = this.#buttons;
    this.#buttons.restricts = h("input", {
      type: "checkbox",
      onchange: (event) => puzzle.setRestricts(event.target.checked),
    });
    this.#buttons.restrictsBox = h("label", { class: "check small", hidden: true }, this.#buttons.restricts,
      "The pencilmarks are part of the puzzle: no other digit may stand there");
    return h("div", { class: "puzzle-tools" },
      h("div", { class: "tools", role: "group", "aria-label": "Edit" }, pencil, candidates, undo, redo, clear),
      h("div", { class: "tools", role: "group", "aria-label": "Puzzle" }, size,
        button("Open…", () => opening.open()), button("Export…", () => openExport(puzzle))),
      this.#buttons.restrictsBox);
  }

  /** Where the page is narrow and a panel is open, keys and tools are hidden until one asks for them. */
  #editButton() {
    const edit = button("Edit the puzzle", () => {
      const isOpen = this.#host.classList.toggle("editing");
      edit.setAttribute("aria-expanded", isOpen);
    }, { class: "edit", "aria-expanded": "false" });
    return edit;
  }

  #undo() {
    say(this.#puzzle.canUndo ? "Undone" : "Nothing to undo");
    this.#puzzle.undo();
  }

  #redo() {
    say(this.#puzzle.canRedo ? "Done again" : "Nothing to do again");
    this.#puzzle.redo();
  }

  #toggleCandidates() {
    this.#showsCandidates = !this.#showsCandidates;
    this.#update();
    this.#verdict.ask();
  }

  /** Boxes of another shape keep the digits if the size stays; another size begins with an empty grid. */
  #reshape(box) {
    const { size, digits, marks } = this.#puzzle;
    const shape = geometryOf(box);
    const text = shape.size === size ? this.#puzzle.text : ".".repeat(shape.count);
    this.#puzzle.set({ text, box, marks: shape.size === size ? marks : undefined });
    if (shape.size !== size && digits.some(Boolean)) notify("An empty grid. Undo brings the puzzle back.", "note");
  }

  #update() {
    const { undo, redo, pencil, candidates, clear, size, restricts, restrictsBox } = this.#buttons;
    const puzzle = this.#puzzle;
    if (undo) {
      usable(undo, puzzle.canUndo);
      usable(redo, puzzle.canRedo);
      usable(clear, !puzzle.isEmpty);
      pencil.setAttribute("aria-pressed", this.#typing.isPencil);
      candidates.setAttribute("aria-pressed", this.#showsCandidates);
      size.value = puzzle.box;
      restricts.checked = puzzle.restricts;
      restrictsBox.hidden = puzzle.size !== 9 || puzzle.marks.every((marks) => !marks.length);
    }
    this.#typing.fit();
    this.#host.classList.toggle("large", puzzle.size > 16);
    this.#draw();
  }

  #draw() {
    const { digits, marks, box } = this.#puzzle;
    const { digits: placed, kind, candidates, marks: over } = this.#overlay;
    const shown = this.#verdict.found;
    const all = digits.map((digit, cell) => digit || placed[cell] || 0);
    const kinds = Object.fromEntries(Object.keys(placed).filter((cell) => !digits[cell]).map((cell) => [cell, kind]));
    const derived = this.#showsCandidates ? shown.candidates : {};
    const typed = Object.fromEntries(marks.flatMap((some, cell) => (some.length ? [[cell, some]] : [])));
    this.#board.show({ digits: all, kinds, candidates: candidates ?? { ...byNumber(derived, this.#puzzle.size), ...typed }, box });
    this.#board.mark({
      cells: { ...shown.clashes.cells, ...over.cells },
      labels: { ...shown.clashes.labels, ...over.labels },
      candidates: over.candidates ?? {},
    });
  }

  /** Keys that work although nothing has the focus; what is typed goes to the selected cell. */
  #keyAnywhere(event) {
    if (event.defaultPrevented || isTextField(event.target) || document.querySelector("dialog[open]")) return;
    const hasBoard = this.#board.element.offsetParent !== null;
    if (!hasBoard && !document.querySelector("[data-shows-puzzle]")) return; // a scene has its own picture of it
    const isUndo = (event.ctrlKey || event.metaKey) && ["z", "y"].includes(event.key.toLowerCase());
    if (isUndo) {
      event.preventDefault();
      if (event.shiftKey || event.key.toLowerCase() === "y") this.#redo();
      else this.#undo();
    } else if (hasBoard && event.target === document.body && this.#typing.key(event)) {
      event.preventDefault();
      this.#board.select(this.#board.selected, { focus: true });
    }
  }
}

function isTextField(element) {
  return element.matches?.("input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable]");
}

function byNumber(given, size) {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [cellIndex(name, size), value]));
}

function shapeWords(box) {
  const { size, boxRows, boxColumns } = geometryOf(box);
  const other = usualBox(size) === box ? "" : `, boxes ${boxRows} × ${boxColumns}`;
  return `${size} × ${size}${other}`;
}
