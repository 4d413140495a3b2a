"""What is measured of an encoding on a batch of puzzles: size, what is inferred, full checks.

A full check finds a solution, and whether there is another, and counts what that takes.
For CNF, the clues are assumed, a solution that was found is excluded by a temporary clause, and the
solver's own counters are read before and after. A solver serves puzzle after puzzle until it has met
CONFLICTS_PER_SOLVER conflicts, so that what it learned on one puzzle hardly helps with the next: the
encoding is measured, not the solver's memory. For CP-SAT, the engine `cpsat:NAME` makes the check, and the
counters are those of its solver.

What a solver does also depends on the numbers of the variables and on the order of the clauses, which mean
nothing, often more than on the encoding. With a seed, they are chosen at random.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from math import nan
from random import Random
from time import process_time

from sudocube.clock import Clock
from sudocube.encoder.cnf import Formula
from sudocube.encoder.puzzle_formula import PuzzleFormula, add_clues
from sudocube.encoder.vocabulary import Encoding
from sudocube.engines import Refuted
from sudocube.engines.refereed_answers import refereed_answer
from sudocube.errors import EngineError, RefutedError
from sudocube.geometry import Geometry
from sudocube.lab.strengths import MEASURES, Built, FormulaSize
from sudocube.puzzle import Grid, Puzzle
from sudocube.refereeing import referee
from sudocube.sat import IncrementalSolver, Lifetime, SudokuFormula
from sudocube.verdict import Verdict

SOLVER = "glucose4"
"""The solver of full checks with CNF: of those that count what they do, the fastest where unit propagation is
weak."""

CP_SAT = "cp-sat"
"""The solver of full checks with CP-SAT encodings."""

CONFLICTS_PER_SOLVER = 100
"""After so many conflicts a solver is replaced."""

_NO_END = Lifetime()

_COUNTERS = ("decisions", "conflicts", "propagations")

_LIKE_MINISAT, _LIKE_CADICAL = (2, 0, 1), (0, 0, 0)

_COUNTED_PER_MODEL: dict[str, tuple[int | None, ...]] = {
    "cadical103": _LIKE_CADICAL,
    "cadical153": _LIKE_CADICAL,
    "cadical195": _LIKE_CADICAL,
    "cadical300": _LIKE_CADICAL,
    "ergo": (1, 0, 0),
    "lingeling": (None, 0, 0),
    "maplecm": (2, 0, None),
    "maplesat": (2, 0, None),
}
"""What each of _COUNTERS counts with each model although no encoding causes it; solvers that are not named
are like MiniSat. PySAT gives them a variable 0, which is in no clause, and they have to decide on that; to
find that no variable is left also counts as a decision. None is for a counter that a solver does not have,
or that counts something else: Lingeling's decisions include the assumptions."""


@dataclass(frozen=True, slots=True)
class SearchEffort:
    """The verdict of a full check and what it took; `reason` says why a verdict is unknown.

    `is_refuted` says that it is unknown because a model is no solution: the encoding is wrong.

    `decisions` is 0 where unit propagation is enough. `propagations` counts the propagated literals, clues
    included; it is None for CP-SAT, which does not count them. `seconds` is the processor time of the search
    alone, without the time to make clauses or a solver. Where the process died that was at it, or there was
    no time to begin, all four are None.
    """

    verdict: Verdict = Verdict.UNKNOWN
    decisions: int | None = None
    conflicts: int | None = None
    propagations: int | None = None
    seconds: float | None = None
    reason: str | None = None
    is_refuted: bool = False


FullCheck = Callable[[Puzzle, float | None], SearchEffort]
"""Checks a puzzle, within a timeout in seconds."""


class CnfChecker:
    """Full checks by a SAT solver, with the rules of one geometry; a `seed` orders the clauses."""

    def __init__(self, rules: Formula, solver: str = SOLVER, seed: str | None = None) -> None:
        self._rules, self._name = rules, solver
        self._random = None if seed is None else Random(seed)
        self._renew(rules, Lifetime(conflicts=CONFLICTS_PER_SOLVER))
        self._models = 0  # how many were found for the present puzzle

    def _renew(self, rules: Formula | PuzzleFormula, lifetime: Lifetime = _NO_END) -> None:
        """Make the solver for these clauses, in the order of the encoding or, with a seed, at random.

        Then the variables have other numbers, clauses are in another order, and so are literals in each.
        """
        numbers, clauses = [*range(1, rules.variables + 1)], rules.clauses
        if self._random is not None:
            self._random.shuffle(numbers)
        self._number = [0, *numbers, *(-number for number in reversed(numbers))]  # by literal, also negative
        if self._random is not None:
            shuffled = [self._renumbered(clause) for clause in clauses]
            for clause in shuffled:
                self._random.shuffle(clause)
            self._random.shuffle(shuffled)
            clauses = shuffled
        self._solver = IncrementalSolver(clauses, rules.variables, solver=self._name, lifetime=lifetime)

    def _renumbered(self, literals: Sequence[int]) -> list[int]:
        """Literals as the solver has them; higher variables keep their numbers."""
        number, count = self._number, len(self._number) // 2
        return [number[literal] if -count <= literal <= count else literal for literal in literals]

    def check(self, puzzle: Puzzle, timeout: float | None) -> SearchEffort:
        """Check one puzzle; the verdict is unknown if time runs out or a model is not a solution.

        The timeout is for loading the solver, too; the seconds that are measured are those of the search.
        """
        clock, late = Clock(timeout), f"out of time after {timeout or 0:g} s"
        rules: Formula | PuzzleFormula = self._rules
        try:
            if self._rules.encoding.per_puzzle:
                self.close()
                rules = add_clues(self._rules, puzzle, clock)
                self._renew(rules)
            self._solver.begin_task()
            self._solver.load(clock)
        except TimeoutError:
            return SearchEffort(reason=late)
        before, self._models = self._solver.statistics(), 0
        start = process_time()
        verdict, reason, is_refuted = Verdict.UNKNOWN, None, False
        try:
            verdict = self._verdict(SudokuFormula(rules), puzzle, clock)
        except TimeoutError:
            reason = late
        except EngineError as error:
            reason, is_refuted = str(error), isinstance(error, RefutedError)
        seconds = process_time() - start
        after = self._solver.statistics()
        decisions, conflicts, propagations = (
            None if extra is None else after[name] - before[name] - self._models * extra
            for name, extra in zip(_COUNTERS, _COUNTED_PER_MODEL.get(self._name, _LIKE_MINISAT), strict=True)
        )
        if reason is not None:
            self.close()
        return SearchEffort(verdict, decisions, conflicts, propagations, seconds, reason, is_refuted)

    def _verdict(self, formula: SudokuFormula, puzzle: Puzzle, clock: Clock) -> Verdict:
        clues = self._renumbered(formula.literals(puzzle))
        grid = self._solution(formula, puzzle, clues, clock)
        if grid is None:
            return Verdict.NONE
        with self._solver.temporary(self._renumbered(formula.excluding(grid, puzzle))) as selector:
            another = self._solution(formula, puzzle, [*clues, selector], clock)
        return Verdict.UNIQUE if another is None else Verdict.MULTIPLE

    def _solution(
        self, formula: SudokuFormula, puzzle: Puzzle, assumed: Sequence[int], clock: Clock
    ) -> Grid | None:
        """A solution; None where there is none. Raises TimeoutError, and RefutedError for a wrong model."""
        if not self._solver.is_satisfiable(assumed, clock):
            return None
        self._models += 1
        true = {literal for literal in self._solver.model() if literal > 0}
        count = len(self._number) // 2
        grid = formula.grid([v if self._number[v] in true else -v for v in range(1, count + 1)])
        if (refused := referee(grid, puzzle)) is not None:
            raise RefutedError(f"a model that the referee refuses: {refused}")
        return grid

    def close(self) -> None:
        """Free the solver; the next puzzle gets a new one."""
        self._solver.close()


def cpsat_check(encoding: Encoding, seed: str | None = None) -> FullCheck:
    """A function that checks a puzzle of any geometry by CP-SAT; a seed orders the constraints."""
    from sudocube.engines.cpsat_engine import CpSatEngine

    engine = CpSatEngine(encoding, None if seed is None else Random(seed))

    def check(puzzle: Puzzle, timeout: float | None) -> SearchEffort:
        start = process_time()
        answer = refereed_answer(engine, puzzle, timeout=timeout)
        seconds = process_time() - start
        efforts = (*engine.branches_and_conflicts, None, seconds)
        return SearchEffort(answer.verdict, *efforts, answer.reason, isinstance(answer, Refuted))

    return check


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
class Measurement:
    """What was measured of a batch: the size of the rules, and what follows, puzzle by puzzle.

    `sizes` are those of formulas that are reduced for each puzzle; there are none where the formula is the
    same for all. `inferred` has what was inferred by name, NaN where it does not apply, and None for what ran
    out of time. `efforts` are those of each solver, for each seed; None where there was no check.
    """

    rules: FormulaSize
    sizes: list[FormulaSize]
    inferred: dict[str, list[float | None]]
    efforts: dict[str, list[list[SearchEffort | None]]]


@lru_cache(maxsize=1)
def _built(encoding: Encoding, geometry: Geometry) -> Built:
    """What is built for the encoding and the geometry that are measured; kept until others come."""
    return Built(encoding, geometry)


def measure(batch: PuzzleBatch) -> Measurement:
    """Measure one batch."""
    built, plan, puzzles = _built(batch.encoding, batch.geometry), batch.plan, batch.puzzles
    sizes = [size for size in map(built.size_for, puzzles) if size is not None]
    inferred = {
        name: [_inferred(built, name, one, plan.timeout) for one in puzzles] for name in plan.inferences
    }
    efforts: dict[str, list[list[SearchEffort | None]]] = {}
    for solver in plan.solvers if built.rules is not None else plan.solvers[:1]:
        for seed in plan.seeds:
            if built.rules is None:
                checked = _checked(batch, cpsat_check(batch.encoding, seed))
            else:  # new for each batch: what it learned before must not change the figures
                with closing(CnfChecker(built.rules, solver, seed)) as checker:
                    checked = _checked(batch, checker.check)
            efforts.setdefault(solver, []).append(checked)
    return Measurement(built.size, sizes, inferred, efforts)


def lost(batch: PuzzleBatch, reason: str) -> Measurement:
    """What is known of a batch whose process died: the size of the rules, which asks no solver."""
    plan, count = batch.plan, len(batch.puzzles)
    effort: list[SearchEffort | None] = [SearchEffort(reason=reason)] * count
    return Measurement(
        _built(batch.encoding, batch.geometry).size,
        [],
        {name: [nan] * count for name in plan.inferences},
        {solver: [effort] * len(plan.seeds) for solver in plan.solvers},
    )


def _inferred(built: Built, name: str, puzzle: Puzzle, timeout: float | None) -> float | None:
    """What is inferred of a puzzle."""
    one = MEASURES[name]
    if one.infer is None or built.encoding.formalism not in one.formalisms:
        return nan
    try:
        return float(one.infer(built, puzzle, Clock(timeout)))
    except TimeoutError:
        return None


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
