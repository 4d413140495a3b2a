"""Rows: the puzzles of one input as they are read, in arrays, with what stands beside them.

Texts with a 9×9 puzzle on each line are read here, too, without an object for each puzzle. A *plain* line
begins with 81 symbols of a 9×9 puzzle, followed by its end, by another column that is too short for a puzzle,
or by a full grid, the answer. The ordinary reader of texts takes it as a puzzle, whatever the lines around it
are. So it gets a run of plain lines as one line, and all other lines one by one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from sudocube.cell_values import NINE, TO_VALUES
from sudocube.puzzle import Puzzle
from sudocube.rows.columns import Layout, Role
from sudocube.rows.entry import LONGEST, Entry, Style, TextLine, bytes_of, text_lines, text_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

CELLS = 81
Lines: TypeAlias = "NDArray[np.int64] | None"
"""The number of each row's text line, from 1; None where there are no text lines."""

_Places: TypeAlias = "NDArray[np.int64]"
"""Where lines begin or end in a text."""

MOST_ROWS = 1 << 14
"""How many rows one batch holds, at most."""


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """n rows of one input, one after the other.

    `name` is what messages call the input, and `first` the number of the first row in it, from 0. `lines` is
    int64 (n,), the number of each row's text line, from 1; None where the input has no text lines. `puzzles`
    is uint8 (n, 81), contiguous: the ASCII symbols of ordinary 9×9 puzzles, digits and blanks that the kernel
    takes. Every other row is zero there and stands in `odd`, by its place in the batch: a puzzle of another
    size, pencilmarks, or what is wrong with it.

    `answers` is None where there are no answers; else uint8 (n, 81), the bytes of each answer. An answer that
    does not have 81 bytes stands in `odd_answers` as text, by its place, and its row is zero. An answer that
    is missing is the empty text; None says that nothing is to be compared.

    `table` is a record batch of Arrow with n rows, None where there are no columns: those of the input as
    they were read, or some of them; `roles` names the columns that have a role. With a `puzzle_column`, the
    entries of the rows have all columns of the table, and this one holds the puzzles. `raw` is what the input
    itself holds, where all of it is kept and it is no text: a record batch with its structs, a list of JSON
    objects, or an array. `style` is how the ordinary puzzles were written; `written` has those of them, by
    place, of which more is known, such as a title. `position` is the number of bytes that were read of the
    input by then, None where that is not known.
    """

    name: str
    first: int
    puzzles: NDArray[np.uint8]
    odd: Mapping[int, Entry] = field(default_factory=dict)
    lines: Lines = None
    answers: NDArray[np.uint8] | None = None
    odd_answers: Mapping[int, str | None] = field(default_factory=dict)
    table: Any = None
    roles: Mapping[Role, str] = field(default_factory=dict)
    style: Style = field(default_factory=Style)
    written: Mapping[int, Entry] = field(default_factory=dict)
    puzzle_column: str = ""
    position: int | None = None
    raw: Any = None

    def __len__(self) -> int:
        return len(self.puzzles)

    def source(self, place: int) -> str:
        """The place of a row, such as `puzzles.txt:12`: its text line, or its number from 0."""
        return f"{self.name}:{self.first + place if self.lines is None else self.lines[place]}"

    @property
    def numbers(self) -> Sequence[int]:
        """The text line of each row; where the input has none, its number from 0."""
        return range(self.first, self.first + len(self)) if self.lines is None else self.lines.tolist()

    def are_written_on_lines(self, format: str | None) -> bool:
        """Whether each row is a line in that format, by default the one that was read, and no more."""
        return (format or self.style.format) in ("line", "sdm") and not self.odd and not self.written

    def puzzle(self, place: int) -> Puzzle | None:
        """The puzzle of a row; None where it holds none."""
        if place in self.odd:
            return self.odd[place].puzzle
        return Puzzle(self.puzzles[place].tobytes().translate(TO_VALUES), NINE)

    def answer(self, place: int) -> str | None:
        """The answer that is stored in a row; None where there is nothing to be compared."""
        if self.answers is None:
            return None
        if place in self.odd_answers:
            return self.odd_answers[place]
        return text_of(self.answers[place].tobytes()).strip()

    def entry(self, place: int) -> Entry:
        """A row as an entry."""
        stored, record = self.answer(place), self._record(place)
        if one := self.odd.get(place) or self.written.get(place):
            stored = stored if one.stored is None else one.stored
            return replace(one, stored=stored, **record)
        symbols = self.puzzles[place].tobytes()
        blank, style = symbols.lstrip(b"123456789")[:1].decode("ascii"), self.style
        if blank not in ("", style.blank):
            style = replace(style, blank=blank)
        return Entry(self.source(place), self.puzzle(place), None, style, stored=stored, **record)

    def _record(self, place: int) -> dict[str, Any]:
        """What an entry has of the record of a row, if its columns are wanted."""
        if not self.puzzle_column:
            return {}
        values = (_as_text(column[place].as_py()) for column in self.table.columns)
        record = dict(zip(self.table.schema.names, values, strict=True))
        return {"record": record, "column": self.puzzle_column}

    def entries(self) -> Iterator[Entry]:
        """The rows as entries, one after the other."""
        return map(self.entry, range(len(self)))

    def column(self, role: Role) -> Any:  # noqa: ANN401 — PyArrow has no type information
        """The column with that role, an Arrow array of n values; None where there is none."""
        name = self.roles.get(role)
        return None if name is None or self.table is None else self.table.column(name)

    def lacking_answers(self) -> Rows:
        """These rows of an input that has answers: one that has none lacks it."""
        if self.answers is None:
            nothing = dict.fromkeys(range(len(self)), "")
            return replace(self, answers=np.zeros_like(self.puzzles), odd_answers=nothing)
        return replace(self, odd_answers={place: one or "" for place, one in self.odd_answers.items()})

    def part(self, start: int, end: int) -> Rows:
        """The rows from one place to another, as views of these."""
        there = ((name, getattr(self, name)) for name in ("puzzles", "lines", "answers", "table", "raw"))
        some = {name: one[start:end] for name, one in there if one is not None}
        for name in ("odd", "written", "odd_answers"):
            items = getattr(self, name).items()
            some[name] = {place - start: one for place, one in items if start <= place < end}
        return replace(self, first=self.first + start, **some)


def _as_text(value: object) -> str:
    """A value of a table as a text; empty where there is none."""
    if isinstance(value, bytes):
        return text_of(value)
    return "" if value is None else str(value)


def is_ordinary(puzzle: Puzzle | None) -> bool:
    """Whether a puzzle is 9×9 with clues alone, so that it stands in the array of a batch."""
    return puzzle is not None and puzzle.geometry == NINE and puzzle.candidates is None


def by_length(values: Iterable[object]) -> tuple[NDArray[np.uint8], dict[int, Any]]:
    """Texts of 81 bytes, uint8 (n, 81), and by their places all other values, whose rows are zero."""
    texts = ((one, bytes_of(one) if isinstance(one, str) else one) for one in values)
    fit = [(one, text if isinstance(text, bytes) and len(text) == CELLS else None) for one, text in texts]
    joined = b"".join(bytes(CELLS) if text is None else text for _, text in fit)
    others = {place: one for place, (one, text) in enumerate(fit) if text is None}
    return np.frombuffer(joined, np.uint8).reshape(-1, CELLS), others


def rows_of_entries(entries: Sequence[Entry], name: str, first: int = 0) -> Rows:
    """Entries that follow each other as rows, which keep them; the first of them has the number `first`."""
    puzzles, others = by_length(str(one.puzzle) if is_ordinary(one.puzzle) else None for one in entries)
    odd = {place: entries[place] for place in others}
    written = {place: one for place, one in enumerate(entries) if place not in others}
    numbers = [one.source.rpartition(":")[2] for one in entries]
    lines = np.array(numbers, np.int64) if all(map(str.isdecimal, numbers)) else None
    rows = Rows(name, first, puzzles, odd, lines, written=written)
    if all(one.stored is None for one in entries):
        return rows
    answers, odd_answers = by_length(one.stored for one in entries)
    return replace(rows, answers=answers, odd_answers=odd_answers)


@dataclass(frozen=True, slots=True)
class LostRows:
    """Rows that could not be read: from row `first` of the input, `count` of them, None if nobody knows.

    `message` says what could not be read and why: a row group that is damaged, a file that is cut off.
    """

    first: int
    count: int | None
    message: str


_WITH_ANSWER, _LF = 2 * CELLS + 1, ord("\n")


def _lookup(members: bytes) -> NDArray[np.bool_]:
    """Bool (256,): which bytes are members."""
    return np.isin(np.arange(256), list(members))


_IS_SYMBOL, _IS_END = _lookup(b"0123456789.*_-xX"), _lookup(b" \t\v\f\r\n,;#")
_IS_LEFT_OUT = _lookup(b"\n\r#")


def are_symbols(rows: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Which rows of 81 bytes, bool (n,), hold nothing but symbols of a 9×9 that the kernel takes."""
    if rows.size and rows.min() >= ord(".") and rows.max() <= ord("9") and not (rows == ord("/")).any():
        return np.ones(len(rows), np.bool_)  # nearly always, and in a fraction of the time
    return np.asarray(_IS_SYMBOL[rows].all(axis=1))


def _boards(symbols: NDArray[np.uint8], starts: _Places) -> NDArray[np.uint8]:
    """The 81 bytes from each start, uint8 (n, 81); where starts are equally far apart, in one step."""
    windows = sliding_window_view(symbols, CELLS)
    steps = np.diff(starts)
    if len(steps) and (steps == steps[0]).all():
        return np.ascontiguousarray(windows[starts[0] : starts[-1] + 1 : steps[0]])
    return windows[starts]


def _are_ended(symbols: NDArray[np.uint8], starts: _Places, ends: _Places) -> NDArray[np.bool_]:
    """Which lines, all of 81 bytes at least, end a column there, and hold no puzzle beside an answer."""
    are_ended: NDArray[np.bool_] = _IS_END[symbols[starts + CELLS]]
    if len(long := np.flatnonzero(ends - starts > 2 * CELLS)):
        begins, after = starts[long] + CELLS + 1, starts[long] + _WITH_ANSWER
        answers = _boards(symbols, begins)
        are_full = (answers.min(axis=1) >= ord("1")) & (answers.max(axis=1) <= ord("9"))
        are_ended[long] &= are_full & _IS_END[symbols[after]] & (ends[long] <= after + CELLS)
        are_ended[long] &= symbols[begins - 1] != ord("#")
    return are_ended


def _are_plain(symbols: NDArray[np.uint8], starts: _Places, ends: _Places) -> NDArray[np.bool_]:
    """Which lines are plain: bool (n,)."""
    lengths = ends - starts
    plain: NDArray[np.bool_] = (lengths >= CELLS) & (lengths <= LONGEST)
    if lengths.max() > CELLS:
        plain[plain] = _are_ended(symbols, starts[plain], ends[plain])
    if plain.any():
        boards = _boards(symbols, starts[plain])
        are_puzzles = are_symbols(boards)
        if boards.min() < ord("."):  # without a digit, dashes may be the frame or a rule of a grid
            are_puzzles &= boards.max(axis=1) > ord("0")
        plain[plain] = are_puzzles
    return plain


PLAIN = re.compile(rb"[0-9.*_xX-]{81}(?:[ \t\v\f\r\n,;#]|$)")
"""How a line begins that may be plain."""


def lines_of_pieces(pieces: Iterable[bytes], layout: Layout) -> Iterator[TextLine]:
    """The lines of a text whose pieces end with a line; a run of plain lines is one, with its Rows.

    Blank lines and comments between plain lines are left out.
    """
    number, reading = 1, layout.reading
    is_nine = reading.fixed in (None, NINE)
    for piece in pieces:
        has_lone_cr = b"\r" in piece and piece.count(b"\r") > piece.count(b"\r\n")  # it ends a line, too
        if has_lone_cr or not is_nine:
            lines = piece.splitlines()
            yield from text_lines(lines, number)
            number += len(lines)
            continue
        symbols = np.frombuffer(piece, np.uint8)
        ends = np.flatnonzero(symbols == _LF)
        starts = np.concatenate(([0], ends[:-1] + 1))
        plain = _are_plain(symbols, starts, ends)

        def others(begin: int, end: int) -> Iterator[TextLine]:
            lines = (piece[starts[at] : ends[at]].removesuffix(b"\r") for at in range(begin, end))  # noqa: B023
            return text_lines(lines, number + begin)  # noqa: B023

        is_odd = ~(plain | _IS_LEFT_OUT[symbols[starts]])
        for begin, end in pairwise([0, *(np.flatnonzero(np.diff(is_odd)) + 1).tolist(), len(ends)]):
            which = begin + np.flatnonzero(plain[begin:end])
            if not len(which):
                yield from others(begin, end)
                continue
            yield from others(begin, which[0])
            board, style = _boards(symbols, starts[which]), Style(box_given=reading.box_given)
            rows = Rows(layout.source, 0, board, lines=number + which, style=style)
            are_there = ends[which] - starts[which] >= _WITH_ANSWER
            if reading.with_answers and are_there.any():
                answers = np.zeros_like(board)
                answers[are_there] = _boards(symbols, starts[which[are_there]] + CELLS + 1)
                missing = dict.fromkeys(np.flatnonzero(~are_there).tolist())
                rows = replace(rows, answers=answers, odd_answers=missing)
            yield number + int(which[0]), rows
            yield from others(which[-1] + 1, end)
        number += len(ends)
