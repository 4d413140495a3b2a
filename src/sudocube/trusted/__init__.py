"""The trusted code: independent of the rest of the package, and short enough to read in one sitting.

    python -P -m sudocube.trusted DIR   checks a folder of certificates
    python trusted DIR                  the same with a copy of this folder alone, on Python 3.11 or later

Without -P, Python would look for `hashlib` and other modules in the current folder first, and run what it
finds there; so the first command is refused without it.

Nothing here imports the rest of the package, and only the standard library is used. The rules of Sudoku are
stated again, in plain arithmetic on rows, columns and boxes. If the engines share a mistake, they cannot find
it by comparing their answers; this code can.

    referee      whether a finished grid solves a puzzle
    rules        the rules of Sudoku as a formula; its clauses, by name and as DIMACS
    proof_check  whether a proof refutes the formula of a puzzle
    folder       checks a folder of certificates, from the manifest to the last step of each proof
    __main__     the command above

If you accept a verdict because of this code, you trust: these modules; the Python that runs them (its
integers, dictionaries, hashlib and re); the operating system that reads the files; and the machine. You need
not trust the solver that found a proof, the author of the folder, or the checksums in it. Checksums only show
damage: the verdict always comes from a proof that is checked again, or from two solutions that the referee
passed. Only you can tell whether the puzzle in the certificate is the one you meant.
"""

import sys

if sys.argv[:1] == ["-m"] and not sys.flags.safe_path:
    sys.exit(sys.stderr.write("use python -P -m: else modules in the current folder would run\n") and 2)

from .proof_check import ProofCheck, Refused
from .referee import objection
from .rules import Rules, dimacs, rules_of

__all__ = ["ProofCheck", "Refused", "Rules", "dimacs", "objection", "rules_of"]
