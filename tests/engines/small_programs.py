"""Small programs that answer puzzles, right or wrong, written in Python."""

import shlex
import sys
import textwrap
from pathlib import Path

SOLUTIONS = {
    "1... ..2. .3.. ...4": "1243342143122134",
    "12.. ..2. .3.. ...4": "1243342143122134",
    "1... 3..1 .... ...4": "1243342143122134",
}
"""Puzzles of size 4 that the programs know, with one solution each."""


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
