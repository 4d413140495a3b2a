/* Unique?: what several engines say of the puzzle, and all its solutions: one by one, two laid over each other, and the
   digits that are in some of them. The parts are in panels/unique/. */

import { dated, follow, guarded } from "../scripts/following.js";
import { counted, listed, VERDICTS } from "../scripts/words.js";
import { cluesOnly } from "./instead.js";
import { answerHeadline } from "./unique/answer_headline.js";
import { engineTable } from "./unique/engine_table.js";
import { digitOccurrences } from "./unique/occurrences.js";
import { solutionOverlay } from "./unique/overlay.js";
import { solutionBrowser } from "./unique/solution_browser.js";
import { pairsOf } from "./unique/solution_pairs.js";

export const title = "Unique?";

const COUNTED_BY_DIGIT = 100_000;

/** The panel that says more of a verdict, and the words of the link. */
const FURTHER = {
  unique: ["proof", "See the proof"],
  multiple: ["why-not", "Why not unique?"],
  none: ["why-not", "Why has it no solution?"],
};

export async function mount(host, page) {
  const { h, fill } = page;
  await Promise.all([page.style("panels/unique/answers.css"), page.style("panels/unique/unique.css")]);
  const problem = h("div");
  const headline = answerHeadline(page);
  const table = engineTable(page, () => guarded(page, async () => page.say(await askEngines()), problem));
  const browser = solutionBrowser(page);
  const overlay = solutionOverlay(page);
  const occurrences = digitOccurrences(page);
  const undecided = h("div");
  const boards = h("div", { class: "boards" }, browser.element, overlay.element);
  const solutions = h("section", { "aria-label": "Solutions" }, browser.headline, boards, occurrences.element, undecided);
  const parts = h("div", {}, table.element, solutions);
  const differencesShown = [overlay.element, occurrences.element, undecided].map((one) => dated(page, one));
  fill(host, headline.element, problem, parts);
  table.onRow = (row) => drawHeadline(row);

  /** Ask the engines; a promise of what they say together, in words. */
  async function askEngines() {
    return headline.during(async () => drawHeadline(await table.run()));
  }

  async function showSolutions() {
    const listed = await browser.run();
    if (overlay.isEmpty) showRow(null);
    const [known] = await Promise.all([browser.countOn(), showDifferences(listed)]);
    if (known.exact && !listed.exact && known.count < COUNTED_BY_DIGIT) await showDifferences(known);
  }

  /** How the solutions differ, and which digits are in some of them; where there are several. */
  async function showDifferences({ count, exact }) {
    const isRefused = count >= 2 && page.puzzle.restricts;
    fill(undecided, isRefused && h("div", { class: "message note" }, cluesOnly(page, "How the solutions differ")));
    if (count < 2 || isRefused) return showRow(null);
    const limit = exact && count < COUNTED_BY_DIGIT ? { limit: count + 1 } : {};
    const [row] = await page.ask("diagnose", { ...page.puzzle.fields, ...limit });
    const isKnown = row.verdict === "multiple";
    fill(undecided, !isKnown && h("p", { class: "message open" }, `How the solutions differ is not known: ${row.reason}.`));
    showRow(isKnown ? row : null);
  }

  /** A row of `diagnose`, or null if there is none: then two solutions that were found are laid over each other. */
  function showRow(row) {
    overlay.show(pairsOf(browser.grids, row));
    occurrences.show(row);
    for (const isShown of differencesShown) isShown();
  }

  async function work() {
    parts.hidden = !page.puzzle.hasClues;
    boards.classList.toggle("large", page.puzzle.size > 12);
    if (!page.puzzle.hasClues) {
      headline.show("note", "An empty grid", h("p", {}, "Type or paste a puzzle: this panel says whether it is unique, and shows its solutions."));
    } else {
      const [said] = await Promise.all([askEngines(), showSolutions()]);
      page.say(`${said} ${browser.headline.textContent}.`);
    }
  }

  function drawHeadline(row) {
    const { tone, words } = row.agree ? VERDICTS[row.verdict] : { tone: "bad", words: "The engines disagree" };
    headline.show(tone, words, h("p", {}, evidenceWords(row)),
      row.verdict in FURTHER && h("p", { class: "small" }, page.link(...FURTHER[row.verdict])));
    return `${words}. ${evidenceWords(row)}`;
  }

  return { leave: follow(page, work, problem, { forgets: ["at"], isByAddress: true }) };
}

function evidenceWords(row) {
  const names = Object.entries(row.engines).filter(([, answer]) => answer.verdict === row.verdict).map(([name]) => name);
  const wrong = Object.keys(row.refuted);
  const refuted = wrong.length ? ` ${listed(wrong)} ${wrong.length === 1 ? "is" : "are"} refuted.` : "";
  const unproved = row.unproved ? ` ${row.unproved}.` : "";
  const words = {
    agreement: `${counted(names.length, "engine")} came to this independently.`,
    search: `Only ${listed(names)} came to this; nothing confirms it yet.`,
    witness: `${names.length > 1 ? `${counted(names.length, "engine")} say so, and two` : "Two"} different solutions prove it.`,
    proof: "A refutation proves it, and the trusted checker has accepted that.",
  };
  return (words[row.evidence] ?? (row.agree ? "No engine decided." : "Nothing settles it yet.")) + refuted + unproved;
}
