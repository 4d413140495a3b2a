"""The laboratory: encodings proved, refuted and compared.

proving       an encoding -> proved, refuted by a counter-example, or left open
encoded_clauses what is proved: clauses, line by line, and what their variables mean
rules         the three rules, how each can be broken, and grids that break them
soundness     is each model a valid grid?
completeness  is each valid grid a model?
redundancy    which statements follow from the others?
reductions    formulas made smaller puzzle by puzzle: is each worth as much as the whole?
cp_proving    the same for CP-SAT models
grids         valid grids to try encodings on
queries       questions about clauses, put to SAT solvers
comparing     encodings side by side: size, propagation, effort
measuring     what is measured of an encoding on a batch of puzzles
comparing_search  what a full check costs with an encoding
propagation   what unit propagation infers, and failed literals on top of it
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sudocube.lab.comparing import Figures, compare
    from sudocube.lab.proving import EncodingProof, ProofOutcome, prove

_HOMES = {
    "Figures": "comparing",
    "compare": "comparing",
    "ProofOutcome": "proving",
    "EncodingProof": "proving",
    "prove": "proving",
}
"""Where each name is at home: imported when it is asked for."""

__all__ = ["EncodingProof", "Figures", "ProofOutcome", "compare", "prove"]


def __getattr__(name: str) -> Any:  # noqa: ANN401
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
