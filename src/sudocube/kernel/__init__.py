"""The bulk kernel: counts solutions of 9×9 puzzles, a batch at a time; compiled, or its twin in Python.

    levels, chosen_level, is_compiled   which implementations run here, and which one is used
    job                                 a batch to be worked on, step by step
    first_refused                       the referee's word on the solutions of a batch
    batches                             count_many and solve_many: arrays or texts in, arrays out
    texts                               puzzles as text, in whatever they come, to arrays
    threads                             parts worked on side by side, results in order
    twin                                the implementation in plain Python, to be read

Stands on nothing else of the package but its errors: the rules are stated here, and in the C++ source, for
themselves. NumPy is imported when a job is made, and not before.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from sudocube.errors import UnknownNameError, UnsupportedError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Puzzles: TypeAlias = NDArray[np.uint8] | NDArray[np.uint16]

VARIABLE = "SUDOCUBE_KERNEL"
"""The environment variable that forces an implementation."""

_MODULE = "sudocube._kernel"

TWIN = "twin"
COMPILED = ("portable", "baseline", "avx2", "avx512")
"""The compiled levels that there may be: one puzzle at a time; several side by side, in registers of 128, 256
and 512 bits."""

KNOWN = (TWIN, *COMPILED)

NO_BUDGET = (1 << 63) - 1
"""So many guesses that no puzzle takes them; the highest limit, too."""


class Job(Protocol):
    """A batch of puzzles on the way.

    `counts` is int64 (n,): solutions up to the limit, -1 where the budget of guesses ran out before that,
    -2 where there is no puzzle. `solutions` is uint8 (n, 2, 81): the first two that were found, digits 1 to
    9, all 0 where there is none. `guesses` is int64 (n,). What stands there of a puzzle that
    is not finished is not to be believed.
    """

    level: str
    counts: NDArray[np.int64]
    solutions: NDArray[np.uint8]
    guesses: NDArray[np.int64]

    def advance(self, steps: int) -> int:
        """Work on for about so many rounds of propagation, and say how many puzzles are finished.

        They are finished in any order. When compiled, other threads run meanwhile.
        """


STEPS = {TWIN: 2_000}
STEPS_COMPILED = 300_000
"""Rounds of propagation that take well below 0.2 s: so long Ctrl-C may have to wait."""


def finish(work: Job, is_cancelled: Callable[[], bool] = bool) -> bool:
    """Advance a job to its end, unless it is cancelled; whether it came to its end.

    The lock is given up, and Ctrl-C heard, several times a second.
    """
    count = len(work.counts)
    steps = STEPS.get(work.level, STEPS_COMPILED)
    while work.advance(steps) < count:
        if is_cancelled():
            return False
    return True


def levels() -> tuple[str, ...]:
    """What runs here, slowest first: the twin, and the compiled levels that this processor has.

    >>> levels()[0]
    'twin'
    """
    try:
        there: tuple[str, ...] = _compiled().levels()
    except ModuleNotFoundError as error:
        if error.name != _MODULE:
            raise
        return (TWIN,)
    return (TWIN, *there)


def chosen_level(level: str | None = None) -> str:
    """The implementation that is used: `level`, else what SUDOCUBE_KERNEL says, else the fastest.

    Raises UnknownNameError for a name that none has, UnsupportedError for one that does not run here.
    """
    there = levels()
    named = level if level is not None else os.environ.get(VARIABLE) or there[-1]
    if named in there:
        return named
    if named in KNOWN:
        raise UnsupportedError(f"the kernel {named!r} does not run here; these do: {', '.join(there)}")
    raise UnknownNameError("kernel" if level is not None else f"kernel in {VARIABLE}", named, KNOWN)


def is_compiled() -> bool:
    """Whether the kernel that is used where nothing is asked for is compiled. Raises as `chosen_level`."""
    return chosen_level() != TWIN


def job(
    puzzles: Puzzles,
    *,
    limit: int = 2,
    budget: int | None = None,
    level: str | None = None,
    keep_solutions: bool = True,
) -> Job:
    """A batch to be worked on: uint8 (n, 81), digits or their symbols, or uint16 (n, 81), masks.

    In a mask, bit d - 1 says that digit d is a candidate. At most `limit` solutions of each are counted, and
    `budget` guesses made for each. Without `keep_solutions`, `solutions` has no rows. Shapes and types are
    the caller's to see to; raises as `chosen_level`.
    """
    name = chosen_level(level)
    most = NO_BUDGET if budget is None else min(budget, NO_BUDGET)
    if name == TWIN:
        from sudocube.kernel import twin

        return twin.Job(puzzles, min(limit, NO_BUDGET), most, keep_solutions=keep_solutions)
    import numpy as np

    rows = np.ascontiguousarray(puzzles)
    made: Job = _compiled().Job(rows, min(limit, NO_BUDGET), most, name, keep_solutions)
    return made


def first_refused(
    puzzles: NDArray[np.uint8], solutions: NDArray[np.uint8], counts: NDArray[np.int64]
) -> int | None:
    """The first row with a solution that is none, or with the same one twice; None where all hold.

    A referee for millions, compiled, which shares nothing with the solver: `puzzles` uint8 (n, 81) and a
    job's `solutions` and `counts`, of which the first min(count, 2) solutions are looked at. Raises
    ModuleNotFoundError where nothing is compiled.
    """
    row = int(_compiled().referee(puzzles, solutions, counts))
    return None if row < 0 else row


def _compiled() -> Any:  # noqa: ANN401 — see _kernel.pyi
    """The compiled module; raises ModuleNotFoundError where there is none.

    Not by `from sudocube import`, whose error does not say which module is missing.
    """
    return import_module(_MODULE)
