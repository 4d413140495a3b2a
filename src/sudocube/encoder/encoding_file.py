"""From a TOML text to an encoding; the error for a mistake names the file, the key and what is allowed."""

from __future__ import annotations

import re
import sys
import tomllib
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sudocube.cube import Family
from sudocube.encoder.at_most_one import GROUPED
from sudocube.encoder.vocabulary import OVER, WORDS, Blocks, Citation, Encoding, Formalism, Statement, Words
from sudocube.errors import EncodingError
from sudocube.geometry import SIZES

Table = Mapping[str, Any]

DEEPEST_KEY = 100
"""How many names, with points between them, a key may have: `tomllib` takes time squared in that number."""

LATEST_YEAR = 9999

_NAME = r"""(?:(?<![\w-])[\w-]+|"[^"\n]*"|'[^'\n]*')"""
_DEEP_KEY = re.compile(rf"(?:{_NAME}[ \t]*\.[ \t]*){{{DEEPEST_KEY}}}")
_LONGEST_SHOWN = 60

_KEYS = ("title", "formalism", "variables", "idea", "source", "families", "defined", "implied", "per_puzzle")


def parse(text: str, *, name: str, file: str) -> Encoding:
    """The encoding that a TOML text states.

    `file` is the name of the file in errors; it is not opened. Raises EncodingError for a mistake.
    """
    data = _table_of(text, file)
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
            read.year("source.year", source),
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
            raise EncodingError(self.file, key, _shown(value), expected)
        return value

    def year(self, key: str, table: Table) -> int:
        expected = "a year, such as 2006"
        year = int(self.value(key, table, int, expected))
        if not 0 < year <= LATEST_YEAR:
            raise EncodingError(self.file, key, _shown(year), expected)
        return year

    def text(self, key: str, table: Table) -> str:
        """A text on one line, without control characters."""
        text = " ".join(str(self.value(key, table, str, "a text in quotes")).split())
        return "".join(one if one.isprintable() else "\ufffd" for one in text)

    def whole(self, key: str, table: Table, lowest: int, highest: int) -> int:
        expected = f"a whole number from {lowest} to {highest}"
        value = int(self.value(key, table, int, expected))
        if not lowest <= value <= highest:
            raise EncodingError(self.file, key, _shown(value), expected)
        return value

    def table(self, key: str, table: Table) -> Table:
        found: Table = self.value(key, table, dict, f"a table [{key}]")
        return found

    def choice(self, key: str, table: Table, allowed: Iterable[str]) -> str:
        allowed = list(allowed)
        expected = ", ".join(allowed) or "nothing here"
        value = str(self.value(key, table, str, expected))
        if value not in allowed:
            raise EncodingError(self.file, key, _shown(value), expected)
        return value

    def names(self, key: str, table: Table, allowed: tuple[str, ...]) -> list[str]:
        """A list of names, each at most once; empty where the key is missing."""
        expected = f"a list of {', '.join(allowed)}" if allowed else "nothing here"
        listed = self.value(key, table, list, expected) if key in table else []
        for place, name in enumerate(listed):
            if name not in allowed or name in listed[:place]:
                raise EncodingError(self.file, key, _shown(name), expected + ", each once" * bool(allowed))
        return list(listed)


def _shown(value: object) -> str:
    """A value as an error shows it: cut short if it is long."""
    try:
        text = repr(value)
    except ValueError:  # 0xfff…: Python reads as many such digits as there are, and writes only some
        return "a number too large to write"
    except RecursionError:
        return "values within values"
    return text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 3]}..."
