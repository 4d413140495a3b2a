"""More than fifty wrong solvers, each with one mistake, are refuted for the right reason."""

from collections import Counter

import pytest

from sudocube import crosscheck, crosscheck_many
from sudocube.conformance import examine_solver
from sudocube.conformance.suite_cases import cases_of
from sudocube.crosschecking import DEFAULT_TRIES, Cause
from sudocube.crosschecking.shrinking import CONFIRMED_BY
from sudocube.engines import FunctionEngine
from tests.conformance.mutant_making import Mutant, mutant
from tests.conformance.mutants import MUTANTS, STREAM, ZEROS

ALONE = [one for one in MUTANTS if one.category not in (STREAM, ZEROS)]
"""Those whose mistake is seen on a single puzzle, with dots for blanks."""

RIGHT = mutant("right", None, "")
"""The right solver, without any edit."""

named = pytest.mark.parametrize("wrong", ALONE, ids=lambda one: one.name)


def engine(one: Mutant) -> FunctionEngine:
    """A mutant as an engine."""
    return FunctionEngine(one.solver(), one.name)


def test_there_are_more_than_fifty_and_all_are_different():
    assert len(MUTANTS) > 50
    assert len({one.name for one in MUTANTS}) == len({one.source() for one in MUTANTS}) == len(MUTANTS)
    assert {one.cause for one in MUTANTS} == {*Cause, None}


@named
def test_each_mutant_is_refuted_for_its_cause_on_puzzles_of_its_category(wrong):
    """Or it fails, where what it prints is no answer; the right solver beside it is not refuted."""
    puzzles = [case.puzzle for case in cases_of(wrong.category)]
    found = list(crosscheck_many(puzzles, engines=["kernel", engine(RIGHT), engine(wrong)], jobs=1))
    assert {name for one in found for name in one.refuted} == ({wrong.name} if wrong.cause else set())
    assert {name for one in found for name in one.failed} <= {wrong.name}
    if wrong.cause is None:
        assert any(one.failed for one in found)
    else:
        causes = Counter(one.refuted[wrong.name].cause for one in found if one.refuted)
        assert wrong.cause in causes


@named
def test_its_answer_is_shrunk_to_a_puzzle_with_the_same_cause(wrong):
    """Mostly to a few blanks. What refutes it there was passed anew."""
    one = engine(wrong)
    for case in cases_of(wrong.category):
        checked = crosscheck(case.puzzle, engines=["kernel", one])
        if wrong.name in checked.refuted:
            break
    else:
        assert wrong.cause is None
        return
    checked = crosscheck(case.puzzle, engines=["kernel", one], shrink=True)
    found = checked.shrunk[wrong.name]
    assert found.refutation.cause is checked.refuted[wrong.name].cause
    assert found.refuted == found.asked
    assert found.asked == CONFIRMED_BY or found.tries == DEFAULT_TRIES
    assert found.puzzle.cells.count(0) <= case.puzzle.cells.count(0)
    assert found.puzzle.clues.items() >= case.puzzle.clues.items()
    again = crosscheck(found.puzzle, engines=["kernel", one])
    assert again.refuted[wrong.name].cause is found.refutation.cause


def category_causes(wrong: Mutant) -> set[Cause | None]:
    """Why the suite fails a mutant in its category; None for what is no answer."""
    conformance = examine_solver(wrong.solver(), claims="verdict", shrink=False)
    assert conformance.conforms is False
    failed = [one for one in conformance.results if one.category == wrong.category and one.passed is False]
    return {one.refutation.cause if one.refutation else None for one in failed}


@pytest.mark.parametrize("wrong", [one for one in MUTANTS if one not in ALONE], ids=lambda one: one.name)
def test_the_suite_finds_mistakes_that_depend_on_the_stream_or_on_how_blanks_are_written(wrong):
    """In that category, for its cause."""
    assert wrong.cause in category_causes(wrong)


@pytest.mark.long
@named
def test_the_suite_finds_each_mutant_in_its_category(wrong):
    assert wrong.cause in category_causes(wrong)


def test_the_right_solver_conforms():
    conformance = examine_solver(RIGHT.solver(), claims="verdict", shrink=False)
    assert [one for one in conformance.results if one.passed is not True] == []
