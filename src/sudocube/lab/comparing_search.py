"""What a full check costs with an encoding: one solution, and whether there is another.

CNF: the clues are assumed, a found solution is forbidden under a selector, and the solver's own counters
are read before and after. A solver serves puzzle after puzzle until it has met LEARNS_AT_MOST conflicts,
so that what it learned on one hardly helps with the next: an encoding is compared, not a solver's memory.
CP-SAT: the engine `cpsat:NAME`, and the counters of its solver.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import process_time
from typing import Protocol

from sudocube.clock import Clock
from sudocube.encoder.cnf import Formula
from sudocube.encoder.puzzle_formula import PuzzleFormula, add_clues
from sudocube.encoder.vocabulary import Encoding
from sudocube.errors import EngineError
from sudocube.puzzle import Grid, Puzzle
from sudocube.refereeing import referee
from sudocube.sat import IncrementalSolver, Lifetime, SudokuFormula
from sudocube.verdict import Verdict

SOLVER = "glucose4"
"""The solver that searches CNF: of those that count what they do, the one that fares best where unit
propagation is weak."""

LEARNS_AT_MOST = 100

BESIDE_EACH_MODEL = {"decisions": 2, "conflicts": 0, "propagations": 1}
"""What SOLVER counts along with each model, and no encoding has caused: PySAT gives it a variable 0, which is
in no clause, to decide on; and that there is no variable left to decide on counts as a decision, too."""


@dataclass(frozen=True, slots=True)
class Effort:
    """The verdict on one puzzle and what it took; `reason` says why a verdict is unknown.

    `decisions` are 0 where unit propagation does it all. `propagations` are literals that were propagated,
    the clues among them; None where the solver does not tell. `seconds` are of processor time, in the
    search alone: no making of clauses, or of the solver.
    """

    verdict: Verdict
    decisions: int
    conflicts: int
    propagations: int | None
    seconds: float
    reason: str | None = None


class Search(Protocol):
    """Full checks with one encoding, puzzle after puzzle."""

    def check(self, puzzle: Puzzle, timeout: float | None) -> Effort:
        """One puzzle; `timeout` is in seconds."""

    def close(self) -> None:
        """Free what is held."""


class CnfSearch:
    """Full checks by a SAT solver, with the rules of one geometry."""

    def __init__(self, rules: Formula) -> None:
        self._rules = rules
        self._lifetime = Lifetime(conflicts=LEARNS_AT_MOST)
        self._solver = IncrementalSolver(
            rules.clauses, rules.variables, solver=SOLVER, lifetime=self._lifetime
        )
        self._models = 0  # found for the puzzle that is being checked

    def check(self, puzzle: Puzzle, timeout: float | None) -> Effort:
        """See `Search`; a model that is no solution makes the verdict unknown, and the reason says why."""
        rules: Formula | PuzzleFormula = self._rules
        if self._rules.encoding.per_puzzle:
            self.close()
            rules = add_clues(self._rules, puzzle)
            self._solver = IncrementalSolver(rules.clauses, rules.variables, solver=SOLVER)
        self._solver.begin_task()
        before, self._models = self._solver.statistics(), 0
        start, clock = process_time(), Clock(timeout)
        verdict, reason = Verdict.UNKNOWN, None
        try:
            verdict = self._verdict(SudokuFormula(rules), puzzle, clock)
        except TimeoutError:
            reason = f"out of time after {timeout:g} s"
        except EngineError as error:
            reason = str(error)
        seconds = process_time() - start
        after = self._solver.statistics()
        decisions, conflicts, propagations = (
            after[what] - before[what] - self._models * beside for what, beside in BESIDE_EACH_MODEL.items()
        )
        if reason is not None:
            self.close()
        return Effort(verdict, decisions, conflicts, propagations, seconds, reason)

    def _verdict(self, formula: SudokuFormula, puzzle: Puzzle, clock: Clock) -> Verdict:
        clues = formula.literals(puzzle)
        grid = self._solution(formula, puzzle, clues, clock)
        if grid is None:
            return Verdict.NONE
        with self._solver.temporary(formula.excluding(grid, puzzle)) as selector:
            another = self._solution(formula, puzzle, [*clues, selector], clock)
        return Verdict.UNIQUE if another is None else Verdict.MULTIPLE

    def _solution(
        self, formula: SudokuFormula, puzzle: Puzzle, assumed: Sequence[int], clock: Clock
    ) -> Grid | None:
        """A solution; None where there is none. Raises TimeoutError, and EngineError for a wrong model."""
        if not self._solver.is_satisfiable(assumed, clock):
            return None
        self._models += 1
        grid = formula.grid(self._solver.model())
        if (refused := referee(grid, puzzle)) is not None:
            raise EngineError(f"a model that the referee refuses: {refused}")
        return grid

    def close(self) -> None:
        """Free the solver; the next puzzle gets a new one."""
        self._solver.close()


class CpSatSearch:
    """Full checks by CP-SAT, for all geometries."""

    def __init__(self, encoding: Encoding) -> None:
        from sudocube.engines.cpsat_engine import CpSatEngine
        from sudocube.jobs import refereed_answer

        self._engine, self._answer = CpSatEngine(encoding), refereed_answer

    def check(self, puzzle: Puzzle, timeout: float | None) -> Effort:
        """See `Search`."""
        start = process_time()
        answer = self._answer(self._engine, puzzle, timeout=timeout)
        seconds = process_time() - start
        branches, conflicts = self._engine.branches_and_conflicts
        return Effort(answer.verdict, branches, conflicts, None, seconds, answer.reason)

    def close(self) -> None:
        """Nothing to free."""
