"""From an encoding and a geometry to a CP-SAT model."""

from __future__ import annotations

from dataclasses import dataclass

from ortools.sat.python import cp_model

from sudocube.cube import cube
from sudocube.encoder.catalogue import Encoding, Formalism
from sudocube.errors import UnsupportedError
from sudocube.geometry import Geometry


@dataclass(frozen=True, slots=True)
class Model:
    """The rules of one geometry as a CP-SAT model, without any clues.

    The model's variables are numbered from 0: with `boolean` ones, number e is element e of the cube;
    else number c is the digit of cell c.
    """

    geometry: Geometry
    boolean: bool
    cp: cp_model.CpModel


def model(encoding: Encoding, geometry: Geometry) -> Model:
    """The model of an encoding for one geometry; raises UnsupportedError where it is not for CP-SAT."""
    if encoding.formalism is not Formalism.CP_SAT:
        raise UnsupportedError(f"{encoding.name} is an encoding in {encoding.formalism}, not for cp-sat")
    write = _with_booleans if encoding.variables == "boolean" else _with_integers
    return write(encoding, geometry)


def _with_booleans(encoding: Encoding, geometry: Geometry) -> Model:
    """One Boolean for each element; a family's block is written line by line."""
    cp = cp_model.CpModel()
    elements = [cp.new_bool_var("") for _ in range(cube(geometry).element_count)]
    for line in cube(geometry).lines:
        if encoding.families.get(line.family, {}).get("exactly_one") == "exactly-one":
            cp.add_exactly_one(elements[element] for element in line.elements)
    return Model(geometry, True, cp)


def _with_integers(encoding: Encoding, geometry: Geometry) -> Model:
    """One integer for each cell; a family's block is written unit by unit, n lines at once."""
    cp = cp_model.CpModel()
    cells = [cp.new_int_var(1, geometry.size, "") for _ in range(geometry.cell_count)]
    for unit in cube(geometry).units:
        if encoding.families.get(unit.family, {}).get("exactly_one") == "all-different":
            cp.add_all_different(cells[cell] for cell in unit.cells)
    return Model(geometry, False, cp)
