"""Rows of a data set as they are read: in arrays, by the thousand; and rows that were lost."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import accumulate, chain
from math import ceil
from typing import Any, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from sudocube.formats.text_input import text_of
from sudocube.puzzle import Puzzle

T = TypeVar("T")

MOST_ROWS = 1 << 14
"""How many rows one batch holds, at most."""


class MalformedReason(StrEnum):
    """Why a row holds no puzzle."""

    MISSING = "missing"
    """The field is empty, or null."""
    TOO_SHORT = "too_short"
    """Fewer symbols than the puzzles of this file have."""
    TOO_LONG = "too_long"
    WRONG_SYMBOL = "wrong_symbol"
    """A symbol that is neither a digit nor a blank."""
    NOT_TEXT = "not_text"
    """A number, or another value that is no text."""
    UNREADABLE = "unreadable"
    """The record itself could not be read: a quote that does not end, a line that is no JSON."""


@dataclass(frozen=True, slots=True)
class Malformed:
    """A row without a puzzle: why, in one word and in a sentence that says what was found."""

    reason: MalformedReason
    message: str


class JoinedTexts(Sequence[str]):
    """Sequences of texts, one after the other; those that make a text when it is asked for stay so."""

    __slots__ = ("_ends", "_parts")

    def __init__(self, parts: Sequence[Sequence[str]]) -> None:
        self._parts = parts
        self._ends = [*accumulate(map(len, parts))]

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> list[str]: ...
    def __getitem__(self, place: int | slice) -> str | list[str]:
        if isinstance(place, slice):
            return list(self)[place]
        place = range(len(self))[place]
        part = bisect_right(self._ends, place)
        return self._parts[part][place - self._ends[part]]

    def __iter__(self) -> Iterator[str]:
        return chain.from_iterable(self._parts)


@dataclass(frozen=True, slots=True, eq=False)
class RowBatch:
    """n rows of one file, one after the other.

    `first` is the number of the first row in its file, from 0. `lines` holds the number of each row's line in
    a file of text, from 1: int64 (n,); it is None for other files. `puzzles` is uint8 (n, 81), ASCII symbols
    of 9×9 puzzles that the kernel takes (digits and blanks, nothing else). Every other row is zero there and
    stands in `others`, by its place in the batch: a puzzle of another size, pencilmarks, or what is wrong.

    `answers` is None where the file has no answers; else uint8 (n, 81), the bytes of each answer. An answer
    that does not have 81 bytes stands in `other_answers` as text, by its place, and its row is zero; an
    answer that is missing is the empty text.

    `ratings` is float64 (n,), NaN where there is none; `clues` is int64 (n,), -1 where there is none; each is
    None where the file has no such column. `splits` and `ids` hold a text for each row. `position` is the
    number of bytes of the file that were read by then, None where the number of rows is known beforehand.
    """

    first: int
    puzzles: NDArray[np.uint8]
    others: Mapping[int, Puzzle | Malformed] = field(default_factory=dict)
    lines: NDArray[np.int64] | None = None
    answers: NDArray[np.uint8] | None = None
    other_answers: Mapping[int, str] = field(default_factory=dict)
    ratings: NDArray[np.float64] | None = None
    clues: NDArray[np.int64] | None = None
    splits: Sequence[str] | None = None
    ids: Sequence[str] | None = None
    position: int | None = None

    def __len__(self) -> int:
        return len(self.puzzles)

    def puzzle(self, place: int) -> Puzzle | None:
        """The puzzle of a row; None where it holds none."""
        if place in self.others:
            other = self.others[place]
            return other if isinstance(other, Puzzle) else None
        return Puzzle(self.puzzles[place].tobytes().decode("ascii"))

    def answer(self, place: int) -> str | None:
        """The text of the answer that is stored in a row; None where the file has no answers."""
        if self.answers is None:
            return None
        if place in self.other_answers:
            return self.other_answers[place]
        return text_of(self.answers[place].tobytes()).strip()

    def part(self, start: int, end: int) -> RowBatch:
        """The rows from one place to another, as views of these."""

        def of(mapping: Mapping[int, T]) -> dict[int, T]:
            return {place - start: value for place, value in mapping.items() if start <= place < end}

        return RowBatch(
            self.first + start,
            self.puzzles[start:end],
            of(self.others),
            None if self.lines is None else self.lines[start:end],
            None if self.answers is None else self.answers[start:end],
            of(self.other_answers),
            None if self.ratings is None else self.ratings[start:end],
            None if self.clues is None else self.clues[start:end],
            None if self.splits is None else self.splits[start:end],
            None if self.ids is None else self.ids[start:end],
            self.position,
        )

    @classmethod
    def joined(cls, batches: Sequence[RowBatch]) -> RowBatch:
        """Batches that follow each other as one; a column that some of them lack is empty in these."""
        if len(batches) == 1:
            return batches[0]
        places = list(accumulate(map(len, batches), initial=0))
        shifted = [*zip(places, batches, strict=False)]

        def arrays(name: str, missing: float) -> Any:  # noqa: ANN401 — an array of that column, or None
            parts = [getattr(batch, name) for batch in batches]
            if all(part is None for part in parts):
                return None
            shape = next(part.shape[1:] for part in parts if part is not None)
            kind = next(part.dtype for part in parts if part is not None)
            return np.concatenate(
                [
                    np.full((len(batch), *shape), missing, kind) if part is None else part
                    for part, batch in zip(parts, batches, strict=True)
                ]
            )

        def texts(name: str) -> Sequence[str] | None:
            parts = [getattr(batch, name) for batch in batches]
            if all(part is None for part in parts):
                return None
            whole = (
                [""] * len(one) if part is None else part for part, one in zip(parts, batches, strict=True)
            )
            return JoinedTexts([*whole])

        answers = arrays("answers", 0)
        other_answers: dict[int, str] = {}
        for at, batch in shifted:
            if answers is not None and batch.answers is None:
                other_answers |= dict.fromkeys(range(at, at + len(batch)), "")
            other_answers |= {at + place: text for place, text in batch.other_answers.items()}
        return cls(
            batches[0].first,
            np.concatenate([batch.puzzles for batch in batches]),
            {at + place: other for at, batch in shifted for place, other in batch.others.items()},
            arrays("lines", 0),
            answers,
            other_answers,
            arrays("ratings", np.nan),
            arrays("clues", -1),
            texts("splits"),
            texts("ids"),
            batches[-1].position,
        )


@dataclass(frozen=True, slots=True)
class LostRows:
    """Rows that could not be read: from row `first` of the file, `count` of them, None if nobody knows.

    `message` says what could not be read and why: a row group that is damaged, a file that is cut off.
    """

    first: int
    count: int | None
    message: str


def rows_of_a_batch(rows: int) -> int:
    """How many of so many rows are read at a time, so that their batches have about the same length.

    >>> rows_of_a_batch(50_000), rows_of_a_batch(100)
    (12500, 100)
    """
    batches = max(ceil(rows / MOST_ROWS), 1)
    return max(ceil(rows / batches), 1)


def in_even_batches(
    items: Iterator[RowBatch | LostRows], first: int, stop: int | None
) -> Iterator[RowBatch | LostRows]:
    """The rows from `first` to before `stop`, in batches of up to MOST_ROWS, mostly of at least half as many.

    Only smaller ones are joined, as joining copies all of their rows.
    """
    waiting: list[RowBatch] = []
    rows = 0
    for item in items:
        if isinstance(item, LostRows):
            if waiting:
                yield RowBatch.joined(waiting)
            waiting, rows = [], 0
            yield item
            continue
        start = max(first - item.first, 0)
        end = len(item) if stop is None else min(len(item), stop - item.first)
        while start < end:
            taken = item.part(start, min(end, start + MOST_ROWS - rows))
            waiting.append(taken)
            start, rows = start + len(taken), rows + len(taken)
            if 2 * rows >= MOST_ROWS:
                yield RowBatch.joined(waiting)
                waiting, rows = [], 0
        if stop is not None and item.first + len(item) >= stop:
            break
    if waiting:
        yield RowBatch.joined(waiting)
