"""The sheet of `generate --html` on paper: no page that has nothing to say, on A4 and on US Letter."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("playwright")
pytest.importorskip("jinja2")

from tests.cli.command import invoke


@pytest.mark.parametrize(
    ("options", "sheets"),
    [
        (("-n", "6", "--per-page", "1"), 7),
        (("-n", "6", "--per-page", "2"), 4),
        (("-n", "6", "--per-page", "4"), 3),
        (("-n", "6", "--per-page", "6"), 2),
        (("-n", "12", "--symmetry", "half-turn"), 4),
    ],
)
def test_the_last_page_is_that_of_the_solutions(options, sheets, browser, tmp_path):
    file = tmp_path / "sheet.html"
    assert invoke("generate", "--seed", "7", *options, "--html", file).status == 0
    page = browser.new_page()
    try:
        page.goto(file.as_uri())
        for paper in ("A4", "Letter"):
            printed = page.pdf(format=paper)
            assert len(re.findall(rb"/Type\s*/Page\b", printed)) == sheets, paper
    finally:
        page.close()
