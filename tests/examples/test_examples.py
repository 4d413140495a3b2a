"""What stands in examples/ and in the lesson on the methods does what is said of it."""

from pathlib import Path

import pytest

from sudocube import Evidence, Verdict, audit, check_many
from sudocube.cube import clashes
from sudocube.rows.opening import read
from sudocube.verdicts.crosschecking import crosscheck_many
from tests.cli.command import invoke

CHECKOUT = Path(__file__).resolve().parents[2]
EXAMPLES = CHECKOUT / "examples"
FORMATS = sorted((EXAMPLES / "formats").iterdir())


def entries(path):
    with path.open("rb") as stream:
        return list(read(stream, path.name))


def test_the_twenty_puzzles_are_what_their_comments_say():
    """Twelve unique, four ambiguous, four unsolvable of which two have clues that clash."""
    results = list(crosscheck_many(entries(EXAMPLES / "puzzles.txt"), engines=["phases", "sat", "cpsat"]))
    verdicts = [one.verdict for one in results]
    assert verdicts == 12 * [Verdict.UNIQUE] + 4 * [Verdict.MULTIPLE] + 4 * [Verdict.NONE]
    assert [bool(clashes(one.puzzle)) for one in results if one.verdict == "none" and one.puzzle] == [
        True,
        True,
        False,
        False,
    ]
    evidence = {one.evidence for one in results}
    assert (evidence, all(one.agree for one in results)) == ({Evidence.AGREEMENT, Evidence.WITNESS}, True)


@pytest.mark.parametrize("path", FORMATS, ids=lambda path: path.name)
def test_the_formats_are_read_and_hold_unique_puzzles(path):
    """None is invalid, and each can be solved in its own format."""
    found = entries(path)
    assert {one.verdict for one in check_many(found, engine="phases")} == {Verdict.UNIQUE}
    assert invoke("solve", path).status == 0


def test_the_data_sets_have_the_flaws_that_the_manual_shows():
    """Of nearly every kind one; the test set is sound by itself, but one of its puzzles is in the other."""
    train, test = (EXAMPLES / "data-sets" / f"{name}.csv" for name in ("train", "test"))
    alone, compared = audit(train).summary["flaws"], audit(train, test).summary["flaws"]
    once = {"malformed", "no_solution", "several_solutions", "answer_given_though_none", "answer_wrong"}
    once |= {"answer_one_of_several", "clue_count_differs", "exact_duplicate", "isomorphic_duplicate"}
    assert alone == {**dict.fromkeys(once, 1), "rating_differs": 2}
    assert compared == {**alone, "overlap_isomorphic": 1}
    assert audit(test).summary["flaws"] == {}
