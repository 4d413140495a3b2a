"""Strengths: what an encoding infers of a puzzle without a full search, beyond unit propagation.

A strength is one more column of `compare`, measured puzzle by puzzle, where it is asked for. To add one,
write a class that has the two methods of `StrengthMeter`, a function that makes it (`strength_meters`), and
an entry in `STRENGTHS`. Workers look it up by its name, so all that they need is made by its `create`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from sudocube.clock import Clock
from sudocube.encoder.cnf import Formula
from sudocube.encoder.vocabulary import Encoding, Formalism
from sudocube.errors import UnknownNameError
from sudocube.geometry import Geometry
from sudocube.lab import strength_meters
from sudocube.lab.propagation import Propagation
from sudocube.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class MeasuredEncoding:
    """The encoding that is measured, for one geometry, with what has already been built for it.

    `rules` is its formula and `propagation` its unit propagation, which a strength may use between two
    puzzles; both are None for CP-SAT. They belong to the caller, who closes them.
    """

    encoding: Encoding
    geometry: Geometry
    rules: Formula | None
    propagation: Propagation | None


class StrengthMeter(Protocol):
    """Measures one strength of one encoding and geometry, puzzle after puzzle."""

    def measure(self, puzzle: Puzzle, clock: Clock) -> bool | float:
        """Whether the puzzle is decided: every cell is settled, or there is a contradiction. Or a number.

        Raises TimeoutError when the clock runs out; then nothing is known of this puzzle.
        """

    def close(self) -> None:
        """Free what it holds."""


@dataclass(frozen=True, slots=True)
class Strength:
    """One strength that `compare` can measure.

    `name` is the word for it in Python, on the command line and in JSON, such as "binary-failed-literals".
    `heading` stands above its narrow column, `title` above a wide one, and `says` explains it: a part of a
    sentence that follows the heading and a colon. `formalisms` are those that it applies to. Where
    `is_share`, the meter says whether a puzzle is decided, and the mean over the puzzles is a share from 0
    to 1; otherwise it gives a number, whose mean is shown.
    """

    name: str
    heading: str
    title: str
    says: str
    formalisms: tuple[Formalism, ...]
    create: Callable[[MeasuredEncoding], StrengthMeter]
    is_share: bool = True


_CNF, _CP_SAT = (Formalism.CNF,), (Formalism.CP_SAT,)

_ALL = (
    Strength(
        "shaving",
        "shaved",
        "shaving",
        "puzzles that shaving decides (each digit of a cell that leads to a contradiction is ruled out)",
        _CNF,
        strength_meters.shaving,
    ),
    Strength(
        "hyper-binary",
        "hyper",
        "hyper-binary resolution",
        "puzzles that failed literals and hyper-binary resolution decide",
        _CNF,
        strength_meters.hyper_binary,
    ),
    Strength(
        "binary-failed-literals",
        "binary",
        "binary failed literals",
        "puzzles that binary failed literals decide (two literals that lead to a contradiction together)",
        _CNF,
        strength_meters.binary_failed_literals,
    ),
    Strength(
        "theory",
        "theory",
        "domain consistency",
        "puzzles that domain consistency of each constraint decides, which CP-SAT does not keep up",
        _CP_SAT,
        strength_meters.theory,
    ),
    Strength(
        "root",
        "root",
        "propagation at the root",
        "puzzles that CP-SAT decides before its first decision",
        _CP_SAT,
        strength_meters.root,
    ),
    Strength(
        "presolve",
        "presolve",
        "presolve",
        "puzzles of which the presolve of CP-SAT, which full checks turn off, leaves nothing",
        _CP_SAT,
        strength_meters.presolve,
    ),
    Strength(
        "presolve-variables",
        "left var.",
        "variables left by presolve",
        "variables that presolve leaves, mean per puzzle",
        _CP_SAT,
        strength_meters.presolve_variables,
        is_share=False,
    ),
    Strength(
        "presolve-constraints",
        "left con.",
        "constraints left by presolve",
        "constraints that presolve leaves, mean per puzzle",
        _CP_SAT,
        strength_meters.presolve_constraints,
        is_share=False,
    ),
)

STRENGTHS: dict[str, Strength] = {one.name: one for one in _ALL}
"""All strengths by name, in the order of their columns."""


def strengths_named(names: Sequence[str]) -> list[Strength]:
    """The strengths of these names, each once, in the order of their columns.

    Raises UnknownNameError for a name that is not known.
    """
    for name in names:
        if name not in STRENGTHS:
            raise UnknownNameError("strength", name, tuple(STRENGTHS))
    return [one for name, one in STRENGTHS.items() if name in names]
