/* The implication graph of scene 4: a button for each literal, an arrow from each cause to what it led to.

    const graph = new ImplicationGraph(page, { onPick });    onPick(literal): a literal was chosen
    graph.lay(episodes, nameOf, labelOf)     the graphs to come, so that the picture keeps one size
    graph.show({ episode, visible, story, side, current, hasConflict })
        episode      one of those that were laid out
        visible      a Map with the literals that are true now
        story        a Set of the literals that led to the conflict, or null while nobody knows
        side         a Set of the literals on the side of the conflict, or null where nothing is cut
        current      the literal that has just become true, or null
        hasConflict  whether the conflict has come

Columns are steps of cause and effect; each level has a band of its own. */

import { CONFLICT } from "./moments.js";
import { shape } from "./cube_view.js";

const COLUMN = 116;
const ROW = 46;
const WIDTH = 84;
const HEIGHT = 34;
const MARGIN = 14;
const BAND = 26; // above each level, for its name

export class ImplicationGraph {
  constructor(page, { onPick }) {
    this.page = page;
    this.onPick = onPick;
    this.element = page.h("div", {
      class: "graph",
      role: "region",
      "aria-label": "The implication graph",
      tabindex: 0,
    });
    this.shown = null;
  }

  lay(episodes, nameOf, labelOf) {
    Object.assign(this, { nameOf, labelOf });
    this.layouts = new Map(episodes.map((episode) => [episode, layout(episode)]));
    const height = Math.max(...[...this.layouts.values()].map((one) => one.height));
    this.element.style.minHeight = `${height + 2}px`;
    this.shown = null;
  }

  show(state) {
    if (this.shown !== state.episode) this.build(state.episode);
    for (const [literal, button] of this.buttons) this.showNode(literal, button, state);
    for (const { path, from, to } of this.arrows) {
      const isThere = state.visible.has(from) && (to === CONFLICT ? state.hasConflict : state.visible.has(to));
      path.style.display = isThere ? "" : "none";
      const isCut =
        state.side !== null && state.story?.has(from) && isBehind(to, state.side) && !isBehind(from, state.side);
      path.setAttribute("marker-end", `url(#arrow-head${isCut ? "-cut" : ""})`);
      path.setAttribute(
        "class",
        ["arrow", isCut && "cut", state.story && !state.story.has(to) && to !== CONFLICT && "aside"]
          .filter(Boolean)
          .join(" "),
      );
    }
    this.conflict.hidden = !state.hasConflict;
  }

  showNode(literal, button, { visible, story, side, current }) {
    const isAside = story !== null && !story.has(literal);
    button.hidden = !visible.has(literal);
    button.className = [
      "node",
      literal > 0 && "holds",
      visible.get(literal)?.clause < 0 && "decided",
      literal === current && "current",
      isAside && "aside",
      side?.has(literal) && "behind",
    ]
      .filter(Boolean)
      .join(" ");
    if (side === null || isAside) button.removeAttribute("aria-pressed");
    else button.setAttribute("aria-pressed", String(side.has(literal)));
  }

  build(episode) {
    const { h, fill } = this.page;
    const { places, width, height, bands } = this.layouts.get(episode);
    this.shown = episode;
    this.buttons = new Map(
      [...episode.nodes.keys()].map((literal) => {
        const button = h(
          "button",
          {
            type: "button",
            onclick: () => this.onPick(literal),
            title: this.labelOf(literal),
            "aria-label": `${this.nameOf(literal)}, ${this.labelOf(literal)}`,
          },
          this.nameOf(literal),
        );
        put(button, places.get(literal));
        return [literal, button];
      }),
    );
    this.conflict = put(h("div", { class: "node conflict" }, "conflict"), places.get(CONFLICT));
    this.arrows = episode.edges.map(([from, to]) => ({ from, to, path: arrow(places.get(from), places.get(to)) }));
    const picture = shape("svg", { width, height, "aria-hidden": "true" });
    picture.append(
      heads(),
      ...bands.map((band) => shape("line", { x1: 0, x2: width, y1: band.top + 4, y2: band.top + 4, class: "band" })),
      ...this.arrows.map(({ path }) => path),
    );
    const names = bands.map(({ level, top }) => {
      const name = h("span", { class: "level" }, `level ${level}`);
      name.style.top = `${top + 6}px`;
      return name;
    });
    const inner = h("div", { class: "graph-inner" }, picture, names, [...this.buttons.values()], this.conflict);
    inner.style.width = `${width}px`;
    inner.style.height = `${height}px`;
    fill(this.element, inner);
  }
}

function isBehind(node, side) {
  return node === CONFLICT || side.has(node);
}

function put(element, { x, y }) {
  element.style.left = `${x}px`;
  element.style.top = `${y}px`;
  return element;
}

/* Where each node stands: its column is how many steps of cause and effect lead to it. What has no part in the conflict
stands below the rest, so that no arrow runs through it. */
function layout({ nodes, edges, conflict, story }) {
  const causes = new Map([...nodes.keys(), CONFLICT].map((node) => [node, []]));
  for (const [from, to] of edges) causes.get(to).push(from);
  const columns = new Map();
  for (const [literal] of nodes)
    columns.set(literal, Math.max(0, ...causes.get(literal).map((cause) => columns.get(cause) + 1)));
  const last = Math.max(-1, ...columns.values());
  const places = new Map();
  const bands = [];
  let top = 0;
  for (const level of new Set([...nodes.values()].map((step) => step.level))) {
    const ofLevel = [...nodes].flatMap(([literal, step]) => (step.level === level ? [literal] : []));
    let below = 0; // how many rows the nodes before take
    for (const part of [ofLevel.filter((one) => story.has(one)), ofLevel.filter((one) => !story.has(one))]) {
      const filled = new Map(); // how many nodes each column has
      for (const literal of part) {
        const column = columns.get(literal);
        const row = below + (filled.get(column) ?? 0);
        filled.set(column, row - below + 1);
        places.set(literal, { x: MARGIN + column * COLUMN, y: top + BAND + row * ROW });
      }
      below += Math.max(0, ...filled.values());
    }
    bands.push({ level, top });
    top += BAND + below * ROW;
  }
  const ends = causes.get(CONFLICT).map((cause) => places.get(cause).y);
  const middle = ends.length ? ends.reduce((sum, one) => sum + one, 0) / ends.length : BAND;
  places.set(CONFLICT, { x: MARGIN + (last + 1) * COLUMN, y: middle });
  return {
    places,
    bands,
    width: MARGIN * 2 + (last + (conflict ? 2 : 1)) * COLUMN,
    height: Math.max(top, BAND + ROW) + MARGIN,
  };
}

function arrow(from, to) {
  const [x1, y1, x2, y2] = [from.x + WIDTH, from.y + HEIGHT / 2, to.x - 3, to.y + HEIGHT / 2];
  const bend = Math.max(18, (x2 - x1) / 2);
  return shape("path", { d: `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`, class: "arrow" });
}

function heads() {
  const defined = shape("defs", {});
  for (const kind of ["", "-cut"]) {
    const marker = shape("marker", {
      id: `arrow-head${kind}`,
      viewBox: "0 0 8 8",
      refX: 7,
      refY: 4,
      markerWidth: 10,
      markerHeight: 10,
      markerUnits: "userSpaceOnUse",
      orient: "auto",
    });
    marker.append(shape("path", { d: "M0 0L8 4L0 8Z", class: `arrow-head${kind}` }));
    defined.append(marker);
  }
  return defined;
}
