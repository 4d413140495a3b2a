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
"""Once the full checks of a batch have met so many conflicts, its other puzzles are not checked: some
encodings take a thousand times as long as others, and no more is learned from all puzzles than from some."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to measure beside the sizes: failed literals, full checks, and these of all puzzles, however
    long that takes; `timeout` as in `compare`.
    """

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
    plan: Plan


@dataclass(frozen=True, slots=True)
class FormulaSize:
    """How large a formula or a model is, and how long it took to write, in seconds of processor time;
    None where there are none.

    `clauses` are those that the file states, `distinct` those among them that are no repetitions, and
    `literals` are counted in the latter: that is what a solver is given.
    """

    variables: int
    seconds: float
    clauses: int | None = None
    distinct: int | None = None
    literals: int | None = None
    constraints: int | None = None


@dataclass(slots=True)
class PuzzleMeasurement:
    """What came of one puzzle; None is what was not measured, or ran out of time.

    `size` is that of the formula of this puzzle, where each has its own.
    """

    size: FormulaSize | None = None
    unit_propagation: bool | None = None
    failed_literals: bool | None = None
    effort: Effort | None = None


@dataclass(slots=True)
class Measurement:
    """A batch done: the size of the rules, and what came of each puzzle."""

    rules: FormulaSize
    puzzles: list[PuzzleMeasurement] = field(default_factory=list)


class Measurer:
    """Measures batch after batch; what was built for an encoding is kept until another one comes."""

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
        if batch.plan.search:  # a new one for each batch: what comes of it must not depend on who does it
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
            cp = cpsat_model(encoding, geometry).cp  # to be kept: its proto dies with it
            seconds = process_time() - start
            self._size = FormulaSize(len(cp.proto.variables), seconds, constraints=len(cp.proto.constraints))
        self._on = (encoding, geometry)

    def _measured(self, puzzle: Puzzle, plan: Plan, search: Search | None) -> PuzzleMeasurement:
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
        """Free what is kept."""
        if self._propagation is not None:
            self._propagation.close()
        self._on = self._rules = self._propagation = None


def _size_of_puzzle(rules: Formula, puzzle: Puzzle) -> FormulaSize:
    """The size of a formula that is reduced for a puzzle."""
    start = process_time()
    posed = add_clues(rules, puzzle)
    seconds = process_time() - start
    kept = {frozenset(clause) for clause in posed.clauses}
    return FormulaSize(posed.variables, seconds, len(posed.clauses), len(kept), sum(map(len, kept)))
