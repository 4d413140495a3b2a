"""Slips in what is said of single families, found by writing the slip and looking for its clauses.

A slip is recognised only if all clauses that it writes are there. Some slips write clauses that are wrong;
others only leave something out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from sudocube.clock import Clock
from sudocube.cube import Family
from sudocube.encoder.at_most_one import Clause
from sudocube.encoder.clause_recognition import clause_sentence
from sudocube.encoder.vocabulary import OwnClauses
from sudocube.lab.family_mentions import FamilyMentions
from sudocube.lab.rule_clauses import PARTS, ClauseSet, Part, RuleClauses
from sudocube.lab.slip_clauses import LEAST, MOST, clause_slips, right_clauses
from sudocube.lab.slip_lines import Lines, Place, line_slips, right_lines
from sudocube.lab.slip_numberings import RIGHT, right_number, wrong_numberings
from sudocube.lab.slip_words import PLURALS, Hint, clause_text, named_parts, quoted


@dataclass(frozen=True, slots=True)
class FamilySlip:
    """A slip in some parts: the clauses that it wrote, and those that are to be added.

    `wrong` are those of the clauses that do not follow from the rules. `in_no_part` is true if the clauses do
    not tell in which parts the slip is.
    """

    name: str
    found: str
    change: str
    parts: tuple[Part, ...]
    written: frozenset[ClauseSet] = frozenset()
    wrong: frozenset[ClauseSet] = frozenset()
    added: tuple[Clause, ...] = ()
    in_no_part: bool = False
    is_numbering: bool = False

    def joined(self, other: FamilySlip) -> FamilySlip:
        """The same slip in the parts of both."""
        return replace(
            self,
            parts=tuple(part for part in PARTS if part in self.parts or part in other.parts),
            written=self.written | other.written,
            wrong=self.wrong | other.wrong,
            added=self.added + other.added,
        )


@dataclass(frozen=True, slots=True)
class _Written:
    """What a slip writes for a part, all of which is there."""

    name: str
    found: str
    change: str
    part: Part
    clauses: frozenset[ClauseSet]
    means_both: bool = False
    is_numbering: bool = False


class FamilySlips:
    """The known slips that somebody's clauses show, family by family.

    Raises TimeoutError when the clock runs out, here and in the methods that look for slips.
    """

    def __init__(self, own: OwnClauses, clauses: Sequence[Clause], rules: RuleClauses, clock: Clock) -> None:
        self._own, self._clauses, self._rules, self._clock = own, clauses, rules, clock
        self._counts = Counter(map(frozenset, clauses))
        self._stated = frozenset(self._counts)
        self._wrong = frozenset(clause for clause in self._stated if not rules.follows(clause))
        self._full = tuple(part for part in PARTS if rules.parts[part] <= self._stated)

    def in_what_is_wrong(self) -> list[FamilySlip]:
        """The slips that wrote the wrong clauses, those that explain the most first."""
        candidates = [one for one in self._written if one.clauses & self._wrong]
        left, found = self._wrong, list[FamilySlip]()
        while candidates:
            best = max(
                candidates,
                key=lambda one: (len(one.clauses & left), self._likelihood(one), len(one.clauses)),
            )
            if not best.clauses & left:
                break
            alike = [one for one in candidates if one.found == best.found]
            same = [one for one in alike if one.clauses & self._wrong == best.clauses & self._wrong]
            chosen = [one for one in alike if one is best or (one not in same and one.part not in self._full)]
            left = left.difference(*(one.clauses for one in chosen))
            found += [self._slip(one, in_no_part=len(same) > 1) for one in chosen]
        return grouped(found)

    def in_what_is_missing(self, wrote: Sequence[FamilySlip]) -> list[FamilySlip]:
        """The slips that leave something out, and the families that were forgotten.

        Nothing is said of the parts of the slips that `wrote` something wrong, and of families that clauses
        with auxiliary variables speak of. A numbering is only told of if it wrote something wrong.
        """
        explained = _union(slip.wrong for slip in wrote)
        said = FamilyMentions(self._clauses, self._rules, explained, self._clock)
        found = list[_Written]()
        done = {part for slip in wrote for part in slip.parts}
        told = {slip.found for slip in wrote}
        likely = [one for one in self._written if not one.is_numbering or one.found in told]
        for part in PARTS:
            if part not in self._full and part not in done and part.family not in said.by_auxiliary:
                fitting = [one for one in likely if one.part == part and self._is_all_of(one)]
                fitting = [one for one in fitting if not one.clauses <= said.of_another]
                found += [max(fitting, key=lambda one: len(one.clauses))] if fitting else []
        slips = map(self._slip, sorted(found, key=self._likelihood, reverse=True))
        return [*grouped(slips), *self._twice(said), *self._one_half(), *self._forgotten(said)]

    def _likelihood(self, written: _Written) -> tuple[bool, bool]:
        """A slip is likely in a half of "exactly one", or in a family, of which nothing right is said."""
        halves, families = {part.half for part in self._full}, {part.family for part in self._full}
        return written.part.half not in halves, written.part.family not in families

    @cached_property
    def _written(self) -> list[_Written]:
        """What known slips write, where all of that is there."""
        found = []
        for part in PARTS:
            right = self._rules.parts[part]
            for one in self._all_that_slips_write(part):
                self._clock.check()
                is_more = part not in self._full or one.clauses >= right
                if one.clauses and one.clauses != right and is_more:
                    found.append(one)
        return found

    def _all_that_slips_write(self, part: Part) -> Iterator[_Written]:
        shape, number = self._rules.shape, right_number(self._rules.shape)
        lines = right_lines(part.family, shape)
        for slip in clause_slips(part.half):
            numbered = [list(map(number, line)) for line in lines]
            clauses = self._if_stated(slip.clauses(numbered))
            yield _Written(slip.name, slip.found, slip.change, part, clauses, slip.means_both)
        for wrong in line_slips(part.family, shape):
            clauses = self._if_stated(_numbered(wrong.lines(shape), part.half, number))
            yield _Written(wrong.name, wrong.found, wrong.change, part, clauses)
        for numbering in wrong_numberings(shape):
            clauses = self._if_stated(_numbered(lines, part.half, numbering.number))
            text = f"the variables are numbered {numbering.formula} in place of {RIGHT}."
            change = f"{numbering.example(shape)} {numbering.change}" if clauses else ""
            yield _Written(numbering.name, text, change, part, clauses, is_numbering=True)

    def _if_stated(self, clauses: Iterable[Clause]) -> frozenset[ClauseSet]:
        """The clauses as a set; empty if one of them is not there."""
        found = set()
        for clause in clauses:
            literals = frozenset(clause)
            if literals not in self._stated:
                return frozenset()
            found.add(literals)
        return frozenset(found)

    def _is_all_of(self, written: _Written) -> bool:
        """Whether a part is written in just this way, apart from what other parts say as well."""
        rules = self._rules.parts
        if written.clauses <= _union(rules[part] for part in self._full):
            return False
        others = _union(rules[part] for part in PARTS if part != written.part)
        return not (rules[written.part] & self._stated) - written.clauses - others

    def _slip(self, written: _Written, *, in_no_part: bool = False) -> FamilySlip:
        parts = [written.part]
        if written.means_both:
            parts = [Part(written.part.family, half) for half in (LEAST, MOST)]
        added = tuple(clause for part in parts for clause in self._rules.of_part(part))
        wrong, of = written.clauses & self._wrong, (written.part,)
        slip = FamilySlip(written.name, written.found, written.change, of, written.clauses, wrong, added)
        return replace(slip, in_no_part=in_no_part, is_numbering=written.is_numbering)

    def _twice(self, said: FamilyMentions) -> Iterator[FamilySlip]:
        """A family whose clauses are missing, while those of another family are there twice."""
        for half in (LEAST, MOST):
            spoken_of = said.parts | {Part(family, half) for family in said.by_auxiliary}
            missing = [part for part in PARTS if part.half == half and part not in spoken_of]
            twice = [
                part
                for part in self._full
                if part.half == half and all(self._counts[each] > 1 for each in self._rules.parts[part])
            ]
            for lost in missing:
                for part in twice:
                    written, meant = PLURALS[part.family], PLURALS[lost.family]
                    found = f"the clauses of the {written} are there twice, and those of the {meant} are not."
                    change = (
                        f"The {meant} may be written as {written}: look at which index the inner loop moves."
                    )
                    yield self._left_out("written-as-another", found, change, lost)

    def _one_half(self) -> Iterator[FamilySlip]:
        """Clauses that all say "at least one", or all say "at most one"."""
        literals = [literal for clause in self._stated for literal in clause]
        if literals and all(literal > 0 for literal in literals):
            found = "no literal has a minus, so all variables may be true together."
            change = '"At most one" is needed, too: say of each cell that it does not hold two digits.'
            yield self._left_out("only-at-least", found, change, Part(Family.CELL, MOST), in_no_part=True)
        elif literals and all(literal < 0 for literal in literals):
            found = "each literal has a minus, so all variables may be false together."
            change = '"At least one" is needed, too: say of each cell that it holds a digit.'
            yield self._left_out("only-at-most", found, change, Part(Family.CELL, LEAST), in_no_part=True)

    def _forgotten(self, said: FamilyMentions) -> Iterator[FamilySlip]:
        """Families of which nothing is said, not even wrongly or by auxiliary variables."""
        for family in Family:
            if family not in said.families:
                found = f"no clause is about the {PLURALS[family]}."
                change = f'Say "at least one" or "at most one" of the {PLURALS[family]}, too.'
                half = LEAST if all(part.half == MOST for part in self._full) else MOST
                part = Part(family, half)
                yield self._left_out("family-forgotten", found, change, part, in_no_part=True)

    def _left_out(
        self, name: str, found: str, change: str, part: Part, *, in_no_part: bool = False
    ) -> FamilySlip:
        added = tuple(self._rules.of_part(part))
        return FamilySlip(name, found, change, (part,), added=added, in_no_part=in_no_part)

    def mended(self, slips: Iterable[FamilySlip]) -> list[Clause]:
        """The clauses without what the slips wrote wrongly, and with what is right in its place."""
        slips = list(slips)
        gone = _union(slip.wrong for slip in slips)
        kept: list[Clause] = [clause for clause in self._clauses if frozenset(clause) not in gone]
        return kept + [clause for slip in slips for clause in slip.added]

    def _most_telling_of_missing(self, slip: FamilySlip) -> Clause | None:
        """A clause to add that no other part has: what two parts say may follow without it."""
        missing = [clause for clause in slip.added if frozenset(clause) not in self._stated]
        others = _union(self._rules.parts[part] for part in PARTS if part not in slip.parts)
        return next(
            (clause for clause in missing if frozenset(clause) not in others), next(iter(missing), None)
        )

    def _in_words(self, clause: Clause) -> str:
        return clause_sentence(clause, self._rules.shape)

    def explained(self, slips: Iterable[FamilySlip]) -> bool:
        """Whether the slips wrote at least half of what is wrong."""
        return 2 * len(_union(slip.wrong for slip in slips)) >= len(self._wrong) > 0

    def hint(self, slip: FamilySlip) -> Hint:
        """What is said of a slip, with one of its clauses, or one that is missing."""
        rules = _union(self._rules.parts[part] for part in PARTS)
        amiss = slip.wrong or slip.written - rules
        numbers = (k for k, clause in enumerate(self._clauses) if frozenset(clause) in amiss)
        shown = next(numbers, None)
        example = missing_one = ""
        if shown is not None and not slip.is_numbering:
            example = f"{quoted(self._own, shown)}: {self._in_words(self._clauses[shown])}."
        missing = self._most_telling_of_missing(slip)
        if shown is None and missing is not None and not slip.is_numbering:
            text = f"{clause_text(missing, self._own)}: {self._in_words(missing)}"
            missing_one = f" Missing is, for example, {text}."
        found = f"{slip.found[0].upper()}{slip.found[1:]}"
        if not slip.in_no_part and len(slip.parts) < len(PARTS):
            found = f"{named_parts(slip.parts)}: {slip.found}"
        return Hint(
            slip.name, f"{found}{example} {slip.change}{missing_one}", None if shown is None else shown + 1
        )


def _numbered(lines: Lines, half: str, number: Callable[[Place], int]) -> Iterator[Clause]:
    """The clauses of lines of places, numbered in some way, line by line."""
    for line in lines:
        yield from right_clauses(half, [list(map(number, line))])


def _union(sets: Iterable[frozenset[ClauseSet]]) -> frozenset[ClauseSet]:
    return frozenset[ClauseSet]().union(*sets)


def grouped(slips: Iterable[FamilySlip]) -> list[FamilySlip]:
    """Equal slips in several parts as one."""
    found: dict[str, FamilySlip] = {}
    for slip in slips:
        found[slip.found] = found[slip.found].joined(slip) if slip.found in found else slip
    return list(found.values())
