"""Fields of a plan: what each means and may hold, stated once.

A plan is a frozen dataclass whose annotations hold a `Field`. From it come the checks when a plan is made,
the options of the command line, and what a request of the page may ask for. `GenerationPlan` is one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields
from operator import index
from os import PathLike, fspath
from typing import Any, NamedTuple, SupportsIndex, get_type_hints

from sudocube.errors import UnknownNameError

_RANGE = re.compile(r"\s*(\d{1,4})\s*(?:(-)\s*(\d{1,4})?\s*)?")


class Range(NamedTuple):
    """The least and the most; None for no limit. As text it is "24", "24-28", or "24-" for 24 and more.

    >>> str(Range.of("24 - 28")), str(Range.of(24)), str(Range.of((2, None))), Range.of("2-").holds(3)
    ('24-28', '24', '2-', True)
    """

    least: int
    most: int | None

    @classmethod
    def of(cls, value: RangeForms, what: str = "a range") -> Range:
        """The range that a text, a number or a pair of numbers is; `what` names it in errors.

        Raises TypeError for what is none of these, ValueError for another text, for another number of ends,
        and for ends that are below 0 or hold no number.
        """
        expected = f"{what}: found {value!r}; expected a number or a range: 24, 24-28, or 24- for 24 and more"
        if isinstance(value, str):
            found = _RANGE.fullmatch(value)
            if found is None:
                raise ValueError(expected)
            least, most = int(found[1]), int(found[3]) if found[3] else None
            value = least, least if not found[2] else most
        elif isinstance(value, SupportsIndex):
            value = value, value
        elif not isinstance(value, tuple | list | range):
            raise TypeError(expected)
        if len(value) != 2:
            raise ValueError(expected)
        low, high = value
        try:
            limits = cls(index(low), None if high is None else index(high))
        except TypeError:
            raise TypeError(expected) from None
        if limits.least < 0 or (limits.most is not None and limits.most < limits.least):
            raise ValueError(f"{what}: found {limits}; the smaller number stands first, and is 0 or more")
        return limits

    def holds(self, number: int) -> bool:
        """Whether a number is in the range."""
        return self.least <= number and (self.most is None or number <= self.most)

    def __str__(self) -> str:
        if self.most is None:
            return f"{self.least}-"
        return f"{self.least}" if self.least == self.most else f"{self.least}-{self.most}"

    def __repr__(self) -> str:
        return f"Range({self.least}, {self.most})"


RangeForms = str | SupportsIndex | tuple[SupportsIndex, SupportsIndex | None] | list[int]
"""What a range is written as: a single number is both ends."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field: what it means, and how it is asked for. This kind is of a board, or of what only Python gives.

    `flags` are the option's names, by default the field's; `form` stands for its value in the help, and
    `usual` says what is taken without it, where the default does not say it. `group` is a heading of the
    help.
    """

    meaning: str
    flags: tuple[str, ...] = ()
    form: str = "PUZZLE"
    group: str | None = None
    usual: str | None = None

    def taken(self, what: str, value: Any) -> Any:  # noqa: ANN401 — whatever a caller gives
        """The value as the plan holds it, a path as a text; `what` names it in errors."""
        return fspath(value) if isinstance(value, PathLike) else value


@dataclass(frozen=True, slots=True, kw_only=True)
class Number(Field):
    """An integer, also of NumPy, from `least` to `most`."""

    form: str = "N"
    least: int = 0
    most: int | None = None

    def taken(self, what: str, value: Any) -> int:  # noqa: ANN401 — as above
        """Raises TypeError for what is no integer, ValueError for one out of range."""
        if not isinstance(value, SupportsIndex):
            raise TypeError(f"{what}: found {value!r}; expected an integer")
        number = index(value)
        if number < self.least or (self.most is not None and number > self.most):
            limits = f"of at least {self.least}" if self.most is None else f"from {self.least} to {self.most}"
            raise ValueError(f"{what}: found {number}; expected an integer {limits}")
        return number


class Texts(Field):
    """Several texts of any kind, such as names of files."""

    def taken(self, what: str, value: Iterable[str]) -> tuple[str, ...]:
        """The texts."""
        return tuple(value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranged(Field):
    """A `Range`, in any of its forms."""

    form: str = "A-B"

    def taken(self, what: str, value: Any) -> Range:  # noqa: ANN401 — as above
        """Raises what `Range.of` raises: TypeError or ValueError."""
        return Range.of(value, what)


@dataclass(frozen=True, slots=True, kw_only=True)
class Word(Field):
    """One of the words that are `known`."""

    form: str = "NAME"
    known: tuple[str, ...]

    def taken(self, what: str, value: Any) -> str:  # noqa: ANN401 — as above
        """Raises TypeError for what is no text, UnknownNameError for another word."""
        if not isinstance(value, str):
            raise TypeError(f"{what}: found {value!r}; expected a name")
        if value not in self.known:
            raise UnknownNameError(what, value, self.known)
        return value


@dataclass(frozen=True, slots=True, kw_only=True)
class Words(Word):
    """Some of the words that are `known`; a single one may stand by itself."""

    def taken(self, what: str, value: Any) -> tuple[str, ...]:  # type: ignore[override] # noqa: ANN401
        """Raises what a `Word` raises, for each of them."""
        names = (value,) if isinstance(value, str) or not isinstance(value, Iterable) else value
        return tuple(Word.taken(self, what, name) for name in names)


def fields_of(plan: type) -> dict[str, Field]:
    """The fields of a plan, a dataclass, by their names, in order."""
    hints = get_type_hints(plan, include_extras=True)
    return {
        name: part
        for name, hint in hints.items()
        for part in getattr(hint, "__metadata__", ())
        if isinstance(part, Field)
    }


def take_fields(plan: Any) -> None:  # noqa: ANN401 — any frozen dataclass
    """Turn what the caller gave into what each field holds; None stays.

    Raises TypeError, ValueError or UnknownNameError, with the name of the field.
    """
    for name, field in fields_of(type(plan)).items():
        if (value := getattr(plan, name)) is not None:
            object.__setattr__(plan, name, field.taken(name.replace("_", " "), value))


def schema_of_plan(plan: type) -> dict[str, Any]:
    """The JSON Schema of what can be asked for: a property for each field, with its meaning and limits.

    A board has the format "puzzle"; `usual` says what is taken without a value where no default does, and
    `group` is the heading under which the help has the field.
    """
    defaults = {one.name: one.default for one in fields(plan)}
    properties = {name: _schema_of(one, defaults[name]) for name, one in fields_of(plan).items()}
    return {"title": plan.__name__, "type": "object", "properties": properties}


def _schema_of(field: Field, default: object) -> dict[str, Any]:
    about: dict[str, Any] = {"description": field.meaning}
    about |= {name: value for name in ("usual", "group") if (value := getattr(field, name))}
    if isinstance(default, int | str):
        about["default"] = default
    match field:
        case Number():
            limits = {"minimum": field.least, "maximum": field.most}
            return (
                {"type": "integer"} | {name: one for name, one in limits.items() if one is not None} | about
            )
        case Words():
            return {"type": "array", "items": {"enum": list(field.known)}} | about
        case Word():
            return {"type": "string", "enum": list(field.known)} | about
        case Ranged():
            return {"type": "string"} | about
    return {"type": "string", "format": "puzzle"} | about
