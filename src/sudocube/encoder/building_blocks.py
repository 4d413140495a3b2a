"""The building blocks of CNF encodings: one function for each block that a file may name.

A block writes one statement, line by line. Most blocks are about lines, sets of literals of which exactly one
is true: the cube's own lines, those lines over triads, and the lines that define the triads. The others link
kinds of variables to each other, or add implied constraints.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from sudocube.cube import Family, Unit
from sudocube.encoder.at_most_one import Clause, at_most_one
from sudocube.encoder.clause_recognition import line_name
from sudocube.encoder.variables import Variables
from sudocube.encoder.vocabulary import Statement
from sudocube.geometry import SYMBOLS


@dataclass(slots=True)  # not frozen: those take longer to make, and there are hundreds
class EncodedLine:
    """The clauses of one statement for one line, cell or triad.

    `place` says which one, for people. Exactly one of `literals` must be true; they are empty where the
    statement is not about a line. `auxiliary` are the variables that occur in these clauses only.
    """

    statement: Statement
    place: str
    literals: Sequence[int]
    clauses: Sequence[Clause]
    auxiliary: range


def encode_statement(statement: Statement, variables: Variables, top: int) -> Iterator[EncodedLine]:
    """The clauses of one statement; `top` is the highest variable in use before it."""
    if statement.says in ("at_least_one", "at_most_one") and variables.primary == "direct":
        return _on_lines(statement, variables, top)
    block = _OTHERS[statement.block]
    none = range(top + 1, top + 1)
    return (
        EncodedLine(statement, place, (), clauses, none) for place, clauses in block(statement, variables)
    )


def _on_lines(statement: Statement, variables: Variables, top: int) -> Iterator[EncodedLine]:
    """At least one, or at most one, on each line of a family or of the definitions of triads."""
    for place, literals in statement_lines(statement, variables):
        before = top
        if statement.says == "at_least_one":
            clauses: list[Clause] = [literals]
        else:
            clauses, top = at_most_one(statement.block, literals, top, statement.group_size)
        yield EncodedLine(statement, place, literals, clauses, range(before + 1, top + 1))


def statement_lines(statement: Statement, variables: Variables) -> Iterable[tuple[str, list[int]]]:
    """The lines that a statement is about, each with its place."""
    if statement.subject == "triads":
        return _triad_definitions(variables)
    if statement.over == "triads":
        return _lines_over_triads(Family(statement.subject), variables)
    return _cube_lines(Family(statement.subject), variables)


def _triad_definitions(variables: Variables) -> Iterator[tuple[str, list[int]]]:
    """Lines that define the triads: for each digit, exactly one of "not in the triad" and "in its cell i"."""
    cube, direct = variables.cube, variables.direct
    for index, triad in enumerate(cube.triads):
        for digit in cube.geometry.digits:
            inside = [direct(cube.element(cell, digit)) for cell in triad.cells]
            place = f"{triad.line.name}, {triad.box.name}, digit {SYMBOLS[digit]}"
            yield place, [-variables.triad(index, digit), *inside]


@lru_cache(maxsize=1)  # "at least one" and "at most one" of a family come one after the other
def _cube_lines(family: Family, variables: Variables) -> list[tuple[str, list[int]]]:
    """The cube's own lines of a family."""
    return [
        (line_name(line, variables.geometry), [element + 1 for element in line.elements])
        for line in variables.cube.lines_of(family)
    ]


def _lines_over_triads(family: Family, variables: Variables) -> Iterator[tuple[str, list[int]]]:
    """The lines of the units of a family, over the triads of a unit; a box twice, by rows and by columns."""
    of_units: dict[tuple[Unit, str], list[int]] = {}
    for index, triad in enumerate(variables.cube.triads):
        if family is Family.BOX:
            of_units.setdefault((triad.box, f", by {triad.line.family}s"), []).append(index)
        elif triad.line.family is family:
            of_units.setdefault((triad.line, ""), []).append(index)
    for (unit, by), triads in of_units.items():
        for digit in variables.geometry.digits:
            place = f"{unit.name}{by}, digit {SYMBOLS[digit]}"
            yield place, [variables.triad(index, digit) for index in triads]


PlacedClauses = Iterator[tuple[str, Sequence[Clause]]]
"""Clauses, and the place that they are about, for people."""


def _ascending(_: Statement, variables: Variables) -> PlacedClauses:
    """Order variables: a digit that is at most k is at most k + 1. So exactly one digit fits."""
    order = variables.order
    for cell in range(variables.geometry.cell_count):
        chain = [[-order(cell, k), order(cell, k + 1)] for k in range(1, variables.size - 1)]
        yield variables.geometry.cell_name(cell), chain


def _unused_codes(_: Statement, variables: Variables) -> PlacedClauses:
    """Bits: those of a cell never spell a number that stands for no digit."""
    for cell in range(variables.geometry.cell_count):
        unused = range(variables.size, 1 << variables.bits)
        clauses = [[-literal for literal in variables.as_bits(cell, code)] for code in unused]
        yield variables.geometry.cell_name(cell), clauses


def _pairwise(statement: Statement, variables: Variables) -> PlacedClauses:
    """No two elements of a line together, whichever literals say that an element is true."""
    for line in variables.cube.lines_of(Family(statement.subject)):
        spelt = [variables.elements[element] for element in line.elements]
        clauses = [[-literal for literal in (*one, *other)] for one, other in combinations(spelt, 2)]
        digit = SYMBOLS[line.elements[0] % variables.size + 1]
        yield f"{line.family} {line.index + 1}, digit {digit}", clauses


def _both_ways(statement: Statement, variables: Variables) -> PlacedClauses:
    """An element is true exactly when the order literals, or the bits, that spell it hold together."""
    for cell in range(variables.geometry.cell_count):
        clauses = []
        for digit in variables.geometry.digits:
            element = variables.direct(variables.cube.element(cell, digit))
            spelt = variables.spell(statement.subject, cell, digit)
            clauses += [[-element, literal] for literal in spelt]
            clauses.append([element, *(-literal for literal in spelt)])
        yield variables.geometry.cell_name(cell), clauses


def _locked(statement: Statement, variables: Variables) -> PlacedClauses:
    """Locked candidates, where a line (row or column) and a box meet.

    Pointing: a digit in the rest of the line is in the rest of the box. Claiming: a digit in the rest of the
    box is in the rest of the line. The rule is in H. Simonis, "Sudoku as a Constraint Problem", 2005.
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


def _first_row_in_order(_: Statement, variables: Variables) -> PlacedClauses:
    """The first row is 1 to n: this keeps one of n! grids that differ only in the names of the digits.

    The symmetry is one of the rules; a puzzle with clues does not have it.
    """
    element = variables.cube.element
    yield "row 1", [[variables.direct(element(cell, cell + 1))] for cell in range(variables.size)]


_OTHERS: dict[str, Callable[[Statement, Variables], PlacedClauses]] = {
    "ascending": _ascending,
    "unused-codes": _unused_codes,
    "pairwise": _pairwise,
    "both-ways": _both_ways,
    "pointing": _locked,
    "claiming": _locked,
    "first-row-in-order": _first_row_in_order,
}
"""By the name of the block."""
