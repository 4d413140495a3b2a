// @ts-check
/* Scene 7: your own encoding. Statements that are switched on, and clauses that are typed; while one types they are proved or
   refuted at 4×4 by the small solver of the lesson.

   State: s, the switches; t, what is typed; q, whether it began as a riddle. */

import { html, nothing } from "../vendor/lit-html.js";
import { data } from "../scripts/asking.js";
import { afterDraw, redraw } from "../scripts/page.js";
import { button, counted } from "../scripts/parts.js";
import { smallProof } from "./small_proof.js";
import { literalName, readClauses, typedName } from "./typed_clauses.js";
import { alsoAtNine, counterGrid, decided, lostGrid, switches } from "./views.js";

const LONGEST_IN_ADDRESS = 20_000; // characters
const NAMED_AT_MOST = 4; // clauses and reasons that are told one by one
const START = "cell at least one,row at most one,column at most one";
const MINIMAL = ["cell at least one", "row at most one", "column at most one", "box at most one"];

/** Slips to be found: what they are called, and what they make of the clauses of `minimal`. */
const RIDDLES = [
  ["Riddle 1", (clauses) => clauses.filter((_, at) => at !== 5)],
  ["Riddle 2", (clauses) => clauses.toSpliced(150, 0, [-1, -6])],
  ["Riddle 3", (clauses) => clauses.map((one, at) => (at === 40 ? [one[0], -one[1]] : one))],
];

/** What is typed, as far as it is too long for the address; and what the small solver is at. @type {any} */
const local = { typed: "", small: { key: "", proof: null } };

export const yourOwn = {
  data: ["rules-2x2", "choices-2x2"],
  keys: ["s", "t", "q"],
  draw(frame) {
    const clausesOf = (names) => names.flatMap((name) => frame.data["rules-2x2"].statements.find((one) => one.name === name)?.clauses ?? []);
    const on = (frame.get("s") ?? START).split(",").filter((name) => name !== "none");
    const text = frame.get("t") ?? local.typed;
    const { clauses: typed, mistake } = readClauses(text);
    const switched = clausesOf(on);
    const type = (next, more = {}) => {
      const isShort = next.length <= LONGEST_IN_ADDRESS;
      local.typed = isShort ? "" : next;
      frame.set({ t: isShort ? next : null, ...more });
      redraw();
    };
    const write = (clauses, isRiddle = false) => {
      type(clauses.map((clause) => clause.map(typedName).join(" ")).join("\n"), { s: "none", q: isRiddle ? 1 : null });
      afterDraw(() => goTo(1, false));
    };
    const result = mistake ? nothing : typed.length ? provedView(frame, typed, switched) : knownView(frame, on);
    return html`<div class="own-encoding"><section class="own-input" aria-label="Your encoding"><h2>Switch on</h2>${switches(on, (names) => frame.set({ s: names.join(",") || "none" }))}
        <h2>… and type</h2><div class="tools">${button("Write out what is switched on", () => write(switched))}${button("Empty", () => write([]))}
          ${RIDDLES.map(([name, change]) => button(name, () => write(/** @type {any} */ (change)(clausesOf(MINIMAL)), true)))}</div>
        <label for="own-clauses">Clauses, one on each line</label>
        <textarea id="own-clauses" rows="12" spellcheck="false" autocomplete="off" aria-describedby="own-help own-mistake" aria-invalid=${String(mistake !== null)}
          placeholder=${"-1 -22\n¬x[r1c3,2] ∨ ¬x[r2c4,2]\nx311 x321 x331 x341"} .value=${Object(text)} @input=${(event) => type(event.target.value)}></textarea>
        <p class="own-mistake" id="own-mistake" role="status">${mistake ? `Line ${mistake.line}: found ${mistake.found}. Write numbers or names of variables, such as -1 or ¬x[r1c1,1].` : ""}</p>
        <p class="small soft" id="own-help">Numbers or names: 1 is x[r1c1,1], 22 is x[r2c2,2]; -22, ¬x222 and ¬x[r2c2,2] are the same. Numbers above 64 are variables of your own.
          In a riddle, a clause is missing, or wrong: find and mend it.</p></section>
      <section class="own-result" aria-label="What is proved"><h2>What it says</h2>
        <p class="soft">${mistake ? `Nothing is proved, since line ${mistake.line} cannot be read.` : `${counted(switched.length, "clause")} switched on, ${counted(typed.length, "clause")} typed.`}</p>
        ${result === nothing ? html`<div class="own-told" aria-live="polite"></div>` : result}</section></div>`;
  },
};

/** Select a line of the field. @param {number} line */
function goTo(line, isSelected = true) {
  const area = /** @type {HTMLTextAreaElement} */ (document.getElementById("own-clauses"));
  const lines = area.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  area.focus();
  area.setSelectionRange(start, start + (isSelected ? lines[line - 1].length : 0));
  area.scrollTop = (area.scrollHeight * (line - 3)) / lines.length;
}

/** What is known of switches alone was proved before, at 4×4 and at 9×9. */
function knownView(frame, on) {
  const { proof } = decided(frame.data["choices-2x2"].choices, on);
  return html`<div class="own-told" aria-live="polite" aria-busy="false">${proofView(frame, proof, [], alsoAtNine(proof))}</div>`;
}

/** Typed clauses come first, so that the number of a clause is its place in what is typed. What was found before stays until
    the small solver is done. */
function provedView(frame, typed, switched) {
  const clauses = [...typed.map((one) => one.literals), ...switched];
  const key = JSON.stringify(clauses);
  const state = local.small;
  const known = data("small-check");
  if (known && state.key !== key) {
    state.key = key;
    smallProof(clauses, known, { isCancelled: /** @type {any} */ (() => state.key !== key) }).then((proof) => {
      if (proof && state.key === key) state.proof = { key, ...proof };
      redraw();
    });
  }
  const { proof } = state;
  const isBusy = proof?.key !== key;
  return html`${isBusy ? html`<p class="own-waiting">${proof ? "Being checked. What follows is of the clauses before." : "Being checked …"}</p>` : nothing}
    <div class="own-told" aria-live="polite" aria-busy=${String(isBusy)}>${proof ? proofView(frame, proof, typed) : nothing}</div>`;
}

function proofView(frame, proof, typed, more = "") {
  const kind = { proved: "good", refuted: "bad" }[proof.outcome] ?? "open";
  const said = { proved: "Proved: it says the rules, and nothing else.", refuted: "Refuted." }[proof.outcome] ?? "Undecided.";
  const reasons = html`${missingView(proof)}${forbiddenView(proof, typed)}`;
  const hasReasons = proof.missing?.length || proof.forbidden_by;
  return html`<div class="message ${kind}"><p class="headline">${said}${more}</p>
    ${proof.sound === false ? html`<h3>It takes a wrong grid for a solution</h3>` : nothing}${counterGrid(proof)}
    ${proof.complete === false ? html`<h3>It loses a valid grid</h3>` : nothing}${lostGrid(proof)}
    ${frame.get("q") && hasReasons ? html`<details><summary>Which clause is it?</summary>${reasons}</details>` : reasons}
    ${["undecided", "sampled"].includes(proof.outcome) ? html`<p>Not each question was answered in time. With fewer auxiliary variables it is quicker.</p>` : nothing}
    ${typed.length ? html`<p class="soft">Found by the small solver of this page. The command sudocube encodings prove does it at any size.</p>` : nothing}</div>`;
}

const missingView = ({ missing }) => (missing?.length ? html`<p><b>Missing:</b></p><ul>${missing.map((one) => html`<li>${one.family ? `${one.family}, ${one.says}. ` : ""}${one.in_words}</li>`)}</ul>` : nothing);

/** The clauses that forbid the grid that is lost; a click leads to the one in the field. */
function forbiddenView({ forbidden_by: found }, typed) {
  if (!found) return nothing;
  const shown = found.clauses.slice(0, NAMED_AT_MOST);
  const item = ({ number, clause, says }) => {
    const line = typed[number - 1]?.line;
    return html`<li>${line ? button(`Line ${line}`, () => goTo(line), { kind: "quiet" }) : "A statement that is switched on: "}<code>${clause.map(literalName).join(" ∨ ") || "the empty clause"}</code>${says ? `: ${says}` : ""}</li>`;
  };
  const start = found.together ? "These clauses forbid it together:" : found.count === 1 ? "This clause forbids it:" : "Each of these clauses forbids it:";
  return html`<p>${shown.length ? start : "Several clauses forbid it together."}</p><ul>${shown.map(item)}</ul>
    ${found.count > shown.length ? html`<p class="soft">… and ${found.count - shown.length} more</p>` : nothing}`;
}
