r"""When two 9×9 puzzles are the same but for their arrangement, and what turns one into the other.

    isomorphisms      Isomorphism: where each row, column and digit goes; one that turns a puzzle into another
    canonical_forms   canonical: a puzzle that is the same for all arrangements of a puzzle; of whole inputs

>>> puzzle = 9 * "1........"
>>> print(*str(isomorphism(puzzle, 72 * "." + 9 * "4")).split("; "), sep="\n")
rows 1 to 9 become columns 1 to 9
columns 1 to 9 become rows 9 7 8 4 5 6 1 2 3
digits 1 4 become 4 1
the others stay
"""

from sudocube.symmetry.canonical_forms import CanonicalForm, canonical
from sudocube.symmetry.isomorphisms import Isomorphism, isomorphism, random_isomorphism

__all__ = ["CanonicalForm", "Isomorphism", "canonical", "isomorphism", "random_isomorphism"]
