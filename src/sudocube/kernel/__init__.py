"""The bulk kernel: solutions and canonical forms of 9×9 puzzles, a batch at a time; compiled, or in Python.

    batches           count_many, solve_many, canonical_many, close_singles: arrays or texts in, arrays out
    texts             puzzles as text, from any source, to arrays
    cell_arrays       arrays of digits, symbols or candidates: checked, and cut into batches
    threads           a pool of threads that returns results in order
    twin              the implementation in plain Python, written to be read
    twin_forms        canonical forms in plain Python

The package uses nothing else of sudocube but its errors: the rules are stated here and in the C++ source
independently. NumPy is imported where there are arrays, not before.

Here stands which implementations run, compiled levels or the twin, and the work that each does for a batch of
puzzles, step by step: a search for their solutions, or one for their canonical forms.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from operator import index
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
"""All compiled levels: one puzzle at a time; several side by side, in registers of 128, 256 and 512 bits."""

KNOWN = (TWIN, *COMPILED)

NO_BUDGET = (1 << 63) - 1
"""A budget of guesses that no puzzle exhausts; also the highest limit."""

STEPS_OF_TWIN = 2_000
STEPS_OF_COMPILED = 300_000
"""Rounds of propagation that take well below 0.2 s: Ctrl-C waits no longer than that."""

FORM_STEPS_OF_TWIN = 20
FORM_STEPS_OF_COMPILED = 100_000
"""Nodes of the search for canonical forms that take well below 0.2 s."""


@cache
def compiled_module() -> Any:  # noqa: ANN401 — see _kernel.pyi
    """The compiled module; raises ModuleNotFoundError where it was not built.

    `from sudocube import _kernel` would raise an error that does not name the missing module.
    """
    return import_module(_MODULE)


def levels() -> tuple[str, ...]:
    """What runs here, slowest first: the twin, and the compiled levels that this processor supports.

    >>> levels()[0]
    'twin'
    """
    try:
        compiled: tuple[str, ...] = compiled_module().levels()
    except ModuleNotFoundError as error:
        if error.name != _MODULE:
            raise
        return (TWIN,)
    return (TWIN, *compiled)


def chosen_level(level: str | None = None) -> str:
    """The implementation that is used: `level`, else what SUDOCUBE_KERNEL names, else the fastest.

    Raises UnknownNameError for a name that no implementation has, UnsupportedError for one that does not
    run here.
    """
    available = levels()
    name = level if level is not None else os.environ.get(VARIABLE) or available[-1]
    if name in available:
        return name
    if name in KNOWN:
        raise UnsupportedError(f"the kernel {name!r} does not run here; these do: {', '.join(available)}")
    raise UnknownNameError("kernel" if level is not None else f"kernel in {VARIABLE}", name, KNOWN)


def is_compiled() -> bool:
    """Whether the implementation that is used by default is a compiled one.

    Raises UnknownNameError or UnsupportedError if SUDOCUBE_KERNEL names one that does not exist or does not
    run here.
    """
    return chosen_level() != TWIN


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

    def __len__(self) -> int:
        """How many puzzles there are."""

    def first(self) -> tuple[int, Sequence[bytes]]:
        """Of the first puzzle its count and its solutions; a compiled search takes no NumPy for that."""


def start_search(
    puzzles: Puzzles | memoryview,
    *,
    limit: int = 2,
    budget: int | None = None,
    level: str | None = None,
    keep_solutions: bool = True,
) -> BatchSearch:
    """A search that has not begun yet: `puzzles` is uint8 (n, 81), digits or symbols, or uint16 (n, 81).

    They are contiguous: an array of NumPy, or a memoryview. Values of uint16 are masks: bit d - 1 says that
    digit d is a candidate. Of each puzzle at most `limit` solutions are counted, and at most `budget` guesses
    are made for it. Without `keep_solutions`, `solutions` has no rows.

    The caller has to check shapes and types. Raises UnknownNameError for a `level` that does not exist,
    UnsupportedError for one that does not run here.
    """
    name = chosen_level(level)
    limit = min(index(limit), NO_BUDGET)
    budget = NO_BUDGET if budget is None else min(index(budget), NO_BUDGET)
    if name == TWIN:
        from sudocube.kernel.twin import TwinSearch

        return TwinSearch(puzzles, limit, budget, keep_solutions=keep_solutions)
    search: BatchSearch = compiled_module().CompiledSearch(puzzles, limit, budget, name, keep_solutions)
    return search


UNDECIDED, NO_PUZZLE = -1, -2
"""What stands in place of the number of automorphisms where a puzzle has no form."""


class BatchForms(Protocol):
    """The search for the canonical forms of a batch of puzzles.

    `forms` is uint8 (n, 81), digits 0 to 9, 0 = blank; `keys` is uint64 (n, 2), the hash of the form, and
    `text_keys` that of the puzzle's own digits; `automorphisms` is int32 (n,), and `clues` uint8 (n,).
    Where the budget of nodes ran out, the form and its key are 0 and `automorphisms` is -1; where the row is
    not a puzzle, all are 0 and `automorphisms` is -2. The values of a puzzle are final only once the puzzle
    is finished.
    """

    level: str
    forms: NDArray[np.uint8]
    keys: NDArray[np.uint64]
    text_keys: NDArray[np.uint64]
    automorphisms: NDArray[np.int32]
    clues: NDArray[np.uint8]

    def advance(self, steps: int) -> int:
        """Search about `steps` nodes; returns how many puzzles are finished by now.

        A compiled search releases the interpreter lock meanwhile.
        """


def start_forms(
    puzzles: NDArray[np.uint8], *, budget: int | None = None, level: str | None = None
) -> BatchForms:
    """A search for canonical forms that has not begun yet: `puzzles` is uint8 (n, 81), digits or symbols.

    They are contiguous. `budget` is how many nodes are searched for a puzzle, at most; None for the usual
    bound.

    The caller has to check shapes and types. Raises UnknownNameError for a `level` that does not exist,
    UnsupportedError for one that does not run here.
    """
    name = chosen_level(level)
    options = {} if budget is None else {"budget": min(index(budget), NO_BUDGET)}
    if name == TWIN:
        from sudocube.kernel.twin_forms import TwinForms

        return TwinForms(puzzles, **options)
    forms: BatchForms = compiled_module().CompiledForms(puzzles, level=name, **options)
    return forms


def finish(search: BatchSearch, is_cancelled: Callable[[], bool] = bool) -> bool:
    """Advance a search to its end, unless it is cancelled; returns whether it reached the end.

    Several times a second it releases the interpreter lock, reacts to Ctrl-C and asks `is_cancelled`.
    """
    steps = STEPS_OF_TWIN if search.level == TWIN else STEPS_OF_COMPILED
    return _is_finished(search, len(search), steps, is_cancelled)


def finish_forms(forms: BatchForms, is_cancelled: Callable[[], bool] = bool) -> bool:
    """The same as `finish` for a search for canonical forms."""
    steps = FORM_STEPS_OF_TWIN if forms.level == TWIN else FORM_STEPS_OF_COMPILED
    return _is_finished(forms, len(forms.automorphisms), steps, is_cancelled)


def _is_finished(
    work: BatchSearch | BatchForms, count: int, steps: int, is_cancelled: Callable[[], bool]
) -> bool:
    while work.advance(steps) < count:
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
