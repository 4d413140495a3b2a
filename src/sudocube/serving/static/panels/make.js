/* Make one: a puzzle with one solution, of the kind that is asked for, put on the board. The form is panels/make/form.js,
   which keeps what is asked for in the address; what is said of the puzzle is panels/make/made.js, and how hard the one
   on the board is, panels/make/hardness.js.

   In the address, besides the keys of the form: `seed` and `at`, the number of the puzzle. Both make it again, here and
   on the command line. The puzzle that was made last is kept while one looks at other panels. */

import { guarded } from "../scripts/following.js";
import { counted, numbered } from "../scripts/words.js";
import { makeForm } from "./make/form.js";
import { hardnessPart } from "./make/hardness.js";
import { madeParts } from "./make/made.js";

export const title = "Make one";

const SEEDS = 10 ** 9; // short enough to be typed
const SECOND = 1000;
const LARGE_SEED = `The page takes seeds up to ${Number.MAX_SAFE_INTEGER}; larger ones, up to 2^64 - 1, can be had with “sudocube generate”.`;

/** The row that was made last, and how it was asked for; it outlives the panel. */
let kept = null;

export async function mount(host, page) {
  const { h, fill, address } = page;
  await page.style("panels/make/make.css");
  const problem = h("div");
  const waiting = h("p", { class: "make-waiting" });
  const result = h("section", { "aria-label": "The puzzle that was made" });
  const form = makeForm(page);
  const hardness = hardnessPart(page);
  const seed = h("input", { type: "number", min: 0, max: Number.MAX_SAFE_INTEGER, step: 1, required: true, class: "make-seed" });
  const number = h("input", { type: "number", min: 1, max: Number.MAX_SAFE_INTEGER, step: 1, required: true, class: "make-number" });
  const another = page.button("Another one", () => makeNext(), { title: "The next number of this seed" });
  const stop = page.button("Stop", () => job?.abort(), { hidden: true });
  const tools = h("div", { class: "tools" },
    page.field("Seed", seed), page.field("Number", number), page.button("New seed", newSeed, { class: "quiet" }));
  const buttons = h("div", { class: "tools" },
    h("button", { type: "submit", class: "button primary" }, "Make one"), another, stop);
  const element = h("form", { "aria-label": "What is to be made", onsubmit: (event) => (event.preventDefault(), make()) },
    form.element, tools, buttons);
  fill(host,
    h("p", {}, "A puzzle with one solution, made and counted twice on your own machine. Its seed and its number make it again, ",
      "wherever sudocube runs."),
    element, waiting, problem, result, hardness.element);
  let job = null;
  let shown = null;

  seed.value = seedIn(address.get("seed")) ?? randomSeed();
  number.value = wholeNumber(address.get("at"), 1) ?? 1;
  for (const one of [seed, number]) one.addEventListener("change", keepPlace);
  address.onMove(() => {
    seed.value = seedIn(address.get("seed")) ?? seed.value;
    tellLargeSeed();
    number.value = wholeNumber(address.get("at"), 1) ?? number.value;
    form.read();
  });
  tellLargeSeed();
  if (kept) show(kept);

  /** Another seed is never taken in place of one that is too large for the page. */
  function tellLargeSeed() {
    seed.setCustomValidity(seed.validity.rangeOverflow ? LARGE_SEED : "");
    if (seed.validity.rangeOverflow) fill(problem, h("p", { class: "message bad" }, LARGE_SEED));
    else if (problem.textContent === LARGE_SEED) fill(problem);
  }

  function keepPlace() {
    tellLargeSeed();
    address.replace({ seed: seed.value, at: number.value === "1" ? null : number.value });
  }

  function newSeed() {
    [seed.value, number.value] = [randomSeed(), 1];
    keepPlace();
    page.say(`Seed ${seed.value}`);
  }

  /** The next number of this seed, if there is one on the board; else the one that is asked for. */
  async function makeNext() {
    if (kept && kept.row.seed === seed.valueAsNumber && kept.row.index === number.valueAsNumber) number.value = kept.row.index + 1;
    await make();
  }

  async function make() {
    if (!element.reportValidity()) return;
    keepPlace();
    job?.abort();
    const own = (job = new AbortController());
    const asked = { ...form.fields(), seed: seed.valueAsNumber, number: number.valueAsNumber };
    const command = form.command({ seed: asked.seed, number: asked.number });
    const clock = progressClock(page, waiting);
    let isStopped = false;
    stop.hidden = false;
    await guarded(page, async () => {
      try {
        const [row] = await page.ask("make", asked, { keep: true, signal: own.signal, onProgress: clock.tell });
        kept = { row, command };
        page.puzzle.set({ text: row.puzzle, box: row.box });
        show(kept, { isNew: true });
        if (row.rating) hardness.rate(); // a difficulty was asked for
      } catch (error) {
        isStopped = page.isCancelled(error) && job === own;
        if (isStopped) page.say("Stopped.");
        throw error;
      } finally {
        clock.end();
        if (job === own) {
          fill(waiting, isStopped && "Stopped.");
          const hadFocus = document.activeElement === stop;
          stop.hidden = true;
          if (hadFocus) another.focus();
        }
      }
    }, problem);
  }

  function show(one, { isNew = false } = {}) {
    shown?.end();
    const made = (shown = madeParts(page, one));
    fill(result, made.element);
    if (isNew) page.say(made.words);
  }

  return { leave: () => job?.abort() };
}

function randomSeed() {
  return crypto.getRandomValues(new Uint32Array(1))[0] % SEEDS;
}

/** The seed that a text is, also one that is too large for the page; undefined for anything else. */
function seedIn(text) {
  return /^\d{1,20}$/.test(text ?? "") ? text : undefined;
}

/** A whole number in a text; undefined for anything else, or where it is smaller than `least`. */
function wholeNumber(text, least) {
  const number = /^\d{1,16}$/.test(text ?? "") ? Number(text) : NaN;
  return Number.isSafeInteger(number) && number >= least ? number : undefined;
}

/** How long it has taken, and how many tries; seen, but not read out every second. */
function progressClock(page, element) {
  const start = performance.now();
  let tries = 0;
  const draw = () => {
    const seconds = Math.floor((performance.now() - start) / SECOND);
    const tried = tries ? `, ${counted(tries, "try", "tries")}` : "";
    page.fill(element, page.h("span", { class: "waiting" }, `looking for it … ${numbered(seconds)} s${tried}`));
  };
  draw();
  const timer = setInterval(draw, SECOND);
  return {
    tell({ done }) {
      tries = done;
      draw();
    },
    end: () => clearInterval(timer),
  };
}
