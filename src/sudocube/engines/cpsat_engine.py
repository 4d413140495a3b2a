"""The engines `cpsat:ENCODING`: a CP-SAT encoding, asked of OR-tools.

One model holds the rules of a geometry, and each puzzle is written into it. The solver goes through all
solutions and is stopped at the limit. Only the status OPTIMAL says that there are no others: any limit gives
another one.

Ctrl-C: OR-tools' own handler of the signal is off, since it replaces Python's; see `interrupt`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate, chain
from operator import sub
from time import monotonic

from ortools.sat.python import cp_model

from sudocube.encoder import Encoding, Formalism, load, names
from sudocube.encoder.cpsat_model import CpSatModel, cpsat_model
from sudocube.engines.protocol import Traits
from sudocube.engines.search import SearchEngine
from sudocube.errors import EngineError, UnknownNameError, UnsupportedError
from sudocube.geometry import Geometry
from sudocube.interrupt import InterruptWatch
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


class CpSatEngine(SearchEngine):
    """One encoding, for all geometries."""

    def __init__(self, encoding: Encoding) -> None:
        self.name = f"cpsat:{encoding.name.removeprefix('cpsat/')}"
        self.traits = Traits(pencilmarks=encoding.variables == "direct")
        self._encoding = encoding
        self._models: dict[Geometry, _Booleans | _Integers] = {}
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
        rules = self._rules(puzzle.geometry)
        rules.set_puzzle(puzzle)
        left = float("inf") if deadline is None else max(0.0, deadline - monotonic())
        self._solver.parameters.max_time_in_seconds = left
        callback = _Callback(found, rules)
        with self._watch:
            status = self._solver.solve(rules.cp, callback)
        if callback.error is not None:
            raise callback.error
        if status in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
            return not callback.stopped
        if callback.stopped:
            return False
        if status in (cp_model.FEASIBLE, cp_model.UNKNOWN) and deadline is not None:
            raise TimeoutError
        raise EngineError(f"{self.name} ended with {self._solver.status_name(status)}")

    def _rules(self, geometry: Geometry) -> _Booleans | _Integers:
        """The model for a geometry, built when it is first asked for."""
        if geometry not in self._models:
            rules = cpsat_model(self._encoding, geometry)
            self._models[geometry] = (_Booleans if rules.direct else _Integers)(rules)
        return self._models[geometry]


class _Callback(cp_model.CpSolverSolutionCallback):
    """Hands the solutions on; no exception leaves it, since there is C++ below."""

    def __init__(self, found: Callable[[Grid], bool], rules: _Booleans | _Integers) -> None:
        super().__init__()
        self._found, self._rules = found, rules
        self.stopped = False
        self.error: BaseException | None = None

    def on_solution_callback(self) -> None:
        """Called by the solver at each solution."""
        if self.stopped:
            return
        try:
            self.stopped = not self._found(self._grid())
        except BaseException as error:
            self.stopped, self.error = True, error
        if self.stopped:
            self.stop_search()

    def _grid(self) -> Grid:
        try:
            return self._rules.grid(str(self.response_proto.solution))
        except ValueError as error:
            raise EngineError(f"a solution that is no grid: {error}") from None


class _Booleans:
    """A model with a Boolean for each element, and one constraint more: what a puzzle settles.

    These are its clues, and what clues rule out by the model's own exactly-one constraints. It is the first,
    as the solver takes constraints in order: from those that follow it leaves out what is settled by then.
    """

    def __init__(self, rules: CpSatModel) -> None:
        self.geometry = rules.geometry
        self.cp = cp_model.CpModel()
        self.cp.add_bool_and([])
        self.cp.proto.merge_from(rules.cp.proto)
        self._settled = self.cp.proto.constraints[0].bool_and.literals
        elements = self.geometry.cell_count * self.geometry.size
        self._lines: list[list[list[int]]] = [[] for _ in range(elements)]
        self._known: dict[int, tuple[int, ...]] = {}
        for constraint in self.cp.proto.constraints:
            line = list(constraint.exactly_one.literals) if constraint.has_exactly_one() else []
            for literal in line:
                if 0 <= literal < elements:
                    self._lines[literal].append(line)

    def set_puzzle(self, puzzle: Puzzle) -> None:
        """Write the puzzle into the model, over the one before."""
        size = self.geometry.size
        clues = [cell * size + digit - 1 for cell, digit in enumerate(puzzle.cells) if digit]
        struck_out = [-1 - element for element in _struck_out(puzzle)]
        self._settled.clear()
        self._settled.extend(list(chain(struck_out, *map(self._settled_by, clues))))

    def _settled_by(self, element: int) -> tuple[int, ...]:
        """An element, and what it rules out: -1 is the negation of element 0."""
        if element not in self._known:
            peers = set(chain.from_iterable(self._lines[element])) - {element}
            self._known[element] = (element, *(-1 - peer for peer in peers))
        return self._known[element]

    def grid(self, values: str) -> Grid:
        """The grid of a solution, whose values come as text, "[0, 1, …]".

        As text because OR-tools 9.15 takes twelve times as long to give them one by one.
        """
        cells, size = self.geometry.cell_count, self.geometry.size
        *runs, _ = values[1 : 3 * cells * size : 3].split("1")  # the zeros before each one
        places = accumulate(len(run) + 1 for run in runs)
        return Grid(bytes(map(sub, places, range(0, cells * size, size))), self.geometry)


class _Integers:
    """A model with an integer for each cell, whose domain is the clue, or all digits."""

    def __init__(self, rules: CpSatModel) -> None:
        self.geometry, self.cp = rules.geometry, rules.cp
        # At hand: to look one up in the model takes a microsecond each time.
        self._domains = [self.cp.proto.variables[cell].domain for cell in range(self.geometry.cell_count)]

    def set_puzzle(self, puzzle: Puzzle) -> None:
        """Write the puzzle into the model, over the one before."""
        for domain, digit in zip(self._domains, puzzle.cells, strict=True):
            domain[0], domain[1] = digit or 1, digit or self.geometry.size

    def grid(self, values: str) -> Grid:
        """The grid of a solution, whose values come as text."""
        cells = self.geometry.cell_count
        return Grid(bytes(map(int, values[1:-1].split(",", cells)[:cells])), self.geometry)


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


def create(variant: str) -> CpSatEngine:
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
    return CpSatEngine(encoding)
