"""From an encoding's file to clauses or to a CP-SAT model.

catalogue           the encodings in `encodings/`, and those of users, by name
encoding_file       a TOML text -> an encoding, checked against the vocabulary
own_clause_file     a text in DIMACS -> clauses of one's own, with their text lines
vocabulary          the words that a file may use, and the encoding that it states
variables           what the variables of a CNF encoding stand for: views of the cube
building_blocks     the building blocks of CNF encodings, one function each
at_most_one         how "at most one of these" is written as clauses, one function for each way; and what the
                    auxiliary variables of these ways stand for
cnf                 an encoding and a geometry -> variables and clauses, each clause once
clause_names        what each clause is of: its line, and what it says; the clauses of one place
clause_recognition  what a clause of anybody says, in a sentence found from its literals
puzzle_formula      the clauses of the rules and a puzzle's clues, reduced where the encoding says so; as text
cpsat_model         an encoding and a geometry -> a CP-SAT model; a model of one's own -> its text
"""

from sudocube.encoder.catalogue import load, names
from sudocube.encoder.vocabulary import Encoding, Formalism

__all__ = ["Encoding", "Formalism", "load", "names"]
