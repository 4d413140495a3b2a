"""Encodings compared: as rows, as tables for people and for other programs, and as a page with charts."""

from __future__ import annotations

import csv
import io
import platform
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.metadata import version
from itertools import groupby
from math import isnan
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import UNSET

from sudocube.encoder import Formalism
from sudocube.file_names import write_file
from sudocube.lab.comparing import Figures
from sudocube.lab.intervals import DRAWS, LEVEL, SURE_PUZZLES, ranking, spread
from sudocube.lab.measuring import CP_SAT, EFFORTS, INFERENCES, MEASURES, Measure
from sudocube.report.base import Report
from sudocube.report.document import Block, Document, Phrase, Picture, Section, Sentence, Table, Tone, Toned
from sudocube.report.encodings import GridSize, Name
from sudocube.report.row import Box, Number, Optional, Row, as_dict, filled, plain_value
from sudocube.report.words import counted, texts
from sudocube.sat.settings import SETTINGS, VERSIONS
from sudocube.verdict import Verdict

if TYPE_CHECKING:
    from sudocube.report.html import PageHead

CPSAT = "CP-SAT (one worker, no presolve)"
"""What makes the full checks of CP-SAT encodings."""

ENDINGS = (".svg", ".pdf", ".png")
"""How the names of pictures end."""

NEXT, NEAR, OPEN = ", then ", " ~ ", " ? "
"""Between two encodings in an order: the first one is better, within noise, and not known."""

SIZES = (
    Measure("variables", "variables", "variables"),
    Measure("clauses", "clauses", "clauses"),
    Measure("distinct", "distinct", "distinct clauses"),
    Measure("literals", "literals", "literals"),
    Measure("build_seconds", "build ms", "ms to write", factor=1000),
)
Mean = float | None
"""A number, or a mean per puzzle; null where it does not apply. For example: 729, null."""
Share = float | None
"""The share of puzzles decided so, from 0 to 1. For example: 0.446, null."""
ListName = Optional[str]
"""The list; with --by-list. For example: "puzzles.txt"."""
Solver = str
"""What made the full checks. For example: "glucose4"."""


class ComparedRow(Row, kw_only=True):
    """What was measured of an encoding, and of a solver; seconds are processor time, means per puzzle."""

    takes: ClassVar = {
        "size": lambda one: one.geometry.size,
        "box": lambda one: one.geometry.box_name,
        "verdicts": lambda one: {verdict: count for verdict in Verdict if (count := one.verdicts[verdict])},
        "repeats": lambda one: UNSET if one.seeds is None else one.repeats,
    }
    list: ListName = UNSET
    encoding: Name
    formalism: Formalism
    """What it is written in. For example: "cnf"."""
    size: GridSize
    box: Box
    puzzles: Number
    per_puzzle: bool
    """Whether each puzzle has a formula of its own. For example: false."""
    variables: Mean
    clauses: Mean
    distinct: Mean
    literals: Mean
    constraints: Mean
    build_seconds: Mean
    unit_propagation: Share
    failed_literals: Share
    strengths: Optional[dict[str, dict[str, float | None]]] = UNSET
    """With --strengths: the `mean` of each, and how many were `out_of_time`.

    For example: {"lp": {"mean": 1}}.
    """
    unprobed: int
    """How many ran out of time for failed literals. For example: 0."""
    solver: Solver
    checked: int
    """How many puzzles were checked in full. For example: 20."""
    decisions: Mean
    conflicts: Mean
    propagations: Mean
    seconds: Mean
    verdicts: dict[Verdict, int]
    """How many checks gave which verdict. For example: {"unique": 20}."""
    repeats: Optional[int] = UNSET
    """How often each check was made; with --repeat. For example: 5."""
    spread: Optional[dict[str, dict[str, float | None]]] = UNSET
    """With --spread, of each measure: the 95 % interval of the mean, quartiles.

    For example: {"lp": {"q1": 1}}.
    """


class ComparisonRow(Row, kw_only=True):
    """The last line, where solvers, strengths, lists, repeats or --spread were asked for."""

    summary: dict[str, int | dict[str, str]]
    """The `seed`, and the `versions` of what made the figures, in words. For example: {"seed": 1}."""


def compared_row(figures: Figures, *, seed: int = 1, with_spread: bool = False) -> ComparedRow:
    """The row of `encodings compare --json`; `seed` is that of whatever is random."""
    strengths = {
        name: {"mean": plain_value(mean), "out_of_time": figures.late[name]}
        for name, mean in figures.strengths.items()
    }
    spreads = {
        name: {end: plain_value(getattr(found, end)) for end in ("low", "high", "q1", "median", "q3")}
        for name in (figures.samples.numbers if with_spread else ())
        if (found := spread(figures, name, seed=seed)) is not None
    }
    return filled(ComparedRow, figures, strengths=strengths or None, spread=spreads if with_spread else None)


def puzzle_rows(figures: Figures) -> Iterator[dict[str, Any]]:
    """For each repeat and puzzle: where it stands, what was inferred, what the check took.

    Inferences are True, False, or None where they were not measured, or ran out of time.
    """
    samples, box = figures.samples, figures.geometry.box_name
    known: dict[str, Any] = {"box": box, "encoding": figures.encoding, "solver": figures.solver}
    for repeat, (seed, checks) in enumerate(zip(figures.seeds or (None,), samples.checks, strict=True)):
        for at, (source, puzzle, check) in enumerate(
            zip(samples.sources, samples.puzzles, checks, strict=True)
        ):
            row = {"source": source, "puzzle": str(puzzle), **known, "repeat": repeat + 1, "seed": seed}
            for name, numbers in samples.numbers.items():
                if name == EFFORTS[0]:
                    row |= {"verdict": check and str(check.verdict), "reason": check and check.reason}
                number = float(numbers[min(repeat, len(numbers) - 1), at])
                kind = bool if MEASURES[name].is_share else float if name == "seconds" else int
                row[name] = None if isnan(number) else kind(number)
            yield row


def write_puzzle_table(file: Path, figures: Iterable[Figures]) -> None:
    """Write a row for each puzzle, encoding, solver and repeat: CSV or Parquet, by the ending of the file.

    Raises InputError if that fails.
    """
    import pyarrow as pa
    from pyarrow import csv, parquet

    rows = [row for one in figures for row in puzzle_rows(one)]
    names = dict.fromkeys(name for row in rows for name in row)
    whole = pa.table({name: [row.get(name) for row in rows] for name in names})
    data = pa.BufferOutputStream()
    (csv.write_csv if file.suffix == ".csv" else parquet.write_table)(whole, data)
    write_file(file, data.getvalue().to_pybytes())


def row_name(row: Figures, rows: Iterable[Figures]) -> str:
    """The encoding, the solver where it has several, and a mark where each puzzle has its own formula."""
    has_several = len({one.solver for one in rows if one.encoding == row.encoding}) > 1
    return row.encoding + "*" * row.is_per_puzzle + f"@{row.solver}" * has_several


def rows_of(rows: Sequence[Figures], measure: str) -> list[Figures]:
    """The rows for a measure: what is inferred depends on no solver, so each encoding has one row of it."""
    once = {(row.geometry, row.list, row.encoding): row for row in reversed(rows)}
    return [row for row in rows if measure in EFFORTS or row is once[row.geometry, row.list, row.encoding]]


def list_names(rows: Iterable[Figures]) -> dict[str | None, str]:
    """What each list is called: the name of its file without folder and ending, if that is clear."""
    names = list(dict.fromkeys(row.list for row in rows))
    short = {name: PurePath(name or "").stem or "all" for name in names}
    is_clear = len(set(short.values())) == len(names)
    return {name: short[name] if is_clear else str(name) for name in names}


def measures(rows: Iterable[Figures]) -> list[Measure]:
    """What was measured of some puzzle, in the order of the columns."""
    rows = list(rows)
    asked = dict.fromkeys(name for row in rows for name in row.strengths)
    names = (*INFERENCES, *asked, *EFFORTS)
    return [MEASURES[name] for name in names if any(row.mean(name) is not None for row in rows)]


def shown(measure: Measure, number: float | None) -> str:
    """A number as tables have it, with three or more digits that count; nothing for None.

    >>> shown(SIZES[0], 64), shown(SIZES[0], 64.25), shown(SIZES[4], 0.00234), shown(SIZES[0], None)
    ('64', '64.2', '2.34', '')
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

    `seed` is that of whatever is random. With `with_spread`, each mean has its interval, and encodings are
    put in order; with `with_versions`, it is said what made the figures.
    """

    def __init__(self, *, seed: int, with_spread: bool, with_versions: bool) -> None:
        self.figures: list[Figures] = []
        self._seed, self._with_spread, self._with_versions = seed, with_spread, with_versions

    def add(self, figures: Figures) -> None:
        """Keep the next figures."""
        self.figures.append(figures)

    def outcomes(self, figures: Figures) -> Iterable[str]:
        """Whether something of them is undecided."""
        return [Verdict.UNKNOWN] if figures.is_partly_undecided else []

    def rows(self, figures: Figures) -> Iterable[Row]:
        """The row of the figures."""
        return [compared_row(figures, seed=self._seed, with_spread=self._with_spread)]

    def document(self, figures: Figures) -> Document:
        """Nothing yet."""
        return ()

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
        return ComparisonRow(summary={"seed": self._seed, "versions": self._versions()})

    def summary(self, seconds: float) -> Iterable[Phrase]:
        """What the tables do not show."""
        return [(one,) for one in self._remarks()]

    def csv(self) -> str:
        """All that the rows have, in columns of their own; what does not apply is empty."""
        rows = [compared_row(one, seed=self._seed, with_spread=True) for one in self.figures]
        found = [_flat(as_dict(row)) for row in rows]
        versions = "; ".join(f"{name} {what}" for name, what in self._versions().items())
        text = io.StringIO()
        names = [*dict.fromkeys(name for one in found for name in one), "seed", "versions"]
        writer = csv.DictWriter(text, names, lineterminator="\n")
        writer.writeheader()
        writer.writerows({**one, "seed": self._seed, "versions": versions} for one in found)
        return text.getvalue()

    def text(self, head: PageHead) -> str | None:
        """The page of what was taken so far; None if that is nothing."""
        if not self.figures:
            return None
        from sudocube.report.charts import bars, svg_of
        from sudocube.report.html import page

        blocks: list[Block] = []
        for geometry, group in groupby(self.figures, lambda row: row.geometry):
            title = f"Means per puzzle, {geometry.size}×{geometry.size}"
            label = f"{title}, as bars; the figures are in the tables below"
            figure = bars([*group], self._seed, with_spread=self._with_spread)
            blocks.append(Section((title,), [Picture(svg_of(figure, label))]))
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
        return page([*blocks, *self._tables()], head)

    def _groups(self) -> Iterator[tuple[str, list[Figures]]]:
        """The figures of each geometry and list, with what these puzzles are called."""
        names = list_names(self.figures)
        for (geometry, on), group in groupby(self.figures, lambda row: (row.geometry, row.list)):
            some = list(group)
            name = f"{names[on]}: " if len(names) > 1 else ""
            yield f"{name}{counted(some[0].puzzles, 'puzzle')} of {geometry}", some

    def _tables(self) -> Iterator[Section]:
        """For each geometry and list: how large the encodings are, what they infer, what a check costs."""
        for title, some in self._groups():
            found, names = measures(some), [row_name(row, some) for row in some]
            each = {row_name(row, [row]): row for row in some}
            tables = [_table("Sizes of encodings", SIZES, each)]
            if self._with_spread:
                tables += [Section((one.title,), [*self._spread(some, one)]) for one in found]
            elif found:
                tables.append(_table("Means per puzzle", found, dict(zip(names, some, strict=True))))
            yield Section((title,), tables)

    def _spread(self, some: Sequence[Figures], measure: Measure) -> Iterator[Block]:
        """One measure: means with intervals and quartiles, and the order of the encodings."""
        rows: list[tuple[str, ...]] = []
        for row in rows_of(some, measure.name):
            if (found := spread(row, measure.name, seed=self._seed)) is not None:
                numbers = [row.mean(measure.name), found.low, found.high, found.q1, found.median, found.q3]
                mean, low, high, *quartiles = (shown(measure, one) for one in numbers)
                rows.append((row_name(row, some), mean, f"{low} to {high}" * bool(low), *quartiles))
        headings = ("encoding", "mean", f"{100 * LEVEL:.0f} % interval", "Q1", "median", "Q3")
        columns = 3 if measure.is_share else 6
        yield Table(headings[:columns], [row[:columns] for row in rows])
        order = ranking(rows_of(some, measure.name), measure.name, seed=self._seed)
        if len(order) > 1:
            signs = {True: NEAR, False: NEXT, None: OPEN}
            text = "".join(
                row_name(one.figures, some) + signs[one.is_next_within_noise] for one in order[:-1]
            )
            yield Sentence((f"Order: {text}{row_name(order[-1].figures, some)}",), hanging=0)
        wrong = [row_name(row, some) for row in some if row.samples.refuted]
        if measure.name in EFFORTS and wrong:
            yield Sentence((f"In no order, because it gave what is no solution: {', '.join(wrong)}",))

    def _versions(self) -> dict[str, str]:
        """The versions of sudocube, Python, the system and the solvers, in words, by name.

        Options that a solver gets stand in parentheses, where they are not its own defaults.
        """
        found = {"sudocube": version("sudocube"), "python": platform.python_version()}
        found["system"] = f"{platform.system()} {platform.machine()}"
        for row in self.figures:
            has_inferred = any(mean is not None for mean in row.strengths.values())
            if row.solver == CP_SAT and (row.checked or has_inferred):
                found[row.solver] = f"OR-tools {version('ortools')}"
            elif row.solver != CP_SAT and row.checked:
                found["pysat"] = version("python-sat")
                settings = SETTINGS.get(row.solver, {}).items()
                options = ", ".join(f"{name}={value}" for name, value in settings)
                found[row.solver] = VERSIONS[row.solver] + f" ({options})" * bool(options)
        return found

    def _notes(self) -> Iterator[str]:
        """What the columns mean, what is random, and what made the figures; of columns that are there."""
        rows, said = self.figures, texts("pages")["compare"]
        cnf = [row for row in rows if row.formalism is Formalism.CNF]
        by = " and ".join(dict.fromkeys(row.solver for row in cnf)) if cnf else CPSAT
        if 0 < len(cnf) < len(rows):
            by += f", and for the encodings cpsat/… by {CPSAT}"
        repeats = max((row.repeats for row in rows if row.seeds is not None), default=0)
        made_by = "; ".join(f"{name}: {what}" for name, what in self._versions().items())
        values = {"by": by, "seed": self._seed, "checks": counted(repeats, "check"), "made_by": made_by}
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
        rows, lists = self.figures, list_names(self.figures)
        for row in rows:
            name = row_name(row, rows).replace("*", "") + f", {lists[row.list]}" * (len(lists) > 1)
            if row.checked and row.checked < row.puzzles:
                checked = f"{row.checked:,} of {counted(row.puzzles, 'puzzle')} checked in full"
                yield f"{name}: {checked}: it takes long (--thorough: all of them)"
            if unknown := row.verdicts[Verdict.UNKNOWN]:
                yield f"{name}: {counted(unknown, 'puzzle')} undecided: {'; '.join(row.complaints)}"
            for strength, late in row.late.items():
                if late:
                    what = MEASURES[strength].title
                    yield f"{name}: out of time for the {what} of {counted(late, 'puzzle')}"
        known = {row.formalism for row in rows}
        for one in dict.fromkeys(name for row in rows for name in row.strengths):
            if known.isdisjoint(MEASURES[one].formalisms):
                kinds = " and ".join(map(str.upper, MEASURES[one].formalisms))
                yield f"--strengths {one}: for encodings in {kinds}, and none of those that are compared is"
        for _, some in self._groups():
            whole = [row for row in some if row.checked == row.puzzles and not row.verdicts[Verdict.UNKNOWN]]
            if len({frozenset(row.verdicts.items()) for row in whole}) > 1:
                found = "; ".join(f"{row_name(row, whole)} {_tally(row.verdicts)}" for row in whole)
                yield f"the encodings do not agree on the verdicts ({found}): one of them is wrong, see prove"


def _table(title: str, columns: Sequence[Measure], rows: Mapping[str, Figures]) -> Section:
    """A row for each of the figures; constraints stand among the clauses."""

    def number(row: Figures, name: str) -> float | None:
        return row.constraints if name == "clauses" and row.clauses is None else row.mean(name)

    cells = [(name, *(shown(one, number(row, one.name)) for one in columns)) for name, row in rows.items()]
    return Section((title,), [Table(("encoding", *(one.heading for one in columns)), cells)])


def _tally(verdicts: Mapping[Verdict, int]) -> str:
    return ", ".join(f"{verdicts[one]:,} {one}" for one in Verdict if verdicts.get(one))


def _flat(row: Mapping[str, Any], before: str = "") -> dict[str, Any]:
    """A row without rows in it; their fields get a name such as "spread.seconds.low"."""
    found: dict[str, Any] = {}
    for name, value in row.items():
        if isinstance(value, Mapping):
            found |= _flat(value, f"{before}{name}.")
        else:
            found[before + name] = str(value).lower() if isinstance(value, bool) else value
    return found
