"""A crosscheck that is told engine by engine: each result is sound, and the last is that of `crosscheck`."""

import pytest

from sudocube.engines import engine
from sudocube.engines.registry import as_engine
from sudocube.verdict import Evidence, Verdict
from sudocube.verdicts.crosschecking import crosscheck_growing
from tests.cli.command import HARD, PUZZLES, UNIQUE

NAMES = ["kernel", "sat", "sets"]


def grown(text, engines, **options):
    """All results for a text on the command line."""
    made = [as_engine(one, engine) for one in engines]
    return list(crosscheck_growing(text, engines=made, **options))


def test_each_result_has_one_answer_more_and_its_own_evidence():
    results = grown(UNIQUE, NAMES)
    names = ["kernel", "sat:extended@cadical153", "sets"]
    assert [list(one.answers) for one in results] == [names[:1], names[:2], names]
    assert [one.evidence for one in results] == [Evidence.SEARCH, Evidence.AGREEMENT, Evidence.AGREEMENT]


def test_an_engine_that_does_not_take_the_puzzle_says_so():
    first, last = grown(PUZZLES["2x2-unique"], ["kernel", "sat"])
    assert "kernel takes no puzzles of size 4" in first.answers["kernel"].reason
    assert last.verdict is Verdict.UNIQUE


def test_a_disagreement_is_open_until_the_last_engine_and_then_settled_by_a_proof():
    _, between, last = grown(HARD, ["sat", lambda cells: "multiple", "cpsat"])
    assert (between.verdict, between.agree, dict(between.refuted)) == (Verdict.UNKNOWN, False, {})
    assert (last.verdict, last.evidence, list(last.refuted)) == (Verdict.NONE, Evidence.PROOF, ["<lambda>()"])


@pytest.mark.parametrize("engines", [["kernel", "sat"], ["proof", "sat"]], ids=["not named", "named"])
def test_a_proof_that_is_asked_for_ends_the_crosscheck(engines):
    *_, last = grown(UNIQUE, engines, prove=True)
    assert last.evidence is Evidence.PROOF
    assert len(last.answers) == 2


def test_what_is_no_puzzle_has_one_result_and_bad_options_are_refused_at_the_call():
    [only] = grown(UNIQUE[:-1], NAMES)
    assert only.verdict is Verdict.INVALID
    assert "80" in str(only.error)
    with pytest.raises(ValueError, match="timeout"):
        crosscheck_growing(UNIQUE, engines=[engine("sat")], timeout=0)
