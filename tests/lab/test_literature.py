"""The tables of the literature: each figure is what the lab measures elsewhere, and samples are even."""

from pathlib import Path

import pytest

from sudocube.errors import UnsupportedError
from sudocube.lab.all_different import Scheme, propagated, state
from sudocube.lab.literature import READ_IN, evenly, literature
from sudocube.puzzle import Puzzle

NAKED_SINGLES = Puzzle("...3.962...1.67.........139.74..8...5..1.3....3..2...5..8..57.14..9..3.2...6..85.")
LOCKED = Puzzle(".......1.2..4....3.4...765....3..9......7......76.518.3....6........1.7.48....5..")


def test_the_schemes_decide_what_they_decide_puzzle_by_puzzle():
    tables = list(literature([NAKED_SINGLES, LOCKED], jobs=1))
    figures = {(one.row, one.column): one.ours for one in tables[-1].figures}
    for scheme in Scheme:
        for column, shaving in (("propagation", False), ("with shaving", True)):
            found = [state(propagated(one, scheme, shaving=shaving)) for one in (NAKED_SINGLES, LOCKED)]
            assert figures[scheme, column] == sum(one.is_decided for one in found) / 2


def test_a_sample_is_spread_over_the_list():
    puzzles = [NAKED_SINGLES, LOCKED] * 5
    assert evenly(puzzles, 5) == puzzles[::2]
    assert evenly(puzzles, 100) == puzzles


def test_progress_ends_with_all_of_the_work():
    shares: list[float] = []
    list(literature([NAKED_SINGLES], jobs=1, progress=shares.append))
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_what_is_no_list_of_9x9_puzzles_is_refused():
    with pytest.raises(ValueError, match="no puzzles"):
        literature([])
    with pytest.raises(ValueError, match="sample"):
        literature([NAKED_SINGLES], sample=0)
    with pytest.raises(UnsupportedError, match="puzzle 2 is 4×4"):
        literature([NAKED_SINGLES, Puzzle("." * 16)])


def test_the_lesson_and_the_command_name_the_same_files_of_the_papers():
    lesson = (Path(__file__).parents[2] / "encodings" / "README.md").read_text(encoding="utf-8")
    for source in READ_IN.values():
        assert f"]: {source.address}\n" in lesson
