"""How long `sudocube check PUZZLE` and `sudocube --help` take to start, and how many modules they import.

    python benchmarks/start.py

Each is started 20 times in turn with `python -c pass`, with modules that are compiled once and kept. Times
are medians.
"""

import os
import re
import subprocess
import sys
from statistics import median
from time import perf_counter

PUZZLE = "7..2.9.3..6....81..4..7..2.6...32........8.....37...599..8.......5.4..........4.."
COMMANDS = (["check", PUZZLE], ["--help"])
ROUNDS = 20
KEEPING = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def seconds(*arguments: str) -> float:
    """The time of a process of Python with these arguments."""
    begin = perf_counter()
    subprocess.run([sys.executable, *arguments], capture_output=True, check=True, env=KEEPING)
    return perf_counter() - begin


def modules(*arguments: str) -> list[str]:
    """The modules that a process of Python with these arguments imports, those of its own start included."""
    command = [sys.executable, "-X", "importtime", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=KEEPING)
    return re.findall(r"^import time: +\d+ \| +\d+ \| +(\S+)$", done.stderr, re.MULTILINE)


def main() -> None:
    """Print a line for each command."""
    ways = [["-c", "pass"], *(["-m", "sudocube", *command] for command in COMMANDS)]
    rounds = [[seconds(*way) for way in ways] for _ in range(ROUNDS + 1)][1:]  # the first one compiles
    alone, *all_taken = map(median, zip(*rounds, strict=True))
    print(f"python -c pass: {1000 * alone:.0f} ms")
    for command, taken in zip(COMMANDS, all_taken, strict=True):
        imported = modules("-m", "sudocube", *command)
        ours = [name for name in imported if name.partition(".")[0] == "sudocube"]
        print(
            f"sudocube {command[0]}: {1000 * taken:.0f} ms, {taken / alone:.1f} times; "
            f"{len(ours)} modules of ours, {len(imported)} in all"
        )


if __name__ == "__main__":
    main()
