"""Which of the eight statements of `extended` are enough together? Proved or refuted, for one geometry.

There are 256 sets of statements, and few of them have to be proved or refuted. What is sound stays sound when
statements are added, and what is refuted stays so when some are left out; and since all eight follow from the
rules, no set of them loses a grid. So these are enough:

    proved      for each family one of its two statements, not all four the same: fourteen sets
    refuted     all four that say "at least one"; all four that say "at most one"; and all but the two of one
                family, for each of the four families
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from sudocube.cube import Family
from sudocube.encoder import Encoding, load
from sudocube.encoder.vocabulary import Statement
from sudocube.geometry import Geometry
from sudocube.lab import prove
from sudocube.report.json_rows import Row, size_row
from sudocube.report.proofs import proved_row
from sudocube.report.row import as_dict
from sudocube.serving.rule_rows import statement_name

SAYS = ("at_least_one", "at_most_one")


def choices_row(geometry: Geometry) -> Row:
    """The sets of statements that are proved or refuted, each with its row of `encodings prove --json`,
    but for its seconds.

    >>> row = choices_row(Geometry.of_size(4))
    >>> len(row["choices"]), sum(one["proof"]["sound"] for one in row["choices"])
    (20, 14)
    """
    choices = [_choice_row(kept, geometry) for kept in decisive_sets()]
    return {**size_row(geometry), "choices": choices}


def decisive_sets() -> Iterator[frozenset[Statement]]:
    """The twenty sets: fourteen that are enough, and the six largest ones that are not."""
    of = {(one.subject, one.says): one for one in load("extended").statements}
    for choice in product(SAYS, repeat=len(Family)):
        yield frozenset(of[family, says] for family, says in zip(Family, choice, strict=True))
    for without in Family:
        yield frozenset(one for (family, _), one in of.items() if family != without)


def encoding_of_statements(kept: frozenset[Statement]) -> Encoding:
    """`extended` with some of its statements only."""
    encoding = load("extended")
    for statement in encoding.statements:
        if statement not in kept:
            encoding = encoding.without(statement)
    return encoding


def _choice_row(kept: frozenset[Statement], geometry: Geometry) -> Row:
    encoding = encoding_of_statements(kept)
    names: Sequence[str] = [statement_name(one) for one in encoding.statements]
    proof = as_dict(proved_row(prove(encoding, geometry, timeout=None)))
    del proof["seconds"]  # the same data in each build
    return {"statements": names, "proof": proof}
