"""Puzzles of a difficulty that is asked for, rated again by `rate` and by the methods themselves."""

from typing import Any

import pytest

from sudocube import (
    ExplanationOutcome,
    NotGeneratedError,
    explain,
    generate,
    rate,
)
from sudocube.generation import GeneratedPuzzle
from tests.generation.made_puzzles import assert_sound, removable_clues


def made_with(count: int = 6, **wishes: Any) -> list[GeneratedPuzzle]:
    return list(generate(count, seed=31, jobs=1, **wishes))


@pytest.mark.parametrize("depth", [0, 1])
def test_puzzles_have_the_depth(depth):
    made = made_with(depth=(depth, depth))
    assert_sound(made)
    assert [rate(one.puzzle, only=["depth"]).depth for one in made] == 6 * [depth]
    assert [one.rating for one in made] == 6 * [{"depth": depth, "depth_at_least": depth}]
    assert [removable_clues(one.puzzle) for one in made] == 6 * [[]]


@pytest.mark.parametrize("limits", [(0, 0), (2, 2)])
def test_puzzles_have_the_backdoor(limits):
    made = made_with(3, backdoor=limits)
    assert [rate(one.puzzle, only=["backdoor"]).backdoor for one in made] == 3 * [limits[0]]
    assert [one.rating["backdoor"] for one in made if one.rating] == 3 * [limits[0]]


def is_solved(one: GeneratedPuzzle, method: str) -> bool:
    """Whether the steps of a method end with the solution."""
    steps = explain(one.puzzle, method=method)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value is ExplanationOutcome.SOLVED


def test_puzzles_are_solved_by_one_method_and_not_by_another():
    made = made_with(4, methods=["possibles"], not_methods=["sets"])
    assert_sound(made)
    assert [is_solved(one, "possibles") for one in made] == 4 * [True]
    assert [is_solved(one, "sets") for one in made] == 4 * [False]
    assert [one.rating for one in made] == 4 * [{"methods": {"possibles": True, "sets": False}}]


def test_a_seed_gives_the_same_puzzles_at_another_level(monkeypatch):
    wishes: dict[str, Any] = {"depth": (1, None), "backdoor": (1, 1)}
    found = made_with(4, **wishes)
    assert [one.rating for one in found] == 4 * [
        {"depth": None, "depth_at_least": 1, "backdoor": 1, "backdoor_at_least": 1}
    ]
    monkeypatch.setenv("SUDOCUBE_KERNEL", "portable")
    assert made_with(4, **wishes) == found


def test_a_difficulty_that_is_not_met_runs_out_of_tries():
    with pytest.raises(NotGeneratedError, match="none in 50 tries"):
        made_with(1, depth=(3, 3), tries=50)
