"""A SAT solver as a program that answers in the way that its first argument names, right or wrong.

    python answering_sat_solver.py WAY FILE [OUTPUT]

It solves DIMACS files of small puzzles by the example `small_solver.py`, which begins sooner than PySAT.
"""

import os
import runpy
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

SMALL_SOLVER = runpy.run_path(str(Path(__file__).parents[2] / "examples" / "small_solver.py"))

Model = list[int] | None


def literals(model: list[int]) -> str:
    """The text line with the literals of a model."""
    return "v " + " ".join(map(str, model)) + " 0"


def say(*lines: str, status: int = 0) -> int:
    """Print text lines; returns the exit status."""
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    return status


def competition(model: Model, output: str = "") -> int:
    """The right answer, as the competitions of SAT solvers ask for it, with comments."""
    if model is None:
        return say("c a comment", "s UNSATISFIABLE", status=20)
    return say("c a comment", "s SATISFIABLE", literals(model), status=10)


def many_lines(model: Model, output: str) -> int:
    """Five literals in each text line, blanks and CRLF; the exit status is 0."""
    if model is None:
        return say("s UNSATISFIABLE \r")
    rows = [" ".join(map(str, model[start : start + 5])) for start in range(0, len(model), 5)]
    return say("s  SATISFIABLE\r", *(f"v  {row}\r" for row in rows), "v 0\r")


def minisat(model: Model, output: str) -> int:
    """A word on standard output, and the model in a file of MiniSat's own kind."""
    Path(output).write_text("UNSAT\n" if model is None else "SAT\n" + literals(model)[2:] + "\n", "ascii")
    return say("WARNING", "UNSATISFIABLE" if model is None else "SATISFIABLE", status=10 + 10 * (not model))


def file_alone(model: Model, output: str) -> int:
    """Everything in the file, as the competitions ask for it."""
    lines = ["s UNSATISFIABLE"] if model is None else ["s SATISFIABLE", literals(model)]
    Path(output).write_text("\n".join(lines), "ascii")
    return 0


def no_model(model: Model, output: str) -> int:
    """Whether there is a solution, and not which."""
    return say("s UNSATISFIABLE", status=20) if model is None else say("s SATISFIABLE", status=10)


def wrong_digits(model: Model, output: str) -> int:
    """The first two digits of the first cell are exchanged; the clauses of the cell still hold."""
    if model is None:
        return competition(model)
    first = [v > 0 for v in model[:4]]
    turned = [v if is_true else -v for v, is_true in enumerate([*first[1:], first[0]], 1)]
    return competition([*turned, *model[4:]])


def killed(model: Model, output: str) -> int:
    """It is ended by a signal after it has said that there is no solution."""
    say("s UNSATISFIABLE")
    sys.stdout.flush()
    os.kill(os.getpid(), signal.SIGKILL)
    return 0


def hangs(model: Model, output: str) -> int:
    """It never ends."""
    time.sleep(1000)
    return 0


def usage(model: Model, output: str) -> int:
    """An error message."""
    sys.stderr.write("warning: slow\nunknown option -x\n\n")
    return 1


WAYS: dict[str, Callable[[Model, str], int]] = {
    # right
    "competition": competition,
    "many_lines": many_lines,
    "statuses_alone": lambda model, _: 20 if model is None else say(literals(model), status=10),
    "minisat": minisat,
    "file_alone": file_alone,
    # without an answer
    "unknown": lambda *_: say("s UNKNOWN"),
    "no_model": no_model,
    "hangs": hangs,
    # wrong
    "wrong_digits": wrong_digits,
    "two_digits": lambda model, _: competition(model and [1, 2, 3, 4, *model[4:]]),
    "always_unsatisfiable": lambda *_: competition(None),
    # broken
    "cut_off": lambda model, _: competition(model and model[:30]),
    "too_many": lambda model, _: competition(model and [*model, len(model) + 1]),
    "silent": lambda *_: 0,
    "prose": lambda *_: say("it was solved, thank you"),
    "usage": usage,
    "both": lambda *_: say("s UNSATISFIABLE", status=10),
    "both_in_lines": lambda *_: say("s UNSATISFIABLE", "s SATISFIABLE"),
    "nul": lambda *_: say("s SATISFIABLE\0"),
    "killed": killed,
    "broken_off": lambda *_: say("s UNSATISFIABLE", status=3),
}


def main(way: str, file: str, output: str = "") -> int:
    """Solve the file, and answer in a way of WAYS.

    `first:WAY` answers the first search in the right way; `forgets:WAY` overlooks the last clause later on;
    `four:WAY` does so where the first cell alone has a clue, 4, and answers all others in the right way.
    """
    text = Path(file).read_text("ascii")
    clauses = SMALL_SOLVER["read"](text)
    before, _, way = way.rpartition(":")
    is_first = not any(len(clause) > 4 and max(clause) < 0 for clause in clauses)
    if before == "first" and is_first:
        way = "minisat" if output else "competition"
    if before == "four" and [clause for clause in clauses if len(clause) == 1] != [[4]]:
        way = "competition"
    if before == "forgets" and not is_first:
        clauses.pop()
    true = SMALL_SOLVER["solve"](clauses)
    variables = range(1, int(text.split("p cnf ")[1].split()[0]) + 1)
    return WAYS[way](None if true is None else [v if v in true else -v for v in variables], output)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
