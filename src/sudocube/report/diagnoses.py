"""What `diagnose` says: why a puzzle has no solution, or several, what to change, which clues can go."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from sudocube.geometry import SYMBOLS
from sudocube.puzzle import Board, Puzzle, differing_cells
from sudocube.report.checks import PuzzlesReport, in_full
from sudocube.report.document import Block, Boards, Document, Drawing, Sentence, Tone, Toned
from sudocube.report.row import Row, row_of
from sudocube.report.words import counted, grounds_in_words, listed, named_clashes, texts
from sudocube.solvers.techniques.solving import level_of, word_of
from sudocube.verdict import Verdict
from sudocube.verdicts.ambiguity import Ambiguity
from sudocube.verdicts.conflicts import Change, ChangeKind, ClueRedundancy, Contradiction
from sudocube.verdicts.diagnosing import Diagnosis

CLUES_AT_MOST = 20
"""How many clues of a conflict, and how many that can be dropped, are named."""

CHANGES_AT_MOST = 8
"""How many changes that mend a puzzle are listed."""

LARGEST_RATED = 9
"""The largest size for which the level is told: in larger puzzles, chains take long."""


def diagnosis_document(found: Diagnosis, place: str | None = None) -> Document:
    """The verdict, why it is so, and what to change."""
    grounds = f": {grounds_in_words(found.evidence)}" if found.evidence else ""
    return in_full(found, (found.verdict, grounds), _blocks(found), place)


def _blocks(found: Diagnosis) -> Iterator[Block]:
    """What stands below the verdict."""
    puzzle = found.puzzle
    assert puzzle is not None  # else there is nothing to diagnose
    if found.reason is not None:
        yield _said(f"{found.reason}.")
    match found.why:
        case Contradiction() as none:
            yield from _contradiction(puzzle, none)
        case Ambiguity() as several:
            yield from _ambiguity(puzzle, several)
        case ClueRedundancy() as unique:
            yield from _redundancy(puzzle, unique)
    if found.verdict.is_decided and found.undecided:
        open_questions = "; ".join(found.undecided)
        words = Toned(f"Not known in the time there was for it: {open_questions}.", Tone.OPEN)
        yield Sentence((words,), 2, 2)


def _contradiction(puzzle: Puzzle, found: Contradiction) -> Iterator[Block]:
    """The main conflict, how many others there are, and the changes that take the least effort."""
    yield from (_said(f"{named}.") for named in named_clashes(puzzle))
    if found.conflicts:
        (main, *others), size = found.conflicts, len(found.conflicts[0].cells)
        if not found.clashes:
            minimal = "; without any one of them, the others can" if main.is_minimal else ""
            named = _first_clues(puzzle, main.cells)
            yield _said(f"These {size} clues cannot stand together{minimal}: {named}.")
        marked = {*main.cells, *(cell for clash in found.clashes for cell in clash.cells)}
        yield Boards([Drawing(puzzle, marked=marked, tone=Tone.BAD)], "in conflict")
        if others:
            what = counted(len(others), "other conflict")
            yield _said(f"There is more: {what}, so that {len(others) + 1} clues at least are wrong.")
    if changes := sorted(found.changes, key=_effort):
        which = "one of these changes" if changes[1:] else "this change"
        yield _said(f"The puzzle is unique after {which}:")
        yield from (_said(_change_in_words(one), indent=4) for one in changes[:CHANGES_AT_MOST])
        if (more := len(changes) - CHANGES_AT_MOST) > 0:
            yield _said(f"and {counted(more, 'other')}", indent=4)
    elif found.are_all_changes:
        yield _said("No change of one clue makes the puzzle unique.")


def _effort(change: Change) -> tuple[int, int]:
    return (ChangeKind.CHANGE, ChangeKind.REMOVE, ChangeKind.MOVE).index(change.kind), change.cell


def _change_in_words(change: Change) -> str:
    """What to do: "r1c1=2", "removing r1c1=7" or "moving r1c1=7 to r2c3"."""
    if change.to_digit is not None:
        return _clues(change.puzzle, [change.cell])[0]
    name = change.puzzle.geometry.cell_name
    clue = f"{name(change.cell)}={SYMBOLS[change.digit]}"
    return f"removing {clue}" if change.to_cell is None else f"moving {clue} to {name(change.to_cell)}"


def _ambiguity(puzzle: Puzzle, found: Ambiguity) -> Iterator[Block]:
    """How many solutions there are, which clues to add, if some are known, and what differs."""
    yield _said(f"There are {_solutions(found)}.")
    added, repair = _with_further_clues(puzzle, found), found.repair
    if added is not None and repair is not None:
        proved = "; fewer do not" * (len(repair.clues) > 1 and repair.is_smallest)
        yield _said(f"{added.words}, with the solution below and no other{proved}:")
        boards, captions = (repair.puzzle, repair.solution), ("the puzzle then", "its solution")
        yield _beside(repair.puzzle, captions, boards, repair.clues, "further clue")
    elif added is not None:
        yield _said(f"{added.words}.")
    pair, is_all = found.closest, found.is_exact and found.count == 2
    proved = "" if is_all or not pair.is_smallest else "; no two differ in fewer"
    yield _said(f"{'They' if is_all else 'These two'} differ in {len(pair.cells)} cells{proved}:")
    yield _beside(puzzle, ("one solution", "another"), pair.solutions, pair.cells, "differs")


def _solutions(found: Ambiguity) -> str:
    return f"{'' if found.is_exact else 'at least '}{counted(found.count, 'solution')}"


def _redundancy(puzzle: Puzzle, found: ClueRedundancy) -> Iterator[Block]:
    """How hard the puzzle is, the clues that can be dropped, and a minimal puzzle within this one."""
    if puzzle.geometry.size <= LARGEST_RATED:
        level = level_of(puzzle)
        yield _said(f"It is {word_of(level)} (level {level}). {texts('pages')['levels'][level]}")
    redundant, clues, left = found.redundant, len(puzzle.clues), len(found.minimal.clues)
    if found.is_all_needed:
        yield _said(f"It is minimal: none of its {clues} clues can be dropped.")
    if redundant:
        each = "can" if len(redundant) == 1 else "can each"
        yield _said(
            f"{len(redundant)} of its {clues} clues {each} be dropped: {_first_clues(puzzle, redundant)}."
        )
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


def _first_clues(puzzle: Puzzle, cells: Collection[int]) -> str:
    """The first clues by name, and how many more there are."""
    named = _clues(puzzle, cells)
    named[CLUES_AT_MOST:] = [f"{len(named) - CLUES_AT_MOST} more"] * (len(named) > CLUES_AT_MOST)
    return listed(named)


def _said(words: str, *, indent: int = 2) -> Sentence:
    return Sentence((words,), indent, indent)


class Mending(NamedTuple):
    """A way to make a puzzle unique, in a few words, and the puzzle then."""

    words: str
    puzzle: Puzzle


def mending(found: Diagnosis) -> Mending | None:
    """The change of one clue, or the further clues, that mend a puzzle with the least effort, if known."""
    if found.contradiction is not None and found.contradiction.changes:
        change = min(found.contradiction.changes, key=_effort)
        return Mending(f"{_change_in_words(change)} would mend it", change.puzzle)
    if found.puzzle is None or found.ambiguity is None:
        return None
    return _with_further_clues(found.puzzle, found.ambiguity)


def _with_further_clues(puzzle: Puzzle, found: Ambiguity) -> Mending | None:
    """With the clues of a repair, or with one that only one solution has, if known."""
    each = enumerate(found.candidates if found.is_exact else ())
    once = ({cell: digit} for cell, digits in each for digit, count in digits.items() if count == 1)
    if not (clues := found.repair.clues if found.repair is not None else next(once, {})):
        return None
    whole = Puzzle.of_clues({**puzzle.clues, **clues}, puzzle.geometry)
    return Mending(f"{listed(_clues(whole, clues))} make{'s' * (len(clues) == 1)} it unique", whole)


def diagnosed_row(one: Diagnosis) -> Row:
    """The row of one puzzle."""
    return row_of(one) if one.why is None else row_of(one, one.why)


class DiagnosisReport(PuzzlesReport[Diagnosis]):
    """Says of each puzzle what is wrong."""

    columns = ("source", "box", "verdict", "evidence", "diagnosis", "mended")
    command = "diagnose"
    full = staticmethod(diagnosis_document)
    row = staticmethod(diagnosed_row)

    def in_short(self, found: Diagnosis) -> str:
        """What a diagnosis found, and the first way to mend it, in a few words.

        r1c1 and r1c8 both hold 7 in row 1; r1c1=2 would mend it
        2 solutions; r1c5=2 makes it unique
        """
        mend = mending(found)
        match found.why:
            case Contradiction(clashes=[clash, *_]):
                why = str(clash)
            case Contradiction(conflicts=[conflict, *_]):
                why = f"{conflict.size} clues cannot stand together"
            case Contradiction():
                why = "no two clues clash"
            case Ambiguity() as several:
                return _solutions(several) + (f"; {mend.words}" if mend else "")
            case ClueRedundancy(redundant=redundant) if redundant:
                return f"{counted(len(redundant), 'clue')} can be dropped"
            case ClueRedundancy(undecided=undecided):
                return "partly undecided" if undecided else "minimal"
            case None:
                return found.reason or ""
        return f"{why}; {mend.words if mend else 'no change of one clue mends it'}"

    def is_worth_a_look(self, found: Diagnosis) -> bool:
        """Whether it is not known to be minimal."""
        return found.redundancy is None or not found.redundancy.is_all_needed

    def outcomes(self, found: Diagnosis) -> Iterable[str]:
        """`invalid`, and `unknown` where something is undecided."""
        if found.is_left_out:
            return [Verdict.INVALID]
        return [Verdict.UNKNOWN] if found.undecided or found.verdict is Verdict.UNKNOWN else []

    def in_table(self, one: Diagnosis) -> Mapping[str, object]:
        """What was found in a few words; the puzzle with the first mending change made."""
        mend = mending(one)
        return {"diagnosis": self.in_short(one), "mended": mend and mend.puzzle}
