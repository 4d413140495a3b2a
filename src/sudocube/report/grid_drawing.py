"""Boards as text lines for callers that give no documents yet; `terminal_boards` draws them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from sudocube.puzzle import Board
from sudocube.report import terminal_boards
from sudocube.report.document import Drawing
from sudocube.report.terminal_boards import BAR, CLUE, MARKED, after_rule

if TYPE_CHECKING:
    from sudocube.explanation import SolvingState

__all__ = ["BAR", "CLUE", "MARKED", "after_rule", "beside_each_other", "drawn", "legend", "pencilled"]


def drawn(
    board: Board, *, clues: Board | None = None, marked: Collection[int] = (), close: bool = False
) -> list[Text]:
    """The text lines of a grid; cells that are filled in `clues` are styled as clues."""
    return terminal_boards.drawn(Drawing(board, clues=clues, marked=marked), close=close)


def beside_each_other(
    headings: Sequence[str],
    boards: Sequence[Board],
    *,
    clues: Board | None,
    marked: Collection[int],
    width: int,
) -> list[Text]:
    """Grids under their headings; without `clues`, all digits are drawn as clues."""
    drawings = [
        Drawing(board, heading or " ", clues, marked) for heading, board in zip(headings, boards, strict=True)
    ]
    return terminal_boards.beside(drawings, width)


def pencilled(
    state: SolvingState,
    *,
    marked: Collection[int] = (),
    removed: Mapping[int, Sequence[int]] | None = None,
    width: int,
) -> list[Text]:
    """The text lines of a grid with the candidates of `state`."""
    from sudocube.report.explained import state_drawing

    return terminal_boards.pencilled(state_drawing(state, marked, removed), width)


def legend(marked: str = "", *, clues: bool = True) -> list[Text]:
    """What the signs of a drawing mean, below a blank line: brackets `marked`, if it has them; ' a clue."""
    brackets = [Text.assemble(("[7]", MARKED), f" {marked}")] if marked else []
    return terminal_boards.legend_line([*brackets, *(terminal_boards.CLUE_OR_SOLVED if clues else ())])


def pencilled_legend(drawing: Sequence[Text]) -> list[Text]:
    """What the signs of a drawing of candidates mean, below a blank line: of those signs that are in it."""
    signs = "".join(line.plain for line in drawing)
    meanings = {"[": ("[27]", " just changed"), "*": ("*", " just solved"), "x": ("x", " just removed")}
    changed = [
        Text.assemble((one, MARKED), words) for sign, (one, words) in meanings.items() if sign in signs
    ]
    return terminal_boards.legend_line([*changed, terminal_boards.CLUE_OR_SOLVED[0]])
