"""A 0 is a blank: but where others begin to count at 0, and there are other blanks too, that is asked."""

import io
from typing import Any

import pytest

from sudocube.errors import PuzzleError
from sudocube.geometry import SIZES, SYMBOLS
from sudocube.puzzle import Grid, Puzzle, is_zero_doubtful
from tests.formats.loosely_typed import read

LARGE = [size for size in SIZES if size > 9]


def mixed(size: int, *, highest: bool = False) -> str:
    """Two 0, a blank and some digits; the highest one where it is asked for."""
    last = SYMBOLS[size] if highest else "1"
    return ("1.04" + "0" + last + "9" * (size > 9)).ljust(size * size, ".")


def entry_of(text: str, name: str = "t") -> Any:
    [entry] = read(io.BytesIO(text.encode()), name)
    return entry


def forms(size: int, cells: str) -> dict[str, str]:
    rows = [cells[start : start + size] for start in range(0, size * size, size)]
    return {
        "line": f"# a comment\n {cells} more\n",
        "rows": "\n" + "\n".join(f" {row}" for row in rows) + "\n",
        "spaced": "\n" + "\n".join(" ".join(row) for row in rows) + "\n",
        "table": f"id,puzzle\n1,{cells}\n",
        "quoted": f'id,puzzle\n1, "{cells}"\n',
    }


COLUMNS = {"line": 4, "rows": 4, "spaced": 5, "table": 5, "quoted": 7}


@pytest.mark.parametrize("form", COLUMNS)
@pytest.mark.parametrize("size", LARGE)
def test_a_zero_beside_another_blank_is_asked_about(size, form):
    """With its place, and with the remedy."""
    last = SYMBOLS[size]
    entry = entry_of(forms(size, mixed(size))[form])
    error = entry.error
    assert (entry.source, error.line, error.column) == ("t:2", 2, COLUMNS[form])
    assert error.found == f"'0' beside '.', and no {last}: it may be a blank or a digit"
    letters = "A" if size == 10 else f"A to {last}"
    assert error.expected.endswith(f"{size}×{size} puzzle as 1 to 9 and {letters}, and one kind of blank")


@pytest.mark.parametrize("form", COLUMNS)
@pytest.mark.parametrize("size", SIZES)
def test_a_zero_is_a_blank_where_nothing_else_is(size, form):
    cells = mixed(size).replace(".", "0")
    assert entry_of(forms(size, cells)[form]).puzzle.cells[:5] == bytes([1, 0, 0, 4, 0])


@pytest.mark.parametrize("form", COLUMNS)
@pytest.mark.parametrize("size", LARGE)
@pytest.mark.parametrize("change", [str.upper, str.lower])
def test_a_zero_is_a_blank_where_the_highest_digit_shows_that_digits_begin_at_1(size, form, change):
    cells = change(mixed(size, highest=True))
    assert entry_of(forms(size, cells)[form]).puzzle.cells[:6] == bytes([1, 0, 0, 4, 0, size])


@pytest.mark.parametrize("size", [size for size in SIZES if size <= 9])
def test_up_to_9x9_all_blanks_may_be_mixed(size):
    """Nobody writes 0 to 8, and lists do mix them."""
    cells = ("1.0*_-x" + "X" * size * size)[: size * size]
    assert entry_of(f"{cells}\n").puzzle.cells == bytes([1] + [0] * (size * size - 1))


@pytest.mark.parametrize("blank", ".*_-xX")
def test_every_other_blank_beside_a_zero_raises_the_question(blank):
    assert is_zero_doubtful("0" + blank, 16)
    cells = mixed(16).replace(".", blank)
    assert f"'0' beside {blank!r}" in str(entry_of(f"{cells}\n").error)
    with pytest.raises(PuzzleError, match=r"0 may be a blank or a digit, .* no G: write digits as 1 to G"):
        Puzzle(cells)


def test_one_puzzle_in_doubt_costs_no_other():
    text = f"{mixed(16)}\n{mixed(16, highest=True)}\n"
    first, second = read(io.BytesIO(text.encode()), "t")
    assert first.error
    assert second.puzzle


def test_digits_as_numbers_are_not_in_doubt():
    assert Puzzle([0] * 256).cells == bytes(256)
    assert len(set(Grid(Puzzle([1] * 256).cells).cells)) == 1
