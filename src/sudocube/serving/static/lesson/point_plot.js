/* A point for each puzzle and encoding, on a logarithmic scale.

     pointPlot(page, { rows, puzzles, kinds, measure })
         rows      of the data "ranking", in the order in which they are drawn, from the top
         puzzles, kinds    of the same data: a point has the sign of what its puzzle needs
         measure   the name of the count, a field of each of row.by_puzzle; null where the search was given up
         Returns a figure with a legend; each point says what it is (title), and a table has the means. */

import { shape as svg } from "./cube_view.js";

const WIDTH = 640;
const LEFT = 172;
const RIGHT = 36;
const ROW = 58;
const TOP = 14;
const BOTTOM = 44;

export function pointPlot(page, { rows, puzzles, kinds, measure }) {
  const height = TOP + ROW * rows.length + BOTTOM;
  const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${height}`, role: "img", class: "point-plot",
    "aria-label": `${measure}, a point for each puzzle and encoding; the table below has the means` });
  const values = rows.flatMap((row) => row.by_puzzle.map((one) => one[measure])).filter((one) => one !== null);
  const last = Math.ceil(Math.log10(Math.max(...values, 9) + 1));
  const x = (value) => LEFT + ((WIDTH - LEFT - RIGHT) * Math.log10(value + 1)) / last;
  drawAxis(picture, last, x, height);
  rows.forEach((row, at) => drawRow(picture, row, { y: TOP + ROW * (at + 0.5), x, measure, puzzles, kinds }));
  picture.append(svg("text", { x: (LEFT + WIDTH) / 2, y: height - 6, class: "axis-name" }, `${measure} (each step: ten times as many)`));
  return page.h("figure", { class: "point-figure" }, page.h("div", { class: "wide", tabindex: 0 }, picture), page.h("ul", { class: "keys" }, kinds.map((kind, at) => legend(page, kind, at)), page.h("li", {}, page.h("span", { class: "mean-key" }), " mean of those that were checked")));
}

function drawAxis(picture, last, x, height) {
  for (let power = 0; power <= last; power++) {
    const value = power === 0 ? 0 : 10 ** power;
    picture.append(svg("line", { x1: x(value), x2: x(value), y1: TOP, y2: height - BOTTOM, class: "axis" }),
      svg("text", { x: x(value), y: height - BOTTOM + 16, class: "axis-number" }, value.toLocaleString("en")));
  }
}

function drawRow(picture, row, { y, x, measure, puzzles, kinds }) {
  picture.append(svg("text", { x: LEFT - 14, y: y + 5, class: "row-name" }, row.encoding));
  const missing = row.by_puzzle.filter((one) => one[measure] === null).length;
  if (missing) picture.append(svg("text", { x: LEFT - 14, y: y + 20, class: "row-note" }, `${missing} given up`));
  if (row[measure] !== null) picture.append(svg("line", { x1: x(row[measure]), x2: x(row[measure]), y1: y - 21, y2: y + 21, class: "mean" }));
  row.by_puzzle.forEach((one, at) => {
    if (one[measure] === null) return;
    const { kind } = puzzles[at];
    const place = kinds.indexOf(kind);
    const group = sign(place, x(one[measure]), y + (place - (kinds.length - 1) / 2) * 8);
    group.append(svg("title", {}, `Puzzle ${at + 1} (${kind}), ${row.encoding}: ${one[measure].toLocaleString("en")} ${measure}`));
    picture.append(group);
  });
}

/* Signs differ in form, not only in colour: one for each kind of puzzle. */
function sign(place, x, y) {
  const group = svg("g", { class: `sign sign-${place}`, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` });
  const forms = [
    () => svg("circle", { r: 4 }),
    () => svg("rect", { x: -3.6, y: -3.6, width: 7.2, height: 7.2 }),
    () => svg("path", { d: "M0 -4.8 4.6 3.6 -4.6 3.6Z" }),
    () => svg("path", { d: "M0 -5 5 0 0 5 -5 0Z" }),
    () => svg("path", { d: "M-4 -4 4 4M4 -4-4 4" }),
  ];
  group.append(forms[place % forms.length]());
  return group;
}

function legend({ h }, kind, place) {
  const picture = svg("svg", { viewBox: "-7 -7 14 14", width: 14, height: 14, "aria-hidden": "true" });
  picture.append(sign(place, 0, 0));
  return h("li", {}, picture, ` ${kind}`);
}
