"""Puzzles with each row on a text line of its own, one or several in a block, with `.sdk` sections or not.

A block (a run of text lines without a blank one or a heading) is read as a whole; if it has more than
MOST_LINES lines, in several steps. Headings are passed over: a heading is a line of words with fewer symbols
than letters (see `grid_text`), a number of its own, or an underline. What is no heading is never dropped: a
block that makes no whole puzzles is one error.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from sudocube.errors import FormatError
from sudocube.formats.entry import Entry
from sudocube.formats.grid_blocks import (
    KINDS_OF_ROWS,
    KINDS_OF_RULES,
    DashesError,
    are_symbols_below_each_other,
    begun,
    plain_entries,
    puzzles_of,
)
from sudocube.formats.grid_forms import block_fault, drawn_entries, has_uneven_tokens, may_be_one_grid
from sudocube.formats.grid_layout import GridLine
from sudocube.formats.grid_text import DrawnLine, LineRole, is_empty
from sudocube.formats.line_kinds import (
    GRID_KINDS,
    LineKind,
    family_of_block,
    is_title,
    kind_of,
    other_family,
    pass_over,
)
from sudocube.formats.text_input import TextInput, TextLine, is_blank, text_of

MOST_LINES = 1_000
"""How many lines of a block are held in memory at most."""

MOST_LINES_APART = 64
"""How far a puzzle may go on below a blank line: 25 rows with gaps between all of them fit."""

_KINDS_OF_HEADINGS = {LineKind.OTHER, LineKind.WORDS}
_KINDS_AFTER_A_BLOCK = {LineKind.SECTION, LineKind.PUZZLE, LineKind.HEADER}
_LETTERS = re.compile(rb"[A-Za-z]{2}")
_BARE_NUMBER = re.compile(r"\s*\d{1,3}\s*")


def read_grids(text_input: TextInput) -> Iterator[Entry]:
    """The puzzles of an input with a row per text line; a block of another format becomes one error.

    The section `[Puzzle]` is read; all other sections are ignored. So are headings.
    """
    name = "sdk" if text_input.has_extension(".sdk") else "ss" if text_input.has_extension(".ss") else "grid"
    is_read = True
    for line in text_input.lines:
        number, text = line
        if kind_of(text) is LineKind.SECTION:
            title = GridLine.of(line).text or ""
            is_read = title.strip().strip("[]").strip().lower() == "puzzle"
            name = "sdk"
        elif is_read and not is_passed_over(line) and not is_title(text_input.lines, line):
            text_input.lines.push_back([line])
            family = family_of_block(text_input.lines, text_input.fixed)
            if family in ("line", "csv"):
                error = other_family(text_input, number, family, "grid")
                yield text_input.refusal(error, text_input.style(name))
                next(iter(text_input.lines))  # drops this line, whatever its kind
                pass_over(text_input.lines, lambda text: kind_of(text) in GRID_KINDS | {LineKind.SECTION})
            else:
                yield from read_block(text_input, name)


def is_passed_over(line: TextLine, kind: LineKind | None = None) -> bool:
    """Whether a line is blank, or a heading: then it ends a block, and is no part of a puzzle.

    `kind` is its kind, where that is known already.
    """
    if is_blank(line[1]):
        return is_empty(text_of(line[1] or b""))
    kind = kind or kind_of(line[1])
    if kind not in _KINDS_OF_HEADINGS and (kind not in KINDS_OF_ROWS or not _LETTERS.search(line[1] or b"")):
        return False
    return DrawnLine.of(line).role in (LineRole.BLANK, LineRole.HEADING)


def is_underline(line: TextLine, text_input: TextInput) -> bool:
    """Whether a line is a rule, and too short or too long for a puzzle without clues on one line."""
    row = GridLine.of(line)
    return row.kind in KINDS_OF_RULES and len(row.symbols) not in text_input.shapes


def read_block(text_input: TextInput, name: str) -> Iterator[Entry]:
    """The puzzles of the block that begins with the next line; `name` is the format of their style."""
    held: list[TextLine] = []
    rows: list[GridLine] = []
    for line in text_input.lines:
        row = GridLine.of(line)
        if held and (row.kind in _KINDS_AFTER_A_BLOCK or is_passed_over(line, row.kind)):
            text_input.lines.push_back([line])
            break
        if len(rows) == MOST_LINES:
            block, count = begun(text_input, rows)
            if not count:
                found = f"a block of more than {MOST_LINES:,} lines"
                expected = "blank lines between the puzzles"
                error = text_input.error(rows[0].number, None, found=found, expected=expected)
                yield text_input.refusal(error, text_input.style(name))
                pass_over(text_input.lines, lambda text: kind_of(text) is LineKind.SECTION)
                return
            yield from puzzles_of(text_input, name, block, count)
            first = block.rows[count].number
            rows = [row for row in rows if row.number >= first]
            held = [line for line in held if line[0] >= first]
        held.append(line)
        rows.append(row)
    yield from _block_entries(text_input, name, held, rows)


def _block_entries(
    text_input: TextInput, name: str, held: list[TextLine], rows: list[GridLine]
) -> Iterator[Entry]:
    """The puzzles of a block that is held as a whole, or its one error.

    Rows whose symbols stand below each other are read at once; for all others, every form is tried first.
    """
    is_plain = are_symbols_below_each_other(rows)
    fault: FormatError | None = None
    if is_plain:
        try:
            yield from plain_entries(text_input, name, rows)
            return
        except FormatError as error:
            fault = error
    lines = [DrawnLine.of(line) for line in held]
    if fault is None or not isinstance(fault, DashesError):
        try:
            if (entries := drawn_entries(text_input, name, lines)) is not None:
                yield from entries
                return
            if not is_plain and not has_uneven_tokens(lines):
                entries = list(plain_entries(text_input, name, rows))
                if any(entry.puzzle for entry in entries):
                    yield from entries
                    return
                fault = entries[0].error
            if (apart := _across_blank_lines(text_input, name, lines)) is not None:
                yield from apart
                return
        except FormatError as error:
            fault = error
    if all(row.kind in KINDS_OF_RULES for row in rows) and len(rows[0].symbols) not in text_input.shapes:
        return  # a line between puzzles, or below a heading
    if len(rows) == 1 and _BARE_NUMBER.fullmatch(rows[0].text or ""):
        return  # the number of a puzzle
    first = next((row for row in rows if row.kind not in KINDS_OF_RULES), rows[0])
    if not isinstance(fault, DashesError):
        fault = block_fault(text_input, lines, fault)
    yield text_input.refusal(fault, text_input.style(name), first.number)


def _across_blank_lines(text_input: TextInput, name: str, lines: list[DrawnLine]) -> list[Entry] | None:
    """The puzzle of which these lines are the beginning; None, and nothing is taken, where it is not certain.

    Blank lines are a gap between boxes, or between all rows, or rows without any clue.
    """
    ahead: list[TextLine] = []
    drawn: list[DrawnLine] = []
    found: list[tuple[int, list[Entry]]] = []
    for line in text_input.lines:
        ahead.append(line)
        drawn.append(DrawnLine.of(line))
        is_end = drawn[-1].role is LineRole.HEADING or kind_of(line[1]) in (LineKind.SECTION, LineKind.PUZZLE)
        if is_end or len(ahead) == MOST_LINES_APART:
            break
    text_input.lines.push_back(ahead)
    ends = [i for i, line in enumerate(drawn) if line.role is not LineRole.BLANK]
    for end in ends:
        is_last = end + 1 == len(drawn) or drawn[end + 1].role is LineRole.BLANK
        block = [*lines, *drawn[: end + 1]]
        if is_last and may_be_one_grid(block) and (entries := drawn_entries(text_input, name, block)):
            found.append((end + 1, entries))
    if len(found) != 1 or len(found[0][1]) != 1:
        return None
    taken, entries = found[0]
    for _ in range(taken):
        next(iter(text_input.lines))
    return entries
