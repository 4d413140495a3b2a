"""All commands: where each stands, what help says of it before it is loaded, and an example."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import NamedTuple

from sudocube.cli.status import in_help


class Command(NamedTuple):
    """A command: its panel in `sudocube --help`, and one that can be typed."""

    panel: str
    example: str


_LIST = """\
Verdicts
    check puzzles.txt --engine command:./my-solver
    solve puzzle.txt --format grid
    count puzzle.txt --limit 1000
    crosscheck puzzles.txt -e sat,command:./my-solver --shrink
Why
    diagnose puzzle.txt --repair
    explain puzzle.txt --method cube --candidates
    certify puzzles.txt -o proofs
    verify proofs puzzles.txt
Encodings
    encodings
Outside solvers
    test-solver ./my-solver --junit results.xml
    encode puzzle.txt --to dimacs -o puzzle.cnf
    decode puzzle.txt solver-output.txt
Made and rated
    generate -n 6 --symmetry half-turn --html sheet.html
    rate puzzle.txt --verify
Data
    convert puzzles.sdk --format csv -o puzzles.csv
    canonical puzzles.txt --distinct -o distinct.txt
    audit train.parquet --against test.parquet -o report
Tools
    serve --port 8000
    engines --json
    bench puzzles.txt -e kernel,phases
"""
"""Panels of `sudocube --help`, and for each command one that can be typed. Its module has its name."""

COMMANDS = {
    line.split()[0]: Command(panel.partition("\n")[0], f"sudocube {line.strip()}")
    for panel in re.split(r"\n(?=\S)", _LIST.strip())
    for line in panel.splitlines()[1:]
}
"""In the order of `sudocube --help`."""

_IN_ENCODINGS = """\
    encodings list --json
    encodings show extended --size 4
    encodings trace 1.2.....2.3..... -e extended --search
    encodings compare puzzles.txt -e minimal,extended
    encodings prove mine.cnf
"""
IN_ENCODINGS = {
    f"encodings {line.split()[1]}": f"sudocube {line.strip()}" for line in _IN_ENCODINGS.splitlines()
}
"""For each command of the group, one that can be typed."""


def says(name: str) -> str:
    """The first sentence of a command, from its source: nothing is imported to list the commands."""
    word = name.replace("-", "_")
    source = files(__package__).joinpath(f"{word}.py").read_text("utf-8")
    found = re.search(
        rf'^def {word}\(.*?^    """(.*?)(?:""")?$|^    help="(.*?)",$', source, re.MULTILINE | re.DOTALL
    )
    return "".join(found.groups("")) if found else ""


GREETING = """\
sudocube says of a Sudoku whether it has no, one or several solutions, and why.

  sudocube check 1.....2..3.....4    one puzzle; 81 characters where it is 9x9
  sudocube check puzzles.txt         a file of any number of puzzles
  sudocube diagnose puzzle.txt       why there is no solution, or more than one
  sudocube --help                    all commands; sudocube COMMAND --help: one
"""
"""What `sudocube` alone prints."""


def epilog(command: str, statuses: str) -> str | None:
    """What stands at the end of a command's help: an example, and what its exit statuses mean, if it says so.

    `command` is "check", or "encodings list" for a command of a group.
    """
    example = IN_ENCODINGS.get(command) or (COMMANDS[command].example if command in COMMANDS else "")
    parts = [f"Example: [bold]{example}[/bold]"] if example and command != "encodings" else []
    parts += [in_help(statuses)] if statuses else []
    return "\n\n".join(parts) or None
