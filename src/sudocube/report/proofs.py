"""What was proved about an encoding, or what refutes it: as a row and as a document."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any, ClassVar

from msgspec import UNSET

from sudocube.cube import Family
from sudocube.encoder.vocabulary import Formalism
from sudocube.fields import Box, CellName, Cells, Digit, Number, Optional, Seconds
from sudocube.lab.own_findings import ForbiddingClauses, Half
from sudocube.lab.proving import EncodingProof, ProofOutcome, StatementRedundancy
from sudocube.lab.soundness import Argument, CounterGrid, Soundness, ViolationKind
from sudocube.puzzle import Board
from sudocube.report.document import (
    Block,
    Boards,
    Document,
    Drawing,
    Section,
    Sentence,
    Tone,
    Toned,
    sentences,
)
from sudocube.report.encodings import Clause, GridSize, Name, in_numbers, sized
from sudocube.report.row import Row, filled
from sudocube.report.words import counted, texts

TONES = {ProofOutcome.PROVED: Tone.GOOD, ProofOutcome.REFUTED: Tone.BAD}
CLAUSES_SHOWN = 3
"""How many clauses that forbid a grid are told one by one."""

CLAUSES_IN_JSON = 100
"""How many clauses that forbid a grid are in the JSON row; their number is there in any case."""

Keys = list[str]
"""Statements by their keys. For example: ["families.row.at_least_one"]."""

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

    takes: ClassVar = {
        "count": lambda one: len(one.clauses),
        "clauses": lambda one: one.clauses[:CLAUSES_IN_JSON],
    }
    count: Number
    together: bool
    """Whether they lose it only together; else each does alone. For example: false."""
    clauses: list[OwnClauseRow]
    """The first 100 of them. For example: []."""


class MissingRow(Row, kw_only=True):
    """What is missing of one family of lines and one half of "exactly one"."""

    takes: ClassVar = {
        "says": lambda one: one.half,
        "missing": lambda one: len(one.constraints),
        "undecided": lambda one: len(one.undecided),
    }
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
    example: OwnClauseRow | None
    """One that is missing; null if none was found. For example: null."""
    in_words: str
    """The same as sentences. For example: "Nothing says that r1c1 holds a digit."."""


def _keys(name: str) -> Any:  # noqa: ANN401 -- what `takes` holds
    return lambda found: [statement.key for statement in getattr(found, name)]


class RedundancyRow(Row, kw_only=True):
    """Which statements follow from the others."""

    takes: ClassVar = {
        **{name: _keys(name) for name in ("redundant", "undecided", "enough")},
        "needed": lambda found: {statement.key: broken.grid for statement, broken in found.needed},
    }
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
    found = proof.soundness
    more = {"broken": found.counter_grid, "rules": _rules(found), **sized(proof.encoding, proof.geometry)}
    return filled(ProvedRow, proof, proof.completeness, **more)


def _rules(found: Soundness) -> dict[str, dict[str, int]]:
    """For each rule, how many ways to break it each argument excludes, and how many are open."""
    return {
        str(rule): {str(argument): counts[argument] for argument in Argument if counts[argument]}
        | {"open": sum(one.kind is rule for one in found.open)}
        for rule, counts in found.arguments.items()
    }


def proof_document(proof: EncodingProof) -> Document:
    """The outcome; then what was proved and how, with counter-examples as grids."""
    shape, outcome = proof.geometry, proof.outcome
    size = f", {shape.size}×{shape.size} with boxes of {shape.box_rows}×{shape.box_columns}: "
    title = (Toned(proof.encoding.name, Tone.STRONG), size, Toned(outcome, TONES.get(outcome, Tone.OPEN)))
    found: list[Block] = [Sentence((*title, f" ({proof.seconds:.1f} s)")), *_sound(proof), *_complete(proof)]
    if proof.minimal is not None:
        found += _redundant(proof.minimal)
    counts = proof.soundness.arguments
    if not proof.soundness.counter_grid and any(of[Argument.COUNTING] for of in counts.values()):
        counting, in_bands = texts("statements")["counting"]
        said = counting + in_bands * bool(counts[_REPEATED][Argument.COUNTING])
        found.append(Section((Toned(said, Tone.QUIET),), []))
    return found


def _told(key: str, *blocks: Block, **values: object) -> Section:
    """A finding by its key in the table of findings: its word in a tone, the rest of the sentence, blocks."""
    tone, word, more = texts("statements")["findings"][key]
    return Section((Toned(word.format(**values), Tone(tone)), more.format(**values)), blocks)


def _sound(proof: EncodingProof) -> Iterator[Section]:
    found = proof.soundness
    if (shown := found.counter_grid) is not None:
        yield _told("not sound", _counter_grid(shown), wrong=shown.violation.in_words(proof.geometry))
        if missing := proof.missing:
            said = (f"{one.family}, {one.half}. {one.in_words}" for one in missing)
            yield _told("missing", *sentences(said, indent=2))
        return
    words, lines = texts("statements")["arguments"][proof.encoding.formalism], []
    for rule, counts in _rules(found).items():
        parts = (f"{count:,} {words[argument]}" for argument, count in counts.items() if count)
        lines.append(f"{rule}: {', '.join(parts)}")
    is_lost = proof.encoding.own is not None and proof.complete is False
    key = "sound" if found.holds else "sound, looked for briefly" if is_lost else "sound, no time"
    yield _told(key, *sentences(lines, indent=2))


def _counter_grid(shown: CounterGrid) -> Boards:
    """A grid that is wrongly accepted, with all digits of each cell."""
    grid, crowded = shown.grid, shown.crowded
    if not crowded:
        return _drawn(grid, shown.violation.cells, "breaks the rule")
    digits = [crowded.get(cell, (digit,) * bool(digit)) for cell, digit in enumerate(grid.cells)]
    marked = {*crowded, *shown.violation.cells}
    others = Board([0 if cell in marked else digit for cell, digit in enumerate(grid.cells)], grid.geometry)
    return _drawn(others, marked, "several digits at once", digits)


def _drawn(
    board: Board, marked: Collection[int], meaning: str, digits: Sequence[Collection[int]] | None = None
) -> Boards:
    return Boards([Drawing(board, marked=marked, tone=Tone.BAD, candidates=digits)], meaning)


def _complete(proof: EncodingProof) -> Iterator[Section]:
    found, size = proof.completeness, proof.geometry.size
    if found.lost is not None:
        by, forbidding = f", by {found.lost_by}" if found.lost_by else "", proof.forbidden_by
        literals = forbidding.clauses[0].clause if forbidding else ()
        cells = {(abs(one) - 1) // size for one in literals if abs(one) <= size**3}
        board = _drawn(found.lost, cells, "what the first clause is about")
        yield _told("not complete", board, *(_forbidding(forbidding) if forbidding else ()), by=by)
    elif found.holds:
        what = "clause" if proof.encoding.formalism is Formalism.CNF else "constraint"
        why = f"Each of {counted(found.implied_clauses, what)} follows from the rules."
        if found.settable_lines:
            groups = counted(found.settable_lines, "group")
            why += f" The auxiliary variables of {groups} of clauses can be set, whatever the grid."
        if found.all_grids:
            why = f"Each of the {found.all_grids} grids there are is a solution."
        yield _told("complete", Sentence((why,), 2, 2))
    elif found.sampled_grids:
        yield _told("complete, sampled", grids=counted(found.sampled_grids, "valid grid"))
    else:
        yield _told("complete, no time")


def _forbidding(found: ForbiddingClauses) -> Iterator[Sentence]:
    """The clauses that forbid a valid grid: by number, by text line, as they stand, and in words."""
    count = len(found.clauses)
    how = "forbids it" if count == 1 else f"forbid it, {'together' if found.together else 'each alone'}"
    yield Sentence((f"{counted(count, 'clause')} {how}:",), 2)
    for clause, says, number, text_line in found.clauses[:CLAUSES_SHOWN]:
        line = f", line {text_line:,}" if text_line else ""
        yield Sentence((f"clause {number:,}{line}, {in_numbers(clause)}: {says}",), 4)
    if count > CLAUSES_SHOWN:
        yield Sentence((f"… and {count - CLAUSES_SHOWN:,} more",), 4)


def _redundant(found: StatementRedundancy) -> Iterator[Section]:
    """Which statements follow from the others, which are enough together, and what goes wrong without one."""
    redundant = len(found.redundant)
    count = counted(redundant + len(found.needed) + len(found.undecided), "statement")
    said = [*map(str, found.redundant), *(f"{one} (undecided: no time)" for one in found.undecided)]
    key = "redundant" if redundant else "none redundant"
    yield _told(key, *sentences(said, indent=2), redundant=redundant, of=count)
    if redundant:
        key = "enough" if found.is_settled else "perhaps enough"
        yield _told(key, *sentences(map(str, found.enough), indent=2))
    for statement, broken in found.needed:
        wrong = broken.violation.in_words(broken.grid.geometry)
        yield _told("needed", _counter_grid(broken), statement=statement, wrong=wrong)
