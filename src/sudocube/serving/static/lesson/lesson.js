// @ts-check
/* The lesson: its overview, and what all scenes have in common: question before answer, puzzle, state, text.

   A scene is { data, puzzle, keys, textAfter, draw(frame) } in SCENES below; its text is
   serving/lesson_texts/NAME.md.
       data        what it needs besides its text: names of DATA in serving/lesson.py
       puzzle      the 4×4 puzzle of the lesson; left out where a scene takes none
       keys        the names of its own state in the address: not p, box, m, a
       textAfter   "answer" or "stage", where the text would tell what is asked there
   `frame` gives it { data, cells, get(key), set({ key: value }), isRevealed, showText(), again() }. What was
   answered is `a` in the address: its place from 1, or 0 for "show me". */

import { html, nothing } from "../vendor/lit-html.js";
import { get, hrefOf, panelName, put } from "../scripts/address.js";
import { data } from "../scripts/asking.js";
import { assign, onSubmit, say, style } from "../scripts/page.js";
import { button, fault, link, waiting } from "../scripts/parts.js";
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
  cube, "exactly-one": exactlyOne, fire, learn, views, "at-most-one": atMostOne, "your-own": yourOwn, ranking,
  matching,
};
const EXAMPLE = "4.....1..2.....3";
const NO_PUZZLE = { text: ".".repeat(81), box: "3x3" }; // as the page has it before anything is typed

/** @type {any} */
const local = { name: "", typed: null, fault: "", isUnchosen: false };

export function draw() {
  style("lesson/lesson.css");
  const [, name] = panelName().split("/");
  const scene = Object.hasOwn(SCENES, name ?? "") ? SCENES[name] : null;
  return { body: name && !scene ? html`<p>There is no such scene. ${link("lesson", "All scenes")}</p>`
    : loadedView(name, scene) };
}

/** A scene, or the overview, once its data are there. @param {string} name @param {any} scene */
function loadedView(name, scene) {
  const names = name ? ["lesson", `scene-${name}`, ...(scene.data ?? [])] : ["lesson"];
  const found = names.map(data);
  const missing = found.find((one) => !one.last);
  if (missing) return waiting(missing, "The lesson is being loaded");
  const known = Object.fromEntries(names.map((one, at) => [one, found[at].last]));
  const { scenes } = known.lesson;
  return name ? sceneView(name, scene, scenes, known[`scene-${name}`], known) : overview(scenes);
}

function overview(scenes) {
  const card = ({ name, number, title: words, summary }) => html`<li>${link(`lesson/${name}`, html`
    <span class="scene-number">${number}</span><h2>${words}</h2><p>${summary}</p>`, {}, "card")}</li>`;
  const example = { p: EXAMPLE, box: null, m: null };
  return html`<p>A solver for clauses knows nothing about digits. How can it solve a Sudoku, and how does one
      know that it is right? Nine scenes show it, from the cube of a 4×4 grid to an encoding of your own. Each
      begins with a question: answer it before you play.</p>
    <ol class="cards scene-cards">${scenes.map(card)}</ol>
    <h2>For teachers</h2>
    <p>Each scene has an address of its own. It holds the puzzle and how far one is: send it, and whoever
      opens it sees the same. To open a scene with a puzzle of your own, type the puzzle below its figure, or
      write it into the address after <code>#p=</code>, as in
      ${link("lesson/fire", html`<code>${EXAMPLE}</code>`, example)}.</p>`;
}

function sceneView(name, scene, scenes, text, known) {
  const small = puzzle.size === SIZE ? puzzle.digits : readSmall(scene.puzzle ?? ".".repeat(SIZE ** 2));
  const cells = scene.puzzle ? small : null;
  if (local.name !== name) Object.assign(local, { name, typed: null, fault: "", isUnchosen: false });
  const isRevealed = get("a") !== null;
  let isTextShown = !scene.textAfter || (scene.textAfter === "answer" && isRevealed);
  const frame = {
    data: known, cells, isRevealed, get: (key) => get(key) || null, set: (values) => put(values),
    showText: () => { isTextShown = true; },
    again: () => put(emptied(scene)),
  };
  const stage = scene.draw(frame);
  document.title = `${text.title} · sudocube`;
  const place = (one) => html`<li><a href=${hrefOf(`lesson/${one.name}`)} title=${one.title}
    data-panel="lesson" aria-label="Scene ${one.number}: ${one.title}"
    aria-current=${one.name === name ? "page" : nothing}>${one.number}</a></li>`;
  const turn = (one, way, rel) => (one ? html`<a href=${hrefOf(`lesson/${one.name}`)} rel=${rel}
    data-panel="lesson"><span>${way}</span>${one.title}</a>` : html`<span></span>`);
  const words = html`<section class="scene-text" aria-label="From the lesson"
    .innerHTML=${text.text}></section>`;
  return html`<article class="scene scene-${name}">
    <nav class="scene-list" aria-label="Scenes of the lesson">${link("lesson", "The lesson")}
      <ol>${scenes.map(place)}</ol>
      <span class="scene-number">Scene ${text.number} of ${scenes.length}</span></nav>
    <header class="scene-head"><h1>${text.title}</h1><p class="scene-summary">${text.summary}</p></header>
    ${questionView(text)}
    <section class="scene-stage stays" aria-label="The scene">${stage}</section>
    ${cells ? ownPuzzle(scene) : nothing}${isTextShown ? words : nothing}
    <nav class="scene-turn" aria-label="Previous and next scene">
      ${turn(scenes[text.number - 2], "Previous", "prev")}${turn(scenes[text.number], "Next", "next")}</nav>
  </article>`;
}

const emptied = (scene) => Object.fromEntries(scene.keys.map((key) => [key, null]));

/** The question, its choices, and the answer, which is hidden until one has chosen or asked for it. The HTML
    is that of our own Markdown, rendered by the library. */
function questionView({ question, choices, answer }) {
  const place = get("a") === null ? null : Number(get("a"));
  const submit = onSubmit(({ target }) => {
    const chosen = [...target.elements.choice ?? []].findIndex((one) => one.checked) + 1;
    if (chosen) put({ a: chosen });
    assign(local, { isUnchosen: !chosen });
  });
  const choice = ({ html: words, right }, at) => html`
    <label class="scene-choice ${place !== null && right ? "right" : ""}"><input type="radio" name="choice"
      value=${at + 1} .checked=${place === at + 1}><span .innerHTML=${words}></span></label>`;
  const own = html`<button type="submit" class="button primary">That is my answer</button>`;
  const unchosen = local.isUnchosen ? html`<p>Choose one of the answers first.</p>` : nothing;
  return html`<form class="card scene-question" @submit=${submit}>
    <fieldset><legend .innerHTML=${question}></legend>
      <div class="scene-choices">${choices.map(choice)}</div></fieldset>
    <div class="buttons">${choices.length ? own : nothing}${button("Show me", () => put({ a: 0 }))}</div>
    <div aria-live="polite">${place === null ? unchosen : answerView(choices[place - 1], answer)}</div>
    </form>`;
}

/** @param {any} chosen @param {string} answer */
function answerView(chosen, answer) {
  const judged = { true: ["good", "Yes, that is right."], false: ["bad", "No, that is not it."] };
  const [tone, words] = judged[chosen?.right] ?? ["note", "The answer"];
  return html`<div class="message ${tone} scene-answer"><p class="headline">${words}</p>
    <div .innerHTML=${answer}></div></div>`;
}

/** The 4×4 puzzle of a scene: the lesson's, or one of the reader's own, which is the puzzle of the page. */
function ownPuzzle(scene) {
  const isSmall = puzzle.size === SIZE;
  const rows = oneLine(isSmall ? puzzle.digits : readSmall(scene.puzzle)).match(/.{4}/g)?.join(" ");
  const use = (next) => {
    Object.assign(local, { typed: null, fault: "" });
    puzzle.set(next ? { text: oneLine(next), box: "2x2" } : NO_PUZZLE);
    put(emptied(scene));
    say("The scene shows this puzzle now.");
  };
  const submit = onSubmit(() => {
    try {
      use(readSmall(local.typed ?? rows));
    } catch (error) {
      assign(local, { fault: error });
    }
  });
  return html`<form class="card scene-own" @submit=${submit}><div class="buttons">
      <label class="field"><span>A 4×4 puzzle of your own</span><input type="text" class="mono" size="22"
        spellcheck="false" autocomplete="off" .value=${Object(local.typed ?? rows)}
        @input=${(event) => { local.typed = event.target.value; }}></label>
      <button type="submit" class="button">Use it</button>
      ${button("The puzzle of the lesson", () => use(null), { isUsable: isSmall })}</div>
    ${fault(local.fault)}
    ${isSmall || puzzle.isEmpty ? nothing : html`<p class="message note">The lesson is about 4×4 grids, so it
      shows a puzzle of its own here. Yours is kept for the other panels.</p>`}
    <p class="small soft">Row by row, with . for a blank. The address of this page holds the puzzle and what
      you did: whoever opens it sees the same.</p></form>`;
}
