"""Data frames: the verdict or the solution of each row as a further column, at the speed of the kernel.

A frame becomes a table of Arrow, which is read as a file is: the same rule finds the columns, and the same
function decides the rows. Columns of Arrow are made of the results, without an object for an ordinary row.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from sudocube.arguments import check_limits
from sudocube.errors import InputError
from sudocube.rows.arrow import read_table, sample_of, table_of_frame
from sudocube.rows.batch import CELLS
from sudocube.rows.columns import Kind, Layout, Role, layout_of_columns, refuse_unknown
from sudocube.verdicts.batches import NOT_STORED, STORED_WORDS, VERDICTS, CheckedRows, check_rows

Frame = TypeVar("Frame")

_NAME = "the data frame"
_READ_AS_TEXT = "read puzzles as text (in pandas: dtype=str), as numbers lose their zeros"

_VERDICT_WORDS = [str(verdict) for verdict in VERDICTS]
_STORED_WORDS = [*STORED_WORDS[:NOT_STORED], None]
_ZERO = np.uint8(ord("0"))


def check_frame(
    df: Frame,
    *,
    puzzle: str | None = None,
    answer: str | None = None,
    timeout: float | None = None,
    jobs: int | None = None,
) -> Frame:
    """The same data frame with the verdict on each row, in further columns.

    `df` is a data frame of pandas or polars, or a table or a record batch of Arrow; the result is of the same
    kind, with the same rows in the same order, and in pandas with the same index. For any other object that
    Arrow takes, it is a table of Arrow; so it is for an array of NumPy, of texts (n,) or of integers (n, 81)
    or (n, 9, 9), with a column `puzzle`. `puzzle` names the column of puzzles, and `answer` that of stored
    solutions ("": there is none); without a name, they are found by their names or by what they hold. They
    may be texts, lists of cells, or 81 columns with a cell each.

    The column `verdict` has "unique", "multiple", "none", "unknown" or "invalid"; `error` says why a row is
    no puzzle, and is null for a puzzle; `stored` says what is to be said of the stored solution, as in
    StoredAnswer, or "undecided", and is null for a row that is no puzzle. It is not there where there are no
    stored solutions. A name that is taken gets `sudocube_` before it. `timeout` is in seconds for each
    puzzle, and `jobs` the number of threads, None for all cores.

    Raises TypeError for what is no data frame, InputError where no column holds puzzles or where they are
    numbers, UnknownNameError for a column that is not there, and ValueError for a timeout that is not a
    number above 0, or fewer than one job.

    >>> import pyarrow as pa
    >>> table = pa.table({"board": [81 * ".", 80 * ".", None], "note": ["empty", "short", "nothing"]})
    >>> check_frame(table)["verdict"].to_pylist()
    ['multiple', 'invalid', 'invalid']
    """
    table, layout, results = _checked(df, puzzle, answer, timeout, jobs)
    verdicts, stored, errors = [np.empty(0, np.uint8)], [np.empty(0, np.uint8)], list[str | None]()
    for part in results:
        verdicts.append(part.verdict_codes)
        stored.append(part.stored_codes)
        faults = {place: one.error.message for place, one in part.others.items() if one.error is not None}
        errors += map(faults.get, range(len(part)))
    columns = {"verdict": _words(verdicts, _VERDICT_WORDS)}
    if Role.ANSWER in layout.roles:
        columns["stored"] = _words(stored, _STORED_WORDS)
    checked: Frame = _with_columns(df, table, columns | {"error": pa.array(errors, pa.string())})
    return checked


def solve_frame(
    df: Frame,
    *,
    puzzle: str | None = None,
    timeout: float | None = None,
    jobs: int | None = None,
) -> Frame:
    """The same data frame with a solution of each row in a further column `solution`, as text.

    It is null where there is none, or none was found in time, and for a row that is no puzzle; if there are
    several, it is one of them. The arguments, what is given and what is raised are as in `check_frame`; a
    column `solution` that is there stays, and the new one is called `sudocube_solution`.

    >>> import pyarrow as pa
    >>> table = pa.table({"board": ["1... ..2. .3.. ...4", "11.. .... .... ...."]})
    >>> solve_frame(table)["solution"].to_pylist()
    ['1243342143122134', None]
    """
    table, _, results = _checked(df, puzzle, "", timeout, jobs)
    texts = pa.chunked_array(map(_solutions, results), pa.string())
    solved: Frame = _with_columns(df, table, {"solution": texts})
    return solved


def _checked(
    df: object, puzzle: str | None, answer: str | None, timeout: float | None, jobs: int | None
) -> tuple[pa.Table, Layout, Iterable[CheckedRows]]:
    """The frame as a table, what its columns are, and the results for its rows."""
    check_limits(timeout=timeout, jobs=jobs)
    try:
        table = table_of_frame(df)
    except OverflowError:  # integers of 81 digits
        raise InputError(_NAME, f"a column holds numbers that are too large: {_READ_AS_TEXT}") from None
    if table is None:
        kind = type(df).__name__
        hint = ": give frame.collect()" if hasattr(df, "collect") else ""
        raise TypeError(f"a data frame is one of pandas or polars, or a table of Arrow, not {kind}{hint}")
    given = {Role.PUZZLE: puzzle, Role.ANSWER: answer}
    asked = {role: str(name) for role, name in given.items() if name is not None}
    sample = sample_of(table, _NAME)
    refuse_unknown(asked, [(_NAME, Layout(Kind.ARROW, tuple(sample)))])
    try:
        layout = layout_of_columns(Kind.ARROW, sample, asked, _NAME)
    except InputError as error:
        raise InputError(_NAME, error.reason.replace("--puzzle NAME", 'puzzle="NAME"')) from None
    for role in (Role.PUZZLE, Role.ANSWER):
        _refuse_numbers(table, layout.roles.get(role, ()))
    rows = read_table(table, _NAME, layout)
    return table, layout, check_rows(rows, timeout=timeout, jobs=jobs)


def _refuse_numbers(table: pa.Table, names: Sequence[str]) -> None:
    """Raise InputError where the puzzles, or the stored solutions, are numbers, one for each of them."""
    if len(names) != 1 or names[0] not in table.column_names:
        return
    column, types = table.column(names[0]), pa.types
    kind = column.type
    if column.null_count == len(column):
        return
    if types.is_integer(kind) or types.is_floating(kind) or types.is_decimal(kind):
        raise InputError(_NAME, f"the column {names[0]!r} holds numbers: {_READ_AS_TEXT}")


def _words(codes: Sequence[NDArray[np.uint8]], words: Sequence[str | None]) -> pa.Array:
    """The words for codes, one array after the other."""
    return pa.array(words, pa.string()).take(pa.array(np.concatenate(codes)))


def _solutions(part: CheckedRows) -> pa.StringArray:
    """The first solution of each row as text; null where there is none."""
    if any(one.puzzle is not None and one.puzzle.geometry.size != 9 for one in part.others.values()):
        shown = (one.solutions for one in part)
        return pa.array([str(grids[0]) if grids else None for grids in shown], pa.string())
    are_solved = part.counts > 0
    ends = np.concatenate([[0], np.cumsum(np.where(are_solved, CELLS, 0))]).astype(np.int32)
    texts = part.solutions[are_solved, 0] + _ZERO
    buffers = ends, texts, np.packbits(are_solved, bitorder="little")
    return pa.StringArray.from_buffers(len(part), *(pa.py_buffer(one.tobytes()) for one in buffers))


def _with_columns(df: Any, table: pa.Table, columns: Mapping[str, pa.Array]) -> Any:  # noqa: ANN401
    """The frame with further columns, of its own kind; a table of Arrow for a kind that is not known."""
    taken = [*table.column_names]
    named: dict[str, pa.Array] = {}
    for name, column in columns.items():
        while name in taken:
            name = f"sudocube_{name}"
        named[name] = column
    pandas, polars = (sys.modules.get(name) for name in ("pandas", "polars"))
    if pandas is not None and isinstance(df, pandas.DataFrame):
        result = df.copy(deep=False)
        for name, column in named.items():
            result[name] = column.to_pandas().array
        return result
    if polars is not None and isinstance(df, polars.DataFrame):
        return df.hstack(polars.from_arrow(pa.table(named)))
    for name, column in named.items():
        table = table.append_column(name, column)
    if isinstance(df, pa.RecordBatch):
        return pa.RecordBatch.from_arrays(
            [one.combine_chunks() for one in table.columns], schema=table.schema
        )
    return table
