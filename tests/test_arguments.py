"""Arguments of public functions: the same mistake raises the same error in each of them."""

import io
from collections.abc import Callable
from typing import Any

import pytest

from sudocube.bench import bench
from sudocube.certificate import certify
from sudocube.checking import check, check_many, count, solve
from sudocube.crosschecking import crosscheck, crosscheck_many
from sudocube.diagnosis import diagnose, minimal_conflict
from sudocube.errors import FormatError, PuzzleError, UnsupportedError
from sudocube.exchange import decode, encode
from sudocube.explanation import StepVerifier, explain, follow, verify_steps
from sudocube.formats import read
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


MANY: dict[str, Call] = {
    "check_many": check_many,
    "crosscheck_many": crosscheck_many,
    "compare": lambda puzzles: compare(puzzles, ["minimal"], jobs=1),
    "bench": lambda puzzles: bench(puzzles, ["phases"], rounds=1),
}
"""Functions that take many puzzles."""


@pytest.mark.parametrize("name", MANY)
def test_a_single_puzzle_in_place_of_several_is_a_type_error(name):
    """A text would be taken symbol by symbol."""
    for single in (PUZZLE, Puzzle(PUZZLE)):
        with pytest.raises(TypeError, match=r"^several puzzles are asked for: put a single one in a list$"):
            MANY[name](single)


@pytest.mark.parametrize("name", ["compare", "bench"])
def test_texts_and_entries_are_taken_and_what_is_no_puzzle_is_refused(name):
    [entry] = read(io.BytesIO(b"1.....2..3.....4"), "mine.txt")
    first(MANY[name]([PUZZLE, Puzzle(PUZZLE), entry])) if name == "compare" else MANY[name]([PUZZLE, entry])
    with pytest.raises(FormatError, match="found 3 symbols"):
        MANY[name]([PUZZLE, "123"])


def test_a_single_engine_in_place_of_several_is_a_type_error():
    for call in (crosscheck, lambda puzzle, engines: crosscheck_many([puzzle], engines=engines)):
        with pytest.raises(TypeError, match=r"^several engines are asked for: put a single one in a list$"):
            call(PUZZLE, engines="sat")


@pytest.mark.parametrize("arguments", [(123,), ("minimal", 9)])
def test_prove_takes_an_encoding_and_a_geometry(arguments):
    with pytest.raises(TypeError, match="an encoding is an Encoding or a name, and a geometry is a Geometry"):
        prove(*arguments)


def test_a_timeout_that_is_no_number_is_refused():
    with pytest.raises(TypeError, match=r"^a timeout is a number of seconds, or None, not str$"):
        check(PUZZLE, timeout="soon")  # type: ignore[arg-type]
