"""The odometer's readings as steps of a trace: all of them if they are few, else the first and the last ones.

The source shows its odometer by its readings, one after the other. Each is a step: one that passes the three
tests (see `odometer`) is an assumption about its row, and one that fails a test is a conclusion: its wheels
cannot show this. Between two solutions there may be millions of readings. Then the first FIRST and the last
LAST are steps, and one step between them counts the others.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from itertools import product
from operator import and_
from typing import TYPE_CHECKING, NamedTuple

from sudocube.cube import Family, Unit
from sudocube.solvers.trace import Premises, Rule, Trace

if TYPE_CHECKING:
    from sudocube.solvers.arrays import Arrays
    from sudocube.solvers.odometer import OdometerRow

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
        self._geometry, self._units, self._trace = arrays.geometry, arrays.units, trace
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
            self._record_left_out(self._left_out - Counter({WHEELS: in_between}))
            for reading in self._last:
                self._record(*reading)
        self._last.clear()
        self._left_out.clear()
        self._shown = 0

    def give_up(self) -> None:
        """Record how many readings were left out until time ran out; none of them is shown."""
        self._record_left_out(self._left_out + Counter(reading.rule for _, reading in self._last))
        self._last.clear()
        self._left_out.clear()

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
            premises = self._premises(context, reading)
            self._trace.failed_reading(reading.rule, self._row_of(reading), *_shown(reading), premises)

    def _assume(self, reading: Reading) -> None:
        self._trace.reading(WHEELS, self._row_of(reading), *_shown(reading))
        self._recorded = (*self._recorded, reading)

    def _back_to(self, context: Context) -> None:
        """Undo the readings that are recorded and do not belong to a context."""
        pairs = zip(self._recorded, context, strict=False)
        kept = next((at for at, (one, other) in enumerate(pairs) if one is not other), None)
        kept = min(len(self._recorded), len(context)) if kept is None else kept
        self._recorded = self._recorded[:kept]
        self._trace.back_to(TURNED, sum(len(reading.values) for reading in self._recorded))

    def _record_left_out(self, counts: Counter[Rule]) -> None:
        if counts:
            self._trace.left_out(LEFT_OUT, counts)

    def _row_of(self, reading: Reading) -> Unit:
        return self._unit(Family.ROW, reading.row.squares[0])

    def _unit(self, family: Family, square: int) -> Unit:
        return next(unit for unit in self._units if unit.family is family and square in unit.cells)

    def _premises(self, context: Context, reading: Reading) -> Premises:
        """Why a reading fails: the unit with a value twice, and the square of a row below that holds it."""
        if reading.rule is ROW_TEST:
            return Premises({}, (self._row_of(reading),))
        family = Family.COLUMN if reading.rule is COLUMN_TEST else Family.BOX
        place = self._geometry.column if family is Family.COLUMN else self._geometry.box
        below = {
            (place(square), value): square
            for passed in context
            for square, value in zip(passed.row.squares, passed.values, strict=True)
        }
        for square, value in zip(reading.row.squares, reading.values, strict=True):
            other = below.get((place(square), value))
            if other is not None:
                return Premises({other: (value.bit_length(),)}, (self._unit(family, square),))
        raise AssertionError(f"no value of {reading} stands below")  # the test says that one does


def _shown(reading: Reading) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The squares of a reading, and their digits."""
    return reading.row.squares, tuple(value.bit_length() for value in reading.values)


def _first_failed(
    row: OdometerRow, values: tuple[int, ...], in_columns: Sequence[int], in_boxes: Sequence[int]
) -> Rule:
    """The first test that a reading fails; WHEELS if it passes them all."""
    if sum(values) != row.lacking:
        return ROW_TEST
    if any(map(and_, values, in_columns)):
        return COLUMN_TEST
    return BOX_TEST if any(map(and_, values, in_boxes)) else WHEELS
