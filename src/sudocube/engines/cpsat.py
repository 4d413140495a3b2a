"""The engines `cpsat:ENCODING`: a CP-SAT encoding, asked of OR-tools.

One model holds the rules of a geometry; the clues of a puzzle narrow the domains of its variables, and
are taken back afterwards. The solver goes through all solutions and is stopped at the limit. Only the
status OPTIMAL says that there are no others: any limit gives another one.

Ctrl-C: OR-tools' own handler of the signal is off, since it replaces Python's; see `interrupt`.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from ortools.sat.python import cp_model

from sudocube.encoder import Encoding, Formalism, load, names
from sudocube.encoder.cpsat import Model, model
from sudocube.engines.interrupt import InterruptWatch
from sudocube.engines.protocol import Traits
from sudocube.engines.search import SearchEngine
from sudocube.errors import EngineError, PuzzleError, UnknownNameError, UnsupportedError
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

    traits = Traits()

    def __init__(self, encoding: Encoding) -> None:
        self.name = f"cpsat:{encoding.name.removeprefix('cpsat/')}"
        self._encoding = encoding
        self._models: dict[Geometry, Model] = {}
        self._solver = cp_model.CpSolver()
        self._watch = InterruptWatch(self._solver.stop_search)
        for setting, value in SETTINGS.items():
            setattr(self._solver.parameters, setting, value)

    def search(self, puzzle: Puzzle, found: Callable[[Grid], bool], deadline: float | None) -> bool:
        """Go through the solutions as the solver comes upon them."""
        # Taken out, so that a model that was left half-way is not used again.
        rules = self._models.pop(puzzle.geometry, None) or model(self._encoding, puzzle.geometry)
        left = float("inf") if deadline is None else max(0.0, deadline - monotonic())
        self._solver.parameters.max_time_in_seconds = left
        taken_back = _narrow(rules, puzzle)
        callback = _Callback(found, rules)
        with self._watch:
            status = self._solver.solve(rules.cp, callback)
        taken_back()
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

    def __init__(self, found: Callable[[Grid], bool], rules: Model) -> None:
        super().__init__()
        self._found, self._rules = found, rules
        self.stopped = False
        self.error: BaseException | None = None

    def on_solution_callback(self) -> None:
        """Called by the solver at each solution."""
        if self.stopped:
            return
        try:
            self.stopped = not self._found(_grid(str(self.response_proto.solution), self._rules))
        except BaseException as error:
            self.stopped, self.error = True, error
        if self.stopped:
            self.stop_search()


def _narrow(rules: Model, puzzle: Puzzle) -> Callable[[], None]:
    """Write the clues into the domains; returns what takes them back."""
    variables = rules.cp.proto.variables
    size = puzzle.geometry.size
    domains = [
        (variables[cell * size + digit - 1 if rules.boolean else cell].domain, digit)
        for cell, digit in puzzle.clues.items()
    ]
    if rules.boolean:
        for domain, _ in domains:
            domain[0] = 1
    else:
        for domain, digit in domains:
            domain[0] = domain[1] = digit

    def take_back() -> None:
        for domain, _ in domains:
            if rules.boolean:
                domain[0] = 0
            else:
                domain[0], domain[1] = 1, size

    return take_back


def _grid(values: str, rules: Model) -> Grid:
    """The grid of a solution, whose values come as text, "[0, 1, …]".

    As text because OR-tools 9.15 takes twelve times as long to give them one by one.
    """
    geometry = rules.geometry
    try:
        if not rules.boolean:
            return Grid(bytes(map(int, values[1:-1].split(","))), geometry)
        bits = values[1::3]
        size = geometry.size
        digits = [bits.find("1", start, start + size) - start + 1 for start in range(0, len(bits), size)]
        return Grid(bytes(digits), geometry)
    except (PuzzleError, ValueError) as error:
        raise EngineError(f"a solution that is no grid: {error}") from None


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
