"""Encodings compared: tables for a terminal, JSON rows, and remarks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.text import Text

from sudocube.encoder import Formalism
from sudocube.lab.comparing import Figures
from sudocube.lab.encoding_measurement import SOLVER
from sudocube.report.json_rows import Row, size_row
from sudocube.report.text_layout import name_table, wrapped
from sudocube.report.words import counted
from sudocube.verdict import Verdict

SIZES = ("variables", "clauses", "distinct", "literals", "build ms")
CPSAT = "CP-SAT (one worker, no presolve)"
"""What makes the full checks of CP-SAT encodings."""
_GAP = 3
"""Blanks between two columns, if there is room."""

STRENGTH = ("unit", "failed", "decisions", "conflicts", "propag.", "ms")


def compared_row(figures: Figures) -> Row:
    """The row of `encodings compare --json`; seconds are processor time, means are per puzzle."""
    is_cnf = figures.formalism is Formalism.CNF
    return {
        "encoding": figures.encoding,
        "formalism": figures.formalism,
        **size_row(figures.geometry),
        "puzzles": figures.puzzles,
        "per_puzzle": figures.is_per_puzzle,
        "variables": _rounded(figures.variables),
        "clauses": _rounded(figures.clauses),
        "distinct": _rounded(figures.distinct),
        "literals": _rounded(figures.literals),
        "constraints": _rounded(figures.constraints),
        "build_seconds": _rounded(figures.build_seconds, 6),
        "unit_propagation": _rounded(figures.unit_propagation, 6),
        "failed_literals": _rounded(figures.failed_literals, 6),
        "unprobed": figures.unprobed,
        "solver": SOLVER if is_cnf else "cp-sat",
        "checked": figures.checked,
        "decisions": _rounded(figures.decisions),
        "conflicts": _rounded(figures.conflicts),
        "propagations": _rounded(figures.propagations),
        "seconds": _rounded(figures.seconds, 6),
        "verdicts": {verdict: count for verdict in Verdict if (count := figures.verdicts[verdict])},
    }


def _rounded(number: float | None, places: int = 3) -> float | None:
    """A mean rounded to so many decimal places; integers stay as they are."""
    return round(number, places) if isinstance(number, float) else number


def compared_in_words(rows: Sequence[Figures], width: int) -> Iterator[Text]:
    """Two tables for each geometry: how large the encodings are; what they infer and what a check costs."""
    for place, (geometry, group) in enumerate(groupby(rows, lambda row: row.geometry)):
        some = list(group)
        if place:
            yield Text("")
        yield from wrapped(Text(f"{counted(some[0].puzzles, 'puzzle')} of {geometry}", "bold"), width)
        yield Text("")
        sizes = {_name(row): _sizes(row) for row in some}
        yield from name_table("encoding", SIZES, sizes, width=width, gap=_GAP)
        yield Text("")
        is_sampled = any(row.checked not in (0, row.puzzles) for row in some)
        headings = (*STRENGTH, "checked") if is_sampled else STRENGTH
        strengths = {_name(row): _strength(row)[: len(headings)] for row in some}
        yield from name_table("encoding", headings, strengths, width=width, gap=_GAP)
    yield Text("")
    for note in _notes(rows):
        yield from wrapped(Text(note, "dim"), width)


def _name(row: Figures) -> str:
    return row.encoding + ("*" if row.is_per_puzzle else "")


def _sizes(row: Figures) -> list[str]:
    """The numbers below SIZES; a CP-SAT model has constraints instead of clauses."""
    clauses = row.clauses if row.clauses is not None else row.constraints
    numbers = [_number(one, 0) for one in (row.variables, clauses, row.distinct, row.literals)]
    return [*numbers, _number(row.build_seconds * 1000)]


def _strength(row: Figures) -> list[str]:
    """The numbers below STRENGTH, and how many puzzles were checked in full."""
    shares = [
        "" if share is None else f"{share:.1%}".replace("%", " %")
        for share in (row.unit_propagation, row.failed_literals)
    ]
    means = [_number(one) for one in (row.decisions, row.conflicts, row.propagations)]
    milliseconds = None if row.seconds is None else row.seconds * 1000
    return [*shares, *means, _number(milliseconds), f"{row.checked:,}"]


def _number(number: float | None, places: int = 1) -> str:
    """A number; above 100, without decimal places."""
    if number is None:
        return ""
    return f"{number:,.{places if number < 100 else 0}f}"


def _notes(rows: Sequence[Figures]) -> Iterator[str]:
    """What the columns mean; only for columns that are in the tables."""
    cnf = [row for row in rows if row.formalism is Formalism.CNF]
    if cnf:
        yield "literals: of the distinct clauses; ms: processor time in thousandths of a second."
        yield (
            "unit: puzzles that unit propagation decides (every cell settled, or a contradiction);"
            " failed: the same with failed literals."
        )
    if len(cnf) < len(rows):
        yield "For CP-SAT, constraints stand for clauses, and branches for decisions."
    if any(row.checked for row in rows):
        by = SOLVER if cnf else CPSAT
        if 0 < len(cnf) < len(rows):
            by += f", and for the encodings cpsat/… by {CPSAT}"
        yield f"The rest, mean per puzzle: a solution, and whether there is another; by {by}."
    if any(row.is_per_puzzle for row in rows):
        yield "* each puzzle has a formula of its own: mean sizes."


def remarks(rows: Sequence[Figures]) -> Iterator[str]:
    """What the tables do not show, a text line each: what was left out, or went wrong."""
    for row in rows:
        if row.checked and row.checked < row.puzzles:
            yield (
                f"{row.encoding}: {row.checked:,} of {counted(row.puzzles, 'puzzle')} checked in full:"
                " it takes long (--thorough: all of them)"
            )
        if unknown := row.verdicts[Verdict.UNKNOWN]:
            yield f"{row.encoding}: {counted(unknown, 'puzzle')} undecided: {'; '.join(row.complaints)}"
        if row.unprobed:
            yield f"{row.encoding}: out of time for the failed literals of {counted(row.unprobed, 'puzzle')}"
    for _, group in groupby(rows, lambda row: row.geometry):
        complete = [row for row in group if row.checked == row.puzzles and not row.verdicts[Verdict.UNKNOWN]]
        if len({frozenset(row.verdicts.items()) for row in complete}) > 1:
            found = "; ".join(f"{row.encoding} {_verdicts(row)}" for row in complete)
            yield f"the encodings do not agree on the verdicts ({found}): one of them is wrong, see prove"


def _verdicts(row: Figures) -> str:
    return ", ".join(f"{row.verdicts[verdict]:,} {verdict}" for verdict in Verdict if row.verdicts[verdict])
