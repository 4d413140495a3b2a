"""Charts, drawn by matplotlib: as SVG in a page, or in a file. Equal figures give equal files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from io import BytesIO
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

from matplotlib import rc_context
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from sudocube.file_names import write_file
from sudocube.report.document import Picture
from sudocube.report.words import counted

if TYPE_CHECKING:  # a chart of audits needs no laboratory
    from sudocube.lab.comparing import Figures
    from sudocube.lab.tracing import ImplicationGraph

DARK, LIGHT, GREY = "#1b4f72", "#a9cce3", "#566573"
SETTINGS: dict[Any, Any] = {  # matplotlib's type for it lists all keys
    "svg.hashsalt": "sudocube",
    "svg.fonttype": "path",  # letters as shapes: the picture looks the same on every machine
    "font.family": "DejaVu Sans",  # comes with matplotlib
    "font.size": 11,
    "axes.spines.top": False,
    "axes.spines.right": False,
}
"""What all charts have in common."""

_UNDATED = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {"Software": None}}
_COLOURS = (DARK, "#b9770e", "#1e8449", "#922b21", "#6c3483", "#148f77", "#7b7d7d", "#d35400", "#2e86c1")
"""Colours of lists."""


def svg_of(figure: Figure, label: str) -> str:
    """A picture as SVG, to stand in a page; `label` tells those who do not see it what it shows."""
    text = _drawn(figure, "svg", {"svg.fonttype": "none"}).decode("utf-8")  # words can be found and read out
    return f'<svg role="img" aria-label="{escape(label)}"' + text[text.index("<svg") + 4 :]


def save_picture(figure: Figure, file: Path) -> None:
    """Write a picture in the format of the file's suffix; raises InputError if that fails."""
    write_file(file, _drawn(figure, file.suffix[1:]))


def _drawn(figure: Figure, format: str, settings: Mapping[Any, Any] = SETTINGS) -> bytes:
    drawn = BytesIO()
    with rc_context({**SETTINGS, **settings}):
        figure.savefig(drawn, format=format, metadata=_UNDATED[format], dpi=150)
    return drawn.getvalue()


def new_figure(width: float, height: float) -> Figure:
    """An empty figure of that size in inches, with room made for all that stands in it."""
    return Figure(figsize=(width, height), layout="constrained")


@rc_context(SETTINGS)
def bars(rows: Sequence[Figures], seed: int, *, with_spread: bool = True) -> Figure:
    """The mean of each measure: a panel for each, a bar for each encoding and list, perhaps its interval.

    The rows are of one geometry.
    """
    from sudocube.lab.intervals import LEVEL, spread
    from sudocube.report.comparisons import SIZES, list_names, measures, row_name

    lists, names = list_names(rows), [*dict.fromkeys(row_name(row, rows) for row in rows)]
    columns = [*[SIZES[2]] * any(row.distinct is not None for row in rows), *measures(rows)]
    height = 0.8 / len(lists)
    across = min(3, len(columns))
    down = -(-len(columns) // across)
    figure = new_figure(2 + 2.6 * across, 1 + down * (0.7 + (0.14 + 0.2 * len(lists)) * len(names)))
    panels = figure.subplots(down, across, sharey=True, squeeze=False).ravel()
    for panel in panels[len(columns) :]:
        panel.set_axis_off()
    for panel, measure in zip(panels, columns, strict=False):
        factor = 100 if measure.is_share else measure.factor
        for row in rows:
            if (mean := row.mean(measure.name)) is None:
                continue
            on = list(lists).index(row.list)
            place = names.index(row_name(row, rows)) + (on - (len(lists) - 1) / 2) * height
            colour = _COLOURS[on % len(_COLOURS)] if len(lists) > 1 else LIGHT
            panel.barh(place, factor * mean, height=0.9 * height, color=colour, label=lists[row.list])
            found = spread(row, measure.name, seed=seed) if measure.name in row.samples.numbers else None
            if with_spread and found and found.low is not None and found.high is not None:
                ends = factor * found.low, factor * found.high
                panel.plot(ends, (place, place), color="black", linewidth=1.4)
        panel.set_title(f"{measure.title}, %" if measure.is_share else measure.title, fontsize=10)
        panel.set_xlim(0, 100 if measure.is_share else None)
        panel.grid(axis="x", color="#e5e7e9")
        panel.set_axisbelow(True)
        panel.xaxis.set_major_formatter(FuncFormatter(lambda number, _: f"{number:,g}"))
    panels[0].set_yticks(range(len(names)), [one.replace("$", r"\$") for one in names])
    panels[0].set_ylim(len(names) - 0.4, -0.6)  # the first one at the top
    if len(lists) > 1:
        handles, labels = panels[len(columns) - 1].get_legend_handles_labels()
        named = dict(zip(labels, handles, strict=True))
        figure.legend(named.values(), named.keys(), loc="outside lower left", ncols=4, frameon=False)
    if with_spread:
        figure.supxlabel(f"lines: {100 * LEVEL:.0f} % intervals for the means", fontsize=9, color=GREY)
    puzzles = counted(sum({row.list: row.puzzles for row in rows}.values()), "puzzle")
    size = rows[0].geometry.size
    figure.suptitle(f"Means per puzzle: {puzzles} of {size}×{size}", fontweight="bold")
    return figure


@rc_context(SETTINGS)
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
    from sudocube.lab.tracing import CONFLICT

    nodes = {step.literal: step for step in graph.nodes}
    names = {**{literal: name(literal) for literal in nodes}, CONFLICT: "conflict"}
    depth: dict[int, int] = {}
    why: dict[int, str] = {}
    for one in names:
        clause = graph.broken if one == CONFLICT else nodes[one].clause
        why[one] = f"decision, level {nodes[one].level}" if clause is None else clause.name.line
        depth[one] = 1 + max((depth[cause] for cause in graph.causes[one]), default=-1)
    columns = [[one for one in depth if depth[one] == at] for at in range(max(depth.values()) + 1)]
    height: dict[int, float] = {}
    for column in columns:  # each at about the height of what it comes from
        column.sort(key=lambda one: fmean([height[cause] for cause in graph.causes[one]] or [0]))
        height |= {one: place - (len(column) - 1) / 2 for place, one in enumerate(column)}
    tallest = max(map(len, columns))
    figure = new_figure(1.9 * len(columns), 0.3 + 0.6 * tallest)
    axes = figure.subplots()
    axes.set_axis_off()
    axes.set(xlim=(-0.5, len(columns) - 0.5), ylim=(tallest / 2, -tallest / 2))
    boxes = {}
    for one, at in depth.items():
        is_framed, is_joined = -one in graph.learned, one in graph.conflict_side or one == CONFLICT
        edge = "#a8400a" if is_framed else "#b3261e" if one == CONFLICT else GREY
        style = {"boxstyle": "round", "edgecolor": edge, "linewidth": 1 if edge == GREY else 2.5}
        style["facecolor"] = "#fde3e3" if is_joined else "#dfeafd" if graph.causes[one] else "#fdf0d5"
        where: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": 9, "zorder": 3}
        boxes[one] = axes.text(at, height[one], f"{names[one]}\n{why[one]}".strip(), bbox=style, **where)
    for cause, one in graph.edges:
        arrow: dict[str, Any] = {"arrowstyle": "-|>", "color": GREY}
        arrow["connectionstyle"] = "arc3" if depth[one] - depth[cause] == 1 else "arc3,rad=0.3"
        arrow |= {"patchA": boxes[cause].get_bbox_patch(), "patchB": boxes[one].get_bbox_patch()}
        ends = (depth[one], height[one]), (depth[cause], height[cause])
        axes.annotate("", *ends, arrowprops=arrow, zorder=1)
    of = {one: ", ".join(names[cause] for cause in graph.causes[one]) for one in names}
    said = [": ".join(filter(None, (names[one], why[one], of[one]))) for one in names]
    said.append(f"learned: {' ∨ '.join(map(name, graph.learned)) or 'the empty clause: no solution'}")
    return Picture(svg_of(figure, f"implication graph: {'; '.join(said)}"), "\n".join(said))
