"""Wrong: where the search takes long, it is given up, and the answer is "none" instead of "unknown".

Try it: `sudocube test-solver "python examples/solvers/wrong_gives_up.py"`.
"""

import sys
from collections.abc import Iterator

import right

STEPS_AT_MOST = 40

search, steps = right.search, 0


def search_for_a_while(left: list[int]) -> Iterator[str]:
    """As `search`, for so many steps; after that it looks as if there was no solution."""
    global steps
    steps += 1
    if steps <= STEPS_AT_MOST:
        yield from search(left)


right.search = search_for_a_while


def answer(line: str) -> str:
    """The answer, within so many steps."""
    global steps
    steps = 0
    return right.answer(line)


if __name__ == "__main__":
    for line in sys.stdin:
        print(answer(line.strip()), flush=True)
