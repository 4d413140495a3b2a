"""Is an encoding equivalent to the rules? Proved, refuted by a counter-example, or left open.

Sound and complete are shown apart, each in its own module. An encoding whose formula is reduced puzzle by
puzzle is proved as it stands unreduced, and its reductions are compared for random clues.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from time import perf_counter

from sudocube.arguments import check_limits
from sudocube.clock import Clock, Progress
from sudocube.encoder import Encoding, Formalism, load
from sudocube.geometry import Geometry
from sudocube.lab.completeness import Completeness, completeness
from sudocube.lab.encoded_clauses import encoded_clauses
from sudocube.lab.reductions import Reductions, reductions
from sudocube.lab.redundancy import StatementRedundancy, redundancy
from sudocube.lab.soundness import Soundness, soundness
from sudocube.puzzle import Board

TIME_LIMIT = 60.0
"""Seconds for one encoding."""


class ProofOutcome(StrEnum):
    """What came of it."""

    PROVED = "proved"
    REFUTED = "refuted"
    SAMPLED = "sampled"  # sound, and no grid of a sample was lost
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class EncodingProof:
    """What was shown of an encoding for one geometry, and how.

    `reduced` is None where nothing is reduced puzzle by puzzle; `redundancy` where it was not asked for, or
    makes no sense because the encoding is refuted or not known to be sound.
    """

    encoding: Encoding
    geometry: Geometry
    soundness: Soundness
    completeness: Completeness
    reduced: Reductions | None
    redundancy: StatementRedundancy | None
    seconds: float

    @property
    def sound(self) -> bool | None:
        """Whether each model is a valid grid; None where that is undecided."""
        return _both(self.soundness.holds, self.reduced is None or self.reduced.sound)

    @property
    def complete(self) -> bool | None:
        """Whether each valid grid is a model; None where that is undecided, or grids were only tried."""
        return _both(self.completeness.holds, self.reduced is None or self.reduced.complete)

    @property
    def outcome(self) -> ProofOutcome:
        """All in a word."""
        if self.sound is False or self.complete is False:
            return ProofOutcome.REFUTED
        if self.sound and self.complete:
            return ProofOutcome.PROVED
        return ProofOutcome.SAMPLED if self.sound and self.completeness.sampled else ProofOutcome.UNDECIDED

    @property
    def counterexample(self) -> Board | None:
        """A wrong grid that is a model, else a right one that is none, else a puzzle reduced wrongly."""
        if self.soundness.broken is not None:
            return self.soundness.broken.grid
        if self.completeness.lost is not None or self.reduced is None:
            return self.completeness.lost
        return self.reduced.wrong


def prove(
    encoding: Encoding | str,
    geometry: Geometry | None = None,
    *,
    timeout: float | None = TIME_LIMIT,
    minimal: bool = False,
    progress: Progress | None = None,
) -> EncodingProof:
    """Prove or refute that an encoding, by name or as loaded, says the rules; by default for 9×9.

    `timeout` is in seconds for all of it; what is not decided by then is left open. `minimal` asks for
    redundant statements, too. `progress` is called now and then with what is being done and how far it is.
    Raises UnknownNameError, and EncodingError for a mistake in a user's file; ValueError for a timeout that
    is no time.

    >>> proof = prove("minimal", Geometry.of_size(6))
    >>> proof.sound, proof.complete, str(proof.outcome)
    (True, True, 'proved')
    """
    check_limits(timeout=timeout)
    if isinstance(encoding, str):
        encoding = load(encoding)
    shape = Geometry.of_size(9) if geometry is None else geometry
    start, clock = perf_counter(), Clock(timeout, progress)
    if encoding.formalism is Formalism.CNF:
        stated = encoded_clauses(encoding, shape)
        complete = completeness(stated, clock)
        reduced = reductions(encoding, shape, clock) if encoding.per_puzzle else None
        sound = soundness(stated, clock)
    else:
        from sudocube.encoder.cpsat_model import cpsat_model
        from sudocube.lab import cp_proving

        rules, reduced = cpsat_model(encoding, shape), None
        sound = cp_proving.soundness(rules, clock)
        complete = cp_proving.completeness(rules, clock)
    redundant = None
    if minimal and sound.holds and complete.holds is not False:
        redundant = redundancy(encoding, shape, clock)
    return EncodingProof(encoding, shape, sound, complete, reduced, redundant, perf_counter() - start)


def _both(one: bool | None, other: bool | None) -> bool | None:
    """Whether both hold: False where one does not, else None where one is undecided."""
    if one is False or other is False:
        return False
    return None if one is None or other is None else True
