"""Results as rows for programs: a line of JSON, the fields of a table, and the JSON Schema, from one type.

The type of a row says each of its fields once, with what it means below it, which `schemas` reads. `row_of`
takes them from what a result calls so, in the form that the type asks for. Every row about a puzzle begins as
PuzzleRow does; an input that is no puzzle has an InvalidRow in its place.

>>> row = InvalidRow(index=7, source="a.txt:19", verdict="invalid", error="no puzzle")
>>> print(json_text([row]), end="")
{"index": 7, "source": "a.txt:19", "verdict": "invalid", "error": "no puzzle"}
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from types import NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Literal,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
)

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from sudocube.puzzle import Board
from sudocube.rows.writer import harmless
from sudocube.verdict import Evidence as EvidenceKind
from sudocube.verdict import StoredAnswer
from sudocube.verdict import Verdict as VerdictKind

if TYPE_CHECKING:
    from sudocube.geometry import Geometry

T = TypeVar("T")

Optional: TypeAlias = T | UnsetType  # a field that is left out where it is UNSET
Whole = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]
Amount = Annotated[float, Meta(ge=0)]
Words = Annotated[str, Meta(min_length=1)]

Index = Positive
"""The number of the puzzle, from 1, over all inputs of the run. For example: 1."""
Source = Annotated[str, Meta(pattern=":(0|[1-9][0-9]*)$")]
"""Where the puzzle was read: FILE:LINE, or the number of the row, from 0, where a file has no lines (Parquet,
Arrow, arrays, JSON other than JSON Lines); -:LINE for standard input, ARCHIVE!FILE:LINE in an archive,
argument:K for the K-th argument.

For example: "puzzles.txt:12", "train.parquet:0", "-:1", "data.zip!test.csv:2", "argument:2".
"""
Title = Annotated[str, Meta(min_length=1, max_length=80)]
"""What the text calls the puzzle: the words above it, or before it on its line. There is no such field where
there are none.

For example: "Nr. 12 (hard)".
"""
Cells = Annotated[str, Meta(pattern="^[.1-9A-P]+$")]
"""The cells of the puzzle, row by row; `.` is a blank, `A` is 10. Pencilmarks have n characters for each
cell: its candidates in their places.

For example: "7..2.9.3..6....81..4..7..2.6...32........8.....37...599..8.......5.4..........4..",
"1....2....3....4".
"""
GridCells = Annotated[str, Meta(pattern="^[1-9A-P]{16,625}$")]
"""A grid, row by row, without blanks; `A` is 10.

For example: "751289634269354817348176925697532148512498376483761259934817562825643791176925483",
"1423324123144132".
"""
Box = Annotated[str, Meta(pattern="^[2-5]x[2-5]$")]
"""The shape of a box: its rows x its columns. For example: "3x3", "2x3"."""
CellName = Annotated[str, Meta(pattern="^r([1-9]|1[0-9]|2[0-5])c([1-9]|1[0-9]|2[0-5])$")]
"""A cell by its row and column, from 1. For example: "r1c1", "r16c10"."""
Digit = Annotated[int, Meta(ge=1, le=25)]
"""A digit, from 1. For example: 7."""
DECIDED_OR_NOT = {"enum": [one.value for one in VerdictKind if one is not VerdictKind.INVALID]}
Verdict = Annotated[str, Meta(extra_json_schema=DECIDED_OR_NOT)]
"""How many solutions the puzzle has; `unknown` if that was not found out. For example: "unique"."""
Evidence = EvidenceKind | None
"""Why one may believe the verdict; null if it is `unknown`. For example: "search", null."""
Solutions = Annotated[list[GridCells], Meta(max_length=2)]
"""Up to two solutions that the referee passed: one if the verdict is `unique`, two if it is `multiple`; fewer
where no engine shows them.

For example: ["1423324123144132", "1423324143122134"], [].
"""
Seconds = Amount
"""How long it took, in seconds; 0 where many puzzles were done together. For example: 0.000213."""
Reason = Words
"""Why the answer is not known, in words. For example: "out of time after 10 s"."""
Stored = StoredAnswer | None
"""What is to be said of the solution that the table stores beside the puzzle, the first of these that holds;
null if that is undecided. There is no such field where the table has no column of solutions.

For example: "right", null.
"""
StoredFault = Words
"""What is wrong with the stored solution, in words, with the cell where there is one; where `stored` is null,
what is open. There is no such field for a right solution and for a missing one.

For example: "r9c9 holds 1; the clue is 8".
"""
Number = Whole
"""How many there are. For example: 12."""


class Row(Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A row: its fields in order. One without a default is always there, perhaps null.

    Types of rows are declared with `kw_only=True`, which msgspec does not inherit.
    """

    takes: ClassVar[Mapping[str, Callable[[Any], Any]]] = {}
    """What `row_of` makes fields of that are called otherwise in the result: UNSET for one to be left out."""

    def in_columns(self) -> dict[str, Any]:
        """What a table says in columns of other names, or in other words."""
        return {}


class PuzzleRow(Row, kw_only=True):
    """The row of an input that is a puzzle: where it stood, its cells, its boxes."""

    index: Index
    source: Source
    title: Optional[Title] = UNSET
    puzzle: Cells
    box: Box


class InvalidRow(Row, kw_only=True):
    """An input that is no puzzle."""

    index: Index
    source: Source
    title: Optional[Title] = UNSET
    verdict: Literal["invalid"]
    """It is no puzzle. For example: "invalid"."""
    error: Words
    """Where it is wrong, what was found and what was expected.

    For example: "puzzles.txt:19: found 80 symbols; expected 81 (a 9×9 puzzle)".
    """

    def in_columns(self) -> dict[str, Any]:
        """The error, without the place, which has a column of its own."""
        return dict.fromkeys(("reason", "diagnosis"), self.error.removeprefix(f"{self.source}: "))


R = TypeVar("R", bound=Row)


def row_of(kind: type[R], *results: object, **more: Any) -> R | InvalidRow:  # noqa: ANN401 -- any values
    """The row of that kind, filled from one result, or from several that say different things.

    A field is what `more` has under its name, else what the first result says that has such an attribute (or
    `is_minimal` for `minimal`), else what `takes` of the row makes of the last result. Its type says in which
    form: a board as its cells, a cell by its name, seconds to the microsecond (the rest is noise), what is
    not known to be true as null, a result within a result as a row of its own. A field that may be left out
    is so where there is None.

    The row of a puzzle of an input has the `title` of the result, or of its `entry`; where `puzzle` is None
    there is an `error`, and the row is an InvalidRow.
    """
    if issubclass(kind, PuzzleRow):
        entry = next((found for one in results if (found := getattr(one, "entry", None))), results[0])
        more.setdefault("title", getattr(entry, "title", None))
        if (puzzle := _attribute("puzzle", results)) is None:
            return _filled(InvalidRow, results, {**more, "verdict": VerdictKind.INVALID}, None)
        more.setdefault("box", puzzle.geometry.box_name)
    return _filled(kind, results, more, None)


def filled(kind: type[R], *results: object, **more: Any) -> R:  # noqa: ANN401 -- any values
    """The same for a row that is not about a puzzle of an input."""
    return _filled(kind, results, more, None)


def _filled(kind: type[R], results: Sequence[Any], more: Mapping[str, Any], shape: Geometry | None) -> R:
    """The row; `shape` names the cells where no result has a puzzle or a geometry of its own."""
    shape = (
        getattr(_attribute("puzzle", results), "geometry", None) or _attribute("geometry", results) or shape
    )
    values = {}
    for name, convert, may_be_left_out in _plan(kind):
        if name in more:
            value = more[name]
        elif name in kind.takes:
            value = kind.takes[name](results[-1])
        else:
            value = _attribute(name, results)
        if value is not None or not may_be_left_out or name in kind.takes:
            values[name] = value if value is None or value is UNSET else convert(value, shape)
    return kind(**values)


def _attribute(name: str, results: Sequence[object]) -> Any:  # noqa: ANN401 -- any value
    """What the first result says that has such an attribute; None if none has."""
    for one in results:
        for attribute in (name, f"is_{name}"):
            if (value := getattr(one, attribute, UNSET)) is not UNSET:
                return value
    return None


Convert = Callable[[Any, "Geometry | None"], Any]


@cache
def _plan(kind: type[Row]) -> list[tuple[str, Convert, bool]]:
    """Of each field: its name, how a value gets its form, and whether it may be left out."""
    return [(one.name, _form(one.type), one.default is UNSET) for one in msgspec.structs.fields(kind)]


def _form(kind: Any) -> Convert:  # noqa: ANN401 -- any type
    """How a value gets the form that the type of a field asks for."""
    if kind == CellName:
        return lambda cell, shape: cell if isinstance(cell, str) or shape is None else shape.cell_name(cell)
    if isinstance(kind, type) and issubclass(kind, Row):
        return lambda one, shape: one if isinstance(one, Row) else _filled(kind, (one,), {}, shape)
    origin, inner = get_origin(kind), [one for one in get_args(kind) if one not in (NoneType, UnsetType)]
    if origin in (Union, UnionType, Annotated) and (len(inner) == 1 or origin is Annotated):
        return _form(inner[0])
    if origin is Literal and inner == [True]:
        return lambda value, shape: value or None
    if origin is list:
        item = _form(inner[0])
        return lambda values, shape: [item(one, shape) for one in values]
    if origin is dict:
        key, item = map(_form, inner)
        return lambda values, shape: {key(one, shape): item(values[one], shape) for one in values}
    return lambda value, shape: str(value) if kind is str else plain_value(value)


def plain_value(value: Any) -> Any:  # noqa: ANN401 -- any value
    """A value as a row has it: what is no plain value as its text, seconds to the microsecond."""
    if isinstance(value, float):
        return round(value, 6)
    if isinstance(value, tuple | list):
        return [plain_value(one) for one in value]
    return str(value) if isinstance(value, Board | Exception) else value


def fields_of(row: Row, columns: Sequence[str], **more: object) -> list[str]:
    """The fields of a row in a table with these columns; `more` go first, and what is not there is empty.

    No spreadsheet takes them for formulas.
    """
    more = row.in_columns() | more
    values = (more[name] if name in more else getattr(row, name, None) for name in columns)
    return [harmless(_field(value)) for value in values]


def _field(value: object) -> str:
    if value is None or value is UNSET:
        return ""
    if isinstance(value, list | tuple):
        return " ".join(map(_field, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def as_dict(row: Row) -> dict[str, Any]:
    """A row as a dictionary of plain values, as the page's server sends it."""
    values: dict[str, Any] = msgspec.to_builtins(row)
    return values


_ENCODER = msgspec.json.Encoder()
_TO_ESCAPE = re.compile(r"[^\x20-\x7e\n]")


def json_text(rows: Iterable[Row | dict[str, Any]]) -> str:
    """A line of JSON for each row, in ASCII: no terminal is commanded by what it holds."""
    text = b"".join(_line(row) for row in rows).decode("utf-8")
    return text if text.isascii() and "\x7f" not in text else _TO_ESCAPE.sub(_escaped, text)


def _line(row: Row | dict[str, Any]) -> bytes:
    try:
        return msgspec.json.format(_ENCODER.encode(row), indent=0) + b"\n"
    except (UnicodeEncodeError, OverflowError):  # a name of a file that is no UTF-8; a number above 2^64
        return json.dumps(msgspec.to_builtins(row)).encode("ascii") + b"\n"


def _escaped(found: re.Match[str]) -> str:
    return "\\u007f" if found[0] == "\x7f" else json.dumps(found[0])[1:-1]
