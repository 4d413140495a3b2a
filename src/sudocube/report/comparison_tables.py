"""Encodings compared, in tables: for a terminal, and as those of a paper, as text and in Markdown.

With several lists, each measure has columns for all of them. With intervals, each measure has a table of its
own, and under it the order of the encodings, with what is within noise.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import PurePath

from rich.text import Text

from sudocube.encoder import Formalism
from sudocube.lab.comparing import Figures
from sudocube.lab.intervals import (
    DRAWS,
    FEWEST_PUZZLES,
    LEVEL,
    SURE_PUZZLES,
    SURE_REPEATS,
    Ranked,
    ranking,
    spread,
)
from sudocube.lab.strengths import EFFORTS, INFERENCES, MEASURES, Measure
from sudocube.report.text_layout import name_table, wrapped
from sudocube.report.words import counted
from sudocube.verdict import Verdict

CPSAT = "CP-SAT (one worker, no presolve)"
"""What makes the full checks of CP-SAT encodings."""
_GAP = 3
"""Blanks between two columns, if there is room."""

_PERCENT = f"{100 * LEVEL:.0f} %"

NEXT, NEAR, OPEN = ", then ", " ~ ", " ? "
"""Between two encodings in an order: the first one is better, within noise, and not known."""

SIZES = (
    Measure("variables", "variables", "variables"),
    Measure("clauses", "clauses", "clauses"),
    Measure("distinct", "distinct", "distinct clauses"),
    Measure("literals", "literals", "literals"),
    Measure("build_seconds", "build ms", "ms to write", factor=1000),
)


def shown(measure: Measure, number: float | None, *, finely: bool = False) -> str:
    """A number as tables have it; nothing for None. `finely`, below 10 it has two decimal places."""
    if number is None:
        return ""
    if measure.is_share:
        return f"{100 * number:.1f} %"
    if finely and not isinstance(number, int) and number * measure.factor < 10:
        return f"{number * measure.factor:.2f}"
    return number_text(number * measure.factor, 0 if isinstance(number, int) else 1)


def number_text(number: float | None, places: int = 1) -> str:
    """A number; above 100, without decimal places.

    >>> number_text(12.345), number_text(1234.5), number_text(None)
    ('12.3', '1,234', '')
    """
    if number is None:
        return ""
    return f"{number:,.{places if number < 100 else 0}f}"


def measures(rows: Sequence[Figures]) -> list[Measure]:
    """What is measured of each puzzle, in the order of the columns; strengths where they were asked for."""
    asked = dict.fromkeys(name for row in rows for name in row.strengths)
    return [MEASURES[name] for name in (*INFERENCES, *asked, *EFFORTS)]


@dataclass(frozen=True, slots=True)
class PaperTable:
    """One table: columns of text, each with a heading, and perhaps another heading over a group of them.

    `title` says what the table shows, `notes` what is to be said under it. `rows` have a name and the cells.
    """

    title: str
    columns: tuple[tuple[str, str], ...]
    rows: Mapping[str, tuple[str, ...]]
    notes: tuple[str, ...] = ()


def row_name(row: Figures, rows: Sequence[Figures]) -> str:
    """The name of a row: the encoding, and the solver where an encoding has several.

    A mark shows that each puzzle has a formula of its own.
    """
    same = {one.solver for one in rows if one.encoding == row.encoding}
    return row.encoding + "*" * row.is_per_puzzle + f"@{row.solver}" * (len(same) > 1)


def rows_of(rows: Sequence[Figures], measure: str) -> list[Figures]:
    """The rows for a measure: what is inferred depends on no solver, so each encoding has one row of it."""
    if measure in EFFORTS:
        return list(rows)
    once = {(row.geometry, row.list, row.encoding): row for row in reversed(rows)}
    return [row for row in rows if row is once[row.geometry, row.list, row.encoding]]


def list_names(rows: Iterable[Figures]) -> dict[str | None, str]:
    """What each list is called: the name of its file without folder and ending, if that is clear."""
    names = list(dict.fromkeys(row.list for row in rows))
    short = {name: PurePath(name or "").stem or "all" for name in names}
    clear = len(set(short.values())) == len(names)
    return {name: short[name] if clear or name is None else name for name in names}


def paper_tables(rows: Sequence[Figures], *, seed: int, with_spread: bool) -> Iterator[PaperTable]:
    """The tables of each geometry: the sizes, then what was measured on the lists."""
    for geometry, group in groupby(rows, lambda row: row.geometry):
        some = list(group)
        names = list_names(some)
        size = f"{geometry.size}×{geometry.size}"
        puzzles = {row.list: row.puzzles for row in some}
        if len(names) == 1:
            on = f"{counted(next(iter(puzzles.values())), 'puzzle')} of {size}"
        else:
            on = f"{size}, " + ", ".join(f"{names[name]} ({count:,})" for name, count in puzzles.items())
        yield _sizes(some, names, size)
        if with_spread:
            for measure in measures(some):
                of = rows_of(some, measure.name)
                if any(row.mean(measure.name) is not None for row in of):
                    yield _spreads(of, names, measure, f"{measure.title}: {on}", seed)
        else:
            effort = ", and the mean effort of a full check" if any(row.checked for row in some) else ""
            yield _means(some, names, f"what is inferred{effort}: {on}")


def _sizes(rows: Sequence[Figures], names: Mapping[str | None, str], size: str) -> PaperTable:
    """How large the encodings are; those with formulas of their own for puzzles, on each list."""
    found: dict[str, tuple[str, ...]] = {}
    for row in rows:
        clauses = row.clauses if row.clauses is not None else row.constraints
        numbers = (row.variables, clauses, row.distinct, row.literals, row.build_seconds)
        name = row.encoding + "*" * row.is_per_puzzle
        if row.is_per_puzzle and len(names) > 1:
            name += f" ({names[row.list]})"
        found.setdefault(name, tuple(shown(one, value) for one, value in zip(SIZES, numbers, strict=True)))
    return PaperTable(f"sizes of encodings: {size}", tuple(("", one.title) for one in SIZES), found)


def _means(rows: Sequence[Figures], names: Mapping[str | None, str], title: str) -> PaperTable:
    """One column for each measure, or for each measure and list."""
    columns = [one for one in measures(rows) if any(row.mean(one.name) is not None for row in rows)]
    if len(names) > 1:
        heads = [(one.title, short) for one in columns for short in names.values()]
    else:
        heads = [("", one.title) for one in columns]
    found: dict[str, tuple[str, ...]] = {}
    for name, of in _by_name(rows).items():
        means = [(one, of[on].mean(one.name) if on in of else None) for one in columns for on in names]
        found[name] = tuple(shown(one, mean, finely=True) for one, mean in means)
    return PaperTable(title, tuple(heads), found)


def _by_name(rows: Sequence[Figures]) -> dict[str, dict[str | None, Figures]]:
    """The rows of each encoding and solver, by list."""
    found: dict[str, dict[str | None, Figures]] = {}
    for row in rows:
        found.setdefault(row_name(row, rows), {})[row.list] = row
    return found


def _spreads(
    rows: Sequence[Figures], names: Mapping[str | None, str], measure: Measure, title: str, seed: int
) -> PaperTable:
    """One measure: its mean with the interval; for what is no share, the quartiles, too. For each list."""
    headings = ("mean", f"{_PERCENT} interval", *QUARTILES * (not measure.is_share))
    found = {
        name: tuple(cell for on in names for cell in _cells(of.get(on), measure, seed)[: len(headings)])
        for name, of in _by_name(rows).items()
        if any(one.mean(measure.name) is not None for one in of.values())
    }
    columns = tuple((names[on] if len(names) > 1 else "", head) for on in names for head in headings)
    notes = []
    for on in names:
        order = ranking([row for row in rows if row.list == on], measure.name, seed=seed)
        if len(order) > 1:
            where = f", {names[on]}" if len(names) > 1 else ""
            notes.append(f"Order{where}: {order_in_words(order, rows)}")
    wrong = [name for name, of in _by_name(rows).items() if any(row.samples.refuted for row in of.values())]
    if measure.name in EFFORTS and wrong:
        notes.append(f"In no order, because it gave what is no solution: {', '.join(wrong)}")
    return PaperTable(title, columns, found, tuple(notes))


QUARTILES = ("Q1", "median", "Q3")


def _cells(row: Figures | None, measure: Measure, seed: int) -> tuple[str, ...]:
    """The cells of one encoding on one list: mean, interval, quartiles."""
    found = None if row is None else spread(row, measure.name, seed=seed)
    if row is None or found is None:
        return ("",) * (2 + len(QUARTILES))

    def fine(number: float | None) -> str:
        return shown(measure, number, finely=True)

    interval = ""
    if found.low is not None and found.high is not None:
        interval = f"{fine(found.low)} to {fine(found.high)}"
        if measure.is_share:
            interval = f"{100 * found.low:.1f} to {fine(found.high)}"
    return fine(row.mean(measure.name)), interval, fine(found.q1), fine(found.median), fine(found.q3)


def order_in_words(order: Sequence[Ranked], rows: Sequence[Figures]) -> str:
    """The encodings from the best one on, with what stands between two of them: NEXT, NEAR or OPEN."""
    signs = {True: NEAR, False: NEXT, None: OPEN}
    text = ""
    for at, one in enumerate(order):
        sign = signs[one.is_next_within_noise] if at + 1 < len(order) else ""
        text += row_name(one.figures, rows) + sign
    return text


def _few_notes(rows: Sequence[Figures], repeats: int) -> Iterator[str]:
    """Where there are so few puzzles or repeats that intervals hold the true mean too seldom."""
    least = min(min(row.puzzles, row.checked or row.puzzles) for row in rows)
    few = [counted(least, "puzzle")] * (least < SURE_PUZZLES)
    few += [counted(repeats, "repeat")] * (1 < repeats < SURE_REPEATS)
    if few:
        yield (
            f"Here are only {' and '.join(few)}: bootstrap intervals are too narrow below about"
            f" {SURE_PUZZLES} puzzles, and below about {SURE_REPEATS} repeats if there are several."
        )
    if least < FEWEST_PUZZLES:
        yield f"With fewer than {FEWEST_PUZZLES} puzzles, no difference is told: the order has ? or ~."


def paper_notes(
    rows: Sequence[Figures], *, seed: int, with_spread: bool, versions: Mapping[str, str]
) -> Iterator[str]:
    """What is random, and what made the figures: sentences for under the tables."""
    repeats = max((row.repeats for row in rows if row.seeds is not None), default=0)
    if repeats:
        order = "variables, clauses and literals (for CP-SAT, constraints) in an order at random, seed"
        yield f"{counted(repeats, 'check')} of each puzzle and encoding, each with {order} {seed}."
    if with_spread:
        drawn = "puzzles and repeats" if repeats > 1 else "puzzles"
        bootstrap = f"bootstrap, {DRAWS:,} draws of {drawn}, seed {seed}"
        yield f"{_PERCENT} interval for the mean: {bootstrap}; for a share: Wilson's."
        yield from _few_notes(rows, repeats)
        if any(row.checked for row in rows):
            yield "Q1, Q3: lower and upper quartile of the puzzles, of each the mean over its repeats."
        yield (
            "Order: by the mean on the puzzles that all were measured on, the best first. Between two,"
            f' "then" says that the {_PERCENT} interval of their difference, puzzle by puzzle, is off zero, ~'
            " that it is not: their order is within noise, and ? that it cannot be told."
        )
    solvers = {name: what for name, what in versions.items() if name in {row.solver for row in rows}}
    made = [f"sudocube {versions['sudocube']}", f"Python {versions['python']}", versions["system"]]
    if "pysat" in versions:
        made.append(f"PySAT {versions['pysat']}")
    yield f"Made by {', '.join(made)}."
    if solvers:
        yield "Solvers: " + "; ".join(f"{name} is {what}" for name, what in solvers.items()) + "."


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
        sizes = {row_name(row, [row]): _size_cells(row) for row in some}
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


def _size_cells(row: Figures) -> list[str]:
    """The numbers below SIZES: a CP-SAT model has constraints instead of clauses."""
    clauses = row.clauses if row.clauses is not None else row.constraints
    numbers = [number_text(one, 0) for one in (row.variables, clauses, row.distinct, row.literals)]
    return [*numbers, number_text(row.build_seconds * 1000)]


def _strength(row: Figures, columns: Sequence[Measure], with_checked: bool) -> list[str]:
    """What a row infers and what a check costs, and perhaps how many puzzles were checked in full."""
    return [*(shown(one, row.mean(one.name)) for one in columns), *[f"{row.checked:,}"] * with_checked]


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
        one = MEASURES[name]
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
                yield f"{name}: out of time for {MEASURES[strength].title} of {counted(late, 'puzzle')}"
    known = {row.formalism for row in rows}
    for name in dict.fromkeys(name for row in rows for name in row.strengths):
        if known.isdisjoint(of := MEASURES[name].formalisms):
            kinds = " and ".join("CP-SAT" if one is Formalism.CP_SAT else "CNF" for one in of)
            yield f"--strengths {name}: for encodings in {kinds}, and none of those that are compared is"
    for _, group in groupby(rows, lambda row: (row.geometry, row.list)):
        complete = [row for row in group if row.checked == row.puzzles and not row.verdicts[Verdict.UNKNOWN]]
        if len({frozenset(row.verdicts.items()) for row in complete}) > 1:
            found = "; ".join(f"{row_name(row, complete)} {_verdicts(row)}" for row in complete)
            yield f"the encodings do not agree on the verdicts ({found}): one of them is wrong, see prove"


def _verdicts(row: Figures) -> str:
    return ", ".join(f"{row.verdicts[verdict]:,} {verdict}" for verdict in Verdict if row.verdicts[verdict])


def tables_as_text(tables: Iterable[PaperTable], notes: Iterable[str], width: int) -> Iterator[Text]:
    """The tables for a terminal; groups of columns stand one below the other."""
    for number, table in enumerate(tables):
        if number:
            yield Text()
        yield from wrapped(Text(table.title, "bold"), width)
        start = 0
        for group, columns in groupby(table.columns, lambda column: column[0]):
            headings = [heading for _, heading in columns]
            cells = {name: row[start : start + len(headings)] for name, row in table.rows.items()}
            start += len(headings)
            yield Text()
            if group:
                yield from wrapped(Text(group), width)
            yield from name_table("encoding", headings, cells, width=width, gap=3)
        for note in table.notes:
            yield from wrapped(Text(note), width)
    yield Text()
    for note in notes:
        yield from wrapped(Text(note, "dim"), width)


def tables_as_markdown(tables: Iterable[PaperTable], notes: Iterable[str]) -> str:
    """The tables in Markdown, as GitHub and MkDocs read it."""
    parts = []
    for table in tables:
        heads = [f"{group}: {heading}" if group else heading for group, heading in table.columns]
        lines = [f"**{_in_markdown(table.title)}**", ""]
        lines.append(f"| encoding | {' | '.join(map(_in_markdown, heads))} |")
        lines.append("|:--|" + "--:|" * len(heads))
        lines += [f"| `{name}` | {' | '.join(map(_in_markdown, cells))} |" for name, cells in _named(table)]
        parts.append(
            "\n".join([*lines, *(line for note in table.notes for line in ("", _in_markdown(note)))])
        )
    return "\n\n".join([*parts, *map(_in_markdown, notes)]) + "\n"


def _named(table: PaperTable) -> Iterator[tuple[str, Sequence[str]]]:
    """The rows; a name in code cannot hold the signs that end it or the cell."""
    for name, cells in table.rows.items():
        yield name.replace("`", "'").replace("|", "\\|"), cells


def _in_markdown(text: str) -> str:
    """A text that Markdown shows as it is."""
    for sign in "\\`*_|<~[":
        text = text.replace(sign, f"\\{sign}")
    return text
