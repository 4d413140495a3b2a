/* The answer at the top of Unique? and Why not?: a sentence with a tone. While it is that of another puzzle, it is grey.

     const headline = answerHeadline(page)
     headline.element
     headline.show(tone, words, ...more)     more: elements below the words
     headline.during(work)     runs an async function meanwhile; if it fails, and the headline is that of another puzzle,
                               no verdict is left */

import { dated } from "../../scripts/following.js";

export function answerHeadline(page) {
  const { h, fill } = page;
  const element = h("div", { class: "message headline-box" });
  const isShown = dated(page, element);

  function show(tone, words, ...more) {
    element.className = `message headline-box ${tone}`;
    fill(element, h("p", { class: "headline" }, words), ...more);
    isShown();
  }

  async function during(work) {
    element.setAttribute("aria-busy", "true");
    try {
      return await work();
    } catch (error) {
      if (element.inert && !page.isCancelled(error)) show("open", "No answer", h("p", {}, "This puzzle has no answer yet. What is grey below is of another one."));
      throw error;
    } finally {
      element.setAttribute("aria-busy", "false");
    }
  }

  return { element, show, during };
}
