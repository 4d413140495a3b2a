"""To and from other solvers: a puzzle written for them, and what they print read back into a grid.

output     what a solver says, whatever it is written in
remarks    the comments at the head of a file: the puzzle, the encoding, what to do, the variables
clauses    a puzzle as clauses, so many at a time
dimacs, opb, lp, smtlib, asp, minizinc, cpsat
           one format each: `write` a puzzle, `read` a solver's output
lines      the answers in lines `s` and `v` that dimacs and opb have in common
formats    all of them by name, and what goes where
encoding   a puzzle, an encoding, a format -> text
decoding   a solver's output -> a grid, judged by the referee
"""

from sudocube.exchange.decoding import Decoded, decode
from sudocube.exchange.encoding import encode
from sudocube.exchange.formats import FORMATS

__all__ = ["FORMATS", "Decoded", "decode", "encode"]
