/* Puzzles that come from elsewhere: pasted anywhere on the page, dropped as a file, or opened in a dialog.

     const opening = new Opening(puzzle, open)      listens for paste, copy and drop; open(panel, { file }) for lists
     opening.open()                                 the dialog
     opening.read(text)                             reads a text; resolves to a message of what is wrong, or null

   The library reads the text, in every form that the command line reads. One puzzle is taken over; of several, the
   first, with a link to the panel that shows lists. Files that are long or no text go to that panel at once, and
   so do all that are dropped while it is open. Without a server there are the scenes alone: a 4×4 puzzle is read. */

import { address, isStatic } from "./address.js";
import { button, choice, field, fill, h } from "./dom.js";
import { BOXES, shapeWords } from "./geometry.js";
import { forget, notify } from "./notice.js";
import { say } from "./page_parts.js";
import { oneLine, readSmall } from "./small_puzzle.js";
import { ask, isCancelled } from "./transport.js";

const MOST = 48_000; // bytes of a text that is read as one puzzle

export class Opening {
  #puzzle;
  #open;
  #dialog = null;

  constructor(puzzle, open) {
    this.#puzzle = puzzle;
    this.#open = open;
    document.addEventListener("paste", (event) => this.#paste(event));
    document.addEventListener("copy", (event) => this.#copy(event));
    document.addEventListener("dragover", (event) => this.#drag(event, true));
    document.addEventListener("dragleave", (event) => this.#drag(event, event.relatedTarget !== null));
    document.addEventListener("drop", (event) => this.#drop(event));
  }

  async read(text, box = null) {
    if (!text.trim()) return "There is nothing in it: expected a puzzle, or a list of puzzles.";
    if (isStatic) return this.#readHere(text);
    if (text.length > MOST) return this.#asList(new File([text], "pasted.txt"));
    try {
      const rows = await ask("read", box ? { text, box } : { text });
      const first = rows.find((row) => row.puzzle);
      if (!first) return rows[0] ? inWords(rows[0].error) : "There is no puzzle in it.";
      forget(); // of the text before
      this.#puzzle.set({ text: first.puzzle, box: first.box });
      if (rows.length > 1) this.#tellOfOthers(text, rows.length);
      else say("The puzzle is on the board.");
    } catch (error) {
      return isCancelled(error) ? null : error.message;
    }
    return null;
  }

  #readHere(text) {
    try {
      this.#puzzle.set({ text: oneLine(readSmall(text)), box: "2x2" });
      say("The scene shows this puzzle now.");
    } catch (error) {
      return error.message;
    }
    return null;
  }

  #tellOfOthers(text, count) {
    const all = button("Open all as a list", () => this.#asList(new File([text], "pasted.txt")), { class: "quiet" });
    notify(`${count} puzzles: the first one is on the board.`, "note", all);
  }

  #asList(file) {
    forget();
    this.#open("list", { file });
    return null;
  }

  async readFile(file, box = null) {
    if (isStatic) return this.#readHere(await file.text());
    if (file.size > MOST) return this.#asList(file);
    const bytes = new Uint8Array(await file.arrayBuffer());
    try {
      return await this.read(new TextDecoder("utf-8", { fatal: true }).decode(bytes), box);
    } catch {
      return this.#asList(file);
    }
  }

  async #paste(event) {
    if (event.target.closest?.("input, textarea, select, [contenteditable], dialog")) return;
    const [file] = event.clipboardData.files;
    const text = event.clipboardData.getData("text/plain");
    if (!file && !text) return;
    event.preventDefault();
    complain(await (file ? this.readFile(file) : this.read(text)));
  }

  /** Ctrl+C on the board copies the puzzle, if no text is selected. */
  #copy(event) {
    if (!event.target.closest?.(".editable") || !getSelection().isCollapsed) return;
    event.clipboardData.setData("text/plain", this.#puzzle.text);
    event.preventDefault();
    notify("The puzzle was copied as one line.");
  }

  #drag(event, isOver) {
    const isForUs = event.dataTransfer.types.includes("Files") || event.dataTransfer.types.includes("text/plain");
    if (isForUs) event.preventDefault();
    document.body.classList.toggle("dropping", isForUs && isOver);
  }

  async #drop(event) {
    document.body.classList.remove("dropping");
    const [file] = event.dataTransfer.files;
    const text = event.dataTransfer.getData("text/plain");
    if (event.target.closest?.("textarea") || (!file && !text)) return;
    event.preventDefault();
    if (file && address.panel === "list") this.#asList(file);
    else complain(await (file ? this.readFile(file) : this.read(text)));
  }

  open() {
    this.#dialog?.remove();
    this.#dialog = this.#newDialog(); // without the text and the complaint of the last time
    this.#dialog.showModal();
  }

  #newDialog() {
    const text = h("textarea", { rows: 10, spellcheck: "false", autocomplete: "off" });
    const files = h("input", { type: "file", class: "unseen", tabindex: -1, "aria-label": "A file" });
    const said = h("div", { "aria-live": "polite" });
    let box = "";
    const finish = (fault) => {
      fill(said, fault ? h("p", { class: "message bad" }, fault) : null);
      if (!fault) dialog.close();
    };
    files.addEventListener("change", async () => finish(await this.readFile(files.files[0], box)));
    const dialog = h("dialog", { "aria-labelledby": "opening-title" },
      h("h2", { id: "opening-title" }, "Open a puzzle"),
      h("p", { class: "soft" }, "One line or a drawn grid, .sdk, .sdm, .ss, pencilmarks, a table: whatever the command line ",
        "reads. You can also paste anywhere on this page, or drop a file on it."),
      field("Puzzle", text, { class: "wide-field" }),
      said,
      h("div", { class: "tools" },
        field("Size and boxes", choice([["", "As it looks"], ...BOXES.map((one) => [one, shapeWords(one)])], "", (value) => { box = value; })),
        button("Choose a file…", () => files.click()),
        files,
        button("Cancel", () => dialog.close(), { class: "quiet apart" }),
        button("Open", async () => finish(await this.read(text.value, box)), { class: "primary" })));
    document.body.append(dialog);
    return dialog;
  }
}

/** The place of an error, as somebody says it who has no file before him. */
function inWords(error) {
  return error.replace(/^text:(\d+): /, "Line $1, ");
}

function complain(fault) {
  if (fault) notify(fault, "bad");
}
