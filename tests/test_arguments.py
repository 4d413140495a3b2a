"""Arguments of public functions: the same mistake raises the same error in each of them."""

from collections.abc import Callable
from typing import Any

import pytest

from sudocube.bench import bench
from sudocube.certificate import certify
from sudocube.checking import check, check_many, count, solve
from sudocube.crosschecking import crosscheck, crosscheck_many
from sudocube.diagnosis import diagnose, minimal_conflict
from sudocube.errors import PuzzleError, UnsupportedError
from sudocube.exchange import decode, encode
from sudocube.explanation import StepVerifier, explain, follow, verify_steps
from sudocube.lab import compare, prove
from sudocube.puzzle import Puzzle

PUZZLE = "1... ..2. .3.. ...4"
Call = Callable[..., object]


def first(results: Any) -> object:
    return next(iter(results), None)


ONE_PUZZLE: dict[str, Call] = {
    "check": check,
    "solve": solve,
    "count": count,
    "crosscheck": crosscheck,
    "diagnose": diagnose,
    "minimal_conflict": minimal_conflict,
    "explain": explain,
    "follow": lambda puzzle, **options: follow(puzzle, str, **options),
    "verify_steps": lambda puzzle, **options: verify_steps(puzzle, [], **options),
    "StepVerifier": StepVerifier,
    "encode": lambda puzzle: encode(puzzle, "minimal", "dimacs"),
    "decode": lambda puzzle, **options: decode(puzzle, "minimal", "s UNSATISFIABLE", **options),
}
"""Functions that take one puzzle."""

WITH_TIMEOUT: dict[str, Call] = {
    **{name: call for name, call in ONE_PUZZLE.items() if name != "encode"},
    "check_many": lambda puzzle, **options: first(check_many([puzzle], **options)),
    "crosscheck_many": lambda puzzle, **options: first(crosscheck_many([puzzle], **options)),
    "certify": lambda puzzle, **options: certify([puzzle], "nowhere/at/all", **options),
    "compare": lambda puzzle, **options: compare([Puzzle(puzzle)], ["minimal"], **options),
    "prove": lambda _, **options: prove("minimal", Puzzle(PUZZLE).geometry, **options),
    "bench": lambda puzzle, **options: bench([Puzzle(puzzle)], ["phases"], rounds=1, **options),
}

CLUES_ONLY = (
    "diagnose",
    "minimal_conflict",
    "explain",
    "follow",
    "verify_steps",
    "StepVerifier",
    "encode",
    "decode",
)


@pytest.mark.parametrize("name", ONE_PUZZLE)
def test_what_is_neither_a_puzzle_nor_a_text_is_a_type_error(name):
    with pytest.raises(TypeError, match=r"^a puzzle is a Puzzle or a text, not int$"):
        ONE_PUZZLE[name](123)


@pytest.mark.parametrize("name", ONE_PUZZLE)
def test_a_text_is_taken_as_the_puzzle_that_it_spells(name):
    ONE_PUZZLE[name](PUZZLE)
    with pytest.raises(PuzzleError, match="3 cells"):
        ONE_PUZZLE[name]("123")


@pytest.mark.parametrize("name", WITH_TIMEOUT)
@pytest.mark.parametrize("timeout", [-1, 0, float("nan"), float("inf")])
def test_a_timeout_that_is_no_time_is_refused_at_the_call(name, timeout):
    """Such a timeout means neither "no limit" nor "undecided"."""
    with pytest.raises(ValueError, match=r"^a timeout of .* seconds: it is a number above 0, or None$"):
        WITH_TIMEOUT[name](PUZZLE, timeout=timeout)


@pytest.mark.parametrize("name", CLUES_ONLY)
def test_pencilmarks_are_refused_where_only_clues_are_understood(name):
    """These pencilmarks leave no digit for r1c1, without any clue; without them there is a solution."""
    marks = Puzzle("." * 9 + "123456789" * 80)
    with pytest.raises(UnsupportedError, match="takes no pencilmarks, only clues"):
        ONE_PUZZLE[name](marks)


def test_a_chosen_solution_is_a_grid_or_a_text():
    with pytest.raises(TypeError, match=r"^a solution is a Grid or a text, not int$"):
        diagnose(PUZZLE, solution=123)  # type: ignore[arg-type]
