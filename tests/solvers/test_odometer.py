"""The odometer: it turns as in the source, tests in the order of the source, and misses no solution."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice, product
from math import prod

import pytest

from sudocube.clock import Clock
from sudocube.engines import engine
from sudocube.errors import UnknownNameError
from sudocube.puzzle import Puzzle
from sudocube.solvers import odometer, possibles
from sudocube.solvers import readings as readings_module
from sudocube.solvers.arrays import Arrays
from sudocube.solvers.methods import METHODS, method
from sudocube.solvers.odometer import Odometer, OdometerRow, row_of
from sudocube.solvers.readings import FIRST, LAST
from sudocube.solvers.trace import Step, StepKind, Trace
from tests.puzzles import count_solutions
from tests.solvers.logic_puzzles import MANY, SHAPES, logic_puzzles, solutions_of
from tests.solvers.steps import assert_true_of, assert_valid, possibles_of, replay, row_puzzle, trace_of

EXAMPLE = "13 2 37 145 345 456 9 67 78"

EMPTY = Puzzle("." * 16)


def few_candidates(puzzle: Puzzle, most: int = 10**5) -> bool:
    """Whether logic leaves so few candidates that the odometer can try all combinations."""
    arrays = Arrays(puzzle)
    return not possibles.work(arrays) or prod(one.bit_count() for one in arrays.possibles) <= most


PUZZLES = [puzzle for puzzle in logic_puzzles() if puzzle.geometry.size == 4 or few_candidates(puzzle)]


def example_row() -> tuple[Arrays, OdometerRow]:
    """The arrays and the first row of the source's example."""
    arrays = Arrays(row_puzzle(EXAMPLE))
    arrays.possibles[:9] = possibles_of(EXAMPLE)
    return arrays, row_of(arrays, 0)


def test_the_first_solution_is_the_one_that_the_source_prints():
    """The number of ticks is that of an odometer turned by hand."""
    arrays, row = example_row()
    speedometer = Odometer()
    next(speedometer.turn([row], [0] * 9, [0] * 9, arrays.board))
    assert arrays.board[:9] == [1, 2, 3, 4, 5, 6, 9, 7, 8]
    wheels = [[int(one) for one in square] for square in EXAMPLE.split()]
    at, ticks = [0] * 9, 1
    while len({wheel[i] for wheel, i in zip(wheels, at, strict=True)}) < 9:
        wheel = 8  # the driver
        while at[wheel] == len(wheels[wheel]) - 1:
            at[wheel] = 0
            wheel -= 1
        at[wheel] += 1
        ticks += 1
    assert speedometer.ticks == ticks


def test_values_that_a_column_or_a_box_holds_below_do_not_pass():
    """A 4 in column 4 or a 3 in box 1, in a row that was set before. Each reading of the row is a tick."""
    arrays, row = example_row()
    speedometer = Odometer()
    every = [tuple(arrays.board[:9]) for _ in speedometer.turn([row], [0] * 9, [0] * 9, arrays.board)]
    assert speedometer.ticks == 2 * 1 * 2 * 3 * 3 * 3 * 1 * 2 * 2
    assert every == sorted(set(every))
    assert all(len(set(reading)) == 9 for reading in every)
    columns = [0, 0, 0, 1 << 4 - 1, 0, 0, 0, 0, 0]
    passed = [tuple(arrays.board[:9]) for _ in Odometer().turn([row], columns, [0] * 9, arrays.board)]
    assert passed == [one for one in every if one[3] != 4]
    assert 0 < len(passed) < len(every)
    boxes = [1 << 3 - 1, 0, 0, 0, 0, 0, 0, 0, 0]
    passed = [tuple(arrays.board[:9]) for _ in Odometer().turn([row], [0] * 9, boxes, arrays.board)]
    assert passed == [one for one in every if 3 not in one[:3]]
    assert 0 < len(passed) < len(every)


def test_rows_are_handled_from_the_bottom_upwards():
    """So the solutions come in the order of their last rows, then of the rows above; each row is read left
    to right, lowest values first."""
    found = [grid.cells for grid in Odometer().solutions(EMPTY)]
    assert found == sorted(found, key=lambda cells: [cells[12:], cells[8:12], cells[4:8], cells[:4]])
    assert len(found) == 288


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_it_finds_all_solutions(shape):
    """For puzzles with few combinations; in some of them logic is stuck."""
    stuck = 0
    for puzzle in PUZZLES:
        if puzzle.geometry == shape:
            speedometer = Odometer()
            found = list(islice(speedometer.solutions(puzzle), MANY))
            known = solutions_of(puzzle)
            assert len(set(found)) == len(found) == len(known), repr(puzzle)
            if len(known) < MANY:
                assert set(found) == set(known)
            stuck += speedometer.ticks > 0
    assert stuck > 0


@pytest.mark.parametrize("rows", [1, 3])
def test_with_fewer_rows_it_decides_what_these_suffice_for(rows):
    """It says "no solution" only where there is none, and finds all where no square is open above; it is
    stuck elsewhere. Handling more rows than there are is handling all."""
    for puzzle in PUZZLES:
        known = solutions_of(puzzle)
        _, found, is_stuck = trace_of(Odometer(rows).solutions, puzzle, limit=MANY)
        arrays = Arrays(puzzle)
        sound = possibles.work(arrays)
        size = puzzle.geometry.size
        suffice = all(arrays.board[: max(0, size - rows) * size])
        if is_stuck:
            assert not found
            assert sound
            assert not suffice
        else:
            assert len(set(found)) == len(known), repr(puzzle)
            assert suffice or not known


def test_some_rows_can_be_enough_to_see_that_there_is_no_solution():
    """The lower four of six rows have no reading that passes; logic does not see it, nor do three rows."""
    puzzle = Puzzle("16....4...122...4...61...24.616.1..4")
    arrays = Arrays(puzzle)
    assert possibles.work(arrays)
    assert not all(arrays.board[:12])
    assert count_solutions(puzzle) == 0
    is_stuck = [trace_of(Odometer(rows).solutions, puzzle)[2] for rows in range(1, 7)]
    assert is_stuck == [True, True, True, False, False, False]


READINGS = (StepKind.READING, StepKind.FAILED_READING)


def test_the_readings_are_told_and_what_they_conclude_is_valid_and_true():
    """A reading that passes is an assumption; one that fails says why its wheels cannot show this."""
    for puzzle in PUZZLES:
        steps, found, _ = trace_of(odometer.solutions, puzzle, limit=3)
        assert_valid(puzzle, steps)
        known = solutions_of(puzzle)
        if len(known) < MANY:
            assert_true_of(known, puzzle, steps)
        grids = [after for step, _, after in replay(puzzle, steps) if step.kind is StepKind.SOLUTION]
        assert grids == [[{value} for value in grid.cells] for grid in found]


FEW = Puzzle("12.. 34.. .... ...1")


def readings_by_hand(
    rows: list[OdometerRow], below: dict[int, int], puzzle: Puzzle
) -> Iterator[tuple[tuple[int, ...], bool]]:
    """Each reading, and whether it passes; cells and their digits, tested in arithmetic."""
    if not rows:
        return
    row, *higher = rows
    shape = puzzle.geometry
    for values in product(*([value.bit_length() for value in wheel] for wheel in row.wheels)):
        cells = {**below, **dict(zip(row.squares, values, strict=True))}
        held = [
            seen
            for cell, digit in cells.items()
            for seen in (
                (shape.row(cell), -1, -1, digit),
                (-1, shape.column(cell), -1, digit),
                (-1, -1, shape.box(cell), digit),
            )
        ]
        passes = len(held) == len(set(held))
        yield values, passes
        if passes:
            yield from readings_by_hand(higher, cells, puzzle)


@pytest.mark.parametrize("first", [0, 7, 1000])
def test_readings_are_told_one_after_the_other_as_they_were_made(monkeypatch, first):
    """All of them, where they are few; else the first ones, and the last ones before each solution."""
    monkeypatch.setattr(readings_module, "FIRST", first)
    arrays = Arrays(FEW)
    assert possibles.work(arrays)
    rows = [row for row in (row_of(arrays, number) for number in reversed(range(4))) if row.squares]
    made = list(readings_by_hand(rows, {}, FEW))
    steps, _, _ = trace_of(odometer.solutions, FEW)
    told = [(step.digits, step.kind is StepKind.READING) for step in steps if step.kind in READINGS]
    if first == 1000:
        assert told == made
    else:
        assert told[:first] == made[:first]
        assert told[-LAST:] == made[-LAST:]


def test_of_many_readings_the_first_and_the_last_are_told_and_how_many_there_were():
    """All ticks are counted: those of the steps, and those that are left out."""
    puzzle = Puzzle("." * 16)
    speedometer = Odometer()
    steps, found, _ = trace_of(speedometer.solutions, puzzle, limit=1)
    assert len(found) == 1
    at = [step.kind for step in steps].index(StepKind.LEFT_OUT)
    before = [step for step in steps[:at] if step.kind in READINGS]
    after = [step for step in steps[at:] if step.kind in READINGS]
    assert len(before) == FIRST
    assert LAST <= len(after) <= LAST + 4  # the readings in force meanwhile are told again
    left_out = steps[at].counts
    assert len(before) + len(after) + sum(left_out.values()) == speedometer.ticks
    assert [step.kind for step in steps].count(StepKind.LEFT_OUT) == 1


@pytest.mark.parametrize("limit", [2, 1000])
def test_all_ticks_are_counted_by_the_test_that_they_fail(limit):
    """Over all solutions, compared with tests in arithmetic."""
    for puzzle in PUZZLES[:20]:
        speedometer = Odometer()
        steps, _, _ = trace_of(speedometer.solutions, puzzle, limit=limit)
        tally = Counter(step.rule for step in steps if step.kind in READINGS)
        for step in steps:
            tally.update(step.counts)
        assert tally.total() == speedometer.ticks


def test_the_rows_asked_for_are_told_where_squares_are_open_above_them():
    """What was found for them is in force at the end."""
    steps, found, is_stuck = trace_of(Odometer(2).solutions, EMPTY)
    assert (found, is_stuck) == ([], True)
    assert (steps[-1].kind, steps[-1].rule.term) == (StepKind.END, "partial solution")
    *_, (_, _, after) = replay(EMPTY, steps)
    assert after[8:] == [{value} for value in (3, 4, 1, 2, 1, 2, 3, 4)]
    assert after[:8] == [{1, 2, 3, 4}] * 8


def test_out_of_time_the_readings_that_were_made_are_counted():
    class OverOnceItTurns(Clock):
        def check(self) -> None:
            if speedometer.ticks:
                raise TimeoutError

    speedometer = Odometer()
    steps: list[Step] = []
    with pytest.raises(TimeoutError):
        list(speedometer.solutions(EMPTY, clock=OverOnceItTurns(), trace=Trace(steps.append)))
    counted = sum(step.kind in READINGS for step in steps) + sum(sum(step.counts.values()) for step in steps)
    assert counted == speedometer.ticks


def test_the_engine_is_named_with_the_number_of_rows():
    """With all rows every puzzle is decided; with some rows not."""
    assert engine("possibles:odometer").traits.complete
    assert not engine("possibles:odometer@3").traits.complete
    assert engine("possibles:odometer@3").name == "possibles:odometer@3"
    assert engine("possibles:odometer@4").answer(EMPTY, limit=1000).count == 288
    answer = engine("possibles:odometer@3").answer(EMPTY)
    assert (answer.verdict, answer.reason) == (
        "unknown",
        "stuck: squares are open above the rows handled (3)",
    )


def test_an_unknown_variant_is_refused_with_the_known_ones():
    for variant in ("odometer@", "odometer@0", "odometer@26", "odometer@x", "odometer@3@4", "other"):
        with pytest.raises(UnknownNameError) as caught:
            engine(f"possibles:{variant}")
        known = ["possibles", "possibles:magic", "possibles:odometer", "possibles:odometer@ROWS"]
        assert caught.value.known == known
    for rows in ("0", "26", "x", ""):
        with pytest.raises(UnknownNameError, match=r"ROWS is how many rows the odometer fills, .*: 1 to 25"):
            method(f"possibles:odometer@{rows}")
    for number in (0, -1):
        with pytest.raises(ValueError, match="at least one"):
            Odometer(number)


def test_an_unknown_method_is_refused_with_all_that_are_known():
    with pytest.raises(UnknownNameError, match="unknown method 'posibles'"):
        method("posibles")
    assert method("possibles:odometer@25").name == "possibles:odometer@25"
    assert all(method(name) is METHODS[name] for name in METHODS)
