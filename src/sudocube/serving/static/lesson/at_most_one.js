// @ts-check
/* Scene 6: ways to say at most one. A line of literals, one of which is true; round by round, what follows
   by the clauses of one way: in a picture, the product as a grid, the commanders as a tree, the counter as a
   chain. Beside it all ways, with clauses, auxiliary variables and, once the question is answered, rounds.

   State: n, the size; w, the way; e, which literal is true; r, the round. */

import { html, nothing } from "../vendor/lit-html.js";
import { data } from "../scripts/asking.js";
import { choice, field, table, waiting, within } from "../scripts/parts.js";
import { player } from "../scripts/player.js";
import { inRounds, valuesOf } from "./propagation.js";

const USUAL = 9;
/** @type {any} */
const local = { key: "", found: new Map() };

export const atMostOne = {
  data: ["ways"],
  textAfter: "answer",
  keys: ["n", "w", "e", "r"],
  draw(frame) {
    const { sizes } = frame.data.ways;
    const n = sizes.includes(Number(frame.get("n"))) ? Number(frame.get("n")) : USUAL;
    const options = sizes.map((one) => [String(one), `${one} literals`]);
    const take = (one) => frame.set({ n: Number(one) === USUAL ? null : one, e: null, r: null });
    const sizeChoice = field("Size of the line", choice(options, String(n), take));
    const size = html`<div class="tools">${sizeChoice}</div>`;
    const loading = data(`way-clauses-${n}`);
    const known = loading.last;
    if (!known) return html`${size}${waiting(loading, "The clauses are being loaded")}`;
    const literal = within(frame.get("e") ?? String(Math.ceil(n / 2)), n, 1);
    const key = `${n} ${literal}`;
    const found = ({ way, clauses }) => [way, inRounds(clauses, [literal]).rounds];
    if (local.key !== key) Object.assign(local, { key, found: new Map(known.ways.map(found)) });
    const named = (name) => known.ways.find((one) => one.way === name);
    const way = named(frame.get("w")) ?? named("product");
    const all = waysTable(frame, sizes.indexOf(n), way.way, n, literal);
    return html`${size}<div class="at-most-one">${wayView(frame, way, n, literal)}
      <section aria-label="All ways">${all}</section></div>`;
  },
};

function wayView(frame, way, n, literal) {
  const rounds = local.found.get(way.way);
  const round = within(frame.get("r"), rounds.length - 1);
  const values = valuesOf(rounds.slice(0, round + 1).flat());
  const fresh = new Set(round ? rounds[round].map((one) => Math.abs(one.number)) : []);
  const helpers = Array.from({ length: way.auxiliary }, (_, at) => n + 1 + at);
  const literals = Array.from({ length: n }, (_, at) => at + 1);
  const name = (number) => (number <= n ? `x${number}` : `a${number - n}`);
  const chip = (number) => {
    const value = String(values.get(number) ?? "open");
    const kind = `chip ${number > n ? "helper" : ""} ${fresh.has(number) ? "fresh" : ""}`;
    const [words, label] = [name(number), `${name(number)}, ${value}`];
    if (number > n) {
      return html`<span class=${kind} role="img" data-value=${value} aria-label=${label}>${words}</span>`;
    }
    return html`<button type="button" class=${kind} data-value=${value} aria-label=${label}
      aria-pressed=${String(number === literal)} @click=${() => frame.set({ e: number, r: null })}
      >${words}</button>`;
  };
  const { source } = frame.data.ways.ways.find((one) => one.way === way.way);
  const picture = (helpers.length ? PICTURES[way.way] : null) ?? plain;
  return html`<section class="card" aria-label="One way">
    <h2>${way.way} <small class="soft">${source}</small></h2>
    <p class="soft">Click a literal to make it true.</p>
    <div class="way-picture" role="group" tabindex="0" aria-label="The literals of the line, and auxiliary
      variables: choose the literal that is true">${picture(chip, literals, helpers, way)}</div>
    ${player({ name: "way", label: "Round", at: round, count: rounds.length, canPlay: true,
      onMove: (at) => frame.set({ r: at || null }),
      words: (at) => (at ? `after round ${at}` : "one is true") })}
    <p class="line-told" aria-live="polite">x${literal} is true, and
      ${literals.filter((one) => values.get(one) === false).length} of the ${n - 1} others are false.
      ${helpers.filter((one) => values.has(one)).length} of ${helpers.length} auxiliary variables are known.
      ${round === rounds.length - 1 ? "Nothing more follows." : ""}</p></section>`;
}


/** After how many rounds all others of the line are false. */
function roundsOf(way, n, literal) {
  const waiting = new Set(Array.from({ length: n }, (_, at) => -at - 1));
  waiting.delete(-literal);
  return local.found.get(way).findIndex((steps) => {
    for (const { number } of steps) waiting.delete(number);
    return waiting.size === 0;
  });
}

/** All ways; the question asks for the rounds, so they are there once it is answered. */
function waysTable(frame, place, shown, n, literal) {
  const counts = frame.data.ways.ways;
  const most = Math.max(...counts.map((one) => one.clauses[place]));
  const rounds = frame.isRevealed ? [["rounds", "number"]] : [];
  const row = ({ way, clauses, auxiliary }) => [
    html`<button type="button" class="button quiet" aria-pressed=${String(way === shown)}
      @click=${() => frame.set({ w: way, r: null })}>${way}</button>`,
    html`${clauses[place]}<span class="way-bar" aria-hidden="true"
      .style="width: ${(100 * clauses[place]) / most}%"></span>`,
    auxiliary[place],
    ...rounds.map(() => roundsOf(way, n, literal)),
  ];
  const heads = ["way", ["clauses", "number way-clauses"], ["auxiliary", "number"], ...rounds];
  const more = rounds.length ? ", and rounds until all others are false" : "";
  const caption = `All ways for a line of this size: clauses, auxiliary variables${more}.`;
  return table(heads, counts.map(row), { label: "All ways", kind: "all-ways", caption });
}

/** All literals in a line, and the auxiliary variables below them. */
const plain = (chip, literals, helpers) => html`<div class="line-literals">${literals.map(chip)}</div>
  <div class="line-helpers">${helpers.map(chip)}</div>`;

const PICTURES = {
  /** The literals in a rectangle: the variables of its rows on the left, those of its columns above. */
  product(chip, literals, helpers) {
    const width = Math.ceil(Math.sqrt(literals.length));
    const row = (one, at) => {
      const cells = literals.slice(at * width, (at + 1) * width);
      return html`${chip(one)}${cells.map(chip)}${Array(width - cells.length).fill(html`<i></i>`)}`;
    };
    const columns = `grid-template-columns: repeat(${width + 1}, max-content)`;
    return html`<div class="way-grid" .style=${columns}><i></i>
      ${helpers.slice(-width).map(chip)}${helpers.slice(0, -width).map(row)}</div>`;
  },
  /** The commanders above their groups: the clause that only a commander is negated in has its group. */
  commander(chip, literals, helpers, { clauses }) {
    const ofGroups = clauses.filter((clause) => clause.length > 2 && clause.at(-1) < 0);
    const groups = new Map(ofGroups.map((clause) => [-clause.at(-1), clause.slice(0, -1)]));
    const inner = new Set([...groups.values()].flat());
    const group = (one) => html`<div class="way-group">${groups.get(one)?.map(node)}</div>`;
    const node = (one) =>
      html`<div class="way-node">${chip(one)}${groups.has(one) ? group(one) : nothing}</div>`;
    const tops = [...helpers, ...literals].filter((one) => !inner.has(one));
    return html`<div class="way-tree">${tops.map(node)}</div>`;
  },
  /** The counter: from one place to the next it is passed on that one has been seen. */
  "sequential-counter"(chip, literals, helpers) {
    const below = (helper) => (helper ? chip(helper) : nothing);
    const node = (one, at) => html`<div class="way-node">${chip(one)}
      <span aria-hidden="true">${at < helpers.length ? "↓" : ""}</span>${below(helpers[at])}</div>`;
    return html`<div class="way-chain">${literals.map(node)}</div>`;
  },
};
