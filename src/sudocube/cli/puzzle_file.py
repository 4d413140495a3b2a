"""The file with a row for each puzzle of a comparison: CSV or Parquet, complete or not there."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

from sudocube.cli.whole_file import OutputError, WholeFile
from sudocube.errors import UnsupportedError, reason_of
from sudocube.file_names import check_can_be_written
from sudocube.lab.comparing import Figures
from sudocube.report.comparison_rows import puzzle_columns, puzzle_rows

_AT_ONCE = 50_000
"""Rows that are written at once."""


class PuzzleFile(Protocol):
    """Takes the figures of one encoding after the other."""

    def put(self, figures: Figures) -> None:
        """Write the rows of one encoding. Raises OutputError if that fails."""


@contextmanager
def puzzle_file(file: Path | None, strengths: Sequence[str]) -> Iterator[PuzzleFile]:
    """A file for the rows of all figures, complete once the context ends without an error; None for no file.

    `strengths` are those that are measured. Raises UnsupportedError for an unknown suffix, InputError for a
    file that cannot be written, OutputError where writing fails.
    """
    if file is None:
        yield _NoFile()
        return
    columns = puzzle_columns(strengths)
    writer: _CsvFile | _ParquetFile
    if file.suffix == ".csv":
        writer = _CsvFile(file, columns)
    elif file.suffix == ".parquet":
        writer = _ParquetFile(file, columns)
    else:
        found = f"a file ending in {file.suffix}" if file.suffix else "a file without a suffix"
        raise UnsupportedError(f"{file}: {found} cannot be written; known are .csv, .parquet")
    is_complete = False
    try:
        yield writer
        is_complete = True
    finally:
        writer.end(is_kept=is_complete)


class _NoFile:
    def put(self, figures: Figures) -> None:
        """Write nothing."""


class _CsvFile:
    """Rows as CSV; true and false as in JSON."""

    def __init__(self, file: Path, columns: dict[str, str]) -> None:
        self._file = WholeFile(str(file))
        self._put([list(columns)])

    def put(self, figures: Figures) -> None:
        self._put(puzzle_rows(figures))

    def end(self, *, is_kept: bool) -> None:
        self._file.end(is_kept=is_kept)

    def _put(self, rows: Any) -> None:  # noqa: ANN401 — rows of fields of any kind
        rows = iter(rows)
        while some := list(islice(rows, _AT_ONCE)):
            text = io.StringIO()
            csv.writer(text, lineterminator="\n").writerows(map(_written, some))
            self._file.write(text.getvalue())


class _ParquetFile:
    """Rows in Parquet, in a file beside the one that it then replaces."""

    def __init__(self, file: Path, columns: dict[str, str]) -> None:
        check_can_be_written(file)
        import pyarrow as pa
        import pyarrow.parquet as pq

        self._target, self._part = file, file.with_name(f".{file.name}.{os.getpid()}.part")
        self._schema = pa.schema([(name, getattr(pa, kind)()) for name, kind in columns.items()])
        with self._errors():
            self._writer = pq.ParquetWriter(self._part, self._schema, compression="zstd")

    def put(self, figures: Figures) -> None:
        import pyarrow as pa

        rows = puzzle_rows(figures)
        while some := list(islice(rows, _AT_ONCE)):
            arrays = [
                pa.array(values, kind.type)
                for values, kind in zip(zip(*some, strict=True), self._schema, strict=True)
            ]
            with self._errors():
                self._writer.write_table(pa.Table.from_arrays(arrays, schema=self._schema))

    def end(self, *, is_kept: bool) -> None:
        try:
            with self._errors():
                self._writer.close()
                if is_kept:
                    self._part.replace(self._target)
        except OutputError:
            if is_kept:
                raise
        finally:
            self._part.unlink(missing_ok=True)

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise OutputError(f"{self._target}: {reason_of(error)}") from None


def _written(row: list[object]) -> list[object]:
    return [str(value).lower() if isinstance(value, bool) else value for value in row]
