"""Results as pictures for notebooks: a check, a crosscheck and a diagnosis, as HTML with drawn boards."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from html import escape

from rich.text import Text

from sudocube.checking import Checked
from sudocube.crosschecking import Crosschecked, Standing
from sudocube.cube import clashes
from sudocube.diagnosis import Diagnosis
from sudocube.explanation import SolvingState
from sudocube.puzzle import Board, Grid, Puzzle, differing_cells
from sudocube.report.board_pictures import CONFLICT, DIFFERS, figure, page, paragraph, side_by_side, svg
from sudocube.report.diagnosis_sentences import DiagnosisWriter
from sudocube.report.refutation_text import DIFFERENT, WRONG, ShownEvidence, cause_in_words, shown_evidence
from sudocube.report.shrunk_text import shrunk_in_words
from sudocube.report.words import counted, is_place, listed, named_clashes, stored_in_words
from sudocube.verdict import Verdict

COLOURS = {
    Verdict.UNIQUE: "#2f9e5f",
    Verdict.MULTIPLE: "#c77700",
    Verdict.NONE: "#e5484d",
    Verdict.UNKNOWN: "#a45ad6",
    Verdict.INVALID: "#a45ad6",
}
"""The colour of each verdict; all are seen on white and on black."""

ALARM = f"color:{CONFLICT};font-weight:700"
"""The style of what must not be passed over."""

CLUES_ARE_BOLD = "Bold: clues. Blue: solved."


def checked_picture(checked: Checked) -> str:
    """The verdict, and the puzzle with its solution, its two solutions or its clash."""
    more = [checked.evidence and str(checked.evidence), checked.engine]
    head = [_headline(checked.verdict, more, checked.source)]
    if checked.puzzle is None:
        return page([*head, paragraph(str(checked.error))])
    if checked.reason is not None:
        head.append(paragraph(_sentence(checked.reason)))
    if stored := stored_in_words(checked):
        head.append(paragraph(_sentence(stored), style=ALARM))
    return page([*head, *board_figures(checked.puzzle, checked.verdict, checked.solutions)])


def crosschecked_picture(checked: Crosschecked) -> str:
    """The verdict, what each engine says, who is refuted by which grids, small puzzles, and the solutions."""
    if checked.puzzle is None:
        head = _headline(checked.verdict, (), checked.source)
        return page([head, paragraph(str(checked.error))])
    parts = [_headline(checked.verdict, [checked.evidence and str(checked.evidence)], checked.source)]
    if checked.is_open:
        parts.append(paragraph("The engines disagree.", style=ALARM))
    if failed := [name for name in checked.failed if name not in checked.refuted]:
        parts.append(paragraph(f"{listed(failed)} failed.", style=ALARM))
    if checked.unproved is not None:
        parts.append(paragraph(f"Not proved: {checked.unproved}."))
    if stored := stored_in_words(checked):
        parts.append(paragraph(_sentence(stored), style=ALARM))
    parts.append(_table(checked))
    evidence = [*shown_evidence(checked)]
    for one in evidence:
        parts += [paragraph(f"{sentence}.", style=ALARM) for sentence in one.sentences]
        parts += evidence_figures(one, checked.puzzle)
    for name, shrunk in checked.shrunk.items():
        for sentence, small in shrunk_in_words(name, shrunk):
            parts.append(paragraph(f"{sentence}."))
            if small is not None:
                parts.append(figure(svg(small, clues=checked.puzzle)))
    if not any(set(one.grids) & set(checked.solutions) for one in evidence):
        parts += board_figures(checked.puzzle, checked.verdict, checked.solutions)
    return page(parts)


def evidence_figures(shown: ShownEvidence, puzzle: Puzzle) -> Iterator[str]:
    """The grids that refute an engine."""
    if shown.meaning == DIFFERENT:
        yield from _pair(shown.headings, shown.grids, puzzle)
    elif shown.grids:
        is_refused = shown.meaning == WRONG
        pictures = [
            svg(grid, clues=puzzle, marked=shown.marked, colour=CONFLICT, is_numbered=is_refused)
            for grid in shown.grids
        ]
        yield side_by_side([figure(*one) for one in zip(pictures, shown.headings, strict=True)])


def diagnosis_picture(found: Diagnosis) -> str:
    """The verdict, and why it is so, with the conflict or the differing cells marked."""
    head = _headline(found.verdict, [found.evidence and str(found.evidence)], "")
    parts = list(DiagnosisPictures(found.puzzle).lines(found))
    if not found.verdict.is_decided:
        parts.append(figure(svg(found.puzzle, is_numbered=True)))
    return page([head, *parts])


def _headline(verdict: Verdict, more: Sequence[str | None], source: str) -> str:
    """The verdict in its colour, and what else is said of it; a source that only counts is left out."""
    words = " · ".join(escape(one) for one in (*more, source if is_place(source) else None) if one)
    strong = f'<strong style="color:{COLOURS[verdict]};font-size:1.15em">{verdict}</strong>'
    return f'<div>{strong} <span style="opacity:.75">{words}</span></div>'


def _sentence(reason: str) -> str:
    return f"{reason[:1].upper()}{reason[1:]}." if reason[:1].islower() else reason


def board_figures(puzzle: Puzzle, verdict: Verdict, solutions: Sequence[Board]) -> Iterator[str]:
    """The boards that show a verdict."""
    if len(solutions) == 2:
        yield from _pair(("one solution", "another"), solutions, puzzle)
        return
    if solutions:
        caption = "the solution" if verdict is Verdict.UNIQUE else "a solution"
        pictures = [figure(svg(puzzle), "the puzzle"), figure(svg(solutions[0], clues=puzzle), caption)]
        yield side_by_side(pictures)
        return
    if verdict is Verdict.NONE:
        named = "; ".join(named_clashes(puzzle)) or "no two clues clash; still there is no solution"
        yield paragraph(f"{named}.")
    marked = {cell for clash in clashes(puzzle) for cell in clash.cells}
    yield side_by_side([figure(svg(puzzle, marked=marked, colour=CONFLICT, is_numbered=bool(marked)))])


def _pair(headings: Sequence[str], grids: Sequence[Board], puzzle: Puzzle) -> Iterator[str]:
    """Two grids side by side, with the cells marked in which they differ."""
    marked = differing_cells(grids[0], grids[1])
    yield side_by_side(
        [
            figure(svg(grid, clues=puzzle, marked=marked), heading)
            for heading, grid in zip(headings, grids, strict=True)
        ]
    )
    yield paragraph(f"They differ in {counted(len(marked), 'cell')}, framed. {CLUES_ARE_BOLD}")


def two_solutions(puzzle: Puzzle, first: Grid, second: Grid) -> str:
    """Two solutions laid over each other, and side by side, with the cells marked in which they differ."""
    marked = differing_cells(first, second)
    pictures = [svg(first, clues=puzzle, marked=marked, over=second, is_numbered=True)]
    pictures += [svg(one, clues=puzzle, marked=marked, is_numbered=True) for one in (first, second)]
    names = ("both, laid over each other", "one solution", "another")
    figures = [figure(picture, name) for picture, name in zip(pictures, names, strict=True)]
    return side_by_side(figures) + paragraph(f"They differ in {counted(len(marked), 'cell')}, framed.")


def _table(checked: Crosschecked) -> str:
    """A row for each engine: its verdict and its time, whether it is refuted or failed, and why."""
    style = "padding:.1em 1.2em .1em 0;text-align:left;vertical-align:top;background:none;border:none"
    rows = []
    for name, answer in checked.answers.items():
        verdict = f'<span style="color:{COLOURS[answer.verdict]}">{answer.verdict}</span>'
        standing = checked.standing(name)
        is_fault = standing in (Standing.REFUTED, Standing.FAILED)
        remarks = [f"<strong>{standing}</strong>" if is_fault else str(standing)]
        remarks += [escape(cause_in_words(name, checked))] if standing is not Standing.CONFIRMED else []
        rows.append([escape(name), verdict, f"{answer.seconds:.3f}&nbsp;s", "; ".join(remarks)])
    cells = ("".join(f'<td style="{style}">{one}</td>' for one in row) for row in rows)
    lines = "".join(f'<tr style="background:none">{row}</tr>' for row in cells)
    return f'<table style="border-collapse:collapse;margin:.4em 0;color:inherit">{lines}</table>'


class DiagnosisPictures(DiagnosisWriter[str]):
    """Writes the parts of a diagnosis as HTML, with colours for light and dark pages."""

    def sentence(self, words: str, style: str = "", indent: int = 2) -> Iterator[str]:
        """A sentence as a paragraph; KEPT_TOGETHER is a blank at which no line ends on a page either."""
        yield paragraph(words, indent=(indent - 2) // 2)

    def change(self, text: Text) -> Iterator[str]:
        """The changes of one clue as a paragraph."""
        yield from self.sentence(text.plain, indent=4)

    def beside(
        self,
        headings: Sequence[str],
        boards: Sequence[Board],
        marked: Collection[int],
        meaning: str,
        clues: Board | None = None,
    ) -> Iterator[str]:
        """Two boards as figures; what the frames mean stands below."""
        clues = self._puzzle if clues is None else clues
        yield side_by_side(
            [
                figure(svg(board, clues=clues, marked=marked, colour=DIFFERS, is_numbered=True), heading)
                for heading, board in zip(headings, boards, strict=True)
            ]
        )
        more = f" {CLUES_ARE_BOLD}" if any(isinstance(board, Grid) for board in boards) else ""
        yield paragraph(f"Framed: {meaning}.{more}", style="opacity:.75")

    def conflict(self, cells: Collection[int]) -> Iterator[str]:
        """The puzzle with the clues in conflict framed."""
        picture = svg(self._puzzle, marked=cells, colour=CONFLICT, is_numbered=True)
        yield side_by_side([figure(picture)])

    def candidates(self, state: SolvingState) -> Iterator[str]:
        """What each cell can hold, small where there are several digits."""
        shape = self._puzzle.geometry
        filled = Puzzle(bytes(state.filled), shape)
        digits = [state.candidates(cell) for cell in range(shape.cell_count)]
        yield side_by_side([figure(svg(filled, clues=self._puzzle, candidates=digits, is_numbered=True))])
