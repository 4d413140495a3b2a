"""The canonical form of one puzzle, with its key and the number of automorphisms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sudocube import kernel
from sudocube.arguments import as_puzzle
from sudocube.errors import UnsupportedError
from sudocube.puzzle import CellForms, Puzzle

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SIZE = 9
"""There are forms of 9×9 puzzles only."""


@dataclass(frozen=True, slots=True)
class CanonicalForm:
    """What `canonical` gives: the form of a puzzle, its key, and how many automorphisms the puzzle has.

    `key` is a hash of the form, 32 hexadecimal digits: the two numbers of `canonical_many` one after the
    other. Its seed is the version of the form, which is 1. `automorphisms` is at least 1.

    >>> form = canonical("1" + 80 * ".")
    >>> len(form.puzzle.clues), len(form.key), form.automorphisms
    (1, 32, 2)
    """

    puzzle: Puzzle
    key: str
    automorphisms: int

    def __str__(self) -> str:
        """The cells of the form, on one line."""
        return str(self.puzzle)


def canonical(puzzle: CellForms) -> CanonicalForm | None:
    """The canonical form of a 9×9 puzzle, whatever its verdict; None where the search for it was given up.

    Two puzzles have the same form if and only if one becomes the other when digits are renamed, and rows
    within a band, bands, columns within a stack, stacks, or rows and columns are exchanged; `isomorphism`
    gives such a change. How the form is chosen, and what counts as an automorphism, `canonical_many` says.
    The search is given up where it would take too long, because a puzzle is so symmetric: 81 times the same
    digit is one. No puzzle that has a solution is known for which that happens.

    `puzzle` is a Puzzle or whatever `Puzzle` takes. Raises TypeError for what it does not take, PuzzleError
    for cells that are no puzzle, and UnsupportedError for other sizes than 9×9 and for pencilmarks.

    >>> one = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> canonical(one) == canonical(one.translate(str.maketrans("123456789", "987654321")))
    True
    """
    found = kernel.start_forms(cells_of(as_puzzle(puzzle)))
    kernel.finish_forms(found)
    return form_of(found)


def form_of(found: kernel.BatchForms, place: int = 0) -> CanonicalForm | None:
    """The form at a place in a batch; None where it is undecided."""
    automorphisms = int(found.automorphisms[place])
    if automorphisms < 0:
        return None
    puzzle = Puzzle(found.forms[place].tobytes())
    return CanonicalForm(puzzle, hex_keys(found.keys[place : place + 1]), automorphisms)


def cells_of(puzzle: Puzzle) -> NDArray[np.uint8]:
    """A puzzle that can have a form, as the kernel takes it: uint8 (1, 81), digits.

    Raises UnsupportedError for other sizes than 9×9 and for pencilmarks.
    """
    import numpy as np

    size = puzzle.geometry.size
    if size != SIZE:
        raise UnsupportedError(f"there are canonical forms of 9×9 puzzles only, not of {size}×{size}")
    if puzzle.candidates is not None:
        raise UnsupportedError("there are canonical forms of clues only, not of pencilmarks")
    return np.frombuffer(puzzle.cells, np.uint8).reshape(1, -1)


def hex_keys(keys: NDArray[np.uint64]) -> str:
    """The 32 hexadecimal digits of each key, uint64 (n, 2), one key after the other."""
    return keys.astype(">u8").tobytes().hex()
