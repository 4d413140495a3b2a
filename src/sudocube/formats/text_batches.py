"""What reading in batches gives: puzzles as arrays, with the answers beside them if there are any."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias, overload

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from sudocube.formats.entry import Entry, TableRecord
from sudocube.formats.text_input import text_of


class FieldColumn(Sequence[str]):
    """The fields of one column of a table, as texts; none is made before it is asked for.

    `data` is a text, in which the fields begin at `starts` and end before `ends`, int64 (n,).
    """

    __slots__ = ("_data", "_ends", "_starts")

    def __init__(self, data: bytes, starts: NDArray[np.int64], ends: NDArray[np.int64]) -> None:
        self._data, self._starts, self._ends = data, starts, ends

    def __len__(self) -> int:
        return len(self._starts)

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> FieldColumn: ...
    def __getitem__(self, place: int | slice) -> str | FieldColumn:
        if isinstance(place, slice):
            return FieldColumn(self._data, self._starts[place], self._ends[place])
        return text_of(self._data[self._starts[place] : self._ends[place]]).strip()

    @property
    def width(self) -> int:
        """How many bytes the longest field has."""
        return int((self._ends - self._starts).max(initial=0))

    def padded(self) -> NDArray[np.bytes_]:
        """The fields as bytes of one width (n,), that of the longest one."""
        width = max(1, self.width)
        symbols = np.frombuffer(self._data + bytes(width), np.uint8)
        fields = sliding_window_view(symbols, width)[self._starts]
        fields[np.arange(width) >= (self._ends - self._starts)[:, np.newaxis]] = 0
        return fields.view(f"S{width}")[:, 0]

    def __iter__(self) -> Iterator[str]:
        data = self._data
        for start, end in zip(self._starts.tolist(), self._ends.tolist(), strict=True):
            yield text_of(data[start:end]).strip()


@dataclass(frozen=True, slots=True, eq=False)
class TextBatch:
    """Puzzles of one input: uint8 (n, 81), ASCII, contiguous; `lines` holds the number of each one's line.

    `answers` is None where there are no answers; else uint8 (n, 81), the bytes of each one. An answer that
    does not have 81 bytes stands in `other_answers`, by its place in the batch, and its row is zero; None
    stands there where there is nothing to be compared. `uncompared` is the first record of a table, if no
    column of it is compared. `columns` are further columns of a table, where they are asked for.
    """

    name: str
    lines: NDArray[np.int64]
    puzzles: NDArray[np.uint8]
    answers: NDArray[np.uint8] | None = None
    other_answers: Mapping[int, str | None] = field(default_factory=dict)
    uncompared: TableRecord | None = None
    columns: tuple[FieldColumn, ...] = ()

    def part(self, start: int, end: int) -> TextBatch:
        """The puzzles from one place to another."""
        answers = None if self.answers is None else self.answers[start:end]
        others = {place - start: text for place, text in self.other_answers.items() if start <= place < end}
        columns = tuple(column[start:end] for column in self.columns)
        lines, puzzles = self.lines[start:end], self.puzzles[start:end]
        return TextBatch(self.name, lines, puzzles, answers, others, columns=columns)

    def completed(self) -> TextBatch:
        """The same with an empty answer for each puzzle that has none."""
        if self.answers is None:
            others: dict[int, str | None] = dict.fromkeys(range(len(self.lines)), "")
            return replace(self, answers=np.zeros_like(self.puzzles), other_answers=others)
        if None not in self.other_answers.values():
            return self
        return replace(self, other_answers={place: text or "" for place, text in self.other_answers.items()})

    def answer(self, place: int) -> str | None:
        """The answer stored beside the puzzle at a place; None where there is nothing to be compared."""
        if self.answers is None:
            return None
        if place in self.other_answers:
            return self.other_answers[place]
        return text_of(bytes(self.answers[place])).strip()


@dataclass(frozen=True, slots=True)
class InputPause:
    """No more input can be read right now without waiting, so this is the moment to report results."""


BulkItem: TypeAlias = TextBatch | Entry | InputPause
