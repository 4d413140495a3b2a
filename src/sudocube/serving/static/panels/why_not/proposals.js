/* Proposals that are tried by a click, as buttons. A button that is pointed at, or has the focus, shows its cell.

     proposal(page, actions, { label, words, cell, text, class })    words: what was done, "r1c1 = 5 removed";
                                                                     text: the puzzle that it leads to
     proposals(page, buttons, rest)     a row of them; of many, the first ones and a button for the others */

import { numbered } from "../../scripts/words.js";

const SHOWN = 12;

export function proposal(page, actions, { label, words, cell, text, class: kind = "" }) {
  const point = () => page.board.select?.(page.cellIndex(cell, page.puzzle.size));
  return page.button(label, () => actions.try(text, words), { "aria-label": `${label}: ${words}`, class: kind, onpointerenter: point, onfocus: point });
}

export function proposals(page, buttons, rest) {
  const isLong = buttons.length > SHOWN + 2;
  const row = page.h("div", { class: "tools ways" }, isLong ? buttons.slice(0, SHOWN) : buttons);
  if (isLong) {
    const more = page.button(`${numbered(buttons.length - SHOWN)} ${rest}`, () => {
      more.replaceWith(...buttons.slice(SHOWN));
      buttons[SHOWN].focus();
    }, { class: "quiet" });
    row.append(more);
  }
  return row;
}
