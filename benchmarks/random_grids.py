"""What random grids and samples are like, against what is known of them; and how quickly they are made.

    python benchmarks/random_grids.py [--grids 400000] [--minimal 400]

Four-cell rectangles: two rows of a band, or two columns of a stack, that hold two digits crosswise. The
exact mean over all grids follows from how many grids have each first band. Uniform grids have to agree with
it; fast ones do not, and neither does the first solution that a solver finds for three random boxes.

Minimal puzzles: the mean number of clues, taken away in random order until none can go, and in a controlled
sample without and with its weights; beside the estimates of D. Berthier, "Unbiased statistics of a CSP - a
controlled-bias generator" (2009).

One thread; processor time. Means stand with their standard errors.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from itertools import combinations
from math import sqrt
from time import process_time
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.table import Table
from side_by_side import machine

from sudocube.generation.attempts import attempted_batch
from sudocube.generation.counters import KernelCounter
from sudocube.generation.fast_grids import fast_grid_batch
from sudocube.generation.plan import GenerationPlan
from sudocube.generation.random_streams import RandomStreams
from sudocube.generation.uniform_grids import uniform_grid_batch
from sudocube.kernel import finish, start_search

Grids = npt.NDArray[np.uint8]

BATCH = 4096

RECTANGLES = 320_784_513_273 / 27_704_267_971
"""The exact mean of four-cell rectangles over all grids."""

PERCENT_BY_BERTHIER = {
    23: 0.149, 24: 2.28, 25: 13.42, 26: 31.94, 27: 32.74, 28: 15.48, 29: 3.56, 30: 0.41, 31: 0.022
}  # fmt: skip


def main() -> None:
    """Measure both."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--grids", type=int, default=400_000, help="how many grids of each kind")
    parser.add_argument("--minimal", type=int, default=400, help="how many puzzles of the controlled sample")
    arguments = parser.parse_args()
    print(f"{machine()}, one thread")
    console = Console(width=110)
    console.print(grids_table(-(-arguments.grids // BATCH)))
    if arguments.minimal:
        console.print(*samples_tables(arguments.minimal), sep="\n")


def grids_table(batches: int) -> Table:
    """The kinds of grids: how many rectangles they have, and how many are made in a second."""
    table = Table(
        "grids", "four-cell rectangles", "from the exact mean", "grids/s", title=f"{batches * BATCH:,} grids"
    )
    table.add_row("all (exact)", f"{RECTANGLES:.4f}", "", "")
    kinds: dict[str, Callable[[RandomStreams], Grids]] = {
        "uniform": uniform_grid_batch,
        "fast": lambda streams: fast_grid_batch(streams, KernelCounter()),
        "first solution": first_solutions,
    }
    for name, grids_of in kinds.items():
        grids_of(streams_of(0, 1))  # what is built once
        counts, seconds = [], 0.0
        for batch in range(batches):
            start = process_time()
            grids = grids_of(streams_of(batch, BATCH))
            seconds += process_time() - start
            counts.append(rectangles(grids[grids[:, 0] > 0]))
        found = np.concatenate(counts)
        mean, error = mean_and_error(found, np.ones(len(found)))
        away = f"{(mean - RECTANGLES) / error:+.1f} standard errors"
        table.add_row(name, f"{mean:.3f} ± {error:.3f}", away, f"{len(found) / seconds:,.0f}")
    return table


def streams_of(batch: int, count: int) -> RandomStreams:
    """The streams of a batch: first attempts at puzzles in order."""
    return RandomStreams.of(1, np.arange(count) + batch * BATCH, np.zeros(count, np.int64))


def first_solutions(streams: RandomStreams) -> Grids:
    """What the kernel finds first where the three boxes on the diagonal are filled at random."""
    puzzles = np.zeros((len(streams), 9, 9), np.uint8)
    for box in range(3):
        lines = slice(3 * box, 3 * box + 3)
        puzzles[:, lines, lines] = streams.part(box).order(9).reshape(-1, 3, 3) + 1
    search = start_search(puzzles.reshape(-1, 81), limit=1)
    finish(search)
    return search.solutions[:, 0]


def rectangles(grids: Grids) -> npt.NDArray[np.int64]:
    """How many four-cell rectangles each grid has: int64 (n,)."""
    rows = grids.reshape(-1, 9, 9)
    counts = np.zeros(len(grids), np.int64)
    for lines in (rows, rows.transpose(0, 2, 1)):
        for first, second in (pair for band in (0, 3, 6) for pair in combinations(range(band, band + 3), 2)):
            crosswise = lines[:, first, :, None] == lines[:, second, None, :]
            counts += (crosswise & crosswise.transpose(0, 2, 1)).sum(axis=(1, 2)) // 2
    return counts


def samples_tables(count: int) -> Iterator[Table]:
    """The samples of minimal puzzles: how many clues they have, and how often."""
    top_down = attempted_batch(GenerationPlan(), streams_of(0, BATCH), KernelCounter())
    controlled: list[int] = []
    weights: list[float] = []
    start, attempts = process_time(), 0
    plan = GenerationPlan(sample="controlled", grid="uniform")
    while len(controlled) < count:
        made = attempted_batch(plan, streams_of(attempts // BATCH, BATCH), KernelCounter())
        attempts += BATCH
        controlled += (made.puzzles > 0).sum(axis=1).tolist()
        weights += [] if made.weights is None else made.weights.tolist()
    seconds = process_time() - start
    clues, weight = np.array(controlled), np.array(weights)
    table = Table(
        "minimal puzzles",
        "clues",
        "by Berthier",
        title=f"{attempts:,} attempts, {len(clues) / seconds:.2f} puzzles/s",
    )
    without = np.ones(len(clues))
    of_top_down = (top_down.puzzles > 0).sum(axis=1)
    for name, (mean, error), known in (
        ("top-down", mean_and_error(of_top_down, np.ones(len(of_top_down))), "24.38"),
        ("controlled, without weights", mean_and_error(clues, without), "25.67"),
        ("controlled: all minimal puzzles", mean_and_error(clues, weight), "26.58"),
    ):
        table.add_row(name, f"{mean:.2f} ± {error:.2f}", known)
    yield table
    table = Table("clues", "puzzles", "share of all minimal ones", "by Berthier")
    for number in range(int(clues.min()), int(clues.max()) + 1):
        share, error = mean_and_error(clues == number, weight)
        percent = PERCENT_BY_BERTHIER.get(number)
        by_berthier = "" if percent is None else f"{percent}%"
        table.add_row(
            str(number),
            str((clues == number).sum()),
            f"{share:.1%} ± {error:.1%}",
            by_berthier,
        )
    yield table


def mean_and_error(values: npt.NDArray[Any], weights: npt.NDArray[Any]) -> tuple[float, float]:
    """The weighted mean, and its standard error."""
    shares = weights / weights.sum()
    mean = float((values * shares).sum())
    return mean, sqrt(float((shares**2 * (values - mean) ** 2).sum()))


if __name__ == "__main__":
    main()
