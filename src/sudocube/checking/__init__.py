"""Verdicts by one engine: puzzle by puzzle, and rows of 9×9 puzzles in batches.

    one_by_one     check, solve, count: an answer of one engine to a puzzle
    many           check_many: lists of any puzzles, arrays, columns
    enumeration    solutions: all solutions of a puzzle, one after the other
    growing_count  solutions counted in rounds, each farther than the one before
    batches        check_rows: rows of any input, by the compiled kernel in batches, or row by row
    frames         check_frame, solve_frame: data frames, with further columns
    answers        what is to be said of many stored answers at once

    count_estimating  estimate_count: how many solutions, where they are too many to count
    part_sampling     … samples, in which parts of a puzzle are split and drawn
    part_splitting    … parts side by side, in arrays
    sample_intervals  … the mean of samples, and a confidence interval

>>> check("1... ..2. .3.. ...4").verdict
<Verdict.UNIQUE: 'unique'>
>>> str(solve("1... ..2. .3.. ...4"))
'1243342143122134'
>>> count("1... .... .... ....")
Count(number=72, exact=True)
"""

from importlib import import_module
from typing import TYPE_CHECKING

from sudocube.checking.one_by_one import COUNTED_AT_MOST, Checked, Count, check, count, solve

if TYPE_CHECKING:
    from sudocube.checking.count_estimating import CountEstimate, estimate_count
    from sudocube.checking.enumeration import solutions
    from sudocube.checking.many import check_many

__all__ = [
    "COUNTED_AT_MOST",
    "Checked",
    "Count",
    "CountEstimate",
    "check",
    "check_many",
    "count",
    "estimate_count",
    "solutions",
    "solve",
]

_HOMES = {"CountEstimate": "count_estimating", "estimate_count": "count_estimating"}
_HOMES |= {"solutions": "enumeration", "check_many": "many"}


def __getattr__(name: str) -> object:
    """Import what a single check does without when it is first used."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
