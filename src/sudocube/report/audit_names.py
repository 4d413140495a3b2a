"""What a data set, its files and its malformed rows are called in the report of an audit.

`summary` is always that of an `Audit`: the plain object that `sudocube audit --json` prints.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from sudocube.report.words import listed

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

    >>> shortest_ends(["/data/a/x.csv", "/data/b/x.csv"]), shortest_ends(["/data/x.csv"])
    (['a/x.csv', 'b/x.csv'], ['x.csv'])
    """
    parts = [re.split(r"[/\\]+", name) for name in names]
    different = len(set(names))
    for length in range(1, max(map(len, parts), default=0) + 1):
        ends = ["/".join(one[-length:]) for one in parts]
        if len(set(ends)) == different:
            return ends
    return [*names]
