"""How long it takes to make and to check a certificate, and the certificates of a whole list.

    python benchmarks/certificates.py LIST… [--puzzles 400]
    python benchmarks/certificates.py --large [--seeds 3]
    python benchmarks/certificates.py --whole LIST

The first form makes a certificate of each puzzle and has the trusted core check it, puzzle by puzzle.
`--large` does the same for puzzles of 16×16 and 25×25, from which clues were removed as long as they stayed
unique. `--whole` runs `certify` with two processes and `verify` on a list, and prints how much memory they
used. Times of single puzzles are milliseconds of processor time; on an idle machine they equal elapsed time.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time

from rich.console import Console
from rich.table import Table
from side_by_side import machine, puzzles_of

from sudocube import Geometry, Grid, Puzzle, Verdict, check
from sudocube.engines import kept_engine
from sudocube.trusted import ProofCheck, rules_of
from sudocube.verdicts.certificates import certificate_text

LARGE = {Geometry(4, 4): 156, Geometry(5, 5): 335}
"""Box shapes, and the largest number of cells that are blanked."""

COLUMNS = ("made", "checked", "longest", "checked", "empty", "steps", "bytes")


def measured(puzzles: Iterable[Puzzle]) -> list[str]:
    """The row for COLUMNS: medians, and the longest times."""
    prover = kept_engine("proof")
    made, checked, steps, sizes = [], [], [], []
    for number, puzzle in enumerate(puzzles):
        rules = rules_of(puzzle.geometry.box_rows, puzzle.geometry.box_columns)
        if not number:
            prover.answer(puzzle)  # not measured: what is built once for a size
        start = process_time()
        answer = prover.answer(puzzle)
        made.append(process_time() - start)
        if answer.steps is None or not answer.solutions:
            raise SystemExit(f"{puzzle} is not unique")
        start = process_time()
        refutation = ProofCheck(rules, puzzle.cells)
        refutation.forbid(answer.solutions[0].cells)
        for step in answer.steps:
            refutation.step(step)
        checked.append(process_time() - start)
        if not refutation.is_complete:
            raise SystemExit(f"{puzzle}: the proof is not complete")
        steps.append(len(answer.steps))
        sizes.append(len(certificate_text(1, puzzle, answer)))
    times = [1000 * time for time in (median(made), median(checked), max(made), max(checked))]
    return [
        *(f"{time:,.2f}" if time < 100 else f"{time:,.0f}" for time in times),
        f"{steps.count(0) / len(steps):.1%}",
        f"{median(steps):,.0f}",
        f"{median(sizes):,.0f}",
    ]


def with_clues_removed(geometry: Geometry, rng: Random) -> Puzzle:
    """A unique puzzle with as many blanks as LARGE allows, or a minimal one with fewer."""
    n, down, across = geometry.size, geometry.box_rows, geometry.box_columns
    digits = rng.sample(range(1, n + 1), n)

    def order(parts: int, each: int) -> list[int]:
        return [
            p * each + one for p in rng.sample(range(parts), parts) for one in rng.sample(range(each), each)
        ]

    rows, columns = order(across, down), order(down, across)
    grid = Grid([digits[(r % down * across + r // down + c) % n] for r in rows for c in columns], geometry)
    cells = bytearray(grid.cells)
    for cell in rng.sample(range(n * n), n * n):
        if cells.count(0) == LARGE[geometry]:
            break
        digit, cells[cell] = cells[cell], 0
        if check(Puzzle(bytes(cells), geometry), timeout=10).verdict is not Verdict.UNIQUE:
            cells[cell] = digit
    return Puzzle(bytes(cells), geometry)


def whole(path: Path) -> None:
    """Certify a list with two processes, verify it, and print time and memory."""
    with tempfile.TemporaryDirectory() as place:
        folder = f"{place}/certificates"
        for arguments in (["certify", str(path), "-o", folder, "--jobs", "2"], ["verify", folder]):
            before, start = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
            subprocess.run([sys.executable, "-m", "sudocube", *arguments, "--quiet"], check=False)
            after, seconds = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter() - start
            busy = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            print(
                f"{arguments[0]}: {seconds:,.0f} s, {busy:,.0f} s of processor time,"
                f" at most {after.ru_maxrss / 1024:,.0f} MB a process"
            )
        print(f"{sum(one.stat().st_size for one in Path(folder).iterdir()) / 1e6:,.0f} MB of certificates")


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("lists", nargs="*", type=Path, metavar="LIST")
    parser.add_argument("--puzzles", type=int, default=400, help="of each list")
    parser.add_argument("--large", action="store_true", help="16×16 and 25×25")
    parser.add_argument("--seeds", type=int, default=3, help="how many of each")
    parser.add_argument("--whole", action="store_true", help="whole lists, made and checked")
    arguments = parser.parse_args()
    print(machine())
    if arguments.whole:
        for path in arguments.lists:
            whole(path)
        return
    table = Table("", *COLUMNS, title="certificates (ms of processor time)")
    for path in arguments.lists:
        table.add_row(path.name, *measured(puzzles_of(path, arguments.puzzles)))
    for geometry in LARGE if arguments.large else ():
        puzzles = [with_clues_removed(geometry, Random(seed)) for seed in range(arguments.seeds)]
        clues = median(len(puzzle.clues) for puzzle in puzzles)
        table.add_row(f"{geometry.size}×{geometry.size}, {clues:.0f} clues", *measured(puzzles))
    Console().print(table)


if __name__ == "__main__":
    main()
