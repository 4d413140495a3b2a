"""Texts with a 9×9 puzzle on each line, by the thousand: to arrays, without an object for each puzzle.

A *plain* line begins with 81 symbols of a 9×9 puzzle, followed by its end, by another column that is too
short for a puzzle, or by a full grid, the answer. All other lines are *odd*, and go to the ordinary reader of
texts. That reader takes a plain line as a puzzle, whatever the lines around it are, so plain lines can be
taken out. What an odd line means depends on the lines around it: so a run of odd lines is read together, with
a plain line in place of those around it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from sudocube.rows.batch import CELLS, MOST_ROWS, InputPause, Rows
from sudocube.rows.entry import Entry, Style
from sudocube.rows.symbols import SYMBOLS_OF, first_blank
from sudocube.rows.text_input import LONGEST, TextLine, TextLines, is_blank, is_comment, is_long, usual_line

LF, CR = 10, 13
_LONGEST_WITHOUT_ANSWER = 2 * CELLS
_WITH_ANSWER = 2 * CELLS + 1
_ENDS_COLUMN = b" \t\v\f\r\n,;#"
_RULES = b"-*"
_EDGES = _RULES + b"."
"""A line of nothing but these, with one of _RULES, may be the frame or a rule of a grid (.---.---.)."""

_NO_CLUES = b"." * CELLS
_PLACEHOLDER = (0, _NO_CLUES)
"""Stands for the plain lines around a run of odd ones; there is no line 0."""


def _lookup(members: bytes) -> NDArray[np.bool_]:
    """Bool (256,): which bytes are members."""
    return np.isin(np.arange(256), list(members))


_IS_SYMBOL, _IS_RULE, _IS_EDGE = _lookup(SYMBOLS_OF[9]), _lookup(_RULES), _lookup(_EDGES)
_IS_END = _lookup(_ENDS_COLUMN)


def begins_plainly(head: bytes) -> bool:
    """Whether the first line of a text that is neither blank nor a comment is plain, or nearly so."""
    texts = (text for text in head.splitlines() if not is_blank(text) and not is_comment(text))
    text = next(texts, b"")
    token = text[:CELLS]
    ends = len(text) == CELLS or text[CELLS : CELLS + 1] in _ENDS_COLUMN
    is_puzzle = len(token) == CELLS and ends and not token.translate(None, SYMBOLS_OF[9])
    is_rule = not token.translate(None, _EDGES) and token != _NO_CLUES
    return is_puzzle and not is_rule and len(text) <= LONGEST


def has_lone_cr(symbols: NDArray[np.uint8]) -> bool:
    """Whether some CR is not followed by LF; the last byte ends a line."""
    is_cr = symbols[:-1] == CR
    return bool((is_cr & (symbols[1:] != LF)).any()) or symbols[-1] == CR


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


def _line_ends(data: bytes, symbols: NDArray[np.uint8]) -> NDArray[np.int64]:
    """The places of all LF, int64 (n,); where all lines are equally wide, at a fraction of the time."""
    width, are_ends = data.index(b"\n") + 1, symbols == LF
    if width * np.count_nonzero(are_ends) == len(data) and are_ends[width - 1 :: width].all():
        return np.arange(width - 1, len(data), width)
    return np.flatnonzero(are_ends)


def _are_ended(
    symbols: NDArray[np.uint8], starts: NDArray[np.int64], ends: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Which lines, all of 81 bytes at least, end a column there, and hold no puzzle beside an answer."""
    are_ended: NDArray[np.bool_] = _IS_END[symbols[starts + CELLS]]
    long = np.flatnonzero(ends - starts > _LONGEST_WITHOUT_ANSWER)
    if len(long):
        answers = _boards(symbols, starts[long] + CELLS + 1)
        are_answers = (answers.min(axis=1) >= ord("1")) & (answers.max(axis=1) <= ord("9"))
        after = symbols[np.minimum(starts[long] + _WITH_ANSWER, len(symbols) - 1)]
        are_short = ends[long] - starts[long] <= _WITH_ANSWER + _LONGEST_WITHOUT_ANSWER - CELLS
        are_ended[long] &= are_answers & _IS_END[after] & are_short
        are_ended[long] &= symbols[starts[long] + CELLS] != ord("#")
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
    if boards.min() < ord("."):  # dashes may be the rule of a grid
        are_puzzles &= ~(_IS_EDGE[boards].all(axis=1) & _IS_RULE[boards].any(axis=1))
    plain[which] = are_puzzles
    return (puzzles if are_puzzles.all() else puzzles[are_puzzles]), plain


_Scanned: TypeAlias = Rows | TextLine | InputPause


@dataclass(slots=True)
class PlainLines:
    """Sorts the lines of a text, some at a time, into batches of plain lines and runs of odd lines.

    `read_odd` reads a run of odd lines, whatever they are: the entries in it. `line` is the number of the
    last line that was seen, `first` that of the next row, from 0. `_in_run` says that the last line (not
    counting comments) belongs to a run of odd lines, `_after_blank` that it was blank.
    """

    name: str
    read_odd: Callable[[TextLines], Iterator[Entry]]
    with_answers: bool = True
    box_given: bool = False
    line: int = 0
    first: int = 0
    _in_run: bool = False
    _after_blank: bool = False
    _has_answers: bool | None = None  # whether the first puzzle has one; None before it
    _style: Style | None = None

    def read(self, pieces: Iterable[bytes | InputPause]) -> Iterator[Rows | Entry | InputPause]:
        """The rows of a text, of which each piece ends with a line, and the entries of odd lines."""
        scanned = (
            item
            for piece in pieces
            for item in (self._scanned(piece) if isinstance(piece, bytes) else [piece])
        )
        for item in scanned:
            if isinstance(item, Rows):
                yield self._numbered(item)
            elif isinstance(item, InputPause):
                yield item
            else:
                yield from self._odd_run(item, scanned)

    def _numbered(self, batch: Rows) -> Rows:
        begin, self.first = self.first, self.first + len(batch)
        return replace(batch, first=begin)

    def _odd_run(self, first: TextLine, scanned: Iterator[_Scanned]) -> Iterator[Rows | Entry]:
        """The entries in a run of odd lines, and the batch of plain lines that ends it."""
        ended_by: list[Rows] = []

        def lines() -> Iterator[TextLine]:
            if not is_blank(first[1]):
                yield _PLACEHOLDER
            yield first
            for item in scanned:
                if isinstance(item, Rows):
                    ended_by.append(item)
                    yield _PLACEHOLDER
                    return
                if isinstance(item, tuple):
                    yield item

        title = None
        for entry in self.read_odd(TextLines(lines())):
            if entry.source == f"{self.name}:0":
                title = entry.title if ended_by else None
            else:
                self.first += 1
                yield self._completed(entry)
        for batch in map(self._numbered, ended_by):
            of_first = {} if title is None else {0: replace(batch.entry(0), title=title)}
            yield replace(batch, written=of_first) if of_first else batch

    def _completed(self, entry: Entry) -> Entry:
        """The entry of a list; if its first puzzle has an answer, all others that have none lack one."""
        if entry.puzzle is None:
            return entry
        if self._has_answers is None:
            self._has_answers = entry.stored is not None
        is_missing = self._has_answers and entry.stored is None
        return replace(entry, stored="") if is_missing else entry

    def _scanned(self, data: bytes) -> Iterator[_Scanned]:
        """Batches of plain lines, and odd lines with their numbers; comments are left out.

        Blank lines are left out, too, unless an odd line stands before or after them.
        """
        symbols, first = np.frombuffer(data, np.uint8), self.line + 1
        if b"\r" in data and has_lone_cr(symbols):  # a lone CR ends a line, too
            texts = data.splitlines()
            self.line += len(texts)
            for number, text in enumerate(texts, first):
                yield from self._odd(number, text)
            return
        ends = _line_ends(data, symbols)
        starts = np.concatenate(([0], ends[:-1] + 1))
        puzzles, plain = _plain_lines(symbols, starts, ends)
        places = np.flatnonzero(plain)
        self.line += len(ends)

        def batches(begin: int, end: int) -> Iterator[Rows]:
            for at in range(begin, end, MOST_ROWS):
                until = min(at + MOST_ROWS, end)
                which = places[at:until]
                batch = Rows(
                    self.name, 0, puzzles[at:until], lines=first + which, style=self._style_of(puzzles)
                )
                yield self._with_answers(batch, symbols, starts[which], ends[which])

        given = reached = 0  # how many puzzles were given, and how many come before this line
        changes = np.flatnonzero(np.diff(plain)) + 1
        for begin, end in pairwise([0, *changes.tolist(), len(ends)]):
            if plain[begin]:
                self._in_run = self._after_blank = False
                reached += end - begin
                continue
            for i in range(begin, end):
                for line in self._odd(first + i, data[starts[i] : ends[i]].removesuffix(b"\r")):
                    yield from batches(given, reached)
                    given = reached
                    yield line
        yield from batches(given, reached)

    def _style_of(self, puzzles: NDArray[np.uint8]) -> Style:
        """The style of all plain lines: that of the first one."""
        if self._style is None:
            format = "sdm" if self.name.lower().endswith(".sdm") else "line"
            self._style = Style(format, first_blank(puzzles[0].tobytes()), box_given=self.box_given)
        return self._style

    def _with_answers(
        self, batch: Rows, symbols: NDArray[np.uint8], starts: NDArray[np.int64], ends: NDArray[np.int64]
    ) -> Rows:
        are_there = ends - starts >= _WITH_ANSWER
        if self._has_answers is None:
            self._has_answers = bool(are_there[0]) and self.with_answers
        if not self.with_answers or (not self._has_answers and not are_there.any()):
            return batch
        answers = np.zeros_like(batch.puzzles)
        answers[are_there] = _boards(symbols, starts[are_there] + CELLS + 1)
        missing = "" if self._has_answers else None
        without = dict.fromkeys(np.flatnonzero(~are_there).tolist(), missing)
        return replace(batch, answers=answers, odd_answers=without)

    def _odd(self, number: int, line: bytes) -> Iterator[TextLine]:
        """A line that is not plain, if it begins or continues a run of odd lines."""
        text = usual_line(line)
        if is_comment(text):
            return
        if self._in_run or not is_blank(text):
            if not self._in_run and self._after_blank:
                yield number - 1, b""
            self._in_run = True
            yield number, None if is_long(text) else text
        self._after_blank = is_blank(text)
