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

PROBES_BEFORE_NEW_SOLVER = 40
"""Probes of one puzzle before a solver is made for it in which all that is known is added as unit clauses.
Making one takes as long as this many probes, and later probes do not have to propagate the clues again."""


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

    Both change when `probe_literals` is called. `rules` is the formula that the literals belong to; where it
    was reduced for the puzzle, it already contains the clues. `given` are the digits to assume.
    """

    def __init__(
        self, propagator: _UnitPropagator, rules: Formula | PuzzleFormula, given: Sequence[int]
    ) -> None:
        self._propagator, self._rules = propagator, rules
        self._assumed = [*propagator.units, *rules.literals(given)]
        self._blank_cells = _blank_cells(rules, given)
        self._open_cells = list(self._blank_cells)
        consistent, implied = propagator.propagate(self._assumed)
        self.literals = set(implied)
        self.state = self._state_after(consistent and not propagator.is_refuted)

    @property
    def primary_literals(self) -> list[int]:
        """Both literals of each variable that a grid is read from, the positive ones first."""
        primary = _primary_variables(self._rules)
        return [*primary, *(-variable for variable in primary)]

    @property
    def spelt_digits(self) -> list[tuple[int, ...]]:
        """For each cell that is not given, and each digit: the literals that spell it."""
        return [literals for ways in self._blank_cells for literals in ways]

    def own_solver(self, clock: Clock) -> IncrementalSolver:
        """A solver for this puzzle alone: its clauses, and what is known of it as unit clauses.

        Raises TimeoutError when the clock runs out.
        """
        new = IncrementalSolver(self._propagator.longer, solver=PROPAGATOR)
        new.load(clock)
        add_units(new, self.literals)
        return new

    def conclude(self, consistent: bool, implied: Iterable[int]) -> PropagationState:
        """Take note of literals that follow, or of a contradiction."""
        self.literals.update(implied)
        self.state = self._state_after(consistent)
        return self.state

    def _state_after(self, consistent: bool) -> PropagationState:
        """The state; cells that have a digit by now are dropped from the open ones."""
        if not consistent:
            return PropagationState.REFUTED
        while self._open_cells and any(map(self.literals.issuperset, self._open_cells[-1])):
            self._open_cells.pop()
        return PropagationState.OPEN if self._open_cells else PropagationState.SOLVED

    def probe_literals(self, clock: Clock) -> PropagationState:
        """Find failed literals until there are no more, or the puzzle is decided.

        Raises TimeoutError when the clock runs out.
        """
        order = self.primary_literals
        new: IncrementalSolver | None = None
        known, harmless = self.literals, set[int]()
        probes, last_failed, place = 0, 0, 0
        try:
            while self.state is PropagationState.OPEN and place - last_failed < len(order):
                literal = order[place % len(order)]
                place += 1
                if literal in known or -literal in known or literal in harmless:
                    continue
                clock.check()
                probes += 1
                if probes == PROBES_BEFORE_NEW_SOLVER:
                    new = self.own_solver(clock)
                if self._fails(literal, new, harmless):
                    harmless.clear()
                    last_failed = place
        finally:
            if new is not None:
                new.close()
        return self.state

    def _fails(self, literal: int, new: IncrementalSolver | None, harmless: set[int]) -> bool:
        """Probe one literal; if it fails, its negation is known from then on, and what follows from that."""
        propagator, known = (self._propagator, self._assumed) if new is None else (new, [])
        consistent, implied = propagator.propagate([*known, literal])
        if consistent:
            harmless.update(implied)
            return False
        consistent, implied = propagator.propagate([*known, -literal])
        if new is None:
            self._assumed.append(-literal)
        elif consistent:
            add_units(new, implied)
        self.conclude(consistent, implied)
        return True


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


def looking_ahead(
    rule: Callable[[Lookahead], object],
) -> Callable[[PropagationClosure, Clock], PropagationState]:
    """A function that applies a rule of `Lookahead` to what is known of a puzzle, until nothing changes.

    It changes the closure, gives its state, and raises TimeoutError when the clock runs out.
    """

    def ahead(closure: PropagationClosure, clock: Clock = NO_LIMIT) -> PropagationState:
        solver = closure.own_solver(clock)
        try:
            rule(Lookahead(closure, solver, clock))
        finally:
            solver.close()
        return closure.state

    return ahead


class Lookahead:
    """The rules that look further ahead, on one puzzle, in a solver of its own.

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
        """Rule out each digit of a cell that leads to a contradiction."""
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
        """Failed literals and hyper-binary resolution; for each open literal, what follows from it."""
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
        """Binary failed literals. Hyper-binary resolution goes first in each round: it finds most."""
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


shave = looking_ahead(Lookahead.shave)
resolve_hyper_binaries = looking_ahead(Lookahead.resolve_hyper_binaries)
probe_pairs = looking_ahead(Lookahead.probe_pairs)
