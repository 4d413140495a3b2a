"""The command line, run as a process where that matters, and in this process where it does not."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import typer.testing
from typer.main import get_command

from sudocube.cli import app
from sudocube.cli.command import MEMORY_VARIABLE
from tests.puzzles import EXAMPLES
from tests.schemas.schema_files import misfits

PUZZLES = {name: cells for name, cells, _, _ in EXAMPLES}
UNIQUE = PUZZLES["3x3-unique"]
MULTIPLE = PUZZLES["3x3-two-solutions"]
NONE = PUZZLES["3x3-clash-in-row"]
SOLUTION = "764981532295374168831625497576849321129753684483216975312567849948132756657498213"

PIGEONS = {(1, 4): 1, (2, 8): 1, (3, 12): 1, (4, 0): 1, (8, 1): 1, (12, 2): 1, (0, 3): 2}
HARD = "".join(str(PIGEONS.get((row, column), ".")) for row in range(16) for column in range(16))
"""A 16×16 puzzle without a solution: the four 1s of the first row and column have nowhere to go but three
cells, one of them taken. `phases` and `sat:minimal` would be at it for hours."""

tree_of_commands = cache(get_command)
"""To make it takes as long as a command."""

typer.testing._get_command = tree_of_commands  # type: ignore[attr-defined]

HANG = 60.0
"""Seconds after which a process counts as hanging; nothing here should take a tenth of that."""


class Outcome(NamedTuple):
    """How a command ended."""

    status: int
    out: str
    err: str

    @property
    def rows(self) -> list[dict[str, Any]]:
        """Standard output as JSON, line by line."""
        return [json.loads(line) for line in self.out.splitlines()]


ROWS_HELD = 100
"""Of the JSON rows that a command prints, so many are held against its schema, and the last one."""


def invoke(*arguments: str | Path, stdin: str = "", columns: int = 80, colours: bool = False) -> Outcome:
    """A command in this process: what it prints, and its exit status. JSON rows must fit the schema."""
    kept = os.environ.get(MEMORY_VARIABLE)
    env = {"COLUMNS": str(columns), "FORCE_COLOR" if colours else "NO_COLOR": "1", MEMORY_VARIABLE: kept}
    result = typer.testing.CliRunner().invoke(app, [str(one) for one in arguments], input=stdin, env=env)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    outcome = Outcome(result.exit_code, result.stdout, result.stderr)
    if "--json" in arguments and outcome.out:
        name = "-".join(map(str, arguments[: 2 if arguments[0] == "encodings" else 1]))
        rows = outcome.rows
        if wrong := [*misfits(name, [*rows[:ROWS_HELD], *rows[ROWS_HELD:][-1:]])]:
            raise AssertionError("\n".join(wrong))
    return outcome


def environment(**more: str) -> dict[str, str]:
    """An environment in which only what is given decides on colours and widths."""
    deciding = {"COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "TERM", "LC_ALL", "LANG"}
    deciding |= {"PYTHONUTF8", "PYTHONIOENCODING", "PYTHONUNBUFFERED"}
    kept = {name: value for name, value in os.environ.items() if name not in deciding}
    return {**kept, "TERM": "xterm-256color", "COLUMNS": "80", "PYTHONUTF8": "1", **more}


def command(*arguments: str | Path) -> list[str]:
    """The command line of a process."""
    return [sys.executable, "-m", "sudocube", *map(str, arguments)]


def run(*arguments: str | Path, stdin: bytes = b"") -> Outcome:
    """A command as a process of its own."""
    done = subprocess.run(
        command(*arguments), input=stdin, capture_output=True, timeout=HANG, env=environment(), check=False
    )
    return Outcome(done.returncode, done.stdout.decode(), done.stderr.decode())


@contextmanager
def started(arguments: list[str], **options: Any) -> Iterator[subprocess.Popen[bytes]]:
    """A running command, with its output unbuffered; killed at the end, or if it hangs."""
    process = subprocess.Popen(
        command(*arguments),
        stdout=subprocess.PIPE,
        bufsize=0,  # `communicate` would never see what `readline` has read ahead
        env=environment(),
        **options,
    )
    guard = threading.Timer(HANG, process.kill)
    guard.start()
    try:
        with process:
            yield process
    finally:
        guard.cancel()
        process.kill()


def written(folder: Path, *lines: str, name: str = "puzzles.txt") -> Path:
    """A file of these lines."""
    file = folder / name
    file.write_text("".join(line + "\n" for line in lines), "utf-8", newline="\n")
    return file


def no_boxes(folder: Path) -> Path:
    """A wrong encoding of a user's own: its solutions break the rule of the boxes."""
    lines = [
        'title = "Latin squares"',
        'formalism = "cnf"',
        'variables = "direct"',
        'idea = "The boxes are forgotten."',
        "[source]",
        'author = "nobody"',
        'title = "A mistake"',
        "year = 2000",
    ]
    for family in ("cell", "row", "column"):
        lines += [f"[families.{family}]", 'at_least_one = "clause"', 'at_most_one = "pairwise"']
    return written(folder, *lines, name="no-boxes.toml")
