"""Encodings side by side on the same puzzles: how large they are, what they infer, what a check costs.

>>> from sudocube.puzzle import Puzzle
>>> puzzles = [Puzzle("1... ..2. .3.. ...4")]
>>> [row] = compare(puzzles, ["minimal"], jobs=1)
>>> row.encoding, row.variables, row.clauses, row.unit_propagation
('minimal', 64, 304, 1.0)
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from statistics import fmean
from time import perf_counter

from sudocube.arguments import as_puzzles, check_limits
from sudocube.encoder import Encoding, Formalism, load
from sudocube.formats import Entry
from sudocube.geometry import Geometry
from sudocube.lab.encoding_measurement import (
    FormulaSize,
    Measurement,
    Measurer,
    MeasuringPlan,
    PuzzleBatch,
    PuzzleMeasurement,
)
from sudocube.processes import ALONE_FOR, ProcessPool, TaskFailure, process_count
from sudocube.puzzle import Puzzle
from sudocube.verdict import Verdict

BATCH_SIZE = 20
"""Puzzles in a batch. The figures depend on it, because each batch gets a new solver."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured of one encoding on the puzzles of one geometry.

    `variables` to `constraints` are the size of the rules without clues or, where each puzzle has a formula
    of its own (`is_per_puzzle`), means over the puzzles. `build_seconds` is the time to write the clauses or
    the model. `unit_propagation` and `failed_literals` are the shares, from 0 to 1, of the puzzles that this
    decides: every cell is settled, or there is a contradiction. `decisions`, `conflicts`, `propagations` and
    `seconds` are means per puzzle of a full check, which finds a solution and whether there is another; for
    CP-SAT, decisions are branches. All seconds are processor time. What does not apply, or was not asked for,
    is None.

    `checked` is the number of puzzles with a full check; CONFLICTS_AT_MOST says why it may not be all.
    `unprobed` is the number of puzzles that ran out of time for failed literals; they count as undecided.
    `verdicts` are those of the full checks, and `complaints` the first three different reasons why
    one was unknown.

    >>> [figures] = compare(["1... ..2. .3.. ...4"], ["extended"], jobs=1)
    >>> figures.puzzles, figures.unit_propagation, figures.is_partly_undecided
    (1, 1.0, False)
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

    @property
    def is_partly_undecided(self) -> bool:
        """Whether a puzzle ran out of time, or the verdict on one is unknown."""
        return self.unprobed > 0 or self.verdicts[Verdict.UNKNOWN] > 0


def compare(
    puzzles: Iterable[Puzzle | str | Entry],
    encodings: Sequence[str | Encoding],
    *,
    failed_literals: bool = True,
    search: bool = True,
    thorough: bool = False,
    timeout: float | None = None,
    jobs: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> Generator[Figures, None, None]:
    """The figures of each encoding, geometry by geometry, each as soon as it is complete.

    Encodings are names of the catalogue, paths of users' files, or Encoding objects. Without `search` no full
    checks are made; with `thorough` they are made of all puzzles, however long it takes. `timeout` is in
    seconds, for one puzzle and one encoding. `jobs` is the number of processes; with None, all cores
    take over after a second of work (see `sudocube.jobs.ask`). Only the figures in seconds depend on it.
    `progress` is called after each batch with the share of the work that is done, from 0 to 1.

    A batch whose worker dies is measured again; where that worker dies, too, its puzzles are `unknown`, with
    the reason.

    Raises, before anything is measured: UnknownNameError for an encoding that is not in the catalogue,
    EncodingError for a file that states none, TypeError for a single encoding in place of several,
    TypeError or FormatError for what is no puzzle, UnsupportedError for pencilmarks, ValueError for a
    timeout that is no time or a number of jobs that is no integer above 0; later on, EngineError where no
    worker process can be started.

    >>> for figures in compare(["1... ..2. .3.. ...4"], ["minimal", "extended"], jobs=1):
    ...     print(figures.encoding, figures.variables, figures.clauses)
    minimal 64 304
    extended 64 448
    """
    check_limits(timeout=timeout, jobs=jobs)
    if isinstance(encodings, str | Encoding):
        raise TypeError("several encodings are asked for: put a single one in a list")
    loaded = [load(one) if isinstance(one, str) else one for one in encodings]
    plan = MeasuringPlan(failed_literals, search, thorough, timeout)
    by_geometry: dict[Geometry, list[Puzzle]] = {}
    for puzzle in as_puzzles(puzzles, clues_only="compare"):
        by_geometry.setdefault(puzzle.geometry, []).append(puzzle)
    rows: list[range] = []  # for each row of the answer, the numbers of its batches
    batches: list[PuzzleBatch] = []
    for geometry, group in by_geometry.items():
        groups = [tuple(group[start : start + BATCH_SIZE]) for start in range(0, len(group), BATCH_SIZE)]
        for encoding in loaded:
            rows.append(range(len(batches), len(batches) + len(groups)))
            batches += [PuzzleBatch(encoding, geometry, some, plan) for some in groups]
    return _compared(rows, batches, jobs, progress or (lambda _: None))


def _compared(
    rows: list[range], batches: list[PuzzleBatch], jobs: int | None, progress: Callable[[float], object]
) -> Generator[Figures, None, None]:
    """The figures of each row, as soon as all of its batches are measured."""
    done: dict[int, Measurement] = {}
    complete = 0
    for number, measurement in _measurements(batches, jobs):
        done[number] = measurement
        progress(len(done) / len(batches))
        while complete < len(rows) and all(one in done for one in rows[complete]):
            yield _figures(batches[rows[complete][0]], [done[one] for one in rows[complete]])
            complete += 1


def _measurements(
    batches: Sequence[PuzzleBatch], jobs: int | None
) -> Generator[tuple[int, Measurement], None, None]:
    """What comes of each batch, with its number from 0, as they are done; `jobs` as in `compare`."""
    left = deque(enumerate(batches))
    processes = process_count(jobs)
    if jobs is None or jobs == 1:
        busy = 0.0
        with closing(Measurer()) as measurer:
            while left and (processes == 1 or busy <= ALONE_FOR):
                start = perf_counter()
                number, batch = left.popleft()
                measurement = measurer.measure(batch)
                busy += perf_counter() - start
                yield number, measurement
    died: set[int] = set()  # the batches that a worker has died of
    pool: ProcessPool[int, PuzzleBatch, Measurement] = ProcessPool(_make_measure, processes)
    with pool:
        while left or pool.is_busy:
            while left and pool.is_free:
                pool.submit([left.popleft()])
            for number, outcome in pool.wait():
                if not isinstance(outcome, TaskFailure):
                    yield number, outcome
                elif outcome.error is not None:
                    raise outcome.error
                elif number not in died:
                    died.add(number)
                    left.appendleft((number, batches[number]))
                else:
                    with closing(Measurer()) as measurer:
                        yield number, measurer.lost(batches[number], outcome.reason)


def _make_measure() -> Callable[[PuzzleBatch], Measurement]:
    """In a worker: the function that measures one batch after the other."""
    return Measurer().measure


def _figures(of: PuzzleBatch, measurements: Sequence[Measurement]) -> Figures:
    """The figures of one encoding and geometry, from all of its batches."""
    measured = [one for measurement in measurements for one in measurement.puzzles]
    sizes = [one.size for one in measured if one.size is not None]
    is_per_puzzle = bool(sizes)
    if not sizes:  # the rules are the same for all, and each worker has written them: the quickest counts
        sizes = [min((measurement.rules for measurement in measurements), key=lambda size: size.seconds)]
    efforts = [one.effort for one in measured if one.effort is not None]
    return Figures(
        encoding=of.encoding.name,
        formalism=of.encoding.formalism,
        geometry=of.geometry,
        puzzles=len(measured),
        is_per_puzzle=is_per_puzzle,
        variables=_of_sizes(sizes, "variables") or 0,
        clauses=_of_sizes(sizes, "clauses"),
        distinct=_of_sizes(sizes, "distinct"),
        literals=_of_sizes(sizes, "literals"),
        constraints=_of_sizes(sizes, "constraints"),
        build_seconds=fmean(size.seconds for size in sizes),
        unit_propagation=_share(measured, "unit_propagation"),
        failed_literals=_share(measured, "failed_literals") if of.plan.failed_literals else None,
        decisions=_mean(effort.decisions for effort in efforts),
        conflicts=_mean(effort.conflicts for effort in efforts),
        propagations=_mean(effort.propagations for effort in efforts),
        seconds=_mean(effort.seconds for effort in efforts),
        checked=len(efforts),
        unprobed=sum(
            of.plan.failed_literals and one.unit_propagation is not None and one.failed_literals is None
            for one in measured
        ),
        verdicts=Counter(effort.verdict for effort in efforts),
        complaints=tuple(dict.fromkeys(effort.reason for effort in efforts if effort.reason is not None))[:3],
    )


def _of_sizes(sizes: Sequence[FormulaSize], what: str) -> float | None:
    """The mean of one field of the sizes, an int where all are equal; None where none has it."""
    numbers = [number for size in sizes if (number := getattr(size, what)) is not None]
    return numbers[0] if len(set(numbers)) == 1 else _mean(numbers)


def _mean(numbers: Iterable[float | None]) -> float | None:
    """The mean of the numbers that are known; None where none is."""
    known = [number for number in numbers if number is not None]
    return fmean(known) if known else None


def _share(measured: Sequence[PuzzleMeasurement], what: str) -> float | None:
    """The share of the puzzles that were decided; those that ran out of time were not."""
    decided = [getattr(one, what) for one in measured if one.unit_propagation is not None]
    return fmean(bool(one) for one in decided) if decided else None
