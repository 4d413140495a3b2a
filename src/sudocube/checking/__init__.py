"""Verdicts by one engine: puzzle by puzzle, and lists of 9×9 puzzles in batches.

    one_by_one   check, check_many, solve, count: an answer of one engine to each puzzle
    enumeration  solutions: all solutions of a puzzle, one after the other
    bulk         lists of 9×9 puzzles by the compiled kernel, without an object for each puzzle
    dispatch     whole inputs in order: lists to `bulk`, all others to `one_by_one`

>>> check("1... ..2. .3.. ...4").verdict
<Verdict.UNIQUE: 'unique'>
>>> str(solve("1... ..2. .3.. ...4"))
'1243342143122134'
>>> count("1... .... .... ....")
Count(number=72, exact=True)
"""

from sudocube.checking.enumeration import solutions
from sudocube.checking.one_by_one import COUNTED_AT_MOST, Checked, Count, check, check_many, count, solve

__all__ = ["COUNTED_AT_MOST", "Checked", "Count", "check", "check_many", "count", "solutions", "solve"]
