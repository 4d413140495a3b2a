"""What clauses infer of a puzzle without a search: by unit propagation, and by failed literals.

Invariant: the solvers here never search. A solver that has searched also propagates through the clauses that
it has learned, and would infer more than the encoding does. The solver that serves all puzzles gets no unit
clauses: PySAT does not report what follows from those alone, so they are assumed along with the clues.

Failed literals: a literal that leads to a contradiction by unit propagation is false. Both literals of each
variable that a grid is read from are probed, until no more of them fail (D. Le Berre, "Exploiting the Real
Power of Unit Propagation Lookahead", 2001). Propagation is monotone, and this saves most of the probes: if a
probe finds no contradiction, then the literals that it implies lead to none either, until something new is
known.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from enum import Enum

from sudocube.clock import NO_LIMIT, Clock
from sudocube.encoder.at_most_one import Clause
from sudocube.encoder.cnf import Formula
from sudocube.encoder.puzzle_formula import PuzzleFormula, add_clues
from sudocube.puzzle import Puzzle
from sudocube.sat import IncrementalSolver
from sudocube.sat.settings import PROPAGATOR


class PropagationState(Enum):
    """What is known of a puzzle after propagation."""

    SOLVED = "every cell has a digit"
    REFUTED = "a contradiction"
    OPEN = "neither"

    @classmethod
    def of_cells(cls, left: Iterable[Collection[int]] | None) -> PropagationState:
        """The state where cells can still hold these digits; None stands for a contradiction."""
        if left is None:
            return cls.REFUTED
        return cls.SOLVED if all(len(digits) == 1 for digits in left) else cls.OPEN

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
        self._load(rules.clauses)

    def _load(self, clauses: Sequence[Clause]) -> None:
        self._units = [clause[0] for clause in clauses if len(clause) == 1]
        self._longer = [clause for clause in clauses if len(clause) > 1]
        self._has_empty = not all(clauses)  # as clauses of one's own may have
        self._solver = IncrementalSolver(self._longer, solver=PROPAGATOR)

    def propagate(self, puzzle: Puzzle) -> PropagationClosure:
        """What unit propagation infers of a puzzle, which has the geometry of the rules."""
        formula = add_clues(self._rules, puzzle)
        if self._rules.encoding.per_puzzle:
            self.close()
            self._load(formula.clauses)
        consistent, implied = self._solver.propagate([*self._units, *formula.literals(puzzle.cells)])
        return PropagationClosure(formula, self._longer, consistent and not self._has_empty, implied)

    def close(self) -> None:
        """Free the solver; the next puzzle gets a new one."""
        self._solver.close()


class PropagationClosure:
    """What is known of one puzzle: `literals` are true, and `state` says whether that decides it.

    Both change when literals are probed. `clauses` are those with two literals or more.
    """

    def __init__(
        self, formula: PuzzleFormula, clauses: Sequence[Clause], consistent: bool, implied: Iterable[int]
    ) -> None:
        self.formula, self.clauses = formula, clauses
        size, elements = formula.meaning.size, formula.elements
        of_cells = (elements[cell * size : (cell + 1) * size] for cell in range(size * size))
        self._open_cells = [  # of each, the literals that spell each of its digits
            [spelt for spelt in of if spelt is not None]
            for of, clue in zip(of_cells, formula.puzzle.cells, strict=True)
            if not clue
        ]
        self.literals = set[int]()
        self.state = PropagationState.OPEN
        self.conclude(consistent, implied)

    def conclude(self, consistent: bool, implied: Iterable[int]) -> None:
        """Take note of literals that follow, or of a contradiction."""
        self.literals.update(implied)
        while self._open_cells and any(map(self.literals.issuperset, self._open_cells[-1])):
            self._open_cells.pop()
        if not consistent:
            self.state = PropagationState.REFUTED
        elif not self._open_cells:
            self.state = PropagationState.SOLVED


def probe_literals(closure: PropagationClosure, clock: Clock = NO_LIMIT) -> PropagationState:
    """Find failed literals until there are no more, or the puzzle is decided: its state then.

    Raises TimeoutError when the clock runs out.

    >>> from sudocube.encoder import load
    >>> from sudocube.encoder.cnf import formula
    >>> puzzle = Puzzle("1.2. .... 2.3. ...4")
    >>> propagation = Propagation(formula(load("minimal"), puzzle.geometry))
    >>> probe_literals(propagation.propagate(puzzle)).name
    'REFUTED'
    >>> propagation.close()
    """
    if closure.state.is_decided:
        return closure.state
    read = sorted({abs(v) for spelt in closure.formula.elements for v in spelt or ()})
    harmless, changed = set[int](), True
    with IncrementalSolver(closure.clauses, solver=PROPAGATOR) as solver:
        solver.load(clock)
        add_units(solver, closure.literals)
        while changed:
            changed = False
            harmless.clear()
            for literal in (*read, *(-variable for variable in read)):
                if literal in harmless or literal in closure.literals or -literal in closure.literals:
                    continue
                clock.check()
                consistent, implied = solver.propagate([literal])
                if consistent:
                    harmless.update(implied)
                    continue
                consistent, implied = solver.propagate([-literal])
                closure.conclude(consistent, implied)
                if closure.state.is_decided:
                    return closure.state
                add_units(solver, implied)
                harmless.clear()
                changed = True
    return closure.state


def add_units(solver: IncrementalSolver, literals: Iterable[int]) -> None:
    """Make literals true permanently; the solver's `propagate` then no longer lists them."""
    for literal in literals:
        solver.add([literal])
