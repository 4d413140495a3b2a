"""What an encoding infers without a search: by unit propagation, by failed literals, and by looking further.

Invariant: the solvers here never search. A solver that has searched also propagates through the clauses that
it has learned, and would infer more than the encoding does. The solver that serves all puzzles gets no unit
clauses: PySAT does not report what follows from those alone, so they are assumed along with the clues.

Failed literals: a literal that leads to a contradiction by unit propagation is false. Both literals of each
variable that a grid is read from are probed, until no more of them fail (D. Le Berre, "Exploiting the Real
Power of Unit Propagation Lookahead", 2001). Propagation is monotone, and this saves most of the probes: if a
probe finds no contradiction, then the literals that it implies lead to none either, until something new is
known.

Three rules look further ahead, each with unit propagation, and repeated until nothing changes:

    shaving                  A digit of a cell that leads to a contradiction is ruled out, as constraint
                             programming does it. With direct variables these are failed literals without
                             the negative ones.
    hyper-binary resolution  If a makes b true, then ¬b makes a false. The clause ¬a ∨ b says both, and
                             propagation by it goes further. Failed literals are part of this rule.
    binary failed literals   If a and b together lead to a contradiction, then ¬a ∨ ¬b.

Failed literals find all that shaving finds, if the variables are direct; hyper-binary resolution finds all
that failed literals find, and binary failed literals all that hyper-binary resolution finds. Sources: F.
Bacchus and J. Winter, "Effective Preprocessing with Hyper-Resolution and Equality Reduction", 2003; I. Lynce
and J. Ouaknine, "Sudoku as a SAT Problem", 2006, who measured these rules on Sudoku.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum

from sudocube.clock import NO_LIMIT, Clock
from sudocube.encoder.at_most_one import Clause
from sudocube.encoder.cnf import Clauses, Formula
from sudocube.encoder.puzzle_formula import PuzzleFormula, add_clues
from sudocube.puzzle import Puzzle
from sudocube.sat import IncrementalSolver
from sudocube.sat.settings import PROPAGATOR

LookAhead = Callable[["PropagationClosure", Clock], "PropagationState"]
"""Looks ahead from what is known of a puzzle; raises TimeoutError."""


class PropagationState(Enum):
    """What is known of a puzzle after propagation."""

    SOLVED = "every cell has a digit"
    REFUTED = "a contradiction"
    OPEN = "neither"

    @property
    def is_decided(self) -> bool:
        """Whether nothing is left to search for."""
        return self is not PropagationState.OPEN


class Propagation:
    """Unit propagation with the rules of one encoding and geometry, puzzle after puzzle.

    >>> from sudocube.encoder import load
    >>> from sudocube.encoder.cnf import formula
    >>> puzzle = Puzzle("1... ..2. .3.. ...4")
    >>> propagation = Propagation(formula(load("extended"), puzzle.geometry))
    >>> propagation.propagate(puzzle).state.name
    'SOLVED'
    >>> propagation.close()
    """

    def __init__(self, rules: Formula) -> None:
        self._rules = rules
        self._shared: _UnitPropagator | None = None

    def propagate(self, puzzle: Puzzle) -> PropagationClosure:
        """What unit propagation infers of a puzzle, which has the geometry of the rules."""
        if self._rules.encoding.per_puzzle:
            self.close()
            reduced = add_clues(self._rules, puzzle)
            self._shared = _UnitPropagator(reduced.clauses)
            return PropagationClosure(self._shared, reduced, ())
        if self._shared is None:
            self._shared = _UnitPropagator(self._rules.clauses)
        return PropagationClosure(self._shared, self._rules, puzzle.cells)

    def close(self) -> None:
        """Free the solver; what `propagate` returned cannot be used any more."""
        if self._shared is not None:
            self._shared.close()
            self._shared = None


class _UnitPropagator(IncrementalSolver):
    """A solver for the clauses of a formula; the unit clauses are not in it, but in `units`.

    `is_refuted` says whether there is an empty clause, as in clauses of one's own.
    """

    def __init__(self, clauses: Clauses) -> None:
        self.is_refuted = not all(clauses)
        self.units = [clause[0] for clause in clauses if len(clause) == 1]
        self.longer = [clause for clause in clauses if len(clause) > 1]
        super().__init__(self.longer, solver=PROPAGATOR)


class PropagationClosure:
    """What is known of one puzzle: `literals` are true, and `state` says whether that decides it.

    Both change when one looks ahead. `rules` is the formula that the literals belong to; where it was reduced
    for the puzzle, it already contains the clues. `given` are the digits to assume. `primary` are both
    literals of each variable that a grid is read from, the positive ones first; `spelt_digits` are, for each
    cell that is not given and each of its possible digits, the literals that spell it.
    """

    def __init__(
        self, propagator: _UnitPropagator, rules: Formula | PuzzleFormula, given: Sequence[int]
    ) -> None:
        self._propagator = propagator
        variables = _primary_variables(rules)
        self.primary = [*variables, *(-variable for variable in variables)]
        blank_cells = _blank_cells(rules, given)
        self.spelt_digits = [literals for ways in blank_cells for literals in ways]
        self._open_cells = blank_cells
        consistent, implied = propagator.propagate([*propagator.units, *rules.literals(given)])
        self.literals = set[int]()
        self.state = PropagationState.OPEN
        self.conclude(consistent and not propagator.is_refuted, implied)

    def own_solver(self, clock: Clock) -> IncrementalSolver:
        """A solver for this puzzle alone: its clauses, and what is known of it as unit clauses.

        Raises TimeoutError when the clock runs out.
        """
        new = IncrementalSolver(self._propagator.longer, solver=PROPAGATOR)
        new.load(clock)
        add_units(new, self.literals)
        return new

    def conclude(self, consistent: bool, implied: Iterable[int]) -> None:
        """Take note of literals that follow, or of a contradiction."""
        self.literals.update(implied)
        while self._open_cells and any(map(self.literals.issuperset, self._open_cells[-1])):
            self._open_cells.pop()
        if not consistent:
            self.state = PropagationState.REFUTED
        elif not self._open_cells:
            self.state = PropagationState.SOLVED


def add_units(solver: IncrementalSolver, literals: Iterable[int]) -> None:
    """Make literals true permanently; the solver's `propagate` then no longer lists them."""
    for literal in literals:
        solver.add([literal])


def _primary_variables(rules: Formula | PuzzleFormula) -> range:
    """The variables that a grid is read from; of a reduced formula, those that are left."""
    meaning = rules.meaning
    after = min((first for first in meaning.first.values() if first > 1), default=meaning.declared + 1)
    if isinstance(rules, PuzzleFormula) and rules.numbers is not None:
        return range(1, sum(0 < number < after for number in rules.numbers) + 1)
    return range(1, after)


def _blank_cells(rules: Formula | PuzzleFormula, given: Sequence[int]) -> list[list[tuple[int, ...]]]:
    """For each cell that is not given, the literals that spell each of its possible digits."""
    size = rules.meaning.size
    elements: Sequence[tuple[int, ...] | None] = rules.meaning.elements
    if isinstance(rules, PuzzleFormula):
        given, elements = rules.puzzle.cells, rules.elements
    starts = range(0, len(elements), size)
    ways = [list(filter(None, elements[start : start + size])) for start in starts]
    return [way for way, digit in zip(ways, given, strict=True) if not digit]


class Lookahead:
    """The rules that look further ahead, on one puzzle that is open, in a solver of its own.

    >>> from sudocube.encoder import load
    >>> from sudocube.encoder.cnf import formula
    >>> puzzle = Puzzle("1.2. .... 2.3. ...4")
    >>> propagation = Propagation(formula(load("minimal"), puzzle.geometry))
    >>> shave(propagation.propagate(puzzle)).name
    'REFUTED'
    >>> propagation.close()
    """

    def __init__(self, closure: PropagationClosure, solver: IncrementalSolver, clock: Clock) -> None:
        self._closure, self._solver, self._clock = closure, solver, clock

    @classmethod
    def by(cls, rule: Callable[[Lookahead], object]) -> LookAhead:
        """A function that applies a rule to what is known of a puzzle, until nothing changes.

        It changes the closure, gives its state, and raises TimeoutError when the clock runs out.
        """

        def ahead(closure: PropagationClosure, clock: Clock = NO_LIMIT) -> PropagationState:
            if closure.state is PropagationState.OPEN:
                solver = closure.own_solver(clock)
                try:
                    rule(cls(closure, solver, clock))
                finally:
                    solver.close()
            return closure.state

        return ahead

    @property
    def _is_open(self) -> bool:
        return self._closure.state is PropagationState.OPEN

    def _is_known(self, literal: int) -> bool:
        return literal in self._closure.literals or -literal in self._closure.literals

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

    def probe_literals(self) -> None:
        """Find failed literals until there are no more: what leads to a contradiction is false."""
        changed = True
        while changed:
            changed, harmless = False, set[int]()
            for literal in self._closure.primary:
                if literal in harmless or self._is_known(literal):
                    continue
                if (implied := self._implied(literal)) is not None:
                    harmless.update(implied)
                    continue
                self._learn([-literal])
                harmless.clear()
                changed = True
                if not self._is_open:
                    return

    def shave(self) -> None:
        """Rule out each digit of a cell that leads to a contradiction."""
        left, before = self._closure.spelt_digits, None
        while left != before:
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
        """Failed literals and hyper-binary resolution; for each open literal, what follows from it."""
        while True:
            self.probe_literals()
            if not self._is_open:
                return {}
            left = [literal for literal in self._closure.primary if not self._is_known(literal)]
            follows = {literal: set(self._implied(literal) or ()) for literal in left}
            if not self._add_contrapositives(follows):
                return follows

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
        """Binary failed literals. Hyper-binary resolution goes first in each round: it finds most."""
        changed = True
        while changed:
            changed = self._probe_each_pair(self.resolve_hyper_binaries())

    def _probe_each_pair(self, follows: dict[int, set[int]]) -> bool:
        """Probe all pairs of open literals once; True if a clause was added.

        If a pair meets no contradiction, then no pair of what follows from it does, and these are not probed.
        A clause that is added may change that, so another round must follow.
        """
        place = {literal: number for number, literal in enumerate(follows)}
        harmless = [0] * len(place)  # for each literal, the literals that it is known to agree with
        added = False
        for literal, own in follows.items():
            if self._is_known(literal):
                continue
            row = place[literal]
            for other, column in place.items():
                if column <= row or harmless[row] >> column & 1 or other in own or -other in own:
                    continue
                if self._is_known(other):
                    continue
                implied = self._implied(literal, other)
                if implied is not None:
                    agreeing = [place[one] for one in implied if one in place]
                    together = sum(1 << number for number in agreeing)
                    for number in agreeing:
                        harmless[number] |= together
                    continue
                added = True
                self._learn([-literal, -other])
                if self._implied(literal) is None:
                    self._learn([-literal])
                    if not self._is_open:
                        return True
                    break
        return added


probe_literals = Lookahead.by(Lookahead.probe_literals)
shave = Lookahead.by(Lookahead.shave)
resolve_hyper_binaries = Lookahead.by(Lookahead.resolve_hyper_binaries)
probe_pairs = Lookahead.by(Lookahead.probe_pairs)
