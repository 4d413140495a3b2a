"""Encodings compared: tables for a terminal, notes on their columns, and remarks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from rich.text import Text

from sudocube.encoder import Formalism
from sudocube.lab.comparison_figures import Figures
from sudocube.lab.strengths import STRENGTHS
from sudocube.report.comparison_measures import SIZES, Measure, measures, number_text
from sudocube.report.comparison_tables import list_names, row_name
from sudocube.report.text_layout import name_table, wrapped
from sudocube.report.words import counted
from sudocube.verdict import Verdict

CPSAT = "CP-SAT (one worker, no presolve)"
"""What makes the full checks of CP-SAT encodings."""
_GAP = 3
"""Blanks between two columns, if there is room."""


def compared_in_words(rows: Sequence[Figures], width: int, notes: Iterable[str] = ()) -> Iterator[Text]:
    """Two tables for each geometry: how large the encodings are; what they infer and what a check costs.

    `notes` are further ones, to stand below those on the columns.
    """
    for place, (geometry, group) in enumerate(groupby(rows, lambda row: row.geometry)):
        some = list(group)
        if place:
            yield Text("")
        yield from wrapped(Text(f"{counted(some[0].puzzles, 'puzzle')} of {geometry}", "bold"), width)
        yield Text("")
        sizes = {row_name(row, [row]): _sizes(row) for row in some}
        headings = [one.heading for one in SIZES]
        yield from name_table("encoding", headings, sizes, width=width, gap=_GAP)
        yield Text("")
        is_sampled = any(row.checked not in (0, row.puzzles) for row in some)
        columns = measures(some)
        headings = [*(one.heading for one in columns), *["checked"] * is_sampled]
        strengths = {row_name(row, some): _strength(row, columns, is_sampled) for row in some}
        yield from name_table("encoding", headings, strengths, width=width, gap=_GAP)
    yield Text("")
    for note in [*column_notes(rows), *notes]:
        yield from wrapped(Text(note, "dim"), width)


def _sizes(row: Figures) -> list[str]:
    """The numbers below SIZES: a CP-SAT model has constraints instead of clauses."""
    clauses = row.clauses if row.clauses is not None else row.constraints
    numbers = [number_text(one, 0) for one in (row.variables, clauses, row.distinct, row.literals)]
    return [*numbers, number_text(row.build_seconds * 1000)]


def _strength(row: Figures, columns: Sequence[Measure], with_checked: bool) -> list[str]:
    """What a row infers and what a check costs, and perhaps how many puzzles were checked in full."""
    return [*(one.shown(row.mean(one.name)) for one in columns), *[f"{row.checked:,}"] * with_checked]


def column_notes(rows: Sequence[Figures], *, in_full: bool = False) -> Iterator[str]:
    """What the columns mean; only for columns that are there. With `in_full`, headings are long ones."""
    cnf = [row for row in rows if row.formalism is Formalism.CNF]
    unit, failed = ("unit propagation", "failed literals") if in_full else ("unit", "failed")
    if cnf:
        yield "literals: of the distinct clauses; ms: processor time in thousandths of a second."
        yield (
            f"{unit}: puzzles that {'it' if in_full else 'unit propagation'} decides (every cell settled,"
            f" or a contradiction); {failed}: the same with failed literals."
        )
    for name in dict.fromkeys(name for row in rows for name in row.strengths):
        one = STRENGTHS[name]
        yield f"{one.title if in_full else one.heading}: {one.says}."
    if len(cnf) < len(rows):
        yield "For CP-SAT, constraints stand for clauses, and branches for decisions."
    if any(row.checked for row in rows):
        by = " and ".join(dict.fromkeys(row.solver for row in cnf)) if cnf else CPSAT
        if 0 < len(cnf) < len(rows):
            by += f", and for the encodings cpsat/… by {CPSAT}"
        yield f"The rest, mean per puzzle: a solution, and whether there is another; by {by}."
    if any(row.is_per_puzzle for row in rows):
        yield "* each puzzle has a formula of its own: mean sizes."


def remarks(rows: Sequence[Figures]) -> Iterator[str]:
    """What the tables do not show, a text line each: what was left out, or went wrong."""
    lists = list_names(rows)
    for row in rows:
        name = row_name(row, rows) if len({one.solver for one in rows}) > 1 else row.encoding
        name += f", {lists[row.list]}" * (len(lists) > 1)
        if row.checked and row.checked < row.puzzles:
            yield (
                f"{name}: {row.checked:,} of {counted(row.puzzles, 'puzzle')} checked in full:"
                " it takes long (--thorough: all of them)"
            )
        if unknown := row.verdicts[Verdict.UNKNOWN]:
            yield f"{name}: {counted(unknown, 'puzzle')} undecided: {'; '.join(row.complaints)}"
        if row.unprobed:
            yield f"{name}: out of time for the failed literals of {counted(row.unprobed, 'puzzle')}"
        for strength, late in row.late.items():
            if late:
                yield f"{name}: out of time for {STRENGTHS[strength].title} of {counted(late, 'puzzle')}"
    known = {row.formalism for row in rows}
    for name in dict.fromkeys(name for row in rows for name in row.strengths):
        if known.isdisjoint(of := STRENGTHS[name].formalisms):
            kinds = " and ".join("CP-SAT" if one is Formalism.CP_SAT else "CNF" for one in of)
            yield f"--strengths {name}: for encodings in {kinds}, and none of those that are compared is"
    for _, group in groupby(rows, lambda row: (row.geometry, row.list)):
        complete = [row for row in group if row.checked == row.puzzles and not row.verdicts[Verdict.UNKNOWN]]
        if len({frozenset(row.verdicts.items()) for row in complete}) > 1:
            found = "; ".join(f"{row_name(row, complete)} {_verdicts(row)}" for row in complete)
            yield f"the encodings do not agree on the verdicts ({found}): one of them is wrong, see prove"


def _verdicts(row: Figures) -> str:
    return ", ".join(f"{row.verdicts[verdict]:,} {verdict}" for verdict in Verdict if row.verdicts[verdict])
