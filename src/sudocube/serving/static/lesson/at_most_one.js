// @ts-check
/* Scene 6: ways to say at most one. A line of literals, one of which is set true; round by round, what follows by the clauses
   of one way: in a picture, the product as a grid, the commanders as a tree, the counter as a chain. Beside it all ways,
   with clauses, auxiliary variables and, once the question is answered, rounds.

   State: n, the size; w, the way; e, which literal is true; r, the round. */

import { html, nothing } from "../vendor/lit-html.js";
import { data } from "../scripts/asking.js";
import { choice, field } from "../scripts/parts.js";
import { player } from "../scripts/player.js";
import { inRounds, valuesAfter } from "./rounds.js";

const FEW = 9; // that many names are listed in a meaning; of more, some are left out
const USUAL = 9;
/** @type {any} */
const local = { key: "", found: new Map() };

export const atMostOne = {
  data: ["ways"],
  textAfter: "answer",
  keys: ["n", "w", "e", "r"],
  draw(frame) {
    const { sizes, ways: counts } = frame.data.ways;
    const n = sizes.includes(Number(frame.get("n"))) ? Number(frame.get("n")) : USUAL;
    const size = field("Size of the line", choice(sizes.map((one) => [String(one), `${one} literals`]), String(n), (one) => frame.set({ n: Number(one) === USUAL ? null : one, e: null, r: null })));
    const known = data(`way-clauses-${n}`);
    if (!known) return html`<div class="tools">${size}</div><p class="waiting">The clauses are being loaded …</p>`;
    const wanted = Number(frame.get("e"));
    const literal = wanted >= 1 && wanted <= n ? wanted : Math.ceil(n / 2);
    if (local.key !== `${n} ${literal}`) Object.assign(local, { key: `${n} ${literal}`, found: new Map(known.ways.map((one) => [one.way, inRounds(one.clauses, [literal])])) });
    const way = known.ways.find((one) => one.way === frame.get("w")) ?? known.ways.find((one) => one.way === "product");
    return html`<div class="tools">${size}</div><div class="at-most-one">${wayView(frame, way, n, literal, counts)}
      <section aria-label="All ways"><div class="wide" tabindex="0">${waysTable(frame, counts, sizes.indexOf(n), way.way, n, literal)}</div></section></div>`;
  },
};

function wayView(frame, way, n, literal, counts) {
  const { rounds } = local.found.get(way.way);
  const round = Math.min(Math.max(Number(frame.get("r")) || 0, 0), rounds.length - 1);
  const values = valuesAfter(rounds, round);
  const fresh = new Set(round ? rounds[round].map((one) => Math.abs(one.literal)) : []);
  const helpers = Object.keys(way.means).map(Number);
  const literals = Array.from({ length: n }, (_, at) => at + 1);
  const name = (number) => (number <= n ? `x${number}` : `a${number - n}`);
  const signed = (one) => `${one < 0 ? "¬" : ""}${name(Math.abs(one))}`;
  const chip = (number) => {
    const value = values.get(number) ?? "open";
    const kind = `chip ${number > n ? "helper" : ""} ${fresh.has(number) ? "fresh" : ""}`;
    return number > n ? html`<span class=${kind} role="img" data-value=${String(value)} aria-label="${name(number)}, ${value}">${name(number)}</span>`
      : html`<button type="button" class=${kind} data-value=${String(value)} aria-label="${name(number)}, ${value}" aria-pressed=${String(number === literal)}
        @click=${() => frame.set({ e: number, r: null })}>${name(number)}</button>`;
  };
  const isFalse = literals.filter((one) => values.get(one) === false).length;
  const told = helpers.filter((number) => values.has(number)).length;
  const picture = (helpers.length ? PICTURES[way.way] : null) ?? plain;
  const meaning = (number) => {
    const { value, of } = way.means[number];
    const names = of.map(name);
    const some = names.length > FEW ? [...names.slice(0, 2), "…", names.at(-1)] : names;
    return of.length ? `${name(number)} is ${value} if ${of.length > 1 ? "one of " : ""}${some.join(", ")} is true` : `no literal alone makes ${name(number)} ${value}`;
  };
  return html`<section class="card" aria-label="One way"><h2>${way.way} <small class="soft">${counts.find((one) => one.way === way.way).source ?? ""}</small></h2>
    <p class="soft">Click a literal to make it true.</p>
    <div class="way-picture" role="group" tabindex="0" aria-label="The literals of the line, and auxiliary variables: choose the literal that is true">${picture(chip, literals, helpers, way)}</div>
    ${player({ name: "way", label: "Round", at: round, count: rounds.length, words: (at) => (at ? `after round ${at}` : "one is true"), onMove: (at) => frame.set({ r: at || null }), canPlay: true })}
    <p class="line-told" aria-live="polite">x${literal} is true, and ${isFalse} of the ${n - 1} others are false.${way.auxiliary ? ` ${told} of ${way.auxiliary} auxiliary variables are known.` : ""}${round === rounds.length - 1 ? " Nothing more follows." : ""}</p>
    ${round ? html`<details><summary>The clauses that fire in this round</summary><ol class="fired" tabindex="0">${rounds[round].map((one) => html`<li><code>${way.clauses[one.clause].map(signed).join(" ∨ ")}</code> makes ${signed(one.literal)} true</li>`)}</ol></details>` : nothing}
    ${helpers.length ? html`<details><summary>What the auxiliary variables stand for</summary><ul class="fired" tabindex="0">${helpers.map((number) => html`<li>${meaning(number)}</li>`)}</ul></details>` : nothing}</section>`;
}

/** After how many rounds all others of the line are false. */
function roundsOf(way, n, literal) {
  const waiting = new Set(Array.from({ length: n }, (_, at) => -at - 1));
  waiting.delete(-literal);
  return local.found.get(way).rounds.findIndex((steps) => {
    for (const step of steps) waiting.delete(step.literal);
    return waiting.size === 0;
  });
}

/** All ways; the question asks for the rounds, so they are there once it is answered. */
function waysTable(frame, counts, place, shown, n, literal) {
  const { isRevealed } = frame;
  const most = Math.max(...counts.map((one) => one.clauses[place]));
  const row = ({ way, clauses, auxiliary }) => html`<tr><th scope="row"><button type="button" class="button quiet" aria-pressed=${String(way === shown)} @click=${() => frame.set({ w: way, r: null })}>${way}</button></th>
    <td class="number way-clauses">${clauses[place]}<span class="way-bar" aria-hidden="true" .style="width: ${(100 * clauses[place]) / most}%"></span></td><td class="number">${auxiliary[place]}</td>
    ${isRevealed ? html`<td class="number">${roundsOf(way, n, literal)}</td>` : nothing}</tr>`;
  return html`<table class="table all-ways"><caption>All ways for a line of this size: clauses, auxiliary variables${isRevealed ? ", and rounds until all others are false" : ""}. Choose one to watch it.</caption>
    <thead><tr>${["way", "clauses", "auxiliary", ...(isRevealed ? ["rounds"] : [])].map((one, at) => html`<th scope="col" class=${at ? "number" : ""}>${one}</th>`)}</tr></thead><tbody>${counts.map(row)}</tbody></table>`;
}

/** All literals in a line, and the auxiliary variables below them. */
const plain = (chip, literals, helpers) => html`<div class="line-literals">${literals.map(chip)}</div><div class="line-helpers">${helpers.map(chip)}</div>`;

const PICTURES = {
  /** The literals in a rectangle: the variables of its rows on the left, those of its columns above. */
  product(chip, literals, helpers) {
    const width = Math.ceil(Math.sqrt(literals.length));
    return html`<div class="way-grid" .style="grid-template-columns: repeat(${width + 1}, max-content)"><i></i>${helpers.slice(-width).map(chip)}
      ${helpers.slice(0, -width).map((row, at) => { const cells = literals.slice(at * width, (at + 1) * width); return html`${chip(row)}${cells.map(chip)}${Array(width - cells.length).fill(html`<i></i>`)}`; })}</div>`;
  },
  /** The commanders above their groups: the clause that only a commander is negated in has its group. */
  commander(chip, literals, helpers, way) {
    const groups = new Map(way.clauses.filter((clause) => clause.length > 2 && clause.at(-1) < 0).map((clause) => [-clause.at(-1), clause.slice(0, -1)]));
    const inner = new Set([...groups.values()].flat());
    const node = (one) => html`<div class="way-node">${chip(one)}${groups.has(one) ? html`<div class="way-group">${groups.get(one).map(node)}</div>` : nothing}</div>`;
    return html`<div class="way-tree">${[...helpers, ...literals].filter((one) => !inner.has(one)).map(node)}</div>`;
  },
  /** The counter: from one place to the next it is passed on that one has been seen. */
  "sequential-counter": (chip, literals, helpers) => html`<div class="way-chain">${literals.map((one, at) => html`<div class="way-node">${chip(one)}
    <span aria-hidden="true">${at < helpers.length ? "↓" : ""}</span>${at < helpers.length ? chip(helpers[at]) : nothing}</div>`)}</div>`,
};
