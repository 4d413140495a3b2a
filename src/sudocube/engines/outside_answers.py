"""What outsiders answer, read: functions return it, and programs print it.

An answer is one of these:

    GRID                                              a solution is claimed, and nothing of others
    unique GRID, multiple [GRID [GRID]], none, unknown    a verdict is claimed
    NUMBER [GRID …]                                   a number of solutions is claimed
    {"verdict": …, "count": …, "solutions": […]}      in JSON; one of the three is enough

`unsolvable`, `unsat`, `invalid` and `no solution` mean `none`. `:`, `=` or `,` may stand after the word of a
verdict. A text with other letters or digits beside its grids is garbled: `last tried: GRID` claims nothing.

Programs print some things beside their answers, which claim nothing: colours, the puzzle itself before its
answer (`PUZZLE,GRID`, `PUZZLE : NUMBER`), `Solution:`, and the time that it took after it (`GRID 0.3 ms`). In
JSON, `solution` and `status` may stand for `solutions` and `verdict`.

A function may return the text, or the values themselves: a grid (in any form that `Grid` takes), a list of
grids, a number, a dict, or None for `none`. A list of grids claims solutions, and not that they are all.
Whatever can be read in two ways, such as an empty list, is garbled: the error quotes it, and says what to
return.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from operator import index
from typing import SupportsIndex

from sudocube.engines.protocol import Found, Undecided
from sudocube.engines.words_beside_grids import says_nothing_else
from sudocube.errors import EngineError, InputError, PuzzleError, RefutedError, quoted
from sudocube.geometry import Geometry
from sudocube.puzzle import Board, Grid, Puzzle
from sudocube.refereeing import referee
from sudocube.verdict import Claim, Verdict

EXPECTED = "a grid, a list of grids, a number, a verdict with its grids, a dict with these, or None"

PRINTED = "a program prints GRID, unique GRID, multiple [GRID [GRID]], none, unknown, NUMBER [GRID …] or JSON"
"""For the message on an answer that is none of these."""

VERDICTS = {str(verdict): verdict for verdict in Verdict if verdict is not Verdict.INVALID}
VERDICTS |= dict.fromkeys(("unsolvable", "unsat", "invalid", "no solution"), Verdict.NONE)
"""The words for verdicts."""

_WORD_AND_SIGN = re.compile(r"([a-z]+)\s*[:=,]", re.I)
"""A word that `:`, `=` or `,` parts from what follows."""

FIELDS = ("verdict", "count", "solutions")

_COLOURS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\ufeff")
_TIME = re.compile(r"[\s,;(\[]+[0-9]+(?:\.[0-9]+)?\s*(?:[nuµm]s|s|secs?|seconds?)[)\]]?\s*$", re.I)
_LABEL = re.compile(r"^\s*(?:solution|solved|answer)\s*[:=]\s*", re.I)
_AFTER_PUZZLE = " \t\r\n,;:|=>-"
"""What may part a puzzle from its answer."""


class GarbledAnswerError(EngineError):
    """An answer that cannot be understood; it is quoted.

    `is_explained` says whether the message tells more of it than which forms there are.
    """

    def __init__(self, said: object, why: str = "") -> None:
        self.is_explained = bool(why)
        expected = why or f"an answer is {EXPECTED}"
        super().__init__(f"garbled: it says {quoted(said)}; {expected}")


@dataclass(frozen=True, slots=True)
class OutsideAnswer:
    """What an outsider claims: a verdict, a number if it gives one, and the grids that it shows.

    `claims` is Claim.SOLUTION where it only shows grids; the verdict is then `unknown`.
    """

    claims: Claim
    verdict: Verdict
    grids: tuple[Grid, ...] = ()
    count: int | None = None

    def answer(self, name: str, puzzle: Puzzle, *, limit: int = 2, seconds: float = 0.0) -> Found | Undecided:
        """The answer of an engine of that name; the referee has passed every grid.

        A number that reaches the limit, 2 at least, means "so many or more"; a larger one is kept as
        `claimed_count`. Where several are claimed and no number, and more are asked for, the reason says so.
        Raises RefutedError for a grid that is no solution, or is given twice, and where there are more grids
        than solutions are counted.
        """
        seen: dict[Grid, None] = {}
        for grid in self.grids:
            is_again = grid in seen
            if why := "it was given twice" if is_again else referee(grid, puzzle):
                message = f"the referee refuses the solution {grid}: {why}"
                refused = None if is_again else grid
                raise RefutedError(message, refused=refused, passed=seen, contradicts_itself=is_again)
            seen[grid] = None
        shown, reason = len(seen), None
        if self.count is not None and shown > self.count:
            plural = "" if self.count == 1 else "s"
            message = f"{name} counts {self.count} solution{plural}, and shows {shown}"
            raise RefutedError(message, passed=seen, contradicts_itself=True)
        if self.verdict is Verdict.UNKNOWN and shown < 2:
            if not shown:
                return Undecided(f"{name} says unknown", seconds)
            reason = f"{name} gives one solution, and no word on others"
        limit = max(limit, 2)
        least = shown if self.count is None else self.count
        if self.verdict is Verdict.MULTIPLE:
            least = max(least, 2)
        elif self.verdict.is_decided:
            least = int(self.verdict is Verdict.UNIQUE)
        is_counted = self.count is not None and self.count < limit
        exhausted = is_counted or self.verdict in (Verdict.UNIQUE, Verdict.NONE)
        count = min(least, limit)
        if reason is None and count < limit and not exhausted:
            what = "says multiple" if self.claims is Claim.VERDICT else f"shows {shown} solutions"
            reason = f"it {what}, and gives no number"
        named = self.count if self.count is not None and self.count > limit else None
        return Found(self.grids[:2], count, exhausted, seconds, reason, self.claims, named)


def read_answer(said: object, geometry: Geometry) -> OutsideAnswer:
    """What an outsider claims of a puzzle of that geometry.

    Raises GarbledAnswerError, which quotes the answer, for anything but the forms at the head of the module.

    >>> read_answer("multiple", Geometry(2, 2)).verdict
    <Verdict.MULTIPLE: 'multiple'>
    >>> read_answer(["1234341221434321"], Geometry(2, 2)).claims
    <Claim.SOLUTION: 'solution'>
    """
    if isinstance(said, str):
        return _read_text(said, geometry)
    if hasattr(said, "tolist"):  # of NumPy
        said = said.tolist()
    if said is None:
        return OutsideAnswer(Claim.VERDICT, Verdict.NONE)
    if isinstance(said, Mapping):
        return _read_fields(said, geometry)
    if isinstance(said, Board):
        return _solutions([_grid(said, geometry, said)])
    if isinstance(said, SupportsIndex) and not isinstance(said, bool):
        return _counted(_number(index(said), geometry, said), (), said)
    if isinstance(said, list | tuple):
        return _solutions(_grids(said, geometry, said))
    raise GarbledAnswerError(said)


def read_printed(text: str, puzzle: Puzzle) -> OutsideAnswer:
    """What a program claims of a puzzle by all that it has printed; some of it may claim nothing.

    Lines of a log around the answer are passed over where exactly one thing is claimed by single lines.
    Raises GarbledAnswerError, which quotes the text.

    >>> puzzle = Puzzle("1.....2..3.....4")
    >>> [read_printed(one, puzzle).count for one in ("1.....2..3.....4 : 1", "2 (0.3 ms)")]
    [1, 2]
    """
    geometry = puzzle.geometry
    if not text.startswith(str(puzzle)):  # a full grid may stand before its solution, too
        with suppress(GarbledAnswerError):
            return read_answer(text, geometry)
    try:
        return read_answer(_without_remarks(text, puzzle), geometry)
    except GarbledAnswerError as error:
        found = set()
        for line in text.splitlines() if "\n" in text.strip() else ():
            with suppress(GarbledAnswerError):
                claimed = read_answer(_without_remarks(line, puzzle), geometry)
                found |= {claimed} if claimed.claims is not Claim.COUNT else set()
        if len(found) == 1:
            return found.pop()
        raise error if error.is_explained else GarbledAnswerError(text, PRINTED) from None


def _without_remarks(text: str, puzzle: Puzzle) -> str:
    """A text without colours, the puzzle before its answer, a label, and the time after it."""
    plain = _COLOURS.sub("", text).strip()
    for cells in (str(puzzle), str(puzzle).replace(".", "0")):
        if plain.startswith(cells) and (rest := plain.removeprefix(cells).lstrip(_AFTER_PUZZLE)):
            plain = rest
    return _TIME.sub("", _LABEL.sub("", plain))


def _read_text(text: str, geometry: Geometry) -> OutsideAnswer:
    """The answer that a text spells."""
    stripped = text.strip()
    if len(stripped) == geometry.cell_count and stripped.isdigit():  # most answers
        return _solutions([_grid(stripped, geometry, text)])
    if stripped.startswith("{"):
        try:
            fields = json.loads(stripped)
        except (ValueError, RecursionError) as error:
            raise GarbledAnswerError(text, f"it is no JSON: {error}") from None
        return _read_fields(fields, geometry)
    words = stripped.split()
    if not words:
        raise GarbledAnswerError(text)
    if sum(map(len, words)) == geometry.cell_count:
        return _solutions(_grids_in(stripped, geometry, text))
    spelled = " ".join(words[:2]).lower() if len(words) < 3 else ""
    if spelled in VERDICTS:
        return _judged(VERDICTS[spelled], None, (), text)
    word, end = words[0].lower(), len(words[0])
    if parted := _WORD_AND_SIGN.match(stripped):
        word, end = parted[1].lower(), parted.end()
    if word in VERDICTS:
        return _judged(VERDICTS[word], None, _grids_in(stripped[end:], geometry, text), text)
    if not (word.isascii() and word.isdigit() and len(word) < min(19, geometry.cell_count)):
        return _solutions(_grids_in(stripped, geometry, text))
    if all(len(one) == geometry.cell_count for one in words[1:]):
        return _counted(int(word), _grids_in(stripped[end:], geometry, text), text)
    try:
        return _solutions(_grids_in(stripped, geometry, text))
    except GarbledAnswerError:  # the number is no cell and no label
        return _counted(int(word), _grids_in(stripped[end:], geometry, text), text)


def _read_fields(said: Mapping[object, object], geometry: Geometry) -> OutsideAnswer:
    """The answer of an object with `verdict`, `count` and `solutions`, or some of them."""
    word, number, shown = (said.get(name) for name in FIELDS)
    shown = said.get("solution") if shown is None else shown
    status = said.get("status")
    if word is None and isinstance(status, str) and status.lower() in VERDICTS:  # it may be "ok" as well
        word = status
    if word is None and number is None and shown is None:
        raise GarbledAnswerError(said, f"a dict has at least one of {', '.join(FIELDS)}")
    grids: tuple[Grid, ...] = ()
    if isinstance(shown, str):
        grids = _grids_in(shown, geometry, said)
    elif shown is not None and shown != [] and shown != ():
        grids = _grids(shown, geometry, said)
    if number is not None and (isinstance(number, bool) or not isinstance(number, SupportsIndex)):
        raise GarbledAnswerError(said, "a count is a whole number")
    count = None if number is None else _number(index(number), geometry, said)
    if word is None:
        if count is not None:
            return _counted(count, grids, said)
        if not grids:
            raise GarbledAnswerError(said, "without a verdict and a count, there is a solution at least")
        return _solutions(grids)
    verdict = VERDICTS.get(word.lower()) if isinstance(word, str) else None
    if verdict is None:
        raise GarbledAnswerError(said, f"a verdict is one of {', '.join(VERDICTS)}")
    return _judged(verdict, count, grids, said)


def _judged(verdict: Verdict, count: int | None, grids: tuple[Grid, ...], said: object) -> OutsideAnswer:
    """A verdict is claimed."""
    if verdict is Verdict.UNKNOWN:
        return OutsideAnswer(Claim.SOLUTION if grids else Claim.VERDICT, verdict, grids)
    if count is not None and (min(count, 2), verdict) not in _OF_COUNT.items():
        raise GarbledAnswerError(said, f"{verdict} does not fit a count of {count}")
    return OutsideAnswer(Claim.VERDICT, verdict, grids, count)


_OF_COUNT = {0: Verdict.NONE, 1: Verdict.UNIQUE, 2: Verdict.MULTIPLE}


def _number(number: int, geometry: Geometry, said: object) -> int:
    """The number of solutions; with as many figures as a grid has cells it may be a grid, and is garbled."""
    if 10 ** (geometry.cell_count - 1) <= number < 10**geometry.cell_count:
        raise GarbledAnswerError(said, f"a number of {geometry.cell_count} figures: return a grid as a text")
    return number


def _counted(count: int, grids: tuple[Grid, ...], said: object) -> OutsideAnswer:
    """A number of solutions is claimed."""
    if count < 0:
        raise GarbledAnswerError(said, "a count is not below 0")
    return OutsideAnswer(Claim.COUNT, _OF_COUNT[min(count, 2)], grids, count)


def _solutions(grids: Iterable[Grid]) -> OutsideAnswer:
    """Solutions are claimed, and not that they are all."""
    return OutsideAnswer(Claim.SOLUTION, Verdict.UNKNOWN, tuple(grids))


def _grids_in(text: str, geometry: Geometry, said: object) -> tuple[Grid, ...]:
    """The grids in a text, in any form that the formats read, and nothing else; there may be none."""
    words = text.replace(",", " ").split()
    if all(len(word) == geometry.cell_count for word in words):
        return tuple(_grid(word, geometry, said) for word in words)
    if len("".join(text.split())) == geometry.cell_count:
        return (_grid(text, geometry, said),)
    from sudocube.rows import read

    try:
        found = [*read(io.BytesIO(text.encode("utf-8", "replace")), "answer", geometry=geometry)]
    except InputError:
        found = []
    if not found or any(one.puzzle is None for one in found):
        raise GarbledAnswerError(said)
    grids = tuple(_grid(one.puzzle, geometry, said) for one in found)
    if not says_nothing_else(text, grids):
        raise GarbledAnswerError(said)
    return grids


def _grids(shown: object, geometry: Geometry, said: object) -> tuple[Grid, ...]:
    """The grids of a list, or the one grid that its rows or its digits are."""
    if isinstance(shown, Board):
        return (_grid(shown, geometry, said),)
    if not isinstance(shown, list | tuple):
        raise GarbledAnswerError(said, "solutions are a list of grids")
    if not shown:
        raise GarbledAnswerError(
            said, 'return None for "no solution", {"verdict": "unknown"} for "not found"'
        )
    try:
        return (Grid(shown, geometry),)
    except PuzzleError:
        return tuple(grid for one in shown for grid in _grids_of_item(one, geometry, said))


def _grids_of_item(item: object, geometry: Geometry, said: object) -> tuple[Grid, ...]:
    """The grid that an item of a list is; of a text, the grids in it."""
    if isinstance(item, str) and item.strip():
        return _grids_in(item, geometry, said)
    return (_grid(item, geometry, said),)


def _grid(cells: object, geometry: Geometry, said: object) -> Grid:
    """A grid in any form that `Grid` takes."""
    if isinstance(cells, Board):
        cells = cells.cells
    try:
        return Grid(cells, geometry)  # type: ignore[arg-type] # what does not fit is refused
    except PuzzleError as error:
        raise GarbledAnswerError(said, str(error)) from None
