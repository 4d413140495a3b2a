"""Verdicts by one engine: check, check_many, solve, count; and what makes no sense is refused at the call."""

from collections.abc import Callable
from math import inf, nan
from typing import Any

import pytest

from sudocube import Grid, Puzzle, Verdict, check, check_many, count, crosscheck, crosscheck_many, solve
from sudocube.engines import engine
from sudocube.errors import (
    EngineError,
    FormatError,
    PuzzleError,
    UndecidedError,
    UnknownNameError,
    UnsupportedError,
)
from sudocube.rows import Entry, Style
from sudocube.trusted import objection
from sudocube.verdict import Evidence
from tests.engines.engines_that_lie import handing_on
from tests.puzzles import EXAMPLES

UNIQUE, NONE, THREE = "1... ..2. .3.. ...4", "1..1 .... .... ....", "12.. 34.. .... ...1"


@pytest.mark.parametrize("name", ["phases", "sat"])
def test_a_check_says_verdict_evidence_solutions_and_who_found_out(name):
    checked = check(UNIQUE, engine=name)
    assert (checked.verdict, checked.evidence) == (Verdict.UNIQUE, Evidence.SEARCH)
    assert (checked.puzzle, checked.index, checked.source) == (Puzzle(UNIQUE), 1, "argument:1")
    assert checked.engine == engine(name).name
    assert [objection(grid.cells, Puzzle(UNIQUE).cells, 2, 2) for grid in checked.solutions] == [None]
    assert (checked.reason, checked.error, checked.count, checked.exhausted) == (None, None, 1, True)
    assert (checked.stored, checked.stored_fault) == (None, None)
    none = check(NONE, engine=name)
    assert (none.verdict, none.evidence, none.solutions) == (Verdict.NONE, Evidence.SEARCH, ())
    several = check(THREE, engine=name)
    assert (several.verdict, several.evidence) == (Verdict.MULTIPLE, Evidence.WITNESS)
    assert (len(set(several.solutions)), several.count, several.exhausted) == (2, 2, False)


def test_the_default_engine_knows_all_examples():
    for name, cells, geometry, number in EXAMPLES:
        if len(cells) <= 144:
            expected = (Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE)[number]
            assert check(Puzzle(cells, geometry)).verdict is expected, name


def test_what_time_does_not_suffice_for_is_never_decided():
    checked = check("." * 81, engine="phases", timeout=1e-9)
    assert (checked.verdict, checked.evidence, checked.solutions) == (Verdict.UNKNOWN, None, ())
    assert checked.reason == "out of time after 1e-09 s"
    with pytest.raises(UndecidedError, match="out of time after 1e-09 s"):
        solve("." * 81, engine="phases", timeout=1e-9)
    found = count("." * 81, engine="phases", timeout=1e-9)
    assert (found.number < 10, found.exact) == (True, False)


@pytest.mark.parametrize("text", ["", "1234", "....!...........", "1" * 82])
def test_a_text_that_is_no_puzzle_is_an_error_and_in_a_batch_invalid(text):
    for function in (check, solve, count, crosscheck):
        with pytest.raises(PuzzleError):
            function(text)
    before, invalid, after = check_many([UNIQUE, text, THREE], engine="phases")
    assert (before.verdict, invalid.index, after.verdict) == (Verdict.UNIQUE, 2, Verdict.MULTIPLE)
    assert (invalid.verdict, invalid.puzzle, invalid.evidence) == (Verdict.INVALID, None, None)
    assert (invalid.solutions, invalid.engine, invalid.source) == ((), None, "argument:2")
    assert isinstance(invalid.error, FormatError)


def test_a_batch_takes_puzzles_texts_and_entries():
    error = FormatError("mine.txt", 9, 3, found="'?'", expected="a digit")
    batch: list[Puzzle | str | Entry] = [
        Puzzle(UNIQUE),
        THREE,
        Entry("mine.txt:7", Puzzle(NONE), None, Style()),
        Entry("mine.txt:9", None, error, Style()),
    ]
    found = [(one.index, one.source, one.verdict, one.error) for one in check_many(batch, engine="phases")]
    assert found == [
        (1, "argument:1", Verdict.UNIQUE, None),
        (2, "argument:2", Verdict.MULTIPLE, None),
        (3, "mine.txt:7", Verdict.NONE, None),
        (4, "mine.txt:9", Verdict.INVALID, error),
    ]
    assert list(check_many([])) == []


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_a_batch_is_the_same_with_any_number_of_jobs(jobs):
    """In the same order; a timeout of years is one, also where the system's longest wait is shorter."""
    batch = [UNIQUE, "", NONE, THREE] * 5
    verdicts = [Verdict.UNIQUE, Verdict.INVALID, Verdict.NONE, Verdict.MULTIPLE] * 5
    asked: list[str] = []

    def noted(cells: str) -> str:
        asked.append(cells)
        return cells

    checked = check_many(map(noted, batch), engine="phases", jobs=jobs, timeout=1e12)
    found = [next(checked).verdict]
    assert len(asked) == 1 or jobs > 1  # it is checked as it is read
    assert [*found, *(one.verdict for one in checked)] == verdicts


def test_solve_gives_a_solution_or_none():
    for cells in (UNIQUE, THREE):
        grid = solve(cells)
        assert isinstance(grid, Grid)
        assert objection(grid.cells, Puzzle(cells).cells, 2, 2) is None
    assert solve(NONE) is None
    with pytest.raises(UndecidedError, match=r"^<lambda>\(\) says multiple, and shows no solution$"):
        solve(THREE, engine=lambda cells: "multiple")


@pytest.mark.parametrize(
    ("cells", "limit", "number", "exact"),
    [
        ("." * 16, 289, 288, True),
        ("." * 16, 288, 288, False),
        (UNIQUE, 2, 1, True),
        (UNIQUE, 1, 1, False),
        (THREE, 1000, 3, True),
        (NONE, 1, 0, True),
    ],
)
def test_count_is_exact_below_the_limit_and_at_least_that_at_it(cells, limit, number, exact):
    for name in ("phases", "sat"):
        found = count(cells, limit=limit, engine=name)
        assert (found.number, found.exact) == (number, exact), name


def test_an_engine_that_goes_wrong_gives_no_verdict_no_count_and_no_solution(monkeypatch):
    """There is no evidence for anything; the reason says what the referee refused."""
    (checked,) = check_many([UNIQUE], engine=handing_on("1" * 16))
    assert (checked.verdict, checked.evidence, checked.solutions) == (Verdict.UNKNOWN, None, ())
    assert "the referee refuses the solution 1111" in (checked.reason or "")
    monkeypatch.setattr("sudocube.engines.registry.kept_engine", lambda name: handing_on("1" * 16))
    for function in (solve, count):
        with pytest.raises(EngineError, match="the referee refuses the solution 1111"):
            function("." * 16)


@pytest.mark.parametrize(
    ("options", "error", "match"),
    [
        ({"engine": "odd", "engines": ["phases", "odd"]}, UnknownNameError, "unknown engine 'odd'"),
        ({"engines": ["sat", "sat:extended"]}, UnsupportedError, "is named twice"),
        *(({"timeout": one}, ValueError, "a number above 0") for one in (0, -1.0, nan, inf)),
        ({"timeout": "5"}, TypeError, "timeout"),
        ({"jobs": 0}, ValueError, "at least 1"),
        ({"limit": 0}, ValueError, "at least 1"),
    ],
)
def test_what_makes_no_sense_is_refused_at_the_call(options, error, match):
    """Not at the first result, which may be asked for elsewhere; and it is no answer of an engine."""
    takes: dict[Callable[..., object], list[str]] = {
        check: ["engine", "timeout"],
        count: ["engine", "timeout", "limit"],
        solve: ["engine", "timeout"],
        crosscheck: ["engines", "timeout"],
        check_many: ["engine", "timeout", "jobs"],
        crosscheck_many: ["engines", "timeout", "jobs"],
    }
    for function, names in takes.items():
        if given := {name: options[name] for name in names if name in options}:
            with pytest.raises(error, match=match):
                function([UNIQUE] if "jobs" in names else UNIQUE, **given)


def test_what_is_no_puzzle_in_any_form_is_refused():
    """A text in place of a list would be taken apart, symbol by symbol; bytes are digits."""
    single: Any
    for single in (UNIQUE, Puzzle(UNIQUE)):
        for ask in (check_many, crosscheck_many):
            with pytest.raises(TypeError, match="put a single one in a list"):
                ask(single)
    nothing: Any
    for nothing in (None, 5):
        with pytest.raises(TypeError, match="a puzzle is a Puzzle"):
            check(nothing)
        with pytest.raises(TypeError, match="a puzzle is a Puzzle"):
            list(check_many([nothing]))
    with pytest.raises(PuzzleError, match="bytes that are text: a puzzle takes text, or digits as they are"):
        check(UNIQUE.encode())
