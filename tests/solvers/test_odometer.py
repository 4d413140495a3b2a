"""The odometer: it turns as in the source, tells its readings, and knows its names."""

import pytest

from sudocube.engines import engine
from sudocube.errors import UnknownNameError
from sudocube.explanation import explain, following
from sudocube.puzzle import Puzzle
from sudocube.solvers import odometer as solving
from sudocube.solvers.methods import method
from sudocube.solvers.odometer import FIRST, LAST, Odometer, OdometerRow, row_of
from sudocube.solvers.trace import SolvingState, Step, StepKind, Trace
from tests.counted_clock import CountedClock
from tests.solvers.steps import possibles_of, row_puzzle

EXAMPLE = "13 2 37 145 345 456 9 67 78"

EMPTY = Puzzle("." * 16)


def example() -> tuple[Odometer, OdometerRow]:
    """An odometer for the source's example, and its first row."""
    odometer = Odometer(row_puzzle(EXAMPLE))
    odometer.arrays.possibles[:9] = possibles_of(EXAMPLE)
    return odometer, row_of(odometer.arrays, 0)


def readings(columns: list[int], boxes: list[int]) -> list[tuple[int, ...]]:
    """Those of the example's first row that pass with these values below."""
    odometer, row = example()
    return [tuple(odometer.arrays.board[:9]) for _ in odometer.turn([row], columns, boxes)]


def test_values_that_a_column_or_a_box_holds_below_do_not_pass():
    """A 4 in column 4 or a 3 in box 1, in a row that was set before. Each reading of the row is a tick."""
    odometer, row = example()
    every = readings([0] * 9, [0] * 9)
    assert sum(1 for _ in odometer.turn([row], [0] * 9, [0] * 9)) == len(every)
    assert odometer.ticks == 2 * 1 * 2 * 3 * 3 * 3 * 1 * 2 * 2
    assert every == sorted(set(every))
    assert all(len(set(reading)) == 9 for reading in every)
    below_4, below_3 = [0, 0, 0, 1 << 4 - 1, *[0] * 5], [1 << 3 - 1, *[0] * 8]
    for columns, boxes, left in (
        (below_4, [0] * 9, [one for one in every if one[3] != 4]),
        ([0] * 9, below_3, [one for one in every if 3 not in one[:3]]),
    ):
        passed = readings(columns, boxes)
        assert passed == left
        assert 0 < len(passed) < len(every)


def test_rows_are_handled_from_the_bottom_upwards():
    """So the solutions come in the order of their last rows, then of the rows above; each row is read left
    to right, lowest values first."""
    found = [grid.cells for grid in Odometer(EMPTY).solutions()]
    assert found == sorted(found, key=lambda cells: [cells[12:], cells[8:12], cells[4:8], cells[:4]])
    assert len(found) == 288


READINGS = (StepKind.READING, StepKind.FAILED_READING)


def test_of_many_readings_the_first_and_the_last_are_told_and_how_many_there_were():
    """All ticks are counted: those of the steps, and those that are left out."""
    steps: list[Step] = []
    odometer = Odometer(EMPTY, trace=Trace(SolvingState(EMPTY), steps.append))
    next(odometer.solutions())
    at = [step.kind for step in steps].index(StepKind.LEFT_OUT)
    before = [step for step in steps[:at] if step.kind in READINGS]
    after = [step for step in steps[at:] if step.kind in READINGS]
    assert len(before) == FIRST
    assert LAST <= len(after) <= LAST + 4  # the readings in force meanwhile are told again
    left_out = steps[at].counts
    assert len(before) + len(after) + sum(left_out.values()) == odometer.ticks
    assert [step.kind for step in steps].count(StepKind.LEFT_OUT) == 1


def test_when_time_runs_out_the_last_readings_are_told_after_how_many_were_left_out(monkeypatch):
    monkeypatch.setattr(solving, "TICKS_PER_TIME_CHECK", 64)
    monkeypatch.setattr(following, "Clock", lambda _: CountedClock(8))
    kinds = [step.kind for step in explain(EMPTY, "possibles:odometer")]
    assert StepKind.SOLUTION not in kinds
    after = kinds[kinds.index(StepKind.LEFT_OUT) + 1 :]
    assert LAST <= len([kind for kind in after if kind in READINGS]) <= LAST + 4


def test_the_engine_is_named_with_the_number_of_rows():
    """With all rows every puzzle is decided; with some rows not."""
    every, some = engine("possibles:odometer@4"), engine("possibles:odometer@3")
    assert (engine("possibles:odometer").traits.complete, some.traits.complete) == (True, False)
    assert (some.name, every.answer(EMPTY, limit=1000).count) == ("possibles:odometer@3", 288)
    answer = some.answer(EMPTY)
    assert answer.verdict == "unknown"
    assert answer.reason == "stuck: squares are open above the rows handled (3)"


def test_an_unknown_variant_or_method_is_refused_with_the_known_ones():
    known = ["possibles", "possibles:magic", "possibles:odometer", "possibles:odometer@ROWS"]
    for variant in ("odometer@", "odometer@0", "odometer@26", "odometer@x", "odometer@3@4", "other"):
        with pytest.raises(UnknownNameError) as caught:
            engine(f"possibles:{variant}")
        assert caught.value.known == known
    with pytest.raises(UnknownNameError, match=r"ROWS is how many rows the odometer fills, .*: 1 to 25"):
        method("possibles:odometer@26")
    with pytest.raises(UnknownNameError, match="unknown method 'posibles'"):
        method("posibles")
    assert method("possibles:odometer@25").name == "possibles:odometer@25"
