"""The engines `sat:ENCODING@SOLVER`: a CNF encoding, and a SAT solver of PySAT.

One solver holds the rules and is asked about puzzle after puzzle. The clues of a puzzle are assumptions. A
solution that was found is excluded by a temporary clause, which is released after the puzzle. What the
solver learns about the rules serves all puzzles. After some puzzles it is replaced, and so it is where a
puzzle was broken off.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sudocube.clock import Clock
from sudocube.encoder import Encoding, Formalism, load, names
from sudocube.encoder.cnf import Formula, formula
from sudocube.encoder.puzzle_formula import PuzzleFormula, add_clues
from sudocube.engines.protocol import Traits
from sudocube.engines.search import SearchEngine
from sudocube.errors import UnknownNameError, UnsupportedError
from sudocube.geometry import Geometry
from sudocube.puzzle import Grid, Puzzle
from sudocube.sat import IncrementalSolver, Lifetime, SudokuFormula
from sudocube.sat.settings import RECOMMENDED, SOLVERS, UNLIMITED

RECOMMENDED_ENCODING = "extended"

EXCLUDED_AT_MOST = 200
"""Solutions that are excluded one by one. The rest are then searched for part by part, one part for each
digit of a cell. A solver that was given more clauses than this is not asked about another puzzle."""


class SatEngine(SearchEngine):
    """One encoding and one solver, for all geometries."""

    def __init__(self, encoding: Encoding, solver: str) -> None:
        self.name = f"sat:{encoding.name}@{solver}"
        pencilmarks = encoding.variables == "direct" and not encoding.per_puzzle
        self.traits = Traits(supports_timeout=solver not in UNLIMITED, pencilmarks=pencilmarks)
        self._encoding, self._solver = encoding, solver
        self._rules: dict[Geometry, Formula] = {}
        self._searches: dict[Geometry, _SolutionSearch] = {}

    def search(self, puzzle: Puzzle, found: Callable[[Grid], bool], deadline: float | None) -> bool:
        """Ask for solution after solution; each is excluded before the next is asked for."""
        shape, clock = puzzle.geometry, Clock.until(deadline)
        if shape not in self._rules:
            self._rules[shape] = formula(self._encoding, shape)
        if self._encoding.per_puzzle:  # no two puzzles have the same clauses
            search = _SolutionSearch(add_clues(self._rules[shape], puzzle), self._solver)
            with search.solver:
                return search.run(puzzle, found, clock)
        if shape not in self._searches:
            self._searches[shape] = _SolutionSearch(self._rules[shape], self._solver)
        return self._searches[shape].run(puzzle, found, clock)


class _SolutionSearch:
    """A solver that holds the rules of one geometry, or the formula of one puzzle."""

    def __init__(self, rules: Formula | PuzzleFormula, solver: str) -> None:
        self._formula = SudokuFormula(rules)
        lifetime = Lifetime(tasks=SOLVERS[solver])
        self.solver = IncrementalSolver(rules.clauses, rules.variables, solver=solver, lifetime=lifetime)
        self._excluded = 0

    def run(self, puzzle: Puzzle, found: Callable[[Grid], bool], clock: Clock) -> bool:
        """See `SearchEngine.search`."""
        self.solver.begin_task()
        self._excluded = 0
        is_complete = False
        try:
            is_exhausted = self._run_part(puzzle, self._formula.literals(puzzle), found, clock)
            is_complete = self._excluded <= EXCLUDED_AT_MOST
        finally:
            if not is_complete:  # after an error, nobody knows what state the solver is in
                self.solver.close()
        return is_exhausted

    def _run_part(
        self, puzzle: Puzzle, assumed: list[int], found: Callable[[Grid], bool], clock: Clock
    ) -> bool:
        """Search that part of the solutions in which the assumptions hold; returns what `run` does.

        A part with many solutions is divided by the digits of a cell. So the clauses that exclude the
        solutions of one part are dropped before the next part: else a million of them would pile up.
        """
        solver, selector = self.solver, 0
        is_exhausted = True
        last: Grid | None = None
        for left in range(EXCLUDED_AT_MOST, -1, -1):
            if not solver.is_satisfiable(assumed, clock):
                break
            grid = self._formula.grid(solver.model())
            if not left:  # in each part, the solutions that were found before remain excluded
                parts = ([*assumed, *part] for part in self._parts(grid, last))
                is_exhausted = all(self._run_part(puzzle, part, found, clock) for part in parts)
                break
            if not found(grid):
                is_exhausted = False
                break
            clause = self._formula.excluding(grid, puzzle)
            if selector:
                solver.add_temporary(clause, selector=selector)
            else:
                selector = solver.add_temporary(clause)
                assumed = [*assumed, selector]
            self._excluded += 1
            last = grid
        if selector:
            solver.release(selector)
        return is_exhausted

    def _parts(self, grid: Grid, other: Grid | None) -> Iterator[list[int]]:
        """The assumptions of each part: a cell in which two solutions differ holds one of its digits."""
        assert other is not None  # EXCLUDED_AT_MOST is not 0
        cell = next(c for c, (one, two) in enumerate(zip(grid.cells, other.cells, strict=True)) if one != two)
        for digit in grid.geometry.digits:
            if literals := self._formula.literals_of_digit(cell, digit):
                yield literals


def variants() -> dict[str, list[str]]:
    """The encodings of the catalogue and the solvers."""
    return {"encodings": list(names(Formalism.CNF)), "solvers": list(SOLVERS)}


def create(variant: str) -> SatEngine:
    """The engine for `ENCODING`, `ENCODING@SOLVER`, `@SOLVER` or nothing; the rest is as recommended.

    Raises UnknownNameError, EncodingError, and UnsupportedError for an encoding that is not in CNF.
    """
    name, at, solver = variant.rpartition("@")
    if not at or "/" in solver or solver.endswith(".toml"):  # an @ in the path of a user's encoding
        name, solver = variant, ""
    solver = solver or RECOMMENDED
    if solver not in SOLVERS:
        raise UnknownNameError("solver", solver, SOLVERS)
    name = name or RECOMMENDED_ENCODING
    if not name.endswith(".toml") and name.removeprefix("cnf/") not in names():
        raise UnknownNameError("encoding", name, names(Formalism.CNF))
    encoding = load(name)
    if encoding.formalism is not Formalism.CNF:
        raise UnsupportedError(
            f"{name} is in {encoding.formalism}; sat takes {', '.join(names(Formalism.CNF))}"
        )
    return SatEngine(encoding, solver)
