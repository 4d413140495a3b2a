"""Whole lines to arrays: which lines are plain, and what lies between them. NumPy looks at all at once.

A *plain* line begins with 81 symbols of a 9×9 puzzle, after which it ends or other columns follow; all others
are *odd*. Where all lines are as long as the first, they are the rows of a table, and need not be looked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from sudocube.formats.lines import LONGEST, Line, is_blank, is_comment, is_long
from sudocube.formats.symbols import SYMBOLS_OF

CELLS = 81
ENDS_COLUMN = b" \t\v\f\r\n,;#"
RULES = b"-*"
"""A line of nothing else may be a rule of a grid: what stands around it decides, and so it is odd."""

_LF, _CR = 10, 13


def _table(members: bytes) -> NDArray[np.bool_]:
    return np.isin(np.arange(256), list(members))


_IS_SYMBOL = _table(SYMBOLS_OF[9])
_IS_RULE = _table(RULES)
_ENDS_COLUMN = _table(ENDS_COLUMN)


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """Puzzles of one input: uint8 (n, 81), ASCII, contiguous; `lines` holds the number of each one's line."""

    name: str
    lines: NDArray[np.int64]
    puzzles: NDArray[np.uint8]


def is_plain(text: bytes) -> bool:
    """Whether a line is plain."""
    token = text[:CELLS]
    ends = len(text) == CELLS or text[CELLS : CELLS + 1] in ENDS_COLUMN
    is_puzzle = len(token) == CELLS and ends and not token.translate(None, SYMBOLS_OF[9])
    return is_puzzle and bool(token.translate(None, RULES)) and len(text) <= LONGEST


class Scanner:
    """Takes the lines of an input, some at a time, and says in what pieces they fall.

    Invariant: `_lines` were seen; `_in_run` says that the last of them (comments aside) belongs to a run of
    odd lines that was handed out, `_after_blank` that it was blank.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._lines = 0
        self._in_run = self._after_blank = False

    def pieces(self, data: bytes) -> Iterator[Rows | Line]:
        """Rows, and runs of odd lines with their numbers. `data` ends with the end of a line.

        Comments are left out, and blank lines are unless they follow an odd line, or one follows them.
        """
        first = self._lines + 1
        symbols = np.frombuffer(data, np.uint8)
        if b"\r" in data and _has_lone_cr(symbols):  # which ends a line, too
            yield from self._one_by_one(data.splitlines())
            return
        rows = _even_rows(data, symbols)
        if rows is not None:
            self._lines += len(rows)
            self._in_run = self._after_blank = False
            yield Rows(self._name, np.arange(first, first + len(rows)), rows)
            return
        ends = np.flatnonzero(symbols == _LF)
        starts = np.concatenate(([0], ends[:-1] + 1))
        self._lines += len(ends)
        plain = _are_plain(data, symbols, starts, ends)
        done = 0

        def rows_before(end: int) -> Iterator[Rows]:
            which = done + np.flatnonzero(plain[done:end])
            if len(which):
                puzzles = sliding_window_view(symbols, CELLS)[starts[which]]
                yield Rows(self._name, first + which, puzzles)

        previous = -1
        for i in np.flatnonzero(~plain).tolist():
            if i != previous + 1:
                self._in_run = self._after_blank = False
            previous = i
            text = data[starts[i] : ends[i]].removesuffix(b"\r")
            if is_comment(text):
                continue
            if not self._in_run and not is_blank(text):
                yield from rows_before(i)
                done = i
            yield from self._odd(first + i, text)
        if previous != len(ends) - 1:
            self._in_run = self._after_blank = False
        yield from rows_before(len(ends))

    def _one_by_one(self, lines: list[bytes]) -> Iterator[Line]:
        """All lines as a run of odd ones, which costs time and changes nothing."""
        for text in lines:
            self._lines += 1
            if not is_comment(text):
                yield from self._odd(self._lines, text)

    def _odd(self, number: int, text: bytes) -> Iterator[Line]:
        """A line that is not plain, within a run or as the first of one."""
        if self._in_run or not is_blank(text):
            if not self._in_run and self._after_blank:
                yield number - 1, b""
            self._in_run = True
            yield number, None if is_long(text) else text
        self._after_blank = is_blank(text)


def _has_lone_cr(symbols: NDArray[np.uint8]) -> bool:
    """Whether a CR stands where no LF follows; the last byte is the end of a line."""
    is_cr = symbols[:-1] == _CR
    return bool((is_cr & (symbols[1:] != _LF)).any()) or symbols[-1] == _CR


def _even_rows(data: bytes, symbols: NDArray[np.uint8]) -> NDArray[np.uint8] | None:
    """The puzzles where all lines are plain and as long as the first; else None."""
    width = data.index(b"\n") + 1
    if not CELLS < width <= LONGEST or len(data) % width:
        return None
    table = symbols.reshape(-1, width)
    if not (table[:, -1] == _LF).all():
        return None
    if width > CELLS + 1 and (
        not _ENDS_COLUMN[table[:, CELLS]].all()
        or np.count_nonzero(symbols == _LF) != len(table)  # shorter lines between
    ):
        return None
    rows = np.ascontiguousarray(table[:, :CELLS])
    return rows if _are_puzzles(rows, data).all() else None


def _are_plain(
    data: bytes, symbols: NDArray[np.uint8], starts: NDArray[np.int64], ends: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Which lines are plain."""
    lengths = ends - starts
    plain = np.logical_and(lengths >= CELLS, lengths <= LONGEST)
    which = np.flatnonzero(plain)
    if len(which):
        at = starts[which]
        rows = sliding_window_view(symbols, CELLS)[at]
        plain[which] = np.logical_and(_ENDS_COLUMN[symbols[at + CELLS]], _are_puzzles(rows, data))
    return plain


def _are_puzzles(rows: NDArray[np.uint8], data: bytes) -> NDArray[np.bool_]:
    """Which rows, taken out of `data`, hold nothing but symbols, and not only such as rules are made of."""
    if rows.min() >= ord(".") and rows.max() <= ord("9") and b"/" not in data:  # "/" stands between . and 0
        return np.ones(len(rows), np.bool_)  # digits and points, in a fraction of the time
    is_puzzle: NDArray[np.bool_] = np.all(_IS_SYMBOL[rows], axis=1)
    is_rule: NDArray[np.bool_] = np.all(_IS_RULE[rows], axis=1)
    return is_puzzle & ~is_rule
