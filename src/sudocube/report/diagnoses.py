"""What `diagnose` says: why a puzzle has no solution, or several, what to change, which clues can go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from msgspec import UNSET, Meta

from sudocube.cube import Clash
from sudocube.geometry import SYMBOLS
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
from sudocube.verdicts.ambiguity import Ambiguity, Repair, SolutionPair
from sudocube.verdicts.conflicts import Change, ChangeKind, ClueRedundancy, Conflict, Contradiction
from sudocube.verdicts.diagnosing import Diagnosis, RefusedDiagnosis

if TYPE_CHECKING:
    from sudocube.cube import Clash
    from sudocube.report.html import PageHead
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

OCCURRENCES_AT_MOST = 60
"""The numbers of each digit in each cell are listed for at most so many cells."""


Diagnosed = tuple[int, "Entry", Diagnosis | None]
"""The number of an input, the input, and its diagnosis; None for one that is no puzzle."""


def diagnosis_document(found: Diagnosis, place: str = "") -> Document:
    """The verdict, why it is so, and what to change."""
    grounds = f": {grounds_in_words(found.evidence)}" if found.evidence else ""
    head = (Toned(f"{place}: ", Tone.STRONG), found.verdict, grounds) if place else (found.verdict, grounds)
    return [Sentence(head, wraps=not place), *_Writer(found.puzzle).blocks(found)]


class _Writer:
    """Writes the blocks of the diagnosis of one puzzle."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._name = puzzle.geometry.cell_name

    def blocks(self, found: Diagnosis) -> Iterator[Block]:
        """What stands below the verdict."""
        if found.reason is not None:
            yield _said(f"{found.reason}.")
        if found.contradiction is not None:
            yield from self._contradiction(found.contradiction)
        if found.ambiguity is not None:
            yield from self._ambiguity(found.ambiguity)
        if found.verdict is Verdict.UNIQUE:
            yield from self._level()
        if found.redundancy is not None:
            yield from self._redundancy(found.redundancy)
        if found.verdict.is_decided and found.undecided:
            open_questions = "; ".join(found.undecided)
            words = Toned(f"Not known in the time there was for it: {open_questions}.", Tone.OPEN)
            yield Sentence((words,), 2, 2)

    def _level(self) -> Iterator[Block]:
        """How hard a puzzle with one solution is; chains in large ones take too long to look for."""
        if self._puzzle.candidates is None and self._puzzle.geometry.size <= LARGEST_RATED:
            level = level_of(self._puzzle)
            yield _said(f"It is {word_of(level)} (level {level}). {page_texts()['levels'][level]}")

    def _contradiction(self, found: Contradiction) -> Iterator[Block]:
        """The conflicts, and the changes that remove them."""
        for named in named_clashes(self._puzzle):
            yield _said(f"{named}.")
        if found.conflicts:
            yield from self._main_conflict(found.conflicts[0], found.clashes)
            yield from self._other_conflicts(found)
        yield from self._changes(found)

    def _main_conflict(self, conflict: Conflict, clashes: Sequence[Clash]) -> Iterator[Block]:
        size = len(conflict.cells)
        is_clash = bool(clashes) and size == 2
        if not is_clash:
            minimal = "; without any one of them, the others can" if conflict.is_minimal else ""
            yield _said(f"These {size} clues cannot stand together{minimal}:")
        marked = {*conflict.cells, *(cell for clash in clashes for cell in clash.cells)}
        yield Boards([Drawing(self._puzzle, marked=marked, tone=Tone.BAD)], "in conflict")
        if not is_clash:
            yield _said(self._clues(conflict.cells, size))
        if conflict.is_smallest and size > 2:
            yield _said("No conflict has fewer clues.")
        elif conflict.at_least > 2:
            yield _said(f"Every conflict has {conflict.at_least} clues at least.")

    def _other_conflicts(self, found: Contradiction) -> Iterator[Block]:
        others = found.conflicts[1:]
        ending = "" if found.is_every_conflict_met else ", perhaps more"
        if not others:
            if found.is_every_conflict_met:
                yield _said("Without these clues, the others have a solution.")
            return
        what = counted(len(others), "other conflict")
        yield _said(
            f"Besides, there {'is' if len(others) == 1 else 'are'} {what}{ending}; no two conflicts share a"
            f" clue, so that {len(found.conflicts)} clues at least are wrong:"
        )
        for conflict in others[:CONFLICTS_AT_MOST]:
            yield _said(self._clues(conflict.cells, CELLS_AT_MOST), indent=4)
        if len(others) > CONFLICTS_AT_MOST:
            yield _said(f"and {len(others) - CONFLICTS_AT_MOST} more", indent=4)

    def _changes(self, found: Contradiction) -> Iterator[Block]:
        culprits, by_clue = found.culprits, changes_by_clue(found.changes)
        if not by_clue:
            if culprits and found.are_all_changes:
                without = "it" if len(culprits) == 1 else "any one of them"
                yield _said(
                    f"{self._clues(culprits, CELLS_AT_MOST)}: without {without} there is a solution; but no"
                    " change of one clue makes the puzzle unique."
                )
            elif culprits == ():
                yield _said("No change of one clue helps: no clue is in every conflict.")
            return
        one_of = "this change" if len(found.changes) == 1 else "any one of these changes"
        yield _said(f"The puzzle is unique after {one_of}:")
        for changes in by_clue[:CLUES_AT_MOST]:
            yield self._change(changes)
        if len(by_clue) > CLUES_AT_MOST:
            yield _said(f"or a change of one of {len(by_clue) - CLUES_AT_MOST} other clues", indent=4)

    def _change(self, changes: list[Change]) -> Sentence:
        """The changes of one clue, in one sentence."""
        first = changes[0]
        clue = Toned(f"{self._name(first.cell)} = {SYMBOLS[first.digit]}", Tone.STRONG)
        ways = []
        digits = [SYMBOLS[one.to_digit] for one in changes if one.to_digit is not None]
        if digits:
            ways.append(f"change it to {listed(digits, 'or')}")
        if any(one.kind is ChangeKind.REMOVE for one in changes):
            ways.append("remove it")
        cells = [self._name(one.to_cell) for one in changes if one.to_cell is not None]
        if cells:
            if len(cells) > MOVES_AT_MOST + 1:
                cells[MOVES_AT_MOST:] = [f"{len(cells) - MOVES_AT_MOST} others"]
            ways.append(f"move it to {listed(cells, 'or')}")
        return Sentence((clue, ": ", "; ".join(ways)), 4)

    def _ambiguity(self, found: Ambiguity) -> Iterator[Block]:
        """How many solutions there are, which clues to add if that was asked for, and what differs."""
        least = "" if found.is_exact else "at least "
        yield _said(f"There are {least}{counted(found.count, 'solution')}.")
        if found.repair is not None:
            yield from self._repair(found.repair)
        if found.is_exact and found.count == 2:
            yield from self._pair(found.closest, "They differ")
            return
        pair, proved = found.closest, "; no two differ in fewer"
        if not pair.is_smallest:
            proved = f"; no two were found that differ in fewer, and none do in fewer than {pair.at_least}"
        yield from self._pair(pair, "These two differ", proved)
        yield from self._candidates(found)

    def _pair(self, pair: SolutionPair, opening: str, proved: str = "") -> Iterator[Block]:
        yield _said(f"{opening} in {len(pair.cells)} cells{proved}:")
        yield self._beside(("one solution", "another"), (pair.first, pair.second), pair.cells, "differs")

    def _beside(
        self,
        captions: Sequence[str],
        boards: Sequence[Board],
        marked: Collection[int],
        meaning: str,
        clues: Board | None = None,
    ) -> Boards:
        both = zip(boards, captions, strict=True)
        drawings = [Drawing(board, caption, clues or self._puzzle, marked) for board, caption in both]
        return Boards(drawings, meaning, in_text=True)

    def _candidates(self, found: Ambiguity) -> Iterator[Block]:
        shape = self._puzzle.geometry
        known = [
            next(iter(digits)) if len(digits) == 1 and cell not in found.undecided else clue
            for cell, (digits, clue) in enumerate(zip(found.candidates, self._puzzle.cells, strict=True))
        ]
        so_far = " as far as is known" if found.undecided else ""
        yield _said(f"What occurs in some solution{so_far}:")
        digits = [tuple(some) for some in found.candidates]
        yield Boards([Drawing(Puzzle(bytes(known), shape), clues=self._puzzle, candidates=digits)])
        open_cells = {cell: digits for cell, digits in enumerate(found.candidates) if len(digits) > 1}
        if found.is_exact and len(open_cells) <= OCCURRENCES_AT_MOST:
            yield _said(
                f"In how many of the {found.count:,} solutions each stands (one that stands in 1 makes the"
                " puzzle unique, as a clue):"
            )
            parts = [
                f"{self._name(cell)} "
                + " ".join(f"{SYMBOLS[digit]}:{count}" for digit, count in digits.items())
                for cell, digits in open_cells.items()
            ]
            yield _said("; ".join(part.replace(" ", KEPT_TOGETHER) for part in parts), indent=4)

    def _repair(self, repair: Repair) -> Iterator[Block]:
        size = len(repair.clues)
        if repair.is_smallest:
            proved = "fewer do not" if size > 1 else "that is the least there can be"
        else:
            proved = f"fewer were not found, and {counted(repair.at_least, 'clue')} at least are needed"
        clues = "this further clue" if size == 1 else f"these {size} further clues"
        yield _said(f"With {clues}, the puzzle has the solution below and no other; {proved}:")
        yield _said(self._clues(repair.clues, size, repair.puzzle), indent=4)
        boards = repair.puzzle, repair.solution
        yield self._beside(
            ("the puzzle then", "its solution"), boards, repair.clues, "further clue", boards[0]
        )

    def _redundancy(self, found: ClueRedundancy) -> Iterator[Block]:
        """The clues that can be dropped, and a minimal puzzle within this one."""
        redundant, minimal, clues = found.redundant, found.minimal, len(self._puzzle.clues)
        if not redundant:
            if found.is_all_needed:
                yield _said(f"It is minimal: none of its {clues} clues can be dropped.")
            return
        named = self._clues(redundant, CELLS_AT_MOST)
        each = "can" if len(redundant) == 1 else "can each"
        yield _said(f"{len(redundant)} of its {clues} clues {each} be dropped: {named}.")
        left = len(minimal.clues)
        if minimal != self._puzzle:
            captions = f"{clues} clues", f"{left} clues{', minimal' if found.is_minimal else ''}"
            dropped = differing_cells(self._puzzle, minimal)
            yield self._beside(captions, (self._puzzle, minimal), dropped, "dropped")

    def _clues(self, cells: Collection[int], most: int, puzzle: Puzzle | None = None) -> str:
        """The first `most` clues by name: "r1c1 = 3 and r1c5 = 3"; and how many more there are."""
        of = self._puzzle if puzzle is None else puzzle
        named = [f"{self._name(cell)} = {SYMBOLS[of.cells[cell]]}" for cell in cells]
        if len(named) > most + 1:
            named[most:] = [f"{len(named) - most} more"]
        return listed(part.replace(" ", KEPT_TOGETHER) for part in named)


def _said(words: str, *, indent: int = 2) -> Sentence:
    return Sentence((words,), indent, indent)


def changes_by_clue(changes: Iterable[Change]) -> list[list[Change]]:
    """The changes of each clue, those first that take the least effort: another digit, none, another cell."""
    by_clue: dict[int, list[Change]] = {}
    for change in changes:
        by_clue.setdefault(change.cell, []).append(change)
    return sorted(by_clue.values(), key=lambda some: (min(map(_effort, some)), some[0].cell))


def _effort(change: Change) -> int:
    return (ChangeKind.CHANGE, ChangeKind.REMOVE, ChangeKind.MOVE).index(change.kind)


def line_of(entry: Entry, found: Diagnosis | None) -> Phrase:
    """What is wrong with a puzzle, and the first way to mend it, in one line.

    forum.txt:51: none: r1c1 and r1c8 both hold 7 in row 1; r1c1=2 would mend it
    forum.txt:44 Nr. 12 (hard): multiple: 2 solutions; r1c5=2 makes it unique
    """
    if found is None:
        assert entry.error is not None  # else it is a puzzle
        return invalid_in_words(entry.error, entry.title)
    return f"{entry.place}: ", found.verdict, f": {in_short(found)}"


def in_short(found: Diagnosis) -> str:
    """What a diagnosis found, in a few words."""
    if (none := found.contradiction) is not None:
        mending = mending_in_words(found)
        return f"{_conflict_in_short(found.puzzle, none)}; {mending or 'no change of one clue mends it'}"
    if (several := found.ambiguity) is not None:
        least = "" if several.is_exact else "at least "
        mending = mending_in_words(found)
        return f"{least}{counted(several.count, 'solution')}" + (f"; {mending}" if mending else "")
    if (unique := found.redundancy) is not None:
        if unique.is_all_needed:
            return "minimal"
        dropped = counted(len(unique.redundant), "clue")
        return f"{dropped} can be dropped" if unique.redundant else "partly undecided"
    return found.reason or ""


def _conflict_in_short(puzzle: Puzzle, none: Contradiction) -> str:
    if named := named_clashes(puzzle):
        return named[0] if len(named) == 1 else f"{named[0]}, and more"
    if none.conflicts:
        return f"{len(none.conflicts[0].cells)} clues cannot stand together"
    return "no two clues clash"


def mending_in_words(found: Diagnosis) -> str:
    """The first way to make the puzzle unique, in a few words; empty where none is known."""
    name = found.puzzle.geometry.cell_name
    if (change := first_change(found)) is not None:
        cell = name(change.cell)
        if change.to_digit is not None:
            return f"{cell}={SYMBOLS[change.to_digit]} would mend it"
        if change.to_cell is not None:
            return f"{SYMBOLS[change.digit]} at {name(change.to_cell)} and not at {cell} would mend it"
        return f"to remove {cell}={SYMBOLS[change.digit]} would mend it"
    if clues := further_clues(found):
        named = [f"{name(cell)}={SYMBOLS[digit]}" for cell, digit in clues.items()]
        return f"{listed(named)} make{'s' * (len(named) == 1)} it unique"
    return ""


def first_change(found: Diagnosis) -> Change | None:
    """The change of one clue that makes the puzzle unique with the least effort; None if there is none."""
    by_clue = changes_by_clue(found.contradiction.changes) if found.contradiction is not None else []
    return min(by_clue[0], key=_effort) if by_clue else None


def further_clues(found: Diagnosis) -> dict[int, int]:
    """Further clues that make a puzzle with several solutions unique: one if one does; empty if unknown."""
    if (several := found.ambiguity) is None:
        return {}
    if several.repair is not None:
        return dict(several.repair.clues)
    for cell, digits in enumerate(several.candidates):
        for digit, count in sorted(digits.items()):  # engines find solutions in no fixed order
            if count == 1 and several.is_exact:
                return {cell: digit}
    return {}


def mended(found: Diagnosis) -> Puzzle | None:
    """The puzzle with the first mending change made; None where none is known."""
    if (change := first_change(found)) is not None:
        return change.puzzle
    if clues := further_clues(found):
        cells = bytearray(found.puzzle.cells)
        for cell, digit in clues.items():
            cells[cell] = digit
        return Puzzle(bytes(cells), found.puzzle.geometry)
    return None


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
        row = diagnosed_row(index, entry, found)
        more = {} if found is None else {"diagnosis": in_short(found), "mended": mended(found)}
        return [(entry, fields_of(row, self.columns, **more))]

    def document(self, result: Diagnosed) -> Document:
        """The puzzle in full, or the line of one that is not unique."""
        _, entry, found = result
        if self._in_full and found is not None:
            return diagnosis_document(found, entry.place)
        if found is not None and found.verdict is Verdict.UNIQUE and not isinstance(found, RefusedDiagnosis):
            return ()
        return [Sentence(line_of(entry, found), wraps=False)]

    def summary(self, seconds: float) -> Iterator[Phrase]:
        """The verdicts, and how many puzzles are minimal."""
        if self.verdicts.total() > 1:
            minimal = [f"{self.minimal:,} of them minimal"] if self.minimal else []
            yield summary_in_words(self.verdicts, *minimal, f"{seconds:,.2f} s")

    def text(self, head: PageHead) -> str | None:
        """The page of what was counted so far; None if that is nothing."""
        assert self._page is not None  # else nobody asks
        return self._page.text(head)


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

    takes: ClassVar = {"size": _size}
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
