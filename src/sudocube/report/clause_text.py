"""Clauses with their names: in words, line by line, and as JSON rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from rich.text import Text

from sudocube.encoder import Encoding
from sudocube.encoder.clause_names import (
    ClauseName,
    Definition,
    NamedClause,
    clauses_by_line,
    definitions_in,
    named_clauses,
)
from sudocube.encoder.clause_places import NumberedClause
from sudocube.encoder.variables import Variables
from sudocube.geometry import Geometry
from sudocube.report.json_rows import Row
from sudocube.report.text_layout import NARROWEST, wrapped

LiteralName = Callable[[int], str]
"""Gives what a literal stands for: `x[r1c1,5]` or `¬x[r1c1,5]`."""


def clause_in_words(clause: Iterable[int], name_of: LiteralName) -> str:
    """A clause by the names of its literals; the empty clause is "false"."""
    return " ∨ ".join(map(name_of, clause)) or "false"


def clause_row(named: NamedClause, name_of: LiteralName) -> Row:
    """A clause with its name, as a JSON row or a part of one."""
    clause, name = named
    return {
        "clause": list(clause),
        "literals": [*map(name_of, clause)],
        "family": name.family,
        "line": name.line,
        "says": name.says,
        "way": name.way,
        "defines": [one._asdict() for one in name.defines],
    }


def clause_rows(
    encoding: Encoding, geometry: Geometry, clauses: Iterable[NumberedClause] | None = None
) -> Iterator[Row]:
    """A row for each clause of `encodings show --all --json`, with its number, from 1.

    `clauses` are some of them, such as `clauses_of` finds. Raises UnsupportedError where the encoding is not
    in CNF.
    """
    name_of = Variables(encoding, geometry).literal_name
    all_clauses = enumerate(named_clauses(encoding, geometry), 1)
    for number, named in all_clauses if clauses is None else clauses:
        yield {"number": number, **clause_row(named, name_of)}


def clauses_in_words(encoding: Encoding, geometry: Geometry, width: int) -> Iterator[list[Text]]:
    """All clauses, each with its number, by names and by numbers; a heading, then the text lines of
    each line.

    Raises UnsupportedError where the encoding is not in CNF.
    """
    name_of = Variables(encoding, geometry).literal_name
    yield [Text(""), *wrapped(Text("Every clause, by names and by numbers", "bold"), width)]
    number = 1
    for name, clauses in clauses_by_line(named_clauses(encoding, geometry)):
        yield [*_line_in_words(name, clauses, name_of, number, width)]
        number += len(clauses)


def _line_in_words(
    name: ClauseName, clauses: list[NamedClause], name_of: LiteralName, number: int, width: int
) -> Iterator[Text]:
    """The name of a line, what its auxiliary variables stand for, and its clauses, numbered from `number`."""
    yield from wrapped(Text(str(name), "italic"), width, "  ")
    for one in definitions_in(clauses):
        yield from wrapped(Text(definition_in_words(one), "dim"), width, "    ", "      ")
    for place, (clause, its_name) in enumerate(clauses, number):
        defined = ", ".join(one.name for one in its_name.defines)
        remark = f"  defines {defined}" if defined else ""
        names = Text.assemble(clause_in_words(clause, name_of), (remark, "dim"))
        yield from names_and_numbers(names, " ".join(map(str, [*clause, 0])), width, f"  {place:>6,}  ")


def definition_in_words(defined: Definition) -> str:
    """What a variable stands for: "a[1], 65: true if x[r1c1,1] is true"."""
    return f"{defined.name}, {defined.number}: {defined.means}"


def names_and_numbers(names: Text, numbers: str, width: int, margin: str = "    ") -> Iterator[Text]:
    """A clause by names and by numbers, on one text line if there is room."""
    gap = width - len(margin) - names.cell_len - len(numbers)
    if gap >= 2:
        yield Text.assemble(margin, names, " " * gap, (numbers, "cyan"))
        return
    hanging = " " * len(margin)
    if width - len(margin) < NARROWEST:
        yield Text(margin.rstrip())
        margin = hanging = "    "
    yield from wrapped(names, width, margin, hanging)
    yield from wrapped(Text(numbers, "cyan"), width, f"{hanging}    ")
