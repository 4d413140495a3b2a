"""A puzzle that is written in any of the styles in which people paste puzzles is read back unchanged."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from sudocube.cell_values import ANY_DIGIT
from sudocube.geometry import GEOMETRIES, Geometry
from sudocube.puzzle import Puzzle
from tests.rows.pasted_styles import STYLES, UNCERTAIN, framed
from tests.rows.reading import entries

USUAL = [geometry for geometry in GEOMETRIES if geometry == Geometry.of_size(geometry.size)]
SMALL = [geometry for geometry in GEOMETRIES if geometry.size <= 12]


@st.composite
def plausible(draw: Any, geometries: Any = GEOMETRIES) -> Any:
    """A puzzle with blanks and clues of any kind, none of them twice in a row."""
    geometry = draw(st.sampled_from(geometries))
    rng = draw(st.randoms(use_true_random=False))
    share = draw(st.sampled_from([0.1, 0.3, 0.6, 0.9]))
    rows = [rng.sample(geometry.digits, geometry.size) for _ in range(geometry.size)]
    return Puzzle([digit if rng.random() < share else 0 for row in rows for digit in row], geometry)


@settings(max_examples=4)
@given(plausible(), plausible(USUAL))
def test_a_puzzle_in_any_style_is_read_back(any_boxes, usual_boxes):
    for name, style in STYLES.items():
        puzzle = any_boxes if style.shows_boxes else usual_boxes
        text = style.text(puzzle)
        assert [(entry.error, entry.puzzle) for entry in entries(text)] == [(None, puzzle)], (name, text)


@settings(max_examples=2)
@given(st.lists(plausible([one for one in USUAL if one in SMALL]), min_size=2, max_size=3))
def test_several_in_one_style_are_read_in_order(puzzles):
    for name, style in STYLES.items():
        if name != "double-spaced":
            text = "\n\n".join(map(style.text, puzzles)) + "\n"
            assert [entry.puzzle for entry in entries(text)] == puzzles, (name, text)


@settings(max_examples=10)
@given(plausible(USUAL))
def test_with_spaces_for_blanks_a_puzzle_is_read_right_or_not_at_all(puzzle):
    for name, style in UNCERTAIN.items():
        got = entries(style.text(puzzle), size=puzzle.geometry.size)
        assert all(entry.puzzle in (None, puzzle) for entry in got), name
        assert got or not any(puzzle.cells), name


@st.composite
def candidates(draw: Any) -> Any:
    """The candidates of 81 cells, none of them without any."""
    rng = draw(st.randoms(use_true_random=False))
    masks = [rng.choice([1 << rng.randrange(9), rng.randrange(1, ANY_DIGIT + 1)]) for _ in range(81)]
    return ["".join(str(d) for d in range(1, 10) if mask >> (d - 1) & 1) for mask in masks]


FRAMES = ["...:+:'''-|", "*-*|+|*-*-|", "+++++++++-|", "┌┬┐├┼┤└┴┘─│"]


@settings(max_examples=15)
@given(candidates(), st.sampled_from(FRAMES))
def test_candidates_are_read_as_hodoku_and_simple_sudoku_write_them(cells, signs):
    rows = [cells[start : start + 9] for start in range(0, 81, 9)]
    marks = "".join("".join(d if d in cell else "." for d in "123456789") for cell in cells)
    [entry] = entries(framed(Puzzle("." * 81), rows, signs))
    assert entry.puzzle == Puzzle(marks)
    assert entry.puzzle.candidates is None or entry.style.format == "pencilmarks"
