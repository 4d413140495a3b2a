"""What the pages of results of puzzles have in common: a table of them, and sections that show some in full.

Of a long list a page shows as much as can be sent and read, and says what it leaves out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sudocube.report.checks import verdict_boards
from sudocube.report.document import TONES, Block, Boards, Section, Sentence, Table, Tone, sentences
from sudocube.report.words import counted, is_place, summary_in_words, texts, without_place
from sudocube.verdict import Verdict

if TYPE_CHECKING:
    from sudocube.report.html import PageHead
    from sudocube.verdicts.checking import PuzzleResult

LISTED_AT_MOST = 1000
"""How many puzzles the table of a page has."""

SHOWN_AT_MOST = 50
"""How many puzzles a page shows in full of each kind, unless it is told otherwise."""


def page_texts() -> Any:  # noqa: ANN401 -- tables of tables
    """What pages say of their methods and words, by command; the meanings of words and levels."""
    return texts("pages")


class PuzzlesPage:
    """Takes the results of a command one by one, and keeps those that the page lists, and shows in full.

    It shows `most` of them, those worth a look first, and the others folded up; None stands for all of them.
    """

    def __init__(self, command: str, most: int | None = SHOWN_AT_MOST) -> None:
        self.verdicts: Counter[Verdict] = Counter()
        self._texts, self._most = page_texts()[command], most
        self._rows: list[tuple[str, ...]] = []
        self._worth: list[Callable[[], Section]] = []
        self._others: list[Callable[[], Section]] = []

    def add(
        self,
        one: PuzzleResult,
        words: str,
        blocks: Callable[[], Iterable[Block]],
        *,
        is_worth_a_look: bool = True,
    ) -> None:
        """Take the next result: its `words` in the table, and what makes its blocks if it is shown."""
        self.verdicts[one.verdict] += 1
        place = page_place(one.index, one.source)
        if one.error is not None:
            words, is_worth_a_look = without_place(one.error), True
            blocks = partial(sentences, [words])
        if len(self._rows) < LISTED_AT_MOST:
            self._rows.append((place, one.verdict, words, str(one.puzzle or "")))
        group = self._worth if is_worth_a_look else self._others
        if self._most is None or len(group) < self._most:
            title, is_folded = (f"{place}: ", one.verdict), not is_worth_a_look
            group.append(lambda: Section(title, _with_boards(one, [*blocks()]), "", is_folded))

    def text(
        self,
        head: PageHead,
        above: Sequence[Block] = (),
        *,
        lead: Sequence[str] = (),
        tone: Tone | None = None,
    ) -> str | None:
        """The page of what was taken so far, with blocks `above` the puzzles; None if that is nothing.

        Without a `tone`, its head has that of the worst verdict.
        """
        from sudocube.report.html import page

        total = self.verdicts.total()
        if not total:
            return None
        shown = [made() for made in [*self._worth, *self._others][: self._most]]
        if total == 1:  # nothing is to be folded
            shown = [replace(one, is_folded=False) for one in shown]
        else:
            headings = "puzzle", "verdict", self._texts["column"], "cells"
            more = [Sentence((f"{counted(total - len(self._rows), 'more puzzle')} only count above.",))]
            table: list[Block] = [Table(headings, self._rows), *more * (total > len(self._rows))]
            above = [*above, Section(("The puzzles",), table)]
        if total > len(shown):
            above = [*above, Sentence((f"Shown in full: {len(shown):,} of {counted(total, 'puzzle')}.",))]
        said = self._texts
        words = tuple({**page_texts()["words"], **said["words"]}.items())
        head = head._replace(kind=said["title"], method=said["method"], words=words, lead=lead)
        head = head._replace(headline=self.headline(), tone=tone or self.tone())
        return page([*above, *shown], head)

    def headline(self) -> str:
        """The verdict of a single puzzle, or how many have which."""
        if self.verdicts.total() == 1:
            [verdict] = self.verdicts.elements()
            return sentence(page_texts()["words"][verdict])
        return f"{''.join(summary_in_words(self.verdicts))}."

    def tone(self) -> Tone:
        """How serious the verdicts are."""
        worst = (Verdict.INVALID, Verdict.NONE, Verdict.MULTIPLE, Verdict.UNKNOWN)
        return next((TONES[one] for one in worst if self.verdicts[one]), Tone.GOOD)


def _with_boards(one: PuzzleResult, blocks: Sequence[Block]) -> Sequence[Block]:
    """The blocks, after the puzzle itself where they draw nothing."""
    if one.puzzle is None or any(isinstance(block, Boards) for block in blocks):
        return blocks
    return [verdict_boards(one.puzzle, one.verdict, one.solutions), *blocks]


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
