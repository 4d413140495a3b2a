"""What is said of verdicts: by `crosscheck`, `diagnose`, `certify` and `verify`, in full and on pages.

`crosscheck` says of a puzzle that is worth a look why one may believe the verdict, what each engine answers,
who is refuted and by what, with the grids that show it, and the small puzzles to which a refutation is
shrunk. `diagnose` says why a puzzle has no solution, or several, what to change, and which clues can go.
`certify` says what backs a verdict, and `verify` what is refused.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from sudocube.engines import Found
from sudocube.geometry import SYMBOLS
from sudocube.puzzle import Board, Puzzle, differing_cells
from sudocube.report.checks import R, VerdictsReport, in_full, verdict_boards
from sudocube.report.document import (
    TONES,
    Block,
    Boards,
    Document,
    Drawing,
    PageHead,
    Phrase,
    Section,
    Sentence,
    Table,
    Tone,
    Toned,
    sentences,
)
from sudocube.report.row import Row, row_of
from sudocube.report.words import (
    Report,
    counted,
    few,
    grounds_in_words,
    listed,
    named_clashes,
    page_place,
    reason_in_words,
    sentence,
    stored_tally_in_words,
    summary_in_words,
    tally_in_words,
    texts,
)
from sudocube.solvers.techniques.solving import level_of, word_of
from sudocube.verdict import Claim, Evidence, Verdict
from sudocube.verdicts.ambiguity import Ambiguity
from sudocube.verdicts.certificates import Certificate, CertificateVerification, FolderVerification
from sudocube.verdicts.conflicts import Change, ChangeKind, ClueRedundancy, Contradiction
from sudocube.verdicts.diagnosing import Diagnosis
from sudocube.verdicts.judging import Crosschecked, Standing
from sudocube.verdicts.shrinking import Shrunk

ON_PAGE = 100
"""How many puzzles a page has, unless it is told otherwise."""


class PuzzlesReport(VerdictsReport[R]):
    """Counts results of puzzles, and says of each what is shown: in full, or in a line if it is not unique.

    It keeps so many for the page of `--html`, those worth a look first; None stands for all of them.
    """

    command: str
    """Whose texts in `pages.toml` the page has."""

    def __init__(self, *, in_full: bool = False, on_page: int | None = ON_PAGE) -> None:
        super().__init__()
        self.in_full, self._most_on_page = in_full, on_page
        self._worth: list[R] = []
        self._others: list[R] = []

    def in_short(self, one: R) -> str:
        """A few words for a line."""
        raise NotImplementedError

    def full(self, one: R, place: str | None = None, /) -> Document:
        """A puzzle in full, after its place; by default a line."""
        return in_full(one, (one.verdict, f": {self.in_short(one)}"), place=place)

    def on_page(self, one: R) -> Document:
        """A puzzle in full, as the page shows it."""
        return self.full(one, "")

    def is_worth_a_look(self, one: R) -> bool:
        """Whether the page prefers a puzzle, and does not fold it up."""
        return one.verdict is not Verdict.UNIQUE

    def outcomes(self, one: R) -> Iterable[str]:
        """`invalid` for what the command does not take, and `unknown`."""
        if one.is_left_out:
            return [Verdict.INVALID]
        return [Verdict.UNKNOWN] if one.verdict is Verdict.UNKNOWN else []

    def document(self, one: R) -> Document:
        """The puzzle in full, or a line for one that is not unique."""
        if self.in_full:
            return self.full(one, one.place)
        return [] if one.verdict is Verdict.UNIQUE else PuzzlesReport.full(self, one, one.place)

    def add(self, one: R) -> None:
        """Count the next result, and keep it for the page if there is room."""
        super().add(one)
        group = self._worth if self.is_worth_a_look(one) else self._others
        if self._most_on_page is None or len(group) < self._most_on_page:
            group.append(one)

    def page(self, head: PageHead) -> str | None:
        """The page of what was taken so far; None if that is nothing."""
        total, said = self.verdicts.total(), texts("pages")[self.command]
        if not total:
            return None
        shown = [*self._worth, *self._others][: self._most_on_page]
        shown.sort(key=lambda one: one.index)
        blocks = [*self.closing()]
        if more := total - len(shown):
            blocks.append(Sentence((f"{counted(more, 'more puzzle')} only count above.",)))
        words = texts("pages")["words"]
        headline = summary_in_words(self.verdicts)
        lead = [*self.also_counted(), *[stored_tally_in_words(self.stored)] * bool(self.stored)]
        return head.page(
            [*blocks, *(self._section(one, is_alone=total == 1) for one in shown)],
            kind=said["title"],
            headline=sentence(words[shown[0].verdict] if total == 1 else "".join(headline)),
            tone=self.tone(),
            lead=[*map(sentence, lead)],
            method=said["method"],
            words=tuple({**words, **said["words"]}.items()),
        )

    def tone(self) -> Tone:
        """How serious the results are."""
        return next(tone for one, tone in TONES.items() if self.verdicts[one])

    def _section(self, one: R, *, is_alone: bool) -> Section:
        """A puzzle in full; the puzzle itself is drawn where its blocks draw nothing."""
        blocks = sentences([str(reason_in_words(one))]) if one.puzzle is None else self.on_page(one)
        if one.puzzle is not None and not any(isinstance(block, Boards) for block in blocks):
            blocks = [verdict_boards(one.puzzle, one.verdict, one.solutions), *blocks]
        is_folded = not is_alone and not self.is_worth_a_look(one)
        return Section((f"{page_place(one.index, one.source)}: ", one.verdict), blocks, is_folded=is_folded)


def crosschecked_document(checked: Crosschecked, place: str | None = None) -> Document:
    """A puzzle: its verdict and all that shows it."""
    return in_full(checked, _headline(checked), _answers(checked), place)


def _headline(checked: Crosschecked) -> Phrase:
    verdict = Toned("the engines disagree", Tone.BAD) if checked.is_open else checked.verdict
    grounds = refuted = ""
    if checked.evidence is not None:
        deciding = checked.decided_by - len(checked.refuted)
        grounds = f": {grounds_in_words(checked.evidence, max(2, deciding))}"
    if checked.refuted:
        refuted = Toned(f"; {counted(len(checked.refuted), 'engine')} refuted", Tone.BAD)
    return verdict, grounds, refuted


def _answers(checked: Crosschecked) -> Iterator[Block | str]:
    """What stands below the verdict."""
    puzzle = checked.puzzle
    assert puzzle is not None  # else nobody was asked
    if checked.verdict is Verdict.NONE:
        yield from named_clashes(puzzle)
    if checked.unproved is not None:
        yield f"not proved: {checked.unproved}"
    for name, answer in checked.answers.items() if _shows_answers(checked) else ():
        if name not in checked.refuted:
            yield Sentence((f"{name}: ", answer.verdict, f" ({answer.reason})" if answer.reason else ""), 2)
    for name in checked.refuted:
        yield Toned(refuted_in_words(name, checked), Tone.BAD)
    if checked.verdict.is_decided:
        yield verdict_boards(puzzle, checked.verdict, checked.solutions)
    for name, shrunk in checked.shrunk.items():
        yield f"{name}, shrunk: {shrunk_in_words(shrunk)}"
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
    if answer.claims is Claim.COUNT:
        why = f"it counts {counted(answer.count, 'solution')}{' or more' * (not answer.exhausted)}, and {why}"
    elif isinstance(answer, Found):
        why = f"it says {answer.verdict}, and {why}"
    return f"{name} is refuted: {why}"


def _cause(name: str, checked: Crosschecked) -> str:
    """Why the answer of an engine is not confirmed."""
    if name in checked.refuted:
        return checked.refuted[name].sentence
    otherwise = "nothing confirms it" if checked.verdict.is_decided else "the engines disagree"
    return checked.answers[name].reason or otherwise


def shrunk_in_words(shrunk: Shrunk) -> str:
    """How small the puzzle is, and whether a smaller one may do; or why there is none."""
    asked, blanks = counted(shrunk.tries, "time"), shrunk.puzzle.cells.count(0)
    if shrunk.refutation is None:
        return f"no: asked {asked} more, it was not refuted; does its answer depend on the puzzles before?"
    fewer = "with any blank filled, it is not refuted so" if shrunk.is_minimal else "fewer may do"
    return f"{counted(blanks, 'blank')}, asked {asked}; {fewer}" if blanks else f"a full grid, asked {asked}"


class CrosscheckReport(PuzzlesReport[Crosschecked]):
    """Counts crosschecks: verdicts, disagreements, what became of each engine's answers.

    As text it shows the first `most` puzzles that are worth a look, and as many disagreements, so that what
    else there is does not hide them; None stands for all.
    """

    command = "crosscheck"
    fewest_summed = 1
    full = staticmethod(crosschecked_document)

    def __init__(self, names: Iterable[str], *, most: int | None = None) -> None:
        super().__init__(on_page=None if most is None else max(most, ON_PAGE))
        self._most = most
        self._standings = {name: Counter(dict.fromkeys(Standing, 0)) for name in names}
        """How often the answer of which engine became what."""
        self._causes: dict[tuple[str, Standing], str] = {}
        """Why the first of them are not confirmed, and where."""
        self._seconds: defaultdict[str, float] = defaultdict(float)
        self.disagreements = self.open = 0
        self._evidence: Counter[Evidence | None] = Counter()
        self._shown: Counter[bool] = Counter()  # by whether the engines agree
        self._more = 0

    def tone(self) -> Tone:
        """How serious it is that engines disagree, or that something is open."""
        return Tone.BAD if self.disagreements else Tone.OPEN if self.verdicts[Verdict.UNKNOWN] else Tone.GOOD

    def add(self, checked: Crosschecked) -> None:
        """Count one puzzle."""
        super().add(checked)
        self.disagreements += not checked.agree
        self.open += checked.is_open
        self._evidence[checked.evidence] += 1
        for name in filter(checked.answers.__contains__, self._standings):
            standing = checked.standing(name)
            self._standings[name][standing] += 1
            self._seconds[name] += checked.answers[name].seconds
            if standing is not Standing.CONFIRMED:
                words = f"{checked.place}: {name}: {standing}: {_cause(name, checked)}"
                self._causes.setdefault((name, standing), words)

    def is_worth_a_look(self, checked: Crosschecked) -> bool:
        """Whether it is not unique, answers or a stored fault are to be shown, or a proof is missing."""
        is_missing = checked.unproved is not None or checked.stored_fault is not None
        return checked.verdict is not Verdict.UNIQUE or _shows_answers(checked) or is_missing

    def by_engine(self) -> dict[str, Counter[Standing]]:
        """What became of the answers of the engines that were asked; of all engines, if none was."""
        return {name: one for name, one in self._standings.items() if one.total()} or self._standings

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

    def closing(self) -> Document:
        """The table of the engines, and where each was first refuted, undecided or failed, and why."""
        rows = [
            (name, *(f"{number:,}" for number in standings.values()), f"{self._seconds[name]:,.2f}")
            for name, standings in self.by_engine().items()
            if name in self._seconds
        ]
        table = Table(("engine", *map(str, Standing), "seconds"), rows)
        return [table, *sentences(self._causes.values())] if rows else ()

    def summary(self, seconds: float) -> Iterator[Phrase]:
        """The same, and how many puzzles were not shown."""
        yield from super().summary(seconds)
        if self._most and self._more:
            yield (f"{counted(self._more, 'more puzzle')} to look at; --details all shows all",)

    def last_row(self, seconds: float) -> Row:
        """The totals, with what became of each engine's answers."""
        more = {"disagreements": self.disagreements, "by_engine": self.by_engine()}
        return self.totals(self.by_engine(), seconds, **more)

    def also_counted(self) -> Iterator[str]:
        """The disagreements and the proofs."""
        found = counted(self.disagreements, "disagreement") if self.disagreements else "no disagreement"
        yield found + (f", {self.open:,} of them open" if self.open else "")
        if proved := self._evidence[Evidence.PROOF]:
            yield f"{proved + self._evidence[Evidence.WITNESS]:,} proved"


NAMED_AT_MOST = 20
"""How many clues, and how many changes that mend a puzzle, `diagnose` names."""

LARGEST_RATED = 9
"""The largest size for which the level is told: in larger puzzles, chains take long."""


def diagnosis_document(found: Diagnosis, place: str | None = None) -> Document:
    """The verdict, why it is so, and what to change."""
    grounds = f": {grounds_in_words(found.evidence)}" if found.evidence else ""
    return in_full(found, (found.verdict, grounds), _reasons(found), place)


def _reasons(found: Diagnosis) -> Iterator[Block | str]:
    """What stands below the verdict."""
    puzzle = found.puzzle
    assert puzzle is not None  # else there is nothing to diagnose
    if found.reason is not None:
        yield f"{found.reason}."
    match found.why:
        case Contradiction() as none:
            yield from _contradiction(puzzle, none)
        case Ambiguity() as several:
            yield from _ambiguity(puzzle, several)
        case ClueRedundancy() as unique:
            yield from _redundancy(puzzle, unique)
    if found.verdict.is_decided and found.undecided:
        questions = "; ".join(found.undecided)
        yield Toned(f"Not known in the time there was for it: {questions}.", Tone.OPEN)


def _contradiction(puzzle: Puzzle, found: Contradiction) -> Iterator[Block | str]:
    """The main conflict, how many others there are, and the changes that take the least effort."""
    yield from (f"{named}." for named in named_clashes(puzzle))
    if found.conflicts:
        main, *others = found.conflicts
        if not found.clashes:
            minimal = "; without any one of them, the others can" if main.is_minimal else ""
            named = listed(few(_clues(puzzle, main.cells), most=NAMED_AT_MOST))
            yield f"These {main.size} clues cannot stand together{minimal}: {named}."
        marked = {*main.cells, *(cell for clash in found.clashes for cell in clash.cells)}
        yield Boards([Drawing(puzzle, marked=marked, tone=Tone.BAD)], "in conflict")
        if others:
            what = counted(len(others), "other conflict")
            yield f"There is more: {what}, so that {len(others) + 1} clues at least are wrong."
    if changes := sorted(found.changes, key=_effort):
        which = "one of these changes" if changes[1:] else "this change"
        yield f"The puzzle is unique after {which}:"
        yield from sentences(few(map(_change_in_words, changes), most=NAMED_AT_MOST), indent=4)
    elif found.are_all_changes:
        yield "No change of one clue makes the puzzle unique."


def _effort(change: Change) -> tuple[int, int]:
    return (ChangeKind.CHANGE, ChangeKind.REMOVE, ChangeKind.MOVE).index(change.kind), change.cell


def _change_in_words(change: Change) -> str:
    """What to do: "r1c1=2", "removing r1c1=7" or "moving r1c1=7 to r2c3"."""
    if change.to_digit is not None:
        return _clues(change.puzzle, [change.cell])[0]
    name = change.puzzle.geometry.cell_name
    clue = f"{name(change.cell)}={SYMBOLS[change.digit]}"
    return f"removing {clue}" if change.to_cell is None else f"moving {clue} to {name(change.to_cell)}"


def _ambiguity(puzzle: Puzzle, found: Ambiguity) -> Iterator[Block | str]:
    """How many solutions there are, which clues to add, if some are known, and what differs."""
    yield f"There are {_solutions(found)}."
    added, repair = _with_further_clues(puzzle, found), found.repair
    if added is not None and repair is not None:
        proved = "; fewer do not" * (len(repair.clues) > 1 and repair.is_smallest)
        yield f"{added.words}, with the solution below and no other{proved}:"
        boards, captions = (repair.puzzle, repair.solution), ("the puzzle then", "its solution")
        yield _beside(repair.puzzle, captions, boards, repair.clues, "further clue")
    elif added is not None:
        yield f"{added.words}."
    pair, is_all = found.closest, found.is_exact and found.count == 2
    proved = "" if is_all or not pair.is_smallest else "; no two differ in fewer"
    yield f"{'They' if is_all else 'These two'} differ in {len(pair.cells)} cells{proved}:"
    yield _beside(puzzle, ("one solution", "another"), pair.solutions, pair.cells, "differs")


def _solutions(found: Ambiguity) -> str:
    return f"{'' if found.is_exact else 'at least '}{counted(found.count, 'solution')}"


def _redundancy(puzzle: Puzzle, found: ClueRedundancy) -> Iterator[Block | str]:
    """How hard the puzzle is, the clues that can be dropped, and a minimal puzzle within this one."""
    if puzzle.geometry.size <= LARGEST_RATED:
        level = level_of(puzzle)
        yield f"It is {word_of(level)} (level {level}). {texts('pages')['levels'][level]}"
    redundant, clues, left = found.redundant, len(puzzle.clues), len(found.minimal.clues)
    if not redundant and not found.undecided:
        yield f"It is minimal: none of its {clues} clues can be dropped."
    if redundant:
        each = "each " * (len(redundant) > 1)
        named = listed(few(_clues(puzzle, redundant), most=NAMED_AT_MOST))
        yield f"{len(redundant)} of its {clues} clues can {each}be dropped: {named}."
        if left < clues:
            captions = f"{clues} clues", f"{left} clues{', minimal' if found.is_minimal else ''}"
            dropped = differing_cells(puzzle, found.minimal)
            yield _beside(puzzle, captions, (puzzle, found.minimal), dropped, "dropped")


def _beside(
    clues: Puzzle, captions: Sequence[str], boards: Sequence[Board], marked: Collection[int], meaning: str
) -> Boards:
    both = zip(boards, captions, strict=True)
    return Boards([Drawing(board, caption, clues, marked) for board, caption in both], meaning, in_text=True)


def _clues(board: Board, cells: Iterable[int]) -> list[str]:
    """Clues by name: "r1c1=3"."""
    return [f"{board.geometry.cell_name(cell)}={SYMBOLS[board.cells[cell]]}" for cell in cells]


class Mending(NamedTuple):
    """A way to make a puzzle unique, in a few words, and the puzzle then."""

    words: str
    puzzle: Puzzle


def mending(found: Diagnosis) -> Mending | None:
    """The change of one clue, or the further clues, that mend a puzzle with the least effort, if known."""
    match found.puzzle, found.why:
        case _, Contradiction(changes=[_, *_] as changes):
            change = min(changes, key=_effort)
            return Mending(f"{_change_in_words(change)} would mend it", change.puzzle)
        case Puzzle() as puzzle, Ambiguity() as several:
            return _with_further_clues(puzzle, several)
    return None


def _with_further_clues(puzzle: Puzzle, found: Ambiguity) -> Mending | None:
    """With the clues of a repair, or with one that only one solution has, if known."""
    each = enumerate(found.candidates if found.is_exact else ())
    once = ({cell: digit} for cell, digits in each for digit, count in digits.items() if count == 1)
    if not (clues := found.repair.clues if found.repair is not None else next(once, {})):
        return None
    whole = Puzzle.of_clues({**puzzle.clues, **clues}, puzzle.geometry)
    return Mending(f"{listed(_clues(whole, clues))} make{'s' * (len(clues) == 1)} it unique", whole)


class DiagnosisReport(PuzzlesReport[Diagnosis]):
    """Says of each puzzle what is wrong."""

    columns = ("source", "box", "verdict", "evidence", "diagnosis", "mended")
    command = "diagnose"
    full = staticmethod(diagnosis_document)

    def row(self, one: Diagnosis) -> Row:
        """The row of a puzzle, with what says why the verdict is so."""
        return row_of(one, one.why)

    def in_short(self, found: Diagnosis) -> str:
        """What a diagnosis found, and the first way to mend it, in a few words.

        r1c1 and r1c8 both hold 7 in row 1; r1c1=2 would mend it
        2 solutions; r1c5=2 makes it unique
        """
        mend = mending(found)
        match found.why:
            case Contradiction() as none:
                sizes = (f"{one.size} clues cannot stand together" for one in none.conflicts)
                why = next(chain(map(str, none.clashes), sizes), "no two clues clash")
                return f"{why}; {mend.words if mend else 'no change of one clue mends it'}"
            case Ambiguity() as several:
                return _solutions(several) + (f"; {mend.words}" if mend else "")
            case ClueRedundancy(redundant=[_, *_] as redundant):
                return f"{counted(len(redundant), 'clue')} can be dropped"
            case ClueRedundancy(undecided=undecided):
                return "partly undecided" if undecided else "minimal"
        return found.reason or ""

    def outcomes(self, found: Diagnosis) -> Iterable[str]:
        """The same, and `unknown` where a part is undecided."""
        return [Verdict.UNKNOWN] if found.undecided else super().outcomes(found)

    def in_table(self, one: Diagnosis) -> Mapping[str, object]:
        """What was found in a few words; the puzzle with the first mending change made."""
        mend = mending(one)
        return {"diagnosis": self.in_short(one), "mended": mend and mend.puzzle}


BY_SINGLES = "proved by naked and hidden singles alone"
EVENTS_AT_MOST = 100
"""How many events of a proof are shown; the last one always is."""


class CertifyReport(PuzzlesReport[Certificate]):
    """Says of each puzzle what its certificate consists of."""

    command = "certify"

    _by_singles = 0

    def add(self, one: Certificate) -> None:
        """Count the next certificate."""
        super().add(one)
        self._by_singles += one.steps == ()

    def also_counted(self) -> list[str]:
        """For how many puzzles singles are enough."""
        return [f"{self._by_singles:,} {BY_SINGLES}"] * bool(self._by_singles)

    def in_short(self, one: Certificate) -> str:
        """What the certificate of a decided puzzle consists of; of another one, why it is not decided."""
        if one.steps is None:
            return one.reason or "two solutions shown"
        if one.steps:
            return f"a proof of {counted(len(one.steps), 'step')}"
        return reason_in_words(one) or BY_SINGLES

    def on_page(self, one: Certificate) -> Document:
        """What backs the verdict, step by step."""
        return [*super().on_page(one), *([] if one.steps is None else [_proof(one)])]


def _proof(certificate: Certificate) -> Section:
    """The proof event by event: at most so many, and the last one."""
    from sudocube.report.step_words import told_events

    told = ["".join(words) for _, words in told_events(certificate)]
    if (left_out := len(told) - EVENTS_AT_MOST) > 1:
        told[EVENTS_AT_MOST:-1] = [f"({counted(left_out - 1, 'event')} of the proof are left out here.)"]
    return Section(("The proof",), sentences(told), is_folded=True)


class VerifyReport(Report[CertificateVerification]):
    """Says what is refused, and in the end how many certificates hold."""

    def __init__(self) -> None:
        self._faults: set[str | None] = set()
        """What is wrong with the folder: it is said once, and not of each certificate again."""
        self.result: FolderVerification | None = None
        """What the folder comes to; it has to be there in the end."""

    def add(self, one: CertificateVerification) -> None:
        """Note the faults of the folder."""
        if one.kind == "fault":
            self._faults.add(one.reason)

    def outcomes(self, one: CertificateVerification) -> Iterable[str]:
        """`invalid` for an INPUT that can have no certificate, `refused` for what does not hold."""
        if one.kind == "left out":
            return [Verdict.INVALID]
        return [] if one.accepted else ["refused"]

    def document(self, one: CertificateVerification) -> Document:
        """What is refused, and why, but for certificates with a fault of the folder."""
        if one.accepted or (one.index is not None and one.reason in self._faults):
            return ()
        words: Phrase = (f"refused: puzzle {one.index}: {one.reason}",)
        if one.source is not None:
            reason = str(one.reason).removeprefix(f"{one.source}: ")
            words = f"{one.source}: ", one.verdict or "missing", f": {reason}"
        elif one.index is None:
            words = (f"the folder: {one.reason}",)
        return [Sentence(words, wraps=False)]

    def closing(self) -> Document:
        """How many certificates are accepted and refused, and what else is wrong."""
        assert self.result is not None  # it was verified
        lines: list[Phrase] = [_tally(self.result), (list_in_words(self.result),)]
        return [Sentence(line, wraps=False) for line in lines]


def _tally(result: FolderVerification) -> Phrase:
    accepted = Counter(result.accepted)
    each = (": ", *tally_in_words(accepted)) if accepted else ()
    refused = f"{result.refused:,}" if result.refused else "nothing" if result.holds else "none"
    missing = f"; {result.missing:,} missing" * bool(result.missing)
    faults = f"; {counted(result.faults, 'fault')} of the folder" * bool(result.faults)
    held = f"{counted(accepted.total(), 'certificate')} accepted"
    return held, *each, f"; {refused} refused{missing}{faults}"


def list_in_words(result: FolderVerification) -> str:
    """Whether the certificates are those of a list."""
    if result.listed is None:
        return "the list of puzzles was not given: what was left out cannot be seen"
    return f"held against {counted(result.listed, 'puzzle')} of the list"
