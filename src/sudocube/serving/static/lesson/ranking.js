// @ts-check
/* Scene 8: guess the ranking, then see it. Encodings are put in an order, the one with the most work first;
   then a point for each puzzle shows how much work it was, for each encoding, in the measure that is chosen.

   State: o, the order of the guess; m, the measure; d, 1 if the guess was given. */

import { html, nothing, svg } from "../vendor/lit-html.js";
import { data } from "../scripts/asking.js";
import { focusOn, say } from "../scripts/page.js";
import { button, choice, field, numbered, table, waiting } from "../scripts/parts.js";

const MEASURES = [["conflicts"], ["decisions"], ["propagations", "literals propagated"]];

export const ranking = {
  textAfter: "stage",
  keys: ["o", "m", "d"],
  draw(frame) {
    const found = data("ranking");
    const known = found.last;
    if (!known) return waiting(found, "Six encodings are being measured on twenty puzzles");
    const before = (frame.get("o") ?? "").split(",");
    const isOrder = before.toSorted().join() === known.shuffled.toSorted().join();
    const order = isOrder ? before : known.shuffled;
    const isShown = frame.get("d") === "1" || frame.isRevealed;
    if (isShown) frame.showText();
    const give = () => frame.set({ d: 1, o: order.join(","), a: frame.get("a") ?? 0 });
    return html`<div class="ranking"><section aria-label="Your guess">
        <h2>Your order: the most conflicts first</h2>
        <ol class="ranked">${order.map((_, at) => rankView(frame, known, order, at))}</ol>
        <div class="tools">${button("That is my order", give, { kind: "primary" })}</div></section>
      <div aria-live="polite">${isShown ? measured(frame, known, order) : nothing}</div></div>`;
  },
};

function rankView(frame, { encodings }, order, at) {
  const name = order[at];
  const { distinct } = encodings.find((row) => row.encoding === name);
  const move = (sign, by, words, isUsable) => button(sign, () => {
    frame.set({ o: order.with(at, order[at + by]).with(at + by, name).join(",") });
    say(`${name} is number ${at + by + 1} now.`);
    focusOn(`.ranked [data-name="${name}"] button[aria-label$="${words}"]`);
  }, { name: `${name}: ${words}`, isUsable });
  return html`<li data-name=${name}><span class="rank">${at + 1}</span>
    <span class="ranked-name"><b>${name}</b> <small class="soft">${numbered(distinct)} clauses</small></span>
    ${move("↑", -1, "more work, one up", at > 0)}
    ${move("↓", 1, "less work, one down", at < order.length - 1)}</li>`;
}

function measured(frame, known, order) {
  const measure = MEASURES.some(([name]) => name === frame.get("m")) ? frame.get("m") : "conflicts";
  const isGuessed = frame.get("d") === "1";
  const ranked = known.encodings.toSorted((one, other) => other[measure] - one[measure]);
  const take = (value) => frame.set({ m: value === "conflicts" ? null : value });
  const words = isGuessed ? judged(ranked.map((row) => row.encoding), order) : "";
  return html`<section aria-label="What was measured"><h2>What was measured</h2>
    ${words ? html`<p class="message note">${words}</p>` : nothing}
    <div class="tools">${field("What is counted", choice(MEASURES, measure, take))}</div>
    ${pointPlot(ranked, known, measure)}${meansTable(ranked)}</section>`;
}

/** @param {string[]} ranked @param {string[]} order */
function judged(ranked, order) {
  const right = ranked.filter((name, at) => name === order[at]).length;
  const pairs = ranked.flatMap((one, at) => ranked.slice(at + 1).map((other) => [one, other]));
  const inOrder = pairs.filter(([one, other]) => order.indexOf(one) < order.indexOf(other)).length;
  return `${right} of ${ranked.length} stand where you put them. Of ${pairs.length} pairs, you had ${inOrder}
    the right way round.`;
}

function meansTable(ranked) {
  const number = (value, places = 1) => value?.toLocaleString("en", { maximumFractionDigits: places }) ?? "?";
  const row = (one) => [
    one.encoding, `${one.checked} of ${one.puzzles}`, `${number(100 * one.unit_propagation, 0)} %`,
    number(one.conflicts), number(one.decisions), number(one.propagations, 0),
  ];
  const names = ["checked in full", "decided by propagation", "conflicts", "decisions", "propagations"];
  const heads = ["encoding", ...names.map((name) => [name, "number"])];
  const caption = `Means for each puzzle that was checked in full, by ${ranked[0].solver}.`;
  return table(heads, ranked.map(row), { label: "Means", caption });
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
  "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z", "M-3.6 -3.6h7.2v7.2h-7.2Z", "M0 -4.8 4.6 3.6 -4.6 3.6Z",
  "M0 -5 5 0 0 5 -5 0Z", "M-4 -4 4 4M4 -4-4 4",
];
const sign = (place, x, y, words = "") => svg`<g class="sign sign-${place}" transform="translate(${x} ${y})">
  <path d=${FORMS[place]}></path><title>${words}</title></g>`;

function pointPlot(rows, { puzzles, kinds }, measure) {
  const [height, bottom] = [TOP + ROW * rows.length + BOTTOM, TOP + ROW * rows.length];
  const values = rows.flatMap((row) => row.by_puzzle.map((one) => one[measure] ?? 0));
  const last = Math.ceil(Math.log10(Math.max(...values, 9) + 1));
  const x = (value) => LEFT + ((WIDTH - LEFT - RIGHT) * Math.log10(value + 1)) / last;
  const axis = (_, power) => {
    const value = power && 10 ** power;
    return svg`<line class="axis" x1=${x(value)} x2=${x(value)} y1=${TOP} y2=${bottom}></line>
      <text class="axis-number" x=${x(value)} y=${bottom + 16}>${numbered(value)}</text>`;
  };
  const line = (row, at) => {
    const y = TOP + ROW * (at + 0.5);
    const point = (one, number) => {
      const value = one[measure];
      const place = kinds.indexOf(puzzles[number].kind);
      const words = `Puzzle ${number + 1} (${kinds[place]}), ${row.encoding}: ${value} ${measure}`;
      const beside = y + (place - (kinds.length - 1) / 2) * 8;
      return value === null ? nothing : sign(place, x(value), beside, words);
    };
    const missing = row.puzzles - row.checked;
    const mean = x(row[measure] ?? 0);
    return svg`<text class="row-name" x=${LEFT - 14} y=${y + 5}>${row.encoding}</text>
      <text class="row-note" x=${LEFT - 14} y=${y + 20}>${missing ? `${missing} given up` : ""}</text>
      <line class="mean" x1=${mean} x2=${mean} y1=${y - 21} y2=${y + 21}></line>${row.by_puzzle.map(point)}`;
  };
  const key = (kind, at) => html`<li><svg viewBox="-7 -7 14 14" width="14" height="14" aria-hidden="true">
    ${sign(at, 0, 0)}</svg> ${kind}</li>`;
  return html`<figure class="point-figure"><div class="wide" tabindex="0">
      <svg class="point-plot" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${measure}, a point for
        each puzzle and encoding; the table below has the means">
        ${Array.from({ length: last + 1 }, axis)}${rows.map(line)}
        <text class="axis-name" x=${(LEFT + WIDTH) / 2} y=${height - 6}>${measure} (each step: ten times as
          many)</text></svg></div>
    <ul class="keys">${kinds.map(key)}
      <li><span class="mean-key"></span> mean of those that were checked</li></ul></figure>`;
}
