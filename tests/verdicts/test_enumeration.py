"""`solutions`: all of them, lazily, and never an end in silence that is none."""

import subprocess
import sys
import threading
from itertools import islice
from typing import Any

import pytest

from sudocube import Grid, Puzzle, solutions
from sudocube.errors import EngineError, UndecidedError, UnsupportedError
from sudocube.verdict import referee
from tests.engines.engines_that_lie import handing_on

PUZZLE, SOLVED = "1... ..2. .3.. ...4", "1243342143122134"
EMPTY = "." * 16


@pytest.mark.parametrize("engine", [None, "phases", "possibles:magic", "cpsat", "proof"])
def test_an_engine_lists_all_solutions_once(engine):
    """Nothing begins before the first is asked for."""
    asked: list[str] = []
    late = solutions(PUZZLE, engine=asked.append)
    assert (len(asked), list(late), len(asked)) == (0, [], 1)
    found = list(solutions(EMPTY, engine=engine))
    assert len(found) == len(set(found)) == 288
    assert all(referee(grid, Puzzle(EMPTY)) is None for grid in found)
    assert list(solutions(PUZZLE, engine=engine)) == [Grid(SOLVED)]
    assert list(solutions("11.. .... .... ....", engine=engine)) == []


@pytest.mark.parametrize("engine", [None, "sat"])
def test_they_come_while_the_engine_searches(engine):
    """There are more than anyone can wait for; closing the iterator stops the search."""
    found = solutions("." * 81, engine=engine)
    assert len({*islice(found, 100)}) == 100
    [thread] = [one for one in threading.enumerate() if one.name == "solutions"]
    found.close()
    thread.join(60)
    assert not thread.is_alive()


def test_out_of_time_or_stuck_is_an_error_at_the_end():
    late = "^there may be other solutions than those shown, 0: out of time after 1e-09 s$"
    with pytest.raises(UndecidedError, match=late):
        list(solutions("." * 81, engine="phases", timeout=1e-9))
    with pytest.raises(UndecidedError, match="stuck"):
        list(solutions("." * 81, engine="sets"))


@pytest.mark.parametrize(
    ("said", "shown", "why"),
    [
        (SOLVED, 1, "no word on others"),
        (1, 0, r"shown, 0: <lambda>\(\) counts 1 of them$"),
        ({"count": 3, "solutions": [SOLVED]}, 1, "counts 3 of them"),
        ("multiple", 0, "shows 0 solutions, and gives no number"),
        ("unknown", 0, "says unknown"),
    ],
)
def test_a_function_that_does_not_say_that_these_are_all_is_an_error_at_the_end(said, shown, why):
    found = solutions(PUZZLE, engine=lambda cells: said)
    assert list(islice(found, shown)) == [Grid(SOLVED)] * shown
    with pytest.raises(UndecidedError, match=why):
        next(found)


def test_a_solution_that_the_referee_refuses_is_never_shown():
    found = solutions(PUZZLE, engine=handing_on(SOLVED, "1" * 16))
    assert next(found) == Grid(SOLVED)
    with pytest.raises(EngineError, match="the referee refuses the solution 1111"):
        next(found)


def test_what_cannot_list_solutions_is_refused_at_the_call():
    marks = Puzzle("12......." + 80 * "123456789")
    refused: list[tuple[Any, dict[str, Any], type[Exception], str]] = [
        (PUZZLE, {"engine": "sat:@lingeling"}, UnsupportedError, "lingeling cannot list solutions, as it"),
        (PUZZLE, {"engine": "kernel"}, UnsupportedError, "^kernel takes no puzzles of size 4$"),
        (marks, {"engine": "proof"}, UnsupportedError, "^proof takes no pencilmarks$"),
        (PUZZLE, {"timeout": 0}, ValueError, "timeout"),
        (5, {}, TypeError, "a puzzle is"),
    ]
    for puzzle, options, error, why in refused:
        with pytest.raises(error, match=why):
            solutions(puzzle, **options)


ENGINES = ["None", *(pytest.param(repr(one), marks=pytest.mark.slow) for one in ("phases", "sat", "cpsat"))]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_script_ends_though_solutions_are_left(engine):
    """By an error of the caller; the iterator is still alive then, and its thread is at work."""
    code = f"from sudocube import solutions; s = solutions(81 * '.', engine={engine}); next(s); 1 / 0"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.returncode == 1
    assert done.stderr.rstrip().endswith("ZeroDivisionError: division by zero")
