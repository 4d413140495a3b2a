"""All that is measured of an encoding on a batch of puzzles: its size, what it infers, and full checks.

One table, MEASURES, has what is measured of each puzzle. What an encoding infers without a search is a
*strength*. To add one, write a function that says of an encoding (`Built`, which holds what was built for it)
and a puzzle whether it is decided, and an entry of the table.

A full check finds a solution, and whether there is another, and counts what that takes: by the engine
`sat:NAME@SOLVER` or `cpsat:NAME`, with the counters of its solver. A SAT solver serves puzzle after puzzle
until it has met CONFLICTS_PER_SOLVER conflicts, so that what it learned on one puzzle hardly helps with the
next: the encoding is measured, not the solver's memory.

What a solver does also depends on the numbers of the variables and on the order of the clauses, which mean
nothing, often more than on the encoding. With a seed, they are chosen at random.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import product
from math import nan
from random import Random
from time import process_time
from typing import TYPE_CHECKING, Any

from sudocube.clock import Clock
from sudocube.encoder.at_most_one import Clause
from sudocube.encoder.cnf import Clauses, Formula, encoded_lines, formula
from sudocube.encoder.own_clause_file import check_size
from sudocube.encoder.puzzle_formula import PuzzleFormula, add_clues
from sudocube.encoder.vocabulary import Encoding, Formalism
from sudocube.engines import Refuted
from sudocube.engines.asking import refereed_answer
from sudocube.engines.protocol import FoundSolutions
from sudocube.engines.sat_engine import SatEngine, SolutionSearch
from sudocube.geometry import Geometry
from sudocube.lab.propagation import Propagation, probe_literals
from sudocube.puzzle import Grid, Puzzle
from sudocube.sat import Lifetime, SudokuFormula
from sudocube.sat.settings import SOLVERS
from sudocube.verdict import Verdict

if TYPE_CHECKING:
    from sudocube.engines.cpsat_engine import CpSatEngine
    from sudocube.fields import Mean
    from sudocube.lab.cpsat_propagation import ConstraintPropagation
    from sudocube.lab.programs import Relaxation

SOLVER = "glucose4"
"""The solver of full checks with CNF: of those that count what they do, the fastest where unit propagation is
weak."""

CP_SAT = "cp-sat"
"""The solver of full checks with CP-SAT encodings."""

CONFLICTS_PER_SOLVER = 100
"""After so many conflicts a solver is replaced."""

CONFLICTS_AT_MOST = 100_000
"""When the full checks of a batch have met so many conflicts, the rest of its puzzles are not checked. Some
encodings take a thousand times as long as others, and a mean over some puzzles says as much as over all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormulaSize:
    """How large a formula or a model is; `build_seconds` is the processor time that it took to write.

    `clauses` counts all that the encoding states, `distinct` each clause once, which is what a solver gets;
    `literals` is the total length of the distinct ones; all three are None for a CP-SAT model. `constraints`
    is None for a formula.
    """

    variables: float
    """How many variables there are, or the mean per puzzle. For example: 729."""
    clauses: Mean = None
    distinct: Mean = None
    literals: Mean = None
    constraints: Mean = None
    build_seconds: float
    """The processor time to write it, in seconds. For example: 0.003."""


class Built:
    """What is built for an encoding and a geometry, once for all puzzles; each part when it is needed.

    `rules` is the formula of an encoding in CNF, `size` the size without clues.
    """

    def __init__(self, encoding: Encoding, geometry: Geometry) -> None:
        self.encoding, self.geometry = encoding, geometry
        self.rules: Formula | None = None
        start = process_time()
        if encoding.formalism is Formalism.CNF:
            check_size(encoding, geometry)
            self.rules = formula(encoding, geometry)
            size = _size(self.rules, start)
            stated = sum(len(line.clauses) for line in encoded_lines(encoding, geometry))
            self.size = replace(size, clauses=stated)
        else:
            from sudocube.encoder.cpsat_model import cpsat_model

            cp = cpsat_model(encoding, geometry).cp  # named, because `proto` lives only as long as it
            variables, constraints = len(cp.proto.variables), len(cp.proto.constraints)
            seconds = process_time() - start
            self.size = FormulaSize(variables=variables, constraints=constraints, build_seconds=seconds)

    def size_for(self, puzzle: Puzzle) -> FormulaSize:
        """The size of the formula that is reduced for a puzzle; that of the rules where all have the same."""
        if self.rules is None or not self.encoding.per_puzzle:
            return self.size
        start = process_time()
        return _size(add_clues(self.rules, puzzle), start)

    @cached_property
    def clauses(self) -> Propagation:
        """Unit propagation."""
        assert self.rules is not None  # an encoding in CNF
        return Propagation(self.rules)

    @cached_property
    def constraints(self) -> ConstraintPropagation:
        """The constraints of a model for CP-SAT."""
        from sudocube.lab.cpsat_propagation import ConstraintPropagation

        return ConstraintPropagation(self.encoding, self.geometry)

    @cached_property
    def relaxation(self) -> Relaxation:
        """The linear relaxation."""
        from sudocube.lab.programs import Relaxation

        return Relaxation(self.encoding, self.geometry, self.rules)


def _size(rules: Formula | PuzzleFormula, start: float) -> FormulaSize:
    """The size of a formula that was begun at this processor time."""
    seconds = process_time() - start
    distinct = {frozenset(clause) for clause in rules.clauses}
    return FormulaSize(
        variables=rules.variables,
        clauses=len(rules.clauses),
        distinct=len(distinct),
        literals=sum(map(len, distinct)),
        build_seconds=seconds,
    )


@dataclass(frozen=True, slots=True)
class Measure:
    """What is measured of an encoding, or of each puzzle.

    `name` is the word for it in Python, on the command line and in JSON. `heading` stands above its narrow
    column, `title` above a wide one, and `note` says what the column holds. Means are shown times `factor`. A
    strength has `infer`, which says for encodings of these `formalisms` whether a puzzle is decided (each
    cell is settled, or there is a contradiction), and raises TimeoutError when the clock runs out; its mean
    is a share from 0 to 1.
    """

    name: str
    heading: str
    title: str
    note: str = ""
    factor: float = 1
    formalisms: tuple[Formalism, ...] = ()
    infer: Callable[[Built, Puzzle, Clock], bool] | None = None

    @property
    def is_share(self) -> bool:
        """Whether it is a strength."""
        return self.infer is not None


_CNF, _CP_SAT = (Formalism.CNF,), (Formalism.CP_SAT,)
_MS = "processor time in thousandths of a second"
UNIT_PROPAGATION, FAILED_LITERALS = "unit_propagation", "failed_literals"
INFERENCES = (UNIT_PROPAGATION, FAILED_LITERALS)
"""The strengths that are measured of each puzzle; the others where they are asked for."""

EFFORTS = ("decisions", "conflicts", "propagations", "seconds")
"""What is counted in each full check."""

SIZES = ("variables", "clauses", "distinct", "literals", "build_seconds")
"""How large a formula is; with constraints in place of clauses, how large a model is."""

_ALL = (
    Measure("variables", "variables", "variables"),
    Measure("clauses", "clauses", "clauses"),
    Measure("distinct", "distinct", "distinct clauses"),
    Measure("literals", "literals", "literals", "of the distinct clauses"),
    Measure("build_seconds", "build ms", "ms to write", _MS, 1000),
    Measure(
        UNIT_PROPAGATION, "unit", "unit propagation",
        "puzzles that unit propagation decides (every cell settled, or a contradiction)", 100, _CNF,
        lambda on, puzzle, _: on.clauses.propagate(puzzle).state.is_decided,
    ),
    Measure(
        FAILED_LITERALS, "failed", "failed literals", "puzzles that failed literals decide", 100, _CNF,
        lambda on, puzzle, clock: probe_literals(on.clauses.propagate(puzzle), clock).is_decided,
    ),
    Measure(
        "lp", "lp", "linear relaxation",
        "puzzles that the linear relaxation decides (no other solution, or none at all, also with fractions)",
        100, (*_CNF, *_CP_SAT),
        lambda on, puzzle, clock: on.relaxation.state(puzzle, clock).is_decided,
    ),
    Measure(
        "theory", "theory", "domain consistency",
        "puzzles that domain consistency of each constraint decides, which CP-SAT does not keep up (of CP-SAT"
        " only)",
        100, _CP_SAT,
        lambda on, puzzle, clock: on.constraints.state(puzzle, clock).is_decided,
    ),
    Measure(
        "root", "root", "propagation at the root",
        "puzzles that CP-SAT decides before its first decision (of CP-SAT only)", 100, _CP_SAT,
        lambda on, puzzle, clock: on.constraints.state_at_root(puzzle, clock).is_decided,
    ),
    Measure("decisions", "decisions", "decisions"),
    Measure("conflicts", "conflicts", "conflicts"),
    Measure("propagations", "propag.", "propagations"),
    Measure("seconds", "ms", "ms of processor time", _MS, 1000),
)  # fmt: skip

MEASURES: dict[str, Measure] = {one.name: one for one in _ALL}
"""All measures by name, in the order of their columns."""

STRENGTHS = tuple(one.name for one in _ALL if one.is_share and one.name not in INFERENCES)
"""The strengths that are measured where they are asked for."""

_COUNTED_PER_MODEL: dict[str, tuple[int | None, ...]] = {
    **{name: (0, 0, 0) for name in SOLVERS if name.startswith("cadical")},
    "ergo": (1, 0, 0),
    "lingeling": (None, 0, 0),
    "maplecm": (2, 0, None),
    "maplesat": (2, 0, None),
}
"""What each counter of EFFORTS counts with each model although no encoding causes it; solvers that are not
named are like MiniSat. PySAT gives them a variable 0, which is in no clause, and they have to decide on that;
to find that no variable is left also counts as a decision. None is for a counter that a solver does not have,
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


class _Shuffled(SudokuFormula):
    """Variables have other numbers, clauses are in another order, and so are the literals in each."""

    def __init__(self, rules: Formula | PuzzleFormula, random: Random) -> None:
        super().__init__(rules)
        numbers = [*range(1, rules.variables + 1)]
        random.shuffle(numbers)
        self._number = [0, *numbers, *(-number for number in reversed(numbers))]  # by literal, also negative
        self._shuffled = [self._renumbered(clause) for clause in rules.clauses]
        for clause in self._shuffled:
            random.shuffle(clause)
        random.shuffle(self._shuffled)

    @property
    def clauses(self) -> Clauses:
        return self._shuffled

    def _renumbered(self, literals: Iterable[int]) -> list[int]:
        return [self._number[literal] for literal in literals]

    def literals(self, puzzle: Puzzle) -> list[int]:
        return self._renumbered(super().literals(puzzle))

    def excluding(self, grid: Grid, puzzle: Puzzle) -> Clause:
        return self._renumbered(super().excluding(grid, puzzle))

    def grid(self, model: Sequence[int]) -> Grid:
        true = {literal for literal in model if literal > 0}
        return super().grid([v if self._number[v] in true else -v for v in range(1, self.top + 1)])


class _MeasuredSearch(SolutionSearch):
    """A search that tells what the solver has counted, and its processor time without that to load it."""

    def run(self, puzzle: Puzzle, found: FoundSolutions, clock: Clock) -> None:
        self.counters, self.seconds = dict[str, int](), 0.0
        super().run(puzzle, found, clock)

    def _run_loaded(self, puzzle: Puzzle, found: FoundSolutions, clock: Clock) -> None:
        before, start = self.solver.statistics(), process_time()
        try:
            super()._run_loaded(puzzle, found, clock)
        finally:
            self.seconds, after = process_time() - start, self.solver.statistics()
            self.counters = {name: count - before[name] for name, count in after.items()}


class _SatEngine(SatEngine):
    """An engine whose solvers do not live long, with clauses in an order at random if `random` is given."""

    def __init__(self, rules: Formula, solver: str, random: Random | None) -> None:
        super().__init__(rules.encoding, solver, rules)
        self._random = random

    def new_search(self, rules: Formula | PuzzleFormula) -> _MeasuredSearch:
        formula = SudokuFormula(rules) if self._random is None else _Shuffled(rules, self._random)
        return _MeasuredSearch(formula, self._solver, Lifetime(conflicts=CONFLICTS_PER_SOLVER))


class Checker:
    """Makes full checks, with `solver` where the encoding is in CNF; a `seed` chooses an order at random."""

    def __init__(self, built: Built, solver: str = SOLVER, seed: str | None = None) -> None:
        random = None if seed is None else Random(seed)
        self._extra = _COUNTED_PER_MODEL.get(solver, (2, 0, 1))
        if built.rules is not None:
            self._engine: _SatEngine | CpSatEngine = _SatEngine(built.rules, solver, random)
        else:
            from sudocube.engines.cpsat_engine import CpSatEngine

            self._engine = CpSatEngine(built.encoding)
            empty = Puzzle(bytes(built.geometry.cell_count), built.geometry)
            if random is not None and (model := self._engine.model(empty)) is not None:
                same = model.clone()  # named, because `proto` lives only as long as it
                constraints = list(same.proto.constraints)
                random.shuffle(constraints)
                model.proto.constraints.clear()
                model.proto.constraints.extend(constraints)

    def check(self, puzzle: Puzzle, timeout: float | None) -> SearchEffort:
        """Check one puzzle; the verdict is unknown if time runs out or a model is not a solution.

        The timeout is for loading the solver, too; the seconds that are measured are those of the search.
        """
        start = process_time()
        answer = refereed_answer(self._engine, puzzle, timeout=timeout)
        effort = SearchEffort(answer.verdict, reason=answer.reason, is_refuted=isinstance(answer, Refuted))
        if not isinstance(self._engine, SatEngine):
            branches, conflicts = self._engine.branches_and_conflicts
            return replace(effort, decisions=branches, conflicts=conflicts, seconds=process_time() - start)
        if not isinstance(last := self._engine.last, _MeasuredSearch) or not last.counters:
            return effort
        counts: dict[str, Any] = {
            name: None if extra is None else last.counters[name] - last.models * extra
            for name, extra in zip(EFFORTS[:-1], self._extra, strict=True)
        }
        return replace(effort, seconds=last.seconds, **counts)


@dataclass(frozen=True, slots=True)
class Plan:
    """What to measure of an encoding on puzzles of one geometry, and of one list, besides the sizes.

    Each of the puzzles stands with its source. `inferences` are names of strengths. Each of the `solvers`
    makes full checks, once for each of `seeds`: None leaves the clauses in the order of the encoding. `seed`
    is what all that is random comes from. When the checks of a batch have met `conflicts_at_most` conflicts,
    no more are made; with 0, none is. `timeout` is in seconds.
    """

    encoding: Encoding
    geometry: Geometry
    list: str | None
    """The list; with --by-list. For example: "puzzles.txt"."""
    puzzles: Sequence[tuple[str, Puzzle]]
    inferences: tuple[str, ...]
    solvers: tuple[str, ...]
    seed: int
    seeds: tuple[str | None, ...]
    conflicts_at_most: float
    timeout: float | None


@dataclass(frozen=True, slots=True)
class Measured:
    """What was measured of one puzzle.

    `size` is that of the rules, or of its own formula, where this is reduced for each puzzle. `inferred`
    has by name whether it is decided, NaN where that does not apply or was lost, and None where it ran out
    of time. `efforts` are those of the full checks, by solver and seed.
    """

    size: FormulaSize
    inferred: dict[str, float | None]
    efforts: dict[tuple[str, str | None], SearchEffort]


_built = lru_cache(maxsize=1)(Built)
"""What is built for the encoding and the geometry that are measured; kept until others come."""


def measure(plan: Plan) -> list[Measured]:
    """Measure the puzzles of one batch."""
    built = _built(plan.encoding, plan.geometry)
    found = [
        Measured(
            built.size_for(puzzle),
            {name: _inferred(built, MEASURES[name], puzzle, plan.timeout) for name in plan.inferences},
            {},
        )
        for _, puzzle in plan.puzzles
    ]
    for solver in plan.solvers:
        for seed in plan.seeds:  # a new checker for each batch: what it learned must not change the figures
            checker, conflicts = Checker(built, solver, seed), 0
            for (_, puzzle), one in zip(plan.puzzles, found, strict=True):
                if conflicts < plan.conflicts_at_most:
                    effort = one.efforts[solver, seed] = checker.check(puzzle, plan.timeout)
                    conflicts += effort.conflicts or 0
    return found


def lost(plan: Plan, reason: str) -> list[Measured]:
    """What is known of a batch whose process died: the sizes, which ask no solver."""
    built, keys = _built(plan.encoding, plan.geometry), product(plan.solvers, plan.seeds)
    efforts = dict.fromkeys(keys if plan.conflicts_at_most else (), SearchEffort(reason=reason))
    nothing: dict[str, float | None] = dict.fromkeys(plan.inferences, nan)
    return [Measured(built.size_for(puzzle), nothing, efforts) for _, puzzle in plan.puzzles]


def _inferred(built: Built, measure: Measure, puzzle: Puzzle, timeout: float | None) -> float | None:
    """Whether a strength decides a puzzle."""
    if measure.infer is None or built.encoding.formalism not in measure.formalisms:
        return nan
    try:
        return float(measure.infer(built, puzzle, Clock(timeout)))
    except TimeoutError:
        return None
