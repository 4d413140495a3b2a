"""Texts with a 9×9 puzzle on each line, by the thousand: to arrays, without an object for each puzzle.

A *plain* line begins with 81 symbols of a 9×9 puzzle, followed by its end, by another column that is too
short for a puzzle, or by a full grid, the answer. All other lines are *odd*, and go to the ordinary reader of
texts. That reader takes a plain line as a puzzle, whatever the lines around it are, so plain lines can be
taken out. What an odd line means depends on the lines around it: so a run of odd lines is read together, with
a plain line in place of those around it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
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


def _are_puzzles(rows: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """The same for the beginnings of text lines, where dashes may be the rule of a grid."""
    found, are_symbols = symbols_of_nine(rows)
    if rows.min(initial=ord("9")) < ord("."):
        are_symbols &= ~(_IS_EDGE[rows].all(axis=1) & _IS_RULE[rows].any(axis=1))
    return found, are_symbols


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
    _style: Style = field(default_factory=Style)

    def read(self, pieces: Iterable[bytes | InputPause]) -> Iterator[Rows | Entry | InputPause]:
        """The rows of a text, of which each piece ends with a line, and the entries of odd lines."""
        scanned = self._scanned_pieces(pieces)
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

    def _scanned_pieces(self, pieces: Iterable[bytes | InputPause]) -> Iterator[_Scanned]:
        for piece in pieces:
            if isinstance(piece, bytes):
                yield from self._scanned(piece)
            else:
                yield piece

    def _scanned(self, data: bytes) -> Iterator[_Scanned]:
        """Batches of plain lines, and odd lines with their numbers; comments are left out.

        Blank lines are left out, too, unless an odd line stands before or after them.
        """
        symbols = np.frombuffer(data, np.uint8)
        if b"\r" in data and has_lone_cr(symbols):  # a lone CR ends a line, too
            for text in map(usual_line, data.splitlines()):
                self.line += 1
                if not is_comment(text):
                    yield from self._odd(self.line, text)
            return
        before = self.line + 1
        if (width := self._equal_width(data, symbols)) is not None:
            count = len(data) // width
            rows, are_puzzles = _are_puzzles(np.ascontiguousarray(symbols.reshape(-1, width)[:, :CELLS]))
            if are_puzzles.all():
                self.line += count
                self._in_run = self._after_blank = False
                starts = np.arange(0, len(data), width)
                yield from self._batches(before + np.arange(count), rows, symbols, starts, starts + width - 1)
                return
        ends = np.flatnonzero(symbols == LF)
        starts = np.concatenate(([0], ends[:-1] + 1))
        rows, plain = self._plain(symbols, starts, ends)
        self.line += len(ends)
        yield from self._in_order(data, symbols, rows, plain, starts, ends, before)

    def _equal_width(self, data: bytes, symbols: NDArray[np.uint8]) -> int | None:
        """The width of all lines with their ends, if it is one, and they are plain but for their symbols."""
        width = data.index(b"\n") + 1
        if not CELLS < width <= LONGEST or len(data) % width:
            return None
        table = symbols.reshape(-1, width)
        if not (table[:, -1] == LF).all():
            return None
        if width > CELLS + 1 and np.count_nonzero(symbols == LF) != len(table):  # there are shorter lines
            return None
        starts = np.arange(0, len(data), width)
        return width if self._are_ended(symbols, starts, starts + width - 1).all() else None

    @staticmethod
    def _are_ended(
        symbols: NDArray[np.uint8], starts: NDArray[np.int64], ends: NDArray[np.int64]
    ) -> NDArray[np.bool_]:
        """Which lines, all of 81 bytes at least, end a column there, and hold no puzzle beside an answer."""
        are_ended: NDArray[np.bool_] = _IS_END[symbols[starts + CELLS]]
        long = np.flatnonzero(ends - starts > _LONGEST_WITHOUT_ANSWER)
        if len(long):
            answers = sliding_window_view(symbols, CELLS)[starts[long] + CELLS + 1]
            are_answers = (answers.min(axis=1) >= ord("1")) & (answers.max(axis=1) <= ord("9"))
            after = symbols[np.minimum(starts[long] + _WITH_ANSWER, len(symbols) - 1)]
            are_short = ends[long] - starts[long] <= _WITH_ANSWER + _LONGEST_WITHOUT_ANSWER - CELLS
            are_ended[long] &= are_answers & _IS_END[after] & are_short
            are_ended[long] &= symbols[starts[long] + CELLS] != ord("#")
        return are_ended

    def _plain(
        self, symbols: NDArray[np.uint8], starts: NDArray[np.int64], ends: NDArray[np.int64]
    ) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
        """The puzzles of the plain lines, one after the other, and which lines are plain: bool (n,)."""
        lengths = ends - starts
        plain = (lengths >= CELLS) & (lengths <= LONGEST)
        which = np.flatnonzero(plain)
        plain[which] = self._are_ended(symbols, starts[which], ends[which])
        which = np.flatnonzero(plain)
        if not len(which):
            return np.zeros((0, CELLS), np.uint8), plain
        rows, are_puzzles = _are_puzzles(sliding_window_view(symbols, CELLS)[starts[which]])
        plain[which] = are_puzzles
        return (rows if are_puzzles.all() else rows[are_puzzles]), plain

    def _in_order(
        self,
        data: bytes,
        symbols: NDArray[np.uint8],
        rows: NDArray[np.uint8],
        plain: NDArray[np.bool_],
        starts: NDArray[np.int64],
        ends: NDArray[np.int64],
        before: int,
    ) -> Iterator[_Scanned]:
        places = np.flatnonzero(plain)
        done = 0

        def batch_before(end: int) -> Iterator[Rows]:
            nonlocal done
            until = int(np.searchsorted(places, end))
            which = places[done:until]
            if len(which):
                lines = before + which
                yield from self._batches(lines, rows[done:until], symbols, starts[which], ends[which])
            done = until

        previous = -1
        for i in np.flatnonzero(~plain).tolist():
            if i != previous + 1:
                self._in_run = self._after_blank = False
            previous = i
            text = usual_line(data[starts[i] : ends[i]].removesuffix(b"\r"))
            if is_comment(text):
                continue
            if not self._in_run and not is_blank(text):
                yield from batch_before(i)
            yield from self._odd(before + i, text)
        if previous != len(ends) - 1:
            self._in_run = self._after_blank = False
        yield from batch_before(len(ends))

    def _batches(
        self,
        lines: NDArray[np.int64],
        puzzles: NDArray[np.uint8],
        symbols: NDArray[np.uint8],
        starts: NDArray[np.int64],
        ends: NDArray[np.int64],
    ) -> Iterator[Rows]:
        """The puzzles of some plain lines, with the answers beside them."""
        if self._style.format == "line" and not self.first:
            format = "sdm" if self.name.lower().endswith(".sdm") else "line"
            first = symbols[starts[0] : starts[0] + CELLS].tobytes()
            self._style = Style(format, first_blank(first), box_given=self.box_given)
        for at in range(0, len(lines), MOST_ROWS):
            part = slice(at, at + MOST_ROWS)
            batch = Rows(self.name, 0, puzzles[part], lines=lines[part], style=self._style)
            yield self._with_answers(batch, symbols, starts[part], ends[part])

    def _with_answers(
        self, batch: Rows, symbols: NDArray[np.uint8], starts: NDArray[np.int64], ends: NDArray[np.int64]
    ) -> Rows:
        are_there = ends - starts >= _WITH_ANSWER
        if self._has_answers is None:
            self._has_answers = bool(are_there[0]) and self.with_answers
        if not self.with_answers or (not self._has_answers and not are_there.any()):
            return batch
        answers = np.zeros_like(batch.puzzles)
        answers[are_there] = sliding_window_view(symbols, CELLS)[starts[are_there] + CELLS + 1]
        without = np.flatnonzero(~are_there).tolist()
        return replace(
            batch, answers=answers, odd_answers=dict.fromkeys(without, "" if self._has_answers else None)
        )

    def _odd(self, number: int, text: bytes) -> Iterator[TextLine]:
        """An odd line that begins or continues a run."""
        if self._in_run or not is_blank(text):
            if not self._in_run and self._after_blank:
                yield number - 1, b""
            self._in_run = True
            yield number, None if is_long(text) else text
        self._after_blank = is_blank(text)
