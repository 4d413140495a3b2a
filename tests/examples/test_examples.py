"""What stands in examples/ and in the lesson on the methods does what is said of it."""

import re
from collections import Counter
from pathlib import Path

import pytest

from sudocube import Evidence, Verdict, audit, check_many, explain
from sudocube.crosschecking import crosscheck_many
from sudocube.cube import clashes
from sudocube.formats import read
from sudocube.puzzle import Puzzle
from sudocube.solvers import cube_solver, phases, possibles, sets
from sudocube.solvers.trace import Rule
from tests.cli.command import UNIQUE, invoke

CHECKOUT = Path(__file__).resolve().parents[2]
EXAMPLES = CHECKOUT / "examples"
FORMATS = sorted((EXAMPLES / "formats").iterdir())
LESSON = CHECKOUT / "src" / "sudocube" / "solvers" / "README.md"


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


def test_the_ambiguous_ones_have_as_many_solutions_as_their_comment_says():
    """Four, eight and eleven."""
    lines = [str(one.puzzle) for one in entries(EXAMPLES / "puzzles.txt")][12:15]
    assert invoke("count", *lines).out == "4\n8\n11\n"


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


def test_the_formats_hold_the_same_puzzle_first_where_it_is_nine_by_nine():
    """So that they can be laid side by side."""
    first = {entries(path)[0].puzzle for path in FORMATS if path.name != "sizes.txt"}
    assert len(first) == 1


def test_the_sizes_are_told_by_rows_and_bars():
    """The third one by its bars alone."""
    shapes = [str(one.puzzle.geometry) for one in entries(EXAMPLES / "formats" / "sizes.txt") if one.puzzle]
    assert [shape.split(" with ")[0] for shape in shapes] == ["4×4", "6×6", "6×6", "16×16"]
    assert "boxes of 3 rows × 2 columns" in shapes[2]


def test_the_lesson_shows_a_deadlock_and_two_conflicts_that_are_none():
    """The puzzles of its three commands: all without a solution; phase 1 sees it in the first alone."""
    puzzles = re.findall(r"^sudocube explain ([.\d]+)", LESSON.read_text("utf-8"), re.MULTILINE)
    assert [check.verdict for check in check_many(puzzles)] == 3 * [Verdict.NONE]
    outputs = [invoke("explain", puzzle, "--max-steps", "5").out for puzzle in puzzles]
    assert ["Deadlock" in text for text in outputs] == [True, False, False]
    assert ["Guess: r" in text for text in outputs] == [False, True, True]
    assert "Row 1 has one place left for 1: r1c1" in outputs[2]


def words_of_the_sources():
    """The table of the lesson: by standard term and method, the source's words."""
    table = LESSON.read_text("utf-8").split("| standard term |")[1].split("\n\n")[0]
    heads, _, *lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()]
    return {line[0]: dict(zip(heads, line[1:], strict=True)) for line in lines}


ROWS = {"elimination": "elimination", "guess": "guess", "backtracking": "undoing a guess", "stuck": "stuck"}
ROWS |= dict.fromkeys(("cell without candidates", "digit without a place"), "contradiction")
"""The rows of the lesson's table for terms of rules that have the source's own words."""


NOT_IN_ITS_WORDS = {("possibles", "contradiction"), ("sets", "contradiction"), ("cube", "stuck")}
"""Where a source has no short word, and the step has one of ours."""


@pytest.mark.parametrize("module", [phases, possibles, sets, cube_solver])
def test_the_words_in_the_lesson_are_those_of_the_steps(module):
    """Each source's own word, and no word of another source."""
    words, column = words_of_the_sources(), module.__name__.rpartition(".")[2].removesuffix("_solver")
    for rule in vars(module).values():
        if isinstance(rule, Rule) and rule.term in ROWS and (column, ROWS[rule.term]) not in NOT_IN_ITS_WORDS:
            assert rule.name.removeprefix("additional ") in words[ROWS[rule.term]][column]


def test_the_lesson_has_a_row_for_the_commonest_step():
    """Of `sets` and `possibles`, which show it as a step of its own."""
    for name in ("sets", "possibles"):
        counts = Counter(step.rule.term for step in explain(UNIQUE, name))
        assert counts.most_common(1)[0][0] in words_of_the_sources()


def test_the_example_in_the_source_of_the_cube_is_solved_in_its_own_format():
    """README of a Sudoku solver project, section "Run"."""
    source = "5**67*9** *4*8***** 8**5**613 *624***7* 1****3*2* 3749*8*** *961*78*2 218**6*45 *5**8**9*"
    outcome = invoke("solve", "-", "--engine", "cube", stdin="\n".join(source.split()) + "\n")
    rows = "531672984 649831257 827549613 962415378 185763429 374928561 496157832 218396745 753284196"
    assert (outcome.status, outcome.out.split()) == (0, rows.split())
    solution = Puzzle("".join(outcome.out.split()))
    assert all(solution.cells[cell] == digit for cell, digit in Puzzle(source).clues.items())
