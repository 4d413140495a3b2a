"""Who is refuted in a crosscheck, and by what: the sentences, and the grids that are drawn."""

from dataclasses import replace

import pytest

from sudocube import Answer, Claim, Crosschecked, Grid, Puzzle, Verdict, crosscheck
from sudocube.crosschecking import compared
from sudocube.report.crosscheck_details import CrosscheckDetails
from sudocube.report.refutation_text import (
    DIFFERENT,
    WRONG,
    cause_in_words,
    refuted_in_words,
    shown_evidence,
    wrong_cells,
)
from tests.cli.command import PUZZLES, SOLUTION
from tests.crosschecking.test_crosschecking import (
    COUNTED_1,
    MISFIT_AB,
    MULTIPLE,
    MULTIPLE_AB,
    NONE,
    PROVED_NONE,
    PROVED_UNIQUE,
    REFUTED,
    UNIQUE_A,
    UNIQUE_B,
    A,
    B,
    C,
)

COUNTED_0 = replace(COUNTED_1, verdict=Verdict.NONE, count=0)
COUNTED_2 = replace(MULTIPLE, claims=Claim.COUNT)
NO_WORD = replace(MISFIT_AB, reason="mine says none, and has shown 2 solutions")


def beside(mine: Answer, *others: Answer, proof: Answer | None = None) -> Crosschecked:
    """What "mine" says, and what others say."""
    named = {"mine": mine} | {f"other {number}": answer for number, answer in enumerate(others)}
    return compared(1, "a.txt:1", Puzzle(16 * "."), named, proof)


@pytest.mark.parametrize(
    ("mine", "other", "proof", "words", "drawn"),
    [
        (UNIQUE_A, MULTIPLE_AB, None, "it says unique, and two solutions passed the referee",
         "it says unique, and these two solutions passed the referee"),
        (COUNTED_1, MULTIPLE_AB, None, "it counts 1 solution, and two solutions passed the referee",
         "it counts 1 solution, and these two solutions passed the referee"),
        (COUNTED_0, MULTIPLE_AB, None, "it counts 0 solutions, and two solutions passed the referee",
         "it counts 0 solutions, and these two solutions passed the referee"),
        (NONE, UNIQUE_A, None, "it says none, and a solution passed the referee",
         "it says none, and this solution passed the referee"),
        (MULTIPLE, UNIQUE_A, PROVED_UNIQUE,
         "it says multiple, and a checked proof says that there is no other solution", None),
        (COUNTED_2, UNIQUE_A, PROVED_UNIQUE,
         "it counts 2 solutions or more, and a checked proof says that there is no other solution", None),
        (COUNTED_1, NONE, PROVED_NONE,
         "it counts 1 solution, and a checked proof says that there is no solution", None),
        (replace(REFUTED, reason=f"the referee refuses the solution {C}: row 1 …"), UNIQUE_A, None,
         f"the referee refuses the solution {C}: row 1 …", "the referee refuses this grid: row 1 …"),
        (NO_WORD, UNIQUE_A, None, "it says none, and has shown 2 solutions", None),
    ],
)  # fmt: skip
def test_it_is_said_what_an_engine_says_and_what_shows_that_it_is_wrong(mine, other, proof, words, drawn):
    """Where the grids are drawn, the sentence points to them."""
    checked = beside(mine, other, proof=proof)
    assert refuted_in_words("mine", checked) == f"mine is refuted: {words}"
    assert refuted_in_words("mine", checked, is_drawn=True) == f"mine is refuted: {drawn or words}"
    assert f"  mine is refuted: {words}" in str(checked).splitlines()


def test_engines_that_the_same_grids_refute_stand_above_one_picture():
    """One of two solutions is "its" solution only if one engine alone is refuted by them."""
    [alone] = shown_evidence(beside(UNIQUE_A, MULTIPLE_AB))
    assert (alone.headings, alone.grids, alone.meaning) == (("its solution", "another"), (A, B), DIFFERENT)
    [both] = shown_evidence(beside(UNIQUE_A, UNIQUE_B))
    assert (both.headings, both.grids) == (("one solution", "another"), (A, B))
    assert len(both.sentences) == 2
    [without] = shown_evidence(beside(COUNTED_1, MULTIPLE_AB))
    assert (without.headings, without.grids) == (("one solution", "another"), (A, B))
    [proved] = shown_evidence(beside(MULTIPLE, UNIQUE_A, NONE, proof=PROVED_UNIQUE))
    assert (len(proved.sentences), proved.headings, proved.grids) == (2, ("the solution",), (A,))
    [none] = shown_evidence(beside(MULTIPLE, COUNTED_1, proof=PROVED_NONE))
    assert (len(none.sentences), none.grids) == (2, ())
    [claimed] = shown_evidence(beside(NONE, Answer(Verdict.UNKNOWN, (A,), claims=Claim.SOLUTION)))
    assert claimed.headings == ("a solution",)


def test_a_refused_grid_is_drawn_with_its_wrong_cells():
    wrong = "1243342143122143"
    [shown] = shown_evidence(crosscheck("1... ..2. .3.. ...4", engines=["phases", lambda cells: wrong]))
    assert (shown.headings, list(map(str, shown.grids)), shown.meaning) == (("refused",), [wrong], WRONG)
    assert sorted(shown.marked) == [2, 3, 14, 15]


def test_a_refused_grid_of_another_size_is_not_drawn():
    large = Grid("123456456123231564564231312645645312")
    mine = replace(
        REFUTED, refused=large, passed=(A,), reason=f"the referee refuses the solution {large}: no"
    )
    [shown] = shown_evidence(beside(mine))
    assert (shown.grids, shown.sentences) == ((), [f"mine is refuted: {mine.reason}"])


@pytest.mark.parametrize(
    ("grid", "puzzle", "cells"),
    [
        ("1243342143122134", "1.....2..3.....4", []),
        ("1243342143122134", "1.....2..3.....3", [15]),
        ("1143342143122134", "................", [0, 1, 13]),
        ("1243342143122134", f"2{'.' * 15}", [0]),
    ],
)
def test_the_cells_of_a_grid_that_are_wrong(grid, puzzle, cells):
    """A digit twice in a row, column or box; another digit than the clue, or than the candidates."""
    assert sorted(wrong_cells(Grid(grid), Puzzle(puzzle))) == cells


def test_a_digit_that_is_no_candidate_is_wrong():
    others = "123456789".replace(SOLUTION[0], ".")
    assert wrong_cells(Grid(SOLUTION), Puzzle(others + 80 * "123456789")) == {0}


@pytest.mark.parametrize("width", [40, 80, 120])
@pytest.mark.parametrize("cells", [81 * ".", PUZZLES["3x3-unique-few-clues"]])
def test_the_block_fits_the_terminal(width, cells):
    """Sentences are wrapped; grids stand below each other where they do not fit beside each other."""

    def mine_with_a_long_name_that_says_too_much(text: str) -> object:
        return "multiple" if cells != 81 * "." else 1

    checked = crosscheck(cells, engines=["sat", "phases", mine_with_a_long_name_that_says_too_much])
    lines = [line.plain for line in CrosscheckDetails(None, width).block(checked)]
    assert len(checked.refuted) == 1
    assert max(len(line.rstrip()) for line in lines) <= max(width, 60)
    text = " ".join(" ".join(lines).split())
    assert "mine_with_a_long_name_that_says_too_much() is refuted: it " in text


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


def test_pictures_are_parted_from_what_follows_them():
    """A blank line stands after each picture but the last."""
    wrong = "1243342143122143"
    functions = [lambda cells: wrong, lambda cells: "none", lambda cells: "unknown"]
    checked = crosscheck("1... ..2. .3.. ...4", engines=["phases", *functions])
    lines = [line.plain.strip() for line in CrosscheckDetails(None, 80).block(checked)]
    assert lines[lines.index("[7] wrong   '7 clue   7 solved") + 1] == ""
    assert lines[-1] != ""


def test_a_count_of_three_says_that_it_was_not_looked_at():
    checked = crosscheck(".2.4 .4.2 2143 4321", engines=["phases", lambda cells: 3])
    assert cause_in_words("<lambda>()", checked) == (
        "how many it counts was not looked at: crosscheck decides none, one or several"
    )
