"""Every engine stops at the limit, and says whether there may be more."""

import pytest

from sudocube.puzzle import Grid, Puzzle
from tests.contract.under_test import NAMES, assert_right, ground, new, shared


@pytest.mark.parametrize("limit", [1, 2, 3, 288, 1000])
@pytest.mark.parametrize("name", NAMES)
def test_a_limit_not_above_the_number_of_solutions_does_not_say_whether_there_are_more(name, limit):
    """With one solution found, and perhaps more, the verdict is neither `unique` nor `none`."""
    many = ground(name).many
    if limit == 288:
        limit = many.solutions
    assert_right(shared(name).answer(many.puzzle, limit=limit), *many, limit)


@pytest.mark.parametrize("limit", [1, 2, 3, 1000])
@pytest.mark.parametrize("name", NAMES)
def test_every_limit_holds_for_puzzles_with_no_one_and_a_few_solutions(name, limit):
    """A limit of 1 is enough for `none`, a limit of 2 for `unique`."""
    for puzzle, solutions in ground(name).few:
        assert_right(shared(name).answer(puzzle, limit=limit), puzzle, solutions, limit)


@pytest.mark.parametrize("name", NAMES)
def test_on_result_gets_every_solution_once(name):
    """All of them (288 of size 4), all different; the answer holds the first two."""
    seen: list[Grid] = []
    puzzle, solutions = ground(name).many
    answer = shared(name).answer(puzzle, limit=1000, on_result=seen.append)
    assert (len(seen), len(set(seen))) == (solutions, solutions)
    assert answer.solutions == tuple(seen[:2])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("limit", [1, 2, 3])
def test_on_result_gets_no_more_than_the_limit(name, limit):
    """It gets exactly the solutions that are counted."""
    seen: list[Grid] = []
    answer = shared(name).answer(ground(name).many.puzzle, limit=limit, on_result=seen.append)
    assert len(set(seen)) == len(seen) == answer.count == limit


@pytest.mark.parametrize("name", NAMES)
def test_on_result_is_called_before_the_search_for_the_next_solution(name):
    """When it raises, no further solution has been found."""
    seen: list[Grid] = []

    def third_is_enough(grid):
        seen.append(grid)
        if len(seen) == 3:
            raise EnoughError

    with pytest.raises(EnoughError):
        shared(name).answer(ground(name).many.puzzle, limit=1000, on_result=third_is_enough)
    assert len(seen) == 3


class EnoughError(Exception):
    """An error of the caller, unknown to the engine."""


@pytest.mark.parametrize(
    "error",
    [EnoughError(), TimeoutError("the caller's"), KeyboardInterrupt()],
    ids=lambda error: type(error).__name__,
)
@pytest.mark.parametrize("name", NAMES)
def test_an_exception_in_on_result_comes_through_and_the_engine_is_right_afterwards(name, error):
    """The same object; a TimeoutError of the caller is no timeout of the engine."""

    def give_up(grid):
        raise error

    engine = shared(name)
    for at_limit in (1, 2, 1000):
        with pytest.raises(type(error)) as caught:
            engine.answer(ground(name).many.puzzle, limit=at_limit, on_result=give_up)
        assert caught.value is error
        error.__traceback__ = None  # it would keep the engine's frames until the end of all tests
        for puzzle, solutions in ground(name).few:
            assert_right(engine.answer(puzzle, limit=1000), puzzle, solutions, 1000)


@pytest.mark.parametrize("name", NAMES)
def test_an_engine_may_be_used_inside_on_result(name):
    """Another object of the same name: the two share no state."""
    other = new(name)
    inner = []

    def ask_other(grid):
        inner.append(other.answer(Puzzle(grid.cells)).verdict)

    answer = shared(name).answer(ground(name).several.puzzle, limit=1000, on_result=ask_other)
    assert inner == ["unique"] * answer.count
    assert answer.exhausted
