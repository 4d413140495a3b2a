"""Pictures in notebooks: well formed, escaped, complete, and without anything from outside."""

import re
from xml.etree import ElementTree

from hypothesis import given, settings

from sudocube import (
    Checked,
    Crosschecked,
    Diagnosis,
    Grid,
    Puzzle,
    Verdict,
    check,
    check_many,
    crosscheck,
    diagnose,
)  # fmt: skip
from sudocube.report.document import MARKS as COLOURS
from sudocube.report.document import Tone
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


@settings(max_examples=15)
@given(puzzles(max_size=16))
def test_a_board_shows_its_digits_in_the_order_of_its_cells(known: Known):
    [drawing] = drawings(known.puzzle)
    assert symbols(drawing) == symbols(drawing, of="bold") == str(known.puzzle).replace(".", "")
    assert drawing.get("aria-label", "").startswith(f"{known.puzzle.geometry.size}×")


def test_a_check_with_two_solutions_shows_them_with_the_cells_that_differ_marked():
    checked = check("1... .... .... ....")
    assert [symbols(drawing) for drawing in drawings(checked)] == list(map(str, checked.solutions))
    differing = sum(one != two for one, two in zip(*map(str, checked.solutions), strict=True))
    html = checked._repr_html_()
    assert html.count(f'fill="{COLOURS[Tone.SEVERAL]}"') == 2 * differing
    assert "Framed: differs." in html


def nasty(cells: str) -> str:
    raise ValueError('<img src="https://example.org/x" onerror=alert(1)>&')


nasty.__name__ = "<b>&\"'"


def shown():
    """One of each kind that a notebook shows."""
    error = next(check_many(["<&>"])).error
    yield from (Puzzle(UNIQUE), Grid(SOLVED_CELLS), Puzzle(MARKS))
    yield from (check(UNIQUE), check(SEVERAL), check(CLASH), check(UNIQUE, engine=nasty))
    yield Checked(1, "<a&b>:1", None, Verdict.INVALID, error=error)
    yield Crosschecked(1, "<a>:1", None, Verdict.INVALID, error=error)
    yield crosscheck(UNIQUE, engines=["phases", nasty])
    yield crosscheck(UNIQUE, engines=["phases", lambda cells: "none"])
    yield from (diagnose(CONFLICTING), diagnose(SEVERAL, repair=True), diagnose("1... ..2. .3.. .1.4"))
    yield Diagnosis(1, "argument:1", Puzzle(UNIQUE), Verdict.UNKNOWN, reason="<i>out of time")


def test_pictures_are_well_formed_and_need_nothing_from_outside():
    """No script, font or image; a style for what it holds itself, and nothing that has an id."""
    figures = {"svg", "path", "rect", "text", "figure", "figcaption"}
    blocks = {"div", "p", "span", "code", "section", "h4", "style"}
    tables = {"table", "caption", "thead", "tbody", "tr", "th", "td"}
    for one in shown():
        html, elements = one._repr_html_(), list(parsed(one).iter())
        tags = {element.tag.removeprefix(SVG) for element in elements} - {"page"}
        assert tags <= figures | blocks | tables, one
        links = set(re.findall(r"https?://[^\"<& ]*", html))
        assert links <= {"http://www.w3.org/2000/svg", "https://example.org/x"}, one
        for element in elements:
            assert not set(element.attrib) & {"id", "href", "src"}
            assert not any(name.startswith("on") for name in element.attrib)
