"""Which of somebody's own clauses forbid a valid grid?

One that has no true literal in the grid does so alone. Otherwise some clauses do so together: however their
auxiliary variables are set, one of them is false. As few clauses as that are looked for: first what a solver
says of the contradiction, then each of these clauses is left out, and stays out if the others still clash.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sudocube.clock import Clock
from sudocube.encoder.at_most_one import Clause
from sudocube.encoder.vocabulary import OwnClauses
from sudocube.lab.encoded_clauses import EncodedClauses
from sudocube.puzzle import Grid
from sudocube.sat import IncrementalSolver


@dataclass(frozen=True, slots=True)
class ForbiddingClauses:
    """The clauses that forbid a grid.

    `numbers` counts from 1, in the order in which the user wrote the clauses; `text_lines` are those of the
    file, and empty for a function. With `is_each_enough`, each of the clauses forbids the grid alone; else
    they do so together, and none of them could be left out.
    """

    numbers: tuple[int, ...]
    clauses: tuple[Clause, ...]
    text_lines: tuple[int, ...]
    is_each_enough: bool


def forbidding_clauses(
    own: OwnClauses, encoded: EncodedClauses, grid: Grid, clock: Clock
) -> ForbiddingClauses | None:
    """The clauses that forbid a grid that is lost; None where time runs out, or where the grid is not lost.

    >>> from sudocube.encoder.own_clause_file import own_encoding
    >>> from sudocube.geometry import Geometry
    >>> from sudocube.lab.encoded_clauses import encoded_clauses
    >>> own = OwnClauses(((1, -1), (-1, -6)))
    >>> encoded = encoded_clauses(own_encoding("mine.cnf", "mine.cnf", own), Geometry.of_size(4))
    >>> forbidding_clauses(own, encoded, Grid("1234341221434321"), Clock()).numbers
    (2,)
    """
    true = set(encoded.literals_of_grid(grid))
    count = encoded.cube.element_count
    open_clauses = {  # by number, with what is left of them: the literals of auxiliary variables
        number: [literal for literal in clause if abs(literal) > count]
        for number, clause in enumerate(own.clauses, 1)
        if true.isdisjoint(clause)
    }
    alone = [number for number, left in open_clauses.items() if not left]
    if alone:
        return _found(own, alone, is_each_enough=True)
    try:
        together = _clashing(open_clauses, clock)
    except TimeoutError:
        return None
    return _found(own, together, is_each_enough=False) if together else None


def _found(own: OwnClauses, numbers: Sequence[int], *, is_each_enough: bool) -> ForbiddingClauses:
    return ForbiddingClauses(
        tuple(numbers),
        tuple(own.clauses[number - 1] for number in numbers),
        tuple(own.text_lines[number - 1] for number in numbers) if own.text_lines else (),
        is_each_enough,
    )


def _clashing(clauses: dict[int, list[int]], clock: Clock) -> list[int]:
    """The numbers of clauses that clash, none of which can be left out; none if there is a model.

    Raises TimeoutError.
    """
    top = max((abs(literal) for clause in clauses.values() for literal in clause), default=0)
    selectors = {top + place: number for place, number in enumerate(clauses, 1)}
    guarded = [[*clauses[number], -selector] for selector, number in selectors.items()]
    with IncrementalSolver(guarded, top + len(clauses)) as solver:
        if solver.is_satisfiable(list(selectors), clock):
            return []
        left = sorted(solver.core())
        for selector in tuple(left):
            rest = [one for one in left if one != selector]
            if selector in left and not solver.is_satisfiable(rest, clock):
                left = sorted(solver.core())
    return [selectors[selector] for selector in left]
