"""Solvers of others, examined: does a program or a function answer right, on puzzles of every kind?

examining           `examine_solver`: the suite from the first question to the result; what is not asked
suite_cases         the cases that come with the package, in `cases.csv`, and those that a seed makes
solver_claims       what a solver claims, found out by some puzzles; what an answer is worth
asked_solver        a solver that is asked one puzzle, or given lines as they stand
stream_tests        many puzzles one after the other; lines that are no puzzles
conformance_result  what the suite says of a solver: a result for each case, tallies, speeds
"""

from sudocube.conformance.conformance_result import CaseResult, CategoryTally, Conformance
from sudocube.conformance.examining import examine_solver

__all__ = ["CaseResult", "CategoryTally", "Conformance", "examine_solver"]
