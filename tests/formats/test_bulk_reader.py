"""Reading in batches gives the same as the ordinary reader, for any text and wherever it is cut."""

import io
import os
import tracemalloc
from random import Random
from typing import Any

import pytest

from sudocube.formats import bulk_reader, read
from sudocube.formats.bulk_reader import read_in_batches
from sudocube.formats.text_batches import InputPause, TextBatch
from sudocube.formats.text_input import LONGEST
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle
from tests.formats.test_streaming import Synthesised
from tests.puzzles import puzzle_from, solved_grid

LONGEST_IN_BYTES = 4 * LONGEST
"""A text with more bytes than this and no LF is split at CR, or is a line that is too long."""

NINE, FOUR, SIX, SIXTEEN = Geometry(3, 3), Geometry(2, 2), Geometry(2, 3), Geometry(4, 4)


def plain(rng: Random) -> bytes:
    """A 9×9 puzzle as people write it."""
    text = str(puzzle_from(solved_grid(NINE, rng), rng, clues=rng.choice([0, 20, 30, 81])))
    return text.replace(".", rng.choice(".....0*_-xX")).encode()


def grid(rng: Random, shape: Geometry) -> list[bytes]:
    """The rows of a puzzle, each on a text line."""
    text = str(puzzle_from(solved_grid(shape, rng), rng, clues=shape.cell_count // 2)).encode()
    rows = [text[start : start + shape.size] for start in range(0, len(text), shape.size)]
    if rng.random() < 0.5:
        rows = [b" ".join(bytes([symbol]) for symbol in row) for row in rows]
    return rows


def odd(rng: Random) -> list[bytes]:
    """Lines that are not a 9×9 puzzle on one line, or almost not."""
    puzzle = plain(rng)
    at = rng.randrange(81)
    small = str(puzzle_from(solved_grid(FOUR, rng), rng, clues=6)).encode()
    return rng.choice(
        [
            [puzzle[:at]],
            [puzzle + b"1"],
            [
                puzzle[:at]
                + rng.choice(
                    [b"?", b"!", "·".encode(), "３".encode(), b"a", b"/", b"\xff", "ü".encode(), b"\0"]
                )
                + puzzle[at + 1 :]
            ],
            [b"  " + puzzle],
            [
                puzzle
                + rng.choice([b",", b" ", b";", b"\t", b"#"])
                + rng.choice([b"", b"easy", puzzle, b"# x"])
            ],
            [b"#" + puzzle],
            [b"   # said by the way"],
            [b""],
            [b" \t"],
            [b"", b""],
            [b"-" * 81],
            [b"*" + b"-" * 79 + b"*"],
            [b"*" * 81],
            [b"-" * 81 + b" +"],
            [small],
            [small] * rng.choice([2, 15, 16, 17]),
            [b"", *[small[:15] + b"9"] * 16, b""],
            [str(puzzle_from(solved_grid(SIX, rng), rng, clues=12)).encode()],
            grid(rng, rng.choice([NINE, SIX, FOUR, SIXTEEN])),
            [b"", *grid(rng, NINE), b""],
            grid(rng, NINE)[: rng.randrange(1, 6)],
            [b"puzzle,solution", puzzle + b"," + puzzle],
            [b"[Puzzle]", *grid(rng, NINE)],
            [b"words, in columns"],
            [b"x" * rng.choice([70_000, 300_000])] if rng.random() < 0.1 else [b"x"],
            [puzzle + b" " + b"y" * 70_000] if rng.random() < 0.2 else [b"y"],
            [
                "".join(
                    str(k + 1) if rng.random() < 0.9 else "." for _ in range(81) for k in range(9)
                ).encode()
            ],
        ]
    )


def text(rng: Random) -> bytes:
    """Mostly puzzles, with lines of every other kind between."""
    lines: list[bytes] = []
    share = rng.choice([0.0, 0.02, 0.2, 0.6])
    if rng.random() < 0.3:
        lines += rng.choice([[b"# a list"], [b""], odd(rng)])
    while len(lines) < 60:
        lines += odd(rng) if rng.random() < share else [plain(rng)]
    ends = rng.choice(
        [[b"\n"], [b"\n"], [b"\r\n"], [b"\n", b"\n", b"\r\n"], [b"\n", b"\r", b"\r\n"], [b"\r"]]
    )
    columns = rng.choice([b"", b"", b",", b" easy 1.2"])
    whole = b"".join(line + (columns if len(line) == 81 else b"") + rng.choice(ends) for line in lines)
    if rng.random() < 0.3:
        whole = whole.rstrip(b"\r\n")
    return (b"\xef\xbb\xbf" if rng.random() < 0.1 else b"") + whole


def as_entries(items):
    """What was read, in a form in which both ways of reading can be compared."""
    for item in items:
        if isinstance(item, TextBatch):
            for place, (line, row) in enumerate(zip(item.lines.tolist(), item.puzzles, strict=True)):
                yield f"{item.name}:{line}", Puzzle(row.tobytes().decode()), None, item.answer(place)
        elif not isinstance(item, InputPause):
            yield item.source, item.puzzle, item.error and str(item.error), item.stored


def ordinarily(data: bytes, name: str, **hints):
    """Entries, or the error that ends the reading."""
    try:
        for entry in read(io.BytesIO(data), name, **hints):
            yield entry.source, entry.puzzle, entry.error and str(entry.error), entry.stored
    except OSError as error:
        yield str(error)


def in_batches(data: bytes, name: str, **hints):
    """The same, read in batches."""
    try:
        yield from as_entries(read_in_batches(io.BytesIO(data), name, **hints)[1])
    except OSError as error:
        yield str(error)


@pytest.mark.parametrize("at_once", [64, 1000, 1 << 20])
@pytest.mark.parametrize("seed", range(60))
def test_both_ways_of_reading_give_the_same(seed, at_once, monkeypatch):
    """Places, puzzles and the texts of all errors are compared."""
    monkeypatch.setattr(bulk_reader, "BATCH_BYTES", at_once)
    rng = Random(seed)
    data = text(rng)
    if at_once < 4096:
        data = data.replace(b"\0", b"?")  # looked for in what is read at first, however much that is
    hints: dict[str, Any] = rng.choice([{}, {}, {}, {"size": 9}, {"geometry": NINE}, {"size": 16}])
    name = rng.choice(["puzzles.txt", "puzzles.sdm", "puzzles.csv", "-"])
    assert list(in_batches(data, name, **hints)) == list(ordinarily(data, name, **hints))


class Parts:
    """A stream that gives one part of a text in each read, however many bytes are asked for."""

    def __init__(self, parts):
        self._parts = iter(parts)

    def read1(self, _size):
        return next(self._parts, b"")


def read_both_ways(parts: list[bytes], monkeypatch) -> list[Any]:
    """The entries of a text that arrives in these parts, after a comparison with the ordinary reader."""
    monkeypatch.setattr(bulk_reader, "BATCH_BYTES", 1)  # each part is a batch
    entries = list(as_entries(read_in_batches(Parts(parts), "a.txt")[1]))  # type: ignore[arg-type]
    assert entries == list(ordinarily(b"".join(parts), "a.txt"))
    return entries


def numbered(count: int) -> list[bytes]:
    """So many puzzles, all different."""
    return [f"{number:.>81}".encode() for number in range(count)]


@pytest.mark.parametrize("at_once", [4_096, bulk_reader.BATCH_BYTES])
@pytest.mark.parametrize("end", [b"\n", b"\r", b"\r\n"])
def test_a_list_longer_than_the_buffer_loses_no_puzzle(end, at_once, monkeypatch):
    """If all lines end with CR, no LF shows where a batch can end."""
    monkeypatch.setattr(bulk_reader, "BATCH_BYTES", at_once)
    puzzles = numbered(2 * LONGEST_IN_BYTES // 81)
    data = b"".join(puzzle + end for puzzle in puzzles)
    entries = list(in_batches(data, "a.txt"))
    assert [str(puzzle).encode() for _, puzzle, _, _ in entries] == [p.replace(b"0", b".") for p in puzzles]
    assert entries == list(ordinarily(data, "a.txt"))


@pytest.mark.parametrize("cut", [-83, -82, -81, -2, -1, 0, 1, 2, 81, 82, 83])
@pytest.mark.parametrize("end", [b"\n", b"\r", b"\r\n"])
def test_a_long_text_without_lf_can_be_cut_anywhere(end, cut, monkeypatch):
    """After CR, within CRLF (where the CR alone is not yet the end of a line), or within a puzzle."""
    before = b"".join(puzzle + b"\r" for puzzle in numbered(LONGEST_IN_BYTES // 82 + 2))[:-1]
    data = before + end + b"".join(puzzle + end for puzzle in numbered(3))
    at = len(before) + 1 + cut
    assert at > LONGEST_IN_BYTES + 1 - 82
    assert len(read_both_ways([data[:at], data[at:]], monkeypatch)) == LONGEST_IN_BYTES // 82 + 5


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_a_part_may_begin_with_the_only_end_of_a_line_in_it(end, monkeypatch):
    """The line that it ends is counted, whether it is blank or holds a puzzle."""
    puzzles = numbered(4)
    for parts in (
        [puzzles[0] + end, end, end + puzzles[1], end + b"?", end + puzzles[2], end + puzzles[3][:9]],
        [puzzles[0] + end[:-1], end[-1:] + puzzles[1] + end[:-1], end[-1:], end + puzzles[3]],
    ):
        assert read_both_ways(parts, monkeypatch)


def test_what_was_before_a_plain_line_in_another_batch_is_forgotten(monkeypatch):
    """Sixteen lines of sixteen symbols are a grid only directly after a blank line, not after a puzzle."""
    puzzle, rows = b"." * 81 + b"\n", (b"1" * 15 + b"9\n") * 16 + b"\n"
    for parts in (
        [puzzle, b"?\n\n", puzzle, rows, puzzle],  # the puzzle is a batch by itself
        [puzzle, b"?\n\n" + puzzle, rows, puzzle],  # … the end of one
        [puzzle, b"\n" + puzzle, rows, puzzle],
        [puzzle, b"\n" + puzzle + rows, puzzle],  # … within one
        [puzzle, b"\n\n" + puzzle, b"# x\n" + rows, puzzle],
    ):
        after_puzzle = len(read_both_ways(parts, monkeypatch))
        after_blank = len(read_both_ways([*parts[:-1], b"\n", rows, puzzle], monkeypatch))
        assert (after_puzzle > 16, after_blank - after_puzzle) == (True, 1)


def test_a_line_between_two_puzzles_is_seen_where_a_longer_line_would_end_with_it(monkeypatch):
    """Two short lines together are as long as the first line."""
    long, short, odd_line = b"." * 81 + b" " + b"x" * 17 + b"\n", b"." * 81 + b" x\n", b"y" * 15 + b"\n"
    assert len(long) == len(short + odd_line)
    assert len(read_both_ways([long + short + odd_line + long], monkeypatch)) == 4


@pytest.mark.parametrize("rule", [b"-" * 81, b"*" + b"-" * 79 + b"*"])
def test_a_rule_as_wide_as_a_puzzle_belongs_to_the_grid_around_it(rule, monkeypatch):
    """A line of 81 symbols with a digit would be a puzzle."""
    puzzle, row = b"." * 81, b"123456789"
    lines = [puzzle, *[row] * 9, rule, *[row] * 9, b"", puzzle, rule]
    for parts in ([b"\n".join(lines)], [line + b"\n" for line in lines]):
        assert len(read_both_ways(parts, monkeypatch)) == 4


FRAMED = b"""\
.-------------------------.--------------------------.--------------------------.
| 7  1359 18   | 2 1456 9 | 456 3 56  |
| 235 6 29     | 345 45 45| 8 79 1    |
| 1358 4 189   | 13 7 56  | 569 2 569 |
:----------:
| 6 1789 1478  | 1459 3 2 | 17 148 478 |
| 12 1279 1247 | 14569 14 8| 1237 146 2347 |
| 128 128 3    | 7 146 146| 126 5 9  |
:----------:
| 9 1237 12467 | 8 126 1367 | 1235 16 2356 |
| 1238 12 5    | 1369 4 136 | 12 189 26 |
| 123 1237 126 | 1369 1269 1367 | 4 189 2356 |
"""


@pytest.mark.parametrize("before", [b"", b"." * 81 + b"\n", b"." * 81 + b"\n\n"])
def test_a_frame_as_wide_as_a_puzzle_is_never_a_puzzle_without_clues(before, monkeypatch):
    assert len(FRAMED.split(b"\n")[0]) == 81
    *_, (source, puzzle, fault, _) = read_both_ways([before + FRAMED], monkeypatch)
    if before:  # a list of puzzles, in which a drawn grid has no place
        assert source != "a.txt:1"
        assert "found rows of a grid" in fault
    else:
        assert puzzle.candidates[1] == 0b100010101


SOLUTION = b"534678912672195348198342567859761423426853791713924856961537284287419635345286179"
CLUES = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
@pytest.mark.parametrize("between", [b" ", b",", b";", b"\t", b" | ", b" 5 ", b",hard,", b" # ", b" " * 200])
@pytest.mark.parametrize(
    "behind",
    [
        CLUES,
        CLUES[::-1],
        CLUES.replace(b".", "·".encode()),
        CLUES.replace(b".", b"x")[::-1],
        SOLUTION,
        SOLUTION[::-1],
        b"." * 81,
        b"x" * 300,
        CLUES[::-1] + b".",
        b"?bd=" + CLUES[::-1],
        b"name-" + CLUES[::-1] + b"?",
    ],
)
def test_what_follows_the_first_column_is_read_alike(behind, between, end, monkeypatch):
    """Whether it is another puzzle, the puzzle of the solution before it, or something else."""
    for first in (CLUES, SOLUTION):
        line = first + between + behind + end
        assert len(read_both_ways([line * 3], monkeypatch)) == 3
        read_both_ways([CLUES + end, line, line + CLUES + b" " + SOLUTION + end], monkeypatch)


def test_a_puzzle_and_its_solution_stay_in_arrays():
    for columns in (b"," + SOLUTION, b";" + SOLUTION + b";8.3", b" hard, " + SOLUTION, b" # " + SOLUTION):
        items = list(read_in_batches(io.BytesIO((CLUES + columns + b"\n") * 99), "a.txt")[1])
        assert [len(item.lines) for item in items if isinstance(item, TextBatch)] == [99]


def test_the_first_line_may_come_in_parts():
    """Whether the input is read in batches is decided when its first line is complete."""
    stream = Parts([b".", b"." * 79, b".", b"\n"])
    assert read_in_batches(stream, "a.txt")[0]  # type: ignore[arg-type]


def test_a_text_without_line_ends_is_not_held_in_memory():
    """Of a line that is too long, only enough is kept to know that it is."""
    stream = io.BufferedReader(Synthesised(b"." * 81 + b"\n", b"x" * 1_000, 20_000))
    tracemalloc.start()
    entries = list(as_entries(read_in_batches(stream, "a.txt")[1]))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert [source for source, *_ in entries] == ["a.txt:1", "a.txt:2"]
    assert peak < 10_000_000


@pytest.mark.parametrize("more", [-1, 0, 1, 2, 100_000])
@pytest.mark.parametrize("end", [b"\n", b"\r", b"\r\n"])
def test_a_line_that_is_too_long_ends_where_its_part_ends(end, more, monkeypatch):
    """Most of the line is dropped, but not its end: the puzzles after it keep their line numbers."""
    first, second, third = (puzzle + end for puzzle in numbered(3))
    long = b"x" * (LONGEST_IN_BYTES + more)
    for parts in (
        [first, long + end, second + third],
        [first, long, end, second, third],
        [first, long + end[:1], end[1:] + second + third],
        [first + long, b"y" * 9, b"z" * 9 + end + second, third],
    ):
        assert len(read_both_ways([part for part in parts if part], monkeypatch)) == 4


@pytest.mark.parametrize("symbol", ["y", "ü", "\U0001f9e9"])
@pytest.mark.parametrize("length", [LONGEST - 1, LONGEST, LONGEST + 1, LONGEST + 2])
@pytest.mark.parametrize("end", [b"\n", b"\r", b"\r\n"])
def test_what_is_too_long_is_counted_in_characters(end, length, symbol, monkeypatch):
    """For lines that begin with a puzzle and for others, cut in different ways."""
    first, second, third = (puzzle + end for puzzle in numbered(3))
    other = (symbol * length).encode() + end
    puzzle = second[:81] + b" " + (symbol * (length - 82)).encode() + end
    for long in (other, puzzle):
        for parts in (
            [first + long[:9], long[9:-1], long[-1:] + second, third],
            [first, long, second + third],
        ):
            assert len(read_both_ways(parts, monkeypatch)) == 4


def test_puzzles_on_lines_come_as_arrays():
    """For each kind of line end, and with other columns."""
    puzzle = b"." * 80 + b"1"
    for end in (b"\n", b"\r\n", b",easy\n", b" # hard\r\n"):
        is_bulk, items = read_in_batches(io.BytesIO((puzzle + end) * 1000), "a.txt")
        [rows] = items
        assert is_bulk
        assert isinstance(rows, TextBatch)
        assert (rows.puzzles.shape, rows.puzzles.flags.c_contiguous) == ((1000, 81), True)
        assert rows.lines.tolist() == list(range(1, 1001))


def test_comments_and_blank_lines_do_not_cut_the_arrays():
    """Only lines with an error do."""
    puzzle = b"." * 81
    is_bulk, items = read_in_batches(
        io.BytesIO(b"\n".join([puzzle, b"", b"# x", puzzle, b"?", puzzle])), "a.txt"
    )
    first, entry, last = items
    assert is_bulk
    assert isinstance(first, TextBatch)
    assert isinstance(last, TextBatch)
    assert (first.lines.tolist(), last.lines.tolist()) == ([1, 4], [6])
    assert not isinstance(entry, TextBatch | InputPause)
    assert entry.source == "a.txt:5"


@pytest.mark.parametrize("begins", [b"?\n", b"1234341221434321\n", b"puzzle\n", b"1 2 3 4\n", b"\xff\xfe"])
def test_what_begins_otherwise_is_left_to_the_ordinary_reader(begins):
    """No part of it is read in batches."""
    data = io.BytesIO(begins + b"." * 81 + b"\n")
    if begins == b"\xff\xfe":
        with pytest.raises(OSError, match="UTF-16"):
            read_in_batches(data, "a.txt")
        return
    assert read_in_batches(data, "a.txt")[0] is False


@pytest.mark.skipif(not hasattr(os, "pipe"), reason="no pipes")
def test_where_there_is_nothing_more_to_read_a_pause_is_told():
    """So results can be printed before the next line arrives."""
    here, there = os.pipe()
    with open(here, "rb") as stream, open(there, "wb", buffering=0) as writer:  # noqa: PTH123 — descriptors
        writer.write(b"." * 81 + b"\n" + b"." * 40)
        _, items = read_in_batches(stream, "-")
        first, pause = next(items), next(items)
        assert isinstance(first, TextBatch)
        assert (first.lines.tolist(), pause) == ([1], InputPause())
        writer.write(b"." * 41 + b"\n")
        last = next(items)
        assert isinstance(last, TextBatch)
        assert last.lines.tolist() == [2]
