"""Encodings side by side on the same puzzles: how large they are, what they infer, what a check costs.

>>> from sudocube.puzzle import Puzzle
>>> puzzles = [Puzzle("1... ..2. .3.. ...4")]
>>> [row] = compare(puzzles, ["minimal"], jobs=1)
>>> row.encoding, row.variables, row.clauses, row.unit_propagation
('minimal', 64, 304, 1.0)
"""

from __future__ import annotations

import platform
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, fields
from importlib.metadata import version
from itertools import chain
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from sudocube.arguments import check_count, check_limits, sourced_puzzles
from sudocube.encoder import Encoding, Formalism
from sudocube.engines import OUTSIDER_TIMEOUT
from sudocube.errors import UnknownNameError, UnsupportedError
from sudocube.geometry import Geometry
from sudocube.lab.functions import depends_on_size, encoding_of
from sudocube.lab.measuring import CP_SAT, SOLVER, Measurement, Plan, PuzzleBatch, SearchEffort, lost, measure
from sudocube.lab.strengths import (
    EFFORTS,
    FAILED_LITERALS,
    INFERENCES,
    MEASURES,
    FormulaSize,
    strengths_named,
)
from sudocube.processes import TaskFailure, map_in_order
from sudocube.puzzle import Puzzle
from sudocube.rows import Entry
from sudocube.sat.settings import SETTINGS, SOLVERS, UNLIMITED, VERSIONS
from sudocube.verdict import Verdict

BATCH_SIZE = 20
"""Puzzles in a batch. The figures depend on it, because each batch gets a new solver."""

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class PuzzleSamples:
    """What was measured of each puzzle, in their order; `sources` says where each stands.

    `numbers` has for each name of `MEASURES` an array, float64 (repeats, puzzles), with one repeat of what
    does not depend on repeats: 0 and 1 stand for "no" and "yes", NaN for what is not known. `checks` are the
    full checks, for each repeat and puzzle, None where there was none.
    """

    puzzles: tuple[Puzzle, ...]
    sources: tuple[str, ...]
    numbers: Mapping[str, Numbers]
    checks: Sequence[Sequence[SearchEffort | None]]

    @property
    def refuted(self) -> int:
        """The number of full checks whose model was no solution."""
        return sum(one is not None and one.is_refuted for efforts in self.checks for one in efforts)

    def means(self, measure: str) -> list[float]:
        """The number of each puzzle, the mean over its repeats; NaN where it is not known in each of them."""
        means: list[float] = self.numbers[measure].mean(axis=0).tolist()
        return means

    def verdicts(self) -> Iterator[Verdict | None]:
        """The verdict on each puzzle; None where it was not checked in each repeat.

        It is unknown where it is so in one repeat, or where repeats contradict each other.
        """
        for repeats in zip(*self.checks, strict=True):
            found = {one and one.verdict for one in repeats}
            if None in found:
                yield None
            else:
                yield found.pop() if len(found) == 1 else Verdict.UNKNOWN

    def complaints(self) -> tuple[str, ...]:
        """The first three different reasons why a verdict is unknown."""
        reasons = [one.reason for efforts in self.checks for one in efforts if one is not None and one.reason]
        for repeats in zip(*self.checks, strict=True):
            decided = sorted({one.verdict for one in repeats if one is not None} - {Verdict.UNKNOWN})
            if len(decided) > 1:
                reasons.append(f"{' and '.join(decided)} in different repeats")
        return tuple(dict.fromkeys(reasons))[:3]


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured of one encoding on the puzzles of one geometry, and of one list.

    `variables` to `constraints` are the size of the rules without clues or, where each puzzle has a formula
    of its own (`is_per_puzzle`), means over the puzzles. `build_seconds` is the time to write the clauses or
    the model. `unit_propagation` and `failed_literals` are the shares, from 0 to 1, of the puzzles that this
    decides: every cell is settled, or there is a contradiction. `decisions`, `conflicts`, `propagations` and
    `seconds` are means per puzzle of a full check, which finds a solution and whether there is another; for
    CP-SAT, decisions are branches. All seconds are processor time. What does not apply, or was not asked for,
    is None; so is what the solver does not count.

    `checked` is the number of puzzles with a full check; CONFLICTS_AT_MOST says why it may not be all.
    `unprobed` is the number of puzzles that ran out of time for failed literals; they count as undecided.
    `verdicts` are those of the full checks, and `complaints` the first three different reasons why
    one was unknown.

    `list` is the name of the list, where lists stand side by side, else None. `solver` made the full checks,
    and repeated them with clauses in the orders that `seeds` chose; None where the order is that of the
    encoding. `strengths` are the means of those that were asked for, None where one does not
    apply; `late` says for each how many puzzles ran out of time, which count as undecided. `samples` has all
    that was measured, puzzle by puzzle.

    >>> from sudocube.lab import compare
    >>> [figures] = compare(["1... ..2. .3.. ...4"], ["extended"], jobs=1)
    >>> figures.puzzles, figures.repeats, figures.mean("unit_propagation"), figures.is_partly_undecided
    (1, 1, 1.0, False)
    >>> figures.solver, figures.has_run_solver
    ('glucose4', True)
    """

    encoding: str
    formalism: Formalism
    geometry: Geometry
    puzzles: int
    is_per_puzzle: bool
    variables: float
    clauses: float | None
    distinct: float | None
    literals: float | None
    constraints: float | None
    build_seconds: float
    unit_propagation: float | None
    failed_literals: float | None
    decisions: float | None
    conflicts: float | None
    propagations: float | None
    seconds: float | None
    checked: int
    unprobed: int
    verdicts: Counter[Verdict]
    complaints: tuple[str, ...]
    list: str | None
    solver: str
    seeds: tuple[str, ...] | None
    strengths: Mapping[str, float | None]
    late: Mapping[str, int]
    samples: PuzzleSamples = field(repr=False, compare=False)

    def mean(self, measure: str) -> float | None:
        """The mean of a measure by its name, that of a strength included; None where there is none."""
        found: float | None = (
            self.strengths[measure] if measure in self.strengths else getattr(self, measure, None)
        )
        return found

    @property
    def repeats(self) -> int:
        """How often each check was made."""
        return 1 if self.seeds is None else len(self.seeds)

    @property
    def has_run_solver(self) -> bool:
        """Whether `solver` made checks, or strengths of CP-SAT were measured."""
        in_cp_sat = self.formalism is Formalism.CP_SAT
        return self.checked > 0 or (in_cp_sat and any(one is not None for one in self.strengths.values()))

    @property
    def is_partly_undecided(self) -> bool:
        """Whether a puzzle ran out of time, or the verdict on one is unknown."""
        return self.unprobed > 0 or self.verdicts[Verdict.UNKNOWN] > 0 or any(self.late.values())


def compare(
    puzzles: Iterable[Puzzle | str | Entry],
    encodings: Sequence[str | Encoding],
    *,
    failed_literals: bool = True,
    search: bool = True,
    thorough: bool = False,
    timeout: float | None = None,
    strengths: Sequence[str] = (),
    solvers: Sequence[str] = (SOLVER,),
    repeat: int | None = None,
    seed: int = 1,
    by_list: bool = False,
    jobs: int | None = None,
    progress: Callable[[float], object] | None = None,
    on_print: Callable[[str], object] | None = None,
) -> Generator[Figures, None, None]:
    """The figures of each encoding, geometry by geometry, each as soon as it is complete.

    Encodings are names of the catalogue, paths of users' files, Encoding objects, or functions that make
    clauses or a model, such as `python:FILE.py:NAME`; `on_print` gets what such a function prints. Without
    `search` no full checks are made; with `thorough` they are made of all puzzles, however long it takes.
    `timeout` is in seconds, for one puzzle and one encoding. `strengths` are names of
    `lab.strengths.STRENGTHS`, to be measured, too. `jobs` is the number of processes; with None, all cores
    take over after a second of work (see `engines.asking`). Only the figures in seconds depend on it.
    `progress` is called after each batch with the share of the work that is done, from 0 to 1.

    `solvers` are solvers of PySAT, each of which makes the full checks with encodings in CNF; CP-SAT checks
    its own encodings. `repeat` has each check made so many times, with variables, clauses and literals in an
    order at random, another one in each repeat, which `seed` chooses; by default it is made once, in the
    order of the encoding. With `by_list`, each file that puzzles were read from (see `Entry.source`) is a
    list with figures of its own.

    The puzzles of a batch whose worker dies are `unknown`, with the reason.

    Raises, before anything is measured: UnknownNameError for an encoding that is not in the catalogue, and
    for a solver or a strength that does not exist; EncodingError for a file or a function that states no
    encoding; UndecidedError for a function that runs out of time; TypeError for a single encoding or solver
    in place of several; TypeError or FormatError for what is no puzzle; UnsupportedError for pencilmarks, and
    for a solver that takes no timeout where there is one; ValueError for a timeout that is no time, for a
    number of jobs or repeats that is no integer above 0, for solvers of which there is none or one twice, and
    for solvers or repeats without `search`. Later on, EngineError where no worker process can be started.

    >>> for figures in compare(["1... ..2. .3.. ...4"], ["minimal", "extended"], jobs=1):
    ...     print(figures.encoding, figures.variables, figures.clauses)
    minimal 64 304
    extended 64 448
    """
    check_limits(timeout=timeout, jobs=jobs)
    _check_searches(encodings, solvers, repeat, search=search, timeout=timeout)

    def made(encoding: str | Encoding, geometry: Geometry) -> Encoding:
        if isinstance(encoding, Encoding):
            return encoding
        seconds = max(timeout or 0, OUTSIDER_TIMEOUT)
        return encoding_of(encoding, geometry, timeout=seconds, on_print=on_print)

    loaded = [one if depends_on_size(one) else made(one, Geometry.of_size(9)) for one in encodings]
    plan = Plan(
        (*INFERENCES[: 1 + failed_literals], *strengths_named(strengths)),
        tuple(solvers) if search else (),
        (None,) if repeat is None else tuple(f"{seed}:{number}" for number in range(1, repeat + 1)),
        thorough,
        timeout,
    )
    groups: dict[Geometry, dict[str | None, list[tuple[str, Puzzle]]]] = {}
    for source, puzzle in sourced_puzzles(puzzles, clues_only="compare"):
        lists = groups.setdefault(puzzle.geometry, {})
        lists.setdefault(source.rpartition(":")[0] if by_list else None, []).append((source, puzzle))
    rows = []
    for geometry, lists in groups.items():
        of_size = [made(one, geometry) for one in loaded]
        rows += [
            _Row(encoding, geometry, name, group, plan, tuple(solvers))
            for name, group in lists.items()
            for encoding in of_size
        ]
    return _compared(rows, jobs, progress or (lambda _: None))


def _check_searches(
    encodings: object, solvers: Sequence[str], repeat: int | None, *, search: bool, timeout: float | None
) -> None:
    """Raise an error for solvers and repeats that do not exist, or do not go with the rest."""
    for names, of_what in ((encodings, "encodings"), (solvers, "solvers")):
        if isinstance(names, str | Encoding):
            raise TypeError(f"several {of_what} are asked for: put a single one in a list")
    if not solvers or len(set(solvers)) < len(solvers):
        raise ValueError(f"solvers {', '.join(solvers) or 'without a name'}: name at least one, each once")
    for solver in solvers:
        if solver not in SOLVERS:
            raise UnknownNameError("solver", solver, SOLVERS)
        if timeout is not None and solver in UNLIMITED:
            raise UnsupportedError(f"{solver} cannot be stopped: leave out the timeout, or this solver")
    if repeat is not None:
        check_count(repeat, "{} repeats", or_else=", or None")
    if not search and (repeat is not None or list(solvers) != [SOLVER]):
        raise ValueError("solvers and repeats are for full checks, and search=False leaves these out")


@dataclass(frozen=True, slots=True)
class _Row:
    """One encoding on the puzzles of one list, with the solvers that were asked for."""

    encoding: Encoding
    geometry: Geometry
    list_name: str | None
    group: Sequence[tuple[str, Puzzle]]
    plan: Plan
    solvers: tuple[str, ...]


def _compared(
    rows: Sequence[_Row], jobs: int | None, progress: Callable[[float], object]
) -> Generator[Figures, None, None]:
    """The figures of each row and solver, as soon as all of its batches are measured."""
    tasks = [
        (row, PuzzleBatch(row.encoding, row.geometry, tuple(puzzle for _, puzzle in some), row.plan))
        for row in rows
        for start in range(0, len(row.group), BATCH_SIZE)
        for some in [row.group[start : start + BATCH_SIZE]]
    ]
    measured: list[Measurement] = []
    with closing(map_in_order(measure, [batch for _, batch in tasks], jobs=jobs)) as results:
        for done, (batch, found) in enumerate(results, 1):
            if isinstance(found, TaskFailure):
                if found.error is not None:
                    raise found.error
                found = lost(batch, found.reason)
            measured.append(found)
            progress(done / len(tasks))
            row = tasks[done - 1][0]
            if done == len(tasks) or tasks[done][0] is not row:
                in_cnf = row.encoding.formalism is Formalism.CNF
                for solver in row.solvers if in_cnf else row.solvers[:1]:
                    yield _figures(row, measured, solver)
                measured = []


def _figures(row: _Row, batches: Sequence[Measurement], solver: str) -> Figures:
    """The figures of one row and solver."""
    sources, puzzles = zip(*row.group, strict=True)
    checks: list[list[SearchEffort | None]] = [[None] * len(puzzles)]
    if solver in row.plan.solvers:
        of_seeds = zip(*(batch.efforts[solver] for batch in batches), strict=True)
        checks = [list(chain.from_iterable(of)) for of in of_seeds]
    inferred = {name: [one for b in batches for one in b.inferred[name]] for name in row.plan.inferences}
    late = {name: found.count(None) for name, found in inferred.items()}
    numbers = {name: _array([found]) for name, found in inferred.items()}
    numbers |= {name: _array([[getattr(one, name, None) for one in of] for of in checks]) for name in EFFORTS}
    samples = PuzzleSamples(
        puzzles, sources, {name: numbers[name] for name in MEASURES if name in numbers}, checks
    )
    means = {
        name: _mean(found, counts_late=late.get(name, 0) * MEASURES[name].is_share)
        for name, found in numbers.items()
    }
    verdicts = Counter(verdict for verdict in samples.verdicts() if verdict is not None)
    strengths = [name for name in row.plan.inferences if name not in INFERENCES]
    own_sizes = [size for batch in batches for size in batch.sizes]
    # The rules are the same for all, and each worker has written them: the quickest counts.
    sizes = own_sizes or [min((batch.rules for batch in batches), key=lambda size: size.seconds)]
    size = {one.name: _of_sizes(sizes, one.name) for one in fields(FormulaSize)}
    return Figures(
        encoding=row.encoding.name,
        formalism=row.encoding.formalism,
        geometry=row.geometry,
        puzzles=len(puzzles),
        is_per_puzzle=bool(own_sizes),
        variables=size.pop("variables") or 0,
        build_seconds=size.pop("seconds") or 0,
        **size,
        **{name: means.get(name) for name in (*INFERENCES, *EFFORTS)},
        checked=verdicts.total(),
        unprobed=late.get(FAILED_LITERALS, 0),
        verdicts=verdicts,
        complaints=samples.complaints(),
        list=row.list_name,
        solver=solver if row.encoding.formalism is Formalism.CNF else CP_SAT,
        seeds=tuple(seed for seed in row.plan.seeds if seed is not None) or None,
        strengths={name: means[name] for name in strengths},
        late={name: late[name] for name in strengths},
        samples=samples,
    )


def _of_sizes(sizes: Sequence[FormulaSize], what: str) -> float | None:
    """The mean of one field of the sizes, an int where all are equal; None where none has it."""
    numbers = [number for size in sizes if (number := getattr(size, what)) is not None]
    if not numbers:
        return None
    return numbers[0] if len(set(numbers)) == 1 else fmean(numbers)


def _array(rows: Sequence[Sequence[float | None]]) -> Numbers:
    return np.array([[np.nan if one is None else one for one in row] for row in rows], np.float64)


def _mean(numbers: Numbers, *, counts_late: int) -> float | None:
    """The mean over the puzzles of what is known; of shares, what ran out of time is not decided."""
    means = numbers.mean(axis=0)
    known = means[~np.isnan(means)]
    if counts_late:
        return float(known.sum() / (len(known) + counts_late))
    return float(known.mean()) if len(known) else None


def software_versions(solvers: Iterable[str]) -> dict[str, str]:
    """The versions of sudocube, Python, the system and these solvers, in words, by name.

    Options that a solver gets stand in parentheses, where they are not its own defaults.

    >>> software_versions(["glucose4"])["glucose4"]
    'Glucose 4.1'
    """
    found = {"sudocube": version("sudocube"), "python": platform.python_version()}
    found["system"] = f"{platform.system()} {platform.machine()}"
    for solver in dict.fromkeys(solvers):
        if solver == CP_SAT:
            found[solver] = f"OR-tools {version('ortools')}"
        else:
            found["pysat"] = version("python-sat")
            options = ", ".join(f"{name}={value}" for name, value in SETTINGS.get(solver, {}).items())
            found[solver] = VERSIONS[solver] + f" ({options})" * bool(options)
    return found
