"""The options that several commands take."""

from __future__ import annotations

import math
from typing import Annotated, Any

import typer

from sudocube.errors import PuzzleError
from sudocube.geometry import SIZES, Geometry


def seconds_above_zero(value: float | None) -> float | None:
    """A time limit from the command line, checked."""
    if value is not None and not (math.isfinite(value) and value > 0):
        raise typer.BadParameter(f"{value:g} is no time limit: it is a number of seconds above 0.")
    return value


def _positive(value: int | None) -> int | None:
    if value is not None and value < 1:
        raise typer.BadParameter(f"{value} is too small: it is 1 or more.")
    return value


def _size(value: int | None) -> int | None:
    if value is not None and value not in SIZES:
        raise typer.BadParameter(f"there is no size {value}; the sizes are {', '.join(map(str, SIZES))}.")
    return value


def _box(value: str | None) -> str | None:
    if value is not None:
        try:
            Geometry.of_box(value)
        except PuzzleError as error:
            raise typer.BadParameter(f"{error}.") from None
    return value


def listed(value: str) -> list[str]:
    """The names in a list with commas."""
    return [one.strip() for one in value.split(",")]


def flag(name: str, help: str) -> Any:  # noqa: ANN401 — typer has no type for it
    """An option without a value, and without the --no-… that typer would add."""
    return typer.Option(name, help=help)


def names_option(name: str, help: str, default: str) -> Any:  # noqa: ANN401 — as above
    """An option that takes a list of names, such as `--engines`, or `-e`."""
    return typer.Option(name, "-e", metavar="A,B,...", help=help, show_default=default)


Inputs = Annotated[
    list[str],
    typer.Argument(
        metavar="INPUT...",
        help="Files, [bold]-[/bold] for standard input, or puzzles written out (after [bold]--[/bold] where"
        " one begins with -).",
        show_default=False,
    ),
]
OnePuzzle = Annotated[
    str,
    typer.Argument(
        metavar="PUZZLE",
        help="A file with one puzzle, [bold]-[/bold] for standard input, or a puzzle written out.",
        show_default=False,
    ),
]
EncodingName = Annotated[
    str,
    typer.Option(
        "--encoding",
        metavar="NAME",
        help="An encoding of the catalogue, or the path of a file; a wrong name lists them.",
    ),
]
EncodingFile = Annotated[
    str,
    typer.Argument(
        metavar="NAME", help="An encoding of the catalogue, or the path of a file.", show_default=False
    ),
]
EngineName = Annotated[
    str | None,
    typer.Option(
        "--engine",
        "-e",
        metavar="NAME",
        help="Which engine; `sudocube engines` lists them.",
        show_default="kernel for 9×9 where it is compiled, else sat",
    ),
]
Timeout = Annotated[
    float | None,
    typer.Option(
        metavar="SECONDS",
        help="Time limit for one puzzle and one engine; past it, the puzzle is undecided.",
        callback=seconds_above_zero,
    ),
]
WholeTimeout = Annotated[
    float | None,
    typer.Option(
        "--timeout",
        metavar="SECONDS",
        help="Time limit for all of it; past it, what is left is undecided.",
        callback=seconds_above_zero,
        show_default="60",
    ),
]
GridSize = Annotated[
    int | None, typer.Option("--size", metavar="N", help="The size.", callback=_size, show_default="9")
]
Size = Annotated[
    int | None,
    typer.Option(
        metavar="N", help="The size of the puzzles, where it is not to be detected.", callback=_size
    ),
]
Box = Annotated[
    str | None,
    typer.Option(
        metavar="RxC",
        help="Rows x columns of a box, such as 3x2.",
        callback=_box,
        show_default="as drawn, else at least as wide as tall",
    ),
]
Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        "-j",
        metavar="N",
        help="Processes that share the work.",
        callback=_positive,
        show_default="all cores, after the first second",
    ),
]
Json = Annotated[bool, flag("--json", "Print JSON, one object per line.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Nothing on standard error but errors.")]
