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
from sudocube.formats.grid_forms import block_fault, drawn_entries, has_uneven_tokens
from sudocube.formats.grid_layout import GridLine
from sudocube.formats.grid_runs import MOST_LINES as MOST_LINES_OF_A_RUN
from sudocube.formats.grid_runs import LineRun, may_be_part, row_count
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
    """The puzzles of a block that is held as a whole, and of its run where it is a part; or its one error."""
    entries, fault = _block_as_it_stands(text_input, name, held, rows)
    if entries is not None:
        yield from entries
        return
    if _is_between_puzzles(text_input, held, rows):
        return
    run = _run_from(text_input, held)
    lines = run.drawn
    if len(run.blocks) > 1:
        rows = [GridLine.of(line) for line in run.lines]
        fault = run.fault(text_input)
        if fault is None and (entries := drawn_entries(text_input, name, lines)) is not None:
            yield from entries
            return
        try:  # a row that is not whole says more than how many there are
            fault = next(
                filter(None, (entry.error for entry in plain_entries(text_input, name, rows))), fault
            )
        except FormatError as error:
            fault = error
    first = next((row for row in rows if row.kind not in KINDS_OF_RULES), rows[0])
    if not isinstance(fault, DashesError):
        fault = block_fault(text_input, [line for line in lines if line.role is not LineRole.BLANK], fault)
    yield text_input.refusal(fault, text_input.style(name), first.number)


def _block_as_it_stands(
    text_input: TextInput, name: str, held: list[TextLine], rows: list[GridLine]
) -> tuple[list[Entry] | None, FormatError | None]:
    """The puzzles of a block, or why there are none.

    Rows whose symbols stand below each other are read at once; for all others, every form is tried first.
    """
    is_plain = are_symbols_below_each_other(rows)
    fault: FormatError | None = None
    try:
        if is_plain:
            return list(plain_entries(text_input, name, rows)), None
    except DashesError as error:
        return None, error
    except FormatError as error:
        fault = error
    lines = [DrawnLine.of(line) for line in held]
    try:
        if (entries := drawn_entries(text_input, name, lines)) is not None:
            return entries, None
        if not is_plain and not has_uneven_tokens(lines):
            entries = list(plain_entries(text_input, name, rows))
            if any(entry.puzzle for entry in entries):
                return entries, None
            fault = entries[0].error
    except FormatError as error:
        fault = error
    return None, fault


def _is_between_puzzles(text_input: TextInput, held: list[TextLine], rows: list[GridLine]) -> bool:
    """Whether a block is a line between puzzles, or below a heading, or the number of a puzzle."""
    if all(row.kind in KINDS_OF_RULES for row in rows) and len(rows[0].symbols) not in text_input.shapes:
        return True
    return len(rows) == 1 and bool(_BARE_NUMBER.fullmatch(rows[0].text or ""))


def _run_from(text_input: TextInput, first: list[TextLine]) -> LineRun:
    """The run that begins with this block; its other blocks are taken. A block of many rows may be alone."""
    run = LineRun(first)
    while not run.is_too_long:
        ahead, block = _next_block(text_input)
        is_alone = len(run.blocks) == 1 and not may_be_part(first) and not may_be_part(block)
        may_be_two_parts = row_count(block) == 2 * row_count(first)  # between them a blank line is missing
        if not block or is_alone or (not may_be_two_parts and _is_whole(text_input, block)):
            text_input.lines.push_back(ahead)
            break
        run.add(block)
    return run


def _next_block(text_input: TextInput) -> tuple[list[TextLine], list[TextLine]]:
    """What was read ahead, and the next block in it, if one follows below a single blank line."""
    ahead: list[TextLine] = []
    for line in text_input.lines:
        ahead.append(line)
        is_gap = DrawnLine.of(line).role is LineRole.BLANK
        if is_gap != (len(ahead) == 1) or _is_border(line):
            text_input.lines.push_back([ahead.pop()])
            break
        if len(ahead) > MOST_LINES_OF_A_RUN:
            break
    return ahead, ahead[1:]


def _is_border(line: TextLine) -> bool:
    """Whether a line ends a block, and is not blank."""
    kind = kind_of(line[1])
    is_gap = DrawnLine.of(line).role is LineRole.BLANK
    return kind in _KINDS_AFTER_A_BLOCK or (not is_gap and is_passed_over(line, kind))


def _is_whole(text_input: TextInput, block: list[TextLine]) -> bool:
    """Whether a block needs no other: it is read as it stands, or stands between puzzles."""
    rows = [GridLine.of(line) for line in block]
    if _is_between_puzzles(text_input, block, rows):
        return True
    entries, _ = _block_as_it_stands(text_input, "grid", block, rows)
    return any(entry.puzzle for entry in entries or ())
