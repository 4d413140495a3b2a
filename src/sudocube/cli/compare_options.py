"""The options of `encodings compare` alone: what is measured, and how it is shown."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from sudocube.cli.options import flag, positive, seconds_above_zero, several_names

TABLE_FORMATS = ("text", "csv", "markdown", "json")


def _names(name: str, help: str, default: str | bool = False) -> Any:  # noqa: ANN401 — typer has no type for it
    return typer.Option(
        name,
        metavar="A,B,...",
        help=help,
        callback=several_names,
        show_default=default,
    )


Solvers = Annotated[
    list[str] | None,
    _names(
        "--solvers",
        "Solvers of PySAT that make the full checks of encodings in CNF, side by side.",
        "glucose4",
    ),
]
Strengths = Annotated[
    list[str] | None,
    _names(
        "--strengths",
        "What else to infer from each puzzle: lp; for CNF shaving, hyper-binary, binary-failed-literals; for"
        " CP-SAT theory, root, presolve, presolve-variables, presolve-constraints.",
    ),
]
ByList = Annotated[bool, flag("--by-list", "Show the lists side by side: each file has figures of its own.")]
Repeat = Annotated[
    int | None,
    typer.Option(
        "--repeat",
        metavar="N",
        help="Make each full check N times, each in an order of clauses at random; implies --spread.",
        callback=positive,
        show_default="once, in the order of the encoding",
    ),
]
Seed = Annotated[
    int, typer.Option("--seed", metavar="N", min=0, help="Choose what is random: these orders, and --spread.")
]
Spread = Annotated[
    bool,
    flag(
        "--spread",
        "Show medians and quartiles, a 95 % interval for each mean, and which encodings are within noise.",
    ),
]
NoFailedLiterals = Annotated[bool, flag("--no-failed-literals", "Leave out failed literals.")]
NoSearch = Annotated[bool, flag("--no-search", "Leave out full checks.")]
Thorough = Annotated[
    bool, flag("--thorough", "Check all puzzles in full, even where that takes an encoding very long.")
]
TableFormat = Annotated[
    str | None,
    typer.Option(
        "--format",
        "-f",
        metavar="NAME",
        help=f"How the tables are written: {', '.join(TABLE_FORMATS)}.",
        show_default="text",
    ),
]
PerPuzzle = Annotated[
    Path | None,
    typer.Option(
        "--per-puzzle",
        metavar="FILE",
        help="Write what was measured of each puzzle, too: a .csv or .parquet.",
        show_default=False,
    ),
]
Plots = Annotated[
    list[str] | None,
    typer.Option(
        "--plot",
        metavar="[KIND:]FILE",
        help="Draw the figures, too: an .svg, .pdf or .png. KIND is overview (unless told otherwise), scatter"
        " (one encoding against another, a point for each puzzle), cactus (how many puzzles are decided"
        " within which time), or bars (means with intervals). May be repeated.",
        show_default=False,
    ),
]
CompareTimeout = Annotated[
    float | None,
    typer.Option(
        "--timeout",
        metavar="SECONDS",
        help="Time limit for one full check, and for the failed literals and each further strength of one"
        " puzzle; writing and counting clauses, and loading them for unit propagation, are not limited.",
        callback=seconds_above_zero,
    ),
]
