/* The question of a scene, its choices, and the answer, which is hidden until one has chosen or asked for it.

    const question = new Question(text, frame)    text: {question, choices: [{html, right}], answer}; frame: scene.js
    question.element
    question.show()                               shows the answer
    question.recall()                             shows what the address says that was answered */

export class Question {
  constructor({ question, choices, answer }, frame) {
    const { h, button } = frame.page;
    Object.assign(this, { frame, choices });
    this.radios = choices.map((_, place) => h("input", { type: "radio", name: "choice", value: place + 1 }));
    const labels = choices.map(({ html }, place) =>
      h("label", { class: "scene-choice" }, this.radios[place], fromOurMarkdown(h("span"), html)),
    );
    this.verdict = h("p", { class: "headline" });
    this.answer = h("div", { class: "message note scene-answer" }, this.verdict, fromOurMarkdown(h("div"), answer));
    this.told = h("div", { "aria-live": "polite" });
    const actions = choices.length
      ? [
          h("button", { type: "submit", class: "button primary" }, "That is my answer"),
          button("Show me", () => this.choose(0)),
        ]
      : [button("Show the answer", () => this.choose(0))];
    this.element = h(
      "form",
      { class: "card scene-question", onsubmit: (event) => this.submit(event) },
      h("fieldset", {}, fromOurMarkdown(h("legend"), question), h("div", { class: "scene-choices" }, labels)),
      h("div", { class: "buttons" }, actions),
      this.told,
    );
    this.recall();
  }

  get chosen() {
    return 1 + this.radios.findIndex((radio) => radio.checked);
  }

  submit(event) {
    event.preventDefault();
    if (this.chosen) this.choose(this.chosen);
    else this.frame.page.fill(this.told, this.frame.page.h("p", {}, "Choose one of the answers first."));
  }

  choose(place) {
    this.frame.set("a", place);
    this.show(place);
  }

  /* What the address says that was answered. */
  recall() {
    const before = this.frame.get("a");
    if (before !== null) this.show(Number(before));
  }

  show(place = 0) {
    const { choices, radios } = this;
    if (choices[place - 1]) radios[place - 1].checked = true;
    const isRight = choices[place - 1]?.right ?? null;
    this.verdict.textContent =
      isRight === null ? "The answer" : isRight ? "Yes, that is right." : "No, that is not it.";
    this.answer.className = `message scene-answer ${isRight === null ? "note" : isRight ? "good" : "bad"}`;
    radios.forEach((radio, at) => radio.parentElement.classList.toggle("right", choices[at].right));
    this.frame.page.fill(this.told, this.answer);
    this.frame.revealed();
  }
}

/* Fill an element with HTML that the library rendered from its own Markdown: the one place that does so. */
export function fromOurMarkdown(element, html) {
  element.innerHTML = html;
  return element;
}
