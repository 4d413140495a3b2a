"""The figures of an encoding: what `compare` gives, made of what was measured puzzle by puzzle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from sudocube.encoder import Formalism
from sudocube.geometry import Geometry
from sudocube.lab.encoding_measurement import FormulaSize, Measurement, PuzzleBatch, PuzzleMeasurement
from sudocube.lab.puzzle_samples import EFFORTS, PuzzleSamples, known_mean, samples_of
from sudocube.lab.strengths import STRENGTHS
from sudocube.verdict import Verdict

CP_SAT = "cp-sat"
"""The solver of full checks with CP-SAT encodings."""


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


def figures_of(
    inferring: Sequence[tuple[PuzzleBatch, Measurement]],
    checking: Sequence[Sequence[Measurement]],
    *,
    solver: str,
    list_name: str | None,
    sources: Sequence[str],
    seeds: Sequence[str | None],
) -> Figures:
    """The figures of one encoding, geometry and list, with one solver.

    `inferring` are the batches of which all was inferred, in order, each with what was measured of it;
    `checking` has for each repeat the measurements with the solver's full checks. `sources` says where each
    puzzle stands, and `seeds` are those of the repeats.
    """
    of, measured = inferring[0][0], [one for _, batch in inferring for one in batch.puzzles]
    sizes = [one.size for one in measured if one.size is not None]
    is_per_puzzle = bool(sizes)
    if not sizes:  # the rules are the same for all, and each worker has written them: the quickest counts
        sizes = [min((batch.rules for _, batch in inferring), key=lambda size: size.seconds)]
    samples = samples_of(
        [puzzle for batch, _ in inferring for puzzle in batch.puzzles],
        sources,
        measured,
        [[one.effort for batch in batches for one in batch.puzzles] for batches in checking],
        of.plan.strengths,
    )
    verdicts = Counter(verdict for verdict in samples.verdicts() if verdict is not None)
    decisions, conflicts, propagations, seconds = (known_mean(samples.means(name)) for name in EFFORTS)
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
        decisions=decisions,
        conflicts=conflicts,
        propagations=propagations,
        seconds=seconds,
        checked=verdicts.total(),
        unprobed=sum(
            of.plan.failed_literals and one.unit_propagation is not None and one.failed_literals is None
            for one in measured
        ),
        verdicts=verdicts,
        complaints=samples.complaints(),
        list=list_name,
        solver=solver if of.encoding.formalism is Formalism.CNF else CP_SAT,
        seeds=None if None in seeds else tuple(seed for seed in seeds if seed is not None),
        strengths={name: _strength(measured, name) for name in of.plan.strengths},
        late={
            name: sum(name in one.strengths and one.strengths[name] is None for one in measured)
            for name in of.plan.strengths
        },
        samples=samples,
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


def _strength(measured: Sequence[PuzzleMeasurement], name: str) -> float | None:
    """The mean of a strength; of shares, those that ran out of time were not decided."""
    found = [one.strengths[name] for one in measured if name in one.strengths]
    return _mean(bool(one) for one in found) if STRENGTHS[name].is_share else _mean(found)
