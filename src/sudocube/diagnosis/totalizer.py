"""At most so many of these literals: a tree of sums, each written in unary.

Source: O. Bailleux, Y. Boufkhad, "Efficient CNF Encoding of Boolean Cardinality Constraints" (2003).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sudocube.encoder.at_most_one import Clause


def totalizer(
    literals: Sequence[int], most: int, new_variable: Callable[[], int]
) -> tuple[list[Clause], list[int]]:
    """Clauses, and outputs of which output k is true where more than k of the literals are.

    There are outputs for k up to `most`, or fewer where there are not so many literals. At most k hold
    where the negation of output k is assumed.

    >>> from itertools import count
    >>> totalizer([1, 2], 1, count(3).__next__)
    ([[-2, 3], [-1, 3], [-1, -2, 4]], [3, 4])
    """
    if len(literals) < 2:
        return [], list(literals)
    half = len(literals) // 2
    clauses, left = totalizer(literals[:half], most, new_variable)
    more, right = totalizer(literals[half:], most, new_variable)
    clauses += more
    outputs = [new_variable() for _ in range(min(len(literals), most + 1))]
    for i in range(len(left) + 1):
        for j in range(len(right) + 1):
            if 0 < i + j <= len(outputs):
                inputs = [*([-left[i - 1]] if i else []), *([-right[j - 1]] if j else [])]
                clauses.append([*inputs, outputs[i + j - 1]])
    return clauses, outputs
