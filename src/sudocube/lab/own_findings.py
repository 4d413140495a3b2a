"""What helps whoever wrote clauses that are refuted: what forbids a grid, what is missing, known slips."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from sudocube.clock import Clock
from sudocube.encoder import Encoding
from sudocube.geometry import Geometry
from sudocube.lab.completeness import Completeness
from sudocube.lab.encoded_clauses import encoded_clauses
from sudocube.lab.forbidding_clauses import ForbiddingClauses, forbidding_clauses
from sudocube.lab.missing_constraints import MissingConstraints, missing_constraints
from sudocube.lab.slips import KnownSlips, known_slips
from sudocube.lab.soundness import Soundness

TIME_SHARE = 0.5
"""The share of the remaining time that the search for what is missing may take."""


@dataclass(frozen=True, slots=True)
class OwnFindings:
    """What was found out about somebody's own clauses that are refuted.

    `forbidding` are the clauses that forbid the lost grid; None where no grid is lost, or there was no time.
    `missing` would make the clauses sound; it is empty where they are, or where there was no time. `slips`
    explain what is wrong; None where no known slip does, or there was no time.
    """

    forbidding: ForbiddingClauses | None
    missing: tuple[MissingConstraints, ...]
    slips: KnownSlips | None


def own_findings(
    encoding: Encoding, geometry: Geometry, sound: Soundness, complete: Completeness, clock: Clock
) -> OwnFindings | None:
    """What helps with own clauses; None where they are not refuted, and for other encodings."""
    own = encoding.own
    if own is None or (sound.holds is not False and complete.holds is not False):
        return None
    forbidding = missing = slips = None
    with suppress(TimeoutError):
        encoded = encoded_clauses(encoding, geometry, clock)
        if complete.lost is not None:
            forbidding = forbidding_clauses(own, encoded, complete.lost, clock)
        if sound.holds is False:
            missing = missing_constraints(encoded, clock.share(TIME_SHARE))
    with suppress(TimeoutError):
        slips = known_slips(encoding, geometry, clock)
    return OwnFindings(forbidding, missing or (), slips)
