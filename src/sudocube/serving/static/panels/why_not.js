/* Why not?: why a puzzle has no solution, or several, and what to change; of a unique one, which clues can go. All of it
   is a row of `diagnose`; each proposal is tried by a click. The three kinds of answers are in panels/why_not/.

   In the address: `solution`, the one that further clues are to leave; `conflict`, which conflict is marked. */

import { dated, follow, guarded } from "../scripts/following.js";
import { VERDICTS } from "../scripts/words.js";
import { cluesOnly } from "./instead.js";
import { answerHeadline } from "./unique/answer_headline.js";
import { contradictionParts } from "./why_not/contradiction.js";
import { ambiguityParts, ambiguitySummary } from "./why_not/ambiguity.js";
import { redundancyParts } from "./why_not/redundancy.js";

export const title = "Why not?";

const LONGER = 60;
const PARTS = { none: contradictionParts, multiple: ambiguityParts, unique: redundancyParts };

export async function mount(host, page) {
  const { h, fill, address } = page;
  await Promise.all([page.style("panels/unique/answers.css"), page.style("panels/why_not/why_not.css")]);
  const problem = h("div");
  const headline = answerHeadline(page);
  const tried = h("div", { class: "tools tried" });
  const parts = h("div", { class: "parts" });
  const waiting = h("p", { class: "more", role: "status" });
  const open = h("div");
  fill(host, headline.element, tried, problem, parts, waiting, open);
  const isShown = [parts, open].map((one) => dated(page, one));
  let trial = null; // what was tried last: { before, text, words }

  /** What the parts can do: try another puzzle, and ask again for what takes longer. */
  const actions = {
    try(text, words) {
      const before = page.puzzle.text;
      page.puzzle.set({ text, box: page.puzzle.box, marks: page.puzzle.marks });
      trial = { before, text: page.puzzle.text, words };
      drawTrial();
      tried.querySelector("button").focus();
      page.say(`${words}. The puzzle is checked anew; Ctrl and Z take it back.`);
    },
    again: (fields) => guarded(page, () => diagnose(fields), problem),
  };

  async function diagnose(fields = {}) {
    const solution = address.get("solution");
    const chosen = solution?.length === page.puzzle.count ? { solution } : {};
    fill(open);
    try {
      await headline.during(async () => {
        const rows = await page.ask("diagnose", { ...page.puzzle.fields, thorough: true, ...chosen, ...fields }, {
          onRow: (row) => draw(row),
          onProgress: ({ words }) => fill(waiting, h("span", { class: "waiting" }, words, " …")),
        });
        draw(rows.at(-1), { isLast: true });
        await countOn(rows.at(-1));
      });
    } finally {
      fill(waiting);
    }
  }

  /** Several solutions are counted here as far as Unique? counts them. */
  async function countOn(row) {
    if (row.verdict !== "multiple" || row.exact) return;
    fill(waiting, h("span", { class: "waiting" }, "counting the solutions …"));
    await page.ask("count", page.puzzle.fields, { onRow: (known) => drawHeadline("multiple", ambiguitySummary({ ...row, ...moreOf(row, known) })) });
  }

  /** The first row is drawn at once; what is still open is said with the last one. */
  function draw(row, { isLast = false } = {}) {
    const made = PARTS[row.verdict]?.(page, row, actions, isLast) ?? { summary: row.reason, children: [] };
    const words = drawHeadline(row.verdict, made.summary);
    drawTrial();
    drawParts(made.children);
    fill(open, isLast && row.verdict !== "unknown" && row.undecided.length > 0 && h("div", { class: "message open" },
      h("p", {}, `Not known in the time there was for it: ${row.undecided.join("; ")}.`),
      page.button("Look for a minute", () => actions.again({ seconds: LONGER }))));
    if (isLast) page.say(`${words}. ${made.summary}`);
  }

  function drawHeadline(verdict, summary) {
    const { tone, words } = VERDICTS[verdict];
    headline.show(tone, words, h("p", {}, summary));
    return words;
  }

  /** A second row replaces the parts of the first; the button that has the focus keeps it. */
  function drawParts(children) {
    const name = parts.contains(document.activeElement) && nameOf(document.activeElement);
    fill(parts, children);
    for (const tell of isShown) tell();
    if (name) [...parts.querySelectorAll("button, a, select")].find((one) => nameOf(one) === name)?.focus();
  }

  function drawTrial() {
    const { text } = page.puzzle;
    const words = trial?.text === text ? `Tried: ${trial.words}.` : trial?.before === text ? `Taken back: ${trial.words}.` : "";
    if (tried.dataset.words === words) return;
    tried.dataset.words = words;
    const hadFocus = tried.contains(document.activeElement);
    const button = trial?.text === text
      ? page.button("Take it back", () => page.puzzle.undo())
      : page.button("Try it again", () => actions.try(trial.text, trial.words));
    fill(tried, words ? [h("p", {}, words), button] : []);
    if (!hadFocus) return;
    if (words) button.focus();
    else page.board.select(page.board.selected ?? 0, { focus: true });
  }

  const startAnew = async () => {
    if (!page.puzzle.hasClues) return drawNone("An empty grid", h("p", {}, "Type or paste a puzzle: this panel says what is wrong with it, and how to mend it."));
    if (page.puzzle.restricts) return drawNone("Clues only", cluesOnly(page, "A diagnosis"));
    await diagnose();
  };

  /** Nothing is asked of this puzzle; why not, and what to do. */
  function drawNone(words, why) {
    headline.show("note", words, why);
    drawTrial();
    for (const one of [parts, waiting, open]) fill(one);
  }

  page.puzzle.onChange(drawTrial);
  return { leave: follow(page, startAnew, problem, { forgets: ["solution", "conflict"], isByAddress: true }) };
}

/** Of two countings, the one that got further. */
function moreOf(one, other) {
  const { count, exact } = other.exact || other.count > one.count ? other : one;
  return { count, exact };
}

function nameOf(element) {
  return element.ariaLabel ?? element.textContent;
}
