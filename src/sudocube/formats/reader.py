"""Reading: the first record decides which of the three ways of reading the whole input is read in."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from typing import BinaryIO

from sudocube.errors import FormatError
from sudocube.formats.entry import Entry, Style
from sudocube.formats.grids import read_grids
from sudocube.formats.kinds import FAMILIES, Kind, family_of_block, kind_of, pass_over
from sudocube.formats.lines import Lines, is_blank
from sudocube.formats.oneline import line_fault, read_lines
from sudocube.formats.symbols import Source, fixed_geometry
from sudocube.formats.table import read_table
from sudocube.geometry import SIZES, Geometry

_READERS: dict[str, Callable[[Source], Iterator[Entry]]] = dict(
    zip(FAMILIES, (read_lines, read_grids, read_table), strict=True)
)


def read(
    stream: BinaryIO, name: str, *, geometry: Geometry | None = None, size: int | None = None
) -> Iterator[Entry]:
    """The puzzles of a text, as they come, each with its place or with what is wrong with it.

    `name` is the file's name (`-` for standard input); of its extension only what the text leaves open
    is learnt. `geometry` (or `size`, with boxes at least as wide as tall) is what the puzzles have to be.
    A text without any puzzle gives nothing. Raises PuzzleError at once for a size that there is not, or
    one that clashes with the geometry; InputError, while it is read, for what is no text; OSError as the
    stream does.

    >>> [entry] = read(io.BytesIO(b"1.....2..3.....4  # an example"), "puzzles.txt")
    >>> entry.source, entry.puzzle
    ('puzzles.txt:1', Puzzle('1.....2..3.....4'))
    >>> [entry] = read(io.BytesIO(b"1.....2..3.....5"), "puzzles.txt", size=4)
    >>> print(entry.error)
    puzzles.txt:1: column 16: found '5'; expected a digit 1 to 4 or one of the blanks . 0 * _ - x X
    """
    fixed = fixed_geometry(geometry, size)
    return read_source(Source(name, Lines(stream, name), fixed, box_given=geometry is not None))


def read_argument(
    text: str, k: int, *, geometry: Geometry | None = None, size: int | None = None
) -> Iterator[Entry]:
    r"""The puzzles of an argument on the command line, which is the k-th: mostly one, on one line.

    All else is as in `read`, only that the source of each is `argument:K` and that the column of an error
    counts from the beginning of the argument, ends of lines included; and that rows may stand beside each
    other, parted by spaces.

    >>> [entry] = read_argument("12..\n..1.\n.1..\n..?.", 3)
    >>> entry.source, entry.error.line, entry.error.column
    ('argument:3', 3, 18)
    """
    rows = text.split()
    if len(rows) in SIZES and {len(row) for row in rows} == {len(rows)} and text == " ".join(rows):
        text = "\n".join(rows)  # as long as it was, so that columns stay right
    entries = read(
        io.BytesIO(text.encode("utf-8", "surrogateescape")), "argument", geometry=geometry, size=size
    )
    return _placed_in_argument(entries, text, k)


def _placed_in_argument(entries: Iterator[Entry], text: str, k: int) -> Iterator[Entry]:
    """These entries with places in the k-th argument in place of lines."""
    starts = [0, *(end.end() for end in re.finditer(r"\r\n|\r|\n", text))]
    for entry in entries:
        error = entry.error
        if error is not None:
            column = error.column
            if column is not None and error.line is not None:
                column += starts[error.line - 1]
            error = FormatError("argument", k, column, found=error.found, expected=error.expected)
        yield Entry(f"argument:{k}", entry.puzzle, error, entry.style)


def read_source(source: Source) -> Iterator[Entry]:
    """The puzzles of a source. A block that is of no format is one error and decides nothing."""
    for line in source.lines:
        if is_blank(line[1]):
            continue
        source.lines.push_back([line])
        if source.has_extension(".csv") and line[1] and kind_of(line[1]) in (Kind.WORDS, Kind.OTHER):
            family: str | None = "csv"  # what else should words there be than names of columns?
        else:
            family = family_of_block(source.lines, source.fixed)
        if family is not None:
            yield from _READERS[family](source)
            return
        yield source.refusal(line_fault(source, line), Style(box_given=source.box_given))
        pass_over(source.lines)
