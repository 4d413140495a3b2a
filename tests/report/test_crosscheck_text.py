"""What several engines answered: the table, and which puzzles are shown."""

import pytest

from sudocube.crosschecking import Crosschecked, compared
from sudocube.engines.outside_answers import GarbledAnswerError
from sudocube.engines.program_engine import PRINTED
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
        "  7 failed: broke off: a; see there",
        "  6 failed: broke off: b; see there",
        "  5 failed: broke off: c; see there",
        "  9 failed for other reasons",
    ]


def causes(*reasons: str, width: int = 200) -> list[str]:
    """What the table says of an engine that fails for these reasons."""
    tally = CrosscheckTally(["one", "two"])
    for reason in reasons:
        tally.add(result(one=DECIDED, two=Answer.unknown(reason, faulty=True)))
    said = [line.plain for line in tally.table(width)]
    return said[said.index("two:") + 1 :]


FLUSH = "out of time: no answer in 10 s to the first puzzle; does it flush its output?"


@pytest.mark.parametrize(
    "reason",
    [
        FLUSH,
        f"{FLUSH} It answers only when its input is at an end",
        f"{FLUSH} It printed 'unique' without an end of line",
        "ended with status 0; does it take the puzzle as an argument? Then write {} in that place",
        "ended with status 1; it says on standard error: 'no such file'",
        "garbled: it says 'unique'; unique comes with its solution; a count of 1 may come without it",
    ],
)
def test_what_helps_against_a_failure_stands_in_the_table(reason):
    assert causes(reason, reason) == [f"  2 failed: {reason}"]


def test_of_garbled_answers_not_all_forms_that_there_are_stand_in_the_table():
    for error in (GarbledAnswerError("what?"), GarbledAnswerError("what?", PRINTED)):
        assert causes(str(error)) == ["  1 failed: garbled: it says 'what?'"]


@pytest.mark.parametrize(
    ("reasons", "said"),
    [
        ([str(GarbledAnswerError(f"{number}, I'd say; or more")) for number in range(3)],
         "garbled, for example: it says \"0, I'd say; or more\""),
        ([str(GarbledAnswerError([number, 1.5])) for number in range(3)],
         "garbled, for example: it says [0, 1.5]"),
        (["out of turn: it printed 'a' before it was asked; one line",
          "out of turn: it printed 'b' before it was asked; one line",
          "out of turn: the referee refuses the solution 12; asked alone, it gives another answer; one line"],
         "out of turn, for example: it printed 'a' before it was asked; one line"),
        ([f"ended with status 1; it says on standard error: 'at {word}'" for word in "abc"],
         "ended with status 1; it says on standard error, for example: 'at a'"),
        ([f"ended with status 0; it has answered {number} before; does it read on?" for number in (1, 3, 5)],
         "for example: ended with status 0; it has answered 1 before; does it read on?"),
    ],
)  # fmt: skip
def test_failures_that_differ_in_what_is_quoted_have_one_cause_with_an_example(reasons, said):
    sign = "," if said.startswith("for example") else ":"
    assert causes(*reasons) == [f"  3 failed{sign} {said}"]


def test_different_failures_have_different_causes():
    reasons = ["ended with status 3", "ended with status 4", "garbled: it says 'a'", "garbled: it says 'b'"]
    assert causes(*reasons) == [
        "  2 failed: garbled, for example: it says 'a'",
        "  1 failed: ended with status 3",
        "  1 failed: ended with status 4",
    ]


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_a_quoted_answer_is_cut_rather_than_broken(width):
    """A line that ends within quotation marks would look as if the answer had an end of line there."""
    words = "a b c d e f g h i j k l m n o p q r s t u v w x y z is it"
    for said, quote in ((words, "'"), (words.replace("k", "'"), '"'), ("a b c d e f " + "x" * 90, "'")):
        lines = causes(str(GarbledAnswerError(said)), width=width)
        [line] = [line for line in lines if f"{quote}a b c d e f " in line]
        assert line.endswith(quote)
        assert all(len(line) <= width for line in lines)
    assert causes(str(GarbledAnswerError(words)), width=40) == [
        "  1 failed: garbled: it says",
        "    'a b c d e f g h i j k l m n o p q…'",
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
