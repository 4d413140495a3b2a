/* Scene 7: your own encoding.

Statements that are switched on, and clauses that are typed; while one types they are proved or refuted at 4×4: by the
server (the command `prove-clauses`), or without one by the small solver of the lesson. State in the address: s, the
switches; t, what is typed; q, whether it began as a riddle. */

import { counterGrid, lostGrid } from "./controls.js";
import { scene } from "./scene.js";
import { smallProof } from "./small_proof.js";
import { alsoAtNine, Switches } from "./switches.js";
import { asDimacs, literalName, readClauses, typedName } from "./typed_clauses.js";

const PAUSE = 250; // milliseconds without a key, before what is typed is proved
const LONGEST_IN_ADDRESS = 20_000; // characters
const LONGEST_TO_PROVE = 60_000;
const NAMED_AT_MOST = 4; // clauses and reasons that are told one by one
const START = "cell at least one,row at most one,column at most one";

const MINIMAL = ["cell at least one", "row at most one", "column at most one", "box at most one"];

/* Slips to be found: what they are called, and what they make of the clauses of `minimal`. */
const RIDDLES = [
  ["Riddle 1", (clauses) => clauses.filter((_, at) => at !== 5)],
  ["Riddle 2", (clauses) => clauses.toSpliced(150, 0, [-1, -6])],
  ["Riddle 3", (clauses) => clauses.map((one, at) => (at === 40 ? [one[0], -one[1]] : one))],
];

export const { title, mount } = scene({
  name: "your-own",
  data: ["rules-2x2", "choices-2x2"],
  styles: ["lesson/controls.css", "lesson/your_own.css"],
  keys: ["s", "t", "q"],
  draw(stage, frame) {
    const own = new OwnEncoding(frame);
    stage.append(own.element);
    return { leave: () => own.leave() };
  },
});

class OwnEncoding {
  constructor(frame) {
    const { page } = frame;
    const { h } = page;
    Object.assign(this, { frame, page, asked: 0, timer: null });
    this.statements = new Map(frame.data["rules-2x2"].statements.map((one) => [one.name, one.clauses]));
    this.switches = new Switches(page, frame.get("s") ?? START, () => this.changed());
    this.field = h("textarea", { id: "own-clauses", rows: 12, spellcheck: "false", autocomplete: "off", "aria-describedby": "own-help own-mistake",
      placeholder: "-1 -22\n¬x[r1c3,2] ∨ ¬x[r2c4,2]\nx311 x321 x331 x341" });
    this.field.value = frame.get("t") ?? "";
    this.field.addEventListener("input", () => this.changed());
    this.mistake = h("p", { class: "own-mistake", id: "own-mistake", role: "status" });
    this.count = h("p", { class: "soft" });
    this.waiting = h("p", { class: "own-waiting", hidden: true });
    this.told = h("div", { class: "own-told", "aria-live": "polite" });
    const riddles = RIDDLES.map(([name, change]) => page.button(name, () => this.write(change(this.clausesOf(MINIMAL)), { isRiddle: true })));
    this.element = h("div", { class: "own-encoding" },
      h("section", { class: "own-input", "aria-label": "Your encoding" },
        h("h2", {}, "Switch on"), this.switches.element,
        h("h2", {}, "… and type"),
        h("div", { class: "tools" },
          page.button("Write out what is switched on", () => this.write(this.clausesOf(this.switches.on))),
          page.button("Empty", () => this.write([])), riddles),
        h("label", { for: "own-clauses" }, "Clauses, one on each line"), this.field, this.mistake,
        h("p", { class: "small soft", id: "own-help" }, "Numbers or names: 1 is x[r1c1,1], 22 is x[r2c2,2]; -22, ¬x222 and ¬x[r2c2,2] are the same. Numbers above 64 are variables of your own. In a riddle, a clause is missing, or wrong: find and mend it.")),
      h("section", { class: "own-result", "aria-label": "What is proved" }, h("h2", {}, "What it says"), this.count, this.waiting, this.told));
    this.changed({ isFirst: true });
  }

  leave() {
    clearTimeout(this.timer);
    this.asked += 1;
    this.abort?.abort();
  }

  clausesOf(names) {
    return names.flatMap((name) => this.statements.get(name));
  }

  /* Put clauses into the field, with all switches off, so that each can be changed. */
  write(clauses, { isRiddle = false } = {}) {
    this.frame.set("q", isRiddle ? 1 : null);
    this.switches.set([]);
    this.field.value = clauses.map((clause) => clause.map(typedName).join(" ")).join("\n");
    this.changed();
    this.field.focus();
    this.field.setSelectionRange(0, 0);
    this.field.scrollTop = 0;
  }

  /* What was found for other clauses is taken away, or marked as old, at once; what there is now is proved when nobody
  types for a moment. */
  changed({ isFirst = false } = {}) {
    if (!isFirst) {
      this.frame.set("s", this.switches.text);
      this.frame.set("t", this.field.value.length <= LONGEST_IN_ADDRESS ? this.field.value : null);
    }
    clearTimeout(this.timer);
    this.abort?.abort();
    this.asked += 1;
    const { clauses: typed, mistake } = readClauses(this.field.value);
    const switched = this.clausesOf(this.switches.on);
    this.showMistake(mistake);
    this.showCount(switched.length, typed.length, mistake);
    this.wait(!mistake && typed.length > 0);
    if (mistake) this.page.fill(this.told);
    else if (!typed.length) this.showSwitched();
    else this.timer = setTimeout(() => this.prove(typed, switched), isFirst ? 0 : PAUSE);
  }

  /* Whether a proof is waited for: what stands below is of the clauses before. */
  wait(isWaiting) {
    this.told.setAttribute("aria-busy", String(isWaiting));
    this.waiting.hidden = !isWaiting;
    this.waiting.textContent = this.told.hasChildNodes() ? "Being checked. What follows is of the clauses before." : "Being checked …";
  }

  showCount(switched, typed, mistake) {
    const counted = (number) => `${number} ${number === 1 ? "clause" : "clauses"}`;
    this.count.textContent = mistake
      ? `Nothing is proved, since line ${mistake.line} cannot be read.`
      : `${counted(switched)} switched on, ${counted(typed)} typed.`;
  }

  async prove(typed, switched) {
    const { asked } = this;
    this.abort = new AbortController();
    try {
      const proof = await this.proofOf(typed, switched);
      if (proof && asked === this.asked) this.show(proof, typed);
    } catch (error) {
      const message = asked === this.asked ? this.page.failed(error) : null;
      if (message) this.page.fill(this.told, message);
    }
    if (asked === this.asked) this.wait(false);
  }

  /* Typed clauses come first, so that the number of a clause is its place in what is typed. */
  async proofOf(typed, switched) {
    if (!this.page.isStatic) {
      const text = asDimacs(typed, switched);
      if (text.length > LONGEST_TO_PROVE) throw new Error(`That is ${text.length.toLocaleString("en")} characters as numbers; expected ${LONGEST_TO_PROVE.toLocaleString("en")} at the most. Fewer clauses say all rules.`);
      const [row] = await this.page.ask("prove-clauses", { text }, { signal: this.abort.signal, keep: true });
      return row;
    }
    const known = await this.page.data("small-check");
    const { signal } = this.abort;
    return smallProof([...typed.map((one) => one.literals), ...switched], known, { isCancelled: () => signal.aborted });
  }

  showMistake(mistake) {
    this.mistake.textContent = mistake ? `Line ${mistake.line}: found ${mistake.found}. Write numbers or names of variables, such as -1 or ¬x[r1c1,1].` : "";
    this.field.setAttribute("aria-invalid", String(mistake !== null));
  }

  /* What is known of switches alone was proved before, at 4×4 and at 9×9. */
  showSwitched() {
    const { proof } = this.switches.decided(this.frame.data["choices-2x2"].choices);
    this.show(proof, []);
    alsoAtNine(this.page, this.switches, proof, (text) => this.told.querySelector(".headline")?.append(text));
  }

  show(proof, typed) {
    const { h } = this.page;
    const kind = { proved: "good", refuted: "bad" }[proof.outcome] ?? "open";
    const said = { proved: "Proved: it says the rules, and nothing else.", refuted: "Refuted." }[proof.outcome] ?? "Undecided.";
    const parts = [
      h("p", { class: "headline" }, said),
      proof.sound === false ? h("h3", {}, "It takes a wrong grid for a solution") : null,
      counterGrid(this.page, proof),
      proof.complete === false ? h("h3", {}, "It loses a valid grid") : null,
      lostGrid(this.page, proof),
      this.reasons(proof, typed),
      proof.outcome === "undecided" || proof.outcome === "sampled" ? h("p", {}, "Not each question was answered in time. With fewer auxiliary variables it is quicker.") : null,
      this.page.isStatic && typed.length ? h("p", { class: "soft" }, "Found by the small solver of this page. The command sudocube encodings prove does it at any size.") : null,
    ];
    this.page.fill(this.told, h("div", { class: `message ${kind}` }, parts));
  }

  /* What is missing or wrong; in a riddle it is told to those who ask. */
  reasons(proof, typed) {
    const { h } = this.page;
    const parts = [this.missing(proof), this.forbidding(proof, typed)].filter(Boolean);
    if (!this.frame.get("q") || !parts.length) return parts;
    return h("details", {}, h("summary", {}, "Which clause is it?"), parts);
  }

  missing({ missing }) {
    const { h } = this.page;
    if (!missing?.length) return null;
    return h("div", {}, h("p", {}, h("b", {}, "Missing: ")),
      h("ul", {}, missing.map((one) => h("li", {}, one.family ? `${one.family}, ${one.says}. ` : "", one.in_words))));
  }

  /* The clauses that forbid the grid that is lost; a click leads to the one in the field. */
  forbidding({ forbidden_by: found }, typed) {
    const { h } = this.page;
    if (!found) return null;
    const items = found.clauses.slice(0, NAMED_AT_MOST).map(({ number, clause, says }) => {
      const line = typed[number - 1]?.line;
      const words = [h("code", {}, clause.map(literalName).join(" ∨ ") || "the empty clause"), says ? `: ${says}` : ""];
      return h("li", {}, line ? this.page.button(`Line ${line}`, () => this.goTo(line), { class: "quiet" }) : "A statement that is switched on: ", words);
    });
    const rest = found.count - items.length;
    const start = found.together ? "These clauses forbid it together:" : found.count === 1 ? "This clause forbids it:" : "Each of these clauses forbids it:";
    return h("div", {}, h("p", {}, items.length ? start : "Several clauses forbid it together."), h("ul", {}, items),
      rest > 0 ? h("p", { class: "soft" }, `… and ${rest} more`) : null);
  }

  /* Select a line of the field. */
  goTo(line) {
    const lines = this.field.value.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    this.field.focus();
    this.field.setSelectionRange(start, start + lines[line - 1].length);
    this.field.scrollTop = (this.field.scrollHeight * (line - 3)) / lines.length;
  }
}
