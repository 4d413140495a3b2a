"""Where unit propagation stops in a 4×4 puzzle, has the puzzle two solutions?

    python examples/encodings/every_small_puzzle.py

Clues are added one by one, in every way that unit propagation on `extended` does not refute at once. What it
leaves of the candidates is a *state*; many puzzles have the same one. The first clue is 1 in r1c1: by
exchanging rows, columns, bands and stacks each cell can be moved there. And digits are names: so each new
digit among the clues is the smallest that no clue has yet.
"""

from collections import Counter

from sudocube import Geometry
from sudocube.cube import cube

SIZE = 4
LINES = [sum(1 << element for element in line.elements) for line in cube(Geometry.of_size(SIZE)).lines]
PEERS = [
    sum({1 << k for line in LINES if line >> e & 1 for k in range(64) if line >> k & 1 and k != e})
    for e in range(SIZE**3)
]


def propagated(candidates: int) -> int:
    """What unit propagation leaves of the candidates, a bit for each element; 0 for a conflict."""
    before = 0
    while before != candidates:
        before = candidates
        for line in LINES:
            left = candidates & line
            if not left:
                return 0
            if left & (left - 1) == 0:
                candidates &= ~PEERS[left.bit_length() - 1]
    return candidates


def elements(candidates: int) -> list[int]:
    """The numbers of its bits."""
    return [element for element in range(SIZE**3) if candidates >> element & 1]


def states() -> set[int]:
    """All that clues can lead to, if the first one is 1 in r1c1 and new digits come in order."""
    found = {(propagated(2**64 - 1 & ~PEERS[0]), 1)}
    to_do = list(found)
    while to_do:
        candidates, used = to_do.pop()
        for element in elements(candidates):
            digit = element % SIZE
            if digit <= used:
                left = propagated(candidates & ~PEERS[element])
                after = (left, max(used, digit + 1))
                if left and after not in found:
                    found.add(after)
                    to_do.append(after)
    return {candidates for candidates, _ in found}


def solutions(candidates: int, limit: int = 2) -> int:
    """How many solutions a state has, up to the limit."""
    if len(elements(candidates)) == SIZE**2:
        return 1
    cells = (candidates & 15 << 4 * cell for cell in range(16))
    open_cell = next(cell for cell in cells if cell & (cell - 1))
    found = 0
    for element in elements(open_cell):
        left = propagated(candidates & ~PEERS[element])
        if left and found < limit:
            found += solutions(left, limit - found)
    return found


if __name__ == "__main__":
    count = Counter()
    for state in states():
        filled = len(elements(state)) == SIZE**2
        found = ("no solution", "one solution", "two or more solutions")[solutions(state)]
        count["the grid is full" if filled else f"cells are left open: {found}"] += 1
    for what, number in sorted(count.items()):
        print(f"{number:7,}  {what}")
