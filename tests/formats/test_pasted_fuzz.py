"""Whatever is done to what people paste: reading ends, nothing but entries comes, and always the same."""

import io
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudocube.errors import InputError
from sudocube.formats.bulk_reader import read_in_batches
from sudocube.formats.entry import Entry
from sudocube.formats.text_batches import TextBatch
from sudocube.puzzle import Puzzle
from tests.formats.loosely_typed import read
from tests.formats.pasted_styles import STYLES
from tests.formats.test_pasted_files import EXPECTED, FOLDER

FILES = {name: (FOLDER / name).read_bytes()[:3_000] for name in EXPECTED}
SPLICES = [
    b"\n",
    b"\r",
    b"\t",
    b" ",
    b"|",
    b"-",
    b"#",
    b"[",
    b"]",
    b",",
    b"\xff",
    b"\xe2\x94",
    b"1",
    b".",
    b"A",
]


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


def given_entries(data: bytes, name: str) -> Any:
    """What is read: the place, and the puzzle or the message."""
    try:
        return [
            (entry.source, entry.puzzle or str(entry.error), entry.style)
            for entry in read(io.BytesIO(data), name)
        ]
    except InputError as error:
        return str(error)


def in_batches(data: bytes, name: str) -> Any:
    """The same from the bulk reader, without styles."""
    found: list[Any] = []
    try:
        for item in read_in_batches(io.BytesIO(data), name).items:
            if isinstance(item, TextBatch):
                rows = zip(item.lines.tolist(), item.puzzles, strict=True)
                found += [(f"{name}:{line}", Puzzle(row.tobytes().decode())) for line, row in rows]
            elif isinstance(item, Entry):
                found.append((item.source, item.puzzle or str(item.error)))
    except InputError as error:
        return str(error)
    return found


@settings(max_examples=120)
@given(mutated(), st.sampled_from(["x.txt", "x.csv", "x.sdk", "x.md"]))
def test_a_file_that_is_spoilt_is_read_alike_in_both_ways_and_in_order(data, name):
    assert_read_alike(data, name)


@settings(max_examples=100)
@given(st.text(alphabet="123 .|+-─│┌[],;\t\n#abx:'>", max_size=400))
def test_any_text_made_of_what_grids_are_made_of_is_read_alike_in_both_ways(text):
    assert_read_alike(text.encode(), "x")


def assert_read_alike(data: bytes, name: str) -> None:
    """The bulk reader gives the same as the ordinary one, in the order of the lines, each line once."""
    first = given_entries(data, name)
    if isinstance(first, list):
        numbers = [int(source.rpartition(":")[2]) for source, *_ in first]
        assert numbers == sorted(set(numbers))
        assert in_batches(data, name) == [entry[:2] for entry in first]
    else:
        assert in_batches(data, name) == first


@pytest.mark.parametrize("name", FILES)
def test_a_file_whose_last_lines_are_lost_gives_no_other_puzzle(name):
    lines = FILES[name].splitlines(keepends=True)
    puzzles = puzzles_in(b"".join(lines))
    for end in range(len(lines)):
        found = puzzles_in(b"".join(lines[:end]))
        assert [puzzle for puzzle in found if puzzle not in puzzles] == []


def puzzles_in(data: bytes) -> list[Puzzle]:
    return [entry.puzzle for entry in read(io.BytesIO(data), "x.txt") if entry.puzzle]


@pytest.mark.parametrize("name", STYLES)
def test_a_row_that_is_missing_or_damaged_is_never_passed_over(name):
    """Each row of a puzzle in turn, left out or with a word in it: the puzzle is refused."""
    puzzle = Puzzle(("12......." + "." * 9) * 4 + "........9")
    lines = STYLES[name].text(puzzle).split("\n")
    rows = [i for i, line in enumerate(lines) if any(digit in line for digit in "129.0·□")]
    assert rows
    for i in rows:
        for damaged in ([], [lines[i][: len(lines[i]) // 2] + "oops"]):
            text = "\n".join([*lines[:i], *damaged, *lines[i + 1 :]])
            assert all(entry.puzzle in (None, puzzle) for entry in read(io.BytesIO(text.encode()), "x.txt"))
