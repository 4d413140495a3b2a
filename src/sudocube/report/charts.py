"""Charts, drawn by matplotlib as SVG. Equal figures give equal texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from io import StringIO
from typing import TYPE_CHECKING, Any

from matplotlib import rc_context
from matplotlib.figure import Figure

from sudocube.report.document import Picture

if TYPE_CHECKING:
    from sudocube.lab.intervals import Numbers
    from sudocube.lab.tracing import ImplicationGraph

LIGHT, GREY = "#a9cce3", "#566573"
SETTINGS: dict[Any, Any] = {  # matplotlib's type for it lists all keys
    "svg.hashsalt": "sudocube",
    "svg.fonttype": "none",  # words can be found and read out
    "font.family": "DejaVu Sans",  # comes with matplotlib
    "font.size": 11,
    "text.parse_math": False,  # a name may have two signs of dollars
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.grid.axis": "x",
    "grid.color": "#e5e7e9",
    "axes.spines.top": False,
    "axes.spines.right": False,
}
"""What all charts have in common."""


def svg_of(figure: Figure, label: str) -> str:
    """A picture as SVG, for a page or a file; `label` tells those who do not see it what it shows."""
    drawn = StringIO()
    with rc_context(SETTINGS):
        figure.savefig(drawn, format="svg", metadata={"Date": None})
    text = drawn.getvalue()
    return f'<svg role="img" aria-label="{escape(label)}"' + text[text.index("<svg") + 4 :]


def new_figure(width: float, height: float) -> Figure:
    """An empty figure of that size in inches, with room made for all that stands in it."""
    return Figure(figsize=(width, height), layout="constrained")


@rc_context(SETTINGS)
def bars(title: str, names: Sequence[str], panels: Mapping[str, Numbers], note: str) -> Figure:
    """A panel for each heading, a bar for each name, and a line for its interval; headings in % end so.

    The columns of the numbers are how long the bars are, and the ends of the intervals; each may be NaN.
    """
    across = min(3, len(panels))
    down = -(-len(panels) // across)
    figure = new_figure(2 + 2.6 * across, 1 + down * (0.7 + 0.34 * len(names)))
    drawn = figure.subplots(down, across, sharey=True, squeeze=False).ravel()
    for panel in drawn[len(panels) :]:
        panel.set_axis_off()
    for panel, (heading, numbers) in zip(drawn, panels.items(), strict=False):
        panel.barh(names, numbers[:, 0], color=LIGHT)
        panel.hlines(names, numbers[:, 1], numbers[:, 2], color="black", linewidth=1.4)
        panel.set_title(heading, fontsize=10)
        panel.set_xlim(0, 100 if heading.endswith("%") else None)
        panel.xaxis.set_major_formatter("{x:,g}")
    drawn[0].invert_yaxis()  # the first one at the top
    figure.supxlabel(note, fontsize=9, color=GREY)
    figure.suptitle(title, fontweight="bold")
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

    names = {step.literal: name(step.literal) for step in graph.nodes} | {CONFLICT: "conflict"}
    why = {
        step.literal: step.clause.name.line if step.clause else f"decision, level {step.level}"
        for step in graph.nodes
    } | {CONFLICT: graph.broken.name.line}
    places = _places({one: graph.causes[one] for one in names})
    wide, tall = (max(ends) for ends in zip(*places.values(), strict=True))
    figure = new_figure(1.9 * (wide + 1), 0.9 + 1.2 * tall)
    axes = figure.subplots()
    axes.set_axis_off()
    axes.set(xlim=(-0.5, wide + 0.5), ylim=(tall + 0.5, -tall - 0.5))
    boxes = {}
    for one, (x, y) in places.items():
        is_joined = one == CONFLICT or one in graph.conflict_side
        face = "#fde3e3" if is_joined else "#dfeafd" if graph.causes[one] else "#fdf0d5"
        edge, width = ("#a8400a", 2.5) if -one in graph.learned else (GREY, 1)
        style = {"boxstyle": "round", "facecolor": face, "edgecolor": edge, "linewidth": width}
        words = f"{names[one]}\n{why[one]}".strip()
        drawn = axes.text(x, y, words, ha="center", va="center", fontsize=9, zorder=3, bbox=style)
        boxes[one] = drawn.get_bbox_patch()
    for cause, one in graph.edges:
        bend = "arc3" if places[one][0] - places[cause][0] == 1 else "arc3,rad=0.3"
        arrow: dict[str, Any] = {"arrowstyle": "-|>", "color": GREY, "connectionstyle": bend}
        arrow |= {"patchA": boxes[cause], "patchB": boxes[one]}
        axes.annotate("", places[one], places[cause], arrowprops=arrow, zorder=1)
    of = {one: ", ".join(names[cause] for cause in graph.causes[one]) for one in names}
    said = [": ".join(filter(None, (names[one], why[one], of[one]))) for one in names]
    said.append(f"learned: {' ∨ '.join(map(name, graph.learned)) or 'the empty clause: no solution'}")
    return Picture(svg_of(figure, f"implication graph: {'; '.join(said)}"), "\n".join(said))


def _places(causes: Mapping[int, Sequence[int]]) -> dict[int, tuple[float, float]]:
    """Where the nodes of a graph stand: to the right of their causes, those of a column below each other."""
    columns: dict[int, int] = {}
    for one, of in causes.items():
        columns[one] = 1 + max((columns[cause] for cause in of), default=-1)
    beside = {one: [other for other in causes if columns[other] == at] for one, at in columns.items()}
    return {one: (columns[one], of.index(one) - (len(of) - 1) / 2) for one, of in beside.items()}
