"""Arguments of public functions: the same mistake raises the same error in each of them."""

import io
import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sudocube.arguments import as_puzzle
from sudocube.bench import bench
from sudocube.certificate import certificate_of, certify
from sudocube.checking import check, check_many, count, solutions, solve
from sudocube.crosschecking import crosscheck, crosscheck_many
from sudocube.diagnosis import diagnose, minimal_conflict
from sudocube.engines import engine
from sudocube.errors import FormatError, PuzzleError, UnsupportedError
from sudocube.exchange import decode, encode
from sudocube.explanation import StepVerifier, explain, follow, verify_steps
from sudocube.formats import read
from sudocube.geometry import Geometry
from sudocube.jobs import ask
from sudocube.kernel.batches import count_many, solve_many
from sudocube.lab import compare, prove
from sudocube.puzzle import Grid, Puzzle
from tests.test_cell_forms import Frame

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
    "solutions": solutions,
    "certificate_of": certificate_of,
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
    **{
        f"{name}.answer": lambda puzzle, name=name, **options: engine(name).answer(Puzzle(puzzle), **options)
        for name in ("phases", "possibles:magic", "cube", "sat", "cpsat", "proof")
    },
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
@pytest.mark.parametrize("given", [123, None, object()], ids=["number", "nothing", "object"])
def test_what_can_hold_no_cells_is_a_type_error(name, given):
    kind = type(given).__name__
    expected = rf"^a puzzle is a Puzzle, a text, rows, an array or a mapping, not {kind}$"
    with pytest.raises(TypeError, match=expected):
        ONE_PUZZLE[name](given)


ROWS = [[1, 0, 0, 0], [0, 0, 2, 0], [0, 3, 0, 0], [0, 0, 0, 4]]
FORMS: dict[str, Any] = {
    "rows": ROWS,
    "texts": ["1...", "..2.", ".3..", "...4"],
    "flat": [*np.ravel(ROWS)],
    "iterator": iter(ROWS),
    "array": np.array(ROWS),
    "flat array": np.array(ROWS).ravel(),
    "bytes": bytes(np.ravel(ROWS).tolist()),
    "frame": Frame(ROWS),
}


@pytest.mark.parametrize("form", FORMS)
def test_a_puzzle_is_taken_in_any_form_that_makes_one(form):
    given = FORMS[form] if form != "iterator" else iter(ROWS)
    assert as_puzzle(given) == Puzzle(PUZZLE)


@pytest.mark.parametrize("name", ONE_PUZZLE)
def test_every_function_takes_rows_arrays_and_mappings(name):
    for given in (ROWS, np.array(ROWS), {(1, 1): 5, (9, 9): 7}):
        ONE_PUZZLE[name](given)
    with pytest.raises(PuzzleError, match="row 1 is"):
        ONE_PUZZLE[name]([1, *ROWS[1:]])


def test_a_full_grid_is_a_puzzle_with_one_solution():
    assert check(Grid("1234341221434321")).verdict == "unique"


def test_an_entry_in_place_of_a_puzzle_says_where_the_puzzle_is():
    [entry] = read(io.BytesIO(b"1.....2..3.....4"), "mine.txt")
    with pytest.raises(TypeError, match=r"not Entry: give entry\.puzzle$"):
        check(entry)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ONE_PUZZLE)
@pytest.mark.parametrize("file", ["forum.txt", "puzzles/hard", "C:\\puzzles.csv", "a.jsonl"])
def test_the_name_of_a_file_in_place_of_a_puzzle_points_to_read(name, file):
    expected = f"{file!r} looks like the name of a file: read({file!r}) gives the puzzles in it"
    with pytest.raises(PuzzleError, match=f"^{re.escape(expected)}$"):
        ONE_PUZZLE[name](file)


def test_a_file_that_exists_is_named_as_such_whatever_it_is_called(tmp_path, monkeypatch):
    (tmp_path / "12").write_text(PUZZLE)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(PuzzleError, match=r"^'12' is the name of a file: read\('12'\) gives"):
        Puzzle("12")
    with pytest.raises(TypeError, match=r"^a PosixPath names a file|^a WindowsPath names a file"):
        check(tmp_path / "12")
    with (tmp_path / "12").open("rb") as stream, pytest.raises(TypeError, match=r"is a file: read gives"):
        check(stream)


@pytest.mark.parametrize("text", ["12../..2./.3../...4/", "1...xx", "1" + "." * 80 + ".ABC", "..2.\n.3.z/a"])
def test_a_wrong_puzzle_is_not_taken_for_the_name_of_a_file(text):
    with pytest.raises(PuzzleError) as caught:
        check(text)
    assert "file" not in str(caught.value)


@pytest.mark.parametrize("name", ["check_many", "crosscheck_many", "count_many"])
def test_the_name_of_a_file_in_place_of_puzzles_points_to_read(name):
    call = {**MANY, "count_many": count_many}[name]
    expected = "several puzzles are asked for: 'ten.txt' looks like the name of a file: read('ten.txt') gives"
    with pytest.raises(TypeError, match=f"^{re.escape(expected)}"):
        call("ten.txt")
    with pytest.raises(TypeError, match=r"Path names a file: read\(path\) gives the puzzles in it$"):
        call(Path("ten.txt"))


@pytest.mark.parametrize("name", ["check_many", "crosscheck_many"])
def test_arrays_among_several_puzzles_are_made_puzzles_first(name):
    with pytest.raises(TypeError, match=r"not ndarray: make a Puzzle of each, as in map\(Puzzle, arrays\)$"):
        first(MANY[name](np.zeros((2, 81), int)))
    assert first(MANY[name](map(Puzzle, np.zeros((2, 81), int)))).verdict == "multiple"  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ONE_PUZZLE)
def test_a_text_is_taken_as_the_puzzle_that_it_spells(name):
    ONE_PUZZLE[name](PUZZLE)
    with pytest.raises(PuzzleError, match="3 cells"):
        ONE_PUZZLE[name]("123")


@pytest.mark.parametrize(
    ("name", "timeout"),
    [
        *product(WITH_TIMEOUT, [-1, 0, float("nan")]),
        *((name, float("inf")) for name in WITH_TIMEOUT if not name.endswith(".answer")),  # engines take it
    ],
)
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
    for single in (PUZZLE, Puzzle(PUZZLE), Grid("1234341221434321"), {(1, 1): 5}):
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
        for given, written in (("sat", "['sat']"), ("sat,phases", "['sat', 'phases']"), (len, "[len]")):
            with pytest.raises(TypeError) as caught:
                call(PUZZLE, engines=given)  # type: ignore[arg-type]
            asked_for = "several engines are asked for: put a single one in a list"
            assert str(caught.value) == f"{asked_for}: engines={written}"


@pytest.mark.parametrize("arguments", [(123,), ("minimal", 9)])
def test_prove_takes_an_encoding_and_a_geometry(arguments):
    with pytest.raises(TypeError, match="an encoding is an Encoding or a name, and a geometry is a Geometry"):
        prove(*arguments)


def test_a_timeout_that_is_no_number_is_refused():
    with pytest.raises(TypeError, match=r"^a timeout is a number of seconds, or None, not str$"):
        check(PUZZLE, timeout="soon")  # type: ignore[arg-type]


NINE = "123456789" + "." * 72
"""It has more solutions than any limit here."""

ENGINES = ("phases", "possibles:magic", "cube", "sat", "cpsat", "kernel", "kernel:twin", "proof")

WITH_LIMIT: dict[str, Call] = {
    "count": lambda limit: count(NINE, limit=limit).number,
    "count, with a timeout": lambda limit: count(NINE, limit=limit, timeout=60).number,
    "diagnose": lambda limit: len(diagnose(PUZZLE, limit=limit).solutions),
    "count_many": lambda limit: count_many([NINE], limit=limit).tolist(),
    "solve_many": lambda limit: solve_many([NINE], limit=limit).counts.tolist(),
    "ask": lambda limit: first(ask([engine("phases")], [(1, Puzzle(PUZZLE))], limit=limit)),
    **{
        f"{name}.answer": lambda limit, name=name: engine(name).answer(Puzzle(NINE), limit=limit).count
        for name in ENGINES
    },
}
"""Functions that take a limit for the number of solutions."""

NO_COUNTS = [1.5, 2.0, float("nan"), float("inf"), np.float64(1.5), Decimal("1.5"), Fraction(3, 2), 0, -1]


@pytest.mark.parametrize("name", WITH_LIMIT)
@pytest.mark.parametrize("limit", NO_COUNTS, ids=repr)
def test_a_limit_that_is_no_integer_of_at_least_1_is_refused(name, limit):
    """`count != limit` would hold for ever, and a search would not stop where it should."""
    with pytest.raises(ValueError, match=rf"^a limit of {limit} solutions: it is an integer of at least 1$"):
        WITH_LIMIT[name](limit)


@pytest.mark.parametrize("name", WITH_LIMIT)
@pytest.mark.parametrize("limit", ["2", None, (2,)], ids=repr)
def test_a_limit_that_is_no_number_is_a_type_error(name, limit):
    with pytest.raises(TypeError, match=r"^a limit of ['N(].* solutions: it is an integer of at least 1$"):
        WITH_LIMIT[name](limit)


@pytest.mark.parametrize("name", WITH_LIMIT)
def test_an_integer_of_any_type_is_a_limit(name):
    """NumPy's uint8 has no more room than for 255, which a search may multiply."""
    expected = WITH_LIMIT[name](3), WITH_LIMIT[name](1)
    for three in (np.int64(3), np.uint8(3)):
        assert repr(WITH_LIMIT[name](three)) == repr(expected[0]) or name == "ask"
    assert repr(WITH_LIMIT[name](True)) == repr(expected[1]) or name == "ask"


@pytest.mark.parametrize("limit", [np.int8(100), np.uint8(255), np.int16(300)])
def test_a_limit_in_few_bits_does_not_overflow(limit):
    """With a timeout the kernel begins with a low limit, and multiplies it."""
    assert count(NINE, limit=limit, timeout=60) == count(NINE, limit=int(limit), timeout=60)


WITH_JOBS: dict[str, Call] = {
    "check_many": lambda jobs: first(check_many([PUZZLE], jobs=jobs)),
    "crosscheck_many": lambda jobs: first(crosscheck_many([PUZZLE], jobs=jobs)),
    "compare": lambda jobs: compare([PUZZLE], ["minimal"], jobs=jobs),
    "certify": lambda jobs: certify([PUZZLE], "nowhere/at/all", jobs=jobs),
    "count_many": lambda jobs: count_many([NINE], jobs=jobs),
    "solve_many": lambda jobs: solve_many([NINE], jobs=jobs),
    "ask": lambda jobs: first(ask([engine("phases")], [(1, Puzzle(PUZZLE))], jobs=jobs)),
}
"""Functions that take a number of jobs."""


@pytest.mark.parametrize("name", WITH_JOBS)
@pytest.mark.parametrize("jobs", NO_COUNTS, ids=repr)
def test_a_number_of_jobs_that_is_no_integer_of_at_least_1_is_refused(name, jobs):
    with pytest.raises(ValueError, match=rf"^{jobs} jobs: it is an integer of at least 1, or None$"):
        WITH_JOBS[name](jobs)


@pytest.mark.parametrize("name", WITH_JOBS)
def test_a_number_of_jobs_that_is_no_number_is_a_type_error(name):
    with pytest.raises(TypeError, match=r"^'2' jobs: it is an integer of at least 1, or None$"):
        WITH_JOBS[name]("2")


@pytest.mark.parametrize("rounds", NO_COUNTS, ids=repr)
def test_a_number_of_rounds_that_is_no_integer_of_at_least_1_is_refused(rounds):
    """Without a round there would be nothing to compare."""
    with pytest.raises(ValueError, match=rf"^{rounds} rounds: it is an integer of at least 1$"):
        bench([PUZZLE], ["phases"], rounds=rounds)


@pytest.mark.parametrize("budget", [1.5, float("nan"), -1])
def test_a_budget_that_is_no_integer_of_at_least_0_is_refused(budget):
    with pytest.raises(
        ValueError, match=rf"^a budget of {budget} guesses: it is an integer of at least 0, or None$"
    ):
        count_many([NINE], budget=budget)


@pytest.mark.parametrize("side", [3.0, 2.5, np.float64(3)])
def test_a_box_has_sides_of_whole_numbers(side):
    """With 3.0, a size of 9.0 would break off elsewhere."""
    with pytest.raises(PuzzleError, match="each side is an integer, 2 to 5"):
        Geometry(3, side)
    with pytest.raises(PuzzleError, match="each side is an integer, 2 to 5"):
        Geometry(side, 3)
