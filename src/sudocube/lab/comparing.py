"""Encodings side by side on the same puzzles: how large they are, what they infer, what a check costs.

What is inferred depends neither on the solver nor on repeats, so it is measured once. Repeats come one
after the other, each with all encodings: if the machine becomes slower, this slows all of them.

>>> from sudocube.puzzle import Puzzle
>>> puzzles = [Puzzle("1... ..2. .3.. ...4")]
>>> [row] = compare(puzzles, ["minimal"], jobs=1)
>>> row.encoding, row.variables, row.clauses, row.unit_propagation
('minimal', 64, 304, 1.0)
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Generator, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import cache
from time import perf_counter

from sudocube.arguments import check_count, check_limits, sourced_puzzles
from sudocube.encoder import Encoding, Formalism, load
from sudocube.encoder.catalogue import FUNCTION
from sudocube.engines import OUTSIDER_TIMEOUT
from sudocube.errors import UnknownNameError, UnsupportedError
from sudocube.geometry import Geometry
from sudocube.lab.comparison_figures import Figures, figures_of
from sudocube.lab.encoding_measurement import Measurement, Measurer, MeasuringPlan, PuzzleBatch
from sudocube.lab.full_checking import SOLVER
from sudocube.lab.own_clauses import encoding_of
from sudocube.lab.strengths import strengths_named
from sudocube.processes import ALONE_FOR, TaskFailure, WorkerPool, process_count
from sudocube.puzzle import Puzzle
from sudocube.rows import Entry
from sudocube.sat.settings import SOLVERS, UNLIMITED

BATCH_SIZE = 20
"""Puzzles in a batch. The figures depend on it, because each batch gets a new solver."""


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
    clauses, such as `python:FILE.py:NAME`; `on_print` gets what such a function prints. Without `search` no
    full checks are made; with `thorough` they are made of all puzzles, however long it takes. `timeout` is
    in seconds, for one puzzle and one encoding. `strengths` are names of `lab.strengths.STRENGTHS`, to be
    measured, too. `jobs` is the number of processes; with None, all cores take over after a second of work
    (see `sudocube.jobs.ask`). Only the figures in seconds depend on it. `progress` is called after each
    batch with the share of the work that is done, from 0 to 1.

    `solvers` are solvers of PySAT, each of which makes the full checks with encodings in CNF; CP-SAT checks
    its own encodings. `repeat` has each check made so many times, with variables, clauses and literals in an
    order at random, another one in each repeat, which `seed` chooses; by default it is made once, in the
    order of the encoding. With `by_list`, each file that puzzles were read from (see `Entry.source`) is a
    list with figures of its own.

    A batch whose worker dies is measured again; where that worker dies, too, its puzzles are `unknown`, with
    the reason.

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
    _check_names(encodings, "encodings")
    _check_searches(solvers, repeat, search=search, timeout=timeout)
    loaded = [_loaded(one) for one in encodings]
    names = tuple(one.name for one in strengths_named(strengths))
    plan = MeasuringPlan(failed_literals, search, thorough, timeout, names)
    seeds = [None] if repeat is None else [f"{seed}:{number}" for number in range(1, repeat + 1)]
    groups: dict[Geometry, dict[str | None, list[tuple[str, Puzzle]]]] = {}
    for source, puzzle in sourced_puzzles(puzzles, clues_only="compare"):
        lists = groups.setdefault(puzzle.geometry, {})
        lists.setdefault(source.rpartition(":")[0] if by_list else None, []).append((source, puzzle))
    rows: list[_Row] = []
    for geometry, lists in groups.items():
        of_size = [_made(one, geometry, timeout, on_print) for one in loaded]
        for name, group in lists.items():
            for encoding in of_size:
                in_cnf = encoding.formalism is Formalism.CNF
                for solver in solvers if in_cnf else solvers[:1]:
                    rows.append(_Row(encoding, geometry, name, solver, group, is_first=solver == solvers[0]))
    return _compared(rows, _planned(rows, plan, seeds), jobs, progress or (lambda _: None))


def _loaded(encoding: str | Encoding) -> str | Encoding:
    """The encoding of that name; but a function that makes clauses stays a name until a size is known."""
    if isinstance(encoding, Encoding) or encoding.startswith(FUNCTION):
        return encoding
    return load(encoding)


def _made(
    encoding: str | Encoding,
    geometry: Geometry,
    timeout: float | None,
    on_print: Callable[[str], object] | None,
) -> Encoding:
    """An encoding for one geometry; a function has at least the time that outsiders have."""
    if isinstance(encoding, Encoding):
        return encoding
    return encoding_of(encoding, geometry, timeout=max(timeout or 0, OUTSIDER_TIMEOUT), on_print=on_print)


def _check_names(names: object, of_what: str) -> None:
    if isinstance(names, str | Encoding):
        raise TypeError(f"several {of_what} are asked for: put a single one in a list")


def _check_searches(
    solvers: Sequence[str], repeat: int | None, *, search: bool, timeout: float | None
) -> None:
    """Raise an error for solvers and repeats that do not exist, or do not go with the rest."""
    _check_names(solvers, "solvers")
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


@dataclass(slots=True)
class _Row:
    """One row of the answer, and the numbers of the batches that it is made of, repeat by repeat.

    `is_first` says whether it is the first one of its encoding, for which all is measured that depends on no
    solver: `inferring` are the batches with that.
    """

    encoding: Encoding
    geometry: Geometry
    list_name: str | None
    solver: str
    group: Sequence[tuple[str, Puzzle]]
    is_first: bool
    inferring: range = range(0)
    checking: list[range] = field(default_factory=list)

    def is_complete(self, done: Collection[int]) -> bool:
        """Whether all of its batches are measured."""
        return all(number in done for some in (self.inferring, *self.checking) for number in some)

    def figures(self, batches: Sequence[PuzzleBatch], done: Mapping[int, Measurement]) -> Figures:
        """Its figures, once it is complete."""
        return figures_of(
            [(batches[number], done[number]) for number in self.inferring],
            [[done[number] for number in numbers] for numbers in self.checking],
            solver=self.solver,
            list_name=self.list_name,
            sources=[source for source, _ in self.group],
            seeds=[batches[numbers[0]].seed for numbers in self.checking],
        )


def _planned(rows: Sequence[_Row], plan: MeasuringPlan, seeds: Sequence[str | None]) -> list[PuzzleBatch]:
    """The batches of all rows, in the order in which they are to be measured; the rows note theirs."""
    batches: list[PuzzleBatch] = []
    for repeat, seed in enumerate(seeds):
        for at, row in enumerate(rows):
            puzzles = [puzzle for _, puzzle in row.group]
            groups = [
                tuple(puzzles[start : start + BATCH_SIZE]) for start in range(0, len(puzzles), BATCH_SIZE)
            ]
            infers = row.is_first and not repeat
            row.checking.append(range(len(batches), len(batches) + len(groups)))
            if not repeat:
                row.inferring = row.checking[0] if infers else rows[at - 1].inferring
            batches += [
                PuzzleBatch(row.encoding, row.geometry, some, plan, row.solver, seed, infers)
                for some in groups
            ]
    return batches


def _compared(
    rows: Sequence[_Row],
    batches: Sequence[PuzzleBatch],
    jobs: int | None,
    progress: Callable[[float], object],
) -> Generator[Figures, None, None]:
    """The figures of each row, as soon as all of its batches are measured."""
    done: dict[int, Measurement] = {}
    complete = 0
    for measured, (number, measurement) in enumerate(_measurements(batches, jobs), 1):
        done[number] = measurement
        progress(measured / len(batches))
        while complete < len(rows) and rows[complete].is_complete(done):
            yield rows[complete].figures(batches, done)
            complete += 1
            _forget(rows, complete, done)


def _forget(rows: Sequence[_Row], complete: int, done: dict[int, Measurement]) -> None:
    """Drop what the complete rows were made of, unless the next row has the same encoding, and needs it."""
    if complete < len(rows) and not rows[complete].is_first:
        return
    for row in reversed(rows[:complete]):
        for numbers in row.checking:
            for number in numbers:
                done.pop(number, None)
        if row.is_first:
            return


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
    died: list[tuple[int, PuzzleBatch]] = []  # the batches that a worker has died of, which get another try
    with WorkerPool(processes) as pool:
        for is_last, batches_left in ((False, left), (True, died)):
            for (number, batch), outcome in pool.map(_measured, batches_left):
                if not isinstance(outcome, TaskFailure):
                    yield number, outcome
                elif outcome.error is not None:
                    raise outcome.error
                elif not is_last:
                    died.append((number, batch))
                else:
                    with closing(Measurer()) as measurer:
                        yield number, measurer.lost(batch, outcome.reason)


def _measured(numbered_batch: tuple[int, PuzzleBatch]) -> Measurement:
    """In a worker: what comes of a batch."""
    return _kept_measurer().measure(numbered_batch[1])


_kept_measurer = cache(Measurer)
