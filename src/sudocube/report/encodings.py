"""Encodings: the catalogue as a list, one of them in full, its clauses; as rows and as documents.

What the statements say in words and formulas is data: `statements.toml`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, count, groupby, pairwise
from typing import Any

from msgspec import UNSET, field

from sudocube.encoder.at_most_one import PAIRS_UP_TO
from sudocube.encoder.clause_names import (
    Definition,
    NamedClause,
    NumberedClause,
    clauses_by_line,
    definitions_in,
    named_clauses,
)
from sudocube.encoder.cnf import encoded_lines
from sudocube.encoder.variables import Variables
from sudocube.encoder.vocabulary import Encoding, Formalism, Statement
from sudocube.fields import Number, Optional, Positive
from sudocube.geometry import Geometry
from sudocube.report.document import Document, Section, Sentence, Tone, Toned, sentences
from sudocube.report.row import Row, filled, row_type
from sudocube.report.words import counted, texts

SHOWN_AT_MOST = 3
"""How many clauses of a kind are shown; the rest is counted."""


class ClauseRow(Row, kw_only=True):
    """A clause, what it is of, and what it says there."""

    number: Optional[Positive] = UNSET
    """The number of the clause, from 1. For example: 1."""
    clause: list[int]
    """The clause: numbers of variables, negative where negated. For example: [-1, -5]."""
    literals: list[str]
    """The literals of the clause by name. For example: ["¬x[r1c1,1]", "¬x[r1c2,1]"]."""
    family: str
    """A family of lines; what it defines; or implied, clue, own, learned. For example: "row"."""
    line: str
    """The line, cell or triad that it is of. For example: "row 1, digit 1"."""
    says: str
    """What it says there. For example: "at most one", "definition"."""
    way: str
    """The building block that wrote it. For example: "pairwise"."""
    defines: list[row_type(Definition)]  # type: ignore[valid-type]
    """The auxiliary variables that it defines. For example: []."""


class VariablesRow(Row, kw_only=True):
    """The variables of one kind."""

    kind: str
    """The kind. For example: "direct"."""
    first: int = field(name="from")
    """The number of the first; CP-SAT counts from 0. For example: 1."""
    last: int = field(name="to")
    """The number of the last one. For example: 729."""
    meaning: str
    """What they stand for. For example: "x[r,c,d]: the cell at row r, column c holds d"."""


class SampleRow(Row):
    """A clause or a constraint by names and by numbers."""

    names: str
    """By the names of its variables. For example: "¬x[r1c1,1] ∨ ¬x[r1c1,2]"."""
    numbers: str
    """By their numbers; a clause as in DIMACS. For example: "-1 -2 0"."""


class StatementRow(Row, kw_only=True):
    """What one statement of an encoding says, and what it comes to."""

    key: str
    """Its key in the file. For example: "families.cell.at_least_one"."""
    block: str
    """The building block that writes it. For example: "pairwise"."""
    says: str
    """What it says, in words. For example: "Each cell holds at least one digit."."""
    formulas: list[str]
    """The same as formulas. For example: ["∀ r,c:  x[r,c,1] ∨ … ∨ x[r,c,n]"]."""
    clauses: Optional[Number] = UNSET
    constraints: Optional[Number] = UNSET
    distinct: int | None
    """How many clauses no earlier one has; null in CP-SAT. For example: 81, null."""
    auxiliary: int
    """How many auxiliary variables it adds. For example: 0."""
    line: str
    """What the sample is of. For example: "row 1, digit 1", "one constraint", ""."""
    sample: list[SampleRow]
    """What it says of that line. For example: []."""


LiteralName = Callable[[int], str]
"""Gives what a literal stands for: `x[r1c1,5]` or `¬x[r1c1,5]`."""


def in_names(clause: Iterable[int], name_of: LiteralName) -> str:
    """A clause by the names of its literals; the empty clause is "false"."""
    return " ∨ ".join(map(name_of, clause)) or "false"


def clause_row(named: NamedClause, name_of: LiteralName, number: int | None = None) -> ClauseRow:
    """The row of a clause, with its number if it is given."""
    literals = [*map(name_of, named.clause)]
    return filled(ClauseRow, named.name, named, number=number, literals=literals)


def clause_rows(
    encoding: Encoding, geometry: Geometry, clauses: Iterable[NumberedClause] | None = None
) -> Iterator[ClauseRow]:
    """A row for each clause of an encoding; or for some of them, such as `clauses_of` finds.

    Raises UnsupportedError where the encoding is not in CNF.
    """
    name_of = Variables(encoding, geometry).literal_name
    every = enumerate(named_clauses(encoding, geometry), 1)
    return (clause_row(named, name_of, number) for number, named in (every if clauses is None else clauses))


def listed_document(encodings: Iterable[Encoding]) -> Document:
    """Each encoding by its name, its title and its source."""

    def lines(one: Encoding) -> list[Sentence]:
        title = (Toned(one.name, Tone.STRONG), f"  {one.title}")
        return [Sentence(title, 2), Sentence((Toned(f"{one.source}", Tone.QUIET),), 6, 6)]

    groups = groupby(encodings, lambda one: one.formalism)
    return [Section((name,), [*chain.from_iterable(map(lines, group))]) for name, group in groups]


@dataclass(frozen=True)
class ShownEncoding:
    """An encoding in full, for grids of one geometry."""

    in_row = (
        "encoding.name encoding.formalism encoding.title encoding.source encoding.idea geometry.size"
        " box=geometry.box_name variables encoding.per_puzzle statements"
    )

    encoding: Encoding
    geometry: Geometry

    @cached_property
    def statements(self) -> list[StatementRow]:
        """What it says, one statement after the other. For example: []."""
        is_cnf = self.encoding.formalism is Formalism.CNF
        sizes = (_clauses if is_cnf else _constraints)(self.encoding, self.geometry)
        return [
            filled(StatementRow, statement, **size, **statement_in_words(statement, self.encoding))
            for statement, size in zip(self.encoding.statements, sizes, strict=True)
        ]

    @cached_property
    def variables(self) -> list[VariablesRow]:
        """The variables by kind. For example: []."""
        variables, meanings = Variables(self.encoding, self.geometry), texts("statements")["meanings"]
        auxiliary = "own auxiliary" if self.encoding.own else "auxiliary"
        first = {**variables.first, auxiliary: variables.declared + 1}
        end = variables.declared + 1 + sum(one.auxiliary for one in self.statements)
        is_cnf, found = self.encoding.formalism is Formalism.CNF, []
        for kind, (low, after) in zip(first, pairwise([*first.values(), end]), strict=True):
            meaning, high = meanings[kind], after - 1
            if is_cnf and kind != auxiliary:
                meaning += f" ({variables.name(low)} is {low}, {variables.name(high)} is {high})"
            numbers = {"first": low - (not is_cnf), "last": high - (not is_cnf)}  # CP-SAT counts from 0
            if low <= high:
                found.append(VariablesRow(kind=kind.split()[-1], meaning=meaning, **numbers))
        return found

    def document(self) -> Document:
        """Idea, variables, statements, each with the first clauses of one line."""
        encoding, rows = self.encoding, self.statements
        variables = (f"{one.first:,} to {one.last:,}: {one.meaning}" for one in self.variables)
        said = [sentence for one in rows for sentence in _statement(one)]
        notes = texts("statements")["notes"]
        note = notes[encoding.per_puzzle or "formulas"]
        said += [Sentence((f"In all: {_how_much(rows)}.",), 2), Sentence((Toned(note, Tone.QUIET),), 2, 2)]
        kind = ", ".join(filter(None, (encoding.name, encoding.formalism, encoding.per_puzzle)))
        return [
            Sentence((Toned(encoding.title, Tone.STRONG), f"  {kind}")),
            Sentence((Toned(str(encoding.source), Tone.QUIET),), hanging=0),
            Sentence((encoding.idea,), hanging=0),
            Section((f"Variables, for a grid of {self.geometry}",), sentences(variables, indent=2)),
            Section(("What it says, with the clauses of one line each",), said),
        ]


def _statement(row: StatementRow) -> Iterator[Sentence]:
    """What a statement says, as formulas, too, and the first clauses of one line, by names and by numbers."""
    yield Sentence((row.says,), 2)
    for formula in row.formulas:
        yield Sentence((Toned(formula, Tone.STRONG),), 4, 6)
    yield Sentence((Toned(_how_much([row]), Tone.QUIET),), 4)
    yield from [Sentence((f"{row.line}:",), 4)] * bool(row.sample)
    samples = [Sentence((one.names, Toned(f"  {one.numbers}", Tone.QUIET)), 6, 8) for one in row.sample]
    yield from first_few(samples, len(samples))


def first_few(some: Sequence[Sentence], count: int) -> list[Sentence]:
    """The first of so many clauses, and how many more there are."""
    more = [f"… and {count - SHOWN_AT_MOST:,} more"] * (count > SHOWN_AT_MOST)
    return [*some[:SHOWN_AT_MOST], *sentences(more, indent=some[0].indent if some else 0)]


def _how_much(rows: Sequence[StatementRow]) -> str:
    """How many clauses, of which how many differ from earlier ones, and how many auxiliary variables."""
    noun = "constraint" if rows[0].distinct is None else "clause"
    names = (f"{noun}s", "distinct", "auxiliary")
    count, distinct, auxiliary = (sum(getattr(row, name) or 0 for row in rows) for name in names)
    said = [counted(count, noun), f"{distinct:,} distinct" * (noun == "clause" and distinct < count)]
    return ", ".join(filter(None, [*said, counted(auxiliary, "auxiliary variable") * bool(auxiliary)]))


def every_clause(encoding: Encoding, geometry: Geometry) -> Section:
    """All clauses, each with its number, by names and by numbers, below what each line is."""
    name_of = Variables(encoding, geometry).literal_name
    blocks, numbers = list[Sentence](), count(1)
    for name, clauses in clauses_by_line(named_clauses(encoding, geometry)):
        blocks.append(Sentence((Toned(str(name), Tone.STRONG),), 2))
        definitions = (f"{one.name}, {one.number}: {one.means}" for one in definitions_in(clauses))
        blocks += sentences(definitions, indent=4)
        for clause, its_name in clauses:
            words = f"{next(numbers):>6,}  {in_names(clause, name_of)}"
            defined = ", ".join(one.name for one in its_name.defines)
            more = f"  defines {defined}" * bool(defined) + f"  {in_numbers(clause)}"
            blocks.append(Sentence((words, Toned(more, Tone.QUIET)), 2, 10))
    return Section(("Every clause, by names and by numbers",), blocks)


def in_numbers(clause: Iterable[int]) -> str:
    """A clause as in DIMACS."""
    return " ".join(map(str, [*clause, 0]))


def _clauses(encoding: Encoding, geometry: Geometry) -> Iterator[dict[str, Any]]:
    """The clauses of each statement, counted; the sample is the first line that has some."""
    name_of = Variables(encoding, geometry).literal_name
    seen: set[frozenset[int]] = set()
    lines = [*encoded_lines(encoding, geometry)]
    for statement in encoding.statements:
        of = [line for line in lines if line.statement == statement and line.clauses]
        before, first = len(seen), of[0].clauses if of else ()
        seen.update(frozenset(clause) for line in of for clause in line.clauses)
        yield {
            "clauses": sum(len(line.clauses) for line in of),
            "distinct": len(seen) - before,
            "auxiliary": sum(len(line.auxiliary) for line in of),
            "line": of[0].place if of else "",
            "sample": [SampleRow(in_names(one, name_of), in_numbers(one)) for one in first],
        }


def _constraints(encoding: Encoding, geometry: Geometry) -> Iterator[dict[str, Any]]:
    """The constraints of each statement, from a series of models that each have one statement more."""
    from sudocube.encoder.cpsat_model import cpsat_model
    from sudocube.lab.constraints import constraints_of

    constraints, variables = 0, Variables(encoding, geometry).declared
    for number, _ in enumerate(encoding.statements, 1):
        cp = cpsat_model(replace(encoding, statements=encoding.statements[:number]), geometry).cp
        names = [one.name or f"a[{place}]" for place, one in enumerate(cp.proto.variables)]
        new = constraints_of(cp)[constraints:]
        shown = new[: encoding.model is None]
        yield {
            "constraints": len(new),
            "auxiliary": len(names) - variables,
            "line": "one constraint",
            "sample": [SampleRow(one.in_words(names.__getitem__), one.in_words(str)) for one in shown],
        }
        constraints, variables = constraints + len(new), len(names)


def statement_in_words(statement: Statement, encoding: Encoding) -> dict[str, Any]:
    """A statement as a sentence (`says`), and as `formulas`."""
    words, block, subject = texts("statements"), statement.block, statement.subject
    way, *templates = (text.replace("PAIRS", str(PAIRS_UP_TO)) for text in words["ways"].get(block, ("",)))
    variables = "" if encoding.variables == "direct" else " of cells"
    keys = (f"{subject or encoding.formalism} {statement.says}", block + variables, block)
    if found := next((words["said"][key] for key in keys if key in words["said"]), None):
        plural = "boxes" if subject == "box" else f"{subject}s"
        sentence, *formulas = (text.format(subject, plural) for text in found)
        sentence += way * (subject == "triads" and block != "pairwise")
    else:
        line = words["lines"][subject + f" over {statement.over}" * (statement.over != "cells")]
        how = statement.says.replace("_one", "").replace("_", " ")
        group = f" ({statement.group_size} to a group)" if statement.group_size else ""
        sentence = line["says"].format(how) + way + group
        places = {place: line["element"].format(place) for place in ("i", "j", "i+1")}
        ends = {"first": line["element"].format(1), "n": line["element"].format(line["last"])}
        first, *rest = (template.format(**places, **ends) for template in templates)
        colon = "" if first.startswith(",") else ":  "
        formulas = [f"∀ {line['over']}{colon}{first}", *rest]
    return {"says": f"{sentence}.", "formulas": formulas}
