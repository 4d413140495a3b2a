"""Encodings side by side on the same puzzles: how large they are, what they infer, what a check costs.

>>> from sudocube.puzzle import Puzzle
>>> puzzles = [Puzzle("1... ..2. .3.. ...4")]
>>> [row] = compare(puzzles, ["minimal"], jobs=1)
>>> row.encoding, row.variables, row.clauses, row.unit_propagation
('minimal', 64, 304, 1.0)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, partial
from itertools import product
from math import inf
from statistics import fmean
from typing import TYPE_CHECKING, Any

import numpy as np

from sudocube.arguments import check_count, check_limits, sourced_puzzles
from sudocube.encoder import Encoding, Formalism
from sudocube.engines.protocol import OUTSIDER_TIMEOUT
from sudocube.errors import UnknownNameError, UnsupportedError
from sudocube.geometry import Geometry
from sudocube.lab.functions import depends_on_size, encoding_of
from sudocube.lab.intervals import Numbers, Spread, spread
from sudocube.lab.measuring import (
    CONFLICTS_AT_MOST,
    CP_SAT,
    EFFORTS,
    INFERENCES,
    SOLVER,
    STRENGTHS,
    FormulaSize,
    Measured,
    Plan,
    SearchEffort,
    lost,
    measure,
)
from sudocube.processes import TaskFailure, map_in_order
from sudocube.puzzle import Puzzle
from sudocube.rows import Entry
from sudocube.sat.settings import SOLVERS, UNLIMITED
from sudocube.verdict import Verdict

if TYPE_CHECKING:
    from sudocube.fields import Mean, Number, Share

BATCH_SIZE = 20
"""Puzzles in a batch. The figures depend on it, because each batch gets a new solver."""


@dataclass(frozen=True, kw_only=True)
class Figures(FormulaSize):
    """What was measured of one encoding on the puzzles of one geometry, and of one list.

    `plan` says what was measured of which puzzles. The sizes are those of the rules without clues or, where
    each puzzle has a formula of its own, means over the puzzles. `unit_propagation` and `failed_literals`
    decide a puzzle where every cell is settled, or there is a contradiction. `decisions`, `conflicts`,
    `propagations` and `seconds` are means per puzzle of a full check, which finds a solution and whether
    there is another; for CP-SAT, decisions are branches. All seconds are processor time. What does not apply,
    or was not asked for, is None; so is what the solver does not count.

    `complaints` are the first three different reasons why a verdict was unknown. `strengths` are the means of
    those that were asked for, None where one does not apply. `late` says for each name of what is inferred
    how many puzzles ran out of time, which count as undecided.

    `numbers` has for each name of `MEASURES` an array, float64 (repeats, puzzles), with one repeat of what
    does not depend on repeats: 0 and 1 stand for "no" and "yes", NaN for what is not known. `checks` are the
    full checks, for each repeat and puzzle, None where there was none.

    >>> from sudocube.lab import compare
    >>> [figures] = compare(["1... ..2. .3.. ...4"], ["extended"], jobs=1)
    >>> figures.puzzles, figures.checked, figures.unprobed, figures.mean("unit_propagation")
    (1, 1, 0, 1.0)
    >>> figures.repeats, figures.is_per_puzzle, figures.is_partly_undecided, figures.is_refuted
    (None, False, False, False)
    >>> figures.spread["failed_literals"].median
    1.0
    """

    in_row = (
        "plan.list? encoding plan.encoding.formalism plan.geometry.size box=plan.geometry.box_name puzzles"
        " per_puzzle=is_per_puzzle variables clauses distinct literals constraints build_seconds"
        " unit_propagation failed_literals strengths=_strengths? unprobed solver checked decisions conflicts"
        " propagations seconds verdicts=_verdicts repeats? spread?"
    )

    encoding: str
    """The encoding: its name, the path of its file, or a function. For example: "extended"."""
    plan: Plan = field(repr=False)
    unit_propagation: Share = None
    failed_literals: Share = None
    decisions: Mean = None
    conflicts: Mean = None
    propagations: Mean = None
    seconds: Mean = None
    verdicts: Counter[Verdict]
    complaints: tuple[str, ...]
    solver: str
    """What made the full checks. For example: "glucose4"."""
    strengths: Mapping[str, float | None]
    late: Mapping[str, int]
    numbers: Mapping[str, Numbers] = field(repr=False, compare=False)
    checks: Sequence[Sequence[SearchEffort | None]] = field(repr=False, compare=False)

    def mean(self, measure: str) -> float | None:
        """The mean of a measure by its name, None where there is none; constraints stand for clauses."""
        if measure == "clauses" and self.clauses is None:
            return self.constraints
        found: float | None = {**self.strengths}.get(measure, getattr(self, measure, None))
        return found

    @property
    def puzzles(self) -> Number:
        """How many there are. For example: 12."""
        return len(self.plan.puzzles)

    @property
    def is_per_puzzle(self) -> bool:
        """Whether each puzzle has a formula of its own. For example: false."""
        return bool(self.plan.encoding.per_puzzle)

    @property
    def checked(self) -> int:
        """How many puzzles were checked in full; CONFLICTS_AT_MOST says why not all. For example: 20."""
        return self.verdicts.total()

    @property
    def _verdicts(self) -> dict[Verdict, int]:
        """How many checks gave which verdict. For example: {"unique": 20}."""
        return {verdict: count for verdict in Verdict if (count := self.verdicts[verdict])}

    @property
    def _strengths(self) -> dict[str, dict[str, float | None]] | None:
        """With --strengths: the `mean` of each, and how many were `out_of_time`.

        For example: {"lp": {"mean": 1}}.
        """
        strengths = self.strengths.items()
        return {one: {"mean": mean, "out_of_time": self.late[one]} for one, mean in strengths} or None

    @property
    def unprobed(self) -> int:
        """How many ran out of time for failed literals. For example: 0."""
        return self.late.get("failed_literals", 0)

    @property
    def repeats(self) -> int | None:
        """How often each check was made; with --repeat. For example: 5."""
        return None if None in self.plan.seeds else len(self.plan.seeds)

    @cached_property
    def spread(self) -> dict[str, Spread]:
        """With --spread, of each measure: the 95 % interval of the mean, quartiles.

        For example: {"lp": {"low": null, "high": null, "q1": 1, "median": 1, "q3": 1}}.
        """
        found = {name: spread(self, name) for name in self.numbers}
        return {name: one for name, one in found.items() if one is not None}

    @property
    def is_refuted(self) -> bool:
        """Whether the model of a full check was no solution."""
        return any(one is not None and one.is_refuted for efforts in self.checks for one in efforts)

    @property
    def is_partly_undecided(self) -> bool:
        """Whether a puzzle ran out of time, or the verdict on one is unknown."""
        return self.verdicts[Verdict.UNKNOWN] > 0 or any(self.late.values())


def compare(
    puzzles: Iterable[Puzzle | str | Entry],
    encodings: Sequence[str | Encoding],
    *,
    failed_literals: bool = True,
    search: bool = True,
    thorough: bool = False,
    timeout: float | None = None,
    strengths: Sequence[str] = (),
    solvers: Sequence[str] = (),
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
    `lab.measuring.STRENGTHS`, to be measured, too. `jobs` is the number of processes; with None, all cores
    take over after a second of work (see `engines.asking`). Only the figures in seconds depend on it.
    `progress` is called after each batch with the share of the work that is done, from 0 to 1.

    `solvers` are solvers of PySAT, by default glucose4, each of which makes the full checks with encodings in
    CNF; CP-SAT checks its own encodings. `repeat` has each check made so many times, with variables, clauses
    and literals in an order at random, another one in each repeat, which `seed` chooses; by default it is
    made once, in the order of the encoding. With `by_list`, each file that puzzles were read from (see
    `Entry.source`) is a list with figures of its own.

    The puzzles of a batch whose worker dies are `unknown`, with the reason.

    Raises, before anything is measured: UnknownNameError for an encoding that is not in the catalogue, and
    for a solver or a strength that does not exist; EncodingError for a file or a function that states no
    encoding; UndecidedError for a function that runs out of time; TypeError for a single encoding or solver
    in place of several; TypeError or FormatError for what is no puzzle; UnsupportedError for pencilmarks, and
    for a solver that takes no timeout where there is one; ValueError for a timeout that is no time, for a
    number of jobs or repeats that is no integer above 0, and for solvers or repeats without `search`. Later
    on, EngineError where no worker process can be started.

    >>> for figures in compare(["1... ..2. .3.. ...4"], ["minimal", "extended"], jobs=1):
    ...     print(figures.encoding, figures.variables, figures.clauses)
    minimal 64 304
    extended 64 448
    """
    check_limits(timeout=timeout, jobs=jobs)
    _check_names(encodings, solvers, strengths)
    if timeout is not None and (unlimited := UNLIMITED.intersection(solvers)):
        raise UnsupportedError(f"{min(unlimited)} cannot be stopped: leave out the timeout, or this solver")
    if repeat is not None:
        check_count(repeat, "{} repeats", or_else=", or None")
    if not search and (repeat is not None or solvers):
        raise ValueError("repeat and solvers are for full checks, which no-search leaves out")
    inferences = (*INFERENCES[: 1 + failed_literals], *(name for name in STRENGTHS if name in strengths))
    seeds = (None,) if repeat is None else tuple(f"{seed}:{number}" for number in range(1, repeat + 1))
    made = partial(encoding_of, timeout=max(timeout or 0, OUTSIDER_TIMEOUT), on_print=on_print)
    loaded = [one if depends_on_size(one) else made(one, Geometry.of_size(9)) for one in encodings]
    conflicts_at_most = (inf if thorough else CONFLICTS_AT_MOST) if search else 0
    plans, last = [], (seed, seeds, conflicts_at_most, timeout)
    for geometry, lists in _groups(puzzles, by_list=by_list):
        for (list_name, group), one in product(lists.items(), [made(one, geometry) for one in loaded]):
            by = tuple(dict.fromkeys(solvers)) or (SOLVER,) if one.formalism is Formalism.CNF else (CP_SAT,)
            plans.append(Plan(one, geometry, list_name, group, inferences, by, *last))
    return _compared(plans, jobs, progress or (lambda _: None))


def _check_names(encodings: object, solvers: Sequence[str], strengths: Sequence[str]) -> None:
    """See `compare`."""
    for names, of_what in ((encodings, "encodings"), (solvers, "solvers")):
        if isinstance(names, str | Encoding):
            raise TypeError(f"several {of_what} are asked for: put a single one in a list")
    for kind, names, known in (("solver", solvers, SOLVERS), ("strength", strengths, STRENGTHS)):
        if unknown := [name for name in names if name not in known]:
            raise UnknownNameError(kind, unknown[0], tuple(known))


Lists = dict[str | None, list[tuple[str, Puzzle]]]
"""Puzzles with their sources, by the file that they were read from, or all by None."""


def _groups(puzzles: Iterable[Puzzle | str | Entry], *, by_list: bool) -> Iterable[tuple[Geometry, Lists]]:
    """The puzzles of each geometry."""
    groups: dict[Geometry, Lists] = {}
    for source, puzzle in sourced_puzzles(puzzles, clues_only="compare"):
        lists = groups.setdefault(puzzle.geometry, {})
        lists.setdefault(source.rpartition(":")[0] if by_list else None, []).append((source, puzzle))
    return groups.items()


def _compared(
    plans: Sequence[Plan], jobs: int | None, progress: Callable[[float], object]
) -> Generator[Figures, None, None]:
    """The figures of each plan and solver, as soon as all of its batches are measured."""
    tasks = [
        (plan, replace(plan, puzzles=plan.puzzles[start : start + BATCH_SIZE]))
        for plan in plans
        for start in range(0, len(plan.puzzles), BATCH_SIZE)
    ]
    measured: list[Measured] = []
    with closing(map_in_order(measure, [batch for _, batch in tasks], jobs=jobs)) as results:
        for (plan, _), (done, (batch, found)) in zip(tasks, enumerate(results, 1), strict=True):
            if isinstance(found, TaskFailure):
                if found.error is not None:
                    raise found.error
                found = lost(batch, found.reason)
            measured += found
            progress(done / len(tasks))
            if len(measured) == len(plan.puzzles):
                yield from (_figures(plan, solver, measured) for solver in plan.solvers)
                measured = []


def _figures(plan: Plan, solver: str, measured: Sequence[Measured]) -> Figures:
    """The figures of one plan and solver."""
    checks = [[one.efforts.get((solver, seed)) for one in measured] for seed in plan.seeds]
    inferred = {name: [one.inferred[name] for one in measured] for name in plan.inferences}
    by_name = {name: [of] for name, of in inferred.items()}
    by_name |= {name: [[getattr(one, name, None) for one in of] for of in checks] for name in EFFORTS}
    numbers = {name: np.array(of, np.float64) for name, of in by_name.items()}  # NaN in place of None
    late = {name: of.count(None) for name, of in inferred.items()}
    means = {name: _mean(of, late.get(name, 0)) for name, of in numbers.items()}
    verdicts, complaints = _verdicts(checks)
    sizes = [one.size for one in measured]
    if not plan.encoding.per_puzzle:  # the rules are the same for all, and each worker has written them
        sizes = [min(sizes, key=lambda size: size.build_seconds)]
    found: dict[str, Any] = {one.name: _of_sizes(sizes, one.name) for one in fields(FormulaSize)}
    found |= {name: means.get(name) for name in (*INFERENCES, *EFFORTS)}
    return Figures(
        **found,
        plan=plan,
        encoding=plan.encoding.name,
        solver=solver,
        verdicts=verdicts,
        complaints=complaints,
        strengths={name: means[name] for name in plan.inferences if name not in INFERENCES},
        late=late,
        numbers=numbers,
        checks=checks,
    )


def _verdicts(checks: Sequence[Sequence[SearchEffort | None]]) -> tuple[Counter[Verdict], tuple[str, ...]]:
    """The verdicts on puzzles that were checked in each repeat, and the first three reasons for "unknown".

    A verdict is unknown where it is so in one repeat, or where repeats contradict each other.
    """
    verdicts, reasons = Counter[Verdict](), list[str]()
    for repeats in zip(*checks, strict=True):
        known = [one for one in repeats if one is not None]
        found = {one.verdict for one in known}
        reasons += [one.reason for one in known if one.reason]
        decided = sorted(found - {Verdict.UNKNOWN})
        if len(decided) > 1:
            reasons.append(f"{' and '.join(decided)} in different repeats")
        if len(known) == len(repeats):
            verdicts[found.pop() if len(found) == 1 else Verdict.UNKNOWN] += 1
    return verdicts, tuple(dict.fromkeys(reasons))[:3]


def _of_sizes(sizes: Sequence[FormulaSize], what: str) -> float | None:
    """The mean of one field of the sizes, an int where all are equal; None where none has it."""
    numbers = [number for size in sizes if (number := getattr(size, what)) is not None]
    return fmean(numbers) if len(set(numbers)) > 1 else next(iter(numbers), None)


def _mean(numbers: Numbers, late: int) -> float | None:
    """The mean over the puzzles of what is known; what ran out of time is not decided."""
    means = numbers.mean(axis=0)
    known = means[~np.isnan(means)]
    return float(known.sum() / (len(known) + late)) if len(known) + late else None
