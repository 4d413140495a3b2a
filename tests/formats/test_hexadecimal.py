"""0 to F as the digits of a 16×16 puzzle: read where it is certain, asked about where it is not."""

import io
from typing import Any

import pytest

from sudocube.errors import PuzzleError, UnsupportedError
from sudocube.formats import Style, write
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle
from tests.formats.loosely_typed import read

HEX = "0123456789ABCDEF"
SOLVED = [(r * 4 + r // 4 + c) % 16 for r in range(16) for c in range(16)]
CELLS = "".join("." if i % 3 == 1 else HEX[value] for i, value in enumerate(SOLVED))
VALUES = bytes(0 if i % 3 == 1 else value + 1 for i, value in enumerate(SOLVED))


def entry_of(text: str, name: str = "t") -> Any:
    [entry] = read(io.BytesIO(text.encode()), name)
    return entry


def rows(cells: str, gap: str = "") -> str:
    return "".join(gap.join(cells[start : start + 16]) + "\n" for start in range(0, 256, 16))


FORMS = {
    "line": f"{CELLS} easy\n",
    "small letters": f"{CELLS.lower()}\n",
    "rows": rows(CELLS),
    "spaced": rows(CELLS, " "),
    "table": f"id,puzzle\n1,{CELLS}\n",
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("blank", ".*_-xX?")
def test_0_to_f_are_read_as_the_digits_1_to_16(form, blank):
    """Both 0 and F occur, G does not, and something else is the blank."""
    entry = entry_of(FORMS[form].replace(".", blank))
    assert entry.puzzle.cells == VALUES
    assert (entry.style.numerals, entry.style.blank) == ("hexadecimal", blank)


def test_a_text_in_python_is_read_alike():
    assert Puzzle(CELLS) == Puzzle(VALUES, Geometry(4, 4)) == Puzzle(rows(CELLS.lower()))


@pytest.mark.parametrize("form", ["line", "rows", "spaced"])
def test_it_is_written_as_it_was_read(form):
    entry = entry_of(FORMS[form])
    assert write(entry.puzzle, entry.style) == FORMS[form].replace(" easy", "")


def test_other_formats_are_written_with_their_usual_digits():
    entry = entry_of(FORMS["line"])
    written = write(entry.puzzle, Style.named("grid", entry.style))
    assert "G" in written
    assert "0" not in written
    assert entry_of(written).puzzle == entry.puzzle


@pytest.mark.parametrize(
    "cells",
    [
        CELLS.replace("F", "."),  # no F
        "00" + CELLS[2:],  # 0 twice in a row: it may be a blank
        CELLS[0] + "." * 15 + "0" + CELLS[17:],  # … in a column
    ],
)
def test_where_0_may_be_a_blank_it_is_asked(cells):
    error = entry_of(f"{cells}\n").error
    assert error.found == "'0' beside '.', and no G: it may be a blank or a digit"
    with pytest.raises(PuzzleError, match="0 may be a blank or a digit"):
        Puzzle(cells)


def test_with_g_or_without_another_blank_0_is_a_blank():
    without = CELLS.replace("0", "1").replace(".", "0")
    assert entry_of(f"{without}\n").style.numerals == "symbols"
    assert entry_of(f"{CELLS[:-1]}G\n").puzzle.cells[0] == 0


def test_digits_from_h_on_are_errors_as_before():
    assert entry_of(f"{CELLS[:-1]}H\n").error.found == "'H'"
    with pytest.raises(PuzzleError, match=r"r16c16 holds H|0 may be a blank"):
        Puzzle(f"{CELLS[:-1]}H")


def test_other_sizes_do_not_have_0_to_f():
    with pytest.raises(UnsupportedError, match="0 to F are the digits of 16×16, not of 9×9"):
        write(Puzzle("." * 81), Style("line", numerals="hexadecimal"))
