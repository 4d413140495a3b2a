"""What is trusted: code that stands alone, short enough to be read in one sitting.

Nothing here imports the rest of the package, and only the standard library is used; the rules of Sudoku
are stated anew, in plain arithmetic on rows, columns and boxes. What the engines share cannot be
cross-checked by them: this can.
"""

from sudocube.trusted.referee import objection

__all__ = ["objection"]
