"""Whole inputs to canonical forms, in order: lists of 9×9 puzzles in batches, all others puzzle by puzzle.

Each batch of a list is searched in a thread of its own. Where that takes long, batches become smaller, so
that results come several times a second all the same.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from sudocube import kernel
from sudocube.errors import UnsupportedError
from sudocube.formats import Entry, PuzzleInput, Style
from sudocube.formats.text_batches import TextBatch
from sudocube.kernel import BatchForms
from sudocube.kernel.implementations import UNDECIDED
from sudocube.kernel.threads import IsCancelled, OrderedPool
from sudocube.puzzle import Puzzle
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
    """The canonical forms of n puzzles, each on a line of one input; `index` is that of the first."""

    index: int
    text: TextBatch
    found: BatchForms

    def __len__(self) -> int:
        return len(self.found.automorphisms)

    def source(self, place: int) -> str:
        """The source of the puzzle at a place in the batch, such as `puzzles.txt:12`."""
        return f"{self.text.name}:{self.text.lines[place]}"

    @property
    def class_keys(self) -> NDArray[np.uint64]:
        """The keys of the classes of the puzzles, uint64 (n, 2), as in EntryForm."""
        return _class_keys(self.found)

    def undecided(self) -> list[int]:
        """The places of the puzzles without a form."""
        places: list[int] = np.flatnonzero(self.found.automorphisms == UNDECIDED).tolist()
        return places

    def entry_form(self, place: int, style: Style) -> EntryForm:
        """The same for one puzzle of the batch; `style` is the one in which it was read."""
        puzzle = Puzzle(self.text.puzzles[place].tobytes().decode("ascii"))
        entry = Entry(self.source(place), puzzle, None, style)
        form = form_of(self.found, place)
        return EntryForm(self.index + place, entry, form, self.class_keys[place : place + 1])


def _class_keys(found: BatchForms) -> NDArray[np.uint64]:
    is_undecided = (found.automorphisms == UNDECIDED)[:, None]
    return np.where(is_undecided, found.text_keys, found.keys)


def forms_of_inputs(
    inputs: Iterable[PuzzleInput], *, jobs: int | None = None
) -> Generator[EntryForm | FormBatch, None, None]:
    """The canonical forms of the puzzles of all inputs, in order: an EntryForm for one, a FormBatch for many.

    An input is opened when those before it were read. `jobs` is the number of threads for lists that are read
    in batches, None for all cores. Raises InputError where an input cannot be read to its end.
    """
    index, parts = 1, _Parts()
    with OrderedPool[EntryForm | FormBatch](jobs or os.cpu_count() or 1) as pool:
        for item in chain.from_iterable(one.items for one in inputs):
            if isinstance(item, TextBatch):
                for part in parts.of(item):
                    pool.submit(partial(_batch_form, index, part, parts))
                    index += len(part.lines)
                    yield from pool.ready_results()
            elif isinstance(item, Entry):
                pool.add_result(_entry_form(index, item))
                index += 1
            else:  # nothing more is there to be read for now
                yield from pool.remaining_results()
            yield from pool.ready_results()
        yield from pool.remaining_results()


class _Parts:
    """Divides batches into parts, as long as can be searched in a moment; hears how long they took."""

    def __init__(self) -> None:
        self._length = SHORTEST

    def of(self, text: TextBatch) -> Iterator[TextBatch]:
        """The parts of a batch, in order."""
        start, end = 0, len(text.lines)
        while start < end:
            stop = min(start + self._length, end)
            yield text.part(start, stop)
            start = stop

    def note(self, length: int, seconds: float) -> None:
        """Note how long a part took."""
        wanted = length * _SECONDS / max(seconds, 1e-9)
        self._length = int(min(max(wanted, SHORTEST), LONGEST))


def _batch_form(index: int, text: TextBatch, parts: _Parts, is_cancelled: IsCancelled) -> FormBatch:
    start = perf_counter()
    found = kernel.start_forms(text.puzzles)
    kernel.finish_forms(found, is_cancelled)
    parts.note(len(text.lines), perf_counter() - start)
    return FormBatch(index, text, found)


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
