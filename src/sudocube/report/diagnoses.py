"""What `diagnose` says: why a puzzle has no solution, or several, what to change, which clues can go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, NamedTuple

from msgspec import UNSET, Meta

from sudocube.geometry import SYMBOLS, Geometry
from sudocube.puzzle import Board, Puzzle, differing_cells
from sudocube.report.base import Report
from sudocube.report.document import (
    KEPT_TOGETHER,
    Block,
    Boards,
    Document,
    Drawing,
    Phrase,
    Sentence,
    Tone,
    Toned,
)
from sudocube.report.puzzle_pages import PuzzlesPage, page_texts
from sudocube.report.row import (
    CellName,
    Cells,
    Digit,
    Evidence,
    GridCells,
    InvalidRow,
    Optional,
    Positive,
    PuzzleRow,
    Reason,
    Row,
    Seconds,
    Solutions,
    Whole,
    fields_of,
    row_of,
)
from sudocube.report.row import Verdict as VerdictField
from sudocube.report.words import (
    counted,
    grounds_in_words,
    invalid_in_words,
    listed,
    named_clashes,
    summary_in_words,
    without_place,
)
from sudocube.solvers.techniques import level_of, word_of
from sudocube.verdict import Verdict
from sudocube.verdicts.ambiguity import Ambiguity, Repair
from sudocube.verdicts.conflicts import FEWEST_CLUES, Change, ChangeKind, ClueRedundancy, Contradiction
from sudocube.verdicts.diagnosing import Diagnosis, RefusedDiagnosis

if TYPE_CHECKING:
    from sudocube.report.row import Row
    from sudocube.rows import Entry

CONFLICTS_AT_MOST = 5
"""How many further conflicts are named."""

CELLS_AT_MOST = 20
"""How many clues are named: of a further conflict, or of those that can be dropped."""

CLUES_AT_MOST = 8
"""For how many clues the possible changes are listed."""

MOVES_AT_MOST = 6
"""How many cells are named as places to which a clue can be moved."""

LARGEST_RATED = 9
"""The largest size for which the level is told: in larger puzzles, chains take long."""

FEWEST_CLUES_OF_NINE = 17
"""Source: G. McGuire, B. Tugemann, G. Civario, "There is no 16-Clue Sudoku" (2014)."""

OCCURRENCES_AT_MOST = 60
"""The numbers of each digit in each cell are listed for at most so many cells."""


Diagnosed = tuple[int, "Entry", Diagnosis | None]
"""The number of an input, the input, and its diagnosis; None for one that is no puzzle."""


def diagnosis_document(found: Diagnosis, place: str = "") -> Document:
    """The verdict, why it is so, and what to change."""
    grounds = f": {grounds_in_words(found.evidence)}" if found.evidence else ""
    head = (Toned(f"{place}: ", Tone.STRONG), found.verdict, grounds) if place else (found.verdict, grounds)
    return [Sentence(head, wraps=not place), *_blocks(found)]


def _blocks(found: Diagnosis) -> Iterator[Block]:
    """What stands below the verdict."""
    puzzle = found.puzzle
    if found.reason is not None:
        yield _said(f"{found.reason}.")
    if (none := found.contradiction) is not None:
        yield from map(_said, (f"{named}." for named in named_clashes(puzzle)))
        if none.conflicts:
            yield from _conflicts(puzzle, none)
        yield from _changes(puzzle, none)
    if (several := found.ambiguity) is not None:
        yield from _ambiguity(puzzle, several)
    if found.verdict is Verdict.UNIQUE and puzzle.geometry.size <= LARGEST_RATED:
        level = level_of(puzzle)
        yield _said(f"It is {word_of(level)} (level {level}). {page_texts()['levels'][level]}")
    if found.redundancy is not None:
        yield from _redundancy(puzzle, found.redundancy)
    if found.verdict.is_decided and found.undecided:
        open_questions = "; ".join(found.undecided)
        words = Toned(f"Not known in the time there was for it: {open_questions}.", Tone.OPEN)
        yield Sentence((words,), 2, 2)


def _conflicts(puzzle: Puzzle, found: Contradiction) -> Iterator[Block]:
    """The main conflict in full, and the clues of the others."""
    (main, *others), size = found.conflicts, len(found.conflicts[0].cells)
    is_clash = bool(found.clashes) and size == 2
    minimal = "; without any one of them, the others can" if main.is_minimal else ""
    if not is_clash:
        yield _said(f"These {size} clues cannot stand together{minimal}:")
    marked = {*main.cells, *(cell for clash in found.clashes for cell in clash.cells)}
    yield Boards([Drawing(puzzle, marked=marked, tone=Tone.BAD)], "in conflict")
    if not is_clash:
        yield _said(_clues(puzzle, main.cells, size))
    if others:
        what = counted(len(others), "other conflict") + ", perhaps more" * (not found.is_every_conflict_met)
        wrong = f"no two conflicts share a clue, so that {len(found.conflicts)} clues at least are wrong"
        yield _said(f"Besides, there {'is' if len(others) == 1 else 'are'} {what}; {wrong}:")
        for conflict in others[:CONFLICTS_AT_MOST]:
            yield _said(_clues(puzzle, conflict.cells), indent=4)
        if (more := len(others) - CONFLICTS_AT_MOST) > 0:
            yield _said(f"and {more} more", indent=4)
    elif found.is_every_conflict_met:
        yield _said("Without these clues, the others have a solution.")


def _changes(puzzle: Puzzle, found: Contradiction) -> Iterator[Block]:
    """The changes of one clue that make the puzzle unique, those first that take the least effort."""
    by_clue: dict[int, list[Change]] = {}
    for change in sorted(found.changes, key=_effort):
        by_clue.setdefault(change.cell, []).append(change)
    if by_clue:
        one_of = "this change" if len(found.changes) == 1 else "any one of these changes"
        yield _said(f"The puzzle is unique after {one_of}:")
        for changes in [*by_clue.values()][:CLUES_AT_MOST]:
            yield _change(changes, puzzle.geometry)
        if (more := len(by_clue) - CLUES_AT_MOST) > 0:
            yield _said(f"or a change of one of {more} other clues", indent=4)
    elif found.culprits and found.are_all_changes:
        without = "it" if len(found.culprits) == 1 else "any one of them"
        what = f"without {without} there is a solution; but no change of one clue makes the puzzle unique"
        yield _said(f"{_clues(puzzle, found.culprits)}: {what}.")
    elif found.culprits == ():
        yield _said("No change of one clue helps: no clue is in every conflict.")


def _change(changes: Sequence[Change], shape: Geometry) -> Sentence:
    """The changes of one clue, in one sentence."""
    digits = [SYMBOLS[one.to_digit] for one in changes if one.to_digit is not None]
    cells = [shape.cell_name(one.to_cell) for one in changes if one.to_cell is not None]
    if len(cells) > MOVES_AT_MOST + 1:
        cells[MOVES_AT_MOST:] = [f"{len(cells) - MOVES_AT_MOST} others"]
    ways = [f"change it to {listed(digits, 'or')}"] if digits else []
    ways += ["remove it"] * any(one.kind is ChangeKind.REMOVE for one in changes)
    ways += [f"move it to {listed(cells, 'or')}"] if cells else []
    clue = f"{shape.cell_name(changes[0].cell)} = {SYMBOLS[changes[0].digit]}"
    return Sentence((Toned(clue, Tone.STRONG), ": ", "; ".join(ways)), 4)


def _effort(change: Change) -> tuple[int, int]:
    return (ChangeKind.CHANGE, ChangeKind.REMOVE, ChangeKind.MOVE).index(change.kind), change.cell


def _ambiguity(puzzle: Puzzle, found: Ambiguity) -> Iterator[Block]:
    """How many solutions there are, which clues to add if that was asked for, and what differs."""
    yield _said(f"There are {_solutions(found)}.")
    if found.repair is not None:
        yield from _repair(found.repair)
    if puzzle.geometry.size == 9 and len(puzzle.clues) < FEWEST_CLUES_OF_NINE and found.repair is None:
        clues = counted(len(puzzle.clues), "clue")
        yield _said(f"It has {clues}; a 9×9 puzzle with one solution has {FEWEST_CLUES_OF_NINE} at least.")
        return
    pair = found.closest
    is_all = found.is_exact and found.count == 2
    proved = "" if is_all else "; no two differ in fewer"
    if not is_all and not pair.is_smallest:
        proved = f"; no two were found that differ in fewer, and none do in fewer than {pair.at_least}"
    yield _said(f"{'They' if is_all else 'These two'} differ in {len(pair.cells)} cells{proved}:")
    yield _beside(puzzle, ("one solution", "another"), (pair.first, pair.second), pair.cells, "differs")
    if not is_all:
        yield from _candidates(puzzle, found)


def _solutions(found: Ambiguity) -> str:
    return f"{'' if found.is_exact else 'at least '}{counted(found.count, 'solution')}"


def _candidates(puzzle: Puzzle, found: Ambiguity) -> Iterator[Block]:
    """The digits that occur in some solution, and how often."""
    known = [
        next(iter(digits)) if len(digits) == 1 and cell not in found.undecided else clue
        for cell, (digits, clue) in enumerate(zip(found.candidates, puzzle.cells, strict=True))
    ]
    so_far = " as far as is known" if found.undecided else ""
    yield _said(f"What occurs in some solution{so_far}:")
    digits = [tuple(some) for some in found.candidates]
    yield Boards([Drawing(Puzzle(bytes(known), puzzle.geometry), clues=puzzle, candidates=digits)])
    open_cells = {cell: digits for cell, digits in enumerate(found.candidates) if len(digits) > 1}
    if found.is_exact and len(open_cells) <= OCCURRENCES_AT_MOST:
        unique = "(one that stands in 1 makes the puzzle unique, as a clue)"
        yield _said(f"In how many of the {found.count:,} solutions each stands {unique}:")
        parts = [
            " ".join([puzzle.geometry.cell_name(cell), *(f"{SYMBOLS[one]}:{n}" for one, n in digits.items())])
            for cell, digits in open_cells.items()
        ]
        yield _said("; ".join(part.replace(" ", KEPT_TOGETHER) for part in parts), indent=4)


def _repair(repair: Repair) -> Iterator[Block]:
    size = len(repair.clues)
    proved = "fewer do not" if size > 1 else "that is the least there can be"
    if not repair.is_smallest:
        proved = f"fewer were not found, and {counted(repair.at_least, 'clue')} at least are needed"
    clues = "this further clue" if size == 1 else f"these {size} further clues"
    yield _said(f"With {clues}, the puzzle has the solution below and no other; {proved}:")
    yield _said(_clues(repair.puzzle, repair.clues, size), indent=4)
    boards = repair.puzzle, repair.solution
    yield _beside(repair.puzzle, ("the puzzle then", "its solution"), boards, repair.clues, "further clue")


def _redundancy(puzzle: Puzzle, found: ClueRedundancy) -> Iterator[Block]:
    """The clues that can be dropped, and a minimal puzzle within this one."""
    redundant, clues, left = found.redundant, len(puzzle.clues), len(found.minimal.clues)
    if found.is_all_needed:
        yield _said(f"It is minimal: none of its {clues} clues can be dropped.")
    if redundant:
        each = "can" if len(redundant) == 1 else "can each"
        yield _said(f"{len(redundant)} of its {clues} clues {each} be dropped: {_clues(puzzle, redundant)}.")
        if left < clues:
            captions = f"{clues} clues", f"{left} clues{', minimal' if found.is_minimal else ''}"
            dropped = differing_cells(puzzle, found.minimal)
            yield _beside(puzzle, captions, (puzzle, found.minimal), dropped, "dropped")


def _beside(
    clues: Puzzle, captions: Sequence[str], boards: Sequence[Board], marked: Collection[int], meaning: str
) -> Boards:
    both = zip(boards, captions, strict=True)
    return Boards([Drawing(board, caption, clues, marked) for board, caption in both], meaning, in_text=True)


def _clues(puzzle: Puzzle, cells: Collection[int], most: int = CELLS_AT_MOST) -> str:
    """The first `most` clues by name: "r1c1 = 3 and r1c5 = 3"; and how many more there are."""
    named = [f"{puzzle.geometry.cell_name(cell)} = {SYMBOLS[puzzle.cells[cell]]}" for cell in cells]
    if len(named) > most + 1:
        named[most:] = [f"{len(named) - most} more"]
    return listed(part.replace(" ", KEPT_TOGETHER) for part in named)


def _said(words: str, *, indent: int = 2) -> Sentence:
    return Sentence((words,), indent, indent)


def in_short(found: Diagnosis) -> str:
    """What a diagnosis found, and the first way to mend it, in a few words.

    r1c1 and r1c8 both hold 7 in row 1; r1c1=2 would mend it
    2 solutions; r1c5=2 makes it unique
    """
    mend = mending(found)
    if (none := found.contradiction) is not None:
        named = named_clashes(found.puzzle)
        why = f"{named[0]}{', and more' if len(named) > 1 else ''}" if named else "no two clues clash"
        if none.conflicts and not named:
            why = f"{len(none.conflicts[0].cells)} clues cannot stand together"
        return f"{why}; {mend.words if mend else 'no change of one clue mends it'}"
    if (several := found.ambiguity) is not None:
        return _solutions(several) + (f"; {mend.words}" if mend else "")
    if (unique := found.redundancy) is not None:
        if unique.redundant:
            return f"{counted(len(unique.redundant), 'clue')} can be dropped"
        return "minimal" if unique.is_all_needed else "partly undecided"
    return found.reason or ""


class Mending(NamedTuple):
    """A way to make a puzzle unique, in a few words, and the puzzle then."""

    words: str
    puzzle: Puzzle


def mending(found: Diagnosis) -> Mending | None:
    """The change of one clue, or the further clues, that mend a puzzle with the least effort, if known."""
    shape = found.puzzle.geometry
    if found.contradiction is not None and found.contradiction.changes:
        change = min(found.contradiction.changes, key=_effort)
        cell, to_digit, to_cell = shape.cell_name(change.cell), change.to_digit, change.to_cell
        what = f"to remove {cell}={SYMBOLS[change.digit]}"
        if to_digit is not None:
            what = f"{cell}={SYMBOLS[to_digit]}"
        elif to_cell is not None:
            what = f"{SYMBOLS[change.digit]} at {shape.cell_name(to_cell)} and not at {cell}"
        return Mending(f"{what} would mend it", change.puzzle)
    if (several := found.ambiguity) is None:
        return None
    each = enumerate(several.candidates if several.is_exact else ())
    once = ({cell: digit} for cell, digits in each for digit, count in digits.items() if count == 1)
    clues = dict(several.repair.clues) if several.repair is not None else next(once, {})
    named = [f"{shape.cell_name(cell)}={SYMBOLS[digit]}" for cell, digit in clues.items()]
    whole = Puzzle.of_clues({**found.puzzle.clues, **clues}, shape)
    return Mending(f"{listed(named)} make{'s' * (len(named) == 1)} it unique", whole) if clues else None


class DiagnosisReport(Report[Diagnosed]):
    """Says of each puzzle that is not unique what is wrong: in a line, or `in_full`."""

    columns = ("source", "box", "verdict", "evidence", "diagnosis", "mended")

    def __init__(self, *, in_full: bool, page: PuzzlesPage | None = None) -> None:
        self._in_full, self._page = in_full, page
        self.verdicts: Counter[Verdict] = Counter()
        self.minimal = 0
        """How many puzzles are unique and minimal."""

    def add(self, result: Diagnosed) -> None:
        """Count a diagnosis, and give it to the page."""
        index, entry, found = result
        verdict = Verdict.INVALID if found is None else found.verdict
        is_minimal = found is not None and found.redundancy is not None and found.redundancy.is_all_needed
        self.verdicts[verdict] += 1
        self.minimal += is_minimal
        if self._page is not None:
            evidence, words = (None, "") if found is None else (found.evidence, in_short(found))
            blocks = partial(_page_blocks, entry, found)
            given = index, entry.source, entry.puzzle, verdict, evidence, words, blocks
            self._page.add(*given, is_worth_a_look=not is_minimal)

    def outcomes(self, result: Diagnosed) -> Iterable[str]:
        """`invalid`, and `unknown` where something is undecided."""
        _, _, found = result
        if found is None or isinstance(found, RefusedDiagnosis):
            return [Verdict.INVALID]
        return [Verdict.UNKNOWN] if found.undecided else [found.verdict]

    def rows(self, result: Diagnosed) -> Iterable[Row]:
        """The row of a puzzle."""
        return [diagnosed_row(*result)]

    def records(self, result: Diagnosed) -> Iterable[tuple[Entry, Sequence[str]]]:
        """The puzzle with its fields; `mended` is the puzzle with the first mending change made."""
        index, entry, found = result
        more: dict[str, object] = {}
        if found is not None:
            mend = mending(found)
            more = {"diagnosis": in_short(found), "mended": mend and mend.puzzle}
        return [(entry, fields_of(diagnosed_row(index, entry, found), self.columns, **more))]

    def document(self, result: Diagnosed) -> Document:
        """The puzzle in full, or the line of one that is not unique."""
        _, entry, found = result
        if found is None:
            assert entry.error is not None  # else it is a puzzle
            return [Sentence(invalid_in_words(entry.error, entry.title), wraps=False)]
        if self._in_full:
            return diagnosis_document(found, entry.place)
        words = f"{entry.place}: ", found.verdict, f": {in_short(found)}"
        return [] if found.verdict is Verdict.UNIQUE else [Sentence(words, wraps=False)]

    def summary(self, seconds: float) -> Iterator[Phrase]:
        """The verdicts, and how many puzzles are minimal."""
        if self.verdicts.total() > 1:
            minimal = [f"{self.minimal:,} of them minimal"] if self.minimal else []
            yield summary_in_words(self.verdicts, *minimal, f"{seconds:,.2f} s")


def _page_blocks(entry: Entry, found: Diagnosis | None) -> Document:
    """A puzzle in full, with its board where the diagnosis itself draws none."""
    if found is None:
        assert entry.error is not None  # else it is a puzzle
        return [Sentence((Verdict.INVALID, f": {without_place(entry.error)}"))]
    blocks = diagnosis_document(found)
    if found.verdict is Verdict.UNIQUE:
        solved = [Drawing(grid, "its solution", found.puzzle) for grid in found.solutions]
        return [Boards([Drawing(found.puzzle, "the puzzle"), *solved]), *blocks]
    return blocks if found.verdict.is_decided else [*blocks, Boards([Drawing(found.puzzle)])]


Size = Whole
"""How many these are. For example: 2."""
Proved = Literal[True] | None
"""Whether that is proved; null if it is not known. For example: true, null."""


class ClashRow(Row, kw_only=True):
    """Equal clues in a unit."""

    takes: ClassVar = {"unit": lambda one: one.unit.name}
    unit: str
    """A row, a column or a box, from 1; boxes are numbered row by row. For example: "row 1"."""
    digit: Digit
    cells: list[CellName]
    """The clues with this digit. For example: ["r1c1", "r2c1"]."""


def _size(one: Any) -> int:  # noqa: ANN401 -- a result about some cells
    return len(one.cells)


class ConflictRow(Row, kw_only=True):
    """Clues that cannot stand together."""

    takes: ClassVar = {
        "size": _size,
        "at_least": lambda _: FEWEST_CLUES,
        "smallest": lambda one: len(one.cells) == FEWEST_CLUES,
    }
    cells: list[CellName]
    """The clues. For example: ["r1c1", "r2c1"]."""
    size: Size
    minimal: Literal[True] | None
    """Whether they can stand together without any one of them. For example: true, null."""
    at_least: Positive
    """Every conflict has at least so many clues. For example: 2."""
    smallest: Literal[True] | None
    """Whether no conflict has fewer clues. For example: true, null."""
    confirmed: bool
    """Whether a second solver finds the same. For example: true."""


class ChangeRow(Row, kw_only=True):
    """A change of one clue that makes the puzzle unique."""

    kind: ChangeKind
    """What to do with the clue. For example: "change"."""
    cell: CellName
    """The clue. For example: "r4c7"."""
    digit: Digit
    to_digit: int | None
    """The digit to write there; null unless the kind is `change`. For example: 3, null."""
    to_cell: CellName | None
    """The cell to move it to; null unless the kind is `move`. For example: "r2c3", null."""
    puzzle: str
    """The puzzle after the change. For example: "1.....2..3.....4"."""
    solution: str
    """Its only solution. For example: "1423324123144132"."""


class PairRow(Row, kw_only=True):
    """The two closest solutions."""

    takes: ClassVar = {"solutions": lambda one: (one.first, one.second), "size": _size}
    solutions: Annotated[list[GridCells], Meta(min_length=2, max_length=2)]
    """The two solutions. For example: ["1423324123144132", "1423324143122134"]."""
    cells: list[CellName]
    """The cells in which they differ. For example: ["r1c1", "r2c1"]."""
    size: Size
    at_least: Whole
    """Any two solutions differ in at least so many cells. For example: 4."""
    smallest: Literal[True] | None
    """Whether no two are closer. For example: true, null."""


class RepairRow(Row, kw_only=True):
    """Further clues that make a puzzle unique."""

    takes: ClassVar = {"size": lambda one: len(one.clues)}
    solution: str
    """The solution that is left. For example: "1423324123144132"."""
    clues: dict[CellName, Digit]
    """The clues to add. For example: {"r1c2": 4}."""
    size: Size
    at_least: Whole
    """Fewer than so many are not enough. For example: 1."""
    smallest: Literal[True] | None
    """Whether fewer are not enough. For example: true, null."""
    puzzle: str
    """The puzzle with these clues. For example: "14...2....3....4"."""


class SubPuzzleRow(Row, kw_only=True):
    """What is left when clues are dropped one after the other."""

    takes: ClassVar = {
        "puzzle": lambda one: one.minimal,
        "clues": lambda one: len(one.minimal.clues),
        "minimal": lambda one: one.is_minimal,
    }
    puzzle: Cells
    clues: Whole
    """How many clues it has. For example: 21."""
    minimal: Literal[True] | None
    """Whether no clue of it can be dropped. For example: true, null."""


class DiagnosedRow(PuzzleRow, kw_only=True):
    """A puzzle that was not decided; the base of the others."""

    verdict: VerdictField
    evidence: Evidence
    solutions: Solutions
    seconds: Seconds
    undecided: list[str]
    """What there was no time for, in words; empty if everything is known.

    For example: ["which clues can be dropped"].
    """
    reason: Optional[Reason] = UNSET


class ContradictoryRow(DiagnosedRow, kw_only=True):
    """A puzzle without a solution."""

    takes: ClassVar = {
        "other_conflicts": lambda one: False if one.is_every_conflict_met else None,
        "changes_complete": lambda one: one.are_all_changes,
    }
    clashes: list[ClashRow]
    """Two or more clues with the same digit in a unit. For example: []."""
    conflicts: list[ConflictRow]
    """Sets of clues that cannot stand together; no two share a clue. For example: []."""
    other_conflicts: Literal[False] | None
    """false: without the clues of these conflicts there is a solution; null: not known.

    For example: false.
    """
    culprits: list[CellName] | None
    """The clues that are in every conflict; null if that is not known. For example: ["r1c1"], null."""
    changes: list[ChangeRow]
    """The changes of one clue that make the puzzle unique. For example: []."""
    changes_complete: bool
    """Whether these are all. For example: true."""


class AmbiguousRow(DiagnosedRow, kw_only=True):
    """A puzzle with several solutions."""

    takes: ClassVar = {
        "candidates": lambda one: dict(enumerate(one.candidates)),
        "candidates_complete": lambda one: not one.undecided,
    }
    count: Annotated[int, Meta(ge=2)]
    """How many solutions were found. For example: 5."""
    exact: bool
    """Whether there are no others. For example: true."""
    closest: PairRow
    """The two closest solutions: their difference is what to break.

    For example: {"solutions": ["1423324123144132", "1423324143122134"], "cells": ["r3c1"], "size": 4,
    "at_least": 4, "smallest": true}.
    """
    candidates: dict[CellName, dict[str, int | None]]
    """For each cell, the digits that occur in solutions, and in how many; null if the count is not exact.

    For example: {"r1c1": {"1": 3, "2": 2}}.
    """
    candidates_complete: bool
    """Whether no other digit can occur. For example: true."""
    repair: Optional[RepairRow] = UNSET
    """With `--repair`: further clues that make it unique; only if some were found.

    For example: {"solution": "1423324123144132", "clues": {"r1c2": 4}, "size": 1, "at_least": 1, "smallest":
    true, "puzzle": "14...2....3....4"}.
    """


class RedundantRow(DiagnosedRow, kw_only=True):
    """A puzzle with one solution."""

    takes: ClassVar = {
        "minimal": lambda one: None if one.undecided and not one.redundant else not one.redundant,
        "redundant_complete": lambda one: not one.undecided,
        "sub_puzzle": lambda one: one,
    }
    minimal: bool | None
    """Whether no clue can be dropped; null if that is not known. For example: true, null."""
    redundant: list[CellName]
    """The clues that can each be dropped. For example: ["r1c1", "r2c1"]."""
    redundant_complete: bool
    """Whether these are all. For example: true."""
    sub_puzzle: SubPuzzleRow
    """What is left when clues are dropped one after the other.

    For example: {"puzzle": "1....2....3....4", "clues": 4, "minimal": true}.
    """


def diagnosed_row(index: int, entry: Entry, found: Diagnosis | None) -> DiagnosedRow | InvalidRow:
    """The row of one puzzle."""
    if found is None:
        return row_of(DiagnosedRow, entry, index=index)
    kinds: dict[type[DiagnosedRow], object] = {
        ContradictoryRow: found.contradiction,
        AmbiguousRow: found.ambiguity,
        RedundantRow: found.redundancy,
    }
    kind, why = next((one for one in kinds.items() if one[1] is not None), (DiagnosedRow, None))
    return row_of(kind, found, why, index=index, source=entry.source, title=entry.title)
