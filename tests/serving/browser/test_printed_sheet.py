"""The sheet of `generate --html` on paper: no page that has nothing to say, on A4 and on US Letter."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("playwright")
pytest.importorskip("jinja2")

from tests.cli.command import invoke


@pytest.mark.parametrize(
    ("options", "boards", "sheets"),
    [(("-n", "2", "--per-page", "1"), 4, 3), (("-n", "8", "--symmetry", "half-turn"), 16, 3)],
)
def test_the_last_page_is_that_of_the_solutions_and_no_line_is_cut(
    options, boards, sheets, browser, tmp_path
):
    """A board that may end between two dots lost half of its lowest line, or all of it."""
    file = tmp_path / "sheet.html"
    assert invoke("generate", "--seed", "7", *options, "--html", file).status == 0
    page = browser.new_page()
    page.goto(file.as_uri())
    for paper in ("A4", "Letter"):
        assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=paper))) == sheets, paper
    page.emulate_media(media="print")
    styles = "boards => boards.map(board => getComputedStyle(board).overflow)"
    assert page.eval_on_selector_all(".boards svg", styles) == boards * ["visible"]
    page.close()
