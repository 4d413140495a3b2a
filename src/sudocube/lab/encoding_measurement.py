"""What is measured of an encoding on a batch of puzzles: size, propagation, failed literals, full checks.

A full check finds a solution and whether there is another. For CNF, the clues are assumed, a solution that
was found is excluded by a temporary clause, and the solver's own counters are read before and after. A solver
serves puzzle after puzzle until it has met CONFLICTS_PER_SOLVER conflicts, so that what it learned on one
puzzle hardly helps with the next: the encoding is measured, not the solver's memory. For CP-SAT, the engine
`cpsat:NAME` makes the check, and the counters are those of its solver.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field, replace
from time import process_time

from sudocube.clock import Clock
from sudocube.encoder.cnf import Formula, encoded_lines, formula
from sudocube.encoder.puzzle_formula import PuzzleFormula, add_clues
from sudocube.encoder.vocabulary import Encoding, Formalism
from sudocube.errors import EngineError
from sudocube.geometry import Geometry
from sudocube.jobs import refereed_answer
from sudocube.lab.propagation import Propagation
from sudocube.puzzle import Grid, Puzzle
from sudocube.refereeing import referee
from sudocube.sat import IncrementalSolver, Lifetime, SudokuFormula
from sudocube.verdict import Verdict

SOLVER = "glucose4"
"""The solver of full checks with CNF: of those that count what they do, the fastest where unit propagation is
weak."""

CONFLICTS_PER_SOLVER = 100
"""After so many conflicts a solver is replaced."""

COUNTED_PER_MODEL = {"decisions": 2, "conflicts": 0, "propagations": 1}
"""What SOLVER counts with each model although no encoding causes it. PySAT gives it a variable 0, which is in
no clause, and it has to decide on that; to find that no variable is left also counts as a decision."""

CONFLICTS_AT_MOST = 100_000
"""When the full checks of a batch have met so many conflicts, the rest of its puzzles are not checked. Some
encodings take a thousand times as long as others, and a mean over some puzzles says as much as over all."""


@dataclass(frozen=True, slots=True)
class MeasuringPlan:
    """What to measure besides the sizes; each field is the argument of `compare` with that name."""

    failed_literals: bool = True
    search: bool = True
    thorough: bool = False
    timeout: float | None = None


@dataclass(frozen=True, slots=True)
class PuzzleBatch:
    """A few puzzles of one geometry, to be measured with one encoding."""

    encoding: Encoding
    geometry: Geometry
    puzzles: tuple[Puzzle, ...]
    plan: MeasuringPlan


@dataclass(frozen=True, slots=True)
class FormulaSize:
    """How large a formula or a model is; `seconds` is the processor time that it took to write.

    `clauses` counts all that the encoding states, `distinct` each clause once, which is what a solver gets;
    `literals` is the total length of the distinct ones; all three are None for a CP-SAT model. `constraints`
    is None for a formula.
    """

    variables: int
    seconds: float
    clauses: int | None = None
    distinct: int | None = None
    literals: int | None = None
    constraints: int | None = None


@dataclass(frozen=True, slots=True)
class SearchEffort:
    """The verdict of a full check and what it took; `reason` says why a verdict is unknown.

    `decisions` is 0 where unit propagation is enough. `propagations` counts the propagated literals, clues
    included; it is None for CP-SAT, which does not count them. `seconds` is the processor time of the search
    alone, without the time to make clauses or a solver. Where the process died that was at it, all four are
    None.
    """

    verdict: Verdict
    decisions: int | None
    conflicts: int | None
    propagations: int | None
    seconds: float | None
    reason: str | None = None


@dataclass(slots=True)
class PuzzleMeasurement:
    """What was measured of one puzzle; None is what was not measured, or ran out of time.

    `size` is the size of this puzzle's formula, where each puzzle has its own.
    """

    size: FormulaSize | None = None
    unit_propagation: bool | None = None
    failed_literals: bool | None = None
    effort: SearchEffort | None = None


@dataclass(slots=True)
class Measurement:
    """What was measured of a batch: the size of the rules, and each of its puzzles."""

    rules: FormulaSize
    puzzles: list[PuzzleMeasurement] = field(default_factory=list)


class Measurer:
    """Measures batch after batch; what it builds for an encoding is kept until another encoding comes."""

    def __init__(self) -> None:
        self._on: tuple[Encoding, Geometry] | None = None
        self._rules: Formula | None = None
        self._propagation: Propagation | None = None

    def measure(self, batch: PuzzleBatch) -> Measurement:
        """Measure one batch."""
        if (batch.encoding, batch.geometry) != self._on:
            self.close()
            self._build(batch.encoding, batch.geometry)
        done = Measurement(self._size)
        conflicts = 0
        with ExitStack() as stack:
            check: _FullCheck | None = None
            if batch.plan.search:  # new for each batch: what it learned before must not change the figures
                if self._rules is None:
                    check = _cpsat_check(batch.encoding)
                else:
                    check = stack.enter_context(closing(_CnfChecker(self._rules))).check
            for puzzle in batch.puzzles:
                is_checked = batch.plan.thorough or conflicts < CONFLICTS_AT_MOST
                measured = self._measured(puzzle, batch.plan, check if is_checked else None)
                conflicts += (measured.effort.conflicts or 0) if measured.effort is not None else 0
                done.puzzles.append(measured)
        return done

    def lost(self, batch: PuzzleBatch, reason: str) -> Measurement:
        """What is known of a batch whose process died twice: the size of the rules, which asks no solver."""
        nothing = MeasuringPlan(failed_literals=False, search=False)
        done = self.measure(replace(batch, puzzles=(), plan=nothing))
        effort = SearchEffort(Verdict.UNKNOWN, None, None, None, None, reason)
        return replace(done, puzzles=[PuzzleMeasurement(effort=effort) for _ in batch.puzzles])

    def _build(self, encoding: Encoding, geometry: Geometry) -> None:
        if encoding.formalism is Formalism.CNF:
            start = process_time()
            self._rules = formula(encoding, geometry)
            seconds = process_time() - start
            stated = sum(len(line.clauses) for line in encoded_lines(encoding, geometry))
            clauses = self._rules.clauses
            literals = sum(map(len, clauses))
            self._size = FormulaSize(self._rules.variables, seconds, stated, len(clauses), literals)
            self._propagation = Propagation(self._rules)
        else:
            from sudocube.encoder.cpsat_model import cpsat_model

            start = process_time()
            cp = cpsat_model(encoding, geometry).cp  # named, because `proto` lives only as long as it
            seconds = process_time() - start
            self._size = FormulaSize(len(cp.proto.variables), seconds, constraints=len(cp.proto.constraints))
        self._on = (encoding, geometry)

    def _measured(self, puzzle: Puzzle, plan: MeasuringPlan, check: _FullCheck | None) -> PuzzleMeasurement:
        found = PuzzleMeasurement()
        clock = Clock(plan.timeout)
        if check is not None:
            found.effort = check(puzzle, plan.timeout)
        if self._rules is None or self._propagation is None:
            return found
        if self._rules.encoding.per_puzzle:
            found.size = _size_of_puzzle(self._rules, puzzle)
        closure = self._propagation.propagate(puzzle)
        found.unit_propagation = closure.state.is_decided
        if plan.failed_literals:
            with suppress(TimeoutError):
                found.failed_literals = closure.probe_literals(clock).is_decided
        return found

    def close(self) -> None:
        """Free what was built for the last encoding."""
        if self._propagation is not None:
            self._propagation.close()
        self._on = self._rules = self._propagation = None


def _size_of_puzzle(rules: Formula, puzzle: Puzzle) -> FormulaSize:
    """The size of a formula that is reduced for a puzzle."""
    start = process_time()
    own = add_clues(rules, puzzle)
    seconds = process_time() - start
    distinct = {frozenset(clause) for clause in own.clauses}
    return FormulaSize(own.variables, seconds, len(own.clauses), len(distinct), sum(map(len, distinct)))


_FullCheck = Callable[[Puzzle, float | None], SearchEffort]
"""Checks a puzzle, within a timeout in seconds."""


class _CnfChecker:
    """Full checks by a SAT solver, with the rules of one geometry."""

    def __init__(self, rules: Formula) -> None:
        self._rules = rules
        lifetime = Lifetime(conflicts=CONFLICTS_PER_SOLVER)
        self._solver = IncrementalSolver(rules.clauses, rules.variables, solver=SOLVER, lifetime=lifetime)
        self._models = 0  # how many were found for the present puzzle

    def check(self, puzzle: Puzzle, timeout: float | None) -> SearchEffort:
        """Check one puzzle; the verdict is unknown if time runs out or a model is not a solution.

        The timeout is for loading the solver, too; the seconds that are measured are those of the search.
        """
        clock = Clock(timeout)
        try:
            rules = self._loaded(puzzle, clock)
        except TimeoutError:
            late = f"out of time after {timeout:g} s"
            return SearchEffort(Verdict.UNKNOWN, None, None, None, None, late)
        before, self._models = self._solver.statistics(), 0
        start = process_time()
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
            after[name] - before[name] - self._models * extra for name, extra in COUNTED_PER_MODEL.items()
        )
        if reason is not None:
            self.close()
        return SearchEffort(verdict, decisions, conflicts, propagations, seconds, reason)

    def _loaded(self, puzzle: Puzzle, clock: Clock) -> Formula | PuzzleFormula:
        """The clauses for a puzzle, once the solver has them. Raises TimeoutError when time runs out."""
        rules: Formula | PuzzleFormula = self._rules
        if self._rules.encoding.per_puzzle:
            self.close()
            rules = add_clues(self._rules, puzzle, clock)
            self._solver = IncrementalSolver(rules.clauses, rules.variables, solver=SOLVER)
        self._solver.begin_task()
        self._solver.load(clock)
        return rules

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


def _cpsat_check(encoding: Encoding) -> _FullCheck:
    """A function that checks a puzzle of any geometry by CP-SAT."""
    from sudocube.engines.cpsat_engine import CpSatEngine

    engine = CpSatEngine(encoding)

    def check(puzzle: Puzzle, timeout: float | None) -> SearchEffort:
        start = process_time()
        answer = refereed_answer(engine, puzzle, timeout=timeout)
        seconds = process_time() - start
        return SearchEffort(answer.verdict, *engine.branches_and_conflicts, None, seconds, answer.reason)

    return check
