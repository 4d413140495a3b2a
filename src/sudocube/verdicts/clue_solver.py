"""The SAT solvers of a diagnosis: clues as assumptions, a second solver that confirms, smallest hitting sets.

In the first, variable e + 1 is element e of the cube, and clues are assumptions, so that each of them can be
left out. The referee must pass every solution before it is used, and a second solver confirms results before
they are reported.

A hitting set shares an element with each of some sets, to which more sets are added. Clues that make a puzzle
unique hit each set of cells in which another solution differs. If a smallest hitting set is such a set of
clues, then none is smaller. Source: A. Ignatiev, A. Previti, M. Liffiton, J. Marques-Silva, "Smallest MUS
Extraction with Minimal Hitting Set Dualization" (2015).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from threading import local
from typing import Self

from sudocube.clock import NO_LIMIT, Clock
from sudocube.encoder import load
from sudocube.encoder.at_most_one import Clause
from sudocube.encoder.cnf import formula
from sudocube.engines import Failed, Refuted, kept_engine
from sudocube.engines.asking import refereed_answer
from sudocube.errors import EngineError
from sudocube.geometry import Geometry
from sudocube.puzzle import Grid, Puzzle
from sudocube.sat import IncrementalSolver, Lifetime, SudokuFormula
from sudocube.verdict import Verdict

Clues = dict[int, int]
"""Digits by cell."""

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


class HittingSets:
    """Sets of elements out of `elements`, and a smallest set that hits them all; to be closed after use.

    It is proved that no hitting set has fewer than `at_least` elements. Hitting sets with more than `most`
    elements are not searched for.

    >>> with HittingSets("abcd", most=4) as sets:
    ...     sets.add("ab"), sets.add("bc"), sets.add("d")
    ...     sorted(sets.smallest(Clock())), sets.at_least
    (None, None, None)
    (['b', 'd'], 2)
    """

    def __init__(self, elements: Iterable[object], *, most: int, at_least: int = 0) -> None:
        from sudocube.sat.pysat_calls import totalizer  # which imports PySAT

        self._variables = {element: k for k, element in enumerate(elements, 1)}
        self._elements = list(self._variables)
        self.at_least, self._most = at_least, most
        clauses, top, self._outputs = totalizer(len(self._elements), most)
        self._solver = IncrementalSolver(clauses, top)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.close()

    def add(self, elements: Collection[object]) -> None:
        """Add a set that must be hit."""
        self._solver.add([self._variables[element] for element in elements])

    def smallest(self, clock: Clock) -> set[object] | None:
        """A smallest set that hits all sets; None if each has more than `most` elements.

        Raises TimeoutError when the clock has run out; `at_least` holds what was proved until then.
        """
        while self.at_least <= self._most:
            more = self._outputs[self.at_least :][:1]
            if self._solver.is_satisfiable([-output for output in more], clock):
                return {self._elements[k - 1] for k in self._solver.true_variables(len(self._elements))}
            self.at_least += 1
        return None


def smallest_set(
    cells: Sequence[int],
    first: set[int],
    known: Iterable[Collection[int]],
    escape: Callable[[set[int]], set[int] | None],
    clock: Clock,
) -> tuple[set[int], int]:
    """The smallest of the sets that are sought, as far as there is time, and a proved bound for its size.

    A set is one of those if nothing escapes it: `escape` gives the cells of something that does, which each
    of those sets hits, or None. `first` is such a set, and `known` are cells that were found before.
    """
    best, at_least = first, 1
    with HittingSets(cells, most=len(best) - 1, at_least=at_least) as sets:
        try:
            for one in known:
                sets.add(one)
            while at_least < len(best):
                hitting = sets.smallest(clock)
                at_least = min(sets.at_least, len(best))
                if hitting is None or at_least == len(best):
                    break
                given = {cell for cell in cells if cell in hitting}
                while (missed := escape(given)) is not None:
                    sets.add(missed)
                    given |= missed  # so what escapes next shares no cell with this
                best = min(best, given, key=len)
        except TimeoutError:
            at_least = min(max(at_least, sets.at_least), len(best))
    return best, at_least
