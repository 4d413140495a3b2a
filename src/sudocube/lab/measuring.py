"""What is measured of an encoding on a batch of puzzles: size, what is inferred, full checks."""

from __future__ import annotations

from contextlib import closing, suppress
from dataclasses import dataclass, field
from time import process_time

from sudocube.clock import Clock
from sudocube.encoder.cnf import Formula, encoded_lines, formula
from sudocube.encoder.own_clause_file import check_size
from sudocube.encoder.puzzle_formula import add_clues
from sudocube.encoder.vocabulary import Encoding, Formalism
from sudocube.geometry import Geometry
from sudocube.lab.full_checks import CnfChecker, FullCheck, SearchEffort, cpsat_check
from sudocube.lab.strengths import MEASURES, Inference
from sudocube.puzzle import Puzzle

CONFLICTS_AT_MOST = 100_000
"""When the full checks of a batch have met so many conflicts, the rest of its puzzles are not checked. Some
encodings take a thousand times as long as others, and a mean over some puzzles says as much as over all."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to measure besides the sizes: names of `MEASURES` that are inferred, and full checks.

    Each of the `solvers` makes the checks with encodings in CNF, once for each seed: None leaves the clauses
    in the order of the encoding. `timeout` is in seconds.
    """

    inferences: tuple[str, ...]
    solvers: tuple[str, ...]
    seeds: tuple[str | None, ...]
    thorough: bool
    timeout: float | None


@dataclass(frozen=True, slots=True)
class PuzzleBatch:
    """A few puzzles of one geometry, to be measured with one encoding."""

    encoding: Encoding
    geometry: Geometry
    puzzles: tuple[Puzzle, ...]
    plan: Plan


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
    """What was measured of one puzzle.

    `size` is the size of this puzzle's formula, where each puzzle has its own. `inferred` has the inferences
    that apply to the encoding, None for one that ran out of time. `efforts` are those of each solver, by the
    seeds; None where there was no check.
    """

    size: FormulaSize | None = None
    inferred: dict[str, float | None] = field(default_factory=dict)
    efforts: dict[str, list[SearchEffort | None]] = field(default_factory=dict)


@dataclass(slots=True)
class Measurement:
    """What was measured of a batch: the size of the rules, and each of its puzzles."""

    rules: FormulaSize
    puzzles: list[PuzzleMeasurement] = field(default_factory=list)


class _Built:
    """What is built for the encoding and the geometry that are measured; kept until others come."""

    last: _Built | None = None

    def __init__(self, encoding: Encoding, geometry: Geometry) -> None:
        self.of = encoding, geometry
        self.rules: Formula | None = None
        start = process_time()
        if encoding.formalism is Formalism.CNF:
            check_size(encoding, geometry)
            self.rules = formula(encoding, geometry)
            seconds = process_time() - start
            stated = sum(len(line.clauses) for line in encoded_lines(encoding, geometry))
            clauses = self.rules.clauses
            literals = sum(map(len, clauses))
            self.size = FormulaSize(self.rules.variables, seconds, stated, len(clauses), literals)
        else:
            from sudocube.encoder.cpsat_model import cpsat_model

            cp = cpsat_model(encoding, geometry).cp  # named, because `proto` lives only as long as it
            seconds = process_time() - start
            self.size = FormulaSize(len(cp.proto.variables), seconds, constraints=len(cp.proto.constraints))
        self.inference = Inference(encoding, geometry, self.rules)

    @classmethod
    def of_batch(cls, batch: PuzzleBatch) -> _Built:
        """What was built before, or for this batch."""
        if cls.last is None or cls.last.of != (batch.encoding, batch.geometry):
            if cls.last is not None:
                cls.last.inference.close()
            cls.last = None
            cls.last = cls(batch.encoding, batch.geometry)
        return cls.last


def measure(batch: PuzzleBatch) -> Measurement:
    """Measure one batch."""
    built, plan = _Built.of_batch(batch), batch.plan
    done = Measurement(built.size, [_inferred(built, puzzle, plan) for puzzle in batch.puzzles])
    for solver in plan.solvers if built.rules is not None else plan.solvers[:1]:
        for seed in plan.seeds:
            if built.rules is None:
                efforts = _checked(batch, cpsat_check(batch.encoding, seed))
            else:  # new for each batch: what it learned before must not change the figures
                with closing(CnfChecker(built.rules, solver, seed)) as checker:
                    efforts = _checked(batch, checker.check)
            for one, effort in zip(done.puzzles, efforts, strict=True):
                one.efforts.setdefault(solver, []).append(effort)
    return done


def lost(batch: PuzzleBatch, reason: str) -> Measurement:
    """What is known of a batch whose process died: the size of the rules, which asks no solver."""
    effort = SearchEffort(reason=reason)
    puzzles = [
        PuzzleMeasurement(efforts={solver: [effort] * len(batch.plan.seeds) for solver in batch.plan.solvers})
        for _ in batch.puzzles
    ]
    return Measurement(_Built.of_batch(batch).size, puzzles)


def _inferred(built: _Built, puzzle: Puzzle, plan: Plan) -> PuzzleMeasurement:
    """What is inferred of a puzzle, and the size of its own formula."""
    found = PuzzleMeasurement()
    if built.rules is not None and built.rules.encoding.per_puzzle:
        found.size = _size_of_puzzle(built.rules, puzzle)
    for name in plan.inferences:
        one = MEASURES[name]
        if one.infer is not None and built.inference.encoding.formalism in one.formalisms:
            found.inferred[name] = None
            with suppress(TimeoutError):
                found.inferred[name] = float(one.infer(built.inference, puzzle, Clock(plan.timeout)))
    return found


def _checked(batch: PuzzleBatch, check: FullCheck) -> list[SearchEffort | None]:
    """The full checks of a batch, as far as they do not take too long."""
    efforts: list[SearchEffort | None] = []
    conflicts = 0
    for puzzle in batch.puzzles:
        effort = None
        if batch.plan.thorough or conflicts < CONFLICTS_AT_MOST:
            effort = check(puzzle, batch.plan.timeout)
            conflicts += effort.conflicts or 0
        efforts.append(effort)
    return efforts


def _size_of_puzzle(rules: Formula, puzzle: Puzzle) -> FormulaSize:
    """The size of a formula that is reduced for a puzzle."""
    start = process_time()
    own = add_clues(rules, puzzle)
    seconds = process_time() - start
    distinct = {frozenset(clause) for clause in own.clauses}
    return FormulaSize(own.variables, seconds, len(own.clauses), len(distinct), sum(map(len, distinct)))
