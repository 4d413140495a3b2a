"""Wrong by one: a clue in the last cell is never read.

Try it: `sudocube test-solver "python examples/solvers/wrong_last_cell.py"`.
"""

import sys

import right


def answer(line: str) -> str:
    """The loop over the cells ends at 79, and not at 80."""
    if len(line) != 81:
        return "none"
    cells = ["."] * 81
    for cell in range(80):
        cells[cell] = line[cell]
    return right.answer("".join(cells))


if __name__ == "__main__":
    for line in sys.stdin:
        print(answer(line.strip()), flush=True)
