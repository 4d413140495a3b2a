"""To and from other solvers: a puzzle is written for them, and what they print is read back into a grid.

puzzle_encoding  `encode`: a puzzle, an encoding, a format -> text with comments
output_decoding  `decode`: a solver's output -> grids, each checked by the referee

The formats themselves are in `solver_texts`.
"""

from sudocube.exchange.output_decoding import Decoded, decode
from sudocube.exchange.puzzle_encoding import encode
from sudocube.solver_texts.solver_formats import FORMATS
from sudocube.solver_texts.solver_output import SolverStatus

__all__ = ["FORMATS", "Decoded", "SolverStatus", "decode", "encode"]
