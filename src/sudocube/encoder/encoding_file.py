"""From a TOML text to an encoding; the error names each mistake with its line, key and what is allowed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from sudocube.cube import Family
from sudocube.encoder.at_most_one import GROUPED
from sudocube.encoder.toml_reader import Table, TomlReader
from sudocube.encoder.vocabulary import (
    OVER,
    WORDS,
    Blocks,
    Citation,
    Encoding,
    Formalism,
    Statement,
    Words,
    blocks_of_any,
    words_of_any,
)
from sudocube.geometry import SIZES
from sudocube.near_names import nearest

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
    source_key, families_key, defined_key = (_name_in(data, key) for key in ("source", "families", "defined"))
    source = read.table(source_key, data)
    citation = Citation("", "", 0) if source is None else _citation(read, source_key, source)
    title, idea = read.text("title", data), read.text("idea", data)
    # What may be stated depends on both. Where one is wrong, all is allowed that may be right.
    words = words_of_any(
        words
        for (kind, of), words in WORDS.items()
        if kind == (formalism or kind) and of == (variables or of)
    )
    defined = (read.table(defined_key, data) if defined_key in data else None) or {}
    families = read.table(families_key, data) or {}
    statements = (
        *_of_defined(read, defined_key, defined, words.defined),
        *_of_families(read, families_key, families, words, defined),
        *(Statement("", "implied", block) for block in read.names("implied", data, words.implied)),
    )
    per_puzzle = read.choice("per_puzzle", data, words.per_puzzle) if "per_puzzle" in data else ""
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
        statements=statements,
        per_puzzle=per_puzzle,
    )


def _name_in(data: Table, key: str) -> str:
    """The name that a table has in a file: another one only if it is missing, and that one is near to it."""
    tables = (name for name, value in data.items() if isinstance(value, dict))
    return key if key in data else next((name for name in tables if nearest(name, _KEYS) == [key]), key)


def _citation(read: TomlReader, key: str, source: Table) -> Citation:
    """Where the encoding was described."""
    read.keys(key, source, ("author", "title", "year"))
    author, title = read.text(f"{key}.author", source), read.text(f"{key}.title", source)
    return Citation(author, title, read.year(f"{key}.year", source))


def _of_defined(read: TomlReader, key: str, data: Table, known: Mapping[str, Blocks]) -> Iterator[Statement]:
    """The statements about defined variables, and those of unknown kinds."""
    read.keys(key, data, known)
    for kind in known:
        if kind in data:
            yield from _statements(read, f"{key}.{kind}", data, known[kind])
    for kind in _tables_beside(data, known):
        yield from _statements(read, f"{key}.{kind}", data, blocks_of_any(known.values()))


def _of_families(
    read: TomlReader, key: str, data: Table, words: Words, defined: Table
) -> Iterator[Statement]:
    """The statements about the families of lines, in the order of the cube, and those of unknown ones."""
    read.keys(key, data, [family.value for family in Family])
    is_meant = "triads" not in defined and any(kind not in words.defined for kind in defined)
    for family in Family:
        if family in data:
            known = words.cell if family is Family.CELL else words.unit
            over = OVER if family is not Family.CELL and "triads" in defined else ()
            yield from _statements(read, f"{key}.{family}", data, known, over, ["over"] * is_meant)
    for name in _tables_beside(data, list(Family)):
        known = blocks_of_any([words.cell, words.unit])
        yield from _statements(read, f"{key}.{name}", data, known, perhaps=["over"])


def _tables_beside(tables: Table, known: Iterable[str]) -> list[str]:
    """The names of the tables that are not known, if any are."""
    known = list(known)
    return [name for name, value in tables.items() if known and name not in known and isinstance(value, dict)]


def _statements(
    read: TomlReader,
    key: str,
    tables: Table,
    known: Blocks,
    over: tuple[str, ...] = (),
    perhaps: Iterable[str] = (),
) -> Iterator[Statement]:
    """The statements of one table: its keys name blocks, and may include `over` and `group_size`.

    The keys in `perhaps` may be right after another mistake is mended.
    """
    subject, table = key.rpartition(".")[2], read.table(key, tables) or {}
    stated = [says for says in known if says in table]
    sizes = ["group_size"] * any(table[says] in GROUPED for says in stated)
    # Perhaps a way with groups is there under a wrong name.
    is_wrong = table.keys() - {*known, "over", "group_size"} or any(
        table[one] not in known[one] for one in stated
    )
    is_meant = is_wrong and any(way in GROUPED for blocks in known.values() for way in blocks)
    perhaps = (*perhaps, *(["group_size"] if is_meant else []))
    read.keys(key, table, (*known, *(["over"] if over else []), *sizes), perhaps)
    chosen = {says: read.choice(f"{key}.{says}", table, known[says]) for says in stated}
    place = read.choice(f"{key}.over", table, over) if over and "over" in table else "cells"
    group = read.whole(f"{key}.group_size", table, 2, SIZES[-1]) if "group_size" in table else 0
    for says, block in chosen.items():
        yield Statement(subject, says, block, place, group if block in GROUPED else 0)
