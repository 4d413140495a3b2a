"""How fast a solver decides puzzles, beside the kernel and the method `phases`, on the same puzzles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from math import inf
from time import perf_counter

from sudocube.conformance.asked_solver import AskedSolver
from sudocube.conformance.suite_cases import cases_of
from sudocube.engines import Engine, kept_engine
from sudocube.engines.asking import ask
from sudocube.kernel import is_compiled
from sudocube.kernel.batches import count_many
from sudocube.puzzle import Puzzle

MEASURED_FOR = 0.5
"""Seconds after which no further round is measured."""

IN_BULK = 40_000
"""How many puzzles the compiled kernel gets at once: it is fast only on many."""


def measured_puzzles() -> list[Puzzle]:
    """The easy, the hard and the 17-clue puzzles of the suite."""
    return [case.puzzle for name in ("easy", "hard", "17 clues") for case in cases_of(name)]


def speeds(solver: AskedSolver, limit: int) -> dict[str, float]:
    """Puzzles per second, by name: of the solver, of `kernel` and of `phases`.

    The solver is asked in batches if it takes them; it is left out where it leaves a puzzle unanswered.
    """
    puzzles = measured_puzzles()
    found = {}
    if (rate := _rate(lambda: _is_answered(solver, puzzles, limit), len(puzzles))) is not None:
        found[solver.name] = rate
    times = IN_BULK // len(puzzles) if is_compiled() else 1
    texts = [str(puzzle) for puzzle in puzzles] * times
    kernel = _rate(lambda: bool(len(count_many(texts))), len(texts))
    phases = _rate(lambda: _all_decided(kept_engine("phases"), puzzles), len(puzzles))
    named = {"kernel": kernel, "phases": phases}
    return found | {name: rate for name, rate in named.items() if rate is not None}


def _rate(work: Callable[[], bool], number: int) -> float | None:
    """How many puzzles a second, in the fastest round; None where the work was not done."""
    fastest, began = inf, perf_counter()
    while perf_counter() - began < MEASURED_FOR:
        start = perf_counter()
        if not work():
            return None
        fastest = min(fastest, perf_counter() - start)
    return number / fastest


def _is_answered(solver: AskedSolver, puzzles: Sequence[Puzzle], limit: int) -> bool:
    """Whether the solver answers all puzzles, with a verdict or a solution."""
    items = [(None, puzzle) for puzzle in puzzles]
    asked = ask([solver.engine], items, limit=limit, timeout=solver.timeout, jobs=1)
    with closing(asked):
        answers = (answers[solver.name] for _, answers in asked)
        return all(answer.verdict.is_decided or answer.solutions for answer in answers)


def _all_decided(engine: Engine, puzzles: Sequence[Puzzle]) -> bool:
    return all(engine.answer(puzzle).verdict.is_decided for puzzle in puzzles)
