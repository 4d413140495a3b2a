// @ts-check
/* Scene 7: your own encoding. Statements that are switched on, and clauses that are typed; the
   server proves or refutes them at 4×4 (the command `prove-clauses`).

   State: s, the switches; t, what is typed; q, whether it began as a riddle. */

import { html, nothing } from "../vendor/lit-html.js";
import { isStatic } from "../scripts/address.js";
import { wanted } from "../scripts/asking.js";
import { afterDraw } from "../scripts/page.js";
import { button, counted, fault, fold } from "../scripts/parts.js";
import { literalName, readClauses, typedName } from "./typed_clauses.js";
import { counterGrid, decided, lostGrid, MINIMAL, switches } from "./views.js";

const PAUSE = 250; // milliseconds without a key, before what is typed is proved
const NAMED_AT_MOST = 4; // clauses and reasons that are told one by one
const START = ["cell at least one", "row at most one", "column at most one"];
const EXAMPLE = "-1 -22\n¬x[r1c3,2] ∨ ¬x[r2c4,2]\nx311 x321 x331 x341";

/** Slips to be found: what they are called, and what they make of the clauses of `minimal`. */
const RIDDLES = {
  "Riddle 1": (clauses) => clauses.toSpliced(5, 1),
  "Riddle 2": (clauses) => clauses.toSpliced(150, 0, [-1, -6]),
  "Riddle 3": (clauses) => clauses.with(40, [clauses[40][0], -clauses[40][1]]),
};

export const yourOwn = {
  data: ["rules-2x2", "choices-2x2"],
  keys: ["s", "t", "q"],
  draw(frame) {
    const { statements } = frame.data["rules-2x2"];
    const clausesOf = (names) =>
      names.flatMap((name) => statements.find((one) => one.name === name)?.clauses ?? []);
    const on = frame.get("s")?.split(",") ?? START;
    const { clauses: typed, mistake } = readClauses(frame.get("t") ?? "");
    const switched = clausesOf(on);
    const [on_, own] = [switched, typed].map(({ length }) => counted(length, "clause"));
    const many = `${on_} switched on, ${own} typed.`;
    const head = mistake ? `Nothing is proved, since line ${mistake.line} cannot be read.` : many;
    return html`<div class="own-encoding">${inputView(frame, on, clausesOf, mistake)}
      <section class="own-result" aria-label="What is proved"><h2>What it says</h2><p class="soft">${head}</p>
        ${mistake ? told("") : resultView(frame, on, typed, switched)}</section></div>`;
  },
};

function inputView(frame, on, clausesOf, mistake) {
  const write = (clauses, q = 0) => {
    const t = clauses.map((clause) => clause.map(typedName).join(" ")).join("\n");
    frame.set({ t, s: "none", q: q || null });
    afterDraw(() => goTo(1, false));
  };
  const riddle = ([name, change]) => button(name, () => write(change(clausesOf(MINIMAL)), 1));
  const expected = "Write numbers or names of variables, such as -1 or ¬x[r1c1,1].";
  return html`<section class="own-input" aria-label="Your encoding"><h2>Switch on</h2>
    ${switches(on, (names) => frame.set({ s: names.join(",") || "none" }))}
    <h2>… and type</h2><div class="tools">
      ${button("Write out what is switched on", () => write(clausesOf(on)))}
      ${button("Empty", () => write([]))}${Object.entries(RIDDLES).map(riddle)}</div>
    <label for="own-clauses">Clauses, one on each line</label>
    <textarea id="own-clauses" rows="12" spellcheck="false" autocomplete="off" placeholder=${EXAMPLE}
      aria-describedby="own-help own-mistake" aria-invalid=${String(mistake !== null)}
      .value=${Object(frame.get("t") ?? "")} @input=${(event) => frame.set({ t: event.target.value })}
      ></textarea>
    <p class="own-mistake" id="own-mistake" role="status">
      ${mistake ? `Line ${mistake.line}: found ${mistake.found}. ${expected}` : ""}</p>
    <p class="small soft" id="own-help">Numbers or names: 1 is x[r1c1,1], 22 is x[r2c2,2]; -22, ¬x222 and
      ¬x[r2c2,2] are the same. Numbers above 64 are variables of your own. In a riddle, a clause is missing,
      or wrong: find and mend it.</p></section>`;
}

/** Select a line of the field. @param {number} line */
function goTo(line, isSelected = true) {
  const area = /** @type {HTMLTextAreaElement} */ (document.getElementById("own-clauses"));
  const lines = area.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  area.focus();
  area.setSelectionRange(start, start + (isSelected ? lines[line - 1].length : 0));
  area.scrollTop = (area.scrollHeight * (line - 3)) / lines.length;
}

const told = (content, isBusy = false) =>
  html`<div class="own-told" aria-live="polite" aria-busy=${String(isBusy)}>${content}</div>`;

/** What is known of switches alone was proved before; what is typed is proved now. Typed
    clauses come first, so that the number of a clause is its place in what is typed. */
function resultView(frame, on, typed, switched) {
  if (!typed.length) {
    const { proof } = decided(frame.data["choices-2x2"].choices, on);
    return told(proofView(frame, proof, []));
  }
  const clauses = [...typed.map(({ literals }) => literals), ...switched];
  const text = clauses.map((literals) => [...literals, 0].join(" ")).join("\n");
  if (isStatic) {
    return told(html`<p class="message note">What is typed is proved by the library: install sudocube, and
      start <code>sudocube serve</code>. The switches work here, too.</p>`);
  }
  const { rows: [proof], isBusy, error } = wanted("own-proof", "prove-clauses", { text }, { pause: PAUSE });
  const waiting = `Being checked${proof ? ". What follows is of the clauses before." : " …"}`;
  const found = proof ? proofView(frame, proof, typed) : nothing;
  return html`${isBusy ? html`<p class="own-waiting">${waiting}</p>` : nothing}
    ${told(error ? fault(error) : found, isBusy)}`;
}

const OUTCOMES = {
  proved: ["good", "Proved: it says the rules, and nothing else."],
  refuted: ["bad", "Refuted."],
};

function proofView(frame, proof, typed) {
  const [kind, said] = OUTCOMES[proof.outcome] ?? ["open", "Undecided in the time there was."];
  const reasons = html`${missingView(proof)}${forbiddenView(proof, typed)}`;
  const isRiddle = frame.get("q") && (proof.missing?.length || proof.forbidden_by);
  return html`<div class="message ${kind}"><p class="headline">${said}</p>
    ${proof.sound === false ? html`<h3>It takes a wrong grid for a solution</h3>` : nothing}
    ${counterGrid(proof)}
    ${proof.complete === false ? html`<h3>It loses a valid grid</h3>` : nothing}${lostGrid(proof)}
    ${isRiddle ? fold("Which clause is it?", reasons) : reasons}</div>`;
}

function missingView({ missing }) {
  if (!missing?.length) return nothing;
  const item = ({ family, says, in_words: words }) =>
    html`<li>${family ? `${family}, ${says}. ` : ""}${words}</li>`;
  return html`<p><b>Missing:</b></p><ul>${missing.map(item)}</ul>`;
}

/** The clauses that forbid the grid that is lost; a click leads to the one in the field. */
function forbiddenView({ forbidden_by: found }, typed) {
  if (!found) return nothing;
  const shown = found.clauses.slice(0, NAMED_AT_MOST);
  const more = found.count - shown.length;
  const item = ({ number, clause, says }) => {
    const line = typed[number - 1]?.line;
    const where = line ? button(`Line ${line}`, () => goTo(line), { kind: "quiet" }) : "Switched on: ";
    return html`<li>${where}<code>${clause.map(literalName).join(" ∨ ") || "the empty clause"}</code>
      ${says ?? ""}</li>`;
  };
  return html`<p>${found.together ? "These clauses forbid it together:" : "Forbidden by:"}</p>
    <ul>${shown.map(item)}</ul>${more > 0 ? html`<p class="soft">… and ${more} more</p>` : nothing}`;
}
