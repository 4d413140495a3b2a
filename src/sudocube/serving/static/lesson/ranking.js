// @ts-check
/* Scene 8: guess the ranking, then see it. Encodings are put in an order, the one with the most work first; then a point for
   each puzzle shows how much work it was, for each encoding, in the measure that is chosen.

   State: o, the order of the guess; m, the measure; d, 1 if the guess was given. */

import { html, nothing, svg } from "../vendor/lit-html.js";
import { data, dataAgain, dataError } from "../scripts/asking.js";
import { focusOn, say } from "../scripts/page.js";
import { button, choice, field } from "../scripts/parts.js";

const MEASURES = [["conflicts", "conflicts"], ["decisions", "decisions"], ["propagations", "literals propagated"]];

export const ranking = {
  textAfter: "stage",
  keys: ["o", "m", "d"],
  draw(frame) {
    const known = data("ranking");
    const fault = dataError("ranking");
    if (fault) return html`<p class="message bad" role="alert">${fault}</p>${button("Try again", () => dataAgain("ranking"))}`;
    if (!known) return html`<p class="waiting">Six encodings are being measured on twenty puzzles …</p>`;
    const names = known.encodings.map((row) => row.encoding);
    const before = (frame.get("o") ?? "").split(",");
    const order = names.every((name) => before.includes(name)) && before.length === names.length ? before : [...known.shuffled];
    const move = (at, by) => {
      const next = order.with(at, order[at + by]).with(at + by, order[at]);
      frame.set({ o: next.join(",") });
      say(`${order[at]} is number ${at + by + 1} now.`);
      focusOn(`.ranked [data-name="${order[at]}"] button[aria-label*="${by < 0 ? "up" : "down"}"]`);
    };
    const item = (name, at) => html`<li data-name=${name}><span class="rank">${at + 1}</span><span class="ranked-name"><b>${name}</b>
      <small class="soft">${known.encodings.find((row) => row.encoding === name).distinct.toLocaleString("en")} clauses</small></span>
      ${button("↑", () => move(at, -1), { name: `${name}: more work, one up`, isUsable: at > 0 })}${button("↓", () => move(at, 1), { name: `${name}: less work, one down`, isUsable: at < order.length - 1 })}</li>`;
    const isShown = frame.get("d") === "1" || frame.isRevealed;
    if (isShown) frame.showText();
    return html`<div class="ranking"><section aria-label="Your guess"><h2>Your order: the most conflicts first</h2><ol class="ranked">${order.map(item)}</ol>
      <div class="tools">${button("That is my order", () => frame.set({ d: 1, o: order.join(","), a: frame.get("a") ?? 0 }), { kind: "primary" })}</div></section>
      <div aria-live="polite">${isShown ? measured(frame, known, order) : nothing}</div></div>`;
  },
};

function measured(frame, known, order) {
  const measure = MEASURES.some(([name]) => name === frame.get("m")) ? frame.get("m") : "conflicts";
  const isGuessed = frame.get("d") === "1";
  const ranked = known.encodings.toSorted((one, other) => other[measure] - one[measure]);
  return html`<section aria-label="What was measured"><h2>What was measured</h2>${isGuessed ? html`<p class="message note">${judged(ranked.map((row) => row.encoding), order)}</p>` : nothing}
    <div class="tools">${field("What is counted", choice(MEASURES, measure, (value) => frame.set({ m: value === "conflicts" ? null : value })))}</div>
    ${pointPlot(ranked, known, measure)}${table(ranked, order, isGuessed)}</section>`;
}

function judged(ranked, order) {
  const right = ranked.filter((name, at) => name === order[at]).length;
  const pairs = ranked.flatMap((one, at) => ranked.slice(at + 1).map((other) => [one, other]));
  const inOrder = pairs.filter(([one, other]) => order.indexOf(one) < order.indexOf(other)).length;
  return `${right === ranked.length ? "Your order is the measured one." : `${right} of ${ranked.length} stand where you put them.`} Of ${pairs.length} pairs, you had ${inOrder} the right way round.`;
}

function table(ranked, order, isGuessed) {
  const number = (value, places = 1) => (value === null ? "?" : value.toLocaleString("en", { maximumFractionDigits: places }));
  const heads = ["encoding", ...(isGuessed ? ["your place"] : []), "checked in full", "decided by propagation", "conflicts", "decisions", "propagations"];
  const row = (one) => html`<tr><th scope="row">${one.encoding}</th>${[...(isGuessed ? [order.indexOf(one.encoding) + 1] : []), `${one.checked} of ${one.puzzles}`, `${number(100 * one.unit_propagation, 0)} %`,
    number(one.conflicts), number(one.decisions), number(one.propagations, 0)].map((value) => html`<td class="number">${value}</td>`)}</tr>`;
  return html`<div class="wide" tabindex="0"><table class="table"><caption>Means for each puzzle that was checked in full, by ${ranked[0].solver}.</caption>
    <thead><tr>${heads.map((one, at) => html`<th scope="col" class=${at ? "number" : ""}>${one}</th>`)}</tr></thead><tbody>${ranked.map(row)}</tbody></table></div>`;
}

// A point for each puzzle and encoding, on a logarithmic scale

const WIDTH = 640;
const LEFT = 172;
const RIGHT = 36;
const ROW = 58;
const TOP = 14;
const BOTTOM = 44;

/** Signs differ in form, not only in colour: one for each kind of puzzle. */
const FORMS = [
  svg`<circle r="4"></circle>`, svg`<rect x="-3.6" y="-3.6" width="7.2" height="7.2"></rect>`, svg`<path d="M0 -4.8 4.6 3.6 -4.6 3.6Z"></path>`,
  svg`<path d="M0 -5 5 0 0 5 -5 0Z"></path>`, svg`<path d="M-4 -4 4 4M4 -4-4 4"></path>`,
];
const sign = (place, x, y, words = "") => svg`<g class="sign sign-${place}" transform="translate(${x.toFixed(1)} ${y.toFixed(1)})">${FORMS[place % FORMS.length]}${words ? svg`<title>${words}</title>` : nothing}</g>`;

function pointPlot(rows, { puzzles, kinds }, measure) {
  const height = TOP + ROW * rows.length + BOTTOM;
  const values = rows.flatMap((row) => row.by_puzzle.map((one) => one[measure])).filter((one) => one !== null);
  const last = Math.ceil(Math.log10(Math.max(...values, 9) + 1));
  const x = (value) => LEFT + ((WIDTH - LEFT - RIGHT) * Math.log10(value + 1)) / last;
  const axis = (power) => {
    const value = power === 0 ? 0 : 10 ** power;
    return svg`<line class="axis" x1=${x(value)} x2=${x(value)} y1=${TOP} y2=${height - BOTTOM}></line><text class="axis-number" x=${x(value)} y=${height - BOTTOM + 16}>${value.toLocaleString("en")}</text>`;
  };
  const point = (row, y) => (one, at) => {
    const { kind } = puzzles[at];
    const place = kinds.indexOf(kind);
    return one[measure] === null ? nothing : sign(place, x(one[measure]), y + (place - (kinds.length - 1) / 2) * 8, `Puzzle ${at + 1} (${kind}), ${row.encoding}: ${one[measure].toLocaleString("en")} ${measure}`);
  };
  const line = (row, at) => {
    const y = TOP + ROW * (at + 0.5);
    const missing = row.by_puzzle.filter((one) => one[measure] === null).length;
    return svg`<text class="row-name" x=${LEFT - 14} y=${y + 5}>${row.encoding}</text>${missing ? svg`<text class="row-note" x=${LEFT - 14} y=${y + 20}>${missing} given up</text>` : nothing}
      ${row[measure] === null ? nothing : svg`<line class="mean" x1=${x(row[measure])} x2=${x(row[measure])} y1=${y - 21} y2=${y + 21}></line>`}${row.by_puzzle.map(point(row, y))}`;
  };
  return html`<figure class="point-figure"><div class="wide" tabindex="0"><svg class="point-plot" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${measure}, a point for each puzzle and encoding; the table below has the means">
      ${Array.from({ length: last + 1 }, (_, power) => axis(power))}${rows.map(line)}<text class="axis-name" x=${(LEFT + WIDTH) / 2} y=${height - 6}>${measure} (each step: ten times as many)</text></svg></div>
    <ul class="keys">${kinds.map((kind, at) => html`<li><svg viewBox="-7 -7 14 14" width="14" height="14" aria-hidden="true">${sign(at, 0, 0)}</svg> ${kind}</li>`)}<li><span class="mean-key"></span> mean of those that were checked</li></ul></figure>`;
}
