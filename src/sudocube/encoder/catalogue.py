"""The catalogue of encodings: TOML files that choose among named building blocks.

A file says, for each family of lines, how "exactly one" is written; `encodings/README.md` tells the
vocabulary, and `VOCABULARY` here is where it is checked. What a key may hold depends on the formalism
and on the variables, because the blocks do.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from sudocube.cube import Family
from sudocube.encoder.at_most_one import WAYS
from sudocube.errors import EncodingError, UnknownNameError


class Formalism(StrEnum):
    """What an encoding is written in; the value is the file's, `folder` the catalogue's."""

    CNF = "cnf"
    CP_SAT = "cp-sat"

    @property
    def folder(self) -> str:
        """The folder of `encodings/` that holds the encodings of this formalism."""
        return self.value.replace("-", "")


AT_LEAST_ONE = ("clause",)
AT_MOST_ONE = tuple(WAYS)

VOCABULARY: Mapping[tuple[Formalism, str], Mapping[str, tuple[str, ...]]] = {
    (Formalism.CNF, "direct"): {"at_least_one": AT_LEAST_ONE, "at_most_one": AT_MOST_ONE},
    (Formalism.CP_SAT, "boolean"): {"exactly_one": ("exactly-one",)},
    (Formalism.CP_SAT, "integer"): {"exactly_one": ("all-different",)},
}
"""By formalism and variables: the keys that a family may have, and the blocks that each may name."""

CELL_VOCABULARY: Mapping[tuple[Formalism, str], Mapping[str, tuple[str, ...]]] = {
    **VOCABULARY,
    (Formalism.CP_SAT, "integer"): {"exactly_one": ("domain",)},
}
"""The same for the family of the cells: of integer variables, the domain itself says it."""

_TOP_KEYS = ("title", "formalism", "variables", "idea", "source", "families")


@dataclass(frozen=True, slots=True)
class Source:
    """Where an encoding was described: author, title, year."""

    author: str
    title: str
    year: int

    def __str__(self) -> str:
        return f"{self.author}: {self.title} ({self.year})"


@dataclass(frozen=True)
class Encoding:
    """One encoding, as its file states it.

    `name` is `extended` or `cpsat/cube`, or the path of a user's own file. `families` holds, for each
    family of lines that the file speaks of, the block that writes `at_least_one`, `at_most_one` or
    `exactly_one`; what a file leaves out is not written.
    """

    name: str
    file: str
    title: str
    idea: str
    source: Source
    formalism: Formalism
    variables: str
    families: Mapping[Family, Mapping[str, str]]


def root() -> Traversable:
    """The folder of the catalogue: the checkout's where the package is run from one, else the wheel's."""
    checkout = Path(__file__).resolve().parents[3]
    if (checkout / "pyproject.toml").is_file():  # without this test, an installed package would
        return checkout / "encodings"  # look at lib/python3.X, which has an `encodings` of its own
    return files("sudocube") / "encodings"


@cache
def names(formalism: Formalism | None = None) -> tuple[str, ...]:
    """The names in the catalogue, sorted: CNF ones bare, the others with their folder."""
    found: list[str] = []
    for kind in Formalism:
        if formalism in (None, kind):
            prefix = "" if kind is Formalism.CNF else f"{kind.folder}/"
            folder = root() / kind.folder
            stems = sorted(file.name for file in folder.iterdir() if file.name.endswith(".toml"))
            found += [prefix + stem.removesuffix(".toml") for stem in stems]
    return tuple(found)


def load(name: str) -> Encoding:
    """The encoding of that name, or in the file of that path.

    A bare NAME means `cnf/NAME`; CP-SAT ones are `cpsat/NAME`; what ends in `.toml` is a path.
    Raises UnknownNameError, EncodingError on a mistake in the file or where it cannot be read.

    >>> load("minimal").title
    'Minimal encoding'
    """
    if name.endswith(".toml"):
        try:
            return parse(Path(name).read_text("utf-8"), name=name, file=name)
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
            raise EncodingError(name, "", str(reason), "a file that can be read") from None
    bare = name.removeprefix(f"{Formalism.CNF.folder}/")
    if bare not in (names() if bare == name else names(Formalism.CNF)):
        raise UnknownNameError("encoding", name, names())
    path = f"{bare}.toml" if "/" in bare else f"{Formalism.CNF.folder}/{bare}.toml"
    text = root().joinpath(path).read_text("utf-8")
    return parse(text, name=bare, file=f"encodings/{path}")


def parse(text: str, *, name: str, file: str) -> Encoding:
    """The encoding that a TOML text states; raises EncodingError with file, key and what is allowed.

    `file` is what errors call it; nothing is opened.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise EncodingError(file, "", f"a fault in the TOML ({error})", "a TOML file") from None
    _Reader(file).keys("", data, _TOP_KEYS)
    read = _Reader(file)
    formalism = Formalism(read.choice("formalism", data, [kind.value for kind in Formalism]))
    kinds = [variables for kind, variables in VOCABULARY if kind is formalism]
    variables = read.choice("variables", data, kinds)
    source = read.table("source", data)
    read.keys("source", source, ("author", "title", "year"))
    return Encoding(
        name=name,
        file=file,
        title=read.text("title", data),
        idea=" ".join(read.text("idea", data).split()),
        source=Source(
            read.text("source.author", source), read.text("source.title", source), read.year(source)
        ),
        formalism=formalism,
        variables=variables,
        families=_families(read, read.table("families", data), formalism, variables),
    )


def _families(
    read: _Reader, data: Mapping[str, Any], formalism: Formalism, variables: str
) -> dict[Family, dict[str, str]]:
    """The blocks by family, each checked against the vocabulary."""
    read.keys("families", data, [family.value for family in Family])
    families: dict[Family, dict[str, str]] = {}
    for family in Family:
        if family.value not in data:
            continue
        key = f"families.{family}"
        table = read.table(key, data)
        known = (CELL_VOCABULARY if family is Family.CELL else VOCABULARY)[formalism, variables]
        read.keys(key, table, known)
        families[family] = {
            statement: read.choice(f"{key}.{statement}", table, known[statement]) for statement in table
        }
    return families


class _Reader:
    """Takes values out of a table by dotted key, and says precisely what is wrong with them."""

    def __init__(self, file: str) -> None:
        self.file = file

    def keys(self, key: str, table: Mapping[str, Any], allowed: Iterable[str]) -> None:
        for name in table:
            if name not in allowed:
                dotted = f"{key}.{name}" if key else name
                raise EncodingError(self.file, dotted, "an unknown key", ", ".join(allowed))

    def value(self, key: str, table: Mapping[str, Any], kind: type, expected: str) -> Any:  # noqa: ANN401
        name = key.rpartition(".")[2]
        if name not in table:
            raise EncodingError(self.file, key, "nothing", expected)
        value = table[name]
        if not isinstance(value, kind) or isinstance(value, bool):
            raise EncodingError(self.file, key, repr(value), expected)
        return value

    def text(self, key: str, table: Mapping[str, Any]) -> str:
        return str(self.value(key, table, str, "a text in quotes"))

    def year(self, table: Mapping[str, Any]) -> int:
        return int(self.value("source.year", table, int, "a year, such as 2006"))

    def table(self, key: str, table: Mapping[str, Any]) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.value(key, table, dict, f"a table [{key}]")
        return found

    def choice(self, key: str, table: Mapping[str, Any], allowed: Iterable[str]) -> str:
        allowed = list(allowed)
        value = str(self.value(key, table, str, ", ".join(allowed)))
        if value not in allowed:
            raise EncodingError(self.file, key, repr(value), ", ".join(allowed))
        return value
