"""Canonical forms at each level of the kernel, and those of other programs, on the same puzzles.

    python benchmarks/canonical.py LIST… [--peer LIBRARY:FUNCTION]… [--grid-peer LIBRARY:FUNCTION]…

Every puzzle of a list is transformed at random, anew for every copy of it, until there are 40,000. With a
`--grid-peer` the solutions of the puzzles (those that have just one) are a list of their own, of full grids.
A peer is a shared library with a function

    void FUNCTION(const uint8_t *cells, size_t n, uint8_t *forms, int32_t *automorphisms)

for n puzzles of 81 bytes, digits 1 to 9 and 0 for a blank; what it writes to `automorphisms` is not used.
Everything runs in one process and one thread. In every round each contender works on all puzzles, in turn.
The tables show the best processor time of all rounds, and the median of the rounds' ratios to the first
contender. All have to divide the puzzles into the same classes, and to find the same forms of full grids.
"""

from __future__ import annotations

import argparse
import ctypes
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table
from side_by_side import machine, puzzles_of

from sudocube import _kernel
from sudocube.kernel import finish_forms, start_forms
from sudocube.kernel.batches import solve_many
from sudocube.symmetry.isomorphisms import random_isomorphism

Cells = NDArray[np.uint8]
Contender = Callable[[Cells], Cells]
"""From puzzles (n, 81), digits, to their forms (n, 81)."""


def kernel(level: str) -> Contender:
    """The forms that one level of the kernel finds; it finds keys and automorphisms, too."""

    def forms_of(cells: Cells) -> Cells:
        work = start_forms(cells, level=level)
        finish_forms(work)
        return work.forms

    return forms_of


def peer(where: str) -> Contender:
    """The forms that a function of a shared library writes."""
    library, _, name = where.rpartition(":")
    function = getattr(ctypes.CDLL(str(Path(library).resolve())), name)
    function.restype = None

    def forms_of(cells: Cells) -> Cells:
        forms, automorphisms = np.empty_like(cells), np.empty(len(cells), np.int32)
        pointers = [ctypes.c_void_p(array.ctypes.data) for array in (cells, forms, automorphisms)]
        function(pointers[0], ctypes.c_size_t(len(cells)), *pointers[1:])
        return forms

    return forms_of


def transformed(cells: Cells, count: int, rng: Random) -> Cells:
    """At least `count` puzzles: each of these equally often, and each time transformed at random."""
    copies = -(-count // len(cells))
    made = np.empty((copies * len(cells), 81), np.uint8)
    for puzzle, row in zip(np.tile(cells, (copies, 1)), made, strict=True):
        moves = random_isomorphism(rng)
        goes_to = np.add.outer(9 * np.array(moves.rows), moves.columns)
        if moves.transposed:
            goes_to = np.add.outer(moves.rows, 9 * np.array(moves.columns))
        row[goes_to.ravel()] = np.array((0, *moves.digits), np.uint8)[puzzle]
    return made


def check_same(title: str, name: str, forms: Cells, expected: Cells, *, are_grids: bool) -> None:
    """Stop unless both make the same classes of the puzzles; of full grids, unless the forms are equal."""
    if are_grids and not np.array_equal(forms, expected):
        raise SystemExit(f"{title}: {name} finds other forms than the first contender")
    classes = [np.unique(of, axis=0, return_inverse=True)[1].ravel() for of in (forms, expected)]
    pairs = np.unique(np.stack(classes, axis=1), axis=0)
    if any(len(np.unique(numbers)) != len(pairs) for numbers in classes):
        raise SystemExit(f"{title}: {name} divides the puzzles into other classes than the first contender")


def compare(
    title: str, contenders: dict[str, Contender], cells: Cells, rounds: int, *, are_grids: bool
) -> None:
    """Print puzzles/s, and how many times as fast as the first one each contender is."""
    names = list(contenders)
    seconds: dict[str, list[float]] = {name: [] for name in names}
    expected = contenders[names[0]](cells)
    for name in names:
        check_same(title, name, contenders[name](cells), expected, are_grids=are_grids)
    for number in range(rounds):
        for name in names[number % len(names) :] + names[: number % len(names)]:
            start = process_time()
            contenders[name](cells)
            seconds[name].append(process_time() - start)
    table = Table("", "puzzles/s", "times the first", title=f"{title}: {len(cells):,} puzzles")
    for name, mine in seconds.items():
        ratio = median(first / own for first, own in zip(seconds[names[0]], mine, strict=True))
        table.add_row(name, f"{len(cells) / min(mine):,.0f}", f"{ratio:.2f}")
    Console().print(table)


def main() -> None:
    """Compare on every list, and on the solutions of its puzzles."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("lists", type=Path, nargs="+")
    parser.add_argument("--peer", action="append", default=[], help="a function for any puzzles")
    parser.add_argument("--grid-peer", action="append", default=[], help="a function for full grids")
    parser.add_argument("--puzzles", type=int, default=40_000)
    parser.add_argument("--rounds", type=int, default=7)
    arguments = parser.parse_args()
    print(machine())
    own = {level: kernel(level) for level in _kernel.levels()}
    for path in arguments.lists:
        text = "".join(map(str, puzzles_of(path, arguments.puzzles)))
        puzzles = np.frombuffer(text.replace(".", "0").encode("ascii"), np.uint8).reshape(-1, 81) - ord("0")
        solved = solve_many(puzzles)
        kinds = [(path.name, puzzles, arguments.peer)]
        if arguments.grid_peer:
            grids = np.ascontiguousarray(solved.solutions[solved.counts == 1, 0])
            kinds.append((f"{path.name}, solved", grids, arguments.grid_peer))
        for title, cells, peers in kinds:
            contenders = {where.rpartition(":")[2]: peer(where) for where in peers} | own
            several = transformed(cells, arguments.puzzles, Random(1))
            compare(title, contenders, several, arguments.rounds, are_grids=bool(cells.all()))


if __name__ == "__main__":
    main()
