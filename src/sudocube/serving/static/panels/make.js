/* Make one: a puzzle with one solution, of the kind that is asked for, put on the board. The form is panels/make/form.js,
   which keeps what is asked for in the address; what is said of the puzzle is panels/make/made.js, how hard the one on
   the board is, panels/make/hardness.js, and puzzles on paper, panels/make/sheet.js.

   In the address, besides the keys of the form: `seed` and `at`, the number of the puzzle. Both make it again, here and
   on the command line. The puzzle that was made last is kept while one looks at other panels. */

import { counted, numbered } from "../scripts/words.js";
import { makeForm } from "./make/form.js";
import { hardnessPart } from "./make/hardness.js";
import { newJob } from "./make/job.js";
import { madeParts } from "./make/made.js";
import { sheetPart } from "./make/sheet.js";

export const title = "Make one";

const SEEDS = 10 ** 9; // short enough to be typed
const LARGE_SEED = `The page takes seeds up to ${Number.MAX_SAFE_INTEGER}; larger ones, up to 2^64 - 1, can be had with “sudocube generate”.`;

/** The row that was made last, and how it was asked for; it outlives the panel. */
let kept = null;

export async function mount(host, page) {
  const { h, fill, address } = page;
  await page.style("panels/make/make.css");
  const result = h("section", { "aria-label": "The puzzle that was made" });
  const form = makeForm(page);
  const hardness = hardnessPart(page);
  const job = newJob(page, { tell: form.tell });
  const sheet = sheetPart(page, { isReady, fields: () => ({ ...form.fields(), seed: seed.valueAsNumber }), tell: form.tell });
  const seed = h("input", { type: "number", min: 0, max: Number.MAX_SAFE_INTEGER, step: 1, required: true, class: "make-seed" });
  const number = h("input", { type: "number", min: 1, max: Number.MAX_SAFE_INTEGER, step: 1, required: true, class: "make-number" });
  const another = page.button("Another one", () => makeNext(), { title: "The next number of this seed" });
  const tools = h("div", { class: "tools" },
    page.field("Seed", seed), page.field("Number", number), page.button("New seed", newSeed, { class: "quiet" }));
  const buttons = h("div", { class: "tools" },
    h("button", { type: "submit", class: "button primary" }, "Make one"), another, job.stop);
  const element = h("form", { "aria-label": "What is to be made", onsubmit: (event) => (event.preventDefault(), make()) },
    form.element, tools, buttons);
  fill(host,
    h("p", {}, "A puzzle with one solution, made and counted twice on your own machine. Its seed and its number make it again, ",
      "wherever sudocube runs."),
    element, job.element, result, hardness.element, sheet.element);
  let shown = null;

  seed.value = seedIn(address.get("seed")) ?? randomSeed();
  number.value = wholeNumber(address.get("at"), 1) ?? 1;
  sheet.begin(seed.valueAsNumber, number.valueAsNumber);
  for (const one of [seed, number]) one.addEventListener("change", keepPlace);
  address.onMove(() => {
    seed.value = seedIn(address.get("seed")) ?? seed.value;
    tellLargeSeed();
    number.value = wholeNumber(address.get("at"), 1) ?? number.value;
    sheet.begin(seed.valueAsNumber, number.valueAsNumber);
    form.read();
  });
  tellLargeSeed();
  if (kept) show(kept);

  /** Another seed is never taken in place of one that is too large for the page. */
  function tellLargeSeed() {
    seed.setCustomValidity(seed.validity.rangeOverflow ? LARGE_SEED : "");
    if (seed.validity.rangeOverflow) fill(job.problem, h("p", { class: "message bad" }, LARGE_SEED));
    else if (job.problem.textContent === LARGE_SEED) fill(job.problem);
  }

  function keepPlace() {
    tellLargeSeed();
    sheet.begin(seed.valueAsNumber, number.valueAsNumber);
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

  /** Whether what is asked for can be read; if not, the browser says what is wrong, beside the field. */
  function isReady() {
    form.forget();
    const isValid = element.reportValidity();
    if (isValid) keepPlace();
    return isValid;
  }

  async function make() {
    if (!isReady()) return;
    const asked = { ...form.fields(), seed: seed.valueAsNumber, first_index: number.valueAsNumber };
    const words = (seconds, tries) => `looking for it … ${numbered(seconds)} s${tries ? `, ${counted(tries, "try", "tries")}` : ""}`;
    await job.run(async (options) => {
      const [row, { command }] = await page.ask("make", asked, options);
      kept = { row, command };
      page.puzzle.set({ text: row.puzzle, box: row.box });
      show(kept, { isNew: true });
      sheet.follow(kept);
      if (row.rating) hardness.rate(); // a difficulty was asked for
    }, { words, ready: another });
  }

  function show(one, { isNew = false } = {}) {
    shown?.end();
    const made = (shown = madeParts(page, one));
    fill(result, made.element);
    if (isNew) page.say(made.words);
  }

  return { leave: () => (job.end(), sheet.end()) };
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
