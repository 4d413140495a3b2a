"""Solvers of others, examined: does a program or a function answer right, on puzzles of every kind?

conformance_result  what the suite says of a solver: a result for each case, tallies, speeds
"""

from sudocube.conformance.conformance_result import CaseResult, CategoryTally, Conformance

__all__ = ["CaseResult", "CategoryTally", "Conformance"]
