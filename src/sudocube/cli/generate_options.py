"""The options of `generate`: how many puzzles, which cells are clues, how hard, and how they are made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from sudocube.cli.completion import (
    complete_engine,
    complete_filter_method,
    complete_format,
    complete_minimal,
    complete_symmetry,
)
from sudocube.cli.html_file import html_option
from sudocube.cli.options import checked_box, positive, seconds_above_zero, several_names
from sudocube.geometry import SIZES

Range = tuple[int, int | None]
"""From the least to the most, both included; None for no end."""

SHEET_SIZES = (1, 2, 4, 6)
"""How many puzzles a page of the sheet may have."""

WHICH, HOW = "Which puzzles", "How they are made and checked"
"""The panels of the help."""


def range_of(text: str) -> Range:
    """The numbers that "A", "A-B" or "A-" names. Raises BadParameter for other texts.

    >>> range_of("24"), range_of("24-28"), range_of("2-")
    ((24, 24), (24, 28), (2, None))
    """
    from sudocube.generation.plan_values import range_in_text

    try:
        return range_in_text(text)
    except ValueError as error:
        raise typer.BadParameter(f"{error}.") from None


def _checked_range(value: str | None) -> str | None:
    """The text of a range, which is only checked here; `range_of` reads it again."""
    if value is not None:
        range_of(value)
    return value


def _at_least(least: int) -> Callable[[int | None], int | None]:
    def checked(value: int | None) -> int | None:
        if value is not None and value < least:
            raise typer.BadParameter(f"{value} is too small: it is {least} or more.")
        return value

    return checked


def _one_of(known: Sequence[Any]) -> Callable[[Any], Any]:
    def checked(value: Any) -> Any:  # noqa: ANN401 — a name or a number
        if value is not None and value not in known:
            raise typer.BadParameter(f"found {value!r}; expected {', '.join(map(str, known))}.")
        return value

    return checked


def _made_size(value: int | None) -> int | None:
    if value is not None:
        from sudocube.generation.generation_plan import LARGEST_SIZE

        if value not in (sizes := [size for size in SIZES if size <= LARGEST_SIZE]):
            raise typer.BadParameter(
                f"puzzles of size {value} are not made; the sizes are {', '.join(map(str, sizes))}."
            )
    return value


Count = Annotated[
    int, typer.Option("--count", "-n", metavar="N", help="How many puzzles.", callback=positive)
]
Seed = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help="Makes the same puzzles again, on any machine; 0 or more.",
        callback=_at_least(0),
        show_default="drawn, and told at the end",
    ),
]
FirstIndex = Annotated[
    int,
    typer.Option(
        "--first-index",
        metavar="K",
        help="Begin with puzzle K of the seed: another machine makes those before it.",
        callback=positive,
    ),
]
Symmetry = Annotated[
    str,
    typer.Option(
        rich_help_panel=WHICH,
        metavar="NAME",
        help="Of the cells with clues: none, half-turn, quarter-turn, left-right, top-bottom, both-mirrors,"
        " diagonal, anti-diagonal, both-diagonals or full.",
        autocompletion=complete_symmetry,
    ),
]
Pattern = Annotated[
    str | None,
    typer.Option(
        rich_help_panel=WHICH,
        metavar="FILE",
        help="Which cells are clues: a drawing with # or x for a clue and . for a blank, or a puzzle.",
        show_default=False,
    ),
]
Clues = Annotated[
    str | None,
    typer.Option(
        rich_help_panel=WHICH,
        metavar="A-B",
        help="How many clues: 24-28, 24, or 24- for 24 and more.",
        callback=_checked_range,
        show_default="any",
    ),
]
Minimal = Annotated[
    str,
    typer.Option(
        rich_help_panel=WHICH,
        metavar="strict|orbits|no",
        help="strict: without any single clue there are several solutions. orbits: without any set of clues"
        " that the symmetry turns into each other. no: it is not asked.",
        autocompletion=complete_minimal,
    ),
]
Depth = Annotated[
    str | None,
    typer.Option(
        rich_help_panel=WHICH,
        metavar="A-B",
        help="The depth: 0 where naked and hidden singles are enough, 1 with assumptions that these refute,"
        " and so on; 2- is 2 or more.",
        callback=_checked_range,
        show_default="any",
    ),
]
Backdoor = Annotated[
    str | None,
    typer.Option(
        rich_help_panel=WHICH,
        metavar="A-B",
        help="The fewest cells that have to be told, so that singles do the rest.",
        callback=_checked_range,
        show_default="any",
    ),
]


def _methods(*names: str, help: str) -> Any:  # noqa: ANN401 — typer has no type for it
    """An option that takes names of methods, in lists with commas, or repeated."""
    return typer.Option(
        *names,
        metavar="NAME",
        help=help,
        callback=several_names,
        autocompletion=complete_filter_method,
        show_default=False,
        rich_help_panel=WHICH,
    )


Methods = Annotated[
    list[str] | None,
    _methods(
        "--method",
        "-m",
        help="Solved without trial and error by sets, possibles or cube:propagate. May be repeated.",
    ),
]
NotMethods = Annotated[
    list[str] | None, _methods("--not-method", help="Not solved by this one. May be repeated.")
]
Given = Annotated[
    str | None,
    typer.Option(
        rich_help_panel=WHICH,
        metavar="PUZZLE",
        help="Clues that have to be there: a file, [bold]-[/bold], or written out.",
        show_default=False,
    ),
]
Near = Annotated[
    str | None,
    typer.Option(
        rich_help_panel=WHICH,
        metavar="PUZZLE",
        help="Neighbours of this puzzle: one or two of its clues are exchanged for others.",
        show_default=False,
    ),
]
Sample = Annotated[
    str,
    typer.Option(
        rich_help_panel=HOW,
        metavar="top-down|controlled",
        help="top-down: clues are removed from a grid, which favours few clues. controlled: slow, and each"
        " puzzle has a weight by which means over all minimal puzzles are estimated.",
    ),
]
GridKind = Annotated[
    str | None,
    typer.Option(
        rich_help_panel=HOW,
        metavar="uniform|fast",
        help="How solutions are drawn. uniform: all with the same probability, at 4×4, 6×6 and 9×9 without"
        " --given. fast: biased, for all else.",
        show_default="uniform where it can be",
    ),
]
Tries = Annotated[
    int | None,
    typer.Option(
        rich_help_panel=HOW,
        metavar="N",
        help="Tries for each puzzle; the run ends at the first puzzle for which they are not enough.",
        callback=positive,
        show_default="1,000,000",
    ),
]
Recheck = Annotated[
    str | None,
    typer.Option(
        rich_help_panel=HOW,
        metavar="ENGINE",
        help="Have this engine count each puzzle, too.",
        autocompletion=complete_engine,
        show_default="another level of the kernel for each, sat for one in a hundred",
    ),
]
Certify = Annotated[
    str | None,
    typer.Option(
        "--certify",
        rich_help_panel=HOW,
        metavar="DIR",
        help="Also write a proof for each, as `sudocube certify`.",
        show_default=False,
    ),
]
PerPage = Annotated[
    int | None,
    typer.Option(
        "--per-page",
        metavar="N",
        help="With --html: puzzles on a page, 1, 2, 4 or 6.",
        callback=_one_of(SHEET_SIZES),
        show_default="4; 2 above 9x9",
    ),
]
MadeFormat = Annotated[
    str | None,
    typer.Option(
        "--format",
        "-f",
        metavar="NAME",
        help="Write line, grid, ss, sdk, sdm, pencilmarks, csv (with the solutions), f-puzzles, sudokupad,"
        " sudokuwiki (links) or json.",
        show_default="line",
        autocompletion=complete_format,
    ),
]
WholeRunTimeout = Annotated[
    float | None,
    typer.Option(
        "--timeout",
        metavar="SECONDS",
        help="Time limit for all of it; the run ends at the first puzzle for which it is not enough.",
        callback=seconds_above_zero,
        show_default=False,
    ),
]
Sheet = Annotated[
    Path | None,
    html_option(
        "Also write a sheet to print, an .html file: puzzles, how hard they are, solutions at the end."
    ),
]
MadeSize = Annotated[
    int | None,
    typer.Option(
        "--size",
        metavar="N",
        help="The size: 4, 6, 8, 9, 10, 12, 15 or 16. Only 9 is quick: a SAT solver makes the others.",
        callback=_made_size,
        show_default="9",
    ),
]
MadeBox = Annotated[
    str | None,
    typer.Option(
        "--box",
        metavar="RxC",
        help="Rows x columns of a box, such as 3x2.",
        callback=checked_box,
        show_default="at least as wide as tall",
    ),
]
