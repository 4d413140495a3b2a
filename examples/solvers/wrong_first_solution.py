"""Wrong: it takes the first solution for the only one. This is the most common mistake of all.

Try it: `sudocube test-solver "python examples/solvers/wrong_first_solution.py"`.
"""

import sys

from right import solutions


def answer(line: str) -> str:
    """The first solution is called unique, and nobody looks for a second one."""
    if len(line) != 81 or set(line) - set(".0123456789"):
        return "none"
    first = next(solutions(line), None)
    return f"unique {first}" if first else "none"


if __name__ == "__main__":
    for line in sys.stdin:
        print(answer(line.strip()), flush=True)
