"""What Parquet and Arrow have in common: how a file is opened, and a record batch as rows."""

from __future__ import annotations

from typing import Any

from sudocube.auditing.arrow_columns import ArrowTexts, cells_of_arrow, numbers_of_arrow, values_of
from sudocube.auditing.data_files import DataFile, Role
from sudocube.auditing.file_opening import is_url, opened_to_seek
from sudocube.auditing.number_columns import counts_of
from sudocube.auditing.puzzle_values import PuzzleShape
from sudocube.auditing.row_batches import RowBatch


def arrow_input(path: str) -> tuple[Any, str | None]:
    """A file as PyArrow reads it, and why what was packed in it ends too early, if it does.

    Raises InputError where it cannot be opened, and UnavailableError where a package is missing.
    """
    import pyarrow as pa

    stream, fault, is_copy = opened_to_seek(path, path)
    if is_url(path) or is_copy:
        return pa.PythonFile(stream, "r"), fault
    stream.close()
    return pa.OSFile(path, "rb"), fault  # what is mapped counts as memory that is used


def sample_of(batch: Any) -> dict[str, list[object]]:  # noqa: ANN401 — PyArrow has no type information
    """The values of each column of a record batch, by their names."""
    return {name: values_of(batch.column(at)) for at, name in enumerate(batch.schema.names)}


def batch_of_arrow(file: DataFile, table: Any, first: int, shape: PuzzleShape) -> RowBatch:  # noqa: ANN401
    """A record batch of Arrow as rows; `first` is the number of its first row in the file."""
    columns = {role: table.column(name) for role, name in file.columns.items()}
    puzzles, others = cells_of_arrow(columns[Role.PUZZLE]).puzzles(shape)
    answers = None
    other_answers: dict[int, str] = {}
    if Role.ANSWER in columns:
        answers, other_answers = cells_of_arrow(columns[Role.ANSWER]).answers()
    numbers = {role: numbers_of_arrow(columns[role]) for role in (Role.RATING, Role.CLUES) if role in columns}
    texts = {role: ArrowTexts(columns[role]) for role in (Role.SPLIT, Role.ID) if role in columns}
    return RowBatch(
        first,
        puzzles,
        others,
        answers=answers,
        other_answers=other_answers,
        ratings=numbers.get(Role.RATING),
        clues=counts_of(numbers[Role.CLUES]) if Role.CLUES in numbers else None,
        splits=texts.get(Role.SPLIT),
        ids=texts.get(Role.ID),
    )
