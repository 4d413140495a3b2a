"""Verdicts by one engine: check, check_many, solve, count."""

import multiprocessing
from collections.abc import Iterator

import pytest

from sudocube import Grid, Puzzle, Verdict, check, check_many, count, crosscheck, solve
from sudocube.checking.one_by_one import answer_of
from sudocube.engines import engine
from sudocube.errors import (
    EngineError,
    FormatError,
    PuzzleError,
    UndecidedError,
    UnknownNameError,
    UnsupportedError,
)
from sudocube.formats import Entry, Style
from sudocube.geometry import Geometry
from sudocube.trusted import objection
from sudocube.verdict import Evidence
from tests.jobs.engines_that_lie import handing_on
from tests.puzzles import EXAMPLES

UNIQUE, NONE, THREE = "1... ..2. .3.. ...4", "1..1 .... .... ....", "12.. 34.. .... ...1"
NO_PUZZLE = ["", " \n", "1234", "....!...........", "...5............", "1" * 80, "1" * 82]
ENGINES = ["phases", "sat", "cpsat"]


@pytest.mark.parametrize("name", ENGINES)
def test_a_check_says_verdict_evidence_solutions_and_who_found_out(name):
    """All fields of the result."""
    checked = check(UNIQUE, engine=name)
    assert (checked.verdict, checked.evidence) == (Verdict.UNIQUE, Evidence.SEARCH)
    assert (checked.puzzle, checked.index, checked.source) == (Puzzle(UNIQUE), 1, "argument:1")
    assert checked.engine == engine(name).name
    assert [objection(grid.cells, Puzzle(UNIQUE).cells, 2, 2) for grid in checked.solutions] == [None]
    assert (checked.reason, checked.error) == (None, None)
    none = check(NONE, engine=name)
    assert (none.verdict, none.evidence, none.solutions) == (Verdict.NONE, Evidence.SEARCH, ())
    several = check(THREE, engine=name)
    assert (several.verdict, several.evidence) == (Verdict.MULTIPLE, Evidence.WITNESS)
    assert len(set(several.solutions)) == 2


def test_the_default_engine_knows_all_examples():
    """Of every size, with the box shape given."""
    puzzles = [Puzzle(cells, geometry) for _, cells, geometry, _ in EXAMPLES if len(cells) <= 144]
    expected = [number for _, cells, _, number in EXAMPLES if len(cells) <= 144]
    found = [check(puzzle).verdict for puzzle in puzzles]
    assert found == [(Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE)[number] for number in expected]


def test_a_puzzle_that_time_does_not_suffice_for_is_unknown():
    """With the reason, and no evidence."""
    checked = check("." * 81, engine="phases", timeout=1e-9)
    assert (checked.verdict, checked.evidence, checked.solutions) == (Verdict.UNKNOWN, None, ())
    assert checked.reason == "out of time after 1e-09 s"


@pytest.mark.parametrize("text", NO_PUZZLE)
@pytest.mark.parametrize("function", [check, solve, count, crosscheck])
def test_a_text_that_is_no_puzzle_is_an_error(function, text):
    """Where one puzzle is asked about."""
    with pytest.raises(PuzzleError):
        function(text)


@pytest.mark.parametrize("text", NO_PUZZLE)
def test_in_a_batch_what_is_no_puzzle_is_invalid_and_the_others_go_on(text):
    """In its place, with the error that says where."""
    before, invalid, after = check_many([UNIQUE, text, THREE], engine="phases")
    assert (before.verdict, after.verdict) == (Verdict.UNIQUE, Verdict.MULTIPLE)
    assert (before.index, invalid.index, after.index) == (1, 2, 3)
    assert (invalid.verdict, invalid.puzzle, invalid.evidence) == (Verdict.INVALID, None, None)
    assert (invalid.solutions, invalid.engine, invalid.source) == ((), None, "argument:2")
    assert isinstance(invalid.error, FormatError)


def test_a_batch_takes_puzzles_texts_and_entries():
    """Each keeps its source, or is the argument of that number."""
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


@pytest.mark.parametrize("jobs", [1, 2, None])
def test_a_batch_is_the_same_with_any_number_of_jobs(jobs):
    """In the same order."""
    batch = [UNIQUE, "", NONE, THREE] * 5
    verdicts = [Verdict.UNIQUE, Verdict.INVALID, Verdict.NONE, Verdict.MULTIPLE] * 5
    assert [one.verdict for one in check_many(batch, engine="phases", jobs=jobs)] == verdicts
    assert multiprocessing.active_children() == []


def test_a_batch_is_checked_as_it_is_read():
    """The first verdict is there before the last puzzle is."""
    read: list[str] = []

    def batch() -> Iterator[str]:
        for cells in (UNIQUE, NONE, THREE):
            read.append(cells)
            yield cells

    checked = check_many(batch(), engine="phases")
    assert next(checked).verdict is Verdict.UNIQUE
    assert len(read) == 1


def test_an_empty_batch_is_no_error():
    """It has no results."""
    assert list(check_many([])) == []


@pytest.mark.parametrize("name", ENGINES)
def test_solve_gives_a_solution_or_none(name):
    """One of them, if there are several."""
    unique, several = solve(UNIQUE, engine=name), solve(THREE, engine=name)
    assert isinstance(unique, Grid)
    assert isinstance(several, Grid)
    assert objection(unique.cells, Puzzle(UNIQUE).cells, 2, 2) is None
    assert objection(several.cells, Puzzle(THREE).cells, 2, 2) is None
    assert solve(NONE, engine=name) is None


def test_solve_never_says_none_for_what_it_has_not_decided():
    """It raises, with the reason."""
    with pytest.raises(UndecidedError, match="out of time after 1e-09 s"):
        solve("." * 81, engine="phases", timeout=1e-9)


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize(
    ("cells", "limit", "number", "exact"),
    [
        ("." * 16, 1000, 288, True),
        ("." * 16, 289, 288, True),
        ("." * 16, 288, 288, False),
        ("." * 16, 5, 5, False),
        (UNIQUE, 2, 1, True),
        (UNIQUE, 1, 1, False),
        (THREE, 1000, 3, True),
        (NONE, 1, 0, True),
    ],
)
def test_count_is_exact_below_the_limit_and_at_least_that_at_it(name, cells, limit, number, exact):
    """At the limit, the search ends without a look for more."""
    found = count(cells, limit=limit, engine=name)
    assert (found.number, found.exact) == (number, exact)


def test_count_stops_when_time_runs_out():
    """At least so many."""
    found = count("." * 81, engine="phases", timeout=1e-9)
    assert found.number < 10
    assert not found.exact


@pytest.mark.parametrize("function", [check, solve, count])
def test_an_unknown_engine_is_refused(function):
    """Before anything is asked."""
    with pytest.raises(UnknownNameError, match="unknown engine 'odd'"):
        function(UNIQUE, engine="odd")


def test_an_engine_that_goes_wrong_is_unknown_in_a_check_with_the_reason():
    """There is no evidence for anything."""
    (checked,) = check_many([UNIQUE], engine=handing_on("1" * 16))
    assert (checked.verdict, checked.evidence, checked.solutions) == (Verdict.UNKNOWN, None, ())
    assert "the referee refuses the solution 1111" in (checked.reason or "")


def test_an_engine_that_goes_wrong_is_an_error_where_an_answer_is_asked_for(monkeypatch):
    """It gives no count and no solution."""
    monkeypatch.setattr("sudocube.engines.registry.kept_engine", lambda name: handing_on("1" * 16))
    for function in (solve, count):
        with pytest.raises(EngineError, match="the referee refuses the solution 1111"):
            function("." * 16)


def test_every_solution_can_be_seen_as_it_is_found():
    """Each has passed the referee."""
    seen: list[Grid] = []
    answer = answer_of(Puzzle("." * 16), engine("phases"), limit=1000, on_result=seen.append)
    assert len(set(seen)) == answer.count == 288


def test_an_engine_that_keeps_no_time_counts_solutions_but_does_not_list_them():
    """It runs in a process that can be killed, which hands over no solutions."""
    lingeling, empty = engine("sat:@lingeling"), Puzzle("." * 16)
    with pytest.raises(UnsupportedError, match="cannot list solutions"):
        answer_of(empty, lingeling, limit=3, on_result=print)
    assert answer_of(empty, lingeling, limit=3).count == 3
    assert multiprocessing.active_children() == []


def test_check_leaves_no_worker_behind():
    """For an engine that always runs in one."""
    assert check(UNIQUE, engine="sat:@lingeling", timeout=60).verdict is Verdict.UNIQUE
    assert multiprocessing.active_children() == []


def test_a_box_shape_that_is_given_counts():
    """The same cells, other rules."""
    cells = ".......54......3.634...2.6........43"
    tall, wide = (check(Puzzle(cells, Geometry(*box)), engine="phases") for box in ((3, 2), (2, 3)))
    assert tall.verdict is Verdict.UNIQUE
    assert tall.solutions != wide.solutions
