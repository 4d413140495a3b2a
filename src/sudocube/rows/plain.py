"""Texts with a 9×9 puzzle on each line, by the thousand: to arrays, without an object for each puzzle.

A *plain* line begins with 81 symbols of a 9×9 puzzle, followed by its end, by another column that is too
short for a puzzle, or by a full grid, the answer. The ordinary reader of texts takes it as a puzzle, whatever
the lines around it are. So it gets a run of plain lines as one line, and all other lines one by one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from sudocube.rows.batch import CELLS, Rows
from sudocube.rows.columns import Reading
from sudocube.rows.entry import InputPause, Style
from sudocube.rows.symbols import LONGEST, NINE, SYMBOLS_OF, TextLine, text_lines

_WITH_ANSWER, _LF = 2 * CELLS + 1, ord("\n")


def _lookup(members: bytes) -> NDArray[np.bool_]:
    """Bool (256,): which bytes are members."""
    return np.isin(np.arange(256), list(members))


_IS_SYMBOL, _IS_END, _IS_LEFT_OUT = _lookup(SYMBOLS_OF[9]), _lookup(b" \t\v\f\r\n,;#"), _lookup(b"\n\r#")


def symbols_of_nine(rows: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """The rows with `.` for each `?`, and which of them, bool (n,), hold nothing but symbols of a 9×9."""
    lowest, highest = rows.min(initial=ord("9")), rows.max(initial=ord("."))
    if lowest >= ord(".") and highest <= ord("9"):  # this test takes a fraction of the time
        has_slash = lowest < ord("0") and bool((rows == ord("/")).any())  # it is between . and 0
        if not has_slash:
            return rows, np.ones(len(rows), np.bool_)
    are_symbols = np.all(_IS_SYMBOL[rows], axis=1)
    return np.where(rows == ord("?"), np.uint8(ord(".")), rows), are_symbols


def _boards(symbols: NDArray[np.uint8], starts: NDArray[np.int64]) -> NDArray[np.uint8]:
    """The 81 bytes from each start, uint8 (n, 81); where starts are equally far apart, in one step."""
    windows = sliding_window_view(symbols, CELLS)
    steps = np.diff(starts)
    if len(steps) and (steps == steps[0]).all():
        return np.ascontiguousarray(windows[starts[0] : starts[-1] + 1 : steps[0]])
    return windows[starts]


def _are_ended(
    symbols: NDArray[np.uint8], starts: NDArray[np.int64], ends: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Which lines, all of 81 bytes at least, end a column there, and hold no puzzle beside an answer."""
    are_ended: NDArray[np.bool_] = _IS_END[symbols[starts + CELLS]]
    if len(long := np.flatnonzero(ends - starts > 2 * CELLS)):
        begins, after = starts[long] + CELLS + 1, starts[long] + _WITH_ANSWER
        answers = _boards(symbols, begins)
        are_full = (answers.min(axis=1) >= ord("1")) & (answers.max(axis=1) <= ord("9"))
        are_ended[long] &= are_full & _IS_END[symbols[after]] & (ends[long] <= after + CELLS)
        are_ended[long] &= symbols[begins - 1] != ord("#")
    return are_ended


def _plain_lines(
    symbols: NDArray[np.uint8], starts: NDArray[np.int64], ends: NDArray[np.int64]
) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """The puzzles of the plain lines, one after the other, and which lines are plain: bool (n,)."""
    lengths = ends - starts
    plain = (lengths >= CELLS) & (lengths <= LONGEST)
    which = np.flatnonzero(plain)
    if lengths.max() > CELLS:
        plain[which] = _are_ended(symbols, starts[which], ends[which])
        which = which[plain[which]]
    if not len(which):
        return np.zeros((0, CELLS), np.uint8), plain
    boards = _boards(symbols, starts[which])
    puzzles, are_puzzles = symbols_of_nine(boards)
    if boards.min() < ord("."):  # without a digit, dashes may be the frame or a rule of a grid
        are_puzzles &= boards.max(axis=1) > ord("0")
    plain[which] = are_puzzles
    return (puzzles if are_puzzles.all() else puzzles[are_puzzles]), plain


_BEGINNING = re.compile(rb"[%s]{81}(?:[ \t\v\f\r,;#]|$)" % re.escape(SYMBOLS_OF[9]))


def begins_plainly(line: bytes) -> bool:
    """Whether a line, without its end, may be plain."""
    return bool(_BEGINNING.match(line))


def lines_of_pieces(
    pieces: Iterable[bytes | InputPause], name: str, reading: Reading
) -> Iterator[TextLine | InputPause]:
    """The lines of a text whose pieces end with a line; a run of plain lines is one, with its Rows.

    Blank lines and comments between plain lines are left out.
    """
    number, is_nine = 1, reading.fixed in (None, NINE)
    for piece in pieces:
        if isinstance(piece, InputPause):
            yield piece
            continue
        has_lone_cr = b"\r" in piece and piece.count(b"\r") > piece.count(b"\r\n")  # it ends a line, too
        if has_lone_cr or not is_nine:
            lines = piece.splitlines()
            yield from text_lines(lines, number)
            number += len(lines)
            continue
        symbols = np.frombuffer(piece, np.uint8)
        ends = np.flatnonzero(symbols == _LF)
        starts = np.concatenate(([0], ends[:-1] + 1))
        puzzles, plain = _plain_lines(symbols, starts, ends)

        def others(begin: int, end: int) -> Iterator[TextLine]:
            lines = (piece[starts[at] : ends[at]].removesuffix(b"\r") for at in range(begin, end))  # noqa: B023
            return text_lines(lines, number + begin)  # noqa: B023

        is_odd, reached = ~(plain | _IS_LEFT_OUT[symbols[starts]]), 0
        for begin, end in pairwise([0, *(np.flatnonzero(np.diff(is_odd)) + 1).tolist(), len(ends)]):
            which = begin + np.flatnonzero(plain[begin:end])
            if not len(which):
                yield from others(begin, end)
                continue
            yield from others(begin, which[0])
            board = puzzles[reached : (reached := reached + len(which))]
            blank = piece[starts[which[0]] : starts[which[0]] + CELLS].lstrip(b"123456789")[:1]
            style = Style(blank="?" if blank == b"?" else ".", box_given=reading.box_given)  # it is read as .
            rows = Rows(name, 0, board, lines=number + which, style=style)
            are_there = ends[which] - starts[which] >= _WITH_ANSWER
            if reading.with_answers and are_there.any():
                answers = np.zeros_like(board)
                answers[are_there] = _boards(symbols, starts[which[are_there]] + CELLS + 1)
                rows = rows.with_answers(answers, are_there)
            yield number + int(which[0]), rows
            yield from others(which[-1] + 1, end)
        number += len(ends)
