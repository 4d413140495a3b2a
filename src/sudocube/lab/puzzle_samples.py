"""What was measured puzzle by puzzle: the samples that means, quartiles, intervals and pictures are made of.

Numbers are kept in arrays, because a comparison may have millions of them.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isnan, nan
from statistics import fmean

from sudocube.lab.encoding_measurement import PuzzleMeasurement
from sudocube.lab.full_checking import SearchEffort
from sudocube.puzzle import Puzzle
from sudocube.verdict import Verdict

INFERENCES = ("unit_propagation", "failed_literals")
"""What is inferred of each puzzle; the strengths that are asked for come beside it."""

EFFORTS = ("decisions", "conflicts", "propagations", "seconds")
"""What is counted in each full check."""


@dataclass(frozen=True, slots=True)
class PuzzleSamples:
    """What was measured of each puzzle, in their order; `sources` says where each stands.

    `numbers` has the arrays of each measure: INFERENCES, EFFORTS, names of strengths. There is one for each
    repeat, and only one of what does not depend on repeats. It holds a float for each puzzle: 0 and 1 stand
    for "no" and "yes", NaN for what is not known. `checks` are the verdicts of the full checks, for each
    repeat and puzzle, None where there was none; `reasons` says why one is unknown, by repeat and puzzle,
    both from 0. `refuted` is the number of full checks whose model was no solution.

    >>> from sudocube.lab import compare
    >>> [figures] = compare(["1... ..2. .3.. ...4"], ["extended"], jobs=1)
    >>> figures.samples.means("unit_propagation"), figures.samples.means("conflicts")
    ([1.0], [0.0])
    """

    puzzles: tuple[Puzzle, ...]
    sources: tuple[str, ...]
    numbers: Mapping[str, Sequence[array[float]]]
    checks: Sequence[Sequence[Verdict | None]]
    reasons: Mapping[tuple[int, int], str]
    refuted: int = 0

    def means(self, measure: str) -> list[float]:
        """The number of each puzzle, the mean over its repeats; NaN where it is not known in each of them."""
        repeats = self.numbers[measure]
        return list(repeats[0]) if len(repeats) == 1 else list(map(fmean, zip(*repeats, strict=True)))

    def verdicts(self) -> Iterator[Verdict | None]:
        """The verdict on each puzzle; None where it was not checked in each repeat.

        It is unknown where it is so in one repeat, or where repeats contradict each other.
        """
        for found in map(set, zip(*self.checks, strict=True)):
            if None in found:
                yield None
            else:
                yield found.pop() if len(found) == 1 else Verdict.UNKNOWN

    def complaints(self) -> tuple[str, ...]:
        """The first three different reasons why a verdict is unknown."""
        reasons = [self.reasons[place] for place in sorted(self.reasons)]
        for found in map(set, zip(*self.checks, strict=True)):
            decided = sorted(one for one in found if one not in (None, Verdict.UNKNOWN))
            if len(decided) > 1:
                reasons.append(f"{' and '.join(decided)} in different repeats")
        return tuple(dict.fromkeys(reasons))[:3]


def samples_of(
    puzzles: Sequence[Puzzle],
    sources: Sequence[str],
    measured: Sequence[PuzzleMeasurement],
    repeats: Sequence[Sequence[SearchEffort | None]],
    strengths: Sequence[str],
) -> PuzzleSamples:
    """The samples of what was measured; `repeats` has for each repeat the full checks of all puzzles."""
    numbers: dict[str, list[array[float]]] = {}
    for name in INFERENCES:
        numbers[name] = [_numbers(getattr(one, name) for one in measured)]
    for name in strengths:
        numbers[name] = [_numbers(one.strengths.get(name) for one in measured)]
    for name in EFFORTS:
        numbers[name] = [
            _numbers(None if one is None else getattr(one, name) for one in efforts) for efforts in repeats
        ]
    return PuzzleSamples(
        tuple(puzzles),
        tuple(sources),
        numbers,
        checks=[[None if one is None else one.verdict for one in efforts] for efforts in repeats],
        reasons={
            (repeat, puzzle): one.reason
            for repeat, efforts in enumerate(repeats)
            for puzzle, one in enumerate(efforts)
            if one is not None and one.reason is not None
        },
        refuted=sum(one is not None and one.is_refuted for efforts in repeats for one in efforts),
    )


def known_mean(numbers: Sequence[float]) -> float | None:
    """The mean of the numbers that are not NaN; None where there are none.

    >>> known_mean([1.0, nan, 2.0]), known_mean([nan])
    (1.5, None)
    """
    known = [number for number in numbers if not isnan(number)]
    return fmean(known) if known else None


def _numbers(found: Iterator[float | None]) -> array[float]:
    return array("d", [nan if number is None else number for number in found])
