"""Puzzles that were made, as a page to print: some on each sheet, their solutions at the end.

The difficulty is said in words that are defined on the page, and each was established for its puzzle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from sudocube.report.board_pictures import svg
from sudocube.report.document import Drawing
from sudocube.report.html import PageHead, page_of
from sudocube.report.puzzle_pages import page_texts, sentence
from sudocube.report.ratings import level_in_words
from sudocube.report.words import counted

if TYPE_CHECKING:
    from sudocube.generation.generated_puzzle import GeneratedPuzzle

PRINTED_AT_MOST = 240
"""How many puzzles a page has: more would be slow to open, and nobody prints them."""

PER_PAGE = (1, 2, 4, 6)
"""How many puzzles may stand on a sheet of paper."""


LARGEST_WITH_SMALL_CELLS = 9
"""Puzzles of larger sizes are printed wider, so that their cells can be read."""

LARGEST_FOR_CHAINS = 9
"""Above this size, chains take seconds, and only what needs none is told apart."""

CHAINS, LARGE = 7, "Level 7 or more"
"""The level of the first chains, and what is said of large puzzles that need them."""

NOT_SAID = "This says nothing of how long a person takes, who may see shorter ways."


class PuzzleSheet:
    """Takes the puzzles that were made, one by one; `per_page` of them stand on a sheet of paper.

    Without `per_page`, it is four, and two of sizes above 9.
    """

    title = "Sudoku"
    """What stands above the puzzles."""

    def __init__(self, per_page: int | None = None) -> None:
        self._per_page = per_page
        self._puzzles: list[GeneratedPuzzle] = []
        self._left_out = 0

    def add(self, one: GeneratedPuzzle) -> None:
        """Take the next puzzle."""
        if len(self._puzzles) < PRINTED_AT_MOST:
            self._puzzles.append(one)
        else:
            self._left_out += 1

    def text(self, head: PageHead) -> str | None:
        """The page of the puzzles that were taken so far; None if there are none."""
        if not self._puzzles:
            return None
        levels = [_level(one) for one in self._puzzles]
        words = {
            level: _in_words(level, self._puzzles[0].puzzle.geometry.size) for level in sorted({*levels})
        }
        shown = [_shown(one, words[level]) for one, level in zip(self._puzzles, levels, strict=True)]
        kinds, said = {one.minimal for one in self._puzzles}, page_texts()
        of_sheet = said["sheet"]
        size = self._puzzles[0].puzzle.geometry.size
        per_page = self._per_page or (2 if size > LARGEST_WITH_SMALL_CELLS else 4)
        more = f"Not on this page: {counted(self._left_out, 'more puzzle')}." if self._left_out else ""
        return page_of(
            "puzzle_sheet.html",
            head=head,
            headline=f"{counted(len(shown), 'puzzle')} of {size}×{size}",
            per_page=per_page,
            pages=[shown[at : at + per_page] for at in range(0, len(shown), per_page)],
            is_large=size > LARGEST_WITH_SMALL_CELLS,
            more=more,
            words={words[level]: said["levels"][level] for level in words if words[level] != LARGE},
            not_said=NOT_SAID,
            method=[
                *of_sheet["method"],
                *(of_sheet["words"][kind] for kind in of_sheet["words"] if kind in kinds),
            ],
        )


def _level(one: GeneratedPuzzle) -> int:
    """The level of a puzzle; for large ones, chains and whatever is harder are one."""
    from sudocube.solvers.techniques import NETS, level_of

    known = None if one.rating is None else one.rating.get("level")
    is_large = one.puzzle.geometry.size > LARGEST_FOR_CHAINS
    return level_of(one.puzzle, up_to=CHAINS - 1 if is_large else NETS) if known is None else known


def _in_words(level: int, size: int) -> str:
    return (
        LARGE
        if size > LARGEST_FOR_CHAINS and level >= CHAINS
        else sentence(level_in_words(level)).removesuffix(".")
    )


def _shown(one: GeneratedPuzzle, difficulty: str) -> dict[str, Any]:
    """What the page shows of a puzzle."""
    return {
        "number": one.index,
        "clues": one.clues,
        "difficulty": difficulty,
        "picture": Markup(svg(Drawing(one.puzzle))),
        "solved": Markup(svg(Drawing(one.solution, clues=one.puzzle))),
    }
