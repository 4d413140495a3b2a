"""The options that several commands take: the same name and letter everywhere.

An option is written as the help shows it: "--jobs, -j N: Threads that share the work. [default: all cores]".
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from sudocube.cli.listed_names import names_in
from sudocube.errors import PuzzleError
from sudocube.geometry import SIZES, Geometry

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


_ENTRY = re.compile(r"(-[-\w]+(?:, -[-\w]+)*)(?: ([^\s:]+))?: (.*?)(?: \[default: (.*)\])?", re.DOTALL)


def option(entry: str, check: Callable[..., Any] | None = None, **more: Any) -> Any:  # noqa: ANN401 — typer's
    """An option from its entry in the help; `check` takes or refuses its value."""
    found = _ENTRY.fullmatch(" ".join(entry.split()))
    if found is None:
        raise ValueError(f"no option: {entry}")
    flags, metavar, help, default = found.groups()
    return typer.Option(
        *flags.split(", "), metavar=metavar, help=help, callback=check, show_default=default or True, **more
    )


def argument(metavar: str, help: str, check: Callable[..., Any] | None = None) -> Any:  # noqa: ANN401 — as above
    """What a command gets without a flag."""
    return typer.Argument(metavar=metavar, help=help, callback=check, show_default=False)


def flag(name: str, help: str) -> Any:  # noqa: ANN401 — as above
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


Positive = Annotated[int | None, typer.Option(callback=positive)]
Seconds = Annotated[float | None, typer.Option(callback=seconds_above_zero)]
Names = Annotated[list[str] | None, typer.Option(callback=several_names)]
"""Kinds of values, whose option stands in the docstring of a command."""

Inputs = Annotated[
    list[str],
    argument(
        "INPUT...",
        "Files, [bold]-[/bold] for standard input, or puzzles written out (after [bold]--[/bold] where one"
        " begins with -).",
    ),
]
OnePuzzle = Annotated[
    str,
    argument("PUZZLE", "A file with one puzzle, [bold]-[/bold] for standard input, or a puzzle written out."),
]
EncodingName = Annotated[
    list[str] | None,
    option(
        "--encoding, -e NAME: An encoding of the catalogue, or the path of a file; `sudocube encodings list`"
        f" lists them. [default: {DEFAULT_ENCODING}]",
        one_name,
    ),
]
EncodingNames = Annotated[
    list[str] | None,
    option(
        "--encoding, --encodings, -e A,B,...: Which: names of the catalogue, paths of files, functions"
        " python:FILE.py:NAME. May be repeated. [default: all in CNF]",
        several_names,
    ),
]
EncodingFile = Annotated[
    str,
    argument(
        "NAME",
        "An encoding of the catalogue; a file, FILE.toml, or FILE.cnf with clauses of your own; or a function"
        " that makes clauses, python:FILE.py:NAME.",
    ),
]
EVERY_TIMEOUT = (
    "--timeout SECONDS: Time limit for one puzzle and one engine; past it, the puzzle is undecided."
)
Timeout = Annotated[float | None, option(EVERY_TIMEOUT, seconds_above_zero)]
WholeTimeout = Annotated[
    float | None,
    option(
        "--timeout SECONDS: Time limit for all of it; past it, what is left is undecided. [default: 60]",
        seconds_above_zero,
    ),
]
GridSize = Annotated[
    int | None,
    option("--size N: The size. [default: 9, or the one that the header of FILE.cnf names]", checked_size),
]
Size = Annotated[
    int | None, option("--size N: The size of the puzzles, where it is not to be detected.", checked_size)
]
Box = Annotated[
    str | None,
    option(
        "--box RxC: Rows x columns of a box, such as 3x2. [default: as drawn, else at least as wide as tall]",
        checked_box,
    ),
]
MadeSize = Annotated[
    int | None,
    option(
        "--size N: The size: 4, 6, 8, 9, 10, 12, 15 or 16. Only 9 is quick: a SAT solver makes the others."
        " [default: 9]",
        checked_size,
    ),
]
MadeBox = Annotated[
    str | None,
    option(
        "--box RxC: Rows x columns of a box, such as 3x2. [default: at least as wide as tall]", checked_box
    ),
]
Threads = Annotated[
    int | None, option("--jobs, -j N: Threads that share the work. [default: all cores]", positive)
]
Jobs = Annotated[
    int | None,
    option(
        "--jobs, -j N: Processes that share the work. [default: all cores, after the first second]", positive
    ),
]
NoAnswers = Annotated[
    bool, option("--no-answers: Do not compare solutions that are stored beside the puzzles.")
]
Json = Annotated[bool, option("--json: Print JSON, one object per line.")]
Quiet = Annotated[bool, option("--quiet, -q: Nothing on standard error but errors.")]
_FORMATS = "--format, -f NAME: Write line, grid, ss, sdk, sdm, pencilmarks, csv{}, f-puzzles, sudokupad,"
Format = Annotated[
    str | None,
    option(
        _FORMATS.format(" (with all columns that were read)")
        + " sudokuwiki (links) or json. [default: as read]"
    ),
]
NewFormat = Annotated[
    str | None, option(_FORMATS.format("") + " sudokuwiki (links) or json; it has to be given.")
]
"""The format of a command that has none of its own."""
MadeFormat = Annotated[
    str | None,
    option(_FORMATS.format(" (with the solutions)") + " sudokuwiki (links) or json. [default: line]"),
]
RecordFormat = Annotated[
    str | None,
    option(
        "--format, -f NAME: Write text, csv (a row for each puzzle, with all columns read) or json."
        " [default: text]"
    ),
]
TableFormat = Annotated[str | None, option("--format, -f NAME: Write text, csv or json. [default: text]")]
Output = Annotated[
    str,
    option("--output, -o FILE: Write a file, completely or not at all. [default: standard output]"),
]
"""For `Run(output=...)`; the default is STANDARD_OUTPUT of `cli.output`."""
RecordOutput = Annotated[
    str,
    option(
        "--output, -o FILE: Write a file; after Ctrl-C, FILE.part has what was finished."
        " [default: standard output]"
    ),
]
"""The same for `Run(output=..., in_records=True)`."""
Plot = Annotated[Path | None, option("--plot FILE: Draw the figures, too: an .svg, .pdf or .png.")]
"""For `report.charts.check_plot`."""
