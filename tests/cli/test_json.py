"""--json: one object per line, with the fields that are promised, in their order."""

from typing import Any

import pytest

from sudocube.puzzle import Grid, Puzzle
from sudocube.trusted import objection
from tests.cli.command import HARD, MULTIPLE, NONE, PUZZLES, SOLUTION, UNIQUE, invoke, written

SUMMARY = [
    "puzzles", "unique", "multiple", "none", "unknown", "invalid", "disagreements", "engines", "seconds",
]  # fmt: skip
INVALID = {
    "index": 4,
    "source": "{file}:4",
    "verdict": "invalid",
    "error": "{file}:4: found 80 symbols; expected 81 (a 9×9 puzzle)",
}


@pytest.fixture
def batch(tmp_path):
    return written(tmp_path, UNIQUE, MULTIPLE, NONE, UNIQUE[:-1])


def without_seconds(row: dict[str, Any]) -> dict[str, Any]:
    """The row without its times, which are never the same; they are checked first."""
    row = dict(row)
    seconds = row.pop("seconds")
    assert isinstance(seconds, float)
    assert seconds >= 0
    return row


def invalid_row(batch) -> dict[str, Any]:
    return {
        key: value.format(file=batch) if isinstance(value, str) else value for key, value in INVALID.items()
    }


def assert_two_solutions(row: dict[str, Any]) -> None:
    """The solutions of the ambiguous puzzle: two, different, both passed by the referee."""
    first, second = map(Grid, row["solutions"])
    assert first != second
    for grid in (first, second):
        assert objection(grid.cells, Puzzle(MULTIPLE).cells, 3, 3) is None


def test_check_gives_a_row_per_puzzle_and_a_summary(batch):
    unique, multiple, none, invalid, last = invoke("check", batch, "--engine", "phases", "--json").rows
    fields = ["index", "source", "puzzle", "box", "verdict", "solutions", "engine", "evidence", "seconds"]
    assert [list(row) for row in (unique, multiple, none)] == [fields] * 3
    assert without_seconds(unique) == {
        "index": 1,
        "source": f"{batch}:1",
        "puzzle": UNIQUE,
        "box": "3x3",
        "verdict": "unique",
        "solutions": [SOLUTION],
        "engine": "phases",
        "evidence": "search",
    }
    assert (multiple["verdict"], multiple["evidence"]) == ("multiple", "witness")
    assert_two_solutions(multiple)
    assert (none["verdict"], none["evidence"], none["solutions"]) == ("none", "search", [])
    assert invalid == invalid_row(batch)
    assert list(invalid) == list(INVALID)
    assert list(last) == ["summary"]
    assert list(last["summary"]) == SUMMARY
    assert without_seconds(last["summary"]) == {
        "puzzles": 4,
        "unique": 1,
        "multiple": 1,
        "none": 1,
        "unknown": 0,
        "invalid": 1,
        "disagreements": 0,
        "engines": ["phases"],
    }


def test_check_says_why_a_verdict_is_unknown():
    """Only then there is a `reason`, and evidence is null."""
    row, _ = invoke("check", HARD, "--engine", "phases", "--timeout", "0.1", "--json").rows
    assert list(row) == [
        "index", "source", "puzzle", "box", "verdict", "solutions", "engine", "evidence", "seconds", "reason",
    ]  # fmt: skip
    assert (row["verdict"], row["evidence"], row["solutions"]) == ("unknown", None, [])
    assert row["reason"] == "out of time after 0.1 s"


ALL_CONFIRMED = {"confirmed": 3, "refuted": 0, "undecided": 0, "failed": 0}


def test_crosscheck_gives_what_each_engine_said(batch):
    unique, multiple, none, invalid, last = invoke(
        "crosscheck", batch, "--engines", "phases,sat", "--json"
    ).rows
    fields = ["index", "source", "puzzle", "box", "verdict", "evidence", "agree", "solutions", "refuted"]
    assert [list(row) for row in (unique, multiple, none)] == [[*fields, "engines"]] * 3
    engines = unique.pop("engines")
    assert unique == {
        "index": 1,
        "source": f"{batch}:1",
        "puzzle": UNIQUE,
        "box": "3x3",
        "verdict": "unique",
        "evidence": "agreement",
        "agree": True,
        "solutions": [SOLUTION],
        "refuted": {},
    }
    assert list(engines) == ["phases", "sat:extended@cadical153"]
    for said in engines.values():
        assert list(said) == ["verdict", "claims", "solutions", "seconds"]
        assert without_seconds(said) == {"verdict": "unique", "claims": "verdict", "solutions": [SOLUTION]}
    assert (multiple["verdict"], multiple["evidence"], multiple["agree"]) == ("multiple", "witness", True)
    assert_two_solutions(multiple)
    assert (none["verdict"], none["evidence"], none["solutions"]) == ("none", "agreement", [])
    assert invalid == invalid_row(batch)
    assert without_seconds(last["summary"]) == {
        "puzzles": 4,
        "unique": 1,
        "multiple": 1,
        "none": 1,
        "unknown": 0,
        "invalid": 1,
        "disagreements": 0,
        "engines": ["phases", "sat:extended@cadical153"],
        "by_engine": dict.fromkeys(["phases", "sat:extended@cadical153"], ALL_CONFIRMED),
    }
    assert list(last["summary"]) == [*SUMMARY, "by_engine"]


def test_solve_gives_the_solutions(batch):
    unique, multiple, none, invalid = invoke("solve", batch, "--engine", "phases", "--json").rows
    assert unique == {
        "index": 1,
        "source": f"{batch}:1",
        "puzzle": UNIQUE,
        "box": "3x3",
        "solutions": [SOLUTION],
    }
    assert list(unique) == ["index", "source", "puzzle", "box", "solutions"]
    assert len(multiple["solutions"]) == 1
    assert none == {"index": 3, "source": f"{batch}:3", "puzzle": NONE, "box": "3x3", "solutions": []}
    assert invalid == invalid_row(batch)


def test_solve_gives_all_solutions_where_they_are_asked_for():
    [row] = invoke("solve", MULTIPLE, "--engine", "phases", "--all", "--json").rows
    assert list(row) == ["index", "source", "puzzle", "box", "solutions"]
    assert_two_solutions(row)


def test_solve_tells_no_solution_from_none_found_in_time():
    [row] = invoke("solve", HARD, "--engine", "phases", "--timeout", "0.1", "--json").rows
    assert row == {
        "index": 1,
        "source": "argument:1",
        "puzzle": HARD,
        "box": "4x4",
        "solutions": [],
        "reason": "out of time after 0.1 s",
    }


def test_count_gives_numbers(batch):
    unique, multiple, none, invalid = invoke("count", batch, "--engine", "phases", "--json").rows
    assert unique == {
        "index": 1,
        "source": f"{batch}:1",
        "puzzle": UNIQUE,
        "box": "3x3",
        "count": 1,
        "exact": True,
    }
    assert list(unique) == ["index", "source", "puzzle", "box", "count", "exact"]
    assert (multiple["count"], multiple["exact"]) == (2, True)
    assert (none["count"], none["exact"]) == (0, True)
    assert invalid == invalid_row(batch)


def test_count_is_not_exact_at_the_limit():
    empty = PUZZLES["2x2-empty-288-solutions"]
    [row] = invoke("count", empty, "--engine", "phases", "--limit", "100", "--json").rows
    assert row == {
        "index": 1,
        "source": "argument:1",
        "puzzle": empty,
        "box": "2x2",
        "count": 100,
        "exact": False,
    }
    [row] = invoke("count", empty, "--engine", "phases", "--json").rows
    assert (row["count"], row["exact"]) == (288, True)


@pytest.mark.parametrize("name", ["check", "crosscheck", "solve", "count"])
def test_index_counts_over_the_whole_run_and_source_says_where(name, tmp_path):
    first = written(tmp_path, UNIQUE, "# said by the way", MULTIPLE, name="first.txt")
    second = written(tmp_path, NONE, name="second.txt")
    engine = ["--engines", "phases,cube"] if name == "crosscheck" else ["--engine", "phases"]
    outcome = invoke(name, first, "-", UNIQUE, second, MULTIPLE, *engine, "--json", stdin=f"\n{NONE}\n")
    rows = [(row["index"], row["source"]) for row in outcome.rows if "summary" not in row]
    assert rows == [
        (1, f"{first}:1"),
        (2, f"{first}:3"),
        (3, "-:2"),
        (4, "argument:3"),
        (5, f"{second}:1"),
        (6, "argument:5"),
    ]


def test_cells_are_digits_then_letters_and_dots():
    small = "_1__" + "*" * 4 + "00x-" + "X.2."
    sixteen = PUZZLES["4x4-unique"]
    first, second = invoke("count", small, sixteen.lower(), "--engine", "sat", "--limit", "1", "--json").rows
    assert first["puzzle"] == ".1............2."
    assert second["puzzle"] == sixteen


def test_engines_gives_a_row_per_family():
    rows = invoke("engines", "--json").rows
    assert [row["name"] for row in rows][:1] == ["phases"]
    [sat] = [row for row in rows if row["name"] == "sat"]
    assert list(sat) == [
        "name", "default", "summary", "installed", "install", "variants", "complete", "enumerates",
        "supports_timeout", "proves", "sizes",
    ]  # fmt: skip
    assert sat["default"] == "sat:extended@cadical153"
    assert (sat["installed"], sat["install"], sat["complete"]) == (True, None, True)
    assert "extended" in sat["variants"]["encodings"]
    assert "cadical153" in sat["variants"]["solvers"]
    assert sat["sizes"] == [4, 6, 8, 9, 10, 12, 15, 16, 20, 25]


def test_engines_says_of_each_method_whether_it_decides_every_puzzle():
    rows = {row["name"]: row for row in invoke("engines", "--json").rows}
    assert rows["possibles"]["complete"] is False
    assert rows["possibles"]["complete_methods"] == {"magic": True, "odometer": True, "odometer@ROWS": False}
    assert rows["cube"]["complete"] is True
    assert rows["cube"]["variants"] == {"methods": ["propagate", "boxes", "propagate-boxes"]}
    assert rows["cube"]["complete_methods"] == {"propagate": False, "boxes": True, "propagate-boxes": False}
    assert [name for name, row in rows.items() if "complete_methods" in row] == ["possibles", "cube"]
