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


# Ways to say what is right


def competition(model: Model, output: str) -> int:
    """As the competitions of SAT solvers ask for it, with comments."""
    if model is None:
        return say("c a comment", "s UNSATISFIABLE", status=20)
    return say("c a comment", "s SATISFIABLE", literals(model), status=10)


def lines_alone(model: Model, output: str) -> int:
    """The exit status is 0."""
    competition(model, output)
    return 0


def many_lines(model: Model, output: str) -> int:
    """Five literals in each text line, blanks and CRLF."""
    if model is None:
        return say("s UNSATISFIABLE \r", status=20)
    rows = [" ".join(map(str, model[start : start + 5])) for start in range(0, len(model), 5)]
    return say("s  SATISFIABLE\r", *(f"v  {row}\r" for row in rows), "v 0\r", status=10)


def statuses_alone(model: Model, output: str) -> int:
    """A model, but no line that begins with s."""
    return 20 if model is None else say(literals(model), status=10)


def minisat(model: Model, output: str) -> int:
    """A word on standard output, and the model in a file of MiniSat's own kind."""
    Path(output).write_text("UNSAT\n" if model is None else "SAT\n" + literals(model)[2:] + "\n", "ascii")
    return say("WARNING", "UNSATISFIABLE" if model is None else "SATISFIABLE", status=10 + 10 * (not model))


def file_alone(model: Model, output: str) -> int:
    """Everything in the file, as the competitions ask for it."""
    lines = ["s UNSATISFIABLE"] if model is None else ["s SATISFIABLE", literals(model)]
    Path(output).write_text("\n".join(lines), "ascii")
    return 0


def words(model: Model, output: str) -> int:
    """In the words of SMT-LIB."""
    return (
        say("unsat") if model is None else say("sat", *(f"(x{abs(v)} {str(v > 0).lower()})" for v in model))
    )


def pseudo_boolean(model: Model, output: str) -> int:
    """Variables with an x."""
    if model is None:
        return say("s UNSATISFIABLE")
    return say("s SATISFIABLE", "v " + " ".join(f"x{v}" if v > 0 else f"-x{-v}" for v in model))


def twice(model: Model, output: str) -> int:
    """The same model two times."""
    return competition(model, output) if model is None else say("s SATISFIABLE", *[literals(model)] * 2)


# Answers that say nothing


def unknown(model: Model, output: str) -> int:
    """It does not know."""
    return say("s UNKNOWN")


def no_model(model: Model, output: str) -> int:
    """Whether there is a solution, and not which."""
    return say("s UNSATISFIABLE", status=20) if model is None else say("s SATISFIABLE", status=10)


# Answers that are wrong


def wrong_digits(model: Model, output: str) -> int:
    """The first two digits of the first cell are exchanged; the clauses of the cell still hold."""
    if model is None:
        return competition(model, output)
    first = [v > 0 for v in model[:4]]
    turned = [v if is_true else -v for v, is_true in enumerate([*first[1:], first[0]], 1)]
    return competition([*turned, *model[4:]], output)


def two_digits(model: Model, output: str) -> int:
    """The first cell holds all digits."""
    return competition(model and [1, 2, 3, 4, *model[4:]], output)


def wrong_auxiliary(model: Model, output: str) -> int:
    """The last variable has the other value."""
    return competition(model and [*model[:-1], -model[-1]], output)


def always_unsatisfiable(model: Model, output: str) -> int:
    """Whatever it is asked."""
    return competition(None, output)


# Failures


def cut_off(model: Model, output: str) -> int:
    """The model ends early."""
    return competition(model and model[:30], output)


def too_many(model: Model, output: str) -> int:
    """The model has one variable more than the formula."""
    return competition(model and [*model, len(model) + 1], output)


def silent(model: Model, output: str) -> int:
    """Nothing, and the exit status 0."""
    return 0


def prose(model: Model, output: str) -> int:
    """Words that are no answer."""
    return say("it was solved, thank you")


def usage(model: Model, output: str) -> int:
    """An error message."""
    sys.stderr.write("warning: slow\nunknown option -x\n\n")
    return 1


def both(model: Model, output: str) -> int:
    """The exit status says something else than the line."""
    return say("s UNSATISFIABLE", status=10)


def both_in_lines(model: Model, output: str) -> int:
    """Two lines contradict each other."""
    return say("s UNSATISFIABLE", "s SATISFIABLE")


def nul(model: Model, output: str) -> int:
    """Bytes that are no text."""
    return say("s SATISFIABLE\0")


def killed(model: Model, output: str) -> int:
    """It is ended by a signal after it has said that there is no solution."""
    say("s UNSATISFIABLE")
    sys.stdout.flush()
    os.kill(os.getpid(), signal.SIGKILL)
    return 0


def broken_off(model: Model, output: str) -> int:
    """An unusual exit status after it has said that there is no solution."""
    return say("s UNSATISFIABLE", status=3)


def hangs(model: Model, output: str) -> int:
    """It never ends."""
    time.sleep(1000)
    return 0


def main(way: str, file: str, output: str = "") -> int:
    """Solve the file, and answer; `way` is the name of a function above.

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
    answer: Callable[[Model, str], int] = globals()[way]
    return answer(None if true is None else [v if v in true else -v for v in variables], output)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
