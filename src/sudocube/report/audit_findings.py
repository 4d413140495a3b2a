"""What an audit found wrong, in order of severity, in words that the text and the page share."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sudocube.auditing.flaw_kinds import FlawKind
from sudocube.report.audit_names import Summary, reason_in_words, reasons_by_rows
from sudocube.report.words import counted
from sudocube.verdict import StoredAnswer, Verdict


class Severity(StrEnum):
    """How much a finding weighs."""

    SEVERE = "severe"
    """Whoever uses the row is misled: it has no single right answer, or it is in the test data, too."""
    MINOR = "minor"
    """The row is right by itself, but is counted twice, or is described wrongly."""
    OPEN = "open"
    """Nobody knows whether something is wrong."""


@dataclass(frozen=True, slots=True)
class FlawWords:
    """What is said of a kind of flaw: a short title, what it means, what can be done."""

    severity: Severity
    title: str
    meaning: str
    remedy: str


_ANSWER_REMEDY = "Solve the puzzle again, and store that solution."

FLAW_WORDS: Mapping[FlawKind, FlawWords] = {
    FlawKind.OVERLAP_EXACT: FlawWords(
        Severity.SEVERE,
        "also in another split or file",
        "The same puzzle stands in another split, or in a file that is compared with. A model that is"
        " trained on one of them and tested on the other has seen the puzzle before.",
        "Leave these rows out of one side.",
    ),
    FlawKind.OVERLAP_ISOMORPHIC: FlawWords(
        Severity.SEVERE,
        "also in another split or file, moved",
        "The puzzle stands in another split or file with its rows, columns or digits exchanged. No comparison"
        " of texts finds it.",
        "Leave these rows out of one side.",
    ),
    FlawKind.NO_SOLUTION: FlawWords(
        Severity.SEVERE,
        "no solution",
        "No grid fits the clues.",
        "`sudocube diagnose` says which clues are in conflict, and what mends them.",
    ),
    FlawKind.SEVERAL_SOLUTIONS: FlawWords(
        Severity.SEVERE,
        "several solutions",
        "More than one grid fits the clues, so that no single answer is the right one.",
        "`sudocube diagnose` says which further clues make the puzzle unique.",
    ),
    FlawKind.ANSWER_WRONG: FlawWords(
        Severity.SEVERE,
        "answer is wrong",
        "The stored answer is a grid that keeps the clues, and it breaks the rules.",
        _ANSWER_REMEDY,
    ),
    FlawKind.ANSWER_CONTRADICTS_CLUES: FlawWords(
        Severity.SEVERE,
        "answer contradicts the clues",
        "The stored answer has another digit in the cell of a clue: it may belong to another row.",
        "Look whether puzzles and answers are shifted against each other.",
    ),
    FlawKind.ANSWER_GIVEN_THOUGH_NONE: FlawWords(
        Severity.SEVERE,
        "answer though there is no solution",
        "An answer is stored, and the puzzle has no solution.",
        "Leave the row out, or mend the puzzle.",
    ),
    FlawKind.ANSWER_ONE_OF_SEVERAL: FlawWords(
        Severity.SEVERE,
        "answer is one of several",
        "The stored answer is a solution, and there are others, which are as right.",
        "Leave the row out, or add clues until only this solution is left.",
    ),
    FlawKind.ANSWER_NO_GRID: FlawWords(
        Severity.SEVERE,
        "answer is no grid",
        "What is stored as the answer is no full grid.",
        _ANSWER_REMEDY,
    ),
    FlawKind.MALFORMED: FlawWords(
        Severity.SEVERE,
        "malformed",
        "The row holds no puzzle.",
        "Look at the rows named below, and at what wrote them.",
    ),
    FlawKind.EXACT_DUPLICATE: FlawWords(
        Severity.MINOR,
        "duplicate",
        "An earlier row holds the same puzzle, perhaps with other signs for blanks.",
        "`--clean` keeps the first row of each class.",
    ),
    FlawKind.ISOMORPHIC_DUPLICATE: FlawWords(
        Severity.MINOR,
        "duplicate, moved",
        "An earlier row holds the puzzle with its rows, columns or digits exchanged.",
        "`--clean` keeps the first row of each class.",
    ),
    FlawKind.CLUE_COUNT_DIFFERS: FlawWords(
        Severity.MINOR,
        "number of clues is wrong",
        "The stored number of clues is not the number of clues.",
        "Count the clues again.",
    ),
    FlawKind.RATING_DIFFERS: FlawWords(
        Severity.MINOR,
        "rating differs",
        "Another row holds the same puzzle, perhaps moved, and another rating. A rating that changes when"
        " rows or digits are exchanged says something of the solver, not of the puzzle.",
        "Rate each puzzle once, in its canonical form.",
    ),
    FlawKind.UNDECIDED: FlawWords(
        Severity.OPEN,
        "undecided",
        "The time did not suffice to say how many solutions there are. That is no flaw of the row.",
        "A longer --timeout may decide them.",
    ),
}
"""All kinds of flaws, in order of severity."""


@dataclass(frozen=True, slots=True)
class ExampleGroup:
    """The first of `rows` rows with the same flaw; malformed rows have a group for each reason, by name."""

    name: str
    rows: int
    examples: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """One kind of flaw that some rows have: how many, which share, and the first of them."""

    kind: FlawKind
    rows: int
    share: str
    groups: tuple[ExampleGroup, ...]

    @property
    def words(self) -> FlawWords:
        """What is said of this kind."""
        return FLAW_WORDS[self.kind]

    @property
    def in_rows(self) -> str:
        """How many rows, and which share of all: "8 rows (0.8%)"."""
        return f"{counted(self.rows, 'row')} ({self.share})"


def findings(summary: Summary) -> list[Finding]:
    """What is wrong, in order of severity."""
    flaws, rows = summary["flaws"], summary["rows"]
    return [
        Finding(kind, flaws[kind], share_in_words(flaws[kind], rows), tuple(_groups(summary, kind)))
        for kind in FLAW_WORDS
        if flaws.get(kind)
    ]


def _groups(summary: Summary, kind: FlawKind) -> Iterator[ExampleGroup]:
    """The examples of a kind of flaw; those of malformed rows by reason, the most frequent one first."""
    examples = summary["examples"].get(kind, ())
    if kind is not FlawKind.MALFORMED:
        yield ExampleGroup("", summary["flaws"][kind], tuple(examples))
        return
    for reason, rows in reasons_by_rows(summary).items():
        some = tuple(one for one in examples if one["reason"] == reason)
        yield ExampleGroup(reason_in_words(reason), rows, some)


def share_in_words(part: int, whole: int) -> str:
    """A share in per cent with two digits that count; it is 0% and 100% only if it is that exactly.

    >>> [share_in_words(part, 3_000_000) for part in (0, 1, 4096, 1_000_000, 2_999_999, 3_000_000)]
    ['0%', '0.000033%', '0.14%', '33%', '99.999967%', '100%']
    """
    if not part or part == whole:
        return "100%" if part else "0%"
    percent = 100 * part / whole
    rest = min(percent, 100 - percent)  # what is near 100 is told as exactly as what is near 0
    places = max(0, 1 - math.floor(math.log10(rest)))
    return f"{percent:.{places}f}%"


def tone(summary: Summary) -> Severity | None:
    """How the whole is to be taken: severe if anything is wrong or lost, open if something is undecided."""
    if summary["lost"] or summary["flawed_rows"]:
        return Severity.SEVERE
    return Severity.OPEN if summary["verdicts"]["unknown"] else None


def headline(summary: Summary) -> str:
    """The verdict on the data set, in a sentence without its name."""
    rows, flawed, lost = summary["rows"], summary["flawed_rows"], summary["lost"]
    open_rows = summary["verdicts"]["unknown"]
    if flawed:
        return f"{flawed:,} of {counted(rows, 'row')} {_have(flawed)} a flaw ({share_in_words(flawed, rows)})"
    if not rows:
        return "no rows were read"
    among = f"among the {counted(rows, 'row')} that could be read" if lost else f"in {counted(rows, 'row')}"
    if open_rows:
        return f"no flaw was found {among}; {open_rows:,} {_are(open_rows)} undecided"
    return f"no flaw was found {among}"


def rows_in_words(summary: Summary) -> str:
    """How many rows there are of what, in a line: "88 rows: 61 sound, 36 with flaws, 2 undecided"."""
    elsewhere = summary["clean_rows_elsewhere"]
    also = f" ({elsewhere:,} also in another split or file)" if elsewhere else ""
    numbers = {
        f"sound{also}": summary["clean_rows"],
        "with flaws": summary["flawed_rows"],
        "without an answer": _unanswered(summary),
        "undecided": summary["verdicts"]["unknown"],
    }
    some = ", ".join(f"{number:,} {name}" for name, number in numbers.items() if number)
    return counted(summary["rows"], "row") + (f": {some}" if some else "")


def clean_in_words(summary: Summary) -> str:
    """What `--clean` wrote: "the 61 sound rows"; and how many of them overlap with other splits or files."""
    rows, elsewhere = counted(summary["clean_rows"], "sound row"), summary["clean_rows_elsewhere"]
    if not elsewhere:
        return f"the {rows}"
    return f"the {rows}; {elsewhere:,} of them {_are(elsewhere)} also in another split or file"


def lead(summary: Summary) -> Iterator[str]:
    """What stands below the headline: what was lost, which rows are sound."""
    yield from lost_in_words(summary)
    rows, clean, elsewhere = summary["rows"], summary["clean_rows"], summary["clean_rows_elsewhere"]
    if rows:
        has_answers = summary["answers"] is not None
        share, answer = share_in_words(clean, rows), " and the right answer" if has_answers else ""
        have = "it has" if clean == 1 else "they have"
        yield (
            f"{counted(clean, 'row')} ({share}) {_are(clean)} sound: {have} exactly one solution{answer}, and"
            " no earlier sound row holds the same puzzle."
        )
    if elsewhere:
        yield f"{elsewhere:,} of the sound rows {_are(elsewhere)} also in another split or file."
    if unanswered := _unanswered(summary):
        yield (
            f"{counted(unanswered, 'row')} {_have(unanswered)} exactly one solution and no stored answer:"
            " that is no flaw, and does not count as sound."
        )


def _unanswered(summary: Summary) -> int:
    """How many unique puzzles have an empty field for their answer."""
    number: int = summary["by_answer"].get(Verdict.UNIQUE, {}).get(StoredAnswer.MISSING, 0)
    return number


def lost_in_words(summary: Summary) -> Iterator[str]:
    """What could not be read, in a sentence for each loss."""
    for lost in summary["lost"]:
        rows = "an unknown number of rows" if lost["rows"] is None else counted(lost["rows"], "row")
        yield f"{lost['file']}: {rows} could not be read: {lost['message']}"


def _have(rows: int) -> str:
    return "has" if rows == 1 else "have"


def _are(rows: int) -> str:
    return "is" if rows == 1 else "are"
