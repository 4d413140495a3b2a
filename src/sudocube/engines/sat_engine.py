"""The engines `sat:ENCODING@SOLVER`: a CNF encoding, asked of a SAT solver of PySAT.

One solver holds the rules and is asked again and again: the clues of a puzzle are assumptions, and a
found solution is forbidden by a clause that holds only under a selector of this puzzle, which is retired
afterwards. What the solver learns about the rules serves all puzzles; but it gathers dust, so that after
some puzzles a new one takes its place.

A solver whose puzzle was broken off is thrown away: nobody knows what state it is in. How solvers are
called is told in `pysat_calls`.
"""

from __future__ import annotations

import atexit
import weakref
from collections.abc import Callable, Iterator
from operator import neg, sub
from time import monotonic
from typing import Any

from pysat.solvers import Solver

from sudocube.encoder import Encoding, Formalism, load, names
from sudocube.encoder.cnf import Formula, formula
from sudocube.encoder.puzzle_formula import PuzzleFormula, add_clues
from sudocube.engines.protocol import Traits
from sudocube.engines.pysat_calls import delete, search_slice, search_to_the_end
from sudocube.engines.search import SearchEngine
from sudocube.errors import EngineError, UnknownNameError, UnsupportedError
from sudocube.geometry import Geometry
from sudocube.puzzle import Grid, Puzzle

RECOMMENDED_ENCODING = "extended"
RECOMMENDED_SOLVER = "cadical153"

SLICE = 2000
"""Conflicts in one slice of a search. The hardest known 9×9 puzzles need fewer than 300 in all; larger
ones are searched slice after slice, with a look at the clock and at Ctrl-C in between."""

_RECYCLED_OFTEN = 40
_RECYCLED_SELDOM = 200

SOLVERS: dict[str, int] = {
    "cadical103": _RECYCLED_SELDOM,
    "cadical153": _RECYCLED_SELDOM,
    "cadical195": _RECYCLED_SELDOM,
    "cadical300": _RECYCLED_SELDOM,
    "ergo": _RECYCLED_OFTEN,
    "gluecard3": _RECYCLED_OFTEN,
    "gluecard4": _RECYCLED_OFTEN,
    "glucose3": _RECYCLED_OFTEN,
    "glucose4": _RECYCLED_OFTEN,
    "glucose42": _RECYCLED_OFTEN,
    "lingeling": _RECYCLED_SELDOM,
    "maplechrono": _RECYCLED_OFTEN,
    "maplecm": _RECYCLED_OFTEN,
    "maplesat": _RECYCLED_OFTEN,
    "mergesat3": _RECYCLED_OFTEN,
    "minicard": _RECYCLED_OFTEN,
    "minisat-gh": _RECYCLED_OFTEN,
    "minisat22": _RECYCLED_OFTEN,
    "minisatep": _RECYCLED_OFTEN,
}
"""The solvers, and how many puzzles each is asked about before a new one takes its place.

Left out: kissat404, which ignores assumptions and dies when it is asked twice, and cryptominisat,
whose search under a budget fails (TypeError, with pycryptosat 5.17)."""

SETTINGS: dict[str, dict[str, int]] = {
    "cadical153": {
        "forcephase": 1,  # guess that a digit is there, which says more than that it is not
        "rephase": 0,  # and stay with that
        "chrono": 0,
        "restartint": 5,  # searches are short: what has not been found soon is found after a restart
        "elim": 0,  # rules that serve for hundreds of puzzles are not worth simplifying again and again
        "probe": 0,
        "subsume": 0,
        "vivify": 0,
    }
}
"""What solvers are told that they would not do by themselves: together a few per cent faster on easy puzzles,
a fifth on hard ones."""

UNLIMITED = frozenset({"lingeling"})
"""Solvers that cannot be stopped: they run in a process of their own where there is a time limit."""

PART = 200
"""Solutions that are forbidden one by one before the rest of them is parted by the digits of a cell. A
solver that was told of more than this is not asked about another puzzle."""


class SatEngine(SearchEngine):
    """One encoding and one solver, for all geometries."""

    def __init__(self, encoding: Encoding, solver: str) -> None:
        self.name = f"sat:{encoding.name}@{solver}"
        takes_marks = encoding.variables == "direct" and not encoding.per_puzzle
        self.traits = Traits(supports_timeout=solver not in UNLIMITED, pencilmarks=takes_marks)
        self._encoding, self._solver = encoding, solver
        self._rules: dict[Geometry, Formula] = {}
        self._oracles: dict[Geometry, _Oracle] = {}

    def search(self, puzzle: Puzzle, found: Callable[[Grid], bool], deadline: float | None) -> bool:
        """Ask for solution after solution, each forbidden before the next is asked for."""
        shape = puzzle.geometry
        if shape not in self._rules:
            self._rules[shape] = formula(self._encoding, shape)
        if self._encoding.per_puzzle:  # no two puzzles have the same clauses
            oracle = _Oracle(add_clues(self._rules[shape], puzzle), self._solver)
            try:
                return oracle.search(puzzle, found, deadline)
            finally:
                oracle.discard()
        if shape not in self._oracles:
            self._oracles[shape] = _Oracle(self._rules[shape], self._solver)
        return self._oracles[shape].search(puzzle, found, deadline)


class _Oracle:
    """A solver that holds the rules of one geometry, and is asked about puzzle after puzzle."""

    def __init__(self, rules: Formula | PuzzleFormula, solver: str) -> None:
        self._rules, self._name = rules, solver
        self._uses_left = 0
        self._solver: Any = None
        _ALIVE.add(self)

    def search(self, puzzle: Puzzle, found: Callable[[Grid], bool], deadline: float | None) -> bool:
        """See `SearchEngine.search`."""
        self._make_ready()
        assumed = [*self._rules.literals(puzzle.cells), *_struck_out(puzzle)]
        try:
            is_exhausted = self._go_through(puzzle, assumed, found, deadline)
        except BaseException:  # out of time, Ctrl-C: nobody knows what state the solver is in
            self.discard()
            raise
        if self._blocked > PART:
            self.discard()
        return is_exhausted

    def _go_through(
        self, puzzle: Puzzle, assumed: list[int], found: Callable[[Grid], bool], deadline: float | None
    ) -> bool:
        """Search the part of the solutions in which the assumptions hold; returns as `search` does.

        A part with many solutions is parted by the digits of a cell, so that the clauses which forbid
        those found in one part can be dropped before the next: else a million of them would pile up.
        """
        selector = 0
        is_exhausted = True
        last: Grid | None = None
        for left in range(PART, -1, -1):
            if not self._is_satisfiable(assumed, deadline):
                break
            grid = self._grid(self._solver.get_model(), puzzle.geometry)
            if not left:  # in each part, what was found before stays forbidden
                parts = ([*assumed, *part] for part in self._parts(grid, last))
                is_exhausted = all(self._go_through(puzzle, part, found, deadline) for part in parts)
                break
            if not found(grid):
                is_exhausted = False
                break
            if not selector:
                selector = self._new_variable()
                assumed = [*assumed, selector]
            blank = bytes(0 if clue else d for d, clue in zip(grid.cells, puzzle.cells, strict=True))
            self._solver.add_clause([*map(neg, self._rules.literals(blank)), -selector])
            self._blocked += 1
            last = grid
        if selector:
            self._solver.add_clause([-selector])
        return is_exhausted

    def _parts(self, grid: Grid, other: Grid | None) -> Iterator[list[int]]:
        """What is assumed of a cell in which two solutions differ: each digit that it may hold, in turn."""
        assert other is not None  # PART is not 0
        cell = next(c for c, (one, two) in enumerate(zip(grid.cells, other.cells, strict=True)) if one != two)
        for digit in grid.geometry.digits:
            literals = self._rules.literals(bytes(cell) + bytes([digit]))
            if literals:  # none where the formula has done away with it
                yield literals

    def _grid(self, model: list[int], geometry: Geometry) -> Grid:
        """The grid of a model; EngineError where it is none."""
        try:
            if isinstance(self._rules, Formula) and self._rules.encoding.variables == "direct":
                # The variables ascend cell by cell. No digit comes out where a cell has none, or two.
                size, cells = geometry.size, geometry.cell_count
                true = [literal for literal in model[: cells * size] if literal > 0]
                return Grid(bytes(map(sub, true, range(0, cells * size, size))), geometry)
            return Grid(bytes(digit for (digit,) in self._rules.digits(model)), geometry)
        except ValueError:
            held = zip(
                map(geometry.cell_name, range(geometry.cell_count)), self._rules.digits(model), strict=True
            )
            cell, digits = next((cell, digits) for cell, digits in held if len(digits) != 1)
            many = f"{len(digits)} digits" if digits else "no digit"
            name = self._rules.encoding.name
            raise EngineError(f"a model of {name} that is no grid: {cell} holds {many}") from None

    def _is_satisfiable(self, assumed: list[int], deadline: float | None) -> bool:
        """Search slice by slice; raises TimeoutError past the deadline."""
        if self._name in UNLIMITED:
            return search_to_the_end(self._solver, assumed)
        while deadline is None or monotonic() < deadline:
            satisfiable = search_slice(self._solver, assumed, SLICE)
            if satisfiable is not None:
                return satisfiable
        raise TimeoutError

    def _make_ready(self) -> None:
        """See to it that there is a solver, a new one where the old one has served its time."""
        if self._uses_left == 0:
            self.discard()
            self._solver = Solver(name=self._name)
            if settings := SETTINGS.get(self._name):
                self._solver.configure(settings)
            self._solver.append_formula(self._rules.clauses, no_return=True)
            self._top = self._rules.variables
            self._uses_left = SOLVERS[self._name]
        self._uses_left -= 1
        self._blocked = 0

    def _new_variable(self) -> int:
        self._top += 1
        return self._top

    def discard(self) -> None:
        """Be rid of the solver; the next puzzle gets a new one."""
        solver, self._solver = self._solver, None
        if solver is not None:
            delete(solver)
        self._uses_left = 0


def _struck_out(puzzle: Puzzle) -> list[int]:
    """What pencilmarks leave no room for, as literals of direct variables."""
    size = puzzle.geometry.size
    return [
        -(cell * size + digit)
        for cell, mask in enumerate(puzzle.candidates or ())
        for digit in puzzle.geometry.digits
        if not mask >> digit - 1 & 1
    ]


_ALIVE: weakref.WeakSet[_Oracle] = weakref.WeakSet()


@atexit.register
def _discard_all() -> None:
    """PySAT's solvers complain when they are left to the end of the interpreter."""
    for oracle in list(_ALIVE):
        oracle.discard()


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
    solver = solver or RECOMMENDED_SOLVER
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
