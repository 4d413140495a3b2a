"""Why a step holds, as sentences. Each speaks of one step: a set in covers, a chain, or a net."""

from __future__ import annotations

from collections.abc import Iterable

from sudocube.cube import Family
from sudocube.geometry import SYMBOLS
from sudocube.solvers.cube_state import elements_of
from sudocube.solvers.techniques.lines import Deduction, Lines, Link

SINGLES_AT_MOST = 12
"""How many singles of a net are named."""

ONE_SOLUTION = "This assumes that the puzzle has one solution."


def reason(lines: Lines, step: Deduction, possible: int) -> str:
    """The sentences for a step, found while these elements were possible."""
    words = _Words(lines, possible)
    if not step.covers:
        return words.nothing_left(next(iter(step.bases)))
    if step.chain:
        said = words.chain(step)
    elif step.placed is not None:
        said = words.single(next(iter(step.bases)), step.placed)
    elif step.assumed is not None:
        said = words.net(step, step.assumed)
    else:
        said = words.cover([*step.bases], [*step.covers])
    return said if all(base < len(lines.lines) for base in step.bases) else f"{said} {ONE_SOLUTION}"


class _Words:
    def __init__(self, lines: Lines, possible: int) -> None:
        self._lines, self._possible = lines, possible
        self._name = lines.geometry.cell_name

    def nothing_left(self, line: int) -> str:
        return f"Nothing is left for {self._lines.name(line)}."

    def single(self, line: int, element: int) -> str:
        cell, digit = self._lines.table.cube.cell_and_digit(element)
        if line < self._lines.geometry.cell_count:
            return f"{self._name(cell)} can hold nothing but {SYMBOLS[digit]}."
        unit, _ = self._lines.unit_and_digit(line)
        return f"{self._unit(unit)} has one place left for {SYMBOLS[digit]}: {self._name(cell)}.".capitalize()

    def cover(self, bases: list[int], covers: list[int]) -> str:
        """A naked set, a hidden set, a fish, or one with a rectangle: bases that lie in covers."""
        cell_count = self._lines.geometry.cell_count
        opening, rest = "", [base for base in bases if base < len(self._lines.lines)]
        for rectangle in set(bases) - set(rest):
            extra = self._part(self._possible & self._lines.mask(rectangle))
            opening = f"{self._rectangle(rectangle)}, so {extra}. "
        if not rest:
            return opening.rstrip()
        units, digits = zip(
            *(self._lines.unit_and_digit(n) for n in rest + covers if n >= cell_count), strict=True
        )
        symbols = _listed(SYMBOLS[digit] for digit in sorted(set(digits)))
        cells = _listed(self._name(number) for number in (*rest, *covers) if number < cell_count)
        if rest[0] < cell_count:
            where = f"{opening}In {self._unit(units[0])}, {'with these, ' if opening else ''}"
            return f"{where}{cells} can hold nothing but {symbols} between them."
        if covers[0] < cell_count:
            return f"{self._unit(units[0]).capitalize()} has no places for {symbols} but {cells}."
        inside, outside = units[: len(rest)], units[len(rest) :]
        return f"In {self._units(inside)}, {symbols} has no place outside {self._units(outside)}."

    def chain(self, step: Deduction) -> str:
        """Link by link, from one end supposed to be false to the other, which is true."""
        first, last = step.parts[0][0], step.parts[-1][1]
        said = [f"Suppose {self._part(first, is_true=False)}."]
        for link, (false, true) in zip(step.chain, step.parts, strict=True):
            if len(said) > 1:
                said[-1] = said[-1].removesuffix(".") + f", so {self._part(false, is_true=False)}."
            said.append(f"Then {self._part(true)}{self._because(link)}.")
        if step.is_loop:
            said.append("And so on, round in a loop: of each link one end is true.")
        elif first != last:
            said.append(f"So {self._part(first)}, or {self._part(last)}.")
        return " ".join(said)

    def net(self, step: Deduction, assumed: int) -> str:
        """Single by single, from an element supposed to be true to a line without any."""
        named = [f"{self._part(1 << element)} ({self._base(line)})" for line, element in step.forced]
        if len(named) > SINGLES_AT_MOST:
            more = len(named) - SINGLES_AT_MOST
            named[SINGLES_AT_MOST:] = [f"{more} more singles"]
        then = f"Then {_listed(named)}. " if named else ""
        empty = next(iter(step.bases))
        return f"Suppose {self._part(1 << assumed)}. {then}Nothing is left for {self._lines.name(empty)}."

    def _because(self, link: Link) -> str:
        [base, *more] = link.bases
        if not more and base >= len(self._lines.lines):
            return f": {self._rectangle(base)}"
        if not more:
            return "" if base < self._lines.geometry.cell_count else f" ({self._base(base)})"
        return f" (an almost set: {_listed(map(self._lines.name, link.bases))})"

    def _base(self, line: int) -> str:
        if line < self._lines.geometry.cell_count:
            return "the last candidate"
        return self._unit(self._lines.unit_and_digit(line)[0])

    def _part(self, part: int, *, is_true: bool = True) -> str:
        """A part as a statement: "r1c1 is 2", "r1c1 is not 2 or 3", "2 is in r1c1 or r1c2"."""
        at = [self._lines.table.cube.cell_and_digit(element) for element in elements_of(part)]
        verb = "is" if is_true else "is not"
        cells = _listed(dict.fromkeys(self._name(cell) for cell, _ in at), "or")
        digits = _listed(dict.fromkeys(SYMBOLS[digit] for _, digit in at), "or")
        is_one_cell = len({cell for cell, _ in at}) == 1
        return f"{cells} {verb} {digits}" if is_one_cell else f"{digits} {verb} in {cells}"

    def _rectangle(self, number: int) -> str:
        cells, digits = self._lines.rectangle(number)
        symbols = _listed(SYMBOLS[digit] for digit in digits)
        return f"{_listed(map(self._name, cells))} cannot all hold {symbols}, which could be exchanged"

    def _unit(self, unit: int) -> str:
        return self._lines.units[unit].name

    def _units(self, units: Iterable[int]) -> str:
        """Units of one family: "row 3", "rows 2 and 5"."""
        named = [self._lines.units[unit] for unit in units]
        family = {Family.BOX: "boxes"}.get(named[0].family, f"{named[0].family}s")
        if len(named) == 1:
            return named[0].name
        return (
            f"{family} {_listed(str(unit.index + 1) for unit in sorted(named, key=lambda unit: unit.index))}"
        )


def _listed(words: Iterable[str], last: str = "and") -> str:
    several = [*words]
    return f"{', '.join(several[:-1])} {last} {several[-1]}" if len(several) > 1 else "".join(several)
