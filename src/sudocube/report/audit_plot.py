"""An audit as a picture: how many puzzles have how many clues and, where there are ratings, their ratings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sudocube.report.audits import Summary, audited_names, listed_files, with_short_names
from sudocube.report.picture_files import DARK, GREY, LIGHT, SETTINGS, save_picture
from sudocube.report.words import counted

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def audit_plotted(summary: Summary, file: Path) -> None:
    """Draw the clues and the ratings of an audit; raises InputError if the file cannot be written."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    ratings = (summary["ratings"] or {}).get("by_clues", {})
    with rc_context(SETTINGS):
        figure = Figure(figsize=(9, 7 if ratings else 4.2), layout="constrained")
        [[clues], *others] = figure.subplots(1 + bool(ratings), 1, sharex=True, squeeze=False)
        _clues(clues, summary)
        for [axes] in others:
            _ratings(axes, summary)
        lowest = others[-1][0] if others else clues
        lowest.set_xlabel("clues")
        lowest.xaxis.set_major_locator(MaxNLocator(integer=True))
        name = listed_files(audited_names(with_short_names(summary)))
        puzzles = counted(sum(summary["clues"].values()), "puzzle")
        figure.suptitle(f"{name}: {puzzles}".replace("$", r"\$"), fontweight="bold")
        save_picture(figure, file)


def _clues(axes: Axes, summary: Summary) -> None:
    """A bar for each number of clues."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    numbers = {int(count): rows for count, rows in summary["clues"].items()}
    axes.bar([*numbers], [*numbers.values()], color=DARK, width=0.85)
    axes.set_ylabel("puzzles")
    axes.yaxis.set_major_formatter(FuncFormatter(lambda number, _: f"{number:,g}"))
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    axes.margins(x=0.02)


def _ratings(axes: Axes, summary: Summary) -> None:
    """For each number of clues, the range of the ratings and their mean."""
    ratings = summary["ratings"]["by_clues"]
    places = [*map(int, ratings)]
    lowest, means, highest = (
        [one[name] for one in ratings.values()] for name in ("lowest", "mean", "highest")
    )
    axes.vlines(places, lowest, highest, color=LIGHT, linewidth=6)
    axes.plot(places, means, "o", color=DARK, markersize=5)
    axes.set_ylabel("rating")
    note = "bar: lowest to highest; dot: mean"
    axes.annotate(note, (1, 1), xycoords="axes fraction", ha="right", va="bottom", fontsize=9, color=GREY)
