"""`solutions`: all of them, lazily, and never an end in silence that is none."""

import threading
from itertools import islice

import pytest

from sudocube import Grid, Puzzle, solutions
from sudocube.errors import EngineError, UndecidedError, UnsupportedError
from sudocube.refereeing import referee
from tests.jobs.engines_that_lie import handing_on

PUZZLE, SOLVED = "1... ..2. .3.. ...4", "1243342143122134"
EMPTY = "." * 16


@pytest.mark.parametrize("engine", [None, "phases", "cube", "possibles:magic", "sat", "cpsat", "proof"])
def test_every_engine_lists_all_solutions_once(engine):
    found = list(solutions(EMPTY, engine=engine))
    assert len(found) == len(set(found)) == 288
    assert all(referee(grid, Puzzle(EMPTY)) is None for grid in found)
    assert list(solutions(PUZZLE, engine=engine)) == [Grid(SOLVED)]
    assert list(solutions("11.. .... .... ....", engine=engine)) == []


@pytest.mark.parametrize("engine", [None, "phases", "sat"])
def test_they_come_while_the_engine_searches(engine):
    """There are more than anyone can wait for; closing the iterator stops the search."""
    found = solutions("." * 81, engine=engine)
    assert len({*islice(found, 100)}) == 100
    [thread] = [one for one in threading.enumerate() if one.name == "solutions"]
    found.close()
    thread.join(60)
    assert not thread.is_alive()


def test_nothing_begins_before_the_first_is_asked_for():
    asked: list[str] = []
    found = solutions(PUZZLE, engine=asked.append)
    assert asked == []
    assert list(found) == []
    assert len(asked) == 1


def test_out_of_time_is_an_error_at_the_end():
    with pytest.raises(UndecidedError, match=r"^there may be other solutions .* out of time after 1e-09 s$"):
        list(solutions("." * 81, engine="phases", timeout=1e-9))


def test_an_engine_that_gets_stuck_is_an_error_at_the_end():
    with pytest.raises(UndecidedError, match="stuck"):
        list(solutions("." * 81, engine="sets"))


@pytest.mark.parametrize(
    ("said", "shown", "why"),
    [
        (SOLVED, 1, "no word on others"),
        ([SOLVED], 1, "no word on others"),
        (1, 0, r"counts 1 of them"),
        ({"count": 3, "solutions": [SOLVED]}, 1, "counts 3 of them"),
        ("multiple", 0, "says multiple, and gives no number"),
        ("unknown", 0, "says unknown"),
    ],
)
def test_a_function_that_does_not_say_that_these_are_all_is_an_error_at_the_end(said, shown, why):
    found = solutions(PUZZLE, engine=lambda cells: said)
    assert list(islice(found, shown)) == [Grid(SOLVED)] * shown
    with pytest.raises(UndecidedError, match=why):
        next(found)


@pytest.mark.parametrize("said", [f"unique {SOLVED}", {"count": 1, "solutions": [SOLVED]}])
def test_a_function_that_says_so_has_shown_all(said):
    assert list(solutions(PUZZLE, engine=lambda cells: said)) == [Grid(SOLVED)]


def test_a_solution_that_the_referee_refuses_is_never_shown():
    found = solutions(PUZZLE, engine=handing_on(SOLVED, "1" * 16))
    assert next(found) == Grid(SOLVED)
    with pytest.raises(EngineError, match="the referee refuses the solution 1111"):
        next(found)


def test_what_cannot_list_solutions_is_refused_at_the_call():
    with pytest.raises(UnsupportedError, match="cannot list solutions"):
        solutions(PUZZLE, engine="sat:@lingeling")
    with pytest.raises(UnsupportedError, match="kernel takes no puzzles of size 4"):
        solutions(PUZZLE, engine="kernel")
    with pytest.raises(ValueError, match="timeout"):
        solutions(PUZZLE, timeout=0)
    with pytest.raises(TypeError, match="a puzzle is"):
        solutions(5)  # type: ignore[arg-type]
