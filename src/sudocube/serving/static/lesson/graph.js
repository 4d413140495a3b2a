// @ts-check
/* The implication graph of scene 4: columns are steps of cause and effect; each level has its own band. */

import { html, nothing, svg } from "../vendor/lit-html.js";
import { shortName } from "./elements.js";
import { literalsOf, sayingOf, trailAfter } from "./propagation.js";

const CONFLICT = 0;
const COLUMN = 116;
const ROW = 46;
const WIDTH = 84;
const TALL = 34;
const MARGIN = 14;
const BAND = 26; // above each level, for its name

/** A graph for what leads to each conflict, and one for the rest: { conflict, nodes, edges, story }. `nodes`
    has each literal above level 0 that is shown with its step, `edges` are pairs of a cause and a literal or
    CONFLICT, and `story` is the Set of what led to the conflict. @param {any[]} steps */
export function episodesOf(steps) {
  const ends = [...steps.keys()].filter((at) => steps[at].conflict);
  return [...ends, steps.length].map((end) => episode(steps, end));
}

/** @param {any[]} steps @param {number} end */
function episode(steps, end) {
  const conflict = steps[end] ?? null;
  const above = new Map();
  for (const step of trailAfter(steps, end)) if (step.level > 0) above.set(step.number, step);
  const causesIn = (step) => literalsOf(step).map((one) => -one).filter((one) => above.has(one));
  const causes = (literal) => causesIn(above.get(literal));
  const broken = conflict ? causesIn(conflict) : [];
  const story = closure(broken, causes);
  const isSeen = (literal) => literal > 0 || above.get(literal).because === "decision";
  const shown = closure([...story, ...[...above.keys()].filter(isSeen)], causes);
  const nodes = new Map([...above].filter(([literal]) => shown.has(literal)));
  const edges = [...nodes.keys()].flatMap((literal) => causes(literal).map((cause) => [cause, literal]));
  return { conflict, nodes, edges: [...edges, ...broken.map((cause) => [cause, CONFLICT])], story };
}

/** These literals, and all that led to them. @param {Iterable<number>} literals */
function closure(literals, causes) {
  const found = new Set(literals);
  for (const literal of found) for (const cause of causes(literal)) found.add(cause);
  return found;
}

/** Where each node stands. What has no part in the conflict stands below: no arrow runs through it. */
export function layoutOf({ nodes, edges, conflict, story }) {
  const causes = (node) => edges.filter(([, to]) => to === node).map(([from]) => from);
  const columns = new Map();
  for (const literal of nodes.keys()) {
    columns.set(literal, Math.max(0, ...causes(literal).map((cause) => columns.get(cause) + 1)));
  }
  const places = new Map();
  const bands = [];
  let top = 0;
  for (const [level, ofLevel] of Map.groupBy(nodes.keys(), (literal) => nodes.get(literal).level)) {
    let below = 0; // how many rows the nodes before take
    for (const part of [ofLevel.filter((one) => story.has(one)), ofLevel.filter((one) => !story.has(one))]) {
      const filled = new Map(); // how many nodes each column has
      for (const literal of part) {
        const column = columns.get(literal);
        const row = filled.get(column) ?? 0;
        filled.set(column, row + 1);
        places.set(literal, { x: MARGIN + column * COLUMN, y: top + BAND + (below + row) * ROW });
      }
      below += Math.max(0, ...filled.values());
    }
    bands.push({ level, top });
    top += BAND + below * ROW;
  }
  const ends = causes(CONFLICT).map((cause) => places.get(cause).y);
  const middle = ends.length ? ends.reduce((sum, one) => sum + one, 0) / ends.length : BAND;
  const last = Math.max(-1, ...columns.values()) + (conflict ? 1 : 0);
  places.set(CONFLICT, { x: MARGIN + last * COLUMN, y: middle });
  const height = Math.max(top, BAND + ROW) + MARGIN;
  return { places, bands, width: MARGIN * 2 + (last + 1) * COLUMN, height };
}

/** The graph as it is at a moment. @param {any} state of scene 4 @param {any} layout */
export function graphView({ moment, step, trail, episode }, { places, bands, width, height }, tallest) {
  const isConflict = moment.kind === "conflict";
  const story = isConflict ? episode.story : new Set(episode.nodes.keys());
  const done = isConflict ? step.resolutions.slice(0, moment.joined) : [];
  const behind = new Set([CONFLICT, ...done.map(({ number }) => number)]);
  const shown = new Set(trail.map(({ number }) => number));
  if (isConflict) shown.add(CONFLICT);
  const arrow = ([from, to]) => {
    const isCut = isConflict && story.has(from) && behind.has(to) && !behind.has(from);
    return arrowView(places.get(from), places.get(to), isCut, to !== CONFLICT && !story.has(to));
  };
  const node = (literal) => {
    const { level, because } = episode.nodes.get(literal);
    const isDecided = because === "decision";
    const about = `level ${level}, ${isDecided ? because : `by ${sayingOf(because)}`}`;
    const kinds = [
      "node", literal > 0 && "holds", isDecided && "decided", literal === step?.number && "current",
      !story.has(literal) && "aside", behind.has(literal) && "behind",
    ];
    const { x, y } = places.get(literal);
    return html`<span class=${kinds.filter(Boolean).join(" ")} title=${about}
      .style="left: ${x}px; top: ${y}px">${shortName(literal)}</span>`;
  };
  const head = (kind) => svg`<marker id="arrow-head${kind}" viewBox="0 0 8 8" refX="7" refY="4"
    markerWidth="10" markerHeight="10" markerUnits="userSpaceOnUse" orient="auto">
    <path class="arrow-head${kind}" d="M0 0L8 4L0 8Z"></path></marker>`;
  const band = ({ top }) => svg`<line class="band" x1="0" x2=${width} y1=${top + 4} y2=${top + 4}></line>`;
  const name = ({ level, top }) => html`<span class="level" .style="top: ${top + 6}px">level ${level}</span>`;
  const { x, y } = places.get(CONFLICT);
  const end = html`<span class="node conflict" .style="left: ${x}px; top: ${y}px">conflict</span>`;
  const edges = episode.edges.filter((edge) => edge.every((one) => shown.has(one)));
  const nodes = [...episode.nodes.keys()].filter((literal) => shown.has(literal));
  return html`<div class="graph" role="region" aria-label="The implication graph" tabindex="0"
    .style="min-height: ${tallest + 2}px">
    <div class="graph-inner" .style="width: ${width}px; height: ${height}px">
      <svg width=${width} height=${height} aria-hidden="true"><defs>${head("")}${head("-cut")}</defs>
        ${bands.map(band)}${edges.map(arrow)}</svg>
      ${bands.map(name)}${nodes.map(node)}${isConflict ? end : nothing}</div></div>`;
}

/** @param {{ x: number, y: number }} from @param {{ x: number, y: number }} to */
function arrowView(from, to, isCut, isAside) {
  const [x1, y1, x2, y2] = [from.x + WIDTH, from.y + TALL / 2, to.x - 3, to.y + TALL / 2];
  const bend = Math.max(18, (x2 - x1) / 2);
  const kinds = ["arrow", isCut && "cut", isAside && "aside"].filter(Boolean).join(" ");
  return svg`<path class=${kinds} marker-end="url(#arrow-head${isCut ? "-cut" : ""})"
    d="M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}"></path>`;
}
