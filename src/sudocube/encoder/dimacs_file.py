"""The DIMACS file of a formula, to which clauses are added: it is not written again for each search.

The header says how many clauses follow, so it changes with each of them. It stands after a comment that is
as long as needed for both to have HEAD_LENGTH bytes together, and both are written anew.
"""

from __future__ import annotations

from pathlib import Path

from sudocube.clock import Clock
from sudocube.encoder.at_most_one import Clause
from sudocube.encoder.puzzle_formula import PuzzleFormula, clause_texts, dimacs_line

HEAD_LENGTH = 64
"""Bytes of the comment and the header; the header alone has fewer than 40."""


class DimacsFile:
    """A file of DIMACS; `path` is its name."""

    def __init__(self, path: Path, formula: PuzzleFormula, clock: Clock) -> None:
        """Write the formula. Raises TimeoutError when the clock has run out, and OSError as `open` does."""
        self.path = path
        self._variables, self._clauses = formula.variables, len(formula.clauses)
        with path.open("wb") as stream:
            stream.write(self._head())
            for batch in clause_texts(formula, dimacs_line):
                clock.check()
                stream.write(batch.encode("ascii"))

    def add(self, clause: Clause) -> None:
        """Write one more clause at the end."""
        self._clauses += 1
        with self.path.open("r+b") as stream:
            stream.write(self._head())
            stream.seek(0, 2)
            stream.write(dimacs_line(clause).encode("ascii"))

    def _head(self) -> bytes:
        header = f"p cnf {self._variables} {self._clauses}\n"
        comment = "c ".ljust(HEAD_LENGTH - len(header) - 1, "-")
        return f"{comment}\n{header}".encode("ascii")
