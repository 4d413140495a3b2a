"""Encodings compared as the tables of a paper: lists side by side, and how much each figure varies.

With several lists, each measure has columns for all of them. With intervals, each measure has a table of its
own, and under it the order of the encodings, with what is within noise. `table_formats` writes the tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import PurePath

from sudocube.lab.comparison_figures import Figures
from sudocube.lab.puzzle_samples import EFFORTS
from sudocube.lab.sample_statistics import (
    DRAWS,
    FEWEST_PUZZLES,
    LEVEL,
    SURE_PUZZLES,
    SURE_REPEATS,
    Ranked,
    ranking,
    spread,
)
from sudocube.report.comparison_measures import SIZES, Measure, measures
from sudocube.report.words import counted

_PERCENT = f"{100 * LEVEL:.0f} %"

NEXT, NEAR, OPEN = ", then ", " ~ ", " ? "
"""Between two encodings in an order: the first one is better, within noise, and not known."""


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
        found.setdefault(name, tuple(one.shown(value) for one, value in zip(SIZES, numbers, strict=True)))
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
        found[name] = tuple(one.shown_finely(mean) for one, mean in means)
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
    interval = ""
    if found.low is not None and found.high is not None:
        interval = f"{measure.shown_finely(found.low)} to {measure.shown_finely(found.high)}"
        if measure.is_share:
            interval = f"{100 * found.low:.1f} to {measure.shown_finely(found.high)}"
    quartiles = (found.q1, found.median, found.q3)
    return measure.shown_finely(row.mean(measure.name)), interval, *map(measure.shown_finely, quartiles)


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
