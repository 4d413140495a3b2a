"""Encodings compared: as rows, as tables for people and for other programs, and as a page with charts."""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple
from html import escape
from importlib.metadata import version
from io import BytesIO, StringIO
from itertools import groupby
from math import isnan
from typing import TYPE_CHECKING, Any

import numpy as np

from sudocube.lab.comparing import Figures
from sudocube.lab.intervals import DRAWS, LEVEL, SURE_PUZZLES, ranking
from sudocube.lab.measuring import CP_SAT, EFFORTS, MEASURES, SIZES, Measure
from sudocube.lab.tracing import CONFLICT, ImplicationGraph
from sudocube.report.document import Document, Phrase, Picture, Section, Sentence, Table, Tone, Toned
from sudocube.report.row import Row, as_dict, row_of
from sudocube.report.words import Report, counted, listed, tally_in_words, texts
from sudocube.sat.settings import SETTINGS, VERSIONS
from sudocube.verdict import Verdict

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from sudocube.report.document import PageHead

NEXT = {False: "behind", True: "within noise", None: "not told apart"}
"""What the next encoding of an order is, by whether it is within noise."""

WRONG = "in no order: it gave what is no solution"


class ComparisonRow(Row, kw_only=True):
    """The last line, where solvers, strengths, lists, repeats or --spread were asked for."""

    summary: dict[str, int | dict[str, str]]
    """The `seed`, and the `versions` of what made the figures, in words. For example: {"seed": 1}."""


def puzzle_rows(figures: Figures) -> Iterator[dict[str, Any]]:
    """For each repeat and puzzle: where it stands, what was inferred, what the check took.

    Inferences are True, False, or None where they were not measured, or ran out of time.
    """
    plan = figures.plan
    known = {"box": plan.geometry.box_name, "encoding": figures.encoding, "solver": figures.solver}
    for repeat, at in np.ndindex(len(plan.seeds), len(plan.puzzles)):
        (source, puzzle), check = plan.puzzles[at], figures.checks[repeat][at]
        row: dict[str, Any] = {"source": source, "puzzle": str(puzzle), **known}
        row |= {"repeat": repeat + 1, "seed": plan.seeds[repeat]}
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

    table = pa.Table.from_pylist(rows)
    while any(map(pa.types.is_struct, table.schema.types)):
        table = table.flatten()
    data = BytesIO()
    (parquet.write_table if packed else csv.write_csv)(table, data)
    return data.getvalue()


def row_name(row: Figures) -> str:
    """The encoding, and the solver where it has several."""
    return row.encoding + f"@{row.solver}" * (len(row.plan.solvers) > 1)


def full_name(row: Figures) -> str:
    """The same, and the list where there are several."""
    return ", ".join(filter(None, (row_name(row), row.plan.list)))


def measured(rows: Sequence[Figures]) -> list[Measure]:
    """What was measured of some puzzle, in the order of the columns; the sizes go first."""
    return [one for one in MEASURES.values() if any(row.mean(one.name) is not None for row in rows)]


def numbers_of(row: Figures, measure: Measure) -> list[float | None]:
    """The mean, the ends of its interval, and the quartiles."""
    found = row.spread.get(measure.name)
    return [row.mean(measure.name), *(astuple(found) if found else [None] * 5)]


def shown(measure: Measure, number: float | None) -> str:
    """A number as tables have it, with three or more digits that count; nothing for None.

    >>> [shown(MEASURES["variables"], number) for number in (64, 64.25, None)]
    ['64', '64.2', '']
    >>> shown(MEASURES["build_seconds"], 0.00234), shown(MEASURES["unit_propagation"], 0.446)
    ('2.34', '44.6 %')
    """
    if number is None:
        return ""
    if isinstance(number, int) and measure.factor == 1:
        return f"{number:,}"
    number *= measure.factor
    if measure.is_share:
        return f"{number:.1f} %"
    return f"{number:,.{2 if number < 10 else 1 if number < 100 else 0}f}"


class ComparisonReport(Report[Figures]):
    """Takes the figures of one encoding after the other; tables and charts come in the end.

    With `with_spread`, each mean has its interval, and encodings are put in order. With `with_versions`, it
    is said what made the figures.
    """

    def __init__(self, *, with_spread: bool, with_versions: bool) -> None:
        self.figures: list[Figures] = []
        self._with_spread, self._with_versions = with_spread, with_versions
        self.in_row = None if with_spread else Figures.in_row.removesuffix(" spread?")

    def add(self, figures: Figures) -> None:
        """Keep the next figures."""
        self.figures.append(figures)

    def outcomes(self, figures: Figures) -> Iterable[str]:
        """Whether something of them is undecided."""
        return [Verdict.UNKNOWN] if figures.is_partly_undecided else []

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
        return ComparisonRow(summary={"seed": self.figures[0].plan.seed, "versions": self._versions()})

    def summary(self, seconds: float) -> Iterable[Phrase]:
        """What the tables do not show."""
        return [(one,) for one in self._remarks()]

    def csv(self) -> str:
        """All that the rows have, in columns of their own; what does not apply is empty."""
        made = {"versions": "; ".join(f"{name} {what}" for name, what in self._versions().items())}
        rows = [(as_dict(row_of(one)), one.plan.seed) for one in self.figures]
        return table_file([row | {"seed": seed} | made for row, seed in rows]).decode("utf-8")

    def page(self, head: PageHead) -> str | None:
        """The page of what was taken so far; None if that is nothing."""
        if not self.figures:
            return None
        encodings, remarks = {row.encoding for row in self.figures}, [*self._remarks()]
        return head.page(
            [*self.charts(), *self.closing()],
            kind="Encodings of Sudoku",
            headline=f"{counted(len(encodings), 'encoding')} compared.",
            tone=Tone.OPEN if remarks else Tone.GOOD,
            lead=[f"{one}." for one in remarks],
        )

    def file(self, ending: str) -> bytes:
        """What a file with this ending holds: .svg the first chart, else a row for each puzzle."""
        if ending == ".svg":
            return next(self.charts()).svg.encode("utf-8")
        rows = [row for one in self.figures for row in puzzle_rows(one)]
        return table_file(rows, packed=ending == ".parquet")

    def charts(self) -> Iterator[Picture]:
        """A picture of the means for each geometry."""
        for _, group in groupby(self.figures, lambda row: row.plan.geometry):
            yield bars([*group])

    def _groups(self) -> Iterator[tuple[str, list[Figures]]]:
        """The figures of each geometry and list, with what these puzzles are called."""
        for (geometry, on), group in groupby(self.figures, lambda row: (row.plan.geometry, row.plan.list)):
            some = list(group)
            yield f"{f'{on}: ' if on else ''}{counted(some[0].puzzles, 'puzzle')} of {geometry}", some

    def _tables(self) -> Iterator[Section]:
        """For each geometry and list: how large the encodings are, what they infer, what a check costs."""
        for title, some in self._groups():
            found = measured(some)
            sizes, means = ([one for one in found if (one.name in SIZES) is is_so] for is_so in (True, False))
            tables = [_table("Sizes of encodings", sizes, {row.encoding: row for row in some})]
            if self._with_spread:
                tables += [_spread(some, one) for one in means]
            elif means:
                tables.append(_table("Means per puzzle", means, {row_name(row): row for row in some}))
            yield Section((title,), tables)

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
        there = {*measured(rows), *(MEASURES[name] for name in rows[0].strengths)}
        yield from (f"{one.heading}: {one.note}." for one in MEASURES.values() if one in there and one.note)
        solvers = (f"{row.solver} ({row.plan.encoding.formalism})" for row in rows if row.checked)
        of_its_own = (row.encoding for row in rows if row.is_per_puzzle)
        found = {
            "models": any(row.constraints is not None for row in rows),
            "checked": listed(dict.fromkeys(solvers)),
            "own formulas": listed(dict.fromkeys(of_its_own)),
            "repeats": rows[0].repeats and counted(rows[0].repeats, "check"),
            "spread": f"seed {rows[0].plan.seed}" * self._with_spread,
            "versions": "; ".join(": ".join(one) for one in self._versions().items()) * self._with_versions,
        }
        numbers = {"level": 100 * LEVEL, "draws": DRAWS, "sure": SURE_PUZZLES}
        yield from (said[name].format(what, **numbers) for name, what in found.items() if what)

    def _remarks(self) -> Iterator[str]:
        """What the tables do not show: what was left out, or went wrong."""
        for row in self.figures:
            name = full_name(row)
            if row.checked and row.checked < row.puzzles:
                checked = f"{row.checked:,} of {counted(row.puzzles, 'puzzle')} checked in full"
                yield f"{name}: {checked}: it takes long"
            if unknown := row.verdicts[Verdict.UNKNOWN]:
                yield f"{name}: {counted(unknown, 'puzzle')} undecided: {'; '.join(row.complaints)}"
            for strength, late in row.late.items():
                if late:
                    what = MEASURES[strength].title
                    yield f"{name}: out of time for the {what} of {counted(late, 'puzzle')}"
        for _, some in self._groups():
            whole = [row for row in some if row.checked == row.puzzles and not row.verdicts[Verdict.UNKNOWN]]
            if len({frozenset(row.verdicts.items()) for row in whole}) > 1:
                found = "; ".join(f"{row_name(row)} {''.join(tally_in_words(row.verdicts))}" for row in whole)
                yield f"the encodings do not agree on the verdicts ({found}): one of them is wrong, see prove"


def _table(title: str, columns: Sequence[Measure], rows: Mapping[str, Figures]) -> Section:
    """A row for each of the figures."""
    cells = [(name, *(shown(one, row.mean(one.name)) for one in columns)) for name, row in rows.items()]
    return Section((title,), [Table(("encoding", *(one.heading for one in columns)), cells)])


def _spread(some: Sequence[Figures], measure: Measure) -> Section:
    """One measure: the encodings in order, with means, the ends of their intervals, and quartiles.

    What is inferred depends on no solver, so each encoding has one row of it.
    """
    is_effort = measure.name in EFFORTS
    name_of = row_name if is_effort else lambda row: row.encoding
    rows = [*{name_of(row): row for row in some}.values()]
    ranked = ranking(rows, measure.name)
    order = [*zip((row for row, _ in ranked), [*(NEXT[near] for _, near in ranked[:-1]), ""], strict=False)]
    order += [(row, WRONG) for row in rows if is_effort and row.is_refuted]
    headings = ("mean", "low", "high", "Q1", "median", "Q3")[: 3 if measure.is_share else 6]
    cells = [
        (name_of(row), *(shown(measure, one) for one in numbers_of(row, measure)[: len(headings)]), beside)
        for row, beside in order
    ]
    return Section((measure.title,), [Table(("encoding", *headings, "the next is"), cells)])


LIGHT, GREY = "#a9cce3", "#566573"
STYLE: dict[Any, Any] = {  # matplotlib's type for it lists all keys
    "svg.hashsalt": "sudocube",
    "svg.fonttype": "none",  # words can be found and read out
    "text.parse_math": False,  # a name may have two signs of dollars
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.grid.axis": "x",
    "grid.color": "#e5e7e9",
}
"""What all charts have in common, so that equal figures give equal texts."""


def svg_of(figure: Figure, label: str) -> str:
    """A picture as SVG, for a page or a file; `label` tells those who do not see it what it shows."""
    from matplotlib import rc_context

    drawn = StringIO()
    with rc_context(STYLE):
        figure.savefig(drawn, format="svg", metadata={"Date": None})
    text = drawn.getvalue()
    return f'<svg role="img" aria-label="{escape(label)}"' + text[text.index("<svg") + 4 :]


def new_figure(width: float, height: float) -> Figure:
    """An empty figure of that size in inches, with room made for all that stands in it."""
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def bars(rows: Sequence[Figures]) -> Picture:
    """The means as bars, with their intervals: a panel for each measure, a bar for each of the figures."""
    from matplotlib import rc_context

    names = [*map(full_name, rows)]
    columns = [one for one in measured(rows) if one.name not in SIZES or one.name == "distinct"]
    across = min(3, len(columns))
    down = -(-len(columns) // across)
    figure = new_figure(2 + 2.6 * across, 1 + down * (0.7 + 0.34 * len(names)))
    title = "Means per puzzle, {0}×{0}".format(rows[0].plan.geometry.size)
    with rc_context(STYLE):
        panels = figure.subplots(down, across, sharey=True, squeeze=False).ravel()
        for panel in panels[len(columns) :]:
            panel.set_axis_off()
        for panel, one in zip(panels, columns, strict=False):
            mean, low, high, *_ = one.factor * np.array([numbers_of(row, one) for row in rows], float).T
            panel.barh(names, mean, color=LIGHT)
            panel.hlines(names, low, high, color="black", linewidth=1.4)
            panel.set_title(one.title + ", %" * one.is_share, fontsize=10)
            panel.set_xlim(0, 100 if one.is_share else None)
            panel.xaxis.set_major_formatter("{x:,g}")
        panels[0].invert_yaxis()  # the first one at the top
        figure.supxlabel(f"lines: {100 * LEVEL:.0f} % intervals for the means", fontsize=9, color=GREY)
        figure.suptitle(title, fontweight="bold")
    return Picture(svg_of(figure, f"{title}, as bars"))


def implication_picture(graph: ImplicationGraph, name: Callable[[int], str]) -> Picture:
    """The implication graph of a conflict: decisions at the left, the conflict at the right.

    The learned clause says of the framed literals that they cannot all be true; red is what was joined to
    learn it. `name` tells what a literal stands for.

    >>> from sudocube.lab import trace
    >>> from sudocube.lab.tracing import conflict_graph
    >>> traced = trace("1.2. .... 2.3. ....", decide="r2c4=4")
    >>> implication_picture(conflict_graph(traced), traced.name)
    x[r2c4,4]: decision, level 1
    ¬x[r2c1,4]: row 2, digit 4: x[r2c4,4]
    ¬x[r2c3,4]: row 2, digit 4: x[r2c4,4]
    x[r4c1,4]: column 1, digit 4: ¬x[r2c1,4]
    x[r4c3,4]: column 3, digit 4: ¬x[r2c3,4]
    conflict: row 4, digit 4: x[r4c1,4], x[r4c3,4]
    learned: ¬x[r2c4,4]
    """
    places, names, boxes, said = _places(graph), dict[int, str](), dict[int, Any](), list[str]()
    wide, tall = (max(ends) for ends in zip(*places.values(), strict=True))
    figure = new_figure(1.9 * (wide + 1), 0.9 + 1.2 * tall)
    axes = figure.subplots()
    axes.set_axis_off()
    axes.set(xlim=(-0.5, wide + 0.5), ylim=(tall + 0.5, -tall - 0.5))
    for node in graph.nodes:
        one, causes, (x, y) = node.literal, graph.causes[node.literal], places[node.literal]
        names[one] = name(one) if one != CONFLICT else "conflict"
        why = node.clause.name.line if node.clause else f"decision, level {node.level}"
        face = "#fde3e3" if one in graph.conflict_side else "#dfeafd" if causes else "#fdf0d5"
        edge, width = ("#a8400a", 2.5) if -one in graph.learned else (GREY, 1)
        style = {"boxstyle": "round", "facecolor": face, "edgecolor": edge, "linewidth": width}
        words = f"{names[one]}\n{why}".strip()
        drawn = axes.text(x, y, words, ha="center", va="center", fontsize=9, zorder=3, bbox=style)
        boxes[one] = drawn.get_bbox_patch()
        for cause in causes:
            bend = "arc3" if x - places[cause][0] == 1 else "arc3,rad=0.3"
            arrow: dict[str, Any] = {"arrowstyle": "-|>", "color": GREY, "connectionstyle": bend}
            arrow |= {"patchA": boxes[cause], "patchB": boxes[one]}
            axes.annotate("", (x, y), places[cause], arrowprops=arrow, zorder=1)
        said.append(": ".join(filter(None, (names[one], why, ", ".join(names[cause] for cause in causes)))))
    said.append(f"learned: {' ∨ '.join(map(name, graph.learned)) or 'the empty clause: no solution'}")
    return Picture(svg_of(figure, f"implication graph: {'; '.join(said)}"), "\n".join(said))


def _places(graph: ImplicationGraph) -> dict[int, tuple[float, float]]:
    """Where the nodes of a graph stand: to the right of their causes, those of a column below each other."""
    columns: dict[int, int] = {}
    for one in graph.nodes:
        causes = graph.causes[one.literal]
        columns[one.literal] = 1 + max((columns[cause] for cause in causes), default=-1)
    beside = {one: [other for other in columns if columns[other] == at] for one, at in columns.items()}
    return {one: (columns[one], of.index(one) - (len(of) - 1) / 2) for one, of in beside.items()}
