"""The odometer: trial and error with one wheel for each open square, after the logic of `possibles`.

Source: see `possibles`. "Imagine an odometer of a car, attached directly to an incredibly fast high-speed,
motor":

    wheels of a row    13  2  37  145  345  456  9  67  78     permanent values (2, 9) are jumped over
    first reading       1  2   3    1    3    4  9   6   7     initial low values
    a tick later        1  2   3    1    3    4  9   6   8     the rightmost wheel drives
    a tick later        1  2   3    1    3    4  9   7   7     it was through: the next wheel, and reset
    first solution      1  2   3    4    5    6  9   7   8

`itertools.product` is such an odometer (its documentation: "the rightmost element advancing on every
iteration"), and a fast one, because its wheels turn in C. It knows nothing of Sudoku, as the source wants.
Each reading has to pass three tests, in this order:

    row       no value twice in the row
    columns   no value that a row set before has in the same column
    boxes     the same for boxes

Permanent values need no test: the logic has removed them from the possibles of their peers. A value is a
power of two, so the row test is one sum: k powers of two add up to a number with k bits set only if they all
differ. That number is the sum of the values that the row lacks.

Where the source is ambiguous or wrong, and what was decided:
- It "starts with the highest row in the puzzle" and goes on to lower rows, "toward the higher rows on the
  screen": so the highest is the highest number, which is the bottom row; then the row above it, and so on. An
  odometer for three rows handles the bottom three.
- Between the third reading and the fifth, the source resets "#7 and driver wheel", but 7 is jumped over:
  wheel 8 is reset.
- A row without open squares has no wheels and no reading; it is left out.
- If the odometer handles only some rows, a reading that passes solves the puzzle only if no square is open
  above them. Otherwise the search ends at the first such reading, which is a solution for these rows, and
  nothing is decided about the puzzle. If no reading passes, the puzzle has no solution.
- The caller decides whether to stop at the first solution or to take all.
- Each reading that takes the row test is a tick, including the first one of each row.

A trace shows the odometer by its readings, one after the other. Each is a step: one that passes the three
tests is an assumption about its row, and one that fails a test is a conclusion: its wheels cannot show this.
Between two solutions there may be millions of readings. Then the first FIRST and the last LAST are steps, and
one step between them counts the others.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from itertools import product, takewhile
from operator import and_
from typing import NamedTuple

from sudocube.clock import NO_LIMIT, Clock
from sudocube.cube import cube
from sudocube.errors import UndecidedError
from sudocube.puzzle import Grid, Puzzle
from sudocube.solvers.possibles import EXHAUSTED, SOLVED, Arrays, work
from sudocube.solvers.trace import SILENT, Premises, Rule, StepKind, Trace, digits_of

FIRST = 20
"""How many readings are shown before others are left out."""

LAST = 10
"""How many readings are shown after those that are left out."""

TICKS_PER_TIME_CHECK = 4096
"""After how many ticks the clock is checked; a power of two."""

WHEELS = Rule("odometer wheels", "guess")
ROW_TEST = Rule("row test", "clash")
COLUMN_TEST = Rule("column test", "clash")
BOX_TEST = Rule("box test", "clash")
TURNED = Rule("the odometer turns on", "backtracking")
LEFT_OUT = Rule("other readings", "")
FILLED = Rule("all the rows requested", "partial solution")


class OdometerRow(NamedTuple):
    """The open squares of a row, with their columns and boxes, and a wheel for each: its values, ascending.

    Values are powers of two; `lacking` is the sum of those that the row lacks.
    """

    squares: tuple[int, ...]
    columns: tuple[int, ...]
    boxes: tuple[int, ...]
    wheels: tuple[tuple[int, ...], ...]
    lacking: int


class Odometer:
    """Handles this many rows of a puzzle, from the bottom row upwards (None: all); `ticks` counts."""

    def __init__(
        self, puzzle: Puzzle, *, rows: int | None = None, clock: Clock = NO_LIMIT, trace: Trace = SILENT
    ) -> None:
        self.arrays, self.ticks = Arrays(puzzle, trace), 0
        self._rows, self._clock, self._trace = rows, clock, trace
        self._recorder = ReadingRecorder(self.arrays, trace)

    def solutions(self) -> Iterator[Grid]:
        """All solutions, by logic and then the odometer, the lowest reading first; see `solutions`."""
        if work(self.arrays, self._clock):
            if self.arrays.is_full:
                self._trace.step(StepKind.SOLUTION, SOLVED)
                yield self.arrays.grid()
            else:
                yield from self._turn_all()
        self._trace.step(StepKind.END, EXHAUSTED)

    def _turn_all(self) -> Iterator[Grid]:
        """Turn the wheels of the rows that are handled, from the bottom upwards, and record the readings."""
        size, arrays, recorder = self.arrays.geometry.size, self.arrays, self._recorder
        top = 0 if self._rows is None else max(0, size - self._rows)
        suffice = all(arrays.board[: top * size])
        rows = [row_of(arrays, number) for number in reversed(range(top, size))]
        try:
            for _ in self.turn([row for row in rows if row.squares], [0] * size, [0] * size):
                recorder.catch_up()
                if not suffice:
                    self._trace.step(StepKind.END, FILLED)
                    raise UndecidedError(f"squares are open above the rows handled ({self._rows})")
                self._trace.step(StepKind.SOLUTION, SOLVED)
                yield arrays.grid()
        except TimeoutError:
            recorder.catch_up()
            raise
        recorder.catch_up()
        recorder.back_to(())

    def turn(self, rows: Sequence[OdometerRow], columns: list[int], boxes: list[int]) -> Iterator[None]:
        """Write each reading of these rows that passes the tests on the board; the first row turns slowest.

        `columns` and `boxes` hold the values that were already set in them, as masks.
        """
        if not rows:
            yield
            return
        row, *higher = rows
        in_columns = [columns[column] for column in row.columns]
        in_boxes = [boxes[box] for box in row.boxes]
        lacking, recorder = row.lacking, self._recorder
        made = recorder.watched(row, in_columns, in_boxes) if self._trace.is_on else product(*row.wheels)
        for reading in made:
            self.ticks += 1
            if not self.ticks & TICKS_PER_TIME_CHECK - 1:
                self._clock.check()
            if sum(reading) != lacking:  # the row test
                continue
            if any(map(and_, reading, in_columns)) or any(map(and_, reading, in_boxes)):
                continue
            then_columns, then_boxes = columns.copy(), boxes.copy()
            for square, column, box, value in zip(row.squares, row.columns, row.boxes, reading, strict=True):
                then_columns[column] |= value
                then_boxes[box] |= value
                self.arrays.board[square] = value.bit_length()
            yield from self.turn(higher, then_columns, then_boxes)


def row_of(arrays: Arrays, number: int) -> OdometerRow:
    """The wheels of a row; rows are numbered from 0 at the top."""
    shape, possibles = arrays.geometry, arrays.possibles
    of_row = range(number * shape.size, (number + 1) * shape.size)
    squares = [square for square in of_row if not arrays.board[square]]
    permanent = sum(possibles[square] for square in of_row if arrays.board[square])
    return OdometerRow(
        tuple(squares),
        tuple(map(shape.column, squares)),
        tuple(map(shape.box, squares)),
        tuple(tuple(1 << digit - 1 for digit in digits_of(possibles[square])) for square in squares),
        arrays.every & ~permanent,
    )


def solutions(
    puzzle: Puzzle, *, rows: int | None = None, clock: Clock = NO_LIMIT, trace: Trace = SILENT
) -> Iterator[Grid]:
    """All solutions, by logic and then an odometer for this many rows, the lowest reading first.

    Raises TimeoutError when the clock has run out, and UndecidedError where a reading passes for the rows
    that are handled, but squares above them are open.

    >>> [str(grid) for grid in solutions(Puzzle("12.. 34.. .... ...1"))]
    ['1234341241232341', '1243341221344321', '1234341221434321']
    """
    return Odometer(puzzle, rows=rows, clock=clock, trace=trace).solutions()


class Reading(NamedTuple):
    """The values of the wheels of a row, and the first test that they fail; WHEELS if they pass."""

    row: OdometerRow
    values: tuple[int, ...]
    rule: Rule


Chain = tuple[Reading, ...]
"""A reading, after those of the rows below, which passed."""


class ReadingRecorder:
    """Records the readings of an odometer in a trace.

    Invariant: the assumptions of the trace are the wheels of the readings in `_recorded`, in this order.
    While readings wait, these may differ from `_passed`, which passed and are tried further.
    """

    def __init__(self, arrays: Arrays, trace: Trace) -> None:
        self._units_of, self._trace = cube(arrays.geometry).units_of, trace
        self._passed: Chain = ()
        self._recorded: Chain = ()
        self._shown = 0
        self._waiting: deque[Chain] = deque()
        self._left_out: Counter[Rule] = Counter()

    def watched(
        self, row: OdometerRow, in_columns: Sequence[int], in_boxes: Sequence[int]
    ) -> Iterator[tuple[int, ...]]:
        """The readings of a row, one after the other, each recorded before it is tested."""
        passed = self._passed
        for values in product(*row.wheels):
            chain = (*passed, Reading(row, values, _first_failed(row, values, in_columns, in_boxes)))
            if self._shown < FIRST:
                self._shown += 1
                self._record(chain)
            else:
                self._waiting.append(chain)
                if len(self._waiting) > LAST:
                    self._left_out[self._waiting.popleft()[-1].rule] += 1
            self._passed = chain  # what is tried above this row, if it passes
            yield values
        self._passed = passed

    def catch_up(self) -> None:
        """Record the readings that wait, and how many were left out before them."""
        if self._waiting:
            told_again = self.back_to(self._waiting[0][:-1])
            self._left_out[WHEELS] -= len(told_again)
        if counts := +self._left_out:
            self._trace.step(StepKind.LEFT_OUT, LEFT_OUT, counts=dict(counts))
        for chain in self._waiting:
            self._record(chain)
        self._left_out.clear()
        self._waiting.clear()
        self._shown = 0

    def back_to(self, chain: Chain) -> Chain:
        """Undo what is not in a chain of readings; the result is what is missing of it then."""
        pairs = zip(self._recorded, chain, strict=False)
        kept = len([*takewhile(lambda pair: pair[0] is pair[1], pairs)])
        self._recorded = chain[:kept]
        self._trace.back_to(TURNED, sum(len(reading.values) for reading in self._recorded))
        return chain[kept:]

    def _record(self, chain: Chain) -> None:
        """Record a reading, and before it whatever leads from the assumptions recorded last to its own."""
        for reading in (*self.back_to(chain[:-1]), chain[-1]):
            self._tell(reading)

    def _tell(self, reading: Reading) -> None:
        squares = reading.row.squares
        digits = tuple(value.bit_length() for value in reading.values)
        row = self._units_of(squares[0])[0]
        if reading.rule is WHEELS:
            self._trace.assume(StepKind.READING, WHEELS, dict(zip(squares, digits, strict=True)), unit=row)
            self._recorded += (reading,)
        else:
            parts = {"cells": squares, "digits": digits, "unit": row, "premises": self._premises(reading)}
            self._trace.step(StepKind.FAILED_READING, reading.rule, **parts)

    def _premises(self, reading: Reading) -> Premises:
        """Why a reading fails: the unit with a value twice, and the square of a row below that holds it."""
        at = (ROW_TEST, COLUMN_TEST, BOX_TEST).index(reading.rule)
        if reading.rule is ROW_TEST:
            return Premises({}, (self._units_of(reading.row.squares[0])[at],))
        filled = self._trace.state.filled
        return next(
            Premises({other: (filled[other],)}, (unit,))
            for square, value in zip(reading.row.squares, reading.values, strict=True)
            for unit in [self._units_of(square)[at]]
            for other in unit.cells
            if filled[other] == value.bit_length()
        )


def _first_failed(
    row: OdometerRow, values: tuple[int, ...], in_columns: Sequence[int], in_boxes: Sequence[int]
) -> Rule:
    """The first test that a reading fails; WHEELS if it passes them all."""
    if sum(values) != row.lacking:
        return ROW_TEST
    if any(map(and_, values, in_columns)):
        return COLUMN_TEST
    return BOX_TEST if any(map(and_, values, in_boxes)) else WHEELS
