"""The engines `cpsat:ENCODING`: a CP-SAT encoding, asked of OR-tools.

One model holds the rules of a geometry; the clues of a puzzle narrow the domains of its variables, and
are taken back afterwards. The solver goes through all solutions and is stopped at the limit. Only the
status OPTIMAL says that there are no others: any limit gives another one.

Ctrl-C: OR-tools' own handler of the signal is off, since it replaces Python's; see `interrupt`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate
from operator import sub
from time import monotonic

from ortools.sat.python import cp_model

from sudocube.encoder import Encoding, Formalism, load, names
from sudocube.encoder.cpsat import Model, model
from sudocube.engines.interrupt import InterruptWatch
from sudocube.engines.protocol import Traits
from sudocube.engines.search import SearchEngine
from sudocube.errors import EngineError, UnknownNameError, UnsupportedError
from sudocube.geometry import Geometry
from sudocube.puzzle import Grid, Puzzle

RECOMMENDED_ENCODING = "cube"

SETTINGS: dict[str, object] = {
    "num_workers": 1,  # a model of this size is solved before others have started
    "cp_model_presolve": False,  # takes longer than the search
    "cp_model_probing_level": 0,
    "linearization_level": 0,  # no linear programme beside it
    "symmetry_level": 0,
    "use_sat_inprocessing": False,
    "enumerate_all_solutions": True,
    "catch_sigint_signal": False,  # else OR-tools replaces Python's handler
}


class CpSat(SearchEngine):
    """One encoding, for all geometries."""

    def __init__(self, encoding: Encoding) -> None:
        self.name = f"cpsat:{encoding.name.removeprefix('cpsat/')}"
        self.traits = Traits(pencilmarks=encoding.variables == "direct")
        self._encoding = encoding
        self._models: dict[Geometry, _Rules] = {}
        self._solver = cp_model.CpSolver()
        self._watch = InterruptWatch(self._solver.stop_search)
        for setting, value in SETTINGS.items():
            setattr(self._solver.parameters, setting, value)

    @property
    def branches_and_conflicts(self) -> tuple[int, int]:
        """How often the last search chose a branch, and how often it met a contradiction."""
        return self._solver.num_branches, self._solver.num_conflicts

    def search(self, puzzle: Puzzle, found: Callable[[Grid], bool], deadline: float | None) -> bool:
        """Go through the solutions as the solver comes upon them."""
        # Taken out, so that a model that was left half-way is not used again.
        rules = self._models.pop(puzzle.geometry, None) or _Rules(model(self._encoding, puzzle.geometry))
        left = float("inf") if deadline is None else max(0.0, deadline - monotonic())
        self._solver.parameters.max_time_in_seconds = left
        rules.narrow(puzzle)
        callback = _Callback(found, rules)
        with self._watch:
            status = self._solver.solve(rules.cp, callback)
        rules.widen(puzzle)
        self._models[puzzle.geometry] = rules
        if callback.error is not None:
            raise callback.error
        if status in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
            return not callback.stopped
        if callback.stopped:
            return False
        if status in (cp_model.FEASIBLE, cp_model.UNKNOWN) and deadline is not None:
            raise TimeoutError
        raise EngineError(f"{self.name} ended with {self._solver.status_name(status)}")


class _Callback(cp_model.CpSolverSolutionCallback):
    """Hands the solutions on; no exception leaves it, since there is C++ below."""

    def __init__(self, found: Callable[[Grid], bool], rules: _Rules) -> None:
        super().__init__()
        self._found, self._rules = found, rules
        self.stopped = False
        self.error: BaseException | None = None

    def on_solution_callback(self) -> None:
        """Called by the solver at each solution."""
        if self.stopped:
            return
        try:
            self.stopped = not self._found(self._rules.grid(str(self.response_proto.solution)))
        except BaseException as error:
            self.stopped, self.error = True, error
        if self.stopped:
            self.stop_search()


class _Rules:
    """A model, and its domains at hand: to look one up in the model takes a microsecond each time."""

    def __init__(self, rules: Model) -> None:
        self.geometry, self.is_boolean, self.cp = rules.geometry, rules.direct, rules.cp
        size, cells = rules.geometry.size, rules.geometry.cell_count
        read_from = range(cells * size if rules.direct else cells)  # others are defined by these
        self._domains = [rules.cp.proto.variables[number].domain for number in read_from]

    def narrow(self, puzzle: Puzzle) -> None:
        """Write the clues into the domains."""
        size = self.geometry.size
        for cell, digit in enumerate(puzzle.cells):
            if digit and self.is_boolean:
                self._domains[cell * size + digit - 1][0] = 1
            elif digit:
                domain = self._domains[cell]
                domain[0] = domain[1] = digit
        for element in _struck_out(puzzle):
            self._domains[element][1] = 0

    def widen(self, puzzle: Puzzle) -> None:
        """Take the clues back."""
        size = self.geometry.size
        for cell, digit in enumerate(puzzle.cells):
            if digit and self.is_boolean:
                self._domains[cell * size + digit - 1][0] = 0
            elif digit:
                domain = self._domains[cell]
                domain[0], domain[1] = 1, size
        for element in _struck_out(puzzle):
            self._domains[element][1] = 1

    def grid(self, values: str) -> Grid:
        """The grid of a solution, whose values come as text, "[0, 1, …]".

        As text because OR-tools 9.15 takes twelve times as long to give them one by one.
        """
        size = self.geometry.size
        try:
            if not self.is_boolean:
                digits = values[1:-1].split(",", len(self._domains))[: len(self._domains)]
                return Grid(bytes(map(int, digits)), self.geometry)
            *runs, _ = values[1 : 3 * len(self._domains) : 3].split("1")  # the zeros before each one
            places = accumulate(len(run) + 1 for run in runs)
            return Grid(
                bytes(map(sub, places, range(0, self.geometry.cell_count * size, size))), self.geometry
            )
        except ValueError as error:
            raise EngineError(f"a solution that is no grid: {error}") from None


def _struck_out(puzzle: Puzzle) -> list[int]:
    """The elements that pencilmarks leave no room for, cells with a clue apart."""
    return [
        cell * puzzle.geometry.size + digit - 1
        for cell, mask in enumerate(puzzle.candidates or ())
        for digit in puzzle.geometry.digits
        if not mask >> digit - 1 & 1 and not puzzle.cells[cell]
    ]


def variants() -> dict[str, list[str]]:
    """The encodings of the catalogue."""
    return {"encodings": [name.removeprefix("cpsat/") for name in names(Formalism.CP_SAT)]}


def create(variant: str) -> CpSat:
    """The engine for `ENCODING`, by default the recommended one.

    Raises UnknownNameError, EncodingError, and UnsupportedError for an encoding that is not for CP-SAT.
    """
    name = variant or RECOMMENDED_ENCODING
    if not name.endswith(".toml"):
        known = variants()["encodings"]
        if name.removeprefix("cpsat/") not in known:
            raise UnknownNameError("encoding", name, known)
        name = f"cpsat/{name.removeprefix('cpsat/')}"
    encoding = load(name)
    if encoding.formalism is not Formalism.CP_SAT:
        raise UnsupportedError(f"{name} is in {encoding.formalism}; cpsat takes encodings for cp-sat")
    return CpSat(encoding)
