"""What a step is called, and why it holds, in words.

The name is read off the families of the bases and covers. The names are those of HoDoKu (B. Hobiger, 2008 to
2012) and SudokuWiki (A. Stuart). Nothing depends on them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sudocube.cube import Family
from sudocube.geometry import SYMBOLS
from sudocube.solvers.cube_state import CubeMasks
from sudocube.solvers.techniques.rules import Deduction
from sudocube.solvers.trace import UNIQUENESS, Rule

ONE_SOLUTION = "This assumes that the puzzle has one solution."

SINGLES_AT_MOST = 12
"""How many singles of a net are named."""

_SETS = {2: "pair", 3: "triple", 4: "quad"}
_FISH = {2: "X-wing", 3: "swordfish", 4: "jellyfish"}


def described(lines: CubeMasks, step: Deduction, possible: int) -> tuple[Rule, str]:
    """The rule of a step found while these elements were possible, and the reason in sentences.

    The rule is the name of the step, and the standard term where that is another.
    """
    words, [first, *more] = _Words(lines), step.bases
    bases = [lines.family(base) for base in step.bases]
    covers = [lines.family(cover) for cover in step.covers]
    term = None
    if not covers:
        term = "cell without candidates" if Family.CELL in bases else "digit without a place"
        name, said = "nothing left", f"Nothing is left for {lines.name(first)}."
    elif step.chain:
        name, said = _chain(lines, step), words.chain(step)
    elif step.assumed is not None:
        name, said = "net", words.net(step, step.assumed)
    elif step.placed is not None:
        name = "naked single" if bases == [Family.CELL] else "hidden single"
        said = words.single(first, step.placed)
    else:
        said = words.cover(step, possible)
        if Family.CELL in bases + covers and more:
            name = f"{'naked' if Family.CELL in bases else 'hidden'} {_SETS[len(bases)]}"
        elif more:
            name = _FISH[len(bases)]
        else:
            name, term = "pointing" if bases == [Family.BOX] else "claiming", "locked candidates"
    if None in bases:
        kind = "type 3" if more else "type 1" if covers == [Family.CELL] else "type 2"
        name = f"unique rectangle {'in a chain' if step.chain else kind}"
        term, said = UNIQUENESS, f"{said} {ONE_SOLUTION}"
    return Rule(name, term or name), said


def _chain(lines: CubeMasks, step: Deduction) -> str:
    """The name of a chain, by what its links are made of."""
    links, parts = len(step.chain), [part for _, *pair in step.chain for part in pair]
    families = [lines.family(link.bases[0]) for link, *_ in step.chain]
    digits = {digit for part in parts for digit in lines.digits(part)}
    grouped = "grouped " if any(part & (part - 1) for part in parts) else ""
    if any(len(link.bases) > 1 for link, *_ in step.chain):
        return _almost_sets(lines, step, families)
    if len(digits) == 1 and Family.CELL not in families:
        return _of_one_digit(lines, step, families, grouped) if links == 2 else f"{grouped}X-chain"
    if set(families) == {Family.CELL}:
        return "remote pair" if len(digits) == 2 else "XY-wing" if links == 3 else "XY-chain"
    if links == 3 and len(digits) == 2 and families[0] is families[2] is Family.CELL:
        return f"{grouped}W-wing"
    return f"{grouped}{'continuous nice loop' if step.is_loop else 'AIC'}"


def _of_one_digit(lines: CubeMasks, step: Deduction, families: list[Family | None], grouped: str) -> str:
    """Two links on one digit."""
    (_, end, one), (_, other, fin) = step.chain
    joint = {lines.family(line) for line in lines.holding(one | other)}
    if Family.BOX in families:
        return "empty rectangle" if grouped else "turbot fish"
    if families[0] is not families[1]:
        return f"{grouped}two-string kite"
    if joint == {Family.BOX}:
        return f"{grouped}turbot fish"
    if not grouped:
        return "skyscraper"
    fin, end = (fin, end) if fin & (fin - 1) else (end, fin)
    across = [line for line in lines.holding(end) if lines.family(line) is not Family.BOX]
    return "finned X-wing" if any(fin & line for line in across) else "sashimi X-wing"


def _almost_sets(lines: CubeMasks, step: Deduction, families: list[Family | None]) -> str:
    bases, links = [base for link, *_ in step.chain for base in link.bases], len(step.chain)
    if links == 1:
        is_fish = Family.CELL not in {*families, *map(lines.family, step.covers)}
        return f"finned {_FISH[len(bases)]}" if is_fish else f"almost locked {_SETS[len(bases)]}"
    if set(families) != {Family.CELL}:
        return "AIC with almost sets"
    digits = {digit for cover in step.covers for digit in lines.digits(cover)}
    if links == 2 and len(bases) == len(digits) in (3, 4):
        return "XYZ-wing" if len(bases) == 3 else "WXYZ-wing"
    return {2: "ALS-XZ", 3: "ALS-XY-wing"}.get(links, "ALS chain")


class _Words:
    def __init__(self, lines: CubeMasks) -> None:
        self._lines, self._name = lines, lines.geometry.cell_name

    def single(self, line: int, element: int) -> str:
        cell, digit = self._lines.cube.cell_and_digit(element)
        if self._lines.family(line) is Family.CELL:
            return f"{self._name(cell)} can hold nothing but {SYMBOLS[digit]}."
        unit = self._lines.unit_of[line].name.capitalize()
        return f"{unit} has one place left for {SYMBOLS[digit]}: {self._name(cell)}."

    def cover(self, step: Deduction, possible: int) -> str:
        """A naked set, a hidden set, a fish, or one with a rectangle: bases that lie in covers."""
        lines, opening = self._lines, ""
        bases = [base for base in step.bases if lines.family(base)]
        for rectangle in step.bases.keys() - {*bases}:
            opening = f"{self._rectangle(rectangle)}, so {self._part(possible & rectangle)}. "
        digits = _listed(SYMBOLS[digit] for digit in lines.digits(possible & sum(bases)))
        cells = _listed(map(self._name, lines.cells(possible & sum(bases))))
        cover = next(iter(step.covers))
        if not bases:
            return opening.rstrip()
        if lines.family(bases[0]) is Family.CELL:
            digits = _listed(SYMBOLS[digit] for one in step.covers for digit in lines.digits(one))
            where = f"{opening}In {lines.unit_of[cover]}, {'with these, ' if opening else ''}"
            return f"{where}{cells} can hold nothing but {digits} between them."
        if lines.family(cover) is Family.CELL:
            return f"{lines.unit_of[bases[0]].name.capitalize()} has no places for {digits} but {cells}."
        return f"In {self._units(bases)}, {digits} has no place outside {self._units(step.covers)}."

    def chain(self, step: Deduction) -> str:
        """Link by link, from one end supposed to be false to the other, which is true."""
        (_, first, _), (*_, last) = step.chain[0], step.chain[-1]
        said = [f"Suppose {self._part(first, is_true=False)}."]
        for link, false, true in step.chain:
            if len(said) > 1:
                said[-1] = said[-1].removesuffix(".") + f", so {self._part(false, is_true=False)}."
            said.append(f"Then {self._part(true)}{self._because(link.bases)}.")
        if step.is_loop:
            said.append("And so on, round in a loop: of each link one end is true.")
        elif first != last:
            said.append(f"So {self._part(first)}, or {self._part(last)}.")
        return " ".join(said)

    def net(self, step: Deduction, assumed: int) -> str:
        """Single by single, from an element supposed to be true to a line without any."""
        named = [f"{self._part(1 << one)}{self._because((line,))}" for line, one in step.forced]
        if (more := len(named) - SINGLES_AT_MOST) > 0:
            named[SINGLES_AT_MOST:] = [f"{more} more singles"]
        then = f"Then {_listed(named)}. " if named else ""
        empty = self._lines.name(next(iter(step.bases)))
        return f"Suppose {self._part(1 << assumed)}. {then}Nothing is left for {empty}."

    def _because(self, bases: Sequence[int]) -> str:
        [base, *more] = bases
        if more:
            return f" (an almost set: {_listed(map(self._lines.name, bases))})"
        if self._lines.family(base) is None:
            return f": {self._rectangle(base)}"
        return "" if self._lines.family(base) is Family.CELL else f" ({self._lines.unit_of[base]})"

    def _part(self, part: int, *, is_true: bool = True) -> str:
        """A part as a statement: "r1c1 is 2", "r1c1 is not 2 or 3", "2 is in r1c1 or r1c2"."""
        verb = "is" if is_true else "is not"
        cells = _listed(map(self._name, self._lines.cells(part)), "or")
        digits = _listed((SYMBOLS[digit] for digit in self._lines.digits(part)), "or")
        is_one_cell = len(self._lines.cells(part)) == 1
        return f"{cells} {verb} {digits}" if is_one_cell else f"{digits} {verb} in {cells}"

    def _rectangle(self, mask: int) -> str:
        held = self._lines.digits(mask)
        digits = _listed(SYMBOLS[digit] for digit in self._lines.geometry.digits if digit not in held)
        cells = _listed(map(self._name, self._lines.cells(mask)))
        return f"{cells} cannot all hold {digits}, which could be exchanged"

    def _units(self, of: Iterable[int]) -> str:
        """The units of lines of one family: "row 3", "rows 2 and 5"."""
        units = [self._lines.unit_of[line] for line in of]
        numbers, family = sorted(unit.index + 1 for unit in units), units[0].family
        return f"{family}{'s' * (len(units) > 1)} {_listed(map(str, numbers))}"


def _listed(words: Iterable[str], last: str = "and") -> str:
    several = [*words]
    return f"{', '.join(several[:-1])} {last} {several[-1]}" if len(several) > 1 else "".join(several)
