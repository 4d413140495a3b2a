"""`.sdk`: header lines and sections; only `[Puzzle]` is read."""

import io
from typing import Any

import pytest

from sudocube.puzzle import Puzzle
from tests.formats.loosely_typed import read

FULL = [(r * 3 + r // 3 + c) % 9 + 1 for r in range(9) for c in range(9)]
CELLS = "".join("." if i % 2 else str(digit) for i, digit in enumerate(FULL))
ROWS = "\n".join(CELLS[i : i + 9] for i in range(0, 81, 9))
SOLVED = "\n".join("".join(map(str, FULL))[i : i + 9] for i in range(0, 81, 9))
HEAD = "#ASomebody\n#DA puzzle made up for a test\n#B2024-01-01\n#LEasy\n"


def entries(text: Any, name: Any = "p.sdk") -> Any:
    return list(read(io.BytesIO(text.encode()), name))


@pytest.mark.parametrize("title", ["[Puzzle]", "[PUZZLE]", "[ puzzle ]", "  [Puzzle]  # here"])
def test_the_section_puzzle_is_read(title):
    [entry] = entries(f"{HEAD}{title}\n{ROWS}\n", name="p.txt")
    assert (entry.source, entry.puzzle) == ("p.txt:6", Puzzle(CELLS))
    assert entry.style.format == "sdk"


def test_other_sections_are_passed_over():
    marks = "[PencilMarks]\n12,3,,\nanything at all | ,,\n\n[Colours]\n0,0,1\n"
    [entry] = entries(f"{HEAD}[State]\n{SOLVED}\n\n{SOLVED}\n[Puzzle]\n{ROWS}\n[State]\n{SOLVED}\n{marks}")
    assert (entry.source, entry.puzzle) == ("p.sdk:26", Puzzle(CELLS))


def test_rows_after_the_header_lines_need_no_section():
    [entry] = entries(HEAD + ROWS)
    assert (entry.source, entry.puzzle, entry.style.format) == ("p.sdk:5", Puzzle(CELLS), "sdk")


def test_several_sections_puzzle_are_several_puzzles():
    assert [e.puzzle for e in entries(f"[Puzzle]\n{ROWS}\n[State]\n{SOLVED}\n\n[Puzzle]\n{ROWS}")] == [
        Puzzle(CELLS),
        Puzzle(CELLS),
    ]


def test_a_file_without_the_section_puzzle_has_no_puzzle():
    assert entries(f"[State]\n{SOLVED}\n") == []


def test_a_puzzle_of_another_size_is_read_as_a_grid():
    [entry] = entries("[Puzzle]\n1...\n..2.\n.3..\n...4\n")
    assert (str(entry.puzzle), entry.style.format) == ("1.....2..3.....4", "grid")


def test_a_faulty_section_is_an_error_and_the_next_is_read():
    bad, good = entries(f"[Puzzle]\n{ROWS[:-1]}!\n[State]\n{SOLVED}\n[Puzzle]\n{ROWS}")
    assert (bad.error.line, bad.error.column, bad.error.found) == (10, 9, "'!'")
    assert good.puzzle == Puzzle(CELLS)
