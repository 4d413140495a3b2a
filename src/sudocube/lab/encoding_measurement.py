"""What is measured of an encoding on a batch of puzzles: size, propagation, other strengths, full checks."""

from __future__ import annotations

from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field, replace
from time import process_time

from sudocube.clock import Clock
from sudocube.encoder.cnf import Formula, encoded_lines, formula
from sudocube.encoder.own_clause_file import check_size
from sudocube.encoder.puzzle_formula import add_clues
from sudocube.encoder.vocabulary import Encoding, Formalism
from sudocube.geometry import Geometry
from sudocube.lab.full_checking import SOLVER, CnfChecker, FullCheck, SearchEffort, cpsat_check
from sudocube.lab.propagation import Propagation
from sudocube.lab.strengths import MeasuredEncoding, StrengthMeter, strengths_named
from sudocube.puzzle import Puzzle
from sudocube.verdict import Verdict

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
    strengths: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PuzzleBatch:
    """A few puzzles of one geometry, to be measured with one encoding, and to be checked by one solver.

    `seed` is that of the order of the clauses at random; None leaves them as the encoding writes them.
    Without `infers`, only full checks are made: what is inferred depends neither on the solver nor on that
    order.
    """

    encoding: Encoding
    geometry: Geometry
    puzzles: tuple[Puzzle, ...]
    plan: MeasuringPlan
    solver: str = SOLVER
    seed: str | None = None
    infers: bool = True


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


@dataclass(slots=True)
class PuzzleMeasurement:
    """What was measured of one puzzle; None is what was not measured, or ran out of time.

    `size` is the size of this puzzle's formula, where each puzzle has its own. `strengths` has those that
    apply to the encoding, None for one that ran out of time.
    """

    size: FormulaSize | None = None
    unit_propagation: bool | None = None
    failed_literals: bool | None = None
    strengths: dict[str, bool | float | None] = field(default_factory=dict)
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
        self._meters: dict[str, StrengthMeter] = {}

    def measure(self, batch: PuzzleBatch) -> Measurement:
        """Measure one batch."""
        if (batch.encoding, batch.geometry) != self._on:
            self.close()
            self._build(batch.encoding, batch.geometry)
        done = Measurement(self._size)
        if batch.infers:
            self._make_meters(batch)
        conflicts = 0
        with ExitStack() as stack:
            check: FullCheck | None = None
            if batch.plan.search:  # new for each batch: what it learned before must not change the figures
                if self._rules is None:
                    check = cpsat_check(batch.encoding, batch.seed)
                else:
                    checker = CnfChecker(self._rules, batch.solver, batch.seed)
                    check = stack.enter_context(closing(checker)).check
            for puzzle in batch.puzzles:
                is_checked = batch.plan.thorough or conflicts < CONFLICTS_AT_MOST
                measured = self._measured(puzzle, batch, check if is_checked else None)
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
            check_size(encoding, geometry)
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

    def _make_meters(self, batch: PuzzleBatch) -> None:
        """Make what measures the strengths that are asked for and apply to the encoding."""
        measured = MeasuredEncoding(batch.encoding, batch.geometry, self._rules, self._propagation)
        for one in strengths_named(batch.plan.strengths):
            if one.name not in self._meters and batch.encoding.formalism in one.formalisms:
                self._meters[one.name] = one.create(measured)

    def _measured(self, puzzle: Puzzle, batch: PuzzleBatch, check: FullCheck | None) -> PuzzleMeasurement:
        found, plan = PuzzleMeasurement(), batch.plan
        clock = Clock(plan.timeout)
        if check is not None:
            found.effort = check(puzzle, plan.timeout)
        if not batch.infers:
            return found
        if self._rules is not None and self._propagation is not None:
            if self._rules.encoding.per_puzzle:
                found.size = _size_of_puzzle(self._rules, puzzle)
            closure = self._propagation.propagate(puzzle)
            found.unit_propagation = closure.state.is_decided
            if plan.failed_literals:
                with suppress(TimeoutError):
                    found.failed_literals = closure.probe_literals(clock).is_decided
        for name in plan.strengths:
            if name in self._meters:
                found.strengths[name] = None
                with suppress(TimeoutError):
                    found.strengths[name] = self._meters[name].measure(puzzle, Clock(plan.timeout))
        return found

    def close(self) -> None:
        """Free what was built for the last encoding."""
        for meter in self._meters.values():
            meter.close()
        self._meters.clear()
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
