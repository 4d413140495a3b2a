"""Reading: the first record decides in which of the three ways the whole input is read."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import replace
from os import PathLike, fspath
from pathlib import Path
from typing import BinaryIO

from sudocube.errors import FormatError, InputError, PuzzleError, reason_of
from sudocube.formats.answer_columns import refuse_columns
from sudocube.formats.byte_input import ArrivingBytes
from sudocube.formats.entry import Entry
from sudocube.formats.grid_reader import is_passed_over, is_underline, read_block, read_grids
from sudocube.formats.grid_words import prose_fault
from sudocube.formats.line_kinds import LineKind, family_of_block, is_grid_of_fields, is_title, kind_of
from sudocube.formats.line_reader import read_lines
from sudocube.formats.table_reader import read_long_table, read_table
from sudocube.formats.text_input import (
    TextInput,
    TextLine,
    TextLines,
    fixed_geometry,
    is_blank,
    is_comment,
    is_long,
    original_line,
    text_of,
    usual_line,
)
from sudocube.geometry import SIZES, Geometry
from sudocube.puzzle import Puzzle
from sudocube.symbol_forms import usual_symbols

_READERS = {"line": read_lines, "grid": read_grids, "csv": read_table}


def read(
    source: BinaryIO | str | PathLike[str],
    name: str | None = None,
    *,
    geometry: Geometry | None = None,
    size: int | None = None,
    answers: str | bool = True,
) -> Iterator[Entry]:
    """The puzzles of a file or a binary stream, as they arrive, each with its place or with its error.

    `source` is the path of a file, which is opened when the first puzzle is asked for, or a stream. `name` is
    what errors call it (`-` for standard input), by default the path, or the name that the stream has; its
    extension only decides what the text leaves open. `geometry` (or `size`, with boxes at least as wide as
    tall) fixes the shape of the puzzles. The text may be packed with gzip, xz, bzip2 or Zstandard. A text
    without any puzzle gives nothing. In a table, the column of answers is known by its name (`solution`,
    `answer` …), and `Entry.stored` is what it holds; in a list with one puzzle per line, it is the first full
    grid of the same size beside the puzzle. `answers` may be the name of another column of a table, or its
    number from 1, and False for none.

    Raises PuzzleError at once for a size that does not exist or that contradicts the geometry, and TypeError
    for a source of another kind. Later, from the iterator, raises InputError for a file that cannot be
    opened, for text that is UTF-16 or holds NUL bytes, for other files that are no text, and for packed data
    that are damaged, after what could be read of them, and where `answers` names the column of puzzles, or a
    column of what is no table; UnknownNameError for a column that a table does not have; UnavailableError
    where the reader of Zstandard is not installed; and OSError where the stream does.

    >>> [entry] = read(io.BytesIO(b"1.....2..3.....4  # an example"), "puzzles.txt")
    >>> entry.source, entry.puzzle
    ('puzzles.txt:1', Puzzle('1.....2..3.....4'))
    >>> [entry] = read(io.BytesIO(b"1.....2..3.....5"), "puzzles.txt", size=4)
    >>> print(entry.error)
    puzzles.txt:1: column 16: found '5'; expected a digit 1 to 4 or one of the blanks . 0 * _ - x X ?
    """
    fixed = fixed_geometry(geometry, size)
    if isinstance(source, str | PathLike):
        return _read_file(Path(source), name or fspath(source), geometry, size, answers)
    if not any(hasattr(source, name) for name in ("read", "read1", "readline")):
        raise TypeError(f"a source is a path or a binary stream, not {type(source).__name__}")
    called = name or str(getattr(source, "name", "-"))
    text = ArrivingBytes(source, called)
    lines = TextLines.of_text(text)
    text_input = TextInput(called, lines, fixed, box_given=geometry is not None, answers=answers)
    return text.and_failure(read_input(text_input))


def _read_file(
    path: Path, name: str, geometry: Geometry | None, size: int | None, answers: str | bool
) -> Iterator[Entry]:
    """The puzzles of a file; raises InputError where it cannot be opened."""
    try:
        stream = path.open("rb")
    except (OSError, ValueError) as error:  # ValueError for a NUL in the path
        hint = "; a puzzle itself goes to Puzzle" if isinstance(error, FileNotFoundError) else ""
        raise InputError(name, f"{reason_of(error)}{hint}") from None
    with stream:
        yield from read(stream, name, geometry=geometry, size=size, answers=answers)


def read_argument(
    text: str, k: int, *, geometry: Geometry | None = None, size: int | None = None, answers: bool = False
) -> Iterator[Entry]:
    r"""The puzzles of the k-th argument on the command line: usually one, on one line.

    As `read`, with four differences: the source of each puzzle is `argument:K`; the column of an error
    counts from the beginning of the argument, line ends included; rows may be separated by spaces; and
    answers are not looked for, unless `answers` is true.
    Raises PuzzleError at once for a size that does not exist or that contradicts the geometry, and
    InputError from the iterator for text that is UTF-16 or holds NUL bytes.

    >>> [entry] = read_argument("12..\n..1.\n.1..\n..!.", 3)
    >>> entry.source, entry.error.line, entry.error.column
    ('argument:3', 3, 18)
    """
    text = usual_symbols(text)
    rows = text.split()
    if len(rows) in SIZES and {len(row) for row in rows} == {len(rows)} and text == " ".join(rows):
        text = "\n".join(rows)  # of the same length, so that columns stay right
    entries = read(
        io.BytesIO(text.encode("utf-8", "surrogateescape")),
        "argument",
        geometry=geometry,
        size=size,
        answers=answers,
    )
    return _placed_in_argument(entries, text, k)


def puzzle_of(text: str, geometry: Geometry | None = None) -> Puzzle | None:
    r"""The puzzle in a text of any form that is read, such as a drawn grid; None where there is none.

    This is what `Puzzle(text)` takes where there are other things than cells.
    Raises FormatError for what is no puzzle, and PuzzleError for several puzzles.

    >>> puzzle_of("12|..\n..|1.\n--+--\n.1|..\n..|..")
    Puzzle('12....1..1......')
    """
    try:
        found = [*read(io.BytesIO(text.encode("utf-8", "replace")), "text", geometry=geometry)]
    except InputError:
        return None
    if len(found) > 1:
        raise PuzzleError(f"{len(found)} puzzles, or what may be some: Puzzle takes one, `read` takes many")
    if found and found[0].error is not None:
        raise found[0].error
    return found[0].puzzle if found else None


def _placed_in_argument(entries: Iterator[Entry], text: str, k: int) -> Iterator[Entry]:
    """These entries, with places in the k-th argument instead of lines."""
    starts = [0, *(end.end() for end in re.finditer(r"\r\n|\r|\n", text))]
    for entry in entries:
        if error := entry.error:
            column = error.column
            if column is not None and error.line is not None:
                column += starts[error.line - 1]
            error = FormatError("argument", k, column, found=error.found, expected=error.expected)
        stored, symbols = entry.stored, entry.symbols
        yield Entry(f"argument:{k}", entry.puzzle, error, entry.style, stored=stored, symbols=symbols)


def _table_with_long_header(text_input: TextInput) -> Iterator[Entry] | None:
    """The puzzles of a table whose header is longer than a line may be, if the input begins with one."""
    lines = text_input.lines
    lines.is_raw = True
    try:
        for number, raw in lines:
            if raw == b"":
                continue
            text = raw and usual_line(raw)
            if text is None or not is_long(text):
                is_left_out = is_blank(text) and is_passed_over((number, text))  # not a row of tabs
                if is_left_out or (text is not None and is_comment(text)):
                    continue
                lines.push_back([(number, text)])
                return None
            if is_comment(text):
                while is_long(text):
                    text = next(iter(lines))[1] or b""
                continue
            if (table := read_long_table(text_input, (number, text))) is None:
                lines.push_back([(number, None)])
            return table
        return None
    finally:
        lines.is_raw = False


def read_input(text_input: TextInput) -> Iterator[Entry]:
    """The puzzles of an input; headings above, between and below them are passed over.

    A block of unknown format becomes one error and decides nothing. Where there is nothing but headings, the
    first one is the error.
    """
    if (table := _table_with_long_header(text_input)) is not None:
        yield from table
        return
    is_csv = text_input.has_extension(".csv")
    heading: TextLine | None = None
    is_empty = True
    for line in text_input.lines:
        if line[1] == b"" or (is_blank(line[1]) and is_passed_over(line)):
            continue
        if not is_csv and is_title(text_input.lines, line):
            heading = heading or line
            continue
        text_input.lines.push_back([line])
        if is_csv and is_grid_of_fields(text_input.lines, line, has_names=True):
            next(iter(text_input.lines))
            heading = heading or line
            continue
        if (
            is_csv
            and line[1]
            and kind_of(line[1]) in (LineKind.WORDS, LineKind.OTHER)
            and not is_grid_of_fields(text_input.lines, line)
        ):
            family: str | None = "csv"  # in such a file, words can only be the names of columns
        else:
            family = family_of_block(text_input.lines, text_input.fixed)
        if family != "csv" and (
            is_passed_over(line) or (family == "line" and is_underline(line, text_input))
        ):
            heading = heading or line
            next(iter(text_input.lines))
            continue
        if family is not None:
            headed = text_input if heading is None else replace(text_input, has_headings=True)
            if family != "csv":
                refuse_columns(text_input)
            for entry in _READERS[family](headed):
                is_empty = False
                yield entry
            if kind_of(line[1]) is not LineKind.SECTION:
                heading = heading or line
            break
        refuse_columns(text_input)
        entries = list(read_block(text_input, "grid"))
        is_empty = is_empty and not entries
        heading = heading or line
        yield from entries
        if any(entry.puzzle for entry in entries):
            yield from read_grids(text_input)
            break
    if is_empty and heading is not None:
        error = prose_fault(text_input, heading[0], text_of(original_line(heading[1] or b"")))
        yield text_input.refusal(error, text_input.style())
