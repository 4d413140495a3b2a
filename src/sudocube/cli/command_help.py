"""What help says of commands besides their own words: the greeting, the order of commands, examples."""

from __future__ import annotations

from sudocube.cli.status import meaning

PANELS = {
    "Verdicts": ("check", "solve", "count", "crosscheck"),
    "Why": ("diagnose", "explain", "certify", "verify"),
    "Encodings": ("encodings",),
    "Outside solvers": ("test-solver", "encode", "decode"),
    "Made and rated": ("generate", "rate"),
    "Data": ("convert", "canonical", "audit"),
    "Tools": ("serve", "engines", "bench"),
}
"""The panels of `sudocube --help` and their commands, in order."""

EXAMPLES = {
    "check": "sudocube check puzzles.txt --engine command:./my-solver",
    "solve": "sudocube solve puzzle.txt --format grid",
    "count": "sudocube count puzzle.txt --limit 1000",
    "crosscheck": "sudocube crosscheck puzzles.txt -e sat,command:./my-solver --shrink",
    "generate": "sudocube generate -n 6 --symmetry half-turn --html sheet.html",
    "convert": "sudocube convert puzzles.sdk --format csv -o puzzles.csv",
    "canonical": "sudocube canonical puzzles.txt --distinct -o distinct.txt",
    "diagnose": "sudocube diagnose puzzle.txt --repair",
    "explain": "sudocube explain puzzle.txt --method cube --candidates",
    "certify": "sudocube certify puzzles.txt -o proofs",
    "verify": "sudocube verify proofs puzzles.txt",
    "encodings list": "sudocube encodings list --json",
    "encodings show": "sudocube encodings show extended --size 4",
    "encodings trace": "sudocube encodings trace 1.2.....2.3..... -e extended --search",
    "encodings compare": "sudocube encodings compare puzzles.txt -e minimal,extended",
    "encodings prove": "sudocube encodings prove mine.cnf",
    "test-solver": "sudocube test-solver ./my-solver --junit results.xml",
    "encode": "sudocube encode puzzle.txt --to dimacs -o puzzle.cnf",
    "decode": "sudocube decode puzzle.txt solver-output.txt",
    "audit": "sudocube audit train.parquet --against test.parquet -o report",
    "rate": "sudocube rate puzzle.txt --verify",
    "serve": "sudocube serve --port 8000",
    "engines": "sudocube engines --json",
    "bench": "sudocube bench puzzles.txt -e kernel,phases",
}
"""For each command, one that can be typed."""

GREETING = """\
sudocube says of a Sudoku whether it has no, one or several solutions, and why.

  sudocube check 1.....2..3.....4    one puzzle; 81 characters where it is 9x9
  sudocube check puzzles.txt         a file of any number of puzzles
  sudocube diagnose puzzle.txt       why there is no solution, or more than one
  sudocube --help                    all commands; sudocube COMMAND --help: one
"""
"""What `sudocube` alone prints."""


def panel_of(command: str) -> str | None:
    """The panel of `sudocube --help` that a command stands in."""
    return next((panel for panel, commands in PANELS.items() if command in commands), None)


def position(command: str) -> int:
    """Where a command stands in `sudocube --help`, from 0; those in no panel come last."""
    order = [name for commands in PANELS.values() for name in commands]
    return order.index(command) if command in order else len(order)


def epilog(command: str) -> str | None:
    """What stands at the end of a command's help: an example, and what its exit statuses mean.

    `command` is "check", or "encodings list" for a command of a group.
    """
    parts = []
    if command in EXAMPLES:
        parts.append(f"Example: [bold]{EXAMPLES[command]}[/bold]")
    if statuses := meaning(command.rpartition(" ")[2]):
        parts.append(statuses)
    return "\n\n".join(parts) or None
