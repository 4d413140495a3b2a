"""What happens while clauses are propagated and learned, step by step: the values of a trace.

Literals are numbers of the formula, negative if negated. Level 0 holds what follows without a decision; each
decision begins a new level. Steps come in the order in which they happened:

    Assigned        a literal is true from now on: a clause has made it so, or it was decided
    ClauseConflict  a clause has no literal left; what is learned from it, and the level to go back to
    End             the last step: why there are no more
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum

from sudocube.encoder import Encoding
from sudocube.encoder.clause_names import NamedClause
from sudocube.encoder.puzzle_formula import PuzzleFormula
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class Assigned:
    """A literal that is true from now on, its level, and the clause that made it true.

    All other literals of the clause were false. `clause` is None for a decision.
    """

    literal: int
    level: int
    clause: NamedClause | None

    @property
    def is_decision(self) -> bool:
        """Whether nothing forced the literal."""
        return self.clause is None


@dataclass(frozen=True, slots=True)
class Resolution:
    """One step back from a conflict: the clause so far is joined with the reason of one of its literals.

    `on` is the literal that is true, `clause` its reason, and `result` what the two clauses say together
    without it: literals that are all false, the latest first. Literals that are false at level 0 are left
    out, because they are false for good.
    """

    on: int
    clause: NamedClause
    result: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ClauseConflict:
    """A clause of which all literals are false, and what is learned from it.

    `reduced` are its literals without those that are false at level 0, the latest first. `resolutions` lead
    from there to `learned`, which has one literal of the current level, its first: the negation of the first
    unique implication point. `backjump` is the level that is gone back to, where that literal is true. At
    level 0 nothing is decided, so the clauses are unsatisfiable: then `backjump` is None, and `learned` is
    empty.
    """

    clause: NamedClause
    level: int
    resolutions: tuple[Resolution, ...]
    learned: tuple[int, ...]
    backjump: int | None
    reduced: tuple[int, ...] = ()


class TraceEnd(StrEnum):
    """Why a trace ends."""

    SOLVED = "solved"  # each cell has a digit, and the grid is a solution of the puzzle
    NO_GRID = "no_grid"  # all clauses hold, but that is no solution of the puzzle
    UNSATISFIABLE = "unsatisfiable"  # a conflict without a decision
    STUCK = "stuck"  # nothing more follows, and no decision was asked for
    MAX_STEPS = "max_steps"  # there are as many steps as were asked for
    TIMEOUT = "timeout"  # the time was over


@dataclass(frozen=True, slots=True)
class End:
    """The last step of a trace."""

    how: TraceEnd


TraceStep = Assigned | ClauseConflict | End


@dataclass(frozen=True, slots=True, eq=False)
class ClauseTrace:
    """The steps of one puzzle in one encoding, and what their literals stand for.

    `formula` is the formula of the puzzle, with its variables. `order` is a sentence that says in which
    order clauses fire, and `rule` one that says how decisions are chosen; it is empty where none are.
    `steps` end with an `End`, unless the trace was interrupted. Of the literals that were asked for as
    decisions and never decided, `not_decided` are those that have a value without it, and `not_reached`
    those that have none: the trace ended before their turn.
    """

    formula: PuzzleFormula
    order: str
    rule: str
    steps: tuple[TraceStep, ...]
    not_decided: tuple[int, ...] = ()
    not_reached: tuple[int, ...] = ()

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        return self.formula.puzzle

    @property
    def encoding(self) -> Encoding:
        """The encoding of the clauses."""
        return self.formula.encoding

    @property
    def geometry(self) -> Geometry:
        """The geometry of the puzzle."""
        return self.formula.puzzle.geometry

    def name(self, literal: int) -> str:
        """What a literal stands for, for people: `x[r1c1,5]` or `¬x[r1c1,5]`."""
        return f"{'¬' if literal < 0 else ''}{self.formula.name(abs(literal))}"

    @property
    def conflicts(self) -> tuple[ClauseConflict, ...]:
        """The conflicts; a clause that was learned from the first of them is named "conflict 1"."""
        return tuple(step for step in self.steps if isinstance(step, ClauseConflict))

    def trail(self, count: int | None = None) -> tuple[Assigned, ...]:
        """The literals that are true after the first `count` steps, or after all of them, in their order.

        At a conflict, the literals of the levels above the one that is gone back to are dropped. So for the
        implication graph of `steps[k]`, take `trail(k)`.
        """
        return true_after(self.steps if count is None else self.steps[:count])

    def candidates(self, trail: Iterable[Assigned]) -> list[tuple[int, ...]]:
        """By cell: the digits that are not ruled out while these literals are true."""
        false = {-step.literal for step in trail}
        return self._digits(lambda literals: false.isdisjoint(literals))

    def digits(self, trail: Iterable[Assigned]) -> list[tuple[int, ...]]:
        """By cell: the digits that it holds while these literals are true: one, none, or in error several."""
        true = {step.literal for step in trail}
        return self._digits(true.issuperset)

    def _digits(self, is_so: Callable[[tuple[int, ...]], bool]) -> list[tuple[int, ...]]:
        """By cell: the digits of which this is so; the literals that spell each one are looked at."""
        size, elements = self.geometry.size, self.formula.elements
        return [
            tuple(d for d, literals in enumerate(of_cell, 1) if literals is not None and is_so(literals))
            for of_cell in (elements[start : start + size] for start in range(0, len(elements), size))
        ]


def true_after(steps: Iterable[TraceStep]) -> tuple[Assigned, ...]:
    """The literals that are true after these steps, in the order in which they became true."""
    trail: list[Assigned] = []
    for step in steps:
        if isinstance(step, Assigned):
            trail.append(step)
        elif isinstance(step, ClauseConflict) and step.backjump is not None:
            while trail and trail[-1].level > step.backjump:
                trail.pop()
    return tuple(trail)
