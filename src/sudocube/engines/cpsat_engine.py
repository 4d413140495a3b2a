"""The engines `cpsat:ENCODING`: a CP-SAT encoding, solved by OR-tools.

One model holds the rules of a geometry, and each puzzle is written into it. The solver enumerates all
solutions and is stopped at the limit. Only the statuses OPTIMAL and INFEASIBLE say that there are no others;
a search that was stopped ends with another status.

Presolve is off (see `SETTINGS`). What OR-tools still does when it loads a model, such as taking an
all-different apart, is in `encodings/README.md`, section 11.

Tables need care. OR-tools 9.15 expands them one after the other, even with presolve off: it drops the rows
of a table that can no longer hold, then takes from each column the values that no row has. If this takes the
last value of a column, it ends the whole process ("Check failed", SIGABRT). That happens in puzzles without a
solution: the table of a line with only a and b open has stored that b is not a. Then comes the table of a
line with a, b and a true literal: it makes a false, so b becomes true, and then no value of b is left.

So a model with tables is given, beside the clues, all that follows from them line by line, by unit
propagation. After that, a table has one true literal and only false ones beside it, or at least two
open ones, each of which is true in one row and false in another. No table takes a value from a column, so the
check cannot fail, whatever has been stored. If the lines alone show that there is no solution, the solver is
not asked. What follows line by line is what each constraint says of its own literals: nothing is added to the
encoding.

Tables on the Booleans of an integer model (`[defined.direct] exactly_one = "table"`) need none of this. There
a clue is the domain of an integer, and the channel that says what it means for the Booleans is propagated
only in the search. When the tables are expanded, all Booleans are open, each is true in one row and false in
others, and no value is taken from a column.

OR-tools' own handler for Ctrl-C is turned off, because it replaces Python's; see `sudocube.interrupt`.
"""

from __future__ import annotations

from functools import partial
from itertools import combinations
from typing import Any

from ortools.sat.python import cp_model

from sudocube.clock import NO_LIMIT, Clock
from sudocube.encoder import Encoding, Formalism
from sudocube.encoder.catalogue import is_path, load_in
from sudocube.encoder.cpsat_model import CpSatModel, cpsat_model
from sudocube.engines.protocol import FoundSolutions, SearchEngine, Traits
from sudocube.errors import EngineError, RefutedError
from sudocube.geometry import Geometry
from sudocube.interrupt import interruptible
from sudocube.puzzle import Grid, Puzzle

RECOMMENDED_ENCODING = "cube"

SETTINGS: dict[str, object] = {
    "num_workers": 1,  # a model of this size is solved before other workers have started
    "cp_model_presolve": False,  # takes longer than it saves, except with automata and tables
    "cp_model_probing_level": 0,
    "linearization_level": 0,  # no linear program beside it
    "symmetry_level": 0,
    "use_sat_inprocessing": False,
    "enumerate_all_solutions": True,
    "catch_sigint_signal": False,  # otherwise OR-tools replaces Python's handler
}


class CpSatEngine(SearchEngine):
    """One encoding, for all geometries."""

    def __init__(self, encoding: Encoding) -> None:
        self.name = f"cpsat:{encoding.name.removeprefix('cpsat/')}"
        self.traits = Traits(pencilmarks=encoding.variables == "direct")
        self._encoding = encoding
        self._models: dict[Geometry, _Model] = {}
        self.branches_and_conflicts = (0, 0)
        """How many branches the last search chose, and how many conflicts it had."""
        self._solver = cp_model.CpSolver()
        for setting, value in SETTINGS.items():
            setattr(self._solver.parameters, setting, value)

    def search(self, puzzle: Puzzle, found: FoundSolutions, clock: Clock) -> None:
        """Enumerate the solutions in the order in which the solver finds them; see `SearchEngine.search`.

        Raises EngineError where the solver fails, and RefutedError where it gives a solution that is no grid.
        """
        rules = self._rules(puzzle.geometry, clock)
        self.branches_and_conflicts = (0, 0)
        if not rules.set_puzzle(puzzle):
            return
        left = clock.seconds_left
        self._solver.parameters.max_time_in_seconds = float("inf") if left is None else left
        callback = _SolutionCallback(found, rules)
        solve = partial(self._solver.solve, rules.cp, callback)
        status = interruptible(solve, self._solver.stop_search)
        self.branches_and_conflicts = self._solver.num_branches, self._solver.num_conflicts
        if callback.error is not None:
            raise callback.error
        if status in (cp_model.FEASIBLE, cp_model.UNKNOWN) and left is not None:
            raise TimeoutError
        if status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
            raise EngineError(f"{self.name} ended with {self._solver.status_name(status)}")

    def model(self, puzzle: Puzzle, clock: Clock = NO_LIMIT) -> cp_model.CpModel | None:
        """The model that is searched for a puzzle; None where its lines show that there is no solution.

        It holds until the next puzzle. Raises TimeoutError when the clock runs out.
        """
        rules = self._rules(puzzle.geometry, clock)
        return rules.cp if rules.set_puzzle(puzzle) else None

    def _rules(self, geometry: Geometry, clock: Clock) -> _Model:
        """The model for a geometry, built when it is first needed; kept only if time did not run out."""
        if geometry not in self._models:
            self._models[geometry] = _Model(cpsat_model(self._encoding, geometry, clock))
        return self._models[geometry]


class _SolutionCallback(cp_model.CpSolverSolutionCallback):
    """Passes the solutions on. It keeps exceptions instead of raising them, because C++ code calls it."""

    def __init__(self, found: FoundSolutions, rules: _Model) -> None:
        super().__init__()
        self._found, self._rules = found, rules
        self.error: BaseException | None = None

    def on_solution_callback(self) -> None:
        """Called by the solver at each solution."""
        if self.error is None:
            try:
                self._found.add(self._rules.grid(str(self.response_proto.solution)))
            except BaseException as error:
                self.error = error
                self.stop_search()


class _Model:
    """A model with a Boolean for each element, or an integer for each cell, into which puzzles are written.

    The domains of its variables are what the puzzle leaves of them: the clues, and the elements that its
    pencilmarks rule out; with tables, all that follows from them line by line.
    """

    def __init__(self, rules: CpSatModel) -> None:
        self.geometry, self.cp, self._is_direct = rules.geometry, rules.cp, rules.direct
        # Kept here because looking up a variable of the model is slow.
        self._domains = [variable.domain for variable in rules.cp.proto.variables]
        self._all = (0, 1) if rules.direct else (1, rules.geometry.size)
        self._fixed: dict[int, int] = {}
        self._lines: Any = None
        if rules.direct and rules.has_tables:
            from sudocube.sat import IncrementalSolver  # other models do without it
            from sudocube.sat.settings import PROPAGATOR

            lines = [[one + (one >= 0) for one in line] for line in rules.lines]
            pairs = [[-one, -other] for line in lines for one, other in combinations(line, 2)]
            self._lines = IncrementalSolver([*lines, *pairs], len(self._domains), solver=PROPAGATOR)

    def set_puzzle(self, puzzle: Puzzle) -> bool:
        """Write the puzzle into the model, in place of the previous one; False where it has no solution."""
        fixed = dict(puzzle.clues)
        if self._is_direct:
            literals = _literals(puzzle)
            if self._lines is not None:
                is_consistent, literals = self._lines.propagate(literals)
                if not is_consistent:
                    return False
            fixed = {abs(one) - 1: int(one > 0) for one in literals}
        for variable in self._fixed:
            self._domains[variable][0], self._domains[variable][1] = self._all
        for variable, value in fixed.items():
            self._domains[variable][0] = self._domains[variable][1] = value
        self._fixed = fixed
        return True

    def grid(self, text: str) -> Grid:
        """The grid of a solution, whose values are given as text, "[0, 1, …]"; RefutedError where it is none.

        OR-tools 9.15 takes many times as long to give them one by one.
        """
        size, cells = self.geometry.size, self.geometry.cell_count
        count = cells * size if self._is_direct else cells
        values = [int(value) for value in text[1:-1].split(",", count)[:count]]
        if self._is_direct:
            values = [place % size + 1 for place, value in enumerate(values) if value]
        try:
            return Grid(values, self.geometry)
        except ValueError as error:
            raise RefutedError(f"a solution that is no grid: {error}") from None


def _literals(puzzle: Puzzle) -> list[int]:
    """The clues as numbers of elements, from 1; negated, what pencilmarks rule out in the other cells."""
    size, digits = puzzle.geometry.size, puzzle.geometry.digits
    clues = [cell * size + digit for cell, digit in puzzle.clues.items()]
    marks = ((cell, mask) for cell, mask in enumerate(puzzle.candidates or ()) if not puzzle.cells[cell])
    return clues + [-cell * size - d for cell, mask in marks for d in digits if not mask >> d - 1 & 1]


def create(variant: str) -> CpSatEngine:
    """The engine for `ENCODING`, by default the recommended one.

    Raises UnknownNameError for an encoding that is not in the catalogue, EncodingError for a user's file that
    cannot be read or has a mistake in it, and UnsupportedError for an encoding that is not for CP-SAT.
    """
    name = variant or RECOMMENDED_ENCODING
    name = name if is_path(name) else f"cpsat/{name.removeprefix('cpsat/')}"
    return CpSatEngine(load_in(Formalism.CP_SAT, name))
