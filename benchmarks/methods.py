"""The documented algorithms on lists of puzzles.

    python benchmarks/methods.py LIST… [--puzzles 5000] [--timeout 60] [--methods A,B,…]

Two passes: one without a trace, for the processor time; one with a trace, for guesses and dead ends.
Every method searches until it knows that there is no second solution. Puzzles that take longer than the time
limit are undecided, and their time counts in full.

How many guesses a puzzle takes differs by a factor of thousands: a few puzzles take most of the guesses of a
list. So the mean of a small sample says little, and the quartiles and the maximum are printed beside it.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from statistics import fmean, median, quantiles
from time import process_time

from rich.console import Console
from rich.table import Table
from side_by_side import machine, puzzles_of

from sudocube.clock import Clock
from sudocube.engines import engine
from sudocube.engines.asking import refereed_answer
from sudocube.errors import UndecidedError
from sudocube.puzzle import Puzzle
from sudocube.solvers.methods import METHODS
from sudocube.solvers.odometer import Odometer
from sudocube.solvers.trace import SolvingState, Step, StepKind, Trace

GUESSES = ("quarter", "median", "three quarters", "mean", "most")
"""The columns on the guesses: a quarter of the puzzles take at most as many as the first says, and so on."""

COLUMNS = ("puzzles/s", "undecided", "without a guess", *GUESSES, "dead ends", "ticks: median", "mean")


def measured(name: str, puzzles: Sequence[Puzzle], timeout: float) -> list[str]:
    """The row of one method; dead ends are a mean per puzzle."""
    one = engine(name)
    start = process_time()
    answers = [refereed_answer(one, puzzle, timeout=timeout) for puzzle in puzzles]
    seconds = process_time() - start
    undecided = sum(not answer.verdict.is_decided for answer in answers)
    kinds = [_counted(name, puzzle, timeout) for puzzle in puzzles]
    without_guess = sum(not _guesses(of) and of[StepKind.SOLUTION] > 0 for of in kinds)
    count = len(puzzles)
    guesses = [_guesses(of) for of in kinds]
    ticks = _ticks(puzzles, timeout) if name == "possibles:odometer" else []
    return [
        f"{count / seconds:,.1f}",
        f"{undecided / count:.1%}",
        f"{without_guess / count:.1%}",
        *(spread(guesses) if any(guesses) else [""] * len(GUESSES)),
        f"{fmean(of[StepKind.DEADLOCK] for of in kinds):,.1f}" if any(guesses) else "",
        *([f"{median(ticks):,.0f}", f"{fmean(ticks):,.0f}"] if ticks else ["", ""]),
    ]


def spread(numbers: Sequence[int]) -> list[str]:
    """What stands below GUESSES: the quartiles, the mean and the maximum of some numbers."""
    quartiles = quantiles(numbers, n=4, method="inclusive") if len(numbers) > 1 else [*numbers] * 3
    return [*(f"{one:,.0f}" for one in quartiles), f"{fmean(numbers):,.1f}", f"{max(numbers):,}"]


def _guesses(kinds: Counter[StepKind]) -> int:
    """The guesses that are steps; of the odometer, the readings that passed and are steps."""
    return kinds[StepKind.GUESS] + kinds[StepKind.READING]


def _ticks(puzzles: Sequence[Puzzle], timeout: float) -> list[int]:
    """By puzzle: how many readings the odometer takes, or has taken when the time limit ends it."""
    found = []
    for puzzle in puzzles:
        odometer = Odometer(puzzle, clock=Clock(timeout))
        with suppress(TimeoutError):
            for _ in odometer.solutions():
                pass
        found.append(odometer.ticks)
    return found


def _counted(name: str, puzzle: Puzzle, timeout: float) -> Counter[StepKind]:
    """How many steps of each kind a method takes on a puzzle."""
    kinds: Counter[StepKind] = Counter()

    def count(step: Step) -> None:
        kinds[step.kind] += 1

    with suppress(TimeoutError, UndecidedError):
        for _ in METHODS[name].solutions(
            puzzle, clock=Clock(timeout), trace=Trace(SolvingState(puzzle), count)
        ):
            pass
    return kinds


def main() -> None:
    """Measure on each list."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("lists", nargs="+", type=Path)
    parser.add_argument("--puzzles", type=int, default=5000)
    parser.add_argument("--timeout", type=float, default=60.0)
    parser.add_argument("--methods", default=",".join(METHODS))
    arguments = parser.parse_args()
    print(machine())
    for path in arguments.lists:
        puzzles = puzzles_of(path, arguments.puzzles)
        table = Table("method", *COLUMNS, title=f"{len(puzzles)} of {path.name}")
        for name in arguments.methods.split(","):
            table.add_row(name, *measured(name, puzzles, arguments.timeout))
        Console(width=160).print(table)


if __name__ == "__main__":
    main()
