"""Encodings side by side on the same puzzles: how large they are, what they infer, what a check costs.

>>> from sudocube.puzzle import Puzzle
>>> puzzles = [Puzzle("1... ..2. .3.. ...4")]
>>> [row] = compare(puzzles, ["minimal"], jobs=1)
>>> row.encoding, row.variables, row.clauses, row.unit_propagation
('minimal', 64, 304, 1.0)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from sudocube.arguments import as_puzzle, check_limits
from sudocube.encoder import Encoding, Formalism, load
from sudocube.geometry import Geometry
from sudocube.lab.comparing_jobs import measure_all
from sudocube.lab.comparing_parcels import FormulaSize, Measurement, Plan, PuzzleBatch, PuzzleMeasurement
from sudocube.lab.comparing_search import Effort
from sudocube.puzzle import Puzzle
from sudocube.verdict import Verdict

BATCH_SIZE = 20
"""Puzzles that are measured in one go. Part of what is measured: no solver lives longer than a batch."""


@dataclass(frozen=True, slots=True)
class Figures:
    """One encoding on the puzzles of one geometry.

    Sizes are those of the rules without clues, or, where each puzzle has a formula of its own, means over
    the puzzles (`is_per_puzzle`). `build_seconds` is what it takes to write the clauses or the model.
    `unit_propagation` and `failed_literals` are shares, 0 to 1, of the puzzles that are decided: every
    cell settled, or a contradiction. `decisions`, `conflicts`, `propagations` and `seconds` are means per
    puzzle of a full check, a solution and whether there is another; for CP-SAT, decisions are branches.
    Seconds are of processor time. None is what does not apply, or was not asked for.

    `checked` is the number of puzzles whose full check was made; see CONFLICTS_AT_MOST for why not of all.

    `unprobed` are the puzzles whose probing ran out of time: they count as undecided in `failed_literals`.
    `verdicts` are those of the full checks, and `complaints` why one was unknown, the first few.
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
        """Whether some puzzle was not measured to the end."""
        return self.unprobed > 0 or self.verdicts[Verdict.UNKNOWN] > 0


def compare(
    puzzles: Iterable[Puzzle],
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

    Encodings are those of the catalogue by name, users' files by path, or made ones. Without `search` no
    full checks are made; with `thorough` they are made of all puzzles, however long it takes. `timeout` is in
    seconds, for one puzzle and one encoding. `jobs` are processes, as in `sudocube.jobs.ask`; the
    figures do not depend on them, apart from those in seconds. `progress` is called now and then with the
    share of the work that is done. Raises UnknownNameError, EncodingError, and
    UnsupportedError for pencilmarks, before anything is measured.
    """
    check_limits(timeout=timeout, jobs=jobs)
    loaded = [load(one) if isinstance(one, str) else one for one in encodings]
    plan = Plan(failed_literals, search, thorough, timeout)
    by_geometry: dict[Geometry, list[Puzzle]] = {}
    for puzzle in puzzles:
        puzzle = as_puzzle(puzzle, clues_only="compare")
        by_geometry.setdefault(puzzle.geometry, []).append(puzzle)
    return _compare(by_geometry, loaded, plan, jobs, progress or (lambda _: None))


def _compare(
    by_geometry: dict[Geometry, list[Puzzle]],
    encodings: Sequence[Encoding],
    plan: Plan,
    jobs: int | None,
    progress: Callable[[float], object],
) -> Generator[Figures, None, None]:
    rows: list[list[int]] = []  # for each row of the answer, the numbers of its batches
    batches: list[PuzzleBatch] = []
    for geometry, group in by_geometry.items():
        for encoding in encodings:
            parts = [tuple(group[start : start + BATCH_SIZE]) for start in range(0, len(group), BATCH_SIZE)]
            rows.append([*range(len(batches), len(batches) + len(parts))])
            batches += [PuzzleBatch(encoding, geometry, part, plan) for part in parts]
    done: dict[int, Measurement] = {}
    complete = 0
    for number, measurements in measure_all(batches, jobs):
        done[number] = measurements
        progress(len(done) / len(batches))
        while complete < len(rows) and all(one in done for one in rows[complete]):
            yield _figures(batches[rows[complete][0]], [done[one] for one in rows[complete]])
            complete += 1


def _figures(of: PuzzleBatch, measurements: Sequence[Measurement]) -> Figures:
    """What the batches of one encoding and geometry come to."""
    measured = [one for part in measurements for one in part.puzzles]
    sizes = [one.size for one in measured if one.size is not None]
    is_per_puzzle = bool(sizes)
    if not sizes:  # the rules are the same for all; they were written by each worker, undisturbed by some
        sizes = [min((part.rules for part in measurements), key=lambda size: size.seconds)]
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
        complaints=_complaints(efforts),
    )


def _of_sizes(sizes: Sequence[FormulaSize], what: str) -> float | None:
    """A mean of whole numbers; one of them alone stays whole."""
    numbers = [number for size in sizes if (number := getattr(size, what)) is not None]
    return numbers[0] if len(set(numbers)) == 1 else _mean(numbers)


def _mean(numbers: Iterable[float | None]) -> float | None:
    """The mean; None where there is nothing to take it of."""
    known = [number for number in numbers if number is not None]
    return fmean(known) if known else None


def _share(measured: Sequence[PuzzleMeasurement], what: str) -> float | None:
    """How many of the puzzles were decided; what ran out of time was not."""
    decided = [getattr(one, what) for one in measured if one.unit_propagation is not None]
    return fmean(bool(one) for one in decided) if decided else None


def _complaints(efforts: Sequence[Effort]) -> tuple[str, ...]:
    """Why verdicts are unknown, each reason once, the first three."""
    return tuple(dict.fromkeys(effort.reason for effort in efforts if effort.reason is not None))[:3]
