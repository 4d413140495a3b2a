"""How many puzzles a second a program of others is asked through pipes, by `sudocube check -e command:…`.

    python benchmarks/programs.py [--puzzles 50000] [--jobs 1] [--slices 1000]

The program, `answers_at_once.c`, takes next to no time for a puzzle: what is measured is the way there and
back, the referee and the report. It is compiled with `cc`, and asked one puzzle at a time in four ways: by a
plain loop that writes a line and reads one; by a plain loop that also makes the puzzle and the grid and has
the referee check it; by the engine, in this process; and by `sudocube check`, as a process of its own from
its start to its end. The first three get slices of the puzzles in turn; the quickest slice of each counts:
whatever else the machine does then matters least. They run on one core, where that can be chosen: it depends
on the cores of two processes how soon one hears from the other. The ratios are those of the engine to the two
loops.
"""

from __future__ import annotations

import argparse
import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from math import inf
from pathlib import Path
from random import Random
from time import perf_counter

from side_by_side import machine

from sudocube.engines.asking import refereed_answer
from sudocube.engines.outsiders import CommandEngine
from sudocube.engines.protocol import Engine
from sudocube.puzzle import Grid, Puzzle
from sudocube.verdict import referee

SOURCE = Path(__file__).with_name("answers_at_once.c")


def puzzles(number: int) -> list[str]:
    """So many different 9×9 puzzles in which the first row is blank, and all else is given."""
    rng, found = Random("programs"), []
    for _ in range(number):
        digits = rng.sample("123456789", 9)
        lines = [[3 * band + line for band in rng.sample(range(3), 3) for line in rng.sample(range(3), 3)]]
        lines.append(
            [3 * band + line for band in rng.sample(range(3), 3) for line in rng.sample(range(3), 3)]
        )
        rows, columns = lines
        cells = [digits[(3 * (row % 3) + row // 3 + column) % 9] for row in rows for column in columns]
        found.append(9 * "." + "".join(cells[9:]))
    return found


Way = Callable[[list[str]], object]
"""Asks for some puzzles, one after the other."""


def loops(solver: subprocess.Popen[bytes]) -> tuple[Way, Way]:
    """A plain loop through pipes, without and with the referee."""
    assert solver.stdin is not None
    assert solver.stdout is not None
    stdin, stdout = solver.stdin, solver.stdout

    def ask(texts: list[str], *, referees: bool = False) -> None:
        for text in texts:
            stdin.write(text.encode() + b"\n")
            stdin.flush()
            line = stdout.readline().decode()
            if referees and referee(Grid(line.split()[-1]), Puzzle(text)) is not None:
                raise SystemExit(f"wrong: {line}")

    return ask, partial(ask, referees=True)


def ask_engine(engine: Engine, texts: list[str]) -> None:
    """Ask an engine of the package, and keep as little as the loops do."""
    for text in texts:
        refereed_answer(engine, Puzzle(text))


def quickest(ways: dict[str, Way], texts: list[str], slices: int) -> dict[str, float]:
    """Puzzles a second of the quickest slice of each way."""
    size = len(texts) // slices
    least = dict.fromkeys(ways, inf)
    for start in range(0, size * slices, size):
        for name, way in ways.items():
            referee.cache_clear()  # it remembers the last decisions
            begin = perf_counter()
            way(texts[start : start + size])
            least[name] = min(least[name], perf_counter() - begin)
    return {name: size / seconds for name, seconds in least.items()}


def rate_of_check(program: Path, texts: list[str], jobs: int | None) -> float:
    """Puzzles a second of `sudocube check`, from its start to its end."""
    file = program.with_name("puzzles.txt")
    file.write_text("".join(f"{text}\n" for text in texts))
    check = [sys.executable, "-m", "sudocube", "check", str(file), "--quiet"]
    check += ["--engine", f"command:{shlex.quote(str(program))}"]
    check += [] if jobs is None else ["--jobs", str(jobs)]
    start = perf_counter()
    subprocess.run(check, stdout=subprocess.DEVNULL, check=False)  # a grid alone decides nothing
    return len(texts) / (perf_counter() - start)


def main() -> None:
    """Measure, and print the rates."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--puzzles", type=int, default=50_000)
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--slices", type=int, default=1000)
    arguments = parser.parse_args()
    print(machine())
    cores = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set[int]()
    with tempfile.TemporaryDirectory() as folder:
        if cores:
            os.sched_setaffinity(0, {max(cores)})
        program, texts = Path(folder) / "answers_at_once", puzzles(arguments.puzzles)
        subprocess.run(["cc", "-O2", "-o", str(program), str(SOURCE)], check=True)
        engine = CommandEngine(shlex.quote(str(program)))
        with subprocess.Popen([str(program)], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as solver:
            plain, refereed = loops(solver)
            ways: dict[str, Way] = {"loop": plain, "loop with referee": refereed}
            ways["engine"] = partial(ask_engine, engine)
            rates = quickest(ways, texts, arguments.slices)
        engine.close()
        if cores:
            os.sched_setaffinity(0, cores)
        rates["check, from start to end"] = rate_of_check(program, texts, arguments.jobs)
    print(", ".join(f"{name} {rate:,.0f}/s" for name, rate in rates.items()))
    for name in ("loop", "loop with referee"):
        print(f"engine / {name}: {rates['engine'] / rates[name]:.2f}")


if __name__ == "__main__":
    main()
