/* Cells that one chooses oneself: a single that shows the digit is the next step, any other digit is an assumption.

     const choosing = new Choosing(page, { fields, ask })
         fields()               what the steps are asked with
         ask({ do, at })        asks for other steps, with these values in the address
     choosing.element           what is said of the choice, and what was chosen before
     choosing.walk = walk       the steps (walk.js); set before anything else is called
     choosing.explain()         says how one chooses
     choosing.choose(cell)      what shows the digit of a cell
     choosing.take(cell, digit) puts it into the steps; null for the digit that a single shows
     choosing.drawChosen()      lists what was chosen, as the address says */

import { counted, listed } from "../../scripts/words.js";
import { newestQuestion } from "../walk/newest.js";

const CHOICE = /^(\d+):(.+)$/;
const NAMED_AT_MOST = 4;

/** Assumptions, pairs of a cell and its digit, in words. */
export function assumedWords(page, assumptions) {
  const named = assumptions.map(([cell, digit]) => `${cell} = ${page.SYMBOLS[digit]}`);
  return named.length > NAMED_AT_MOST + 1 ? `${counted(named.length, "digit")}, the last ${named.at(-1)}` : listed(named);
}

export class Choosing {
  constructor(page, { fields, ask }) {
    const { h } = page;
    Object.assign(this, { page, fields, ask, walk: null });
    this.askSingle = newestQuestion(page);
    this.answer = h("div", { class: "chosen-answer" });
    this.chosen = h("div");
    this.element = h("section", { class: "card choosing", "aria-labelledby": "choosing" },
      h("h2", { id: "choosing" }, "Choose the next cell yourself"),
      this.answer, this.chosen);
    this.explain();
  }

  /* The place of the next choice: before a step that says how it ended. */
  get place() {
    const { walk } = this;
    return walk.row?.kind === "end" ? walk.at - 1 : walk.at;
  }

  get all() {
    return (this.page.address.get("do") ?? "").split(",").filter(Boolean);
  }

  get soFar() {
    return this.all.filter((one) => Number(one.split(":")[0]) < this.place);
  }

  explain() {
    const { h, fill } = this.page;
    fill(this.answer, h("p", {}, "Click a blank cell, or press Enter on it: if a naked or hidden single shows its digit now, ",
      "this step is taken next. Type a digit into it to assume that digit. The method goes on from there."));
  }

  /* Fill a cell next: by its single, or with this digit if it can stand there; otherwise say why not. */
  async choose(cell, digit = 0) {
    const { page, walk, answer, place } = this;
    const { h, fill } = page;
    const next = walk.rows[walk.at];
    if (!digit && next && cell in next.placed && next.kind === "placement") {
      walk.go(walk.at + 1);
      fill(answer, h("p", {}, `The method fills ${cell} next, too.`));
      return;
    }
    fill(answer, h("p", { class: "waiting" },
      digit ? `Can ${cell} hold ${page.SYMBOLS[digit]}?` : `What shows the digit of ${cell}?`));
    try {
      const choice = `${place}:${cell}`;
      const [row] = await this.askSingle("single", { ...this.fields(), choices: this.soFar.join(","), choice });
      if (place !== this.place) return; // one has gone elsewhere meanwhile
      if (digit ? row.candidates.includes(digit) : row.digit) this.take(cell, digit);
      else this.refuse(row, digit);
    } catch (error) {
      fill(answer, page.failed(error));
    }
  }

  /* No single shows the digit, or it cannot stand there: what the cell can hold, and where the method fills it. */
  refuse(row, digit) {
    const { walk } = this;
    const { SYMBOLS, button } = this.page;
    if (row.holds) {
      this.tell(`${row.cell} holds ${SYMBOLS[row.holds]} already. Choose a blank cell.`);
      return;
    }
    const later = walk.rows.findIndex((step, at) => at >= walk.at && row.cell in step.placed);
    const can = row.candidates.map((one) => SYMBOLS[one]);
    const why = digit ? `${row.cell} cannot hold ${SYMBOLS[digit]} now` : `No single shows the digit of ${row.cell} now`;
    this.tell(`${why}. ${can.length ? `It can hold ${listed(can)}.` : "Nothing is left for it."}`,
      row.candidates.map((one) => button(`Assume ${SYMBOLS[one]}`, () => this.take(row.cell, one))),
      later >= 0 && button(`Go to step ${later + 1}, where the method fills it`, () => walk.go(later + 1), { class: "quiet" }));
  }

  tell(words, ...more) {
    const { h, fill, say } = this.page;
    fill(this.answer, h("p", {}, words), h("div", { class: "tools" }, more));
    this.answer.scrollIntoView({ block: "nearest" });
    say(words);
  }

  take(cell, digit) {
    const { page, walk, place } = this;
    const symbol = digit ? `=${page.SYMBOLS[digit]}` : "";
    walk.board.select(page.cellIndex(cell, page.puzzle.size), { focus: true });
    this.ask({ do: [...this.soFar, `${place}:${cell}${symbol}`].join(","), at: place + 1 });
  }

  drawChosen() {
    const { h, fill } = this.page;
    const taken = this.all;
    fill(this.chosen, taken.length > 0
      && h("ul", { class: "chips", "aria-label": "Chosen" }, taken.map((one, number) => this.chip(taken, one, number))));
  }

  chip(taken, one, number) {
    const { walk } = this;
    const { h, button } = this.page;
    const [, after, what] = CHOICE.exec(one) ?? [];
    const back = () => {
      walk.board.select(walk.board.selected, { focus: true }); // this button goes
      this.ask({ do: taken.slice(0, number).join(",") || null, at: Number(after) || null });
    };
    const words = what ? `step ${Number(after) + 1}: ${what.replace("=", " is ")}` : one; // a damaged address
    return h("li", {}, button(words, () => what && walk.go(Number(after) + 1), { class: "quiet" }),
      button("Take back", back, { "aria-label": `Take back ${words}, and what was chosen after it` }));
  }
}
