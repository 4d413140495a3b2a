"""Lists with a puzzle on each line and other columns beside it, without a header, parted by spaces or signs.

    0000183b305c 053000000000…  4.3  # a name, the puzzle, a rating; this comment is none of the columns
    053000000000…,4.3

The columns are called by their numbers, from 1. A line is *plain* if it has as many words as the first lines,
its puzzle has 81 symbols, and there is certainly no other puzzle in it. All other lines are read as if no
columns were known.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from sudocube.formats.line_search import without_comment
from sudocube.formats.plain_lines import CELLS, are_puzzles, without_question_marks
from sudocube.formats.text_batches import FieldColumn, TextBatch
from sudocube.formats.text_input import is_blank, is_comment, text_of

MOST_COLUMNS = 8

_SPACE = ord(" ")
_LONGEST_WORD = 15
"""Sixteen symbols may be a puzzle, too."""

_MAY_PART_CELLS = np.isin(np.arange(256), list(b"#,;|/[](){}")) | (np.arange(256) >= 0x80)
"""A comment within a word, what may part the cells of another puzzle, and spaces that are not ASCII."""

LIST_DELIMITERS = ("", ",", ";")
"""What parts the columns of lists beside spaces; `""` is nothing else."""

Places = NDArray[np.int64]


def list_sample(text: bytes, most: int, delimiter: str = "") -> dict[str, list[str]] | None:
    """The words of the first lines, by the numbers of their columns; None where they are not equally many.

    Nor are there columns where a delimiter does not stand between all words, and nowhere else.
    """
    ends = text.rfind(b"\n") + 1 or len(text)  # the last line may be cut off
    lines = (line for line in text[:ends].splitlines() if not is_blank(line) and not is_comment(line))
    texts = [without_comment(text_of(line)) for line, _ in zip(lines, range(most), strict=False)]
    rows = [(text.replace(delimiter, " ") if delimiter else text).split() for text in texts]
    counts = {len(row) for row in rows}
    if delimiter and any(
        text.count(delimiter) != len(row) - 1 for text, row in zip(texts, rows, strict=True)
    ):
        return None
    if len(counts) != 1 or not 1 < max(counts) <= MOST_COLUMNS:
        return None
    return {str(number): list(column) for number, column in enumerate(zip(*rows, strict=True), 1)}


def _without_comments(symbols: NDArray[np.uint8], ends: Places) -> NDArray[np.uint8]:
    """The symbols with spaces in place of the comments that stand at the end of a line, behind a space."""
    signs = np.flatnonzero(symbols == ord("#"))
    signs = signs[symbols[signs - 1] <= _SPACE]  # before the first symbol stands the last one, a line end
    if not len(signs):
        return symbols
    lines, first = np.unique(np.searchsorted(ends, signs), return_index=True)
    edges = np.zeros(len(symbols), np.int8)
    edges[signs[first]], edges[ends[lines]] = 1, -1
    return np.where(np.cumsum(edges, dtype=np.int8) > 0, np.uint8(_SPACE), symbols)


@dataclass(frozen=True, slots=True)
class ListColumns:
    """The columns of a list: how many there are, and which hold the puzzle, the answer and what is wanted.

    They are counted from 0. `delimiter` stands between them, or only spaces do.
    """

    width: int
    puzzle: int
    answer: int | None = None
    others: tuple[int, ...] = ()
    delimiter: str = ""

    def words(self, symbols: NDArray[np.uint8], starts: Places, ends: Places) -> tuple[Places, Places]:
        """Where the words of each line begin and end: int64 (width, n); of a line that is not plain, at 0.

        Lines begin at `starts` and end before `ends`; the last symbol is a line end.
        """
        symbols = _without_comments(symbols, ends)
        are_delimiters = symbols == ord(self.delimiter or "\n")
        are_in_words = (symbols > _SPACE) & ~are_delimiters
        edges = np.diff(are_in_words, prepend=False)
        begins, until = np.flatnonzero(edges).reshape(-1, 2).T  # the text ends with a gap
        first = np.searchsorted(begins, starts)
        plain = np.diff(first, append=len(begins)) == self.width
        odd = np.flatnonzero(_MAY_PART_CELLS[symbols] & ~are_delimiters)
        if self.delimiter:
            between = np.flatnonzero(are_delimiters)
            numbers = np.searchsorted(between, ends) - np.searchsorted(between, starts)
            plain &= numbers == self.width - 1
        plain[np.searchsorted(ends, odd)] = False
        which = first[plain] + np.arange(self.width)[:, np.newaxis]
        found = np.zeros((2, self.width, len(starts)), np.int64)
        found[0][:, plain], found[1][:, plain] = begins[which], until[which]
        lengths = found[1] - found[0]
        are_short = lengths <= _LONGEST_WORD
        for column in (self.puzzle, self.answer):
            if column is not None:
                are_short[column] = lengths[column] == CELLS
        which = np.flatnonzero(plain & are_short.all(axis=0))
        plain[:] = False
        if len(which):
            windows = sliding_window_view(symbols, CELLS)
            plain[which] = are_puzzles(windows[found[0][self.puzzle, which]], symbols.tobytes())
            if self.answer is not None:
                answers = windows[found[0][self.answer, which]]
                plain[which] &= ((answers >= ord("1")) & (answers <= ord("9"))).all(axis=1)
        found[:, :, ~plain] = 0
        return found[0], found[1]

    def batch(
        self, name: str, lines: Places, data: bytes, words: tuple[Places, Places], which: Places
    ) -> TextBatch:
        """The batch of some plain lines; `lines` are their numbers."""
        starts, ends = words[0][:, which], words[1][:, which]
        windows = sliding_window_view(np.frombuffer(data, np.uint8), CELLS)
        puzzles = without_question_marks(windows[starts[self.puzzle]], data)
        answers = None if self.answer is None else windows[starts[self.answer]]
        columns = tuple(FieldColumn(data, starts[k], ends[k]) for k in self.others)
        return TextBatch(name, lines, puzzles, answers, columns=columns)
