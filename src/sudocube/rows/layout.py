"""What an input looks like: its kind, its columns and their roles, and how cells are written in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from sudocube.geometry import Geometry
from sudocube.rows.batch import Role


class Kind(StrEnum):
    """How the rows of an input are read."""

    TEXT = "text"
    """Puzzles in any form of text, without named columns."""
    TABLE = "table"
    """CSV, TSV and the like: a record for each row."""
    JSONL = "jsonl"
    """JSON Lines: an object on each text line."""
    JSON = "json"
    """A document of JSON: an array of objects, an object of columns, or of splits."""
    PARQUET = "parquet"
    ARROW = "arrow"
    """Arrow files (Feather), Arrow streams, and data frames that are handed over in Python."""
    ARRAY = "npy"
    """Arrays of NumPy: cells as numbers, shape (n, 81) or (n, 9, 9), or texts, shape (n,)."""


_IN_WORDS = {
    Kind.TABLE: "a table as text",
    Kind.JSONL: "JSON Lines",
    Kind.JSON: "JSON",
    Kind.PARQUET: "Parquet",
    Kind.ARROW: "Arrow",
    Kind.ARRAY: "an array of NumPy",
}
_PARTED_BY = {"\t": "tabs", " ": "spaces"}


class Numbers(StrEnum):
    """How numbers stand for cells, where they are not digits with 0 for a blank. A sample of rows tells."""

    USUAL = "0 is a blank"
    MINUS_ONE = "-1 is a blank"
    FROM_ZERO = "-1 is a blank, 0 to 8 are the digits 1 to 9"
    FROM_TWO = "1 is a blank, 2 to 10 are the digits 1 to 9"


@dataclass(frozen=True, slots=True)
class Shape:
    """What the puzzles of an input are: `fixed` is the geometry of all of them, if the user says so.

    Without it, the number of cells decides. `usual_size` is the size that most puzzles of the input have:
    what fits no size is compared with it.
    """

    fixed: Geometry | None = None
    usual_size: int = 9
    numbers: Numbers = Numbers.USUAL


@dataclass(frozen=True, slots=True)
class Layout:
    """What an input looks like, as its beginning shows it.

    `names` are those of all columns, in order; a list without a header has them numbered from 1. `roles` has
    the columns by their role: one, or n² of them with a cell each, row by row. `why` says of each role why.
    `groups` holds the numbers of rows of the row groups of Parquet or of the record batches of Arrow; it is
    empty where the number of rows is not known before they are read. `delimiter` parts the columns of a text,
    whose header takes so many `lines`, with what stands above it.
    `remarks` is what the user is to be told of it, a sentence each.
    """

    kind: Kind
    names: tuple[str, ...] = ()
    roles: Mapping[Role, tuple[str, ...]] = field(default_factory=dict)
    why: Mapping[Role, str] = field(default_factory=dict)
    groups: tuple[int, ...] = ()
    usual_size: int = 9
    numbers: Numbers = Numbers.USUAL
    delimiter: str = ""
    lines: int = 0
    remarks: tuple[str, ...] = ()

    @property
    def columns(self) -> dict[Role, str]:
        """The name of the column for each role; of n² columns, the first and the last name."""
        return {
            role: names[0] if len(names) == 1 else f"{names[0]} … {names[-1]}"
            for role, names in self.roles.items()
        }

    def shape(self, fixed: Geometry | None) -> Shape:
        """What the puzzles are, where the user fixed the geometry or not."""
        return Shape(fixed, self.usual_size, self.numbers)

    def in_words(self) -> list[str]:
        """What `--columns` says: the kind, the size of the puzzles, each column with its role and why."""
        kind = _IN_WORDS.get(self.kind, self.kind)
        if self.delimiter:
            kind += f", columns parted by {_PARTED_BY.get(self.delimiter, self.delimiter)}"
        if not self.roles:
            return [f"{kind}; each block of lines says itself what it is", *self.remarks]
        lines = [f"{kind}; puzzles of {self.usual_size}×{self.usual_size}"]
        lines += [f"{role}: column {name!r}, {self.why[role]}" for role, name in self.columns.items()]
        taken = {name for some in self.roles.values() for name in some}
        if others := [name for name in self.names if name not in taken]:
            lines.append(f"no role: {', '.join(map(repr, others))}")
        return [*lines, *self.remarks]
