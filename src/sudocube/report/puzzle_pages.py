"""What the pages of results of puzzles have in common: a table of them, and sections that show some in full.

Of a long list a page shows as much as can be sent and read, and says what it leaves out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sudocube.report.document import TONES, Block, Section, Sentence, Table, Tone, Toned
from sudocube.report.words import counted, is_place, summary_in_words, texts
from sudocube.verdict import Evidence, Verdict

if TYPE_CHECKING:
    from sudocube.puzzle import Puzzle
    from sudocube.report.html import PageHead

LISTED_AT_MOST = 1000
"""How many puzzles the table of a page has."""

SHOWN_AT_MOST = 50
"""How many puzzles a page shows in full of each kind, unless it is told otherwise."""


def page_texts() -> Any:  # noqa: ANN401 -- tables of tables
    """What pages say of their methods and words, by command; the meanings of words and levels."""
    return texts("pages")


@dataclass(slots=True)
class _Group:
    """The puzzles worth a look, or the others: how many, those shown in full, rows of the table by number."""

    count: int = 0
    shown: dict[int, Callable[[], Section]] = field(default_factory=dict)
    rows: dict[int, Sequence[str]] = field(default_factory=dict)


class PuzzlesPage:
    """Takes the puzzles of a command one by one, and keeps those that the page lists, and shows in full.

    It shows the first `most` worth a look, and folded up as many of the others; None stands for all of them.
    """

    def __init__(self, command: str, most: int | None = SHOWN_AT_MOST) -> None:
        self.verdicts: Counter[Verdict] = Counter()
        self._texts, self._most = page_texts()[command], most
        self._worth, self._others = _Group(), _Group()

    def add(
        self,
        index: int,
        source: str,
        puzzle: Puzzle | None,
        verdict: Verdict,
        evidence: Evidence | None,
        in_short: str,
        blocks: Callable[[], Iterable[Block]],
        *,
        is_worth_a_look: bool,
    ) -> None:
        """Take the next puzzle: its line of the table, and what makes its blocks if it is shown."""
        self.verdicts[verdict] += 1
        group = self._worth if is_worth_a_look else self._others
        group.count += 1
        place, name = page_place(index, source), f"puzzle-{index}"
        if is_shown := self._most is None or len(group.shown) < self._most:
            title = (f"{place}: ", verdict)
            group.shown[index] = lambda: Section(title, [*blocks()], name, not is_worth_a_look)
        if len(group.rows) < LISTED_AT_MOST:
            link = Toned(place, Tone.STRONG, link=name) if is_shown else place
            cells = "" if puzzle is None else str(puzzle)
            group.rows[index] = (link, verdict, str(evidence or ""), in_short, cells)

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
        if total == 1:  # nothing is to be folded
            [made] = (self._worth.shown | self._others.shown).values() or [lambda: Section((), ())]
            one = made()
            blocks: list[Block] = [*above, Section(one.title, one.blocks, one.name)]
        else:
            blocks = [*above, self._list()]
            for title, group in (("Worth a look", self._worth), ("The others", self._others)):
                sections = [made() for made in group.shown.values()]
                more = group.count - len(sections)
                left_out = [Sentence((f"Not shown in full: {counted(more, 'more puzzle')}.",))] * bool(more)
                blocks += [Section((title,), [*sections, *left_out])] * bool(group.count)
        said = self._texts
        words = tuple({**page_texts()["words"], **said["words"]}.items())
        head = head._replace(kind=said["title"], method=said["method"], words=words, lead=lead)
        return page(blocks, head._replace(headline=self.headline(), tone=tone or self.tone()))

    def _list(self) -> Section:
        """The table of the puzzles in their order: those not worth a look where room is left."""
        room = LISTED_AT_MOST - len(self._worth.rows)
        rows = sorted([*self._worth.rows.items(), *[*self._others.rows.items()][:room]])
        headings = ("puzzle", "verdict", "evidence", self._texts["column"], "cells")
        left_out = self.verdicts.total() - len(rows)
        more = [Sentence((f"{counted(left_out, 'more puzzle')} only count above.",))] * bool(left_out)
        return Section(("The puzzles",), [Table(headings, [row for _, row in rows]), *more], "puzzles")

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
