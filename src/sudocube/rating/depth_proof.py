"""The depth of a puzzle as a proof: each candidate that goes is a step that the trusted checker accepts.

A step of the checker is a clause that follows by unit propagation. That the closure of singles refutes an
assumption is such a step by itself: "r4c7 is not 3". Where assumptions are nested, so are the clauses: under
the assumption r1c2 = 5, the closure on depth 1 drops 3 from r4c7, and the clause is "r1c2 is not 5, or r4c7
is not 3". With such clauses, propagation refutes r1c2 = 5. So the steps of a puzzle of depth k have k
literals at most, and they show that its depth is not above k, as well as that it has no other solution.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import numpy as np

from sudocube.clock import NO_LIMIT, Clock
from sudocube.errors import UndecidedError
from sudocube.geometry import SYMBOLS
from sudocube.puzzle import Grid, Puzzle
from sudocube.rating.closures import CONTRADICTION, TOGETHER, assumptions_of, closed_at, first_masks
from sudocube.trusted import ProofCheck, Refused, rules_of
from sudocube.trusted.proof_check import Pair
from sudocube.verdicts.proof_reading import board_of

Variables = tuple[int, ...]
"""Variables of the checker that are assumed to be true, the first one first."""


def depth_proof(puzzle: Puzzle, solution: Grid, depth: int, *, clock: Clock = NO_LIMIT) -> tuple[str, ...]:
    """The steps that show that a puzzle of this depth has no other solution; the checker has accepted each.

    No clause has more than `depth` literals. Raises Refused where the checker refuses a step, UndecidedError
    where the depth is not enough, and TimeoutError when the clock has run out.

    >>> depth_proof(Puzzle("1... ..2. .3.. ...4"), Grid("1243342143122134"), 0)
    ()
    """
    writer = _ProofWriter(puzzle, solution, clock)
    writer.refutation((), [], depth)
    if not writer.check.is_complete:
        raise UndecidedError(f"assumptions nested {depth} deep do not solve the puzzle")
    return tuple(writer.steps)


class _ProofWriter:
    """Writes the steps of one proof, and has each checked at once."""

    def __init__(self, puzzle: Puzzle, solution: Grid, clock: Clock) -> None:
        self._geometry, self._clock = puzzle.geometry, clock
        rules = rules_of(puzzle.geometry.box_rows, puzzle.geometry.box_columns)
        self.check, self.steps = ProofCheck(rules, puzzle.cells), list[str]()
        self.check.forbid(solution.cells)
        self._known = first_masks(np.frombuffer(solution.cells, np.uint8)[np.newaxis], self._geometry)
        self._names: dict[frozenset[int], str] = {}

    def refutation(self, assumed: Variables, learned: Sequence[str], depth: int) -> list[str] | None:
        """Close the board on a depth under assumptions; the hints that refute them, else None.

        `learned` names the clauses that hold under fewer of them.
        """
        learned = [*learned]
        while not self.check.is_complete:
            state, hints = self._propagated(assumed, learned)
            if hints is not None:
                return hints
            if not depth or not self._drop_some(assumed, learned, state, depth):
                return None
        return None

    def _drop_some(self, assumed: Variables, learned: list[str], state: Pair, depth: int) -> bool:
        """Write a step for each of some candidates that are refuted on the depth below; whether there are.

        The names of their clauses are added to `learned`.
        """
        masks = np.array([board_of(state, self.check.rules)[0]], self._known.dtype)
        every = assumptions_of(masks, self._geometry, None if assumed else self._known)
        together = len(every.cells) if depth == 1 else TOGETHER
        for start in range(0, len(every.cells), together):
            some = every.some(slice(start, start + together))
            tried = closed_at(some.made(masks), self._geometry, depth - 1, clock=self._clock)
            refuted = some.some(tried.states == CONTRADICTION)
            for cell, bit in zip(refuted.cells.tolist(), refuted.bits.tolist(), strict=True):
                self._clock.check()
                self._drop(assumed, learned, cell * self._geometry.size + bit.bit_length(), depth)
                if self.check.is_complete:
                    return True
            if len(refuted.cells):
                return True
        return False

    def _drop(self, assumed: Variables, learned: list[str], variable: int, depth: int) -> None:
        """Write the step that a variable is false under the assumptions, unless that is known."""
        clause = (*assumed, variable)
        if (name := self._names.get(frozenset(clause))) is None:
            if (not assumed and self.check.state[1] >> variable & 1) or self.check.is_complete:
                return
            hints = self.refutation(clause, learned, depth - 1)
            if hints is None:
                return
            name = f"#{self.check.steps + 1}"
            step = " ".join((name, *map(self._denied, clause), ":", *hints))
            self.check.step(step)
            self.steps.append(step)
            self._names[frozenset(clause)] = name
        if assumed:
            learned.append(name)

    def _denied(self, variable: int) -> str:
        """The name of the literal that a variable is false, as the checker reads it."""
        cell, digit = divmod(variable - 1, self._geometry.size)
        return f"{self._geometry.cell_name(cell)}!={SYMBOLS[digit + 1]}"

    def _propagated(self, assumed: Variables, learned: Sequence[str]) -> tuple[Pair, list[str] | None]:
        """What follows by lines and learned clauses: the state, and the hints to a contradiction, or None."""
        check, state, seen, events = self.check, self.check.state, 0, list[tuple[str, Pair, Pair]]()
        for variable in assumed:
            state = check.affirmed(state, 1 << variable) or state
        names = [*check.rules.lines, *learned]
        while new := state[1] & ~seen:
            seen = state[1]
            for name in names:
                line = check.clauses[name][0]
                if not line or line & new:
                    with suppress(Refused):  # it forces nothing new
                        after = check.forced(state, check.clauses[name])
                        if after is None:
                            return state, self._needed(events, name)
                        events.append((name, state, after))
                        state = after
        return state, None

    def _needed(self, events: Sequence[tuple[str, Pair, Pair]], last: str) -> list[str]:
        """The hints among clauses that have forced something that make the `last` one fail, and itself.

        What a learned clause needs besides is assumed: all its literals but the last deny assumptions.
        """
        hints, (false, true) = [last], self.check.clauses[last]
        for name, before, after in reversed(events):
            if (after[0] ^ before[0]) & true or (after[1] ^ before[1]) & false:
                hints.append(name)
                false = false & before[1] | self.check.clauses[name][0] & before[1]
        return hints[::-1]
