"""The files in tests/data/pasted, in the styles in which people paste puzzles: what each gives, in order."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from sudocube.verdicts.checking import check
from tests.rows.reading import entries

FOLDER = Path(__file__).parents[1] / "data" / "pasted"
EXPECTED: dict[str, list[Any]] = tomllib.loads((FOLDER / "expected.toml").read_text("utf-8"))


def test_each_file_has_its_expectations():
    assert {path.name for path in FOLDER.iterdir()} - {"expected.toml"} == set(EXPECTED)
    assert len(EXPECTED) >= 40


@pytest.mark.parametrize("name", EXPECTED)
def test_each_puzzle_is_read_with_its_line_and_its_verdict_and_what_is_none_gives_one_message(name):
    given = [
        [int(entry.source.rpartition(":")[2]), check(entry.puzzle).verdict, str(entry.puzzle)]
        if entry.puzzle
        else str(entry.error)
        for entry in entries((FOLDER / name).read_bytes(), name)
    ]
    assert given == EXPECTED[name]


def test_the_heavy_bars_of_a_drawing_show_the_boxes():
    [entry] = entries((FOLDER / "unicode-heavy-6x6.txt").read_bytes())
    assert (entry.puzzle.geometry.box_rows, entry.puzzle.geometry.box_columns) == (3, 2)
    assert not entry.is_box_assumed
