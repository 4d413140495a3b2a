"""Whatever is done to a text: reading ends, in order, alike both ways, and no puzzle becomes another one."""

import re
from random import Random
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sudocube.errors import InputError
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle
from tests.puzzles import puzzle_from, solved_grid
from tests.rows.pasted_styles import STYLES, numbers, symbols
from tests.rows.reading import entries, in_words, opened
from tests.rows.test_pasted_files import EXPECTED, FOLDER
from tests.rows.test_pasted_styles import USUAL, plausible


def joined(row: list[str], between: str, across: int) -> str:
    """The cells of a row, with something between them, or with bars between boxes."""
    if between != "bars":
        return between.join(row)
    return " | ".join(" ".join(row[start : start + across]) for start in range(0, len(row), across))


@st.composite
def damaged(draw: Any) -> Any:
    """One to three puzzles in a file, and the text with a damage in one of them."""
    puzzles = draw(
        st.lists(
            plausible([one for one in USUAL if one.size <= 12 or one.size == 16]), min_size=1, max_size=3
        )
    )
    blank = draw(st.sampled_from(["0", ".", "_"]))
    is_numbered = draw(st.booleans())
    between = draw(st.sampled_from(["\n\n", "\n\n\n", "\n\nGrid\n", "\n"]))
    apart = draw(st.sampled_from(["no", "bands", "rows"]))
    if apart != "no" and between == "\n":
        between = "\n\n"  # two parts that nothing separates are one
    cell_gap = draw(st.sampled_from(["", " ", ",", "\t", "bars"]))
    if not cell_gap and (is_numbered or any(puzzle.geometry.size == 16 for puzzle in puzzles)):
        cell_gap = " "  # sixteen symbols alone on a line are a 4×4 puzzle
    hit = draw(st.integers(0, len(puzzles) - 1))
    texts = []
    for k, puzzle in enumerate(puzzles):
        size = puzzle.geometry.size
        one = blank if size <= 9 or is_numbered else "."
        cells = numbers(puzzle, one) if is_numbered else symbols(puzzle, one)
        down, across = puzzle.geometry.box_rows, puzzle.geometry.box_columns
        if is_numbered and cell_gap in (" ", "bars"):
            cells = [[cell.rjust(len(str(size))) for cell in row] for row in cells]
        lines = [list(row) for row in cells]
        if k == hit:
            row, at = draw(st.integers(0, size - 1)), draw(st.integers(0, size - 1))
            kind = draw(st.sampled_from(["lose", "double", "cut", "row", "band"]))
            if kind == "lose":
                del lines[row][at]
            elif kind == "double":
                lines[row].insert(at, lines[row][at])
            elif kind == "cut":
                del lines[row][max(1, at) :]
            elif kind == "row":
                del lines[row]
            else:
                del lines[row // down * down : row // down * down + down]

        drawn = [joined(row, cell_gap, across) for row in lines]
        height = {"no": len(drawn), "bands": down, "rows": 1}[apart]
        texts.append(
            "\n\n".join("\n".join(drawn[i : i + height]) for i in range(0, len(drawn), max(1, height)))
        )
    return puzzles, between.join(texts) + "\n"


@settings(max_examples=35)
@given(damaged())
def test_what_is_damaged_is_never_read_as_a_puzzle(case):
    """What is read is one of the puzzles, and one less than there were."""
    puzzles, text = case
    got = entries(text)
    found = [entry.puzzle for entry in got if entry.puzzle is not None]
    assert all(puzzle in puzzles for puzzle in found), text
    assert len(got) > len(found), text


def test_a_row_that_is_missing_or_damaged_is_never_passed_over():
    """In any style, with a row left out or with a word in it, the puzzle is refused."""
    puzzle = Puzzle(("12......." + "." * 9) * 4 + "........9")
    for name, style in STYLES.items():
        lines = style.text(puzzle).split("\n")
        rows = [i for i, line in enumerate(lines) if any(digit in line for digit in "129.0·□")]
        for i in rows[::3] + rows[-1:]:
            for damaged in ([], [lines[i][: len(lines[i]) // 2] + "oops"]):
                text = "\n".join([*lines[:i], *damaged, *lines[i + 1 :]])
                assert puzzles_in(text.encode()) <= {puzzle}, (name, i)


FILES = {name: (FOLDER / name).read_bytes()[:3_000] for name in EXPECTED}
SPLICES = [*(sign.encode() for sign in "\n\r\t |-#[],1.A"), b"\xff", b"\xe2\x94"]


@st.composite
def mutated(draw: Any) -> bytes:
    """A pasted file with some bytes left out, doubled, exchanged or replaced, and perhaps cut off."""
    data = FILES[draw(st.sampled_from(sorted(FILES)))]
    for _ in range(draw(st.integers(1, 6))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.sampled_from([0, 1, 1, 2, 9, 30, 200])))
        piece = draw(st.sampled_from([b"", data[start:end] * 2, data[start:end][::-1], *SPLICES]))
        data = data[:start] + piece + data[end:]
    return data[: draw(st.sampled_from([len(data), len(data) // 2]))]


def test_a_file_whose_last_lines_are_lost_gives_no_other_puzzle():
    for name, data in FILES.items():
        lines = data.splitlines(keepends=True)[:24]
        puzzles = puzzles_in(b"".join(lines))
        for end in range(1, len(lines), 2):
            assert puzzles_in(b"".join(lines[:end])) <= puzzles, (name, end)


def puzzles_in(data: bytes) -> set[Puzzle]:
    """All that is read as a puzzle; none where damaged JSON is refused as a whole."""
    try:
        return {entry.puzzle for entry in entries(data) if entry.puzzle}
    except InputError:
        return set()


@settings(max_examples=60)
@given(mutated(), st.sampled_from(["x.txt", "x.csv", "x.sdk", "x.md"]))
def test_a_file_that_is_spoilt_is_read_in_order(data, name):
    """In the order of the lines, each line once."""
    found = [re.match(r"\d+", word) for word in in_words(opened(data, name), name)]
    lines = [int(line[0]) for line in found if line]
    assert lines == sorted(set(lines))


PUZZLES = st.builds(
    lambda seed, clues: puzzle_from(solved_grid(Geometry(3, 3), Random(seed)), Random(seed), clues=clues),
    st.integers(0, 1000),
    st.integers(1, 81),
)
WORDS = st.text(
    st.characters(codec="utf-8", exclude_characters="\r\n#", exclude_categories=["Cc"]), max_size=15
)


@given(PUZZLES, WORDS, WORDS, st.sampled_from(" ,;\t\"'=/:()<>"), st.sampled_from(" ,;\t\"'&/()<>"))
def test_any_words_around_a_puzzle_leave_it_as_it_is(puzzle, before, behind, left, right):
    """A line that begins with a comment is none, of course, and one that begins as JSON is damaged JSON."""
    text = f"{before}{left}{puzzle}{right}{behind}"
    assume(not text.lstrip().startswith(('{"', '[{"')))
    assert [entry.puzzle for entry in entries(text)] == [puzzle]
