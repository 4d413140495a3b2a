"""The panel A list: a row for each puzzle of a file, as `check --json` prints them, and the summary."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from io import SEEK_END
from time import perf_counter
from typing import BinaryIO

from sudocube.errors import InputError, UnsupportedError
from sudocube.geometry import Geometry
from sudocube.report.checks import CheckReport
from sudocube.report.json_rows import Row
from sudocube.report.row import as_dict
from sudocube.rows.batch import LostRows, Rows
from sudocube.rows.opening import Opened, Reading, open_rows
from sudocube.rows.source import Source
from sudocube.serving.page_commands import Progress
from sudocube.serving.request_fields import RequestFields
from sudocube.verdicts.batches import check_rows

PUZZLES_AT_MOST = 200_000
"""How many puzzles of a list a page gets: it keeps them all, to sort them."""

PUZZLE_SECONDS = 10.0
"""The limit for a puzzle that is asked about alone."""

NAME_AT_MOST = 255
"""Characters of the name of a file."""

TOLD_EVERY = 1_000
"""After how many rows it is told how much of the list was read."""


def list_rows(asked: RequestFields) -> Iterator[Row | Progress]:
    """The rows of `check --json` for the list that was uploaded, with how many bytes of it were read.

    The field `name` is what the file is called; `size` and `box` are as in `formats.read`. Raises
    RefusedRequestError where no list was uploaded, and what `rows_of_list` raises.
    """
    stream = asked.upload()
    length = stream.seek(0, SEEK_END)
    stream.seek(0)
    name = asked.text("name", NAME_AT_MOST, "list")
    for number, row in enumerate(rows_of_list(stream, name, geometry=asked.geometry())):
        if number % TOLD_EVERY == 0:
            yield Progress(stream.tell(), length, "bytes")
        yield row


def rows_of_list(
    stream: BinaryIO, name: str, *, geometry: Geometry | None = None, most: int = PUZZLES_AT_MOST
) -> Generator[Row, None, None]:
    r"""The rows of `check --json` for the puzzles of a stream, as they are decided; the summary is the last.

    `name` is what the rows call the stream, and `geometry` is as in `formats.read`. Of more than `most`
    puzzles, the first ones have rows and a summary.

    Raises InputError for a text without any puzzle, and for what is no text; UnavailableError where the
    reader of Zstandard is not installed; and after the summary UnsupportedError where there are more puzzles.

    >>> import io
    >>> *rows, last = rows_of_list(io.BytesIO(b"1.....2..3.....4\n11..............\n"), "a.txt")
    >>> [str(row["verdict"]) for row in rows], last["summary"]["puzzles"]
    (['unique', 'none'], 2)
    """
    start, report = perf_counter(), CheckReport()
    has_more = False
    opened = open_rows(Source(name, stream=stream), Reading(fixed=geometry, box_given=geometry is not None))
    with closing(check_rows(_batches(opened), timeout=PUZZLE_SECONDS, jobs=1)) as results:
        for result in results:
            left = most - report.verdicts.total()
            if not left:
                has_more = True
                break
            has_more = len(result) > left
            taken = result.part(0, left) if has_more else result
            report.add(taken)
            yield from map(as_dict, report.rows(taken))
    if not report.verdicts:
        raise InputError(name, "no puzzle in it")
    yield as_dict(report.last_row(perf_counter() - start))
    if has_more:
        raise UnsupportedError(
            f"{name}: these are the first {most:,} puzzles, and there are more; the page takes no more of one"
            f" list. On the command line, `sudocube check` takes any number"
        )


def _batches(opened: Opened) -> Iterator[Rows]:
    """The rows of an input. Raises InputError where it cannot be read to its end."""
    for item in opened.rows:
        if isinstance(item, LostRows):
            raise InputError(opened.name, item.message)
        if isinstance(item, Rows):
            yield item
