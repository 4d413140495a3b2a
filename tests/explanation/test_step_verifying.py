"""Conclusions verified: sound ones pass, others are refuted with a counterexample."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from itertools import islice, product
from random import Random
from typing import Any

import pytest

from sudocube.cube import cube
from sudocube.explanation import explain, verify_steps
from sudocube.explanation.following import ExplanationOutcome
from sudocube.explanation.step_verifying import Finding, StepFollower, StepTally, StepVerification
from sudocube.puzzle import Puzzle
from sudocube.solvers.methods import METHODS
from sudocube.solvers.trace import CONCLUSIONS, Premises, Rule, Step, StepKind
from sudocube.trusted import objection
from tests.counted_clock import CountedClock
from tests.explanation import reference
from tests.explanation.reference import (
    CLUES,
    GUESS,
    MINE,
    PUZZLES,
    SECOND,
    SLOW,
    TINY,
    UNDO,
    replayed,
    unit_cells,
)

UNITS = {unit.name: unit for unit in cube(TINY.geometry).units}
CHANGED = [name for name in PUZZLES if not name.startswith("3x3") and not name.endswith("row")]
"""Puzzles for changed steps: small, and with more than one step."""


def placement(
    cell: int, digit: int, cells: dict[int, tuple[int, ...]] | None = None, units: Sequence[str] = ()
) -> Step:
    """A placement with these premises; without premises if `cells` is None."""
    premises = None if cells is None else Premises(cells, tuple(UNITS[name] for name in units))
    return Step(StepKind.PLACEMENT, MINE, (cell,), (digit,), None, premises, {cell: digit})


ROW_3 = {8: (2, 4), 9: (3,), 10: (1,), 11: (1, 2)}
NO_SOLUTION = Step(StepKind.END, Rule("mine", "search space exhausted"))
HIDDEN = placement(8, 4, ROW_3, ["row 3"])
"""In row 3, digit 4 has one place left: r3c1."""


def found(*steps: Step, puzzle: Puzzle = TINY) -> StepVerification:
    """The result for the last of some steps."""
    return list(verify_steps(puzzle, steps))[-1]


def test_every_step_of_every_method_is_valid_and_true():
    """Also if it guesses, if it gets stuck, and if there is no solution; there are steps of every kind."""
    kinds = set()
    for case in product(PUZZLES, METHODS):
        if case in SLOW or (case[0].startswith("3x3") and case[1] in ("possibles:magic", "cube:propagate")):
            continue
        puzzle = PUZZLES[case[0]]
        for one in verify_steps(puzzle, islice(explain(puzzle, case[1]), 50)):
            kinds.add(one.step.kind)
            is_conclusion = one.step.kind in CONCLUSIONS
            expected = (True, True) if is_conclusion else (None, None)
            assert (one.valid, one.true, one.reason) == (*expected, None), (case, one)
    assert kinds == set(StepKind)


READING = Step(
    StepKind.READING, MINE, (8, 11), (4, 2), UNITS["row 3"], None, {8: 4, 11: 2}, {}, ((8, 4), (11, 2))
)
"""In row 3, r3c1 is 4 and r3c4 is 2."""


def failed(
    digits: tuple[int, int], premises: Premises, assumptions: tuple[tuple[int, int], ...] = ()
) -> Step:
    """The claim that r3c1 and r3c4 do not hold these digits together."""
    unit = UNITS["row 3"]
    return Step(StepKind.FAILED_READING, MINE, (8, 11), digits, unit, premises, {}, {}, assumptions)


def test_a_failed_reading_is_valid_where_its_unit_shows_it():
    """2 and 2 are a digit twice; 4 and 2 are the solution; 4 and 1 are wrong, but row 4 does not show it."""
    one = found(CLUES, failed((2, 2), Premises({}, (UNITS["row 3"],))))
    assert (one.valid, one.true, one.reason) == (True, True, None)
    one = found(CLUES, failed((4, 2), Premises({}, tuple(UNITS.values()))))
    assert (one.valid, one.true) == (False, False)
    assert (shown(one)[8], shown(one)[11]) == (4, 2)
    one = found(CLUES, failed((4, 1), Premises({8: (2, 4), 11: (1, 2)}, (UNITS["row 4"],))))
    assert (one.valid, one.true, one.finding is Finding.TRUE_BY_LUCK) == (False, True, True)


def test_a_reading_that_assumes_what_it_does_not_name_is_refuted():
    """It would be a way to place anything."""
    changes: list[tuple[dict[str, Any], str]] = [
        ({"placed": {8: 4, 11: 2, 0: 2}}, "the reading itself"),
        ({"placed": {8: 4}}, "the reading itself"),
        ({"removed": {1: (2,)}}, "removed: found some; expected none in a step of kind reading"),
        ({"digits": (4,)}, "digits: found 1; expected 2, as many as cells"),
        ({"cells": (8, 8), "assumptions": ((8, 4), (8, 2))}, "the cells of the reading, each once"),
        ({"cells": (), "digits": (), "placed": {}, "assumptions": ()}, "placed: found none; expected some"),
        (
            {"digits": (3, 2), "placed": {8: 3, 11: 2}, "assumptions": ((8, 3), (11, 2))},
            "3 is no candidate of r3c1",
        ),
        ({"assumptions": ((8, 4),)}, "it names as assumptions r3c1 = 4, but in force are r3c1 = 4, r3c4 = 2"),
    ]
    for changed, reason in changes:
        assert reason in (found(CLUES, replace(READING, **changed)).reason or "")


def test_readings_left_out_say_how_many_they_are():
    step = Step(StepKind.LEFT_OUT, MINE, counts={MINE: 3})
    assert not found(CLUES, step).is_refuted
    assert found(CLUES, replace(step, counts={})).is_refuted
    assert found(CLUES, replace(step, counts={MINE: 0})).is_refuted
    assert found(CLUES, replace(HIDDEN, counts={MINE: 1})).is_refuted


@pytest.mark.parametrize("name", CHANGED[1::2])
def test_changed_steps_get_the_same_result_as_by_plain_search(name):
    """Premises dropped or narrowed, digits changed, removals added, units replaced: never a wrong result."""
    puzzle = PUZZLES[name]
    rng = Random(name)
    verdicts = set()
    for method in ("phases", "possibles", "cube"):
        verifier = StepFollower(puzzle)
        for step, before, _ in replayed(puzzle, explain(puzzle, method)):
            if step.kind in CONCLUSIONS:
                changed = mutated(step, puzzle, rng)
                holds = reference.holds(before, changed)
                valid = holds and reference.follows(changed, puzzle.geometry)
                said = verifier._conclusion(StepVerification(changed), None)
                assert (said.valid, said.true) == (valid, reference.is_true(puzzle, changed)), changed
                assert_shown(said, puzzle)
                verdicts.add((said.valid, said.true))
            verifier.state.apply(step)
        verifier.close()
    assert verdicts >= {(True, True), (False, True)}


def mutated(step: Step, puzzle: Puzzle, rng: Random) -> Step:
    """The step with one random change."""
    shape = puzzle.geometry
    assert step.premises is not None
    cells, units = dict(step.premises.cells), step.premises.units
    table = cube(shape).units
    match rng.randrange(6):
        case 0 if cells:
            del cells[rng.choice(sorted(cells))]
        case 1 if cells:
            cell = rng.choice(sorted(cells))
            cells[cell] = tuple(rng.sample(list(shape.digits), rng.randint(1, shape.size)))
        case 2 if units:
            units = (*units[1:], rng.choice(table))
        case 3 if units:
            units = units[: rng.randrange(len(units))]
        case 4 if step.placed:
            [cell] = step.placed
            return replace(step, placed={cell: rng.choice(shape.digits)})
        case _ if step.kind is not StepKind.DEADLOCK:
            cell = rng.choice([c for c in range(shape.cell_count) if c not in step.placed])
            return replace(step, removed={**step.removed, cell: (rng.choice(shape.digits),)})
    return replace(step, premises=Premises(cells, units))


def shown(said: StepVerification) -> bytes:
    """The cells of a counterexample."""
    assert said.counterexample is not None
    return bytes(said.counterexample.cells)


def assert_shown(said: StepVerification, puzzle: Puzzle) -> None:
    """Check a counterexample: all premises and rules hold in it, and the conclusion does not."""
    step, shape = said.step, puzzle.geometry
    if said.true is False:
        assert objection(shown(said), puzzle.cells, shape.box_rows, shape.box_columns) is None
        assert all(shown(said)[cell] == digit for cell, digit in step.assumptions)
    elif said.valid is False and "premise" not in (said.reason or ""):
        assert step.premises is not None
        assert all(shown(said)[cell] in digits for cell, digits in step.premises.cells.items())
        for unit in step.premises.units:
            assert {shown(said)[cell] for cell in unit_cells(unit.name, shape)} == set(shape.digits)
    else:
        assert said.counterexample is None
        return
    broken = [cell for cell, digits in reference.violations(step, shape) if shown(said)[cell] in digits]
    assert broken or step.kind is StepKind.DEADLOCK


def test_steps_that_are_true_by_luck_are_refuted_with_a_state_that_shows_it():
    for cells, units in (
        ({8: (2, 4), 9: (3,), 10: (1,)}, ["row 3"]),  # a premise is missing
        ({**ROW_3, 11: (1, 2, 4)}, ["row 3"]),  # a premise says too little
        (ROW_3, ["column 1"]),
        (ROW_3, []),
        ({}, ["row 3"]),
    ):
        one = found(CLUES, placement(8, 4, cells, units))
        assert (one.valid, one.true, one.finding) == (False, True, Finding.TRUE_BY_LUCK)
        assert one.is_refuted
        assert one.reason == "it does not follow from the reasons given"
        assert shown(one)[8] != 4
        assert_shown(one, TINY)


def test_a_step_that_does_not_follow_is_refuted():
    """A premise that does not hold; a conclusion that a solution contradicts; a removal too many."""
    one = found(CLUES, placement(8, 4, {8: (4,)}))
    assert (one.valid, one.true, one.finding is Finding.TRUE_BY_LUCK) == (False, True, True)
    assert one.reason == "a premise does not hold: r3c1 can hold 2 4, not only 4"
    one = found(CLUES, placement(8, 2, ROW_3, ["row 3"]))
    assert (one.valid, one.true, one.finding is Finding.TRUE_BY_LUCK) == (False, False, False)
    assert one.counterexample == Puzzle("1243342143122134")
    for cell, is_true in ((13, True), (11, False)):
        one = found(CLUES, replace(HIDDEN, removed={cell: (2,)}))
        assert (one.valid, one.true) == (False, is_true)
    one = found(CLUES, Step(StepKind.DEADLOCK, MINE, premises=Premises(ROW_3, (UNITS["row 3"],))))
    assert (one.valid, one.true, 0 in shown(one)) == (False, False, False)


def test_a_step_that_rests_on_a_false_one_is_valid_but_false_and_not_refuted():
    false = placement(14, 1, {12: (2,), 14: (1, 3), 15: (4,)}, ["row 4"])
    resting = placement(13, 2, {13: (1, 2), 14: (1,)}, ["row 4"])
    one, two = list(verify_steps(TINY, [CLUES, false, resting]))[1:]
    assert (one.valid, one.true, one.is_refuted) == (False, False, True)
    assert (two.valid, two.true, two.is_refuted) == (True, False, False)


def test_without_premises_a_step_is_true_and_not_shown_valid_or_false():
    """An empty list of premises claims that none is needed."""
    for digit, true in ((4, True), (2, False)):
        one = found(CLUES, placement(8, digit))
        assert (one.valid, one.true, one.is_refuted) == (None, true, not true)
    assert found(CLUES, placement(8, 4, {})).valid is False


def test_under_an_assumption_truth_is_what_follows_from_it():
    """In the solution r3c1 is 4; if it is guessed to be 2, r3c4 is 1, and there is no solution."""
    guessed = replace(placement(11, 1, {8: (2,), 11: (1, 2)}, ["row 3"]), assumptions=((8, 2),))
    one = found(CLUES, GUESS, guessed)
    assert (one.valid, one.true, one.reason) == (True, True, None)
    one = found(CLUES, GUESS, UNDO, replace(guessed, assumptions=()))
    assert (one.valid, one.true) == (False, False)


def test_a_step_that_cannot_come_at_its_place_is_refuted():
    undo_to = {pair: replace(UNDO, assumptions=(pair,)) for pair in ((8, 2), (0, 1), (2, 4))}
    no_candidate = replace(GUESS, digits=(3,), placed={8: 3}, assumptions=((8, 3),))
    for *steps, reason in (
        (replace(HIDDEN, assumptions=((8, 2),)), "it names as assumptions r3c1 = 2, but in force are none"),
        (GUESS, HIDDEN, "it names as assumptions none, but in force are r3c1 = 2"),
        (GUESS, GUESS, "it names as assumptions r3c1 = 2, but in force are r3c1 = 2, r3c1 = 2"),
        (UNDO, "it leaves as assumptions none; in force are none"),
        (
            *(GUESS, replace(UNDO, cells=(0, 1), digits=(1, 2))),
            "it takes back r1c1 = 1, r1c2 = 2, but what it leaves takes back r3c1 = 2",
        ),
        (GUESS, undo_to[8, 2], "it leaves as assumptions r3c1 = 2; in force are r3c1 = 2"),
        (GUESS, undo_to[0, 1], "it leaves as assumptions r1c1 = 1; in force are r3c1 = 2"),
        (
            *(GUESS, SECOND, undo_to[2, 4]),
            "it leaves as assumptions r1c3 = 4; in force are r3c1 = 2, r1c3 = 4",
        ),
        (no_candidate, "3 is no candidate of r3c1"),
        (
            replace(GUESS, removed={11: (1,)}),
            "it takes 1 from r3c4, which this digit there does not rule out",
        ),
        (Step(StepKind.SOLUTION, MINE), "r1c2 can still hold 2 4"),
        (NO_SOLUTION, "there is a solution"),
    ):
        assert found(CLUES, *steps).reason == reason


def test_a_solution_that_the_referee_refuses_is_refuted():
    """Every cell holds one digit, but two cells of a row hold the same."""
    steps = [placement(cell, 1 + cell % 4) for cell in range(16) if not TINY.cells[cell]]
    one = found(*steps, Step(StepKind.SOLUTION, MINE))
    assert (one.reason or "").startswith("the referee refuses ")


def test_steps_are_verified_as_they_come():
    """No step is read ahead: steps that a solver writes into a pipe get their results one by one."""
    given = iter((CLUES, HIDDEN))
    assert next(verify_steps(TINY, given)).valid is True
    assert next(given) is HIDDEN


AMBIGUOUS = Puzzle("12..34......4..1")


def test_that_there_are_no_others_is_refuted_where_there_is_another_solution():
    """After a solution, the end of a search claims that there are no others."""
    steps = list(explain(AMBIGUOUS, "cube"))
    assert steps[-1].kind is StepKind.SOLUTION
    end = replace(NO_SOLUTION, assumptions=steps[-1].assumptions)
    last = list(verify_steps(AMBIGUOUS, [*steps, end]))[-1]
    assert (last.is_refuted, last.reason) == (True, "there is another solution")
    assert objection(shown(last), AMBIGUOUS.cells, 2, 2) is None


def test_whenever_time_runs_out_no_step_is_refuted_for_that(monkeypatch):
    """The clock also covers the writing of the clauses; steps that are left are undecided, one and all."""
    steps = list(explain(TINY))
    undecided = []
    for most in (0, 1, 20, 100, 200, 400, 10_000):
        clock = CountedClock(most)
        monkeypatch.setattr("sudocube.explanation.step_verifying.Clock", lambda seconds, clock=clock: clock)
        with closing(StepFollower(TINY)) as verifier:
            verified = [verifier.take(step) for step in steps]
        assert not any(one.is_refuted for one in verified)
        undecided.append(sum(one.ran_out_of_time for one in verified))
    conclusions = sum(step.kind in CONCLUSIONS for step in steps)
    assert undecided == sorted(undecided, reverse=True)
    assert (undecided[0], undecided[1], undecided[-1]) == (conclusions, conclusions, 0)


def test_wrong_guesses_do_not_pile_up():
    """No more assumptions than there are cells, and an objection names the first few."""
    reason = (
        found(*100 * [replace(GUESS, cells=(1,), digits=(2,), placed={1: 2}, assumptions=())]).reason or ""
    )
    assert reason.startswith("it names as assumptions none, but in force are r1c2 = 2")
    assert len(reason) < 1000


def test_a_dead_end_after_a_solution_is_true_under_its_own_guess_and_false_under_that_of_the_solution():
    """The search goes on after the only solution of a puzzle, and meets a dead end."""
    puzzle = Puzzle("7..2.9.3..6....81..4..7..2.6...32........8.....37...599..8.......5.4..........4..")
    steps = list(explain(puzzle, "cube", all_solutions=True))
    at = [step.kind for step in steps].index(StepKind.SOLUTION)
    later = {step.kind for step in steps[at:]}
    assert {StepKind.DEADLOCK, StepKind.GUESS, StepKind.UNDO, StepKind.END} <= later
    assert not [one for one in verify_steps(puzzle, steps) if one.is_refuted]
    claimed = Step(StepKind.DEADLOCK, MINE, assumptions=steps[at].assumptions)
    one = found(*steps[: at + 1], claimed, puzzle=puzzle)
    assert (one.true, one.is_refuted) == (False, True)


BACK = Step(StepKind.UNDO, MINE, (8, 2), (2, 4))


def test_an_outcome_that_was_refuted_is_not_taken_from_the_method_either():
    """A method that says "no solution" where there is one is not believed, nor a solution that is none.

    A refuted step before the end is no reason to doubt the end.
    """
    for wrong, told, outcome in (
        (NO_SOLUTION, ExplanationOutcome.UNSOLVABLE, ExplanationOutcome.OPEN),
        (Step(StepKind.SOLUTION, MINE), ExplanationOutcome.SOLVED, ExplanationOutcome.OPEN),
        (BACK, ExplanationOutcome.STUCK, ExplanationOutcome.STUCK),
    ):
        tally = StepTally()
        tally.add(found(wrong))
        assert (tally.refuted_steps, tally.is_exhausted) == ([1], False)
        tally.end(told)
        assert tally.outcome is outcome
