"""Text wrapped to a width, and tables with a column of names."""

import pytest
from rich.text import Text

from sudocube.report.text_layout import indented, name_table, wrapped

SENTENCE = "These two clues cannot stand together; without any one of them, the others can."


def plain(lines):
    """The text of lines, without styles."""
    return [line.plain for line in lines]


@pytest.mark.parametrize("width", [24, 30, 40, 78, 79, 80, 200])
def test_no_line_is_wider_than_asked_and_no_word_is_lost(width):
    """Down to the least width of 24 characters."""
    lines = plain(wrapped(Text(SENTENCE), width))
    assert max(map(len, lines)) <= width
    assert " ".join(lines) == SENTENCE
    assert (len(lines) == 1) == (width >= len(SENTENCE))


def test_the_first_line_has_a_margin_of_its_own():
    """And the others hang below the text."""
    lines = plain(wrapped(Text(SENTENCE), 50, Text(" 12. "), Text("   | ")))
    assert lines == [
        " 12. These two clues cannot stand together;",
        "   | without any one of them, the others can.",
    ]


def test_by_default_the_other_lines_begin_below_the_first():
    """For a label before a text."""
    lines = plain(wrapped(Text(SENTENCE), 50, "label: "))
    assert [line[:13] for line in lines] == ["label: These ", "       withou"]


def test_beside_a_wide_margin_there_is_still_room_for_words():
    """Deep in a search, bars take most of a narrow terminal."""
    lines = plain(wrapped(Text(SENTENCE), 40, "| " * 20, "| " * 20))
    assert max(len(line) - 40 for line in lines) <= 24
    assert len(lines) < len(SENTENCE.split())


def test_a_word_longer_than_the_line_is_not_cut():
    """A puzzle of 81 cells, say."""
    assert plain(wrapped(Text(f"puzzle {'.' * 81} here"), 40)) == ["puzzle", "." * 81, "here"]


def test_a_drawing_is_indented_as_far_as_it_fits():
    """By two characters at most."""
    for width, margin in ((9, 2), (8, 2), (7, 1), (6, 0), (3, 0)):
        assert plain(indented([Text("123456"), Text("12")], width)) == [
            " " * margin + "123456",
            " " * margin + "12",
        ]


def test_a_name_too_long_for_its_column_has_a_line_of_its_own():
    """So that the columns of numbers stay below each other."""
    rows = {"short": ["1", "20"], "a-very-long-name": ["300", "4"]}
    assert plain(name_table("engine", ["one", "two"], rows, width=20)) == [
        "engine       one two",
        "short          1  20",
        "a-very-long-name",
        "             300   4",
    ]


@pytest.mark.parametrize(
    ("width", "gap", "widest"), [(40, 3, 28), (28, 3, 28), (27, 2, 26), (26, 2, 26), (25, 1, 24), (24, 1, 24)]
)
def test_the_columns_are_as_far_apart_as_fits(width, gap, widest):
    rows = {"a-very-long-name": ["300", "4"]}
    heading, line = plain(name_table("engine", ["one", "two"], rows, width=width, gap=3))
    assert len(heading) == len(line) == widest
    assert heading.endswith(" " * gap + "one" + " " * gap + "two")


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
    for width in range(1, 20):
        assert max(map(len, plain(name_table("engine", ["one", "two", "three"], rows, width=width)))) <= 19


def test_a_number_is_styled_by_its_heading():
    """Here those above 100."""

    def style(heading: str, number: str) -> str:
        return "bold red" if heading == "one" and int(number) > 100 else ""

    rows = {"first": ["1", "200"], "second": ["300", "4"]}
    _, first, second = name_table("", ["one", "two"], rows, width=40, style=style)
    assert not first.spans
    assert [(second.plain[span.start : span.end].strip(), span.style) for span in second.spans] == [
        ("300", "bold red")
    ]
