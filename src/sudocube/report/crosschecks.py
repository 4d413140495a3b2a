"""What `crosscheck` says of its results: single puzzles, what became of each engine, a page of all.

Of a puzzle that is worth a look it says the verdict and why one may believe it, what each engine answers, who
is refuted and by what, with the grids that show it, and the small puzzles to which a refutation is shrunk.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import product

from sudocube.cube import clashes
from sudocube.engines import Found, Refuted
from sudocube.puzzle import Grid, Puzzle
from sudocube.report.checks import SHOWN_AT_MOST, PuzzlesReport, in_full, verdict_boards
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
    sentences,
)
from sudocube.report.puzzle_rows import EngineTotals, totals_row
from sudocube.report.row import Row
from sudocube.report.words import counted, grounds_in_words, listed, named_clashes
from sudocube.verdict import Claim, Evidence, Verdict
from sudocube.verdicts.judging import Crosschecked, Standing
from sudocube.verdicts.shrinking import Shrunk


def crosschecked_document(checked: Crosschecked, place: str | None = None) -> Document:
    """A puzzle: its verdict and all that shows it."""
    blocks = () if checked.puzzle is None else _body(checked, checked.puzzle)
    return in_full(checked, _headline(checked), blocks, place)


def _headline(checked: Crosschecked) -> Phrase:
    words: list[str] = [checked.verdict]
    if checked.is_open:
        words = [Toned("the engines disagree", Tone.BAD)]
    elif checked.evidence is not None:
        deciding = checked.decided_by - len(checked.refuted)
        words.append(f": {grounds_in_words(checked.evidence, max(2, deciding))}")
    if checked.refuted:
        words += ["; ", Toned(f"{counted(len(checked.refuted), 'engine')} refuted", Tone.BAD)]
    if failed := [name for name in checked.failed if name not in checked.refuted]:
        words.append(f"; {listed(failed)} failed")
    return tuple(words)


def _body(checked: Crosschecked, puzzle: Puzzle) -> Iterator[Block]:
    """What stands below the verdict."""
    if checked.verdict is Verdict.NONE:
        yield from sentences(named_clashes(puzzle), indent=2)
    if checked.unproved is not None:
        yield Sentence((f"not proved: {checked.unproved}",), 2)
    for name, answer in checked.answers.items() if _shows_answers(checked) else ():
        if name not in checked.refuted:
            yield Sentence((f"{name}: ", answer.verdict, f" ({answer.reason})" if answer.reason else ""), 2)
    for name in checked.refuted:
        yield Sentence((Toned(refuted_in_words(name, checked), Tone.BAD),), 2)
        answer = checked.answers[name]
        if isinstance(answer, Refuted) and (grid := answer.refused) and grid.geometry == puzzle.geometry:
            yield Boards([Drawing(grid, "refused", puzzle, wrong_cells(grid, puzzle), Tone.BAD)], "wrong")
    if checked.verdict.is_decided:
        yield verdict_boards(puzzle, checked.verdict, checked.solutions)
    for name, shrunk in checked.shrunk.items():
        yield Sentence((f"{name}, shrunk: {shrunk_in_words(shrunk)}",), 2)
        if shrunk.refutation is not None:
            yield Sentence((str(shrunk.puzzle),), 4, wraps=False)
            yield Boards([Drawing(shrunk.puzzle, "shrunk, to trace by hand", puzzle)])


def _shows_answers(checked: Crosschecked) -> bool:
    """Whether each engine's answer is shown: they do not agree, fewer than two decided, or one failed."""
    is_shaky = not checked.agree or checked.decided_by < min(2, len(checked.answers))
    return is_shaky or bool(checked.failed)


def refuted_in_words(name: str, checked: Crosschecked) -> str:
    """That an engine is refuted, and by what.

    >>> from sudocube import crosscheck
    >>> print(refuted_in_words("<lambda>()", crosscheck(16 * ".", engines=["sat", lambda cells: 1])))
    <lambda>() is refuted: it counts 1 solution, and two solutions passed the referee
    """
    answer, why = checked.answers[name], _cause(name, checked)
    if why.startswith(f"{name} "):
        why = f"it {why.removeprefix(f'{name} ')}"
    elif answer.claims is Claim.COUNT:
        why = f"it counts {counted(answer.count, 'solution')}{' or more' * (not answer.exhausted)}, and {why}"
    elif isinstance(answer, Found):
        why = f"it says {answer.verdict}, and {why}"
    return f"{name} is refuted: {why}"


def _cause(name: str, checked: Crosschecked) -> str:
    """Why the answer of an engine is not confirmed, without the cells of a grid that the referee refused."""
    answer = checked.answers[name]
    if name in checked.refuted:
        refused = answer.refused if isinstance(answer, Refuted) else None
        return checked.refuted[name].sentence.replace(f"the solution {refused}", "its grid")
    is_decided = checked.verdict.is_decided
    return answer.reason or ("nothing confirms it" if is_decided else "the engines disagree")


def wrong_cells(grid: Grid, puzzle: Puzzle) -> set[int]:
    """The cells of a grid that the referee objects to: they hold a digit twice in a unit, or not the clue.

    >>> sorted(wrong_cells(Grid("1243 3421 4312 2134"), Puzzle("2... .... .... ....")))
    [0]
    """
    wrong = {cell for clash in clashes(grid) for cell in clash.cells}
    return wrong | {cell for cell, digit in puzzle.clues.items() if grid.cells[cell] != digit}


def shrunk_in_words(shrunk: Shrunk) -> str:
    """How small the puzzle is, and whether a smaller one may do; or why there is none."""
    if shrunk.refutation is None:
        asked = f"asked {counted(shrunk.tries, 'more time')}"
        return f"no: {asked}, it was not refuted; does its answer depend on the puzzles before?"
    asked = f"asked {counted(shrunk.tries, 'time')}"
    if not (blanks := shrunk.puzzle.cells.count(0)):
        return f"a full grid, {asked}"
    minimal = "; with any blank filled, it is not refuted so" if shrunk.is_minimal else "; fewer may do"
    return f"{counted(blanks, 'blank')}, {asked}{minimal}"


class CrosscheckReport(PuzzlesReport[Crosschecked]):
    """Counts crosschecks: verdicts, disagreements, what became of each engine's answers.

    As text it shows the first `most` puzzles that are worth a look, and as many disagreements, so that what
    else there is does not hide them; None stands for all.
    """

    command = "crosscheck"
    fewest_summed = 1
    full = staticmethod(crosschecked_document)

    def __init__(self, names: Sequence[str], *, most: int | None = None) -> None:
        super().__init__(most_on_page=None if most is None else max(most, SHOWN_AT_MOST))
        self._most = most
        self._names = names
        self._standings = {name: Counter[str](dict.fromkeys(Standing, 0)) for name in names}
        """How often which engine's answer became what."""
        self._firsts: dict[tuple[str, Standing], str] = {}
        """Why the first of them are not confirmed."""
        self._seconds: defaultdict[str, float] = defaultdict(float)
        self.disagreements = self.open = 0
        self._evidence: Counter[Evidence | None] = Counter()
        self._shown: Counter[bool] = Counter()  # by whether the engines agree
        self._more = 0

    def add(self, checked: Crosschecked) -> None:
        """Count one puzzle."""
        super().add(checked)
        self.disagreements += not checked.agree
        self.open += checked.is_open
        self._evidence[checked.evidence] += 1
        for name in checked.answers.keys() & self._names:
            standing = checked.standing(name)
            self._standings[name][standing] += 1
            self._seconds[name] += checked.answers[name].seconds
            if standing is not Standing.CONFIRMED:
                self._firsts.setdefault((name, standing), _cause(name, checked))

    def in_short(self, checked: Crosschecked) -> str:
        """The verdict, and why one may believe it."""
        return "".join(_headline(checked))

    def is_worth_a_look(self, checked: Crosschecked) -> bool:
        """Whether it is not unique, answers or a stored fault are to be shown, or a proof is missing."""
        is_missing = checked.unproved is not None or checked.stored_fault is not None
        return checked.verdict is not Verdict.UNIQUE or _shows_answers(checked) or is_missing

    def always_failed(self) -> list[str]:
        """The engines that failed on every puzzle that they were asked."""
        failed = Standing.FAILED
        return [name for name, one in self.by_engine().items() if one[failed] == one.total() > 0]

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

    def document(self, checked: Crosschecked) -> Document:
        """The puzzle, if it is one of those shown."""
        if not self.is_worth_a_look(checked):
            return ()
        if self._most is None or self._shown[checked.agree] < self._most:
            self._shown[checked.agree] += 1
            return self.full(checked, checked.place)
        self._more += 1
        return ()

    def by_engine(self) -> dict[str, Counter[str]]:
        """What became of the answers of the engines that were asked; of all engines, if none was."""
        return {name: one for name, one in self._standings.items() if one.total()} or self._standings

    def closing(self) -> Document:
        """What was not shown; the table of the engines, and the causes of what is not confirmed."""
        if not self.verdicts:
            return ()
        words = f"{counted(self._more, 'more puzzle')} to look at; --details all shows all"
        return [*[Sentence((words,))] * bool(self._most and self._more), *self._engines()]

    def _engines(self) -> list[Block]:
        """The table, and the first cause of each standing: "12 refuted, the first: two solutions …"."""
        bad, rows = (Standing.REFUTED, Standing.FAILED), []
        for name, standings in self.by_engine().items():
            numbers = (
                Toned(f"{number:,}", Tone.BAD) if number and one in bad else f"{number:,}"
                for one, number in standings.items()
            )
            rows.append((name, *numbers, f"{self._seconds[name]:,.2f}"))
        causes = []
        for name, standing in product(self._names, Standing):
            if cause := self._firsts.get((name, standing)):
                number = self._standings[name][standing]
                causes.append(f"{name}: {number:,} {standing}{', the first' * (number > 1)}: {cause}")
        return [Table(("engine", *map(str, Standing), "seconds"), rows), *sentences(causes)]

    def last_row(self, seconds: float) -> Row:
        """The totals, with what became of each engine's answers."""
        by_engine = {name: EngineTotals(**standings) for name, standings in self.by_engine().items()}
        more = {"disagreements": self.disagreements, "by_engine": by_engine}
        return totals_row(self.verdicts, by_engine, seconds, self.stored, **more)

    def also_counted(self) -> Iterator[str]:
        """The disagreements and the proofs."""
        found = counted(self.disagreements, "disagreement") if self.disagreements else "no disagreement"
        yield found + (f", {self.open:,} of them open" if self.open else "")
        if proved := self._evidence[Evidence.PROOF]:
            yield f"{proved + self._evidence[Evidence.WITNESS]:,} proved"

    def above(self) -> list[Block]:
        """What became of the engines' answers."""
        return [Section(("The engines",), self._engines())]

    def tone(self) -> Tone:
        """How serious it is that engines disagree, or that something is open."""
        return Tone.BAD if self.disagreements else Tone.OPEN if self.verdicts[Verdict.UNKNOWN] else Tone.GOOD
