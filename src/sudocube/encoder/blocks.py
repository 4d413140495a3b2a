"""The building blocks of CNF encodings: one function for each block that a file may name.

A block writes one statement, line by line. Most speak of lines, sets of literals of which exactly one is
true: the cube's own lines, those lines over triads, and the lines that define the triads. The others tie
kinds of variables together, or add what is implied.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from sudocube.cube import Family, Unit
from sudocube.encoder.at_most_one import Clause, at_most_one
from sudocube.encoder.variables import Variables
from sudocube.encoder.vocabulary import Statement
from sudocube.geometry import SYMBOLS


@dataclass(slots=True)  # frozen, each would take four times as long to make, and there are hundreds
class EncodedLine:
    """What a statement says of one line, cell or triad.

    `place` says which, for people; `literals` are those of which exactly one is to be true (empty where
    the statement is not about a line); `auxiliary` are the variables that occur in these clauses only.
    """

    statement: Statement
    place: str
    literals: Sequence[int]
    clauses: Sequence[Clause]
    auxiliary: range


def write(statement: Statement, variables: Variables, top: int) -> Iterator[EncodedLine]:
    """The clauses of one statement; `top` is the highest variable in use before it."""
    if statement.says in ("at_least_one", "at_most_one") and variables.primary == "direct":
        return _of_lines(statement, variables, top)
    block = _OTHERS[statement.subject if statement.says == "channel" else statement.block]
    none = range(top + 1, top + 1)
    return (
        EncodedLine(statement, place, (), clauses, none) for place, clauses in block(statement, variables)
    )


def _of_lines(statement: Statement, variables: Variables, top: int) -> Iterator[EncodedLine]:
    """At least one, or at most one, on each line of a family or of the triads' definitions."""
    for place, literals in lines(statement, variables):
        before = top
        if statement.says == "at_least_one":
            clauses: list[Clause] = [literals]
        else:
            clauses, top = at_most_one(statement.block, literals, top, statement.group_size)
        yield EncodedLine(statement, place, literals, clauses, range(before + 1, top + 1))


def lines(statement: Statement, variables: Variables) -> Iterable[tuple[str, list[int]]]:
    """The lines that a statement is about, each with its place."""
    if statement.subject == "triads":
        return _inside_triads(variables)
    if statement.over == "triads":
        return _over_triads(Family(statement.subject), variables)
    return _of_cube(Family(statement.subject), variables)


def _inside_triads(variables: Variables) -> Iterator[tuple[str, list[int]]]:
    """What defines the triads: "not in it, or in one of its cells", exactly one of these for each digit."""
    cube, direct = variables.cube, variables.direct
    for index, triad in enumerate(cube.triads):
        for digit in cube.geometry.digits:
            inside = [direct(cube.element(cell, digit)) for cell in triad.cells]
            place = f"{triad.line.name}, {triad.box.name}, digit {SYMBOLS[digit]}"
            yield place, [-variables.triad(index, digit), *inside]


@lru_cache(maxsize=1)  # "at least one" and "at most one" of a family follow one another
def _of_cube(family: Family, variables: Variables) -> list[tuple[str, list[int]]]:
    """The cube's own lines of a family."""
    geometry, size, word = variables.geometry, variables.size, str(family)
    found = []
    for line in variables.cube.lines_of(family):
        if family is Family.CELL:
            place = geometry.cell_name(line.index)
        else:
            place = f"{word} {line.index + 1}, digit {SYMBOLS[line.elements[0] % size + 1]}"
        found.append((place, [element + 1 for element in line.elements]))
    return found


def _over_triads(family: Family, variables: Variables) -> Iterator[tuple[str, list[int]]]:
    """The lines of the units of a family, in terms of the triads that a unit is made of; a box twice."""
    parts: dict[tuple[Unit, str], list[int]] = {}
    for index, triad in enumerate(variables.cube.triads):
        if family is Family.BOX:
            parts.setdefault((triad.box, f", by {triad.line.family}s"), []).append(index)
        elif triad.line.family is family:
            parts.setdefault((triad.line, ""), []).append(index)
    for (unit, by), triads in parts.items():
        for digit in variables.geometry.digits:
            place = f"{unit.name}{by}, digit {SYMBOLS[digit]}"
            yield place, [variables.triad(index, digit) for index in triads]


Pieces = Iterator[tuple[str, Sequence[Clause]]]
"""Clauses with the places that they speak of."""


def _ascending(_: Statement, variables: Variables) -> Pieces:
    """Order variables: who is at most k is at most k + 1. Exactly one digit fits."""
    order = variables.order
    for cell in range(variables.geometry.cell_count):
        chain = [[-order(cell, k), order(cell, k + 1)] for k in range(1, variables.size - 1)]
        yield variables.geometry.cell_name(cell), chain


def _unused_codes(_: Statement, variables: Variables) -> Pieces:
    """Bits: none spell a number that is no digit's."""
    for cell in range(variables.geometry.cell_count):
        unused = range(variables.size, 1 << variables.bits)
        clauses = [[-literal for literal in variables.as_bits(cell, code)] for code in unused]
        yield variables.geometry.cell_name(cell), clauses


def _pairwise(statement: Statement, variables: Variables) -> Pieces:
    """No two elements of a line together, whatever literals it takes to say that one is true."""
    for line in variables.cube.lines_of(Family(statement.subject)):
        ways = [variables.elements[element] for element in line.elements]
        clauses = [[-literal for literal in (*one, *other)] for one, other in combinations(ways, 2)]
        digit = SYMBOLS[line.elements[0] % variables.size + 1]
        yield f"{line.family} {line.index + 1}, digit {digit}", clauses


def _both_ways(spell: Callable[[int, int], Sequence[int]], variables: Variables) -> Pieces:
    """An element is true exactly when the literals that spell it hold together."""
    for cell in range(variables.geometry.cell_count):
        clauses = []
        for digit in variables.geometry.digits:
            element = variables.direct(variables.cube.element(cell, digit))
            spelt = spell(cell, digit)
            clauses += [[-element, literal] for literal in spelt]
            clauses.append([element, *(-literal for literal in spelt)])
        yield variables.geometry.cell_name(cell), clauses


def _channel_order(_: Statement, variables: Variables) -> Pieces:
    return _both_ways(variables.as_order, variables)


def _channel_binary(_: Statement, variables: Variables) -> Pieces:
    return _both_ways(lambda cell, digit: variables.as_bits(cell, digit - 1), variables)


def _locked(statement: Statement, variables: Variables) -> Pieces:
    """Locked candidates. Where a line and a box meet, a digit that stands in the rest of the one stands
    in the rest of the other: pointing, from the box to the line; claiming, from the line to the box.

    H. Simonis, "Sudoku as a Constraint Problem", 2005, has the rule.
    """
    cube, direct = variables.cube, variables.direct
    for triad in cube.triads:
        rest_of_line = sorted(set(triad.line.cells) - set(triad.cells))
        rest_of_box = sorted(set(triad.box.cells) - set(triad.cells))
        pointing = statement.block == "pointing"
        here, there = (rest_of_line, rest_of_box) if pointing else (rest_of_box, rest_of_line)
        for digit in cube.geometry.digits:
            support = [direct(cube.element(cell, digit)) for cell in there]
            clauses = [[-direct(cube.element(cell, digit)), *support] for cell in here]
            yield f"{triad.line.name}, {triad.box.name}, digit {SYMBOLS[digit]}", clauses


def _first_row_in_order(_: Statement, variables: Variables) -> Pieces:
    """The first row is 1 to n: true of one solution in n!, up to the names of the digits. It breaks a
    symmetry of the rules, which a puzzle with clues no longer has.
    """
    element = variables.cube.element
    yield "row 1", [[variables.direct(element(cell, cell + 1))] for cell in range(variables.size)]


_OTHERS: dict[str, Callable[[Statement, Variables], Pieces]] = {
    "ascending": _ascending,
    "unused-codes": _unused_codes,
    "pairwise": _pairwise,
    "order": _channel_order,
    "binary": _channel_binary,
    "pointing": _locked,
    "claiming": _locked,
    "first-row-in-order": _first_row_in_order,
}
"""By the block's name; channels by the kind of variables that they tie to the elements."""
