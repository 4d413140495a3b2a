"""`generate --html`: a sheet to print, one page that needs nothing else."""

import re

import pytest

from tests.cli.command import invoke, written
from tests.cli.test_generate import BASE, interrupted_at
from tests.report.parsed_page import Page


@pytest.fixture
def sheet_of(tmp_path):
    """Makes puzzles with `--html`, and gives the page taken apart."""

    def made(*arguments):
        file = tmp_path / "sheet.html"
        outcome = invoke(*BASE, *arguments, "--html", file)
        assert outcome.status == 0, outcome
        return Page(file.read_text("utf-8"))

    return made


def pictures(page, kind=r"\w+"):
    """The cells of each picture of a "puzzle" or a "grid", as a screen reader hears them."""
    labels = [label for label in page.values("aria-label") if re.match(rf"\d+×\d+ {kind}: ", label)]
    return [label.partition(": ")[2].replace(" / ", "") for label in labels]


def test_it_has_the_puzzles_that_were_printed_and_then_their_solutions(sheet_of, tmp_path):
    """Nobody sees one by accident. Standard output is the same with it; a later part is numbered on."""
    page = sheet_of("-n", "3", "--first-index", "9")
    assert page.faults == []
    assert not {name for name, _ in page.elements} & {"script", "img", "link", "iframe", "form", "object"}
    assert "default-src 'none'; style-src 'unsafe-inline'" in page.values("content")
    outcome = invoke(*BASE, "-n", "3", "--first-index", "9", "--json", "--html", tmp_path / "other.html")
    assert outcome.out == invoke(*BASE, "-n", "3", "--first-index", "9", "--json").out
    expected = [row[kind] for kind in ("puzzle", "solution") for row in outcome.rows]
    assert pictures(page) == expected
    assert re.findall(r"^ *(\d{1,2})(?:, level|$)", page.said, re.MULTILINE) == 2 * ["9", "10", "11"]


def test_the_command_on_it_makes_the_same_puzzles_also_where_the_seed_was_drawn(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "sheet.html"
    drawn = invoke("generate", "-n", "2", "--html", file, "--per-page", "6")
    [line] = [one for one in Page(file.read_text("utf-8")).said.splitlines() if one.startswith("sudocube ")]
    assert invoke(*line.split()[1:]).out == drawn.out


def test_the_words_beside_the_puzzles_are_defined_on_the_page(sheet_of):
    """Together with what they do not say."""
    page = sheet_of("-n", "2", "--level", "hard").said
    beside = set(re.findall(r"^ *\d+, (level [56]: hard), \d+ clues$", page, re.MULTILINE))
    said = page.partition("What the words mean")[2]
    assert beside
    assert beside <= {line.strip() for line in said.splitlines()}
    assert "says nothing of how long a person takes" in page


def test_ctrl_c_leaves_a_page_of_what_was_made_that_says_so(tmp_path, monkeypatch):
    """Under another name; an old sheet stays."""
    old = written(tmp_path, "old", name="sheet.html")
    interrupted_at(monkeypatch, 3)
    outcome = invoke(*BASE, "-n", "5", "--html", old)
    page = Page((tmp_path / "sheet.part.html").read_text("utf-8"))
    assert (outcome.status, old.read_text()) == (130, "old\n")
    assert "the same again: --seed 7\n" in outcome.err
    assert pictures(page, "puzzle") == outcome.out.splitlines()
    assert len(pictures(page, "grid")) == 2
    assert "Not complete." in page.said
