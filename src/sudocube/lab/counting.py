"""Ways to break a rule that are ruled out by counting.

    in a unit       A unit has n cells and n digits. If each of its cells holds at least one digit and no
                    digit is in two of its cells, then no cell holds two digits and each digit has a cell. The
                    same is true with cells and digits exchanged.
    over all units  The rows part the grid, and so do the columns, and the boxes. If a digit has at most one
                    cell in each unit of one family, it has at most n cells. If it has at least one in each
                    unit of another family, but perhaps for one unit, then there it has at most one, too. If
                    it has at least one in all of them, it has exactly one in each. A digit has a cell in a
                    unit whose cells all hold a digit, if each other digit has at most one.

No resolution proof of such arguments is short (A. Haken, "The Intractability of Resolution", 1985): over the
whole formula, SAT solvers take minutes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from sudocube.clock import Clock
from sudocube.cube import UNIT_FAMILIES, Unit
from sudocube.lab.violations import Violation, ViolationKind


def ruled_out_by_counting(
    open_violations: Sequence[Violation],
    units: Sequence[Unit],
    has_all_digits: Callable[[Unit], bool],
    clock: Clock,
) -> set[int]:
    """The places of those violations that are ruled out, when all others than these are known to be.

    `has_all_digits` says of a unit whether each digit is known to be in one of its cells. Raises
    TimeoutError.
    """
    counting = _Counting(open_violations, units)
    before = -1
    while before < counting.progress:
        before = counting.progress
        for unit in units:
            clock.check()
            counting.count_in(unit, has_all_digits)
        counting.count_over_all_units()
    return counting.ruled_out


class _Counting:
    """What is ruled out so far."""

    def __init__(self, open_violations: Sequence[Violation], units: Sequence[Unit]) -> None:
        self._violations, self._units = open_violations, units
        self._of_unit: dict[Unit, list[int]] = {unit: [] for unit in units}
        for number, violation in enumerate(open_violations):
            for unit in violation.units:
                self._of_unit[unit].append(number)
        self._done: set[Unit] = set()  # units in which nothing is open
        self.ruled_out: set[int] = set()

    @property
    def progress(self) -> int:
        """A number that grows with all that is found."""
        return len(self.ruled_out) + len(self._done)

    def _open_in(self, unit: Unit) -> Iterator[Violation]:
        return (self._violations[k] for k in self._of_unit[unit] if k not in self.ruled_out)

    def count_in(self, unit: Unit, has_all_digits: Callable[[Unit], bool]) -> None:
        """Rule out all violations of a unit, if it has as many digits as cells."""
        if unit in self._done:
            return
        still = {violation.kind for violation in self._open_in(unit)}
        each_digit_once = not still & {ViolationKind.EMPTY_CELL, ViolationKind.REPEATED_DIGIT}
        each_cell_once = ViolationKind.TWO_DIGITS not in still and has_all_digits(unit)
        if each_digit_once or each_cell_once:
            self._done.add(unit)
            self.ruled_out.update(self._of_unit[unit])

    def count_over_all_units(self) -> None:
        """Rule out that a digit is twice in a unit, if it is then more than n times in the grid."""
        repeated: dict[Unit, set[int]] = {}
        with_empty_cells: set[Unit] = set()
        for unit in self._units:
            still = list(self._open_in(unit))
            repeated[unit] = {v.digits[0] for v in still if v.kind is ViolationKind.REPEATED_DIGIT}
            if any(violation.kind is ViolationKind.EMPTY_CELL for violation in still):
                with_empty_cells.add(unit)
        families = [[unit for unit in self._units if unit.family is family] for family in UNIT_FAMILIES]
        for digit in set().union(*repeated.values()):
            if all(any(digit in repeated[unit] for unit in family) for family in families):
                continue  # perhaps it has more than n cells
            for family in families:
                lacking = [u for u in family if u in with_empty_cells or repeated[u] - {digit}]
                for unit in lacking or family if len(lacking) < 2 else ():
                    self._rule_out_repeated(unit, digit)

    def _rule_out_repeated(self, unit: Unit, digit: int) -> None:
        self.ruled_out.update(
            k
            for k in self._of_unit[unit]
            if self._violations[k].kind is ViolationKind.REPEATED_DIGIT
            and self._violations[k].digits == (digit,)
        )
