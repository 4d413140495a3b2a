"""The third stage of an audit: what all parts found, as one summary.

The summary is a plain JSON object. It does not depend on how the work was divided, nor on who did it.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from sudocube.auditing import keys
from sudocube.auditing.classes import PrefixRange
from sudocube.auditing.examine import add_ratings, first_examples, told_of_row
from sudocube.auditing.flaws import EXAMPLES, FLAWS, Severity
from sudocube.auditing.keys import is_label, number_of, text_in
from sudocube.auditing.plan import AuditPlan, DataFile, read_rows
from sudocube.geometry import Geometry
from sudocube.rows.batch import LostRows, Rows
from sudocube.rows.columns import Role
from sudocube.symmetry import isomorphism
from sudocube.verdict import StoredAnswer, Verdict
from sudocube.verdicts.batches import STORED_WORDS

_PAIRS_SHOWN = 100
"""Up to so many pairs of an audited file and another one are listed though they have nothing in common."""

_SPLITS_SHOWN = 20
_VERDICTS = (Verdict.UNIQUE, Verdict.MULTIPLE, Verdict.NONE, Verdict.UNKNOWN)


def summarize(
    plan: AuditPlan, segments: Sequence[dict[str, Any]], ranges: Iterable[PrefixRange]
) -> dict[str, Any]:
    """The summary of an audit, without the seconds. Raises OSError where the work folder cannot be read."""
    of_file = [Counter[str]() for _ in plan.files]
    ratings: list[dict[str, list[float]]] = [{} for _ in plan.files]
    splits: dict[str, str] = {}
    examples: dict[str, list[dict[str, Any]]] = {kind: [] for kind in FLAWS}
    of_reason = Counter[tuple[str, str]]()
    for segment in segments:
        file = segment["file"]
        of_file[file].update(segment["counts"])
        add_ratings(ratings[file], segment["ratings"])
        splits |= segment["splits"]
        for one in first_examples(segment["examples"], of_reason):
            examples[one["kind"]].append(one | {"other": None, "transformation": None})
    counts = Counter[str]()
    pairs: dict[str, list[list[int]]] = defaultdict(list)
    for prefixes in ranges:
        found = json.loads(plan.work.read(f"groups/{prefixes.name}.json"))
        counts.update(found["counts"])
        for kind, some in found["examples"].items():
            pairs[kind] = sorted(pairs[kind] + some)[:EXAMPLES]
    examples |= _pair_examples(plan, pairs)
    by_clues: dict[str, list[float]] = {}
    for file in range(plan.audited):
        counts.update(_with_ratings_or_labels(of_file[file]))
        if "ratings/given" in of_file[file]:
            add_ratings(by_clues, ratings[file])
    others = of_file[plan.audited :]
    against = {how: counts[f"against/{how}"] for how in ("exact", "isomorphic")}
    return {
        "files": [_file(plan, at, some) for at, some in enumerate(of_file)],
        "lost": [{"file": plan.files[one["file"]].name, **lost} for one in segments for lost in one["lost"]],
        **_figures(plan, counts, by_clues),
        **_overlaps(plan, counts, splits),
        "against": {"rows": sum(one["rows"] for one in others), **against} if others else None,
        "examples": {kind: some for kind, some in examples.items() if some},
    }


def _with_ratings_or_labels(counts: Counter[str]) -> Counter[str]:
    """The numbers of a file without its ratings or its labels, whichever are fewer: they are missing."""
    labels = _named(counts, "labels")
    if sum(labels.values()) > counts["ratings/given"]:
        del counts["ratings/given"], counts["ratings/missing"]
    elif labels:
        counts["ratings/missing"] += sum(labels.values())
        for label in labels:
            del counts[f"labels/{label}"]
    return counts


def _named(counts: Counter[str], what: str) -> dict[str, int]:
    """The numbers of rows by their names, in order of the names."""
    begin = f"{what}/"
    return {name.removeprefix(begin): counts[name] for name in sorted(counts) if name.startswith(begin)}


def _by_number(named: dict[str, Any]) -> dict[str, Any]:
    return dict(sorted(named.items(), key=lambda one: int(one[0])))


def _figures(plan: AuditPlan, counts: Counter[str], by_clues: dict[str, list[float]]) -> dict[str, Any]:
    """How many rows there are of what."""
    by_answer: dict[str, dict[str, int]] = {}
    for name, rows in _named(counts, "answers").items():
        verdict, _, word = name.partition(" ")
        by_answer.setdefault(verdict, {})[word] = rows
    by_answer.pop(Verdict.INVALID, None)
    has_answers = any(Role.ANSWER in file.layout.columns for file in plan.files[: plan.audited])
    has_answers |= any(set(words) - {"not_stored"} for words in by_answer.values())
    answers = {str(word): sum(words.get(word, 0) for words in by_answer.values()) for word in StoredAnswer}
    flaws = _named(counts, "flaws")
    puzzles = counts["rows"] - flaws.get("malformed", 0)
    severities = {f"{severity}_rows": counts[f"severity/{severity}"] for severity in Severity}
    return {
        "rows": counts["rows"],
        "malformed": flaws.get("malformed", 0),
        "malformed_by_reason": _named(counts, "malformed_by_reason"),
        "verdicts": {str(verdict): sum(by_answer.get(verdict, {}).values()) for verdict in _VERDICTS},
        "answers": answers if has_answers else None,
        "by_answer": {
            str(verdict): {word: words[word] for word in STORED_WORDS if word in words}
            for verdict in _VERDICTS
            if (words := by_answer.get(verdict))
        },
        "exact_duplicates": puzzles - counts["distinct"],
        "isomorphic_duplicates": puzzles - counts["classes"],
        "classes": counts["classes"],
        "sizes": {name: rows for name, rows in _named(counts, "sizes").items() if rows},
        "without_form": {name: rows for name, rows in _named(counts, "without_form").items() if rows},
        "clues": _by_number(_named(counts, "clues")),
        "clue_count_differs": flaws.get("clue_count_differs", 0),
        "splits": _named(counts, "splits"),
        "ratings": _ratings(counts, _by_number(by_clues)) if "ratings/given" in counts else None,
        "labels": _named(counts, "labels") or None,
        "flaws": {kind: flaws[kind] for kind in FLAWS if kind in flaws},
        **severities,
        "flawed_rows": severities["severe_rows"] + severities["minor_rows"],
        "sound_rows": counts["sound"],
        "clean_rows": counts["kept"],
    }


def _file(plan: AuditPlan, number: int, counts: Counter[str]) -> dict[str, Any]:
    file = plan.files[number]
    return {
        "name": file.name,
        "kind": str(file.layout.kind),
        "size": file.size,
        "rows": counts["rows"],
        "malformed": counts["flaws/malformed"],
        "columns": {str(role): file.layout.columns[role] for role in Role if role in file.layout.columns},
        "told": file.layout.in_words(),
        "remarks": list(file.layout.remarks),
        "split": file.split,
        "against": not plan.is_audited(number),
    }


def _overlaps(plan: AuditPlan, counts: Counter[str], splits: dict[str, str]) -> dict[str, Any]:
    """How many rows of one file, or split, are in another one: where there are any, or few such pairs."""
    files = {str(number): file.name for number, file in enumerate(plan.files)}
    ours, theirs = [*files][: plan.audited], [*files][plan.audited :]
    by_name = sorted((name, number) for number, name in splits.items() if counts[f"splits/{name}"])
    names = {number: name for name, number in by_name}

    def overlap(what: str, ones: Iterable[str], names: dict[str, str], shown: Sequence[str]) -> list[Any]:
        exact, moved = _named(counts, f"{what} exact"), _named(counts, f"{what} isomorphic")
        pairs = [(one, other, f"{one} {other}") for one in ones for other in names if one != other]
        return [
            {what: [names[one], names[other]], "exact": exact.get(pair, 0), "isomorphic": moved.get(pair, 0)}
            for one, other, pair in pairs
            if pair in moved or other in shown
        ]

    return {
        "overlap": overlap("files", ours, files, theirs if len(ours) * len(theirs) <= _PAIRS_SHOWN else ()),
        "split_overlap": overlap("splits", names, names, [*names] if len(names) <= _SPLITS_SHOWN else ()),
    }


def _ratings(counts: Counter[str], by_clues: dict[str, list[float]]) -> dict[str, Any]:
    """What is to be said of the ratings."""
    given, each = counts["ratings/given"], by_clues.values()
    return {
        "given": given,
        "missing": counts["ratings/missing"],
        "lowest": min((one[1] for one in each), default=None),
        "highest": max((one[2] for one in each), default=None),
        "mean": sum(one[3] for one in each) / given if given else None,
        "by_clues": {
            clues: {"rows": rows, "lowest": lowest, "mean": total / rows, "highest": highest}
            for clues, (rows, lowest, highest, total) in by_clues.items()
        },
        "differing_classes": counts["differing_classes"],
        "differing_rows": counts["differing_rows"],
    }


def _pair_examples(plan: AuditPlan, pairs: dict[str, list[list[int]]]) -> dict[str, list[dict[str, Any]]]:
    """The examples of flaws that pairs of rows have, by kind.

    The rows are read once more; of one that cannot be, its place is told.
    """
    wanted: dict[int, set[int]] = defaultdict(set)
    for place in {place for some in pairs.values() for pair in some for place in pair}:
        file, row = keys.file_and_row(place)
        wanted[file].add(row)
    told: dict[tuple[int, int], dict[str, Any]] = {}
    for number, places in sorted(wanted.items()):
        for rows, at in rows_at(plan.files[number], places, **plan.options):
            of_row = told_of_row(rows, at, plan.files[number])
            told[number, rows.first + at] = of_row | {"rating": text_in(rows, Role.RATING, at) or ""}

    def row_of(place: int, names: Sequence[str]) -> dict[str, Any]:
        file, row = keys.file_and_row(place)
        known = {"file": plan.files[file].name, "row": row} | told.get((file, row), {})
        return {name: known.get(name) for name in ("file", "row", *names)}

    def example(kind: str, here: int, there: int) -> dict[str, Any]:
        one, other = (row_of(place, ("puzzle", "rating", "id")) for place in (here, there))
        message, turned = FLAWS[kind].title, None
        if kind == "rating_differs" and one["rating"] and other["rating"]:
            message = f"rated {_rating(one['rating'])}; the other row is rated {_rating(other['rating'])}"
        if kind == "repeated_id":
            message = f"its id {one['id']} is that of the other row"
        elif one["puzzle"] and other["puzzle"] and one["puzzle"] != other["puzzle"]:
            turned = isomorphism(other["puzzle"], one["puzzle"])
        return {
            "kind": kind,
            **row_of(here, ("line", "id", "split", "box", "puzzle", "answer")),
            "reason": None,
            "message": message,
            "solutions": [],
            "other": row_of(there, ("line", "puzzle", "split")),
            "transformation": None if turned is None else str(turned),
        }

    return {kind: [example(kind, *pair) for pair in some] for kind, some in pairs.items()}


def _rating(text: str) -> str:
    """A rating as it is told."""
    number = number_of(text)
    return text if is_label(number) or number != number else f"{number:g}"


def rows_at(
    file: DataFile, rows: Iterable[int], *, geometry: Geometry | None = None, size: int | None = None
) -> Iterator[tuple[Rows, int]]:
    """These rows of a file, each as its batch and its place in it, without those that cannot be read.

    The row groups that hold them are read once; of other files, what comes before the last of them.
    """
    wanted = np.unique(np.fromiter(rows, np.int64))
    for here in np.split(wanted, np.searchsorted(wanted, np.cumsum(file.layout.groups, dtype=np.int64))):
        if not len(here):
            continue
        first, stop = int(here[0]), int(here[-1]) + 1
        for batch in read_rows(file, first=first, stop=stop, geometry=geometry, size=size):
            if not isinstance(batch, LostRows):
                inside = here[(here >= batch.first) & (here < batch.first + len(batch))]
                yield from ((batch, int(row) - batch.first) for row in inside)
