"""Encodings in words and as JSON rows: the whole catalogue as a list, or one encoding in full."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from rich.text import Text

from sudocube.cube import cube
from sudocube.encoder import Encoding, Formalism
from sudocube.encoder.variables import Variables
from sudocube.encoder.vocabulary import OWN
from sudocube.geometry import Geometry
from sudocube.report.clause_text import names_and_numbers
from sudocube.report.encoding_statements import StatementSummary, summaries
from sudocube.report.json_rows import Row, size_row
from sudocube.report.text_layout import NARROWEST, name_table, wrapped

CLAUSES_AT_MOST = 8
"""How many sample clauses of a line are shown; the rest is counted."""

MEANINGS = {
    "direct": "x[r,c,d]: the cell at row r, column c holds d",
    "order": "y[r,c,k]: the cell holds at most k",
    "binary": "b[r,c]: the bits of d - 1, the lowest first",
    "triads": "t[l,b,d]: d stands where line l and box b meet",
    "integer": "v[r,c]: the digit that the cell holds",
}
NOTES = {
    "n": "n is the size",
    "b.": "b.i is the i-th cell of box b",
    "u.": "u.i is the i-th cell of u",
    "m]": "m is the number of places in a unit or triad that is made of fewer than n",
    "AMO": "AMO(…) says that at most one is true",
}
"""Notes below the formulas: each is shown if its key occurs in one of them."""


def listed_row(encoding: Encoding) -> Row:
    """The row of an encoding in `encodings list --json`."""
    return {
        "name": encoding.name,
        "formalism": encoding.formalism,
        "title": encoding.title,
        "source": str(encoding.source),
    }


def listed_in_words(encodings: Sequence[Encoding], width: int) -> Iterator[Text]:
    """Two text lines for each encoding: its name and title, and its source."""
    first = max(len(encoding.name) for encoding in encodings) + 2
    for formalism, group in groupby(encodings, lambda encoding: encoding.formalism):
        if formalism is not encodings[0].formalism:
            yield Text("")
        yield Text(f"{formalism}", "bold")
        for encoding in group:
            name = Text(encoding.name.ljust(first), "bold cyan")
            if width - first < NARROWEST:  # then the name has a line of its own
                yield Text(encoding.name, "bold cyan")
                name = Text("  ")
            yield from wrapped(Text(encoding.title), width, name)
            yield from wrapped(Text(str(encoding.source), "dim"), width, " " * len(name))


def shown_row(encoding: Encoding, geometry: Geometry) -> Row:
    """The row of `encodings show --json`; each sample clause is given by names and by numbers."""
    statements = list(summaries(encoding, geometry))
    return {
        **listed_row(encoding),
        "idea": encoding.idea,
        **size_row(geometry),
        "variables": [
            {"kind": kind, "from": first, "to": last, "meaning": meaning}
            for kind, first, last, meaning in _numbering(encoding, geometry, statements)
        ],
        "per_puzzle": encoding.per_puzzle or None,
        "statements": [
            {
                "key": one.statement.key,
                "block": one.statement.block,
                "says": one.sentence,
                "formulas": list(one.formulas),
                "constraints" if one.new is None else "clauses": one.count,
                "distinct": one.new,
                "auxiliary": one.auxiliary,
                "line": one.place,
                "sample": [{"names": names, "numbers": numbers} for names, numbers in one.sample],
            }
            for one in statements
        ],
    }


def shown_in_words(
    encoding: Encoding, geometry: Geometry, width: int, *, samples: bool = True
) -> Iterator[Text]:
    """One encoding in full: idea, variables, statements and counts; with `samples`, clauses of some lines."""
    statements = list(summaries(encoding, geometry))
    yield from wrapped(
        Text.assemble((encoding.title, "bold"), f"  {encoding.name}, {encoding.formalism}"), width
    )
    yield from wrapped(Text(str(encoding.source), "dim"), width)
    yield Text("")
    yield from wrapped(Text(encoding.idea), width)
    yield Text("")
    yield from wrapped(Text(f"Variables, for a grid of {geometry}", "bold"), width)
    for _, first, last, meaning in _numbering(encoding, geometry, statements):
        numbers = f"  {first:,} to {last:,}".ljust(18)
        if width - len(numbers) < NARROWEST:  # then they have a line of their own
            yield Text(numbers.rstrip())
            numbers = "    "
        yield from wrapped(Text(meaning), width, numbers)
    yield Text("")
    yield Text("What it says", "bold")
    for one in statements:
        yield from wrapped(Text(one.sentence), width, "  ")
        for formula in one.formulas:
            yield from wrapped(Text(formula, "cyan"), width, "    ")
    formulas = " ".join(formula for one in statements for formula in one.formulas)
    formulas = formulas.replace("m,", "m],")  # m in t[m,b,d] needs the note, too
    if notes := "; ".join(note for sign, note in NOTES.items() if sign in formulas):
        yield from wrapped(Text(f"{notes}.", "dim"), width, "  ")
    yield Text("")
    for line in _counts(encoding, statements, width - 2):
        yield Text("  ").append_text(line)
    if encoding.per_puzzle:
        note = "For each puzzle, what its clues settle is taken out of these: fewer variables, fewer clauses."
        yield from wrapped(Text(note), width, "  ")
    if samples:
        yield Text("")
        yield from _samples(statements, width)


def _numbering(
    encoding: Encoding, geometry: Geometry, statements: Iterable[StatementSummary]
) -> Iterator[tuple[str, int, int, str]]:
    """The kinds of variables, each with its first and last number; CP-SAT counts from 0."""
    if encoding.formalism is Formalism.CP_SAT:
        kinds = (encoding.variables, *encoding.defined)
        n, cells = geometry.size, geometry.cell_count
        triads = len(cube(geometry).triads) * n
        counts = {"direct": cells * n, "integer": cells, "triads": triads}
        top = 0
        for kind in kinds:
            yield kind, top, top + counts[kind] - 1, MEANINGS[kind]
            top += counts[kind]
    else:
        variables = Variables(encoding, geometry)
        firsts = [*variables.first.values(), variables.declared + 1]
        for kind, first, after in zip(variables.first, firsts, firsts[1:], strict=False):
            example = f"{variables.name(first)} is {first}, {variables.name(after - 1)} is {after - 1}"
            yield kind, first, after - 1, f"{MEANINGS[kind]} ({example})"
        top = variables.declared + 1
    if auxiliary := sum(one.auxiliary for one in statements):
        of = "" if encoding.own else ", each of one line of one statement"
        yield "auxiliary", top, top + auxiliary - 1, f"a[k]: auxiliary{of}"


def _counts(encoding: Encoding, statements: Sequence[StatementSummary], width: int) -> Iterator[Text]:
    """The table of counts: a row for each statement, and their sums."""
    is_cnf = encoding.formalism is Formalism.CNF
    headings = ("clauses", "distinct", "aux. variables") if is_cnf else ("constraints", "aux. variables")
    rows = {
        f"{one.statement}": [one.count, *([one.new or 0] if is_cnf else []), one.auxiliary]
        for one in statements
    }
    rows["in all"] = [sum(column) for column in zip(*rows.values(), strict=True)]
    shown = {name: [f"{number:,}" for number in numbers] for name, numbers in rows.items()}
    yield from name_table("", headings, shown, width=width)


def _samples(statements: Sequence[StatementSummary], width: int) -> Iterator[Text]:
    """The clauses of one line for each way of writing a statement."""
    is_own = any(one.statement == OWN for one in statements)
    if is_own and not any(one.sample for one in statements):
        return
    what = "The first clauses" if is_own else "One line of each kind"
    yield from wrapped(Text(f"{what}, by names and by numbers", "bold"), width)
    shown: set[tuple[object, ...]] = set()
    for one in statements:
        statement = one.statement
        over = statement.over if statement.subject != "triads" else statement.subject
        how = (statement.says, statement.block, over)
        if how in shown or not one.sample:
            continue
        shown.add(how)
        if one.place:
            kind = Text(f"{one.place}: {statement.says.replace('_', ' ')}, {statement.block}", "italic")
            yield from wrapped(kind, width, "  ")
        for names, numbers in one.sample[:CLAUSES_AT_MOST]:
            yield from names_and_numbers(Text(names), numbers, width)
        if len(one.sample) > CLAUSES_AT_MOST:
            yield Text(f"    … and {len(one.sample) - CLAUSES_AT_MOST:,} more", "dim")
