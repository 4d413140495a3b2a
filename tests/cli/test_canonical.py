"""`sudocube canonical`: forms in the format of the input; with --distinct, the first puzzle of each class."""

from random import Random

import pytest

from sudocube import Puzzle, canonical, kernel
from sudocube.rows import opening
from sudocube.symmetry import random_isomorphism
from tests.cli.command import MULTIPLE, NONE, SOLUTION, UNIQUE, invoke, written

FOUR = "1.....2..3.....4"
SIX = "1" + "." * 35
MARKS = "12......." + 80 * "123456789"
INVALID = UNIQUE[:-1]
JUNK = "1" * 81
"""So symmetric that the search for its form is given up."""

GIVEN_UP = "it is so symmetric that the search for its form was given up"
FOUR_REFUSED = "there are canonical forms of 9×9 puzzles only, not of 4×4"
MARKS_REFUSED = "there are canonical forms of clues only, not of pencilmarks"


def moved(cells: str, seed: int = 1) -> str:
    """An isomorphic puzzle."""
    return str(random_isomorphism(Random(seed)).apply(Puzzle(cells)))


def form_of(cells: str) -> str:
    return str(canonical(cells))


def test_there_is_a_record_for_each_puzzle_whatever_becomes_of_it(tmp_path):
    """With the graver status, and one line for each that has no form."""
    file = written(tmp_path, UNIQUE, INVALID, JUNK, UNIQUE, FOUR, MARKS, NONE)
    outcome = invoke("canonical", file)
    one, other = form_of(UNIQUE), form_of(NONE)
    assert outcome.out.splitlines() == [one, "invalid", "unknown", one, "invalid", "invalid", other]
    assert outcome.err.splitlines() == [
        f"{file}:2: invalid: found 80 symbols; expected 81 (a 9×9 puzzle)",
        f"{file}:3: undecided: {GIVEN_UP}",
        f"error: {file}:5: {FOUR_REFUSED}",
        f"error: {file}:6: {MARKS_REFUSED}",
    ]
    assert outcome.status == 2
    quiet = invoke("canonical", file, "--quiet")
    assert (quiet.out, "undecided" in quiet.err, quiet.err.count("\n")) == (outcome.out, False, 3)


def test_json_has_the_form_its_key_and_the_automorphisms(tmp_path):
    """All three are null where it is undecided, and where there is none: then a reason says why."""
    file = written(tmp_path, UNIQUE.replace(".", "0"), INVALID, JUNK)
    outcome = invoke("canonical", file, FOUR, MARKS, "--json")
    unique, invalid, *others = outcome.rows
    form = canonical(UNIQUE)
    assert form is not None
    said = {"canonical": str(form), "automorphisms": form.automorphisms, "key": form.key}
    assert unique == {"index": 1, "source": f"{file}:1", "puzzle": UNIQUE, "box": "3x3", **said}
    assert (invalid["index"], invalid["verdict"]) == (2, "invalid")
    assert [(row["puzzle"], row["reason"]) for row in others] == [
        (JUNK, GIVEN_UP),
        (FOUR, FOUR_REFUSED),
        (MARKS.replace("0", "."), MARKS_REFUSED),
    ]
    assert {row[name] for row in others for name in ("canonical", "automorphisms", "key")} == {None}


def test_a_table_keeps_its_columns_and_gets_three_more(tmp_path):
    """Its blanks, too. Columns of these names are kept, and the new ones have others."""
    rows = (f'7;{UNIQUE.replace(".", "0")};"a;b"', f"8;{JUNK};", f"9;{INVALID};x")
    file = written(tmp_path, "id;puzzle;note", *rows, name="a.csv")
    form = canonical(UNIQUE)
    assert form is not None
    outcome = invoke("canonical", file)
    assert (outcome.status, outcome.out.splitlines()) == (2, [
        "id;puzzle;note;canonical;automorphisms;key",
        f"{rows[0]};{str(form).replace('.', '0')};{form.automorphisms};{form.key}",
        f"{rows[1]};;;",
        f"{rows[2]};;;",
    ])  # fmt: skip
    out = invoke("canonical", written(tmp_path, "key,puzzle", f"mine,{UNIQUE}", name="b.csv")).out
    assert out.splitlines() == [
        "key,puzzle,canonical,automorphisms,sudocube_key",
        f"mine,{UNIQUE},{form},{form.automorphisms},{form.key}",
    ]


class TestDistinct:
    """The first puzzle of each class, as it was read."""

    def test_the_first_of_each_class_stands_as_it_is(self, tmp_path):
        """In the order of the input, over all inputs, with its blanks; a remark counts them."""
        mixed = UNIQUE.replace(".", "0", 3).replace(".", "x", 2)
        first = written(tmp_path, "# a comment", f"{mixed} a text", NONE, moved(NONE), UNIQUE, name="a.txt")
        second = written(tmp_path, moved(MULTIPLE), moved(NONE, 4), MULTIPLE, name="b.txt")
        outcome = invoke("canonical", first, second, moved(UNIQUE, 5), SOLUTION, "--distinct")
        assert (outcome.status, outcome.out.splitlines()) == (0, [mixed, NONE, moved(MULTIPLE), SOLUTION])
        assert outcome.err == "9 puzzles, 4 classes\n"

    def test_undecided_puzzles_are_of_one_class_only_if_their_clues_are_the_same(self, tmp_path):
        """Never by a guess; whatever their blanks are."""
        other, almost = "2" * 81, "." + "1" * 80
        assert canonical(almost) is None
        file = written(tmp_path, JUNK, other, JUNK, almost, almost.replace(".", "0"), UNIQUE)
        outcome = invoke("canonical", file, "--distinct")
        assert (outcome.status, outcome.out.splitlines()) == (3, [JUNK, other, almost, UNIQUE])
        assert outcome.err.splitlines()[-1] == (
            "6 puzzles, at most 4 classes: "
            "of 5 undecided ones, only those with the same clues count as one class"
        )


@pytest.mark.skipif(not kernel.is_compiled(), reason="the kernel is not compiled")
@pytest.mark.parametrize("form", ["line", "json", "csv", "sdm"])
def test_lists_have_the_same_records_wherever_a_batch_ends(form, tmp_path, monkeypatch):
    """And without a compiled kernel, too."""
    zeros, crosses = moved(UNIQUE).replace(".", "0"), MULTIPLE.replace(".", "x")
    lines = (UNIQUE, zeros, NONE, INVALID, JUNK, "# said by the way", "", FOUR, crosses, UNIQUE, JUNK, MARKS)
    file = written(tmp_path, *lines)
    asked = [("canonical", file, "--format", form, *more) for more in ((), ("--distinct",))]
    in_bulk = [invoke(*arguments) for arguments in asked]
    few = invoke("canonical", UNIQUE, INVALID, "--json")
    monkeypatch.setattr(opening, "PIECE", 100)
    assert [invoke(*arguments) for arguments in asked] == in_bulk
    monkeypatch.setenv(kernel.VARIABLE, kernel.TWIN)
    assert invoke("canonical", UNIQUE, INVALID, "--json") == few
