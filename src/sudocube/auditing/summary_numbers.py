"""Numbers of parts of an audit, added up.

Ratings of rows with the same number of clues are kept as [rows, lowest, highest, sum].
"""

from __future__ import annotations

from typing import Any


def added(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    """The sums of numbers of the same name, in all depths; names that one side alone has are kept.

    >>> added({"rows": 2, "clues": {"17": 1}}, {"rows": 3, "clues": {"17": 2, "20": 1}})
    {'rows': 5, 'clues': {'17': 3, '20': 1}}
    >>> added({"17": [2, 1.0, 3.0, 4.0]}, {"17": [1, 0.5, 0.5, 0.5]})
    {'17': [3, 0.5, 3.0, 4.5]}
    """
    joined = dict(first)
    for name, value in second.items():
        joined[name] = _joined(joined[name], value) if name in joined else value
    return joined


def _joined(first: Any, second: Any) -> Any:  # noqa: ANN401 -- numbers, lists and dicts of them
    if isinstance(first, dict):
        return added(first, second)
    if isinstance(first, list):
        rows, lowest, highest, total = zip(first, second, strict=True)
        return [sum(rows), min(lowest), max(highest), sum(total)]
    return first + second
