"""From an encoding's file to clauses or to a CP-SAT model.

catalogue   the files in `encodings/`: found, read, checked against the vocabulary
cnf         an encoding and a geometry -> variables and clauses
at_most_one how "at most one of these" is written as clauses, one function for each way
cpsat       an encoding and a geometry -> a CP-SAT model
"""

from sudocube.encoder.catalogue import Encoding, Formalism, load, names

__all__ = ["Encoding", "Formalism", "load", "names"]
