"""Ratings as text: a line for each of several puzzles, sentences for one, JSON rows and fields of a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from sudocube.rating import Rating
from sudocube.rating.method_reach import RATED_METHODS
from sudocube.report.document import Phrase
from sudocube.report.json_rows import puzzle_row
from sudocube.report.words import counted, listed
from sudocube.rows.table_writer import harmless
from sudocube.solvers.techniques import HARDEST, word_of
from sudocube.verdict import Verdict

if TYPE_CHECKING:
    from sudocube.report.json_rows import Row
    from sudocube.rows import Entry

RATED_COLUMNS = (
    *("source", "box", "verdict", "level", "level_name", "depth", "depth_at_least"),
    *("backdoor", "backdoor_at_least", "backdoor_at_most", *RATED_METHODS),
    *("proof_steps_at_most", "guesses", "undecided", "reason"),
)
"""The columns of a table of ratings."""

NO_GUESSES = "counted for 9×9 with the compiled kernel only"


def rated_row(index: int, entry: Entry, found: Rating) -> Row:
    """The row of one puzzle in `rate`; what is not known, or was not asked for, is null."""
    shape = None if found.puzzle is None else found.puzzle.geometry
    cells = found.backdoor_cells
    fields: Row = {
        "verdict": found.verdict,
        "level": found.level,
        "level_name": None if found.level is None else word_of(found.level),
        "depth": found.depth,
        "depth_at_least": found.depth_at_least,
        "backdoor": found.backdoor,
        "backdoor_at_least": found.backdoor_at_least,
        "backdoor_at_most": found.backdoor_at_most,
        "backdoor_cells": None if cells is None or shape is None else [*map(shape.cell_name, cells)],
        "proof_steps_at_most": found.proof_steps_at_most,
        "methods": dict(found.methods),
        "guesses": found.guesses,
    }
    if found.depth_steps is not None:
        fields["depth_steps"] = [*found.depth_steps]
    if found.undecided:
        fields["undecided"] = [*found.undecided]
    return puzzle_row(index, entry, fields, reason=found.reason)


def rated_fields(source: str, found: Rating) -> list[str]:
    """The fields of one puzzle in RATED_COLUMNS; what is not known, or was not asked for, is empty."""
    numbers = (
        *(found.level, None if found.level is None else word_of(found.level)),
        *(found.depth, found.depth_at_least),
        *(found.backdoor, found.backdoor_at_least, found.backdoor_at_most),
        *(found.methods.get(name) for name in RATED_METHODS),
        *(found.proof_steps_at_most, found.guesses),
    )
    box = "" if found.puzzle is None else found.puzzle.geometry.box_name
    texts = ["" if one is None else str(one).lower() for one in numbers]
    undecided = " ".join(found.undecided)
    return [harmless(source), box, found.verdict, *texts, undecided, harmless(found.reason or "")]


def rated_phrase(found: Rating) -> Phrase:
    """The rating of a puzzle on one line; where it has none, the verdict, and why.

    >>> from sudocube import rate
    >>> "".join(rated_phrase(rate("1... ..2. .3.. ...4", only=["depth", "backdoor", "methods"])))
    'depth 0; backdoor 0; solved by sets, possibles and cube:propagate'
    """
    if found.verdict is not Verdict.UNIQUE:
        why = f": {found.reason}" if found.reason else ": not rated, as it does not have one solution"
        return found.verdict, why
    return ("; ".join(_parts(found)) or f"guesses are {NO_GUESSES}",)


def rated_in_words(found: Rating) -> str:
    """The same as plain text: `str` of a Rating."""
    return "".join(rated_phrase(found))


def _parts(found: Rating) -> Iterator[str]:
    if found.level is not None:
        yield level_in_words(found.level)
    if found.depth_at_least is not None:
        yield f"depth {_number(found.depth, found.depth_at_least)}"
    if found.backdoor_at_least is not None:
        yield f"backdoor {_number(found.backdoor, found.backdoor_at_least, found.backdoor_at_most)}"
    if found.methods:
        yield _reach(found)
    if found.proof_steps_at_most is not None:
        yield f"a proof of {counted(found.proof_steps_at_most, 'step')}"
    if found.guesses is not None:
        yield counted(found.guesses, "guess") if found.guesses == 1 else f"{found.guesses:,} guesses"
    if found.undecided:
        yield _open(found)


def _open(found: Rating) -> str:
    """What is undecided, and why."""
    names = ("proof of the depth" if name == "verify" else name for name in found.undecided)
    return f"undecided: {', '.join(names)} ({found.reason})"


def _number(exactly: int | None, at_least: int, at_most: int | None = None) -> str:
    """A number, or its bounds."""
    if exactly is not None:
        return str(exactly)
    return f"{at_least} or more" if at_most is None else f"{at_least} to {at_most}"


def _reach(found: Rating) -> str:
    """Which methods solve the puzzle."""
    solving = [name for name, solves in found.methods.items() if solves]
    unknown = [name for name, solves in found.methods.items() if solves is None]
    said = f"solved by {listed(solving)}" if solving else "solved by no documented method"
    if unknown:
        said = (f"solved by {listed(solving)}, " if solving else "") + f"undecided for {listed(unknown)}"
    return said


def level_in_words(level: int) -> str:
    """The level of a puzzle, a number and a word.

    >>> level_in_words(7)
    'level 7: expert'
    """
    return f"level {level}: {word_of(level)}"


def rating_sentences(found: Rating) -> Iterator[tuple[str, str]]:
    """What a rating says, and does not say: a heading and sentences for each measure."""
    is_empty = found.verdict is Verdict.UNIQUE and not any(_parts(found))
    if found.level is not None:
        yield level_in_words(found.level), _on_level(found.level)
    if found.depth_at_least is not None:
        yield f"depth {_number(found.depth, found.depth_at_least)}", _on_depth(found)
    if found.backdoor_at_most is not None:
        numbers = _number(found.backdoor, found.backdoor_at_least or 0, found.backdoor_at_most)
        yield f"backdoor {numbers}", _on_backdoor(found)
    if found.methods:
        yield _reach(found), "Without trial and error, as their authors describe them. Others may do more."
    if (steps := found.proof_steps_at_most) is not None:
        yield f"proof: at most {counted(steps, 'step')}", _on_proof(steps)
    if found.guesses is not None:
        said = "Those of the compiled kernel: what is hard for it may be easy for other solvers."
        yield f"guesses: {found.guesses:,}", said
    if is_empty:
        yield "guesses: not counted", f"They are {NO_GUESSES}."
    if found.undecided:
        yield _open(found), "More time may decide it. What else is said holds all the same."


LEVELS = (
    "Every cell holds a digit.",
    "Hidden singles in boxes fill the grid.",
    "Hidden singles fill the grid.",
    "Naked and hidden singles fill the grid.",
    "It takes locked candidates, and nothing harder.",
    "It takes a pair or an X-wing, and nothing harder.",
    "It takes a triple or a swordfish, and nothing harder.",
    "It takes a chain of two or three links, and nothing harder.",
    "It takes a quad or a jellyfish, and nothing harder.",
    "It takes a chain of more than three links, and nothing harder.",
    "It takes a chain with almost sets of two, and nothing harder.",
    "It takes a chain with almost sets of three, and nothing harder.",
    "It takes a net: an assumption that singles refute.",
    "No technique solves it, nor do nets: assumptions have to be nested.",
)
"""What each level, from 0, says of a puzzle."""


def _on_level(level: int) -> str:
    how = f" See explain --up-to {level}." if 0 < level < HARDEST else ""
    return LEVELS[level] + how


def _on_depth(found: Rating) -> str:
    deep, at_least = found.depth, found.depth_at_least or 0
    if deep == 0:
        said = "Naked and hidden singles fill the grid, in whatever order they are taken."
    elif deep == 1:
        said = "Singles get stuck. They fill the grid after candidates have gone that they refute."
    elif deep is not None:
        said = f"Assumptions have to be nested {deep} deep before singles fill the grid."
    elif at_least == 0:
        said = "Time ran out before anything was known."
    elif at_least == 1:
        said = f"Singles get stuck; {_beyond(found, 'assumptions help')}."
    else:
        said = f"Assumptions nested {at_least - 1} deep do not fill the grid; "
        said += f"{_beyond(found, 'deeper ones do')}."
    if found.depth_steps:
        said += f" The trusted checker accepted {counted(len(found.depth_steps), 'step')} that show it"
        said += f", of {counted(deep or 0, 'literal')} at most."
    elif found.depth_steps is not None:
        said += " The trusted checker finds them by itself."
    elif "verify" in found.undecided:
        said += " It was not verified in time: steps that the trusted checker accepts are missing."
    return said + " It does not say how many assumptions it takes, nor how a person would solve it."


def _beyond(found: Rating, what: str) -> str:
    """Why a depth has a lower bound only: time ran out, or no greater depth was to be tried."""
    if "depth" in found.undecided:
        return f"time ran out before it was known whether {what}"
    return f"whether {what} was not tried, as the greatest depth to try was {(found.depth_at_least or 1) - 1}"


def _on_proof(steps: int) -> str:
    if not steps:
        return "Naked and hidden singles prove without any step that there is no other solution."
    said = "A SAT solver found this proof that there is no other solution; the trusted checker accepted it."
    return f"{said} A shorter one may exist."


def _on_backdoor(found: Rating) -> str:
    assert found.puzzle is not None  # else there is no rating
    cells = [found.puzzle.geometry.cell_name(cell) for cell in found.backdoor_cells or ()]
    if not cells:
        return "Singles need no cell to be given."
    said = f"Given {listed(cells)}, singles do the rest"
    if found.backdoor is None:
        fewest = counted(found.backdoor_at_least or 0, "cell")
        return f"{said}. Fewer may do: it is proved that {fewest} at least are needed."
    return f"{said}; it is proved that fewer cells do not. It does not say how to find their digits."


def depths_in_words(depths: Counter[str], other: Counter[Verdict], seconds: float) -> str:
    """How many puzzles have which depth, and how many have none: the last line for several puzzles."""
    number = depths.total() + other.total()
    parts = [f"{depths[depth]:,} of depth {depth}" for depth in sorted(depths) if depths[depth]]
    parts += [f"{count:,} {verdict}" for verdict, count in sorted(other.items())]
    return f"{counted(number, 'puzzle')}: {', '.join(parts)} ({seconds:,.2f} s)"


def depth_name(found: Rating) -> str:
    """The depth as `depths_in_words` counts it: "1", "2 or more"."""
    return _number(found.depth, found.depth_at_least or 0)
