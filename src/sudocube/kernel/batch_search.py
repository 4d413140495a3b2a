"""The search for the solutions of one batch of puzzles, step by step, and the compiled referee."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeAlias

from sudocube.kernel.implementations import TWIN, chosen_level, compiled_module

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Puzzles: TypeAlias = NDArray[np.uint8] | NDArray[np.uint16]

NO_BUDGET = (1 << 63) - 1
"""A budget of guesses that no puzzle exhausts; also the highest limit."""

STEPS_OF_TWIN = 2_000
STEPS_OF_COMPILED = 300_000
"""Rounds of propagation that take well below 0.2 s: Ctrl-C waits no longer than that."""


class BatchSearch(Protocol):
    """The search for the solutions of a batch of puzzles.

    `counts` is int64 (n,): solutions up to the limit, -1 where the budget of guesses ran out before that,
    -2 where the row is not a puzzle. `solutions` is uint8 (n, 2, 81): the first two that were found, digits
    1 to 9, all 0 where there is none. `guesses` is int64 (n,). The values of a puzzle are final only once
    the puzzle is finished.
    """

    level: str
    counts: NDArray[np.int64]
    solutions: NDArray[np.uint8]
    guesses: NDArray[np.int64]

    def advance(self, steps: int) -> int:
        """Run about `steps` rounds of propagation; returns how many puzzles are finished by now.

        Puzzles may finish in any order. A compiled search releases the interpreter lock meanwhile.
        """


def start_search(
    puzzles: Puzzles,
    *,
    limit: int = 2,
    budget: int | None = None,
    level: str | None = None,
    keep_solutions: bool = True,
) -> BatchSearch:
    """A search that has not begun yet: `puzzles` is uint8 (n, 81), digits or symbols, or uint16 (n, 81).

    Values of uint16 are masks: bit d - 1 says that digit d is a candidate. Of each puzzle at most `limit`
    solutions are counted, and at most `budget` guesses are made for it. Without `keep_solutions`,
    `solutions` has no rows.

    The caller has to check shapes and types. Raises UnknownNameError for a `level` that does not exist,
    UnsupportedError for one that does not run here.
    """
    name = chosen_level(level)
    limit = min(limit, NO_BUDGET)
    budget = NO_BUDGET if budget is None else min(budget, NO_BUDGET)
    if name == TWIN:
        from sudocube.kernel.twin import TwinSearch

        return TwinSearch(puzzles, limit, budget, keep_solutions=keep_solutions)
    import numpy as np

    contiguous = np.ascontiguousarray(puzzles)
    search: BatchSearch = compiled_module().CompiledSearch(contiguous, limit, budget, name, keep_solutions)
    return search


def finish(search: BatchSearch, is_cancelled: Callable[[], bool] = bool) -> bool:
    """Advance a search to its end, unless it is cancelled; returns whether it reached the end.

    Several times a second it releases the interpreter lock, reacts to Ctrl-C and asks `is_cancelled`.
    """
    count = len(search.counts)
    steps = STEPS_OF_TWIN if search.level == TWIN else STEPS_OF_COMPILED
    while search.advance(steps) < count:
        if is_cancelled():
            return False
    return True


def first_refused(
    puzzles: NDArray[np.uint8], solutions: NDArray[np.uint8], counts: NDArray[np.int64]
) -> int | None:
    """The first row with a wrong solution, or with the same solution twice; None where all are right.

    A compiled referee for millions of grids, which shares no code with the solver. `puzzles` is uint8
    (n, 81); `solutions` and `counts` are those of a search. Of each row the first min(count, 2) solutions
    are checked. Raises ModuleNotFoundError where the compiled module was not built.
    """
    row = int(compiled_module().referee(puzzles, solutions, counts))
    return None if row < 0 else row
