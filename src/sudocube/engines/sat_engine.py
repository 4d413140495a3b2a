"""The engines `sat:ENCODING@SOLVER`: a CNF encoding, and a SAT solver of PySAT.

One solver holds the rules and solves puzzle after puzzle, so that what it learns about the rules serves all
of them. The clues of a puzzle are assumptions. Each solution that was found is excluded by a temporary
clause, which is released after the puzzle. The solver is replaced after some puzzles, and after a search that
was broken off.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudocube.clock import Clock
from sudocube.encoder import Encoding, Formalism
from sudocube.encoder.catalogue import load_in
from sudocube.encoder.cnf import Formula, formula
from sudocube.encoder.own_clause_file import check_size
from sudocube.encoder.puzzle_formula import PuzzleFormula, add_clues
from sudocube.engines.protocol import Enough, FoundSolutions, SearchEngine, Traits
from sudocube.errors import UnknownNameError
from sudocube.file_names import ENCODING_ENDINGS
from sudocube.geometry import Geometry
from sudocube.puzzle import Grid, Puzzle
from sudocube.sat import IncrementalSolver, Lifetime, SudokuFormula
from sudocube.sat.settings import LATE, RECOMMENDED, SOLVERS, UNLIMITED

RECOMMENDED_ENCODING = "extended"

EXCLUDED_AT_MOST = 200
"""How many solutions are excluded one by one. After that the search is split: one case for each digit of a
cell. A solver that was given more such clauses than this is not used for another puzzle."""


class CnfEngine(SearchEngine):
    """An engine with one CNF encoding, whose clauses it keeps for each geometry."""

    def __init__(self, encoding: Encoding, rules: Formula | None = None) -> None:
        self._encoding = encoding
        self._rules = {} if rules is None else {rules.geometry: rules}
        self.takes_pencilmarks = encoding.variables == "direct" and not encoding.per_puzzle

    def rules(self, shape: Geometry, clock: Clock) -> Formula:
        """The rules of a geometry as clauses. Raises TimeoutError when the clock runs out."""
        if shape not in self._rules:
            check_size(self._encoding, shape)
            self._rules[shape] = formula(self._encoding, shape, clock)
        return self._rules[shape]


class SatEngine(CnfEngine):
    """One encoding and one solver, for all geometries; `rules` are those of one, where they are at hand.

    `last` is the search for the last puzzle, with what it took; None where there was no time to make it.
    """

    def __init__(self, encoding: Encoding, solver: str, rules: Formula | None = None) -> None:
        super().__init__(encoding, rules)
        self.name = f"sat:{encoding.name}@{solver}"
        self.traits = Traits(
            supports_timeout=solver not in UNLIMITED | LATE, pencilmarks=self.takes_pencilmarks
        )
        self._solver = solver
        self._searches: dict[Geometry, SolutionSearch] = {}
        self.last: SolutionSearch | None = None

    def new_search(self, rules: Formula | PuzzleFormula) -> SolutionSearch:
        """A search with these rules; a subclass may put them in another order."""
        return SolutionSearch(SudokuFormula(rules), self._solver, Lifetime(tasks=SOLVERS[self._solver]))

    def search(self, puzzle: Puzzle, found: FoundSolutions, clock: Clock) -> None:
        """Find one solution after the other; see `SearchEngine.search`.

        Raises RefutedError where a model is no grid.
        """
        self.last, shape = None, puzzle.geometry
        rules = self.rules(shape, clock)
        if self._encoding.per_puzzle:  # no two puzzles have the same clauses
            self._searches[shape] = self.new_search(add_clues(rules, puzzle, clock))
        elif shape not in self._searches:
            self._searches[shape] = self.new_search(rules)
        self.last = self._searches[shape]
        self.last.run(puzzle, found, clock)


class SolutionSearch:
    """A solver that holds the rules of one geometry, or the formula of one puzzle.

    After a search, `models` is how many were found.
    """

    def __init__(self, formula: SudokuFormula, solver: str, lifetime: Lifetime) -> None:
        self._formula = formula
        self.solver = IncrementalSolver(formula.clauses, formula.top, solver=solver, lifetime=lifetime)
        self._excluded = self.models = 0

    def run(self, puzzle: Puzzle, found: FoundSolutions, clock: Clock) -> None:
        """Search for the solutions of one puzzle; see `SearchEngine.search`."""
        self._excluded = self.models = 0
        self.solver.begin_task()
        self.solver.load(clock)
        try:
            self._run_loaded(puzzle, found, clock)
        except Enough:
            raise
        except BaseException:  # the state of the solver is not known
            self.solver.close()
            raise
        finally:
            if self._excluded > EXCLUDED_AT_MOST:
                self.solver.close()

    def _run_loaded(self, puzzle: Puzzle, found: FoundSolutions, clock: Clock) -> None:
        """Search with a solver that holds all clauses."""
        self._run_case(puzzle, self._formula.literals(puzzle), found, clock)

    def _run_case(self, puzzle: Puzzle, assumed: list[int], found: FoundSolutions, clock: Clock) -> None:
        """Search for the solutions in which the assumptions hold.

        A case with many solutions is split by the digits of a cell. The clauses that exclude the solutions
        of one case are released before the next: otherwise a million of them would pile up.
        """
        solver, selector, found_here = self.solver, 0, list[Grid]()
        try:
            while solver.is_satisfiable(assumed, clock):
                self.models += 1
                found_here.append(grid := self._formula.grid(solver.model()))
                if len(found_here) > EXCLUDED_AT_MOST:
                    for case in self._cases(*found_here[-2:]):  # what was found remains excluded in each
                        self._run_case(puzzle, [*assumed, *case], found, clock)
                    return
                found.add(grid)
                clause = self._formula.excluding(grid, puzzle)
                if selector:
                    solver.add_temporary(clause, selector=selector)
                else:
                    selector = solver.add_temporary(clause)
                    assumed = [*assumed, selector]
                self._excluded += 1
        finally:
            if selector:
                solver.release(selector)

    def _cases(self, other: Grid, grid: Grid) -> Iterator[list[int]]:
        """The assumptions of each case: one digit in a cell in which two solutions differ."""
        cell = next(c for c, (one, two) in enumerate(zip(grid.cells, other.cells, strict=True)) if one != two)
        for digit in grid.geometry.digits:
            if literals := self._formula.literals_of_digit(cell, digit):
                yield literals


def create(variant: str) -> SearchEngine:
    """The engine for `ENCODING`, `ENCODING@SOLVER`, `@SOLVER` or an empty text; the rest is as recommended.

    A solver of PySAT has a name; any other is `command:CMD`. Raises UnknownNameError for a solver or an
    encoding that is not known, EncodingError for a user's file that cannot be read or has a mistake in it,
    and UnsupportedError for an encoding that is not in CNF and for a command whose program is not there.
    """
    name, at, command = variant.partition("@command:")
    if at:
        from sudocube.engines.sat_command import SatCommandEngine  # needed by programs only

        return SatCommandEngine(load_in(Formalism.CNF, name or RECOMMENDED_ENCODING), command)
    name, at, solver = variant.rpartition("@")
    if not at or solver.endswith(ENCODING_ENDINGS):  # an @ in the path of a user's file
        name, solver = variant, ""
    solver = solver or RECOMMENDED
    if solver not in SOLVERS:
        raise UnknownNameError("solver", solver, SOLVERS, "for a program: @command:CMD")
    return SatEngine(load_in(Formalism.CNF, name or RECOMMENDED_ENCODING), solver)
