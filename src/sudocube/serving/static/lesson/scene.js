/* What all scenes of the lesson have in common: question before answer, puzzle, state, text, previous and next.

A scene is a module static/lesson/NAME.js (with _ for -); its text is serving/lesson_texts/NAME.md:

    import { scene } from "./scene.js";

    export const { title, mount } = scene({
      name: "fire",
      data: ["clauses"],               what it needs besides its text: names of serving/lesson_data.py
      styles: ["lesson/fire.css"],     its style sheets besides scene.css
      puzzle: "1... ..2. .3.. ...4",   the puzzle of the lesson; leave it out where a scene has none
      textAfterAnswer: true,           where the text would tell the answer: it is shown with it
      textAfterStage: true,            where it would tell what the stage asks: it is shown by frame.showText()
      keys: ["k", "g"],                the names of its own state in the address: not p, box, m, a
      draw(stage, frame) {             fills the stage (an element); called again when the puzzle or the state in the
        …                              address is another one
        return { leave() {} };         or nothing
      },
    });

`frame` gives a scene:

    frame.page             the page as panels get it (scripts/page_parts.js)
    frame.data             {clauses: …}: the data that were asked for, by their names
    frame.cells            the puzzle's 16 digits, 0 for a blank, row by row; null where a scene has no puzzle
    frame.get(key)         the scene's state in the address, a text, or null
    frame.set(key, value)  puts it there; null, undefined and "" take it away
    frame.again()          forgets the scene's own state and draws the stage anew
    frame.reveal()         shows the answer to the question (where the scene itself is how one answers)
    frame.showText()       shows the text, where the stage has asked something that the text tells
    frame.isRevealed       whether the answer is shown; frame.onReveal(f) calls f when it becomes so

The text of a scene: page.data("scene-NAME") is {name, number, title, summary, question, choices: [{html, right}],
answer, text}, with HTML from our own Markdown; page.data("lesson") is {scenes: [{name, number, title, summary}]}, in
their order. Who comes back to a scene on the same page finds it as it was left, if the puzzle is the same. The chosen
answer is `a` in the address: its place from 1, or 0 for "show me". */

import { OwnPuzzle } from "./own_puzzle.js";
import { fromOurMarkdown, Question } from "./question.js";

/* What was done in each scene since the page was loaded: { puzzle, values } by its name. */
const before = new Map();

export function scene(parts) {
  return { title: "Lesson", mount: (host, page) => new Scene(parts, host, page) };
}

class Scene {
  constructor(parts, host, page) {
    const { name, data = [], styles = [], puzzle = null, keys = [], draw } = parts;
    const { textAfterAnswer = false, textAfterStage = false } = parts;
    Object.assign(this, { name, styles, puzzle, keys, textAfterAnswer, textAfterStage, draw, host, page });
    this.isLeft = false;
    this.isRevealed = false;
    this.listeners = [];
    page.fill(host, page.h("p", { class: "waiting" }, "The scene is being loaded …"));
    this.load(["lesson", `scene-${name}`, ...data]);
  }

  leave() {
    this.isLeft = true;
    this.drawn?.leave?.();
  }

  async load(names) {
    const { page } = this;
    try {
      const styled = ["lesson/scene.css", ...this.styles].map((file) => page.style(file));
      const [loaded] = await Promise.all([Promise.all(names.map((name) => page.data(name))), ...styled]);
      if (this.isLeft) return;
      this.data = Object.fromEntries(names.map((name, place) => [name, loaded[place]]));
      this.build(this.data.lesson.scenes, this.data[`scene-${this.name}`]);
    } catch (error) {
      if (this.isLeft) return;
      page.fill(
        this.host,
        page.failed(error),
        page.button("Try again", () => this.load(names)),
      );
    }
  }

  build(scenes, text) {
    const { page } = this;
    const { h } = page;
    document.title = `${text.title} · sudocube`;
    this.stage = h("section", { class: "scene-stage", "aria-label": "The scene" });
    this.own = this.puzzle === null ? null : new OwnPuzzle(this);
    this.resume();
    this.question = new Question(text, this);
    page.fill(
      this.host,
      h(
        "article",
        { class: `scene scene-${this.name}` },
        sceneList(page, scenes, this.name),
        h(
          "header",
          { class: "scene-head" },
          h("p", { class: "scene-number" }, `Scene ${text.number} of ${scenes.length}`),
          h("h1", {}, text.title),
          h("p", { class: "scene-summary" }, text.summary),
        ),
        this.question.element,
        this.stage,
        this.own?.element,
        this.textOf(text),
        turning(page, scenes, text.number),
      ),
    );
    this.redraw();
    page.address.onMove(() => this.moved());
    page.puzzle?.onChange?.(() => this.own?.changed());
  }

  textOf({ text }) {
    this.text = fromOurMarkdown(
      this.page.h("section", { class: "scene-text", "aria-label": "From the lesson" }),
      text,
    );
    this.text.hidden = this.textAfterStage || (this.textAfterAnswer && !this.isRevealed);
    if (this.textAfterAnswer) this.onReveal(() => this.showText());
    return this.text;
  }

  showText() {
    this.text.hidden = false;
  }

  redraw() {
    this.drawn?.leave?.();
    this.cells = this.own?.cells ?? null;
    this.page.fill(this.stage);
    this.known = this.state();
    this.remember();
    this.drawn = this.draw(this.stage, this);
  }

  /* All that the address says of this scene, its puzzle aside. */
  values() {
    return Object.fromEntries(["a", ...this.keys].map((key) => [key, this.get(key)]));
  }

  remember() {
    before.set(this.name, { puzzle: this.own?.cells.join(), values: this.values() });
  }

  /* Go on where one was, unless the address says more than the puzzle, or the puzzle is another one. */
  resume() {
    const { puzzle, values } = before.get(this.name) ?? {};
    const isNew = Object.values(this.values()).every((value) => value === null);
    if (values && isNew && puzzle === this.own?.cells.join()) this.page.address.replace(values);
  }

  /* Back, forward, or an address that was typed. */
  moved() {
    if (this.isLeft) return;
    this.question.recall();
    if (this.isMoved) this.redraw();
  }

  state() {
    return this.keys.map((key) => this.get(key) ?? "").join("&");
  }

  /* Whether the state in the address is another one than the scene has put there. */
  get isMoved() {
    return this.known !== this.state();
  }

  forget() {
    for (const key of this.keys) this.set(key, null);
  }

  again() {
    this.forget();
    this.redraw();
  }

  get(key) {
    return this.page.address.get(key) || null;
  }

  set(key, value) {
    this.page.address.set(key, value === undefined || value === null || value === "" ? null : String(value));
    this.known = this.state();
    this.remember();
  }

  reveal() {
    this.question.show();
  }

  onReveal(listener) {
    this.listeners.push(listener);
  }

  revealed() {
    if (this.isRevealed) return;
    this.isRevealed = true;
    for (const listener of this.listeners) listener();
  }
}

/* The numbers of all scenes, as links. */
function sceneList({ h, link }, scenes, name) {
  const numbers = scenes.map((one) => {
    const made = link(`lesson/${one.name}`, String(one.number));
    made.title = one.title;
    made.setAttribute("aria-label", `Scene ${one.number}: ${one.title}`);
    if (one.name === name) made.setAttribute("aria-current", "page");
    return h("li", {}, made);
  });
  return h(
    "nav",
    { class: "scene-list", "aria-label": "Scenes of the lesson" },
    link("lesson", "The lesson"),
    h("ol", {}, numbers),
  );
}

function turning({ h, link }, scenes, number) {
  const turn = (one, way, rel) => {
    if (!one) return h("span");
    const made = link(`lesson/${one.name}`, [h("span", {}, way), one.title]);
    made.rel = rel;
    return made;
  };
  return h(
    "nav",
    { class: "scene-turn", "aria-label": "Previous and next scene" },
    turn(scenes[number - 2], "Previous", "prev"),
    turn(scenes[number], "Next", "next"),
  );
}
