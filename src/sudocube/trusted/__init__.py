"""What is trusted: code that stands alone, short enough to be read in one sitting.

    python -m sudocube.trusted DIR      checks a folder of certificates
    python trusted DIR                  the same with a copy of this folder alone, on any Python from 3.11

Nothing here imports the rest of the package, and only the standard library is used; the rules of Sudoku
are stated anew, in plain arithmetic on rows, columns and boxes. What the engines share cannot be
cross-checked by them: this can.

    referee     whether a finished grid solves a puzzle
    rules       the rules of Sudoku as a formula; its clauses, by name and as DIMACS
    refutation  whether a proof refutes the formula of a puzzle
    folder      a folder of certificates, from the manifest's last line to the last step of a proof

Whoever accepts a verdict because of it trusts: these modules; the Python that runs them (its whole numbers,
dictionaries, hashlib and re); the system that hands it the bytes of the files; and the machine. The solver
that found a proof, whoever wrote the folder, and the sums in it are not trusted: sums show damage, and the
verdict itself always comes from the proof, checked again, or from two solutions that the referee passed.
That the puzzle is the one you meant, only you can say: it stands in the certificate.
"""

from .folder import CertificateRow, verify
from .referee import objection
from .refutation import Refused, Refutation
from .rules import Rules, dimacs, members, rules_of

__all__ = [
    "CertificateRow",
    "Refused",
    "Refutation",
    "Rules",
    "dimacs",
    "members",
    "objection",
    "rules_of",
    "verify",
]
