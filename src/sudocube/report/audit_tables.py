"""The figures of an audit in tables, which the text and the page share: verdicts, doubles, clues, ratings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from sudocube.report.audit_findings import (
    Summary,
    audited_names,
    listed_files,
    reason_in_words,
    reasons_by_rows,
    share_in_words,
)
from sudocube.report.words import counted, listed
from sudocube.verdict import StoredAnswer, Verdict

VERDICT_NAMES = {
    Verdict.UNIQUE: "one",
    Verdict.MULTIPLE: "several",
    Verdict.NONE: "none",
    Verdict.UNKNOWN: "undecided",
}
"""What the verdicts are called here, where nobody may know the words of this package."""

_ANSWER_NAMES = {
    **{str(kind): kind.replace("_", " ") for kind in (StoredAnswer.RIGHT, *StoredAnswer)},
    "undecided": "undecided",
    "not_stored": "none stored",
}
"""What is said of stored answers, in order; `not_stored` is of files without such a column."""


@dataclass(frozen=True, slots=True)
class AuditTable:
    """A table: a title, sentences below it, and rows of texts by their names.

    `bars` are the numbers of a histogram, by the same names. With `of_words` the cells hold words, else
    numbers.
    """

    title: str
    heading: str
    headings: Sequence[str]
    rows: Mapping[str, Sequence[str]]
    sentences: Sequence[str] = ()
    bars: Mapping[str, int] = field(default_factory=dict)
    of_words: bool = False

    @property
    def anchor(self) -> str:
        """What names the table on a page."""
        return self.title.partition(" ")[0].lower()


def audit_tables(summary: Summary) -> Iterator[AuditTable]:
    """All tables for which there are figures."""
    if summary["rows"]:
        yield _verdicts(summary)
    if summary["malformed"]:
        reasons = {reason_in_words(name): rows for name, rows in reasons_by_rows(summary).items()}
        yield _shares("Malformed rows", "reason", reasons, summary["rows"])
    if summary["rows"] > summary["malformed"]:
        yield _doubles(summary)
    if summary["overlap"] or summary["split_overlap"]:
        yield _overlaps(summary)
    if summary["clues"]:
        yield _clues(summary)
    if summary["ratings"] is not None:
        yield _ratings(summary)
    if summary["labels"] is not None:
        labels = dict(sorted(summary["labels"].items(), key=lambda item: -item[1]))
        yield _shares("Labels", "label", labels, summary["rows"])
    yield _files(summary)


def _verdicts(summary: Summary) -> AuditTable:
    """A column for each verdict, and a row for each thing that is to be said of stored answers."""
    rows, by_answer = summary["rows"], summary["by_answer"]
    numbers = {verdict: summary["verdicts"][verdict] for verdict in VERDICT_NAMES}
    some = [verdict for verdict in numbers if numbers[verdict] or verdict is Verdict.UNIQUE]
    columns = {VERDICT_NAMES[verdict]: by_answer.get(verdict, {}) for verdict in some}
    all_of_them = [numbers[verdict] for verdict in some]
    cells = {
        "rows": [f"{number:,}" for number in all_of_them],
        "share": [share_in_words(number, rows) for number in all_of_them],
    }
    title = "Verdicts"
    if summary["answers"] is not None:
        title = "Verdicts and stored answers"
        for answer, name in _ANSWER_NAMES.items():
            if any(of_verdict.get(answer) for of_verdict in columns.values()):
                cells[name] = [f"{of_verdict.get(answer, 0):,}" for of_verdict in columns.values()]
    without = f"{counted(summary['malformed'], 'malformed row')} without a verdict."
    return AuditTable(title, "solutions", [*columns], cells, [without] if summary["malformed"] else [])


def _shares(title: str, heading: str, numbers: Mapping[str, int], whole: int) -> AuditTable:
    """A table of numbers of rows, each with its share of the whole."""
    rows = {name: [f"{number:,}", share_in_words(number, whole)] for name, number in numbers.items()}
    return AuditTable(title, heading, ["rows", "share"], rows)


def _doubles(summary: Summary) -> AuditTable:
    """How many different puzzles there are, by their texts and up to symmetry."""
    puzzles = summary["rows"] - summary["malformed"]
    exact, isomorphic = summary["exact_duplicates"], summary["isomorphic_duplicates"]
    rows = {
        "exactly": [f"{puzzles - exact:,}", f"{exact:,}", share_in_words(exact, puzzles)],
        "up to symmetry": [f"{summary['classes']:,}", f"{isomorphic:,}", share_in_words(isomorphic, puzzles)],
    }
    sentences = ["Up to symmetry: with rows, columns and digits exchanged, as far as the rules allow it."]
    without = summary["without_form"]
    reasons = {
        "other_size": "of other sizes than 9×9",
        "pencilmarks": "given as pencilmarks",
        "undecided": "with too much symmetry",
    }
    if some := [f"{without[name]:,} {why}" for name, why in reasons.items() if without.get(name)]:
        sentences.append(f"Compared by their text alone: {listed(some)}.")
    return AuditTable("Duplicates", "compared", ["different", "doubles", "share"], rows, sentences)


def _overlaps(summary: Summary) -> AuditTable:
    """How many rows of one file or split are in another one."""
    rows_of = {file["name"]: file["rows"] - file["malformed"] for file in summary["files"]}
    cells = {}
    for names, overlaps, whole in (
        ("splits", summary["split_overlap"], summary["splits"]),
        ("files", summary["overlap"], rows_of),
    ):
        for one in overlaps:
            first, second = one[names]
            share = share_in_words(one["isomorphic"], whole.get(first, 0) or 1)
            name = f"{first} in {second}" if names == "files" else f"split {first} in split {second}"
            cells[name] = [f"{one['exact']:,}", f"{one['isomorphic']:,}", share]
    sentences = []
    if (against := summary["against"]) is not None:
        ours, theirs = (listed_files(audited_names(summary, against=one)) for one in (False, True))
        number, exact = against["isomorphic"], f"{against['exact']:,}" if against["exact"] else "none"
        of_ours = f"{counted(number, 'row')} of {ours} {'stands' if number == 1 else 'stand'}"
        sentences.append(f"{of_ours}, perhaps moved, in {theirs}; {exact} of them exactly.")
    headings = ["exactly", "up to symmetry", "share"]
    return AuditTable("Overlap", "rows of", headings, cells, sentences)


def _clues(summary: Summary) -> AuditTable:
    """How many puzzles have how many clues."""
    clues = {int(count): rows for count, rows in summary["clues"].items()}
    whole = sum(clues.values())
    table = _shares("Clues", "clues", {str(count): clues[count] for count in sorted(clues)}, whole)
    mean = sum(count * number for count, number in clues.items()) / whole
    least, most = min(clues), max(clues)
    said = f"{least} clues each" if least == most else f"{least} to {most} clues, {mean:.1f} on average"
    bars = {str(count): clues.get(count, 0) for count in range(least, most + 1)}
    return replace(table, sentences=[f"{said}."], bars=bars)


def _ratings(summary: Summary) -> AuditTable:
    """The ratings by the number of clues."""
    ratings = summary["ratings"]
    rows = {
        count: [f"{one['rows']:,}", *(f"{one[name]:,.4g}" for name in ("lowest", "mean", "highest"))]
        for count, one in sorted(ratings["by_clues"].items(), key=lambda item: int(item[0]))
    }
    given, missing = counted(ratings["given"], "row"), ratings["missing"]
    have_none = (
        f"{missing:,} {'has' if missing == 1 else 'have'} none{', or one that is no number' * bool(missing)}"
    )
    said = [f"{given} {'has' if ratings['given'] == 1 else 'have'} a rating, {have_none}."]
    if ratings["given"]:
        lowest, mean, highest = (f"{ratings[name]:,.4g}" for name in ("lowest", "mean", "highest"))
        said.append(f"They go from {lowest} to {highest}, {mean} on average.")
    if classes := ratings["differing_classes"]:
        puzzles = "puzzle has" if classes == 1 else "puzzles have"
        said.append(f"{classes:,} {puzzles} several ratings, in {ratings['differing_rows']:,} rows.")
    return AuditTable("Ratings", "clues", ["rows", "lowest", "mean", "highest"], rows, said)


def _files(summary: Summary) -> AuditTable:
    """What was read: files, rows, columns."""
    rows = {}
    for file in summary["files"]:
        columns = ", ".join(
            name if name == role else f"{name} ({role})" for role, name in file["columns"].items()
        )
        size = size_in_words(file["size"])
        role = "compared with" if file["against"] else "audited"
        rows[file["name"]] = [counted(file["rows"], "row"), size, role, file["split"] or "", columns]
    headings = ["rows", "size", "role", "split", "columns"]
    has_rows_only = any(file["kind"] in ("parquet", "arrow", "npy") for file in summary["files"])
    said = ["Rows are counted from 0, lines of text from 1."] if has_rows_only else []
    return AuditTable("Files", "file", headings, rows, said, of_words=True)


def size_in_words(size: int) -> str:
    """A number of bytes in the unit that people use.

    >>> [size_in_words(size) for size in (0, 999, 1500, 591_000_000)]
    ['0 bytes', '999 bytes', '1.5 kB', '591 MB']
    """
    if size < 1000:
        return counted(size, "byte")
    number, units = float(size), iter(("kB", "MB", "GB", "TB", "PB"))
    unit = ""
    while number >= 1000:
        number, unit = number / 1000, next(units)
    return f"{number:.{0 if number >= 10 else 1}f} {unit}"
