"""What is measured of an encoding on a batch of puzzles, all of one geometry."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import monotonic, process_time

from sudocube.encoder.cnf import Formula, encoded_lines, formula
from sudocube.encoder.puzzle_formula import add_clues
from sudocube.encoder.vocabulary import Encoding, Formalism
from sudocube.geometry import Geometry
from sudocube.lab.comparing_search import CnfSearch, CpSatSearch, Effort, Search
from sudocube.lab.propagation import Propagation
from sudocube.puzzle import Puzzle

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


@dataclass(slots=True)
class PuzzleMeasurement:
    """What was measured of one puzzle; None is what was not measured, or ran out of time.

    `size` is the size of this puzzle's formula, where each puzzle has its own.
    """

    size: FormulaSize | None = None
    unit_propagation: bool | None = None
    failed_literals: bool | None = None
    effort: Effort | None = None


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
        search: Search | None = None
        if batch.plan.search:  # new for each batch: what it learned before must not change the figures
            search = CpSatSearch(batch.encoding) if self._rules is None else CnfSearch(self._rules)
        try:
            for puzzle in batch.puzzles:
                is_checked = batch.plan.thorough or conflicts < CONFLICTS_AT_MOST
                measured = self._measured(puzzle, batch.plan, search if is_checked else None)
                conflicts += measured.effort.conflicts if measured.effort is not None else 0
                done.puzzles.append(measured)
        finally:
            if search is not None:
                search.close()
        return done

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

    def _measured(self, puzzle: Puzzle, plan: MeasuringPlan, search: Search | None) -> PuzzleMeasurement:
        found = PuzzleMeasurement()
        start = monotonic()
        if search is not None:
            found.effort = search.check(puzzle, plan.timeout)
        if self._rules is None or self._propagation is None:
            return found
        if self._rules.encoding.per_puzzle:
            found.size = _size_of_puzzle(self._rules, puzzle)
        closure = self._propagation.of(puzzle)
        found.unit_propagation = closure.state.is_decided
        if plan.failed_literals:
            try:
                deadline = None if plan.timeout is None else start + plan.timeout
                found.failed_literals = closure.probe_literals(deadline).is_decided
            except TimeoutError:
                found.failed_literals = None
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
