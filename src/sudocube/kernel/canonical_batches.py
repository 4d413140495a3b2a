"""Canonical forms of millions of puzzles at once: arrays, texts or columns of texts in, arrays out.

Two puzzles have the same form if and only if one becomes the other when digits are renamed, rows are moved
within their bands, bands, columns within their stacks, or stacks, or when rows and columns are exchanged.

    >>> puzzle = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"
    >>> turned = "".join(puzzle[row + 9 * column] for row in range(9) for column in range(9))
    >>> found = canonical_many([puzzle, turned, puzzle.translate(str.maketrans("12", "21")), 81 * "."])
    >>> (found.forms[0] == found.forms[1]).all(), (found.keys[0] == found.keys[2]).all()
    (np.True_, np.True_)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sudocube.kernel.cell_arrays import as_clues
from sudocube.kernel.implementations import NO_PUZZLE, BatchForms, chosen_level, finish_forms, start_forms
from sudocube.kernel.texts import CELLS
from sudocube.kernel.threaded_batches import GrowingArray, check_range, finished_batches, known_length
from sudocube.kernel.twin import FULL

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sudocube.kernel.implementations import Puzzles


class CanonicalPuzzles(NamedTuple):
    """The canonical forms, their keys and the numbers of automorphisms that `canonical_many` returns.

    >>> found = canonical_many([81 * "."])
    >>> found.forms.shape, found.keys.shape, found.automorphisms.tolist()
    ((1, 81), (1, 2), [2])
    """

    forms: NDArray[np.uint8]
    keys: NDArray[np.uint64]
    automorphisms: NDArray[np.int32]


def canonical_many(
    puzzles: Puzzles | Iterable[object],
    *,
    jobs: int | None = None,
    level: str | None = None,
    budget: int | None = None,
) -> CanonicalPuzzles:
    """The canonical form of each of many 9×9 puzzles, whatever their verdicts.

    Two puzzles have the same form if and only if one becomes the other when digits are renamed, and rows
    within a band, bands, columns within a stack, stacks, or rows and columns are exchanged. The form of a
    valid full grid is the one that is smallest row by row, which other programs give, too.

    Of n puzzles, in order:

    - `forms` is uint8 (n, 81), row-major, digits 0 to 9, 0 = blank: a puzzle that is the same but for such
      changes;
    - `keys` is uint64 (n, 2): a 128-bit hash of the form, MurmurHash3_x64_128 of its 81 digits (bytes 0 to
      9), with the version of the form, 1, as the seed. To compare keys is as good as to compare forms; the
      chance that two of 10^12 different forms have the same key is about 10^-15;
    - `automorphisms` is int32 (n,): how many of these changes give the same puzzle again, at least 1. What
      only moves empty lines or digits that are not there is not counted.

    `automorphisms` is -1 where the search was given up, because it had more than `budget` nodes: some puzzles
    without solutions are so symmetric that it takes millions, as for 81 ones. It is -2 for a text that is not
    a puzzle, or that is missing (None, NaN, null), and for pencilmarks and candidates that say more than
    clues do: there is no canonical form of these. In both cases the form and its key are 0.

    `puzzles` is any of the forms that `count_many` takes. `jobs` is the number of threads, by default one for
    each core; `level` is one of `sudocube.kernel.levels()`, by default the fastest; all give the same
    results. `budget` is 0 to 2^63 - 1, by default 10,000: of the puzzles that have a solution, none is known
    that needs more than half of it. The twin works in one thread.

    Raises PuzzleError for an array of the wrong shape, type or content (with the row and the column),
    ValueError for a budget or a number of jobs out of range, TypeError for an item or a column that is not
    text, for a single text and for a whole table, UnknownNameError or UnsupportedError for a level that does
    not exist or does not run here.

    >>> one = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> other = one.translate(str.maketrans("123456789", "987654321"))
    >>> found = canonical_many([one, other, "no puzzle"])
    >>> (found.keys[0] == found.keys[1]).all(), found.automorphisms.tolist()
    (np.True_, [1, 1, -2])
    """
    name = chosen_level(level)
    if budget is not None:
        check_range("a budget of {} nodes", budget, 0, or_else=", or None")

    def start(batch: Puzzles) -> BatchForms:
        return start_forms(as_clues(batch), budget=budget, level=name)

    batches = finished_batches(
        puzzles, level=name, jobs=jobs, start=start, finish=finish_forms, wrong_rows=_wrong_rows
    )
    length = known_length(puzzles)
    forms = GrowingArray(np.empty((length, CELLS), np.uint8))
    keys, automorphisms = (
        GrowingArray(np.empty((length, 2), np.uint64)),
        GrowingArray(np.empty(length, np.int32)),
    )
    for batch in batches:
        forms.extend(batch.forms)
        keys.extend(batch.keys)
        automorphisms.extend(batch.automorphisms)
    return CanonicalPuzzles(forms.array(), keys.array(), automorphisms.array())


def _wrong_rows(puzzles: Puzzles, found: BatchForms) -> NDArray[np.bool_]:
    """Which rows hold neither clues nor candidates. Candidates have no form, and are right all the same."""
    are_wrong = (
        (puzzles > FULL).any(axis=1) if puzzles.dtype == np.uint16 else found.automorphisms == NO_PUZZLE
    )
    return np.asarray(are_wrong)
