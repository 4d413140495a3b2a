"""How many puzzles a second a program of others is asked through pipes, by `sudocube check -e command:…`.

    python benchmarks/programs.py [--puzzles 50000] [--jobs 1] [--rounds 3]

The program, `answers_at_once.c`, takes next to no time for a puzzle: what is measured is the way there and
back, the referee and the report. It is compiled with `cc`. In each round it is asked one puzzle at a time in
four ways: by a plain loop that writes a line and reads one; by a plain loop that also has the referee check
each grid; by the engine, in this process; and by `sudocube check`, as a process of its own from its start to
its end. The ratio is that of the engine to the second loop.
"""

from __future__ import annotations

import argparse
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from side_by_side import machine

from sudocube.engines.outsiders import CommandEngine
from sudocube.puzzle import Grid, Puzzle
from sudocube.refereeing import referee

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


def rate_of_loop(program: Path, texts: list[str], *, referees: bool) -> float:
    """Puzzles a second of a plain loop through pipes, perhaps with the referee."""
    start = perf_counter()
    with subprocess.Popen([str(program)], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as solver:
        assert solver.stdin is not None
        assert solver.stdout is not None
        for text in texts:
            solver.stdin.write(text.encode() + b"\n")
            solver.stdin.flush()
            line = solver.stdout.readline().decode()
            if referees and referee(Grid(line.split()[-1]), Puzzle(text)) is not None:
                raise SystemExit(f"wrong: {line}")
    return len(texts) / (perf_counter() - start)


def rate_of_engine(program: Path, texts: list[str]) -> float:
    """Puzzles a second of the engine."""
    start = perf_counter()
    asked = CommandEngine(shlex.quote(str(program)))
    for text in texts:
        asked.answer(Puzzle(text))
    asked.close()
    return len(texts) / (perf_counter() - start)


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
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    print(machine())
    with tempfile.TemporaryDirectory() as folder:
        program, texts = Path(folder) / "answers_at_once", puzzles(arguments.puzzles)
        subprocess.run(["cc", "-O2", "-o", str(program), str(SOURCE)], check=True)
        rates: dict[str, list[float]] = {"loop": [], "loop with referee": [], "engine": [], "check": []}
        for _ in range(arguments.rounds):
            rates["loop"].append(rate_of_loop(program, texts, referees=False))
            rates["loop with referee"].append(rate_of_loop(program, texts, referees=True))
            rates["engine"].append(rate_of_engine(program, texts))
            rates["check"].append(rate_of_check(program, texts, arguments.jobs))
            print(", ".join(f"{name} {of[-1]:,.0f}/s" for name, of in rates.items()))
    print("medians: " + ", ".join(f"{name} {median(of):,.0f}/s" for name, of in rates.items()))
    print(f"ratio: {median(rates['engine']) / median(rates['loop with referee']):.2f}")


if __name__ == "__main__":
    main()
