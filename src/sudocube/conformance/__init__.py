"""Solvers of others, examined: does a program or a function answer right, on puzzles of every kind?

examining           `examine_solver`: the suite, from the first question to the result
suite_cases         the cases that come with the package, in `cases.csv`
seeded_cases        cases that a seed makes
solver_claims       what a solver claims, found out by some puzzles
asked_solver        a solver that is asked one puzzle, or given lines as they stand
line_dialogue       what a program prints for each of some lines
patience            which cases a solver is not asked any more
case_judging        what an answer is worth: right, wrong or undecided
stream_tests        forty puzzles one after the other
odd_lines           lines that are no puzzles
solver_speed        how fast it is, beside the kernel and `phases`
conformance_result  what the suite says of a solver: a result for each case, tallies, speeds
"""

from sudocube.conformance.conformance_result import CaseResult, CategoryTally, Conformance
from sudocube.conformance.examining import examine_solver

__all__ = ["CaseResult", "CategoryTally", "Conformance", "examine_solver"]
