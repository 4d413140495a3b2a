"""The possibles solver: the source's own examples, each step and rule alone, and all of them together."""

from collections import Counter
from collections.abc import Callable
from itertools import pairwise

import pytest

from sudocube.clock import Clock
from sudocube.engines import engine
from sudocube.errors import UndecidedError
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle
from sudocube.solvers import possibles
from sudocube.solvers.arrays import Arrays
from sudocube.solvers.trace import CONCLUSIONS, SolverContradictionError, StepKind
from sudocube.trusted import objection
from tests.solvers.logic_puzzles import HARD, MANY, SHAPES, logic_puzzles, solutions_of
from tests.solvers.steps import (
    arrays_with,
    assert_true_of,
    assert_valid,
    first_row,
    masks,
    replay,
    trace_of,
)

PUZZLES = logic_puzzles()

MUST_BE_EXAMPLE = "1347 2 1357 145 1345 45 9 4567 145678"


def test_possibles_that_conflict_with_permanent_values_of_peers_are_removed():
    """Step 2: in the row, the column and the box, and nowhere else."""
    arrays = Arrays(Puzzle("1..." + "." * 12))
    assert possibles.remove_conflicts(arrays)
    without = {cell for cell, one in enumerate(arrays.possibles) if not one & 1}
    assert without == {1, 2, 3, 4, 8, 12, 5}
    assert not possibles.remove_conflicts(arrays)


def test_a_solo_becomes_permanent_and_no_other_square_does():
    """Step 3."""
    arrays = Arrays(Puzzle("." * 16))
    arrays.possibles[3], arrays.possibles[9] = 0b100, 0b101
    assert possibles.upgrade_solos(arrays)
    assert arrays.board == [0, 0, 0, 3] + [0] * 12
    assert not possibles.upgrade_solos(arrays)


def test_the_must_be_example_of_the_source():
    """Step 4: square 9 is the only one on the row that can be an eight."""
    arrays = arrays_with(MUST_BE_EXAMPLE)
    assert possibles.upgrade_must_bes(arrays)
    assert arrays.board[:9] == [0, 2, 0, 0, 0, 0, 9, 0, 8]
    assert first_row(arrays) == "1347 2 1357 145 1345 45 9 4567 8"


def test_what_is_less_than_it_takes_is_a_contradiction():
    """A value for two squares, and none for one; no square for a value, or one for two."""
    rules = (
        (possibles.remove_conflicts, "1 1 23 234 345 456 567 678 789", "a permanent value twice"),
        (possibles.upgrade_solos, "- 12 23 234 345 456 567 678 789", "no possibles left"),
        (possibles.upgrade_must_bes, "12 12 23 234 345 456 567 678 678", "no square for a value"),
        (
            possibles.upgrade_must_bes,
            "1289 34 34 34567 34567 34567 34567 34567 34567",
            "no square for a value",
        ),
    )
    for step, row, rule in rules:
        arrays = arrays_with(row.replace("-", "12"))
        if "-" in row:
            arrays.possibles[0] = 0
        with pytest.raises(SolverContradictionError, match=rule):
            step(arrays)


def test_after_a_change_all_steps_above_are_repeated(monkeypatch):
    """From the second step on; a later step comes only if the one before changed nothing."""
    order: list[tuple[str, bool]] = []

    def watched(name: str, step: Callable[..., bool]) -> Callable[..., bool]:
        def run(arrays: Arrays, k: int = 1) -> bool:
            changed = step(arrays, k=k) if k > 1 else step(arrays)
            order.append((f"{name}{k}", changed))
            return changed

        return run

    steps = ("remove_conflicts", "upgrade_solos", "upgrade_must_bes", "outside", "inside")
    for name in steps:
        monkeypatch.setattr(possibles, name, watched(name, getattr(possibles, name)))
    in_turn = ["remove_conflicts1", "upgrade_solos1", "upgrade_must_bes1"]
    in_turn += [f"{side}{k}" for k in (2, 3, 4) for side in ("outside", "inside")]
    changes: Counter[str] = Counter()
    for puzzle in PUZZLES:
        if puzzle.geometry.size == 9:
            order.clear()
            possibles.work(Arrays(puzzle))
            for (name, changed), (following, _) in pairwise(order):
                repeat = changed and name != in_turn[0]
                assert following == (in_turn[0] if repeat else in_turn[in_turn.index(name) + 1])
                changes[name] += repeat
    assert changes["inside2"] > 0
    assert changes["outside3"] > 0


@pytest.mark.parametrize("method", [possibles.solutions, possibles.magic], ids=["logic", "magic"])
def test_every_step_is_valid_and_true_and_all_changes_are_recorded(method):
    """Including contradictions; guesses themselves are not conclusions."""
    for puzzle in PUZZLES:
        steps, found, _ = trace_of(method, puzzle, limit=3)
        assert_valid(puzzle, steps)
        known = solutions_of(puzzle)
        if len(known) < MANY:
            assert_true_of(known, puzzle, steps)
        shown = [after for step, _, after in replay(puzzle, steps) if step.kind is StepKind.SOLUTION]
        assert shown == [[{value} for value in grid.cells] for grid in found]


def test_the_steps_lead_to_the_final_possibles():
    """Every change is recorded."""
    for puzzle in PUZZLES:
        steps, _, _ = trace_of(possibles.solutions, puzzle)
        *_, (last, _, after) = replay(puzzle, steps)
        arrays = Arrays(puzzle)
        sound = possibles.work(arrays)
        assert masks(after) == arrays.possibles
        assert last.kind is StepKind.END
        assert (StepKind.DEADLOCK in {step.kind for step in steps}) == (not sound)


def test_rules_go_by_the_names_of_the_source_and_the_usual_ones():
    """All rules that occur in these puzzles, with and without guesses."""
    rules: dict[str, str] = {}
    for puzzle in PUZZLES:
        steps, _, _ = trace_of(possibles.magic, puzzle, limit=3)
        rules |= {
            step.rule.name: step.rule.term for step in steps if step.kind in CONCLUSIONS | {StepKind.GUESS}
        }
    assert {
        "conflict with permanent values": "elimination",
        "solo": "naked single",
        "must be": "hidden single",
        "pairs outside": "naked pair",
        "pairs inside": "hidden pair",
        "triples outside": "naked triple",
        "Magic Touch": "guess",
        "a permanent value twice": "clash",
        "no possibles left": "cell without candidates",
        "no square for a value": "digit without a place",
    }.items() <= rules.items()


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_magic_finds_all_solutions_and_logic_alone_those_that_it_can(shape):
    """If logic is not stuck, it finds all solutions: one or none."""
    stuck = 0
    for puzzle in PUZZLES:
        if puzzle.geometry == shape:
            known = set(solutions_of(puzzle))
            found = trace_of(possibles.magic, puzzle, limit=MANY)[1]
            assert len(found) == len(set(found)) == len(known), repr(puzzle)
            if len(known) < MANY:
                assert set(found) == known
            _, found, is_stuck = trace_of(possibles.solutions, puzzle)
            stuck += is_stuck
            assert (set(found) == known) == (not is_stuck)
    assert stuck > 0


@pytest.mark.parametrize("geometry", [Geometry(5, 2)], ids=str)
def test_a_large_empty_grid_leaves_logic_stuck_and_magic_solves_it(geometry):
    """Above size 9 the size of groups is limited; trial and error is still complete."""
    empty = Puzzle("." * geometry.cell_count, geometry)
    with pytest.raises(UndecidedError):
        list(possibles.solutions(empty))
    grid = next(possibles.magic(empty))
    assert objection(grid.cells, empty.cells, geometry.box_rows, geometry.box_columns) is None


def test_a_deadline_in_the_past_ends_both():
    for method in (possibles.solutions, possibles.magic):
        with pytest.raises(TimeoutError):
            list(method(Puzzle(HARD), clock=Clock(-1)))


def test_the_engines_say_what_the_methods_find():
    """Complete or not, and why they are stuck."""
    stuck = engine("possibles").answer(Puzzle(HARD))
    assert (stuck.verdict, stuck.reason) == ("unknown", "stuck: no more changes in the possibles")
    assert engine("possibles:magic").answer(Puzzle(HARD)).verdict == "unique"
    said = {name: engine(name).traits.complete for name in ("possibles", "possibles:magic")}
    assert said == {"possibles": False, "possibles:magic": True}
