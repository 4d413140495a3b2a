"""Rows to canonical forms, in order: ordinary 9×9 puzzles in batches, all others puzzle by puzzle.

Each batch of a list is searched in a thread of its own. Where that takes long, batches become smaller, so
that results come several times a second all the same.
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
from sudocube.errors import UnsupportedError
from sudocube.kernel import BatchForms
from sudocube.kernel.implementations import UNDECIDED
from sudocube.kernel.threads import IsCancelled, OrderedPool
from sudocube.rows import Entry
from sudocube.rows.batch import Rows
from sudocube.rows.entry import InputPause
from sudocube.symmetry.canonical_forms import CanonicalForm, cells_of, form_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

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
