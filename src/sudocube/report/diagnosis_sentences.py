"""What a diagnosis says, part by part; how sentences and grids look is left to subclasses."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Sequence
from typing import Generic, TypeVar

from rich.text import Text

from sudocube.cube import Clash
from sudocube.diagnosis import (
    Ambiguity,
    Change,
    ChangeKind,
    ClueRedundancy,
    Conflict,
    Contradiction,
    Diagnosis,
    Repair,
    SolutionPair,
)
from sudocube.explanation import SolvingState
from sudocube.geometry import SYMBOLS
from sudocube.puzzle import Board, Puzzle, differing_cells
from sudocube.report.rating_text import LEVELS
from sudocube.report.words import counted, listed, named_clashes
from sudocube.solvers.techniques import level_of, word_of
from sudocube.verdict import Verdict

CONFLICTS_AT_MOST = 5
"""How many further conflicts are named."""

CELLS_AT_MOST = 20
"""How many clues are named: of a further conflict, or of those that can be dropped."""

CLUES_AT_MOST = 8
"""For how many clues the possible changes are listed."""

MOVES_AT_MOST = 6
"""How many cells are named as places to which a clue can be moved."""

KEPT_TOGETHER = "\xa0"
"""Replaces a blank at which a text line must not end, until the text is wrapped."""

LARGEST_RATED = 9
"""The largest size for which the level is told: in larger puzzles, chains take long."""

OCCURRENCES_AT_MOST = 60
"""The numbers of each digit in each cell are listed for at most so many cells."""


Part = TypeVar("Part")
"""What a diagnosis is written as: text lines, or pieces of a page."""


class DiagnosisWriter(ABC, Generic[Part]):
    """Writes the parts of the diagnosis of one puzzle."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._name = puzzle.geometry.cell_name

    @abstractmethod
    def sentence(self, words: str, style: str = "", indent: int = 2) -> Iterator[Part]:
        """A sentence, in which KEPT_TOGETHER stands for some blanks."""

    @abstractmethod
    def change(self, text: Text) -> Iterator[Part]:
        """The changes of one clue."""

    @abstractmethod
    def beside(
        self,
        headings: Sequence[str],
        boards: Sequence[Board],
        marked: Collection[int],
        meaning: str,
        clues: Board | None = None,
    ) -> Iterator[Part]:
        """Two boards beside each other; `clues` are by default the puzzle's, and marks mean `meaning`."""

    @abstractmethod
    def conflict(self, cells: Collection[int]) -> Iterator[Part]:
        """The puzzle with the clues that are in conflict marked."""

    @abstractmethod
    def candidates(self, state: SolvingState) -> Iterator[Part]:
        """What each cell can hold."""

    def lines(self, found: Diagnosis) -> Iterator[Part]:
        """The text below the headline; after each drawing there is a blank line."""
        if found.reason is not None:
            yield from self.sentence(f"{found.reason}.")
        if found.contradiction is not None:
            yield from self.contradiction(found.contradiction)
        if found.ambiguity is not None:
            yield from self.ambiguity(found.ambiguity)
        if found.verdict is Verdict.UNIQUE:
            yield from self._level()
        if found.redundancy is not None:
            yield from self.redundancy(found.redundancy)
        if found.verdict.is_decided and found.undecided:
            open_questions = "; ".join(found.undecided)
            yield from self.sentence(f"Not known in the time there was for it: {open_questions}.", "yellow")

    def _level(self) -> Iterator[Part]:
        """How hard a puzzle with one solution is; chains in large ones take too long to look for."""
        if self._puzzle.candidates is None and self._puzzle.geometry.size <= LARGEST_RATED:
            level = level_of(self._puzzle)
            yield from self.sentence(f"It is {word_of(level)} (level {level}). {LEVELS[level]}")

    def contradiction(self, found: Contradiction) -> Iterator[Part]:
        """The conflicts, and the changes that remove them."""
        for named in named_clashes(self._puzzle):
            yield from self.sentence(f"{named}.")
        if found.conflicts:
            yield from self._main_conflict(found.conflicts[0], found.clashes)
            yield from self._other_conflicts(found)
        yield from self._changes(found)

    def _main_conflict(self, conflict: Conflict, clashes: Sequence[Clash]) -> Iterator[Part]:
        size = len(conflict.cells)
        is_clash = bool(clashes) and size == 2
        if not is_clash:
            minimal = "; without any one of them, the others can" if conflict.is_minimal else ""
            yield from self.sentence(f"These {size} clues cannot stand together{minimal}:")
        yield from self.conflict({*conflict.cells, *(cell for clash in clashes for cell in clash.cells)})
        if not is_clash:
            yield from self.sentence(self._clues(conflict.cells, size))
        if conflict.is_smallest and size > 2:
            yield from self.sentence("No conflict has fewer clues.")
        elif conflict.at_least > 2:
            yield from self.sentence(f"Every conflict has {conflict.at_least} clues at least.")

    def _other_conflicts(self, found: Contradiction) -> Iterator[Part]:
        others = found.conflicts[1:]
        ending = "" if found.is_every_conflict_met else ", perhaps more"
        if not others:
            if found.is_every_conflict_met:
                yield from self.sentence("Without these clues, the others have a solution.")
            return
        what = counted(len(others), "other conflict")
        yield from self.sentence(
            f"Besides, there {'is' if len(others) == 1 else 'are'} {what}{ending}; no two conflicts share a"
            f" clue, so that {len(found.conflicts)} clues at least are wrong:"
        )
        for conflict in others[:CONFLICTS_AT_MOST]:
            yield from self.sentence(self._clues(conflict.cells, CELLS_AT_MOST), indent=4)
        if len(others) > CONFLICTS_AT_MOST:
            yield from self.sentence(f"and {len(others) - CONFLICTS_AT_MOST} more", indent=4)

    def _changes(self, found: Contradiction) -> Iterator[Part]:
        culprits = found.culprits
        by_clue: dict[int, list[Change]] = {}
        for change in found.changes:
            by_clue.setdefault(change.cell, []).append(change)
        if not by_clue:
            if culprits and found.are_all_changes:
                without = "it" if len(culprits) == 1 else "any one of them"
                yield from self.sentence(
                    f"{self._clues(culprits, CELLS_AT_MOST)}: without {without} there is a solution; but no"
                    " change of one clue makes the puzzle unique."
                )
            elif culprits == ():
                yield from self.sentence("No change of one clue helps: no clue is in every conflict.")
            return
        one_of = "this change" if len(found.changes) == 1 else "any one of these changes"
        yield from self.sentence(f"The puzzle is unique after {one_of}:")
        likely = sorted(by_clue, key=lambda cell: (_effort(by_clue[cell]), cell))
        for cell in likely[:CLUES_AT_MOST]:
            yield from self.change(self._change(by_clue[cell]))
        if len(likely) > CLUES_AT_MOST:
            yield from self.sentence(
                f"or a change of one of {len(likely) - CLUES_AT_MOST} other clues", indent=4
            )

    def _change(self, changes: list[Change]) -> Text:
        """The changes of one clue, in one sentence."""
        first = changes[0]
        text = Text.assemble((f"{self._name(first.cell)} = {SYMBOLS[first.digit]}", "bold"), ": ")
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
        return text.append("; ".join(ways))

    def ambiguity(self, found: Ambiguity) -> Iterator[Part]:
        """How many solutions there are, which clues to add if that was asked for, and what differs."""
        least = "" if found.is_exact else "at least "
        yield from self.sentence(f"There are {least}{counted(found.count, 'solution')}.")
        if found.repair is not None:
            yield from self._repair(found.repair)
        if found.is_exact and found.count == 2:
            yield from self._pair(found.closest, "They differ")
        else:
            for pair, than in (found.closest, "fewer"), (found.farthest, "more"):
                proved = f"; no two differ in {than}"
                if not pair.is_extreme:
                    none = f"none do in {than} than {pair.bound}"
                    proved = f"; no two were found that differ in {than}, and {none}"
                yield from self._pair(pair, "These two differ", proved)
            yield from self._candidates(found)

    def _pair(self, pair: SolutionPair, opening: str, proved: str = "") -> Iterator[Part]:
        yield from self.sentence(f"{opening} in {len(pair.cells)} cells{proved}:")
        yield from self.beside(("one solution", "another"), (pair.first, pair.second), pair.cells, "differs")

    def _candidates(self, found: Ambiguity) -> Iterator[Part]:
        state = SolvingState(self._puzzle)
        for cell, digits in enumerate(found.candidates):
            state.masks[cell] = sum(1 << digit - 1 for digit in digits)
            if len(digits) == 1 and cell not in found.undecided:
                state.filled[cell] = next(iter(digits))
        known = " as far as is known" if found.undecided else ""
        yield from self.sentence(f"What occurs in some solution{known}:")
        yield from self.candidates(state)
        open_cells = {cell: digits for cell, digits in enumerate(found.candidates) if len(digits) > 1}
        if found.is_exact and len(open_cells) <= OCCURRENCES_AT_MOST:
            yield from self.sentence(
                f"In how many of the {found.count:,} solutions each stands (one that stands in 1 makes the"
                " puzzle unique, as a clue):"
            )
            parts = [
                f"{self._name(cell)} "
                + " ".join(f"{SYMBOLS[digit]}:{count}" for digit, count in digits.items())
                for cell, digits in open_cells.items()
            ]
            yield from self.sentence("; ".join(part.replace(" ", KEPT_TOGETHER) for part in parts), indent=4)

    def _repair(self, repair: Repair) -> Iterator[Part]:
        size = len(repair.clues)
        if repair.is_smallest:
            proved = "fewer do not" if size > 1 else "that is the least there can be"
        else:
            proved = f"fewer were not found, and {counted(repair.at_least, 'clue')} at least are needed"
        clues = "this further clue" if size == 1 else f"these {size} further clues"
        yield from self.sentence(f"With {clues}, the puzzle has the solution below and no other; {proved}:")
        yield from self.sentence(self._clues(repair.clues, size, repair.repaired_puzzle), indent=4)
        boards = repair.repaired_puzzle, repair.solution
        headings = ("the puzzle then", "its solution")
        yield from self.beside(headings, boards, repair.clues, "further clue", boards[0])

    def redundancy(self, found: ClueRedundancy) -> Iterator[Part]:
        """The clues that can be dropped, and a minimal puzzle within this one."""
        redundant, minimal, clues = found.redundant, found.minimal, len(self._puzzle.clues)
        if not redundant:
            if found.is_all_needed:
                yield from self.sentence(f"It is minimal: none of its {clues} clues can be dropped.")
            return
        named = self._clues(redundant, CELLS_AT_MOST)
        each = "can" if len(redundant) == 1 else "can each"
        yield from self.sentence(f"{len(redundant)} of its {clues} clues {each} be dropped: {named}.")
        left = len(minimal.clues)
        if minimal != self._puzzle:
            headings = f"{clues} clues", f"{left} clues{', minimal' if found.is_minimal else ''}"
            dropped = differing_cells(self._puzzle, minimal)
            yield from self.beside(headings, (self._puzzle, minimal), dropped, "dropped")

    def _clues(self, cells: Collection[int], most: int, puzzle: Puzzle | None = None) -> str:
        """The first `most` clues by name: "r1c1 = 3 and r1c5 = 3"; and how many more there are."""
        of = self._puzzle if puzzle is None else puzzle
        named = [f"{self._name(cell)} = {SYMBOLS[of.cells[cell]]}" for cell in cells]
        if len(named) > most + 1:
            named[most:] = [f"{len(named) - most} more"]
        return listed(part.replace(" ", KEPT_TOGETHER) for part in named)


def _effort(changes: list[Change]) -> int:
    """The least effort that corrects a clue: 0 another digit, 1 removing it, 2 moving it."""
    kinds = {change.kind for change in changes}
    return 0 if ChangeKind.CHANGE in kinds else 1 if ChangeKind.REMOVE in kinds else 2
