"""Which statements of an encoding follow from the others?

Without one of its statements, a sound and complete encoding still loses no grid; so the statement is
redundant exactly when the rest is sound. First each statement is left out by itself. Then the redundant ones
are left out one after the other, and stay out while the rest is sound: in the end none of those that remain
can be left out.
"""

from __future__ import annotations

from dataclasses import dataclass

from sudocube.clock import Clock
from sudocube.encoder.vocabulary import Encoding, Formalism, Statement
from sudocube.geometry import Geometry
from sudocube.lab.encoded_clauses import encoded_clauses
from sudocube.lab.soundness import Soundness, soundness
from sudocube.lab.violations import CounterGrid


@dataclass(frozen=True, slots=True)
class StatementRedundancy:
    """The statements, by what leaving out each one alone showed.

    Each of the `needed` comes with a grid that is wrongly accepted without it. `enough` are statements that
    say the rules without the others, and none of them can be left out; unless `is_settled` is false, which
    says that this is undecided for one of them.
    """

    redundant: tuple[Statement, ...]
    needed: tuple[tuple[Statement, CounterGrid], ...]
    undecided: tuple[Statement, ...]
    enough: tuple[Statement, ...]
    is_settled: bool


def redundant_statements(encoding: Encoding, geometry: Geometry, clock: Clock) -> StatementRedundancy:
    """Leave out the statements of a sound encoding, first each alone, then as many together as possible.

    >>> from sudocube.encoder import load
    >>> found = redundant_statements(load("efficient"), Geometry.of_size(4), Clock())
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
        if found.counter_grid is not None:
            needed.append((statement, found.counter_grid))
        else:
            (redundant if found.holds else undecided).append(statement)
    rest, is_settled = encoding, not undecided
    for statement in reversed(redundant):  # the needed ones are also needed when others are left out
        found = without(rest, statement)
        if found.holds:
            rest = rest.without(statement)
        is_settled = is_settled and found.holds is not None
    return StatementRedundancy(tuple(redundant), tuple(needed), tuple(undecided), rest.statements, is_settled)


def _soundness(encoding: Encoding, geometry: Geometry, clock: Clock) -> Soundness:
    if encoding.formalism is Formalism.CNF:
        return soundness(encoded_clauses(encoding, geometry), clock)
    from sudocube.encoder.cpsat_model import cpsat_model
    from sudocube.lab.cpsat_proofs import cpsat_soundness

    return cpsat_soundness(cpsat_model(encoding, geometry), clock)
