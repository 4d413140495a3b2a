"""`crosscheck --shrink`: a small puzzle for each refuted answer, and how far shrinking came."""

import re
import sys

import pytest

from sudocube.crosschecking import DEFAULT_TRIES
from tests.cli.command import MULTIPLE, SOLUTION, UNIQUE, invoke, written

CORNER = "print('none' if puzzle[80] == '.' else 'unknown', flush=True)"
"""Says that there is no solution where the last cell is blank."""

CERTAIN = "print(1, flush=True)"
"""Counts one solution whatever it is asked."""

FORGETFUL = """with open(__file__ + '.asked', 'a+') as asked:
        asked.write(puzzle + chr(10))
        asked.seek(0)
        print('none' if asked.read().split().count(puzzle) <= 2 else 'unknown', flush=True)"""
"""Is wrong when it is asked of a puzzle, and when it is asked again of a fresh start; then never again."""


LAST_ROW = f"{SOLUTION[:72]}{9 * '.'}"
"""A puzzle whose last row is blank, and easy to find."""


@pytest.fixture
def solver(tmp_path):
    """The name of an engine: a program that runs this for each puzzle."""

    def made(body):
        code = f"import sys\nfor asked, puzzle in enumerate(map(str.strip, sys.stdin)):\n    {body}\n"
        return f"command:{sys.executable} {written(tmp_path, code, name='solver.py')}"

    return made


@pytest.fixture
def shrunk(solver):
    """The outcome of a crosscheck of that solver and a right one."""

    def outcome(puzzle, body, *more, columns=100):
        arguments = [puzzle, "-e", "kernel", "-e", solver(body), "--shrink", *more]
        return invoke("crosscheck", *arguments, columns=columns)

    return outcome


def test_the_small_puzzle_is_shown_and_what_was_reached(shrunk):
    """As a text to copy and as a picture; the status is that of the disagreement."""
    outcome = shrunk(LAST_ROW, CORNER)
    assert outcome.status == 1
    said = " ".join(outcome.out.split())
    assert "shrunk: 1 blank, r9c9 (" in said
    assert "with it filled, it is not refuted in this way" in said
    (small,) = [
        line.strip() for line in outcome.out.splitlines() if re.fullmatch(r"[1-9.]{81}", line.strip())
    ]
    assert small[80] == "."
    assert "." not in small[:80]
    assert "shrunk, to trace by hand" in outcome.out


def test_the_puzzle_with_few_clues_is_a_picture_too(shrunk):
    lines = shrunk(LAST_ROW, CORNER, "--fewest-clues").out.splitlines()
    assert [
        line.strip() for line in lines if line.strip() in ("shrunk, to trace by hand", "with few clues")
    ] == [
        "shrunk, to trace by hand",
        "with few clues",
    ]


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_sentences_are_wrapped_to_the_width(columns, shrunk):
    """All but the puzzle and the path of the program, each of which is one word."""
    outcome = shrunk(MULTIPLE, CERTAIN, "--fewest-clues", columns=columns)
    lines = [line for line in outcome.out.splitlines()[1:] if "/" not in line]  # as in a path
    assert [line for line in lines if len(line) > columns and len(line.split()) > 1] == []
    assert "with few clues: no clues" in " ".join(outcome.out.split())


def test_json_has_the_puzzles_and_what_was_reached(shrunk):
    row, _ = shrunk(MULTIPLE, CERTAIN, "--fewest-clues", "--json").rows
    ((name, small),) = row["shrunk"].items()
    reached = row["shrinking"][name]
    assert list(row["refuted"]) == [name]
    assert small.count(".") >= 4
    assert (reached["reached"], reached["because"]) == ("minimal", "two solutions passed the referee")
    assert (reached["asked"], reached["refuted"]) == (3, 3)
    assert reached["fewest_clues"]["puzzle"] == "." * 81


def test_without_the_option_nothing_is_shrunk(solver):
    row, _ = invoke("crosscheck", MULTIPLE, "-e", "kernel", "-e", solver(CERTAIN), "--json").rows
    assert not row.keys() & {"shrunk", "shrinking"}


def test_what_ran_out_of_tries_says_so(shrunk):
    outcome = shrunk(LAST_ROW, CORNER, "--tries", "4")
    said = " ".join(outcome.out.split())
    assert "(4 tries); fewer may do: out of tries" in said
    assert "in this way" not in said


def test_an_answer_that_is_not_given_again_is_told(shrunk, tmp_path):
    """The engine was refuted; that stays."""
    outcome = shrunk(UNIQUE, FORGETFUL)
    (tmp_path / "solver.py.asked").unlink()
    said = " ".join(outcome.out.split())
    assert outcome.status == 1
    assert "not shrunk: asked 5 more times, it did not decide" in said
    row, _ = shrunk(UNIQUE, FORGETFUL, "--json").rows
    ((name, reached),) = row["shrinking"].items()
    assert (row["shrunk"][name], reached["reached"], reached["refuted"]) == (
        row["puzzle"],
        "not refuted again",
        0,
    )


def test_a_list_is_shrunk_puzzle_by_puzzle(tmp_path, solver):
    file = written(tmp_path, UNIQUE, MULTIPLE)
    *rows, _ = invoke("crosscheck", file, "-e", "kernel", "-e", solver(CERTAIN), "--shrink", "--json").rows
    assert [list(row.get("shrunk", {})) for row in rows] == [[], list(rows[1]["refuted"])]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--tries", "5"], "--tries goes with --shrink"),
        (["--fewest-clues"], "--fewest-clues goes with --shrink"),
        (["--shrink", "--tries", "0"], "0 is too small: it is 1 or more"),
    ],
)
def test_options_that_make_no_sense_are_usage_errors(options, message):
    outcome = invoke("crosscheck", UNIQUE, *options)
    assert outcome.status == 2
    assert message in outcome.err


def test_the_help_names_the_default_number_of_tries():
    assert f"({DEFAULT_TRIES})" in invoke("crosscheck", "--help", columns=200).out
