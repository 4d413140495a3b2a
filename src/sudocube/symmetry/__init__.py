r"""When two 9×9 puzzles are the same but for their arrangement, and what turns one into the other.

    isomorphisms         Isomorphism: where each row, column and digit goes; and one chosen at random
    isomorphism_search   isomorphism: one that turns a puzzle into another, or None
    canonical_forms      canonical: a puzzle that is the same for all arrangements of a puzzle
    inputs_to_forms      the forms of whole inputs: lists in batches, all others puzzle by puzzle
    key_set              a set of millions of keys, without an object for each

>>> puzzle = 9 * "1........"
>>> print(*str(isomorphism(puzzle, 72 * "." + 9 * "4")).split("; "), sep="\n")
rows 1 to 9 become columns 1 to 9
columns 1 to 9 become rows 9 7 8 4 5 6 1 2 3
digits 1 4 become 4 1
the others stay
"""

from sudocube.symmetry.canonical_forms import CanonicalForm, canonical
from sudocube.symmetry.isomorphism_search import isomorphism
from sudocube.symmetry.isomorphisms import Isomorphism, random_isomorphism

__all__ = ["CanonicalForm", "Isomorphism", "canonical", "isomorphism", "random_isomorphism"]
