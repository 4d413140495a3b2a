"""An audit as text: the verdict first, then flaws by severity, figures, and examples that show the cell."""

import pytest

from sudocube.report.audit_text import audit_in_words
from tests.report.audit_samples import (
    FIRST,
    FLAWED,
    LOSS,
    SEVERAL,
    SOLUTION,
    SOUND,
    TWO_SOLUTIONS,
    example,
    malformed,
)


def lines(summary, width=80, most=None):
    """The text lines, without blanks at their ends."""
    return [line.plain.rstrip() for line in audit_in_words(summary, width, most=most)]


def block(said, title):
    """The lines of the flaw of that title, its examples included."""
    start = next(number for number, line in enumerate(said) if line.startswith(f"{title}: "))
    end = start + 1
    while end < len(said) and (said[end] == "" or said[end].startswith(" ")):
        end += 1
    return said[start:end]


def test_the_first_line_is_the_verdict_on_the_data_set():
    assert lines(FLAWED)[0] == "train.csv: 33 of 1,000 rows have a flaw (3.3%)"
    assert lines(SOUND)[0] == "train.csv: no flaw was found in 1,000 rows"


def test_what_is_wrong_is_told_in_order_of_severity():
    said = lines(FLAWED)
    start = next(number for number, line in enumerate(said) if line.startswith("what is wrong"))
    assert said[start + 1 : start + 6] == [
        "no solution          1  0.10%  severe",
        "answer is wrong     30   3.0%  severe",
        "malformed            1  0.10%  severe",
        "duplicate, moved     1  0.10%   minor",
        "undecided            1  0.10%    open",
    ]


def test_a_sound_data_set_has_figures_and_nothing_that_is_wrong():
    said = "\n".join(lines(SOUND))
    assert "what is wrong" not in said
    assert "right      1,000" in said


@pytest.mark.parametrize("width", [40, 80, 120])
def test_no_line_is_wider_than_the_terminal(width):
    wide = {**FLAWED, "lost": [LOSS], "ratings": RATINGS, "overlap": OVERLAP, "against": AGAINST}
    assert max(map(len, lines(wide, width))) <= width


RATINGS = {
    "given": 900,
    "missing": 99,
    "lowest": 0.0,
    "highest": 8.5,
    "mean": 2.5,
    "by_clues": {"22": {"rows": 900, "lowest": 0.0, "mean": 2.5, "highest": 8.5}},
    "differing_classes": 1,
    "differing_rows": 2,
}
OVERLAP = [{"files": ["train.csv", "test.csv"], "exact": 69, "isomorphic": 71}]
AGAINST = {"rows": 100, "exact": 69, "isomorphic": 71}


def test_overlap_and_ratings_are_told_where_there_are_any():
    said = "\n".join(lines({**FLAWED, "ratings": RATINGS, "overlap": OVERLAP}))
    assert "train.csv in test.csv       69              71   7.1%" in said
    assert "900 rows have a rating, 99 have none, or one that is no number." in said
    assert "1 puzzle has several ratings, in 2 rows." in said


def test_one_row_with_a_rating_is_told_in_the_singular():
    said = "\n".join(lines({**FLAWED, "ratings": {**RATINGS, "given": 1, "missing": 0}}))
    assert "1 row has a rating, 0 have none. They" in said.replace("\n", " ")


def test_the_first_example_of_a_flaw_is_drawn_with_the_wrong_cells_in_brackets():
    said = block(lines(FLAWED), "answer is wrong")
    assert "  train.csv:5: r1c3 holds 6; the only solution has 4" in said
    [row] = [line for line in said if "[6]|[4]" in line]
    assert "[4]|[6]" in row  # the solution beside it


def test_further_examples_are_a_line_each_and_the_others_are_counted():
    said = block(lines(FLAWED), "answer is wrong")
    assert "  train.csv:6: r1c3 holds 6; the only solution has 4" in said
    assert "  and 28 more rows" in said
    fewer = block(lines(FLAWED, most=1), "answer is wrong")
    assert "  and 29 more rows" in fewer
    assert not any("train.csv:6" in line for line in fewer)


def test_a_puzzle_without_a_solution_is_drawn_with_its_clash():
    said = block(lines(FLAWED), "no solution")
    assert any("r1c1 and r1c2 both hold 5 in row 1" in line for line in said)
    assert any("[5][5]" in line for line in said)


def test_of_a_puzzle_with_several_solutions_two_are_drawn():
    several = example("several_solutions", 7, puzzle=SEVERAL, answer=None, solutions=TWO_SOLUTIONS)
    found = {"flaws": {"several_solutions": 1}, "examples": {"several_solutions": [several]}}
    said = block(lines({**FLAWED, **found}), "several solutions")
    assert "  train.csv:9: r3c8 can hold 4 or 6; two solutions differ in 6 cells" in said
    assert any("one solution" in line and "another" in line for line in said)
    assert any(line.count("[4][6]") == line.count("[6][4]") == 1 for line in said)


def test_a_moved_duplicate_is_told_with_the_transformation_and_drawn_beside_the_first():
    said = block(lines(FLAWED), "duplicate, moved")
    assert "  train.csv:7: is line 2 moved: rows 1 2 become rows 2 1" in said
    assert any("the other row" in line and "this row" in line for line in said)


def test_an_overlap_of_splits_says_which_split_each_row_is_of():
    """Without that, nobody knows from which side to take the row out."""
    first = {**FIRST, "file": "set.csv", "split": "test"}
    twin = {**example("overlap_exact", 7, split="train", other=first), "file": "set.csv"}
    found = {"flaws": {"overlap_exact": 1}, "examples": {"overlap_exact": [twin]}}
    said = block(lines({**FLAWED, **found}), "also in another split or file")
    assert "  set.csv:9: line 9 is of split train, line 2 is of split test: is line 2 again" in said
    twin = {**twin, "file": "train.csv", "other": {**twin["other"], "file": "test.csv"}}
    said = lines({**FLAWED, **found, "examples": {"overlap_exact": [twin]}})
    assert "  train.csv:9: is test.csv:2 again" in said


def test_a_row_of_a_file_without_lines_is_told_by_its_number():
    moved = {**FLAWED["examples"]["undecided"][0], "file": "train.parquet", "line": None}
    said = lines({**FLAWED, "examples": {"undecided": [moved]}})
    assert "  train.parquet, row 6: out of time after 1 s" in said


def test_a_row_that_has_a_name_is_told_with_it():
    named = {**FLAWED["examples"]["undecided"][0], "id": "p0017"}
    assert "  train.csv:8 (p0017): out of time after 1 s" in lines(
        {**FLAWED, "examples": {"undecided": [named]}}
    )


def test_an_answer_that_contradicts_clues_is_drawn_beside_them():
    """The cell of the clue is marked in both, and no other."""
    shown = example("answer_contradicts_clues", 8, answer="6" + SOLUTION[1:], message="r1c1 holds 6")
    found = {"flaws": {shown["kind"]: 1}, "examples": {shown["kind"]: [shown]}}
    said = block(lines({**FLAWED, **found}), "answer contradicts the clues")
    assert any(line.startswith("  the clues") and line.endswith("the stored answer") for line in said)
    [row] = [line for line in said if "]" in line and "differs" not in line]
    assert "[5]" in row
    assert "[6]" in row


def test_the_same_boards_are_drawn_only_once():
    """A puzzle without a solution that has an answer has two flaws."""
    first = FLAWED["examples"]["no_solution"][0]
    again = {**first, "kind": "answer_given_though_none"}
    found = {
        "flaws": {"no_solution": 1, "answer_given_though_none": 1},
        "examples": {"no_solution": [first], "answer_given_though_none": [again]},
    }
    said = lines({**FLAWED, **found})
    assert sum("[5][5]" in line for line in said) == 1
    assert any("r1c1 and r1c2" in line for line in block(said, "answer though there is no solution"))


def test_doubles_are_counted_as_they_are_and_up_to_symmetry():
    doubles = {"exact_duplicates": 40, "isomorphic_duplicates": 100, "classes": 899}
    said = lines({**FLAWED, **doubles})
    assert "exactly               959       40   4.0%" in said
    assert "up to symmetry        899      100    10%" in said


def test_malformed_rows_are_told_by_reason_with_their_lines_the_most_frequent_reason_first():
    """A rare reason is not hidden behind a frequent one."""
    rows = [
        malformed(0, "missing", "nothing"),
        malformed(1, "too_short", "80"),
        malformed(2, "too_short", "9"),
    ]
    found = {"malformed_by_reason": {"missing": 1, "too_short": 5}, "flaws": {"malformed": 6}}
    said = block(lines({**FLAWED, **found, "examples": {"malformed": rows}}), "malformed")
    assert said[-6:] == [
        "  too short: 5 rows",
        "    train.csv:3: 80",
        "    train.csv:4: 9",
        "    and 3 more rows",
        "  nothing there: 1 row",
        "    train.csv:2: nothing",
    ]


def test_a_puzzle_whose_boxes_are_upright_is_drawn_with_them():
    """Of two shapes of boxes for 6×6, the one that the row has."""
    text = "1....." + 30 * "."
    shown = {"box": "3x2", "puzzle": text, "solutions": [], "kind": "no_solution"}
    said = lines({**FLAWED, "examples": {"no_solution": [example("no_solution", 2) | shown]}})
    [row] = [line for line in said if line.startswith("   1  . |")]
    assert row.count("|") == 2
