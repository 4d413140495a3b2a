"""A crosscheck as one page of HTML: the engines, the puzzles, and those worth a look with their grids."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from markupsafe import Markup

from sudocube.crosschecking import Crosschecked, Standing
from sudocube.puzzle import Puzzle
from sudocube.report.board_pictures import figure, svg
from sudocube.report.crosscheck_details import PuzzlesInDetail, is_worth_a_look
from sudocube.report.crosscheck_text import HEADINGS, CrosscheckTally
from sudocube.report.html_pages import PageHead, sentence
from sudocube.report.puzzles_page import (
    TONES,
    Card,
    PuzzleCollection,
    blank_card,
    error_said,
    list_row,
    said,
)
from sudocube.report.puzzles_page import WORDS as WORDS_OF_PUZZLES
from sudocube.report.refutation_text import cause_in_words, shown_evidence
from sudocube.report.result_pictures import board_figures, evidence_figures, two_solutions
from sudocube.report.shrunk_text import shrunk_in_words
from sudocube.report.words import counted, listed, stored_in_words, stored_tally_in_words

METHOD = (
    "Each engine decided each puzzle by itself. Every solution was checked by a separate referee, which knows"
    " nothing of the engines, and then the verdicts were compared.",
    "Where engines disagree, no majority decides: two solutions that the referee passed prove that there are"
    " several, and a proof that a separate checker accepted proves that there is one, or none.",
)

WORDS = {
    **WORDS_OF_PUZZLES,
    "confirmed": "Another engine says the same, or it is proved.",
    "refuted": "The answer is shown to be wrong, by solutions or by a proof.",
    "undecided": "The engine gave no verdict in time, or nothing confirms and nothing refutes its answer.",
    "failed": "The engine stopped with an error, or what it says cannot be understood.",
}
"""What the words of the page mean."""


class CrosscheckPage:
    """Takes the results one by one, and keeps those that the page shows in full.

    These are the first `most` puzzles that are not unique or not agreed upon, as many disagreements, and the
    first `most` others, folded; None stands for all. `tally` counts the same results.
    """

    def __init__(self, tally: CrosscheckTally, most: int | None) -> None:
        self._tally = tally
        self._chosen = PuzzlesInDetail(most)
        self._puzzles = PuzzleCollection(most)

    def add(self, checked: Crosschecked) -> None:
        """Take the next result."""
        self._puzzles.add(
            checked.verdict,
            _listed(checked),
            partial(_card, checked),
            is_worth_a_look=is_worth_a_look(checked),
            is_shown=self._chosen.takes(checked),
        )

    def text(self, head: PageHead) -> str | None:
        """The page of what was taken so far; None if that is nothing."""
        tally, puzzles = self._tally, self._puzzles
        if not puzzles.verdicts:
            return None
        more = "".join(self._chosen.more_in_words())
        return puzzles.page(
            "crosscheck_page.html",
            head,
            kind="Crosscheck of Sudoku puzzles",
            tone="none" if tally.disagreements else puzzles.tone(),
            headline=puzzles.headline(),
            lead=[*_lead(tally)],
            headings=HEADINGS,
            engines=[] if puzzles.verdicts.total() == 1 else [*_engines(tally)],
            columns=("evidence", "engines"),
            shown_more=sentence(more.replace("not shown", "Not shown in full")) if more else "",
            method=METHOD,
            words=WORDS,
        )


def _lead(tally: CrosscheckTally) -> Iterator[str]:
    """What is to be said of all puzzles together."""
    if tally.disagreements:
        still = f", {tally.open:,} of them open" if tally.open else ", settled by solutions or proofs"
        yield f"{counted(tally.disagreements, 'disagreement')} of the engines{still}."
    elif len(tally.shown()) > 1:
        yield f"No disagreement of the engines {listed(tally.shown())}."
    for name, one in tally.shown().items():
        if failed := one.standings[Standing.FAILED]:
            yield f"{name} failed on {counted(failed, 'puzzle')}."
    if tally.stored:
        yield sentence(stored_tally_in_words(tally.stored))


def _engines(tally: CrosscheckTally) -> Iterator[dict[str, Any]]:
    """The rows of the table of engines."""
    for name, one in tally.shown().items():
        yield {"name": name, "numbers": one.numbers(), "causes": [*one.causes_in_words()]}


def _listed(checked: Crosschecked) -> dict[str, Any]:
    """The row of a puzzle in the table of all."""
    failed = checked.failed.keys() - checked.refuted.keys()
    parts = [f"{checked.decided_by:,} of {len(checked.answers):,} decided"] if checked.answers else []
    parts += [f"{len(checked.refuted):,} refuted"] if checked.refuted else []
    parts += ["they disagree"] if checked.is_open else []
    parts += [f"{len(failed):,} failed"] if failed else []
    fields = (str(checked.evidence or ""), ", ".join(parts))
    is_alarm = not checked.agree or bool(checked.failed)
    return list_row(checked.index, checked.source, checked.verdict, fields, checked.puzzle, is_alarm=is_alarm)


def _card(checked: Crosschecked) -> Card:
    """A puzzle in full."""
    card = blank_card(checked.index, checked.source, checked.verdict, checked.evidence, checked.puzzle)
    if checked.puzzle is None:
        return {**card, "sentences": [error_said(checked.error)]}
    return {
        **card,
        "sentences": [*_sentences(checked)],
        "pictures": Markup("".join(_figures(checked, checked.puzzle))),
        "answers": [*_answers(checked)],
    }


def _sentences(checked: Crosschecked) -> Iterator[dict[str, Any]]:
    """What is to be said of a puzzle above its grids."""
    if checked.is_open:
        yield said("the engines disagree, and nothing settles it", is_alarm=True)
    if failed := [name for name in checked.failed if name not in checked.refuted]:
        yield said(f"failed: {listed(failed)}", is_alarm=True)
    if checked.unproved is not None:
        yield said(f"not proved: {checked.unproved}")
    if stored := stored_in_words(checked):
        yield said(stored, is_alarm=True)
    for one in shown_evidence(checked):
        yield from (said(words, is_alarm=True, begins_with_name=True) for words in one.sentences)


def _figures(checked: Crosschecked, puzzle: Puzzle) -> Iterator[str]:
    """The grids: those that refute an engine, small puzzles, and the solutions or the clash."""
    evidence = [*shown_evidence(checked)]
    for one in evidence:
        yield from evidence_figures(one, puzzle)
    for name, shrunk in checked.shrunk.items():
        for words, small in shrunk_in_words(name, shrunk):
            picture = "" if small is None else svg(small, clues=puzzle, is_numbered=True)
            yield figure(picture, sentence(words, begins_with_name=True))
    if any(set(one.grids) & set(checked.solutions) for one in evidence):
        return
    if len(checked.solutions) == 2:
        yield two_solutions(puzzle, *checked.solutions)
    else:
        yield from board_figures(puzzle, checked.verdict, checked.solutions)


def _answers(checked: Crosschecked) -> Iterator[dict[str, Any]]:
    """What each engine says, and what became of it."""
    for name, answer in checked.answers.items():
        standing = checked.standing(name)
        yield {
            "name": name,
            "verdict": str(answer.verdict),
            "tone": TONES[answer.verdict],
            "seconds": f"{answer.seconds:.3f}",
            "standing": str(standing),
            "is_fault": standing in (Standing.REFUTED, Standing.FAILED),
            "cause": "" if standing is Standing.CONFIRMED else cause_in_words(name, checked),
        }
