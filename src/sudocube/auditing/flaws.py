"""What an audit finds fault with: each kind of flaw is one entry of one table.

A row is *sound* if it has no severe flaw and its puzzle is decided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sudocube.errors import UnknownNameError
from sudocube.verdict import StoredAnswer
from sudocube.verdicts.batches import VerdictCode, code_of

if TYPE_CHECKING:
    from sudocube.auditing.classes import Classes, Pairs
    from sudocube.auditing.examine import Examined

EXAMPLES = 10
"""How many rows are shown for each kind of flaw, at most; for malformed ones, for each reason."""


class Severity(StrEnum):
    """How much a flaw weighs."""

    SEVERE = "severe"
    """Whoever uses the row is misled: it has no single right answer, or it is in the test data, too."""
    MINOR = "minor"
    """The row is right by itself, but is counted twice, or is described wrongly."""
    OPEN = "open"
    """Nobody knows whether something is wrong. This is no flaw."""


@dataclass(frozen=True, slots=True)
class Flaw:
    """A kind of flaw.

    `group` is what `--fail-on` calls it together with kinds like it. For people there are a short `title`,
    and its `meaning`, with what can be done. `in_rows` tells which rows have it by themselves, bool (n,);
    `in_classes` which ones have it because of another row, and of which. Each kind has one of the two.
    """

    name: str
    severity: Severity
    group: str
    title: str
    meaning: str
    in_rows: Callable[[Examined], NDArray[np.bool_]] | None = None
    in_classes: Callable[[Classes], Pairs] | None = None


def _verdict(code: VerdictCode) -> Callable[[Examined], NDArray[np.bool_]]:
    return lambda rows: rows.checked.verdict_codes == code


def _answer(kind: StoredAnswer, title: str, meaning: str) -> Flaw:
    code = code_of(kind)
    return Flaw(
        f"answer_{kind}", SEVERE, "answer", title, meaning, lambda rows: rows.checked.stored_codes == code
    )


SEVERE, MINOR, OPEN = Severity

_TABLE = (
    Flaw(
        "overlap_exact",
        SEVERE,
        "leak",
        "also in another split or file",
        "The same puzzle stands in an earlier split, or in a file that is compared with. A model that is"
        " trained on one of them and tested on the other has seen the puzzle before. Leave these rows out of"
        " one side: `--clean` does it.",
        in_classes=lambda classes: classes.leaks(exactly=True),
    ),
    Flaw(
        "overlap_isomorphic",
        SEVERE,
        "leak",
        "also in another split or file, moved",
        "The puzzle stands in an earlier split or another file with its rows, columns or digits exchanged."
        " No comparison of texts finds it. Leave these rows out of one side: `--clean` does it.",
        in_classes=lambda classes: classes.leaks(exactly=False),
    ),
    Flaw(
        "no_solution",
        SEVERE,
        "not_unique",
        "no solution",
        "No grid fits the clues. `sudocube diagnose` says which clues are in conflict, and what mends them.",
        _verdict(VerdictCode.NONE),
    ),
    Flaw(
        "several_solutions",
        SEVERE,
        "not_unique",
        "several solutions",
        "More than one grid fits the clues, so that no single answer is the right one."
        " `sudocube diagnose` says which further clues make the puzzle unique.",
        _verdict(VerdictCode.MULTIPLE),
    ),
    _answer(
        StoredAnswer.WRONG,
        "answer is wrong",
        "The stored answer is a grid that keeps the clues, and it breaks the rules."
        " Solve the puzzle again, and store that solution: `--repair` does it.",
    ),
    _answer(
        StoredAnswer.CONTRADICTS_CLUES,
        "answer contradicts the clues",
        "The stored answer has another digit in the cell of a clue: it may belong to another row."
        " Look whether puzzles and answers are shifted against each other.",
    ),
    _answer(
        StoredAnswer.GIVEN_THOUGH_NONE,
        "answer though there is no solution",
        "An answer is stored, and the puzzle has no solution. Leave the row out, or mend the puzzle.",
    ),
    _answer(
        StoredAnswer.ONE_OF_SEVERAL,
        "answer is one of several",
        "The stored answer is a solution, and there are others, which are as right."
        " Leave the row out, or add clues until only this solution is left.",
    ),
    _answer(
        StoredAnswer.NO_GRID,
        "answer is no grid",
        "What is stored as the answer is no full grid."
        " Solve the puzzle again, and store that solution: `--repair` does it.",
    ),
    Flaw(
        "malformed",
        SEVERE,
        "malformed",
        "malformed",
        "The row holds no puzzle. Look at the rows named below, and at what wrote them.",
        _verdict(VerdictCode.MALFORMED),
    ),
    Flaw(
        "exact_duplicate",
        MINOR,
        "duplicate",
        "duplicate",
        "An earlier row holds the same puzzle, perhaps with other signs for blanks."
        " `--clean` keeps the first sound row of each class.",
        in_classes=lambda classes: classes.duplicates(exactly=True),
    ),
    Flaw(
        "isomorphic_duplicate",
        MINOR,
        "duplicate",
        "duplicate, moved",
        "An earlier row holds the puzzle with its rows, columns or digits exchanged."
        " `--clean` keeps the first sound row of each class.",
        in_classes=lambda classes: classes.duplicates(exactly=False),
    ),
    Flaw(
        "clue_count_differs",
        MINOR,
        "clues",
        "number of clues is wrong",
        "The stored number of clues is not the number of clues. Count the clues again: `--repair` does it.",
        lambda rows: (rows.stored_clues >= 0) & (rows.clues >= 0) & (rows.stored_clues != rows.clues),
    ),
    Flaw(
        "rating_differs",
        MINOR,
        "rating",
        "rating differs",
        "Another row holds the same puzzle, perhaps moved, and another rating or label. A rating that changes"
        " when rows or digits are exchanged says something of the solver, not of the puzzle. Rate each puzzle"
        " once, in its canonical form.",
        in_classes=lambda classes: classes.other_ratings(),
    ),
    Flaw(
        "repeated_id",
        MINOR,
        "id",
        "id is repeated",
        "An earlier row of the same file has the same id. Give each row an id of its own.",
        in_classes=lambda classes: classes.repeated_ids(),
    ),
    Flaw(
        "undecided",
        OPEN,
        "undecided",
        "undecided",
        "The time did not suffice to say how many solutions there are. That is no flaw of the row."
        " A longer --timeout may decide them.",
        _verdict(VerdictCode.UNKNOWN),
    ),
)

FLAWS = {flaw.name: flaw for flaw in _TABLE}
"""All kinds by name, in order of severity."""


def flaws_named(words: Iterable[str]) -> frozenset[str]:
    """The names of the kinds that these words stand for: a kind, a group such as "leak", or a severity.

    Raises UnknownNameError for another word.

    >>> sorted(flaws_named(["not-unique", "malformed"]))
    ['malformed', 'no_solution', 'several_solutions']
    """
    found: set[str] = set()
    flaws = [flaw for flaw in _TABLE if flaw.severity is not Severity.OPEN]
    known = dict.fromkeys(word for flaw in flaws for word in (flaw.severity, flaw.group, flaw.name))
    for word in words:
        asked = word.strip().replace("-", "_")
        if asked not in known:
            raise UnknownNameError("kind of flaw", word, [one.replace("_", "-") for one in known])
        found |= {flaw.name for flaw in flaws if asked in (flaw.severity, flaw.group, flaw.name)}
    return frozenset(found)
