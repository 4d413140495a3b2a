"""What an audit has to say of files of known rows: plain loops over what is known of each row."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Sequence
from itertools import permutations
from math import isqrt
from statistics import mean
from typing import Any, NamedTuple

from sudocube.geometry import Geometry
from tests.auditing.known_rows import MARKS, STORED, KnownRow

ANSWERS = tuple(dict.fromkeys(answer for answers in STORED.values() for answer in answers))


MINOR = ("duplicate", "differs", "repeated_id")
"""How the names of minor flaws end; all others are severe."""


class KnownFile(NamedTuple):
    """The rows of a file, its name in messages, and the split that its name tells, if any."""

    name: str
    rows: Sequence[KnownRow]
    split: str | None = None
    has_answers: bool = True

    @property
    def has_ratings(self) -> bool:
        """Whether there is a column of ratings."""
        return any(row.rating is not None for row in self.rows)


class Place(NamedTuple):
    """A row of a file, from 0."""

    file: str
    row: int


class Flaw(NamedTuple):
    """One flaw of one row."""

    kind: str
    file: str
    row: int


def expected_flaws(audited: Sequence[KnownFile], against: Sequence[KnownFile] = ()) -> set[Flaw]:
    """Every flaw of every row."""
    found: set[Flaw] = set()
    texts, groups = _by(audited, "exact"), _by(audited, "group")
    other_texts, other_groups = _by(against, "exact"), _by(against, "group")
    splits = {place: row.split or file.split for file, place, row in _well_formed(audited)}
    rated = {place: row.rating for _, place, row in _well_formed(audited)}
    named = {place: (place.file, row.id) for _, place, row in _well_formed(audited)}
    for file in audited:
        for number, row in enumerate(file.rows):
            kinds = list(_flaws_alone(row, file.has_answers))
            if row.malformed is None:
                place = Place(file.name, number)
                same_text, same_group = texts[row.exact], groups[row.group]
                if place != same_text[0]:
                    kinds.append("exact_duplicate")
                elif place != same_group[0]:
                    kinds.append("isomorphic_duplicate")
                leaks = splits[place] not in (None, _split_that_keeps(same_group, splits))
                if row.exact in other_texts or (leaks and _is_in_another_split(place, same_text, splits)):
                    kinds.append("overlap_exact")
                elif row.group in other_groups or leaks:
                    kinds.append("overlap_isomorphic")
                ratings = {rated[one] for one in same_group} - {None}
                if row.rating is not None and len(ratings) > 1:
                    kinds.append("rating_differs")
                if row.id and any(named[one] == (file.name, row.id) for one in named if one.row < number):
                    kinds.append("repeated_id")
            found.update(Flaw(kind, file.name, number) for kind in kinds)
    return found


def expected_summary(audited: Sequence[KnownFile], against: Sequence[KnownFile] = ()) -> dict[str, Any]:
    """The fields of the summary that say how many rows there are of something."""
    rows = [row for file in audited for row in file.rows]
    good = [row for row in rows if row.malformed is None]
    flaws = expected_flaws(audited, against)
    severe = {Place(flaw.file, flaw.row) for flaw in flaws if not flaw.kind.endswith(MINOR)}
    answered = [
        (row, row.stored if file.has_answers else "not_stored") for file, _, row in _well_formed(audited)
    ]
    answers = Counter(answer for _, answer in answered)
    return {
        "rows": len(rows),
        "malformed": len(rows) - len(good),
        "malformed_by_reason": dict(Counter(row.malformed for row in rows if row.malformed)),
        "verdicts": _all_of(("unique", "multiple", "none", "unknown"), [row.verdict for row in good]),
        "answers": _all_of(ANSWERS, answers.elements())
        if any(file.has_answers for file in audited)
        else None,
        "exact_duplicates": len(good) - len({row.exact for row in good}),
        "isomorphic_duplicates": len(good) - len({row.group for row in good}),
        "classes": len({row.group for row in good}),
        "clues": {str(clues): n for clues, n in sorted(Counter(row.clue_count for row in good).items())},
        "overlap": _file_overlap(audited, against),
        "split_overlap": _split_overlap(audited),
        "splits": dict(
            Counter(filter(None, (row.split or file.split for file in audited for row in file.rows)))
        ),
        "ratings": _ratings([file for file in audited if file.has_ratings]),
        "flaws": dict(Counter(flaw.kind for flaw in flaws)),
        "severe_rows": len(severe),
        "minor_rows": len({Place(flaw.file, flaw.row) for flaw in flaws} - severe),
        "open_rows": 0,
        "sound_rows": len(rows) - len(severe),
        "clean_rows": len(expected_clean(audited, against)),
    }


def expected_clean(audited: Sequence[KnownFile], against: Sequence[KnownFile] = ()) -> list[Place]:
    """The rows without a severe flaw: the first of each class."""
    flaws = expected_flaws(audited, against)
    severe = {Place(flaw.file, flaw.row) for flaw in flaws if not flaw.kind.endswith(MINOR)}
    first: dict[Hashable, Place] = {}
    for _, place, row in _well_formed(audited):
        if place not in severe:
            first.setdefault(row.group, place)
    return list(first.values())


def _flaws_alone(row: KnownRow, has_answers: bool) -> Iterator[str]:
    """What is wrong with a row, whatever the other rows are."""
    if row.malformed is not None:
        yield "malformed"
        return
    if row.verdict in ("none", "multiple"):
        yield {"none": "no_solution", "multiple": "several_solutions"}[row.verdict]
    if has_answers and row.stored not in ("right", "missing"):
        yield f"answer_{row.stored}"
    if row.clues is not None and row.clues != row.clue_count:
        yield "clue_count_differs"


def _well_formed(files: Sequence[KnownFile]) -> Iterator[tuple[KnownFile, Place, KnownRow]]:
    for file in files:
        for number, row in enumerate(file.rows):
            if row.malformed is None:
                yield file, Place(file.name, number), row


def _by(files: Sequence[KnownFile], field: str) -> dict[Hashable, list[Place]]:
    """The places of the rows that have the same text, or the same class."""
    places = defaultdict(list)
    for _, place, row in _well_formed(files):
        places[getattr(row, field)].append(place)
    return places


def _split_that_keeps(places: Sequence[Place], splits: dict[Place, str | None]) -> str | None:
    """The split of the first of these rows that is in one."""
    return next((splits[one] for one in places if splits[one] is not None), None)


def _is_in_another_split(place: Place, others: Sequence[Place], splits: dict[Place, str | None]) -> bool:
    return splits[place] is not None and any(splits[one] not in (None, splits[place]) for one in others)


def _all_of(words: Sequence[str], found: Any) -> dict[str, int]:
    counted = Counter(found)
    return {word: counted[word] for word in words}


def box_of(row: KnownRow) -> str:
    """The shape of the boxes of its puzzle."""
    if len(row.exact) == MARKS:
        return "3x3"
    return Geometry.of_size(isqrt(len(row.exact))).box_name


def _rows_also_in(rows: Sequence[KnownRow], others: Sequence[KnownRow]) -> dict[str, int]:
    """Of how many rows the puzzle is among the others, as it is and moved."""
    well_formed = [row for row in others if row.malformed is None]
    texts, groups = {row.exact for row in well_formed}, {row.group for row in well_formed}
    own = [row for row in rows if row.malformed is None]
    return {
        "exact": sum(row.exact in texts for row in own),
        "isomorphic": sum(row.group in groups for row in own),
    }


def _file_overlap(audited: Sequence[KnownFile], against: Sequence[KnownFile]) -> list[dict[str, Any]]:
    return [{"files": [a.name, b.name], **_rows_also_in(a.rows, b.rows)} for a in audited for b in against]


def _split_overlap(audited: Sequence[KnownFile]) -> list[dict[str, Any]]:
    rows = defaultdict(list)
    for file in audited:
        for row in file.rows:
            if split := row.split or file.split:
                rows[split].append(row)
    pairs = permutations(sorted(rows), 2)
    return [{"splits": [a, b], **_rows_also_in(rows[a], rows[b]), "left": 0} for a, b in pairs]


def _ratings(files: Sequence[KnownFile]) -> dict[str, Any] | None:
    """What is said of ratings, of the files that have a column of them."""
    rows = [row for _, _, row in _well_formed(files)]
    rated = [(row, row.rating) for row in rows if row.rating is not None]
    if not rated:
        return None
    numbers = [rating for _, rating in rated]
    return {
        "given": len(rated),
        "missing": len(rows) - len(rated),
        "lowest": min(numbers),
        "highest": max(numbers),
        "mean": mean(numbers),
    }
