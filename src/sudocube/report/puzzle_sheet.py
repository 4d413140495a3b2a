"""Puzzles that were made, as a page to print: some on each sheet, their solutions at the end.

The difficulty is said in words that are defined on the page, and each was established for its puzzle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from sudocube.report.board_pictures import svg
from sudocube.report.html_pages import PageHead, html_page, sentence
from sudocube.report.rating_text import difficulty_in_words
from sudocube.report.words import counted

if TYPE_CHECKING:
    from sudocube.generation.generated_puzzle import GeneratedPuzzle

PRINTED_AT_MOST = 240
"""How many puzzles a page has: more would be slow to open, and nobody prints them."""

PER_PAGE = (1, 2, 4, 6)
"""How many puzzles may stand on a sheet of paper."""

DEEPEST = 1
"""The depth that is looked for where nobody asked for one: it takes little time."""

METHOD = (
    "Each puzzle has exactly one solution. Its solutions were counted once more after it was made, in another"
    " way, and a referee that knows nothing of the search passed the one that there is.",
    "The puzzles depend on nothing but the options below and the seed, so this command makes them again on"
    " any machine.",
)

MINIMAL = {
    "strict": "No clue can be left out: without any single one of them, there are several solutions.",
    "orbits": "Clues that the symmetry turns into each other cannot be left out together: then there are"
    " several solutions. A single clue may be more than is needed.",
    "given": "No clue can be left out but those that had to be there.",
    "no": "A puzzle may have more clues than it needs.",
}
"""What is said of each kind of minimal puzzles."""

DEPTHS = (
    "Again and again, some cell has only one digit left, or some digit has only one cell left in a row, a"
    " column or a box. Nothing else is needed, and the order does not matter.",
    "Now and then, this comes to a stop. Then assume that some cell holds some digit: where that leads to a"
    " contradiction by singles alone, the digit can be crossed out. Nothing else is needed.",
    "Some assumptions lead to a contradiction only after others are made within them.",
)
"""What each depth means to somebody who solves the puzzle; the last one is that of all deeper ones, too."""

LOGIC = "Traditional logic suffices"
LOGIC_MEANS = (
    "Besides such steps, digits are crossed out by comparing the cells of a row, a column or a box, as the"
    " documented methods “sets” and “possibles” do it. Nothing has to be assumed."
)
LOGIC_METHODS = ("sets", "possibles")
LARGEST_WITH_SMALL_CELLS = 9
"""Puzzles of larger sizes are printed wider, so that their cells can be read."""

LARGEST_FOR_LOGIC = 9
"""Up to this size the methods take milliseconds; for larger puzzles, nothing is said of them."""

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
        depths = _depths(self._puzzles)
        difficulties = [_difficulty(one, depth) for one, depth in zip(self._puzzles, depths, strict=True)]
        shown = [_shown(one, word) for one, word in zip(self._puzzles, difficulties, strict=True)]
        kinds = {one.minimal for one in self._puzzles}
        size = self._puzzles[0].puzzle.geometry.size
        per_page = self._per_page or (2 if size > LARGEST_WITH_SMALL_CELLS else 4)
        more = f"Not on this page: {counted(self._left_out, 'more puzzle')}." if self._left_out else ""
        return html_page(
            "puzzle_sheet.html",
            head=head,
            headline=f"{counted(len(shown), 'puzzle')} of {size}×{size}",
            per_page=per_page,
            pages=[shown[at : at + per_page] for at in range(0, len(shown), per_page)],
            is_large=size > LARGEST_WITH_SMALL_CELLS,
            more=more,
            words=_words(depths, difficulties),
            not_said=NOT_SAID,
            method=[*METHOD, *(text for kind, text in MINIMAL.items() if kind in kinds)],
        )


def _depths(puzzles: list[GeneratedPuzzle]) -> list[int | None]:
    """The depth of each puzzle; None for more than DEEPEST, unless it was asked for when it was made."""
    import numpy as np

    from sudocube.rating.assumption_depth import depths_of

    known = [None if one.rating is None else one.rating.get("depth") for one in puzzles]
    left = [one for one, depth in zip(puzzles, known, strict=True) if depth is None]
    if not left:
        return known
    shape = left[0].puzzle.geometry
    cells, solutions = (
        np.frombuffer(b"".join(board.cells for board in boards), np.uint8).reshape(len(left), -1)
        for boards in ([one.puzzle for one in left], [one.solution for one in left])
    )
    found = iter(depths_of(cells, shape, most=DEEPEST, solutions=solutions).tolist())
    return [depth if depth is not None else _at_most_deepest(next(found)) for depth in known]


def _at_most_deepest(depth: int) -> int | None:
    return depth if depth <= DEEPEST else None


def _difficulty(one: GeneratedPuzzle, depth: int | None) -> str:
    """How hard a puzzle of this depth is, in the words of the page."""
    from sudocube.rating.method_reach import is_solved_by

    is_asked = depth != 0 and one.puzzle.geometry.size <= LARGEST_FOR_LOGIC
    if is_asked and any(is_solved_by(method, one.puzzle) for method in LOGIC_METHODS):
        return LOGIC
    return _depth_in_words(depth)


def _depth_in_words(depth: int | None) -> str:
    return sentence(difficulty_in_words(depth, DEEPEST + 1)).removesuffix(".")


def _words(depths: list[int | None], difficulties: list[str]) -> dict[str, str]:
    """The words of difficulty up to the hardest one that the page has, with what they mean."""
    highest = max(DEEPEST + 1 if depth is None else depth for depth in depths)
    ladder: list[int | None] = [*range(highest + 1)]
    if None in depths:
        ladder[DEEPEST + 1 :] = [None]
    words = {_depth_in_words(depth): DEPTHS[2 if depth is None else min(depth, 2)] for depth in ladder}
    singles, *deeper = words.items()
    logic = [(LOGIC, LOGIC_MEANS)] if LOGIC in difficulties else []
    is_assumed = any(word in difficulties for word, _ in deeper)
    return dict([singles, *logic, *(deeper if is_assumed else [])])


def _shown(one: GeneratedPuzzle, difficulty: str) -> dict[str, Any]:
    """What the page shows of a puzzle."""
    return {
        "number": one.index,
        "clues": one.clues,
        "difficulty": difficulty,
        "picture": Markup(svg(one.puzzle)),
        "solved": Markup(svg(one.solution, clues=one.puzzle)),
    }
