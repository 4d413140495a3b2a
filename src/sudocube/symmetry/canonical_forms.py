"""Canonical forms, with their keys and the number of automorphisms: of one puzzle, and of all rows of inputs.

Rows of inputs are searched in batches, each in a thread of its own. Where that takes long, batches become
smaller, so that results come several times a second all the same.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from sudocube import kernel
from sudocube.arguments import as_puzzle
from sudocube.errors import UnsupportedError
from sudocube.kernel import NO_PUZZLE, UNDECIDED, BatchForms
from sudocube.kernel.threads import IsCancelled, OrderedPool
from sudocube.puzzle import CellForms, Puzzle
from sudocube.rows.batch import Rows
from sudocube.rows.entry import InputPause

if TYPE_CHECKING:
    from numpy.typing import NDArray

SIZE = 9
"""There are forms of 9×9 puzzles only."""


@dataclass(frozen=True, slots=True)
class CanonicalForm:
    """What `canonical` gives: the form of a puzzle, its key, and how many automorphisms the puzzle has.

    `key` is a hash of the form, 32 hexadecimal digits: the two numbers of `canonical_many` one after the
    other. Its seed is the version of the form, which is 1. `automorphisms` is at least 1.

    >>> form = canonical("1" + 80 * ".")
    >>> len(form.puzzle.clues), len(form.key), form.automorphisms
    (1, 32, 2)
    """

    puzzle: Puzzle
    key: str
    automorphisms: int

    def __str__(self) -> str:
        """The cells of the form, on one line."""
        return str(self.puzzle)


def canonical(puzzle: CellForms) -> CanonicalForm | None:
    """The canonical form of a 9×9 puzzle, whatever its verdict; None where the search for it was given up.

    Two puzzles have the same form if and only if one becomes the other when digits are renamed, and rows
    within a band, bands, columns within a stack, stacks, or rows and columns are exchanged; `isomorphism`
    gives such a change. How the form is chosen, and what counts as an automorphism, `canonical_many` says.
    The search is given up where it would take too long, because a puzzle is so symmetric: 81 times the same
    digit is one. No puzzle that has a solution is known for which that happens.

    `puzzle` is a Puzzle or whatever `Puzzle` takes. Raises TypeError for what it does not take, PuzzleError
    for cells that are no puzzle, and UnsupportedError for other sizes than 9×9 and for pencilmarks.

    >>> one = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> canonical(one) == canonical(one.translate(str.maketrans("123456789", "987654321")))
    True
    """
    board = as_puzzle(puzzle)
    if (why := why_no_form(board)) is not None:
        raise UnsupportedError(why)
    found = kernel.start_forms(np.frombuffer(board.cells, np.uint8).reshape(1, -1))
    kernel.finish_forms(found)
    return form_of(found)


def form_of(found: kernel.BatchForms, place: int = 0) -> CanonicalForm | None:
    """The form at a place in a batch; None where it is undecided."""
    automorphisms = int(found.automorphisms[place])
    if automorphisms < 0:
        return None
    puzzle = Puzzle(found.forms[place].tobytes())
    return CanonicalForm(puzzle, hex_keys(found.keys[place : place + 1]), automorphisms)


def why_no_form(puzzle: Puzzle) -> str | None:
    """Why there can be no form of a puzzle; None where there can."""
    if (size := puzzle.geometry.size) != SIZE:
        return f"there are canonical forms of 9×9 puzzles only, not of {size}×{size}"
    if puzzle.candidates is not None:
        return "there are canonical forms of clues only, not of pencilmarks"
    return None


def hex_keys(keys: NDArray[np.uint64]) -> str:
    """The 32 hexadecimal digits of each key, uint64 (n, 2), one key after the other."""
    return keys.astype(">u8").tobytes().hex()


SHORTEST, LONGEST = 64, 1 << 14
"""How many puzzles are searched together. At first it is not known how long they take, so they are few."""

_SECONDS = 0.25
"""How long one batch should take."""

_NO_SYMBOL = 255
"""What the kernel takes for no puzzle."""


@dataclass(frozen=True, slots=True, eq=False)
class FormBatch:
    """The canonical forms of n rows of one input; `index` is that of the first.

    `found` has what the kernel says of each row.
    """

    index: int
    rows: Rows
    found: BatchForms

    def __len__(self) -> int:
        return len(self.found.automorphisms)

    @property
    def class_keys(self) -> NDArray[np.uint64]:
        """Keys uint64 (n, 2): those of forms; of puzzles whose form is unknown, those of their digits."""
        is_undecided = (self.found.automorphisms == UNDECIDED)[:, None]
        return np.where(is_undecided, self.found.text_keys, self.found.keys)

    @property
    def undecided(self) -> list[int]:
        """The places of puzzles whose form is not known."""
        return self._places(UNDECIDED)

    @property
    def without(self) -> list[int]:
        """The places of rows that are no puzzle, or one that has no form."""
        return self._places(NO_PUZZLE)

    def _places(self, state: int) -> list[int]:
        places: list[int] = np.flatnonzero(self.found.automorphisms == state).tolist()
        return places


def forms_of_rows(
    batches: Iterable[Rows | InputPause], *, jobs: int | None = None
) -> Generator[FormBatch, None, None]:
    """The canonical forms of all rows, in order.

    `jobs` is the number of threads, None for all cores. Raises whatever `batches` raises.
    """
    index, length = 1, SHORTEST

    def found(index: int, rows: Rows, is_cancelled: IsCancelled) -> FormBatch:
        nonlocal length
        start = perf_counter()
        forms = kernel.start_forms(_symbols(rows))
        kernel.finish_forms(forms, is_cancelled)
        wanted = len(rows) * _SECONDS / max(perf_counter() - start, 1e-9)
        length = int(min(max(wanted, SHORTEST), LONGEST))
        return FormBatch(index, rows, forms)

    with OrderedPool[FormBatch](jobs or os.cpu_count() or 1) as pool:
        for batch in batches:
            if isinstance(batch, InputPause):
                yield from pool.remaining_results()
                continue
            start = 0
            while start < len(batch):
                part = batch.part(start, min(start + length, len(batch)))
                pool.submit(partial(found, index, part))
                index, start = index + len(part), start + len(part)
                yield from pool.ready_results()
        yield from pool.remaining_results()


def _symbols(rows: Rows) -> NDArray[np.uint8]:
    """The puzzles of rows as the kernel takes them, uint8 (n, 81); rows that have no form are none."""
    symbols = rows.puzzles.copy() if rows.odd else rows.puzzles
    for place, entry in rows.odd.items():
        symbols[place] = _NO_SYMBOL
        if entry.puzzle is not None and why_no_form(entry.puzzle) is None:
            symbols[place] = np.frombuffer(entry.puzzle.cells, np.uint8) + ord("0")
    return symbols
