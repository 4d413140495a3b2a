"""What is audited: files, their kinds, and which of their columns plays which role."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class FileKind(StrEnum):
    """How the rows of a file are read."""

    TEXT = "text"
    """Puzzles in any of the text forms of `sudocube.formats`, without named columns."""
    TABLE = "table"
    """CSV, TSV and the like: a header, and a record for each row."""
    JSONL = "jsonl"
    PARQUET = "parquet"
    ARROW = "arrow"
    """Arrow files (Feather) and Arrow streams."""
    NPY = "npy"
    """An array of NumPy, of shape (n, 81) or (n, 9, 9)."""


class Role(StrEnum):
    """What a column is for."""

    PUZZLE = "puzzle"
    ANSWER = "answer"
    RATING = "rating"
    CLUES = "clues"
    """How many clues the maker of the data set says that there are."""
    SPLIT = "split"
    ID = "id"


_PLAIN_LIST = {Role.PUZZLE: "1", Role.ANSWER: "2"}


@dataclass(frozen=True, slots=True)
class DataFile:
    """One file of a data set, as it was found before its rows are read.

    `path` is what opens it: a path, or a URL that fsspec knows. `name` is what messages call it. `columns`
    gives the name of the column for each role that the file has, and `names` those of all columns; in a list
    without a header, the columns are called by their numbers, and `delimiter` parts them, or spaces do.
    `stamp` tells whether the file is still the same: its size in bytes and the time of its last change.
    `groups` holds the numbers of rows of the row groups of Parquet, or of the record batches of Arrow; it is
    empty for other kinds, whose number of rows is not known before they are read. `split` is the split that
    the name of the file tells, such as "train". `usual_size` is the size of most of its first puzzles.
    `fault` says why no row of the file can be read, such as a Parquet file that is cut off; then reading it
    gives these rows as lost, so that the other files go on.
    """

    path: str
    name: str
    kind: FileKind
    size: int
    stamp: str
    columns: Mapping[Role, str] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    groups: tuple[int, ...] = ()
    split: str | None = None
    usual_size: int = 9
    delimiter: str = ""
    fault: str | None = None

    def split_of(self, said: str | None) -> str | None:
        """The split of a row: what its column says; of a file without such a column, what its name tells."""
        return self.split if said is None else said or None

    @property
    def is_read_by_columns(self) -> bool:
        """Whether what stands in columns is read; not of a list of puzzles, perhaps with answers behind them.

        Lists are read faster if nothing else is wanted.
        """
        is_list = self.kind is FileKind.TEXT
        return bool(self.columns) and not (is_list and self.columns.items() <= _PLAIN_LIST.items())
