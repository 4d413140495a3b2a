"""Does an encoding say exactly the rules? Proved, refuted by a counter-example, or undecided.

Soundness and completeness are shown separately, each in a module of its own, of the clauses of an encoding; a
model for CP-SAT is written as clauses for that, constraint by constraint. Where the formula is reduced for
each puzzle, the unreduced formula is proved.

Which statements of an encoding follow from the others? Without one of its statements, a sound and complete
encoding still loses no grid; so the statement is redundant exactly when the rest is sound. First each
statement is left out by itself. Then the redundant ones are left out one after the other, and stay out while
the rest is sound: in the end none of those that remain can be left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from time import perf_counter
from typing import TYPE_CHECKING

from sudocube.arguments import check_limits
from sudocube.clock import Clock, ProgressCallback
from sudocube.cube import cube
from sudocube.encoder import Encoding
from sudocube.encoder.cnf import no_garbage_collection
from sudocube.encoder.own_clause_file import geometry_of
from sudocube.encoder.vocabulary import Statement
from sudocube.errors import UnsupportedError, quoted
from sudocube.geometry import Geometry
from sudocube.lab.completeness import Completeness, completeness
from sudocube.lab.encoded_clauses import encoded_clauses
from sudocube.lab.functions import encoding_of
from sudocube.lab.own_findings import (
    ForbiddingClauses,
    MissingConstraints,
    forbidding_clauses,
    missing_constraints,
)
from sudocube.lab.soundness import CounterGrid, Soundness, soundness, violations
from sudocube.puzzle import Board

if TYPE_CHECKING:
    from sudocube.fields import Seconds

TIME_LIMIT = 60.0
"""Seconds for one encoding."""

COMPLETENESS_TIME_SHARE = 0.7
"""The share of the time that completeness may take, so that there is time for soundness in any case."""

TIME_SHARE = 0.2
"""The share of the remaining time that the encoding without one of its statements may take."""

MISSING_TIME_SHARE = 0.5
"""The share of the remaining time that the search for what is missing may take."""

SHARE_AFTER_A_LOST_GRID = 0.1
"""The share of the remaining time for the soundness of somebody's own clauses that lose a valid grid.

They are refuted. What is wrong with them is found in what is left, and whoever wrote them waits for that.
"""


class ProofOutcome(StrEnum):
    """What is known of an encoding after all proofs were tried."""

    PROVED = "proved"
    REFUTED = "refuted"
    SAMPLED = "sampled"  # sound, and loses no grid of a random sample
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class StatementRedundancy:
    """The statements, by what leaving out each one alone showed."""

    in_row = "redundant needed=_needed undecided enough settled=is_settled"

    redundant: tuple[Statement, ...]
    """Those that follow from all others. For example: ["families.row.at_least_one"]."""
    needed: Mapping[Statement, CounterGrid]
    """Those that do not, each with a grid that is wrongly accepted without it."""
    undecided: tuple[Statement, ...]
    """Those for which there was no time. For example: []."""
    enough: tuple[Statement, ...]
    """Those that say the rules without the others; none of them can be left out, if that is settled.

    For example: ["families.row.at_least_one"].
    """
    is_settled: bool
    """Whether nothing is undecided. For example: true."""

    @property
    def _needed(self) -> dict[str, Board]:
        """Those that do not follow, with a grid that passes without each. For example: {}."""
        return {str(statement): broken.grid for statement, broken in self.needed.items()}


@dataclass(frozen=True)
class EncodingProof:
    """What was shown of an encoding for one geometry, and by which arguments.

    >>> proof = prove("minimal", Geometry.of_size(4))
    >>> proof.sound, proof.complete, proof.outcome, proof.counterexample
    (True, True, <ProofOutcome.PROVED: 'proved'>, None)
    """

    in_row = (
        "encoding=encoding.name geometry.size box=geometry.box_name outcome sound complete counterexample"
        " broken=soundness.counter_grid completeness.lost completeness.lost_by forbidden_by missing"
        " soundness.rules completeness.implied_clauses completeness.settable_lines completeness.all_grids"
        " completeness.sampled_grids minimal seconds"
    )

    encoding: Encoding
    geometry: Geometry
    soundness: Soundness
    completeness: Completeness
    minimal: StatementRedundancy | None
    """Which statements follow from others; None where that was not asked for, and where the encoding is
    refuted or not known to be sound.

    For example: null.
    """
    seconds: Seconds
    forbidden_by: ForbiddingClauses | None
    """Clauses of one's own that lose a valid grid. For example: null."""
    missing: tuple[MissingConstraints, ...]
    """What would make clauses of one's own sound. For example: []."""

    @property
    def sound(self) -> bool | None:
        """Whether each model is a valid grid; None where that is undecided. For example: true, null."""
        return self.soundness.holds

    @property
    def complete(self) -> bool | None:
        """Whether each valid grid is a model; None where that is undecided, or only a sample was tried.

        For example: true, null.
        """
        return self.completeness.holds

    @property
    def outcome(self) -> ProofOutcome:
        """What is known in the end. For example: "proved"."""
        if self.sound is False or self.complete is False:
            return ProofOutcome.REFUTED
        if self.sound and self.complete:
            return ProofOutcome.PROVED
        is_sampled = self.sound and self.completeness.sampled_grids
        return ProofOutcome.SAMPLED if is_sampled else ProofOutcome.UNDECIDED

    @property
    def counterexample(self) -> Board | None:
        """A grid wrongly accepted, else a valid grid that is lost. For example: "1....2....3....4", null."""
        wrong = self.soundness.counter_grid
        return self.completeness.lost if wrong is None else wrong.grid


def prove(
    encoding: Encoding | str,
    geometry: Geometry | None = None,
    *,
    timeout: float | None = TIME_LIMIT,
    minimal: bool = False,
    progress: ProgressCallback | None = None,
) -> EncodingProof:
    """Prove or refute that an encoding is sound and complete, for one geometry.

    `encoding` is a name of the catalogue, the path of a file, the name of a function that makes clauses (see
    `sudocube.lab.functions`), or an Encoding. Without a geometry, that of 9×9 is taken, or the one that own
    clauses or a model are for (see `encoder.own_clause_file`). `timeout` is in seconds and for the whole
    proof, and before it for a function; what is not decided by then stays undecided. `minimal` also asks
    which statements are redundant. `progress` is called now and then with what is being done, and the share
    of it that is done, from 0 to 1.

    Raises TypeError for what is no encoding or geometry, UnknownNameError for an encoding that is not in the
    catalogue or a function that is not in its file, EncodingError for a mistake in a user's file or in what a
    function gives, UnsupportedError where a function cannot be imported or clauses are for another geometry,
    and for `minimal` of clauses, UndecidedError for a function that runs out of time, and ValueError for a
    timeout that is not a number above 0.

    >>> proof = prove("minimal", Geometry.of_size(6))
    >>> proof.sound, proof.complete, str(proof.outcome)
    (True, True, 'proved')
    """
    check_limits(timeout=timeout)
    if not isinstance(geometry, Geometry | None):
        raise TypeError(f"a geometry is a Geometry, not {quoted(geometry)}")
    encoding = encoding_of(encoding, geometry or Geometry.of_size(9), timeout=timeout)
    shape = geometry or geometry_of(encoding) or Geometry.of_size(9)
    if minimal and encoding.own is not None:
        raise UnsupportedError("clauses of your own have no statements, of which some could be redundant")
    start, clock = perf_counter(), Clock(timeout, progress)
    sound, complete = Soundness(None, {}, tuple(violations(cube(shape)))), Completeness(None)
    forbidden_by, redundant = None, None
    missing: tuple[MissingConstraints, ...] = ()
    with no_garbage_collection(), suppress(TimeoutError):  # there may be no time to write the clauses
        encoded = encoded_clauses(encoding, shape, clock)
        complete = completeness(encoded, clock.share(COMPLETENESS_TIME_SHARE))
        own, lost = encoding.own, complete.lost
        sound = soundness(encoded, clock.share(SHARE_AFTER_A_LOST_GRID) if own and lost else clock)
        if own and lost:
            forbidden_by = forbidding_clauses(own, encoded, lost, clock)
        if own is not None and sound.holds is False:
            missing = missing_constraints(encoded, clock.share(MISSING_TIME_SHARE))
        if minimal and sound.holds and complete.holds is not False:
            redundant = redundant_statements(encoding, shape, clock)
    seconds = perf_counter() - start
    return EncodingProof(encoding, shape, sound, complete, redundant, seconds, forbidden_by, missing)


def redundant_statements(encoding: Encoding, geometry: Geometry, clock: Clock) -> StatementRedundancy:
    """Leave out the statements of a sound encoding, first each alone, then as many together as possible.

    >>> from sudocube.encoder import load
    >>> found = redundant_statements(load("efficient"), Geometry.of_size(4), Clock())
    >>> [str(statement) for statement in found.redundant]
    ['families.cell.at_most_one']
    """
    redundant: list[Statement] = []
    needed: dict[Statement, CounterGrid] = {}
    undecided: list[Statement] = []

    def without(rest: Encoding, statement: Statement, share: float) -> Soundness:
        clock.progress("redundant, statement by statement", share)
        return soundness(encoded_clauses(rest.without(statement), geometry), clock.share(TIME_SHARE))

    for number, statement in enumerate(encoding.statements):
        found = without(encoding, statement, number / (2 * len(encoding.statements)))
        if found.counter_grid is not None:
            needed[statement] = found.counter_grid
        else:
            (redundant if found.holds else undecided).append(statement)
    rest, is_settled = encoding, not undecided
    for number, statement in enumerate(reversed(redundant)):  # needed ones stay so when others are left out
        found = without(rest, statement, 0.5 + number / (2 * len(redundant)))
        if found.holds:
            rest = rest.without(statement)
        is_settled = is_settled and found.holds is not None
    return StatementRedundancy(tuple(redundant), needed, tuple(undecided), rest.statements, is_settled)
