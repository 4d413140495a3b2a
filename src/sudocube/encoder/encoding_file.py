"""From a TOML text to an encoding; the error names each mistake with its line, key and what is allowed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sudocube.cube import Family
from sudocube.encoder.at_most_one import GROUPED
from sudocube.encoder.toml_reader import Table, TomlReader
from sudocube.encoder.vocabulary import OVER, WORDS, Blocks, Citation, Encoding, Formalism, Statement, Words
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
    if not formalism or not variables:  # what may be stated depends on them
        read.table("families", data)
        read.end()
    kind = Formalism(formalism)
    words = WORDS[kind, variables]
    defined = read.table("defined", data) if "defined" in data else None
    encoding = Encoding(
        name=name,
        file=file,
        title=title,
        idea=idea,
        source=citation,
        formalism=kind,
        variables=variables,
        defined=tuple(kind for kind in words.defined if kind in (defined or ())),
        statements=(
            *_of_defined(read, defined or {}, words.defined),
            *_of_families(read, read.table("families", data) or {}, words, defined or {}),
            *(Statement("", "implied", block) for block in read.names("implied", data, words.implied)),
        ),
        per_puzzle=read.choice("per_puzzle", data, words.per_puzzle) if "per_puzzle" in data else "",
    )
    read.end()
    return encoding


def _citation(read: TomlReader, source: Table) -> Citation:
    """Where the encoding was described."""
    read.keys("source", source, ("author", "title", "year"))
    author, title = read.text("source.author", source), read.text("source.title", source)
    return Citation(author, title, read.year("source.year", source))


def _of_defined(read: TomlReader, data: Table, known: Mapping[str, Blocks]) -> Iterator[Statement]:
    """The statements about defined variables."""
    read.keys("defined", data, known)
    for kind in known:
        if kind in data:
            yield from _statements(read, f"defined.{kind}", data, known[kind])


def _of_families(read: TomlReader, data: Table, words: Words, defined: Table) -> Iterator[Statement]:
    """The statements about the families of lines, in the order of the cube."""
    read.keys("families", data, [family.value for family in Family])
    for family in Family:
        if family in data:
            known = words.cell if family is Family.CELL else words.unit
            over = OVER if family is not Family.CELL and "triads" in defined else ()
            yield from _statements(read, f"families.{family}", data, known, over)


def _statements(
    read: TomlReader, key: str, tables: Table, known: Blocks, over: tuple[str, ...] = ()
) -> Iterator[Statement]:
    """The statements of one table: its keys name blocks, and may include `over` and `group_size`."""
    subject, table = key.rpartition(".")[2], read.table(key, tables) or {}
    stated = [says for says in known if says in table]
    sizes = ("group_size",) if any(table[says] in GROUPED for says in stated) else ()
    read.keys(key, table, (*known, *(("over",) if over else ()), *sizes))
    chosen = {says: read.choice(f"{key}.{says}", table, known[says]) for says in stated}
    place = read.choice(f"{key}.over", table, over) if "over" in table else "cells"
    group = read.whole(f"{key}.group_size", table, 2, SIZES[-1]) if "group_size" in table else 0
    for says, block in chosen.items():
        yield Statement(subject, says, block, place, group if block in GROUPED else 0)
