"""The README and the manual show what the program does, and their links lead somewhere."""

import sys

import pytest

from tests.examples import pages, picture


def names(of):
    return [str(page.relative_to(pages.CHECKOUT)) for page in of]


def with_blocks(language):
    of = [page for page in pages.PAGES if pages.blocks(page, language)]
    quick = [page for page in of if page.name in ("README.md", "counting.md")]
    rows = [pytest.param(page, marks=[] if page in quick else pytest.mark.slow) for page in of]
    return pytest.mark.parametrize("page", rows, ids=names(of))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a terminal of Unix, with Bash")
@with_blocks("console")
def test_commands_print_what_the_page_shows_in_a_plain_install(page):
    """From the top of the page to its end, in one folder."""
    assert [*pages.differing(page)] == []


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a terminal of Unix, with Bash")
def test_the_picture_of_the_readme_shows_what_commands_print():
    """Which loads nothing from elsewhere."""
    svg = picture.PATH.read_text("utf-8")
    assert "$ sudocube check draft.txt\nnone\n" in picture.said(svg)
    assert picture.said(svg) == picture.said(picture.drawn())
    assert "url(http" not in svg


@with_blocks("python")
def test_expressions_in_python_have_the_values_that_comments_say(page, tmp_path, monkeypatch):
    """From the top of the page to its end, in one session."""
    (tmp_path / "examples").symlink_to(pages.CHECKOUT / "examples")
    monkeypatch.chdir(tmp_path)
    checked = 0
    for source, comment, results in pages.values(page):
        checked += 1
        assert any(pages.agrees(comment, result) for result in results), (source, comment, results)
    assert checked


@pytest.mark.parametrize(
    ("said", "found", "is_right"),
    [
        ("a\n…\n", "a\nb\nc\n", True),
        ("one …\n", "one two three\n", True),
        ("one …\n", "two\n", False),
        ("12 unique (kernel, 0.06 s)\n", "12 unique (kernel, 1.20 s)\n", True),
        ("12 unique (kernel, 0.06 s)\n", "11 unique (kernel, 0.06 s)\n", False),
        ('{"count": 1, "seconds": 0.061}\n', '{"count": 2, "seconds": 0.061}\n', False),
        ("engine none seconds /s\nsat  2   0.1  9\n", "engine none seconds  /s\nsat  2   0.22 10\n", True),
        ("engine none seconds /s\nsat  2   0.1  9\n", "engine none seconds  /s\nsat  3   0.22 10\n", False),
    ],
)
def test_what_is_measured_may_differ_and_nothing_else(said, found, is_right):
    assert pages.agrees(said, found) == is_right
