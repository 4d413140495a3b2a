"""Encodings compared, as one page of HTML: charts of means, the tables, and what is to be said of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import log
from typing import Any

from sudocube.lab.comparison_figures import Figures
from sudocube.lab.sample_statistics import Spread, spread
from sudocube.lab.software_versions import software_versions
from sudocube.report.comparison_measures import Measure, measures
from sudocube.report.comparison_tables import (
    PaperTable,
    list_names,
    paper_notes,
    paper_tables,
    row_name,
    rows_of,
)
from sudocube.report.comparison_text import column_notes, remarks
from sudocube.report.html_pages import PageHead, html_page, sentence
from sudocube.report.words import counted


class ComparisonPage:
    """Takes the figures of one encoding after the other.

    `seed` is that of whatever is random; with `with_spread`, each mean has its interval.
    """

    def __init__(self, *, seed: int, with_spread: bool) -> None:
        self._seed, self._with_spread = seed, with_spread
        self._rows: list[Figures] = []

    def add(self, figures: Figures) -> None:
        """Take the next figures."""
        self._rows.append(figures)

    def text(self, head: PageHead) -> str | None:
        """The page of what was taken so far; None if that is nothing."""
        rows = self._rows
        if not rows:
            return None
        versions = software_versions(row.solver for row in rows if row.has_run_solver)
        notes = paper_notes(rows, seed=self._seed, with_spread=self._with_spread, versions=versions)
        open_questions = [*remarks(rows)]
        names = list(dict.fromkeys(row.encoding for row in rows))
        puzzles = sum({(row.geometry, row.list): row.puzzles for row in rows}.values())
        return html_page(
            "comparison_page.html",
            head=head,
            kind="Encodings of Sudoku compared",
            tone="open" if open_questions else "good",
            headline=f"{counted(len(names), 'encoding')} on {counted(puzzles, 'puzzle')}.",
            lead=[sentence(one, begins_with_name=True) for one in open_questions],
            bar=(),
            groups=[*self._groups()],
            has_intervals=self._with_spread,
            tables=[
                _table(one) for one in paper_tables(rows, seed=self._seed, with_spread=self._with_spread)
            ],
            method=[sentence(one) for one in (*column_notes(rows, in_full=True), *notes)],
            words={},
        )

    def _groups(self) -> Iterator[dict[str, Any]]:
        """The charts of the puzzles of each size."""
        for geometry, group in groupby(self._rows, lambda row: row.geometry):
            rows = [*group]
            charts = [self._chart(measure, rows) for measure in measures(rows)]
            size = f"{geometry.size}×{geometry.size}"
            yield {"title": f"Means per puzzle, {size}", "charts": [one for one in charts if one["bars"]]}

    def _chart(self, measure: Measure, rows: Sequence[Figures]) -> dict[str, Any]:
        """What the template draws for one measure: a bar, or a point, for each encoding and list."""
        lists = list_names(rows)
        means = [(row, row.mean(measure.name)) for row in rows_of(rows, measure.name)]
        spreads = [self._spread(row, measure) for row, _ in means]
        shown = [mean for _, mean in means if mean is not None]
        shown += [end for one in spreads if one is not None for end in (one.low, one.high) if end is not None]
        scale = Scale(shown, is_share=measure.is_share)
        bars = []
        for (row, mean), of in zip(means, spreads, strict=True):
            if mean is None:
                continue
            interval = None
            if of is not None and of.low is not None and of.high is not None:
                interval = _percent(scale.place(of.low)), _percent(scale.place(of.high) - scale.place(of.low))
            bars.append(
                {
                    "name": row_name(row, rows),
                    "list": lists[row.list] if len(lists) > 1 else "",
                    "place": _percent(scale.place(mean)),
                    "interval": interval,
                    "value": measure.shown_finely(mean),
                }
            )
        title = measure.title[:1].upper() + measure.title[1:]
        return {"title": title, "is_logarithmic": scale.is_logarithmic, "bars": bars}

    def _spread(self, row: Figures, measure: Measure) -> Spread | None:
        return spread(row, measure.name, seed=self._seed) if self._with_spread else None


class Scale:
    """Where the values of one chart stand, from 0 at the left to 1 at the right.

    Shares are of a whole. Other values are of the highest one. Where this is more than LONGEST_BAR times the
    lowest one above 0, most bars could not be told apart: the scale is logarithmic then, from the lowest on.

    >>> Scale([0.5, 0.25], is_share=True).place(0.5), Scale([2.0, 8.0]).place(2.0)
    (0.5, 0.25)
    >>> wide = Scale([0.0, 1.0, 10.0, 1000.0])
    >>> wide.is_logarithmic, [round(wide.place(value), 2) for value in (0.0, 1.0, 10.0, 1000.0)]
    (True, [0.0, 0.0, 0.33, 1.0])
    """

    LONGEST_BAR = 50

    def __init__(self, values: Sequence[float], *, is_share: bool = False) -> None:
        above = [value for value in values if value > 0]
        self._low, self._high = min(above, default=1.0), 1.0 if is_share else max(above, default=1.0)
        self.is_logarithmic = not is_share and self._high > self.LONGEST_BAR * self._low

    def place(self, value: float) -> float:
        """Where a value stands."""
        if not self.is_logarithmic:
            return value / self._high
        return log(max(value, self._low) / self._low) / log(self._high / self._low)


def _percent(share: float) -> str:
    return f"{100 * share:.4g}"


def _table(table: PaperTable) -> dict[str, Any]:
    """A table of figures; groups of columns have a heading of their own."""
    groups = [(name, len([*columns])) for name, columns in groupby(group for group, _ in table.columns)]
    return {
        "title": table.title[:1].upper() + table.title[1:],
        "groups": groups if any(name for name, _ in groups) else [],
        "headings": [heading for _, heading in table.columns],
        "rows": [*table.rows.items()],
        "notes": table.notes,
    }
