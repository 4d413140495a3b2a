"""Flaws of rows in words: the table with a row for each flaw, and the examples that the summary shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from sudocube.auditing.columns import texts_of
from sudocube.auditing.flaws import FLAWS, example
from sudocube.auditing.store import SharedFolder
from sudocube.checking.answers import IS_BLANK, VerdictCode
from sudocube.engines.stored_answers import judged_answer
from sudocube.rows.batch import Role, Rows, reason_of
from sudocube.rows.data_files import DataFile
from sudocube.rows.text_input import in_utf8

if TYPE_CHECKING:
    from sudocube.auditing.examine import ExaminedRows, Findings

SCHEMA = pa.schema(
    {
        "kind": pa.string(),
        "file": pa.string(),
        "row": pa.int64(),
        "line": pa.int64(),
        "id": pa.string(),
        "puzzle": pa.string(),
        "answer": pa.string(),
        "message": pa.string(),
        "other_file": pa.string(),
        "other_row": pa.int64(),
    }
)
"""The columns of the table of flaws. Rows count from 0, lines from 1."""


@contextmanager
def flaw_table(file: BinaryIO) -> Iterator[pq.ParquetWriter]:
    """A writer of the table of flaws to a file, which is complete once the context ends without an error."""
    writer = pq.ParquetWriter(file, SCHEMA, compression="zstd")
    try:
        yield writer
    except BaseException:
        with suppress(Exception):  # the disk may be full; a writer that is left open writes when it is freed
            writer.close()
        raise
    writer.close()


def flaw_rows(**columns: list[Any]) -> pa.Table:
    """Rows of the table of flaws; a column that is left out is empty."""
    rows = len(columns["kind"])
    told = {name: [*map(_shown, some)] if name != "row" else some for name, some in columns.items()}
    return pa.table(
        [pa.array(told.get(field.name, [None] * rows), field.type) for field in SCHEMA], schema=SCHEMA
    )


def _shown(value: Any) -> Any:  # noqa: ANN401
    """A value for a table or JSON, which hold no text with a lone surrogate."""
    return in_utf8(value) if isinstance(value, str) else value


def join_tables(work: SharedFolder, parts: Iterable[str], file: BinaryIO) -> None:
    """Write all parts of the table, which stand in the work folder under these names, to one file."""
    with flaw_table(file) as writer:
        for name in parts:
            with pq.ParquetFile(pa.BufferReader(work.read(name))) as parquet:
                for group in range(parquet.num_row_groups):
                    writer.write_table(parquet.read_row_group(group))


def rows_of_flaws(findings: Findings, file: DataFile) -> pa.Table:
    """The flaws of a batch as rows of the table of flaws, in the order of the rows of the file."""
    examined, rows = findings.examined, findings.examined.rows
    kinds = [*FLAWS]
    found = [(place, kind) for kind, places in findings.flaws.items() for place in places.tolist()]
    found.sort(key=lambda one: (one[0], kinds.index(one[1])))
    places = np.array([place for place, _ in found], np.int64)
    columns: dict[str, list[Any]] = {
        "kind": [kind for _, kind in found],
        "file": [file.name] * len(found),
        "row": (rows.first + places).tolist(),
        "puzzle": _puzzle_texts(rows, places),
        "message": [row_message(kind, examined, place) for place, kind in found],
    }
    if rows.lines is not None:
        columns["line"] = rows.lines[places].tolist()
    if (ids := rows.column(Role.ID)) is not None:
        texts = texts_of(ids)
        columns["id"] = [texts[place] for place in places.tolist()]
    if rows.answers is not None:
        columns["answer"] = [rows.answer(place) for place in places.tolist()]
    return flaw_rows(**columns)


def row_example(kind: str, examined: ExaminedRows, place: int, file: DataFile) -> dict[str, Any]:
    """The row at a place in its batch as an example of a flaw."""
    fault = examined.rows.fault(place)
    is_answer = FLAWS[kind].group == "answer"
    message = _answer_message(examined, place) if is_answer else row_message(kind, examined, place)
    return example(
        kind,
        file.name,
        examined.rows.first + place,
        reason=None if fault is None else str(reason_of(fault)),
        solutions=[str(grid) for grid in examined.found_solutions(place)],
        message=_shown(message),
        **told_of_row(examined.rows, place, file),
    )


def told_of_row(rows: Rows, place: int, file: DataFile) -> dict[str, Any]:
    """What an example says of a row, whatever its flaw."""
    puzzle = rows.puzzle(place)
    split = text_in(rows, Role.SPLIT, place)
    return {
        "line": None if rows.lines is None else int(rows.lines[place]),
        "id": text_in(rows, Role.ID, place),
        "split": file.split_of("" if split is None and rows.column(Role.SPLIT) is not None else split),
        "box": None if puzzle is None else puzzle.geometry.box_name,
        "puzzle": None if puzzle is None else str(puzzle),
        "answer": _shown(rows.answer(place)),
    }


def text_in(rows: Rows, role: Role, place: int) -> str | None:
    """What a row has in a column, as a text; None where it has nothing, or there is no column."""
    column = rows.column(role)
    return None if column is None else texts_of(column.slice(place, 1))[0]


def row_message(kind: str, examined: ExaminedRows, place: int) -> str:
    """What the table of flaws says of a row, in a sentence without its place; no answer is judged for it."""
    if (fault := examined.rows.fault(place)) is not None:
        return fault.message
    if kind == "undecided":
        asked = examined.asked.get(place)
        return "not decided" + (f": {asked.reason}" if asked is not None and asked.reason else "")
    if kind == "clue_count_differs":
        return f"stored: {examined.stored_clues[place]} clues; there are {examined.clues[place]}"
    return FLAWS[kind].says or FLAWS[kind].meaning


def _answer_message(examined: ExaminedRows, place: int) -> str:
    """What is wrong with a stored answer, and where."""
    asked, puzzle = examined.asked.get(place), examined.rows.puzzle(place)
    if asked is not None and asked.stored_fault is not None:
        return asked.stored_fault
    assert puzzle is not None
    verdict = VerdictCode(int(examined.verdicts[place])).verdict
    solutions = examined.found_solutions(place)
    return judged_answer(examined.rows.answer(place) or "", puzzle, verdict, solutions).fault or ""


def _puzzle_texts(rows: Rows, places: NDArray[np.int64]) -> list[str | None]:
    """The puzzles of these rows with dots for blanks; None for a malformed one."""
    symbols = rows.puzzles[places]
    text = np.where(IS_BLANK[symbols], np.uint8(ord(".")), symbols).tobytes().decode("ascii")
    texts: list[str | None] = [text[start : start + 81] for start in range(0, len(text), 81)]
    for at, place in enumerate(places.tolist()):
        if place in rows.odd:
            puzzle = rows.puzzle(place)
            texts[at] = None if puzzle is None else str(puzzle)
    return texts
