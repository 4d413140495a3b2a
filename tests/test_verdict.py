"""The verdict that a search justifies, and the evidence in a single answer."""

import pickle
from dataclasses import FrozenInstanceError

import pytest

from sudocube.puzzle import Grid
from sudocube.verdict import Answer, Evidence, Verdict

GRIDS = (Grid("1234341221434321"), Grid("2134431212433421"), Grid("1243342143122134"))


@pytest.mark.parametrize(
    ("count", "exhausted", "verdict", "evidence"),
    [
        (0, True, Verdict.NONE, Evidence.SEARCH),
        (1, True, Verdict.UNIQUE, Evidence.SEARCH),
        (2, True, Verdict.MULTIPLE, Evidence.WITNESS),
        (3, True, Verdict.MULTIPLE, Evidence.WITNESS),
        (0, False, Verdict.UNKNOWN, None),
        (1, False, Verdict.UNKNOWN, None),
        (2, False, Verdict.MULTIPLE, Evidence.WITNESS),
        (3, False, Verdict.MULTIPLE, Evidence.WITNESS),
    ],
)
def test_a_search_justifies_this_verdict_and_no_more(count, exhausted, verdict, evidence):
    """A search that was cut short is never `none` or `unique`; two solutions are enough for `multiple`."""
    answer = Answer.of_search(GRIDS[:count], count, exhausted=exhausted, seconds=0.5)
    assert answer == Answer(verdict, GRIDS[: min(count, 2)], count, exhausted, 0.5)
    assert answer.evidence is evidence


def test_an_answer_keeps_the_first_two_solutions_of_a_generator():
    """Two decide the verdict; the count says how many were found."""
    answer = Answer.of_search(iter(GRIDS), 3, exhausted=True, seconds=0.0)
    assert (answer.solutions, answer.count) == (GRIDS[:2], 3)


def test_a_solution_that_was_found_before_time_ran_out_is_kept():
    """`unknown` may still have solutions."""
    answer = Answer.of_search(GRIDS[:1], 1, exhausted=False, seconds=9.0)
    assert (answer.verdict, answer.solutions, answer.count) == (Verdict.UNKNOWN, GRIDS[:1], 1)


def test_three_verdicts_are_decided_and_two_are_not():
    """`unknown` and `invalid` are not decided."""
    decided = {verdict for verdict in Verdict if verdict.is_decided}
    assert decided == {Verdict.UNIQUE, Verdict.MULTIPLE, Verdict.NONE}
    assert set(Verdict) - decided == {Verdict.UNKNOWN, Verdict.INVALID}


@pytest.mark.parametrize(
    ("verdict", "evidence"),
    [
        (Verdict.UNIQUE, Evidence.SEARCH),
        (Verdict.NONE, Evidence.SEARCH),
        (Verdict.MULTIPLE, Evidence.WITNESS),
        (Verdict.UNKNOWN, None),
        (Verdict.INVALID, None),
    ],
)
def test_one_engine_alone_has_a_search_or_a_witness(verdict, evidence):
    """Agreement needs two engines and proof needs a checker: no single answer has them."""
    assert Answer(verdict, GRIDS[:2], 2).evidence is evidence


def test_verdicts_and_evidence_are_written_as_in_the_reports():
    """The JSON fields hold these words."""
    assert [str(verdict) for verdict in Verdict] == ["unique", "multiple", "none", "unknown", "invalid"]
    assert [str(evidence) for evidence in Evidence] == ["search", "agreement", "witness", "proof"]
    assert Verdict("none") is Verdict.NONE


def test_an_answer_of_a_verdict_alone_claims_nothing_else():
    """No solutions, no count, not exhausted, no reason, not faulty."""
    assert Answer(Verdict.UNKNOWN) == Answer(
        Verdict.UNKNOWN, solutions=(), count=0, exhausted=False, seconds=0.0, reason=None, faulty=False
    )


@pytest.mark.parametrize("faulty", [False, True])
def test_no_answer_has_a_reason_and_claims_nothing(faulty):
    """Being stuck or out of time is not a fault; a solution that the referee refused is."""
    answer = Answer.unknown("out of time", faulty=faulty, seconds=2.5)
    assert answer == Answer(Verdict.UNKNOWN, (), 0, False, 2.5, "out of time", faulty)
    assert answer.evidence is None


def test_an_engine_without_an_answer_has_not_gone_wrong_unless_said():
    """The time need not be measured."""
    assert Answer.unknown("stuck") == Answer(Verdict.UNKNOWN, reason="stuck")


def test_an_answer_cannot_be_changed():
    """It is a value."""
    with pytest.raises(FrozenInstanceError):
        Answer(Verdict.UNKNOWN).verdict = Verdict.NONE  # type: ignore[misc]


def test_an_answer_survives_pickling():
    """Workers send it from one process to another."""
    answer = Answer(Verdict.UNKNOWN, GRIDS[:1], 1, False, 1.5, "the worker died", True)
    assert pickle.loads(pickle.dumps(answer)) == answer
