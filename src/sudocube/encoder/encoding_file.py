"""From a TOML text to an encoding; the error for a mistake names the file, the key and what is allowed."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sudocube.cube import Family
from sudocube.encoder.at_most_one import GROUPED
from sudocube.encoder.vocabulary import OVER, WORDS, Blocks, Citation, Encoding, Formalism, Statement, Words
from sudocube.errors import EncodingError
from sudocube.geometry import SIZES

Table = Mapping[str, Any]

_KEYS = ("title", "formalism", "variables", "idea", "source", "families", "defined", "implied", "per_puzzle")


def parse(text: str, *, name: str, file: str) -> Encoding:
    """The encoding that a TOML text states.

    `file` is the name of the file in errors; it is not opened. Raises EncodingError for a mistake.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise EncodingError(file, "", f"a fault in the TOML ({error})", "a TOML file") from None
    except RecursionError:
        raise EncodingError(file, "", "values within values, too deep to read", "a TOML file") from None
    read = _TomlReader(file)
    read.keys("", data, _KEYS)
    formalism = Formalism(read.choice("formalism", data, [kind.value for kind in Formalism]))
    kinds = [variables for kind, variables in WORDS if kind is formalism]
    variables = read.choice("variables", data, kinds)
    words = WORDS[formalism, variables]
    source = read.table("source", data)
    read.keys("source", source, ("author", "title", "year"))
    defined = read.table("defined", data) if "defined" in data else {}
    read.keys("defined", defined, words.defined)
    return Encoding(
        name=name,
        file=file,
        title=read.text("title", data),
        idea=read.text("idea", data),
        source=Citation(
            read.text("source.author", source),
            read.text("source.title", source),
            read.value("source.year", source, int, "a year, such as 2006"),
        ),
        formalism=formalism,
        variables=variables,
        defined=tuple(kind for kind in words.defined if kind in defined),
        statements=(
            *_of_defined(read, defined, words.defined),
            *_of_families(read, read.table("families", data), words, defined),
            *(Statement("", "implied", block) for block in read.names("implied", data, words.implied)),
        ),
        per_puzzle=read.choice("per_puzzle", data, words.per_puzzle) if "per_puzzle" in data else "",
    )


def _of_defined(read: _TomlReader, data: Table, known: Mapping[str, Blocks]) -> Iterator[Statement]:
    """The statements about defined variables."""
    for kind in known:
        if kind in data:
            yield from _statements(read, f"defined.{kind}", data, known[kind])


def _of_families(read: _TomlReader, data: Table, words: Words, defined: Table) -> Iterator[Statement]:
    """The statements about the families of lines, in the order of the cube."""
    read.keys("families", data, [family.value for family in Family])
    for family in Family:
        if family in data:
            known = words.cell if family is Family.CELL else words.unit
            over = OVER if family is not Family.CELL and "triads" in defined else ()
            yield from _statements(read, f"families.{family}", data, known, over)


def _statements(
    read: _TomlReader, key: str, tables: Table, known: Blocks, over: tuple[str, ...] = ()
) -> Iterator[Statement]:
    """The statements of one table: its keys name blocks, and may include `over` and `group_size`."""
    subject, table = key.rpartition(".")[2], read.table(key, tables)
    stated = [says for says in known if says in table]
    sizes = ("group_size",) if any(table[says] in GROUPED for says in stated) else ()
    read.keys(key, table, (*known, *(("over",) if over else ()), *sizes))
    chosen = {says: read.choice(f"{key}.{says}", table, known[says]) for says in stated}
    place = read.choice(f"{key}.over", table, over) if "over" in table else "cells"
    group = read.whole(f"{key}.group_size", table, 2, SIZES[-1]) if "group_size" in table else 0
    for says, block in chosen.items():
        yield Statement(subject, says, block, place, group if block in GROUPED else 0)


class _TomlReader:
    """Takes values from a TOML table by dotted key; each method raises EncodingError for a mistake."""

    def __init__(self, file: str) -> None:
        self.file = file

    def keys(self, key: str, table: Table, allowed: Iterable[str]) -> None:
        allowed = tuple(allowed)
        for name in table:
            if name not in allowed:
                dotted = f"{key}.{name}" if key else name
                raise EncodingError(self.file, dotted, "an unknown key", ", ".join(allowed) or "no key here")

    def value(self, key: str, table: Table, kind: type, expected: str) -> Any:  # noqa: ANN401
        name = key.rpartition(".")[2]
        if name not in table:
            raise EncodingError(self.file, key, "nothing", expected)
        value = table[name]
        if not isinstance(value, kind) or isinstance(value, bool):
            raise EncodingError(self.file, key, repr(value), expected)
        return value

    def text(self, key: str, table: Table) -> str:
        """A text on one line, without control characters."""
        text = " ".join(str(self.value(key, table, str, "a text in quotes")).split())
        return "".join(one if one.isprintable() else "\N{REPLACEMENT CHARACTER}" for one in text)

    def whole(self, key: str, table: Table, lowest: int, highest: int) -> int:
        expected = f"a whole number from {lowest} to {highest}"
        value = int(self.value(key, table, int, expected))
        if not lowest <= value <= highest:
            raise EncodingError(self.file, key, str(value), expected)
        return value

    def table(self, key: str, table: Table) -> Table:
        found: Table = self.value(key, table, dict, f"a table [{key}]")
        return found

    def choice(self, key: str, table: Table, allowed: Iterable[str]) -> str:
        allowed = list(allowed)
        expected = ", ".join(allowed) or "nothing here"
        value = str(self.value(key, table, str, expected))
        if value not in allowed:
            raise EncodingError(self.file, key, repr(value), expected)
        return value

    def names(self, key: str, table: Table, allowed: tuple[str, ...]) -> list[str]:
        """A list of names, each at most once; empty where the key is missing."""
        expected = f"a list of {', '.join(allowed)}" if allowed else "nothing here"
        listed = self.value(key, table, list, expected) if key in table else []
        for place, name in enumerate(listed):
            if name not in allowed or name in listed[:place]:
                raise EncodingError(self.file, key, repr(name), expected + ", each once" * bool(allowed))
        return list(listed)
