"""The options that several commands take: the same name and letter everywhere."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sudocube.cli.listed_names import names_in
from sudocube.errors import PuzzleError
from sudocube.geometry import SIZES, Geometry

if TYPE_CHECKING:
    pass

DEFAULT_ENCODING = "extended"


def seconds_above_zero(value: float | None) -> float | None:
    """A time limit from the command line, checked."""
    if value is not None and not (math.isfinite(value) and value > 0):
        raise typer.BadParameter(f"{value:g} is no time limit: it is a number of seconds above 0.")
    return value


def positive(value: int | None) -> int | None:
    """A number from the command line, checked."""
    if value is not None and value < 1:
        raise typer.BadParameter(f"{value} is too small: it is 1 or more.")
    return value


def checked_size(value: int | None) -> int | None:
    """A size from the command line, checked."""
    if value is not None and value not in SIZES:
        raise typer.BadParameter(f"there is no size {value}; the sizes are {', '.join(map(str, SIZES))}.")
    return value


def checked_box(value: str | None) -> str | None:
    """A shape of boxes from the command line, checked."""
    if value is not None:
        try:
            Geometry.of_box(value)
        except PuzzleError as error:
            raise typer.BadParameter(f"{error}.") from None
    return value


def several_names(texts: list[str] | None) -> list[str] | None:
    """The names in lists with commas; for an option that may be repeated."""
    try:
        for text in texts or []:
            if "," in text and "" in names_in([text]):
                raise ValueError(f"a name is empty in {text!r}: commas stand between names")
        return names_in(texts) if texts else None
    except ValueError as error:
        raise typer.BadParameter(f"{error}.") from None


def one_name(context: typer.Context, texts: list[str] | None) -> list[str] | None:
    """The same for the option of a command that takes one name."""
    names = several_names(texts)
    if names is not None and len(names) > 1:
        from sudocube.engines import is_outside

        command, named = context.command.name, " and ".join(names[:2]) + ", ..." * (len(names) > 2)
        what, more = "engine", "`sudocube crosscheck` asks several"
        if command in ("encode", "decode", "trace"):
            what, more = "encoding", "`sudocube encodings compare` takes several"
        elif is_outside(names[0]):
            more += "; a comma within a command stands in quotes"
        raise typer.BadParameter(f"{command} takes one {what}, not {named}; {more}.")
    return names


def only_encoding(names: list[str] | None) -> str:
    """The name that `--encoding` gives, in a command that takes one encoding."""
    return DEFAULT_ENCODING if names is None else names[0]


def details_at_most(value: str) -> int | None:
    """How many details are asked for; None for all."""
    if value in ("all", "none"):
        return None if value == "all" else 0
    if value.isascii() and value.isdecimal() and len(value) < 10:
        return int(value)
    raise typer.BadParameter(f"found {value!r}; expected all, none or a number.")


def flag(name: str, help: str) -> Any:  # noqa: ANN401 — typer has no type for it
    """An option without a value, and without the --no-… that typer would add."""
    return typer.Option(name, help=help)


def valued(
    name: str,
    metavar: str,
    help: str,
    check: Callable[..., Any] | None = None,
    default: str | bool = False,
) -> Any:  # noqa: ANN401 — as above
    """An option with a value, which `check` takes or refuses; `default` is what help says of it."""
    return typer.Option(name, metavar=metavar, help=help, callback=check, show_default=default)


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
    list[str] | None,
    typer.Option(
        "--encoding",
        "-e",
        metavar="NAME",
        help="An encoding of the catalogue, or the path of a file; `sudocube encodings list` lists them.",
        callback=one_name,
        show_default=DEFAULT_ENCODING,
    ),
]
EncodingNames = Annotated[
    list[str] | None,
    typer.Option(
        "--encoding",
        "--encodings",
        "-e",
        metavar="A,B,...",
        help="Which: names of the catalogue, paths of files, functions python:FILE.py:NAME. May be repeated.",
        callback=several_names,
        show_default="all in CNF",
    ),
]
EncodingFile = Annotated[
    str,
    typer.Argument(
        metavar="NAME",
        help="An encoding of the catalogue; a file, FILE.toml, or FILE.cnf with clauses of your own; or a"
        " function that makes clauses, python:FILE.py:NAME.",
        show_default=False,
    ),
]


def engine_timeout(default: str | bool = True) -> Any:  # noqa: ANN401 — as above
    """`--timeout` for one puzzle and one engine; `default` is what help says where none is given."""
    return typer.Option(
        "--timeout",
        metavar="SECONDS",
        help="Time limit for one puzzle and one engine; past it, the puzzle is undecided.",
        callback=seconds_above_zero,
        show_default=default,
    )


Timeout = Annotated[float | None, engine_timeout()]
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
SIZE_OF_NO_PUZZLE = "9, or the one that the header of FILE.cnf names"
GridSize = Annotated[
    int | None,
    typer.Option(
        "--size", metavar="N", help="The size.", callback=checked_size, show_default=SIZE_OF_NO_PUZZLE
    ),
]
Size = Annotated[
    int | None,
    typer.Option(
        metavar="N", help="The size of the puzzles, where it is not to be detected.", callback=checked_size
    ),
]
Box = Annotated[
    str | None,
    typer.Option(
        metavar="RxC",
        help="Rows x columns of a box, such as 3x2.",
        callback=checked_box,
        show_default="as drawn, else at least as wide as tall",
    ),
]
Threads = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        "-j",
        metavar="N",
        help="Threads that share the work.",
        callback=positive,
        show_default="all cores",
    ),
]
Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        "-j",
        metavar="N",
        help="Processes that share the work.",
        callback=positive,
        show_default="all cores, after the first second",
    ),
]
NoAnswers = Annotated[
    bool, flag("--no-answers", "Do not compare solutions that are stored beside the puzzles.")
]


Json = Annotated[bool, flag("--json", "Print JSON, one object per line.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Nothing on standard error but errors.")]


def _format(help: str, default: str | bool) -> Any:  # noqa: ANN401 — as above
    """The option that says how answers are written."""
    return typer.Option("--format", "-f", metavar="NAME", help=help, show_default=default)


Format = Annotated[
    str | None,
    _format(
        "Write line, grid, ss, sdk, sdm, pencilmarks, csv (with all columns that were read), f-puzzles,"
        " sudokupad, sudokuwiki (links) or json.",
        "as read",
    ),
]
NewFormat = Annotated[
    str | None,
    _format(
        "Write line, grid, ss, sdk, sdm, pencilmarks, csv, f-puzzles, sudokupad, sudokuwiki (links) or json;"
        " it has to be given.",
        False,
    ),
]
"""The format of a command that has none of its own."""
RecordFormat = Annotated[
    str | None,
    _format(
        "Write text, csv (a row for each puzzle, with all columns read) or json.",
        "text",
    ),
]
TableFormat = Annotated[str | None, _format("Write text, csv or json.", "text")]
Output = Annotated[
    str,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Write a file, completely or not at all.",
        show_default="standard output",
    ),
]
"""For `Run(output=...)`; the default is STANDARD_OUTPUT of `cli.output`."""
RecordOutput = Annotated[
    str,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Write a file; after Ctrl-C, FILE.part has what was finished.",
        show_default="standard output",
    ),
]
"""The same for `Run(output=..., in_records=True)`."""
Plot = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Draw the figures, too: an .svg, .pdf or .png.", show_default=False),
]
"""For `report.charts.check_plot`."""
MadeSize = Annotated[
    int | None,
    typer.Option(
        "--size",
        metavar="N",
        help="The size: 4, 6, 8, 9, 10, 12, 15 or 16. Only 9 is quick: a SAT solver makes the others.",
        callback=checked_size,
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
