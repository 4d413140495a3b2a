"""To and from other solvers: a puzzle is written for them, and what they print is read back into a grid.

puzzle_encoding      `encode`: a puzzle, an encoding, a format -> text with comments
output_decoding      `decode`: a solver's output -> grids, each checked by the referee
solver_formats       all formats by name, and which format an output is in
solver_output        what a solver answers, in whatever format
competition_formats  DIMACS and OPB, with the answers that the competitions of their solvers ask for
lp                   integer programmes
smtlib               SMT-LIB
asp                  answer set programmes
minizinc             MiniZinc
cpsat_text           CP-SAT models of OR-tools as text
"""

from sudocube.exchange.output_decoding import Decoded, decode
from sudocube.exchange.puzzle_encoding import encode
from sudocube.exchange.solver_formats import FORMATS
from sudocube.exchange.solver_output import SolverStatus

__all__ = ["FORMATS", "Decoded", "SolverStatus", "decode", "encode"]
