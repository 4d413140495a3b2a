"""Wrong: clues that clash are not noticed; the later one is passed over, and the rest is solved.

Try it: `sudocube test-solver "python examples/solvers/wrong_clues.py"`.
"""

import sys
from collections.abc import Iterator

import right


def solutions(puzzle: str) -> Iterator[str]:
    """Whether a clue can be placed, nobody asks."""
    left = [right.ALL] * 81
    for cell, symbol in enumerate(puzzle):
        if symbol not in ".0":
            right.place(left, cell, 1 << int(symbol) - 1)
    yield from right.search(left)


right.solutions = solutions

if __name__ == "__main__":
    for line in sys.stdin:
        print(right.answer(line.strip()), flush=True)
