"""The files in tests/data/pasted, in the styles in which people paste puzzles: what each gives, in order."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from sudocube.checking import check
from tests.formats.loosely_typed import read

FOLDER = Path(__file__).parents[1] / "data" / "pasted"
EXPECTED: dict[str, list[Any]] = tomllib.loads((FOLDER / "expected.toml").read_text("utf-8"))


def entries(name: str, **hints: Any) -> Any:
    with (FOLDER / name).open("rb") as file:
        return list(read(file, name, **hints))


def test_each_file_has_its_expectations():
    assert {path.name for path in FOLDER.iterdir()} - {"expected.toml"} == set(EXPECTED)
    assert len(EXPECTED) >= 40


@pytest.mark.parametrize("name", EXPECTED)
def test_each_puzzle_is_read_with_its_line_and_what_is_none_gives_one_message(name):
    given = [
        [int(entry.source.rpartition(":")[2]), str(entry.puzzle)] if entry.puzzle else str(entry.error)
        for entry in entries(name)
    ]
    assert given == [item if isinstance(item, str) else [item[0], item[2]] for item in EXPECTED[name]]


@pytest.mark.parametrize("name", [name for name in EXPECTED if "fifty" not in name])
def test_each_puzzle_has_its_verdict(name):
    puzzles = [entry.puzzle for entry in entries(name) if entry.puzzle]
    verdicts = [item[1] for item in EXPECTED[name] if not isinstance(item, str)]
    assert [check(puzzle).verdict for puzzle in puzzles] == verdicts


def test_the_heavy_bars_of_a_drawing_show_the_boxes():
    [entry] = entries("unicode-heavy-6x6.txt")
    assert (entry.puzzle.geometry.box_rows, entry.puzzle.geometry.box_columns) == (3, 2)
    assert not entry.is_box_assumed
