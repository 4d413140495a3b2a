"""A SAT solver with the rules of one geometry; clues are assumptions, so that each of them can be left out.

Variable e + 1 is element e of the cube. The referee must pass every solution before it is used, and a second
solver confirms results before they are reported.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from threading import local

from sudocube.clock import NO_LIMIT, Clock
from sudocube.encoder import load
from sudocube.encoder.at_most_one import Clause
from sudocube.encoder.cnf import formula
from sudocube.engines import Failed, Refuted, kept_engine
from sudocube.engines.refereed_answers import refereed_answer
from sudocube.errors import EngineError
from sudocube.geometry import Geometry
from sudocube.puzzle import Grid, Puzzle
from sudocube.sat import IncrementalSolver, Lifetime, SudokuFormula
from sudocube.verdict import Verdict

ENCODING = "extended"

LIFETIME = Lifetime(tasks=100, clauses=20_000)
"""The solver is replaced after this many puzzles, or after this many clauses were added for them."""

CONFIRMING = "sat:extended@minisat22"
"""The second solver is a different one; it gets whole puzzles and no assumptions. It keeps its time limit."""


class ClueSolver:
    """Finds solutions of sets of clues, and sets of clues that have none.

    Raises TimeoutError where the clock runs out while the clauses are written.
    """

    def __init__(self, geometry: Geometry, clock: Clock = NO_LIMIT) -> None:
        self.geometry = geometry
        self._formula = SudokuFormula(formula(load(ENCODING), geometry, clock))
        self._solver = IncrementalSolver(self._formula.clauses, self._formula.top, lifetime=LIFETIME)
        self.literal = self._formula.literal
        """The literal that is true if a cell holds a digit."""
        self.begin_puzzle = self._solver.begin_task
        self.close = self._solver.close

    def literals(self, clues: Mapping[int, int]) -> list[int]:
        """The literals of these clues."""
        return [self.literal(cell, digit) for cell, digit in clues.items()]

    def solution(self, clues: Mapping[int, int], clock: Clock, *, more: Sequence[int] = ()) -> Grid | None:
        """A grid with these clues in which the literals `more` hold as well; None if there is none.

        Raises TimeoutError when the clock has run out, and EngineError where the referee refuses the grid.
        """
        if not self._solver.is_satisfiable([*self.literals(clues), *more], clock):
            return None
        return self._formula.solution(self._solver.model(), Puzzle.of_clues(clues, self.geometry))

    def core(self, clues: Mapping[int, int]) -> dict[int, int]:
        """After a search without a solution: some of these clues, enough to have no solution."""
        core = set(self._solver.core())
        return {cell: digit for cell, digit in clues.items() if self.literal(cell, digit) in core}

    def difference(self, grid: Grid, cells: Iterable[int]) -> Clause:
        """The clause that says that a solution differs from a grid in at least one of these cells."""
        return [-self.literal(cell, grid.cells[cell]) for cell in cells]

    def temporary(self, *clauses: Clause) -> AbstractContextManager[int]:
        """A context in which these clauses hold while the literal that it returns is assumed."""
        return self._solver.temporary(*clauses)


_kept = local()


def kept_clue_solver(geometry: Geometry, clock: Clock = NO_LIMIT) -> ClueSolver:
    """The solver for a geometry; this thread keeps it for the next puzzle of the same geometry.

    Raises TimeoutError when the clock runs out before there is one.
    """
    solver: ClueSolver | None = getattr(_kept, "solver", None)
    if solver is None or solver.geometry != geometry:
        if solver is not None:
            solver.close()
        solver = _kept.solver = ClueSolver(geometry, clock)
    solver.begin_puzzle()
    return solver


def confirms(puzzle: Puzzle, clock: Clock, *, solution: Grid | None = None) -> bool:
    """Whether a second solver agrees that this is the only solution or, if None is given, that there is none.

    False if it did not decide in time. Raises EngineError if it disagrees, since one of the two is wrong, or
    if it fails.
    """
    left = clock.seconds_left
    if left == 0:
        return False
    limit = 1 if solution is None else 2
    answer = refereed_answer(kept_engine(CONFIRMING), puzzle, limit=limit, timeout=left)
    expected = () if solution is None else (solution,)
    if isinstance(answer, Failed | Refuted):
        raise EngineError(answer.reason)
    if answer.verdict is Verdict.UNKNOWN and answer.solutions in ((), expected):
        return False
    if answer.solutions != expected:
        wanted = "no solution" if solution is None else f"the only solution {solution}"
        raise EngineError(f"{CONFIRMING} does not confirm that {puzzle} has {wanted}")
    return True
