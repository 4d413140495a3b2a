"""Does a known slip explain why somebody's clauses are wrong?

A slip is undone in the clauses, or what it leaves out is added, and then the clauses are proved. Nothing is
said of a slip that does not explain at least half of what is wrong.

First come slips in the whole text: a clause that ends too early or too late, another numbering, flipped
signs, another size. Then each family and each half of "exactly one" is compared with what known slips make of
it: in its lines (`slip_lines`), its clauses (`slip_clauses`) and its numbers (`slip_numberings`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sudocube.clock import Clock
from sudocube.encoder.at_most_one import Clause
from sudocube.encoder.vocabulary import Encoding, OwnClauses
from sudocube.geometry import GEOMETRIES, Geometry
from sudocube.lab.completeness import completeness
from sudocube.lab.encoded_clauses import encoded_clauses
from sudocube.lab.family_slips import FamilySlip, FamilySlips, grouped
from sudocube.lab.rule_clauses import PARTS, is_enough, rule_clauses
from sudocube.lab.slip_words import Hint, Mending
from sudocube.lab.soundness import soundness
from sudocube.lab.whole_text_slips import is_plainly_undone, whole_text_slip

LARGEST_SIZE = 16
"""The largest size at which slips are looked for; at 16, it takes some seconds."""

LARGEST_OTHER_SIZE = 9
"""The largest size at which clauses are tried that are wrong at the size that was asked for."""


@dataclass(frozen=True, slots=True)
class KnownSlips:
    """The slips that explain what is wrong with somebody's clauses.

    `mended` is whether the clauses say the rules after all hints are followed; None if they are sound then,
    and only a sample of grids can be tried.
    """

    hints: tuple[Hint, ...]
    mended: bool | None


def known_slips(encoding: Encoding, geometry: Geometry, clock: Clock) -> KnownSlips | None:
    """The slips that explain why own clauses were refuted; None if no known slip does.

    Above LARGEST_SIZE, none is looked for.

    Raises TimeoutError when the clock runs out.
    """
    if encoding.own is None or geometry.size > LARGEST_SIZE:
        return None
    return _Explanation(encoding, encoding.own, geometry, clock).found()


class _Explanation:
    """The clauses, and what is undone in them step by step."""

    def __init__(self, encoding: Encoding, own: OwnClauses, shape: Geometry, clock: Clock) -> None:
        self._encoding, self._own, self._shape, self._clock = encoding, own, shape, clock
        self._rules = rule_clauses(shape)

    def found(self) -> KnownSlips | None:
        """The slips that explain the most; the fewest where several choices explain all."""
        if (other := self._other_size()) is not None:
            return other
        mending = whole_text_slip(self._own, self._rules, self._clock)
        if mending is None:
            return self._in_families(self._own.clauses)
        if (mended := self._says_the_rules(mending.clauses)) is not False:
            return KnownSlips((mending.hint,), mended)
        instead = self._in_families(self._own.clauses)
        if (instead is not None and instead.mended is not False) or not self._is_plain(mending):
            return instead
        more = self._in_families(mending.clauses)
        if more is None:
            return KnownSlips((mending.hint,), mended=False)
        return KnownSlips((mending.hint, *more.hints), more.mended)

    def _is_plain(self, mending: Mending) -> bool:
        """Whether a slip may be told of that, undone alone, does not make the clauses say the rules."""
        return mending.hint.slip == "zero-missing" or is_plainly_undone(mending, self._own, self._rules)

    def _in_families(self, clauses: Sequence[Clause]) -> KnownSlips | None:
        """The slips that are in single families."""
        slips = FamilySlips(self._own, clauses, self._rules, self._clock)
        wrote = slips.in_what_is_wrong()
        if wrote and (mended := self._says_the_rules(slips.mended(wrote))) is not False:
            return KnownSlips(tuple(map(slips.hint, wrote)), mended)
        missing = self._needed(slips, wrote, slips.in_what_is_missing(wrote))
        if missing:
            mended = self._says_the_rules(slips.mended([*wrote, *missing]))
            return KnownSlips(tuple(map(slips.hint, grouped([*wrote, *missing]))), mended)
        return KnownSlips(tuple(map(slips.hint, wrote)), mended=False) if slips.explained(wrote) else None

    def _needed(
        self, slips: FamilySlips, wrote: Sequence[FamilySlip], missing: Sequence[FamilySlip]
    ) -> list[FamilySlip]:
        """The fewest slips that, undone, make the clauses say the rules; empty if not even all do."""
        for slip in missing:
            if self._says_the_rules(slips.mended([*wrote, slip])) is not False:
                return [slip]
        needed = list(missing)
        if not needed or self._says_the_rules(slips.mended([*wrote, *needed])) is False:
            return []
        for slip in reversed(missing):
            rest = [one for one in needed if one is not slip]
            if rest and self._says_the_rules(slips.mended([*wrote, *rest])) is not False:
                needed = rest
        return needed

    def _other_size(self) -> KnownSlips | None:
        """The hint that the clauses are those of another size."""
        if not self._own.clauses:
            return None
        used = max((abs(literal) for clause in self._own.clauses for literal in clause), default=0)
        for shape in GEOMETRIES:
            if shape.size > LARGEST_OTHER_SIZE or shape.size == self._shape.size or shape.size**3 != used:
                continue
            if rule_clauses(shape).judged(self._own.clauses, 1).wrong:
                continue
            if self._is_proved(self._own.clauses, shape):
                what = "" if self._own.text_lines else "let the function use the size that it is given, or "
                box = "" if shape == Geometry.of_size(shape.size) else f" --box {shape.box_name}"
                text = f"The clauses are right for {shape}: {what}say --size {shape.size}{box}."
                return KnownSlips((Hint("another-size", text, None),), mended=True)
        return None

    def _says_the_rules(self, clauses: Sequence[Clause]) -> bool | None:
        """Whether clauses say the rules; None if they are sound, and only a sample of grids can be tried.

        Those without auxiliary variables are often proved by a look at them. Raises TimeoutError.
        """
        if all(map(self._rules.follows, self._clock.watched(clauses))):
            stated = frozenset(map(frozenset, clauses))
            if is_enough([part for part in PARTS if self._rules.parts[part] <= stated]):
                return True
        return self._is_proved(clauses, self._shape)

    def _is_proved(self, clauses: Sequence[Clause], shape: Geometry) -> bool | None:
        own = replace(self._own, clauses=tuple(map(tuple, clauses)), text_lines=(), geometry=None)
        stated = encoded_clauses(replace(self._encoding, own=own), shape, self._clock)
        complete = completeness(stated, self._clock).holds
        return complete if complete is not False and soundness(stated, self._clock).holds else False
