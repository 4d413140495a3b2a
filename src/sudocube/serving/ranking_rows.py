"""Encodings measured on the twenty puzzles of the lesson, puzzle by puzzle, so that they can be ranked."""

from __future__ import annotations

import random

from sudocube import examples
from sudocube.lab import Figures, compare
from sudocube.lab.strengths import EFFORTS
from sudocube.report.comparisons import compared_row, puzzle_table
from sudocube.report.json_rows import Row
from sudocube.report.row import as_dict

RANKED = ("dual", "binary", "minimal", "sequential-counter", "extended", "triads")
"""The encodings that are ranked: of each strength of unit propagation one or two, in an order of names."""

SEED = 2
"""Of the order in which the encodings stand before somebody has ranked them: it tells nothing of theirs."""

PUZZLES = "by-strength"
"""The example with the puzzles."""

KINDS = (
    ("naked singles", 4),
    ("hidden singles in boxes", 4),
    ("hidden singles in rows and columns", 4),
    ("locked candidates", 4),
    ("none of these is enough", 4),
)
"""What the puzzles need, in their order, and how many there are of each kind."""


def ranking_row() -> Row:
    """The puzzles; the figures of each encoding, and what was counted for each puzzle; a shuffled order.

    A puzzle that was not checked in full has no counts: null. Seconds are left out, since they say more of
    the machine than of the encodings.
    """
    measured = compare(examples.puzzles(PUZZLES), sorted(RANKED), jobs=1)
    return {
        **strength_puzzles_row(),
        "encodings": [_encoding_row(figures) for figures in measured],
        "shuffled": random.Random(SEED).sample(sorted(RANKED), len(RANKED)),
    }


def strength_puzzles_row() -> Row:
    """The twenty puzzles, with what each of them needs.

    >>> row = strength_puzzles_row()
    >>> len(row["puzzles"]), row["puzzles"][0]["kind"]
    (20, 'naked singles')
    """
    kinds = [kind for kind, number in KINDS for _ in range(number)]
    puzzles = zip(examples.puzzles(PUZZLES), kinds, strict=True)
    return {
        "kinds": [kind for kind, _ in KINDS],
        "puzzles": [{"puzzle": str(one), "kind": kind} for one, kind in puzzles],
    }


def _encoding_row(figures: Figures) -> Row:
    rows = puzzle_table(figures).to_pylist()
    wanted = ["unit_propagation", "failed_literals", *(one for one in EFFORTS if one != "seconds")]
    return {
        **{name: value for name, value in as_dict(compared_row(figures)).items() if "seconds" not in name},
        "by_puzzle": [{name: row[name] for name in wanted} for row in rows],
    }
