"""What an encoding infers without any search: unit propagation, and failed literals on top of it.

Invariant: the solvers here never search. A solver that has searched propagates through the clauses that it
has learned as well, and would infer more than the encoding says. Nor are clauses of one literal given to
the solver that serves all puzzles: PySAT does not tell what follows from those alone, so they are assumed
along with the clues.

Failed literals: a literal that leads to a contradiction by unit propagation is false. Each literal of the
variables that a grid is read from is probed, both signs, until nothing more comes of it (D. Le Berre,
"Exploiting the Real Power of Unit Propagation Lookahead", 2001). Propagation is monotone, and that saves
most of the probes: what a probe without contradiction has implied leads to none either, as long as nothing
new is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from time import monotonic

from sudocube.encoder.cnf import Clauses, Formula
from sudocube.encoder.puzzle_formula import PuzzleFormula, add_clues
from sudocube.puzzle import Puzzle
from sudocube.sat import IncrementalSolver
from sudocube.sat.settings import PROPAGATOR

PROBES_BEFORE_OWN_SOLVER = 40
"""Probes of one puzzle after which a solver is made for it in which all that is known is settled for good:
that takes as long as so many probes, and the next ones need not propagate the clues again."""


class Settled(Enum):
    """How far a method came with a puzzle; all but OPEN are decided."""

    SOLVED = "every cell is settled"
    REFUTED = "a contradiction"
    OPEN = "neither"

    @property
    def is_decided(self) -> bool:
        """Whether nothing is left to search for."""
        return self is not Settled.OPEN


class Propagation:
    """Unit propagation on one encoding for one geometry, puzzle after puzzle.

    >>> from sudocube.encoder import load
    >>> from sudocube.encoder.cnf import formula
    >>> puzzle = Puzzle("1... ..2. .3.. ...4")
    >>> propagation = Propagation(formula(load("extended"), puzzle.geometry))
    >>> propagation.of(puzzle).state.name
    'SOLVED'
    >>> propagation.close()
    """

    def __init__(self, rules: Formula) -> None:
        self._rules = rules
        self._shared: _UnitPropagator | None = None

    def of(self, puzzle: Puzzle) -> Closure:
        """What unit propagation makes of a puzzle, which has the geometry of the rules."""
        self.release()
        if self._rules.encoding.per_puzzle:
            posed = add_clues(self._rules, puzzle)
            self._shared = _UnitPropagator(posed.clauses)
            return Closure(self._shared, posed, ())
        if self._shared is None:
            self._shared = _UnitPropagator(self._rules.clauses)
        return Closure(self._shared, self._rules, puzzle.cells)

    def release(self) -> None:
        """Free the solver where it was made for one puzzle."""
        if self._rules.encoding.per_puzzle:
            self.close()

    def close(self) -> None:
        """Free the solver; what was had from `of` is of no more use."""
        if self._shared is not None:
            self._shared.close()
            self._shared = None


class _UnitPropagator:
    """A solver that holds clauses, those of one literal apart."""

    def __init__(self, clauses: Clauses) -> None:
        self.all = clauses
        self.units = [clause[0] for clause in clauses if len(clause) == 1]
        longer = [clause for clause in clauses if len(clause) > 1]
        self._solver = IncrementalSolver(longer, solver=PROPAGATOR)

    def propagate(self, literals: Sequence[int]) -> tuple[bool, list[int]]:
        """Whether no contradiction follows, and what does follow."""
        return self._solver.propagate(literals)

    def settle(self, literals: Iterable[int]) -> None:
        """Make literals true for good; they are no longer told among what follows."""
        for literal in literals:
            self._solver.add([literal])

    def close(self) -> None:
        """Free the solver."""
        self._solver.close()


class Closure:
    """What is known of one puzzle; `state` and `literals` grow when `probe_literals` is called.

    `rules` are what its literals are about: a formula, or one that was reduced for the puzzle, whose clues
    are in it already. `given` are the digits to be assumed.
    """

    def __init__(
        self, propagator: _UnitPropagator, rules: Formula | PuzzleFormula, given: Sequence[int]
    ) -> None:
        self._propagator, self._rules = propagator, rules
        self._assumed = [*propagator.units, *rules.literals(given)]
        self._open_cells = _cells(rules, given)
        consistent, implied = propagator.propagate(self._assumed)
        self.literals = set(implied)
        self.state = self._judged(consistent)

    def _judged(self, consistent: bool) -> Settled:
        """The state, and the cells that are still to be settled."""
        if not consistent:
            return Settled.REFUTED
        while self._open_cells and any(map(self.literals.issuperset, self._open_cells[-1])):
            self._open_cells.pop()
        return Settled.OPEN if self._open_cells else Settled.SOLVED

    def probe_literals(self, deadline: float | None = None) -> Settled:
        """Find failed literals until there are none; raises TimeoutError past `time.monotonic()`'s deadline.

        Stops as soon as the puzzle is decided.
        """
        primary = _primary(self._rules)
        order = [*primary, *(-variable for variable in primary)]
        own: _UnitPropagator | None = None
        harmless: set[int] = set()
        probes, last_failed, place = 0, 0, 0
        try:
            while not self.state.is_decided and place - last_failed < len(order):
                literal = order[place % len(order)]
                place += 1
                if literal in self.literals or -literal in self.literals or literal in harmless:
                    continue
                if deadline is not None and monotonic() > deadline:
                    raise TimeoutError
                probes += 1
                if probes == PROBES_BEFORE_OWN_SOLVER:
                    own = self._settled_for_good()
                if self._fails(literal, own, harmless):
                    harmless.clear()
                    last_failed = place
        finally:
            if own is not None:
                own.close()
        return self.state

    def _fails(self, literal: int, own: _UnitPropagator | None, harmless: set[int]) -> bool:
        """Probe one literal; where it fails, its negation and what follows are known from now on."""
        propagator, known = (self._propagator, self._assumed) if own is None else (own, [])
        consistent, implied = propagator.propagate([*known, literal])
        if consistent:
            harmless.update(implied)
            return False
        consistent, implied = propagator.propagate([*known, -literal])
        self.literals.update(implied)
        if own is None:
            self._assumed.append(-literal)
        elif consistent:
            own.settle(implied)
        self.state = self._judged(consistent)
        return True

    def _settled_for_good(self) -> _UnitPropagator:
        """A solver of this puzzle's own."""
        own = _UnitPropagator(self._propagator.all)
        own.settle(self.literals)
        return own


def _primary(rules: Formula | PuzzleFormula) -> range:
    """The variables that a grid is read from: in a reduced formula, those that are left of them."""
    meaning = rules.meaning
    after = min((first for first in meaning.first.values() if first > 1), default=meaning.declared + 1)
    if isinstance(rules, PuzzleFormula) and rules.numbers is not None:
        return range(1, sum(0 < number < after for number in rules.numbers) + 1)
    return range(1, after)


def _cells(rules: Formula | PuzzleFormula, given: Sequence[int]) -> list[list[tuple[int, ...]]]:
    """By cell that is not given: for each digit that it may hold, the literals that say so together."""
    size, elements = rules.meaning.size, rules.meaning.elements
    ways = [list(elements[start : start + size]) for start in range(0, len(elements), size)]
    if isinstance(rules, PuzzleFormula):
        given = rules.puzzle.cells
        if rules.numbers is not None:  # elements that are false are no variables any more
            here = {number: variable for variable, number in enumerate(rules.numbers) if variable}
            ways = [[(here[literal],) for (literal,) in way if literal in here] for way in ways]
    return [way for way, digit in zip(ways, given, strict=True) if not digit]
