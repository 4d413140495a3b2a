"""From an encoding and a geometry to a CP-SAT model; and from somebody's model to its text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from ortools.sat.python import cp_model
from ortools.sat.python.cp_model import CpModel, IntVar, LiteralT

from sudocube.clock import NO_LIMIT, Clock
from sudocube.cube import Family, cube
from sudocube.encoder.building_blocks import statement_lines
from sudocube.encoder.own_clause_file import UnfitError
from sudocube.encoder.variables import Variables
from sudocube.encoder.vocabulary import Encoding, Formalism
from sudocube.errors import UnsupportedError, quoted
from sudocube.geometry import Geometry


@dataclass(frozen=True, slots=True)
class CpSatModel:
    """The rules of one geometry as a CP-SAT model, without any clues.

    The variables of the model are numbered from 0. Where `direct` is true, variable e is element e of the
    cube; else variable c is the digit of cell c. The variables that are defined by these come after them.
    `lines` are the literals of each line of which the model states, in whatever way, that exactly one is
    true: v for variable v, -1 - v for its negation. `has_tables` says that it states some of them as tables.
    """

    geometry: Geometry
    direct: bool
    cp: CpModel
    lines: tuple[tuple[int, ...], ...]
    has_tables: bool


def cpsat_model(encoding: Encoding, geometry: Geometry, clock: Clock = NO_LIMIT) -> CpSatModel:
    """The model of an encoding for one geometry.

    Raises UnsupportedError where the encoding is not for CP-SAT, and TimeoutError when the clock has run out.
    """
    if encoding.formalism is not Formalism.CP_SAT:
        raise UnsupportedError(f"{encoding.name} is an encoding in {encoding.formalism}, not for cp-sat")
    cp = CpModel()
    direct = encoding.variables == "direct"
    if encoding.model is not None:
        if encoding.model.geometry != geometry:
            raise UnsupportedError(f"{encoding.name} is for {encoding.model.geometry}, not for {geometry}")
        cp.proto.parse_text_format(encoding.model.text)
        return CpSatModel(geometry, direct, cp, (), has_tables=False)
    lines = tuple((_with_booleans if direct else _with_integers)(cp, encoding, geometry, clock))
    return CpSatModel(geometry, direct, cp, lines, any(one.block == "table" for one in encoding.statements))


Lines = list[tuple[int, ...]]
"""The lines of literals that are stated; see `CpSatModel.lines`."""


def _with_booleans(cp: CpModel, encoding: Encoding, geometry: Geometry, clock: Clock) -> Lines:
    """One Boolean for each element, and for each triad and digit if the encoding has triads."""
    variables = Variables(encoding, geometry)
    numbers = clock.watched(range(variables.declared))
    booleans = [cp.new_bool_var(variables.name(number + 1)) for number in numbers]
    lines = []
    for statement in encoding.statements:
        for _, line in statement_lines(statement, variables):
            literals = [booleans[v - 1] if v > 0 else booleans[-v - 1].negated() for v in line]
            _EXACTLY_ONE[statement.block](cp, literals)
            lines.append(tuple(literal.index for literal in literals))
            clock.check()
    return lines


def _with_integers(cp: CpModel, encoding: Encoding, geometry: Geometry, clock: Clock) -> Lines:
    """One integer for each cell; one constraint for each unit states all its n lines."""
    table = cube(geometry)
    cells = [cp.new_int_var(1, geometry.size, geometry.cell_name(c)) for c in range(geometry.cell_count)]
    elements = [
        cp.new_bool_var(f"x[{geometry.cell_name(cell)},{digit}]")
        for cell in range(geometry.cell_count if "direct" in encoding.defined else 0)
        for digit in geometry.digits
    ]
    lines: Lines = []
    for statement in encoding.statements:
        if statement.says == "channel":
            meanings = zip(elements, product(cells, geometry.digits), strict=True)
            for element, (cell, digit) in clock.watched(meanings):
                cp.add(cell == digit).only_enforce_if(element)
                cp.add(cell != digit).only_enforce_if(element.negated())
        elif statement.subject == "direct":
            for line in clock.watched(table.lines):
                literals = [elements[element] for element in line.elements]
                _EXACTLY_ONE[statement.block](cp, literals)
                lines.append(tuple(literal.index for literal in literals))
        elif statement.subject != Family.CELL:
            for unit in table.units:
                if unit.family == statement.subject:
                    _DIFFERENT[statement.block](cp, [cells[cell] for cell in unit.cells])
    return lines


def _linear(cp: CpModel, literals: Sequence[LiteralT]) -> None:
    """The sum is 1, as in an integer programme."""
    cp.add(cp_model.LinearExpr.sum(literals) == 1)


def _automaton(cp: CpModel, literals: Sequence[LiteralT]) -> None:
    """The line, read from its first literal to its last, is a word of the language 0*10*."""
    cp.add_automaton(literals, 0, [1], [(0, 0, 0), (0, 1, 1), (1, 0, 1)])


def _table(cp: CpModel, literals: Sequence[LiteralT]) -> None:
    """The line takes the values of one of the n rows of the identity matrix."""
    count = len(literals)
    cp.add_allowed_assignments(literals, [[int(i == j) for j in range(count)] for i in range(count)])


def _inverse(cp: CpModel, cells: Sequence[IntVar]) -> None:
    """A unit is a permutation of the digits; `places` is its inverse, the place of each digit."""
    unused = cp.new_constant(0)  # the constraint counts from 0, digits and places from 1
    places = [cp.new_int_var(1, len(cells), "") for _ in cells]
    cp.add_inverse([unused, *cells], [unused, *places])


_EXACTLY_ONE: dict[str, Callable[[CpModel, Sequence[LiteralT]], object]] = {
    "exactly-one": CpModel.add_exactly_one,
    "linear": _linear,
    "automaton": _automaton,
    "table": _table,
}
_DIFFERENT: dict[str, Callable[[CpModel, Sequence[IntVar]], object]] = {
    "all-different": CpModel.add_all_different,
    "inverse": _inverse,
}


MODEL = "model, x: a CpModel, and x[r, c, d] (Booleans) or x[r, c] (integers) for each cell"
"""What a function gives that states a model."""

_VARIABLE = re.compile(r"^variables \{\n(?:  .*\n)*\}\n", re.MULTILINE)
_REFERENCE = re.compile(r"\b(literals|vars|f_direct|f_inverse|enforcement_literal): (-?\d+)")


def model_text(given: Sequence[Any], size: int) -> tuple[str, str]:
    """A model as text whose first variables are those of the cells, in order; and their kind.

    Raises UnfitError for what is no model with such variables.
    """
    model, *more = given
    if len(more) != 1:
        raise UnfitError(f"a model and {len(more)} other values", MODEL)
    variables = [*_leaves(more[0])]
    if len(variables) not in (size**2, size**3) or not all(hasattr(one, "index") for one in variables):
        raise UnfitError(f"x, {quoted(more[0])}, with {len(variables):,} values", MODEL)
    kind = "direct" if len(variables) == size**3 else "integer"
    places = [variable.index for variable in variables]
    if min(places) < 0 or len(set(places)) < len(places):
        raise UnfitError("x, in which a variable occurs twice, or negated", MODEL)
    ends = [end for place in places for end in model.proto.variables[place].domain]
    if kind == "direct" and not 0 <= min(ends) <= max(ends) <= 1:
        raise UnfitError("x[r, c, d], some of which are no Booleans", MODEL)
    if kind == "integer" and (min(ends), max(ends)) == (0, size - 1):
        cells = [model.new_int_var(1, size, f"{variable.name} + 1") for variable in variables]
        for cell, variable in zip(cells, variables, strict=True):
            model.add(cell == variable + 1)
        places = [cell.index for cell in cells]
    text = f"{model.proto}\n"
    blocks, first = _VARIABLE.findall(text), set(places)
    order = [*places, *(place for place in range(len(blocks)) if place not in first)]
    new = {old: place for place, old in enumerate(order)}

    def renumbered(found: re.Match[str]) -> str:
        old = int(found[2])
        return f"{found[1]}: {new[old] if old >= 0 else -1 - new[-1 - old]}"

    return "".join(blocks[old] for old in order) + _REFERENCE.sub(renumbered, _VARIABLE.sub("", text)), kind


def _leaves(given: Any) -> Iterator[Any]:  # noqa: ANN401 — anything a user returns
    """What is in sequences of sequences, or in a dict by (r, c) or (r, c, d), one after the other."""
    if isinstance(given, Mapping):
        yield from (given[key] for key in sorted(given))
    elif hasattr(given, "__len__"):
        for one in given:
            yield from _leaves(one)
    else:
        yield given
