"""The tables of the literature."""

import pytest

from sudocube.errors import UnsupportedError
from sudocube.lab.all_different import Scheme, propagated, state
from sudocube.lab.literature import literature
from sudocube.puzzle import Puzzle

NAKED_SINGLES = Puzzle("...3.962...1.67.........139.74..8...5..1.3....3..2...5..8..57.14..9..3.2...6..85.")
LOCKED = Puzzle(".......1.2..4....3.4...765....3..9......7......76.518.3....6........1.7.48....5..")


def test_the_schemes_decide_what_they_decide_puzzle_by_puzzle():
    tables = list(literature([NAKED_SINGLES, LOCKED], jobs=1))
    figures = {(one.row, one.column): one.ours for one in tables[-1].figures}
    for scheme in Scheme:
        found = [state(propagated(one, scheme)).is_decided for one in (NAKED_SINGLES, LOCKED)]
        assert figures[scheme, "propagation"] == sum(found) / 2
    with pytest.raises(UnsupportedError, match="puzzle 2 is 4×4"):
        literature([NAKED_SINGLES, Puzzle("." * 16)])
