"""Each family of lines says "at least one", or "at most one": which of the sixteen choices are enough?

    python examples/encodings/sixteen_choices.py [SIZE …]

For each choice and each size (4 where none is given) `sudocube.lab.prove` says whether it is proved or
refuted.
"""

import sys
from collections.abc import Iterator
from itertools import product

from sudocube import Geometry
from sudocube.encoder import Encoding, load
from sudocube.lab import prove

FAMILIES = ("cell", "row", "column", "box")
SAYS = {"at_least_one": "at least", "at_most_one": "at most"}


def of_choice(choice: tuple[str, ...]) -> Encoding:
    """`extended` without what the choice leaves out: one word of SAYS for each family stays."""
    kept = dict(zip(FAMILIES, choice, strict=True))
    encoding = load("extended")
    for statement in encoding.statements:
        if statement.says != kept[statement.subject]:
            encoding = encoding.without(statement)
    return encoding


def table(sizes: list[int]) -> Iterator[str]:
    """The lines of the table, one choice a line."""
    outcomes = [f"{size}×{size}" for size in sizes]
    yield "".join(f"{head:10}" for head in (*FAMILIES, *outcomes)).rstrip()
    for choice in product(SAYS, repeat=len(FAMILIES)):
        proofs = [prove(of_choice(choice), Geometry.of_size(size)) for size in sizes]
        cells = [*(SAYS[word] for word in choice), *(str(proof.outcome) for proof in proofs)]
        yield "".join(f"{cell:10}" for cell in cells).rstrip()


if __name__ == "__main__":
    try:
        sizes = [Geometry.of_size(int(size)).size for size in sys.argv[1:]]
    except ValueError:
        sys.exit(f"sizes are numbers such as 4 and 9, not {' '.join(sys.argv[1:])}")
    for line in table(sizes or [4]):
        print(line)
