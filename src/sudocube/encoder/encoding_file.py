"""From a TOML text to an encoding; the error names each mistake with its line, key and what is allowed.

What may be stated depends on the formalism and the variables: where one of these is wrong, the mistakes in
the statements are told when it is mended.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sudocube.cube import Family
from sudocube.encoder.at_most_one import GROUPED
from sudocube.encoder.vocabulary import OVER, WORDS, Blocks, Citation, Encoding, Formalism, Statement
from sudocube.errors import EncodingError, nearest
from sudocube.geometry import SIZES

_KEYS = ("title", "formalism", "variables", "idea", "source", "families", "defined", "implied", "per_puzzle")


def parse(text: str, *, name: str, file: str) -> Encoding:
    """The encoding that a TOML text states.

    `file` is the name of the file in errors; it is not opened. Raises EncodingError, with all mistakes.
    """
    read = TomlReader(text, file)
    data = read.data
    read.keys("", data, _KEYS)
    formalism = read.choice("formalism", data, [kind.value for kind in Formalism])
    kinds = [variables for kind, variables in WORDS if not formalism or kind == formalism]
    variables = read.choice("variables", data, dict.fromkeys(kinds))
    source = read.table("source", data)
    citation = Citation("", "", 0) if source is None else _citation(read, source)
    title, idea = read.text("title", data), read.text("idea", data)
    if not formalism or not variables:
        read.end()
    words = WORDS[Formalism(formalism), variables]
    defined = (read.table("defined", data) if "defined" in data else None) or {}
    families = read.table("families", data) or {}
    read.keys("defined", defined, words.defined)
    read.keys("families", families, [family.value for family in Family])
    over = OVER if "triads" in defined else ()
    statements = [
        *(
            one
            for kind in words.defined
            for one in _statements(read, "defined", kind, defined, words.defined[kind])
        ),
        *_statements(read, "families", "cell", families, words.cell),
        *(
            one
            for family in ("row", "column", "box")
            for one in _statements(read, "families", family, families, words.unit, over)
        ),
        *(Statement("", "implied", block) for block in read.names("implied", data, words.implied)),
    ]
    per_puzzle = read.choice("per_puzzle", data, words.per_puzzle) if "per_puzzle" in data else None
    read.end()
    return Encoding(
        name=name,
        file=file,
        title=title,
        idea=idea,
        source=citation,
        formalism=Formalism(formalism),
        variables=variables,
        defined=tuple(kind for kind in words.defined if kind in defined),
        statements=tuple(statements),
        per_puzzle=per_puzzle,
    )


def _citation(read: TomlReader, source: Table) -> Citation:
    """Where the encoding was described."""
    read.keys("source", source, ("author", "title", "year"))
    author, title = read.text("source.author", source), read.text("source.title", source)
    return Citation(author, title, read.whole("source.year", source, 1, 9999, "a year, such as 2006"))


def _statements(
    read: TomlReader, parent: str, subject: str, tables: Table, known: Blocks, over: tuple[str, ...] = ()
) -> Iterator[Statement]:
    """The statements of one table: its keys name blocks, and may include `over` and `group_size`."""
    if subject not in tables:
        return
    key = f"{parent}.{subject}"
    table = read.table(key, tables) or {}
    stated = {says: table[says] for says in known if says in table}
    has_groups = any(block in GROUPED or block not in known[says] for says, block in stated.items())
    read.keys(key, table, (*known, *["over"] * bool(over), *["group_size"] * has_groups))
    chosen = {says: read.choice(f"{key}.{says}", table, known[says]) for says in stated}
    place = read.choice(f"{key}.over", table, over) if over and "over" in table else "cells"
    has_groups = has_groups and "group_size" in table
    group = read.whole(f"{key}.group_size", table, 2, SIZES[-1]) if has_groups else 0
    for says, block in chosen.items():
        yield Statement(subject, says, block, place, group if block in GROUPED else 0)


Table = Mapping[str, Any]

MISTAKES_AT_MOST = 20
"""How many mistakes of a file are told."""

DOTS_AT_MOST = 1_000
"""How many dots a text line may have: `tomllib` takes time squared in the names of a key."""

_LONGEST_SHOWN = 60
_HEADER_OR_KEY = re.compile(r"\s*(?:\[([^\[\]]+)\]|([^=\[\]#]+)=)")


class TomlReader:
    """Takes values from the tables of a TOML text by dotted key.

    Where there is a mistake, a method notes it, and returns what an empty file would give: None for a table,
    "" for a text or a name, 0 for a number. `end` raises EncodingError if there were any mistakes.
    """

    def __init__(self, text: str, file: str) -> None:
        self._file, self._lines = file, lines_of_keys(text)
        self._mistakes: list[EncodingError] = []
        self._meant: set[str] = set()  # keys that are there under a wrong name
        if max(line.count(".") for line in text.split("\n")) > DOTS_AT_MOST:
            found = f"a line with more than {DOTS_AT_MOST:,} dots"
            raise EncodingError(file, "", found, "keys of a few names")
        try:
            self.data: Table = tomllib.loads(text)
        except (ValueError, RecursionError) as error:
            raise EncodingError(file, "", f"a fault in the TOML ({error})", "a TOML file") from None

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

    def keys(self, key: str, table: Table, allowed: Iterable[str]) -> None:
        """Note each name in the table of this key that is not allowed."""
        allowed = tuple(allowed)
        prefix = f"{key}." if key else ""
        for name in table:
            if name not in allowed:
                near = [one for one in nearest(name, allowed) if one not in table]
                self._meant |= {prefix + one for one in near}
                self._note(prefix + name, "an unknown key", ", ".join(allowed) or "no key here", near)

    def value(self, key: str, table: Table, kind: type, expected: str) -> Any:  # noqa: ANN401
        """The value of that kind; None if there is none, or it is of another kind."""
        name = key.rpartition(".")[2]
        value = table.get(name)
        if name not in table:
            if key not in self._meant:
                self._note(key, "nothing", expected)
        elif not isinstance(value, kind) or isinstance(value, bool):
            self._note(key, _shown(value), expected)
        else:
            return value
        return None

    def whole(self, key: str, table: Table, lowest: int, highest: int, expected: str = "") -> int:
        """A whole number within bounds."""
        expected = expected or f"a whole number from {lowest} to {highest}"
        value = self.value(key, table, int, expected)
        if value is not None and not lowest <= value <= highest:
            self._note(key, _shown(value), expected)
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
            self._note(key, _shown(value), expected, nearest(value, allowed))
            return ""
        return str(value or "")

    def names(self, key: str, table: Table, allowed: tuple[str, ...]) -> list[str]:
        """A list of names, each at most once; empty where the key is missing."""
        expected = f"a list of {', '.join(allowed)}" if allowed else "nothing here"
        listed: list[Any] = (self.value(key, table, list, expected) if key in table else None) or []
        expected += ", each once" * bool(allowed)
        for place, name in enumerate(listed):
            if name not in allowed or name in listed[:place]:
                near = nearest(name, allowed) if isinstance(name, str) and name not in allowed else []
                self._note(key, _shown(name), expected, near)
        return listed

    def _note(self, key: str, found: str, allowed: str, near: Iterable[str] = ()) -> None:
        line = self._lines.get(key) or self._lines.get(key.rpartition(".")[0])
        self._mistakes.append(EncodingError(self._file, key, found, allowed, line=line, near=near))


def lines_of_keys(text: str) -> dict[str, int]:
    r"""The line, from 1, where each dotted key of a TOML text stands first, tables included.

    >>> lines_of_keys('a = 1\n[b]\nc.d = 2')
    {'a': 1, 'b': 2, 'b.c': 3, 'b.c.d': 3}
    """
    lines: dict[str, int] = {}
    table: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        if found := _HEADER_OR_KEY.match(line):
            path = [name.strip(" \t\"'") for name in (found[1] or found[2]).split(".")]
            table, path = (path, path) if found[1] else (table, table + path)
            for end in range(1, len(path) + 1):
                lines.setdefault(".".join(path[:end]), number)
    return lines


def _shown(value: object) -> str:
    """A value as an error shows it: cut short if it is long."""
    try:
        text = repr(value)
    except ValueError:  # 0xfff…: Python reads as many such digits as there are, and writes only some
        return "a number too large to write"
    return text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 3]}..."
