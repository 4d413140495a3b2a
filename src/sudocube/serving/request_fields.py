"""The body of one request, read field by field with limits.

No field names a file, a program or a function: engines and encodings are those of the package, by name.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import islice
from typing import BinaryIO

from sudocube.errors import FormatError, InputError, PuzzleError, SudocubeError, quoted
from sudocube.geometry import Geometry
from sudocube.near_names import did_you_mean, nearest
from sudocube.puzzle import Puzzle
from sudocube.rows import Entry, read_argument

PUZZLE_TEXT_AT_MOST = 32_768
"""Characters of a text with one puzzle: a 25×25 with candidates, drawn generously, has half of it."""

NAMES_AT_MOST = 32
"""How many names a field may list."""

LINE_END = "\n"


class RefusedRequestError(SudocubeError, ValueError):
    """A request that does not fit what was asked; its message may be shown on the page.

    >>> from sudocube.serving.request_fields import RequestFields, RefusedRequestError
    >>> try:
    ...     RequestFields({"limit": 0}).number("limit", 1, 100, 2)
    ... except RefusedRequestError as error:
    ...     print(error)
    limit: found 0; expected a whole number from 1 to 100
    """


class RequestFields:
    """The fields of one request, as JSON has them; `upload` is the list that was sent before, if one was.

    Each method reads one field. It raises RefusedRequestError, with the name of the field, what was found and
    what was expected, for a value that does not fit, and for a missing one that has no default.

    >>> asked = RequestFields({"puzzle": "1... ..2. .3.. ...4", "all": True})
    >>> str(asked.puzzle()), asked.flag("all"), asked.choice("form", ("line", "grid"), "line")
    ('1.....2..3.....4', True, 'line')
    """

    def __init__(self, fields: object, upload: BinaryIO | None = None) -> None:
        if not isinstance(fields, Mapping):
            raise RefusedRequestError(f"request: found {quoted(fields)}; expected an object with fields")
        self._fields, self._upload = fields, upload

    def has(self, name: str) -> bool:
        """Whether a field is there, and not null."""
        return self._fields.get(name) is not None

    def text(self, name: str, most: int, default: str | None = None) -> str:
        """A text of at most `most` characters."""
        value = self._fields.get(name)
        if value is None and default is not None:
            return default
        if not isinstance(value, str):
            raise _refused(name, value, "a text")
        if len(value) > most:
            raise RefusedRequestError(
                f"{name}: found {len(value):,} characters; expected {most:,} at the most"
            )
        try:
            value.encode()
        except UnicodeEncodeError:  # JSON can have half of a character
            raise _refused(name, value, "a text of whole characters") from None
        return value

    def choice(self, name: str, allowed: Collection[str], default: str | None = None) -> str:
        """One of some words. Names of the package that are many, such as encodings, are words, too."""
        value = self._fields.get(name)
        if value is None and default is not None:
            return default
        if not isinstance(value, str) or value not in allowed:
            near = did_you_mean(nearest(value, allowed)) if isinstance(value, str) else ""
            raise _refused(name, value, f"one of {', '.join(allowed)}", near)
        return value

    def number(self, name: str, least: int, most: int, default: int | None = None) -> int:
        """A whole number from `least` to `most`."""
        value = self._fields.get(name)
        if value is None and default is not None:
            return default
        if type(value) is not int or not least <= value <= most:
            raise _refused(name, value, f"a whole number from {least:,} to {most:,}")
        return value

    def flag(self, name: str) -> bool:
        """Yes or no; a missing one is no."""
        value = self._fields.get(name)
        if value is not None and not isinstance(value, bool):
            raise _refused(name, value, "true or false")
        return bool(value)

    def names(
        self, name: str, allowed: Collection[str], default: Collection[str] | None = None
    ) -> tuple[str, ...]:
        """Some of these words, each once, in the order of the request; at least one."""
        value = self._fields.get(name)
        if value is None and default is not None:
            return tuple(default)
        if not isinstance(value, list) or not 0 < len(value) <= NAMES_AT_MOST:
            raise _refused(name, value, f"a list of 1 to {NAMES_AT_MOST} names")
        for one in value:
            if not isinstance(one, str) or one not in allowed:
                near = did_you_mean(nearest(one, allowed)) if isinstance(one, str) else ""
                raise _refused(name, one, f"names of {', '.join(allowed)}", near)
        return tuple(dict.fromkeys(value))

    def engines(self, name: str, default: Collection[str] | None = None) -> tuple[str, ...]:
        """Names of engines of the package, each once; programs and functions of others are refused."""
        if self._fields.get(name) is None and default is not None:
            return tuple(default)
        value = self._fields.get(name)
        if not isinstance(value, list) or not 0 < len(value) <= NAMES_AT_MOST:
            raise _refused(name, value, f"a list of 1 to {NAMES_AT_MOST} engines")
        return tuple(dict.fromkeys(_engine_of_package(name, one) for one in value))

    def engine(self, name: str) -> str:
        """The name of one engine of the package; programs and functions of others are refused."""
        return _engine_of_package(name, self._fields.get(name))

    def geometry(self) -> Geometry | None:
        """The shape that the fields `size` and `box` ask for; None where neither is there."""
        try:
            box = Geometry.of_box(self.text("box", 16)) if self.has("box") else None
            if not self.has("size"):
                return box
            size = self.number("size", 4, 25)
            if box is None:
                return Geometry.of_size(size)
        except PuzzleError as error:
            raise RefusedRequestError(str(error)) from None
        if box.size != size:
            raise RefusedRequestError(f"box: found {box.box_name}; expected boxes of {size} cells")
        return box

    def puzzle(self, name: str = "puzzle") -> Puzzle:
        """The one puzzle in a text of any form that the command line reads.

        `size` and `box` say of which shape it is, where the text leaves that open.
        """
        text = self.text(name, PUZZLE_TEXT_AT_MOST)
        geometry = self.geometry()
        try:
            entries = [*_first_two(text, geometry)]
        except InputError as error:
            raise RefusedRequestError(f"{name}: {error.reason}") from None
        except PuzzleError as error:
            raise RefusedRequestError(str(error)) from None
        if not entries:
            raise RefusedRequestError(f"{name}: found no puzzle; expected one, such as 81 cells in a line")
        if entries[0].error is not None:
            raise RefusedRequestError(_placed_in_text(entries[0].error, text))
        if len(entries) > 1 or entries[0].puzzle is None:
            raise RefusedRequestError(
                f"{name}: found several puzzles; expected one: the panel A list takes many"
            )
        return entries[0].puzzle

    def upload(self) -> BinaryIO:
        """The list that was sent in parts before, from its beginning; its id is in the field `upload`."""
        if self._upload is None:
            raise RefusedRequestError("upload: found none; expected a list that was sent before")
        return self._upload


def _first_two(text: str, geometry: Geometry | None) -> Iterator[Entry]:
    """The first two entries of a text; the second one shows that there are several."""
    return islice(read_argument(text, 1, geometry=geometry), 2)


def _placed_in_text(error: FormatError, text: str) -> str:
    """An error in a text that has no name, with its line and column as an editor counts them."""
    if error.column is None:
        return f"found {error.found}; expected {error.expected}"
    before = text[: error.column - 1]
    column = error.column - (before.rfind("\n") + 1)
    line = f"line {before.count(LINE_END) + 1}, " if LINE_END in text.strip() else ""
    return f"{line}column {column}: found {error.found}; expected {error.expected}"


def _engine_of_package(field: str, value: object) -> str:
    from sudocube.serving.page_engines import engines_of_package

    known = engines_of_package()
    if not isinstance(value, str) or value not in known:
        near = did_you_mean(nearest(value, known)) if isinstance(value, str) else ""
        raise _refused(field, value, "an engine of this package, as `sudocube engines` lists them", near)
    return value


def _refused(name: str, value: object, expected: str, near: str = "") -> RefusedRequestError:
    found = "nothing" if value is None else quoted(value)
    return RefusedRequestError(f"{name}: found {found}; expected {expected}" + f".{near}" * bool(near))
