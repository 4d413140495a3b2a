"""The implication graph of a conflict, as text for Graphviz.

Nodes are drawn with their levels, and edges with the line that the clause is of. A conflict at level 0 is
drawn back to the clues. The cut of the first unique implication point parts the literals that were resolved,
inside the dashed frame, from the others; the learned clause says that the literals at the edges of the cut
are not all true. What the nodes and edges are: `lab/implications.py`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sudocube.encoder.clause_names import NamedClause
from sudocube.errors import InputError, reason_of
from sudocube.lab.implications import CONFLICT, ImplicationGraph, conflict_graph
from sudocube.lab.trace_steps import Assigned, ClauseTrace
from sudocube.report.clause_text import clause_in_words

if TYPE_CHECKING:
    from graphviz import Digraph

CUT = "#b03a2e"
DECISION, POINT, OTHER, FOR_GOOD = "#f9e79f", "#abebc6", "#ffffff", "#e5e8e8"
"""The colours of nodes: decisions, the first unique implication point, others, and those of level 0."""


def write_dot(traced: ClauseTrace, file: Path, number: int | None = None) -> None:
    """Write the implication graph of a conflict to a file; see `implication_graph`.

    Raises UnsupportedError where there is no such conflict, and InputError if the file cannot be written.
    """
    text = implication_graph(traced, number)
    try:
        file.write_text(text, "utf-8")
    except OSError as error:
        raise InputError(str(file), reason_of(error)) from None


def implication_graph(traced: ClauseTrace, number: int | None = None) -> str:
    r"""The implication graph of the conflict of that number, from 1, or of the last one: text for Graphviz.

    Raises UnsupportedError where there is no such conflict, and ImportError if graphviz is missing.

    >>> from sudocube.lab import trace
    >>> text = implication_graph(trace("1.2. .... 2.3. ....", decide="r2c4=4"))
    >>> [line.strip() for line in text.splitlines() if line.strip().startswith("conflict [")]
    ['conflict [label="conflict\\nrow 4, digit 4:\\nat most one" color="#b03a2e" shape=octagon]']
    """
    number = len(traced.conflicts) if number is None else number
    graph = conflict_graph(traced, number, to_clues=True)
    return _Drawing(traced, graph, number).source()


class _Drawing:
    """The graph of one conflict, while it is drawn."""

    def __init__(self, traced: ClauseTrace, graph: ImplicationGraph, number: int) -> None:
        self._traced, self._graph, self._number = traced, graph, number
        self._cut = graph.cut

    def source(self) -> str:
        """The whole text."""
        from graphviz import Digraph

        graph = Digraph("implications")
        graph.attr(rankdir="LR", fontname="Helvetica", label=self._title(), labelloc="b")
        graph.attr("node", shape="box", style="rounded,filled", fillcolor=OTHER, fontname="Helvetica")
        graph.attr("edge", fontname="Helvetica", fontsize="10")
        side = self._graph.conflict_side if self._cut else ()
        with graph.subgraph(name="cluster_cut" if self._cut else None) as inside:  # None: without a frame
            if self._cut:
                inside.attr(style="dashed", color=CUT, label="resolved: behind the cut", fontcolor=CUT)
            for step in self._graph.nodes:
                if step.literal in side:
                    self._draw_literal(inside, step)
            broken = self._graph.broken.name
            label = _label("conflict", f"{broken.line}:", broken.says)
            inside.node(_node(CONFLICT), label, shape="octagon", color=CUT)
        for step in self._graph.nodes:
            if step.literal not in side:
                self._draw_literal(graph, step)
        for step in self._graph.nodes:
            if step.clause is not None:
                self._draw_edges(graph, step.clause, step.literal)
        self._draw_edges(graph, self._graph.broken, CONFLICT)
        return str(graph.source)

    def _title(self) -> str:
        """What stands below the drawing."""
        name_of = self._traced.name
        conflict = self._traced.conflicts[self._number - 1]
        if conflict.backjump is None:
            return f"conflict {self._number}, at level 0: the clauses have no model"
        learned = clause_in_words(conflict.learned, name_of)
        return _label(
            f"conflict {self._number}: learned {learned}; back to level {conflict.backjump}",
            "without the literals of level 0; dashed: the cut of the first unique implication point",
        )

    def _draw_literal(self, graph: Digraph, step: Assigned) -> None:
        lines = [self._traced.name(step.literal), f"level {step.level}" + ", decision" * step.is_decision]
        colour = DECISION if step.is_decision else OTHER if step.level else FOR_GOOD
        if -step.literal in self._graph.learned[:1]:
            lines, colour = [*lines, "first unique implication point"], POINT
        width = "2" if step.is_decision else "1"
        graph.node(_node(step.literal), _label(*lines), fillcolor=colour, penwidth=width)

    def _draw_edges(self, graph: Digraph, clause: NamedClause, to: int) -> None:
        """An edge from each cause; those that the cut crosses are dashed."""
        for cause in self._graph.causes[to]:
            look = {"color": CUT, "style": "dashed"} if (cause, to) in self._cut else {}
            graph.edge(_node(cause), _node(to), clause.name.line, **look)


def _node(literal: int) -> str:
    """The name of a node in the text: the literal, or "conflict"."""
    return "conflict" if literal == CONFLICT else str(literal)


def _label(*lines: str) -> str:
    """Text lines as Graphviz breaks them."""
    return "\\n".join(lines)
