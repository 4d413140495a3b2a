"""Values taken from a TOML text by key. All mistakes are collected, each with the line of its key."""

from __future__ import annotations

import re
import sys
import tomllib
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from typing import Any

from sudocube.errors import EncodingError
from sudocube.near_names import nearest

Table = Mapping[str, Any]

DEEPEST_KEY = 100
"""How many names, with points between them, a key may have: `tomllib` takes time squared in that number."""

LATEST_YEAR = 9999

MISTAKES_AT_MOST = 20
"""How many mistakes of a file are told."""

LONGEST_SEARCHED = 1 << 16
"""Characters of a text in which lines are looked for: it is read many times."""

_NAME = r"""(?:(?<![\w-])[\w-]+|"[^"\n]*"|'[^'\n]*')"""
_DEEP_KEY = re.compile(rf"(?:{_NAME}[ \t]*\.[ \t]*){{{DEEPEST_KEY}}}")
_LONGEST_SHOWN = 60
_LINES_TRIED = 200


class TomlReader:
    """Takes values from the tables of a TOML text by dotted key.

    Where there is a mistake, a method notes it, and returns what an empty file would give: None for a table,
    "" for a text or a name, 0 for a number. `end` raises EncodingError if there were any mistakes.
    """

    def __init__(self, text: str, file: str) -> None:
        self._text, self._file = text, file
        self._mistakes: list[EncodingError] = []
        self._meant: set[str] = set()  # keys that are there under a wrong name
        self.data = _table_of(text, file)

    def end(self) -> None:
        """Raise EncodingError if there were mistakes: all of them in one, in the order of their lines."""
        if self._mistakes:
            found = sorted(self._mistakes, key=lambda one: one.line or sys.maxsize)
            first, *others = found[:MISTAKES_AT_MOST]
            raise EncodingError(
                self._file,
                first.key,
                first.found,
                first.allowed,
                line=first.line,
                near=first.near,
                others=others,
            )

    def keys(self, key: str, table: Table, allowed: Iterable[str], perhaps: Iterable[str] = ()) -> None:
        """Note each name in the table of this key that is not allowed.

        Those in `perhaps` are passed over: whether they are allowed depends on another mistake.
        """
        allowed, perhaps = tuple(allowed), tuple(perhaps)
        for name in table:
            if name not in allowed and name not in perhaps:
                near = [one for one in nearest(name, allowed) if one not in table]
                self._meant |= {_dotted(key, one) for one in near}
                said = ", ".join(allowed) or "no key here"
                self._note(_dotted(key, name), "an unknown key", said, (*_path(key), name), near)

    def value(self, key: str, table: Table, kind: type, expected: str) -> Any:  # noqa: ANN401
        """The value of that kind; None if there is none, or it is of another kind."""
        name = key.rpartition(".")[2]
        value = table.get(name)
        if name not in table:
            if key not in self._meant:
                self._note(key, "nothing", expected, _path(key)[:-1])
        elif not isinstance(value, kind) or isinstance(value, bool):
            self._note(key, _shown(value), expected, _path(key))
        else:
            return value
        return None

    def year(self, key: str, table: Table) -> int:
        """A year."""
        return self._number(key, table, 1, LATEST_YEAR, "a year, such as 2006")

    def whole(self, key: str, table: Table, lowest: int, highest: int) -> int:
        """A whole number within bounds."""
        return self._number(key, table, lowest, highest, f"a whole number from {lowest} to {highest}")

    def _number(self, key: str, table: Table, lowest: int, highest: int, expected: str) -> int:
        value = self.value(key, table, int, expected)
        if value is not None and not lowest <= value <= highest:
            self._note(key, _shown(value), expected, _path(key))
            return 0
        return int(value or 0)

    def text(self, key: str, table: Table) -> str:
        """A text on one line, without control characters."""
        text = " ".join(str(self.value(key, table, str, "a text in quotes") or "").split())
        return "".join(one if one.isprintable() else "\ufffd" for one in text)

    def table(self, key: str, table: Table) -> Table | None:
        """A table."""
        found: Table | None = self.value(key, table, dict, f"a table [{key}]")
        return found

    def choice(self, key: str, table: Table, allowed: Iterable[str]) -> str:
        """One of the names that are allowed."""
        allowed = list(allowed)
        expected = ", ".join(allowed) or "nothing here"
        value = self.value(key, table, str, expected)
        if value is not None and value not in allowed:
            self._note(key, _shown(value), expected, _path(key), nearest(value, allowed))
            return ""
        return str(value or "")

    def names(self, key: str, table: Table, allowed: tuple[str, ...]) -> list[str]:
        """A list of names, each at most once; empty where the key is missing."""
        expected = f"a list of {', '.join(allowed)}" if allowed else "nothing here"
        listed: list[Any] = (self.value(key, table, list, expected) if key in table else None) or []
        expected += ", each once" * bool(allowed)
        for place, name in enumerate(listed):
            if name not in allowed:
                near = nearest(name, allowed) if isinstance(name, str) else []
                self._note(key, _shown(name), expected, _path(key), near)
            elif name in listed[:place]:
                self._note(key, _shown(name), expected, _path(key))
        return listed

    def _note(
        self, key: str, found: str, allowed: str, path: tuple[str, ...], near: Iterable[str] = ()
    ) -> None:
        """Note a mistake; `path` leads to the key whose line is told, an empty one to none."""
        line = line_of(self._text, path) if path and len(self._mistakes) < MISTAKES_AT_MOST else None
        self._mistakes.append(EncodingError(self._file, key, found, allowed, line=line, near=near))


def _dotted(key: str, name: str) -> str:
    return f"{key}.{name}" if key else name


def _path(key: str) -> tuple[str, ...]:
    return tuple(key.split(".")) if key else ()


def line_of(text: str, path: tuple[str, ...]) -> int | None:
    r"""The line, from 1, in which a TOML text first names a key; None if that is not clear.

    The text before that line can be read, and has no such key.

    >>> line_of('a = 1\n[b]\nc = 2', ("b", "c")), line_of("a = 1", ("b",))
    (3, None)
    """
    lines = text.split("\n")
    without, within = 0, len(lines)
    if len(text) > LONGEST_SEARCHED or not _has(lines, within, path):
        return None
    while within - without > 1:
        middle = (without + within) // 2
        for count in range(middle, max(without, middle - _LINES_TRIED), -1):
            if (has := _has(lines, count, path)) is not None:
                break
        else:  # within a long text or list
            if middle - without > _LINES_TRIED:
                return None
            for count in range(middle + 1, within):
                if (has := _has(lines, count, path)) is not None:
                    break
            else:
                break
        without, within = (without, count) if has else (count, within)
    return without + 1


def _has(lines: list[str], count: int, path: tuple[str, ...]) -> bool | None:
    """Whether the first so many lines name a key; None if they cannot be read by themselves."""
    try:
        found: Any = tomllib.loads("\n".join(lines[:count]))
    except (ValueError, RecursionError):
        return None
    for name in path:
        if not isinstance(found, dict) or name not in found:
            return False
        found = found[name]
    return True


def _table_of(text: str, file: str) -> Table:
    """The table of a TOML text; raises EncodingError where there is none, or Python cannot read it."""
    deep = _DEEP_KEY.search(text)
    if deep is not None:
        found = f"a key of more than {DEEPEST_KEY} names in line {text.count(chr(10), 0, deep.start()) + 1}"
        raise EncodingError(file, "", found, "a TOML file")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise EncodingError(file, "", f"a fault in the TOML ({error})", "a TOML file") from None
    except RecursionError:
        raise EncodingError(file, "", "values within values, too deep to read", "a TOML file") from None
    except ValueError:  # Python converts decimal numbers up to some number of digits
        line, digits = _refused_number(text)
        found = f"a whole number of {digits:,} digits in line {line}"
        raise EncodingError(file, "", found, "numbers of a few digits") from None


def _refused_number(text: str) -> tuple[int, int]:
    """The line of the decimal number that Python refused to convert, from 1, and how many digits it has.

    A comment, a text or a fraction may hold as many digits before it. What stands after it was not read,
    so the text up to the end of its line is refused, and the text up to any line before is not.
    """
    lines = text.split("\n")
    digits = [max(map(len, re.findall(r"\d+", line.replace("_", ""))), default=0) for line in lines]
    at_least = sys.int_info.str_digits_check_threshold
    long = [number for number, count in enumerate(digits, 1) if count >= at_least]

    def is_refused(line: int) -> bool:
        try:
            tomllib.loads("\n".join(lines[:line]))
        except tomllib.TOMLDecodeError:
            return False
        except ValueError:
            return True
        return False

    line = long[bisect_left(long, True, key=is_refused)]
    return line, digits[line - 1]


def _shown(value: object) -> str:
    """A value as an error shows it: cut short if it is long."""
    try:
        text = repr(value)
    except ValueError:  # 0xfff…: Python reads as many such digits as there are, and writes only some
        return "a number too large to write"
    except RecursionError:
        return "values within values"
    return text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 3]}..."
