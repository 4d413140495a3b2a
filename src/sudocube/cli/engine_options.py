"""The options of commands that take engines by name: which, how long, and how much memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from sudocube.cli.options import EVERY_TIMEOUT, one_name, option, seconds_above_zero
from sudocube.errors import UnknownNameError

if TYPE_CHECKING:
    from sudocube.engines import Engine


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

EngineName = Annotated[
    list[str] | None,
    option(
        f"--engine, -e NAME: Which engine; `sudocube engines` lists them. {OWN}"
        " [default: kernel for 9×9 where it is compiled, else sat]",
        one_name,
    ),
]
"""The engine of a command that takes one: at most one name (see `only_engine`)."""
EngineTimeout = Annotated[
    float | None,
    option(f"{EVERY_TIMEOUT} [default: none; 10 for programs and functions]", seconds_above_zero),
]
"""The time limit of a command that takes engines by name; `Traits.default_timeout` has the default."""
SolverMemory = Annotated[
    str | None,
    option(
        "--solver-memory SIZE: Memory of each program or function of others, such as 500MB; past it, it is"
        " stopped. [default: 2GB, or the environment variable SUDOCUBE_SOLVER_MEMORY]",
        memory_text,
    ),
]
"""For `Run(solver_memory=...)`."""
