"""Pictures in notebooks: well formed, escaped, complete, and without anything from outside."""

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given

from sudocube import (
    Answer,
    Checked,
    Crosschecked,
    Diagnosis,
    Geometry,
    Grid,
    Puzzle,
    Verdict,
    check,
    check_many,
    crosscheck,
    diagnose,
    solve,
)  # fmt: skip
from sudocube.crosschecking import compared
from sudocube.report.board_pictures import CONFLICT, DIFFERS, SOLVED
from tests.puzzles import Known, puzzles

UNIQUE, SOLVED_CELLS = "1... ..2. .3.. ...4", "1243342143122134"
SEVERAL = "1... ..3. .3.. ...4"
CLASH = "11.. .... .... ...."
CONFLICTING = "12.. ...3 ..3. ...4"
MARKS = "12......." + 80 * "123456789"
SVG = "{http://www.w3.org/2000/svg}"


def parsed(shown: object) -> ElementTree.Element:
    """The picture as a tree; it is well formed, so that every page can hold it."""
    html = shown._repr_html_()  # type: ignore[attr-defined]
    return ElementTree.fromstring(f"<page>{html.replace('&nbsp;', ' ')}</page>")


def drawings(shown: object) -> list[ElementTree.Element]:
    return list(parsed(shown).iter(f"{SVG}svg"))


def symbols(drawing: ElementTree.Element, *, of: str | None = None) -> str:
    """The symbols in cells, row by row; those that are bold, or those of a colour, if asked for."""
    found = []
    for text in drawing.iter(f"{SVG}text"):
        kind = "bold" if text.get("font-weight") else text.get("fill") or "plain"
        if text.get("opacity") is None and of in (None, kind):
            found.append(text.text or "")
    return "".join(found)


def marks(drawing: ElementTree.Element) -> list[str | None]:
    return [rect.get("fill") for rect in drawing.iter(f"{SVG}rect")]


def words(shown: object) -> str:
    """All text outside of drawings."""
    tree = parsed(shown)
    for parent in list(tree.iter()):
        for child in list(parent):
            if child.tag == f"{SVG}svg":
                parent.remove(child)
    return " ".join(" ".join(tree.itertext()).split())


@given(puzzles())
def test_a_board_shows_its_digits_in_the_order_of_its_cells(known: Known):
    """Of all geometries; a puzzle's are bold, for they are clues."""
    [drawing] = drawings(known.puzzle)
    assert symbols(drawing) == symbols(drawing, of="bold") == str(known.puzzle).replace(".", "")
    assert drawing.get("aria-label", "").startswith(f"{known.puzzle.geometry.size}×")


def test_of_a_grid_alone_nobody_knows_the_clues():
    [drawing] = drawings(Grid(SOLVED_CELLS))
    assert symbols(drawing, of="plain") == SOLVED_CELLS


def test_boxes_have_thick_lines():
    """Boxes of 3 rows × 2 columns: three thick lines down, between and around, and four across."""
    [drawing] = drawings(Puzzle("." * 36, Geometry(3, 2)))
    thick = drawing.findall(f"{SVG}path")[1].get("d", "")
    assert (thick.count("h"), thick.count("v")) == (3, 4)


def test_pencilmarks_are_small():
    [drawing] = drawings(Puzzle(MARKS))
    small = [text.text for text in drawing.iter(f"{SVG}text") if text.get("opacity")]
    assert "".join(map(str, small)) == "12" + 80 * "123456789"


def test_a_unique_check_shows_the_clues_bold_and_the_rest_solved():
    puzzle, solution = drawings(check(UNIQUE))
    assert symbols(puzzle) == symbols(solution, of="bold") == "1234"
    assert symbols(solution) == SOLVED_CELLS
    assert len(symbols(solution, of=SOLVED)) == 12
    assert marks(solution) == []
    assert words(check(UNIQUE, engine="phases")).startswith("unique search · phases the puzzle the solution")


def test_a_check_with_two_solutions_shows_them_with_the_cells_that_differ_marked():
    checked = check("1... .... .... ....")
    first, second = drawings(checked)
    assert [symbols(first), symbols(second)] == list(map(str, checked.solutions))
    differing = sum(one != two for one, two in zip(*map(str, checked.solutions), strict=True))
    assert marks(first) == marks(second) == [DIFFERS] * differing
    assert f"They differ in {differing} cells, framed." in words(checked)


def test_a_check_without_a_solution_marks_the_clash_and_numbers_the_rows():
    [drawing] = drawings(check(CLASH))
    assert marks(drawing) == [CONFLICT] * 2
    assert [t.text for t in drawing.iter(f"{SVG}text") if t.get("opacity")] == [
        n for m in "1234" for n in m * 2
    ]
    assert "r1c1 and r1c2 both hold 1 in row 1" in words(check(CLASH))
    assert marks(drawings(check(CONFLICTING))[0]) == []
    assert "no two clues clash; still there is no solution." in words(check(CONFLICTING))


def test_an_unknown_check_says_why_and_shows_what_it_has():
    checked = check(UNIQUE, engine=lambda cells: SOLVED_CELLS)
    assert "<lambda>() gives one solution, and no word on others" in words(checked)
    assert symbols(drawings(checked)[1]) == SOLVED_CELLS
    stuck = check("." * 81, engine="sets")
    assert "Stuck: " in words(stuck)
    assert len(drawings(stuck)) == 1


def test_what_is_no_puzzle_shows_its_error():
    checked = next(check_many(["<script>alert(1)</script>"]))
    assert words(checked).startswith("invalid argument:1:")
    assert drawings(checked) == []


def nasty(cells: str) -> str:
    raise ValueError('<img src="https://example.org/x" onerror=alert(1)>&')


nasty.__name__ = "<b>&\"'"


WRONG = next(check_many(["<&>"]))

SHOWN = {
    "puzzle": Puzzle(UNIQUE),
    "grid": Grid(SOLVED_CELLS),
    "marks": Puzzle(MARKS),
    "unique": check(UNIQUE),
    "multiple": check(SEVERAL),
    "none": check(CLASH),
    "nasty": check(UNIQUE, engine=nasty),
    "crosscheck": crosscheck(UNIQUE, engines=["phases", nasty]),
    "invalid": Checked(1, "<a&b>:1", None, Verdict.INVALID, error=WRONG.error),
    "crosscheck of nothing": Crosschecked(1, "<a>:1", None, Verdict.INVALID, error=WRONG.error),
    "disagreement": crosscheck(UNIQUE, engines=["phases", lambda cells: "none"]),
    "diagnosis of none": diagnose(CONFLICTING),
    "diagnosis of several": diagnose(SEVERAL, repair=True),
    "diagnosis of one": diagnose("1... ..2. .3.. .1.4"),
    "no diagnosis": Diagnosis(Puzzle(UNIQUE), Verdict.UNKNOWN, None, (), 0.0, reason="<i>out of time"),
    "unproved": crosscheck("1... ..2. .3.. ...4", engines=["phases"], prove=True),
}  # fmt: skip


@pytest.mark.parametrize("shown", SHOWN.values(), ids=SHOWN)
def test_pictures_are_well_formed_and_need_nothing_from_outside(shown):
    """No script, style sheet, font or image; nothing that has an id or a class of the page."""
    html = shown._repr_html_()
    tags = {one.tag.removeprefix(SVG) for one in parsed(shown).iter()} - {"page"}
    figures = {"svg", "path", "rect", "text", "figure", "figcaption"}
    assert tags <= figures | {"div", "p", "span", "strong", "table", "tr", "td"}
    assert set(re.findall(r"https?://[^\"<& ]*", html)) <= {
        "http://www.w3.org/2000/svg",
        "https://example.org/x",
    }
    for element in parsed(shown).iter():
        names = set(element.attrib)
        assert not names & {"id", "class", "href", "src"}
        assert not any(name.startswith("on") for name in names)


def test_colours_are_those_of_the_page_unless_they_can_be_seen_on_any():
    """Neither black nor white is named, so a dark page is as good as a light one."""
    for shown in SHOWN.values():
        html = shown._repr_html_()  # type: ignore[attr-defined]
        colours = set(re.findall(r"#[0-9a-fA-F]{3,8}\b|\b(?:black|white)\b", html))
        for colour in colours:
            red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
            assert 70 < 0.3 * red + 0.6 * green + 0.1 * blue < 160, colour


def test_a_crosscheck_names_every_engine_and_says_who_is_refuted_by_what():
    shown = SHOWN["disagreement"]
    text = words(shown)
    assert text.startswith("unique proof ")
    assert "phases unique" in text
    assert "<lambda>() is refuted: it says none, and this solution passed the referee." in text
    assert "<lambda>() none" in text
    assert text.count("confirmed") == 1
    assert "failed" not in text
    assert "disagree" not in text
    assert list(map(symbols, drawings(shown))) == [SOLVED_CELLS]
    assert words(SHOWN["crosscheck"]).startswith("unique search <b>&\"'() failed. phases unique")


def test_a_disagreement_that_nothing_settles_is_told_as_such():
    answers = {"one": Answer(Verdict.UNIQUE, (), 1), "two": Answer(Verdict.MULTIPLE, (), 2)}
    text = words(compared(1, "a", Puzzle(UNIQUE), answers, Answer.unknown("out of time after 1 s")))
    assert "The engines disagree. Not proved: no proof: out of time after 1 s." in text
    assert text.count("undecided; the engines disagree") == 2


def test_a_grid_that_the_referee_refuses_is_drawn_with_the_wrong_cells_marked():
    wrong = "1243342143122143"
    shown = crosscheck(UNIQUE, engines=["phases", lambda cells: wrong])
    refused, _, solution = drawings(shown)
    assert (symbols(refused), symbols(solution)) == (wrong, SOLVED_CELLS)
    assert set(marks(refused)) == {CONFLICT}
    assert len(marks(refused)) == 4  # in columns 3 and 4; one of them is the last clue
    assert "<lambda>() is refuted: the referee refuses this grid: " in words(shown)


def test_a_crosscheck_shows_which_engine_failed_and_why():
    """Nothing contradicts an engine that failed, so it would pass for one that agrees."""
    checked = crosscheck(UNIQUE, engines=["phases", "sat", nasty])
    assert checked.agree
    text = words(checked)
    assert text.startswith("unique agreement <b>&\"'() failed. phases unique")
    assert "failed ; <b>&\"'() broke off: ValueError:" in text
    assert len(drawings(SHOWN["crosscheck"])) == 2


def test_two_solutions_that_refute_an_engine_are_shown_side_by_side():
    first, second = Grid("1234341221434321"), Grid("1234341243212143")
    answers = {str(grid): Answer(Verdict.UNIQUE, (grid,), 1, True) for grid in (first, second)}
    shown = compared(1, "a", Puzzle("." * 16), answers)
    assert list(map(symbols, drawings(shown))) == [str(first), str(second)]
    assert marks(drawings(shown)[0]) == [DIFFERS] * 8
    assert words(shown).count("it says unique, and these two solutions passed the referee") == 2


def test_the_small_puzzle_for_a_refuted_answer_is_drawn():
    """With the sentence of the command; a full grid here, since the function says so of every puzzle."""
    shown = crosscheck(UNIQUE, engines=["phases", lambda cells: "none"], shrink=True)
    assert "<lambda>(), shrunk: a full grid (5 tries)." in words(shown)
    assert [symbols(one) for one in drawings(shown)] == [SOLVED_CELLS, SOLVED_CELLS]


def test_a_diagnosis_marks_its_conflict_and_says_what_the_command_says():
    found = diagnose(CONFLICTING)
    assert found.contradiction is not None
    [drawing] = drawings(found)
    assert marks(drawing) == [CONFLICT] * len(found.contradiction.conflicts[0].cells)
    assert "These 3 clues cannot stand together; without any one of them, the others can:" in words(found)
    assert "r1c1 = 1, r1c2 = 2 and r2c4 = 3" in words(found).replace("\xa0", " ")


def test_a_diagnosis_of_several_shows_the_closest_two_and_what_each_cell_can_hold():
    found = diagnose("1... .... .... ....", repair=True)
    assert found.ambiguity is not None
    closest = drawings(found)[2:4]  # the first two are the puzzle with further clues, and its solution
    assert [marks(one) for one in closest] == [[DIFFERS] * len(found.ambiguity.closest.cells)] * 2
    assert "There are 72 solutions." in words(found)
    assert "the puzzle then" in words(found)


def test_a_diagnosis_of_one_marks_what_can_be_dropped():
    found = diagnose("1... ..2. .3.. .1.4")
    assert [marks(one) for one in drawings(found)] == [[DIFFERS]] * 2
    assert "1 of its 5 clues can be dropped: r4c2 = 1." in words(found).replace("\xa0", " ")


def test_the_solution_that_solve_gives_can_be_shown():
    assert symbols(drawings(solve(UNIQUE))[0]) == SOLVED_CELLS
