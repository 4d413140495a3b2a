"""What the board asks while a puzzle is typed, pasted, and handed out."""

import json

from sudocube import Grid, Puzzle, check, solutions
from sudocube.formats import FORMATS
from tests.cli.command import invoke
from tests.serving.page_rows import rows_of, timeless

CLASHING = "1..1............"
NINE = "..34.....9.8....1.16.....78.2..1....6..8.......9..4........3..5...7.....8.5...9.6"


def exported(puzzle, **fields):
    return {row["format"]: row for row in rows_of("export", puzzle=puzzle, **fields)}


def test_the_verdict_is_the_row_of_check():
    """Field by field, but for the time, and for which two of several solutions there are."""
    for puzzle in ("1.....2..3.....4", "." * 16, "11" + "." * 14):
        printed, *_ = invoke("check", puzzle, "--json").rows
        [row] = rows_of("check", puzzle=puzzle)
        assert {**timeless(row), "solutions": []} == {**timeless(printed), "solutions": []}
        assert len(set(row["solutions"])) == len(printed["solutions"])
        for grid in row["solutions"]:
            assert set(solutions(Puzzle(grid))) == {Grid(grid)}
            assert all(clue in (".", digit) for clue, digit in zip(row["puzzle"], grid, strict=True))


def test_clashes_are_those_that_diagnose_prints():
    [row] = rows_of("look", puzzle=CLASHING)
    assert row["clashes"] == invoke("diagnose", CLASHING, "--json").rows[0]["clashes"] != []
    assert "candidates" not in row  # nobody has asked for them


def test_candidates_are_what_no_clue_and_no_pencilmark_rules_out():
    [row] = rows_of("look", puzzle="12..............", candidates=True)
    assert (row["candidates"]["r1c3"], row["candidates"]["r4c4"]) == ([3, 4], [1, 2, 3, 4])
    assert "r1c1" not in row["candidates"]
    marks = "12......." + "1........" + 79 * "123456789"
    [row] = rows_of("look", puzzle=marks, candidates=True)
    assert row["candidates"]["r1c1"] == [2]


def test_every_format_is_exported_as_convert_writes_it_and_read_again():
    rows = exported(NINE)
    for name in FORMATS:
        text = rows[name]["text"]
        assert text == invoke("convert", NINE, "--format", name).out, name
        assert [one["puzzle"] for one in rows_of("read", text=text)] == [NINE], name
    assert [json.loads(rows["json"]["text"])] == invoke("convert", NINE, "--json").rows
    assert rows["svg"]["text"].strip() == Puzzle(NINE)._repr_html_()
    rows = exported("123456" + "." * 30, box="3x2")  # what a format cannot hold is said and not dropped
    assert rows["line"]["text"] is None
    assert "choose grid" in rows["line"]["error"]
    assert [one["box"] for one in rows_of("read", text=rows["grid"]["text"])] == ["3x2"]


def test_several_puzzles_of_a_text_are_read_and_mistakes_have_their_place():
    first, second = rows_of("read", text="1.....2..3.....4\n1.....2..3.....5\n")
    assert first["puzzle"] == "1.....2..3.....4"
    assert second["error"].startswith("text:2: column 16: found '5'")
    [one] = rows_of("read", text=" 1... ..2. .3.. ...5")
    assert one["error"].startswith("text:1: column 19")
    assert rows_of("read", text="# a comment\n") == []


def test_examples_are_what_their_titles_say():
    verdicts = {row["title"]: check(row["puzzle"]).verdict for row in rows_of("examples")}
    assert verdicts.pop("Several solutions") == "multiple"
    wrong = [verdicts.pop(title) for title in list(verdicts) if "wrong" in title or "clash" in title]
    assert wrong == ["none", "none"]
    assert set(verdicts.values()) == {"unique"}
