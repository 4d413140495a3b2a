"""Arguments of public functions: the same mistake raises the same error in each of them."""

import io
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sudocube
from sudocube.arguments import as_puzzle, numbered
from sudocube.bench import bench
from sudocube.engines import engine
from sudocube.engines.asking import ask
from sudocube.exchange import decode, encode
from sudocube.explanation import explain, verify_steps
from sudocube.explanation.step_verifying import StepFollower
from sudocube.geometry import BLANKS
from sudocube.kernel.batches import count_many, solve_many
from sudocube.lab import compare, prove
from sudocube.puzzle import Grid, Puzzle
from sudocube.rows.opening import read
from sudocube.rows.text import read_argument
from sudocube.verdicts.batches import check_many
from sudocube.verdicts.certificates import certificate_of
from sudocube.verdicts.certifying import certify
from sudocube.verdicts.checking import check, count, solutions, solve
from sudocube.verdicts.crosschecking import crosscheck, crosscheck_many
from sudocube.verdicts.diagnosing import diagnose
from tests.tables import is_like
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
    "explain": explain,
    "verify_steps": lambda puzzle, **options: verify_steps(puzzle, [], **options),
    "StepFollower": StepFollower,
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

CLUES_ONLY = [*("diagnose", "explain", "verify_steps", "StepFollower", "encode", "decode")]


def said(call: Call, *arguments: Any, **options: Any) -> str:
    """What comes of a call: the name of the error and its message."""
    try:
        call(*arguments, **options)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing"


def assert_each_says(calls: dict[str, Call], expected: str, *arguments: Any, **options: Any) -> None:
    """Every one of the functions refuses these arguments alike; `…` stands for what follows."""
    told = {name: said(call, *arguments, **options) for name, call in calls.items()}
    assert {name: one for name, one in told.items() if not is_like(one, expected)} == {}, arguments


def test_what_can_hold_no_cells_is_a_type_error():
    for given in (123, None, object()):
        kinds = "a Puzzle, a text, rows, an array or a mapping"
        assert_each_says(ONE_PUZZLE, f"TypeError: a puzzle is {kinds}, not {type(given).__name__}", given)


public: Any = sudocube
"""Without types, for arguments of other kinds."""

ROWS = [[1, 0, 0, 0], [0, 0, 2, 0], [0, 3, 0, 0], [0, 0, 0, 4]]


def test_every_function_takes_texts_rows_arrays_and_mappings():
    for given in (PUZZLE, ROWS):
        assert_each_says(ONE_PUZZLE, "nothing", given)
    assert_each_says(ONE_PUZZLE, "PuzzleError: row 1 is …", [1, *ROWS[1:]])
    assert_each_says(ONE_PUZZLE, "PuzzleError: …3 cells…", "123")
    flat = np.ravel(ROWS)
    for form in (
        PUZZLE.split(),
        [*flat],
        iter(ROWS),
        flat,
        np.array(ROWS),
        bytes(flat.tolist()),
        Frame(ROWS),
    ):
        assert as_puzzle(form) == Puzzle(PUZZLE)
    assert as_puzzle({(1, 1): 5}) == Puzzle("5" + "." * 80)
    assert check(Grid("1234341221434321")).verdict == "unique"


def test_the_name_of_a_file_or_an_entry_in_place_of_a_puzzle_points_to_what_is_meant(tmp_path, monkeypatch):
    """A file that exists is named as such whatever it is called."""
    for file in ("forum.txt", "puzzles/hard", "C:\\puzzles.csv", "a.jsonl"):
        looks = f"{file!r} looks like the name of a file: read({file!r}) gives the puzzles in it"
        assert_each_says(ONE_PUZZLE, f"PuzzleError: {looks}", file)
    (tmp_path / "12").write_text(PUZZLE)
    monkeypatch.chdir(tmp_path)
    assert said(Puzzle, "12").startswith("PuzzleError: '12' is the name of a file: read('12') gives")
    assert "Path names a file" in said(check, tmp_path / "12")
    with (tmp_path / "12").open("rb") as stream:
        assert "is a file: read gives" in said(check, stream)
    [entry] = read(io.BytesIO(b"1.....2..3.....4"), "mine.txt")
    assert said(check, entry).endswith("not Entry: give entry.puzzle")


def test_a_wrong_puzzle_is_not_taken_for_the_name_of_a_file():
    for text in ("12../..2./.3../...4/", "1...xx", "1" + "." * 80 + ".ABC", "..2.\n.3.z/a"):
        message = said(check, text)
        assert message.partition("Error:")[0] in ("Puzzle", "Format")
        assert "file" not in message


MANY: dict[str, Call] = {
    "check_many": check_many,
    "crosscheck_many": crosscheck_many,
    "compare": lambda puzzles: compare(puzzles, ["minimal"], jobs=1),
    "bench": lambda puzzles: bench(puzzles, ["phases"], rounds=1),
}
"""Functions that take many puzzles."""


def test_a_single_puzzle_or_the_name_of_a_file_in_place_of_several_is_a_type_error():
    """A text would be taken symbol by symbol."""
    for single in (PUZZLE, Puzzle(PUZZLE), Grid("1234341221434321"), {(1, 1): 5}):
        several = "several puzzles are asked for: put a single one in a list"
        assert_each_says(MANY, f"TypeError: {several}", single)
    calls: dict[str, Call] = {
        "check_many": check_many,
        "crosscheck_many": crosscheck_many,
        "count_many": count_many,
    }
    looks = "'ten.txt' looks like the name of a file: read('ten.txt') gives"
    assert_each_says(calls, f"TypeError: several puzzles are asked for: {looks}…", "ten.txt")
    assert_each_says(
        calls, "TypeError: …Path names a file: read(path) gives the puzzles in it", Path("ten.txt")
    )


def test_arrays_among_several_puzzles_are_made_puzzles_first():
    arrays = [np.zeros((9, 9), int)] * 2
    for call in (check_many, crosscheck_many):
        message = said(lambda call=call: first(call(arrays)))
        assert message.endswith("not ndarray: make a Puzzle of each, as in map(Puzzle, arrays)")
        assert first(call(map(Puzzle, arrays))).verdict == "multiple"  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "array",
    [
        np.zeros((2, 81), np.uint8),
        np.zeros((2, 9, 9), np.int64),
        np.full((2, 81), ord("."), np.uint8),
        np.array(["." * 81, " " + "0" * 81]),
        np.array([b"." * 81, b"0" * 81]),
        np.array(["." * 81, "-" * 81], object),
    ],
)
def test_an_array_of_several_puzzles_is_taken_as_it_is(array):
    assert [puzzle for _, puzzle in numbered(array)] == [Puzzle("." * 81)] * 2
    assert [entry.source for (_, entry), _ in numbered(array, first=7)] == ["argument:7", "argument:8"]


def test_what_is_no_puzzle_in_an_array_is_told_by_its_number():
    array = np.zeros((5000, 81), int)
    array[4999, 80] = 10
    faults = [(index, entry.error) for (index, entry), _ in numbered(array) if entry.error is not None]
    assert [index for index, _ in faults] == [5000]
    assert str(faults[0][1]).startswith("argument:5000: ")


@pytest.mark.parametrize(
    ("array", "error"),
    [
        (np.zeros(3, int), "PuzzleError: an array of int64 of shape (3,): …read them as text (in pandas: …"),
        (np.zeros((9, 9), int), "… of shape (9, 9): puzzles are of shape (n, 81) or (n, 9, 9), …"),
        (np.zeros((1, 81)), "PuzzleError: an array of float64 of shape (1, 81): …"),
        (np.zeros((1, 81), np.uint16), "…uint8 (uint16 means candidates)…"),
        (np.ma.masked_array(np.zeros((1, 81), int)), "PuzzleError: a masked array of shape (1, 81): …"),
        (np.array([["." * 81]]), "PuzzleError: an array of <U81 of shape (1, 1): …texts are of shape (n,)…"),
        ([10**80], "TypeError: …not int; where digits were read as numbers, read them as text …"),
    ],
)
def test_an_array_of_another_shape_or_type_is_refused(array, error):
    assert is_like(said(lambda: first(numbered(array))), error)


def test_a_text_of_81_symbols_is_the_entry_that_the_reader_makes_of_it():
    """Whatever its blanks are; the reader is slower."""
    digits = "123456789" * 8
    texts = [blank * 81 for blank in BLANKS] + [f"{digits}{blank}2.4567x9" for blank in BLANKS]
    texts += [f" {digits}123456789\n", f"{digits}12345678A", f"{digits}12345678·", "1" * 80 + "!"]
    for text in texts:
        [((_, entry), _)] = numbered([text], first=3)
        [expected] = read_argument(text, 3)
        assert replace(entry, error=None) == replace(expected, error=None)
        assert str(entry.error) == str(expected.error)


def test_texts_and_entries_are_taken_and_what_is_no_puzzle_is_refused():
    [entry] = read(io.BytesIO(b"1.....2..3.....4"), "mine.txt")
    calls = {name: MANY[name] for name in ("compare", "bench")}
    assert_each_says(calls, "nothing", [PUZZLE, entry])
    assert_each_says(calls, "FormatError: …found 3 symbols…", [PUZZLE, "123"])


@pytest.mark.parametrize("timeout", [-1, 0, float("nan"), float("inf")])
def test_a_timeout_that_is_no_time_is_refused_at_the_call(timeout):
    """Such a timeout means neither "no limit" nor "undecided"; engines alone take one that never ends."""
    calls = {name: call for name, call in WITH_TIMEOUT.items() if timeout != float("inf") or "." not in name}
    expected = "ValueError: a timeout of … seconds: it is a number above 0, or None"
    assert_each_says(calls, expected, PUZZLE, timeout=timeout)


def test_pencilmarks_are_refused_where_only_clues_are_understood():
    """These pencilmarks leave no digit for r1c1, without any clue; without them there is a solution."""
    marks = Puzzle("." * 9 + "123456789" * 80)
    calls = {name: ONE_PUZZLE[name] for name in CLUES_ONLY}
    assert_each_says(calls, "UnsupportedError: … takes no pencilmarks, only clues…", marks)


def test_an_argument_of_another_kind_is_refused():
    timeout = "TypeError: a timeout is a number of seconds, or None, not str"
    engines = 'TypeError: engines are a list, such as ["phases", "sat"], not …'
    side = "PuzzleError: …each side is an integer, 2 to 5…"
    for expected, call, arguments, options in (
        ("TypeError: a solution is a Grid or a text, not int", diagnose, (PUZZLE,), {"solution": 123}),
        (engines + "sat…", crosscheck, (PUZZLE,), {"engines": "sat"}),
        (engines + "sat,phases…", crosscheck_many, ([PUZZLE],), {"engines": "sat,phases"}),
        (engines + "function len…", crosscheck, (PUZZLE,), {"engines": len}),
        ("TypeError: an encoding is an Encoding or a name, not 123", prove, (123,), {}),
        ("TypeError: a geometry is a Geometry, not 9", prove, ("minimal", 9), {}),
        (timeout, check, (PUZZLE,), {"timeout": "soon"}),
        (side, public.Geometry, (3, 3.0), {}),
        (side, public.Geometry, (np.float64(3), 3), {}),
    ):
        assert_each_says({"it": call}, expected, *arguments, **options)


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


def test_a_limit_that_is_no_integer_of_at_least_1_is_refused():
    """`count != limit` would hold for ever, and a search would not stop where it should."""
    for limit in NO_COUNTS:
        expected = f"ValueError: a limit of {limit} solutions: it is an integer of at least 1"
        assert_each_says(WITH_LIMIT, expected, limit)
    for limit in ("2", None, (2,)):
        assert_each_says(
            WITH_LIMIT, "TypeError: a limit of … solutions: it is an integer of at least 1", limit
        )


def test_an_integer_of_any_type_is_a_limit():
    """NumPy's uint8 has no more room than for 255, which a search may multiply."""
    for name, call in WITH_LIMIT.items():
        for given, plain in ((np.int64(3), 3), (np.uint8(3), 3), (True, 1)):
            assert name == "ask" or repr(call(given)) == repr(call(plain)), name
    for limit in (np.int8(100), np.uint8(255), np.int16(300)):
        assert public.count(NINE, limit=limit) == count(NINE, limit=int(limit))


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


def test_a_number_that_is_no_count_is_refused():
    """Of jobs, of rounds (without one there would be nothing to compare), and of guesses."""
    for number in NO_COUNTS:
        expected = f"ValueError: {number} jobs: it is an integer of at least 1, or None"
        assert_each_says(WITH_JOBS, expected, number)
        message = said(lambda rounds=number: bench([PUZZLE], ["phases"], rounds=rounds))
        assert message == f"ValueError: {number} rounds: it is an integer of at least 1"
    assert_each_says(WITH_JOBS, "TypeError: '2' jobs: it is an integer of at least 1, or None", "2")
    for budget in (1.5, float("nan"), -1):
        message = said(lambda budget=budget: count_many([NINE], budget=budget))
        assert message == f"ValueError: a budget of {budget} guesses: it is an integer of at least 0, or None"
