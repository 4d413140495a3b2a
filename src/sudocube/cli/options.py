"""The options that several commands take: the same name and letter everywhere.

An option is written as the help shows it: "--jobs, -j N: Threads that share the work. [default: all cores]".
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sudocube.errors import PuzzleError, UnknownNameError
from sudocube.geometry import SIZES, Geometry

if TYPE_CHECKING:
    from sudocube.engines import Engine

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


Positive = Annotated[int | None, typer.Option(callback=positive)]
Seconds = Annotated[float | None, typer.Option(callback=seconds_above_zero)]
Names = Annotated[list[str] | None, typer.Option(callback=several_names)]
GridSize = Annotated[int | None, typer.Option(callback=checked_size)]
BoxShape = Annotated[str | None, typer.Option(callback=checked_box)]
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
EncodingFile = Annotated[
    str,
    argument(
        "NAME",
        "An encoding of the catalogue; a file, FILE.toml, or FILE.cnf with clauses of your own; or a function"
        " that makes clauses, python:FILE.py:NAME.",
    ),
]
NoAnswers = Annotated[
    bool, option("--no-answers: Do not compare solutions that are stored beside the puzzles.")
]
Format = Annotated[
    str | None,
    option(
        "--format, -f NAME: Write line, grid, ss, sdk, sdm, pencilmarks, csv (with all columns that were"
        " read), f-puzzles, sudokupad, sudokuwiki (links) or json. [default: as read]"
    ),
]
RecordFormat = Annotated[
    str | None,
    option(
        "--format, -f NAME: Write text, csv (a row for each puzzle, with all columns read) or json."
        " [default: text]"
    ),
]
Plot = Annotated[Path | None, option("--plot FILE: Draw the figures, too: an .svg, .pdf or .png.")]
"""Checked by `check_can_be_written`, with the endings of `report.charts`."""


QUOTES = "\"'"

BEFORE_QUOTES = ",:@= "
"""After these, and at the beginning, a quote opens; elsewhere, as in "don't", it is an ordinary character."""


def names_in(texts: Iterable[str]) -> list[str]:
    """The names in lists with commas, in order.

    A comma within quotes belongs to a name; a quote opens where a word begins. Quotes around a whole name, or
    around all that follows its first colon, are left out; others stay, because they are part of the name.
    Raises ValueError for a quote that is not closed.

    >>> names_in(["phases, sat:extended", "cpsat"])
    ['phases', 'sat:extended', 'cpsat']
    >>> names_in(["sat:'my,own.toml',phases", "command:./x 'a,b' c"])
    ['sat:my,own.toml', 'phases', "command:./x 'a,b' c"]
    """
    return [_unquoted(name.strip()) for text in texts for name in _parted(text)]


def in_list(name: str) -> str:
    """A name as it stands in a list with commas.

    >>> in_list("sat"), in_list("command:./x a,b"), names_in([in_list("command:./x a,b")])
    ('sat', "command:'./x a,b'", ['command:./x a,b'])
    """
    if names_in([name]) == [name]:
        return name
    family, colon, variant = name.partition(":")
    quote = next((sign for sign in QUOTES[::-1] if sign not in variant), "'")
    return f"{family}{colon}{quote}{variant}{quote}"


def _parted(text: str) -> list[str]:
    """The parts between the commas that stand outside quotes."""
    parts = [""]
    quote, before = "", ","
    for character in text:
        opens = character in QUOTES and before in BEFORE_QUOTES
        before = character
        if character == "," and not quote:
            parts.append("")
            continue
        if quote:
            quote = "" if character == quote else quote
        elif opens:
            quote = character
        parts[-1] += character
    if quote:
        raise ValueError(f"the quote {quote} is not closed in {text}")
    return parts


def _unquoted(name: str) -> str:
    """The name without quotes around it, or around its variant."""
    family, colon, variant = name.partition(":")
    if colon and family and family[0] not in QUOTES:
        return family + colon + _unquoted(variant)
    quoted = len(name) > 1 and name[0] in QUOTES and name.find(name[0], 1) == len(name) - 1
    return name[1:-1] if quoted else name


def only_engine(names: list[str] | None) -> Engine | None:
    """The engine that `--engine` names, in a command that takes one; None if none is named.

    Raises UnknownNameError, UnavailableError, EncodingError or UnsupportedError, for the same reasons as
    `sudocube.engines.engine`.
    """
    from sudocube.engines import engine

    return None if names is None else engine(names[0])


@contextmanager
def commas_explained(names: Sequence[str] | None) -> Iterator[None]:
    """Within this context, the error for an unknown engine after a program says how commas are written.

    Raises UnknownNameError in place of one without that note.
    """
    from sudocube.engines import is_outside

    try:
        yield
    except UnknownNameError as error:
        before = names[: names.index(error.name)] if names and error.name in names else ()
        if not before or error.kind != "engine" or not is_outside(before[-1]):
            raise
        family, _, command = f"{before[-1]},{error.name}".partition(":")
        note = f"if the comma before it belongs to a command, quote that: \"{family}:'{command}'\""
        raise UnknownNameError(error.kind, error.name, error.known, note, near=error.near) from None


def memory_text(value: str | None) -> str | None:
    """A size of memory from the command line, checked."""
    if value is not None:
        from sudocube.processes.container import memory_size

        try:
            memory_size(value)
        except ValueError as error:
            raise typer.BadParameter(f"{error}.") from None
    return value


OWN = "Your own: command:CMD, python:FILE.py:NAME."
"""How programs and functions of others are named."""

Memory = Annotated[str | None, typer.Option(callback=memory_text)]
EngineName = Annotated[
    list[str] | None,
    option(
        f"--engine, -e NAME: Which engine; `sudocube engines` lists them. {OWN}"
        " [default: kernel for 9×9 where it is compiled, else sat]",
        one_name,
    ),
]
"""The engine of a command that takes one: at most one name (see `only_engine`)."""
