"""What several engines answered: the table, and which puzzles are shown."""

import pytest

from sudocube.crosschecking import Crosschecked, compared
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


@pytest.mark.parametrize(
    ("answers", "is_shown"),
    [
        ({"one": DECIDED}, False),
        ({"one": DECIDED, "two": DECIDED}, False),
        ({"one": DECIDED, "two": UNDECIDED}, True),
        ({"one": DECIDED, "two": WRONG}, True),
        ({"one": UNDECIDED}, True),
        ({"one": WRONG}, True),
    ],
)
def test_a_puzzle_is_shown_unless_it_is_unique_and_agreed_upon(answers, is_shown):
    """An engine alone has nobody to agree with."""
    assert bool(CrosscheckDetails(None, 80).block(result(**answers))) is is_shown


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


def test_disagreements_that_nothing_settles_are_counted():
    tally = CrosscheckTally(["one", "two"])
    tally.add(result(one=DECIDED, two=SEVERAL))
    tally.add(result(one=DECIDED, two=WRONG))
    assert "".join(tally.in_words(2.0)) == (
        "2 puzzles: 1 unique, 1 unknown (2 disagreements, 1 of them open, 2.00 s)"
    )
    said = [line.plain for line in tally.table(80)][3:]
    assert said[:2] == ["one:", "  1 undecided: the engines disagree"]


def test_the_most_frequent_causes_are_named_and_the_others_counted():
    tally = CrosscheckTally(["one", "two"])
    for number, word in enumerate("abcdef"):
        for _ in range(7 - number):
            tally.add(result(one=DECIDED, two=Answer.unknown(f"broke off: {word}; see there", faulty=True)))
    said = [line.plain for line in tally.table(80)]
    assert said[said.index("two:") + 1 :] == [
        "  7 failed: broke off: a",
        "  6 failed: broke off: b",
        "  5 failed: broke off: c",
        "  9 failed for other reasons",
    ]


def test_an_engine_that_was_never_asked_is_shown_where_it_was_named():
    """By default only the engines that take a puzzle of the batch."""
    for show_all, names in ((True, ["one", "two"]), (False, ["one"])):
        tally = CrosscheckTally(["one", "two"], show_all=show_all)
        assert list(tally.shown()) == ["one", "two"]  # of no puzzle yet
        tally.add(result(one=DECIDED))
        assert list(tally.shown()) == names


@pytest.mark.parametrize(("width", "widest", "lines"), [(80, 73, 3), (72, 67, 3), (67, 67, 3), (66, 66, 4)])
def test_for_a_narrow_terminal_the_columns_come_closer(width, widest, lines):
    """Then a long name has a text line of its own."""
    name = "sat:minimal@glucose4"
    tally = CrosscheckTally([name, "phases"])
    tally.add(result(**{name: DECIDED, "phases": DECIDED}))
    table = [line.plain for line in tally.table(width)]
    assert len(table) == lines
    assert len(table[0]) == len(table[-1]) == widest
    assert table[-1].endswith(" 2.0")


def several(details: CrosscheckDetails, *results: Crosschecked) -> list[str]:
    """The blocks of several puzzles, one below the other."""
    return [line.plain for one in results for line in details.block(one)]


def test_of_a_long_list_the_first_are_shown_and_the_others_counted():
    """By their verdicts; what is unique and agreed upon is not worth a line."""
    details = CrosscheckDetails(2, 80)
    none = result(one=WRONG)
    shown = several(details, *[none] * 5, result(one=DECIDED, two=DECIDED), result(one=UNDECIDED))
    assert [line for line in shown if "a.txt:1" in line] == ["a.txt:1  none (search)"] * 2
    assert "".join(details.more_in_words()) == "not shown: 3 none, 1 unknown (--details all shows them)"


def test_disagreements_are_not_hidden_by_what_else_there_is():
    """As many of them are shown as of all others together."""
    details = CrosscheckDetails(1, 80)
    disagreement = result(one=DECIDED, two=SEVERAL)
    shown = several(details, result(one=WRONG), result(one=WRONG), *[disagreement] * 3)
    assert [line for line in shown if "a.txt:1" in line] == [
        "a.txt:1  none (search)",
        "a.txt:1  the engines disagree",
    ]
    assert "".join(details.more_in_words()) == (
        "not shown: 1 none, 2 disagreements (--details all shows them)"
    )


def test_where_all_or_none_are_to_be_shown_nothing_is_said_of_others():
    for most, count in ((None, 30), (0, 0)):
        details = CrosscheckDetails(most, 80)
        assert len(several(details, *[result(one=UNDECIDED)] * 15)) == count
        assert details.more_in_words() == ()


def test_only_the_first_picture_has_a_legend():
    other = Grid(SOLUTION.translate(str.maketrans("12", "21")))
    two = Crosschecked(1, "a.txt:1", Puzzle("." * 81), Verdict.MULTIPLE, solutions=(Grid(SOLUTION), other))
    shown = several(CrosscheckDetails(None, 80), two, two)
    assert [number for number, line in enumerate(shown) if "differs" in line] == [14]
    assert shown[13:15] == ["", "  [7] differs   '7 clue   7 solved"]
