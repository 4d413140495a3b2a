"""Certificates as one page of HTML: each verdict with its proof, event by event, or its two solutions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from markupsafe import Markup

from sudocube.certificate import Certificate, CertifiedPuzzle
from sudocube.certificate.folder_reading import written_certificates
from sudocube.certificate.proof_reading import ProofEventKind, read_proof
from sudocube.report.certificate_text import grounds_in_words
from sudocube.report.html_pages import PageHead
from sudocube.report.proof_event_sentences import ProofSentences
from sudocube.report.puzzles_page import (
    SHOWN_AT_MOST,
    Card,
    FirstPuzzles,
    PuzzleCollection,
    blank_card,
    error_said,
    list_row,
    said,
)
from sudocube.report.result_pictures import board_figures, two_solutions
from sudocube.report.words import counted, named_clashes
from sudocube.trusted import Refused
from sudocube.verdict import Verdict

EVENTS_AT_MOST = 100
"""How many events of a proof are shown; the last one always is."""

METHOD = (
    "For a puzzle with one solution, a SAT solver was asked for another one, and wrote down why there is"
    " none. For a puzzle without a solution, it wrote down why there is none at all. Such a proof is a list"
    " of steps, and a checker repeats each of them: 300 lines of Python that know nothing of the solver.",
    "All proofs were checked when they were written. Those that are shown here were checked once more, event"
    " by event, for this page.",
    "The certificates themselves are text files in a folder, which the author of this page can send along."
    " To check them without trusting the author or the solver, install sudocube, and run “sudocube verify”"
    " with the name of the folder.",
)


class CertificatePage:
    """Takes the puzzles that were certified one by one, and keeps those that the page shows in full.

    These are the first `most` that are not unique, and folded the first `most` others. Their certificates
    are read from `folder` when the page is made.
    """

    def __init__(self, folder: str, most: int = SHOWN_AT_MOST) -> None:
        self._folder, self._most = folder, most
        self._puzzles = PuzzleCollection(most)
        self._chosen = FirstPuzzles(most)
        self._wanted: list[int] = []
        self._certificates: Mapping[int, Certificate] = {}

    def add(self, one: CertifiedPuzzle) -> None:
        """Take the next puzzle."""
        is_unique = one.verdict is Verdict.UNIQUE
        is_shown = not is_unique and self._chosen.takes_next()
        fields = (str(one.evidence or ""), _grounds(one))
        self._puzzles.add(
            one.verdict,
            list_row(one.index, one.source, one.verdict, fields, one.puzzle),
            partial(self._card, one),
            is_worth_a_look=not is_unique,
            is_shown=is_shown,
        )
        if is_shown or (is_unique and self._puzzles.verdicts[Verdict.UNIQUE] <= self._most):
            self._wanted.append(one.index)

    def text(self, head: PageHead) -> str | None:
        """The page of what was taken so far; None if that is nothing.

        Raises OSError where the folder cannot be read.
        """
        if self._puzzles.verdicts:
            self._certificates = written_certificates(self._folder, set(self._wanted))
        return self._puzzles.page_of_verdicts(
            head,
            kind="Certificates of Sudoku puzzles",
            column="certificate",
            shown_more=self._chosen.more_in_words(),
            method=METHOD,
        )

    def _card(self, one: CertifiedPuzzle) -> Card:
        """A puzzle in full."""
        card = blank_card(one.index, one.source, one.verdict, one.evidence, one.puzzle)
        if one.puzzle is None:
            return {**card, "sentences": [error_said(one.error)]}
        if one.steps or not named_clashes(one.puzzle):  # clashes stand above the picture
            card["sentences"] = [said(_grounds(one))]
        certificate = self._certificates.get(one.index)
        solutions = () if certificate is None else certificate.solutions
        if len(solutions) == 2:
            pictures = [two_solutions(one.puzzle, *solutions)]
        else:
            pictures = [*board_figures(one.puzzle, one.verdict, solutions)]
        card["pictures"] = Markup("".join(pictures))
        if certificate is not None and certificate.steps is not None:
            try:
                card["proof"] = _proof(certificate)
            except Refused as refused:  # somebody has changed the folder meanwhile
                card["sentences"].append(said(f"refused: {refused}", is_alarm=True))
        return card


def _grounds(one: CertifiedPuzzle) -> str:
    """What the certificate consists of, or why there is none."""
    return "" if one.error is not None else grounds_in_words(one)


def _proof(certificate: Certificate) -> dict[str, Any]:
    """The proof event by event: at most so many, and the last one."""
    is_unique = certificate.verdict is Verdict.UNIQUE
    puzzle, solution = certificate.puzzle, certificate.solutions[0] if is_unique else None
    sentences = ProofSentences(puzzle.geometry, is_unique=is_unique, clashes=named_clashes(puzzle))
    shown: list[dict[str, str]] = []
    events = 0
    for event in read_proof(puzzle, solution, certificate.steps or ()):
        events += 1
        if len(shown) < EVENTS_AT_MOST or event.kind is ProofEventKind.COMPLETE:
            shown.append({"kind": str(event.kind), "text": sentences.sentence(event).plain})
    left_out = events - len(shown)
    more = f"Before the last one, {counted(left_out, 'event')} of the proof are left out." if left_out else ""
    return {"title": _title(certificate), "events": shown, "more": more}


def _title(certificate: Certificate) -> str:
    steps = len(certificate.steps or ())
    return f"The proof: {counted(steps, 'step') if steps else 'naked and hidden singles are enough'}"
