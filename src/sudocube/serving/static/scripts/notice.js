/* A short notice at the lower edge of the window, over the page, so that nothing moves; Escape closes it.

     notify(text, tone, ...more)     tone "note" or "bad"; `more` are elements after the text (links, buttons)
     forget()                        closes it */

import { button, fill, h } from "./dom.js";

let shown = null;

export function notify(text, tone = "note", ...more) {
  forget();
  shown = h("div", { class: `notice message ${tone}`, role: tone === "bad" ? "alert" : "status" });
  document.body.append(shown);
  fill(shown, h("p", {}, text), h("div", { class: "tools" }, more, button("Close", forget, { class: "quiet" })));
}

export function forget() {
  shown?.remove();
  shown = null;
}

document.addEventListener("keydown", (event) => { if (event.key === "Escape") forget(); });
