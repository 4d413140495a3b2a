"""The third stage of an audit: what all parts found, as one summary.

The summary is a plain JSON object. It does not depend on how the work was divided, nor on who did it.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import product
from typing import Annotated, Any, TypedDict

from msgspec import Meta

from sudocube.auditing import keys
from sudocube.auditing.classes import PrefixRange
from sudocube.auditing.examine import added_ratings, first_examples, told_of_row
from sudocube.auditing.flaws import EXAMPLES, FLAWS
from sudocube.auditing.keys import is_label, number_of, text_in
from sudocube.auditing.plan import AuditPlan, rows_at
from sudocube.rows.columns import Kind, Role
from sudocube.symmetry import isomorphism
from sudocube.verdict import StoredAnswer, Verdict
from sudocube.verdicts.batches import STORED_WORDS

Count = Annotated[int, Meta(ge=0)]
Counts = dict[str, Count]
Cells = Annotated[str, Meta(pattern="^[.1-9A-P]+$")] | None
"""The cells of a puzzle, `.` for a blank; null for a malformed row. For example: "1.....2..3.....4", null."""
RowNumber = Count
"""The number of the row in its file, from 0. For example: 15."""
Line = Annotated[int, Meta(ge=1)] | None
"""The number of its line in a file of text, from 1; null in other files. For example: 17, null."""
Exact = Count
"""Rows whose puzzle is there as it is. For example: 69."""
Isomorphic = Count
"""Rows whose puzzle is there as it is, or moved or relabelled. For example: 71."""
Pair = Annotated[list[str], Meta(min_length=2, max_length=2)]


class AuditedFile(TypedDict):
    """A file."""

    name: str
    """Its name, as it was given or found. For example: "train.csv"."""
    kind: Kind
    """How its rows are read. For example: "table"."""
    size: Count
    """Its size in bytes. For example: 164000."""
    rows: Count
    """How many rows were read. For example: 1000."""
    malformed: Count
    """How many of them hold no puzzle. For example: 4."""
    columns: dict[str, str]
    """The names of its columns by what they are for. For example: {"puzzle": "quizzes"}."""
    told: list[str]
    """What was understood of the file, as `--columns` says it. For example: ["no role: 'notes'"]."""
    remarks: list[str]
    """What is said of the file in any case: how values were taken, which column is not compared.

    For example: ["column 'answer' is not compared: it holds no grids"].
    """
    split: str | None
    """The split that its name tells; null if it tells none. For example: "train", null."""
    against: bool
    """Whether it is a file of `--against`. For example: false."""


class Lost(TypedDict):
    """Rows that could not be read."""

    file: str
    """The file. For example: "train.parquet"."""
    first: Count
    """The number of the first of these rows, from 0. For example: 16384."""
    rows: Count | None
    """How many rows are lost; null if nobody knows. For example: 1000, null."""
    message: str
    """What could not be read, and why. For example: "row group 3 is damaged"."""


class FileOverlap(TypedDict):
    """How many rows of one file are in another."""

    files: Pair
    """The file whose rows are counted, and the file in which their puzzles are looked for.

    For example: ["train.csv", "test.csv"].
    """
    exact: Exact
    isomorphic: Isomorphic


class SplitOverlap(TypedDict):
    """How many rows of one split are in another."""

    splits: Pair
    """The split whose rows are counted, and the split in which their puzzles are looked for.

    For example: ["train", "test"].
    """
    exact: Exact
    isomorphic: Isomorphic


class Against(TypedDict):
    """The overlap with all files of `--against` together."""

    rows: Count
    """Rows of these files. For example: 1000."""
    exact: Exact
    isomorphic: Isomorphic


class Ratings(TypedDict):
    """The ratings."""

    given: Count
    """Rows with a rating. For example: 900."""
    missing: Count
    """Rows with neither a rating nor a label, of files that have a column for them. For example: 100."""
    lowest: float
    """The lowest rating. For example: 0.0."""
    highest: float
    """The highest rating. For example: 8.5."""
    mean: float
    """The mean rating. For example: 2.5."""
    differing_classes: Count
    """How many puzzles have several ratings, in rows that are the same up to symmetry. For example: 1."""
    differing_rows: Count
    """In how many rows these are. For example: 2."""


class OtherRow(TypedDict):
    """The other row."""

    file: str
    """Its file. For example: "test.csv"."""
    row: RowNumber
    line: Line
    puzzle: Cells
    split: str | None
    """Its split; null if it has none. For example: "train", null."""


class Example(TypedDict):
    """A row that shows a flaw."""

    kind: str
    """The flaw. For example: "answer_wrong"."""
    file: str
    """The file. For example: "train.csv"."""
    row: RowNumber
    line: Line
    id: str | None
    """What the row calls itself; null if there is no such column. For example: "p0017", null."""
    split: str | None
    """Its split, as its column or the name of its file tells it; null if neither does.

    For example: "train", null.
    """
    reason: str | None
    """Why a row is malformed; null for other flaws. For example: "too_short", null."""
    box: str | None
    """The shape of the puzzle's boxes, rows × columns; null for a malformed row. For example: "3x3", null."""
    puzzle: Cells
    answer: str | None
    """The stored answer as it stands there; null where the file has none. For example: "1243", null."""
    solutions: Annotated[list[str], Meta(max_length=2)]
    """Up to two solutions of the puzzle. For example: ["1243342143122134"]."""
    message: str
    """What is wrong. For example: "r3c7 holds 6; the only solution has 2"."""
    other: OtherRow | None
    """The row that this one repeats, overlaps with or is rated differently from; null for other flaws.

    For example: null.
    """
    transformation: str | None
    """How the puzzle of the other row becomes this one; null where it is the same.

    For example: "rows 1 2 become rows 2 1", null.
    """


class Summary(TypedDict):
    """A data set."""

    files: list[AuditedFile]
    """The files, in the order in which they were given. For example: []."""
    lost: list[Lost]
    """What could not be read. For example: []."""
    rows: Count
    """How many rows of the audited files were read. Here and below, rows of `--against` are not counted.

    For example: 1000000.
    """
    malformed: Count
    """Rows that hold no puzzle. For example: 4."""
    malformed_by_reason: Counts
    """The same by reason: missing, too_short, too_long, wrong_symbol, not_text or unreadable.

    For example: {"too_short": 3, "missing": 1}.
    """
    verdicts: Counts
    """How many puzzles have which verdict.

    For example: {"unique": 990, "multiple": 8, "none": 1, "unknown": 0}.
    """
    answers: Counts | None
    """How many stored answers are what; null where no file has answers. For example: {"right": 3}, null."""
    by_answer: dict[str, Counts]
    """For each verdict, how many stored answers are what; `not_stored` counts rows of files without answers,
    `undecided` solutions of undecided puzzles. For example: {"multiple": {"one_of_several": 8}}.
    """
    exact_duplicates: Count
    """Well-formed rows less different puzzles. For example: 12."""
    isomorphic_duplicates: Count
    """Well-formed rows less classes of puzzles that are the same up to symmetry; it includes the exact ones.

    For example: 15.
    """
    classes: Count
    """How many classes there are. For example: 985."""
    sizes: Counts
    """How many puzzles have boxes of which shape. For example: {"3x3": 999, "2x3": 1}."""
    without_form: Counts
    """How many puzzles have no canonical form, and are compared by their text alone: of other sizes than 9×9,
    given as pencilmarks, or with too much symmetry for the bound on the work.

    For example: {"other_size": 2}.
    """
    clues: Counts
    """How many puzzles have how many clues. For example: {"17": 49158}."""
    clue_count_differs: Count
    """Rows whose stored number of clues is wrong. For example: 0."""
    overlap: list[FileOverlap]
    """How many rows of an audited file are in another file, audited or of `--against`.

    For example: [{"files": ["train.csv", "test.csv"], "exact": 69, "isomorphic": 71}].
    """
    split_overlap: list[SplitOverlap]
    """How many rows of a split are in another split.

    For example: [{"splits": ["train", "test"], "exact": 69, "isomorphic": 71}].
    """
    against: Against | None
    """How many audited rows are in any of the files of `--against`; null without `--against`.

    For example: {"rows": 1000, "exact": 69, "isomorphic": 71}, null.
    """
    splits: Counts
    """How many rows each split has. For example: {"train": 900, "test": 100}."""
    ratings: Ratings | None
    """The ratings; null where there are none. For example: null."""
    labels: Counts | None
    """How many rows have which label, where ratings are words; null where they are not.

    For example: {"easy": 10, "hard": 3}, null.
    """
    flaws: Counts
    """How many rows have which flaw; `undecided` is no flaw. For example: {"several_solutions": 8}."""
    flawed_rows: Count
    """How many rows have a flaw, severe or minor. For example: 24."""
    severe_rows: Count
    """How many rows have a severe flaw; they are not sound. For example: 7."""
    minor_rows: Count
    """How many rows have a minor flaw, and no severe one. For example: 2."""
    open_rows: Count
    """How many rows are undecided, and have no flaw. For example: 0."""
    sound_rows: Count
    """How many rows have no severe flaw, and are decided. For example: 91."""
    clean_rows: Count
    """How many rows `--clean` keeps: the first sound row of each class. For example: 975."""
    examples: dict[str, Annotated[list[Example], Meta(max_length=60)]]
    """The first rows that have each flaw, ten at most; of malformed rows, ten for each reason.

    For example: {}.
    """
    seconds: Annotated[float, Meta(ge=0)]
    """How long it took, in seconds. For example: 0.5."""


_PAIRS_SHOWN = 100
"""Up to so many pairs of files, or of splits, are listed though they have nothing in common."""

_VERDICTS = (Verdict.UNIQUE, Verdict.MULTIPLE, Verdict.NONE, Verdict.UNKNOWN)


def summarize(plan: AuditPlan, segments: Sequence[dict[str, Any]], ranges: Iterable[PrefixRange]) -> Summary:
    """The summary of an audit, without the seconds. Raises OSError where the work folder cannot be read."""
    of_file = [Counter[str]() for _ in plan.files]
    ratings: list[list[float]] = [[] for _ in plan.files]
    splits: dict[str, str] = {}
    examples: dict[str, list[Any]] = {kind: [] for kind in FLAWS}
    of_reason = Counter[tuple[str, str | None]]()
    for segment in segments:
        number = segment["file"]
        of_file[number].update(segment["counts"])
        ratings[number] = added_ratings(ratings[number], segment["ratings"])
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
    of_ratings: list[float] = []
    for number in range(plan.audited):
        counts.update(of_file[number])
        of_ratings = added_ratings(of_ratings, ratings[number])
    flaws = _named(counts, "flaws")
    malformed = flaws.get("malformed", 0)
    puzzles, severe = counts["rows"] - malformed, counts["severity/severe"] + malformed
    by_answer = {str(verdict): _named(counts, f"answers/{verdict}", STORED_WORDS) for verdict in _VERDICTS}
    answers = {str(kind): sum(words.get(kind, 0) for words in by_answer.values()) for kind in StoredAnswer}
    has_answers = any(Role.ANSWER in file.layout.roles for file in plan.files[: plan.audited])
    has_answers |= any(set(words) - {"not_stored"} for words in by_answer.values())
    against = Against(
        rows=sum(one["rows"] for one in of_file[plan.audited :]),
        exact=counts["against/exact"],
        isomorphic=counts["against/isomorphic"],
    )
    return {
        "files": [_file(plan, number, some) for number, some in enumerate(of_file)],
        "lost": [*_lost(plan, segments)],
        "rows": counts["rows"],
        "malformed": malformed,
        "malformed_by_reason": _named(counts, "malformed_by_reason"),
        "verdicts": {verdict: sum(words.values()) for verdict, words in by_answer.items()},
        "answers": answers if has_answers else None,
        "by_answer": {verdict: words for verdict, words in by_answer.items() if words},
        "exact_duplicates": puzzles - counts["distinct"],
        "isomorphic_duplicates": puzzles - counts["classes"],
        "classes": counts["classes"],
        "sizes": _named(counts, "sizes"),
        "without_form": _named(counts, "without_form"),
        "clues": dict(sorted(_named(counts, "clues").items(), key=lambda one: int(one[0]))),
        "clue_count_differs": flaws.get("clue_count_differs", 0),
        "overlap": _file_overlaps(plan, counts),
        "split_overlap": _split_overlaps(counts, splits),
        "against": against if len(plan.files) > plan.audited else None,
        "splits": _named(counts, "splits"),
        "ratings": _ratings(counts, of_ratings) if of_ratings else None,
        "labels": _named(counts, "labels") or None,
        "flaws": _named(counts, "flaws", FLAWS),
        "flawed_rows": severe + counts["severity/minor"],
        "severe_rows": severe,
        "minor_rows": counts["severity/minor"],
        "open_rows": counts["severity/open"],
        "sound_rows": counts["sound"],
        "clean_rows": counts["kept"],
        "examples": {kind: some for kind, some in examples.items() if some},
        "seconds": 0.0,
    }


def _lost(plan: AuditPlan, segments: Iterable[dict[str, Any]]) -> Iterator[Any]:
    """What could not be read."""
    for one in segments:
        yield from ({"file": plan.files[one["file"]].name, **lost} for lost in one["lost"])


def _named(counts: Counter[str], what: str, names: Iterable[str] | None = None) -> Counts:
    """The numbers of rows by these names, or by all in order, without zeros."""
    begin = f"{what}/"
    if names is None:
        names = (name.removeprefix(begin) for name in sorted(counts) if name.startswith(begin))
    return {name: counts[begin + name] for name in names if counts[begin + name]}


def _file(plan: AuditPlan, number: int, counts: Counter[str]) -> AuditedFile:
    file, layout = plan.files[number], plan.files[number].layout
    return {
        "name": file.name,
        "kind": layout.kind,
        "size": file.size,
        "rows": counts["rows"],
        "malformed": counts["flaws/malformed"],
        "columns": {str(role): layout.columns[role] for role in Role if role in layout.columns},
        "told": layout.in_words(),
        "remarks": list(layout.remarks),
        "split": file.split,
        "against": number >= plan.audited,
    }


def _file_overlaps(plan: AuditPlan, counts: Counter[str]) -> list[FileOverlap]:
    """How many rows of an audited file are in another one."""
    names = {str(number): file.name for number, file in enumerate(plan.files)}
    audited, others = [*names][: plan.audited], [*names][plan.audited :]
    pairs = ((one, other) for one in audited for other in names)
    found = _overlaps(counts, "files", pairs, others if len(audited) * len(others) <= _PAIRS_SHOWN else ())
    return [{"files": [names[one], names[other]], "exact": e, "isomorphic": i} for one, other, e, i in found]


def _split_overlaps(counts: Counter[str], splits: dict[str, str]) -> list[SplitOverlap]:
    """How many rows of one split are in another one; `splits` has their names by their hashes."""
    names = {number: name for number, name in splits.items() if counts[f"splits/{name}"]}
    in_order = sorted(names, key=lambda number: names[number])
    are_few = len(names) ** 2 <= _PAIRS_SHOWN
    found = _overlaps(counts, "splits", product(in_order, in_order), in_order if are_few else ())
    return [{"splits": [names[one], names[other]], "exact": e, "isomorphic": i} for one, other, e, i in found]


def _overlaps(
    counts: Counter[str], what: str, pairs: Iterable[tuple[str, str]], shown: Collection[str]
) -> Iterator[tuple[str, str, int, int]]:
    """The pairs with rows in common, exactly and up to symmetry; and those with another one that is shown."""
    for one, other in pairs:
        exact, moved = (counts[f"{what} {how}/{one} {other}"] for how in ("exact", "isomorphic"))
        if one != other and (moved or other in shown):
            yield one, other, exact, moved


def _ratings(counts: Counter[str], ratings: list[float]) -> Ratings:
    """What is to be said of the ratings."""
    return {
        "given": counts["ratings/given"],
        "missing": counts["ratings/missing"],
        "lowest": ratings[1],
        "highest": ratings[2],
        "mean": ratings[3] / ratings[0],
        "differing_classes": counts["differing_classes"],
        "differing_rows": counts["flaws/rating_differs"],
    }


def _pair_examples(plan: AuditPlan, pairs: dict[str, list[list[int]]]) -> dict[str, list[Example]]:
    """The examples of flaws that pairs of rows have, by kind, as far as the rows can be read once more."""
    wanted: dict[int, set[int]] = defaultdict(set)
    for place in {place for some in pairs.values() for pair in some for place in pair}:
        wanted[keys.files_of(place)].add(keys.rows_of(place))
    told: dict[tuple[int, int], dict[str, Any]] = {}
    for number, of_file in sorted(wanted.items()):
        for rows, at in rows_at(plan.files[number], of_file, plan.reading):
            rating = text_in(rows, Role.RATING, at) or ""
            told[number, rows.first + at] = told_of_row(rows, at, plan.files[number]) | {"rating": rating}
    found: dict[str, list[Example]] = {}
    for kind, some in pairs.items():
        each = ([told.get((keys.files_of(place), keys.rows_of(place))) for place in pair] for pair in some)
        found[kind] = [_pair_example(kind, one, other) for one, other in each if one and other]
    return found


def _pair_example(kind: str, one: dict[str, Any], other: dict[str, Any]) -> Any:  # noqa: ANN401 — an Example
    """A row that has a flaw because of another one."""
    message, turned = FLAWS[kind].title, None
    if kind == "rating_differs" and one["rating"] and other["rating"]:
        message = f"rated {_rating(one['rating'])}; the other row is rated {_rating(other['rating'])}"
    if kind == "repeated_id":
        message = f"its id {one['id']} is that of the other row"
    elif one["puzzle"] != other["puzzle"]:
        turned = isomorphism(other["puzzle"], one["puzzle"])
    return {
        "kind": kind,
        **{name: value for name, value in one.items() if name != "rating"},
        "reason": None,
        "message": message,
        "solutions": [],
        "other": {name: other[name] for name in OtherRow.__annotations__},
        "transformation": None if turned is None else str(turned),
    }


def _rating(text: str) -> str:
    """A rating as it is told."""
    number = number_of(text)
    return text if is_label(number) or number != number else f"{number:g}"
