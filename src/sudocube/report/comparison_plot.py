"""Encodings compared, as a picture: what they infer, how large they are, and what a check costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sudocube.lab.comparison_figures import Figures
from sudocube.report.comparison_tables import row_name
from sudocube.report.picture_files import DARK, GREY, LIGHT, SETTINGS, save_picture
from sudocube.report.words import counted

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MEAN, SAMPLED = "*", "†"
"""Marks behind numbers that are a mean over formulas, or were measured on some of the puzzles only."""


def plotted(rows: Sequence[Figures], file: Path) -> None:
    """Draw the figures of the first geometry in the rows; raises InputError if the file cannot be written."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    some = sorted((row for row in rows if row.geometry == rows[0].geometry), key=_strength, reverse=True)
    size, is_checked = some[0].geometry.size, any(row.seconds is not None for row in some)
    widths = (1.25, 1, 1)[: 2 + is_checked]
    with rc_context(SETTINGS):
        figure = Figure(figsize=(13, 1.9 + 0.32 * len(some)), layout="constrained")
        [[shares, sizes, *others]] = figure.subplots(
            1, len(widths), sharey=True, width_ratios=widths, squeeze=False
        )
        _shares(shares, some)
        is_mixed = len({row.formalism for row in some}) > 1
        title = "Clauses (CP-SAT: constraints)" if is_mixed else "Distinct clauses"
        numbers = [(row.distinct or row.constraints, MEAN * row.is_per_puzzle) for row in some]
        _dots(sizes, title, numbers)
        for times in others:
            checks = [(row.seconds and row.seconds * 1000, SAMPLED * _is_sampled(row)) for row in some]
            _dots(times, "Full check, ms of processor time", checks)
        shares.set_yticks(range(len(some)), [_named(row, some).replace("$", r"\$") for row in some])
        shares.set_ylim(len(some) - 0.4, -0.6)  # the first one at the top
        puzzles = f"{counted(some[0].puzzles, 'puzzle')} of {size}×{size}"
        encodings = counted(len({row.encoding for row in some}), "encoding")
        figure.suptitle(f"{encodings} of Sudoku on {puzzles}", fontweight="bold")
        style: dict[str, Any] = {"loc": "outside lower left", "fontsize": 9, "frameon": False}
        labels = ["with failed literals", "unit propagation"]
        figure.legend(shares.containers, labels, ncols=2, reverse=True, **style)
        if notes := "   ".join(_notes(some)):
            figure.supxlabel(notes, x=0.99, ha="right", fontsize=9, color=GREY)
        save_picture(figure, file)


def _strength(row: Figures) -> tuple[float, float, float]:
    """The key by which encodings are sorted: the strongest is the greatest; of equals, the fastest."""
    return row.failed_literals or 0, row.unit_propagation or 0, -(row.seconds or 0)


def _named(row: Figures, rows: Sequence[Figures]) -> str:
    """The name of a row: the encoding, and the solver where it has several; MEAN stands behind numbers."""
    return row_name(replace(row, is_per_puzzle=False), rows)


def _is_sampled(row: Figures) -> bool:
    """Whether only some of the puzzles were checked in full."""
    return 0 < row.checked < row.puzzles


def _notes(rows: Sequence[Figures]) -> Iterator[str]:
    """What the marks behind numbers mean; only for marks that occur."""
    if any(row.is_per_puzzle for row in rows):
        yield f"{MEAN} mean: each puzzle has a formula of its own"
    if sampled := [row for row in rows if _is_sampled(row)]:
        each = ", ".join(f"{_named(row, rows)} {row.checked:,} of {row.puzzles:,}" for row in sampled)
        yield f"{SAMPLED} measured on some of the puzzles: {each}"


def _shares(axes: Axes, rows: Sequence[Figures]) -> None:
    """Bars: the share decided by unit propagation, and behind it, with failed literals."""
    places = range(len(rows))
    axes.barh(places, [100 * (row.failed_literals or 0) for row in rows], color=LIGHT, height=0.72)
    axes.barh(places, [100 * (row.unit_propagation or 0) for row in rows], color=DARK, height=0.72)
    for place, row in zip(places, rows, strict=True):
        known = [100 * one for one in (row.unit_propagation, row.failed_literals) if one is not None]
        if known:
            label = ", ".join(f"{one:.1f}" for one in known)
            axes.text(max(known) + 1.5, place, label, va="center", fontsize=9, color=GREY)
    axes.set_xlim(0, 125)
    axes.set_xticks(range(0, 101, 25))
    axes.set_title("Decided without search, %", fontsize=11)


def _dots(axes: Axes, title: str, numbers: Sequence[tuple[float | None, str]]) -> None:
    """A dot for each number on a logarithmic scale, and beside it the number with its mark."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    known = [number for number, _ in numbers if number]
    low, high = min(known, default=1) / 2, max(known, default=1) * 6
    axes.set_title(title, fontsize=11)
    axes.set_xscale("log")
    axes.set_xlim(low, high)
    axes.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5) if high < 100 * low else (1,)))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda number, _: f"{number:,g}"))
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", color="#e5e7e9")
    axes.set_axisbelow(True)
    for place, (number, mark) in enumerate(numbers):
        if number:
            axes.plot(number, place, "o", color=DARK, markersize=7)
            places = 0 if number >= 100 or isinstance(number, int) else 1
            label = f"{number:,.{places}f}{mark}"
            style: dict[str, Any] = {"va": "center", "fontsize": 9, "color": GREY}
            axes.annotate(label, (number, place), (8, 0), textcoords="offset points", **style)
