"""Puzzles that were made, as a page to print: some on each sheet, their solutions at the end.

The difficulty is said in words that are defined on the page, and each was established for its puzzle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sudocube.report.document import Block, Boards, Drawing, Section, Sentence, Tone, Toned
from sudocube.report.html import PageHead, page
from sudocube.report.puzzle_pages import sentence
from sudocube.report.ratings import level_in_words
from sudocube.report.words import counted, texts

if TYPE_CHECKING:
    from sudocube.generation.rounds import GeneratedPuzzle

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
        size, left_out = self._puzzles[0].puzzle.geometry.size, counted(self._left_out, "more puzzle")
        levels = {one.index: _level(one) for one in self._puzzles}
        words = {level: _in_words(level, size) for level in sorted({*levels.values()})}
        captions = {
            one.index: f"{one.index} {words[levels[one.index]]} {one.clues} clues" for one in self._puzzles
        }
        puzzles = [_drawn(one, "puzzle", "solution", captions[one.index]) for one in self._puzzles]
        solutions = [_drawn(one, "solution", "puzzle", str(one.index)) for one in self._puzzles]
        is_large = size > LARGEST_WITH_SMALL_CELLS
        per_page = self._per_page or (2 if is_large else 4)
        at_end = Toned("solutions", Tone.STRONG, link="solutions")
        notes = [f"Not on this page: {left_out}."] * bool(self._left_out)
        kinds, said = {one.minimal for one in self._puzzles}, texts("pages")
        blocks: list[Block] = [
            Sentence(("The ", at_end, f" are at the end; printed, each sheet has {per_page} puzzles.")),
            *(
                Boards(puzzles[at : at + per_page], paper=f"paper of-{per_page}")
                for at in range(0, len(puzzles), per_page)
            ),
            Section(
                ("Solutions",),
                [
                    Boards(solutions, paper="paper solutions" + " large" * is_large),
                    *(Sentence((note,)) for note in (*notes, NOT_SAID)),
                ],
                "solutions",
            ),
        ]
        head = head._replace(
            kind=f"{counted(len(puzzles), 'puzzle')} of {size}×{size}",
            method=[
                *said["sheet"]["method"],
                *(meaning for kind, meaning in said["sheet"]["words"].items() if kind in kinds),
            ],
            words=[(word, said["levels"][level]) for level, word in words.items() if word != LARGE],
        )
        return page(blocks, head)


def _drawn(one: GeneratedPuzzle, kind: str, other: str, caption: str) -> Drawing:
    """The puzzle or its solution, with a link to the other one."""
    board = one.puzzle if kind == "puzzle" else one.solution
    linked = Toned(caption, Tone.STRONG, link=f"{other}-{one.index}")
    return Drawing(board, linked, one.puzzle, name=f"{kind}-{one.index}")


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
