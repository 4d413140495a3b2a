"""The arguments and options of `sudocube audit`."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from sudocube.cli.engine_options import memory_text
from sudocube.cli.options import positive

Files = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE...",
        help="Files, folders, patterns such as [bold]'train-*.parquet'[/bold], or URLs: CSV, TSV, JSONL,"
        " Parquet, Arrow, .npy and all forms of text, packed or not.",
        show_default=False,
    ),
]
Against = Annotated[
    list[str] | None,
    typer.Option(
        metavar="FILE",
        help="Also say which puzzles are in this file or folder. May be repeated.",
        show_default=False,
    ),
]
Folder = Annotated[
    str | None,
    typer.Option(
        "--output",
        "-o",
        metavar="DIR",
        help="Write report.html, and a table with a row for each flaw; a run that was ended goes on.",
        show_default=False,
    ),
]
Clean = Annotated[
    str | None,
    typer.Option(
        metavar="FILE",
        help="Write the sound rows, the first of each class, as they stand: those without a severe flaw. Rows"
        " that leak are left out.",
        show_default=False,
    ),
]
Repair = Annotated[
    str | None,
    typer.Option(
        metavar="DIR",
        help="Write a set without flaws: answers and numbers of clues made anew, the rest left out, and a"
        " manifest with each change.",
        show_default=False,
    ),
]


def _kinds(value: str | None) -> str | None:
    """Names of flaws, checked."""
    if value is not None:
        from sudocube.auditing.flaws import flaws_named
        from sudocube.errors import UnknownNameError

        try:
            flaws_named(value.split(","))
        except UnknownNameError as error:
            raise typer.BadParameter(f"{error}.") from None
    return value


FailOn = Annotated[
    str | None,
    typer.Option(
        metavar="KIND,...",
        help="Which flaws give status 1: severe, minor, leak, duplicate, malformed, not-unique, answer, or a"
        " kind by its name in --json.",
        callback=_kinds,
        show_default="every flaw",
    ),
]
Columns = Annotated[
    bool, typer.Option("--columns", help="First say which columns were found, and what each is taken for.")
]
Memory = Annotated[
    str,
    typer.Option(
        metavar="SIZE",
        help="About how much memory is used; what does not fit is put on the disk.",
        callback=memory_text,
    ),
]
Cluster = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help="Processes of this machine that do the work in place of threads: a local cluster of Dask.",
        callback=positive,
        show_default=False,
    ),
]


def _address(value: str | None) -> str | None:
    """The address of a scheduler, checked."""
    if value is not None:
        from sudocube.auditing.workers import address_parts

        try:
            address_parts(value)
        except ValueError as error:
            raise typer.BadParameter(f"{error}.") from None
    return value


Scheduler = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="The scheduler of a Dask cluster that is there, such as tcp://10.0.0.1:8786; its workers must"
        " see the files and DIR under the same names.",
        callback=_address,
        show_default=False,
    ),
]
Details = Annotated[
    str, typer.Option(metavar="all|N|none", help="How many examples of each flaw are shown, at most 10.")
]


BY_NAME = "found by name"
BY_LOOKING = "found by name, or by looking"


def column(what: str, default: str = BY_NAME) -> Any:  # noqa: ANN401 — typer has no type for it
    """The option that names a column; `default` says how it is found without."""
    return typer.Option(metavar="COLUMN", help=f"The column of {what}.", show_default=default)
