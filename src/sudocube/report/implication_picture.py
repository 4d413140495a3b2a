"""The implication graph of a conflict as a picture for notebooks.

Decisions stand at the left, the conflict at the right. The learned clause says of the framed nodes that they
cannot all be true; red is what was joined to learn it. What the nodes and arrows are: `lab/implications.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from statistics import fmean

from sudocube.encoder.clause_names import ClauseName, NamedClause
from sudocube.lab.implications import CONFLICT, ImplicationGraph, conflict_graph, implications
from sudocube.lab.trace_steps import Assigned, ClauseTrace
from sudocube.report.board_pictures import CONFLICT as CONFLICT_COLOUR
from sudocube.report.board_pictures import DIFFERS
from sudocube.report.lesson_pictures import Picture

HEIGHT = 36
"""The height of a node, in pixels."""

ROW, GAP = HEIGHT + 14, 44
"""From node to node in a column, and between two columns."""

FORCED, DECIDED, JOINED = "#dfeafd", "#fdf0d5", "#fde3e3"
"""The colours of nodes; their text is dark on all pages."""


@dataclass(slots=True)
class _Node:
    """A literal or the conflict; its column, and its place in the picture."""

    label: str
    caption: str
    causes: tuple[int, ...]
    depth: int
    colour: str = FORCED
    is_decision: bool = False
    is_framed: bool = False
    x: float = 0
    y: float = 0

    @property
    def width(self) -> float:
        return max(len(self.label) * 8.2, len(self.caption) * 5.4) + 16

    @property
    def height(self) -> float:
        return ROW


@dataclass(slots=True)
class _Bend:
    """Where a long arrow passes the nodes of a column."""

    depth: int
    x: float = 0
    y: float = 0
    width: float = 0
    height: float = 14


def conflict_picture(
    traced: ClauseTrace, number: int | None = None, *, name: Callable[[int], str] | None = None
) -> Picture:
    """The implication graph of a conflict of a trace, by its number from 1, by default of the last one.

    `name` tells what a literal stands for; by default it is the trace's own.

    Raises UnsupportedError where the trace has no conflict of that number.

    >>> from sudocube.lab import trace
    >>> conflict_picture(trace("1.2. .... 2.3. ....", decide="r2c4=4"))
    x[r2c4,4]   decision, level 1
    ¬x[r2c1,4]  row 2, digit 4: x[r2c4,4]
    ¬x[r2c3,4]  row 2, digit 4: x[r2c4,4]
    x[r4c1,4]   column 1, digit 4: ¬x[r2c1,4]
    x[r4c3,4]   column 3, digit 4: ¬x[r2c3,4]
    conflict    row 4, digit 4: x[r4c1,4], x[r4c3,4]
    learned     ¬x[r2c4,4]
    """
    graph = conflict_graph(traced, number, to_clues=True)
    return _picture(graph, name or traced.name, "decision, level {}")


def implication_picture(
    broken: Sequence[int],
    reasons: Mapping[int, Sequence[int] | None],
    name: Callable[[int], str],
    *,
    lines: Mapping[int, str] | None = None,
    learned: Sequence[int] = (),
) -> Picture:
    """The implication graph of a clause that is broken.

    `reasons` are the literals that are true only since a decision, in their order, each with its clause, or
    None for a decision. `name` tells what a literal stands for, and `lines` what its clause is of, under 0
    that of the broken clause. `learned` are the literals of the learned clause.

    >>> implication_picture([-2, -3], {1: None, 2: [-1, 2], 3: [-1, 3]}, str, learned=[-1])
    1         decision
    2         1
    3         1
    conflict  2, 3
    learned   -1
    """
    lines = lines or {}

    def named(clause: Sequence[int], literal: int) -> NamedClause:
        return NamedClause([*clause], ClauseName("", lines.get(literal, ""), "", ""))

    trail, level = [], 0
    for literal, clause in reasons.items():
        level += clause is None
        trail.append(Assigned(literal, level, None if clause is None else named(clause, literal)))
    return _picture(implications(named(broken, CONFLICT), trail, learned), name, "decision")


def _picture(graph: ImplicationGraph, name: Callable[[int], str], decided: str) -> Picture:
    """A graph drawn; `decided` is said of a decision, with its level in place of `{}`."""
    nodes = _nodes(graph, name, decided)
    said = " ∨ ".join(map(name, graph.learned)) or "the empty clause: there is no solution"
    text = [(node.label, _in_words(node, nodes)) for node in nodes.values()]
    text += [("learned", said)]
    width = max(len(label) for label, _ in text)
    words = "\n".join(f"{label:{width}}  {why}".rstrip() for label, why in text)
    legend = f"Framed: not all of them can be true. Red: what was joined to learn that. Learned: {said}."
    return Picture(_svg(nodes), words, legend)


def _nodes(graph: ImplicationGraph, name: Callable[[int], str], decided: str) -> dict[int, _Node]:
    """What leads to the conflict, in the order in which it became true, and the conflict at the end."""
    nodes: dict[int, _Node] = {}
    for step in graph.nodes:
        causes = graph.causes[step.literal]
        caption = decided.format(step.level) if step.clause is None else step.clause.name.line
        node = _Node(name(step.literal), caption, causes, _depth(causes, nodes))
        node.is_decision, node.is_framed = step.is_decision, -step.literal in graph.learned
        if node.is_decision:
            node.colour = DECIDED
        elif step.literal in graph.conflict_side:
            node.colour = JOINED
        nodes[step.literal] = node
    causes = graph.causes[CONFLICT]
    nodes[CONFLICT] = _Node("conflict", graph.broken.name.line, causes, _depth(causes, nodes), JOINED)
    return nodes


def _depth(causes: Sequence[int], nodes: Mapping[int, _Node]) -> int:
    """The column of a node: to the right of all that it comes from."""
    return 1 + max((nodes[one].depth for one in causes), default=-1)


def _in_words(node: _Node, nodes: Mapping[int, _Node]) -> str:
    """Why a literal is true, or what the conflict is between."""
    of = ", ".join(nodes[one].label for one in node.causes)
    return ": ".join(part for part in (node.caption, of) if part)


def _svg(nodes: Mapping[int, _Node]) -> str:
    """The graph, in columns by depth; long arrows pass beside the nodes of the columns between."""
    routes = _routes(nodes)
    width, height = _placed(nodes, routes)
    label = escape("; ".join(f"{one.label}: {_in_words(one, nodes)}" for one in nodes.values()), quote=True)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="implication graph: {label}"'
        f' width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
        ' style="background:none;font-family:system-ui,sans-serif" text-anchor="middle">'
    ]
    for (cause, key), bends in routes.items():
        parts.append(_arrow(nodes[cause], bends, nodes[key]))
    for key, node in nodes.items():
        parts += _box(node, is_conflict=key == CONFLICT)
    return "".join((*parts, "</svg>"))


def _routes(nodes: Mapping[int, _Node]) -> dict[tuple[int, int], list[_Bend]]:
    """For each arrow, from cause to node: its bends. Arrows of one cause share them."""
    bends: dict[tuple[int, int], _Bend] = {}
    routes = {}
    for key, node in nodes.items():
        for cause in node.causes:
            passed = range(nodes[cause].depth + 1, node.depth)
            routes[cause, key] = [bends.setdefault((cause, depth), _Bend(depth)) for depth in passed]
    return routes


def _placed(
    nodes: Mapping[int, _Node], routes: Mapping[tuple[int, int], Sequence[_Bend]]
) -> tuple[float, float]:
    """Give all nodes and bends their places, at about the height of what they come from; width and height."""
    before: dict[int, list[_Node | _Bend]] = {}  # by identity: what stands left of it on its arrows
    columns: list[dict[int, _Node | _Bend]] = [{} for _ in range(nodes[CONFLICT].depth + 1)]
    for node in nodes.values():
        columns[node.depth][id(node)] = node
    for (cause, key), bends in routes.items():
        way: list[_Node | _Bend] = [nodes[cause], *bends, nodes[key]]
        for one, other in pairwise(way):
            before.setdefault(id(other), []).append(one)
            columns[other.depth][id(other)] = other
    height = max(sum(one.height for one in column.values()) for column in columns)
    left = 2.0
    for column in columns:
        width = max(one.width for one in column.values())
        top = (height - sum(one.height for one in column.values())) / 2
        for one in sorted(
            column.values(), key=lambda one: fmean([way.y for way in before.get(id(one), ())] or [0])
        ):
            one.x, one.y = left + width / 2, top + one.height / 2
            top += one.height
            if isinstance(one, _Bend):
                one.width = width
        left += width + GAP
    return left - GAP + 2, height


def _arrow(start: _Node, bends: Sequence[_Bend], end: _Node) -> str:
    """From the right side of a node, past other columns, to the left side of another node."""
    x, y = start.x + start.width / 2, start.y
    path = f"M{x:.1f} {y:.1f}"
    stops: list[_Node | _Bend] = [*bends, end]
    for stop in stops:
        to_x = stop.x - stop.width / 2 - (6 if stop is end else 0)
        bend = (to_x - x) / 2
        path += f"C{x + bend:.1f} {y:.1f} {to_x - bend:.1f} {stop.y:.1f} {to_x:.1f} {stop.y:.1f}"
        x, y = stop.x + stop.width / 2, stop.y
        if stop is not end:
            path += f"L{x:.1f} {y:.1f}"
    head = f"M{end.x - end.width / 2:.1f} {end.y:.1f}l-7 -3.5v7z"
    return (
        f'<path d="{path}" fill="none" stroke="currentColor" stroke-opacity="0.6"/>'
        f'<path d="{head}" fill="currentColor" fill-opacity="0.7"/>'
    )


def _box(node: _Node, *, is_conflict: bool) -> Iterator[str]:
    """A node: what it says, and below it, smaller, why."""
    edge = CONFLICT_COLOUR if is_conflict else DIFFERS if node.is_framed else "#64748b"
    width = 3 if node.is_framed or is_conflict else 1
    yield (
        f'<rect x="{node.x - node.width / 2:.1f}" y="{node.y - HEIGHT / 2:.1f}" width="{node.width:.1f}"'
        f' height="{HEIGHT}" rx="{HEIGHT / 2 if node.is_decision else 5:g}" fill="{node.colour}"'
        f' stroke="{edge}" stroke-width="{width}"/>'
    )
    label, down = escape(node.label), -2 if node.caption else 4.5
    yield f'<text x="{node.x:.1f}" y="{node.y + down:.1f}" font-size="13" fill="#111">{label}</text>'
    if node.caption:
        caption = escape(node.caption)
        yield f'<text x="{node.x:.1f}" y="{node.y + 11:.1f}" font-size="10" fill="#444">{caption}</text>'
