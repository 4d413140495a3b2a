"""The variants of the families of engines, listed without loading a solver."""

from __future__ import annotations

from functools import partial

from sudocube.encoder import Formalism, names
from sudocube.kernel import levels
from sudocube.sat.settings import SOLVERS
from sudocube.solvers.methods import methods_of


def method_variants(family: str) -> dict[str, list[str]]:
    """The variants of a family, such as `magic`, `odometer` and `odometer@ROWS` of `possibles`."""
    return {"methods": [name.partition(":")[2] for name in methods_of(family) if ":" in name]}


possibles_variants, cube_variants, techniques_variants = (
    partial(method_variants, family) for family in ("possibles", "cube", "techniques")
)


def sat_variants() -> dict[str, list[str]]:
    """The encodings of the catalogue in CNF, and the solvers."""
    return {"encodings": list(names(Formalism.CNF)), "solvers": list(SOLVERS)}


def cpsat_variants() -> dict[str, list[str]]:
    """The encodings of the catalogue for CP-SAT."""
    return {"encodings": [name.removeprefix("cpsat/") for name in names(Formalism.CP_SAT)]}


def kernel_variants() -> dict[str, list[str]]:
    """The implementations of the kernel that run here, slowest first."""
    return {"levels": list(levels())}


def command_variants() -> dict[str, list[str]]:
    """How a program is named: started once, or with the puzzle in place of `{}`, for each puzzle."""
    return {"forms": ["CMD", "CMD {}"]}


def python_variants() -> dict[str, list[str]]:
    """How a function is named."""
    return {"forms": ["MODULE:NAME", "FILE.py:NAME"]}
