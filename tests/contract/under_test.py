"""The engines that the contract suite tests, and puzzles for each of them.

A new engine is tested after a line in `NAMES`; a new solver or encoding is tested without one, because the
lists come from the package.
"""

from collections.abc import Iterable
from functools import cache
from random import Random
from shutil import which
from typing import NamedTuple

import pytest

from sudocube.encoder import Formalism, names
from sudocube.engines import Answer, Engine, Found, engine
from sudocube.engines.sat_engine import RECOMMENDED_ENCODING
from sudocube.geometry import Geometry
from sudocube.kernel import levels
from sudocube.puzzle import Puzzle
from sudocube.sat.settings import LATE, SOLVERS, UNLIMITED
from sudocube.trusted import objection
from tests.puzzles import (
    EXAMPLES,
    KINDS,
    Known,
    puzzle_with_known_answer,
    several_solutions,
    solved_grid,
    unique_puzzle,
)

SAT_PROGRAMS = tuple(f"sat:@command:{command}" for command in ("cadical -q",) if which(command.split()[0]))
"""SAT solvers that are programs, where they are installed."""

NAMES = (
    "phases",
    "possibles:magic",
    "cube",
    "cube:boxes",
    "proof",
    *(f"sat:{RECOMMENDED_ENCODING}@{solver}" for solver in SOLVERS),
    *(f"sat:{name}" for name in names(Formalism.CNF) if name != RECOMMENDED_ENCODING),
    *(f"cpsat:{name.removeprefix('cpsat/')}" for name in names(Formalism.CP_SAT)),
    "kernel",
    *(f"kernel:{level}" for level in levels()),
    *SAT_PROGRAMS,
)

OUTSIDERS = ("command", "python", "stored")
"""Families of engines that ask programs, functions or files of others; what holds depends on those."""

IN_PROCESS = tuple(name for name in NAMES if name.partition("@")[2] not in UNLIMITED | LATE)
"""Those that stop at a time limit by themselves; `test_engines_are_engines` checks this."""

NINE_ONLY = tuple(name for name in NAMES if name.startswith("kernel"))
"""Those that take only 9×9 puzzles."""

EXAMPLE_PUZZLES = [Known(Puzzle(cells, geometry), solutions) for _, cells, geometry, solutions in EXAMPLES]
SHORT = [one for one in EXAMPLE_PUZZLES if one.puzzle.geometry.size <= 6]

FEW = ("phases", "sat", "sat:extended@minisat22", "cpsat", "cpsat:alldifferent")
"""For slow tests: one of each kind, and a solver that takes its budget in another way."""


SLOW = {"sat:dual", "sat:binary"}
"""These need minutes for hard puzzles, with any solver, because they propagate too little."""


def each(names: Iterable[str] = NAMES) -> pytest.MarkDecorator:
    """Asks each of these engines in a test of its own; programs are started again and again, so later."""
    marks = {name: [pytest.mark.slow] * (name in SAT_PROGRAMS) for name in names}
    return pytest.mark.parametrize("name", [pytest.param(name, marks=marks[name]) for name in names])


def new(name: str) -> Engine:
    """An engine that has not solved a puzzle yet."""
    return engine(name)


@cache
def shared(name: str) -> Engine:
    """One engine for all tests, so that the state after one test is there in the next."""
    return new(name)


class Ground(NamedTuple):
    """Puzzles of a size that an engine takes, with their numbers of solutions."""

    unique: Puzzle
    several: Known
    """Between three and twelve solutions."""
    known: list[Known]
    """Of every kind, and with clashes and full grids of every sort."""


def ground(name: str) -> Ground:
    """The puzzles for this engine: small ones, if it takes them."""
    return _nine() if name in NINE_ONLY else _four()


@cache
def _four() -> Ground:
    unique, several = Puzzle("1... ..2. .3.. ...4"), Known(Puzzle("12.. 34.. .... ...1"), 3)
    more = {
        "1... .... .... 1...": 0,  # a clash in a column
        "1... .1.. .... ....": 0,  # in a box
        "1.1. .1.. .... ....": 0,
        "1234 3412 2143 4322": 0,  # full, and wrong in one cell
        "1111 1111 1111 1111": 0,
        "1234 2341 3412 4123": 0,  # the boxes alone are wrong
        "1234 3412 2143 432.": 1,
        "1134 3412 2143 432.": 0,  # one blank, and a clash elsewhere
    }
    known = [Known(puzzle, solutions) for puzzle, solutions in SHORT if puzzle.geometry.size == 4]
    return Ground(unique, several, [*known, *(Known(Puzzle(cells), n) for cells, n in more.items()), several])


@cache
def _nine() -> Ground:
    rng, nine = Random("nine"), Geometry(3, 3)
    grid = solved_grid(nine, rng)
    full = str(grid)
    turned = "".join(chr((r + c) % 9 + ord("1")) for r in range(9) for c in range(9))
    known = [puzzle_with_known_answer(nine, rng, kind) for kind in KINDS]
    for cells, solutions in (
        (full, 1),
        (full[:80] + str(int(full[80]) % 9 + 1), 0),
        ("1" * 81, 0),
        (turned, 0),
        (full[:80] + ".", 1),
        (full[1] + full[1:80] + ".", 0),
    ):
        known.append(Known(Puzzle(cells), solutions))
    return Ground(unique_puzzle(grid, rng), Known(*several_solutions(grid, rng, patterns=3)), known)


def assert_right(answer: Answer, puzzle: Puzzle, solutions: int, limit: int = 2) -> None:
    """Check that an answer is what a search up to `limit` gives if there are `solutions` in all."""
    exhausted = solutions < limit
    count = min(solutions, limit)
    verdict = ("none" if count == 0 else "unique" if exhausted else "unknown") if count < 2 else "multiple"
    said = (answer.verdict, answer.count, answer.exhausted, len(answer.solutions), type(answer))
    assert said == (verdict, count, exhausted, min(count, 2), Found), f"{puzzle!r}: {answer}"
    assert len(set(answer.solutions)) == len(answer.solutions)
    shape = puzzle.geometry
    for grid in answer.solutions:
        assert grid.geometry == shape
        assert objection(grid.cells, puzzle.cells, shape.box_rows, shape.box_columns) is None
