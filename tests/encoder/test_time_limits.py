"""Writing clauses and models looks at the clock: no time is needed to test that, only looks are counted."""

import pytest

from sudocube.cube import cube
from sudocube.encoder import Formalism, load, names
from sudocube.encoder.building_blocks import encode_statement
from sudocube.encoder.cnf import formula
from sudocube.encoder.cpsat_model import cpsat_model
from sudocube.encoder.puzzle_formula import add_clues
from sudocube.geometry import Geometry
from sudocube.lab.encoded_clauses import encoded_clauses
from sudocube.puzzle import Puzzle
from sudocube.sat import rules_as_clauses
from tests.counted_clock import CountedClock

NINE, LARGE = Geometry.of_size(9), Geometry.of_size(25)

CLAUSES_PER_LOOK = 1000
"""No encoding of 9×9 writes more clauses than this between two looks."""


@pytest.fixture
def written(monkeypatch) -> list[int]:
    """By line that the encoder writes: the number of its clauses."""
    sizes: list[int] = []
    own = encode_statement

    def counted(*arguments):
        for line in own(*arguments):
            sizes.append(len(line.clauses))
            yield line

    monkeypatch.setattr("sudocube.encoder.cnf.encode_statement", counted)
    return sizes


@pytest.mark.parametrize("write", [formula, encoded_clauses])
@pytest.mark.parametrize("name", names(Formalism.CNF))
def test_writing_a_formula_ends_with_the_line_at_which_time_runs_out(name, write, written):
    whole = CountedClock()
    write(load(name), NINE, whole)
    stated = sum(written)
    assert whole.looks * CLAUSES_PER_LOOK >= stated
    assert max(written) <= CLAUSES_PER_LOOK
    for most in (0, 1, whole.looks // 2, whole.looks - 1):
        written.clear()
        with pytest.raises(TimeoutError):
            write(load(name), NINE, CountedClock(most))
        assert len(written) == most + 1


@pytest.mark.parametrize("name", names(Formalism.CNF))
def test_of_a_large_grid_only_a_few_lines_are_written_when_there_is_no_time(name, written):
    with pytest.raises(TimeoutError):
        formula(load(name), LARGE, CountedClock(3))
    assert len(written) == 4


def test_a_formula_that_was_written_in_time_is_the_same_as_without_a_limit():
    for name in ("extended", "optimised", "order"):
        assert formula(load(name), NINE, CountedClock()).clauses == formula(load(name), NINE).clauses


def test_reducing_a_formula_for_a_puzzle_looks_at_the_clock():
    rules, puzzle = formula(load("optimised"), NINE), Puzzle("1" + "." * 80)
    whole = CountedClock()
    add_clues(rules, puzzle, whole)
    assert whole.looks * CLAUSES_PER_LOOK >= len(rules.clauses)
    for most in range(whole.looks):
        with pytest.raises(TimeoutError):
            add_clues(rules, puzzle, CountedClock(most))


def test_the_rules_as_clauses_look_at_the_clock():
    with pytest.raises(TimeoutError):
        rules_as_clauses(cube(LARGE), CountedClock(3))


@pytest.mark.parametrize("name", ["automaton", "channelled", "cube", "linear", "table", "triads"])
def test_building_a_model_for_cp_sat_ends_when_time_runs_out(name):
    """Those with thousands of constraints; the others have 75."""
    whole = CountedClock()
    cpsat_model(load(f"cpsat/{name}"), NINE, whole)
    for most in (0, whole.looks // 2, whole.looks - 1):
        with pytest.raises(TimeoutError):
            cpsat_model(load(f"cpsat/{name}"), NINE, CountedClock(most))
    with pytest.raises(TimeoutError):
        cpsat_model(load(f"cpsat/{name}"), LARGE, CountedClock(2))
