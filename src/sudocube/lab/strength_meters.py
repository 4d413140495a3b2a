"""What measures the strengths of `STRENGTHS`, puzzle by puzzle.

For clauses, they look further ahead than unit propagation (`lookahead`). For CP-SAT, they say what is decided
before the search (`cpsat_propagation`); OR-tools is imported when the first of these is made.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sudocube.clock import Clock
from sudocube.lab.lookahead import probe_pairs, resolve_hyper_binaries, shave
from sudocube.lab.propagation import PropagationClosure, PropagationState
from sudocube.puzzle import Puzzle

if TYPE_CHECKING:
    from sudocube.lab.cpsat_propagation import CpSatPropagation
    from sudocube.lab.strengths import MeasuredEncoding

Lookahead = Callable[[PropagationClosure, Clock], PropagationState]
"""What looks ahead from what is known of a puzzle."""


class LookaheadMeter:
    """Whether a rule that looks ahead decides a puzzle; see `StrengthMeter`."""

    def __init__(self, on: MeasuredEncoding, rule: Lookahead) -> None:
        assert on.propagation is not None  # these rules are for clauses only
        self._propagation, self._rule = on.propagation, rule

    def measure(self, puzzle: Puzzle, clock: Clock) -> bool:
        """Whether the puzzle is decided; raises TimeoutError when the clock runs out."""
        closure = self._propagation.propagate(puzzle)
        return closure.state.is_decided or self._rule(closure, clock).is_decided

    def close(self) -> None:
        """Nothing is held: the propagation belongs to the caller."""


class CpSatMeter:
    """What is inferred of a puzzle with an encoding for CP-SAT; see `StrengthMeter`."""

    def __init__(
        self, on: MeasuredEncoding, what: Callable[[CpSatPropagation, Puzzle, Clock], bool | float]
    ) -> None:
        from sudocube.lab.cpsat_propagation import CpSatPropagation

        self._propagation, self._what = CpSatPropagation(on.encoding), what

    def measure(self, puzzle: Puzzle, clock: Clock) -> bool | float:
        """Whether the puzzle is decided, or a number; raises TimeoutError when the clock runs out."""
        return self._what(self._propagation, puzzle, clock)

    def close(self) -> None:
        """Nothing is held."""


def shaving(on: MeasuredEncoding) -> LookaheadMeter:
    """What rules out each digit of a cell that leads to a contradiction."""
    return LookaheadMeter(on, shave)


def hyper_binary(on: MeasuredEncoding) -> LookaheadMeter:
    """What applies failed literals and hyper-binary resolution."""
    return LookaheadMeter(on, resolve_hyper_binaries)


def binary_failed_literals(on: MeasuredEncoding) -> LookaheadMeter:
    """What probes pairs of literals."""
    return LookaheadMeter(on, probe_pairs)


def theory(on: MeasuredEncoding) -> CpSatMeter:
    """What makes each constraint domain-consistent."""
    return CpSatMeter(on, lambda found, puzzle, _: found.in_theory(puzzle).is_decided)


def root(on: MeasuredEncoding) -> CpSatMeter:
    """What lets OR-tools propagate until its first decision."""
    return CpSatMeter(on, lambda found, puzzle, clock: found.at_the_root(puzzle, clock).is_decided)


def presolve(on: MeasuredEncoding) -> CpSatMeter:
    """What asks whether presolve leaves nothing."""
    return CpSatMeter(on, lambda found, puzzle, clock: found.presolved(puzzle, clock).state.is_decided)


def presolve_variables(on: MeasuredEncoding) -> CpSatMeter:
    """What counts the variables that presolve leaves."""
    return CpSatMeter(on, lambda found, puzzle, clock: found.presolved(puzzle, clock).variables)


def presolve_constraints(on: MeasuredEncoding) -> CpSatMeter:
    """What counts the constraints that presolve leaves."""
    return CpSatMeter(on, lambda found, puzzle, clock: found.presolved(puzzle, clock).constraints)
