"""Refuted answers shrunk: the same engine is refuted in the same way on a small puzzle."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudocube import Puzzle, Verdict, crosscheck, crosscheck_many
from sudocube.engines import Engine, Traits
from sudocube.engines.asking import refereed_answer
from sudocube.engines.outsiders import FunctionEngine
from sudocube.engines.registry import AnyEngine
from sudocube.verdict import referee
from sudocube.verdicts import shrinking
from sudocube.verdicts.judging import Cause, Refutation
from sudocube.verdicts.shrinking import (
    Shrunk,
    filling_grids,
    judged_anew,
    shrunk_refutation,
)
from tests.engines.engines_that_lie import Fake, answer
from tests.puzzles import count_solutions, puzzles
from tests.verdicts.wrong_solvers import (
    contradicts_itself,
    corner_is_missed,
    first_only,
    overlooks_clashes,
    right,
    says_none_to_several,
    sees_two,
    transposed,
)

UNIQUE = "1.....2..3.....4"
SOLUTION = "1243342143122134"
SEVERAL = "12.." + "." * 8 + "...."
UNSOLVABLE = "1..1" + "." * 12

WRONG = [
    # the solver, the puzzle on which it is refuted, the cause, how many blanks are needed for it
    (corner_is_missed, UNIQUE[:15] + ".", Cause.A_SOLUTION, 1),
    (first_only, SEVERAL, Cause.TWO_SOLUTIONS, 4),
    (says_none_to_several, SEVERAL, Cause.TWO_SOLUTIONS, 4),
    (sees_two, "." + SOLUTION[1:12] + "....", Cause.PROVED_UNIQUE, 1),
    (overlooks_clashes, UNSOLVABLE, Cause.PROVED_NONE, 0),
    (transposed, UNIQUE, Cause.NOT_A_SOLUTION, 0),
    (contradicts_itself, "." + SOLUTION[1:12] + "....", Cause.DOES_NOT_FIT, 1),
]


def shrunk(function, cells, cause, **more) -> Shrunk:
    """The refuted answer of a function shrunk; it is refuted for that cause."""
    engine, puzzle = FunctionEngine(function), Puzzle(cells)
    return shrunk_refutation(engine, puzzle, refutation_of(engine, puzzle, cause), **more)


def refutation_of(engine: Engine, puzzle: Puzzle, cause: Cause) -> Refutation:
    """What refutes the engine's answer, for that cause."""
    refutation = judged_anew(cause, puzzle, refereed_answer(engine, puzzle))
    assert refutation is not None
    assert refutation.cause is cause
    return refutation


def cause_of(function, puzzle: Puzzle, cause: Cause) -> Cause | None:
    """Why the function is refuted on a puzzle, where that cause is looked for."""
    refutation = judged_anew(cause, puzzle, refereed_answer(FunctionEngine(function), puzzle))
    return None if refutation is None else refutation.cause


@pytest.mark.parametrize(("function", "cells", "cause", "blanks"), WRONG)
def test_only_what_the_failure_needs_is_left(function, cells, cause, blanks):
    """The fewest blanks; all other cells hold clues."""
    found = shrunk(function, cells, cause)
    assert (found.puzzle.cells.count(0), found.is_minimal) == (blanks, True)
    assert found.puzzle.clues.items() >= Puzzle(cells).clues.items()
    assert found.refutation is not None
    assert found.refutation.cause is cause
    assert cause_of(function, found.puzzle, cause) is cause


def test_the_cause_does_not_slip_into_another_nor_what_it_says():
    """With one blank it says "none" to a puzzle with a solution: wrong, too, but not what was found.

    Two solutions refute both "unique" and "none", and the two are different mistakes.
    """
    found = shrunk(says_none_to_several, SEVERAL, Cause.TWO_SOLUTIONS)
    assert count_solutions(found.puzzle) == 2
    assert cause_of(says_none_to_several, Puzzle(SOLUTION[:15] + "."), Cause.A_SOLUTION) is Cause.A_SOLUTION

    def confused(cells):
        return "none" if cells.count(".") < 8 and right(cells).startswith("multiple") else first_only(cells)

    found = shrunk(confused, SEVERAL, Cause.TWO_SOLUTIONS)
    assert found.puzzle.cells.count(0) == 8
    assert confused(str(found.puzzle)).startswith("unique")


@pytest.mark.parametrize("otherwise", [lambda cells: 1 // 0, lambda cells: "unknown"])
def test_no_answer_is_no_refutation(monkeypatch, otherwise):
    """Where an engine breaks off, the puzzle is not taken.

    As each question may take the whole time limit, there is an end of that, and then nothing is minimal.
    """

    def fragile(cells):
        return otherwise(cells) if cells.count(".") < 3 else "none"

    found = shrunk(fragile, UNIQUE, Cause.A_SOLUTION)
    assert (found.puzzle.cells.count(0), found.is_minimal) == (3, True)
    monkeypatch.setattr(shrinking, "SECONDS", 0.0)
    found = shrunk(fragile, UNIQUE, Cause.A_SOLUTION)
    assert (str(found.puzzle), found.is_minimal, found.tries) == (UNIQUE, False, 0)


@pytest.mark.parametrize("tries", [1, 3, 8])
def test_no_more_questions_are_asked_than_tries_are_given(tries):
    asked = []

    def counted(cells):
        asked.append(cells)
        return first_only(cells)

    engine, puzzle = FunctionEngine(counted), Puzzle(SEVERAL)
    refutation = refutation_of(engine, puzzle, Cause.TWO_SOLUTIONS)
    asked.clear()
    found = shrunk_refutation(engine, puzzle, refutation, tries=tries)
    assert (len(asked), found.tries, found.is_minimal) == (tries, tries, False)
    assert cause_of(first_only, found.puzzle, Cause.TWO_SOLUTIONS) is Cause.TWO_SOLUTIONS


def test_an_engine_that_is_right_when_it_is_asked_again_is_not_shrunk():
    """Its answer may depend on the puzzles before: it was refuted, and that stays."""
    before: list[str] = []

    def forgetful(cells):
        before.append(cells)
        return "none" if len(before) == 1 else right(cells)

    found = shrunk(forgetful, UNIQUE, Cause.A_SOLUTION)
    assert (str(found.puzzle), found.tries, found.refutation, found.is_minimal) == (UNIQUE, 3, None, False)


def test_without_a_grid_to_fill_from_nothing_is_shrunk(monkeypatch):
    monkeypatch.setattr(shrinking, "filling_grids", lambda puzzle: [])
    found = shrunk(corner_is_missed, SEVERAL, Cause.TWO_SOLUTIONS)
    assert (str(found.puzzle), found.is_minimal) == (SEVERAL, False)


@settings(max_examples=15)
@given(puzzles(max_size=6), st.data())
def test_whatever_the_failure_needs_is_found(known, data):
    """A solver that fails where all of these cells are blank: exactly they are left blank."""
    puzzle, _ = known
    blanks = [cell for cell, digit in enumerate(puzzle.cells) if not digit]
    needed = data.draw(st.sets(st.sampled_from(blanks), max_size=4)) if blanks else set()

    def picky(puzzle, on_result):
        if all(not puzzle.cells[cell] for cell in needed):
            return answer(Verdict.NONE if count_solutions(puzzle, 1) else Verdict.MULTIPLE)
        return answer(Verdict.UNKNOWN)

    engine = Fake(picky, traits=Traits(is_outside=True))
    cause = Cause.A_SOLUTION if count_solutions(puzzle, 1) else Cause.PROVED_NONE
    refutation = refutation_of(engine, puzzle, cause)
    found = shrunk_refutation(engine, puzzle, refutation)
    assert found.is_minimal
    assert found.puzzle.geometry == puzzle.geometry
    assert {cell for cell, digit in enumerate(found.puzzle.cells) if not digit} == needed


@settings(max_examples=25)
@given(puzzles(max_size=6))
def test_grids_to_fill_from_keep_the_rules_and_are_solutions_if_there_are_any(known):
    puzzle, number = known
    grids = filling_grids(puzzle)
    assert 1 <= len(grids) == len(set(grids)) <= 2
    for grid in grids:
        assert referee(grid, Puzzle(grid)) is None
        assert (referee(grid, puzzle) is None) == (number > 0)
    if number == 1:
        assert len(grids) == 1


def test_crosscheck_shrinks_who_is_refuted_and_nobody_else():
    engines: list[AnyEngine] = ["sat", "phases", first_only, lambda cells: 1 // 0, corner_is_missed]
    checked = crosscheck(SEVERAL, engines=engines, shrink=True)
    assert set(checked.refuted) == set(checked.shrunk) == {"first_only()", "corner_is_missed()"}
    for name, found in checked.shrunk.items():
        assert found.refutation is not None
        assert found.refutation.cause is checked.refuted[name].cause is Cause.TWO_SOLUTIONS
        assert found.is_minimal
    assert crosscheck(SEVERAL, engines=engines).shrunk == {}


def test_what_makes_no_sense_is_refused_at_the_call():
    with pytest.raises(ValueError, match="tries"):
        crosscheck(UNIQUE, engines=["sat"], shrink=True, tries=0)
    with pytest.raises(ValueError, match="tries"):
        crosscheck_many([UNIQUE], engines=["sat"], shrink=True, tries=0)
