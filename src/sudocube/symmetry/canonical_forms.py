"""Canonical forms, with their keys and the number of automorphisms: of one puzzle, and of all rows of inputs.

Ordinary 9×9 puzzles of inputs are searched in batches, each in a thread of its own, all others puzzle by
puzzle. Where that takes long, batches become smaller, so that results come several times a second all the
same.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from sudocube import kernel
from sudocube.arguments import as_puzzle
from sudocube.errors import UnsupportedError
from sudocube.kernel import BatchForms
from sudocube.kernel.implementations import UNDECIDED
from sudocube.kernel.threads import IsCancelled, OrderedPool
from sudocube.puzzle import CellForms, Puzzle
from sudocube.rows import Entry
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
    found = kernel.start_forms(cells_of(as_puzzle(puzzle)))
    kernel.finish_forms(found)
    return form_of(found)


def form_of(found: kernel.BatchForms, place: int = 0) -> CanonicalForm | None:
    """The form at a place in a batch; None where it is undecided."""
    automorphisms = int(found.automorphisms[place])
    if automorphisms < 0:
        return None
    puzzle = Puzzle(found.forms[place].tobytes())
    return CanonicalForm(puzzle, hex_keys(found.keys[place : place + 1]), automorphisms)


def cells_of(puzzle: Puzzle) -> NDArray[np.uint8]:
    """A puzzle that can have a form, as the kernel takes it: uint8 (1, 81), digits.

    Raises UnsupportedError for other sizes than 9×9 and for pencilmarks.
    """
    import numpy as np

    size = puzzle.geometry.size
    if size != SIZE:
        raise UnsupportedError(f"there are canonical forms of 9×9 puzzles only, not of {size}×{size}")
    if puzzle.candidates is not None:
        raise UnsupportedError("there are canonical forms of clues only, not of pencilmarks")
    return np.frombuffer(puzzle.cells, np.uint8).reshape(1, -1)


def hex_keys(keys: NDArray[np.uint64]) -> str:
    """The 32 hexadecimal digits of each key, uint64 (n, 2), one key after the other."""
    return keys.astype(">u8").tobytes().hex()


SHORTEST, LONGEST = 64, 1 << 14
"""How many puzzles are searched together. At first it is not known how long they take, so they are few."""

_SECONDS = 0.25
"""How long one batch should take."""


@dataclass(frozen=True, slots=True, eq=False)
class EntryForm:
    """The canonical form of one puzzle; `index` is its number in the run.

    `class_key` is uint64 (1, 2): puzzles of one class have the same form, or the same digits where that is
    undecided. Where there is no `class_key`, the entry is no puzzle, or one that has no form; then `refused`
    says why. Where there is one and no `form`, the form is undecided.
    """

    index: int
    entry: Entry
    form: CanonicalForm | None = None
    class_key: NDArray[np.uint64] | None = None
    refused: UnsupportedError | None = None

    @property
    def source(self) -> str:
        """The source of the puzzle."""
        return self.entry.source


@dataclass(frozen=True, slots=True, eq=False)
class FormBatch:
    """The canonical forms of n ordinary puzzles of one input; `index` is that of the first."""

    index: int
    rows: Rows
    found: BatchForms

    def __len__(self) -> int:
        return len(self.found.automorphisms)

    def source(self, place: int) -> str:
        """The source of the puzzle at a place in the batch, such as `puzzles.txt:12`."""
        return self.rows.source(place)

    @property
    def class_keys(self) -> NDArray[np.uint64]:
        """The keys of the classes of the puzzles, uint64 (n, 2), as in EntryForm."""
        return _class_keys(self.found)

    def undecided(self) -> list[int]:
        """The places of the puzzles without a form."""
        places: list[int] = np.flatnonzero(self.found.automorphisms == UNDECIDED).tolist()
        return places

    def entry_form(self, place: int) -> EntryForm:
        """The same for one puzzle of the batch."""
        entry, form = self.rows.entry(place), form_of(self.found, place)
        return EntryForm(self.index + place, entry, form, self.class_keys[place : place + 1])


def _class_keys(found: BatchForms) -> NDArray[np.uint64]:
    is_undecided = (found.automorphisms == UNDECIDED)[:, None]
    return np.where(is_undecided, found.text_keys, found.keys)


def forms_of_rows(
    batches: Iterable[Rows | InputPause], *, jobs: int | None = None
) -> Generator[EntryForm | FormBatch, None, None]:
    """The canonical forms of all rows, in order: an EntryForm for one, a FormBatch for many.

    `jobs` is the number of threads, None for all cores. Raises whatever `batches` raises.
    """
    index, parts = 1, _Parts()
    with OrderedPool[EntryForm | FormBatch](jobs or os.cpu_count() or 1) as pool:
        for batch in batches:
            if isinstance(batch, InputPause):
                yield from pool.remaining_results()
                continue
            for piece in parts.of(batch):
                if isinstance(piece, Entry):
                    pool.add_result(_entry_form(index, piece))
                else:
                    pool.submit(partial(_batch_form, index, piece, parts))
                index += 1 if isinstance(piece, Entry) else len(piece)
                yield from pool.ready_results()
        yield from pool.remaining_results()


class _Parts:
    """Divides batches into parts, as long as can be searched in a moment; hears how long they took."""

    def __init__(self) -> None:
        self._length = SHORTEST

    def of(self, rows: Rows) -> Iterator[Rows | Entry]:
        """The parts of a batch, in order; the odd rows alone, as entries."""
        start = 0
        while start < len(rows):
            if start in rows.odd:
                yield rows.entry(start)
                start += 1
                continue
            stop = min(start + self._length, len(rows))
            stop = min((place for place in rows.odd if start < place < stop), default=stop)
            yield rows.part(start, stop)
            start = stop

    def note(self, length: int, seconds: float) -> None:
        """Note how long a part took."""
        wanted = length * _SECONDS / max(seconds, 1e-9)
        self._length = int(min(max(wanted, SHORTEST), LONGEST))


def _batch_form(index: int, rows: Rows, parts: _Parts, is_cancelled: IsCancelled) -> FormBatch:
    start = perf_counter()
    found = kernel.start_forms(rows.puzzles)
    kernel.finish_forms(found, is_cancelled)
    parts.note(len(rows), perf_counter() - start)
    return FormBatch(index, rows, found)


def _entry_form(index: int, entry: Entry) -> EntryForm:
    if entry.puzzle is None:
        return EntryForm(index, entry)
    try:
        cells = cells_of(entry.puzzle)
    except UnsupportedError as error:
        return EntryForm(index, entry, refused=error)
    found = kernel.start_forms(cells)
    kernel.finish_forms(found)
    return EntryForm(index, entry, form_of(found), _class_keys(found))
