"""What outsiders answer, read: functions return it, and programs print it.

An answer is one of these:

    GRID                                              a solution is claimed, and nothing of others
    unique GRID, multiple [GRID [GRID]], none, unknown    a verdict is claimed
    NUMBER [GRID …]                                   a number of solutions is claimed
    {"verdict": …, "count": …, "solutions": […]}      in JSON; one of the three is enough

`unsolvable`, `unsat`, `invalid` and `no solution` mean `none`, and so does an empty line, which is told. `:`,
`=` or `,` may stand after the word of a verdict. A text with other letters or digits beside its grids is
garbled: `last tried: GRID` claims nothing.

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
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import repeat
from json import JSONDecodeError
from operator import index
from typing import SupportsIndex

from sudocube.cell_values import usual_symbols
from sudocube.engines.protocol import Found, Undecided
from sudocube.errors import EngineError, InputError, PuzzleError, quoted
from sudocube.geometry import SYMBOLS, Geometry
from sudocube.puzzle import Board, Grid, Puzzle
from sudocube.verdict import SOLUTIONS, Claim, Verdict

EXPECTED = "a grid, a list of grids, a number, a verdict with its grids, a dict with these, or None"

PRINTED = "a program prints GRID, unique GRID, multiple [GRID [GRID]], none, unknown, NUMBER [GRID …] or JSON"
"""For the message on an answer that is none of these."""

EMPTY_LINE = "it printed an empty line, which is taken for none"

VERDICTS = {str(verdict): verdict for verdict in Verdict if verdict is not Verdict.INVALID}
VERDICTS |= dict.fromkeys(("unsolvable", "unsat", "invalid", "no solution"), Verdict.NONE)
"""The words for verdicts."""

FIELDS = ("verdict", "count", "solutions")

_WORD = re.compile(r"(no +solution$|[a-z]+(?=[\s:=,]|$))\s*[:=,]?", re.IGNORECASE)
"""A word that begins an answer, perhaps with a sign after it. "No solution" has no grid after it."""

_COLOURS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\ufeff")
_LABEL = re.compile(r"^\s*(?:solution|solved|answer)\s*[:=]\s*", re.IGNORECASE)
_TIME = re.compile(
    r"(?<![\s,;(\[])[\s,;(\[]++(?:in|time)?[\s:=]{0,9}+[\d.]++(?:e-?\d++)?\s*+[nuµm]?s(?:ec(?:ond)?s?)?[)\]]?$",
    re.IGNORECASE,
)
_ROWS = re.compile(r"(?:^[ \t]*[0-9A-Pa-p.|+_*=-][0-9A-Pa-p.|+_*= \t-]*(?:\n|\Z)){2,}", re.MULTILINE)
"""Lines on which a grid may be drawn, without an empty one."""
_AFTER_PUZZLE = " \t\r\n,;:|=>-"
"""What may part a puzzle from its answer."""


class GarbledAnswerError(EngineError):
    """An answer that cannot be understood; it is quoted."""

    def __init__(self, said: object, why: str = f"an answer is {EXPECTED}") -> None:
        super().__init__(f"garbled: it says {quoted(said)}; {why}")


@dataclass(slots=True)
class OutsideAnswer:
    """What an outsider claims: a verdict, a number if it gives one, and the grids that it shows.

    `claims` is Claim.SOLUTION where it only shows grids; the verdict is then `unknown`. `note` says how
    something was understood that might mean something else.
    """

    claims: Claim
    verdict: Verdict
    grids: tuple[Grid, ...] = ()
    count: int | None = None
    note: str | None = None

    def answer(self, name: str, *, limit: int = 2, seconds: float = 0.0) -> Found | Undecided:
        """The answer of an engine of that name; see `refereed_answer` for what the referee says of it.

        A number that reaches the limit, 2 at least, means "so many or more"; a larger one is kept as
        `claimed_count`. Where several are claimed and no number, and more are asked for, the reason says so.
        """
        if (number := SOLUTIONS.get(self.verdict)) is not None:
            return Found(self.grids[:2], number, True, seconds, self.note, self.claims)
        number, limit, reason = len(self.grids), max(limit, 2), self.note
        if self.verdict is Verdict.MULTIPLE:
            number = self.count or max(number, 2)
        if not number:
            return Undecided(f"{name} says unknown", seconds)
        is_exact = self.count is not None and self.count < limit
        if number == 1:
            reason = f"{name} gives one solution, and no word on others"
        elif number < limit and not is_exact:
            reason = f"{name} shows {len(self.grids)} solutions, and gives no number"
        named = number if self.count is not None and number > limit else None
        return Found(self.grids[:2], min(number, limit), is_exact, seconds, reason, self.claims, named)


def read_answer(said: object, geometry: Geometry) -> OutsideAnswer:
    """What an outsider claims of a puzzle of that geometry.

    Raises GarbledAnswerError, which quotes the answer, for anything but the forms at the head of the module.

    >>> read_answer("multiple", Geometry(2, 2)).verdict
    <Verdict.MULTIPLE: 'multiple'>
    >>> read_answer(["1234341221434321"], Geometry(2, 2)).claims
    <Claim.SOLUTION: 'solution'>
    """
    try:
        return _read(json.loads(as_json(said)), geometry)
    except (ValueError, RecursionError) as error:
        raise GarbledAnswerError(said, str(error) or f"an answer is {EXPECTED}") from None


def as_json(said: object) -> str:
    """What a function returns, as JSON; raises GarbledAnswerError for values that are no answer, even so.

    >>> as_json(("none", 5))
    '["none", 5]'
    """
    return json.dumps(said, default=_plain, skipkeys=True)


def _plain(value: object) -> object:
    """A value that JSON does not have, as one that it has."""
    if hasattr(value, "tolist"):  # of NumPy
        return value.tolist()
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, SupportsIndex):
        return index(value)
    if isinstance(value, Board):
        return str(value)
    raise GarbledAnswerError(value)


def read_printed(text: str, puzzle: Puzzle) -> OutsideAnswer:
    """What a program claims of a puzzle by all that it has printed; some of it may claim nothing.

    Lines of a log around the answer are passed over where exactly one thing is claimed by single lines and
    by grids drawn on several. Raises GarbledAnswerError, which quotes the text.

    >>> puzzle = Puzzle("1.....2..3.....4")
    >>> [read_printed(one, puzzle).count for one in ("1.....2..3.....4 : 1", "2 (0.3 ms)")]
    [1, 2]
    """
    is_told_again = 0 not in puzzle.cells and text.startswith(str(puzzle))  # it is a grid itself
    try:
        return _read_text(_without_remarks(text, puzzle) if is_told_again else text, puzzle.geometry)
    except ValueError:
        return _read_among_remarks(text, puzzle)


def _read_among_remarks(text: str, puzzle: Puzzle) -> OutsideAnswer:
    """What is claimed by a text, by one of its lines or by a grid drawn in it, beside what claims nothing."""
    if not text.strip():
        return OutsideAnswer(Claim.VERDICT, Verdict.NONE, note=EMPTY_LINE)
    plain = _without_remarks(text, puzzle)
    try:
        return _read_text(plain, puzzle.geometry)
    except ValueError as error:
        found: list[OutsideAnswer] = []
        for part in (*plain.splitlines(), *_ROWS.findall(plain)):
            with suppress(ValueError):
                claimed = _read_text(_without_remarks(part, puzzle), puzzle.geometry)
                found += [claimed] * (claimed.claims is not Claim.COUNT and claimed not in found)
        if len(found) == 1:
            return found[0]
        raise GarbledAnswerError(text, str(error) or PRINTED) from None


def _without_remarks(text: str, puzzle: Puzzle) -> str:
    """A text without colours, the puzzle before its answer, a label, and the time after it."""
    plain = _COLOURS.sub("", text).strip()
    for cells in (str(puzzle), str(puzzle).replace(".", "0")):
        if plain.startswith(cells) and (rest := plain.removeprefix(cells).lstrip(_AFTER_PUZZLE)):
            plain = rest
    return _TIME.sub("", _LABEL.sub("", plain))


def _read(said: object, geometry: Geometry) -> OutsideAnswer:
    """What is claimed; raises ValueError, perhaps with what is wrong, where that cannot be understood."""
    if isinstance(said, str):
        return _read_text(said, geometry)
    if said is None:
        return OutsideAnswer(Claim.VERDICT, Verdict.NONE)
    if isinstance(said, dict):
        return _read_fields(said, geometry)
    if isinstance(said, list):
        return _claimed(None, None, _grids(said, geometry))
    return _claimed(None, _number(said, geometry), ())


def _read_text(text: str, geometry: Geometry) -> OutsideAnswer:
    """The answer that a text spells, perhaps as an object of JSON."""
    text = text.strip()
    word, _, rest = text.partition(" ")
    if (verdict := VERDICTS.get(word)) is not None:  # nearly always
        return _claimed(verdict, None, _grids_in(rest.lstrip(" :=,"), geometry))
    if not text:
        raise ValueError
    if text.startswith("{"):
        try:
            return _read_fields(json.loads(text), geometry)
        except (JSONDecodeError, RecursionError) as error:
            raise ValueError(f"it is no JSON: {error}") from None
    found = _WORD.match(text)
    if found and (verdict := VERDICTS.get(" ".join(found[1].lower().split()))) is not None:
        return _claimed(verdict, None, _grids_in(text[found.end() :], geometry))
    number, cells = text.split()[0], geometry.cell_count
    is_number = number.isascii() and number.isdigit() and len(number) < min(cells, 19)
    if not is_number or sorted(number) == [*SYMBOLS[1 : geometry.size + 1]]:  # the row of a drawn grid
        return _claimed(None, None, _grids_in(text, geometry))
    if any(len(word) != cells for word in text.split()[1:]):
        with suppress(ValueError):  # then the number is no cell
            return _claimed(None, None, _grids_in(text, geometry))
    return _claimed(None, int(number), _grids_in(text[len(number) :], geometry))


def _read_fields(said: Mapping[object, object], geometry: Geometry) -> OutsideAnswer:
    """The answer of an object with `verdict`, `count` and `solutions`, or some of them."""
    word, number, shown = (said.get(name) for name in FIELDS)
    shown = said.get("solution") if shown is None else shown
    if word is None and str(said.get("status", "")).lower() in VERDICTS:  # it may be "ok" as well
        word = said["status"]
    if word is None and number is None and shown is None:
        raise ValueError(f"a dict has at least one of {', '.join(FIELDS)}")
    verdict = None if word is None else VERDICTS.get(str(word).lower())
    if word is not None and verdict is None:
        raise ValueError(f"a verdict is one of {', '.join(VERDICTS)}")
    count = None if number is None else _number(number, geometry)
    return _claimed(verdict, count, () if shown in (None, []) else _grids(shown, geometry))


def _claimed(verdict: Verdict | None, count: int | None, grids: tuple[Grid, ...]) -> OutsideAnswer:
    """What is claimed by a verdict, a number and grids, or by some of them."""
    if count is not None:
        if count < 0:
            raise ValueError("a count is not below 0")
        of_count = (Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE)[min(count, 2)]
        if verdict is None:
            return OutsideAnswer(Claim.COUNT, of_count, grids, count)
        if verdict not in (of_count, Verdict.UNKNOWN):
            raise ValueError(f"{verdict} does not fit a count of {count}")
    if verdict is not None and verdict is not Verdict.UNKNOWN:
        return OutsideAnswer(Claim.VERDICT, verdict, grids, count)
    if verdict is None and not grids:
        raise ValueError("without a verdict and a count, there is a solution at least")
    return OutsideAnswer(Claim.SOLUTION if grids else Claim.VERDICT, Verdict.UNKNOWN, grids)


def _number(value: object, geometry: Geometry) -> int:
    """A number of solutions; with as many figures as a grid has cells it may be a grid, and is garbled."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError("a count is a whole number")
    if 10 ** (geometry.cell_count - 1) <= value < 10**geometry.cell_count:
        raise ValueError(f"a number of {geometry.cell_count} figures: return a grid as a text")
    return value


def _grids(shown: object, geometry: Geometry) -> tuple[Grid, ...]:
    """The grids of a text or a list, or the one grid that its rows or its digits are."""
    if isinstance(shown, str):
        return _grids_in(shown, geometry)
    if not isinstance(shown, list):
        raise ValueError("solutions are a list of grids")
    if not shown:
        raise ValueError('return None for "no solution", {"verdict": "unknown"} for "not found"')
    try:
        return (Grid(shown, geometry),)
    except PuzzleError:
        if isinstance(shown[0], int):
            raise
        return tuple(grid for one in shown for grid in _grids(one, geometry))


def _grids_in(text: str, geometry: Geometry) -> tuple[Grid, ...]:
    """The grids in a text, in any form that the formats read, and nothing else; there may be none."""
    if len(text) == geometry.cell_count and " " not in text:  # nearly always
        return (Grid(text, geometry),)
    words = text.replace(",", " ").split()
    if {*map(len, words)} <= {geometry.cell_count}:
        return tuple(map(Grid, words, repeat(geometry)))
    if len("".join(text.split())) == geometry.cell_count:
        return (Grid(text, geometry),)
    from sudocube.rows.opening import read

    try:
        found = [*read(io.BytesIO(text.encode("utf-8", "replace")), "answer", geometry=geometry)]
    except InputError:
        raise ValueError from None
    grids = tuple(Grid(one.puzzle.cells, geometry) for one in found if one.puzzle is not None)
    if len(grids) < len(found):
        raise ValueError
    digits = [digit for grid in grids for digit in grid.cells]
    spelled = ["".join(map(spell, digits)) for spell in (SYMBOLS.__getitem__, str)]
    plain = re.sub(r"(?<=[0-9])\.0+(?![0-9])", "", usual_symbols(text)).upper()  # 5.0 is 5
    if "".join(filter(str.isalnum, plain)) not in spelled:  # the readers pass over words, which may deny it
        raise ValueError
    return grids
