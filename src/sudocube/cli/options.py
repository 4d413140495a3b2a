"""What all commands share: exit statuses, kinds of options, and lists of names with commas."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from sudocube.engines import Engine

DONE, PROBLEM, USAGE_ERROR, UNDECIDED = 0, 1, 2, 3
FAILED, INTERRUPTED, PIPE_CLOSED = 70, 130, 141
"""Exit statuses.

    0    as the command's help says
    1    a puzzle has a problem, or engines disagree
    2    the command, or some input, could not be understood
    3    something is undecided
    70   the program failed: a fault in it, a full disk (EX_SOFTWARE of <sysexits.h>)
    130  interrupted by Ctrl-C; 143 by a request to end (SIGTERM), 129 as the terminal was closed (SIGHUP)
    141  the reader of the output is gone (128 + SIGPIPE, as for any Unix tool)

Where several apply, the first of 2, 1, 3, 0 counts. A fault of the program is never reported as a problem
of a puzzle.
"""

STANDARD_INPUT = STANDARD_OUTPUT = "-"
"""What INPUT and `--output` call them."""

DEFAULT_ENCODING = "extended"

PAGES = (".html", ".htm")
"""Endings by which a browser knows a page."""


@contextmanager
def bad_parameters() -> Iterator[None]:
    """What the library says of a value is an error of the command line."""
    try:
        yield
    except ValueError as error:
        raise typer.BadParameter(f"{error}.") from None


def _seconds(value: float | None) -> float | None:
    if value is not None and not (math.isfinite(value) and value > 0):
        raise typer.BadParameter(f"{value:g} is no time limit: it is a number of seconds above 0.")
    return value


def names_checked(texts: list[str] | None) -> list[str] | None:
    """The names in lists with commas; for an option that may be repeated."""
    for text in texts or []:
        if "," in text and "" in names_in([text]):
            raise typer.BadParameter(f"a name is empty in {text!r}: commas stand between names.")
    return names_in(texts) if texts else None


def _one_name(context: typer.Context, texts: list[str] | None) -> list[str] | None:
    if (names := names_checked(texts)) and len(names) > 1:
        more = "; a comma within a name stands in quotes"
        raise typer.BadParameter(f"{context.command.name} takes one, not {' and '.join(names)}{more}.")
    return names


def memory_text(value: str | None) -> str | None:
    """A size of memory from the command line, checked."""
    if value is not None:
        from sudocube.arguments import memory_size

        with bad_parameters():
            memory_size(value)
    return value


def _page(value: Path | None) -> Path | None:
    if value is not None and value.suffix.lower() not in PAGES:  # it may be a list of puzzles
        raise typer.BadParameter(f"found {str(value)!r}; the name of a page ends in {' or '.join(PAGES)}.")
    return value


def details_at_most(value: str) -> int | None:
    """How many details are asked for; None for all."""
    if value in ("all", "none"):
        return None if value == "all" else 0
    if value.isascii() and value.isdecimal() and len(value) < 10:
        return int(value)
    raise typer.BadParameter(f"found {value!r}; expected all, none or a number.")


def argument(metavar: str, help: str, check: Callable[..., Any] | None = None) -> Any:  # noqa: ANN401 — typer's
    """What a command gets without a flag."""
    return typer.Argument(metavar=metavar, help=help, callback=check, show_default=False)


Positive = Annotated[int | None, typer.Option(min=1)]
Natural = Annotated[int | None, typer.Option(min=0)]
Seconds = Annotated[float | None, typer.Option(callback=_seconds)]
Names = Annotated[list[str] | None, typer.Option(callback=names_checked)]
OneName = Annotated[list[str] | None, typer.Option(callback=_one_name)]
Memory = Annotated[str | None, typer.Option(callback=memory_text)]
Page = Annotated[Path | None, typer.Option(callback=_page)]
"""Kinds of values. The option itself stands in a docstring: see `command`."""

_INPUTS = (
    "Files, [bold]-[/bold] for standard input, or puzzles (after [bold]--[/bold] where one begins with -)."
)
_PUZZLE = "A file with one puzzle, [bold]-[/bold] for standard input, or a puzzle written out."
_ENCODING = (
    "An encoding of the catalogue; a file, FILE.toml, or FILE.cnf with clauses of your own; or a function"
    " that makes clauses, python:FILE.py:NAME."
)
Inputs = Annotated[list[str], argument("INPUT...", _INPUTS)]
OnePuzzle = Annotated[str, argument("PUZZLE", _PUZZLE)]
EncodingFile = Annotated[str, argument("NAME", _ENCODING)]

_NAME = re.compile(r"""(?:^|,)((?:(?<![^,:@= ])(?:"[^"]*"|'[^']*')|[^,])*)""", re.DOTALL)
_QUOTED = re.compile(r"""((?:[^"':]+:)*)(["'])((?:(?!\2).)*)\2""", re.DOTALL)


def names_in(texts: Iterable[str]) -> list[str]:
    """The names in lists with commas, in order.

    A comma within quotes belongs to a name; a quote opens where a word begins. Quotes around a whole name, or
    around all that follows a colon, are left out; others stay, because they are part of the name.

    >>> names_in(["phases, sat:extended", "cpsat"])
    ['phases', 'sat:extended', 'cpsat']
    >>> names_in(["sat:'my,own.toml',phases", "command:./x 'a,b' c"])
    ['sat:my,own.toml', 'phases', "command:./x 'a,b' c"]
    """
    names = (name.strip() for text in texts for name in _NAME.findall(text))
    return [found[1] + found[3] if (found := _QUOTED.fullmatch(name)) else name for name in names]


def only_encoding(names: list[str] | None) -> str:
    """The name that `--encoding` gives, in a command that takes one encoding."""
    return DEFAULT_ENCODING if names is None else names[0]


def only_engine(names: list[str] | None) -> Engine | None:
    """The engine that `--engine` names, in a command that takes one; None if none is named.

    Raises UnknownNameError, UnavailableError, EncodingError or UnsupportedError, for the same reasons as
    `sudocube.engines.engine`.
    """
    from sudocube.engines import engine

    return None if names is None else engine(names[0])


def goes_without(context: typer.Context, option: str, *others: str) -> None:
    """Raise typer.BadParameter where an option is given together with others that mean nothing beside it."""
    from sudocube.report.words import listed

    given = {
        flag
        for one in context.command.params
        if (source := context.get_parameter_source(str(one.name))) and source.name == "COMMANDLINE"
        for flag in one.opts
    }
    if option in given and not given.isdisjoint(others):
        raise typer.BadParameter(f"{option} goes without {listed(others)}.")
