"""`sudocube check` on a list from the disk, against the kernel on the same puzzles in memory.

    python benchmarks/bulk.py LIST [--puzzles 10000000] [--jobs 2] [--rounds 3]

The list is extended to that many puzzles by changes that keep the number of solutions (rows and columns
exchanged, digits relabelled), and written to a temporary file. Each round measures, one after the other:
`count_many` on the array, with one job and with several, and `sudocube check FILE` as a process of its own,
from its start to its end.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

import numpy as np
from numpy.typing import NDArray
from side_by_side import machine, puzzles_of

from sudocube.kernel import chosen_level
from sudocube.kernel.batches import count_many

LF = ord("\n")

CHECK = """
import sys
from sudocube.__main__ import main
try:
    main()
except SystemExit as end:
    status = open("/proc/self/status").read() if sys.platform == "linux" else ""
    print(end.code, status.partition("VmHWM:")[2].split("kB")[0].strip() or 0)
"""


def varied(puzzles: NDArray[np.uint8], number: int, rng: np.random.Generator) -> NDArray[np.uint8]:
    """`number` puzzles: each a copy of one of these, with rows, columns and digits exchanged."""
    made = np.empty((number, 81), np.uint8)
    for start in range(0, number, 100_000):
        batch = made[start : start + 100_000]
        grids = puzzles[rng.integers(len(puzzles), size=len(batch))].reshape(-1, 9, 9)
        for axis in (1, 2):
            bands = rng.permutation(3)
            grids = grids.take(np.concatenate([3 * band + rng.permutation(3) for band in bands]), axis=axis)
        labels = np.arange(256, dtype=np.uint8)
        labels[ord("1") : ord("9") + 1] = rng.permutation(9) + ord("1")
        batch[:] = labels[grids].reshape(-1, 81)
    return made


def checked(path: Path, jobs: int, *options: str) -> tuple[float, float, int]:
    """The seconds that `sudocube check` takes, its processor seconds, and its peak memory in MB."""
    start, before = perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-c", CHECK, "check", str(path), "--jobs", str(jobs), *options],
        capture_output=True,
        text=True,
    )
    seconds, after = perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    work = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    code, peak = map(int, done.stdout.splitlines()[-1].split())
    if code not in (0, 1) or done.returncode:
        raise SystemExit(done.stderr)
    return seconds, work, peak // 1024


def main() -> None:
    """Measure, and print how `check` and `count_many` compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("list", type=Path)
    parser.add_argument("--puzzles", type=int, default=10_000_000)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    print(f"{machine()}; {arguments.jobs} jobs, kernel {chosen_level()}")
    text = "".join(map(str, puzzles_of(arguments.list, 100_000)))
    puzzles = np.frombuffer(text.encode("ascii"), np.uint8).reshape(-1, 81)
    rows = varied(puzzles, arguments.puzzles, np.random.default_rng(1))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "puzzles.txt"
        with path.open("wb") as file:
            for first in range(0, len(rows), 100_000):
                batch = rows[first : first + 100_000]
                ends = np.full((len(batch), 1), LF, np.uint8)
                file.write(np.concatenate([batch, ends], axis=1).tobytes())
        seconds: dict[str, list[float]] = {"one job": [], "count_many": [], "check": []}
        works: list[float] = []
        kept = 0
        for _ in range(arguments.rounds):
            for name, jobs in (("one job", 1), ("count_many", arguments.jobs)):
                start, worked = perf_counter(), process_time()
                count_many(rows, jobs=jobs)
                seconds[name].append(perf_counter() - start)
                work = process_time() - worked
            taken, work_of_check, peak = checked(path, arguments.jobs)
            seconds["check"].append(taken)
            works.append(work_of_check / work)
            bound = 1.5 * seconds["count_many"][-1] + 0.5
            kept += taken <= bound
            print(", ".join(f"{name} {of[-1]:.2f} s" for name, of in seconds.items()), end="; ")
            print(f"bound {bound:.2f} s; {peak} MB")

    def ratio(name: str, other: str) -> float:
        return median(one / two for one, two in zip(seconds[name], seconds[other], strict=True))

    rate = len(rows) / median(seconds["check"])
    print(f"medians: {arguments.jobs} jobs are {ratio('one job', 'count_many'):.2f} times as fast as one")
    print(f"check takes {ratio('check', 'count_many'):.2f} times as long as count_many", end=" ")
    print(f"({median(works):.2f} in processor time), {rate:,.0f} puzzles/s")
    print(f"within the bound of 1.5 times and half a second in {kept} of {arguments.rounds} rounds")


if __name__ == "__main__":
    main()
