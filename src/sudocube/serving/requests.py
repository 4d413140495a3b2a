"""What the page asks for: a command is a function, and the fields of a request are its parameters.

`keywords` reads them by their annotations. No field names a file, a program or a function: engines and
encodings are those of the package, by name (see `known`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from inspect import Parameter, signature
from itertools import islice
from typing import Annotated, Any, BinaryIO, get_type_hints

import msgspec
from msgspec import Meta

from sudocube.errors import FormatError, SudocubeError, did_you_mean, nearest, quoted
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle
from sudocube.rows import read_argument

Row = dict[str, Any]

PUZZLE_TEXT_AT_MOST = 32_768
"""Characters of a text with one puzzle: a 25×25 with candidates, drawn generously, has half of it."""

PuzzleText = Annotated[str, Meta(max_length=PUZZLE_TEXT_AT_MOST)]
Seconds = Annotated[int, Meta(ge=1, le=120)]
Names = Annotated[list[str], Meta(min_length=1, max_length=32)]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a command has come: `done` of `of` (None if nobody knows), with words for what it is at."""

    done: int
    of: int | None = None
    words: str = ""


class RefusedRequestError(SudocubeError, ValueError):
    """A request that does not fit what was asked; its message may be shown on the page."""


def keywords(
    function: Callable[..., object], fields: object, upload: BinaryIO | None = None
) -> dict[str, Any]:
    """The arguments of a command: the fields of a request, as JSON has them, that are its parameters.

    A parameter that is a `Puzzle` comes from a text of any form that the command line reads, of the shape of
    the field `box`; `geometry` is this shape, None where it is not there; `upload` is the list that was sent
    before. Any other parameter holds what its annotation allows, and `**` takes all further
    fields as they are. A field that is null is not there. Raises RefusedRequestError, with the name of the
    field, what was found and what was expected, PuzzleError for a shape that there is not, and FormatError
    for what is no puzzle.

    >>> def command(puzzle: Puzzle, limit: Annotated[int, Meta(ge=1, le=100)] = 2) -> None: ...
    >>> keywords(command, {"puzzle": "1... ..2. .3.. ...4", "limit": 7})["limit"]
    7
    >>> try:
    ...     keywords(command, {"puzzle": "1... ..2. .3.. ...4", "limit": 0})
    ... except RefusedRequestError as error:
    ...     print(error)
    limit: found 0; expected a whole number >= 1
    """
    if not isinstance(fields, Mapping):
        raise RefusedRequestError(f"request: found {quoted(fields)}; expected an object with fields")
    asked = {name: value for name, value in fields.items() if value is not None}
    box = read_field("box", asked.get("box", ""), Annotated[str, Meta(max_length=16)])
    geometry = Geometry.of_box(box) if box else None
    hints = get_type_hints(function, include_extras=True)
    found: dict[str, Any] = {}
    for name, one in signature(function).parameters.items():
        if one.kind is Parameter.VAR_KEYWORD:
            found = {**{rest: asked[rest] for rest in asked.keys() - found.keys()}, **found}
        elif name == "geometry":
            found[name] = geometry
        elif name == "upload":
            if upload is None:
                raise RefusedRequestError("upload: found none; expected a list that was sent before")
            found[name] = upload
        elif name in asked or one.default is Parameter.empty:
            is_puzzle = hints[name] in (Puzzle, Puzzle | None)
            value = read_field(name, asked.get(name), PuzzleText if is_puzzle else hints[name])
            found[name] = read_puzzle(name, value, geometry) if is_puzzle else value
    return found


IN_WORDS = {"`int`": "a whole number", "`str`": "a text", "`bool`": "true or false", "`array`": "a list"}


def read_field(name: str, value: object, kind: Any) -> Any:  # noqa: ANN401 — what the annotation says
    """The value of a field. Raises RefusedRequestError for one that is not of its kind, or missing."""
    try:
        json_value = msgspec.convert(value, kind)
        if isinstance(value, str):
            value.encode()
    except UnicodeEncodeError:  # JSON can have half of a character
        raise RefusedRequestError(
            f"{name}: found {quoted(value)}; expected a text of whole characters"
        ) from None
    except msgspec.ValidationError as error:
        said = re.sub(r", got .*| - at .*", "", str(error)).replace("Expected", "expected")
        for word, instead in IN_WORDS.items():
            said = said.replace(word, instead)
        is_long = isinstance(value, str) and "length" in said
        what = f"{len(str(value)):,} characters" if is_long else "nothing" if value is None else quoted(value)
        raise RefusedRequestError(f"{name}: found {what}; {said}") from None
    return json_value


def known(name: str, value: str, words: Collection[str], expected: str = "") -> str:
    """A value that is one of some words, such as names of encodings. Raises RefusedRequestError for another.

    >>> try:
    ...     known("form", "lnie", ("line", "grid"))
    ... except RefusedRequestError as error:
    ...     print(error)
    form: found 'lnie'; expected one of line, grid. Did you mean 'line'?
    """
    if value in words:
        return value
    expected = expected or f"one of {', '.join(words)}"
    raise RefusedRequestError(
        f"{name}: found {quoted(value)}; expected {expected}.{did_you_mean(nearest(value, words))}"
    )


def read_puzzle(name: str, text: str, geometry: Geometry | None) -> Puzzle:
    """The one puzzle in a text, in any form that the command line reads.

    The second entry shows that there are several. Raises FormatError for what is no puzzle, with a column
    that counts from the beginning of the text.
    """
    entries = [*islice(read_argument(text, 1, geometry=geometry), 2)]
    if not entries:
        raise RefusedRequestError(f"{name}: found no puzzle; expected one, such as 81 cells in a line")
    if (error := entries[0].error) is not None:
        raise FormatError(name, None, error.column, found=error.found, expected=error.expected)
    if len(entries) > 1 or entries[0].puzzle is None:
        raise RefusedRequestError(f"{name}: found several puzzles; expected one: the panel A list takes many")
    return entries[0].puzzle
