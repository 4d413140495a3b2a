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
from dataclasses import dataclass
from itertools import product
from operator import and_
from typing import NamedTuple

from sudocube.clock import NO_LIMIT, Clock
from sudocube.cube import cube
from sudocube.errors import UndecidedError
from sudocube.puzzle import Grid, Puzzle
from sudocube.solvers.possibles import EXHAUSTED, SOLVED, Arrays, work
from sudocube.solvers.trace import SILENT, Premises, Rule, Trace, digits_of

FIRST = 20
"""How many readings are shown before others are left out."""

LAST = 10
"""How many readings are shown after those that are left out."""

WHEELS = Rule("odometer wheels", "guess")
ROW_TEST = Rule("row test", "clash")
COLUMN_TEST = Rule("column test", "clash")
BOX_TEST = Rule("box test", "clash")
TURNED = Rule("the odometer turns on", "backtracking")
LEFT_OUT = Rule("other readings", "")


class Reading(NamedTuple):
    """The values of the wheels of a row, and the first test that they fail; WHEELS if they pass."""

    row: OdometerRow
    values: tuple[int, ...]
    rule: Rule


Context = tuple[Reading, ...]
"""The readings of the rows below, which passed."""


class ReadingRecorder:
    """Records the readings of an odometer in a trace.

    Invariant: the assumptions of the trace are the wheels of the readings in `_recorded`, in this order.
    While readings wait in `_last`, these may differ from `_context`, which passed and are tried further.
    """

    def __init__(self, arrays: Arrays, trace: Trace) -> None:
        self._units_of, self._trace = cube(arrays.geometry).units_of, trace
        self._context: Context = ()
        self._recorded: Context = ()
        self._shown = 0
        self._last: deque[tuple[Context, Reading]] = deque()
        self._left_out: Counter[Rule] = Counter()

    def watched(
        self, row: OdometerRow, in_columns: Sequence[int], in_boxes: Sequence[int]
    ) -> Iterator[tuple[int, ...]]:
        """The readings of a row, one after the other, each recorded before it is tested."""
        context = self._context
        for values in product(*row.wheels):
            reading = Reading(row, values, _first_failed(row, values, in_columns, in_boxes))
            if self._shown < FIRST:
                self._shown += 1
                self._record(context, reading)
            else:
                self._last.append((context, reading))
                if len(self._last) > LAST:
                    self._left_out[self._last.popleft()[1].rule] += 1
            self._context = (*context, reading)  # what is tried above this row, if it passes
            yield values
        self._context = context

    def catch_up(self) -> None:
        """Record the readings that wait, and how many were left out before them."""
        if self._last:
            context, _ = self._last[0]
            self._back_to(context)
            in_between = len(context) - len(self._recorded)
            self._record_left_out(Counter({WHEELS: -in_between}))
            for reading in self._last:
                self._record(*reading)
        self._last.clear()
        self._shown = 0

    def give_up(self) -> None:
        """Record how many readings were left out until time ran out; none of them is shown."""
        self._record_left_out(Counter(reading.rule for _, reading in self._last))

    def turn_back(self) -> None:
        """Record that all readings are undone."""
        self._back_to(())

    def _record(self, context: Context, reading: Reading) -> None:
        """Record a reading, and before it whatever leads from the assumptions recorded last to its own."""
        self._back_to(context)
        for passed in context[len(self._recorded) :]:
            self._assume(passed)
        if reading.rule is WHEELS:
            self._assume(reading)
        else:
            self._tell(reading, self._premises(context, reading))

    def _assume(self, reading: Reading) -> None:
        self._tell(reading)
        self._recorded = (*self._recorded, reading)

    def _tell(self, reading: Reading, premises: Premises | None = None) -> None:
        squares = reading.row.squares
        digits = tuple(value.bit_length() for value in reading.values)
        self._trace.reading(reading.rule, self._units_of(squares[0])[0], squares, digits, premises)

    def _back_to(self, context: Context) -> None:
        """Undo the readings that are recorded and do not belong to a context."""
        pairs = zip(self._recorded, context, strict=False)
        kept = next((at for at, (one, other) in enumerate(pairs) if one is not other), None)
        kept = min(len(self._recorded), len(context)) if kept is None else kept
        self._recorded = self._recorded[:kept]
        self._trace.back_to(TURNED, sum(len(reading.values) for reading in self._recorded))

    def _record_left_out(self, more: Counter[Rule]) -> None:
        self._left_out.update(more)
        if counts := +self._left_out:
            self._trace.left_out(LEFT_OUT, counts)
        self._left_out.clear()

    def _premises(self, context: Context, reading: Reading) -> Premises:
        """Why a reading fails: the unit with a value twice, and the square of a row below that holds it."""
        at = (ROW_TEST, COLUMN_TEST, BOX_TEST).index(reading.rule)
        if reading.rule is ROW_TEST:
            return Premises({}, (self._units_of(reading.row.squares[0])[at],))
        below = {
            (self._units_of(square)[at], value): square
            for passed in context
            for square, value in zip(passed.row.squares, passed.values, strict=True)
        }
        return next(
            Premises({other: (value.bit_length(),)}, (unit,))
            for square, value in zip(reading.row.squares, reading.values, strict=True)
            if (other := below.get((unit := self._units_of(square)[at], value))) is not None
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


FILLED = Rule("all the rows requested", "partial solution")

TICKS_PER_TIME_CHECK = 4096
"""After how many ticks the clock is checked; a power of two."""


@dataclass(frozen=True, slots=True)
class OdometerRow:
    """The open squares of a row, with their columns and boxes, and a wheel for each: its values, ascending.

    Values are powers of two; `lacking` is the sum of those that the row lacks.
    """

    squares: tuple[int, ...]
    columns: tuple[int, ...]
    boxes: tuple[int, ...]
    wheels: tuple[tuple[int, ...], ...]
    lacking: int


class Odometer:
    """Handles this many rows, from the bottom row upwards (None: all).

    `ticks` is the number of ticks for the last puzzle.
    """

    def __init__(self, rows: int | None = None) -> None:
        self.rows = rows
        self.ticks = 0
        self._clock: Clock = NO_LIMIT
        self._recorder: ReadingRecorder | None = None

    def solutions(self, puzzle: Puzzle, *, clock: Clock = NO_LIMIT, trace: Trace = SILENT) -> Iterator[Grid]:
        """All solutions, by logic and then the odometer, the lowest reading first.

        Raises TimeoutError when the clock has run out, and UndecidedError where a reading passes for the rows
        that are handled, but squares above them are open.

        >>> [str(grid) for grid in Odometer().solutions(Puzzle("12.. 34.. .... ...1"))]
        ['1234341241232341', '1243341221344321', '1234341221434321']
        """
        self.ticks = 0
        self._clock = clock
        arrays = Arrays(puzzle, trace)
        if work(arrays, clock):
            if arrays.is_full:
                trace.solution(SOLVED)
                yield arrays.grid()
            else:
                yield from self._turn_all(arrays, trace)
        trace.end(EXHAUSTED)

    def _turn_all(self, arrays: Arrays, trace: Trace) -> Iterator[Grid]:
        """Turn the wheels of the rows that are handled, from the bottom upwards, and record the readings."""
        size, recorder = arrays.geometry.size, ReadingRecorder(arrays, trace)
        self._recorder = recorder if trace.is_on else None
        top = 0 if self.rows is None else max(0, size - self.rows)
        suffice = all(arrays.board[: top * size])
        rows = [row_of(arrays, number) for number in reversed(range(top, size))]
        rows = [row for row in rows if row.squares]
        try:
            for _ in self.turn(rows, [0] * size, [0] * size, arrays.board):
                recorder.catch_up()
                if not suffice:
                    trace.end(FILLED)
                    raise UndecidedError(f"squares are open above the rows handled ({self.rows})")
                trace.solution(SOLVED)
                yield arrays.grid()
        except TimeoutError:
            recorder.give_up()
            raise
        recorder.catch_up()
        recorder.turn_back()

    def turn(
        self, rows: list[OdometerRow], columns: list[int], boxes: list[int], board: list[int]
    ) -> Iterator[None]:
        """Write each reading of these rows that passes the tests on the board; the first row turns slowest.

        `columns` and `boxes` hold the values that were already set in them, as masks.
        """
        if not rows:
            yield
            return
        row, *higher = rows
        in_columns = [columns[column] for column in row.columns]
        in_boxes = [boxes[box] for box in row.boxes]
        lacking = row.lacking
        recorder = self._recorder
        made = recorder.watched(row, in_columns, in_boxes) if recorder else product(*row.wheels)
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
                board[square] = value.bit_length()
            yield from self.turn(higher, then_columns, then_boxes, board)


def row_of(arrays: Arrays, number: int) -> OdometerRow:
    """The wheels of a row; rows are numbered from 0 at the top."""
    shape, possibles = arrays.geometry, arrays.possibles
    of_row = range(number * shape.size, (number + 1) * shape.size)
    squares = [square for square in of_row if not arrays.board[square]]
    permanent = sum(possibles[square] for square in of_row if arrays.board[square])
    return OdometerRow(
        tuple(squares),
        tuple(shape.column(square) for square in squares),
        tuple(shape.box(square) for square in squares),
        tuple(tuple(1 << digit - 1 for digit in digits_of(possibles[square])) for square in squares),
        arrays.every & ~permanent,
    )


def solutions(
    puzzle: Puzzle, *, rows: int | None = None, clock: Clock = NO_LIMIT, trace: Trace = SILENT
) -> Iterator[Grid]:
    """The solutions that an `Odometer` for this many rows finds.

    Raises TimeoutError when the clock has run out, and UndecidedError where a reading passes for the rows
    that are handled, but squares above them are open.
    """
    return Odometer(rows).solutions(puzzle, clock=clock, trace=trace)
