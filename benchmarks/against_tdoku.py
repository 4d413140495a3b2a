"""The kernel's levels against an outside solver with tdoku's C interface, on the same puzzles.

    python benchmarks/against_tdoku.py path/to/libtdoku.so LIST… [--several N] [--random N] [--rounds 7]

The library has to export `TdokuSolverDpllTriadSimd(input, limit, configuration, solution, guesses)`, as tdoku
(T. Dillon, 2019) does; build it with the best flags for this machine. Everything runs in one process and one
thread. In every round each contender counts the solutions, up to two, of all puzzles. The tables show the
best processor time of all rounds, and every count is compared. A loop in C calls the outside solver, so that
no time of Python is added to it; short lists are repeated until there are 40,000 puzzles.
"""

from __future__ import annotations

import argparse
import ctypes
import random
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.table import Table

from sudocube import _kernel

Count = Callable[["Puzzles"], tuple[npt.NDArray[np.int64], float]]


class Puzzles(NamedTuple):
    """The same characters in the two forms that the contenders read, prepared before the clock starts."""

    lines: npt.NDArray[np.uint8]  # (n, 82): 81 characters and a line end, which tells tdoku the format
    cells: npt.NDArray[np.uint8]  # (n, 81)


LOOP = """
#include <stddef.h>
#include <stdint.h>
typedef size_t solver(const char *, size_t, uint32_t, char *, size_t *);
void solve_all(solver *solve, const char *lines, size_t n, int64_t *counts, int64_t *guesses) {
    char solution[82];
    for (size_t i = 0; i < n; i++) {
        size_t made = 0;
        counts[i] = (int64_t)solve(lines + 82 * i, 2, 0, solution, &made);
        guesses[i] = (int64_t)made;
    }
}
"""


def outside_solver(library: Path, folder: Path) -> Count:
    """A function that counts with the outside solver; it also returns the mean number of guesses."""
    (folder / "loop.c").write_text(LOOP)
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", folder / "loop.so", folder / "loop.c"], check=True)
    solve_all = ctypes.CDLL(str(folder / "loop.so")).solve_all
    solve = ctypes.CDLL(str(library.resolve())).TdokuSolverDpllTriadSimd

    def count(puzzles: Puzzles) -> tuple[npt.NDArray[np.int64], float]:
        size = len(puzzles.lines)
        counts, guesses = np.zeros(size, np.int64), np.zeros(size, np.int64)
        pointers = [ctypes.c_void_p(array.ctypes.data) for array in (puzzles.lines, counts, guesses)]
        solve_all(solve, pointers[0], ctypes.c_size_t(size), *pointers[1:])
        return counts, float(guesses.mean())

    return count


def kernel(level: str) -> Count:
    """A function that counts with one level of the kernel; it also returns the mean number of guesses."""

    def count(puzzles: Puzzles) -> tuple[npt.NDArray[np.int64], float]:
        search = _kernel.CompiledSearch(puzzles.cells, 2, level=level, keep_solutions=False)
        while search.advance(1_000_000) < len(puzzles.cells):
            pass
        return search.counts, float(search.guesses.mean())

    return count


def as_arrays(puzzles: list[str], least: int = 40_000) -> Puzzles:
    """Puzzles as arrays, repeated until there are at least `least`."""
    puzzles = puzzles * -(-least // len(puzzles))
    text = "".join(f"{puzzle}\n" for puzzle in puzzles).encode()
    lines = np.frombuffer(text, np.uint8).reshape(-1, 82)
    return Puzzles(lines, np.ascontiguousarray(lines[:, :81]))


def from_file(path: Path) -> list[str]:
    """The puzzles of a file with one puzzle per text line; text lines that begin with # are skipped."""
    lines = path.read_text().splitlines()
    return [line[:81].replace("0", ".") for line in lines if len(line) >= 81 and not line.startswith("#")]


def with_several_solutions(count: int, rng: random.Random) -> list[str]:
    """Puzzles of 20 to 26 clues of a solved grid; most have several solutions."""
    puzzles = []
    for _ in range(count):
        rows = [3 * b + r for b in rng.sample(range(3), 3) for r in rng.sample(range(3), 3)]
        columns = [3 * s + c for s in rng.sample(range(3), 3) for c in rng.sample(range(3), 3)]
        digits = rng.sample("123456789", 9)
        grid = [digits[(3 * r + r // 3 + c) % 9] for r in rows for c in columns]
        clues = set(rng.sample(range(81), rng.randint(20, 26)))
        puzzles.append("".join(grid[cell] if cell in clues else "." for cell in range(81)))
    return puzzles


def with_random_clues(count: int, rng: random.Random) -> list[str]:
    """Puzzles of 19 to 25 random clues without a clash; about half of them have no solution."""
    puzzles = []
    for _ in range(count):
        taken: set[tuple[str, int, str]] = set()
        puzzle = ["."] * 81
        left = rng.randint(19, 25)
        while left:
            cell, digit = rng.randrange(81), rng.choice("123456789")
            row, column = divmod(cell, 9)
            units = {("row", row, digit), ("column", column, digit)}
            units.add(("box", row // 3 * 3 + column // 3, digit))
            if puzzle[cell] == "." and not units & taken:
                puzzle[cell], left = digit, left - 1
                taken |= units
        puzzles.append("".join(puzzle))
    return puzzles


def compare(title: str, contenders: dict[str, Count], puzzles: Puzzles, rounds: int) -> None:
    """Print puzzles/s, the ratio to the first contender, guesses; stop where a count differs."""
    best = dict.fromkeys(contenders, float("inf"))
    guesses = dict.fromkeys(contenders, 0.0)
    expected: npt.NDArray[np.int64] | None = None
    for number in range(rounds):
        names = list(contenders)
        for name in names[number % len(names) :] + names[: number % len(names)]:
            start = process_time()
            counts, guesses[name] = contenders[name](puzzles)
            best[name] = min(best[name], process_time() - start)
            expected = counts if expected is None else expected
            if (differing := np.flatnonzero(counts != expected)).size:
                puzzle = bytes(puzzles.cells[differing[0]]).decode()
                raise SystemExit(f"{name}: {counts[differing[0]]} solutions of {puzzle}, unlike the others")
    size = len(puzzles.cells)
    table = Table("", "puzzles/s", "times the first", "guesses", title=f"{title}: {size:,} puzzles")
    first = best[next(iter(best))]
    for name, seconds in best.items():
        table.add_row(name, f"{size / seconds:,.0f}", f"{first / seconds:.2f}", f"{guesses[name]:.2f}")
    Console().print(table)


def main() -> None:
    """Compare on every list that was named."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("library", type=Path)
    parser.add_argument("lists", type=Path, nargs="*")
    parser.add_argument("--several", type=int, default=0, help="generate so many with several solutions")
    parser.add_argument("--random", type=int, default=0, help="generate so many out of random clues")
    parser.add_argument("--rounds", type=int, default=7)
    arguments = parser.parse_args()
    rng = random.Random(1)
    lists = {path.name: from_file(path) for path in arguments.lists}
    if arguments.several:
        lists["several solutions"] = with_several_solutions(arguments.several, rng)
    if arguments.random:
        lists["random clues"] = with_random_clues(arguments.random, rng)
    with tempfile.TemporaryDirectory() as folder:
        contenders = {arguments.library.name: outside_solver(arguments.library, Path(folder))}
        contenders |= {level: kernel(level) for level in _kernel.levels()}
        for title, puzzles in lists.items():
            compare(title, contenders, as_arrays(puzzles), arguments.rounds)


if __name__ == "__main__":
    main()
