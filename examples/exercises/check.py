"""Checks the programs of the exercises of the lesson on encodings.

    python examples/exercises/check.py solver FILE.py         propagate(clauses, true) and solve(clauses)
    python examples/exercises/check.py at-most-one FILE.py    at_most_one(literals, new)
    python examples/exercises/check.py diagonals FILE.py      clauses(n)
    python examples/exercises/check.py hall FILE.py           hall_set(unit)

It says what is right, or shows the first case that is wrong, the small ones first. A program may take 60 s
for one case; --timeout SECONDS gives it another time. Exit status: 0 right, 1 wrong, 2 the program could not
be checked, 141 whoever reads the output has gone.
"""

import os
import sys
from argparse import ArgumentParser

import at_most_one_check
import diagonals_check
import hall_check
import judging
import solver_check
from judging import NotUnderstood, Wrong, program_in

CHECKS = {
    "solver": solver_check.check,
    "at-most-one": at_most_one_check.check,
    "diagonals": diagonals_check.check,
    "hall": hall_check.check,
}


def main(arguments: list[str]) -> int:
    """Check a program; gives the exit status."""
    parser = ArgumentParser(usage=__doc__)
    parser.add_argument("exercise", choices=CHECKS)
    parser.add_argument("file")
    parser.add_argument("--timeout", type=float, default=judging.SECONDS)
    asked = parser.parse_args(arguments)
    judging.SECONDS = asked.timeout
    try:
        for line in CHECKS[asked.exercise](program_in(asked.file)):
            print(line, flush=True)
    except Wrong as wrong:
        print(wrong)
        return 1
    except NotUnderstood as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("stopped; is there a loop that does not end?", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    try:
        status = main(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left is for nobody
        status = 141
    sys.exit(status)
