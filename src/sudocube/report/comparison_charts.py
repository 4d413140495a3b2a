"""Encodings compared, as pictures: all at once; puzzle by puzzle: scatter, cactus, bars with intervals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sudocube.errors import UnknownNameError, UnsupportedError
from sudocube.lab.comparing import Figures
from sudocube.lab.intervals import LEVEL, spread
from sudocube.report.comparison_tables import list_names, measures, row_name
from sudocube.report.picture_files import DARK, GREY, LIGHT, SETTINGS, check_plot, save_picture
from sudocube.report.words import counted

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

OVERVIEW, SCATTER, CACTUS, BARS = KINDS = ("overview", "scatter", "cactus", "bars")

_COLOURS = (DARK, "#b9770e", "#1e8449", "#922b21", "#6c3483", "#148f77", "#7b7d7d", "#d35400", "#2e86c1")
"""Colours of lists and of encodings."""

_STYLES = ("-", "--", ":", "-.")
"""Styles of lines: with more encodings than colours, the colours come again in another style."""

MEAN, SAMPLED = "*", "†"
"""Marks behind numbers that are a mean over formulas, or were measured on some of the puzzles only."""


def check_pictures(texts: Sequence[str], *, rows: int, is_searched: bool) -> list[tuple[str, Path]]:
    """The kinds and files of the pictures that were asked for as "FILE" or "KIND:FILE".

    `rows` is how many encodings and solvers are compared. Raises UnknownNameError for a kind that does not
    exist, UnsupportedError for a picture that has nothing to show, and what `check_plot` raises.
    """
    found = []
    for text in texts:
        kind, colon, name = text.partition(":")
        if not colon or len(kind) == 1 or not kind.isalpha():  # a folder, or a drive of Windows
            kind, name = OVERVIEW, text
        elif kind not in KINDS:
            raise UnknownNameError("kind of picture", kind, KINDS)
        if kind in (SCATTER, CACTUS) and not is_searched:
            raise UnsupportedError(f"--plot {text}: it shows full checks, which --no-search leaves out")
        if kind == SCATTER and rows < 2:
            raise UnsupportedError(f"--plot {text}: it shows one encoding against another: name two at least")
        check_plot(Path(name))
        found.append((kind, Path(name)))
    return found


def drawn(rows: Sequence[Figures], kind: str, file: Path, *, seed: int) -> Iterator[str]:
    """Draw the figures of the first geometry; remarks on what the picture does not show.

    Raises InputError if the file cannot be written.
    """
    some = [row for row in rows if row.geometry == rows[0].geometry]
    lists = list_names(some)
    if len(some) < len(rows):
        yield f"{file} shows the first table only"
    if kind == OVERVIEW:
        if len(lists) > 1:
            yield f"{file} shows the first list only; --plot bars:FILE has them side by side"
        plotted([row for row in some if row.list == some[0].list], file)
        return
    from matplotlib import rc_context

    with rc_context(SETTINGS):
        if kind == SCATTER:
            _scatter(some, lists, file)
        elif kind == CACTUS:
            _cactus(some, lists, file)
        else:
            save_picture(bars(some, seed), file)


def _title(rows: Sequence[Figures]) -> str:
    """What stands above a picture: the puzzles."""
    count = sum({row.list: row.puzzles for row in rows}.values())
    return f"{counted(count, 'puzzle')} of {rows[0].geometry.size}×{rows[0].geometry.size}"


def _named(row: Figures, rows: Sequence[Figures]) -> str:
    """The name of a row, as matplotlib shows it as it is."""
    return row_name(row, rows).replace("$", r"\$")


def _milliseconds(row: Figures) -> list[float]:
    """The time of each puzzle's full check, the mean over its repeats; NaN where it is not known."""
    return [1000 * seconds for seconds in row.samples.means("seconds")]


def _scatter(rows: Sequence[Figures], lists: Mapping[str | None, str], file: Path) -> None:
    """The first encoding against each of the others, a point for each puzzle; a colour for each list."""
    from matplotlib.figure import Figure

    names = list(dict.fromkeys(_named(row, rows) for row in rows))
    across = min(3, len(names) - 1)
    down = -(-(len(names) - 1) // across)
    figure = Figure(figsize=(1 + 4.2 * across, 1 + 4.2 * down), layout="constrained")
    panels = figure.subplots(down, across, squeeze=False).ravel()
    times = {(_named(row, rows), row.list): _milliseconds(row) for row in rows}
    known = [one for some in times.values() for one in some if one > 0]  # NaN is not
    low, high = (min(known) / 1.3, max(known) * 1.3) if known else (0.1, 1.0)
    for panel, name in zip(panels, names[1:], strict=False):
        for at, (on, short) in enumerate(lists.items()):
            pair = times.get((names[0], on)), times.get((name, on))
            if pair[0] is None or pair[1] is None:
                continue
            style: dict[str, Any] = {"s": 14, "alpha": 0.45, "linewidths": 0, "label": short}
            panel.scatter(*pair, color=_COLOURS[at % len(_COLOURS)], **style)
        panel.plot((low, high), (low, high), color=GREY, linewidth=0.8)
        panel.set(xscale="log", yscale="log", xlim=(low, high), ylim=(low, high), aspect="equal")
        panel.set_xlabel(f"{names[0]}, ms")
        panel.set_ylabel(f"{name}, ms")
        _plain_ticks(panel, "xy")
    for panel in panels[len(names) - 1 :]:
        panel.set_axis_off()
    if len(lists) > 1:
        figure.legend(
            *panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=4, frameon=False
        )
    figure.suptitle(f"Full check, processor time: {_title(rows)}", fontweight="bold")
    save_picture(figure, file)


def _cactus(rows: Sequence[Figures], lists: Mapping[str | None, str], file: Path) -> None:
    """How many puzzles are decided within which time; a panel for each list, a line for each encoding."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(1.5 + 5.5 * len(lists), 5.2), layout="constrained")
    panels = figure.subplots(1, len(lists), squeeze=False, sharey=True)[0]
    names = list(dict.fromkeys(_named(row, rows) for row in rows))
    for panel, (on, short) in zip(panels, lists.items(), strict=True):
        for row in rows:
            if row.list != on:
                continue
            at = names.index(_named(row, rows))
            verdicts = row.samples.verdicts()
            pairs = zip(_milliseconds(row), verdicts, strict=True)
            times = sorted(time for time, verdict in pairs if verdict and verdict.is_decided)
            look: dict[str, Any] = {"label": names[at], "linewidth": 1.6}
            look["color"] = _COLOURS[at % len(_COLOURS)]
            look["linestyle"] = _STYLES[at // len(_COLOURS) % len(_STYLES)]
            panel.plot(range(1, len(times) + 1), times, marker="o" if len(times) == 1 else "", **look)
        panel.set_yscale("log")
        panel.set_xlabel("puzzles decided")
        panel.grid(color="#e5e7e9")
        _plain_ticks(panel, "y")
        if len(lists) > 1:
            panel.set_title(short, fontsize=11)
    panels[0].set_ylabel("each within so many ms of processor time")
    handles = dict(zip(*panels[0].get_legend_handles_labels()[::-1], strict=True))
    figure.legend(handles.values(), handles.keys(), loc="outside right center", frameon=False)
    figure.suptitle(f"Full checks: {_title(rows)}", fontweight="bold")
    save_picture(figure, file)


def bars(rows: Sequence[Figures], seed: int, *, with_spread: bool = True) -> Figure:
    """The mean of each measure: a panel for each, a bar for each encoding and list, perhaps its interval.

    To be called, and the figure to be saved, with `picture_files.SETTINGS`.
    """
    from matplotlib.figure import Figure
    from matplotlib.ticker import FuncFormatter

    lists = list_names(rows)
    columns = [one for one in measures(rows) if any(row.mean(one.name) is not None for row in rows)]
    names = list(dict.fromkeys(_named(row, rows) for row in rows))
    height = 0.8 / len(lists)
    figure = Figure(
        figsize=(2 + 2.6 * len(columns), 1.7 + (0.14 + 0.2 * len(lists)) * len(names)), layout="constrained"
    )
    panels = figure.subplots(1, len(columns), sharey=True, squeeze=False)[0]
    for panel, measure in zip(panels, columns, strict=True):
        factor = 100 if measure.is_share else measure.factor
        for row in rows:
            mean = row.mean(measure.name)
            found = spread(row, measure.name, seed=seed)
            if mean is None or found is None:
                continue
            on = list(lists).index(row.list)
            place = names.index(_named(row, rows)) + (on - (len(lists) - 1) / 2) * height
            colour = _COLOURS[on % len(_COLOURS)] if len(lists) > 1 else LIGHT
            panel.barh(place, factor * mean, height=0.9 * height, color=colour, alpha=0.75)
            if with_spread and found.low is not None and found.high is not None:
                panel.plot(
                    (factor * found.low, factor * found.high), (place, place), color="black", linewidth=1.4
                )
        panel.set_title(f"{measure.title}, %" if measure.is_share else measure.title, fontsize=10)
        panel.set_xlim(0, 100 if measure.is_share else None)
        panel.tick_params(axis="y", length=0)
        panel.xaxis.set_major_formatter(FuncFormatter(lambda number, _: f"{number:,g}"))
        panel.grid(axis="x", color="#e5e7e9")
        panel.set_axisbelow(True)
    panels[0].set_yticks(range(len(names)), names)
    panels[0].set_ylim(len(names) - 0.4, -0.6)  # the first one at the top
    if len(lists) > 1:
        from matplotlib.patches import Patch

        handles = [
            Patch(color=_COLOURS[at % len(_COLOURS)], alpha=0.75, label=short)
            for at, short in enumerate(lists.values())
        ]
        figure.legend(handles=handles, loc="outside lower left", ncols=4, frameon=False)
    if with_spread:
        note = f"lines: {100 * LEVEL:.0f} % intervals for the means"
        figure.supxlabel(note, x=0.99, ha="right", fontsize=9, color=GREY)
    figure.suptitle(f"Means per puzzle: {_title(rows)}", fontweight="bold")
    return figure


def _plain_ticks(axes: Axes, which: str) -> None:
    """Numbers such as 0.1 and 1,000 on the logarithmic axes; where these are short, 2 and 5 as well."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    for one in which:
        axis = axes.xaxis if one == "x" else axes.yaxis
        low, high = axis.get_view_interval()
        axis.set_major_locator(LogLocator(subs=(1, 2, 5) if high < 1000 * low else (1,)))
        axis.set_major_formatter(FuncFormatter(lambda number, _: f"{number:,g}"))
        axis.set_minor_formatter(NullFormatter())


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
        shares.set_yticks(range(len(some)), [_plain_name(row, some).replace("$", r"\$") for row in some])
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


def _plain_name(row: Figures, rows: Sequence[Figures]) -> str:
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
        each = ", ".join(f"{_plain_name(row, rows)} {row.checked:,} of {row.puzzles:,}" for row in sampled)
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
