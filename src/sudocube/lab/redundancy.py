"""Which statements of an encoding follow from the others?

An encoding that is sound and complete is so without a statement exactly when it is still sound: to leave
something out loses no grid. Statements are left out one by one, each by itself; then one after the other
for good, as long as what is left is sound, so that of what remains in the end none can be spared.
"""

from __future__ import annotations

from dataclasses import dataclass

from sudocube.clock import Clock
from sudocube.encoder.vocabulary import Encoding, Formalism, Statement
from sudocube.geometry import Geometry
from sudocube.lab.encoded_clauses import encoded_clauses
from sudocube.lab.rules import CounterGrid
from sudocube.lab.soundness import Soundness, soundness


@dataclass(frozen=True, slots=True)
class StatementRedundancy:
    """The statements by what came of it to leave out each by itself: `needed` with a counter-grid.

    `enough` are statements that do without the others and of which none can be spared; unless it is
    undecided for one of them, which `is_settled` says.
    """

    redundant: tuple[Statement, ...]
    needed: tuple[tuple[Statement, CounterGrid], ...]
    undecided: tuple[Statement, ...]
    enough: tuple[Statement, ...]
    is_settled: bool


def redundancy(encoding: Encoding, geometry: Geometry, clock: Clock) -> StatementRedundancy:
    """Leave out the statements of a sound encoding, each by itself and then as many as possible.

    >>> from sudocube.encoder import load
    >>> found = redundancy(load("efficient"), Geometry.of_size(4), Clock())
    >>> [str(statement) for statement in found.redundant]
    ['cell at most one: pairwise']
    """
    statements = encoding.statements
    redundant: list[Statement] = []
    needed: list[tuple[Statement, CounterGrid]] = []
    undecided: list[Statement] = []
    tries_left = 2 * len(statements)

    def without(rest: Encoding, statement: Statement) -> Soundness:
        nonlocal tries_left
        clock.progress("redundant, statement by statement", 1 - tries_left / (2 * len(statements)))
        part, tries_left = clock.share(1 / tries_left), tries_left - 1
        return _soundness(rest.without(statement), geometry, part)

    for statement in statements:
        found = without(encoding, statement)
        if found.broken is not None:
            needed.append((statement, found.broken))
        else:
            (redundant if found.holds else undecided).append(statement)
    rest, is_settled = encoding, not undecided
    for statement in reversed(redundant):  # what is needed beside all others is needed beside fewer
        found = without(rest, statement)
        if found.holds:
            rest = rest.without(statement)
        is_settled = is_settled and found.holds is not None
    return StatementRedundancy(tuple(redundant), tuple(needed), tuple(undecided), rest.statements, is_settled)


def _soundness(encoding: Encoding, geometry: Geometry, clock: Clock) -> Soundness:
    if encoding.formalism is Formalism.CNF:
        return soundness(encoded_clauses(encoding, geometry), clock)
    from sudocube.encoder.cpsat_model import cpsat_model
    from sudocube.lab import cp_proving

    return cp_proving.soundness(cpsat_model(encoding, geometry), clock)
