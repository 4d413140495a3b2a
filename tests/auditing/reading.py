"""Rows as they were read, one by one, so that tests can compare them with what was written."""

from pathlib import Path

import numpy as np

from sudocube.auditing.file_finding import data_files
from sudocube.auditing.row_batches import MOST_ROWS, LostRows, Malformed, RowBatch
from sudocube.auditing.row_reading import read_rows
from sudocube.auditing.row_sets import RowSet


def found(*paths: Path | str, **columns: str):
    """The files of these paths; `columns` are named by the user."""
    from sudocube.auditing.data_files import Role

    return data_files(
        [str(path) for path in paths], columns={Role(role): name for role, name in columns.items()}
    )


def items_of(path, **options):
    """The batches and lost rows of the only file of a path."""
    [file] = found(path)
    return list(read_rows(file, **options))


def rows_of(items) -> list[dict[str, object]]:
    """The rows of batches, each as a plain mapping; the number of a row is that which its batch says."""
    rows = []
    for batch in items:
        assert isinstance(batch, RowBatch), batch
        assert 0 < len(batch) <= MOST_ROWS
        assert batch.puzzles.flags.c_contiguous  # the kernel takes no other ones
        for place in range(len(batch)):
            rows.append(row_of(batch, place))
    return rows


def lost(items) -> list[LostRows]:
    """The rows that were lost."""
    return [item for item in items if isinstance(item, LostRows)]


def row_set(*rows: int) -> RowSet:
    """A set of these rows."""
    kept = RowSet()
    kept.add(np.array(rows, np.int64))
    return kept


def row_of(batch: RowBatch, place: int) -> dict[str, object]:
    """One row of a batch."""
    other = batch.others.get(place)
    assert other is None or not batch.puzzles[place].any()
    row: dict[str, object] = {"row": batch.first + place}
    if isinstance(other, Malformed):
        row["malformed"] = str(other.reason)
        assert other.message
    else:
        row["puzzle"] = plain(batch.puzzles[place].tobytes().decode() if other is None else str(other))
    if batch.lines is not None:
        row["line"] = int(batch.lines[place])
    if batch.answers is not None:
        is_other = place in batch.other_answers
        assert not (is_other and batch.answers[place].any())
        row["answer"] = batch.other_answers[place] if is_other else batch.answers[place].tobytes().decode()
    if batch.ratings is not None:
        row["rating"] = None if np.isnan(batch.ratings[place]) else float(batch.ratings[place])
    if batch.clues is not None:
        row["clues"] = None if batch.clues[place] < 0 else int(batch.clues[place])
    if batch.splits is not None:
        row["split"] = batch.splits[place]
    if batch.ids is not None:
        row["id"] = batch.ids[place]
    return row


def plain(puzzle: str) -> str:
    """The puzzle with dots for its blanks."""
    return "".join("." if symbol in ".0*_-xX?" else symbol for symbol in puzzle)
