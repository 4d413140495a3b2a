"""SAT solvers: the one place that calls PySAT's, and Sudoku as a formula for them.

incremental  a solver that is asked again and again: assumptions, temporary clauses, a clock, propagation
tracing      a solver that also writes down a proof of what it learned
formula      puzzles to literals, models to refereed grids, the rules as clauses
settings     which solvers there are, how each is set, and when it is replaced
pysat_calls  how PySAT is called so that it does not give wrong answers

Importing this package does not import PySAT: that happens when the first solver is made.
"""

from sudocube.sat.formula import SudokuFormula, clauses_by_line, rules_as_clauses
from sudocube.sat.incremental import IncrementalSolver, Lifetime

__all__ = ["IncrementalSolver", "Lifetime", "SudokuFormula", "clauses_by_line", "rules_as_clauses"]
