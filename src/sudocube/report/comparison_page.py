"""Encodings compared, as one page of HTML: charts of means, the tables, and what is to be said of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from markupsafe import Markup

from sudocube.lab.comparing import Figures, software_versions
from sudocube.report.comparison_tables import (
    PaperTable,
    column_notes,
    paper_notes,
    paper_tables,
    remarks,
)
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
            charts=[*self._charts()],
            tables=[
                _table(one) for one in paper_tables(rows, seed=self._seed, with_spread=self._with_spread)
            ],
            method=[sentence(one) for one in (*column_notes(rows, in_full=True), *notes)],
            words={},
        )

    def _charts(self) -> Iterator[tuple[str, Markup]]:
        """For the puzzles of each size a title, and the means as bars."""
        from matplotlib import rc_context

        from sudocube.report.comparison_charts import bars
        from sudocube.report.picture_files import SETTINGS, svg_of

        for geometry, group in groupby(self._rows, lambda row: row.geometry):
            with rc_context(SETTINGS):
                figure = bars([*group], self._seed, with_spread=self._with_spread)
                yield f"Means per puzzle, {geometry.size}×{geometry.size}", Markup(svg_of(figure))


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
