"""SAT solvers: the only package that calls PySAT's solvers, and Sudoku as a formula for them.

incremental  a solver for many searches: assumptions, temporary clauses, a clock, unit propagation; and one
             that writes a trace of what it learned
formula      puzzles -> literals, models -> refereed grids, the rules -> clauses
settings     the solvers, the options of each, and when each is replaced
pysat_calls  how PySAT must be called so that it does not give wrong answers

Importing this package does not import PySAT; making the first solver does.
"""

from sudocube.sat.formula import SudokuFormula, clauses_by_line, rules_as_clauses
from sudocube.sat.incremental import IncrementalSolver, Lifetime, TracingSolver

__all__ = [
    "IncrementalSolver",
    "Lifetime",
    "SudokuFormula",
    "TracingSolver",
    "clauses_by_line",
    "rules_as_clauses",
]
