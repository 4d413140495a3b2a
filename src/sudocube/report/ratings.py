"""What `rate` says: sentences on one puzzle, a line for each of several, rows, and fields of a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from msgspec import UNSET, Meta

from sudocube.fields import CellName, Optional, PuzzleVerdict, Reason, Whole
from sudocube.rating import Rating
from sudocube.rating.puzzle_rating import RATED_METHODS, RefusedRating
from sudocube.report.base import Report
from sudocube.report.document import Document, Phrase, Sentence, Tone, Toned
from sudocube.report.row import PuzzleRow, Row, fields_of, row_of
from sudocube.report.words import counted, listed, texts
from sudocube.rows import Entry
from sudocube.solvers.techniques import HARDEST, word_of
from sudocube.verdict import Verdict as VerdictKind

COLUMNS = (
    *("source", "box", "verdict", "level", "level_name", "depth", "depth_at_least"),
    *("backdoor", "backdoor_at_least", "backdoor_at_most", *RATED_METHODS),
    *("proof_steps_at_most", "guesses", "undecided", "reason"),
)
"""The columns of a table of ratings."""

"""Outcomes beside the verdicts: time ran out for a measure; a puzzle is of a kind that is not rated."""

LevelName = Literal["easy", "medium", "hard", "expert", "extreme", "beyond"]
CheckedStep = Annotated[str, Meta(pattern="^#[1-9][0-9]* ")]
"""A step. For example: "#1 r3c4!=6 : 1@b2 1@b5 6@b5"."""


class RatedRow(PuzzleRow, kw_only=True):
    """A puzzle and how hard it is; null is what is not known, not asked for, or of a puzzle not unique."""

    takes: ClassVar = {
        "level_name": lambda one: None if one.level is None else word_of(one.level),
        "undecided": lambda one: one.undecided or UNSET,
        "reason": lambda one: one.reason or UNSET,
    }
    verdict: PuzzleVerdict
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


def rated_row(rated: Rated) -> Row:
    """The row of one puzzle in `rate`."""
    return row_of(RatedRow, rated.entry, rated.rating, index=rated.index)


class RateReport(Report[Sequence[Rated]]):
    """Says how hard each puzzle is, a batch at a time; one that `is_alone` gets sentences."""

    columns = COLUMNS

    def __init__(self, *, is_alone: bool = False) -> None:
        self._is_alone = is_alone
        self._depths: Counter[str] = Counter()
        self._other: Counter[VerdictKind] = Counter()

    def add(self, result: Sequence[Rated]) -> None:
        """Count ratings."""
        for found in (one.rating for one in result):
            if found.verdict is VerdictKind.UNIQUE and found.depth_at_least is not None:
                self._depths[_number(found.depth, found.depth_at_least)] += 1
            else:
                self._other[found.verdict] += 1

    def outcomes(self, result: Sequence[Rated]) -> Iterator[str]:
        """The verdict, or that it is refused, or that time ran out for a measure."""
        for found in (one.rating for one in result):
            is_refused = isinstance(found, RefusedRating)
            if is_refused:
                yield VerdictKind.INVALID
            else:
                yield VerdictKind.UNKNOWN if found.undecided else found.verdict

    def rows(self, result: Sequence[Rated]) -> Iterator[Row]:
        """The row of each puzzle."""
        return map(rated_row, result)

    def records(self, result: Sequence[Rated]) -> Iterator[tuple[Entry, Sequence[str]]]:
        """Each puzzle with its fields in the table."""
        for one in result:
            yield one.entry, fields_of(rated_row(one), COLUMNS, reason=one.rating.reason)

    def document(self, result: Sequence[Rated]) -> Document:
        """Sentences on the only puzzle; a line for each of several."""
        return [block for one in result for block in self._blocks(one)]

    def _blocks(self, rated: Rated) -> Iterator[Sentence]:
        found = rated.rating
        if self._is_alone and found.verdict is VerdictKind.UNIQUE:
            for heading, text in rating_sentences(found):
                yield Sentence((Toned(heading, Tone.STRONG),))
                yield Sentence((text,), indent=2, hanging=2)
        elif not isinstance(found, RefusedRating):
            source = () if self._is_alone else (f"{rated.entry.place}: ",)
            yield Sentence((*source, *rated_phrase(found)), wraps=False)

    def remarks(self, result: Sequence[Rated]) -> Iterator[str | Entry]:
        """What is no puzzle, or of a kind that is not rated."""
        for one in result:
            if one.entry.puzzle is None:
                yield one.entry
            elif isinstance(one.rating, RefusedRating):
                yield f"{one.entry.source}: {one.rating.reason}"

    def summary(self, seconds: float) -> Iterator[Phrase]:
        """How many puzzles have which depth, and how many have none."""
        total = self._depths.total() + self._other.total()
        if total > 1:
            some = [f"{count:,} of depth {depth}" for depth, count in sorted(self._depths.items())]
            some += [f"{count:,} {verdict}" for verdict, count in sorted(self._other.items())]
            yield (f"{counted(total, 'puzzle')}: {', '.join(some)} ({seconds:,.2f} s)",)


def rated_phrase(found: Rating) -> Phrase:
    """The rating of a puzzle on one line; where it has none, the verdict, and why.

    >>> from sudocube import rate
    >>> "".join(rated_phrase(rate("1... ..2. .3.. ...4", only=["depth", "backdoor", "methods"])))
    'depth 0; backdoor 0; solved by sets, possibles and cube:propagate'
    """
    if found.verdict is not VerdictKind.UNIQUE:
        why = f": {found.reason}" if found.reason else ": not rated, as it does not have one solution"
        return found.verdict, why
    return ("; ".join(heading for heading, _ in rating_sentences(found)),)


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


def rating_sentences(found: Rating) -> list[tuple[str, str]]:
    """What a rating says, and does not say: a heading and sentences for each measure."""
    said = texts("pages")["rate"]
    measures = [*_measures(found, said)]
    is_empty = found.verdict is VerdictKind.UNIQUE and not measures
    return [(said["no guesses"], said["other measures"])] if is_empty else measures


def _measures(found: Rating, said: Any) -> Iterator[tuple[str, str]]:  # noqa: ANN401 -- tables of tables
    if found.level is not None:
        how = f" See explain --up-to {found.level}." if 0 < found.level < HARDEST else ""
        yield level_in_words(found.level), texts("pages")["levels"][found.level] + how
    if found.depth_at_least is not None:
        yield f"depth {_number(found.depth, found.depth_at_least)}", " ".join(_on_depth(found, said))
    if found.backdoor_at_least is not None:
        numbers = _number(found.backdoor, found.backdoor_at_least, found.backdoor_at_most)
        yield f"backdoor {numbers}", _on_backdoor(found, said["backdoor"])
    if found.methods:
        yield _reach(found), said["methods"]
    if (steps := found.proof_steps_at_most) is not None:
        yield f"a proof of {counted(steps, 'step')}", said["proof"][min(steps, 1)]
    if found.guesses is not None:
        yield "1 guess" if found.guesses == 1 else f"{found.guesses:,} guesses", said["guesses"]
    if found.undecided:
        names = ("proof of the depth" if name == "verify" else name for name in found.undecided)
        yield f"undecided: {', '.join(names)} ({found.reason})", said["undecided"]


def _on_depth(found: Rating, said: Any) -> Iterator[str]:  # noqa: ANN401 -- tables of tables
    """What a depth means, or its bound, and whether it was verified."""
    at_least, steps = found.depth_at_least or 0, found.depth_steps
    if found.depth is not None:
        yield said["depth"][min(found.depth, 2)].format(found.depth)
    else:
        yield said["depth at least"][min(at_least, 2)].format(at_least - 1)
        yield said["depth late" if "depth" in found.undecided else "depth not tried"].format(at_least - 1)
    if steps:
        literals = counted(found.depth or 0, "literal")
        yield said["steps accepted"].format(counted(len(steps), "step"), literals)
    elif steps is not None or "verify" in found.undecided:
        yield said["no steps" if steps is not None else "steps late"]
    yield said["not said of depth"]


def _on_backdoor(found: Rating, said: Any) -> str:  # noqa: ANN401 -- tables of tables
    """Which cells are enough, and whether fewer are not."""
    assert found.puzzle is not None  # else there is no rating
    cells = [found.puzzle.geometry.cell_name(cell) for cell in found.backdoor_cells or ()]
    kind = "none" if not cells else "bounds" if found.backdoor is None else "exact"
    fewest = counted(found.backdoor_at_least or 0, "cell")
    return str(said[kind].format(cells=listed(cells), fewest=fewest))
