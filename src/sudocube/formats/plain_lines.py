"""Which lines of a text are plain: they begin with a 9×9 puzzle, and hold no other. See `bulk_reader`."""

from __future__ import annotations

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from sudocube.formats.line_search import answer_behind, may_hold_another
from sudocube.formats.symbols import SYMBOLS_OF
from sudocube.formats.text_input import LONGEST, text_of, usual_line

CELLS = 81
ENDS_COLUMN = b" \t\v\f\r\n,;#"
RULES = b"-*"
EDGES = RULES + b"."
"""A line of nothing but these, with one of RULES, may be the frame or a rule of a grid (.---.---.), depending
on the lines around it. So it is odd."""

NO_CLUES = b"." * CELLS
LF, CR = 10, 13


def _lookup(members: bytes) -> NDArray[np.bool_]:
    """Bool (256,): which bytes are members."""
    return np.isin(np.arange(256), list(members))


_IS_SYMBOL = _lookup(SYMBOLS_OF[9])
_IS_RULE = _lookup(RULES)
_IS_EDGE = _lookup(EDGES)
_IN_RUN = _lookup(SYMBOLS_OF[9] + bytes(range(0x80, 0x100)))
"""Symbols, and what may be parts of their other forms."""

_ENDS_COLUMN = _lookup(ENDS_COLUMN)
_IN_TOKEN = _lookup(b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.*_?-")
_NOT_ASCII = np.arange(256) >= 0x80


def begins_with_nine(text: bytes) -> bool:
    """Whether a line is plain, or is so but for another puzzle in it."""
    token = text[:CELLS]
    ends = len(text) == CELLS or text[CELLS : CELLS + 1] in ENDS_COLUMN
    is_puzzle = len(token) == CELLS and ends and not token.translate(None, SYMBOLS_OF[9])
    is_rule = not token.translate(None, EDGES) and token != NO_CLUES
    return is_puzzle and not is_rule and len(text) <= LONGEST


def has_lone_cr(symbols: NDArray[np.uint8]) -> bool:
    """Whether some CR is not followed by LF; the last byte ends a line."""
    is_cr = symbols[:-1] == CR
    return bool((is_cr & (symbols[1:] != LF)).any()) or symbols[-1] == CR


def equally_long_lines(data: bytes, symbols: NDArray[np.uint8]) -> NDArray[np.uint8] | None:
    """The puzzles, if all lines are plain and as long as the first; else None.

    Then the text is a table with a line in each row, and no line ends have to be looked for.
    """
    width = data.index(b"\n") + 1
    if not CELLS < width <= LONGEST or len(data) % width:
        return None
    table = symbols.reshape(-1, width)
    if not (table[:, -1] == LF).all():
        return None
    if width > CELLS + 1 and (
        not _ENDS_COLUMN[table[:, CELLS]].all()
        or np.count_nonzero(symbols == LF) != len(table)  # there are shorter lines
    ):
        return None
    starts = np.arange(0, len(data), width)
    if width > 2 * CELLS and _hold_another(data, symbols, starts, starts + width - 1).any():
        return None
    rows = np.ascontiguousarray(table[:, :CELLS])
    return without_question_marks(rows, data) if are_puzzles(rows, data).all() else None


def are_plain(
    data: bytes, symbols: NDArray[np.uint8], starts: NDArray[np.int64], ends: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Which lines are plain: bool, one for each line."""
    lengths = ends - starts
    plain = np.logical_and(lengths >= CELLS, lengths <= LONGEST)
    which = np.flatnonzero(plain)
    if len(which):
        at = starts[which]
        rows = sliding_window_view(symbols, CELLS)[at]
        plain[which] = np.logical_and(_ENDS_COLUMN[symbols[at + CELLS]], are_puzzles(rows, data))
        which = np.flatnonzero(plain)
        plain[which] = ~_hold_another(data, symbols, starts[which], ends[which])
    return plain


def _hold_another(
    data: bytes, symbols: NDArray[np.uint8], starts: NDArray[np.int64], ends: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Which of these lines, each with 81 symbols in its first column, may hold another puzzle further on.

    81 symbols without a gap fill one of the places 162, 243, … of a line, wherever they begin. What stands
    there in most lists is the end of a solution, which has no blank.
    """
    doubtful = np.zeros(len(starts), np.bool_)
    which, place = np.flatnonzero(ends - starts > 2 * CELLS), 2 * CELLS
    while len(which):
        doubtful[which[_IN_RUN[symbols[starts[which] + place]]]] = True
        place += CELLS
        which = which[ends[which] - starts[which] > place]
        if place == 3 * CELLS and len(found := np.flatnonzero(doubtful)):
            second = sliding_window_view(symbols, CELLS)[starts[found] + CELLS + 1]
            doubtful[found] = _have_blanks(second)
    for i in np.flatnonzero(doubtful).tolist():
        doubtful[i] = may_hold_another(data[starts[i] : ends[i]], CELLS, CELLS)
    return doubtful


def places_of_answers(
    data: bytes, symbols: NDArray[np.uint8], starts: NDArray[np.int64], ends: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Where in each of these plain lines the answer begins, as `answer_behind` finds it; 0 for none.

    81 digits in a row fill one of the places 162, 243, … of a line.
    """
    places = np.zeros(len(starts), np.int64)
    if not len(starts) or (ends - starts).max() <= 2 * CELLS:
        return places
    windows = sliding_window_view(symbols, CELLS)
    which, place = np.flatnonzero(ends - starts > 2 * CELLS), 2 * CELLS
    while len(which):
        last = starts[which] + place
        is_found = symbols[last] - np.uint8(ord("1")) < 9
        filled, last = which[is_found], last[is_found]
        if len(filled):
            begins = last - CELLS + 1
            rows = windows[begins]
            if not _are_digits(rows):
                gaps = rows[:, ::-1] - np.uint8(ord("1")) >= 9  # bytes below "1" become large ones
                begins = last + 1 - np.where(gaps.any(axis=1), gaps.argmax(axis=1), CELLS)
                are_whole = begins + CELLS <= ends[filled]
                filled, begins = filled[are_whole], begins[are_whole]
                is_grid = ~_have_blanks(windows[begins])
                filled, begins = filled[is_grid], begins[is_grid]
            _put_answers(places, filled, begins, data, symbols, starts, ends)
        place += CELLS
        which = which[(ends[which] - starts[which] > place) & (places[which] == 0)]
    return places


def _put_answers(
    places: NDArray[np.int64],
    which: NDArray[np.int64],
    begins: NDArray[np.int64],
    data: bytes,
    symbols: NDArray[np.uint8],
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
) -> None:
    """Enter the answers of some lines, where 81 digits begin, unless they are not alone."""
    left, right = symbols[begins - 1], symbols[begins + CELLS]
    is_grid = ~(_IN_TOKEN[left] | _IN_TOKEN[right])
    is_open = _NOT_ASCII[left] | _NOT_ASCII[right]  # a space of another width, or part of another symbol
    if b"#" in data:
        signs = np.flatnonzero(symbols == ord("#"))
        columns_end = starts[which] + CELLS
        is_behind_sign = np.searchsorted(signs, columns_end) < np.searchsorted(signs, begins)
        if b"://" in data:  # the sign may be part of a link
            is_open |= is_behind_sign
        else:
            is_grid &= ~is_behind_sign
    is_grid &= ~is_open
    places[which[is_grid]] = begins[is_grid]
    for i in which[is_open].tolist():
        behind = starts[i] + CELLS
        answer = answer_behind(text_of(usual_line(data[behind : ends[i]])), 9)
        if answer is not None:  # in a plain line, its digits stand in their usual form
            places[i] = data.index(answer.encode("ascii"), behind, ends[i])


def _are_digits(rows: NDArray[np.uint8]) -> bool:
    """Whether these rows hold the digits 1 to 9 alone."""
    return not len(rows) or bool(rows.min() >= ord("1") and rows.max() <= ord("9"))


def _have_blanks(rows: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Which of these rows hold anything but the digits 1 to 9."""
    if _are_digits(rows):
        return np.zeros(len(rows), np.bool_)
    have_blanks: NDArray[np.bool_] = (rows.min(axis=1) < ord("1")) | (rows.max(axis=1) > ord("9"))
    return have_blanks


def are_puzzles(rows: NDArray[np.uint8], data: bytes) -> NDArray[np.bool_]:
    """Which of these rows, taken out of `data`, hold nothing but symbols, and are no rule of a grid."""
    if rows.min() >= ord(".") and rows.max() <= ord("9") and b"/" not in data:  # "/" is between . and 0
        return np.ones(len(rows), np.bool_)  # digits and points: this test takes a fraction of the time
    is_puzzle: NDArray[np.bool_] = np.all(_IS_SYMBOL[rows], axis=1)
    is_rule: NDArray[np.bool_] = np.all(_IS_EDGE[rows], axis=1) & np.any(_IS_RULE[rows], axis=1)
    return is_puzzle & ~is_rule


def symbols_of_nine(rows: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """The same rows with `.` for each `?`, and which of them, bool (n,), hold nothing but symbols of a 9×9.

    In a column of a table 81 dashes are blanks, as nothing is drawn there.
    """
    lowest, highest = rows.min(initial=ord("9")), rows.max(initial=ord("."))
    if lowest >= ord(".") and highest <= ord("9"):  # this test takes a fraction of the time
        has_slash = lowest < ord("0") and bool((rows == ord("/")).any())  # it is between . and 0
        are_symbols = (rows != ord("/")).all(axis=1) if has_slash else np.ones(len(rows), np.bool_)
    else:
        are_symbols = _IS_SYMBOL[rows].all(axis=1)
        is_unknown = rows == ord("?")
        if is_unknown.any():
            rows = np.where(is_unknown, np.uint8(ord(".")), rows)
    return rows, are_symbols


def without_question_marks(rows: NDArray[np.uint8], data: bytes) -> NDArray[np.uint8]:
    """These puzzles, taken out of `data`, with `.` for each `?`: the kernel does not know that blank."""
    return np.where(rows == ord("?"), np.uint8(ord(".")), rows) if b"?" in data else rows
