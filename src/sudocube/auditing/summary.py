"""The third stage of an audit: what all parts found, as one summary.

The summary is a plain JSON object. It does not depend on how the work was divided, nor on who did it.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from time import monotonic
from typing import Any

import numpy as np

from sudocube.auditing.columns import is_label, number_of
from sudocube.auditing.examine import Numbers, added
from sudocube.auditing.files import told_columns
from sudocube.auditing.flaws import EXAMPLES, FLAWS, example, first_examples
from sudocube.auditing.keys import Index, all_segments, files_of, ratings_given, rows_of
from sudocube.auditing.plan import AuditPlan, PrefixRange
from sudocube.auditing.telling import text_in, told_of_row
from sudocube.checking.answers import STORED_WORDS
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle
from sudocube.rows.batch import LostRows, Role, Rows
from sudocube.rows.data_files import DataFile, read_rows
from sudocube.symmetry import isomorphism
from sudocube.verdict import StoredAnswer, Verdict

_PAIRS_SHOWN = 100
"""Up to so many pairs of an audited file and another one are listed though they have nothing in common."""

_SPLITS_SHOWN = 20
_VERDICTS = (Verdict.UNIQUE, Verdict.MULTIPLE, Verdict.NONE, Verdict.UNKNOWN)


def summarize(plan: AuditPlan, ranges: Iterable[PrefixRange], begin: float) -> dict[str, Any]:
    """The summary of an audit that began at this time of `monotonic`.

    Raises OSError where the work folder cannot be read.
    """
    of_file: list[Numbers] = [{} for _ in plan.files]
    lost: list[dict[str, Any]] = []
    examples: dict[str, list[Any]] = {}
    for segment in all_segments(plan):
        file = segment["file"]
        of_file[file] = added(of_file[file], segment["numbers"])
        lost += [{"file": plan.files[file].name, **one} for one in segment["lost"]]
        for kind, some in segment["examples"].items():
            examples[kind] = first_examples(examples.get(kind, []) + some)
    compared: Numbers = {}
    overlap: dict[str, dict[str, int]] = {}
    pairs: dict[str, list[list[int]]] = {}
    for prefixes in ranges:
        found = json.loads(plan.work.read(f"groups/{prefixes.name}.json"))
        compared = added(compared, found["numbers"])
        overlap = added(overlap, found["overlap"])
        for kind, some in found["examples"].items():
            pairs[kind] = sorted(pairs.get(kind, []) + some)[:EXAMPLES]
    examples |= _told_pairs(plan, pairs)
    numbers: Numbers = {}
    for some in map(_with_labels, of_file[: plan.audited]):
        numbers = added(numbers, some)
    summary = _figures(plan, numbers, compared)
    audited, number = plan.audited, len(plan.files)
    names = Index(plan).splits
    there = [at for at, name in enumerate(names) if name in summary["splits"]]
    in_files = {(one, other) for one in range(audited) for other in range(audited, number)}
    in_splits = {(one, other) for one in there for other in there if one != other}
    in_files = in_files if len(in_files) <= _PAIRS_SHOWN else set()
    in_splits = in_splits if len(there) <= _SPLITS_SHOWN else set()
    return {
        "files": [_file(plan, at, some) for at, some in enumerate(of_file)],
        "lost": lost,
        **summary,
        "overlap": _overlaps(overlap, "files", [file.name for file in plan.files], in_files),
        "split_overlap": _overlaps(overlap, "splits", names, in_splits),
        "against": {"rows": sum(one.get("rows", 0) for one in of_file[audited:]), **compared["against"]}
        if audited < number
        else None,
        "examples": {kind: examples[kind] for kind in FLAWS if kind in examples},
        "seconds": round(monotonic() - begin, 3),
    }


def _with_labels(numbers: Numbers) -> Numbers:
    """The numbers of a file with its ratings or its labels: whichever are more; the others are missing."""
    labels = numbers.get("labels", {})
    if not labels:
        return numbers
    if sum(labels.values()) > ratings_given(numbers):
        return {name: value for name, value in numbers.items() if name != "ratings"}
    without = {"missing": numbers["ratings"]["missing"] + sum(labels.values())}
    rest = {name: value for name, value in numbers.items() if name != "labels"}
    return rest | {"ratings": numbers["ratings"] | without}


def _figures(plan: AuditPlan, numbers: Numbers, compared: Numbers) -> dict[str, Any]:
    """How many rows there are of what."""
    rows, flaws = numbers.get("rows", 0), added(numbers.get("flaws", {}), compared["flaws"])
    malformed, by_answer = flaws.get("malformed", 0), numbers.get("by_answer", {})
    severities = added(compared["by_severity"], numbers.get("by_severity", {}))
    has_answers = any(Role.ANSWER in file.columns for file in plan.files[: plan.audited])
    has_answers |= any(set(words) - {"not_stored"} for words in by_answer.values())
    answers = {str(word): sum(words.get(word, 0) for words in by_answer.values()) for word in StoredAnswer}
    return {
        "rows": rows,
        "malformed": malformed,
        "malformed_by_reason": _ordered(numbers.get("malformed_by_reason", {})),
        "verdicts": {str(verdict): sum(by_answer.get(verdict, {}).values()) for verdict in _VERDICTS},
        "answers": answers if has_answers else None,
        "by_answer": {
            str(verdict): {word: words[word] for word in STORED_WORDS if word in words}
            for verdict in _VERDICTS
            if (words := by_answer.get(verdict))
        },
        "exact_duplicates": rows - malformed - compared["distinct"],
        "isomorphic_duplicates": rows - malformed - compared["classes"],
        "classes": compared["classes"],
        "sizes": _ordered(numbers.get("sizes", {})),
        "without_form": _ordered(numbers.get("without_form", {})),
        "clues": _by_number(numbers.get("clues", {})),
        "clue_count_differs": flaws.get("clue_count_differs", 0),
        "splits": _ordered(numbers.get("splits", {})),
        "ratings": _ratings(numbers, compared),
        "labels": _ordered(numbers["labels"]) if numbers.get("labels") else None,
        "flaws": {kind: flaws[kind] for kind in FLAWS if kind in flaws},
        "flawed_rows": severities["severe"] + severities["minor"],
        "severe_rows": severities["severe"],
        "minor_rows": severities["minor"],
        "open_rows": severities["open"],
        "sound_rows": compared["sound"],
        "clean_rows": compared["kept"],
    }


def _file(plan: AuditPlan, number: int, numbers: Numbers) -> dict[str, Any]:
    file = plan.files[number]
    return {
        "name": file.name,
        "kind": str(file.kind),
        "size": file.size,
        "rows": numbers.get("rows", 0),
        "malformed": numbers.get("flaws", {}).get("malformed", 0),
        "columns": {str(role): file.columns[role] for role in Role if role in file.columns},
        "told": told_columns(file),
        "split": file.split,
        "against": not plan.is_audited(number),
    }


def _overlaps(
    overlap: dict[str, dict[str, int]], what: str, names: list[str], pairs: set[tuple[int, int]]
) -> list[dict[str, Any]]:
    """How many rows of one file, or split, are in another one, for these pairs and those with such rows."""
    exact, isomorphic = overlap.get(f"{what}_exact", {}), overlap.get(f"{what}_isomorphic", {})
    found = {(int(one), int(other)) for one, other in map(str.split, isomorphic)}
    return [
        {
            what: [names[one], names[other]],
            "exact": exact.get(f"{one} {other}", 0),
            "isomorphic": isomorphic.get(f"{one} {other}", 0),
        }
        for one, other in sorted(pairs | found)
    ]


def _ratings(numbers: Numbers, compared: Numbers) -> dict[str, Any] | None:
    """What is to be said of the ratings; None where no audited file has any."""
    if "ratings" not in numbers:
        return None
    by_clues = _by_number(numbers["ratings"]["by_clues"])
    given = ratings_given(numbers)
    total = sum(one[3] for one in by_clues.values())
    return {
        "given": given,
        "missing": numbers["ratings"]["missing"],
        "lowest": min((one[1] for one in by_clues.values()), default=None),
        "highest": max((one[2] for one in by_clues.values()), default=None),
        "mean": total / given if given else None,
        "by_clues": {
            clues: {"rows": rows, "lowest": lowest, "mean": total / rows, "highest": highest}
            for clues, (rows, lowest, highest, total) in by_clues.items()
        },
        "differing_classes": compared["differing_classes"],
        "differing_rows": compared["differing_rows"],
    }


def _by_number(numbers: dict[str, Any]) -> dict[str, Any]:
    return dict(sorted(numbers.items(), key=lambda item: int(item[0])))


def _ordered(numbers: dict[str, int]) -> dict[str, int]:
    """The numbers in the order of their names."""
    return dict(sorted(numbers.items()))


def _told_pairs(plan: AuditPlan, found: dict[str, list[list[int]]]) -> dict[str, list[dict[str, Any]]]:
    """Examples by kind of what rows have in common; `found` has the places of the rows and of the others.

    The rows are read once more; of one that cannot be read, only its place is told.
    """
    wanted: dict[int, dict[int, int]] = defaultdict(dict)
    told: dict[int, tuple[dict[str, Any], Puzzle | None]] = {}
    for place in {place for pairs in found.values() for pair in pairs for place in pair}:
        one = np.array([place], np.uint64)
        number, row = int(files_of(one)[0]), int(rows_of(one)[0])
        wanted[number][row] = place
        told[place] = {"file": plan.files[number].name, "row": row}, None
    for number, places in sorted(wanted.items()):
        file = plan.files[number]
        for rows, at in rows_at(file, places, **plan.options):
            place = places[rows.first + at]
            known = told[place][0] | told_of_row(rows, at, file) | {"rating": _rating(rows, at)}
            told[place] = known, rows.puzzle(at)
    return {
        kind: [_pair(kind, *told[place], *told[other]) for place, other in pairs]
        for kind, pairs in found.items()
    }


def _pair(
    kind: str, here: dict[str, Any], puzzle: Puzzle | None, there: dict[str, Any], other: Puzzle | None
) -> dict[str, Any]:
    """A row as an example of what it has in common with another one."""
    known = {name: value for name, value in here.items() if name != "rating"}
    if kind == "rating_differs" and here.get("rating") and there.get("rating"):
        known["message"] = f"rated {here['rating']}; the other row is rated {there['rating']}"
    if kind == "repeated_id" and here.get("id"):
        known["message"] = f"its id {here['id']} is that of the other row"
    elif puzzle is not None and other is not None and puzzle != other:
        turned = isomorphism(other, puzzle)
        known["transformation"] = None if turned is None else str(turned)
    shown = ("file", "row", "line", "puzzle", "split")
    return example(kind, **known, other={name: there.get(name) for name in shown})


def _rating(rows: Rows, place: int) -> str:
    """The rating, or the label, of a row."""
    text = text_in(rows, Role.RATING, place) or ""
    number = number_of(text)
    return text if is_label(number) or number != number else f"{number:g}"


def rows_at(
    file: DataFile, rows: Iterable[int], *, geometry: Geometry | None = None, size: int | None = None
) -> Iterator[tuple[Rows, int]]:
    """These rows of a file, each as its batch and its place in it, without those that cannot be read.

    The row groups that hold them are read once; of other files, what comes before the last of them.
    """
    wanted = np.unique(np.fromiter(rows, np.int64))
    ends = [*np.cumsum(file.groups, dtype=np.int64).tolist(), np.iinfo(np.int64).max]
    for here in np.split(wanted, np.searchsorted(wanted, ends)):
        if not len(here):
            continue
        first, stop = int(here[0]), int(here[-1]) + 1
        for batch in read_rows(file, first=first, stop=stop, geometry=geometry, size=size):
            if not isinstance(batch, LostRows):
                inside = here[(here >= batch.first) & (here < batch.first + len(batch))]
                yield from ((batch, int(row) - batch.first) for row in inside)
