"""Diagnoses as one page of HTML: why puzzles have no solution, or several, and what to change."""

from __future__ import annotations

from functools import partial

from markupsafe import Markup

from sudocube.diagnosis import Diagnosis
from sudocube.puzzle import Puzzle
from sudocube.report.board_pictures import figure, side_by_side, svg
from sudocube.report.html_pages import PageHead
from sudocube.report.puzzles_page import (
    SHOWN_AT_MOST,
    Card,
    FirstPuzzles,
    PuzzleCollection,
    blank_card,
    error_said,
    list_row,
)
from sudocube.report.result_pictures import DiagnosisPictures
from sudocube.report.words import counted
from sudocube.rows import Entry
from sudocube.verdict import Verdict

METHOD = (
    "A SAT solver looked for solutions, for clues that cannot stand together, and for changes; every solution"
    " was checked by a separate referee.",
    "A size is called the smallest only if it is proved that there is no smaller one.",
)


class DiagnosisPage:
    """Takes diagnoses one by one, and keeps those that the page shows in full.

    These are the first `most`, and folded the first `most` that are unique and minimal, of which nothing is
    to be said.
    """

    def __init__(self, most: int = SHOWN_AT_MOST) -> None:
        self._puzzles = PuzzleCollection(most)
        self._chosen = FirstPuzzles(most)

    def add(self, index: int, entry: Entry, found: Diagnosis | None) -> None:
        """Take the next diagnosis; None for an input that is no puzzle."""
        verdict = Verdict.INVALID if found is None else found.verdict
        is_minimal = found is not None and found.redundancy is not None and found.redundancy.is_all_needed
        fields = (str(found.evidence or "") if found is not None else "", _in_short(found))
        self._puzzles.add(
            verdict,
            list_row(index, entry.source, verdict, fields, entry.puzzle),
            partial(_card, index, entry, found),
            is_worth_a_look=not is_minimal,
            is_shown=not is_minimal and self._chosen.takes_next(),
        )

    def text(self, head: PageHead) -> str | None:
        """The page of what was taken so far; None if that is nothing."""
        return self._puzzles.page_of_verdicts(
            head,
            kind="Diagnosis of Sudoku puzzles",
            column="diagnosis",
            shown_more=self._chosen.more_in_words(),
            method=METHOD,
        )


def _in_short(found: Diagnosis | None) -> str:
    """What a diagnosis found, in a few words for the table."""
    if found is None:
        return ""
    if (none := found.contradiction) is not None:
        conflict = f"{len(none.conflicts[0].cells)} clues in conflict" if none.conflicts else "clues clash"
        changes = counted(len(none.changes), "change") if none.changes else "no change"
        return f"{conflict}, {changes} would mend it"
    if (several := found.ambiguity) is not None:
        count = f"{'' if several.is_exact else 'at least '}{counted(several.count, 'solution')}"
        return count if several.repair is None else f"{count}, {_clues(len(several.repair.clues))} to add"
    if (unique := found.redundancy) is not None:
        if unique.is_all_needed:
            return "minimal"
        return f"{_clues(len(unique.redundant))} can be dropped" if unique.redundant else "partly undecided"
    return found.reason or ""


def _clues(number: int) -> str:
    return counted(number, "clue")


def _card(index: int, entry: Entry, found: Diagnosis | None) -> Card:
    """A puzzle in full."""
    if found is None:
        card = blank_card(index, entry.source, Verdict.INVALID, None, None)
        return {**card, "sentences": [error_said(entry.error)]}
    card = blank_card(index, entry.source, found.verdict, found.evidence, found.puzzle)
    parts = [*_boards(found), *DiagnosisPictures(found.puzzle).lines(found)]
    return {**card, "pictures": Markup("".join(parts))}


def _boards(found: Diagnosis) -> list[str]:
    """The puzzle, and its solution if there is one, where the diagnosis itself does not draw them."""
    if found.verdict is Verdict.UNIQUE:
        solved = [svg(grid, clues=found.puzzle, is_numbered=True) for grid in found.solutions]
        solutions = [figure(picture, "its solution") for picture in solved]
        return [side_by_side([figure(_numbered(found.puzzle), "the puzzle"), *solutions])]
    return [] if found.verdict.is_decided else [side_by_side([figure(_numbered(found.puzzle))])]


def _numbered(puzzle: Puzzle) -> str:
    return svg(puzzle, is_numbered=True)
