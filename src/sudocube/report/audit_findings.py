"""What an audit found wrong, in order of severity, in words that the text and the page share.

`summary` is always that of an `Audit`: the plain object that `sudocube audit --json` prints.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sudocube.auditing.flaws import FLAWS, Flaw, Severity
from sudocube.report.words import counted, listed
from sudocube.verdict import StoredAnswer, Verdict

Summary = Mapping[str, Any]


def audited_names(summary: Summary, *, against: bool = False) -> list[str]:
    """The names of the files that were audited, or of those that they were compared with."""
    return [file["name"] for file in summary["files"] if file["against"] is against]


def title(summary: Summary) -> str:
    """The name of the data set: its files, or the first ones and how many more there are."""
    return listed_files(audited_names(summary))


def full_title(summary: Summary) -> str:
    """The same, with the files that it is compared with."""
    against = audited_names(summary, against=True)
    return title(summary) + (f", compared with {listed_files(against)}" if against else "")


def listed_files(names: Sequence[str]) -> str:
    """Names of files, of which many are only counted.

    >>> listed_files(["a.csv", "b.csv"]), listed_files([f"{number}.csv" for number in range(20)])
    ('a.csv and b.csv', '0.csv, 1.csv and 18 more files')
    """
    return listed(names if len(names) <= 3 else [*names[:2], f"{len(names) - 2:,} more files"])


_REASONS = {"missing": "nothing there", "not_text": "a number, not text"}
"""Reasons why a row is malformed that say more in other words."""


def reason_in_words(reason: str) -> str:
    """The reason why a row is malformed."""
    return _REASONS.get(reason, reason.replace("_", " "))


def reasons_by_rows(summary: Summary) -> dict[str, int]:
    """Why rows are malformed, and how many of them: the most frequent reason first."""
    return dict(sorted(summary["malformed_by_reason"].items(), key=lambda item: -item[1]))


def with_short_names(summary: Summary) -> Summary:
    """The summary with each file called by the end of its name, as long as it takes to tell them apart.

    Who publishes an audit does not want to publish the folders of a machine.
    """
    names = [file["name"] for file in summary["files"]]
    short = dict(zip(names, shortest_ends(names), strict=True))

    def renamed(value: Any) -> Any:  # noqa: ANN401 -- any part of a JSON object
        if isinstance(value, str):
            for name in sorted(short, key=len, reverse=True):
                value = value.replace(name, short[name])
            return value
        if isinstance(value, list):
            return [*map(renamed, value)]
        return {key: renamed(one) for key, one in value.items()} if isinstance(value, dict) else value

    fields = ("files", "lost", "overlap", "examples")
    return {**summary, **{field: renamed(summary[field]) for field in fields}}


def shortest_ends(names: Sequence[str]) -> list[str]:
    """The ends of paths, all of as many parts as it takes for different paths to have different ends.

    A member of an archive is called by the archive, too.

    >>> shortest_ends(["/data/a/x.csv", "/data/b/x.csv"]), shortest_ends(["/data/x.zip!a/x.csv"])
    (['a/x.csv', 'b/x.csv'], ['x.zip!a/x.csv'])
    """
    parts = []
    for name in names:
        path, mark, inner = name.partition("!")
        *folders, last = re.split(r"[/\\]+", path)
        parts.append([*folders, last + mark + inner])
    for length in range(1, max(map(len, parts), default=0) + 1):
        ends = ["/".join(one[-length:]) for one in parts]
        if len(set(ends)) == len(set(names)):
            return ends
    return [*names]


@dataclass(frozen=True, slots=True)
class ExampleGroup:
    """The first of `rows` rows with the same flaw; malformed rows have a group for each reason, by name."""

    name: str
    rows: int
    examples: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """One kind of flaw that some rows have: how many, which share, and the first of them."""

    flaw: Flaw
    rows: int
    share: str
    groups: tuple[ExampleGroup, ...]

    @property
    def in_rows(self) -> str:
        """How many rows, and which share of all: "8 rows (0.8%)"."""
        return f"{counted(self.rows, 'row')} ({self.share})"


def findings(summary: Summary) -> list[Finding]:
    """What is wrong, in order of severity."""
    flaws, rows = summary["flaws"], summary["rows"]
    return [
        Finding(flaw, flaws[kind], share_in_words(flaws[kind], rows), tuple(_groups(summary, kind)))
        for kind, flaw in FLAWS.items()
        if flaws.get(kind)
    ]


def _groups(summary: Summary, kind: str) -> Iterator[ExampleGroup]:
    """The examples of a kind of flaw; those of malformed rows by reason, the most frequent one first."""
    examples = summary["examples"].get(kind, ())
    if kind != "malformed":
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
    """How the whole is to be taken: by the worst that is found; what was lost is severe."""
    if summary["lost"] or summary["severe_rows"]:
        return Severity.SEVERE
    if summary["minor_rows"]:
        return Severity.MINOR
    return Severity.OPEN if summary["open_rows"] else None


def headline(summary: Summary) -> str:
    """The verdict on the data set, in a sentence without its name."""
    rows, lost = summary["rows"], summary["lost"]
    severe, minor, are_open = (summary[f"{name}_rows"] for name in Severity)
    if not rows:
        return "no rows were read"
    if not severe and not minor:
        among = (
            f"among the {counted(rows, 'row')} that could be read" if lost else f"in {counted(rows, 'row')}"
        )
        return f"no flaw was found {among}" + (
            f"; {are_open:,} {_are(are_open)} undecided" if are_open else ""
        )
    whole = f" of {counted(rows, 'row')}"
    said = []
    if severe:
        said.append(f"{severe:,}{whole} {_have(severe)} a severe flaw ({share_in_words(severe, rows)})")
    if minor and severe:
        said.append(f"{minor:,} a minor one")
    elif minor:
        said.append(f"{minor:,}{whole} {_have(minor)} a minor flaw ({share_in_words(minor, rows)})")
    if are_open:
        said.append(f"{are_open:,} {_are(are_open)} undecided")
    return ", ".join(said)


def lead(summary: Summary) -> Iterator[str]:
    """What stands below the headline: what was lost, which rows are sound."""
    yield from lost_in_words(summary)
    rows, sound, kept = summary["rows"], summary["sound_rows"], summary["clean_rows"]
    if rows:
        facts = ["exactly one solution"] + ["no wrong answer"] * (summary["answers"] is not None)
        facts += ["no leak"] * _compares(summary)
        yield (
            f"{counted(sound, 'row')} ({share_in_words(sound, rows)}) {_are(sound)} sound:"
            f" {'it has' if sound == 1 else 'they have'} {listed(facts)}."
        )
        if kept != sound:
            yield f"Of each puzzle only once, up to symmetry: {counted(kept, 'sound row')}."
    if unanswered := _unanswered(summary):
        yield f"{counted(unanswered, 'row')} {_have(unanswered)} one solution and no stored answer: no flaw."


def _compares(summary: Summary) -> bool:
    """Whether there are several splits, or files to compare with, so that rows may leak."""
    return summary["against"] is not None or len(summary["splits"]) > 1


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
