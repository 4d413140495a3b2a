"""What the pages of results of puzzles have in common: a table of them, and cards that show some in full.

Of a long list a page shows as much as can be sent and read, and says what it leaves out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from sudocube.errors import FormatError
from sudocube.puzzle import Puzzle
from sudocube.report.html_pages import PageHead, html_page, sentence
from sudocube.report.words import counted, is_place, without_place
from sudocube.verdict import Evidence, Verdict

LISTED_AT_MOST = 1000
"""How many puzzles the table of a page has."""

SHOWN_AT_MOST = 50
"""How many puzzles a page shows in full of each kind, unless it is told otherwise."""

TONES = {
    Verdict.UNIQUE: "good",
    Verdict.MULTIPLE: "several",
    Verdict.NONE: "none",
    Verdict.UNKNOWN: "open",
    Verdict.INVALID: "malformed",
}
"""The class that gives a verdict its colour."""

VERDICTS = {
    Verdict.UNIQUE: "one solution",
    Verdict.MULTIPLE: "several solutions",
    Verdict.NONE: "no solution",
    Verdict.UNKNOWN: "undecided",
    Verdict.INVALID: "no puzzle",
}
"""What each verdict means."""

EVIDENCE = {
    Evidence.SEARCH: "One engine came to the verdict; its solution, if there is one, passed the referee.",
    Evidence.AGREEMENT: "Two engines or more came to the same verdict, each without the others.",
    Evidence.WITNESS: "Two different solutions passed the referee.",
    Evidence.PROOF: "A separate checker accepted a proof.",
}
"""What each evidence means."""

WORDS = {
    **{str(verdict): sentence(words) for verdict, words in VERDICTS.items()},
    **{str(evidence): words for evidence, words in EVIDENCE.items()},
}
"""What the words of a page mean."""

LEGEND = (
    "Digits in bold are clues, those in blue are solved. A framed cell is where two grids differ, or where"
    " something is wrong."
)

Card = dict[str, Any]
"""The values for a card of the template; those that `blank_card` leaves empty are optional."""


class PuzzleCollection:
    """Takes puzzles one by one, and keeps those that the page lists, and shows in full.

    It shows those worth a look, and folded up to `most` of the others; None stands for all of them.
    """

    def __init__(self, most: int | None) -> None:
        self.verdicts: Counter[Verdict] = Counter()
        self._most = most
        self._worth: dict[int, Callable[[], Card]] = {}
        self._others: dict[int, Callable[[], Card]] = {}
        self._more_others = 0
        self._amiss: list[Mapping[str, Any]] = []
        self._sound: list[Mapping[str, Any]] = []

    def add(
        self,
        verdict: Verdict,
        row: Mapping[str, Any],
        card: Callable[[], Card],
        *,
        is_worth_a_look: bool,
        is_shown: bool,
    ) -> None:
        """Take the next puzzle: its row of the table, and what makes its card if it is shown."""
        self.verdicts[verdict] += 1
        rows = self._amiss if is_worth_a_look else self._sound
        if len(rows) < LISTED_AT_MOST:
            rows.append(row)
        if is_worth_a_look:
            if is_shown:
                self._worth[row["index"]] = card
        elif self._most is None or len(self._others) < self._most:
            self._others[row["index"]] = card
        else:
            self._more_others += 1

    def page(self, template: str, head: PageHead, **values: Any) -> str:  # noqa: ANN401 -- whatever it shows
        """The page; the other values for the template are those of the command."""
        is_alone = self.verdicts.total() == 1
        worth, others = self._worth, self._others
        if is_alone:  # nothing is to be folded
            worth, others = {**worth, **others}, {}
        return html_page(
            template,
            head=head,
            bar=[*self._bar()],
            listed=[] if is_alone else self._rows(),
            list_more=self._list_more(),
            cards={*worth, *others},
            shown=[{**card(), "is_open": is_alone} for card in worth.values()],
            others=[{**card(), "is_open": False} for card in others.values()],
            others_more=f"And {counted(self._more_others, 'more puzzle')}." if self._more_others else "",
            legend=LEGEND,
            **values,
        )

    def page_of_verdicts(
        self, head: PageHead, *, kind: str, column: str, shown_more: str, method: Sequence[str]
    ) -> str | None:
        """A page that begins with the verdicts, its table with the evidence and one column of the command.

        None if no puzzle was taken.
        """
        if not self.verdicts:
            return None
        return self.page(
            "puzzles_page.html",
            head,
            kind=kind,
            tone=self.tone(),
            headline=self.headline(),
            lead=(),
            columns=("evidence", column),
            shown_more=shown_more,
            method=method,
            words=WORDS,
        )

    def headline(self) -> str:
        """The verdict of a single puzzle, or how many have which."""
        if self.verdicts.total() == 1:
            [verdict] = self.verdicts.elements()
            return sentence(VERDICTS[verdict])
        some = [f"{self.verdicts[one]:,} {one}" for one in Verdict if self.verdicts[one]]
        return f"{counted(self.verdicts.total(), 'puzzle')}: {', '.join(some)}."

    def tone(self) -> str:
        """How serious the verdicts are, as the class of a colour."""
        for verdict, tone in (
            (Verdict.INVALID, "none"),
            (Verdict.NONE, "none"),
            (Verdict.MULTIPLE, "bad"),
            (Verdict.UNKNOWN, "open"),
        ):
            if self.verdicts[verdict]:
                return tone
        return "good"

    def _bar(self) -> Iterator[dict[str, Any]]:
        """The parts of the bar of verdicts, those that are there."""
        for verdict, tone in TONES.items():
            if number := self.verdicts[verdict]:
                name = f"{verdict} ({VERDICTS[verdict]})"
                yield {"name": name, "tone": tone, "rows": number, "number": f"{number:,}"}

    def _rows(self) -> list[Mapping[str, Any]]:
        """The rows of the table in the order of the puzzles: those not worth a look where room is left."""
        left = LISTED_AT_MOST - len(self._amiss)
        return sorted([*self._amiss, *self._sound[:left]], key=lambda row: row["index"])

    def _list_more(self) -> str:
        """What the table leaves out: a sentence, empty if that is nothing."""
        puzzles = self.verdicts.total()
        if puzzles <= LISTED_AT_MOST:
            return ""
        first = ", first those that are worth a look" if self._amiss else ""
        return (
            f"The table has {LISTED_AT_MOST:,} of {puzzles:,} puzzles{first};"
            f" {counted(puzzles - LISTED_AT_MOST, 'more puzzle')} only count above."
        )


class FirstPuzzles:
    """Chooses the first `most` puzzles, and counts the others."""

    def __init__(self, most: int) -> None:
        self._most, self._seen = most, 0

    def takes_next(self) -> bool:
        """Whether the next puzzle is shown."""
        self._seen += 1
        return self._seen <= self._most

    def more_in_words(self) -> str:
        """How many are not shown: a sentence, empty if none."""
        more = self._seen - self._most
        return f"Not shown in full: {counted(more, 'more puzzle')}." if more > 0 else ""


def page_place(index: int, source: str) -> str:
    """What a page calls a puzzle: where it stood, without the folders of a machine, else its number.

    >>> page_place(12, "/home/ada/puzzles.txt:12"), page_place(1, "argument:1")
    ('puzzles.txt:12', 'puzzle 1')
    """
    if not is_place(source):
        return f"puzzle {index}"
    path = Path(source)
    return path.name if path.is_absolute() else source


def list_row(
    index: int,
    source: str,
    verdict: Verdict,
    fields: Sequence[str],
    puzzle: Puzzle | None,
    *,
    is_alarm: bool = False,
) -> dict[str, Any]:
    """The row of a puzzle in the table; `fields` stand below the columns of the page."""
    return {
        "index": index,
        "place": page_place(index, source),
        "tone": TONES[verdict],
        "verdict": str(verdict),
        "fields": fields,
        "is_alarm": is_alarm,
        "cells": "" if puzzle is None else str(puzzle),
    }


def blank_card(
    index: int, source: str, verdict: Verdict, evidence: Evidence | None, puzzle: Puzzle | None
) -> Card:
    """The card of a puzzle with nothing in it but the puzzle's text."""
    return {
        "index": index,
        "place": page_place(index, source),
        "tone": TONES[verdict],
        "verdict": str(verdict),
        "evidence": str(evidence or ""),
        "sentences": [],
        "pictures": "",
        "answers": [],
        "proof": None,
        "cells": "" if puzzle is None else str(puzzle),
    }


def said(text: str, *, is_alarm: bool = False, begins_with_name: bool = False) -> dict[str, Any]:
    """A sentence of a card; with `is_alarm`, it must not be passed over."""
    return {"text": sentence(text, begins_with_name=begins_with_name), "is_alarm": is_alarm}


def error_said(error: FormatError | None) -> dict[str, Any]:
    """Why an input is no puzzle, without the place, which stands above."""
    return said("" if error is None else without_place(error))
