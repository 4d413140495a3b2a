"""What changes on a board from one step to the next, so that a page redraws these cells and no others.

{"r1c4": "=3", "r1c3": "124"}     r1c4 holds 3 now; r1c3 is blank, with these candidates
"""

from __future__ import annotations

from collections.abc import Sequence

from sudocube.geometry import SYMBOLS, Geometry
from sudocube.solvers.trace import digits_of


class BoardChanges:
    """Follows what a board shows; at the beginning, the clues, and all digits as candidates of the blanks.

    `clues` has the digit of each cell, 0 for a blank.

    >>> board = BoardChanges([1] + 15 * [0], Geometry(2, 2))
    >>> board.to([1, 0b1110, *14 * [0b1111]], [1] + 15 * [0])
    {'r1c2': '234'}
    """

    def __init__(self, clues: Sequence[int], geometry: Geometry) -> None:
        self._geometry = geometry
        every = "".join(SYMBOLS[digit] for digit in geometry.digits)
        self._shown = [f"={SYMBOLS[clue]}" if clue else every for clue in clues]

    def to(self, masks: Sequence[int], filled: Sequence[int]) -> dict[str, str]:
        """The cells that look different now, by name.

        `masks` has the candidates of each cell, bit d - 1 for digit d, and `filled` its digit, 0 for a blank.
        """
        changed = {}
        for cell, (mask, digit) in enumerate(zip(masks, filled, strict=True)):
            candidates = "".join(SYMBOLS[one] for one in digits_of(mask))
            now = f"={SYMBOLS[digit]}" if digit else candidates
            if now != self._shown[cell]:
                self._shown[cell] = changed[self._geometry.cell_name(cell)] = now
        return changed
