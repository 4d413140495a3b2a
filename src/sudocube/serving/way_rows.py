"""The ways to write "at most one" of a line, with their clauses: for each size that a grid can have."""

from __future__ import annotations

from sudocube.encoder import load
from sudocube.encoder.at_most_one import WAYS, pattern
from sudocube.encoder.auxiliary_meanings import explained
from sudocube.geometry import SIZES
from sudocube.report.json_rows import Row


def ways_row() -> Row:
    """How many clauses and auxiliary variables each way takes, for each size.

    >>> row = ways_row()
    >>> row["sizes"], row["ways"][0]["way"], row["ways"][0]["clauses"]
    ([4, 6, 8, 9, 10, 12, 15, 16, 20, 25], 'pairwise', [6, 15, 28, 36, 45, 66, 105, 120, 190, 300])
    """
    return {"sizes": list(SIZES), "ways": [_counts_row(way) for way in WAYS]}


def _counts_row(way: str) -> Row:
    patterns = [pattern(way, size) for size in SIZES]
    return {
        "way": way,
        "source": None if way == "pairwise" else str(load(way).source),
        "clauses": [len(clauses) for clauses, _ in patterns],
        "auxiliary": [added for _, added in patterns],
    }


def way_clauses_row(size: int) -> Row:
    """The clauses of each way for the literals 1 to `size`, and what the auxiliary variables stand for.

    An auxiliary variable has a number above `size`, and `means` says of it: it is `value` exactly if one of
    the literals `of` is true.

    >>> ways = {one["way"]: one for one in way_clauses_row(9)["ways"]}
    >>> len(ways["commander"]["clauses"]), ways["commander"]["means"]["10"]
    (24, {'value': True, 'of': [1, 2, 3]})
    """
    return {"size": size, "ways": [_clauses_row(way, size) for way in WAYS]}


def _clauses_row(way: str, size: int) -> Row:
    clauses, added = pattern(way, size)
    return {
        "way": way,
        "auxiliary": added,
        "clauses": [list(clause) for clause in clauses],
        "means": {
            str(number): {"value": meaning.value, "of": list(meaning.of)}
            for number, meaning in explained(way, size).meanings.items()
        },
    }
