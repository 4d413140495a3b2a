"""From an encoding's file to clauses or to a CP-SAT model.

catalogue   the files in `encodings/`, and those of users, by name
vocabulary  the words that a file may use, and what an encoding is once it is read
reading     a TOML text -> an encoding, checked against the vocabulary
variables   what the variables of a CNF encoding stand for: views of the cube
blocks      the building blocks of CNF encodings, one function each
at_most_one how "at most one of these" is written as clauses, one function for each way
cnf         an encoding and a geometry -> variables and clauses
repetitions what more than one statement says is written once
puzzle_formula a formula and a puzzle -> the clauses of that puzzle, reduced where the encoding says so
cpsat       an encoding and a geometry -> a CP-SAT model
"""

from sudocube.encoder.catalogue import load, names
from sudocube.encoder.vocabulary import Encoding, Formalism

__all__ = ["Encoding", "Formalism", "load", "names"]
