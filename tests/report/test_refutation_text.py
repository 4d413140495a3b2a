"""Who is refuted in a crosscheck, and by what: the sentences, and the grids that are drawn."""

from sudocube import Answer, Crosschecked, Puzzle, crosscheck
from sudocube.crosschecking import compared
from sudocube.report.crosscheck_details import CrosscheckDetails
from sudocube.report.refutation_text import WRONG, refuted_in_words, shown_evidence
from tests.crosschecking.test_crosschecking import (
    COUNTED_1,
    MULTIPLE,
    MULTIPLE_AB,
    NONE,
    PROVED_NONE,
    PROVED_UNIQUE,
    UNIQUE_A,
    UNIQUE_B,
    A,
    B,
)


def beside(mine: Answer, *others: Answer, proof: Answer | None = None) -> Crosschecked:
    """What "mine" says, and what others say."""
    named = {"mine": mine} | {f"other {number}": answer for number, answer in enumerate(others)}
    return compared(1, "a.txt:1", Puzzle(16 * "."), named, proof)


def test_it_is_said_what_an_engine_says_and_what_shows_that_it_is_wrong():
    """Where the grids are drawn, the sentence points to them."""
    two, proof = "two solutions passed the referee", "a checked proof says that there is no"
    for mine, other, proved, words in (
        (UNIQUE_A, MULTIPLE_AB, None, f"it says unique, and {two}"),
        (COUNTED_1, MULTIPLE_AB, None, f"it counts 1 solution, and {two}"),
        (NONE, UNIQUE_A, None, "it says none, and a solution passed the referee"),
        (MULTIPLE, UNIQUE_A, PROVED_UNIQUE, f"it says multiple, and {proof} other solution"),
        (COUNTED_1, NONE, PROVED_NONE, f"it counts 1 solution, and {proof} solution"),
    ):
        checked = beside(mine, other, proof=proved)
        assert refuted_in_words("mine", checked) == f"mine is refuted: {words}"
        drawn = words.replace("two solutions passed", "these two solutions passed")
        drawn = drawn.replace("a solution passed", "this solution passed")
        assert refuted_in_words("mine", checked, is_drawn=True) == f"mine is refuted: {drawn}"


def test_engines_that_the_same_grids_refute_stand_above_one_picture():
    """One of two solutions is "its" solution only if one engine alone is refuted by them."""
    [alone] = shown_evidence(beside(UNIQUE_A, MULTIPLE_AB))
    assert (alone.headings, alone.grids) == (("its solution", "another"), (A, B))
    [both] = shown_evidence(beside(UNIQUE_A, UNIQUE_B))
    assert (both.headings, both.grids, len(both.sentences)) == (("one solution", "another"), (A, B), 2)
    [none] = shown_evidence(beside(MULTIPLE, COUNTED_1, proof=PROVED_NONE))
    assert (len(none.sentences), none.grids) == (2, ())


def test_a_refused_grid_is_drawn_with_its_wrong_cells():
    wrong = "1243342143122143"
    [shown] = shown_evidence(crosscheck("1... ..2. .3.. ...4", engines=["phases", lambda cells: wrong]))
    assert (shown.headings, list(map(str, shown.grids)), shown.meaning) == (("refused",), [wrong], WRONG)
    assert sorted(shown.marked) == [2, 3, 14, 15]


def test_the_engines_that_are_not_refuted_are_told_with_what_they_say():
    lines = [line.plain for line in CrosscheckDetails(None, 80).block(beside(NONE, UNIQUE_A, NONE))]
    assert lines[:4] == [
        "a.txt:1  unique (search); 2 engines refuted",
        "  other 0: unique",
        "  mine is refuted: it says none, and this solution passed the referee",
        "  other 1 is refuted: it says none, and this solution passed the referee",
    ]


def test_what_nothing_settles_is_told_as_a_disagreement():
    checked = beside(MULTIPLE, UNIQUE_A, proof=Answer.unknown("out of time after 1 s"))
    assert str(checked).splitlines() == [
        "a.txt:1  the engines disagree",
        "  not proved: no proof: out of time after 1 s",
        "  mine: multiple",
        "  other 0: unique",
    ]
