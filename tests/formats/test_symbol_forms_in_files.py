"""Files with symbols in other forms are read like others, and errors keep their columns."""

import io
from typing import Any

import pytest

from sudocube.formats.bulk_reader import read_in_batches
from tests.formats.loosely_typed import read
from tests.formats.test_bulk_reader import as_entries

CELLS = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
FULL_WIDTH = str.maketrans("0123456789.", "０１２３４５６７８９．")
FORMS = {
    "middle dots": CELLS.replace(".", "·"),
    "bullets": CELLS.replace(".", "•"),
    "squares": CELLS.replace(".", "□"),
    "rounded squares": CELLS.replace(".", "▢"),
    "question marks": CELLS.replace(".", "?"),
    "full width": CELLS.translate(FULL_WIDTH),
    "emoji": "".join("⬜" if cell == "." else f"{cell}\ufe0f\u20e3" for cell in CELLS),
}


def rows(cells: str) -> list[str]:
    """The nine rows of a puzzle whose symbols have one character each."""
    return [cells[start : start + 9] for start in range(0, 81, 9)]


def entries(text: str, name: str = "puzzles.txt") -> Any:
    return list(read(io.BytesIO(text.encode()), name))


def told(error: Any) -> Any:
    return error.line, error.column, error.found


@pytest.mark.parametrize("form", FORMS)
def test_each_form_is_read_on_one_line(form):
    first, second = entries(f"{FORMS[form]}\n\u00a0{FORMS[form]}\u3000easy\n")
    assert str(first.puzzle) == str(second.puzzle) == CELLS
    assert (first.source, second.source) == ("puzzles.txt:1", "puzzles.txt:2")


@pytest.mark.parametrize("form", [form for form in FORMS if form != "emoji"])
@pytest.mark.parametrize("gap", ["", " ", "\u00a0", "\u3000", "\u2009"], ids=ascii)
def test_each_form_is_read_row_by_row(form, gap):
    text = "\n".join(gap.join(row) for row in rows(FORMS[form]))
    [entry] = entries(text + "\n\u00a0\n")
    assert str(entry.puzzle) == CELLS


@pytest.mark.parametrize("form", FORMS)
def test_each_form_is_read_in_a_table(form):
    for field in (FORMS[form], f'"{FORMS[form]}"', f"\u00a0{FORMS[form]}\u00a0"):
        [entry] = entries(f"id,puzzle\n1,{field}\n")
        assert str(entry.puzzle) == CELLS


@pytest.mark.parametrize("form", FORMS)
def test_each_form_is_read_as_an_argument(form):
    from sudocube.formats import read_argument

    for text in (FORMS[form], "\n".join(rows(CELLS)).replace(".", "·").replace("\n", "\u00a0")):
        [entry] = read_argument(text, 1)
        assert str(entry.puzzle) == CELLS


@pytest.mark.parametrize("form", FORMS)
def test_each_form_is_read_in_a_list_that_is_read_in_batches(form):
    text = f"{CELLS}\n{FORMS[form]}\n{CELLS}\n"
    items = list(as_entries(read_in_batches(io.BytesIO(text.encode()), "a")[1]))
    assert [(source, str(puzzle), error) for source, puzzle, error, _ in items] == [
        (f"a:{line}", CELLS, None) for line in (1, 2, 3)
    ]


def test_columns_count_characters_as_they_were_typed():
    text = f"\u3000{CELLS[:40].translate(FULL_WIDTH)}!{CELLS[41:].replace('.', '·')}\n"
    [entry] = entries(text)
    assert told(entry.error) == (1, 42, "'!'")
    [entry] = entries("\n".join([*rows(CELLS.replace(".", "·"))[:8], "·\u00a0·\u00a0·\u00a0!1234 5"]))
    assert told(entry.error) == (9, 7, "'!'")
    [entry] = entries(f"id,puzzle\n·,\u00a0\u00a0·!{CELLS[2:]}\n")
    assert told(entry.error) == (2, 6, "'!'")


def test_a_mark_in_the_middle_of_a_text_is_no_symbol():
    """Files that were put together each began with a byte-order mark."""
    first, second = entries(f"\ufeff{CELLS}\n\ufeff# comment\n\ufeff{CELLS}\n")
    assert (first.source, second.source) == ("puzzles.txt:1", "puzzles.txt:3")
    assert str(first.puzzle) == str(second.puzzle) == CELLS


def test_a_line_of_spaces_of_any_width_is_blank():
    first, second = entries("\n".join([*rows(CELLS), "\u00a0\u3000", *rows(CELLS)]))
    assert str(first.puzzle) == str(second.puzzle) == CELLS


def test_the_names_of_columns_in_a_table_stay_as_they_are():
    [entry] = entries("id・名,難易度\n1,2\n", name="a.csv")
    assert entry.error.found == "the columns 'id・名', '難易度'"


@pytest.mark.parametrize("times", [1, 3])
@pytest.mark.parametrize("last", ["", CELLS + " why?\n"])
def test_question_marks_do_not_keep_a_list_from_the_compiled_way(times, last):
    """The kernel, which does not know that blank, gets dots."""
    text = (FORMS["question marks"] + "\n") * times + last
    is_bulk, [batch] = read_in_batches(io.BytesIO(text.encode()), "a")
    assert is_bulk
    assert {row.tobytes().decode() for row in batch.puzzles} == {CELLS}  # type: ignore[union-attr]
