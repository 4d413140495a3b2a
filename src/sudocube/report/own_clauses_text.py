"""What was found out about somebody's own clauses that are refuted: as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from rich.text import Text

from sudocube.cube import Family, Line
from sudocube.encoder.clause_recognition import clause_sentence, line_name
from sudocube.geometry import SYMBOLS, Geometry
from sudocube.lab.own_findings import Constraint, ForbiddingClauses, Half, MissingConstraints
from sudocube.report.json_rows import Row
from sudocube.report.text_layout import wrapped
from sudocube.report.words import counted, listed

CLAUSES_SHOWN = 3
"""How many clauses that forbid a grid, or constraints that are missing, are told one by one."""

LITERALS_SHOWN = 9
"""How many literals of such a clause are shown."""

CLAUSES_IN_JSON = 100
"""How many clauses that forbid a grid are in the JSON row; their number is there in any case."""


def forbidding_in_words(found: ForbiddingClauses, geometry: Geometry, width: int) -> Iterator[Text]:
    """The clauses that forbid a valid grid: by number, by text line, as they stand, and in words."""
    if found.is_each_enough:
        shown = len(found.numbers) if len(found.numbers) <= CLAUSES_SHOWN else 1
        forbid = "forbids it" if len(found.numbers) == 1 else "forbid it, each alone"
        start = f"{_numbered(found.numbers)} {forbid}:"
    else:
        shown = min(len(found.numbers), 4 * CLAUSES_SHOWN)
        start = f"{_numbered(found.numbers)} {'forbid it together' if shown > 1 else 'forbids it'}:"
        start += " with each choice of the auxiliary variables one of them is false." * (shown > 1)
    yield from wrapped(Text(start), width - 2, "  ")
    for place in range(shown):
        yield from wrapped(Text(_clause_in_words(found, place, geometry)), width - 2, "    ", "      ")
    if shown < len(found.numbers):
        yield Text(f"    … and {len(found.numbers) - shown:,} more", "dim")


def _numbered(numbers: Sequence[int]) -> str:
    if len(numbers) > CLAUSES_SHOWN:
        return counted(len(numbers), "clause")
    return f"Clause{'s' * (len(numbers) > 1)} {listed(f'{number:,}' for number in numbers)}"


def _clause_in_words(found: ForbiddingClauses, place: int, geometry: Geometry) -> str:
    """One of the clauses: its number, its line, its literals, and what it says."""
    clause = found.clauses[place]
    line = f", line {found.text_lines[place]:,}" if found.text_lines else ""
    shown = list(map(str, clause[:LITERALS_SHOWN]))
    if len(clause) > LITERALS_SHOWN:
        shown.append("…")
    if found.text_lines:
        literals = " ".join(shown if len(clause) > LITERALS_SHOWN else [*shown, "0"])
    else:  # in a function, clauses are lists
        literals = f"[{', '.join(shown)}]"
    return f"clause {found.numbers[place]:,}{line}, {literals}: {clause_sentence(clause, geometry)}"


def forbidding_row(found: ForbiddingClauses, geometry: Geometry) -> Row:
    """The same as a part of a JSON row."""
    return {
        "count": len(found.numbers),
        "together": not found.is_each_enough,
        "clauses": [
            {
                "number": number,
                "text_line": found.text_lines[place] if found.text_lines else None,
                "clause": list(found.clauses[place]),
                "says": clause_sentence(found.clauses[place], geometry),
            }
            for place, number in enumerate(found.numbers[:CLAUSES_IN_JSON])
        ],
    }


def missing_in_words(found: MissingConstraints, geometry: Geometry) -> str:
    """What is missing of one family and half, in one or two sentences.

    >>> from sudocube.cube import cube
    >>> shape = Geometry.of_size(4)
    >>> line = cube(shape).lines[32]
    >>> pair = Constraint(Half.AT_MOST_ONE, line, (line.elements[0], line.elements[2]))
    >>> missing_in_words(MissingConstraints(Family.COLUMN, Half.AT_MOST_ONE, (pair,), 96, pair), shape)
    'Nothing keeps r1c1 and r3c1 from both holding 1.'
    """
    told = _known_missing_in_words(found, geometry) if found.constraints else ""
    if not found.undecided:
        return told
    what = f"{'more ' if told else ''}{'clause' if found.half is Half.AT_LEAST_ONE else 'pair'}"
    verb = "is" if len(found.undecided) == 1 else "are"
    return f"{told} {counted(len(found.undecided), what)} {verb} undecided.".strip()


def _known_missing_in_words(found: MissingConstraints, geometry: Geometry) -> str:
    """The constraints that a model was found to break."""
    if len(found.constraints) <= CLAUSES_SHOWN:
        return " ".join(missing_constraint_in_words(one, geometry) for one in found.constraints)
    where = _where(found.lines, geometry)
    if found.half is Half.AT_LEAST_ONE:
        what = "there is a digit" if found.family is Family.CELL else "the digit is in some cell"
        text = f"For {where} nothing says that {what}: {counted(len(found.constraints), 'clause')}."
    else:
        kept = list(found.kept_pairs.values())
        total = len(kept) * geometry.size * (geometry.size - 1) // 2
        number = sum(map(len, kept))
        which = "digits of a cell" if found.family is Family.CELL else "cells"
        at_most = "at most " if found.undecided else ""
        pattern = kept_apart(found, geometry)
        words = "not all pairs are" if found.undecided else "only some pairs are"
        if pattern is not None:
            words = f"only {listed(pattern)} are"
        if pattern == []:
            words = f"no two {which} are"
        text = f"For {where} {words} kept apart: {at_most}{number:,} of {counted(total, 'pair')}."
    if found.example is None:
        return text
    example = missing_constraint_in_words(found.example, geometry)
    return f"{text} For example, {example[0].lower()}{example[1:]}"


def kept_apart(found: MissingConstraints, geometry: Geometry) -> list[str] | None:
    """Which pairs are kept apart in the lines in which some are not, in words; None if they have no name.

    It is also None where pairs are undecided.
    """
    if found.undecided:
        return None
    last = geometry.size - 1
    named = {
        "": frozenset[tuple[int, int]](),
        "neighbours": frozenset((place, place + 1) for place in range(last)),
        "the first and each other one": frozenset((0, place) for place in range(1, last + 1)),
        "those before the last one": frozenset(combinations(range(last), 2)),
    }
    shared_name = "cells of the same row or column" if found.family is Family.BOX else "cells of the same box"
    kept = found.kept_pairs
    for name, pairs in named.items():
        if all(one == pairs for one in kept.values()):
            return [name] if name else []
        if found.family is not Family.CELL and all(
            one == pairs | _pairs_of_two_units(line, geometry) for line, one in kept.items()
        ):
            return [name, shared_name] if name else [shared_name]
    return None


def _pairs_of_two_units(line: Line, geometry: Geometry) -> frozenset[tuple[int, int]]:
    """The pairs of places of a line of a unit whose cells share another unit, too."""
    others = [geometry.row, geometry.column] if line.family is Family.BOX else [geometry.box]
    cells = [element // geometry.size for element in line.elements]
    return frozenset(
        (one, other)
        for one, other in combinations(range(len(cells)), 2)
        if any(unit(cells[one]) == unit(cells[other]) for unit in others)
    )


def missing_constraint_in_words(constraint: Constraint, geometry: Geometry) -> str:
    """One constraint that is missing, as a sentence.

    >>> from sudocube.cube import cube
    >>> shape = Geometry.of_size(4)
    >>> line = cube(shape).lines[0]
    >>> missing_constraint_in_words(Constraint(Half.AT_LEAST_ONE, line, line.elements), shape)
    'Nothing makes r1c1 hold a digit.'
    """
    line, size = constraint.line, geometry.size
    cells = [geometry.cell_name(element // size) for element in constraint.elements]
    digits = [SYMBOLS[element % size + 1] for element in constraint.elements]
    if constraint.half is Half.AT_LEAST_ONE:
        if line.family is Family.CELL:
            return f"Nothing makes {cells[0]} hold a digit."
        return f"Nothing makes some cell of {line.family} {line.index + 1} hold {digits[0]}."
    if line.family is Family.CELL:
        return f"Nothing keeps {cells[0]} from holding both {digits[0]} and {digits[1]}."
    return f"Nothing keeps {cells[0]} and {cells[1]} from both holding {digits[0]}."


def _where(lines: Sequence[Line], geometry: Geometry) -> str:
    """Which lines of a family: "each row and digit", "row 2, digit 3", "row 2, each digit", …"""
    family, size = lines[0].family, geometry.size
    if family is Family.CELL:
        if len(lines) == size * size:
            return "each cell"
        return _some([geometry.cell_name(line.index) for line in lines], "cells")
    if len(lines) == size * size:
        return f"each {family} and digit"
    units = sorted({line.index for line in lines})
    digits = sorted({line.elements[0] % size + 1 for line in lines})
    if len(units) * len(digits) != len(lines):
        return _some([line_name(line, geometry) for line in lines], f"pairs of a {family} and a digit")
    words = "boxes" if family is Family.BOX else f"{family}s"
    which = f"each {family}" if len(units) == size else _listed_units(str(family), words, units)
    what = "each digit" if len(digits) == size else f"digit{'s' * (len(digits) > 1)} "
    if len(digits) < size:
        what += listed(SYMBOLS[digit] for digit in digits)
    return f"{which}, {what}"


def _listed_units(word: str, words: str, units: Sequence[int]) -> str:
    names = listed(str(unit + 1) for unit in units)
    return f"{word if len(units) == 1 else words} {names}"


def _some(names: Sequence[str], plural: str) -> str:
    """All of some names, or their number and the first one."""
    if len(names) <= CLAUSES_SHOWN:
        return listed(names)
    return f"{len(names):,} {plural}, such as {names[0]},"


def missing_row(found: MissingConstraints, geometry: Geometry) -> Row:
    """The same as a part of a JSON row."""
    example = found.example
    return {
        "family": str(found.family),
        "says": str(found.half),
        "missing": len(found.constraints),
        "undecided": len(found.undecided),
        "of": found.of,
        "lines": [line_name(line, geometry) for line in found.lines],
        "kept": kept_apart(found, geometry) if found.half is Half.AT_MOST_ONE else [],
        "example": example and {"clause": example.clause, "says": clause_sentence(example.clause, geometry)},
        "in_words": missing_in_words(found, geometry),
    }
