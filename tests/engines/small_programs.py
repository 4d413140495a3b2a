"""Small programs and functions that answer puzzles, right or wrong, written in Python."""

import os
import shlex
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep

SOLUTIONS = {
    "1... ..2. .3.. ...4": "1243342143122134",
    "12.. ..2. .3.. ...4": "1243342143122134",
    "2... ..1. .3.. ...4": "2143341243211234",
}
"""Puzzles of size 4 that the programs know, with their only solutions."""

BEGIN = """
def note():
    with open(sys.argv[1], "a") as file:
        print(os.getpid(), file=file)
note()
"""
"""Begins a program that notes its number, and those of its children, in a file: its first argument."""

GOES_ON = """
while not open(sys.argv[1]).read().count("\\n") > 1: time.sleep(0.01)
for line in sys.stdin:
    say("none")
"""
"""Goes on, once a child has noted its number, with the answer `none` to everything."""


def always(said: object) -> Callable[[str], object]:
    """A function that answers every puzzle in the same way."""
    return lambda cells: said


def command(folder: Path, code: str, *arguments: str) -> str:
    """The command of a program with this code, which the folder keeps.

    `solution` is a dict from the texts of the puzzles above to their solutions, `say` prints a line at once.
    """
    known = {puzzle.replace(" ", ""): grid for puzzle, grid in SOLUTIONS.items()}
    head = f"""\
import os, signal, sys, time
solution = {known!r}
def say(*words):
    print(*words, flush=True)
"""
    file = folder / f"program{len([*folder.iterdir()])}.py"
    file.write_text(head + textwrap.dedent(code))
    return shlex.join([sys.executable, "-I", "-S", str(file), *arguments])


def is_there(process: int) -> bool:
    """Whether a process runs, or has ended and was not waited for."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def noted(file: Path) -> list[int]:
    """The processes that have written their numbers there."""
    return [int(number) for number in file.read_text().split()]


def assert_all_are_gone(file: Path) -> None:
    """At once, or as soon as the system has carried out what it was told."""
    give_up_at = monotonic() + 20
    while (left := [one for one in noted(file) if is_there(one)]) and monotonic() < give_up_at:
        sleep(0.01)
    assert left == []
