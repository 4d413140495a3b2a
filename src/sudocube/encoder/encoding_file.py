"""From a TOML text to an encoding; the error names each mistake with its line, key and what is allowed.

What may be stated depends on the formalism and the variables: where one of these is wrong, the mistakes in
the statements are told when it is mended.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudocube.cube import Family
from sudocube.encoder.at_most_one import GROUPED
from sudocube.encoder.toml_reader import Table, TomlReader
from sudocube.encoder.vocabulary import OVER, WORDS, Blocks, Citation, Encoding, Formalism, Statement
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
