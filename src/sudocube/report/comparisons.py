"""Encodings compared: as rows, as tables for people and for other programs, and as a page with charts."""

from __future__ import annotations

import platform
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple
from importlib.metadata import version
from itertools import groupby
from math import isnan, nan
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from sudocube.encoder import Formalism
from sudocube.lab.comparing import Figures
from sudocube.lab.intervals import DRAWS, LEVEL, SURE_PUZZLES, ranking
from sudocube.lab.measuring import CP_SAT, EFFORTS, MEASURES, SIZES, Measure
from sudocube.report.base import Report
from sudocube.report.document import Block, Document, Phrase, Picture, Section, Sentence, Table, Tone, Toned
from sudocube.report.row import Row, as_dict, row_of
from sudocube.report.words import counted, tally_in_words, texts
from sudocube.sat.settings import SETTINGS, VERSIONS
from sudocube.verdict import Verdict

if TYPE_CHECKING:
    from sudocube.report.charts import Bar
    from sudocube.report.html import PageHead

CPSAT = "CP-SAT (one worker, no presolve)"
"""What makes the full checks of CP-SAT encodings."""

SIGNS = {False: ", then ", True: " ~ ", None: " ? "}
"""Between two encodings in an order: whether the second one is within noise of the first."""


class ComparisonRow(Row, kw_only=True):
    """The last line, where solvers, strengths, lists, repeats or --spread were asked for."""

    summary: dict[str, int | dict[str, str]]
    """The `seed`, and the `versions` of what made the figures, in words. For example: {"seed": 1}."""


def compared_row(figures: Figures, *, with_spread: bool = False) -> Row:
    """The row of `encodings compare --json`."""
    return row_of(figures) if with_spread else row_of(figures, spread=UNSET)


def puzzle_rows(figures: Figures) -> Iterator[dict[str, Any]]:
    """For each repeat and puzzle: where it stands, what was inferred, what the check took.

    Inferences are True, False, or None where they were not measured, or ran out of time.
    """
    known: dict[str, Any] = {
        "box": figures.geometry.box_name,
        "encoding": figures.encoding,
        "solver": figures.solver,
    }
    for repeat, (seed, checks) in enumerate(zip(figures.seeds or (None,), figures.checks, strict=True)):
        for at, ((source, puzzle), check) in enumerate(zip(figures.measured, checks, strict=True)):
            row = {"source": source, "puzzle": str(puzzle), **known}
            row |= {"repeat": repeat + 1, "seed": seed}
            row |= {"verdict": check and str(check.verdict), "reason": check and check.reason}
            for name, numbers in figures.numbers.items():
                number = float(numbers[min(repeat, len(numbers) - 1), at])
                kind = bool if MEASURES[name].is_share else float if name == "seconds" else int
                row[name] = None if isnan(number) else kind(number)
            yield row


def table_file(rows: Sequence[Mapping[str, Any]], *, packed: bool = False) -> bytes:
    """Rows as a table in CSV, or `packed` in Parquet; fields within fields are called `strengths.lp.mean`."""
    import pyarrow as pa
    from pyarrow import csv, parquet

    names = dict.fromkeys(name for row in rows for name in row)
    table = pa.table({name: [row.get(name) for row in rows] for name in names})
    while any(map(pa.types.is_struct, table.schema.types)):
        table = table.flatten()
    data = pa.BufferOutputStream()
    (parquet.write_table if packed else csv.write_csv)(table, data)
    content: bytes = data.getvalue().to_pybytes()
    return content


def row_name(row: Figures, rows: Iterable[Figures]) -> str:
    """The encoding, the solver where it has several, and a mark where each puzzle has its own formula."""
    has_several = len({one.solver for one in rows if one.encoding == row.encoding}) > 1
    return row.encoding + "*" * row.is_per_puzzle + f"@{row.solver}" * has_several


def measures(rows: Sequence[Figures], *sizes: str) -> list[Measure]:
    """What was measured of some puzzle, in the order of the columns, with these sizes before it."""
    names = (*sizes, *(name for name in MEASURES if name not in SIZES))
    return [MEASURES[name] for name in names if any(row.mean(name) is not None for row in rows)]


def shown(measure: Measure, number: float | None) -> str:
    """A number as tables have it, with three or more digits that count; nothing for None.

    >>> [shown(MEASURES["variables"], number) for number in (64, 64.25, None)]
    ['64', '64.2', '']
    >>> shown(MEASURES["build_seconds"], 0.00234)
    '2.34'
    """
    if number is None:
        return ""
    if measure.is_share:
        return f"{100 * number:.1f} %"
    if isinstance(number, int) and measure.factor == 1:
        return f"{number:,}"
    number *= measure.factor
    return f"{number:,.{2 if number < 10 else 1 if number < 100 else 0}f}"


class ComparisonReport(Report[Figures]):
    """Takes the figures of one encoding after the other; tables and charts come in the end.

    With `with_spread`, each mean has its interval, and encodings are put in order. With `with_versions`, it
    is said what made the figures.
    """

    def __init__(self, *, with_spread: bool, with_versions: bool) -> None:
        self.figures: list[Figures] = []
        self._with_spread, self._with_versions = with_spread, with_versions

    def add(self, figures: Figures) -> None:
        """Keep the next figures."""
        self.figures.append(figures)

    def outcomes(self, figures: Figures) -> Iterable[str]:
        """Whether something of them is undecided."""
        return [Verdict.UNKNOWN] if figures.is_partly_undecided else []

    def rows(self, figures: Figures) -> Iterable[Row]:
        """The row of the figures."""
        return [compared_row(figures, with_spread=self._with_spread)]

    def closing(self) -> Document:
        """The tables, and what their columns mean."""
        if not self.figures:
            return ()
        notes = (Sentence((Toned(note, Tone.QUIET),), hanging=0) for note in self._notes())
        return [*self._tables(), Section(("About the figures",), [*notes])]

    def last_row(self, seconds: float) -> Row | None:
        """What made the figures."""
        if not self._with_versions or not self.figures:
            return None
        return ComparisonRow(summary={"seed": self.figures[0].seed, "versions": self._versions()})

    def summary(self, seconds: float) -> Iterable[Phrase]:
        """What the tables do not show."""
        return [(one,) for one in self._remarks()]

    def csv(self) -> str:
        """All that the rows have, in columns of their own; what does not apply is empty."""
        made_by = "; ".join(f"{name} {what}" for name, what in self._versions().items())
        rows = [
            as_dict(compared_row(one, with_spread=True)) | {"seed": one.seed, "versions": made_by}
            for one in self.figures
        ]
        return table_file(rows).decode("utf-8")

    def text(self, head: PageHead) -> str | None:
        """The page of what was taken so far; None if that is nothing."""
        if not self.figures:
            return None
        from sudocube.report.html import page

        encodings = len({row.encoding for row in self.figures})
        puzzles = sum({(row.geometry, row.list): row.puzzles for row in self.figures}.values())
        remarks = [*self._remarks()]
        head = head._replace(
            kind="Encodings of Sudoku compared",
            headline=f"{counted(encodings, 'encoding')} on {counted(puzzles, 'puzzle')}.",
            tone=Tone.OPEN if remarks else Tone.GOOD,
            lead=[f"{one}." for one in remarks],
            method=[*self._notes()],
        )
        return page([*self.charts(), *self._tables()], head)

    def file(self, ending: str) -> bytes:
        """What a file with this ending holds: .svg the first chart, else a row for each puzzle."""
        if ending == ".svg":
            return next(self.charts()).svg.encode("utf-8")
        rows = [row for one in self.figures for row in puzzle_rows(one)]
        return table_file(rows, packed=ending == ".parquet")

    def charts(self) -> Iterator[Picture]:
        """The means as bars, with their intervals: a picture for each geometry."""
        from sudocube.report.charts import bars, svg_of

        for geometry, group in groupby(self.figures, lambda row: row.geometry):
            rows = [*group]
            columns = measures(rows, "distinct")
            panels = {one.title + ", %" * one.is_share: [_bar(row, one) for row in rows] for one in columns}
            names = [row_name(row, rows) + (f", {row.list}" if row.list else "") for row in rows]
            title = f"Means per puzzle, {geometry.size}×{geometry.size}"
            figure = bars(title, names, panels, f"lines: {100 * LEVEL:.0f} % intervals for the means")
            yield Picture(svg_of(figure, f"{title}, as bars"))

    def _groups(self) -> Iterator[tuple[str, list[Figures]]]:
        """The figures of each geometry and list, with what these puzzles are called."""
        for (geometry, on), group in groupby(self.figures, lambda row: (row.geometry, row.list)):
            some = list(group)
            yield f"{f'{on}: ' if on else ''}{counted(some[0].puzzles, 'puzzle')} of {geometry}", some

    def _tables(self) -> Iterator[Section]:
        """For each geometry and list: how large the encodings are, what they infer, what a check costs."""
        for title, some in self._groups():
            found = measures(some)
            sizes = [MEASURES[name] for name in SIZES]
            tables = [_table("Sizes of encodings", sizes, {row_name(row, [row]): row for row in some})]
            if self._with_spread:
                tables += [Section((one.title,), [*self._spread(some, one)]) for one in found]
            elif found:
                tables.append(_table("Means per puzzle", found, {row_name(row, some): row for row in some}))
            yield Section((title,), tables)

    def _spread(self, some: Sequence[Figures], measure: Measure) -> Iterator[Block]:
        """One measure: means with intervals and quartiles, and the order of the encodings.

        What is inferred depends on no solver, so each encoding has one row of it.
        """
        rows = some if measure.name in EFFORTS else [*{row.encoding: row for row in some}.values()]
        cells: list[tuple[str, ...]] = []
        for row in rows:
            if (found := row.spread.get(measure.name)) is not None:
                numbers = [row.mean(measure.name), *astuple(found)]
                mean, low, high, *quartiles = (shown(measure, one) for one in numbers)
                cells.append((row_name(row, rows), mean, f"{low} to {high}" * bool(low), *quartiles))
        headings = ("encoding", "mean", f"{100 * LEVEL:.0f} % interval", "Q1", "median", "Q3")
        columns = 3 if measure.is_share else 6
        yield Table(headings[:columns], [row[:columns] for row in cells])
        order = ranking(rows, measure.name)
        if len(order) > 1:
            named = (row_name(row, rows) + SIGNS[is_near] for row, is_near in order[:-1])
            yield Sentence((f"Order: {''.join(named)}{row_name(order[-1][0], rows)}",), hanging=0)
        wrong = [row_name(row, rows) for row in some if row.is_refuted]
        if measure.name in EFFORTS and wrong:
            yield Sentence((f"In no order, because it gave what is no solution: {', '.join(wrong)}",))

    def _versions(self) -> dict[str, str]:
        """The versions of sudocube, Python, the system and the solvers, in words, by name.

        Options that a solver gets stand in parentheses, where they are not its own defaults.
        """
        found = {"sudocube": version("sudocube"), "python": platform.python_version()}
        found["system"] = f"{platform.system()} {platform.machine()}"
        for row in self.figures:
            if row.solver == CP_SAT:
                found[row.solver] = f"OR-tools {version('ortools')}"
            elif row.checked:
                found["pysat"] = version("python-sat")
                options = ", ".join(f"{name}={value}" for name, value in SETTINGS.get(row.solver, {}).items())
                found[row.solver] = VERSIONS[row.solver] + f" ({options})" * bool(options)
        return found

    def _notes(self) -> Iterator[str]:
        """What the columns mean, what is random, and what made the figures; of columns that are there."""
        rows, said = self.figures, texts("pages")["compare"]
        cnf = [row for row in rows if row.formalism is Formalism.CNF]
        by = " and ".join(dict.fromkeys(row.solver for row in cnf)) if cnf else CPSAT
        if 0 < len(cnf) < len(rows):
            by += f", and for the encodings cpsat/… by {CPSAT}"
        repeats = max((row.repeats or 0 for row in rows), default=0)
        made_by = "; ".join(f"{name}: {what}" for name, what in self._versions().items())
        values = {"by": by, "seed": rows[0].seed, "checks": counted(repeats, "check"), "made_by": made_by}
        values |= {"level": f"{100 * LEVEL:.0f} %", "draws": f"{DRAWS:,}", "sure": SURE_PUZZLES}
        yield from said["clauses"] if cnf else ()
        for name in dict.fromkeys(name for row in rows for name in row.strengths):
            yield f"{MEASURES[name].heading}: puzzles that {MEASURES[name].decides}."
        for name, is_there in {
            "constraints": len(cnf) < len(rows),
            "checked": any(row.checked for row in rows),
            "own formulas": any(row.is_per_puzzle for row in rows),
            "repeats": repeats,
            "spread": self._with_spread,
            "versions": self._with_versions,
        }.items():
            yield from (one.format(**values) for one in said[name] if is_there)

    def _remarks(self) -> Iterator[str]:
        """What the tables do not show: what was left out, or went wrong."""
        rows = self.figures
        for row in rows:
            name = row_name(row, rows).replace("*", "") + (f", {row.list}" if row.list else "")
            if row.checked and row.checked < row.puzzles:
                checked = f"{row.checked:,} of {counted(row.puzzles, 'puzzle')} checked in full"
                yield f"{name}: {checked}: it takes long (--thorough: all of them)"
            if unknown := row.verdicts[Verdict.UNKNOWN]:
                yield f"{name}: {counted(unknown, 'puzzle')} undecided: {'; '.join(row.complaints)}"
            for strength, late in row.late.items():
                if late:
                    what = MEASURES[strength].title
                    yield f"{name}: out of time for the {what} of {counted(late, 'puzzle')}"
        for _, some in self._groups():
            whole = [row for row in some if row.checked == row.puzzles and not row.verdicts[Verdict.UNKNOWN]]
            if len({frozenset(row.verdicts.items()) for row in whole}) > 1:
                each = [f"{row_name(row, whole)} {''.join(tally_in_words(row.verdicts))}" for row in whole]
                found = "; ".join(each)
                yield f"the encodings do not agree on the verdicts ({found}): one of them is wrong, see prove"


def _bar(row: Figures, measure: Measure) -> Bar:
    """A mean and its interval, as they are shown."""
    found = row.spread.get(measure.name)
    low, high = (found.low, found.high) if found else (None, None)
    factor = 100 if measure.is_share else measure.factor
    mean, low, high = (nan if one is None else factor * one for one in (row.mean(measure.name), low, high))
    return mean, low, high


def _table(title: str, columns: Sequence[Measure], rows: Mapping[str, Figures]) -> Section:
    """A row for each of the figures."""
    cells = [(name, *(shown(one, row.mean(one.name)) for one in columns)) for name, row in rows.items()]
    return Section((title,), [Table(("encoding", *(one.heading for one in columns)), cells)])
