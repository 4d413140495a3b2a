"""The third stage of an audit: what all parts found, as one summary.

The summary is a plain JSON object. It does not depend on how the work was divided, nor on who did it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, groupby, product
from typing import Annotated, Any, TypedDict, cast

import numpy as np
from msgspec import Meta

from sudocube.auditing import keys
from sudocube.auditing.examine import told_of_row
from sudocube.auditing.flaws import EXAMPLES, FLAWS
from sudocube.auditing.plan import AuditPlan, read_rows
from sudocube.rows.batch import Rows
from sudocube.rows.columns import Kind, Role
from sudocube.symmetry import isomorphism
from sudocube.verdict import StoredAnswer, Verdict

Count = Annotated[int, Meta(ge=0)]
Counts = dict[str, Count]
Pair = Annotated[list[str], Meta(min_length=2, max_length=2)]


class AuditedFile(TypedDict):
    """A file."""

    name: str
    """Its name, as it was given or found. For example: "train.csv"."""
    kind: Kind
    """How its rows are read. For example: "table"."""
    rows: Count
    """How many rows were read. For example: 1000."""
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


class Overlap(TypedDict):
    """How many rows of one file or split are in another."""

    exact: Count
    """Rows whose puzzle is there as it is. For example: 69."""
    isomorphic: Count
    """Rows whose puzzle is there as it is, or moved or relabelled. For example: 71."""


class FileOverlap(Overlap):
    """How many rows of one file are in another."""

    files: Pair
    """The file whose rows are counted, and the file in which their puzzles are looked for.

    For example: ["train.csv", "test.csv"].
    """


class SplitOverlap(Overlap):
    """How many rows of one split are in another."""

    splits: Pair
    """The split whose rows are counted, and the split in which their puzzles are looked for.

    For example: ["train", "test"].
    """
    left: Count
    """Rows that `--repair` leaves out of the first split because their classes stand in the second.

    For example: 0.
    """


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


class FileRow(TypedDict):
    """A row of a file."""

    file: str
    """The file. For example: "test.csv"."""
    row: Count
    """The number of the row in its file, from 0. For example: 15."""
    line: Annotated[int, Meta(ge=1)] | None
    """The number of its line in a file of text, from 1; null in other files. For example: 17, null."""
    puzzle: Annotated[str, Meta(pattern="^[.1-9A-P]+$")] | None
    """The cells of its puzzle, `.` for a blank; null for a malformed row.

    For example: "1.....2..3.....4", null.
    """


class Example(FileRow):
    """A row that shows a flaw."""

    kind: str
    """The flaw. For example: "answer_wrong"."""
    id: str | None
    """What the row calls itself; null if there is no such column. For example: "p0017", null."""
    split: str | None
    """Its split, as its column or the name of its file tells it; null if neither does.

    For example: "train", null.
    """
    rating: str | None
    """Its rating or label as it stands there; null if there is no such column. For example: "8.5", null."""
    box: str | None
    """The shape of the puzzle's boxes, rows × columns; null for a malformed row. For example: "3x3", null."""
    answer: str | None
    """The stored answer as it stands there; null where the file has none. For example: "1243", null."""
    solutions: Annotated[list[str], Meta(max_length=2)]
    """Up to two solutions of the puzzle. For example: ["1243342143122134"]."""
    message: str
    """What is wrong. For example: "r3c7 holds 6; the only solution has 2"."""
    other: FileRow | None
    """The row that this one repeats, overlaps with or is rated differently from; null for other flaws.

    For example: null.
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
    """How many stored answers are what; null where no puzzle has one. For example: {"right": 3}, null."""
    exact_duplicates: Count
    """Well-formed rows less different puzzles. For example: 12."""
    isomorphic_duplicates: Count
    """Well-formed rows less classes of puzzles that are the same up to symmetry; it includes the exact ones.

    For example: 15.
    """
    classes: Count
    """How many classes there are. For example: 985."""
    without_form: Count
    """How many puzzles have no canonical form, and are compared by their text alone: of other sizes than 9×9,
    given as pencilmarks, or with too much symmetry for the bound on the work. For example: 2.
    """
    clues: Counts
    """How many puzzles have how many clues. For example: {"17": 49158}."""
    overlap: list[FileOverlap]
    """How many rows of an audited file are in a file of `--against`.

    For example: [{"files": ["train.csv", "test.csv"], "exact": 69, "isomorphic": 71}].
    """
    split_overlap: list[SplitOverlap]
    """How many rows of a split are in another split.

    For example: [{"splits": ["train", "test"], "exact": 69, "isomorphic": 71, "left": 0}].
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
    examples: dict[str, Annotated[list[Example], Meta(max_length=10)]]
    """The first rows that have each flaw, ten at most. For example: {}."""
    seconds: Annotated[float, Meta(ge=0)]
    """How long it took, in seconds. For example: 0.5."""


_PAIRS_SHOWN = 100
"""Where there are more pairs of files, or of splits, those that have nothing in common are left out."""


def summarize(
    plan: AuditPlan,
    segments: Sequence[dict[str, Any]],
    counts: Counter[str],
    pairs: Mapping[str, list[list[int]]],
) -> Summary:
    """The summary of an audit, without the seconds.

    `segments` are what was found in rows by themselves, and `counts` what was counted as they were compared.
    `pairs` has the first rows with a flaw because of another row, by kind, as places.
    """
    of_file = counts_of_files(plan, segments)
    for some in of_file[: plan.audited]:
        counts.update(some)
    malformed = counts["flaws/malformed"]
    answers = {str(kind): counts[f"answers/{kind}"] for kind in StoredAnswer}
    audited = [segment for segment in segments if segment["file"] < plan.audited]
    splits, names = [*split_names(audited).items()], [*enumerate(file.name for file in plan.files)]
    summary: Any = {name: counts[name] for name in Summary.__annotations__}
    summary |= {  # what is more than the number of that name
        "files": [_file(plan, number, some) for number, some in enumerate(of_file)],
        "lost": [lost for segment in segments for lost in segment["lost"]],
        "malformed": malformed,
        "malformed_by_reason": _named(counts, "malformed_by_reason"),
        "verdicts": {str(verdict): counts[f"verdicts/{verdict}"] for verdict in [*Verdict][:4]},
        "answers": answers if counts["answered"] else None,
        "exact_duplicates": counts["rows"] - malformed - counts["distinct"],
        "isomorphic_duplicates": counts["rows"] - malformed - counts["classes"],
        "clues": dict(sorted(_named(counts, "clues").items(), key=lambda one: int(one[0]))),
        "overlap": _overlaps(counts, "files", names[: plan.audited], names[plan.audited :]),
        "split_overlap": _overlaps(counts, "splits", splits, splits, "left"),
        "splits": _named(counts, "splits"),
        "ratings": _ratings(plan, segments, counts),
        "labels": _named(counts, "labels") or None,
        "flaws": _named(counts, "flaws", FLAWS),
        "severe_rows": counts["severe_rows"] + malformed,
        "examples": _examples(plan, segments, pairs),
    }
    return cast(Summary, summary)


def split_names(segments: Iterable[dict[str, Any]]) -> dict[str, str]:
    """The names of the splits, in order, by their hashes."""
    names = {number: name for segment in segments for number, name in segment["splits"].items() if name}
    return dict(sorted(names.items(), key=lambda one: one[1]))


def counts_of_files(plan: AuditPlan, segments: Iterable[dict[str, Any]]) -> list[Counter[str]]:
    """What was counted in the rows of each file."""
    counts = [Counter[str]() for _ in plan.files]
    for segment in segments:
        counts[segment["file"]].update(segment["counts"])
    return counts


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
        "rows": counts["rows"],
        "columns": {str(role): layout.columns[role] for role in Role if role in layout.columns},
        "told": layout.in_words(),
        "remarks": list(layout.remarks),
        "split": file.split,
        "against": number >= plan.audited,
    }


def _overlaps(
    counts: Counter[str], what: str, ones: Sequence[Any], others: Sequence[Any], *more: str
) -> list[Any]:
    """How many rows of each of `ones` are in which of `others`: exactly, up to symmetry, and `more`.

    Each is a pair: what the file or split is called in the counts, and its name.
    """
    found = []
    for (one, name), (other, in_name) in product(ones, others):
        rows = {how: counts[f"{what} {how}/{one} {other}"] for how in ("exact", "isomorphic", *more)}
        if one != other and (rows["isomorphic"] or len(ones) * len(others) <= _PAIRS_SHOWN):
            found.append({what: [name, in_name], **rows})
    return found


def _ratings(plan: AuditPlan, segments: Iterable[dict[str, Any]], counts: Counter[str]) -> Ratings | None:
    """What is to be said of the ratings that are numbers, if there are any."""
    some = [one for segment in segments if segment["file"] < plan.audited for one in segment["ratings"]]
    if not some:
        return None
    given, lowest, highest, sums = zip(*some, strict=True)
    return {
        "given": sum(given),
        "missing": counts["ratings/missing"],
        "lowest": min(lowest),
        "highest": max(highest),
        "mean": round(sum(sums) / sum(given), 6),
    }


def _examples(
    plan: AuditPlan, segments: Iterable[dict[str, Any]], pairs: Mapping[str, list[list[int]]]
) -> dict[str, list[Example]]:
    """The first rows that have each flaw; `pairs` are those that have it because of another row."""
    found: dict[str, list[Any]] = {kind: [] for kind in FLAWS}
    for segment in segments:
        for one in segment["examples"]:
            found[one["kind"]].append(one)
    told = _rows_told(plan, {place: kind for kind, some in pairs.items() for place in chain(*some)})
    for kind, some in pairs.items():
        for place, other in some:
            if place in told and other in told:  # they could be read once more
                found[kind].append(_pair_example(kind, told[place], told[other]))
    return {kind: some[:EXAMPLES] for kind, some in found.items() if some}


def _rows_told(plan: AuditPlan, places: Mapping[int, str]) -> dict[int, dict[str, Any]]:
    """What is told of the rows at these places, each with a flaw, as far as they can be read once more.

    The row groups that hold them are read once; of other files, what comes before the last of them.
    """
    told: dict[int, dict[str, Any]] = {}
    for number, of_file in groupby(sorted(places), keys.files_of):
        file, wanted = plan.files[number], {keys.rows_of(place): place for place in of_file}
        ends = np.searchsorted([*wanted], np.cumsum(file.layout.groups, dtype=np.int64))
        for some in filter(len, np.split([*wanted], ends)):
            for rows in read_rows(file, plan.reading, first=some[0], stop=some[-1] + 1):
                if isinstance(rows, Rows):
                    here = range(rows.first, rows.first + len(rows))
                    for row in filter(here.__contains__, some.tolist()):
                        told[wanted[row]] = told_of_row(rows, row - rows.first, file, places[wanted[row]])
    return told


def place_of(row: Mapping[str, Any]) -> str:
    """Where a row stands, as `check` says it: its line, from 1; in a file without lines, its row, from 0."""
    return f"{row['file']}:{row['row'] if row['line'] is None else row['line']}"


def _pair_example(kind: str, one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """A row that has a flaw because of another one."""
    place = place_of(other)
    message = f"is {place} again"
    if kind == "rating_differs":
        message = f"rated {one['rating']}; {place} is rated {other['rating']}"
    elif kind == "repeated_id":
        message = f"its id {one['id']} is that of {place}"
    elif one["puzzle"] != other["puzzle"] and (turned := isomorphism(other["puzzle"], one["puzzle"])):
        message = f"is {place} moved: {turned}"
    if FLAWS[kind].group == "leak" and one["file"] == other["file"]:
        message = f"of split {one['split']}: {message}, of split {other['split']}"
    of_other = {name: other[name] for name in FileRow.__annotations__}
    return one | {"kind": kind, "message": message, "other": of_other}
