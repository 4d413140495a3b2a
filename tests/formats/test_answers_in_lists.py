"""Solutions beside the puzzles of a list without a header, one puzzle per line."""

import io
from random import Random
from typing import Any

import pytest

from sudocube.formats import bulk_reader, read
from sudocube.formats.bulk_reader import read_in_batches
from sudocube.formats.text_batches import TextBatch
from sudocube.geometry import SIZES, Geometry
from tests.formats.test_table_batches import told
from tests.puzzles import puzzle_from, solved_grid

GRID = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
CLUES = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
WRONG = GRID[::-1]
FOUR, FOUR_SOLVED = "1.....2..3.....4", "1243342143122134"


def stored(text: str, name: str = "a.txt", **hints: Any) -> list[str | None]:
    entries = list(read(io.BytesIO(text.encode()), name, **hints))
    assert [entry.error for entry in entries] == [None] * len(entries)
    return [entry.stored for entry in entries]


@pytest.mark.parametrize("name", ["a.txt", "a.csv", "a.sdm"])
@pytest.mark.parametrize("end", ["", ",8.3", "\t17\thard", " # easy", ";", f",{WRONG}", f" {GRID[1:]}"])
@pytest.mark.parametrize(
    "between", [",", " ", "\t", ";", ", ", " | ", ",8.3,", ' "', "\u3000", " by Jürgen "]
)
def test_the_first_full_grid_of_the_same_size_behind_a_puzzle_is_its_answer(between, end, name):
    for grid in (GRID, WRONG):
        end = '"' * between.endswith('"') + end
        assert stored(f"{CLUES}{between}{grid}{end}\n" * 2, name) == [grid, grid]


@pytest.mark.parametrize("size", SIZES)
def test_so_it_is_in_all_sizes_and_if_the_solution_comes_first(size):
    rng = Random(size)
    grid = solved_grid(Geometry.of_size(size), rng)
    puzzle = puzzle_from(grid, rng, clues=size * size // 2)
    assert stored(f"{puzzle},{grid},3\n") == [str(grid)]
    assert stored(f"{grid},{puzzle}\n") == [str(grid)]


@pytest.mark.parametrize(
    "line", ["7,{},{}", "easy-1\t{}\t{}", '{{"puzzle": "{}", "solution": "{}"}}', "1. {} ({})"]
)
def test_a_puzzle_that_is_not_the_first_column_has_an_answer_too(line):
    assert stored(line.format(CLUES, GRID)) == [GRID]
    assert stored(line.format(GRID, CLUES)) == [GRID]
    assert stored(line.format(CLUES, list(map(int, GRID)))) == [GRID]


def test_of_another_puzzle_that_stands_first_the_full_grid_must_have_its_clues():
    """Else it may be a puzzle itself, and which is meant is asked."""
    changed = GRID[:2] + "6" + GRID[3:]
    assert stored(f"7,{CLUES},{changed}") == [changed]  # it keeps the clues
    [entry] = read(io.BytesIO(f"7,{CLUES},{WRONG}".encode()), "a.txt")
    assert "2 puzzles in one line" in str(entry.error)


@pytest.mark.parametrize(
    "behind",
    ["", "8.3", GRID[1:], GRID + "1", "1" + GRID, GRID + "x", "no-" + GRID,
     FOUR_SOLVED, "# " + GRID, "x # " + GRID, GRID[:40] + " " + GRID[40:], GRID[:40] + "a" + GRID[41:],
     GRID + "·", "１" + GRID, "9" * 729],
)  # fmt: skip
def test_what_is_certainly_no_grid_of_that_size_is_no_answer(behind):
    assert stored(f"{CLUES} {behind}") == [None]


def test_pencilmarks_have_answers_too():
    marks = "".join(
        "123456789" if cell == "." else cell.rjust(int(cell), ".").ljust(9, ".") for cell in CLUES
    )
    assert stored(f"{marks},{GRID}") == [GRID]


def test_a_second_puzzle_is_refused_whether_there_is_a_solution_or_not():
    for line in (f"{CLUES},{CLUES[::-1]}", f"{CLUES},{GRID},{CLUES[::-1]}", f"{CLUES},{CLUES[::-1]},{GRID}",
                 f"{CLUES},{WRONG[:80]}0", f"{CLUES},{WRONG[:80]}."):  # fmt: skip
        [entry] = read(io.BytesIO(line.encode()), "a.txt")
        assert "2 puzzles in one line" in str(entry.error)


def test_a_line_without_an_answer_lacks_one_if_the_first_puzzle_has_one():
    with_grid, alone, bad = f"{CLUES},{GRID}\n", f"{CLUES}\n", f"{CLUES[1:]}\n"
    assert stored(with_grid + alone + with_grid) == [GRID, "", GRID]
    assert stored(alone + with_grid + alone) == [None, GRID, None]
    entries = read(io.BytesIO((bad + with_grid + bad + alone).encode()), "a.txt")
    assert [entry.stored for entry in entries] == [None, GRID, None, ""]


def test_no_answer_is_taken_where_none_is_wanted():
    for line in (f"{CLUES},{GRID}", f"7,{CLUES},{GRID}", f"{GRID},{CLUES}", f"{FOUR},{FOUR_SOLVED}"):
        assert stored(line, answers=False) == [None]


def line_of_a_list(rng: Random) -> str:
    """A puzzle with its solution beside it, or with other things there."""
    grid = str(solved_grid(Geometry(3, 3), rng))
    puzzle = str(puzzle_from(solved_grid(Geometry(3, 3), rng), rng, clues=rng.choice([17, 30, 81])))
    beside = [grid, grid, grid, grid[1:], grid + "1", puzzle, GRID, "8.3", "x" * 90, "http://a.org/#1", "# x",
              "Jürgen", "·" + grid, grid + "\u200b", grid + "·", grid[:40] + "３" + grid[41:], "１" * 81, "",
              FOUR_SOLVED, '"' + grid + '"', "(" + grid + ")", grid + "." * 80, "9" * 170]  # fmt: skip
    delimiters = [",", " ", ";", "\t", ", ", "|", "\u3000", "#", "  "]
    behind = "".join(rng.choice(delimiters) + rng.choice(beside) for _ in range(rng.randrange(4)))
    return rng.choice(
        [puzzle + behind] * 8 + ["7," + puzzle + behind, "", "# x", grid + "," + puzzle, "words"]
    )


@pytest.mark.parametrize("at_once", [64, 1000, 1 << 20])
@pytest.mark.parametrize("seed", range(40))
def test_both_ways_of_reading_give_the_same_answers(seed, at_once, monkeypatch):
    monkeypatch.setattr(bulk_reader, "BATCH_BYTES", at_once)
    rng = Random(seed)
    first = rng.choice([CLUES, f"{CLUES},{GRID}", f"{CLUES},{CLUES[::-1]}"])
    same = rng.random() < 0.3  # as long as the first one
    lines = [first, *([f"{CLUES},{rng.choice([GRID, WRONG, 'x' * 81])}" if same else line_of_a_list(rng)
                       for _ in range(40)])]  # fmt: skip
    data = rng.choice(["\n", "\r\n"]).join([*lines, ""]).encode()
    hints: dict[str, Any] = rng.choice([{}, {}, {"size": 9}, {"answers": False}])
    _, items = read_in_batches(io.BytesIO(data), "a.txt", **hints)
    assert told(items) == told(read(io.BytesIO(data), "a.txt", **hints))


@pytest.mark.parametrize(
    "line", ["{},{}\n", "{} {}\r\n", "{};{};8.3\n", "{}\t{}\thard\n", "{} 8.3, {} # x\n"]
)
def test_a_list_with_solutions_stays_in_arrays(line):
    data = (line.format(CLUES, GRID) * 99 + f"{CLUES}\n").encode()
    _, items = read_in_batches(io.BytesIO(data), "a.txt")
    [batch] = [item for item in items if isinstance(item, TextBatch)]
    assert [batch.answer(place) for place in (0, 98, 99)] == [GRID, GRID, ""]
