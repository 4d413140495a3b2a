"""Lists with other columns beside the puzzle give the same puzzles in batches as line by line."""

import io
from dataclasses import replace
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sudocube.formats import Entry
from sudocube.formats.bulk_reader import read_in_batches
from sudocube.formats.list_columns import ListColumns, list_sample
from sudocube.formats.text_batches import TextBatch
from tests.formats.reading import entries, in_batches, in_words

PUZZLES = ["".join(Random(at).choices(".....123456789", k=81)) for at in range(5)]
GRID = "".join(Random(9).choices("123456789", k=81))
BANK = ListColumns(3, 1, None, (0, 2))


def told(items):
    """The puzzles and None for errors, by their lines; what stands beside them is told otherwise."""
    return [
        one.partition(":")[0] + ": none" if ": " in one else one.partition(" =")[0] for one in in_words(items)
    ]


LINES = st.sampled_from(
    [
        *(f"{at:012x} {puzzle} {at}.5" for at, puzzle in enumerate(PUZZLES)),
        f"  ab\t{PUZZLES[0].replace('.', '0')}   7 ",
        f"{PUZZLES[1]} 1 2",
        f"a {PUZZLES[2]} 2 # a comment",
        f"a {PUZZLES[2]}",
        f"a {PUZZLES[2]} {PUZZLES[3]}",
        f"a {PUZZLES[3][:80]} 3",
        f"a\u00a0b {PUZZLES[4]} 3",
        "a b c",
        "",
        f"# {PUZZLES[0]} 3",
        f"0123456789abcdef {PUZZLES[0]} 3",
        "a " + "-" * 81 + " 3",
        "a " + PUZZLES[0].replace(".", "?") + " 3",
        "53..7....",
    ]
)


@settings(max_examples=50)
@given(st.lists(LINES, min_size=1, max_size=12), st.sampled_from(["\n", "\r\n"]), st.booleans())
@example(["a b c"], "\n", False)
@example(["a b c", "a b c", "a " + "-" * 81 + " 3", "a " + "-" * 81 + " 3", f"0 {PUZZLES[1]} 1"], "\n", False)
def test_the_same_puzzles_are_found_as_line_by_line(lines, end, has_last_end):
    text = (end.join([f"x {PUZZLES[0]} 1.0", *lines]) + end * has_last_end).encode()
    assert told(in_batches(text, columns=BANK)) == told(entries(text))
    text = text.replace(b" ", b";")
    assert told(in_batches(text, columns=replace(BANK, delimiter=";"))) == told(entries(text))


def test_an_empty_field_moves_no_other_one():
    """A line that lacks a field is read without its columns."""
    lines = [f"{PUZZLES[0]},1,2.5", f"{PUZZLES[1]},,,2.5", f"{PUZZLES[2]}, 2 ,3.5"]
    columns = ListColumns(3, 0, None, (2,), ",")
    items = [*read_in_batches(io.BytesIO("\n".join(lines).encode()), "a.txt", columns=columns).items]
    batches = [item for item in items if isinstance(item, TextBatch)]
    ratings = {
        line: rating for one in batches for line, rating in zip(one.lines, one.columns[0], strict=True)
    }
    assert ratings == {1: "2.5", 3: "3.5"}
    assert len([item for item in items if isinstance(item, Entry)]) == 1


@pytest.mark.parametrize(
    ("text", "delimiter", "columns"),
    [
        (b"# list\n\na b 1\nc d 2\ne f", "", {"1": ["a", "c"], "2": ["b", "d"], "3": ["1", "2"]}),
        (b"a b\nc\n", "", None),
        (b"a\nb\n", "", None),
        (b"1 2 3 4 5 6 7 8 9\n" * 9, "", None),
        (b"", "", None),
        (b"a,1\nb,2\n", "", None),
        (b"a, 1\nb ,2\n", ",", {"1": ["a", "b"], "2": ["1", "2"]}),
        (b"a,,1\nb,,2\n", ",", None),
        (b"a 1\nb 2\n", ",", None),
        (b"a x,1\nb x,2\n", ",", None),
    ],
)
def test_columns_are_there_if_the_first_lines_have_equally_many_words(text, delimiter, columns):
    """A delimiter stands between all words and nowhere else."""
    assert list_sample(text, 50, delimiter) == columns
