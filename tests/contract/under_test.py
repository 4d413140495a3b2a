"""The engines that the contract suite tests, and puzzles for each of them.

A new engine is tested after a line in `NAMES`; a new solver or encoding is tested without one, because the
lists come from the package.
"""

from functools import cache
from random import Random
from shutil import which
from typing import NamedTuple

from sudocube.encoder import Formalism, names
from sudocube.engines import Engine, engine
from sudocube.engines.sat_engine import RECOMMENDED_ENCODING
from sudocube.geometry import Geometry
from sudocube.kernel import levels
from sudocube.puzzle import Grid, Puzzle
from sudocube.sat.settings import SOLVERS
from sudocube.trusted import objection
from sudocube.verdict import Answer
from tests.puzzles import (
    EXAMPLES,
    KINDS,
    Known,
    count_solutions,
    puzzle_from,
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

IN_PROCESS = tuple(name for name in NAMES if not name.endswith("lingeling"))
"""Those that stop at a time limit by themselves; `test_engines_are_engines` checks this."""

NINE_ONLY = tuple(name for name in NAMES if name.startswith("kernel"))
"""Those that take only 9×9 puzzles."""

ANY_SIZE = tuple(name for name in NAMES if name not in NINE_ONLY)

FEW = ("phases", "sat", "sat:extended@minisat22", "cpsat", "cpsat:alldifferent")
"""For slow tests: one of each kind, and a solver that takes its budget in another way."""


def new(name: str) -> Engine:
    """An engine that has not solved a puzzle yet."""
    return engine(name)


@cache
def shared(name: str) -> Engine:
    """One engine for all tests, so that the state after one test is there in the next."""
    return new(name)


class Ground(NamedTuple):
    """Puzzles of a size that an engine takes, of each kind, with their numbers of solutions."""

    unique: Puzzle
    several: Known
    """At least three solutions."""
    many: Known
    """Some hundreds of solutions."""
    few: list[Known]
    tricky: list[tuple[str, str, int]]


def ground(name: str) -> Ground:
    """The puzzles for this engine: small ones, if it takes them."""
    return _nine() if name in NINE_ONLY else _four()


@cache
def _four() -> Ground:
    small = [Puzzle(cells, geometry) for _, cells, geometry, _ in EXAMPLES]
    few = [puzzle for puzzle in small if puzzle.geometry.size <= 6 and len(puzzle.clues) > 1]
    return Ground(
        Puzzle("1... ..2. .3.. ...4"),
        Known(Puzzle("12.. 34.. .... ...1"), 3),
        Known(Puzzle("." * 16), 288),
        [Known(puzzle, count_solutions(puzzle, 1000)) for puzzle in few],
        [
            ("clash in a row", "1..1 .... .... ....", 0),
            ("clash in a column", "1... .... .... 1...", 0),
            ("clash in a box", "1... .1.. .... ....", 0),
            ("three alike", "1.1. .1.. .... ....", 0),
            ("full and right", "1234 3412 2143 4321", 1),
            ("full, and wrong in one cell", "1234 3412 2143 4322", 0),
            ("full of ones", "1111 1111 1111 1111", 0),
            ("full, with the boxes wrong alone", "1234 2341 3412 4123", 0),
            ("one blank", "1234 3412 2143 432.", 1),
            ("one blank and a clash elsewhere", "1134 3412 2143 432.", 0),
        ],
    )


@cache
def _nine() -> Ground:
    rng, nine = Random("nine"), Geometry(3, 3)
    few = [puzzle_with_known_answer(nine, rng, KINDS[i % len(KINDS)]) for i in range(21)]
    grid = solved_grid(nine, rng)
    unique = unique_puzzle(grid, rng)
    many = Known(unique, 1)
    while not 200 <= many.solutions <= 900:
        fewer = puzzle_from(grid, rng, clues=26)
        many = Known(fewer, count_solutions(fewer, 1000))
    full = str(grid)
    turned = "".join(chr((r + c) % 9 + ord("1")) for r in range(9) for c in range(9))
    return Ground(
        unique,
        several_of(grid, rng),
        many,
        few,
        [
            ("clash in a row", "1...1...." + "." * 72, 0),
            ("clash in a column", "1" + "." * 71 + "1........", 0),
            ("clash in a box", "1........" + ".1......." + "." * 63, 0),
            ("full and right", full, 1),
            ("full, and wrong in one cell", full[:80] + str(int(full[80]) % 9 + 1), 0),
            ("full of ones", "1" * 81, 0),
            ("full, with the boxes wrong alone", turned, 0),
            ("one blank", full[:80] + ".", 1),
            ("one blank and a clash elsewhere", full[1] + full[1:80] + ".", 0),
        ],
    )


def several_of(grid: Grid, rng: Random) -> Known:
    """A puzzle with four or eight solutions."""
    return Known(*several_solutions(grid, rng, patterns=3))


def is_heavy(name: str, puzzle: Puzzle) -> bool:
    """Whether this engine is slow for a puzzle of that shape; such pairs are left out.

    With `minimal`, unit propagation does not find hidden singles; the other encodings are large for large
    grids, and each solver has its own copy.
    """
    size = puzzle.geometry.size
    if name in NINE_ONLY:
        return size != 9
    if name in ("phases", "cpsat:cube", "cpsat:alldifferent", "sat:extended@cadical153"):
        return False
    return size > (16 if name == "sat:extended@minisat22" else 12 if name.endswith("@glucose4") else 9)


def assert_right(answer: Answer, puzzle: Puzzle, solutions: int, limit: int = 2) -> None:
    """Check that an answer is what a search up to `limit` gives if there are `solutions` in all."""
    exhausted = solutions < limit
    count = min(solutions, limit)
    verdict = ("none" if count == 0 else "unique" if exhausted else "unknown") if count < 2 else "multiple"
    said = (answer.verdict, answer.count, answer.exhausted, len(answer.solutions), answer.faulty)
    assert said == (verdict, count, exhausted, min(count, 2), False), f"{puzzle!r}: {answer}"
    assert len(set(answer.solutions)) == len(answer.solutions)
    shape = puzzle.geometry
    for grid in answer.solutions:
        assert grid.geometry == shape
        assert objection(grid.cells, puzzle.cells, shape.box_rows, shape.box_columns) is None
