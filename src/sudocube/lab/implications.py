"""What led to a conflict: the implication graph, and its cut at the first unique implication point.

A node is a literal that is true, or the conflict. An edge leads to it from each literal whose negation stands
in its clause: these made the clause fire. Only what led to the conflict is a node. Literals of level 0 are
left out, because they are true for good; a conflict at level 0 itself can be traced back to the clues.

The learned clause says of some nodes that they are not all true. Nodes after them are on the side of the
conflict: their clauses were joined to learn that. The cut are the edges that lead to this side.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sudocube.encoder.clause_names import NamedClause
from sudocube.errors import UnsupportedError
from sudocube.lab.trace_steps import Assigned, ClauseConflict, ClauseTrace

CONFLICT = 0
"""The conflict among the nodes; the others are literals."""


@dataclass(frozen=True, slots=True)
class ImplicationGraph:
    """What led to a conflict.

    `broken` is the clause of which all literals are false. `nodes` are the literals that led to that, in the
    order in which they became true, each with its level and its clause. `causes` has the edges: for each
    literal, and for CONFLICT, the literals that made its clause fire. `learned` is the learned clause; its
    first literal is the negation of the first unique implication point. `conflict_side` are the literals
    after the cut. Without a learned clause, these are all literals.
    """

    broken: NamedClause
    nodes: tuple[Assigned, ...]
    causes: Mapping[int, tuple[int, ...]]
    learned: tuple[int, ...]
    conflict_side: frozenset[int]

    @property
    def edges(self) -> tuple[tuple[int, int], ...]:
        """Each edge: the literal that it begins at, and the literal, or CONFLICT, that it leads to."""
        return tuple((cause, node) for node, causes in self.causes.items() for cause in causes)

    @property
    def cut(self) -> frozenset[tuple[int, int]]:
        """The edges that lead to the side of the conflict; none where nothing was learned."""
        behind = {*self.conflict_side, CONFLICT}
        return frozenset(edge for edge in self.edges if edge[1] in behind and edge[0] not in behind)


def conflict_graph(
    traced: ClauseTrace, number: int | None = None, *, to_clues: bool = False
) -> ImplicationGraph:
    """The implication graph of a conflict of a trace, by its number from 1, by default of the last one.

    A conflict at level 0 stands alone, or, with `to_clues`, with all that led to it from the clues on.

    Raises UnsupportedError where the trace has no conflict of that number.

    >>> from sudocube.lab import trace
    >>> traced = trace("1.2. .... 2.3. ....", decide="r2c4=4")
    >>> graph = conflict_graph(traced)
    >>> [traced.name(step.literal) for step in graph.nodes]
    ['x[r2c4,4]', '¬x[r2c1,4]', '¬x[r2c3,4]', 'x[r4c1,4]', 'x[r4c3,4]']
    >>> [(traced.name(cause), traced.name(literal)) for cause, literal in sorted(graph.cut)]
    [('x[r2c4,4]', '¬x[r2c3,4]'), ('x[r2c4,4]', '¬x[r2c1,4]')]
    """
    places = [place for place, step in enumerate(traced.steps) if isinstance(step, ClauseConflict)]
    number = len(places) if number is None else number
    if not places:
        raise UnsupportedError(
            "there was no conflict, so there is no implication graph to draw; decisions can lead to one,"
            " those of --decide or --search"
        )
    if not 1 <= number <= len(places):
        has = f"{len(places):,} conflict{'' if len(places) == 1 else 's'}"
        raise UnsupportedError(f"there is no conflict {number}; the trace has {has}")
    conflict = traced.conflicts[number - 1]
    lowest = 0 if to_clues and conflict.level == 0 else 1
    trail = [step for step in traced.trail(places[number - 1]) if step.level >= lowest]
    return implications(conflict.clause, trail, conflict.learned)


def implications(
    broken: NamedClause, trail: Iterable[Assigned], learned: Iterable[int] = ()
) -> ImplicationGraph:
    """The implication graph of a clause that is broken while the literals of `trail` are true.

    `trail` is in the order in which the literals became true; literals that are not in it are no nodes.
    `learned` is the learned clause, by which the graph is cut.

    >>> from sudocube.encoder.clause_names import ClauseName
    >>> name = ClauseName("own", "", "clause", "own")
    >>> one, two = Assigned(1, 1, None), Assigned(2, 1, NamedClause([-1, 2], name))
    >>> graph = implications(NamedClause([-1, -2], name), [one, two, Assigned(5, 2, None)], [-1])
    >>> sorted(graph.edges), sorted(graph.cut), sorted(graph.conflict_side)
    ([(1, 0), (1, 2), (2, 0)], [(1, 0), (1, 2)], [2])
    """
    true = {step.literal: step for step in trail}
    learned = tuple(learned)

    def causes_of(clause: NamedClause | None) -> tuple[int, ...]:
        """The true literals that a clause contains negated; none for a decision."""
        literals = () if clause is None else dict.fromkeys(clause.clause)
        return tuple(-literal for literal in literals if -literal in true)

    causes = {CONFLICT: causes_of(broken)}
    reached, joined = set(causes[CONFLICT]), set(causes[CONFLICT])
    for literal in reversed(true):
        if literal in reached:
            causes[literal] = causes_of(true[literal].clause)
            reached.update(causes[literal])
            if literal in joined and -literal not in learned:
                joined.update(causes[literal])
    nodes = tuple(step for literal, step in true.items() if literal in reached)
    conflict_side = frozenset(joined.difference(-literal for literal in learned))
    return ImplicationGraph(broken, nodes, causes, learned, conflict_side)
