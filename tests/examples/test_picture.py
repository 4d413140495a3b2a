"""The picture at the top of the manual."""

from tests.examples import picture
from tests.examples.pages import CHECKOUT


def test_the_picture_shows_what_a_check_finds():
    """As `python -m tests.examples` writes it."""
    assert picture.PATH.read_text("utf-8") == picture.updated()


def test_the_first_page_shows_it_in_markdown_and_has_its_puzzle():
    """So that it is seen on GitHub, too, not only on the site."""
    page = (CHECKOUT / "docs" / "index.md").read_text("utf-8")
    assert f"]({picture.PATH.relative_to(CHECKOUT / 'docs').as_posix()})" in page
    assert picture.PUZZLE in page
