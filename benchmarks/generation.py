"""How many puzzles a second are made: beside tdoku, qqwing and HoDoKu; by symmetry; by filter.

    python benchmarks/generation.py [--tdoku-avx512 PROGRAM] [--tdoku-avx2 PROGRAM] [--qqwing PROGRAM]
                                    [--hodoku COMMAND] [--puzzles 40000] [--rounds 5]
    python benchmarks/generation.py --kinds [--seconds 3]
    python benchmarks/generation.py --filters [--seconds 5]

Beside others: minimal puzzles without symmetry, made by `sudocube.generate` with its defaults (each is
counted again, one in a hundred by a SAT solver) in one thread of this process, by `sudocube generate -n N
--jobs 1` as a process from its start to its end, and by the programs of others. In each round all of them
take their turn, each makes what it makes in about the same time, and processor time is measured. The tables
show medians of the rounds. Of each contender's puzzles some are looked at afterwards: whether they are unique
and minimal, and how many clues they have.

`--tdoku-avx512` and `--tdoku-avx2` take tdoku's `generate` (T. Dillon, 2020), built with
`cmake -DARCH=native` and with `cmake -DAVX2=ON`; it is asked for puzzles from nothing (`-d81`), without its
evaluation of difficulty (`-e0`). `--hodoku` takes a command that prints N puzzles when N is added to it.
"""

from __future__ import annotations

import argparse
import os
import resource
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from statistics import median
from time import process_time
from typing import Any, NamedTuple

import numpy as np
from rich.console import Console
from rich.table import Table
from side_by_side import machine

from sudocube import generate
from sudocube.errors import NotGeneratedError
from sudocube.generation.generating import GenerationProgress
from sudocube.kernel import VARIABLE, levels
from sudocube.kernel.batches import count_many

Contender = Callable[[int], tuple[list[str], float]]
"""Makes about so many puzzles; returns them, 81 symbols each, and the seconds of processor time."""

SLOW = {"qqwing": 50, "HoDoKu": 10}
"""How many times fewer puzzles are asked of some contenders."""

KINDS: dict[str, dict[str, Any]] = {
    f"{symmetry}, minimal {minimal}": {"symmetry": symmetry, "minimal": minimal}
    for symmetry, minimal in [
        ("none", "strict"),
        *(
            (symmetry, "orbits")
            for symmetry in ("half-turn", "diagonal", "both-mirrors", "quarter-turn", "full")
        ),
        *((symmetry, "strict") for symmetry in ("half-turn", "left-right", "diagonal")),
    ]
}
"""What is asked of `generate`, by symmetry."""

FILTERS: dict[str, dict[str, Any]] = {
    "depth 0": {"depth": (0, 0)},
    "depth 1": {"depth": (1, 1)},
    "depth 2 or more": {"depth": (2, None)},
    "22 clues at most": {"clues": (17, 22)},
    "solved by sets": {"methods": ("sets",)},
    "by possibles, not by sets": {"methods": ("possibles",), "not_methods": ("sets",)},
    "a grid that is quick and biased": {"grid": "fast"},
}
"""What is asked of `generate`, by filter."""


def made_here(level: str, seeds: Iterable[int]) -> Contender:
    """`sudocube.generate` in this process, at a level of the kernel."""
    left = iter(seeds)

    def make(count: int) -> tuple[list[str], float]:
        os.environ[VARIABLE] = level
        start = process_time()
        made = [str(one.puzzle) for one in generate(count, seed=next(left), jobs=1)]
        return made, process_time() - start

    return make


def made_by(command: Callable[[int], list[str]], level: str | None = None) -> Contender:
    """A program that prints puzzles, each at the beginning of a text line."""

    def make(count: int) -> tuple[list[str], float]:
        environment = os.environ if level is None else os.environ | {VARIABLE: level}
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(command(count), capture_output=True, text=True, check=True, env=environment)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        made = [line[:81].replace("0", ".") for line in done.stdout.splitlines() if is_puzzle(line[:81])]
        return made, seconds

    return make


def is_puzzle(text: str) -> bool:
    """Whether this is a puzzle of 81 digits and blanks."""
    return len(text) == 81 and set(text) <= set(".0123456789")


def share_unique_and_minimal(puzzles: list[str]) -> tuple[float, float]:
    """Of these puzzles, the share that is unique, and the share that is unique and strictly minimal."""
    is_minimal = []
    unique = count_many(puzzles) == 1
    for puzzle in puzzles:
        without = [puzzle[:i] + "." + puzzle[i + 1 :] for i in range(81) if puzzle[i] != "."]
        is_minimal.append(bool((count_many(without) == 2).all()))
    return float(unique.mean()), float((unique & np.array(is_minimal)).mean())


def compare(contenders: dict[str, Contender], puzzles: int, rounds: int) -> None:
    """Print the rates of all contenders, and how many times as fast they are as the first one."""
    rates: dict[str, list[float]] = {name: [] for name in contenders}
    samples: dict[str, list[str]] = {}
    names = list(contenders)
    for name in names:
        contenders[name](100)  # not measured: what is built once
    for number in range(rounds):
        for name in names[number % len(names) :] + names[: number % len(names)]:
            factor = next((slow for key, slow in SLOW.items() if name.startswith(key)), 1)
            made, seconds = contenders[name](max(1, puzzles // factor))
            rates[name].append(len(made) / seconds)
            samples[name] = made[:: max(1, len(made) // 200)][:200]
    table = Table("", "puzzles/s", f"times {names[0]}", "clues", "unique", "minimal")
    for name in names:
        times = median(mine / first for mine, first in zip(rates[name], rates[names[0]], strict=True))
        unique, minimal = share_unique_and_minimal(samples[name])
        clues = np.mean([81 - puzzle.count(".") for puzzle in samples[name]])
        figures = (
            f"{median(rates[name]):,.0f}",
            f"{times:.2f}",
            f"{clues:.1f}",
            f"{unique:.0%}",
            f"{minimal:.0%}",
        )
        table.add_row(name, *figures)
    Console(width=110).print(table)


class KindRate(NamedTuple):
    """What was made of a kind: puzzles, the attempts at them, how many in a second, and clues on average."""

    puzzles: int
    tries: int
    per_second: float
    clues: float


def rate_of(options: dict[str, Any], seconds: float) -> KindRate:
    """How many puzzles of a kind are made in about so many seconds, and of how many tries."""
    count, most = 16, 200_000
    while True:
        clues: list[int] = []
        told: list[GenerationProgress] = []
        start = process_time()
        with suppress(NotGeneratedError):
            made = generate(
                count,
                seed=1,
                jobs=1,
                tries=10**9,
                timeout=4 * seconds,
                progress=told.append,
                **options,
            )
            clues += (one.clues for one in made)
        spent = process_time() - start
        if spent > seconds / 3 or count == most:
            return KindRate(
                len(clues), told[-1].attempts if told else 0, len(clues) / spent, float(np.mean(clues or [0]))
            )
        count = min(most, max(2 * count, int(0.8 * count * seconds / spent)))


def print_rates(title: str, kinds: dict[str, dict[str, Any]], seconds: float) -> None:
    """Print how many puzzles of each kind are made in a second of processor time."""
    table = Table(title, "puzzles", "tries", "puzzles/s", "clues")
    rate_of(next(iter(kinds.values())), seconds / 10)  # not measured: what is built once
    for name, options in kinds.items():
        made, tries, rate, clues = rate_of(options, seconds)
        table.add_row(name, f"{made:,}", f"{tries:,}", f"{rate:,.0f}", f"{clues:.1f}" if made else "")
    Console(width=110).print(table)


def command_of_tdoku(program: str, count: int) -> list[str]:
    """Minimal puzzles from nothing, without an evaluation of their difficulty."""
    return [program, "-p0", "-e0", "-a1", "-n1", "-d81", f"-l{count}"]


def own_command(count: int) -> list[str]:
    """`sudocube generate` as a process."""
    return [sys.executable, "-m", "sudocube", "generate", "--jobs", "1", "--quiet", "-n", str(count)]


def contenders_of(arguments: argparse.Namespace) -> dict[str, Contender]:
    """Those that are there, tdoku first where it is."""
    found: dict[str, Contender] = {}
    for name, program in (("tdoku, AVX-512", arguments.tdoku_avx512), ("tdoku, AVX2", arguments.tdoku_avx2)):
        if program:
            found[name] = made_by(partial(command_of_tdoku, program))
    for level in [level for level in levels() if level in ("avx2", "avx512")] or [levels()[-1]]:
        found[f"generate, {level}"] = made_here(level, range(10**6))
        found[f"the command, {level}"] = made_by(own_command, level)
    if arguments.qqwing:
        found["qqwing"] = made_by(lambda n: [arguments.qqwing, "--one-line", "--generate", str(n)])
    if arguments.hodoku:
        found["HoDoKu"] = made_by(lambda n: [*shlex.split(arguments.hodoku), str(n)])
    return found


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    for option in ("--tdoku-avx512", "--tdoku-avx2", "--qqwing", "--hodoku"):
        parser.add_argument(option)
    parser.add_argument("--puzzles", type=int, default=40_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--kinds", action="store_true")
    parser.add_argument("--filters", action="store_true")
    parser.add_argument("--seconds", type=float, default=3)
    arguments = parser.parse_args()
    print(machine())
    if arguments.kinds:
        print_rates("by symmetry", KINDS, arguments.seconds)
    if arguments.filters:
        print_rates("by filter", FILTERS, arguments.seconds)
    if not arguments.kinds and not arguments.filters:
        compare(contenders_of(arguments), arguments.puzzles, arguments.rounds)


if __name__ == "__main__":
    main()
