"""What is measured of encodings, for tables and pictures: its words, and how its numbers are written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sudocube.lab.comparison_figures import Figures
from sudocube.lab.puzzle_samples import EFFORTS, INFERENCES
from sudocube.lab.strengths import STRENGTHS


@dataclass(frozen=True, slots=True)
class Measure:
    """One measure: `name` is its field of `Figures` or the name of a strength.

    `heading` stands above a narrow column, `title` above a wide one. Shares are shown as percentages, other
    numbers times `factor`.
    """

    name: str
    heading: str
    title: str
    is_share: bool = False
    factor: float = 1

    def shown(self, number: float | None) -> str:
        """A number as tables have it; nothing for None."""
        if number is None:
            return ""
        if self.is_share:
            return f"{100 * number:.1f} %"
        return number_text(number * self.factor, 0 if isinstance(number, int) else 1)

    def shown_finely(self, number: float | None) -> str:
        """The same, where small numbers are compared: below 10, with two decimal places."""
        if number is None or self.is_share or isinstance(number, int) or number * self.factor >= 10:
            return self.shown(number)
        return f"{number * self.factor:.2f}"


def number_text(number: float | None, places: int = 1) -> str:
    """A number; above 100, without decimal places.

    >>> number_text(12.345), number_text(1234.5), number_text(None)
    ('12.3', '1,234', '')
    """
    if number is None:
        return ""
    return f"{number:,.{places if number < 100 else 0}f}"


SIZES = (
    Measure("variables", "variables", "variables"),
    Measure("clauses", "clauses", "clauses"),
    Measure("distinct", "distinct", "distinct clauses"),
    Measure("literals", "literals", "literals"),
    Measure("build_seconds", "build ms", "ms to write", factor=1000),
)

_KNOWN = {
    "unit_propagation": Measure("unit_propagation", "unit", "unit propagation", is_share=True),
    "failed_literals": Measure("failed_literals", "failed", "failed literals", is_share=True),
    "decisions": Measure("decisions", "decisions", "decisions"),
    "conflicts": Measure("conflicts", "conflicts", "conflicts"),
    "propagations": Measure("propagations", "propag.", "propagations"),
    "seconds": Measure("seconds", "ms", "ms of processor time", factor=1000),
}


def measures(rows: Sequence[Figures]) -> list[Measure]:
    """What is measured of each puzzle, in the order of the columns; strengths where they were asked for."""
    asked = dict.fromkeys(name for row in rows for name in row.strengths)
    further = [STRENGTHS[name] for name in asked]
    return [
        *(_KNOWN[name] for name in INFERENCES),
        *(Measure(one.name, one.heading, one.title, one.is_share) for one in further),
        *(_KNOWN[name] for name in EFFORTS),
    ]
