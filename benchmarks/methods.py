"""The documented algorithms on lists of puzzles.

    python benchmarks/methods.py LIST… [--puzzles 200] [--timeout 5] [--methods A,B,…]

Two passes: one without a trace, for the time; one with a trace, for the numbers of guesses and deadlocks.
Every method searches until it knows that there is no second solution. Puzzles that take longer than the time
limit are undecided, and their time counts in full.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from rich.console import Console
from rich.table import Table
from side_by_side import machine, puzzles_of

from sudocube.clock import Clock
from sudocube.engines import engine
from sudocube.errors import UndecidedError
from sudocube.jobs import refereed_answer
from sudocube.puzzle import Puzzle
from sudocube.solvers.methods import METHODS
from sudocube.solvers.odometer import Odometer
from sudocube.solvers.trace import Step, StepKind, Trace

COLUMNS = ("puzzles/s", "undecided", "without a guess", "guesses", "deadlocks", "ticks")


def measured(name: str, puzzles: Sequence[Puzzle], timeout: float) -> list[str]:
    """The row of one method; guesses, deadlocks and ticks are means per puzzle."""
    one = engine(name)
    answers = [refereed_answer(one, puzzle, timeout=timeout) for puzzle in puzzles]
    undecided = sum(not answer.verdict.is_decided for answer in answers)
    kinds: Counter[StepKind] = Counter()
    without_guess = 0
    for puzzle in puzzles:
        of_this: Counter[StepKind] = Counter()
        _run(name, puzzle, of_this, timeout)
        without_guess += not of_this[StepKind.GUESS] and of_this[StepKind.SOLUTION] > 0
        kinds += of_this
    count = len(puzzles)
    ticks = _ticks(puzzles, timeout) / count if name == "possibles:odometer" else 0
    return [
        f"{count / sum(answer.seconds for answer in answers):,.1f}",
        f"{undecided / count:.1%}",
        f"{without_guess / count:.1%}",
        f"{kinds[StepKind.GUESS] / count:,.2f}",
        f"{kinds[StepKind.DEADLOCK] / count:,.2f}",
        f"{ticks:,.0f}" if ticks else "",
    ]


def _ticks(puzzles: Sequence[Puzzle], timeout: float) -> int:
    """How many readings the odometer takes, or has taken when the time limit ends it."""
    total = 0
    for puzzle in puzzles:
        odometer = Odometer()
        with suppress(TimeoutError):
            for _ in odometer.solutions(puzzle, clock=Clock(timeout)):
                pass
        total += odometer.ticks
    return total


def _run(name: str, puzzle: Puzzle, kinds: Counter[StepKind], timeout: float) -> None:
    """Run a method with a trace, and count the kinds of its steps."""

    def count(step: Step) -> None:
        kinds[step.kind] += 1

    trace = Trace(count)
    with suppress(TimeoutError, UndecidedError):
        for _ in METHODS[name].solutions(puzzle, clock=Clock(timeout), trace=trace):
            pass


def main() -> None:
    """Measure on each list."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("lists", nargs="+", type=Path)
    parser.add_argument("--puzzles", type=int, default=200)
    parser.add_argument("--timeout", type=float, default=5.0)
    parser.add_argument("--methods", default=",".join(METHODS))
    arguments = parser.parse_args()
    print(machine())
    for path in arguments.lists:
        puzzles = puzzles_of(path, arguments.puzzles)
        table = Table("method", *COLUMNS, title=f"{len(puzzles)} of {path.name}")
        for name in arguments.methods.split(","):
            table.add_row(name, *measured(name, puzzles, arguments.timeout))
        Console(width=110).print(table)


if __name__ == "__main__":
    main()
