"""Puzzles of a difficulty that is asked for, rated again by `rate`."""

from typing import Any

import pytest

from sudocube import generate, rate
from sudocube.generation.generating import GeneratedPuzzle
from tests.generation.made_puzzles import assert_sound, removable_clues


def made_with(number: int, **wishes: Any) -> list[GeneratedPuzzle]:
    return list(generate(number, seed=31, jobs=1, **wishes))


@pytest.mark.parametrize(
    ("wishes", "told"),
    [
        ({"depth": (0, 0)}, {"depth": 0, "depth_at_least": 0}),
        ({"depth": (1, 1)}, {"depth": 1, "depth_at_least": 1}),
        ({"backdoor": (0, 0)}, {"backdoor": 0, "backdoor_at_least": 0}),
        ({"backdoor": (2, 2)}, {"backdoor": 2, "backdoor_at_least": 2}),
        (
            {"methods": ["possibles"], "not_methods": ["sets"]},
            {"methods": {"possibles": True, "sets": False}},
        ),
    ],
    ids=str,
)
def test_puzzles_have_the_difficulty_and_tell_it(wishes, told):
    made = made_with(3, **wishes)
    assert_sound(made)
    assert [one.rating for one in made] == 3 * [told]
    [measure] = {"depth", "backdoor", "methods"} & wishes.keys()
    for one in made:
        found = getattr(rate(one.puzzle, only=[measure]), measure)
        assert (found.items() >= told[measure].items()) if measure == "methods" else found == told[measure]
        assert removable_clues(one.puzzle) == []
