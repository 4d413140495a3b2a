"""Puzzles that are made fulfil what is asked for, and a seed makes them again."""

import multiprocessing
from typing import Any

import numpy as np
import pytest

from sudocube import (
    Geometry,
    ImpossibleError,
    NotGeneratedError,
    Puzzle,
    UnsupportedError,
    generate,
)
from sudocube.clock import Clock
from sudocube.generation import (
    GeneratedPuzzle,
    GenerationPlan,
    GenerationProgress,
    attempt_rounds,
    generate_planned,
)
from sudocube.generation.attempt_rounds import AttemptRounds
from tests.generation.made_puzzles import (
    TURNS,
    assert_sound,
    clue_cells,
    is_symmetric,
    removable_clues,
    removable_orbits,
)
from tests.processes.handlers import never_begin


def test_the_largest_number_of_a_puzzle_is_made():
    [made] = generate(seed=3, first_index=2**63 - 1)
    assert made.index == 2**63 - 1
    assert_sound([made])


def test_puzzles_are_unique_strictly_minimal_and_numbered_in_order():
    made = list(generate(40, seed=3))
    assert [one.index for one in made] == list(range(1, 41))
    assert_sound(made)
    assert [removable_clues(one.puzzle) for one in made] == [[]] * 40
    assert {(one.seed, one.method, one.minimal, one.symmetry) for one in made} == {(3, 1, "strict", "none")}
    assert len({one.puzzle for one in made}) == 40


@pytest.mark.parametrize("symmetry", TURNS)
def test_clues_have_the_symmetry_and_no_orbit_can_go(symmetry):
    made = list(generate(12, seed=4, symmetry=symmetry, minimal="orbits", jobs=1))
    assert_sound(made)
    assert all(is_symmetric(one.puzzle, symmetry) for one in made)
    assert [removable_orbits(one.puzzle, symmetry) for one in made] == [[]] * 12


@pytest.mark.parametrize("symmetry", ["half-turn", "diagonal", "left-right"])
def test_a_symmetric_puzzle_can_be_strictly_minimal_too(symmetry):
    made = list(generate(3, seed=5, symmetry=symmetry, jobs=1))
    assert_sound(made)
    assert all(is_symmetric(one.puzzle, symmetry) for one in made)
    assert [removable_clues(one.puzzle) for one in made] == [[]] * 3
    assert any(one.attempt > 0 for one in made)  # most that are minimal by orbits are not strictly so


def test_clues_are_exactly_the_cells_of_a_pattern():
    source = next(generate(seed=5, symmetry="quarter-turn", minimal="orbits", clues=(28, 28)))
    drawn = "".join("#" if cell else "." for cell in source.puzzle.cells)
    made = list(generate(4, seed=6, pattern=drawn, symmetry="quarter-turn", minimal="orbits"))
    assert_sound(made)
    assert {frozenset(one.puzzle.clues) for one in made} == {frozenset(source.puzzle.clues)}
    assert [removable_orbits(one.puzzle, "quarter-turn") for one in made] == [[]] * 4
    strict = next(generate(seed=6, pattern=source.puzzle.clues, minimal="strict"))
    assert clue_cells(strict.puzzle) == clue_cells(source.puzzle)
    assert removable_clues(strict.puzzle) == []


def test_a_pattern_need_not_be_minimal():
    made = next(generate(seed=1, pattern=80 * "#" + ".", minimal="no"))
    assert made.clues == 80
    assert made.minimal == "no"


def test_the_number_of_clues_is_in_the_range():
    made = list(generate(5, seed=7, clues=(22, 22)))
    assert_sound(made)
    assert {one.clues for one in made} == {22}
    assert [removable_clues(one.puzzle) for one in made] == [[]] * 5


@pytest.mark.parametrize("symmetry", ["none", "both-mirrors"])
def test_clues_that_are_not_minimal_are_of_every_number_in_the_range(symmetry):
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


def test_the_symmetry_adds_clues_to_given_ones():
    given = "1........" + 72 * "."
    made = list(generate(5, seed=9, given=given, symmetry="full", minimal="orbits"))
    assert_sound(made)
    assert all(is_symmetric(one.puzzle, "full") for one in made)
    assert all({0, 8, 72, 80} <= set(one.puzzle.clues) for one in made)


def test_a_full_given_grid_is_its_own_puzzle():
    solution = next(generate(seed=1)).solution
    made = next(generate(given=solution, minimal="orbits"))
    assert made.puzzle.cells == solution.cells
    assert made.minimal == "given"


WISHES: dict[str, dict[str, Any]] = {
    "plain": {},
    "symmetric": {"symmetry": "half-turn"},
    "by orbits": {"symmetry": "full", "minimal": "orbits"},
    "few clues": {"clues": (22, 22)},
    "near": {
        "near": Puzzle("...76213.7.............5..6..4.83..2......6...82.....4.....7.51..3..87...2..5.4..")
    },
    "given": {"given": GIVEN},
    "not minimal": {"minimal": "no", "clues": (28, 33)},
}


@pytest.mark.parametrize("wish", WISHES)
def test_a_seed_gives_the_same_puzzles_at_every_level(wish, monkeypatch):
    """Nothing rests on which of several solutions a level finds first."""
    found = list(generate(30, seed=11, jobs=1, **WISHES[wish]))
    for level in ("portable", "baseline"):
        monkeypatch.setenv("SUDOCUBE_KERNEL", level)
        assert list(generate(30, seed=11, jobs=1, **WISHES[wish])) == found


def test_a_seed_gives_the_same_puzzles_by_the_twin(monkeypatch):
    found = list(generate(2, seed=12))
    monkeypatch.setenv("SUDOCUBE_KERNEL", "twin")
    assert list(generate(2, seed=12)) == found


@pytest.mark.parametrize("wish", ["plain", "symmetric"])
def test_a_seed_gives_the_same_puzzles_with_any_number_of_jobs(wish):
    alone = list(generate(150, seed=13, jobs=1, **WISHES[wish]))
    assert list(generate(150, seed=13, jobs=2, **WISHES[wish])) == alone


def test_a_puzzle_does_not_depend_on_how_many_are_made():
    together = list(generate(10, seed=14, symmetry="diagonal"))
    apart = [next(generate(seed=14, symmetry="diagonal", first_index=index)) for index in (1, 4, 10)]
    assert apart == [together[0], together[3], together[9]]


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


class ClockOfRounds(Clock):
    """Its time is over after some looks at it: one comes before each round."""

    def __init__(self, rounds: int) -> None:
        super().__init__()
        self.rounds = rounds

    @property
    def is_over(self) -> bool:
        self.rounds -= 1
        return self.rounds < 0


def test_where_the_time_runs_out_no_puzzle_comes_after_one_that_is_missing():
    """In the first round, puzzles after the missing one are found; they are not given."""
    plan = GenerationPlan(count=60, seed=25, clues=(24, 24))
    attempts = AttemptRounds(plan, 1, ClockOfRounds(1), None, None)
    made: list[GeneratedPuzzle] = []
    with pytest.raises(NotGeneratedError) as told:
        made.extend(attempts.puzzles())
    assert [one.index for one in made] == list(range(1, told.value.index))
    assert told.value.made == len(made)
    assert len(made) < sum(one.attempt == 0 for one in generate_planned(plan))


def test_a_timeout_is_told_as_such_and_is_not_impossible():
    attempts = AttemptRounds(GenerationPlan(count=10**9, seed=16), 1, ClockOfRounds(2), None, None)
    with pytest.raises(NotGeneratedError, match="the time ran out") as told:
        list(attempts.puzzles())
    assert told.value.ran_out == "time"
    assert told.value.made > 0


class ClockThatWaits(ClockOfRounds):
    """It lets a pool of processes wait for a moment between two looks."""

    @property
    def seconds_left(self) -> float | None:
        return 0.01


def test_a_timeout_ends_a_run_whose_processes_have_not_begun(monkeypatch):
    """They count their own time, and only from their beginning: on a busy machine it came seconds late."""
    monkeypatch.setattr(attempt_rounds, "_handler", never_begin)
    attempts = AttemptRounds(GenerationPlan(count=2, seed=16), 2, ClockThatWaits(3), None, None)
    with pytest.raises(NotGeneratedError, match="the time ran out") as told:
        list(attempts.puzzles())
    assert told.value.made == 0
    assert multiprocessing.active_children() == []


def test_progress_tells_of_attempts_and_of_the_next_puzzle():
    heard: list[GenerationProgress] = []
    made = list(generate(3, seed=17, symmetry="half-turn", jobs=1, progress=heard.append))
    assert heard[-1].attempts >= sum(one.attempt + 1 for one in made)
    assert [one.attempts for one in heard] == sorted(one.attempts for one in heard)
    assert {one.index for one in heard} <= {1, 2, 3}


def test_an_engine_can_be_asked_about_each_puzzle():
    made = list(generate(2, seed=18, recheck="phases"))
    assert made == list(generate(2, seed=18))
    with pytest.raises(UnsupportedError, match="sets does not decide every puzzle"):
        generate(seed=18, recheck="sets")


def test_given_clues_without_a_solution_are_impossible():
    given = "12345678." + 8 * "." + "9" + 63 * "."
    with pytest.raises(ImpossibleError, match="the given clues have no solution"):
        generate(given=given)


def test_a_plan_is_refused_before_the_first_puzzle_is_asked_for():
    with pytest.raises(ValueError, match="0 jobs"):
        generate_planned(GenerationPlan(), jobs=0)
    with pytest.raises(ValueError, match="a timeout of 0"):
        generate(timeout=0)


PINNED: dict[str, tuple[dict[str, Any], str]] = {
    "plain": ({}, "...1..69.3.......4.....4..3..7.6..195..4...8.926.............5...2...8...19.2..4."),
    "half-turn": (
        {"symmetry": "half-turn"},
        "..45..78..6...12...........2..3...6..93.4.51..1...6..9...........21...4..81..43..",
    ),
    "the largest seed": (
        {"seed": 2**64 - 1, "symmetry": "full", "minimal": "orbits"},
        ".8..1..6.1..2.5..8..57.81...18...59.7.......3.34...71...23.19..4..9.2..6.9..7..2.",
    ),
    "near": (
        WISHES["near"],
        "...76213.7.............5..6....83..2......6...82.....44....7.51..3..87...2..5.4..",
    ),
    "given": (
        WISHES["given"],
        "12...9.37..5.1.....6...........7.85.4.7.....1..138.....5.......7.......4...52.798",
    ),
    "not minimal": (
        {"minimal": "no", "clues": (30, 40)},
        "...15369.3.5...1.4.....4..3..7.65.1953.4..78.926..7..5.....1.5...2..98...19.2..47",
    ),
    "fast": (
        {"grid": "fast"},
        "...76213.7.............5..6..4.83..2......6...82.....4.....7.51..3..87...2..5.4..",
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


def test_progress_tells_how_many_puzzles_come_without_a_wait():
    """After these, and not before, attempts go on: each puzzle belongs to one round."""
    told: list[tuple[int, int]] = []
    made: list[GeneratedPuzzle] = []
    for one in generate(300, seed=3, jobs=1, progress=lambda so_far: told.append((so_far.ready, len(made)))):
        made.append(one)
    came = [0, *(ready for ready, _ in told)]
    assert [before for _, before in told] == [sum(came[: round + 1]) for round in range(len(told))]
    assert sum(came) == 300


def test_integers_of_numpy_and_single_numbers_and_names_are_taken():
    numbers: dict[str, Any] = {"seed": np.int64(3), "first_index": np.uint8(2)}
    [made] = generate(**numbers, clues=(np.int8(20), np.int8(30)))
    assert type(made.seed) is type(made.index) is int
    assert made == next(generate(seed=3, first_index=2, clues=(20, 30)))
    assert next(generate(seed=3, clues=24)) == next(generate(seed=3, clues=(24, 24)))
    assert next(generate(seed=3, clues=(24, None))) == next(generate(seed=3, clues=(24, 81)))
    assert next(generate(seed=3, depth=0)) == next(generate(seed=3, depth=(0, 0)))
    assert next(generate(seed=3, backdoor=1)) == next(generate(seed=3, backdoor=(1, 1)))
    assert next(generate(seed=3, methods="sets")) == next(generate(seed=3, methods=("sets",)))
    assert next(generate(seed=3, not_methods="sets")) == next(generate(seed=3, not_methods=["sets"]))


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"symmetry": None}, TypeError, "symmetry: found None; expected a name"),
        ({"minimal": None}, TypeError, "minimal: found None; expected a name"),
        ({"sample": 1}, TypeError, "sample: found 1; expected a name"),
        ({"grid": 1}, TypeError, "grid: found 1; expected a name"),
        ({"grid": ""}, ValueError, "unknown kind of grid ''"),
        ({"geometry": 9}, TypeError, "such as Geometry(3, 3), not int"),
        ({"geometry": 9, "pattern": "#"}, TypeError, "such as Geometry(3, 3), not int"),
        ({"seed": 1.5}, TypeError, "a seed is an integer, not float"),
        ({"clues": (24,)}, ValueError, "clues: found (24,); expected a number, or the least and the most"),
        ({"clues": "24"}, TypeError, "clues: found '24'; expected a number"),
        ({"clues": (None, 24)}, TypeError, "clues: found (None, 24); expected"),
        ({"depth": 1.5}, TypeError, "a depth: found 1.5; expected"),
        ({"backdoor": (1, "2")}, TypeError, "a backdoor: found (1, '2'); expected"),
        ({"methods": 5}, TypeError, "methods: found 5; expected a name"),
        ({"methods": None}, TypeError, "methods: found None; expected a name"),
    ],
)
def test_values_of_another_type_are_told_with_what_was_expected(options, error, words):
    with pytest.raises(error) as told:
        generate(**options)
    assert words in str(told.value)
