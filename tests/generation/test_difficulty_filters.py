"""Puzzles of a difficulty that is asked for, rated again by `rate` and by the methods themselves."""

from typing import Any

import numpy as np
import pytest

from sudocube import (
    ExplanationOutcome,
    Geometry,
    NotGeneratedError,
    compare,
    explain,
    generate,
    rate,
)
from sudocube.clock import NO_LIMIT
from sudocube.generation import GeneratedPuzzle, GenerationPlan
from sudocube.generation.attempt_batch import AttemptBatch
from sudocube.generation.difficulty_filters import first_of_difficulty
from sudocube.rating.backdoor_search import small_backdoors
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


@pytest.mark.parametrize("depth", [0, 1])
def test_depths_are_those_of_unit_propagation_and_failed_literals(depth):
    """An independent closure: of the clauses of the extended encoding, by a SAT solver."""
    made = made_with(depth=(depth, depth))
    [figures] = compare([one.puzzle for one in made], ["extended"], jobs=1)
    assert figures.samples.means("unit_propagation") == 6 * [1 - depth]
    assert figures.samples.means("failed_literals") == 6 * [1]


def test_where_there_is_no_upper_limit_the_depth_is_a_bound():
    made = made_with(depth=(1, None))
    assert [one.rating for one in made] == 6 * [{"depth": None, "depth_at_least": 1}]
    assert all(rate(one.puzzle, only=["depth"]).depth != 0 for one in made)


@pytest.mark.parametrize("limits", [(0, 0), (1, 1), (2, 2)])
def test_puzzles_have_the_backdoor(limits):
    made = made_with(3, backdoor=limits)
    assert [rate(one.puzzle, only=["backdoor"]).backdoor for one in made] == 3 * [limits[0]]
    assert [one.rating["backdoor"] for one in made if one.rating] == 3 * [limits[0]]


def test_where_there_is_no_upper_limit_the_backdoor_is_a_bound():
    [made] = made_with(1, backdoor=(2, None))
    assert made.rating is not None
    assert made.rating["backdoor_at_least"] == 2
    found = rate(made.puzzle, only=["backdoor"]).backdoor
    assert found is not None
    assert found >= 2


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


def test_wishes_go_together():
    made = made_with(3, depth=(1, 1), backdoor=(1, 1), not_methods=["cube:propagate"], symmetry="diagonal")
    assert_sound(made)
    rated = [rate(one.puzzle, only=["depth", "backdoor"]) for one in made]
    assert [(one.depth, one.backdoor) for one in rated] == 3 * [(1, 1)]


def test_other_sizes_have_a_depth_too():
    made = list(generate(3, seed=32, geometry=Geometry.of_size(6), depth=(1, 1), jobs=1))
    assert [rate(one.puzzle, only=["depth"]).depth for one in made] == 3 * [1]


def test_a_seed_gives_the_same_puzzles_with_two_jobs_and_at_another_level(monkeypatch):
    wishes: dict[str, Any] = {"depth": (1, 2), "backdoor": (1, None)}
    found = made_with(4, **wishes)
    assert list(generate(4, seed=31, jobs=2, **wishes)) == found
    monkeypatch.setenv("SUDOCUBE_KERNEL", "portable")
    assert made_with(4, **wishes) == found


def test_a_difficulty_that_is_not_met_runs_out_of_tries():
    with pytest.raises(NotGeneratedError, match="none in 50 tries"):
        made_with(1, depth=(3, 3), tries=50)


def test_a_timeout_ends_the_rating_too():
    with pytest.raises(NotGeneratedError, match="the time ran out"):
        made_with(100_000, depth=(3, 3), timeout=0.5)


def test_of_several_attempts_at_a_puzzle_the_first_counts():
    """However many attempts are made together: here all four are at the same puzzle."""
    made = list(generate(4, seed=33, jobs=1))
    plan = GenerationPlan(backdoor=(0, 9))
    cells = np.array([list(one.puzzle.cells) for one in made], np.uint8)
    grids = np.array([list(one.solution.cells) for one in made], np.uint8)
    batch = AttemptBatch(np.arange(4), cells, grids)
    first, shown = first_of_difficulty(plan, batch, np.array([7, 7, 7, 7]), NO_LIMIT)
    assert first.rows.tolist() == [0]
    assert len(shown) == 1
    each, shown = first_of_difficulty(plan, batch, np.array([7, 7, 8, 9]), NO_LIMIT)
    assert each.rows.tolist() == [0, 2, 3]
    assert [one["backdoor"] for one in shown] == [
        rate(made[row].puzzle, only=["backdoor"]).backdoor for row in (0, 2, 3)
    ]


@pytest.mark.parametrize(("shape", "sizes"), [("3x3", {0, 1, 2}), ("2x3", {0, 1})])
def test_small_backdoors_of_many_puzzles_are_those_of_each(shape, sizes):
    geometry = Geometry.of_box(shape)
    made = list(generate(60, seed=34, geometry=geometry, jobs=1))
    made += made_with(2, backdoor=(2, None)) if 2 in sizes else []
    cells = np.array([list(one.puzzle.cells) for one in made], np.uint8)
    grids = np.array([list(one.solution.cells) for one in made], np.uint8)
    each = [rate(one.puzzle, only=["backdoor"]).backdoor for one in made]
    found = small_backdoors(cells, grids, geometry).tolist()
    assert found == [min(size, 2) for size in each if size is not None]
    assert set(found) == sizes
