"""What is said of a slip, and the clauses with the slip undone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sudocube.cube import Family
from sudocube.encoder.at_most_one import Clause
from sudocube.encoder.vocabulary import OwnClauses
from sudocube.lab.rule_clauses import Part

PLURALS = {Family.CELL: "cells", Family.ROW: "rows", Family.COLUMN: "columns", Family.BOX: "boxes"}

LITERALS_SHOWN = 12
"""How many literals of a clause are shown; the middle of a longer one is left out."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A slip that explains what is wrong: its name, what was found and what to change, as sentences.

    `clause` is the number of the first clause that shows it, from 1; None if it is in all, or one is missing.
    """

    slip: str
    text: str
    clause: int | None


class Mending(NamedTuple):
    """A hint, and the clauses after what it says is done."""

    hint: Hint
    clauses: Sequence[Clause]


def named_parts(parts: Iterable[Part]) -> str:
    """The parts in words.

    >>> named_parts([Part(Family.ROW, "at most one"), Part(Family.BOX, "at most one")])
    '"At most one" of the rows and boxes'
    """
    by_half: dict[str, list[str]] = {}
    for part in parts:
        by_half.setdefault(part.half, []).append(PLURALS[part.family])
    named = []
    for half, families in by_half.items():
        *most, last = families
        named.append(f'"{half}" of the {", ".join(most)}{" and " if most else ""}{last}')
    text = ", and ".join(named)
    return text[0] + text[1].upper() + text[2:]


def clause_text(clause: Iterable[int], own: OwnClauses) -> str:
    """A clause as its author writes it: with a 0 at its end in a file, as a list in Python."""
    numbers = [str(literal) for literal in clause]
    if len(numbers) > LITERALS_SHOWN:
        numbers = [*numbers[: LITERALS_SHOWN // 2], "…", numbers[-1]]
    return " ".join((*numbers, "0")) if own.text_lines else f"[{', '.join(numbers)}]"


def quoted(own: OwnClauses, number: int, *, only_place: bool = False) -> str:
    """A clause by its number from 0, where it stands, and what it is; begins with a space, without a stop."""
    place = f" (line {own.text_lines[number]:,})" if own.text_lines else ""
    return (
        place if only_place else f" Clause {number + 1:,}{place} is {clause_text(own.clauses[number], own)}"
    )
