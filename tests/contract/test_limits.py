"""Every engine stops at the limit, and says whether there may be more."""

import pytest

from sudocube.puzzle import Grid, Puzzle
from tests.contract.under_test import NAMES, assert_right, ground, new, shared


@pytest.mark.parametrize("limit", [1, 2, 3, 288, 1000])
@pytest.mark.parametrize("name", NAMES)
def test_a_limit_below_or_at_the_number_of_solutions_leaves_it_open_whether_there_are_more(name, limit):
    """One found of who knows how many is neither `unique` nor `none`."""
    many = ground(name).many
    if limit == 288:
        limit = many.solutions
    assert_right(shared(name).answer(many.puzzle, limit=limit), *many, limit)


@pytest.mark.parametrize("limit", [1, 2, 3, 1000])
@pytest.mark.parametrize("name", NAMES)
def test_every_limit_holds_for_puzzles_with_no_one_and_a_few_solutions(name, limit):
    """`none` takes no more than a limit of 1, `unique` one of 2."""
    for puzzle, solutions in ground(name).few:
        assert_right(shared(name).answer(puzzle, limit=limit), puzzle, solutions, limit)


@pytest.mark.parametrize("name", NAMES)
def test_each_sees_every_solution_once(name):
    """All of them (288 of size 4), all different; the answer itself holds the first two."""
    seen: list[Grid] = []
    puzzle, solutions = ground(name).many
    answer = shared(name).answer(puzzle, limit=1000, on_result=seen.append)
    assert (len(seen), len(set(seen))) == (solutions, solutions)
    assert answer.solutions == tuple(seen[:2])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("limit", [1, 2, 3])
def test_each_sees_no_more_than_the_limit(name, limit):
    """And what it sees are the solutions that are counted."""
    seen: list[Grid] = []
    answer = shared(name).answer(ground(name).many.puzzle, limit=limit, on_result=seen.append)
    assert len(set(seen)) == len(seen) == answer.count == limit


@pytest.mark.parametrize("name", NAMES)
def test_each_is_called_before_the_next_solution_is_looked_for(name):
    """Whoever raises in it has seen exactly as many as were found."""
    seen: list[Grid] = []

    def third_is_enough(grid):
        seen.append(grid)
        if len(seen) == 3:
            raise EnoughError

    with pytest.raises(EnoughError):
        shared(name).answer(ground(name).many.puzzle, limit=1000, on_result=third_is_enough)
    assert len(seen) == 3


class EnoughError(Exception):
    """Of the caller, and of no interest to an engine."""


@pytest.mark.parametrize(
    "error",
    [EnoughError(), TimeoutError("the caller's"), KeyboardInterrupt()],
    ids=lambda error: type(error).__name__,
)
@pytest.mark.parametrize("name", NAMES)
def test_an_exception_in_each_comes_through_and_the_engine_is_right_afterwards(name, error):
    """The very object; a time-out of the caller's is no time-out of the engine."""

    def give_up(grid):
        raise error

    engine = shared(name)
    for at_limit in (1, 2, 1000):
        with pytest.raises(type(error)) as caught:
            engine.answer(ground(name).many.puzzle, limit=at_limit, on_result=give_up)
        assert caught.value is error
        for puzzle, solutions in ground(name).few:
            assert_right(engine.answer(puzzle, limit=1000), puzzle, solutions, 1000)


@pytest.mark.parametrize("name", NAMES)
def test_an_engine_may_be_asked_again_from_within_each(name):
    """By another object of the same name: nothing is shared between the two that should not be."""
    other = new(name)
    inner = []

    def ask_other(grid):
        inner.append(other.answer(Puzzle(grid.cells)).verdict)

    answer = shared(name).answer(ground(name).several.puzzle, limit=1000, on_result=ask_other)
    assert inner == ["unique"] * answer.count
    assert answer.exhausted
