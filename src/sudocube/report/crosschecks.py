"""What `crosscheck` says of its results: single puzzles, what became of each engine, a page of all.

Of a puzzle that is worth a look it says the verdict and why one may believe it, what each engine answers, who
is refuted and by what, with the grids that show it, and the small puzzles to which a refutation is shrunk.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated, ClassVar

from msgspec import UNSET, Meta

from sudocube.cube import clashes
from sudocube.engines import Answer, Found, Refuted
from sudocube.engines.outside_answers import EXPECTED, PRINTED
from sudocube.puzzle import Board, Grid, Puzzle
from sudocube.report.base import Report
from sudocube.report.checks import solution_boards, verdict_boards
from sudocube.report.document import (
    Block,
    Boards,
    Document,
    Drawing,
    Phrase,
    Section,
    Sentence,
    Table,
    Tone,
    Toned,
)
from sudocube.report.html import PageHead
from sudocube.report.puzzle_pages import PuzzlesPage, sentence
from sudocube.report.puzzle_rows import EngineTotals, stored_or_open, totals_row
from sudocube.report.row import (
    DECIDED_OR_NOT,
    Cells,
    Optional,
    Positive,
    PuzzleRow,
    Reason,
    Row,
    Seconds,
    Solutions,
    Stored,
    StoredFault,
    Whole,
    Words,
    row_of,
)
from sudocube.report.row import Evidence as EvidenceField
from sudocube.report.words import (
    counted,
    grounds_in_words,
    is_place,
    listed,
    named_clashes,
    stored_in_words,
    stored_tally_in_words,
    summary_in_words,
    titled,
    without_place,
)
from sudocube.verdict import Claim, Evidence, StoredAnswer, Verdict
from sudocube.verdicts.judging import Cause, Crosschecked, Standing
from sudocube.verdicts.shrinking import Reached, Shrunk

HEADINGS = (*map(str, Standing), "seconds", "/s")

CAUSES_AT_MOST = 3
"""How many causes are named for each engine and each standing, the most frequent ones."""

NAMED_AT_MOST = 4
"""How many blanks of a small puzzle are named; more are only counted."""


SHORT = {
    Cause.NOT_A_SOLUTION: "the referee refused its solution",
    Cause.DOES_NOT_FIT: "its solutions do not fit what it says",
}
"""The causes whose sentence is another one for each puzzle, in words for a table."""

SHOWN = {
    Cause.TWO_SOLUTIONS: "these two solutions passed the referee",
    Cause.A_SOLUTION: "this solution passed the referee",
}
"""The evidence in words where it is drawn below."""

NUMBER_NOT_LOOKED_AT = "how many it counts was not looked at: crosscheck decides none, one or several"
"""Why a count of three or more is not confirmed, where there are several solutions."""

_DIFFERING = re.compile(r"(?<!\w)b?(['\"])(?:(?:\\.|(?!\1).)*\1(?!\w)|[^'\"…]*…)|\d+(?:\.\d+)?")
"""What differs from puzzle to puzzle in a cause: a text in quotes, as `errors.quoted` gives it (a cut one may
have lost the quote at its end), and numbers."""


def crosschecked_document(
    checked: Crosschecked, *, place: str | None = None, in_full: bool = True
) -> Document:
    """A puzzle: its verdict and all that shows it; `in_full`, with the answers that agree, too.

    `place` is what it is called, by default its source if that says where it stands.
    """
    if place is None:
        place = titled(checked.source, checked.title) if is_place(checked.source) else ""
    before = f"{place}: " if place else ""
    if checked.puzzle is None:
        assert checked.error is not None  # else it is a puzzle
        return [Sentence((before, Verdict.INVALID, f": {without_place(checked.error)}"), wraps=False)]
    head = Sentence((Toned(before, Tone.STRONG), *_headline(checked)), wraps=not before)
    return [head, *_body(checked, checked.puzzle, before, in_full=in_full)]


def _body(checked: Crosschecked, puzzle: Puzzle, before: str, *, in_full: bool) -> Iterator[Block]:
    """What stands below the verdict."""
    if checked.verdict is Verdict.NONE:
        for named in named_clashes(puzzle) or ["no two clues clash; still there is no solution"]:
            yield Sentence((named,), 2)
    if checked.unproved is not None:
        yield Sentence((f"not proved: {checked.unproved}",), 2)
    if stored := stored_in_words(checked):
        yield Sentence((before, Toned(stored, Tone.BAD)), 0 if before else 2, wraps=not before)
    for name, answer in checked.answers.items() if in_full or _shows_answers(checked) else ():
        if name not in checked.refuted:
            more = f" ({answer.reason})" if answer.reason else ""
            more += f", {checked.standing(name)}, {answer.seconds:.3f} s" if in_full else ""
            yield Sentence((f"{name}: ", answer.verdict, more), 2)
    drawn: set[Board] = set()
    for evidence in _shown_evidence(checked, puzzle):
        yield evidence
        drawn |= {one.board for one in evidence.drawings} if isinstance(evidence, Boards) else set()
    if (in_full or len(checked.solutions) == 2) and len(drawn) < 2 and drawn.isdisjoint(checked.solutions):
        yield verdict_boards(puzzle, checked.verdict, checked.solutions)
    for name, shrunk in checked.shrunk.items():
        if not shrunk.refuted:
            yield Sentence((f"{name}, not shrunk: {not_again_in_words(shrunk)}",), 2)
            continue
        yield Sentence((f"{name}, shrunk: {reached_in_words(shrunk)}",), 2)
        yield Sentence((str(shrunk.puzzle),), 4, wraps=False)
        yield Boards([Drawing(shrunk.puzzle, "shrunk, to trace by hand", puzzle)])


def _headline(checked: Crosschecked) -> Phrase:
    if checked.is_open:
        words: list[str] = [Toned("the engines disagree", Tone.BAD)]
    else:
        words = [checked.verdict]
        if checked.evidence is not None:
            deciding = checked.decided_by - len(checked.refuted)
            words.append(f": {grounds_in_words(checked.evidence, max(2, deciding))}")
    if checked.refuted:
        words += ["; ", Toned(f"{counted(len(checked.refuted), 'engine')} refuted", Tone.BAD)]
    is_by_one = checked.decided_by == 1 and len(checked.answers) > 1 and checked.agree
    if is_by_one and checked.evidence is not Evidence.SEARCH:
        words.append(", decided by one engine only")
    if failed := [name for name in checked.failed if name not in checked.refuted]:
        words.append(f"; {listed(failed)} failed")
    return tuple(words)


def is_worth_a_look(checked: Crosschecked) -> bool:
    """Whether a puzzle is shown: it is not unique, answers or a stored fault are, or a proof is missing."""
    is_missing = checked.unproved is not None or checked.stored_fault is not None
    return checked.verdict is not Verdict.UNIQUE or _shows_answers(checked) or is_missing


def _shows_answers(checked: Crosschecked) -> bool:
    """Whether each engine's answer is shown: they do not agree, fewer than two decided, or one failed.

    If only one of several engines decided, that is no agreement.
    """
    is_shaky = not checked.agree or checked.decided_by < min(2, len(checked.answers))
    return is_shaky or bool(checked.failed)


def _shown_evidence(checked: Crosschecked, puzzle: Puzzle) -> Iterator[Sentence | Boards]:
    """What refutes which engine, in the order of the engines; those with the same grids stand together."""
    groups: dict[object, list[str]] = {}
    for name, refutation in checked.refuted.items():
        key = _refused(checked.answers[name]) or frozenset(refutation.solutions) or refutation.cause
        groups.setdefault(key, []).append(name)
    for names in groups.values():
        refused, grids = _refused(checked.answers[names[0]]), checked.refuted[names[0]].solutions
        fits = refused is None or refused.geometry == puzzle.geometry
        for name in names:
            yield Sentence((Toned(refuted_in_words(name, checked, is_drawn=fits), Tone.BAD),), 2)
        if refused is not None and fits:
            wrong = wrong_cells(refused, puzzle)
            yield Boards([Drawing(refused, "refused", puzzle, wrong, Tone.BAD)], "wrong")
        elif refused is None and grids:
            yield solution_boards(puzzle, checked.verdict, grids)


def refuted_in_words(name: str, checked: Crosschecked, *, is_drawn: bool = False) -> str:
    """That an engine is refuted, and by what; `is_drawn` says that the solutions are drawn below.

    >>> from sudocube import crosscheck
    >>> print(refuted_in_words("<lambda>()", crosscheck(16 * ".", engines=["sat", lambda cells: 1])))
    <lambda>() is refuted: it counts 1 solution, and two solutions passed the referee
    """
    answer, refutation = checked.answers[name], checked.refuted[name]
    why = SHOWN.get(refutation.cause, refutation.sentence) if is_drawn else refutation.sentence
    match answer:
        case Refuted(refused=Grid() as refused) if is_drawn:
            why = why.replace(f"the solution {refused}", "this grid")
        case Refuted() if why.startswith(f"{name} "):
            why = f"it {why.removeprefix(f'{name} ')}"
        case Found(claims=Claim.COUNT):
            more = "" if answer.exhausted else " or more"
            why = f"it counts {counted(answer.count, 'solution')}{more}, and {why}"
        case Found():
            why = f"it says {answer.verdict}, and {why}"
    return f"{name} is refuted: {why}"


def _refused(answer: Answer) -> Grid | None:
    """The grid that the referee refused, if it is about one."""
    return answer.refused if isinstance(answer, Refuted) else None


def wrong_cells(grid: Grid, puzzle: Puzzle) -> set[int]:
    """The cells of a grid that the referee objects to: they hold a digit twice in a unit, or not the clue.

    >>> sorted(wrong_cells(Grid("1243 3421 4312 2134"), Puzzle("2... .... .... ....")))
    [0]
    """
    wrong = {cell for clash in clashes(grid) for cell in clash.cells}
    wrong |= {cell for cell, digit in puzzle.clues.items() if grid.cells[cell] != digit}
    if puzzle.candidates is not None:
        pairs = enumerate(zip(grid.cells, puzzle.candidates, strict=True))
        wrong |= {cell for cell, (digit, mask) in pairs if not mask >> digit - 1 & 1}
    return wrong


def not_again_in_words(shrunk: Shrunk) -> str:
    """Why there is nothing to shrink."""
    why = "was not refuted in this way; does its answer depend on the puzzles before?"
    why = "did not decide" if shrunk.undecided == shrunk.asked else why
    return f"asked {counted(shrunk.asked, 'more time')}, it {why}"


def reached_in_words(shrunk: Shrunk) -> str:
    """How small the puzzle is, whether a smaller one may do, and whether the engine always says the same."""
    puzzle = shrunk.puzzle
    left = [cell for cell, digit in enumerate(puzzle.cells) if not digit]
    names = f", {listed(map(puzzle.geometry.cell_name, left))}" if len(left) <= NAMED_AT_MOST else ""
    said = f"{counted(len(left), 'blank')}{names}" if left else "a full grid"
    said += f" ({shrunk.tries:,} {'try' if shrunk.tries == 1 else 'tries'})"
    if not shrunk.is_minimal:
        said += f"; fewer may do: {shrunk.reached}"
    elif left:
        which = "it" if len(left) == 1 else "any one of them"
        said += f"; with {which} filled, it is not refuted in this way"
    flaky = f"; flaky: refuted {shrunk.refuted} of {counted(shrunk.asked, 'time')} on this puzzle"
    return said + flaky * shrunk.is_flaky


def cause_in_words(name: str, checked: Crosschecked) -> str:
    """Why an engine's answer is not confirmed, without the list of all forms of an answer."""
    answer = checked.answers[name]
    if (refutation := checked.refuted.get(name)) is not None:
        return SHORT.get(refutation.cause, refutation.sentence)
    if answer.reason is not None:
        return answer.reason.removesuffix(f"; {PRINTED}").removesuffix(f"; an answer is {EXPECTED}")
    if answer.claimed_count is not None and checked.verdict is Verdict.MULTIPLE:
        return NUMBER_NOT_LOOKED_AT
    return "the engines disagree" if not checked.verdict.is_decided else "no other engine decided"


@dataclass(slots=True)
class EngineTally:
    """What has become of one engine's answers so far, and why they are not confirmed."""

    standings: Counter[Standing] = field(default_factory=Counter)
    causes: Counter[tuple[Standing, str]] = field(default_factory=Counter)
    """How often each cause came, without what differs from puzzle to puzzle."""
    examples: dict[tuple[Standing, str], str] = field(default_factory=dict)
    """Of each of these, the first cause in full."""
    seconds: float = 0.0

    def add(self, name: str, checked: Crosschecked) -> None:
        """Count the answer of the engine of that name."""
        standing = checked.standing(name)
        self.standings[standing] += 1
        self.seconds += checked.answers[name].seconds
        if standing is not Standing.CONFIRMED:
            cause = cause_in_words(name, checked)
            kind = standing, _DIFFERING.sub("…", cause)
            self.causes[kind] += 1
            self.examples.setdefault(kind, cause)

    def cells(self) -> list[str]:
        """The cells below HEADINGS."""
        rate = self.standings.total() / self.seconds if self.seconds else 0.0
        rated = "" if not rate else f"{rate:,.0f}" if rate >= 10 else f"{rate:.1f}"
        numbers = {one: f"{self.standings[one]:,}" for one in Standing}
        bad = {one: Toned(numbers[one], Tone.BAD) for one in (Standing.REFUTED, Standing.FAILED)}
        counts = numbers | {one: said for one, said in bad.items() if self.standings[one]}
        return [*counts.values(), f"{self.seconds:,.2f}", rated]

    def causes_in_words(self) -> Iterator[str]:
        """The most frequent causes of each standing: "12 refuted: two solutions passed the referee"."""
        for standing in Standing:
            some = [(kind, number) for kind, number in self.causes.most_common() if kind[0] is standing]
            for kind, number in some[:CAUSES_AT_MOST]:
                example = ", for example" * (number > 1 and "…" in kind[1])
                yield f"{number:,} {standing}{example}: {self.examples[kind]}"
            if more := sum(number for _, number in some[CAUSES_AT_MOST:]):
                yield f"{more:,} {standing} for other reasons"


class CrosscheckReport(Report[Crosschecked]):
    """Counts crosschecks: verdicts, disagreements, what became of each engine's answers.

    As text it shows the first `most` puzzles that are worth a look, and as many disagreements, so that what
    else there is does not hide them; None stands for all. With `show_all`, the table also has the engines
    that were asked about no puzzle.
    """

    def __init__(
        self,
        names: Sequence[str],
        *,
        show_all: bool = True,
        most: int | None = None,
        page: PuzzlesPage | None = None,
    ) -> None:
        self._show_all, self._most, self._page = show_all, most, page
        self.tallies = {name: EngineTally() for name in names}
        self.verdicts: Counter[Verdict] = Counter()
        self.disagreements = self.open = 0
        self.evidence: Counter[Evidence | None] = Counter()
        self.stored: Counter[StoredAnswer] = Counter()
        self._shown: Counter[bool] = Counter()  # by whether the engines agree
        self._more = 0

    def add(self, checked: Crosschecked) -> None:
        """Count one puzzle, and give it to the page."""
        self.verdicts[checked.verdict] += 1
        self.disagreements += not checked.agree
        self.open += checked.is_open
        self.evidence[checked.evidence] += 1
        if checked.stored is not None:
            self.stored[checked.stored] += 1
        for name in self.tallies.keys() & checked.answers.keys():
            self.tallies[name].add(name, checked)
        if self._page is not None:
            given = checked.index, checked.source, checked.puzzle, checked.verdict, checked.evidence
            blocks = partial(crosschecked_document, checked, place="")
            self._page.add(*given, _in_short(checked), blocks, is_worth_a_look=is_worth_a_look(checked))

    def always_failed(self) -> list[str]:
        """The engines that failed on every puzzle that they were asked."""
        return [name for name, one in self.tallies.items() if [*one.standings] == [Standing.FAILED]]

    def outcomes(self, checked: Crosschecked) -> Iterator[str]:
        """What the exit status depends on."""
        if checked.puzzle is None:
            yield Verdict.INVALID
        elif not checked.agree:
            yield "disagreement"
        elif checked.decided_by < 2 or checked.evidence is Evidence.SEARCH:
            yield "undecided"
        if checked.stored is not None:
            yield checked.stored

    def rows(self, checked: Crosschecked) -> Iterable[Row]:
        """The row of a puzzle."""
        return [row_of(CrosscheckedRow, checked)]

    def document(self, checked: Crosschecked) -> Document:
        """The puzzle, if it is one of those shown."""
        if not is_worth_a_look(checked):
            return ()
        if self._most is None or self._shown[checked.agree] < self._most:
            self._shown[checked.agree] += 1
            return crosschecked_document(checked, place=titled(checked.source, checked.title), in_full=False)
        self._more += 1
        return ()

    def shown(self) -> dict[str, EngineTally]:
        """The engines in the table, and their tallies."""
        used = {name: tally for name, tally in self.tallies.items() if tally.standings}
        return self.tallies if self._show_all or not used else used

    def closing(self) -> Document:
        """What was not shown; the table of the engines, and the causes of what is not confirmed."""
        if not self.verdicts:
            return ()
        words = f"{counted(self._more, 'more puzzle')} to look at; --details all shows all"
        return [*[Sentence((words,))] * bool(self._most and self._more), *self._engines()]

    def _engines(self) -> list[Block]:
        shown = self.shown()
        rows = [(name, *tally.cells()) for name, tally in shown.items()]
        causes = [(f"{name}: {cause}",) for name, tally in shown.items() for cause in tally.causes_in_words()]
        return [Table(("engine", *HEADINGS), rows), *map(Sentence, causes)]

    def last_row(self, seconds: float) -> Row:
        """The totals, with what became of each engine's answers."""
        shown = self.shown()
        by_engine = {
            name: EngineTotals(**{standing: one.standings[standing] for standing in Standing})
            for name, one in shown.items()
        }
        more = {"disagreements": self.disagreements, "by_engine": by_engine}
        return totals_row(self.verdicts, shown, seconds, self.stored, **more)

    def summary(self, seconds: float) -> Iterator[Phrase]:
        """The verdicts, the disagreements and the proofs; the stored solutions."""
        if not self.verdicts:
            return
        proved = self.evidence[Evidence.PROOF] + self.evidence[Evidence.WITNESS]
        proofs = [f"{proved:,} proved"] if self.evidence[Evidence.PROOF] else []
        yield summary_in_words(self.verdicts, self._found(), *proofs, f"{seconds:,.2f} s")
        if self.stored:
            yield (stored_tally_in_words(self.stored),)

    def text(self, head: PageHead) -> str | None:
        """The page of what was counted so far; None if that is nothing."""
        assert self._page is not None  # else nobody asks
        above = [] if self.verdicts.total() == 1 else [Section(("The engines",), self._engines())]
        tone = Tone.BAD if self.disagreements else Tone.OPEN if self.verdicts[Verdict.UNKNOWN] else Tone.GOOD
        stored = [stored_tally_in_words(self.stored)] if self.stored else []
        return self._page.text(head, above, lead=[*map(sentence, (self._found(), *stored))], tone=tone)

    def _found(self) -> str:
        """How many disagreements there are."""
        found = counted(self.disagreements, "disagreement") if self.disagreements else "no disagreement"
        return found + (f", {self.open:,} of them open" if self.open else "")


def _in_short(checked: Crosschecked) -> str:
    """What the engines say, in a few words for the table of a page."""
    failed = len(checked.failed.keys() - checked.refuted.keys())
    parts = [f"{checked.decided_by:,} of {len(checked.answers):,} decided"] * bool(checked.answers)
    parts += [f"{len(checked.refuted):,} refuted"] * bool(checked.refuted)
    return ", ".join([*parts, *["they disagree"] * checked.is_open, *[f"{failed:,} failed"] * bool(failed)])


class AnswerRow(Row, kw_only=True):
    """The answer of one engine."""

    verdict: Annotated[str, Meta(extra_json_schema=DECIDED_OR_NOT)]
    """The verdict of this engine. For example: "unique"."""
    claims: Claim | None
    """What the answer is about: a `solution` (with no word on others), a `verdict`, or a `count`; null if the
    engine failed, or the referee refused its answer.

    For example: "verdict", null.
    """
    solutions: Solutions
    seconds: Seconds
    reason: Optional[Reason] = UNSET


class ShrinkingRow(Row, kw_only=True):
    """How far shrinking came for one engine."""

    takes: ClassVar = {"because": lambda one: one.refutation.sentence}
    reached: Reached
    """`minimal`: with any single blank filled, the engine is not refuted in this way. Otherwise why it ended
    before: a smaller puzzle may do.

    For example: "minimal".
    """
    because: Words
    """What refutes the engine on the small puzzle. For example: "a solution passed the referee"."""
    tries: Positive
    """How often the engine was asked in all. For example: 17."""
    undecided: Whole
    """How many of these answers were undecided: out of time, broken off. For example: 0."""
    asked: Positive
    """How often the engine got the small puzzle. For example: 3."""
    refuted: Whole
    """How often it was refuted on it; fewer times than it was asked if it does not always answer the same.

    For example: 3.
    """


class CrosscheckedRow(PuzzleRow, kw_only=True):
    """A puzzle, and what the engines say of it."""

    takes: ClassVar = {
        "refuted": lambda one: {name: why.sentence for name, why in one.refuted.items()},
        "engines": lambda one: one.answers,
        "stored": stored_or_open,
        "shrunk": lambda one: {name: small.puzzle for name, small in one.shrunk.items()} or UNSET,
        "shrinking": lambda one: one.shrunk or UNSET,
    }
    verdict: Annotated[str, Meta(extra_json_schema=DECIDED_OR_NOT)]
    """The verdict of the engines that are not refuted; `unknown` if none decided, or if they disagree and
    nothing settles it.

    For example: "unique".
    """
    evidence: EvidenceField
    agree: bool
    """Whether no engine is refuted, and no two disagree; one that does not decide disagrees with nobody.

    For example: true.
    """
    solutions: Solutions
    refuted: dict[str, str]
    """The engines that are shown to be wrong, each with what shows it: what the referee or the trusted
    checker passed, or what the referee refused.

    For example: {"command:./x": "two solutions passed the referee"}.
    """
    engines: dict[str, AnswerRow]
    """The answer of each engine, by its full name.

    For example: {"phases": {"verdict": "none", "claims": "verdict", "solutions": [], "seconds": 0.001}}.
    """
    stored: Optional[Stored] = UNSET
    stored_fault: Optional[StoredFault] = UNSET
    shrunk: Optional[dict[str, Cells]] = UNSET
    """With `--shrink`: for each engine in `refuted`, a small puzzle with few blanks on which it is refuted in
    the same way; if it is not refuted again, the puzzle itself.

    For example: {"command:./x": "1243342143122134"}.
    """
    shrinking: Optional[dict[str, ShrinkingRow]] = UNSET
    """With `--shrink`: how far shrinking came for each engine.

    For example: {"command:./x": {"reached": "minimal", "because": "a solution passed the referee", "tries":
    9, "undecided": 0, "asked": 3, "refuted": 3}}.
    """
    unproved: Optional[Words] = UNSET
    """Why the verdict is not proved, where a proof was wanted.

    For example: "no proof: out of time after 60 s".
    """
