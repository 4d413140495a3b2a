"""What reading in batches gives: puzzles as arrays, with the answers beside them if there are any."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sudocube.formats.entry import Entry
from sudocube.formats.text_input import text_of


@dataclass(frozen=True, slots=True, eq=False)
class TextBatch:
    """Puzzles of one input: uint8 (n, 81), ASCII, contiguous; `lines` holds the number of each one's line.

    `answers` is None where the input has no column of answers; else uint8 (n, 81), the bytes of each answer.
    An answer that does not have 81 bytes stands in `other_answers`, by its place in the batch, and its row is
    zero.
    """

    name: str
    lines: NDArray[np.int64]
    puzzles: NDArray[np.uint8]
    answers: NDArray[np.uint8] | None = None
    other_answers: Mapping[int, str] = field(default_factory=dict)

    def part(self, start: int, end: int) -> TextBatch:
        """The puzzles from one place to another."""
        answers = None if self.answers is None else self.answers[start:end]
        others = {place - start: text for place, text in self.other_answers.items() if start <= place < end}
        return TextBatch(self.name, self.lines[start:end], self.puzzles[start:end], answers, others)

    def answer(self, place: int) -> str | None:
        """The answer stored beside the puzzle at a place; None where there is no column of answers."""
        if self.answers is None:
            return None
        if place in self.other_answers:
            return self.other_answers[place]
        return text_of(bytes(self.answers[place])).strip()


@dataclass(frozen=True, slots=True)
class InputPause:
    """No more input can be read right now without waiting, so this is the moment to report results."""


BulkItem: TypeAlias = TextBatch | Entry | InputPause
