"""Results as rows for programs: a line of JSON, the fields of a table, and the JSON Schema, from one type.

A result names the fields of its row, once and in order: `in_row = "verdict evidence reason?"`. `row_type`
makes the type of the row from the annotations of these fields and properties, and `row_of` fills it. What
belongs to no single result has a class here in `report` that says so itself. Every row about a puzzle of an
input begins as PuzzleRow does; an input that is no puzzle has an InvalidRow in its place.

>>> row = InvalidRow(index=7, source="a.txt:19", verdict="invalid", error="no puzzle")
>>> print(json_text([row]), end="")
{"index": 7, "source": "a.txt:19", "verdict": "invalid", "error": "no puzzle"}
"""

from __future__ import annotations

import json
import re
import sys
from collections import ChainMap
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from functools import cache, reduce
from inspect import get_annotations
from itertools import cycle
from operator import or_
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, TypeVar, Union, get_args, get_origin

import msgspec
from msgspec import UNSET, Struct, UnsetType

from sudocube import fields
from sudocube.cube import Unit
from sudocube.puzzle import Board, Grid, Puzzle
from sudocube.rows import Entry
from sudocube.verdict import StoredAnswer, Verdict

if TYPE_CHECKING:
    from sudocube.geometry import Geometry


class Row(Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A row: its fields in order. One without a default is always there, perhaps null.

    Types of rows are declared with `kw_only=True`, which msgspec does not inherit.
    """

    owners: ClassVar[Mapping[str, type]] = {}
    """The classes that say what fields mean, which are made of their attributes."""
    attributes: ClassVar[Mapping[str, str]] = {"box": "puzzle.geometry.box_name"}
    """The fields that are called otherwise in the result."""


class PuzzleRow(Row, kw_only=True):
    """The row of an input that is a puzzle: where it stood, its cells, its boxes."""

    index: fields.Index
    source: fields.Source
    title: fields.Optional[fields.Title] = UNSET
    puzzle: fields.Cells
    box: fields.Box


class InvalidRow(Row, kw_only=True):
    """An input that is no puzzle."""

    index: fields.Index
    source: fields.Source
    title: fields.Optional[fields.Title] = UNSET
    verdict: Literal["invalid"]
    """It is no puzzle. For example: "invalid"."""
    error: fields.Words
    """Where it is wrong, what was found and what was expected.

    For example: "puzzles.txt:19: found 80 symbols; expected 81 (a 9×9 puzzle)".
    """


class Totals(Row, kw_only=True):
    """The totals."""

    puzzles: fields.Whole
    """How many puzzles there were, the invalid ones included. For example: 100."""
    unique: fields.Whole
    """How many have one solution. For example: 97."""
    multiple: fields.Whole
    """How many have several solutions. For example: 1."""
    none: fields.Whole
    """How many have none. For example: 1."""
    unknown: fields.Whole
    """How many are undecided. For example: 0."""
    invalid: fields.Whole
    """How many are no puzzle. For example: 1."""
    disagreements: fields.Whole
    """On how many puzzles engines disagree. For example: 0."""
    engines: list[str]
    """The engines that were asked. For example: ["phases", "sat:extended@cadical153"]."""
    seconds: fields.Amount
    """How long all of it took, in seconds. For example: 1.5."""
    stored: fields.Optional[dict[StoredAnswer, fields.Number]] = UNSET
    """How many of the stored solutions are what; only where there are any. For example: {"right": 98}."""
    by_engine: fields.Optional[dict[str, fields.EngineTotals]] = UNSET
    """In `crosscheck`: what became of the answers of each engine.

    For example: {"phases": {"confirmed": 97, "refuted": 0, "undecided": 3, "failed": 0}}.
    """


class TotalsRow(Row, kw_only=True):
    """The last line: totals of the run."""

    summary: Totals
    """The totals.

    For example: {"puzzles": 100, "unique": 97, "multiple": 1, "none": 1, "unknown": 0, "invalid": 1,
    "disagreements": 0, "engines": ["kernel"], "seconds": 1.5}.
    """


@cache
def row_type(*results: type, in_row: str | None = None) -> type[Any]:
    """The type of the row of one result, or of several that say different things: their fields in order.

    `in_row` names them, each as the attribute of the result is called, or with it: `exact=exhausted`.
    `geometry.size` is the `size` of another attribute. One with a question mark
    is left out where it is None, and so is what may be UNSET; one with an exclamation mark is never None in
    a row. The row of a result with an `entry` begins as PuzzleRow does. A row of another command of the same
    result has an `in_row` of its own.
    """
    typed: list[Any] = []
    attributes, owners = {**Row.attributes}, {}
    firsts = [(get_args(result) or (result,))[0] for result in results]
    for result, first in zip(results, firsts, strict=True):
        for word in (in_row or first.in_row).split():
            name, _, attribute = word.rstrip("?!").partition("=")
            attribute, name = attribute or name, name.rpartition(".")[2]
            owners[name], kind = declared(result, attribute)
            attributes[name], kind = attribute, _form(kind)[0]
            if word[-1] in "?!" and NoneType in get_args(kind):
                kind = reduce(or_, (one for one in get_args(kind) if one is not NoneType))
            if word.endswith("?"):
                kind |= UnsetType
            typed.append((name, kind, UNSET) if UnsetType in get_args(kind) else (name, kind))
    last = firsts[-1]
    said = {"owners": owners, "attributes": attributes, "__doc__": last.__doc__}
    base = PuzzleRow if any(one is Entry or hasattr(one, "entry") for one in firsts) else Row
    return msgspec.defstruct(
        last.__name__, typed, bases=(base,), kw_only=True, namespace=said, module=last.__module__
    )


def declared(result: Any, name: str) -> tuple[type, Any]:  # noqa: ANN401 -- a class, or several
    """The class that declares an attribute of a result, and its type.

    Where a result may be of several classes, all of them have it, and the first one declares it.
    """
    first, *others = get_args(result) or (result,)
    more = (one if one is NoneType else declared(one, name)[1] for one in others)
    name, _, part = name.partition(".")
    for kind in first.__mro__:
        found = vars(kind).get(name)
        getter = getattr(found, "fget", None) or getattr(found, "func", None)  # of a property
        if written := get_annotations(getter or kind).get("return" if getter else name):
            of = eval(written, {}, ChainMap(vars(sys.modules[kind.__module__]), vars(fields)))
            of = get_args(of)[0] if get_origin(of) is ClassVar else of
            owner, of = declared(of, part) if part else (kind, of)
            return owner, reduce(or_, more, of)
    raise TypeError(f"{first.__name__} has no field or property {name}")


R = TypeVar("R", bound=Row)


def row_of(*results: Any, **more: Any) -> Row:  # noqa: ANN401 -- any values
    """The row of a result, or of several that say different things; of a type of row that may come first.

    A field is what `more` has under its name, else what the first result says that has such an attribute.
    Its type says in which form: a board as its cells, a cell by its name, seconds to the microsecond (the
    rest is noise), what is not known to be true as null, a result within a result as a row of its own. A
    field that may be left out is so where there is None.

    The `entry` of a result says of a puzzle what the result does not; where `puzzle` is None there is an
    `error`, and the row is an InvalidRow.
    """
    kind, *others = results = tuple(one for one in results if one is not None)
    if isinstance(kind, type):
        results = (*others,)
    else:
        kind = row_type(*map(type, results))
    if issubclass(kind, PuzzleRow):
        results = (*results, getattr(results[0], "entry", None))
        if _attribute("puzzle", results) is None:
            kind, more = InvalidRow, {**more, "verdict": Verdict.INVALID}
    row: Row = filled(kind, *results, **more)
    return row


def filled(kind: type[R], *results: object, shape: Any = None, **more: Any) -> R:  # noqa: ANN401 -- any values
    """The same for a row that is not about a puzzle of an input.

    `shape` names the cells where no result has a puzzle or a geometry of its own.
    """
    shape = (
        getattr(_attribute("puzzle", results), "geometry", None) or _attribute("geometry", results) or shape
    )
    values = {}
    for name, convert, may_be_left_out in _plan(kind, shape):
        value = more[name] if name in more else _attribute(kind.attributes.get(name, name), results)
        if value is not None or not may_be_left_out:
            values[name] = value if value is None or value is UNSET else convert(value)
    return kind(**values)


def _attribute(name: str, results: Iterable[object]) -> Any:  # noqa: ANN401 -- any value
    """What the first result says that has such an attribute, perhaps of another one; None if none has."""
    first, *parts = name.split(".")
    found = next((getattr(one, first) for one in results if hasattr(one, first)), None)
    return reduce(lambda one, part: getattr(one, part, None), parts, found)


Convert = Callable[[Any], Any]


@cache
def _plan(kind: type[Row], shape: Geometry | None) -> list[tuple[str, Convert, bool]]:
    """Of each field: its name, how a value gets its form, and whether it is left out where it is None."""
    return [
        (one.name, _form(one.type, shape)[1], one.default is UNSET and NoneType not in get_args(one.type))
        for one in msgspec.structs.fields(kind)
    ]


def _as_it_is(value: Any) -> Any:  # noqa: ANN401 -- any value
    """A plain value, numbers to six places."""
    if isinstance(value, tuple | list):
        return [*map(_as_it_is, value)]
    return round(value, 6) if isinstance(value, float) else value


_FORMS: Mapping[Any, tuple[Any, Convert]] = {
    Any: (Any, _as_it_is),
    Puzzle: (fields.Cells, str),
    Grid: (fields.GridCells, str),
    Board: (fields.Cells, str),
    Unit: (fields.UnitName, str),
    Literal[True]: (Literal[True], lambda value: value or None),
    fields.Proved: (Literal[True] | None, lambda value: value or None),
    **dict.fromkeys(
        (fields.Rounded, int | float),
        (int | float, lambda number: float(number) if 2**53 <= number < 2**1023 else number),
    ),
}
_PLAIN = (bool, int, float, Enum, dict, NoneType, UnsetType, Struct)


def _form(kind: Any, shape: Geometry | None = None) -> tuple[Any, Convert]:  # noqa: ANN401 -- any type
    """The type of a field for a value of this type, and how the value gets that form; `shape` names cells.

    A result gets a row; what is neither a result nor a plain value is a text.
    """
    origin, inner = get_origin(kind), get_args(kind)
    is_union = origin in (Union, UnionType)
    if kind in (fields.Cell, fields.CellName):
        return fields.CellName, str if shape is None else shape.cell_name
    if kind in _FORMS:
        return _FORMS[kind]
    if hasattr(kind, "in_row") or (is_union and all(hasattr(one, "in_row") for one in inner)):
        kind = row_type(kind)
    if isinstance(kind, type) and issubclass(kind, Row):
        return kind, lambda one: one if isinstance(one, Row) else filled(kind, one, shape=shape)
    if origin is None or origin is Literal:
        is_plain = not isinstance(kind, type) or issubclass(kind, _PLAIN)
        return (kind, _as_it_is) if is_plain else (str, str)
    if origin is Annotated:
        of, convert = _form(inner[0], shape)
        return Annotated[(of, *inner[1:])], convert
    forms = [_form(one, shape) for one in inner if one is not ...]
    types, converts = zip(*forms, strict=True)
    if is_union:
        some = [convert for of, convert in forms if of not in (NoneType, UnsetType)]
        return reduce(or_, types), some[0] if len(some) == 1 else _as_it_is
    if issubclass(origin, Mapping):
        key, item = converts
        return origin[types], lambda values: {key(one): item(values[one]) for one in values}
    return origin[types + inner[len(forms) :]], lambda values: [
        convert(one) for convert, one in zip(cycle(converts), values, strict=False)
    ]


_OF_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the beginning of a formula."""


def _harmless(text: str) -> str:
    """A text that no spreadsheet takes for a formula: with an apostrophe before it where it looks like one.

    The place of a puzzle on standard input stays as it is.

    >>> _harmless("=1+1.txt:3"), _harmless("a.txt:3"), _harmless("-:3")
    ("'=1+1.txt:3", 'a.txt:3', '-:3')
    """
    return f"'{text}" if text.startswith(_OF_A_FORMULA) and not text.startswith("-:") else text


def fields_of(row: Row, columns: Sequence[str], **more: object) -> list[str]:
    """The fields of a row in a table with these columns; `more` go first, and what is not there is empty.

    No spreadsheet takes them for formulas.
    """
    if isinstance(row, InvalidRow):  # the place has a column of its own
        more |= dict.fromkeys(("reason", "diagnosis"), row.error.removeprefix(f"{row.source}: "))
    values = (more[name] if name in more else getattr(row, name, None) for name in columns)
    return [_harmless(_field(value)) for value in values]


def _field(value: object) -> str:
    if value is None or value is UNSET:
        return ""
    if isinstance(value, list | tuple):
        return " ".join(map(_field, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


PlainRow = dict[str, Any]
"""A row as a dictionary of plain values, as the page's server sends it."""


def as_dict(row: Row) -> PlainRow:
    """The same row as a dictionary."""
    values: PlainRow = msgspec.to_builtins(row)
    return values


def board_row(puzzle: Puzzle) -> PlainRow:
    """The fields that say all of a puzzle: its cells and the shape of its boxes."""
    return {"puzzle": str(puzzle), "box": puzzle.geometry.box_name}


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
