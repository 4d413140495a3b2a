"""Wrong: the number of a box is its row of boxes plus its column of boxes, and not three times the row.

Try it: `sudocube test-solver "python examples/solvers/wrong_boxes.py"`.
"""

import sys

import right


def box(cell: int) -> int:
    """The number of a box; right would be `cell // 27 * 3 + cell % 9 // 3`."""
    return cell // 27 + cell % 9 // 3


right.UNITS = right.ROWS + right.COLUMNS
right.PEERS = [
    {
        other
        for other in range(81)
        if other // 9 == cell // 9 or other % 9 == cell % 9 or box(other) == box(cell)
    }
    - {cell}
    for cell in range(81)
]

if __name__ == "__main__":
    for line in sys.stdin:
        print(right.answer(line.strip()), flush=True)
