"""The sheet of `generate --html` on paper: no page that has nothing to say, on A4 and on US Letter."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("playwright")
pytest.importorskip("jinja2")

from tests.cli.command import invoke


def sheet(browser, folder, *options):
    """A page with the sheet that the command writes."""
    file = folder / "sheet.html"
    assert invoke("generate", "--seed", "7", *options, "--html", file).status == 0
    page = browser.new_page()
    page.goto(file.as_uri())
    return page


@pytest.mark.parametrize(
    ("options", "sheets"),
    [
        (("-n", "3", "--per-page", "1"), 4),
        (("-n", "6", "--per-page", "6"), 2),
        (("-n", "12", "--symmetry", "half-turn"), 4),
    ],
)
def test_the_last_page_is_that_of_the_solutions(options, sheets, browser, tmp_path):
    page = sheet(browser, tmp_path, *options)
    for paper in ("A4", "Letter"):
        assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=paper))) == sheets, paper
    page.close()


def test_print_does_not_cut_the_outer_lines_of_boards(browser, tmp_path):
    """A board that may end between two dots lost half of its lowest line, or all of it."""
    page = sheet(browser, tmp_path, "-n", "5")
    page.emulate_media(media="print")
    styles = "boards => boards.map(board => getComputedStyle(board).overflow)"
    assert page.eval_on_selector_all(".boards svg", styles) == 10 * ["visible"]
    page.close()
