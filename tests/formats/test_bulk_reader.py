"""Reading in batches gives the same as the ordinary reader, for any text and wherever it is cut.

Each case of the tables is read both ways, too; here are random lists and tables, and what is cut in parts.
"""

import io
import os
import tracemalloc
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from sudocube.formats import bulk_reader
from sudocube.formats.bulk_reader import read_in_batches
from sudocube.formats.text_batches import InputPause, TextBatch
from sudocube.formats.text_input import LONGEST
from sudocube.geometry import Geometry
from tests.formats.reading import CLUES, FOUR_SOLVED, GRID, both_ways, bytes_of, in_words, read
from tests.formats.streams import Parts, Synthesised
from tests.formats.test_readings import TABLES
from tests.puzzles import puzzle_from, solved_grid
from tests.tables import cases

LONGEST_IN_BYTES = 4 * LONGEST
"""A text with more bytes than this and no LF is split at CR, or is a line that is too long."""

NINE = Geometry(3, 3)


def lines_of_the_tables() -> list[bytes]:
    """The texts of the cases of all tables, and what stands beside puzzles in lists.

    Without NUL, for which only the first bytes are searched, however many are read at once.
    """
    rows = [row.values[0] for file in TABLES for row in cases(file)]
    texts = [bytes_of(text) for row in rows for text in row.get("texts", [row.get("text")])]
    beside = [
        GRID,
        GRID[1:],
        GRID + "1",
        GRID.replace("9", "３"),
        "·" + GRID,
        FOUR_SOLVED,
        "9" * 170,
        "Jürgen",
    ]
    behind = [f"{CLUES}{sign}{one}" for sign in (*",; \t|#", " 5 ") for one in beside]
    lines = [line + end for line in behind for end in ("", " 8.3")]
    short = [text for text in texts if text and b"\0" not in text and len(text) < 2_000]
    return short + [line.encode() for line in lines]


ODD = lines_of_the_tables()


def plain(rng: Random) -> bytes:
    """A 9×9 puzzle as people write it."""
    text = str(puzzle_from(solved_grid(NINE, rng), rng, clues=rng.choice([0, 20, 30, 81])))
    return text.replace(".", rng.choice(".....0*_-xX")).encode()


def text(rng: Random) -> bytes:
    """Mostly puzzles on lines, with texts of every other kind between."""
    lines: list[bytes] = [rng.choice(ODD)] * (rng.random() < 0.2)
    share, columns = (
        rng.choice([0.0, 0.02, 0.2, 0.6]),
        rng.choice([b"", b"", b",", b" easy 1.2", b"," + GRID.encode()]),
    )
    while len(lines) < 60:
        lines.append(rng.choice(ODD) if rng.random() < share else plain(rng) + columns)
        if rng.random() < share / 10:
            lines.append(b"x" * rng.choice([70_000, 300_000]))
    ends = rng.choice([[b"\n"], [b"\r\n"], [b"\n", b"\n", b"\r\n"], [b"\n", b"\r", b"\r\n"], [b"\r"]])
    whole = b"".join(line + rng.choice(ends) for line in lines)
    if rng.random() < 0.3:
        whole = whole.rstrip(b"\r\n")
    return (b"\xef\xbb\xbf" if rng.random() < 0.1 else b"") + whole


def table(rng: Random) -> bytes:
    """A table in one of the layouts of data sets, with odd lines between its records."""
    delimiter = rng.choice([",", ",", ";", "\t"])
    names = rng.choice(
        [["puzzle", "solution"], ["id", "Puzzle", "answer", "clues"], ["solved", "grid"], ["puzzle", "x"]]
    )
    share, quotes = rng.choice([0, 0, 0.05, 0.3]), rng.choice([0, 0, 0.1, 1])
    lines = [delimiter.join(names).encode()]
    for _ in range(rng.randrange(1, 40)):
        grid = str(solved_grid(NINE, rng))
        answer = rng.choice([grid] * 8 + ["", grid[:80], grid + "1", "none", " ".join(grid), "·" + grid[1:]])
        other = rng.choice(["", "17", "Jürgen", " x", "#1", "0" * 90, f"a{delimiter}b", 'a ""b""'])
        puzzle = plain(rng).decode()
        known = {"puzzle": puzzle, "grid": puzzle, "solution": answer, "answer": answer, "solved": answer}
        fields = [known.get(name.lower(), other) for name in names]
        fields = [f'"{one}"' if rng.random() < quotes or one == f"a{delimiter}b" else one for one in fields]
        record = delimiter.join(fields[: len(fields) - (rng.random() < 0.05)]).encode()
        lines.append(rng.choice(ODD) if rng.random() < share else record)
    return rng.choice([b"\n", b"\n", b"\r\n"]).join([*lines, b""])


HINTS: list[dict[str, Any]] = [{}, {}, {}, {"size": 9}, {"geometry": NINE}, {"size": 16}, {"answers": False}]


@pytest.mark.parametrize("at_once", [64, 1 << 20])
def test_lists_and_tables_are_read_alike(at_once, monkeypatch):
    """Places, puzzles, answers and the texts of all messages, however many bytes are read at once."""
    monkeypatch.setattr(bulk_reader, "BATCH_BYTES", at_once)
    for seed in range(10):
        rng = Random(seed)
        name, hints = rng.choice(["puzzles.txt", "puzzles.sdm", "puzzles.csv", "-"]), rng.choice(HINTS)
        both_ways(text(rng), name, **hints)
        both_ways(table(rng), name, in_tables=True, **hints)


def read_in_parts(parts: list[bytes], monkeypatch) -> list[str]:
    """What a text gives that arrives in these parts, after a comparison with the ordinary reader."""
    monkeypatch.setattr(bulk_reader, "BATCH_BYTES", 1)  # each part is a batch
    found = in_words(read_in_batches(as_stream(filter(None, parts)), "a.txt").items, "a.txt")
    assert found == in_words(read(io.BytesIO(b"".join(parts)), "a.txt"), "a.txt")
    return found


def as_stream(parts: Iterable[bytes]) -> Any:
    """A stream that gives one part in each read."""
    return Parts(parts)


def numbered(count: int) -> list[bytes]:
    """So many puzzles, all different."""
    return [f"{number:.>81}".encode() for number in range(count)]


@pytest.mark.parametrize("end", [b"\r", b"\r\n"])
def test_a_long_text_without_lf_can_be_cut_anywhere(end, monkeypatch):
    """After CR, within CRLF (where the CR alone is not yet the end of a line), or within a puzzle."""
    before = b"".join(puzzle + b"\r" for puzzle in numbered(LONGEST_IN_BYTES // 82 + 2))[:-1]
    data = before + end + b"".join(puzzle + end for puzzle in numbered(3))
    for cut in (-1, 0, 1):
        at = len(before) + 1 + cut
        assert len(read_in_parts([data[:at], data[at:]], monkeypatch)) == LONGEST_IN_BYTES // 82 + 5, cut


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_a_part_may_begin_with_the_only_end_of_a_line_in_it(end, monkeypatch):
    """The line that it ends is counted, whether it is blank or holds a puzzle."""
    puzzles = numbered(4)
    for parts in (
        [puzzles[0] + end, end, end + puzzles[1], end + b"?", end + puzzles[2], end + puzzles[3][:9]],
        [puzzles[0] + end[:-1], end[-1:] + puzzles[1] + end[:-1], end[-1:], end + puzzles[3]],
    ):
        assert read_in_parts(parts, monkeypatch)


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
        after_puzzle = len(read_in_parts(parts, monkeypatch))
        after_blank = len(read_in_parts([*parts[:-1], b"\n", rows, puzzle], monkeypatch))
        assert (after_puzzle > 16, after_blank - after_puzzle) == (True, 1)


def test_a_line_between_two_puzzles_is_seen_where_a_longer_line_would_end_with_it(monkeypatch):
    """Two short lines together are as long as the first line."""
    long, short, odd_line = b"." * 81 + b" " + b"x" * 17 + b"\n", b"." * 81 + b" x\n", b"y" * 15 + b"\n"
    assert len(long) == len(short + odd_line)
    assert len(read_in_parts([long + short + odd_line + long], monkeypatch)) == 4


def test_a_text_without_line_ends_is_not_held_in_memory():
    """Of a line that is too long, only enough is kept to know that it is."""
    stream = io.BufferedReader(Synthesised(b"." * 81 + b"\n", b"x" * 1_000, 8_000))
    tracemalloc.start()
    found = in_words(read_in_batches(stream, "a.txt").items, "a.txt")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(found) == 2
    assert peak < 6_000_000


@pytest.mark.parametrize("end", [b"\n", b"\r", b"\r\n"])
def test_a_line_that_is_too_long_ends_where_its_part_ends_and_characters_count(end, monkeypatch):
    """Most of the line is dropped, but not its end: the puzzles after it keep their line numbers."""
    first, second, third = (puzzle + end for puzzle in numbered(3))
    several = []
    for more in (-1, 0, 1):
        long = b"x" * (LONGEST_IN_BYTES + more)
        several += [
            [first, long + end[:1], end[1:] + second + third],
            [first + long, b"y" * 9, b"z" * 9 + end + second, third],
        ]
    for length, symbol in ((LONGEST, "ü"), (LONGEST + 1, "\U0001f9e9")):
        other = (symbol * length).encode() + end
        puzzle = second[:81] + b" " + (symbol * (length - 82)).encode() + end
        several += [[first + long[:9], long[9:-1], long[-1:] + second, third] for long in (other, puzzle)]
    for parts in several:
        assert len(read_in_parts(parts, monkeypatch)) == 4


LAYOUTS = {
    "{p} # hard\r\n": "",
    "{p} 8.3, {s} # x\r\n": GRID,
    "{p}\t{s}\thard\n": GRID,
    "{q}\n": "",
    "id,puzzle,solution,clues\n\v1,{p},{s},17\n": GRID,
    '"puzzle";"solution"\n\v"{p}";"{s}"\n': GRID,
    "solution\tpuzzle\r\n\v{s}\t{p}\r\n": GRID,
}
"""Lines as programs write them, some behind a header, and what is the answer beside the puzzle."""


@pytest.mark.parametrize("layout", LAYOUTS)
def test_lists_and_tables_stay_in_arrays(layout):
    """The kernel, which does not know the blank `?`, gets dots."""
    head, _, line = layout.rpartition("\v")
    data = head + line.format(p=CLUES, s=GRID, q=CLUES.replace(".", "?")) * 99
    is_bulk, items = read_in_batches(io.BytesIO(data.encode()), "a.txt", in_tables=True)
    batches = [item for item in items if not isinstance(item, InputPause)]
    assert is_bulk
    lines: list[int] = []
    for rows in batches:
        assert isinstance(rows, TextBatch)
        assert rows.puzzles.flags.c_contiguous
        assert {bytes(row).decode() for row in rows.puzzles} == {CLUES}
        assert {rows.answer(place) or "" for place in range(len(rows.lines))} == {LAYOUTS[layout]}
        lines += rows.lines.tolist()
    assert lines == [*range(1 + bool(head), 100 + bool(head))]


@pytest.mark.skipif(not hasattr(os, "pipe"), reason="no pipes")
def test_where_there_is_nothing_more_to_read_a_pause_is_told():
    """So results can be printed before the next line arrives."""
    here, there = os.pipe()
    with open(here, "rb") as stream, open(there, "wb", buffering=0) as writer:  # noqa: PTH123 — descriptors
        writer.write(b"." * 81 + b"\n" + b"." * 40)
        items = read_in_batches(stream, "-").items
        first, pause = next(items), next(items)
        assert isinstance(first, TextBatch)
        assert (first.lines.tolist(), pause) == ([1], InputPause())
        writer.write(b"." * 41 + b"\n")
        last = next(items)
        assert isinstance(last, TextBatch)
        assert last.lines.tolist() == [2]
