"""Strengths as columns of `compare`: shares of puzzles that they decide, and numbers of what is left."""

import pytest

from sudocube.encoder import Formalism, load
from sudocube.errors import UnknownNameError
from sudocube.lab import compare
from sudocube.lab.cpsat_propagation import CpSatPropagation
from sudocube.lab.strengths import STRENGTHS
from sudocube.puzzle import Puzzle

NAKED_SINGLES = Puzzle("...3.962...1.67.........139.74..8...5..1.3....3..2...5..8..57.14..9..3.2...6..85.")
HARD = Puzzle("....5.2.4.....7...8......9.19.........5..67....21..5...1.83...22.4.9...3..84.....")
PUZZLES = [NAKED_SINGLES, HARD]


def test_each_strength_has_a_word_of_its_own():
    """Two columns with the same heading could not be told apart."""
    assert all(name == one.name for name, one in STRENGTHS.items())
    for words in ("heading", "title", "says"):
        assert len({getattr(one, words) for one in STRENGTHS.values()}) == len(STRENGTHS)


def test_strengths_of_cp_sat_are_what_the_model_infers_before_a_search():
    encoding = load("cpsat/alldifferent")
    found = CpSatPropagation(encoding)
    names = [name for name, one in STRENGTHS.items() if Formalism.CP_SAT in one.formalisms]
    [row] = compare(PUZZLES, [encoding], strengths=names, search=False, jobs=1)
    left = [found.presolved(puzzle) for puzzle in PUZZLES]
    assert row.strengths == {
        "theory": sum(found.in_theory(puzzle).is_decided for puzzle in PUZZLES) / 2,
        "root": sum(found.at_the_root(puzzle).is_decided for puzzle in PUZZLES) / 2,
        "presolve": sum(one.state.is_decided for one in left) / 2,
        "presolve-variables": sum(one.variables for one in left) / 2,
        "presolve-constraints": sum(one.constraints for one in left) / 2,
    }


def test_a_puzzle_that_runs_out_of_time_is_counted_and_undecided():
    [row] = compare([HARD], ["minimal"], strengths=["binary-failed-literals"], search=False, timeout=1e-9)
    assert row.strengths == {"binary-failed-literals": 0.0}
    assert row.late == {"binary-failed-literals": 1}
    assert row.is_partly_undecided


def test_an_unknown_strength_is_refused_with_the_known_ones():
    with pytest.raises(UnknownNameError, match="shaving"):
        list(compare(PUZZLES, ["minimal"], strengths=["shavings"]))
