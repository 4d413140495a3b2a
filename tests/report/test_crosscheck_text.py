"""What several engines answered: the table, and which puzzles are shown."""

import pytest

from sudocube.crosschecking import Crosschecked, compared
from sudocube.puzzle import Grid, Puzzle
from sudocube.report.crosscheck_details import CrosscheckDetails
from sudocube.report.crosscheck_text import CrosscheckTally
from sudocube.verdict import Answer, Evidence, Verdict
from tests.cli.command import SOLUTION, UNIQUE

DECIDED = Answer.of_search([Grid(SOLUTION)], 1, exhausted=True, seconds=0.5)
UNDECIDED = Answer.unknown("out of time", seconds=1.0)
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


def test_the_table_counts_what_each_engine_answered():
    """Verdicts, disagreements, seconds and puzzles per second."""
    tally = CrosscheckTally(["one", "two"])
    tally.add(result(one=DECIDED, two=UNDECIDED))
    tally.add(result(one=DECIDED, two=WRONG))
    heading, one, two = (line.plain.split() for line in tally.table(80))
    assert heading[0] == "engine"
    assert one == ["one", "2", "0", "0", "0", "1", "1.00", "2.0"]
    assert two == ["two", "0", "0", "1", "1", "1", "1.00", "2.0"]
    assert tally.verdicts == {Verdict.UNIQUE: 1, Verdict.UNKNOWN: 1}
    assert tally.evidence == {Evidence.SEARCH: 1}
    assert "".join(tally.in_words(2.0)) == "2 puzzles: 1 unique, 1 unknown (1 disagreement, 2.00 s)"


def test_an_engine_that_was_never_asked_is_shown_where_it_was_named():
    """By default only the engines that take a puzzle of the batch."""
    for show_all, names in ((True, ["one", "two"]), (False, ["one"])):
        tally = CrosscheckTally(["one", "two"], show_all=show_all)
        assert list(tally.shown()) == ["one", "two"]  # of no puzzle yet
        tally.add(result(one=DECIDED))
        assert list(tally.shown()) == names


@pytest.mark.parametrize(("width", "widest", "lines"), [(80, 78, 2), (77, 71, 2), (71, 71, 2), (70, 70, 3)])
def test_for_a_narrow_terminal_the_columns_come_closer(width, widest, lines):
    """Then a long name has a text line of its own."""
    name = "sat:minimal@glucose4"
    tally = CrosscheckTally([name])
    tally.add(result(**{name: DECIDED}))
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
    disagreement = result(one=DECIDED, two=WRONG)
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
