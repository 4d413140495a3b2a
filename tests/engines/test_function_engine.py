"""Functions as engines, and what is taken as an engine at all."""

import sys
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from sudocube import (
    Evidence,
    Verdict,
    check,
    check_many,
    count,
    crosscheck,
    crosscheck_many,
    diagnose,
    solve,
)  # fmt: skip
from sudocube.engines import Engine, Failed, Found, Traits
from sudocube.engines.outsiders import FunctionEngine
from sudocube.errors import EngineError, UndecidedError, UnsupportedError
from sudocube.puzzle import Grid
from tests.engines.engines_that_lie import showing
from tests.engines.small_programs import always

PUZZLE, SOLVED = "1... ..2. .3.. ...4", "1243342143122134"
EMPTY = "." * 16
A, B = "1234341221434321", "1234341243212143"


def counts(cells: str) -> int:
    """A counter that shows nothing."""
    return count(cells, engine="phases").number


def test_a_function_gets_the_cells_and_a_single_grid_confirms_nothing():
    """Blanks are dots; the solution is shown, with the reason why the verdict is unknown."""
    seen: list[str] = []

    def finds_one(cells: str) -> str:
        seen.append(cells)
        return SOLVED

    checked = check("1*** 0020 _3__ xxx4", engine=finds_one)
    assert seen == ["1.....2..3.....4"]
    assert (checked.verdict, checked.evidence, checked.engine) == (Verdict.UNKNOWN, None, "finds_one()")
    assert checked.solutions == (Grid(SOLVED),)
    assert checked.reason == "finds_one() gives one solution, and no word on others"
    assert solve(PUZZLE, engine=finds_one) == Grid(SOLVED)
    assert count(PUZZLE, engine=finds_one).exact is False
    found = crosscheck(PUZZLE, engines=[finds_one, lambda cells: SOLVED])
    assert (found.verdict, found.agree, found.decided_by) == (Verdict.UNKNOWN, True, 0)


def fails(cells: str) -> str:
    """Raises an error with a long message that has signs for a terminal in it."""
    raise ValueError("no idea\n\x1b[2J" + "x" * 1000)


FAILURES: list[tuple[Callable[[str], object], str]] = [
    (fails, r"fails() broke off: ValueError: 'no idea\n\x1b[2Jxxx"),
    (lambda cells: exit(3), "<lambda>() broke off: left by exit(3) (FILE:"),
    (lambda cells: sys.exit("no\nidea"), r"<lambda>() broke off: left by exit('no\nidea') (FILE:"),
    (lambda cells: "dunno", "garbled: it says 'dunno'; "),
]


def test_a_function_that_fails_ends_nobody_and_refutes_nothing():
    """An exception is quoted on one short line, with the line of the file."""
    for function, why in FAILURES:
        found = crosscheck(PUZZLE, engines=[function, "phases"])
        [(name, reason)] = found.failed.items()
        assert reason.startswith(why.replace("FILE", Path(__file__).name))
        assert reason.isprintable()
        assert len(reason.partition(" (")[0]) < 200
        assert (found.verdict, found.refuted, type(found.answers[name])) == (Verdict.UNIQUE, {}, Failed)
        for ask in (solve, count):
            with pytest.raises(EngineError, match=r"broke off: |garbled"):
                ask(PUZZLE, engine=function)
    line = fails.__code__.co_firstlineno + 2
    assert (check(PUZZLE, engine=fails).reason or "").endswith(f" ({Path(__file__).name}:{line})")


def test_interrupts_of_a_function_come_through():
    def interrupted(cells: str) -> str:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        check(PUZZLE, engine=interrupted)


def test_a_function_that_no_other_process_can_have_has_no_answer_within_a_time_limit():
    """Nothing could stop it here."""
    locks = [threading.Lock()]
    checked, _ = check_many([PUZZLE] * 2, engine=lambda _: SOLVED if locks else EMPTY, timeout=60)
    assert (checked.verdict, checked.solutions) == (Verdict.UNKNOWN, ())
    assert (checked.reason or "").startswith("<lambda>() cannot be carried to another process: cannot pickle")


def test_a_claimed_count_is_exact_below_the_limit_and_shows_no_solution():
    for said, number, exact in ((1000, 1000, True), (2000, 2000, False), (5000, 2000, False)):
        found = count(EMPTY, engine=always(said), limit=2000)
        assert (found.number, found.exact) == (number, exact)
    with pytest.raises(UndecidedError, match=r"^<lambda>\(\) says unique, and shows no solution$"):
        solve(PUZZLE, engine=always(1))
    shown = crosscheck(PUZZLE, engines=[always(1)], prove=True)
    assert (shown.verdict, shown.evidence, shown.solutions) == ("unique", Evidence.PROOF, (Grid(SOLVED),))


def test_names_come_from_the_function_and_two_of_one_name_are_told_apart():
    """One that is given twice is refused: it cannot confirm itself."""

    class Solver:
        def __call__(self, cells: str) -> int:
            return 1

        def method(self, cells: str) -> int:
            return 1

    functions = (counts, partial(counts), Solver(), Solver().method, len)
    assert [FunctionEngine(one).name for one in functions] == [
        "counts()", "counts()", "Solver()", "method()", "len()"
    ]  # fmt: skip
    assert isinstance(FunctionEngine(counts), Engine)
    one, other = (lambda cells: 1), FunctionEngine(lambda cells: None)
    found = crosscheck(PUZZLE, engines=[one, other, "phases"])
    assert [*found.answers] == ["<lambda>()", "<lambda>()#2", "phases"]
    with pytest.raises(UnsupportedError, match="is named twice; it cannot confirm itself"):
        crosscheck(PUZZLE, engines=[one, other, one])


@pytest.mark.parametrize("jobs", [None, pytest.param(2, marks=pytest.mark.slow)])
def test_functions_are_asked_here_beside_engines_in_workers(jobs):
    """The puzzles keep their order, and nothing is asked before its turn comes."""
    asked: list[str] = []

    def here(cells: str) -> int:
        asked.append(cells)
        return 1

    puzzles = [PUZZLE, "too short", "11.. .... .... ....", PUZZLE]
    found = list(crosscheck_many(puzzles, engines=[here, "phases"], jobs=jobs))
    assert [str(one.verdict) for one in found] == ["unique", "invalid", "none", "unique"]
    assert [one.agree for one in found] == [True, True, False, True]
    assert asked == ["1.....2..3.....4", "11..............", "1.....2..3.....4"]
    next(check_many(puzzles, engine=here, jobs=jobs))
    assert len(asked) == 4


class Mine:
    """An engine by hand; it can be called, and is no function for that."""

    name = "mine"
    traits = Traits()

    def answer(self, puzzle, *, limit=2, timeout=None, on_result=None):
        return Found((Grid(SOLVED),), 1, exhausted=True)

    def __call__(self, cells):
        return "none"


def test_an_object_with_all_that_an_engine_has_is_one():
    assert solve(PUZZLE, engine=Mine()) == Grid(SOLVED)
    checked = check(PUZZLE, engine=Mine())
    assert (checked.engine, checked.verdict) == ("mine", Verdict.UNIQUE)
    assert check(PUZZLE, engine=showing(Verdict.UNIQUE, SOLVED)).verdict is Verdict.UNIQUE


async def later(cells: str) -> str:
    """A function that returns something to be awaited."""
    return cells


def test_what_is_no_engine_is_refused_with_what_is_one():
    """An object without `name`, a coroutine that nobody would wait for, and a class in place of an object."""
    asks: list[Callable[[Any], object]] = [
        lambda given: check(PUZZLE, engine=given),
        lambda given: crosscheck(PUZZLE, engines=[given]),
        lambda given: diagnose(PUZZLE, engine=given),
    ]
    for given in (5, later, Mine):
        for ask in asks:
            with pytest.raises(TypeError, match=r"^an engine is a name, an object .* not [5<]"):
                ask(given)
