"""What several engines answered: the table, and which puzzles are shown."""

import pytest

from sudocube.crosschecking import Crosschecked, compared
from sudocube.puzzle import Grid, Puzzle
from sudocube.report.crosscheck_text import CrosscheckTally, is_worth_a_look
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
    assert is_worth_a_look(result(**answers)) is is_shown


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
