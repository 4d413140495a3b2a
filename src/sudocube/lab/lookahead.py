"""What an encoding infers by looking further ahead than one failed literal.

Three rules, each with unit propagation, and repeated until nothing changes:

    shaving                  A digit of a cell that leads to a contradiction is ruled out, as constraint
                             programming does it. With direct variables these are failed literals without
                             the negative ones.
    hyper-binary resolution  If a makes b true, then ¬b makes a false. The clause ¬a ∨ b says both, and
                             propagation by it goes further. Failed literals are part of this rule.
    binary failed literals   If a and b together lead to a contradiction, then ¬a ∨ ¬b.

Failed literals find all that shaving finds, if the variables are direct; hyper-binary resolution finds all
that failed literals find, and binary failed literals all that hyper-binary resolution finds. The probes are
the literals of the variables that a grid is read from; they are propagated through all clauses.

Sources: F. Bacchus and J. Winter, "Effective Preprocessing with Hyper-Resolution and Equality Reduction",
2003, for hyper-binary resolution by probes; I. Lynce and J. Ouaknine, "Sudoku as a SAT Problem", 2006, who
measured these rules on Sudoku.

Invariant: the solver never searches, so all that it knows are the clauses of the encoding and those that a
rule here has added. Each of these follows from the clauses and the clues.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sudocube.clock import NO_LIMIT, Clock
from sudocube.encoder.at_most_one import Clause
from sudocube.lab.propagation import PropagationClosure, PropagationState, add_units
from sudocube.sat import IncrementalSolver


def shave(closure: PropagationClosure, clock: Clock = NO_LIMIT) -> PropagationState:
    """Rule out each digit of a cell that leads to a contradiction, until none does or all is decided.

    `closure` is changed. Raises TimeoutError when the clock runs out.

    >>> from sudocube.encoder import load
    >>> from sudocube.encoder.cnf import formula
    >>> from sudocube.lab.propagation import Propagation
    >>> from sudocube.puzzle import Puzzle
    >>> puzzle = Puzzle("1.2. .... 2.3. ...4")
    >>> propagation = Propagation(formula(load("minimal"), puzzle.geometry))
    >>> shave(propagation.propagate(puzzle)).name
    'REFUTED'
    >>> propagation.close()
    """
    with _Lookahead.of(closure, clock) as ahead:
        ahead.shave()
    return closure.state


def resolve_hyper_binaries(closure: PropagationClosure, clock: Clock = NO_LIMIT) -> PropagationState:
    """Apply failed literals and hyper-binary resolution until nothing changes or all is decided.

    `closure` is changed. Raises TimeoutError when the clock runs out.
    """
    with _Lookahead.of(closure, clock) as ahead:
        ahead.resolve_hyper_binaries()
    return closure.state


def probe_pairs(closure: PropagationClosure, clock: Clock = NO_LIMIT) -> PropagationState:
    """Apply binary failed literals until nothing changes or all is decided.

    `closure` is changed. Raises TimeoutError when the clock runs out.
    """
    with _Lookahead.of(closure, clock) as ahead:
        ahead.probe_pairs()
    return closure.state


class _Lookahead:
    """One puzzle, in a solver of its own; see the module."""

    def __init__(self, closure: PropagationClosure, solver: IncrementalSolver, clock: Clock) -> None:
        self._closure, self._solver, self._clock = closure, solver, clock

    @classmethod
    @contextmanager
    def of(cls, closure: PropagationClosure, clock: Clock) -> Iterator[_Lookahead]:
        """The puzzle of a closure, with a solver that is freed at the end."""
        solver = closure.own_solver(clock)
        try:
            yield cls(closure, solver, clock)
        finally:
            solver.close()

    @property
    def _is_open(self) -> bool:
        return self._closure.state is PropagationState.OPEN

    def _open_literals(self) -> list[int]:
        """The literals to probe of which nothing is known."""
        known = self._closure.literals
        return [one for one in self._closure.primary_literals if one not in known and -one not in known]

    def _implied(self, *literals: int) -> list[int] | None:
        """What follows if these hold, and they themselves; None for a contradiction."""
        self._clock.check()
        consistent, implied = self._solver.propagate(literals)
        return implied if consistent else None

    def _learn(self, clause: Clause) -> None:
        """Add a clause that follows; where one literal of it is open, that one is true."""
        known = self._closure.literals
        left = [literal for literal in clause if -literal not in known]
        if len(left) > 1:
            self._solver.add(left)
            return
        consistent, implied = self._solver.propagate(left) if left else (False, [])
        if consistent:
            add_units(self._solver, implied)
        self._closure.conclude(consistent, implied)

    def shave(self) -> None:
        """See the function."""
        left, before = self._closure.spelt_digits, None
        while self._is_open and left != before:
            before, left = left, []
            for literals in before:
                known = self._closure.literals
                if known.issuperset(literals) or any(-literal in known for literal in literals):
                    continue
                if self._implied(*literals) is not None:
                    left.append(literals)  # to be tried again, if another one is ruled out
                    continue
                self._learn([-literal for literal in literals])
                if not self._is_open:
                    return

    def resolve_hyper_binaries(self) -> dict[int, set[int]]:
        """See the function; for each open literal, what follows from it in the end."""
        while self._is_open:
            failed = False
            follows: dict[int, set[int]] = {}
            for literal in self._open_literals():
                if literal in self._closure.literals or -literal in self._closure.literals:
                    continue
                implied = self._implied(literal)
                if implied is None:
                    self._learn([-literal])
                    failed = True
                    if not self._is_open:
                        return {}
                else:
                    follows[literal] = set(implied)
            if not failed and not self._add_contrapositives(follows):
                return follows
        return {}

    def _add_contrapositives(self, follows: dict[int, set[int]]) -> bool:
        """Where b follows from a, but not ¬a from ¬b: add the clause that says both; True if one was."""
        added = False
        for literal, implied in follows.items():
            for other in implied:
                backwards = follows.get(-other)
                if backwards is not None and other != literal and -literal not in backwards:
                    self._solver.add([-literal, other])
                    backwards.add(-literal)
                    added = True
        return added

    def probe_pairs(self) -> None:
        """See the function. Hyper-binary resolution goes first in each round: it finds most, and is cheap."""
        changed = True
        while changed and self._is_open:
            follows = self.resolve_hyper_binaries()
            changed = bool(follows) and self._probe_each_pair(follows)

    def _probe_each_pair(self, follows: dict[int, set[int]]) -> bool:
        """Probe all pairs of open literals once; True if a clause was added.

        If a pair meets no contradiction, then no pair of what follows from it does, and these are not probed.
        A clause that is added may change that, so another round must follow.
        """
        place = {literal: number for number, literal in enumerate(follows)}
        harmless = [0] * len(place)  # for each literal, the literals that it is known to agree with
        added = False
        for literal, own in follows.items():
            if literal in self._closure.literals or -literal in self._closure.literals:
                continue
            row = place[literal]
            for other, column in place.items():
                if column <= row or harmless[row] >> column & 1 or other in own or -other in own:
                    continue
                if other in self._closure.literals or -other in self._closure.literals:
                    continue
                implied = self._implied(literal, other)
                if implied is not None:
                    self._note(implied, place, harmless)
                    continue
                added = True
                self._learn([-literal, -other])
                if self._implied(literal) is None:
                    self._learn([-literal])
                    if not self._is_open:
                        return True
                    break
        return added

    @staticmethod
    def _note(agreeing: list[int], place: dict[int, int], harmless: list[int]) -> None:
        """Note that these literals agree, each with each."""
        numbers = [place[literal] for literal in agreeing if literal in place]
        together = 0
        for number in numbers:
            together |= 1 << number
        for number in numbers:
            harmless[number] |= together
