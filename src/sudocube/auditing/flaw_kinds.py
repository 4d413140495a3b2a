"""What an audit finds fault with, and what it says of each row that it shows as an example."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import Any

from sudocube.verdict import StoredAnswer

EXAMPLES = 10
"""How many rows are shown for each kind of flaw, at most; for malformed ones, for each reason."""


class FlawKind(StrEnum):
    """What may be wrong with a row, in the order in which it is told."""

    MALFORMED = "malformed"
    """The row holds no puzzle."""
    NO_SOLUTION = "no_solution"
    SEVERAL_SOLUTIONS = "several_solutions"
    UNDECIDED = "undecided"
    """The time did not suffice to decide how many solutions there are. This is no flaw of the row."""
    ANSWER_NO_GRID = "answer_no_grid"
    ANSWER_GIVEN_THOUGH_NONE = "answer_given_though_none"
    ANSWER_CONTRADICTS_CLUES = "answer_contradicts_clues"
    ANSWER_WRONG = "answer_wrong"
    ANSWER_ONE_OF_SEVERAL = "answer_one_of_several"
    CLUE_COUNT_DIFFERS = "clue_count_differs"
    """The number of clues that is stored is not the number of clues."""
    EXACT_DUPLICATE = "exact_duplicate"
    """An earlier row holds the same puzzle, perhaps with other signs for its blanks."""
    ISOMORPHIC_DUPLICATE = "isomorphic_duplicate"
    """An earlier row holds the puzzle moved or relabelled, and no earlier row holds it as it is."""
    OVERLAP_EXACT = "overlap_exact"
    """The same puzzle is in another split, or in a file that the audited ones are compared with."""
    OVERLAP_ISOMORPHIC = "overlap_isomorphic"
    """The puzzle moved or relabelled is there, and not the puzzle as it is."""
    RATING_DIFFERS = "rating_differs"
    """Another row of the same class has another rating."""

    @property
    def is_flaw(self) -> bool:
        """Whether it counts as a flaw; an undecided row does not."""
        return self is not FlawKind.UNDECIDED


ANSWER_FLAWS = {
    StoredAnswer.NO_GRID: FlawKind.ANSWER_NO_GRID,
    StoredAnswer.GIVEN_THOUGH_NONE: FlawKind.ANSWER_GIVEN_THOUGH_NONE,
    StoredAnswer.CONTRADICTS_CLUES: FlawKind.ANSWER_CONTRADICTS_CLUES,
    StoredAnswer.WRONG: FlawKind.ANSWER_WRONG,
    StoredAnswer.ONE_OF_SEVERAL: FlawKind.ANSWER_ONE_OF_SEVERAL,
}
"""The flaw that a stored answer is, by what is to be said of it; a right or a missing one is no flaw."""


@dataclass(frozen=True, slots=True)
class RowPlace:
    """A row of a file, and its puzzle with dots for blanks.

    `row` counts from 0. `line` is the number of the row's line in a file of text, from 1; None in others.
    `split` is what its column or the name of its file tells; None if neither does.
    """

    file: str
    row: int
    line: int | None = None
    puzzle: str | None = None
    split: str | None = None


@dataclass(frozen=True, slots=True)
class FlawExample:
    """A row that shows a flaw.

    `split` is the split of the row, as its column or the name of its file tells it; None where neither does.
    `box` is the shape of the puzzle's boxes, such as "3x3"; `puzzle` and `box` are None for a malformed row,
    and `reason` tells why it is malformed. `answer` is the stored text, None where the file has no answers.
    `solutions` holds up to two. `message` says what is wrong. `other` is the row that this one is a duplicate
    of, or overlaps with, or that has another rating; `transformation` tells how its puzzle becomes this one.
    """

    kind: FlawKind
    file: str
    row: int
    line: int | None = None
    id: str | None = None
    split: str | None = None
    reason: str | None = None
    box: str | None = None
    puzzle: str | None = None
    answer: str | None = None
    solutions: tuple[str, ...] = ()
    message: str = ""
    other: RowPlace | None = None
    transformation: str | None = None

    def as_json(self) -> dict[str, Any]:
        """The example as a plain JSON object.

        >>> FlawExample(FlawKind.MALFORMED, "train.csv", 7, line=9, message="80 symbols").as_json()["line"]
        9
        """
        shallow = {one.name: getattr(self, one.name) for one in fields(self)}  # asdict takes 0.3 ms
        other = None if self.other is None else asdict(self.other)
        return {**shallow, "kind": str(self.kind), "solutions": list(self.solutions), "other": other}


def first_examples(examples: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The first EXAMPLES of these examples of one kind, as JSON has them; of each reason, so many.

    >>> too_short, missing = {"reason": "too_short"}, {"reason": "missing"}
    >>> len(first_examples([too_short] * 99 + [missing] * 3))
    13
    """
    found = Counter[str | None]()
    kept = []
    for example in examples:
        found[example["reason"]] += 1
        if found[example["reason"]] <= EXAMPLES:
            kept.append(example)
    return kept
