"""Verdicts that several engines reach independently, compared."""

from itertools import permutations

import pytest

from sudocube import Crosschecked, Puzzle, Verdict, crosscheck, crosscheck_many
from sudocube.crosschecking import compared, made_engines
from sudocube.engines import DEFAULT_ENGINES, engine
from sudocube.errors import UnknownNameError, UnsupportedError
from sudocube.puzzle import Grid
from sudocube.verdict import Answer, Evidence
from tests.jobs.engines_that_lie import handing_on, showing

PUZZLE = Puzzle("." * 16)
A, B, C = (Grid(cells) for cells in ("1234341221434321", "1234341243212143", "2134431212433421"))

UNIQUE_A = Answer(Verdict.UNIQUE, (A,), 1, True)
UNIQUE_B = Answer(Verdict.UNIQUE, (B,), 1, True)
MULTIPLE_AB = Answer(Verdict.MULTIPLE, (A, B), 2, False)
MULTIPLE_BC = Answer(Verdict.MULTIPLE, (B, C), 2, False)
NONE = Answer(Verdict.NONE, (), 0, True)
UNKNOWN = Answer.unknown("out of time")
UNKNOWN_A = Answer(Verdict.UNKNOWN, (A,), 1, False, reason="out of time")
REFUTED = Answer.unknown("the referee refuses it", faulty=True, refuted=True)
CRASHED = Answer.unknown("ended by signal 9", faulty=True)

SEARCH, AGREEMENT, WITNESS = Evidence.SEARCH, Evidence.AGREEMENT, Evidence.WITNESS

AGREED = [
    # what the engines say, verdict, evidence, how many decided
    ([UNIQUE_A, UNIQUE_A, UNIQUE_A], Verdict.UNIQUE, AGREEMENT, 3),
    ([UNIQUE_A, UNIQUE_A, UNKNOWN], Verdict.UNIQUE, AGREEMENT, 2),
    ([UNIQUE_A, UNKNOWN, UNKNOWN], Verdict.UNIQUE, SEARCH, 1),
    ([UNIQUE_A, UNKNOWN_A], Verdict.UNIQUE, SEARCH, 1),
    ([UNIQUE_B, UNKNOWN_A], Verdict.UNIQUE, SEARCH, 1),
    ([UNIQUE_A], Verdict.UNIQUE, SEARCH, 1),
    ([NONE, NONE], Verdict.NONE, AGREEMENT, 2),
    ([NONE, UNKNOWN], Verdict.NONE, SEARCH, 1),
    ([NONE, UNKNOWN_A], Verdict.NONE, SEARCH, 1),
    ([MULTIPLE_AB, MULTIPLE_AB], Verdict.MULTIPLE, WITNESS, 2),
    ([MULTIPLE_AB, UNKNOWN], Verdict.MULTIPLE, WITNESS, 1),
    ([MULTIPLE_AB], Verdict.MULTIPLE, WITNESS, 1),
    ([UNKNOWN, UNKNOWN], Verdict.UNKNOWN, None, 0),
    ([UNKNOWN, UNKNOWN_A], Verdict.UNKNOWN, None, 0),
    ([UNKNOWN], Verdict.UNKNOWN, None, 0),
    ([UNIQUE_A, UNIQUE_A, CRASHED], Verdict.UNIQUE, AGREEMENT, 2),
    ([NONE, CRASHED], Verdict.NONE, SEARCH, 1),
    ([MULTIPLE_AB, CRASHED], Verdict.MULTIPLE, WITNESS, 1),
    ([UNKNOWN, CRASHED], Verdict.UNKNOWN, None, 0),
    ([CRASHED], Verdict.UNKNOWN, None, 0),
]

DISAGREEING = [
    # what the engines say, the numbers of those that disagree with another one, or are refuted
    ([UNIQUE_A, NONE], {0, 1}),
    ([UNIQUE_A, MULTIPLE_AB], {0, 1}),
    ([MULTIPLE_AB, NONE], {0, 1}),
    ([UNIQUE_A, UNIQUE_B], {0, 1}),
    ([UNIQUE_A, UNIQUE_A, UNIQUE_B], {0, 1, 2}),
    ([UNIQUE_A, UNIQUE_A, NONE], {0, 1, 2}),
    ([UNIQUE_A, NONE, UNKNOWN], {0, 1}),
    ([UNIQUE_A, UNIQUE_A, REFUTED], {2}),
    ([NONE, REFUTED], {1}),
    ([MULTIPLE_AB, REFUTED], {1}),
    ([UNKNOWN, REFUTED], {1}),
    ([REFUTED], {0}),
]


def together(answers: list[Answer]) -> Crosschecked:
    """The answers of engines 0, 1, 2 …, compared."""
    return compared(4, "mine.txt:4", PUZZLE, {str(number): answer for number, answer in enumerate(answers)})


@pytest.mark.parametrize(("answers", "verdict", "evidence", "decided"), AGREED)
def test_without_a_disagreement_the_decided_answers_give_the_verdict(answers, verdict, evidence, decided):
    """In whatever order they come; `unknown` and a crash take nothing away and add nothing."""
    for order in permutations(answers):
        crosschecked = together(list(order))
        assert (crosschecked.verdict, crosschecked.evidence) == (verdict, evidence)
        assert crosschecked.agree
        assert crosschecked.decided_by == decided
        assert not any(crosschecked.dissents(name) for name in crosschecked.answers)
        expected = next((answer.solutions for answer in order if answer.verdict.is_decided), ())
        assert crosschecked.solutions == expected


@pytest.mark.parametrize(("answers", "dissenting"), DISAGREEING)
def test_a_disagreement_leaves_the_verdict_unknown(answers, dissenting):
    """Two decided verdicts, or two solutions of a unique puzzle; a refuted engine disagrees with all."""
    for order in permutations(range(len(answers))):
        crosschecked = together([answers[number] for number in order])
        assert (crosschecked.verdict, crosschecked.evidence) == (Verdict.UNKNOWN, None)
        assert (crosschecked.agree, crosschecked.solutions) == (False, ())
        found = {order[number] for number in range(len(order)) if crosschecked.dissents(str(number))}
        assert found == dissenting


def test_witnesses_may_be_others():
    """Two of many solutions, whichever an engine finds first."""
    crosschecked = together([MULTIPLE_AB, MULTIPLE_BC])
    assert (crosschecked.verdict, crosschecked.agree) == (Verdict.MULTIPLE, True)
    assert crosschecked.solutions == (A, B)


def test_what_is_compared_is_kept():
    """Each engine's own answer, by its name; index and source as they were."""
    crosschecked = together([UNIQUE_A, UNKNOWN])
    assert crosschecked.answers == {"0": UNIQUE_A, "1": UNKNOWN}
    assert (crosschecked.index, crosschecked.source, crosschecked.puzzle) == (4, "mine.txt:4", PUZZLE)


@pytest.mark.parametrize(
    ("cells", "verdict", "evidence"),
    [
        ("1... ..2. .3.. ...4", Verdict.UNIQUE, AGREEMENT),
        ("12345678." + "." * 72, Verdict.MULTIPLE, WITNESS),
        ("11......." + "." * 72, Verdict.NONE, AGREEMENT),
        ("1..1 .... .... ....", Verdict.NONE, AGREEMENT),
        ("12.. 34.. .... ...1", Verdict.MULTIPLE, WITNESS),
    ],
)
def test_the_default_engines_agree(cells, verdict, evidence):
    """All of them that support the puzzle, by their full names."""
    crosschecked = crosscheck(cells)
    assert (crosschecked.verdict, crosschecked.evidence, crosschecked.agree) == (verdict, evidence, True)
    names = [engine(name).name for name in DEFAULT_ENGINES]
    asked = names if Puzzle(cells).geometry.size == 9 else names[:-1]
    assert (names[-1], list(crosschecked.answers)) == ("kernel", asked)
    assert crosschecked.decided_by == len(asked)


def test_one_engine_alone_agrees_with_nobody():
    """Its search is all the evidence."""
    assert crosscheck("1... ..2. .3.. ...4", engines=["phases"]).evidence is SEARCH


def test_engines_that_run_out_of_time_leave_the_verdict_to_the_others():
    """None of them disagrees."""
    crosschecked = crosscheck("." * 81, engines=["phases", "cpsat"], timeout=1e-9)
    assert (crosschecked.verdict, crosschecked.evidence, crosschecked.agree) == (Verdict.UNKNOWN, None, True)
    assert crosschecked.decided_by == 0


@pytest.mark.parametrize(
    "names",
    [
        ["phases", "phases"],
        ["sat", "sat:extended"],
        ["sat", "phases", "sat:@cadical153"],
        ["sat:minimal", "sat:cnf/minimal@cadical153"],
        ["cpsat", "cpsat:cube"],
    ],
)
def test_an_engine_cannot_confirm_itself_under_another_name(names):
    """It would agree with every mistake of its own."""
    for ask in (lambda: crosscheck("." * 16, engines=names), lambda: made_engines(names)):
        with pytest.raises(UnsupportedError, match="is named twice; it cannot confirm itself"):
            ask()


def test_an_unknown_engine_is_refused():
    """Before anything is asked."""
    with pytest.raises(UnknownNameError, match="unknown engine 'odd'"):
        crosscheck("." * 16, engines=["phases", "odd"])


@pytest.mark.parametrize("jobs", [1, 2])
def test_in_a_batch_what_is_no_puzzle_is_invalid_and_the_others_go_on(jobs):
    """In its place, with the error, and no engine asked; an empty text too."""
    batch = ["1... ..2. .3.. ...4", "", "1" * 82, "1..1 .... .... ...."]
    given = list(crosscheck_many(batch, engines=["phases", "sat"], jobs=jobs))
    assert [one.verdict for one in given] == [Verdict.UNIQUE, Verdict.INVALID, Verdict.INVALID, Verdict.NONE]
    assert [one.index for one in given] == [1, 2, 3, 4]
    for invalid in given[1:3]:
        assert (invalid.puzzle, invalid.evidence, invalid.answers, invalid.agree) == (None, None, {}, True)
        assert invalid.error is not None


def test_an_engine_that_lies_is_found_out():
    """By the referee, or by the other engines if its grid is valid."""
    cells = "1... ..2. .3.. ...4"
    bad, other = "1" * 16, handing_on()
    (refused,) = crosscheck_many([cells], engines=["phases", handing_on(bad)])
    assert (refused.agree, refused.verdict) == (False, Verdict.UNKNOWN)
    assert refused.dissents("fake")
    (says_none,) = crosscheck_many([cells], engines=["phases", other])
    assert (says_none.agree, says_none.verdict) == (False, Verdict.UNKNOWN)
    (both,) = crosscheck_many(["." * 16], engines=["phases", showing(Verdict.UNIQUE, str(A))])
    assert not both.agree
