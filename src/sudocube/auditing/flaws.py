"""What an audit finds fault with: each kind of flaw is one function, which finds the rows that have it.

Its docstring is what people are told of it: what it means, and what can be done.

A row is *sound* if it has no severe flaw and its puzzle is decided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sudocube.errors import UnknownNameError
from sudocube.verdict import StoredAnswer
from sudocube.verdicts.batches import VerdictCode

if TYPE_CHECKING:
    from sudocube.auditing.classes import Classes, Groups, Others
    from sudocube.auditing.examine import Examined

RowSet: TypeAlias = NDArray[np.bool_]
"""Some of the rows of a batch, of a file or of those that are compared: whether each of them is meant."""

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


SEVERE, MINOR, OPEN = Severity


@dataclass(frozen=True, slots=True)
class Flaw:
    """A kind of flaw.

    `group` is what `--fail-on` calls it together with kinds like it. For people there are a short `title`,
    and its `meaning`, with what can be done. `find` tells which rows have it: given the `rows` of a batch,
    a RowSet; given `classes` of puzzles, or the groups of equal `ids`, also because of which `Others`.
    """

    name: str
    severity: Severity
    group: str
    title: str
    meaning: str
    find: Callable[..., Any]
    found_in: str


FLAWS: dict[str, Flaw] = {}
"""All kinds by name, in order of severity."""


def _flaw(severity: Severity, group: str, title: str) -> Callable[[Callable[..., Any]], None]:
    """Put a kind into the table: a function that finds it; see `Flaw`."""

    def put(find: Callable[..., Any]) -> None:
        name, meaning = find.__name__, " ".join((find.__doc__ or "").split())
        FLAWS[name] = Flaw(name, severity, group, title, meaning, find, next(iter(find.__annotations__)))

    return put


@_flaw(SEVERE, "leak", "also in another split or file")
def overlap_exact(classes: Classes) -> Others:
    """The same puzzle stands in an earlier split, or in a file that is compared with. A model that is trained
    on one of them and tested on the other has seen the puzzle before. Leave these rows out of one side:
    `--clean` does it.
    """
    return classes.leaks[0]


@_flaw(SEVERE, "leak", "also in another split or file, moved")
def overlap_isomorphic(classes: Classes) -> Others:
    """The puzzle stands in an earlier split or another file with its rows, columns or digits exchanged. No
    comparison of texts finds it. Leave these rows out of one side: `--clean` does it.
    """
    return classes.leaks[1]


@_flaw(SEVERE, "not_unique", "no solution")
def no_solution(rows: Examined) -> RowSet:
    """No grid fits the clues. `sudocube diagnose` says which clues are in conflict, and what mends them."""
    return rows.are(VerdictCode.NONE)


@_flaw(SEVERE, "not_unique", "several solutions")
def several_solutions(rows: Examined) -> RowSet:
    """More than one grid fits the clues, so that no single answer is the right one. `sudocube diagnose` says
    which further clues make the puzzle unique.
    """
    return rows.are(VerdictCode.MULTIPLE)


@_flaw(SEVERE, "answer", "answer is wrong")
def answer_wrong(rows: Examined) -> RowSet:
    """The stored answer is a grid that keeps the clues, and it breaks the rules. Solve the puzzle again, and
    store that solution: `--repair` does it.
    """
    return rows.are_stored(StoredAnswer.WRONG)


@_flaw(SEVERE, "answer", "answer contradicts the clues")
def answer_contradicts_clues(rows: Examined) -> RowSet:
    """The stored answer has another digit in the cell of a clue: it may belong to another row. Look whether
    puzzles and answers are shifted against each other.
    """
    return rows.are_stored(StoredAnswer.CONTRADICTS_CLUES)


@_flaw(SEVERE, "answer", "answer though there is no solution")
def answer_given_though_none(rows: Examined) -> RowSet:
    """An answer is stored, and the puzzle has no solution. Leave the row out, or mend the puzzle."""
    return rows.are_stored(StoredAnswer.GIVEN_THOUGH_NONE)


@_flaw(SEVERE, "answer", "answer is one of several")
def answer_one_of_several(rows: Examined) -> RowSet:
    """The stored answer is a solution, and there are others, which are as right. Leave the row out, or add
    clues until only this solution is left.
    """
    return rows.are_stored(StoredAnswer.ONE_OF_SEVERAL)


@_flaw(SEVERE, "answer", "answer is no grid")
def answer_no_grid(rows: Examined) -> RowSet:
    """What is stored as the answer is no full grid. Solve the puzzle again, and store that solution:
    `--repair` does it.
    """
    return rows.are_stored(StoredAnswer.NO_GRID)


@_flaw(SEVERE, "malformed", "malformed")
def malformed(rows: Examined) -> RowSet:
    """The row holds no puzzle. Look at the rows named below, and at what wrote them."""
    return rows.are(VerdictCode.MALFORMED)


@_flaw(MINOR, "duplicate", "duplicate")
def exact_duplicate(classes: Classes) -> Others:
    """An earlier row holds the same puzzle, perhaps with other signs for blanks. `--clean` keeps the first
    sound row of each class.
    """
    return classes.duplicates[0]


@_flaw(MINOR, "duplicate", "duplicate, moved")
def isomorphic_duplicate(classes: Classes) -> Others:
    """An earlier row holds the puzzle with its rows, columns or digits exchanged. `--clean` keeps the first
    sound row of each class.
    """
    return classes.duplicates[1]


@_flaw(MINOR, "clues", "number of clues is wrong")
def clue_count_differs(rows: Examined) -> RowSet:
    """The stored number of clues is not the number of clues. Count the clues again: `--repair` does it."""
    return np.not_equal(rows.stored_clues, rows.clues) & (rows.stored_clues >= 0) & (rows.clues >= 0)


@_flaw(MINOR, "rating", "rating differs")
def rating_differs(classes: Classes) -> Others:
    """Another row holds the same puzzle, perhaps moved, and another rating or label. A rating that changes
    when rows or digits are exchanged says something of the solver, not of the puzzle. Rate each puzzle once,
    in its canonical form.
    """
    return classes.other_ratings()


@_flaw(MINOR, "id", "id is repeated")
def repeated_id(ids: Groups) -> Others:
    """An earlier row of the same file has the same id. Give each row an id of its own."""
    return ids.earlier()


@_flaw(OPEN, "undecided", "undecided")
def undecided(rows: Examined) -> RowSet:
    """The time did not suffice to say how many solutions there are. That is no flaw of the row. A longer
    --timeout may decide them.
    """
    return rows.are(VerdictCode.UNKNOWN)


def flaws_named(words: Iterable[str]) -> frozenset[str]:
    """The names of the kinds that these words stand for: a kind, a group such as "leak", or a severity.

    Raises UnknownNameError for another word.

    >>> sorted(flaws_named(["not-unique", "malformed"]))
    ['malformed', 'no_solution', 'several_solutions']
    """
    found: set[str] = set()
    flaws = [flaw for flaw in FLAWS.values() if flaw.severity is not Severity.OPEN]
    known = dict.fromkeys(word for flaw in flaws for word in (flaw.severity, flaw.group, flaw.name))
    for word in words:
        asked = word.strip().replace("-", "_")
        if asked not in known:
            raise UnknownNameError("kind of flaw", word, [one.replace("_", "-") for one in known])
        found |= {flaw.name for flaw in flaws if asked in (flaw.severity, flaw.group, flaw.name)}
    return frozenset(found)
