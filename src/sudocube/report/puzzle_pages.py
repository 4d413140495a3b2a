"""What the pages of results of puzzles have in common: a table of them, and sections that show some in full.

Of a long list a page shows as much as can be sent and read, and says what it leaves out.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from sudocube.report.checks import VerdictsReport, verdict_boards
from sudocube.report.document import (
    TONES,
    Block,
    Boards,
    Document,
    Section,
    Sentence,
    Table,
    Tone,
    sentences,
)
from sudocube.report.words import (
    counted,
    is_place,
    stored_tally_in_words,
    summary_in_words,
    texts,
    verdict_in_words,
    without_place,
)
from sudocube.verdict import Verdict
from sudocube.verdicts.checking import PuzzleResult

if TYPE_CHECKING:
    from sudocube.report.html import PageHead

LISTED_AT_MOST = 1000
"""How many puzzles the table of a page has."""

SHOWN_AT_MOST = 50
"""How many puzzles a page shows in full of each kind, unless it is told otherwise."""


R = TypeVar("R", bound=PuzzleResult)


class PuzzlesReport(VerdictsReport[R]):
    """Counts results of puzzles, and says of each what is shown: in full, or in a line if it is not unique.

    It keeps those that the page of `--html` lists, and shows in full: `most_on_page` of them, those worth a
    look first, and the others folded up; None stands for all of them.
    """

    command: str
    """Whose texts in `pages.toml` the page has."""

    def __init__(self, *, in_full: bool = False, most_on_page: int | None = SHOWN_AT_MOST) -> None:
        super().__init__()
        self.in_full = in_full
        self._most_on_page = most_on_page
        self._listed: list[tuple[str, ...]] = []
        self._worth: list[R] = []
        self._others: list[R] = []

    def in_short(self, one: R) -> str:
        """A few words for a line, and for the table of the page."""
        raise NotImplementedError

    def full(self, one: R, place: str) -> Document:
        """A puzzle in full, after its place if there is one."""
        raise NotImplementedError

    def on_page(self, one: R) -> Document:
        """A puzzle in full, as the page shows it."""
        return self.full(one, "")

    def is_worth_a_look(self, one: R) -> bool:
        """Whether the page shows a puzzle first, and unfolded."""
        return one.verdict is not Verdict.UNIQUE

    def document(self, one: R) -> Document:
        """The puzzle in full, or a line for one that is not unique."""
        if one.error is not None:
            return [Sentence(verdict_in_words(one), wraps=False)]
        if self.in_full:
            return self.full(one, one.place)
        words = f"{one.place}: ", one.verdict, f": {self.in_short(one)}"
        return [] if one.verdict is Verdict.UNIQUE else [Sentence(words, wraps=False)]

    def above(self) -> list[Block]:
        """What stands on the page above the puzzles."""
        return []

    def add(self, one: R) -> None:
        """Count the next result, and keep it for the page if there is room."""
        self.verdicts[one.verdict] += 1
        if one.stored is not None:
            self.stored[one.stored] += 1
        if len(self._listed) < LISTED_AT_MOST:
            words = self.in_short(one) if one.error is None else without_place(one.error)
            self._listed.append((_page_place(one), one.verdict, words, str(one.puzzle or "")))
        group = self._worth if self.is_worth_a_look(one) else self._others
        if self._most_on_page is None or len(group) < self._most_on_page:
            group.append(one)

    def text(self, head: PageHead) -> str | None:
        """The page of what was taken so far; None if that is nothing."""
        from sudocube.report.html import page

        total, said = self.verdicts.total(), texts("pages")[self.command]
        if not total:
            return None
        above, shown = self.above(), [*self._worth, *self._others][: self._most_on_page]
        if total > 1:
            table: list[Block] = [Table(("puzzle", "verdict", said["column"], "cells"), self._listed)]
            if more := total - len(self._listed):
                table.append(Sentence((f"{counted(more, 'more puzzle')} only count above.",)))
            above.append(Section(("The puzzles",), table))
        if total > len(shown):
            above.append(Sentence((f"Shown in full: {len(shown):,} of {counted(total, 'puzzle')}.",)))
        lead = [*self.also_counted()] if total >= self.fewest_summed else []
        lead += [stored_tally_in_words(self.stored)] * bool(self.stored)
        head = head._replace(
            kind=said["title"],
            headline=self.headline(),
            tone=self.tone(),
            lead=[*map(sentence, lead)],
            method=said["method"],
            words=tuple({**texts("pages")["words"], **said["words"]}.items()),
        )
        return page([*above, *(self._section(one, total) for one in shown)], head)

    def _section(self, one: R, total: int) -> Section:
        """A puzzle in full, of so many; the puzzle itself is drawn where its blocks draw nothing."""
        blocks = sentences([without_place(one.error)]) if one.error is not None else [*self.on_page(one)]
        if one.puzzle is not None and not any(isinstance(block, Boards) for block in blocks):
            blocks = [verdict_boards(one.puzzle, one.verdict, one.solutions), *blocks]
        is_folded = total > 1 and not self.is_worth_a_look(one)
        return Section((f"{_page_place(one)}: ", one.verdict), blocks, is_folded=is_folded)

    def headline(self) -> str:
        """The verdict of a single puzzle, or how many have which."""
        if self.verdicts.total() == 1:
            [verdict] = self.verdicts.elements()
            return sentence(texts("pages")["words"][verdict])
        return f"{''.join(summary_in_words(self.verdicts))}."

    def tone(self) -> Tone:
        """How serious the verdicts are."""
        worst = (Verdict.INVALID, Verdict.NONE, Verdict.MULTIPLE, Verdict.UNKNOWN)
        return next((TONES[one] for one in worst if self.verdicts[one]), Tone.GOOD)


def _page_place(one: PuzzleResult) -> str:
    return page_place(one.index, one.source)


def page_place(index: int, source: str) -> str:
    """What a page calls a puzzle: where it stood, without the folders of a machine, else its number.

    >>> page_place(12, "/home/ada/puzzles.txt:12"), page_place(1, "argument:1")
    ('puzzles.txt:12', 'puzzle 1')
    """
    if not is_place(source):
        return f"puzzle {index}"
    path = Path(source)
    return path.name if path.is_absolute() else source


def sentence(text: str) -> str:
    """A text as a sentence: with a full stop, and a capital letter unless it begins with a name.

    >>> sentence("the engines disagree"), sentence("r1c1 and r1c5 both hold 5 in row 1")
    ('The engines disagree.', 'r1c1 and r1c5 both hold 5 in row 1.')
    """
    first = text.split(" ", 1)[0].rstrip(":,;")
    is_word = first.isalpha() and first.islower()
    return f"{text[:1].upper() if is_word else text[:1]}{text[1:]}{'' if text.endswith(('.', ':')) else '.'}"
