"""What several engines answered: the table, and which puzzles are shown."""

from sudocube.crosschecking import Crosschecked, compared
from sudocube.engines.outside_answers import GarbledAnswerError
from sudocube.puzzle import Grid, Puzzle
from sudocube.report.crosscheck_details import CrosscheckDetails
from sudocube.report.crosscheck_text import CrosscheckTally
from sudocube.verdict import Answer, Claim, Evidence, Verdict
from tests.cli.command import SOLUTION, UNIQUE

DECIDED = Answer.of_search([Grid(SOLUTION)], 1, exhausted=True, seconds=0.5)
UNDECIDED = Answer.unknown("out of time", seconds=1.0)
CRASHED = Answer.unknown("broke off: KeyError", faulty=True)
COUNTED = Answer(Verdict.UNIQUE, (), 1, exhausted=True, claims=Claim.COUNT)
SEVERAL = Answer(Verdict.MULTIPLE, (), 2)
WRONG = Answer.of_search([], 0, exhausted=True)


def result(**answers: Answer) -> Crosschecked:
    """What engines of these names answer for a puzzle with one solution."""
    return compared(1, "a.txt:1", Puzzle(UNIQUE), answers)


def test_the_table_counts_what_became_of_the_answers_of_each_engine():
    """Confirmed, refuted, undecided and failed, each with its causes; seconds and puzzles per second."""
    tally = CrosscheckTally(["one", "two", "three"])
    tally.add(result(one=DECIDED, two=UNDECIDED))
    tally.add(result(one=DECIDED, two=WRONG, three=DECIDED))
    tally.add(result(one=DECIDED, two=UNDECIDED, three=DECIDED))
    tally.add(result(one=DECIDED, two=CRASHED, three=COUNTED))
    heading, one, two, three, *causes = (line.plain for line in tally.table(80))
    assert heading.split() == ["engine", "confirmed", "refuted", "undecided", "failed", "seconds", "/s"]
    assert one.split() == ["one", "3", "0", "1", "0", "2.00", "2.0"]
    assert two.split() == ["two", "0", "1", "2", "1", "2.00", "2.0"]
    assert three.split() == ["three", "3", "0", "0", "0", "1.00", "3.0"]
    assert causes == [
        "one:",
        "  1 undecided: no other engine decided",
        "two:",
        "  1 refuted: a solution passed the referee",
        "  2 undecided: out of time",
        "  1 failed: broke off: KeyError",
    ]
    assert tally.verdicts == {Verdict.UNIQUE: 4}
    assert tally.evidence == {Evidence.SEARCH: 1, Evidence.AGREEMENT: 3}
    assert "".join(tally.in_words(2.0)) == "4 puzzles: 4 unique (1 disagreement, 2.00 s)"


def test_failures_that_differ_in_what_is_quoted_have_one_cause_with_an_example():
    """The most frequent causes are named, and the others counted."""
    tally = CrosscheckTally(["one", "two"])
    reasons = [str(GarbledAnswerError(f"{number}, I'd say; or more")) for number in range(8)]
    for number, word in enumerate("abcd"):
        reasons += [f"broke off: {word}; see there"] * (7 - number)
    for reason in reasons:
        tally.add(result(one=DECIDED, two=Answer.unknown(reason, faulty=True)))
    said = [line.plain for line in tally.table(80)]
    assert said[said.index("two:") + 1 :] == [
        '  8 failed: garbled, for example: it says "0, I\'d say; or more"',
        "  7 failed: broke off: a; see there",
        "  6 failed: broke off: b; see there",
        "  9 failed for other reasons",
    ]


def test_of_a_long_list_the_first_are_shown_and_the_others_counted():
    """Disagreements are not hidden by what else there is: as many are shown as of all others together."""
    details = CrosscheckDetails(1, 80)
    disagreement, none = result(one=DECIDED, two=SEVERAL), result(one=WRONG)
    results = [none, none, result(one=DECIDED, two=DECIDED), *[disagreement] * 3]
    shown = [line.plain for one in results for line in details.block(one)]
    assert [line for line in shown if "a.txt:1" in line] == [
        "a.txt:1  none (search)",
        "a.txt:1  the engines disagree",
    ]
    said = "".join(details.more_in_words())
    assert said == "not shown: 1 none, 2 disagreements (--details all shows them)"
