// @ts-check
/* The lesson: its overview, and what all scenes have in common: question before answer, puzzle, state, text, turning.

   A scene is { data, puzzle, keys, textAfter, draw(frame) } in SCENES below; its text is serving/lesson_texts/NAME.md.
       data        what it needs besides its text: names of DATA in serving/lesson_rows.py
       puzzle      the 4×4 puzzle of the lesson; left out where a scene has none
       keys        the names of its own state in the address: not p, box, m, a
       textAfter   "answer" or "stage", where the text would tell what is asked there
   `frame` gives it { data, cells, get(key), set({ key: value }), isRevealed, reveal(), isTextShown, again() }. Who comes
   back to a scene on the same page finds it as it was left. The chosen answer is `a` in the address: its place from 1,
   or 0 for "show me". */

import { html, nothing } from "../vendor/lit-html.js";
import { get, panelName, put } from "../scripts/address.js";
import { data, dataAgain, dataError } from "../scripts/asking.js";
import { redraw, say, style } from "../scripts/page.js";
import { button, link } from "../scripts/parts.js";
import { puzzle } from "../scripts/puzzle.js";
import { oneLine, readSmall, SIZE } from "../scripts/small_puzzle.js";
import { atMostOne } from "./at_most_one.js";
import { cube, exactlyOne } from "./cube.js";
import { fire } from "./fire.js";
import { learn } from "./learn.js";
import { matching } from "./matching.js";
import { ranking } from "./ranking.js";
import { views } from "./views.js";
import { yourOwn } from "./your_own.js";

export const title = "The lesson: how rules become clauses";
export const layout = "alone";

/** @type {Record<string, any>} */
const SCENES = {
  cube, "exactly-one": exactlyOne, fire, learn, views, "at-most-one": atMostOne, "your-own": yourOwn, ranking, matching,
};
const EXAMPLE = "4.....1..2.....3";
const NO_PUZZLE = { text: ".".repeat(81), box: "3x3" }; // as the page has it before anything is typed

/** What was done in each scene since the page was loaded. @type {Map<string, { puzzle: string, values: any }>} */
const before = new Map();
/** @type {any} */
const local = { name: "", typed: null, fault: "", isUnchosen: false };

export function draw() {
  style("lesson/lesson.css");
  const [, name] = panelName().split("/");
  const scene = Object.hasOwn(SCENES, name ?? "") ? SCENES[name] : null;
  if (name && !scene) return { body: html`<p>There is no scene of that name. ${link("lesson", "All scenes")}</p>` };
  const names = name ? ["lesson", `scene-${name}`, ...(scene.data ?? [])] : ["lesson"];
  const loaded = names.map(data);
  const failed = names.find(dataError);
  if (failed) return { body: html`<p class="message bad" role="alert">${dataError(failed)}</p>${button("Try again", () => dataAgain(failed))}` };
  if (loaded.some((one) => !one)) return { body: html`<p class="waiting">The lesson is being loaded …</p>` };
  const [{ scenes }, text, ...rest] = loaded;
  if (!name) return { body: overview(scenes) };
  return { body: sceneView(name, scene, scenes, text, Object.fromEntries((scene.data ?? []).map((one, at) => [one, rest[at]]))) };
}

function overview(scenes) {
  const card = (one) => html`<li>${link(`lesson/${one.name}`, html`<span class="scene-number">${one.number}</span><h2>${one.title}</h2><p>${one.summary}</p>`, {}, "card")}</li>`;
  return html`<p>A solver for clauses knows nothing about digits. How can it solve a Sudoku, and how does one know that it is right? Nine scenes show
      it, from the cube of a 4×4 grid to an encoding of your own. Each begins with a question: answer it before you play.</p>
    <ol class="cards scene-cards">${scenes.map(card)}</ol>
    <h2>For teachers</h2>
    <p>Each scene has an address of its own. It holds the puzzle and how far one is: send it, and whoever opens it sees the same. To open a scene with a
      puzzle of your own, type the puzzle below its figure, or write it into the address after <code>#p=</code>, as in
      ${link("lesson/fire", html`<code>${EXAMPLE}</code>`, { p: EXAMPLE, box: null, m: null })}.</p>`;
}

function sceneView(name, scene, scenes, text, known) {
  const cells = scene.puzzle === undefined ? null : puzzle.size === SIZE ? puzzle.digits : readSmall(scene.puzzle);
  const keys = ["a", ...scene.keys];
  resume(name, keys, cells?.join() ?? "");
  if (local.name !== name) Object.assign(local, { name, typed: null, fault: "", isUnchosen: false });
  const isRevealed = get("a") !== null;
  let isTextShown = !scene.textAfter || (scene.textAfter === "answer" && isRevealed);
  const frame = {
    data: known, cells, isRevealed, get: (key) => get(key) || null, set: (values) => put(values),
    reveal: () => isRevealed || put({ a: 0 }), showText: () => { isTextShown = true; },
    again: () => put(Object.fromEntries(scene.keys.map((key) => [key, null]))),
  };
  const stage = scene.draw(frame);
  document.title = `${text.title} · sudocube`;
  return html`<article class="scene scene-${name}">
    <nav class="scene-list" aria-label="Scenes of the lesson">${link("lesson", "The lesson")}<ol>${scenes.map((one) => html`<li><a href=${hrefTo(one)}
      data-panel="lesson" title=${one.title} aria-label="Scene ${one.number}: ${one.title}" aria-current=${one.name === name ? "page" : nothing}>${one.number}</a></li>`)}</ol>
      <span class="scene-number">Scene ${text.number} of ${scenes.length}</span></nav>
    <header class="scene-head"><h1>${text.title}</h1><p class="scene-summary">${text.summary}</p></header>
    ${questionView(text)}
    <section class="scene-stage stays" aria-label="The scene">${stage}</section>
    ${cells ? ownPuzzle(scene) : nothing}
    ${isTextShown ? html`<section class="scene-text" aria-label="From the lesson" .innerHTML=${text.text}></section>` : nothing}
    <nav class="scene-turn" aria-label="Previous and next scene">${turn(scenes[text.number - 2], "Previous", "prev")}${turn(scenes[text.number], "Next", "next")}</nav>
  </article>`;
}

const hrefTo = (one) => link(`lesson/${one.name}`, "").values[1];
const turn = (one, way, rel) => (one ? html`<a href=${hrefTo(one)} rel=${rel} data-panel="lesson"><span>${way}</span>${one.title}</a>` : html`<span></span>`);

/** Go on where one was, unless the address says more than the puzzle, or the puzzle is another one. */
function resume(name, keys, cells) {
  const values = Object.fromEntries(keys.map((key) => [key, get(key)]));
  const known = before.get(name);
  const isNew = local.name !== name && Object.values(values).every((value) => value === null);
  if (isNew && known && known.puzzle === cells) put(known.values);
  else before.set(name, { puzzle: cells, values });
}

/** The question, its choices, and the answer, which is hidden until one has chosen or asked for it. The HTML is that of our
    own Markdown, rendered by the library. */
function questionView({ question, choices, answer }) {
  const place = get("a") === null ? null : Number(get("a"));
  const isRight = place === null ? null : choices[place - 1]?.right ?? null;
  const submit = (event) => {
    event.preventDefault();
    const chosen = [...event.target.elements.choice ?? []].findIndex((one) => one.checked) + 1;
    local.isUnchosen = !chosen;
    if (chosen) put({ a: chosen });
    else redraw();
  };
  const choice = ({ html: words, right }, at) => html`<label class="scene-choice ${place !== null && right ? "right" : ""}">
    <input type="radio" name="choice" value=${at + 1} .checked=${place === at + 1}><span .innerHTML=${words}></span></label>`;
  const tone = isRight === null ? "note" : isRight ? "good" : "bad";
  return html`<form class="card scene-question" @submit=${submit}>
    <fieldset><legend .innerHTML=${question}></legend><div class="scene-choices">${choices.map(choice)}</div></fieldset>
    <div class="buttons">${choices.length ? html`<button type="submit" class="button primary">That is my answer</button>${button("Show me", () => put({ a: 0 }))}`
      : button("Show the answer", () => put({ a: 0 }))}</div>
    <div aria-live="polite">${place !== null ? html`<div class="message ${tone} scene-answer">
      <p class="headline">${isRight === null ? "The answer" : isRight ? "Yes, that is right." : "No, that is not it."}</p><div .innerHTML=${answer}></div></div>`
      : local.isUnchosen ? html`<p>Choose one of the answers first.</p>` : nothing}</div></form>`;
}

/** The 4×4 puzzle of a scene: the lesson's, or one of the reader's own, which is the puzzle of the page. */
function ownPuzzle(scene) {
  const isSmall = puzzle.size === SIZE;
  const cells = isSmall ? puzzle.digits : readSmall(scene.puzzle);
  const rows = oneLine(cells).match(/.{4}/g)?.join(" ") ?? "";
  const use = (next) => {
    Object.assign(local, { typed: null, fault: "" });
    puzzle.set(next ? { text: oneLine(next), box: "2x2" } : NO_PUZZLE);
    put(Object.fromEntries(scene.keys.map((key) => [key, null])));
    say("The scene shows this puzzle now.");
  };
  const submit = (event) => {
    event.preventDefault();
    const text = event.target.elements["scene-puzzle"].value;
    try {
      use(readSmall(text));
    } catch (error) {
      Object.assign(local, { typed: text, fault: /** @type {Error} */ (error).message });
      redraw();
    }
  };
  return html`<form class="card scene-own" @submit=${submit}><div class="buttons">
      <label class="field"><span>A 4×4 puzzle of your own</span><input type="text" name="scene-puzzle" class="mono" spellcheck="false" autocomplete="off" size="22"
        .value=${Object(local.typed ?? rows)} @input=${(event) => { local.typed = event.target.value; }}></label>
      <button type="submit" class="button">Use it</button>${button("The puzzle of the lesson", () => use(null), { isUsable: isSmall })}</div>
    ${local.fault ? html`<p class="message bad" role="alert">${local.fault}</p>` : nothing}
    ${isSmall || puzzle.isEmpty ? nothing : html`<p class="message note">The lesson is about 4×4 grids, so it shows a puzzle of its own here. Yours is kept for the other panels.</p>`}
    <p class="small soft">Row by row, with . for a blank. The address of this page holds the puzzle and what you did: whoever opens it sees the same.</p></form>`;
}
