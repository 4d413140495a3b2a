"""What `rate` says: sentences on one puzzle, a line for each of several, rows, and fields of a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import UNSET, Meta

from sudocube.rating import Rating
from sudocube.rating.method_reach import RATED_METHODS
from sudocube.rating.rating_many import RefusedRating
from sudocube.report.base import Report
from sudocube.report.document import Document, Phrase, Sentence, Tone, Toned
from sudocube.report.puzzle_pages import page_texts
from sudocube.report.puzzle_rows import begun_rows
from sudocube.report.row import (
    CellName,
    InvalidRow,
    Optional,
    PuzzleRow,
    Reason,
    Row,
    Verdict,
    Whole,
    fields_of,
    row_of,
)
from sudocube.report.words import counted, listed
from sudocube.rows import Entry
from sudocube.solvers.techniques import HARDEST, word_of
from sudocube.verdict import Verdict as VerdictKind

if TYPE_CHECKING:  # NumPy, which a puzzle alone does without
    from sudocube.rating.bulk_depths import DepthBatch

COLUMNS = (
    *("source", "box", "verdict", "level", "level_name", "depth", "depth_at_least"),
    *("backdoor", "backdoor_at_least", "backdoor_at_most", *RATED_METHODS),
    *("proof_steps_at_most", "guesses", "undecided", "reason"),
)
"""The columns of a table of ratings."""

UNDECIDED, REFUSED = "undecided", "refused"
"""Outcomes beside the verdicts: time ran out for a measure; a puzzle is of a kind that is not rated."""

NO_GUESSES = "counted for 9×9 with the compiled kernel only"

LevelName = Literal["easy", "medium", "hard", "expert", "extreme", "beyond"]
CheckedStep = Annotated[str, Meta(pattern="^#[1-9][0-9]* ")]
"""A step. For example: "#1 r3c4!=6 : 1@b2 1@b5 6@b5"."""


class RatedRow(PuzzleRow, kw_only=True):
    """A puzzle and how hard it is; null is what is not known, not asked for, or of a puzzle not unique."""

    verdict: Verdict
    level: Whole | None
    """The least level of the techniques that solves the puzzle: 0 for a full grid, 1 to 12, 13 where none
    does.

    For example: 1, 7, null.
    """
    level_name: LevelName | None
    """The word for the level. For example: "easy", null."""
    depth: Whole | None
    """0 where naked and hidden singles solve the puzzle; k where they do after candidates have gone that the
    closure of depth k - 1 refutes.

    For example: 0, 2, null.
    """
    depth_at_least: Whole | None
    """The depth is proved not to be lower. For example: 0, 2."""
    backdoor: Whole | None
    """The fewest cells that, given, let singles do the rest. For example: 0, 2, null."""
    backdoor_at_least: Whole | None
    """It is proved that fewer cells do not. For example: 0, 2."""
    backdoor_at_most: Whole | None
    """So many cells do: `backdoor_cells`. For example: 0, 3."""
    backdoor_cells: list[CellName] | None
    """A smallest such set of cells, or the smallest one found. For example: ["r1c1", "r9c3"], [], null."""
    proof_steps_at_most: Whole | None
    """The steps of a proof that the trusted checker accepted; shorter ones may exist. For example: 49."""
    methods: dict[Literal["sets", "possibles", "cube:propagate"], bool | None]
    """Which documented methods solve the puzzle without trial and error; null where time ran out. Empty if
    that was not asked for.

    For example: {"sets": true, "possibles": true, "cube:propagate": false}, {}.
    """
    guesses: Whole | None
    """How many guesses the compiled kernel makes; null above 9×9. For example: 0, 47, null."""
    depth_steps: Optional[list[CheckedStep]] = UNSET
    """With --verify: the steps that show that the depth is not greater, as the trusted checker reads and
    accepted them. They refute the puzzle with "not this solution".

    For example: ["#1 r3c4!=6 : 1@b2 1@b5 6@b5"].
    """
    undecided: Optional[
        Annotated[
            list[Literal["depth", "verify", "backdoor", "methods", "proof", "guesses"]], Meta(min_length=1)
        ]
    ] = UNSET
    """For what time did not suffice; `verify` is the proof. For example: ["depth", "backdoor"]."""
    reason: Optional[Reason] = UNSET

    def in_columns(self) -> dict[str, Any]:
        """A column for each method."""
        return {str(name): solves for name, solves in self.methods.items()}


@dataclass(frozen=True, slots=True)
class Rated:
    """A puzzle of an input, by its number, and its rating."""

    index: int
    entry: Entry
    rating: Rating


def rated_row(rated: Rated) -> RatedRow | InvalidRow:
    """The row of one puzzle in `rate`."""
    return row_of(RatedRow, rated.entry, index=rated.index, **_fields(rated.rating))


def _fields(found: Rating) -> dict[str, Any]:
    """The fields of a row that come from a rating."""
    puzzle = found.puzzle
    names = [puzzle.geometry.cell_name(cell) for cell in found.backdoor_cells or ()] if puzzle else []
    return {
        **{name: getattr(found, name) for name in _OF_RATING},
        "level_name": None if found.level is None else word_of(found.level),
        "backdoor_cells": None if found.backdoor_cells is None else names,
        "methods": dict(found.methods),
        "depth_steps": UNSET if found.depth_steps is None else [*found.depth_steps],
        "undecided": [*found.undecided] or UNSET,
        "reason": found.reason or UNSET,
    }


_OF_RATING = (
    *("verdict", "level", "depth", "depth_at_least", "backdoor", "backdoor_at_least", "backdoor_at_most"),
    *("proof_steps_at_most", "guesses"),
)
_DEPTHS = ("0", "1 or more")
_OF_DEPTH = [
    _fields(Rating(None, VerdictKind.UNIQUE, depth=None if depth else 0, depth_at_least=depth))
    for depth in (0, 1)
]
"""The fields of a puzzle with one solution and the depth of a DepthBatch."""


class RateReport(Report["Rated | DepthBatch"]):
    """Says how hard each puzzle is; one that `is_alone` gets sentences."""

    columns = COLUMNS

    def __init__(self, *, is_alone: bool = False) -> None:
        self._is_alone = is_alone
        self._depths: Counter[str] = Counter()
        self._other: Counter[VerdictKind] = Counter()

    def add(self, result: Rated | DepthBatch) -> None:
        """Count a rating, or those of a batch."""
        if not isinstance(result, Rated):
            for depth in (0, 1):
                self._depths[_DEPTHS[depth]] += int((result.depths == depth).sum())
        for found in _not_of_batch(result):
            if found.verdict is VerdictKind.UNIQUE and found.depth_at_least is not None:
                self._depths[_number(found.depth, found.depth_at_least)] += 1
            else:
                self._other[found.verdict] += 1

    def outcomes(self, result: Rated | DepthBatch) -> Iterable[str]:
        """The verdict, or that it is refused, or that time ran out for a measure."""
        return {
            REFUSED if isinstance(one, RefusedRating) else UNDECIDED if one.undecided else one.verdict
            for one in _not_of_batch(result)
        }

    def rows(self, result: Rated | DepthBatch) -> Iterator[Row]:
        """The row of each puzzle."""
        if isinstance(result, Rated):
            yield rated_row(result)
            return
        begun = begun_rows(result.checked.index, result.checked.rows)
        for place, (start, depth) in enumerate(zip(begun, result.depths.tolist(), strict=True)):
            known = _OF_DEPTH[depth] if depth >= 0 else _fields(result.rating(place))
            yield RatedRow(**start, **known)

    def records(self, result: Rated | DepthBatch) -> Iterator[tuple[Entry, Sequence[str]]]:
        """Each puzzle with its fields in the table."""
        for one in _each(result):
            yield one.entry, fields_of(rated_row(one), COLUMNS, reason=one.rating.reason)

    def document(self, result: Rated | DepthBatch) -> Document:
        """Sentences on the only puzzle; a line for each of several."""
        return [block for one in _each(result) for block in self._blocks(one)]

    def _blocks(self, rated: Rated) -> Iterator[Sentence]:
        found = rated.rating
        if self._is_alone and found.verdict is VerdictKind.UNIQUE:
            for heading, text in rating_sentences(found):
                yield Sentence((Toned(heading, Tone.STRONG),))
                yield Sentence((text,), indent=2, hanging=2)
        elif not isinstance(found, RefusedRating):
            source = () if self._is_alone else (f"{rated.entry.place}: ",)
            yield Sentence((*source, *rated_phrase(found)), wraps=False)

    def plain_lines(self, result: Rated | DepthBatch) -> str | None:
        """The lines of a batch in which all puzzles have one solution."""
        if isinstance(result, Rated) or (result.depths < 0).any():
            return None
        source, depths = result.checked.rows.source, enumerate(result.depths.tolist())
        return "".join(f"{source(place)}: depth {_DEPTHS[depth]}\n" for place, depth in depths)

    def invalid(self, result: Rated | DepthBatch) -> Iterable[Entry]:
        """What is no puzzle."""
        return [result.entry] if isinstance(result, Rated) and result.entry.puzzle is None else []

    def errors(self, result: Rated | DepthBatch) -> Iterable[str]:
        """What is of a kind that is not rated."""
        if not isinstance(result, Rated) or not isinstance(result.rating, RefusedRating):
            return []
        return [f"{result.entry.source}: {result.rating.reason}"] if result.entry.puzzle else []

    def summary(self, seconds: float) -> Iterator[Phrase]:
        """How many puzzles have which depth, and how many have none."""
        total = self._depths.total() + self._other.total()
        if total > 1:
            some = [f"{count:,} of depth {depth}" for depth, count in sorted(self._depths.items()) if count]
            some += [f"{count:,} {verdict}" for verdict, count in sorted(self._other.items())]
            yield (f"{counted(total, 'puzzle')}: {', '.join(some)} ({seconds:,.2f} s)",)


def _each(result: Rated | DepthBatch) -> Iterator[Rated]:
    """A rating, or those of a batch."""
    if isinstance(result, Rated):
        yield result
        return
    for place in range(len(result)):
        checked = result.checked.checked(place)
        assert checked.entry is not None  # it comes from an input
        yield Rated(checked.index, checked.entry, result.rating(place))


def _not_of_batch(result: Rated | DepthBatch) -> list[Rating]:
    """A rating, or those of a batch that say more than its depths: of puzzles without one solution."""
    if isinstance(result, Rated):
        return [result.rating]
    return [result.rating(place) for place in (result.depths < 0).nonzero()[0].tolist()]


def rated_phrase(found: Rating) -> Phrase:
    """The rating of a puzzle on one line; where it has none, the verdict, and why.

    >>> from sudocube import rate
    >>> "".join(rated_phrase(rate("1... ..2. .3.. ...4", only=["depth", "backdoor", "methods"])))
    'depth 0; backdoor 0; solved by sets, possibles and cube:propagate'
    """
    if found.verdict is not VerdictKind.UNIQUE:
        why = f": {found.reason}" if found.reason else ": not rated, as it does not have one solution"
        return found.verdict, why
    return ("; ".join(_parts(found)) or f"guesses are {NO_GUESSES}",)


def _parts(found: Rating) -> Iterator[str]:
    if found.level is not None:
        yield level_in_words(found.level)
    if found.depth_at_least is not None:
        yield f"depth {_number(found.depth, found.depth_at_least)}"
    if found.backdoor_at_least is not None:
        yield f"backdoor {_number(found.backdoor, found.backdoor_at_least, found.backdoor_at_most)}"
    if found.methods:
        yield _reach(found)
    if found.proof_steps_at_most is not None:
        yield f"a proof of {counted(found.proof_steps_at_most, 'step')}"
    if found.guesses is not None:
        yield counted(found.guesses, "guess") if found.guesses == 1 else f"{found.guesses:,} guesses"
    if found.undecided:
        yield _open(found)


def _open(found: Rating) -> str:
    """What is undecided, and why."""
    names = ("proof of the depth" if name == "verify" else name for name in found.undecided)
    return f"undecided: {', '.join(names)} ({found.reason})"


def _number(exactly: int | None, at_least: int, at_most: int | None = None) -> str:
    """A number, or its bounds."""
    if exactly is not None:
        return str(exactly)
    return f"{at_least} or more" if at_most is None else f"{at_least} to {at_most}"


def _reach(found: Rating) -> str:
    """Which methods solve the puzzle."""
    solving = [name for name, solves in found.methods.items() if solves]
    unknown = [name for name, solves in found.methods.items() if solves is None]
    said = f"solved by {listed(solving)}" if solving else "solved by no documented method"
    if unknown:
        said = (f"solved by {listed(solving)}, " if solving else "") + f"undecided for {listed(unknown)}"
    return said


def level_in_words(level: int) -> str:
    """The level of a puzzle, a number and a word.

    >>> level_in_words(7)
    'level 7: expert'
    """
    return f"level {level}: {word_of(level)}"


def rating_sentences(found: Rating) -> Iterator[tuple[str, str]]:
    """What a rating says, and does not say: a heading and sentences for each measure."""
    is_empty = found.verdict is VerdictKind.UNIQUE and not any(_parts(found))
    if found.level is not None:
        yield level_in_words(found.level), _on_level(found.level)
    if found.depth_at_least is not None:
        yield f"depth {_number(found.depth, found.depth_at_least)}", _on_depth(found)
    if found.backdoor_at_most is not None:
        numbers = _number(found.backdoor, found.backdoor_at_least or 0, found.backdoor_at_most)
        yield f"backdoor {numbers}", _on_backdoor(found)
    if found.methods:
        yield _reach(found), "Without trial and error, as their authors describe them. Others may do more."
    if (steps := found.proof_steps_at_most) is not None:
        yield f"proof: at most {counted(steps, 'step')}", _on_proof(steps)
    if found.guesses is not None:
        said = "Those of the compiled kernel: what is hard for it may be easy for other solvers."
        yield f"guesses: {found.guesses:,}", said
    if is_empty:
        yield "guesses: not counted", f"They are {NO_GUESSES}."
    if found.undecided:
        yield _open(found), "More time may decide it. What else is said holds all the same."


def _on_level(level: int) -> str:
    how = f" See explain --up-to {level}." if 0 < level < HARDEST else ""
    said: str = page_texts()["levels"][level]
    return said + how


def _on_depth(found: Rating) -> str:
    deep, at_least = found.depth, found.depth_at_least or 0
    if deep == 0:
        said = "Naked and hidden singles fill the grid, in whatever order they are taken."
    elif deep == 1:
        said = "Singles get stuck. They fill the grid after candidates have gone that they refute."
    elif deep is not None:
        said = f"Assumptions have to be nested {deep} deep before singles fill the grid."
    elif at_least == 0:
        said = "Time ran out before anything was known."
    elif at_least == 1:
        said = f"Singles get stuck; {_beyond(found, 'assumptions help')}."
    else:
        said = f"Assumptions nested {at_least - 1} deep do not fill the grid; "
        said += f"{_beyond(found, 'deeper ones do')}."
    if found.depth_steps:
        said += f" The trusted checker accepted {counted(len(found.depth_steps), 'step')} that show it"
        said += f", of {counted(deep or 0, 'literal')} at most."
    elif found.depth_steps is not None:
        said += " The trusted checker finds them by itself."
    elif "verify" in found.undecided:
        said += " It was not verified in time: steps that the trusted checker accepts are missing."
    return said + " It does not say how many assumptions it takes, nor how a person would solve it."


def _beyond(found: Rating, what: str) -> str:
    """Why a depth has a lower bound only: time ran out, or no greater depth was to be tried."""
    if "depth" in found.undecided:
        return f"time ran out before it was known whether {what}"
    return f"whether {what} was not tried, as the greatest depth to try was {(found.depth_at_least or 1) - 1}"


def _on_proof(steps: int) -> str:
    if not steps:
        return "Naked and hidden singles prove without any step that there is no other solution."
    said = "A SAT solver found this proof that there is no other solution; the trusted checker accepted it."
    return f"{said} A shorter one may exist."


def _on_backdoor(found: Rating) -> str:
    assert found.puzzle is not None  # else there is no rating
    cells = [found.puzzle.geometry.cell_name(cell) for cell in found.backdoor_cells or ()]
    if not cells:
        return "Singles need no cell to be given."
    said = f"Given {listed(cells)}, singles do the rest"
    if found.backdoor is None:
        fewest = counted(found.backdoor_at_least or 0, "cell")
        return f"{said}. Fewer may do: it is proved that {fewest} at least are needed."
    return f"{said}; it is proved that fewer cells do not. It does not say how to find their digits."
