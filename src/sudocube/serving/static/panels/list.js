/* The panel "A list": a file of puzzles, a table that fills, what is amiss, and a puzzle on the board by a click.

   State in the address: list, the id under which the server keeps the file; name, that of the file; shape, that of its
   boxes where one has told it; only, sort and down, what is shown; at, the number of the puzzle that is open. What was
   shown last is there again when one comes back to the panel, without asking once more. */

import { BOXES, shapeWords } from "../scripts/geometry.js";
import { saveFile } from "../scripts/saving.js";
import { counted, numbered, VERDICTS } from "../scripts/words.js";
import { asCsv, asJson, clueCount, ListModel, remark, VERDICT_ORDER } from "./list_model.js";
import { openedParts } from "./list_opened.js";
import { uploadList } from "./list_upload.js";
import { rowTable } from "./row_table.js";

export const title = "A list";

const COLUMNS = [
  { key: "index", label: "No.", kind: "number list-index", canSort: true },
  { key: "verdict", label: "Verdict", kind: "list-verdict", canSort: true },
  { key: "stored", label: "Stored answer", kind: "list-stored", canSort: true },
  { key: "clues", label: "Clues", kind: "number list-clues", canSort: true },
  { key: "puzzle", label: "Puzzle", kind: "mono list-puzzle", canSort: true },
  { key: "remark", label: "What is amiss", kind: "list-remark" },
];
const ONLY = { all: "All", amiss: "What is amiss" };

/** The list that was shown last; it outlives the panel. */
let kept = null;

export async function mount(host, page) {
  await Promise.all(["panels/list.css", "panels/row_table.css"].map(page.style));
  const panel = new ListPanel(host, page);
  panel.begin();
  return { leave: () => panel.leave() };
}

class ListPanel {
  constructor(host, page) {
    this.page = page;
    this.model = new ListModel();
    this.places = [];
    this.sortedAt = 0;
    const { h } = page;
    const onchange = () => this.take(this.file.files[0]);
    this.file = h("input", { type: "file", class: "unseen", tabindex: -1, "aria-label": "A file of puzzles", onchange });
    this.head = h("p", { class: "list-head" });
    this.message = h("div", {});
    this.filters = h("div", { class: "tools", role: "group", "aria-label": "Which puzzles are shown" });
    this.table = rowTable(page, {
      label: "The puzzles of the list",
      kind: "list-table",
      columns: COLUMNS,
      fill: (place, cells) => this.fill(this.model.rows[this.places[place]], cells),
      onOpen: (place) => this.open(place),
      onSort: (key) => this.sortBy(key),
    });
    this.opened = h("div", { class: "list-opened", "aria-live": "polite" });
    this.work = h("div", { class: "list-work", hidden: true }, this.filters, this.table.element, this.opened,
      h("div", { class: "tools" },
        page.button("Export as CSV", () => this.save("csv", asCsv, "text/csv")),
        page.button("Export as JSON", () => this.save("jsonl", asJson, "application/jsonl")),
        h("span", { class: "soft small" }, "What is shown, in this order.")));
    const shapes = [["", "as it looks"], ...BOXES.map((box) => [box, shapeWords(box)])];
    this.shape = page.choice(shapes, "", (box) => this.reshape(box));
    this.stop = page.button("Stop", () => this.job?.abort(), { class: "quiet", hidden: true });
    page.fill(host,
      h("p", { class: "soft" },
        "A file with a puzzle per line, a table, drawn grids, packed or not: all that the command line reads. ",
        "Drop it anywhere on this page, or choose it here; it does not leave this machine."),
      h("div", { class: "tools" },
        page.button("Choose a file…", () => this.file.click(), { class: "primary" }), this.file,
        page.field("Size and boxes of the list", this.shape), this.stop, this.head),
      this.message, this.work);
    this.filterButtons = new Map();
    for (const only of [...Object.keys(ONLY), ...VERDICT_ORDER]) {
      const button = page.button("", () => this.show({ only }), { class: "list-filter" });
      this.filterButtons.set(only, button);
      this.filters.append(button);
    }
  }

  get asked() {
    const { address } = this.page;
    const [only, sort] = [address.get("only") ?? "all", address.get("sort") ?? "index"];
    return { only, sort, isDescending: address.get("down") === "1" };
  }

  begin() {
    const { address, handed } = this.page;
    address.onMove(() => this.arrange());
    this.shape.value = BOXES.includes(address.get("shape")) ? address.get("shape") : "";
    const id = address.get("list");
    if (handed) this.take(handed);
    else if (kept && (!id || id === kept.id)) this.restore();
    else if (id) this.check({ id, name: address.get("name") ?? "list" });
    else this.say("No list is open.");
  }

  restore() {
    this.page.address.replace({ list: kept.id, name: kept.name, shape: kept.shape });
    this.shape.value = kept.shape;
    if (!kept.isComplete && !kept.isStopped) return void this.check(kept);
    this.turnTo(kept.model);
    this.arrange();
    this.tell(kept.name);
    this.openAgain();
    this.tellProblem();
  }

  /** The panel has these rows from now on, and nothing of the list before. */
  turnTo(model) {
    cancelAnimationFrame(this.frame);
    this.frame = null;
    this.model = model;
    this.places = [];
    this.sortedAt = 0;
    this.openIndex = null;
    this.page.fill(this.opened);
    this.table.top();
    this.table.show(0);
    this.work.hidden = false;
  }

  leave() {
    this.isLeft = true;
    this.job?.abort();
    this.table.resized.disconnect();
  }

  /** A file that was chosen or dropped: it is uploaded, then checked. Until it is there, the list before is kept. */
  async take(file) {
    if (!file) return;
    this.file.value = "";
    const job = this.newJob();
    this.work.hidden = true;
    const { name } = file;
    const tell = (bytes) => this.say(`${name}: ${percent(bytes, file.size)} sent to sudocube on this machine`);
    let id;
    try {
      id = await uploadList(this.page, file, tell, job.signal);
    } catch (error) {
      return this.notSent(error, job);
    }
    this.page.address.replace({ list: id, name, at: null, only: null, sort: null, down: null });
    return this.check({ id, name });
  }

  /** The file did not arrive: the list before is there again. */
  notSent(error, job) {
    if (this.job !== job || this.isLeft) return;
    this.stop.hidden = true;
    const isStopped = this.page.isCancelled(error);
    const after = kept ? ` The list that was open before is still here: ${kept.name}.` : "";
    if (kept) this.restore();
    else this.close();
    this.complain((isStopped ? "Stopped. The file was not sent." : error.message) + after, isStopped ? "note" : "bad");
  }

  /** No list is open any more. */
  close() {
    kept = null;
    this.work.hidden = true;
    this.page.address.replace({ list: null, name: null, at: null });
    this.say("No list is open.");
  }

  /** The same list, read with boxes of another shape. */
  reshape(box) {
    this.page.address.replace({ shape: box, at: null });
    if (kept) this.check(kept);
  }

  newJob() {
    this.job?.abort();
    this.job = new AbortController();
    this.stop.hidden = false;
    this.page.fill(this.message);
    return this.job;
  }

  async check({ id, name }) {
    const job = this.newJob();
    const model = new ListModel();
    this.turnTo(model);
    const list = { id, name, shape: this.shape.value, model, isComplete: false, isStopped: false, problem: null };
    kept = list;
    this.say(`${name}: being checked …`);
    const onRow = (row) => {
      model.add(row);
      if (this.model === model) this.frame ??= requestAnimationFrame(() => this.grow(name));
    };
    const onProgress = ({ done, of }) => { this.progress = percent(done, of); };
    this.progress = "0 %";
    try {
      const fields = { upload: id, name, box: this.shape.value || null };
      await this.page.ask("list", fields, { keep: true, onRow, onProgress, signal: job.signal });
      list.isComplete = true;
    } catch (error) {
      this.failed(error, job);
    }
    if (this.job !== job || this.isLeft || !kept) return;
    this.stop.hidden = true;
    this.arrange();
    this.tell(name);
    this.openAgain();
    this.page.say(this.head.textContent);
  }

  /** The row that the address names as open. */
  openAgain() {
    const at = Number(this.page.address.get("at"));
    if (at) this.markOpen(at);
  }

  /** The table grows with the rows. It is sorted anew when there are many more than at the last time. */
  grow(name) {
    this.frame = null;
    const { length } = this.model.rows;
    const { only, sort, isDescending } = this.asked;
    const isPlain = only === "all" && sort === "index" && !isDescending;
    if (isPlain) for (let place = this.places.length; place < length; place++) this.places.push(place);
    else if (length > this.sortedAt * 1.2) return void this.arrange(name);
    this.table.show(this.places.length);
    this.tell(name);
  }

  /** The check ended early: what came until then stays, and can be checked again. */
  failed(error, job) {
    if (this.job !== job || this.isLeft) return;
    this.stop.hidden = true;
    const isStopped = this.page.isCancelled(error);
    const { rows } = this.model;
    const stopped = rows.length ? "What is shown are the puzzles that were checked before." : "Nothing was checked yet.";
    const problem = isStopped ? `Stopped. ${stopped}` : error.message;
    if (isStopped || rows.length) {
      Object.assign(kept, { problem, isStopped, isComplete: !isStopped });
      this.tellProblem();
      return;
    }
    this.close();
    this.complain(problem);
  }

  /** Why the list that is kept is not whole; where it was stopped, a button begins again. */
  tellProblem() {
    this.complain(kept.problem, kept.isStopped ? "note" : "bad");
    if (kept.isStopped) this.message.append(this.page.button("Check the whole list", () => this.check(kept)));
  }

  complain(said, tone = "bad") {
    this.page.fill(this.message, said && this.page.h("p", { class: `message ${tone}`, role: "alert" }, said));
  }

  say(words) {
    this.head.textContent = words;
  }

  /** What the list comes to, and how many puzzles each button would show. */
  tell(name = kept?.name) {
    const { rows, summary, counts, amissCount } = this.model;
    const far = this.stop.hidden ? "and then stopped" : `${this.progress} of the file read`;
    const how = summary ? `checked in ${summary.seconds.toFixed(2)} s` : far;
    this.say(`${name}: ${counted(rows.length, "puzzle")}, ${how}`);
    const { only } = this.asked;
    for (const [key, button] of this.filterButtons) {
      const count = { all: rows.length, amiss: amissCount }[key] ?? counts[key];
      const words = `${ONLY[key] ?? VERDICTS[key].words} ${numbered(count)}`;
      if (button.textContent !== words) button.textContent = words;
      button.setAttribute("aria-pressed", key === only);
      button.dataset.tone = VERDICTS[key]?.tone ?? "";
    }
    this.table.table.classList.toggle("without-answers", !this.model.hasStored);
  }

  show(change) {
    const { only, sort, isDescending } = { ...this.asked, ...change };
    const other = (value, usual) => (value === usual ? null : value);
    this.page.address.replace({ only: other(only, "all"), sort: other(sort, "index"), down: isDescending ? "1" : null });
    this.table.top();
    this.arrange();
    this.page.say(`${counted(this.places.length, "puzzle")} shown.`);
  }

  sortBy(key) {
    const { sort, isDescending } = this.asked;
    this.show({ sort: key, isDescending: key === sort && !isDescending });
  }

  arrange(name) {
    const { sort, isDescending } = this.asked;
    this.places = this.model.places(this.asked);
    this.sortedAt = this.model.rows.length;
    this.table.sorted(sort, isDescending);
    this.table.show(this.places.length);
    this.tell(name);
  }

  fill(row, cells) {
    const { tone, words } = VERDICTS[row.verdict];
    const { fill, h } = this.page;
    cells.index.textContent = numbered(row.index);
    fill(cells.verdict, h("span", { class: `badge ${tone}` }, words));
    cells.stored.textContent = row.stored === undefined ? "" : (row.stored ?? "undecided").replaceAll("_", " ");
    cells.clues.textContent = clueCount(row) ?? "";
    cells.puzzle.textContent = row.puzzle ?? "";
    const said = remark(row);
    fill(cells.remark, h("span", { title: said }, said));
    return { label: `Puzzle ${row.index}: ${words}`, current: row.index === this.openIndex };
  }

  /** A puzzle of the list on the board, where it can be undone like any other change. */
  open(place) {
    const row = this.model.rows[this.places[place]];
    this.page.address.set("at", row.index);
    if (row.puzzle) this.page.puzzle.set({ text: row.puzzle, box: row.box });
    this.markOpen(row.index);
  }

  markOpen(index) {
    const row = this.model.rows[index - 1];
    if (!row) return;
    this.openIndex = index;
    this.table.refresh();
    this.page.fill(this.opened, openedParts(this.page, row));
  }

  /** The rows that are shown, as a file. */
  save(ending, write, type) {
    const rows = this.places.map((place) => this.model.rows[place]);
    const name = (kept?.name ?? "list").replace(/\.[^.]*$/, "");
    saveFile(`${name}-checked.${ending}`, new Blob([write(rows)], { type }));
    this.page.say(`${counted(rows.length, "puzzle")} exported.`);
  }
}

function percent(part, whole) {
  return whole ? `${Math.floor((100 * part) / whole)} %` : "100 %";
}
