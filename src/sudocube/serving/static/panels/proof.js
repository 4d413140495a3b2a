/* The panel Proof: the certificate of the puzzle, event by event; its text, and the check of it.

   Keys of the address: at (the place in the proof). The parts are in panels/proof/ and panels/walk/. */

import { follow } from "../scripts/following.js";
import { badge, counted, VERDICTS } from "../scripts/words.js";
import { cluesOnly, emptyGrid } from "./instead.js";
import { certificateSection } from "./proof/certificate.js";
import { assumedInProof, marksOfEvent, withPlace } from "./proof/events.js";
import { solutionOverlay } from "./unique/overlay.js";
import { pairsOf } from "./unique/solution_pairs.js";
import { newestQuestion } from "./walk/newest.js";
import { newWalk } from "./walk/walk.js";

export const title = "Proof";
export const layout = "alone";

const MOST = 3000;

export async function mount(host, page) {
  const { h, fill, button } = page;
  await Promise.all(["walk/walk.css", "unique/answers.css", "proof/proof.css"].map((file) => page.style(`panels/${file}`)));
  let most = MOST;
  let puzzleText = page.puzzle.text;
  let steps = 0;
  const askProof = newestQuestion(page);

  const problem = h("div");
  const headline = h("div", { class: "message headline-box", role: "status" });
  const overlay = solutionOverlay(page);
  const walk = newWalk(page, {
    label: "Events",
    words: (at, count) => (at ? `event ${at} of ${count - 1}` : "the puzzle"),
    marksOf: marksOfEvent,
    kindsOf: assumedInProof,
    about,
    keys: [["open", "supposed"], ["note", "looked at"], ["good", "follows"], ["bad", "contradiction, or excluded"]],
  });
  const rest = h("div");
  const certificate = certificateSection(page);
  fill(host, headline, problem, walk.element, rest, overlay.element, certificate.element);
  const stop = follow(page, load, problem);

  async function load() {
    if (puzzleText !== page.puzzle.text) page.address.set("at", null);
    puzzleText = page.puzzle.text;
    headline.className = "message headline-box";
    fill(headline, h("p", { class: "waiting" }, "Looking for a proof …"));
    [walk.element.hidden, certificate.element.hidden] = [true, true];
    overlay.show([]);
    fill(rest);
    if (!page.puzzle.hasClues || page.puzzle.restricts) return drawInstead();
    try {
      await askProof("proof", { ...page.puzzle.fields, most }, { onRow: take });
    } catch (error) {
      if (!page.isCancelled(error)) fill(headline);
      throw error;
    }
    walk.end();
  }

  function drawInstead() {
    walk.leave();
    headline.classList.add("note");
    fill(headline, page.puzzle.hasClues ? cluesOnly(page, "A proof", host) : emptyGrid(page, "proves how many solutions it has"));
    if (!page.puzzle.hasClues) headline.append(h("p", {}, page.link("start", "To the puzzle")));
  }

  function take(row) {
    if ("certificate" in row) begin(row);
    else if ("event" in row) walk.add(withPlace(row, walk.rows.at(-1)));
    else {
      certificate.checked(row);
      if (row.cut) fill(rest, h("p", {}, "The proof is longer: these are its first events. ", button("Show more", () => { most *= 4; again(); })));
    }
  }

  function begin(row) {
    const { tone, words } = VERDICTS[row.verdict];
    steps = row.steps;
    headline.className = `message headline-box ${tone}`;
    fill(headline, h("p", { class: "headline" }, words), h("p", {}, groundsOf(row), " ", page.link("start", "Change the puzzle")));
    page.say(`${words}. ${groundsOf(row)}`);
    walk.element.hidden = row.steps === null;
    certificate.show(row);
    if (row.verdict === "multiple") overlay.show(pairsOf(row.solutions, null));
    if (row.steps !== null) walk.begin({ digits: [...page.puzzle.digits], box: page.puzzle.box }, { at: walk.placeInAddress() });
  }

  function groundsOf({ verdict, reason, steps: length }) {
    if (verdict === "unknown") return `There is no certificate: ${reason}.`;
    if (verdict === "multiple") return "The certificate holds two different solutions. The referee has passed both, and that is proof enough.";
    const what = verdict === "unique" ? "Suppose that there is another solution" : "Suppose that there is a solution";
    if (!length) return `${what}: naked and hidden singles alone lead to a contradiction. The proof needs no further step.`;
    return `${what}: ${counted(length, "step leads", "steps lead")} to a contradiction. Each says what follows, and from which lines of the grid.`;
  }

  function about(row) {
    const isLearned = row.kind === "learned";
    return h("dl", { class: "facts" },
      h("div", {}, h("dt", {}, "Step"), h("dd", {}, row.step ? `${row.step} of ${steps}` : "none yet")),
      h("div", {}, h("dt", {}, "Looks at"), h("dd", {}, row.clause ? h("code", {}, row.clause) : "nothing in particular")),
      h("div", {}, h("dt", {}, "The checker"), h("dd", {}, isLearned ? badge(h, "good", "accepts the step") : PARTS[row.kind])));
  }

  async function again() {
    fill(problem);
    try {
      await load();
    } catch (error) {
      fill(problem, page.failed(error));
    }
  }

  page.address.onMove(() => puzzleText === page.puzzle.text && walk.go(walk.placeInAddress()));
  return { leave: () => (stop(), walk.leave(), certificate.leave()) };
}

const PARTS = {
  clues: "begins with the clues",
  propagated: "fills this in by itself",
  supposed: "supposes that the step is wrong",
  forced: "finds that this follows",
  failed: "finds the contradiction",
  complete: "has reached the end",
};
