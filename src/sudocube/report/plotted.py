"""Encodings side by side as a picture: what is inferred, how large the formula is, what a check costs.

The same figures make the same file, byte for byte: no date, no random names.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sudocube.errors import InputError, UnavailableError, UnsupportedError, reason_of
from sudocube.lab.comparing import Figures
from sudocube.report.words import counted

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SUFFIXES = (".svg", ".pdf", ".png")
DARK, LIGHT, GREY = "#1b4f72", "#a9cce3", "#7f8c8d"
_SETTINGS: dict[Any, Any] = {  # matplotlib spells out all of its keys as a type
    "svg.hashsalt": "sudocube",
    "svg.fonttype": "path",  # looks the same wherever it is opened
    "font.family": "DejaVu Sans",  # comes with matplotlib
    "font.size": 11,
    "axes.spines.top": False,
    "axes.spines.right": False,
}
_UNDATED = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}, ".png": {"Software": None}}


def check_plot(file: Path) -> None:
    """Nothing, where a picture can be drawn into that file; to be asked before the work is done.

    Raises UnsupportedError for a suffix that is not known, InputError where the file cannot be written,
    UnavailableError where matplotlib is missing.
    """
    if file.suffix not in SUFFIXES:
        found = f"a file ending in {file.suffix}" if file.suffix else "a file without a suffix"
        raise UnsupportedError(f"{file}: {found} cannot be drawn; known are {', '.join(SUFFIXES)}")
    if file.is_dir():
        raise InputError(str(file), "is a directory")
    if not file.parent.is_dir():
        raise InputError(str(file), "there is no such folder")
    if not os.access(file if file.exists() else file.parent, os.W_OK):
        raise InputError(str(file), "permission denied")
    if find_spec("matplotlib") is None:
        raise UnavailableError("matplotlib, which --plot needs,", 'pip install "sudocube[plot]"')


def plotted(rows: Sequence[Figures], file: Path) -> None:
    """Draw the figures of the first geometry among the rows; raises InputError where it cannot be written."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    size = rows[0].geometry.size
    some = sorted((row for row in rows if row.geometry == rows[0].geometry), key=_strength, reverse=True)
    with rc_context(_SETTINGS):
        figure = Figure(figsize=(13, 1.9 + 0.32 * len(some)), layout="constrained")
        is_checked = any(row.seconds is not None for row in some)
        widths = (1.25, 1, 1)[: 2 + is_checked]
        [[shares, sizes, *others]] = figure.subplots(
            1, len(widths), sharey=True, width_ratios=widths, squeeze=False
        )
        _shares(shares, some)
        is_mixed = len({row.formalism for row in some}) > 1
        _dots(
            sizes,
            [row.distinct or row.constraints for row in some],
            "Clauses (CP-SAT: constraints)" if is_mixed else "Distinct clauses",
        )
        for times in others:
            milliseconds = [row.seconds and row.seconds * 1000 for row in some]
            _dots(times, milliseconds, "Full check, ms of processor time")
        shares.set_yticks(range(len(some)), [row.encoding.replace("$", r"\$") for row in some])
        shares.invert_yaxis()
        figure.suptitle(
            f"{len(some)} encodings of Sudoku on {counted(some[0].puzzles, 'puzzle')} of {size}×{size}",
            fontweight="bold",
        )
        drawn = BytesIO()
        figure.savefig(drawn, format=file.suffix[1:], metadata=_UNDATED[file.suffix], dpi=150)
        try:
            file.write_bytes(drawn.getvalue())
        except OSError as error:
            raise InputError(str(file), reason_of(error)) from None


def _strength(row: Figures) -> tuple[float, float, float]:
    """The strongest first; of equals the quickest."""
    return row.failed_literals or 0, row.unit_propagation or 0, -(row.seconds or 0)


def _shares(axes: Axes, rows: Sequence[Figures]) -> None:
    """Bars: decided by unit propagation, and behind them, with failed literals."""
    places = range(len(rows))
    axes.barh(places, [100 * (row.failed_literals or 0) for row in rows], color=LIGHT, height=0.72)
    axes.barh(places, [100 * (row.unit_propagation or 0) for row in rows], color=DARK, height=0.72)
    for place, row in zip(places, rows, strict=True):
        if row.unit_propagation is None:
            continue
        said = f"{row.unit_propagation:.1%}"
        if row.failed_literals is not None:
            said += f", {row.failed_literals:.1%}"
        end = 100 * max(row.unit_propagation, row.failed_literals or 0)
        axes.text(end + 1.5, place, said, va="center", fontsize=9, color=GREY)
    axes.set_xlim(0, 132)
    axes.set_xticks(range(0, 101, 25))
    axes.set_title("Decided without search, %", fontsize=11)
    axes.legend(
        [axes.containers[1], axes.containers[0]],
        ["unit propagation", "with failed literals"],
        loc="upper center",
        bbox_to_anchor=(0.5, -1.1 / len(rows) - 0.02),
        ncols=2,
        fontsize=9,
        frameon=False,
    )


def _dots(axes: Axes, numbers: Sequence[float | None], title: str) -> None:
    """A dot for each number, on a logarithmic scale, and the number beside it."""
    from matplotlib.ticker import FuncFormatter, NullFormatter

    known = [number for number in numbers if number]
    axes.set_title(title, fontsize=11)
    axes.set_xscale("log")
    axes.set_xlim(min(known, default=1) / 2, max(known, default=1) * 6)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda number, _: f"{number:,g}"))
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.grid(axis="x", color="#e5e7e9")
    axes.set_axisbelow(True)
    for place, number in enumerate(numbers):
        if number:
            axes.plot(number, place, "o", color=DARK, markersize=7)
            said = f"{number:,.0f}" if number >= 100 else f"{number:.1f}"
            axes.annotate(
                said, (number, place), (8, 0), textcoords="offset points", va="center", fontsize=9, color=GREY
            )
