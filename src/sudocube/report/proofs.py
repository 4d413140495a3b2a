"""What was proved about an encoding, or what refutes it: as a row and as a document."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import ClassVar

from msgspec import UNSET, UnsetType

from sudocube.cube import Family
from sudocube.encoder.clause_recognition import clause_sentence, line_name
from sudocube.encoder.vocabulary import Formalism
from sudocube.geometry import SYMBOLS, Geometry
from sudocube.lab.own_findings import Constraint, ForbiddingClauses, Half, MissingConstraints
from sudocube.lab.proving import EncodingProof, ProofOutcome, StatementRedundancy
from sudocube.lab.soundness import Argument, CounterGrid, ViolationKind
from sudocube.puzzle import Board
from sudocube.report.document import Block, Boards, Document, Drawing, Section, Sentence, Tone, Toned
from sudocube.report.encodings import Clause, GridSize, Name, sized
from sudocube.report.row import Box, CellName, Cells, Digit, Number, Optional, Row, Seconds, filled
from sudocube.report.words import counted, listed, texts

TONES = {ProofOutcome.PROVED: Tone.GOOD, ProofOutcome.REFUTED: Tone.BAD}
CLAUSES_SHOWN = 3
"""How many clauses that forbid a grid, or constraints that are missing, are told one by one."""

CLAUSES_IN_JSON = 100
"""How many clauses that forbid a grid are in the JSON row; their number is there in any case."""

Keys = list[str]
"""Statements by their keys. For example: ["families.row.at_least_one"]."""

CROWDED_NAMED = 3
"""So many cells with several digits are named, at most."""


_EMPTY, _REPEATED = ViolationKind.EMPTY_CELL, ViolationKind.REPEATED_DIGIT


class BrokenRow(Row, kw_only=True):
    """A rule that a grid breaks."""

    takes: ClassVar = {
        "rule": lambda one: one.violation.kind,
        "cells": lambda one: one.violation.cells,
        "digits": lambda one: one.violation.digits if one.violation.kind is not _EMPTY else [],
        "unit": lambda one: one.violation.units[0].name if one.violation.kind is _REPEATED else None,
        "in_words": lambda one: one.violation.in_words(one.grid.geometry),
    }
    rule: ViolationKind
    """The rule. For example: "a digit twice in a unit"."""
    cells: list[CellName]
    """The cells that break it. For example: ["r1c1", "r1c2"]."""
    digits: list[Digit]
    """The digits that break it. For example: [1]."""
    unit: str | None
    """The unit in which a digit stands twice. For example: "row 1", null."""
    in_words: str
    """What is wrong. For example: "r1c1 and r1c2 both hold 1 in row 1"."""
    crowded: dict[CellName, list[Digit]]
    """Cells that hold several digits. For example: {"r1c1": [1, 6]}."""


class OwnClauseRow(Row, kw_only=True):
    """A clause that a user wrote, or that is missing."""

    number: Optional[int] = UNSET
    """Its number, from 1. For example: 17."""
    text_line: Optional[int] = UNSET
    """Its line in the file. For example: 18."""
    clause: Clause
    says: str
    """What it says. For example: "not both together: r1c1 holds 1, r1c2 holds 2"."""


class ForbiddingRow(Row, kw_only=True):
    """The clauses that lose a valid grid."""

    count: Number
    together: bool
    """Whether they lose it only together; else each does alone. For example: false."""
    clauses: list[OwnClauseRow]
    """The first 100 of them. For example: []."""


class MissingRow(Row, kw_only=True):
    """What is missing of one family of lines and one half of "exactly one"."""

    family: Family
    """The family of lines. For example: "row"."""
    says: Half
    """The half. For example: "at most one"."""
    missing: int
    """How many clauses are missing: each is broken by a model. For example: 48."""
    undecided: int
    """How many more may be missing. For example: 0."""
    of: int
    """How many there are of this kind. For example: 96."""
    lines: list[str]
    """The lines in which some are missing. For example: ["row 1, digit 1"]."""
    example: OwnClauseRow | None
    """One that is missing; null if none was found. For example: null."""
    in_words: str
    """The same as sentences. For example: "Nothing makes r1c1 hold a digit."."""


class RedundancyRow(Row, kw_only=True):
    """Which statements follow from the others."""

    redundant: Keys
    needed: dict[str, Cells]
    """Those that do not, with a grid that passes without each. For example: {}."""
    undecided: Keys
    enough: Keys
    settled: bool
    """Whether nothing is undecided. For example: true."""


class ProvedRow(Row, kw_only=True):
    """What is known of an encoding; null is: not known, or not there."""

    encoding: Name
    size: GridSize
    box: Box
    outcome: ProofOutcome
    """What is known in the end. For example: "proved"."""
    sound: bool | None
    """Whether each solution of it is a valid grid. For example: true, null."""
    complete: bool | None
    """Whether each valid grid is a solution of it. For example: true, null."""
    counterexample: Cells | None
    """A grid or a puzzle that refutes it. For example: "1....2....3....4", null."""
    broken: BrokenRow | None
    """Which rule a grid breaks that is accepted. For example: null."""
    lost: Cells | None
    """A valid grid that is lost. For example: "1423324123144132", null."""
    lost_by: str | None
    """The line or constraint that loses it. For example: "order: row 1", null."""
    forbidden_by: ForbiddingRow | None
    """Clauses of one's own that lose it. For example: null."""
    missing: list[MissingRow]
    """What would make clauses of one's own sound. For example: []."""
    rules: dict[str, dict[str, int]]
    """How many ways to break each rule each argument excludes; `open`: none does.

    For example: {"…": {"open": 0}}.
    """
    implied_clauses: int
    """How many clauses or constraints follow from the rules. For example: 384."""
    settable_lines: int
    """How many groups have auxiliary variables to set. For example: 0."""
    all_grids: int
    """How many grids were tried, where all were. For example: 288."""
    sampled_grids: int
    """How many grids were tried at random. For example: 0."""
    minimal: RedundancyRow | None
    """Which statements follow from others. For example: null."""
    seconds: Seconds


def proved_row(proof: EncodingProof) -> ProvedRow:
    """The row of `encodings prove --json`."""
    sound, complete, findings, shape = proof.soundness, proof.completeness, proof.findings, proof.geometry
    forbidding = findings and findings.forbidding
    return filled(
        ProvedRow,
        proof,
        complete,
        **sized(proof.encoding, shape),
        broken=sound.counter_grid,
        forbidden_by=forbidding and _forbidding_row(forbidding, shape),
        missing=[_missing_row(one, shape) for one in findings.missing] if findings else [],
        rules={
            str(kind): {str(argument): counts[argument] for argument in Argument if counts[argument]}
            | {"open": sum(one.kind is kind for one in sound.open)}
            for kind, counts in sound.arguments.items()
        },
        implied_clauses=complete.clauses,
        settable_lines=complete.lines,
        all_grids=complete.grids,
        sampled_grids=complete.sampled,
        minimal=_redundancy_row(proof.redundancy) if proof.redundancy else None,
    )


def _redundancy_row(found: StatementRedundancy) -> RedundancyRow:
    names = ("redundant", "undecided", "enough")
    keys = {name: [one.key for one in getattr(found, name)] for name in names}
    needed = {statement.key: str(broken.grid) for statement, broken in found.needed}
    return filled(RedundancyRow, found, needed=needed, settled=found.is_settled, **keys)


def _forbidding_row(found: ForbiddingClauses, geometry: Geometry) -> ForbiddingRow:
    lines: Iterable[int | UnsetType] = found.text_lines or [UNSET] * len(found.numbers)
    each = [*zip(found.numbers, lines, found.clauses, strict=True)][:CLAUSES_IN_JSON]
    clauses = [
        OwnClauseRow(number=number, text_line=line, clause=list(one), says=clause_sentence(one, geometry))
        for number, line, one in each
    ]
    return ForbiddingRow(count=len(found.numbers), together=not found.is_each_enough, clauses=clauses)


def _missing_row(found: MissingConstraints, geometry: Geometry) -> MissingRow:
    clause = found.example and found.example.clause
    return filled(
        MissingRow,
        found,
        says=found.half,
        missing=len(found.constraints),
        undecided=len(found.undecided),
        lines=[line_name(line, geometry) for line in found.lines],
        example=OwnClauseRow(clause=clause, says=clause_sentence(clause, geometry)) if clause else None,
        in_words=missing_in_words(found, geometry),
    )


def proof_document(proof: EncodingProof) -> Document:
    """The outcome; then what was proved and how, with counter-examples as grids."""
    shape, outcome = proof.geometry, proof.outcome
    size = f", {shape.size}×{shape.size} with boxes of {shape.box_rows}×{shape.box_columns}: "
    title = (Toned(proof.encoding.name, Tone.STRONG), size, Toned(outcome, TONES.get(outcome, Tone.OPEN)))
    sections = [*_sound(proof), *_complete(proof)]
    if proof.redundancy is not None:
        sections += _redundant(proof.redundancy)
    counts = proof.soundness.arguments
    if not proof.soundness.counter_grid and any(of[Argument.COUNTING] for of in counts.values()):
        counting, in_bands = texts("statements")["counting"]
        said = counting + in_bands * bool(counts[_REPEATED][Argument.COUNTING])
        sections.append(Section((Toned(said, Tone.QUIET),), []))
    return [Sentence((*title, f" ({proof.seconds:.1f} s)")), *sections]


def _about(word: str, tone: Tone, more: str, *blocks: Block) -> Section:
    return Section((Toned(word, tone), more), blocks)


def _sound(proof: EncodingProof) -> Iterator[Section]:
    found, shape = proof.soundness, proof.geometry
    if (shown := found.counter_grid) is not None:
        text = f": it takes this grid for a solution, but {shown.violation.in_words(shape)}."
        yield _about("Not sound", Tone.BAD, text, *_crowded_in_words(shown), _counter_grid(shown))
        if missing := proof.findings.missing if proof.findings else ():
            said = [
                Sentence((f"{one.family}, {one.half}. {missing_in_words(one, shape)}",), 2) for one in missing
            ]
            yield _about("Missing", Tone.STRONG, ": with this added, the clauses would be sound.", *said)
        return
    words = texts("statements")["arguments"][proof.encoding.formalism]
    lines = []
    for rule, counts in found.arguments.items():
        left = sum(one.kind is rule for one in found.open)
        parts = [f"{counts[one]:,} {words[one]}" for one in Argument if counts[one]]
        parts += [f"{left:,} undecided"] * bool(left)
        lines.append(Sentence((f"{rule}: {', '.join(parts)}",), 2))
    if found.holds:
        yield _about("Sound", Tone.GOOD, ": each of its solutions is a valid grid.", *lines)
        return
    text = ": there was no time to rule out every way to break a rule."
    if proof.encoding.own is not None and proof.complete is False:
        text = ": ways to break a rule were looked for only briefly, since a valid grid is lost."
    yield _about("Not known to be sound", Tone.OPEN, text, *lines)


def _crowded_in_words(shown: CounterGrid) -> Iterator[Sentence]:
    """Which cells hold several digits, as far as there are few of them."""
    names = map(shown.grid.geometry.cell_name, shown.crowded)
    held = [listed(SYMBOLS[digit] for digit in digits) for digits in shown.crowded.values()]
    if len(held) > CROWDED_NAMED:
        yield Sentence((f"{len(held)} cells hold several digits at once.",), 2)
    elif said := [f"{name} holds {digits}" for name, digits in zip(names, held, strict=True)]:
        yield Sentence((f"{listed(said)} at once.",), 2)


def _counter_grid(shown: CounterGrid) -> Boards:
    """A grid that is wrongly accepted, with all digits of each cell."""
    cells, crowded = shown.grid.cells, shown.crowded
    if not crowded:
        return _drawn(shown.grid, shown.violation.cells, "breaks the rule")
    digits = [crowded.get(cell, (digit,) * bool(digit)) for cell, digit in enumerate(cells)]
    marked = {*crowded, *shown.violation.cells}
    board = Board([0 if cell in marked else digit for cell, digit in enumerate(cells)], shown.grid.geometry)
    drawing = Drawing(board, marked=marked, tone=Tone.BAD, candidates=digits)
    return Boards([drawing], "several digits at once")


def _drawn(board: Board, marked: Collection[int] = (), meaning: str = "") -> Boards:
    return Boards([Drawing(board, marked=marked, tone=Tone.BAD)], meaning)


def _complete(proof: EncodingProof) -> Iterator[Section]:
    found, shape = proof.completeness, proof.geometry
    forbidding = proof.findings.forbidding if proof.findings else None
    if found.lost is not None:
        text = f": it loses this valid grid{f', by {found.lost_by}' if found.lost_by else ''}."
        elements = [abs(literal) - 1 for literal in forbidding.clauses[0]] if forbidding else []
        cells = {one // shape.size for one in elements if one < shape.size**3}
        said = _forbidding(forbidding, shape) if forbidding else []
        board = _drawn(found.lost, cells, "what the first clause is about")
        yield _about("Not complete", Tone.BAD, text, board, *said)
    elif found.holds:
        what = "clause" if proof.encoding.formalism is Formalism.CNF else "constraint"
        why = f"Each of {counted(found.clauses, what)} follows from the rules."
        if found.lines:
            groups = counted(found.lines, "group")
            why += f" The auxiliary variables of {groups} of clauses can be set, whatever the grid."
        if found.grids:
            why = f"Each of the {found.grids} grids there are is a solution."
        yield _about("Complete", Tone.GOOD, ": no valid grid is lost.", Sentence((why,), 2, 2))
    else:
        tried = f"{counted(found.sampled, 'valid grid')} at random, of which none is lost"
        text = f": only tried on {tried}." if found.sampled else ": there was no time."
        yield _about("Not known to be complete", Tone.OPEN, text)


def _redundant(found: StatementRedundancy) -> Iterator[Section]:
    statements = len(found.redundant) + len(found.needed) + len(found.undecided)
    said = [Sentence((str(one),), 2) for one in found.redundant]
    said += [Sentence((f"{one} (undecided: there was no time)",), 2) for one in found.undecided]
    text = f" of {counted(statements, 'statement')}" + ": each follows from all the others" * bool(
        found.redundant
    )
    yield _about(f"Redundant: {len(found.redundant)}", Tone.STRONG, f"{text}.", *said)
    if found.redundant:
        last = "none of them can be spared" if found.is_settled else "for some of them it is undecided"
        enough = [Sentence((str(one),), 2) for one in found.enough]
        yield _about("Enough together", Tone.STRONG, f"; {last}:", *enough)
    for statement, broken in found.needed:
        text = f" is needed: without it, {broken.violation.in_words(broken.grid.geometry)}."
        yield _about(str(statement), Tone.STRONG, text, _counter_grid(broken))


def _forbidding(found: ForbiddingClauses, geometry: Geometry) -> list[Sentence]:
    """The clauses that forbid a valid grid: by number, by text line, as they stand, and in words."""
    row, said = _forbidding_row(found, geometry), []
    how = (
        "forbids it" if row.count == 1 else "forbid it, together" if row.together else "forbid it, each alone"
    )
    for one in row.clauses[:CLAUSES_SHOWN]:
        line = f", line {one.text_line:,}" if one.text_line else ""
        literals = " ".join(map(str, one.clause))
        said.append(Sentence((f"clause {one.number:,}{line}, {literals} 0: {one.says}",), 4))
    more = row.count - len(said)
    said += [Sentence((f"… and {more:,} more",), 4)] * bool(more)
    return [Sentence((f"{counted(row.count, 'clause')} {how}:",), 2), *said]


def missing_in_words(found: MissingConstraints, geometry: Geometry) -> str:
    """What is missing of one family and half, in a few sentences.

    >>> from sudocube.cube import cube
    >>> shape = Geometry.of_size(4)
    >>> line = cube(shape).lines[32]
    >>> pair = Constraint(Half.AT_MOST_ONE, line, (line.elements[0], line.elements[2]))
    >>> missing_in_words(MissingConstraints(Family.COLUMN, Half.AT_MOST_ONE, (pair,), 96, pair), shape)
    'Nothing keeps r1c1 and r3c1 from both holding 1.'
    """
    what = "clause" if found.half is Half.AT_LEAST_ONE else "pair"
    few = found.constraints if len(found.constraints) <= CLAUSES_SHOWN else ()
    said = [missing_constraint_in_words(one, geometry) for one in few]
    if len(found.constraints) > CLAUSES_SHOWN:
        said.append(f"{len(found.constraints):,} of {counted(found.of, what)} are missing.")
        if found.example is not None:
            said.append(f"For example, n{missing_constraint_in_words(found.example, geometry)[1:]}")
    if found.undecided:
        more = "more " * bool(said)
        verb = "is" if len(found.undecided) == 1 else "are"
        said.append(f"{counted(len(found.undecided), more + what)} {verb} undecided.")
    return " ".join(said)


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
