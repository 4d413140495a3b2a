"""Texts and arguments to their puzzles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from sudocube.errors import FormatError, InputError, PuzzleError
from sudocube.geometry import SIZES, Geometry
from sudocube.puzzle import Puzzle
from sudocube.rows.blocks import TextReader
from sudocube.rows.entry import Entry, InputPause
from sudocube.rows.grid_cells import prose_fault
from sudocube.rows.line_search import refused
from sudocube.rows.text_input import TextInput, fixed_geometry, text_lines
from sudocube.symbol_forms import usual_symbols

if TYPE_CHECKING:
    from sudocube.rows.batch import Rows

_ON_A_LINE = ("line", "sdm", "pencilmarks")


def _text_entries(
    text: str, name: str, geometry: Geometry | None, size: int | None = None, *, answers: bool = True
) -> Iterator[Entry]:
    """The puzzles of a text that is no table."""
    fixed = fixed_geometry(geometry, size)
    if "\0" in text:
        raise InputError(name, "is not text: it holds NUL bytes")
    lines = text_lines(text.encode("utf-8", "surrogateescape").splitlines())
    items = read_input(TextInput(name, lines, fixed, box_given=geometry is not None, answers=answers))
    return (item for item in items if isinstance(item, Entry))


def read_argument(
    text: str, k: int, *, geometry: Geometry | None = None, size: int | None = None, answers: bool = False
) -> Iterator[Entry]:
    r"""The puzzles of the k-th argument on the command line: usually one, on one line.

    As `read`, with four differences: the source of each puzzle is `argument:K`; the column of an error
    counts from the beginning of the argument, line ends included; rows may be separated by spaces; and
    answers are not looked for, unless `answers` is true.
    Raises PuzzleError at once for a size that does not exist or that contradicts the geometry, and
    InputError for text that holds NUL bytes.

    >>> [entry] = read_argument("12..\n..1.\n.1..\n..!.", 3)
    >>> entry.source, entry.error.line, entry.error.column
    ('argument:3', 3, 18)
    """
    text = usual_symbols(text)
    rows = text.split()
    if len(rows) in SIZES and {len(row) for row in rows} == {len(rows)} and text == " ".join(rows):
        text = "\n".join(rows)  # of the same length, so that columns stay right
    starts = [0, *(end.end() for end in re.finditer(r"\r\n|\r|\n", text))]

    def placed(entry: Entry) -> Entry:
        if error := entry.error:
            column = error.column
            if column is not None and error.line is not None:
                column += starts[error.line - 1]
            error = FormatError("argument", k, column, found=error.found, expected=error.expected)
        return replace(entry, source=f"argument:{k}", error=error)

    return map(placed, _text_entries(text, "argument", geometry, size, answers=answers))


def puzzle_of(text: str, geometry: Geometry | None = None) -> Puzzle | None:
    r"""The puzzle in a text of any form that is read, such as a drawn grid; None where there is none.

    This is what `Puzzle(text)` takes where there are other things than cells.
    Raises FormatError for what is no puzzle, and PuzzleError for several puzzles.

    >>> puzzle_of("12|..\n..|1.\n--+--\n.1|..\n..|..")
    Puzzle('12....1..1......')
    """
    try:
        text = text.encode("utf-8", "replace").decode("utf-8")
        found = [*_text_entries(text, "text", geometry)]
    except InputError:
        return None
    if len(found) > 1:
        raise PuzzleError(f"{len(found)} puzzles, or what may be some: Puzzle takes one, `read` takes many")
    if found and found[0].error is not None:
        raise found[0].error
    return found[0].puzzle if found else None


def read_input(text_input: TextInput) -> Iterator[Entry | Rows | InputPause]:
    """The puzzles of an input; where there is nothing but words, their first line is the error.

    If the first puzzle has an answer, all others on one line that have none lack one.
    """
    reader = TextReader(text_input)
    is_empty = True
    has_answers: bool | None = None
    for item in reader.entries():
        if isinstance(item, Entry):
            is_empty = False
            if item.puzzle is not None:
                has_answers = item.stored is not None if has_answers is None else has_answers
                if has_answers and item.stored is None and item.style.format in _ON_A_LINE:
                    item = replace(item, stored="")
        elif not isinstance(item, InputPause):
            is_empty = False
            has_answers = item.answer(0) is not None if has_answers is None else has_answers
            item = item.lacking_answers() if has_answers else item
        yield item
    if is_empty and (words := reader.first_words):
        error = reader.finished(refused(prose_fault(words.text or "")), words.number)
        yield replace(error, title=None)
