"""What the board of the page asks while a puzzle is typed, read from a text, or written in a format.

look       the clashes of a puzzle, and its candidates: at every keystroke
read       the puzzles in a text that was pasted, or in a small file
export     a puzzle in every format that is written, and its picture
examples   some puzzles of the examples, to begin with
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from dataclasses import replace

from sudocube import examples
from sudocube.cube import candidates_left, clashes
from sudocube.errors import FormatError, InputError, UnsupportedError
from sudocube.geometry import Geometry
from sudocube.report.board_pictures import svg
from sudocube.report.diagnosis_rows import clash_rows
from sudocube.report.json_rows import Row, board_row, puzzle_row
from sudocube.report.row import as_dict
from sudocube.rows import FORMATS, Entry, Style, read, read_argument
from sudocube.rows.writer import write
from sudocube.serving.request_fields import RefusedRequestError, RequestFields

TEXT_AT_MOST = 60_000
"""Characters of a text that may hold puzzles; longer ones are lists, which are sent in parts."""

ENDINGS = {"line": "txt", "grid": "txt", "pencilmarks": "txt", "json": "jsonl"}
"""How a file of a format ends, where that is not the name of the format."""

EXAMPLES = (
    ("Singles are enough", "puzzles.txt", 2),
    ("A search is needed", "puzzles.txt", 10),
    ("Several solutions", "puzzles.txt", 14),
    ("No solution: a wrong clue", "broken.txt", 0),
    ("Clues that clash", "puzzles.txt", 16),
    ("4 × 4", "sizes.txt", 0),
    ("6 × 6", "sizes.txt", 1),
    ("16 × 16", "sizes.txt", 3),
)
"""Title, example, and which of its puzzles, from 0."""


def look_rows(asked: RequestFields) -> Iterator[Row]:
    """One row: the clashes of `puzzle`; with `candidates`, also what no clue rules out, cell by cell.

    Raises RefusedRequestError for a text that is not one puzzle.
    """
    puzzle = asked.puzzle()
    shape = puzzle.geometry
    row = {**board_row(puzzle), "clashes": [*map(as_dict, clash_rows(clashes(puzzle), shape))]}
    if asked.flag("candidates"):
        row["candidates"] = {
            shape.cell_name(cell): digits for cell, digits in candidates_left(puzzle).items()
        }
    yield row


def read_rows(asked: RequestFields) -> Iterator[Row]:
    """The puzzles in `text`, as `convert --json` prints them; `size` and `box` as for a puzzle.

    Raises RefusedRequestError for a text that is too long, or that is none.
    """
    text = asked.text("text", TEXT_AT_MOST)
    try:
        for index, entry in enumerate(_entries(text, asked.geometry()), 1):
            yield puzzle_row(index, entry, {})
    except InputError as error:
        raise RefusedRequestError(str(error)) from None


def _entries(text: str, geometry: Geometry | None) -> Iterator[Entry]:
    """The puzzles of a text: one text line as on the command line, several as in a file."""
    if "\n" in text.strip() or "\r" in text.strip():
        yield from read(io.BytesIO(text.encode("utf-8", "replace")), "text", geometry=geometry)
        return
    for entry in read_argument(text.strip(), 1, geometry=geometry):
        fault = entry.error
        if fault is not None:
            fault = FormatError("text", 1, fault.column, found=fault.found, expected=fault.expected)
        yield replace(entry, source="text:1", error=fault)


def export_rows(asked: RequestFields) -> Iterator[Row]:
    """A row for each format: the text of `puzzle` in it, or why the format cannot hold it.

    After them the row of `convert --json`, and the picture. Raises RefusedRequestError for a text that is not
    one puzzle.
    """
    puzzle = asked.puzzle()
    for name, about in FORMATS.items():
        try:
            yield _export_row(name, about, write(puzzle, Style.named(name)))
        except UnsupportedError as refused:
            yield _export_row(name, about, None, str(refused))
    row = puzzle_row(1, Entry("argument:1", puzzle, None, Style()), {})
    yield _export_row(
        "json", "the row of convert --json: cells, and the shape of the boxes", json.dumps(row) + "\n"
    )
    yield _export_row("svg", "a picture, for light pages and for dark ones", svg(puzzle) + "\n")


def _export_row(name: str, about: str, text: str | None, error: str | None = None) -> Row:
    file = f"puzzle.{ENDINGS.get(name, name)}"
    return {"format": name, "about": about, "file": file, "text": text, "error": error}


def example_rows(asked: RequestFields) -> Iterator[Row]:
    """A row for each example to begin with: its title, and the puzzle."""
    del asked  # there is nothing to ask
    for title, name, number in EXAMPLES:
        yield {"title": title, **board_row(examples.puzzles(name)[number])}
