"""What makes no sense is refused at once, and never taken for an answer of an engine."""

from math import inf, nan

import pytest

from sudocube import check, check_many, count, crosscheck, crosscheck_many
from sudocube.errors import PuzzleError, UnknownNameError, UnsupportedError
from sudocube.puzzle import Puzzle

TINY = "1... ..2. .3.. ...4"


@pytest.mark.parametrize("limit", [0, -1])
def test_a_limit_below_one_is_refused(limit):
    """It would mean no limit, and take forever on an empty grid."""
    with pytest.raises(ValueError, match="at least 1"):
        count(TINY, limit=limit)


@pytest.mark.parametrize("timeout", [0, -1.0, nan, inf])
@pytest.mark.parametrize("ask", [check, crosscheck, count])
def test_a_timeout_that_is_no_time_is_refused(ask, timeout):
    with pytest.raises(ValueError, match="a number above 0"):
        ask(TINY, timeout=timeout)


def test_a_timeout_that_is_a_text_is_the_callers_mistake_and_no_disagreement():
    with pytest.raises(TypeError):
        crosscheck(TINY, timeout="5")  # type: ignore[arg-type]


@pytest.mark.parametrize("jobs", [0, -1])
def test_fewer_than_one_job_is_refused(jobs):
    """No process would do the work."""
    with pytest.raises(ValueError, match="at least 1"):
        list(check_many([TINY], jobs=jobs))


@pytest.mark.parametrize(
    ("options", "error", "match"),
    [
        ({"engine": "odd"}, UnknownNameError, "unknown engine 'odd'"),
        ({"timeout": 0}, ValueError, "a number above 0"),
        ({"jobs": 0}, ValueError, "at least 1"),
    ],
)
def test_check_many_refuses_at_the_call(options, error, match):
    """Not at the first result, which may be asked for elsewhere and much later."""
    with pytest.raises(error, match=match):
        check_many([TINY], **options)


@pytest.mark.parametrize(
    ("options", "error", "match"),
    [
        ({"engines": ["phases", "odd"]}, UnknownNameError, "unknown engine 'odd'"),
        ({"engines": ["sat", "sat:extended"]}, UnsupportedError, "is named twice"),
        ({"timeout": 0}, ValueError, "a number above 0"),
        ({"jobs": 0}, ValueError, "at least 1"),
    ],
)
def test_crosscheck_many_refuses_at_the_call(options, error, match):
    """Not at the first result, which may be asked for elsewhere and much later."""
    with pytest.raises(error, match=match):
        crosscheck_many([TINY], **options)


def test_a_timeout_of_years_is_one(monkeypatch):
    """Also with workers, where the longest wait that the system allows is shorter."""
    results = check_many([TINY, TINY], engine="phases", timeout=1e12, jobs=2)
    assert [one.verdict for one in results] == ["unique", "unique"]


@pytest.mark.parametrize("ask", [check_many, crosscheck_many])
@pytest.mark.parametrize("single", [TINY, Puzzle(TINY)])
def test_a_single_puzzle_in_place_of_several_is_refused(ask, single):
    """At the call. A text would be taken apart, symbol by symbol."""
    with pytest.raises(TypeError, match="put a single one in a list"):
        ask(single)


def test_bytes_that_are_text_are_refused():
    """Bytes are digits."""
    text = b"1... ..2. .3.. ...4"
    with pytest.raises(PuzzleError, match="bytes that are text: a puzzle takes text, or digits as they are"):
        check(text)
    with pytest.raises(TypeError, match="a puzzle is a Puzzle"):
        list(check_many([text]))  # type: ignore[list-item]


@pytest.mark.parametrize("nothing", [None, 5])
def test_what_is_no_puzzle_in_any_form_is_refused(nothing):
    with pytest.raises(TypeError, match="a puzzle is a Puzzle"):
        check(nothing)
    with pytest.raises(TypeError, match="a puzzle is a Puzzle"):
        list(check_many([nothing]))
