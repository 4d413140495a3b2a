"""How many puzzles a second a program of others is asked through pipes, by `sudocube check -e command:…`.

    python benchmarks/programs.py [--puzzles 200000] [--jobs 1] [--rounds 3]

The program, `answers_at_once.c`, takes next to no time for a puzzle: what is measured is the way there and
back, the referee and the report. It is compiled with `cc`. In each round the program is run alone, with the
file as its input, and then asked by `sudocube check`, as a process of its own from its start to its end.
"""

from __future__ import annotations

import argparse
import resource
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from side_by_side import machine

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


def seconds_of(command: list[str], stdin: Path) -> tuple[float, float]:
    """The seconds that a command takes, and its processor seconds."""
    start, before = perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    with stdin.open("rb") as file:
        subprocess.run(command, stdin=file, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    seconds, after = perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Measure, and print the rates."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--puzzles", type=int, default=200_000)
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    print(machine())
    with tempfile.TemporaryDirectory() as folder:
        program, file = Path(folder) / "answers_at_once", Path(folder) / "puzzles.txt"
        subprocess.run(["cc", "-O2", "-o", str(program), str(SOURCE)], check=True)
        file.write_text("".join(f"{puzzle}\n" for puzzle in puzzles(arguments.puzzles)))
        check = [sys.executable, "-m", "sudocube", "check", str(file)]
        check += ["--engine", f"command:{shlex.quote(str(program))}"]
        check += [] if arguments.jobs is None else ["--jobs", str(arguments.jobs)]
        rates: dict[str, list[float]] = {"alone": [], "by check": [], "by check, of processor time": []}
        for _ in range(arguments.rounds):
            rates["alone"].append(arguments.puzzles / seconds_of([str(program)], file)[0])
            seconds, work = seconds_of(check, file)
            rates["by check"].append(arguments.puzzles / seconds)
            rates["by check, of processor time"].append(arguments.puzzles / work)
            print(", ".join(f"{name} {of[-1]:,.0f}/s" for name, of in rates.items()))
    print("medians: " + ", ".join(f"{name} {median(of):,.0f}/s" for name, of in rates.items()))


if __name__ == "__main__":
    main()
