"""Text wrapped to a width, and tables with a column of names."""

import pytest
from rich.text import Text

from sudocube.report.text_layout import name_table, wrapped

SENTENCE = "These two clues cannot stand together; without any one of them, the others can."


def plain(lines):
    """The text of lines, without styles."""
    return [line.plain for line in lines]


@pytest.mark.parametrize("width", [24, 79])
def test_no_line_is_wider_than_asked_and_no_word_is_lost(width):
    """Down to the least width of 24 characters."""
    lines = plain(wrapped(Text(SENTENCE), width))
    assert max(map(len, lines)) <= width
    assert " ".join(lines) == SENTENCE
    assert (len(lines) == 1) == (width >= len(SENTENCE))


def test_a_word_longer_than_the_line_is_not_cut():
    """A puzzle of 81 cells, say."""
    assert plain(wrapped(Text(f"puzzle {'.' * 81} here"), 40)) == ["puzzle", "." * 81, "here"]


def test_what_is_too_wide_for_the_page_stands_in_several_tables():
    """No line is broken, and no column is left out."""
    rows = {"phases": ["1", "20", "300"], "sat:extended": ["4", "5", "6"]}
    assert plain(name_table("engine", ["unique", "multiple", "disagrees"], rows, width=26)) == [
        "engine     unique multiple",
        "phases          1       20",
        "sat:extended",
        "                4        5",
        "",
        "engine        disagrees",
        "phases              300",
        "sat:extended          6",
    ]
