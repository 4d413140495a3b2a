"""What a full check costs with an encoding: one solution, and whether there is another.

CNF: the clues are assumed, a found solution is forbidden under a selector, and the solver's own counters
are read before and after. A solver serves puzzle after puzzle until it has met LEARNS_AT_MOST conflicts,
so that what it learned on one hardly helps with the next: an encoding is compared, not a solver's memory.
CP-SAT: the engine `cpsat:NAME`, and the counters of its solver.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import neg
from time import monotonic, process_time
from typing import Any, Protocol

from pysat.solvers import Solver

from sudocube.encoder.cnf import Formula
from sudocube.encoder.puzzle_formula import PuzzleFormula, add_clues
from sudocube.encoder.vocabulary import Encoding
from sudocube.engines.pysat_calls import delete, search_slice
from sudocube.engines.sat_engine import SLICE
from sudocube.errors import EngineError
from sudocube.puzzle import Grid, Puzzle, referee
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
        self._solver: Any = None
        self._models = 0  # found for the puzzle that is being checked

    def check(self, puzzle: Puzzle, timeout: float | None) -> Effort:
        """See `Search`; a model that is no solution makes the verdict unknown, and the reason says why."""
        rules: Formula | PuzzleFormula = self._rules
        if self._rules.encoding.per_puzzle:
            self.close()
            rules = add_clues(self._rules, puzzle)
        if self._solver is None:
            self._solver = Solver(name=SOLVER)
            self._solver.append_formula(rules.clauses, no_return=True)
            self._top = rules.variables
        before, self._models = self._solver.accum_stats(), 0
        start = process_time()
        deadline = None if timeout is None else monotonic() + timeout
        verdict, reason = Verdict.UNKNOWN, None
        try:
            verdict = self._verdict(rules, puzzle, deadline)
        except TimeoutError:
            reason = f"out of time after {timeout:g} s"
        except EngineError as error:
            reason = str(error)
        seconds = process_time() - start
        after = self._solver.accum_stats()
        decisions, conflicts, propagations = (
            after[what] - before[what] - self._models * beside for what, beside in BESIDE_EACH_MODEL.items()
        )
        if reason is not None or after["conflicts"] >= LEARNS_AT_MOST:
            self.close()
        return Effort(verdict, decisions, conflicts, propagations, seconds, reason)

    def _verdict(self, rules: Formula | PuzzleFormula, puzzle: Puzzle, deadline: float | None) -> Verdict:
        assumed = rules.literals(puzzle.cells)
        if not self._is_satisfiable(assumed, deadline):
            return Verdict.NONE
        grid = _solution(rules, self._solver.get_model(), puzzle)
        blank = bytes(0 if clue else digit for digit, clue in zip(grid.cells, puzzle.cells, strict=True))
        self._top += 1
        selector = self._top
        self._solver.add_clause([*map(neg, rules.literals(blank)), -selector])
        is_another = self._is_satisfiable([*assumed, selector], deadline)
        if is_another:
            _solution(rules, self._solver.get_model(), puzzle)
        self._solver.add_clause([-selector])
        return Verdict.MULTIPLE if is_another else Verdict.UNIQUE

    def _is_satisfiable(self, assumed: Sequence[int], deadline: float | None) -> bool:
        """Search slice by slice; raises TimeoutError past the deadline."""
        while deadline is None or monotonic() < deadline:
            satisfiable = search_slice(self._solver, assumed, SLICE)
            if satisfiable is not None:
                self._models += satisfiable
                return satisfiable
        raise TimeoutError

    def close(self) -> None:
        """Free the solver; the next puzzle gets a new one."""
        solver, self._solver = self._solver, None
        if solver is not None:
            delete(solver)


def _solution(rules: Formula | PuzzleFormula, model: list[int], puzzle: Puzzle) -> Grid:
    """The grid of a model; EngineError where it is none, or not a solution."""
    shape = puzzle.geometry
    digits = rules.digits(model)
    for cell, held in enumerate(digits):
        if len(held) != 1:
            raise EngineError(f"a model with {len(held)} digits in {shape.cell_name(cell)}")
    grid = Grid(bytes(digit for (digit,) in digits), shape)
    refused = referee(grid, puzzle)
    if refused is not None:
        raise EngineError(f"a model that the referee refuses: {refused}")
    return grid


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
