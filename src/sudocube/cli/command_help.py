"""All commands: where each stands, what help says of it before it is loaded, and an example."""

from __future__ import annotations

from typing import NamedTuple

from sudocube.cli.status import meaning


class Command(NamedTuple):
    """A command: its panel in `sudocube --help`, its module, its first sentence, one that can be typed."""

    panel: str
    says: str
    example: str = ""


COMMANDS = {
    "check": Command(
        "Verdicts",
        "Say whether each puzzle has no, one or several solutions.",
        "sudocube check puzzles.txt --engine command:./my-solver",
    ),
    "solve": Command(
        "Verdicts",
        "Print a solution of each puzzle, in the format of the input.",
        "sudocube solve puzzle.txt --format grid",
    ),
    "count": Command(
        "Verdicts", "Count the solutions of each puzzle.", "sudocube count puzzle.txt --limit 1000"
    ),
    "crosscheck": Command(
        "Verdicts",
        "Ask several engines about each puzzle, and say who is wrong.",
        "sudocube crosscheck puzzles.txt -e sat,command:./my-solver --shrink",
    ),
    "diagnose": Command(
        "Why",
        "Say why puzzles have no solution, or several, and what to change.",
        "sudocube diagnose puzzle.txt --repair",
    ),
    "explain": Command(
        "Why",
        "Show how a documented method solves a puzzle, step by step.",
        "sudocube explain puzzle.txt --method cube --candidates",
    ),
    "certify": Command(
        "Why",
        "Write a certificate of each verdict: a proof, or two solutions.",
        "sudocube certify puzzles.txt -o proofs",
    ),
    "verify": Command(
        "Why",
        "Check certificates, trusting neither the solver nor whoever wrote them.",
        "sudocube verify proofs puzzles.txt",
    ),
    "encodings": Command("Encodings", "List, show, trace, compare and prove encodings."),
    "test-solver": Command(
        "Outside solvers",
        "Test your solver on puzzles of every kind: does it conform?",
        "sudocube test-solver ./my-solver --junit results.xml",
    ),
    "encode": Command(
        "Outside solvers",
        "Write a puzzle for outside solvers.",
        "sudocube encode puzzle.txt --to dimacs -o puzzle.cnf",
    ),
    "decode": Command(
        "Outside solvers",
        "Read an outside solver's answer to what `encode` wrote, and judge it.",
        "sudocube decode puzzle.txt solver-output.txt",
    ),
    "generate": Command(
        "Made and rated",
        "Make puzzles with one solution, each counted again before it is printed.",
        "sudocube generate -n 6 --symmetry half-turn --html sheet.html",
    ),
    "rate": Command(
        "Made and rated",
        "Say how hard each puzzle is, by measures that are defined and proved.",
        "sudocube rate puzzle.txt --verify",
    ),
    "convert": Command(
        "Data",
        "Write puzzles in another format, without solving them.",
        "sudocube convert puzzles.sdk --format csv -o puzzles.csv",
    ),
    "canonical": Command(
        "Data",
        "Print the canonical form of each 9×9 puzzle, in the format of the input.",
        "sudocube canonical puzzles.txt --distinct -o distinct.txt",
    ),
    "audit": Command(
        "Data",
        "Say what is wrong in a data set of puzzles, be it millions.",
        "sudocube audit train.parquet --against test.parquet -o report",
    ),
    "serve": Command(
        "Tools",
        "Open a page where you look at a puzzle instead of reading about it.",
        "sudocube serve --port 8000",
    ),
    "engines": Command(
        "Tools",
        "List the engines: what they can do, their variants, and how to get those not installed.",
        "sudocube engines --json",
    ),
    "bench": Command(
        "Tools",
        "Measure engines side by side, on your puzzles or a small sample.",
        "sudocube bench puzzles.txt -e kernel,phases",
    ),
}
"""In the order of `sudocube --help`. The module of a command has its name."""

IN_ENCODINGS = {
    "encodings list": "sudocube encodings list --json",
    "encodings show": "sudocube encodings show extended --size 4",
    "encodings trace": "sudocube encodings trace 1.2.....2.3..... -e extended --search",
    "encodings compare": "sudocube encodings compare puzzles.txt -e minimal,extended",
    "encodings prove": "sudocube encodings prove mine.cnf",
}
"""For each command of the group, one that can be typed."""

GREETING = """\
sudocube says of a Sudoku whether it has no, one or several solutions, and why.

  sudocube check 1.....2..3.....4    one puzzle; 81 characters where it is 9x9
  sudocube check puzzles.txt         a file of any number of puzzles
  sudocube diagnose puzzle.txt       why there is no solution, or more than one
  sudocube --help                    all commands; sudocube COMMAND --help: one
"""
"""What `sudocube` alone prints."""


def epilog(command: str) -> str | None:
    """What stands at the end of a command's help: an example, and what its exit statuses mean.

    `command` is "check", or "encodings list" for a command of a group.
    """
    example = COMMANDS[command].example if command in COMMANDS else IN_ENCODINGS.get(command, "")
    parts = [f"Example: [bold]{example}[/bold]"] if example else []
    if statuses := meaning(command.rpartition(" ")[2]):
        parts.append(statuses)
    return "\n\n".join(parts) or None
