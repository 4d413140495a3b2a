"""The engines that the contract suite runs over, and how each is asked for.

A new engine is held to the contract by a line in `NAMES`; a new solver or encoding is there by
itself, because the lists come from the package.
"""

from functools import cache

from sudocube.encoder import Formalism, names
from sudocube.engines import Engine, engine
from sudocube.engines.sat import RECOMMENDED_ENCODING, SOLVERS
from sudocube.puzzle import Puzzle
from sudocube.trusted import objection
from sudocube.verdict import Answer

NAMES = (
    "phases",
    "possibles:magic",
    "cube",
    "cube:boxes",
    "proof",
    *(f"sat:{RECOMMENDED_ENCODING}@{solver}" for solver in SOLVERS),
    *(f"sat:{name}" for name in names(Formalism.CNF) if name != RECOMMENDED_ENCODING),
    *(f"cpsat:{name.removeprefix('cpsat/')}" for name in names(Formalism.CP_SAT)),
)

IN_PROCESS = tuple(name for name in NAMES if not name.endswith("lingeling"))
"""Those that keep time by themselves; a test below finds that these are all."""

FEW = ("phases", "sat", "sat:extended@minisat22", "cpsat", "cpsat:alldifferent")
"""For what takes time: one of each kind, and a solver that is told of its budget in another way."""


def new(name: str) -> Engine:
    """An engine that has seen no puzzle yet."""
    return engine(name)


@cache
def shared(name: str) -> Engine:
    """An engine that serves all tests, one after the other: what one leaves behind meets the next."""
    return new(name)


def is_heavy(name: str, puzzle: Puzzle) -> bool:
    """Whether this engine takes long for a puzzle of that shape; such pairs are left out.

    `minimal` hides the hidden singles from the solver; the other encodings are long for large grids, and
    each solver holds its own copy.
    """
    size = puzzle.geometry.size
    if name in ("phases", "cpsat:cube", "cpsat:alldifferent", "sat:extended@cadical153"):
        return False
    return size > (16 if name == "sat:extended@minisat22" else 12 if name.endswith("@glucose4") else 9)


def assert_right(answer: Answer, puzzle: Puzzle, solutions: int, limit: int = 2) -> None:
    """The answer is what a search up to `limit` gives where there are `solutions` of them in all."""
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
