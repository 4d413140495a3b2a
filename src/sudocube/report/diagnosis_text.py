"""A diagnosis as text: sentences, and grids in which the cells that they name are marked."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from rich.text import Text

from sudocube.diagnosis import Ambiguity, Diagnosis
from sudocube.explanation import SolvingState
from sudocube.puzzle import Board, Grid, Puzzle
from sudocube.report.diagnosis_sentences import KEPT_TOGETHER, DiagnosisWriter
from sudocube.report.document import TONES
from sudocube.report.grid_drawing import beside_each_other, drawn, legend, pencilled
from sudocube.report.terminal import STYLES, toned_text
from sudocube.report.text_layout import indented, wrapped
from sudocube.report.words import invalid_in_words
from sudocube.rows import Entry


def diagnosis_in_words(entry: Entry, found: Diagnosis | None, width: int) -> Iterator[Text]:
    """The block of text for a puzzle, or for an input that is not a puzzle."""
    if found is None:
        assert entry.error is not None  # else it is a puzzle
        yield toned_text(invalid_in_words(entry.error))
        return
    yield Text.assemble((entry.place, "bold"), "  ", _headline(found))
    lines = list(_TextWriter(found.puzzle, width).lines(found))
    while lines and not lines[-1]:
        lines.pop()
    yield from lines


def plain_diagnosis(found: Diagnosis) -> str:
    """The same without pictures, `str` of a Diagnosis: boards are given as text."""
    lines = _PlainWriter(found.puzzle, PLAIN_WIDTH).lines(found)
    return "\n".join(line.plain.rstrip() for line in (_headline(found), *lines))


def _headline(found: Diagnosis) -> Text:
    """The verdict and the evidence."""
    verdict = (str(found.verdict), STYLES[TONES[found.verdict]])
    return Text.assemble(verdict, f" ({found.evidence})" if found.evidence else "")


PLAIN_WIDTH = 100
"""How wide the lines of a diagnosis without pictures are, except those of boards."""


class _TextWriter(DiagnosisWriter[Text]):
    """Writes text lines of a given width; after each drawing there is a blank line."""

    def __init__(self, puzzle: Puzzle, width: int) -> None:
        super().__init__(puzzle)
        self._width = width
        self._explained: set[str] = set()  # what brackets mean in the pictures that have a legend

    def sentence(self, words: str, style: str = "", indent: int = 2) -> Iterator[Text]:
        """A sentence, wrapped and indented."""
        for line in wrapped(Text(words, style), self._width, " " * indent):
            line.plain = line.plain.replace(KEPT_TOGETHER, " ")
            yield line

    def change(self, text: Text) -> Iterator[Text]:
        """The changes of one clue, wrapped and indented."""
        yield from wrapped(text, self._width, "    ", "      ")

    def candidates(self, state: SolvingState) -> Iterator[Text]:
        """What each cell can hold, and a blank line."""
        yield from indented(pencilled(state, width=self._width - 2), self._width)
        yield Text()

    def beside(
        self,
        headings: Sequence[str],
        boards: Sequence[Board],
        marked: Collection[int],
        meaning: str,
        clues: Board | None = None,
    ) -> Iterator[Text]:
        """Two boards beside each other if they fit, and a blank line; `clues` are by default the puzzle's."""
        clues = self._puzzle if clues is None else clues
        yield from beside_each_other(headings, boards, clues=clues, marked=marked, width=self._width)
        yield from self._legend(meaning, clues=isinstance(boards[1], Grid))
        yield Text()

    def _legend(self, meaning: str, *, clues: bool) -> Iterator[Text]:
        """The legend of a picture in which brackets have this meaning, unless one before it had the same."""
        if meaning not in self._explained:
            self._explained.add(meaning)
            yield from legend(meaning, clues=clues)

    def conflict(self, cells: Collection[int]) -> Iterator[Text]:
        """The puzzle with these cells marked, wide if that fits, otherwise close, and a blank line."""
        for close in (False, True):
            lines = drawn(self._puzzle, marked=cells, close=close)
            if max(line.cell_len for line in lines) + 2 <= self._width:
                break
        yield from (Text("  ").append_text(line) for line in lines)
        yield from self._legend("in conflict", clues=False)
        yield Text()


class _PlainWriter(_TextWriter):
    """Writes two boards as their cells, and leaves out what else is drawn."""

    def _candidates(self, found: Ambiguity) -> Iterator[Text]:
        """Nothing: there may be hundreds."""
        return iter(())

    def beside(
        self,
        headings: Sequence[str],
        boards: Sequence[Board],
        marked: Collection[int],
        meaning: str,
        clues: Board | None = None,
    ) -> Iterator[Text]:
        """A line for each of the two boards."""
        for heading, board in zip(headings, boards, strict=True):
            yield Text(f"    {heading}: {board}")

    def conflict(self, cells: Collection[int]) -> Iterator[Text]:
        """Nothing: the clues are named."""
        return iter(())
