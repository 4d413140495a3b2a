"""Puzzles that are made fulfil what is asked for, and a seed makes them again."""

import multiprocessing
from typing import Any

import pytest

from sudocube import Geometry, ImpossibleError, NotGeneratedError, Puzzle, generate
from sudocube.generation import generating
from sudocube.generation.generating import AttemptRounds, GeneratedPuzzle
from sudocube.generation.plan import GenerationPlan
from tests.counted_clock import CountedClock
from tests.generation.made_puzzles import TURNS, assert_sound, is_symmetric, removable_clues, removable_orbits
from tests.processes.handlers import hang


def test_puzzles_are_unique_strictly_minimal_and_numbered_in_order():
    made = list(generate(20, seed=3))
    assert [one.index for one in made] == list(range(1, 21))
    assert_sound(made)
    assert [removable_clues(one.puzzle) for one in made] == [[]] * 20
    assert {(one.seed, one.method, one.minimal, one.symmetry) for one in made} == {(3, 1, "strict", "none")}
    assert len({one.puzzle for one in made}) == 20


@pytest.mark.parametrize("symmetry", [*TURNS][1:])
def test_clues_have_the_symmetry_and_no_orbit_can_go(symmetry):
    made = list(generate(4, seed=4, symmetry=symmetry, minimal="orbits", jobs=1))
    assert_sound(made)
    assert all(is_symmetric(one.puzzle, symmetry) for one in made)
    assert [removable_orbits(one.puzzle, symmetry) for one in made] == [[]] * 4


def test_clues_are_exactly_the_cells_of_a_pattern():
    source = next(generate(seed=5, symmetry="quarter-turn", minimal="orbits", clues=(28, 28)))
    drawn = "".join("#" if cell else "." for cell in source.puzzle.cells)
    [made] = generate(seed=6, pattern=drawn, symmetry="quarter-turn", minimal="orbits", jobs=1)
    assert_sound([made])
    assert made.puzzle.clues.keys() == source.puzzle.clues.keys()
    assert removable_orbits(made.puzzle, "quarter-turn") == []


def test_clues_that_are_not_minimal_are_of_every_number_in_the_range():
    symmetry = "both-mirrors"
    made = list(generate(60, seed=8, minimal="no", clues=(32, 35), symmetry=symmetry))
    assert_sound(made)
    assert all(is_symmetric(one.puzzle, symmetry) for one in made)
    assert {one.clues for one in made} == {32, 33, 34, 35}
    assert any(removable_clues(one.puzzle) for one in made)


GIVEN = Puzzle("12......." + 63 * "." + ".......98")


def test_given_clues_are_in_each_puzzle_and_no_other_can_go():
    made = list(generate(10, seed=9, given=GIVEN))
    assert_sound(made)
    assert all(GIVEN.clues.items() <= one.puzzle.clues.items() for one in made)
    assert all(set(removable_clues(one.puzzle)) <= set(GIVEN.clues) for one in made)
    told = {one.minimal: bool(removable_clues(one.puzzle)) for one in made}
    assert told == {"strict": False, "given": True}  # among these ten are puzzles of both kinds
    assert all((one.minimal == "given") is bool(removable_clues(one.puzzle)) for one in made)


WISHES: dict[str, dict[str, Any]] = {
    "plain": {},
    "by orbits": {"symmetry": "full", "minimal": "orbits"},
    "near": {
        "near": Puzzle("...76213.7.............5..6..4.83..2......6...82.....4.....7.51..3..87...2..5.4..")
    },
    "given": {"given": GIVEN},
    "not minimal": {"minimal": "no", "clues": (28, 33)},
}


@pytest.mark.parametrize("wish", WISHES)
def test_a_seed_gives_the_same_puzzles_at_every_level_and_with_any_number_of_jobs(wish, monkeypatch):
    """Nothing rests on which of several solutions a level finds first."""
    number = 150 if wish == "plain" else 10
    found = list(generate(number, seed=11, jobs=2 if wish == "plain" else 1, **WISHES[wish]))
    monkeypatch.setenv("SUDOCUBE_KERNEL", "portable")
    assert list(generate(number, seed=11, jobs=1, **WISHES[wish])) == found
    if wish == "plain":
        monkeypatch.setenv("SUDOCUBE_KERNEL", "twin")
        assert list(generate(2, seed=11)) == found[:2]


def test_without_a_seed_each_call_has_its_own_and_tells_it():
    one, other = next(generate()), next(generate())
    assert one.puzzle != other.puzzle
    assert next(generate(seed=one.seed)) == one


def test_tries_that_run_out_are_told_after_the_puzzles_before():
    made: list[GeneratedPuzzle] = []
    with pytest.raises(NotGeneratedError, match="none in 60 tries") as told:
        made.extend(generate(100, seed=23, symmetry="half-turn", tries=60))
    assert [one.index for one in made] == list(range(1, told.value.index))
    assert told.value.made == len(made) > 0


class ClockThatWaits(CountedClock):
    """Its time is over after some looks, between which a pool of processes waits for a moment."""

    seconds_left = 0.01


def test_a_timeout_ends_a_run_whose_processes_have_not_begun(monkeypatch):
    """They count their own time, and only from their beginning: on a busy machine it came seconds late."""
    monkeypatch.setattr(generating, "attempted", hang)
    attempts = AttemptRounds(GenerationPlan(count=2, seed=16), 2, ClockThatWaits(3), None)
    with pytest.raises(NotGeneratedError, match="the time ran out") as told:
        list(attempts.puzzles())
    assert told.value.made == 0
    assert multiprocessing.active_children() == []


def test_given_clues_without_a_solution_are_impossible():
    with pytest.raises(ImpossibleError, match="the given clues have no solution"):
        generate(given="12345678." + 8 * "." + "9" + 63 * ".")


PINNED: dict[str, tuple[dict[str, Any], str]] = {
    "plain": ({}, "...1..69.3.......4.....4..3..7.6..195..4...8.926.............5...2...8...19.2..4."),
    "the largest seed": (
        {"seed": 2**64 - 1, "symmetry": "full", "minimal": "orbits"},
        ".8..1..6.1..2.5..8..57.81...18...59.7.......3.34...71...23.19..4..9.2..6.9..7..2.",
    ),
    "near": (
        WISHES["near"],
        "...76213.7.............5..6....83..2......6...82.....44....7.51..3..87...2..5.4..",
    ),
    "6×6": ({"geometry": Geometry(2, 3)}, "...3.51..4.....2.......6..3....54..3"),
}


@pytest.mark.parametrize("wish", PINNED)
def test_puzzles_of_a_seed_are_pinned(wish):
    """If one of these changes, METHOD has to change: a seed must give what it gave before."""
    options, cells = PINNED[wish]
    made = next(generate(jobs=1, **{"seed": 1, **options}))
    assert made.method == 1
    assert str(made.puzzle) == cells


NEAR = "5....7..27..4..5..........3.679...4.......96.4.95...8...2.9.6.89..2.6....5.1....."


def test_near_puzzles_have_one_or_two_clues_exchanged():
    near = next(generate(seed=2)).puzzle
    made = list(generate(20, seed=10, near=near))
    assert_sound(made)
    gone = [len(near.clues.items() - one.puzzle.clues.items()) for one in made]
    new = [len(one.puzzle.clues.items() - near.clues.items()) for one in made]
    assert gone == new
    assert set(gone) == {1, 2}
    assert [removable_clues(one.puzzle) for one in made] == [[]] * 20


def test_what_a_puzzle_is_near_to_need_not_have_one_solution_itself():
    """A clue that is wrong may be mended."""
    near = Puzzle(NEAR.replace("5.", "55", 1))
    [made] = generate(seed=1, near=near, minimal="no", tries=200_000)
    assert_sound([made])
    assert 1 <= len(near.clues.items() - made.puzzle.clues.items()) <= 2


@pytest.mark.parametrize("shape", ["2x2", "3x2", "2x4"])
def test_puzzles_of_other_sizes_are_unique_and_strictly_minimal(shape):
    made = list(generate(2, seed=21, geometry=Geometry.of_box(shape), jobs=1))
    assert_sound(made)
    assert [one.puzzle.geometry for one in made] == 2 * [Geometry.of_box(shape)]
    assert [removable_clues(one.puzzle) for one in made] == [[]] * 2
