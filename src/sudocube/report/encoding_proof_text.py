"""What was proved about an encoding, as text and as a JSON row."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from rich.text import Text

from sudocube.encoder.vocabulary import Formalism, Statement
from sudocube.geometry import Geometry
from sudocube.lab.completeness import Completeness
from sudocube.lab.grids import CounterGrid, ViolationKind
from sudocube.lab.own_findings import ForbiddingClauses
from sudocube.lab.proving import EncodingProof, ProofOutcome, StatementRedundancy
from sudocube.lab.soundness import Argument, Soundness
from sudocube.puzzle import Board
from sudocube.report.grid_drawing import beside_each_other
from sudocube.report.json_rows import Row, size_row
from sudocube.report.model_drawing import drawn_model
from sudocube.report.own_clauses_text import (
    forbidding_in_words,
    forbidding_row,
    missing_in_words,
    missing_row,
)
from sudocube.report.text_layout import wrapped
from sudocube.report.words import counted

STYLES = {
    ProofOutcome.PROVED: "bold green",
    ProofOutcome.REFUTED: "bold red",
    ProofOutcome.SAMPLED: "bold yellow",
    ProofOutcome.UNDECIDED: "bold yellow",
}
ARGUMENTS = {
    Argument.CLAUSE: "by a clause",
    Argument.PROPAGATION: "by unit propagation",
    Argument.COUNTING: "by counting*",
    Argument.SEARCH: "by a search over all clauses",
}
CPSAT_ARGUMENTS = {
    **ARGUMENTS,
    Argument.CLAUSE: "by a constraint",
    Argument.SEARCH: "by a search over all constraints",
}
COUNTING = (
    "* n cells and n digits: where each cell of a unit holds at least one digit, and each digit has at most"
    " one place there, each has exactly one; and the other way round."
)
COUNTING_IN_BANDS = (
    " Or in a band or a stack, or in the whole grid: where a digit is once in each row of a band, and once in"
    " two of its boxes, it is once in the third."
)
"""What is said, too, where counting rules out that a digit is twice in a unit: perhaps by this argument."""


def proved_row(proof: EncodingProof) -> Row:
    """The row of `encodings prove --json`.

    `counterexample` is a wrong grid that the encoding accepts (then `broken` says which rule it breaks), or
    a valid grid that it loses (the same as `lost`).
    For own clauses, `forbidden_by` are those that lose the grid, and `missing` would make them sound.
    """
    sound, complete, findings = proof.soundness, proof.completeness, proof.findings
    forbidding = findings.forbidding if findings else None
    return {
        "encoding": proof.encoding.name,
        **size_row(proof.geometry),
        "outcome": str(proof.outcome),
        "sound": proof.sound,
        "complete": proof.complete,
        "counterexample": _cells(proof.counterexample),
        "broken": sound.counter_grid and _broken_row(sound.counter_grid),
        "lost": _cells(complete.lost),
        "lost_by": complete.lost_by,
        "forbidden_by": forbidding and forbidding_row(forbidding, proof.geometry),
        "missing": [missing_row(one, proof.geometry) for one in findings.missing] if findings else [],
        "rules": {
            str(kind): {str(argument): counts[argument] for argument in Argument if counts[argument]}
            | {"open": sum(violation.kind is kind for violation in sound.open)}
            for kind, counts in sound.arguments.items()
        },
        "implied_clauses": complete.clauses,
        "settable_lines": complete.lines,
        "all_grids": complete.grids,
        "sampled_grids": complete.sampled,
        "minimal": proof.redundancy and _redundancy_row(proof.redundancy),
        "seconds": round(proof.seconds, 3),
    }


def _cells(board: Board | None) -> str | None:
    return None if board is None else str(board)


def _broken_row(broken: CounterGrid) -> Row:
    violation, shape = broken.violation, broken.grid.geometry
    return {
        "rule": str(violation.kind),
        "cells": [shape.cell_name(cell) for cell in violation.cells],
        "digits": [] if violation.kind is ViolationKind.EMPTY_CELL else list(violation.digits),
        "unit": violation.units[0].name if violation.kind is ViolationKind.REPEATED_DIGIT else None,
        "in_words": violation.in_words(shape),
        "objection": broken.objection,
        "crowded": {shape.cell_name(cell): list(digits) for cell, digits in broken.crowded.items()},
    }


def _redundancy_row(found: StatementRedundancy) -> Row:
    return {
        "redundant": [statement.key for statement in found.redundant],
        "needed": {statement.key: str(broken.grid) for statement, broken in found.needed},
        "undecided": [statement.key for statement in found.undecided],
        "enough": [statement.key for statement in found.enough],
        "settled": found.is_settled,
    }


def proved_in_words(proof: EncodingProof, width: int) -> Iterator[Text]:
    """The outcome; then what was proved and how, with counter-examples as grids."""
    shape, outcome = proof.geometry, (str(proof.outcome), STYLES[proof.outcome])
    size = f"{shape.size}×{shape.size} with boxes of {shape.box_rows}×{shape.box_columns}"
    name = (proof.encoding.name, "bold")
    yield from _paragraph(Text.assemble(name, f", {size}: ", outcome, f" ({proof.seconds:.1f} s)"), width)
    yield from _sound(proof, width)
    yield from _complete(proof, width)
    if proof.redundancy is not None:
        yield from _redundant(proof.redundancy, width)
    kinds = {argument for counts in proof.soundness.arguments.values() for argument in counts}
    if Argument.COUNTING in kinds and proof.soundness.counter_grid is None:
        yield Text()
        repeated = proof.soundness.arguments[ViolationKind.REPEATED_DIGIT]
        is_perhaps_over_all = proof.encoding.own is not None and repeated[Argument.COUNTING]
        more = COUNTING_IN_BANDS if is_perhaps_over_all else ""
        yield from _paragraph(Text(COUNTING + more, "dim"), width)


def _paragraph(text: Text, width: int) -> Iterator[Text]:
    yield from wrapped(text, width - 2, "", "  ")


def _heading(word: str, style: str, more: str, width: int) -> Iterator[Text]:
    yield Text()
    yield from _paragraph(Text.assemble((word, style), more), width)


def _sound(proof: EncodingProof, width: int) -> Iterator[Text]:
    found = proof.soundness
    if (shown := found.counter_grid) is not None:
        text = f": it takes this grid for a solution, but {_objection(shown)}.{_crowded(shown)}"
        yield from _heading("Not sound", "bold red", text, width)
        yield from _drawn_counter_grid(shown, width)
        yield from _missing(proof, width)
        return
    if found.holds:
        yield from _heading("Sound", "bold green", ": each of its solutions is a valid grid.", width)
    else:
        text = ": there was no time to rule out every way to break a rule."
        if proof.encoding.own is not None and proof.complete is False:
            text = ": ways to break a rule were looked for only briefly, since a valid grid is lost."
        yield from _heading("Not known to be sound", "bold yellow", text, width)
    if found.arguments:
        in_cnf = proof.encoding.formalism is Formalism.CNF
        yield from _table_of_arguments(found, ARGUMENTS if in_cnf else CPSAT_ARGUMENTS, width)


def _objection(broken: CounterGrid) -> str:
    """What is wrong with a grid."""
    return broken.violation.in_words(broken.grid.geometry)


def _crowded(broken: CounterGrid) -> str:
    """That other cells hold several digits than those that the violation names."""
    others = sum(cell not in broken.violation.cells for cell in broken.crowded)
    if not others:
        return ""
    verb = "holds" if others == 1 else "hold"
    return f" {counted(others, 'other cell')} {verb} several digits at once."


def _drawn_counter_grid(shown: CounterGrid, width: int) -> Iterator[Text]:
    """A grid that is wrongly accepted, with all digits of each cell."""
    if not shown.crowded:
        yield from _drawn(shown.grid, width, shown.violation.cells)
        return
    digits = [shown.crowded.get(cell, (digit,) * bool(digit)) for cell, digit in enumerate(shown.grid.cells)]
    shape = shown.grid.geometry
    for line in drawn_model(digits, shape, marked=shown.violation.cells, width=width - 2):
        yield Text("  ").append_text(line)


def _missing(proof: EncodingProof, width: int) -> Iterator[Text]:
    """What would make own clauses sound."""
    missing = proof.findings.missing if proof.findings else ()
    if missing:
        yield from _heading("Missing", "bold", ": with this added, the clauses would be sound.", width)
        for one in missing:
            text = missing_in_words(one, proof.geometry)
            yield from wrapped(Text(f"{one.family}, {one.half}. {text}"), width - 2, "  ", "    ")


def _table_of_arguments(found: Soundness, words: Mapping[Argument, str], width: int) -> Iterator[Text]:
    """For each rule: how many ways there are to break it, and how they are ruled out."""
    rows: list[tuple[str, int, str]] = []
    for rule, counts in found.arguments.items():
        numbers = [(counts[one], words[one]) for one in Argument]
        numbers.append((sum(violation.kind is rule for violation in found.open), "undecided"))
        shown = [(number, by) for number, by in numbers if number]
        rows += [("" if place else str(rule), *one) for place, one in enumerate(shown)]
    longest = max(len(rule) for rule, _, _ in rows)
    digits = max(len(f"{number:,}") for _, number, _ in rows)
    for name, number, by in rows:
        line = f"  {name:{longest}}  {number:>{digits},}  {by}"
        if len(line) <= width:
            yield Text(line)
        else:
            label = f"{name}: " if name else ""
            yield from wrapped(Text(f"{label}{number:,} {by}"), width, "  " if name else "    ", "    ")


def _complete(proof: EncodingProof, width: int) -> Iterator[Text]:
    found = proof.completeness
    forbidding = proof.findings.forbidding if proof.findings else None
    if found.lost is not None:
        text = ": it loses this valid grid"
        if found.lost_by is not None:
            text += f", by {found.lost_by}"
        yield from _heading("Not complete", "bold red", f"{text}.", width)
        yield from _drawn(found.lost, width, _cells_of(forbidding, proof.geometry))
        if forbidding is not None:
            yield from forbidding_in_words(forbidding, proof.geometry, width)
    elif found.holds:
        what = "clause" if proof.encoding.formalism is Formalism.CNF else "constraint"
        yield from _heading("Complete", "bold green", ": no valid grid is lost.", width)
        yield from wrapped(Text(_why_complete(found, what)), width - 2, "  ")
    else:
        tried = f"{counted(found.sampled, 'valid grid')} at random, of which none is lost"
        text = f": only tried on {tried}." if found.sampled else ": there was no time."
        yield from _heading("Not known to be complete", "bold yellow", text, width)


def _cells_of(forbidding: ForbiddingClauses | None, geometry: Geometry) -> set[int]:
    """The cells that the first clause that forbids a grid speaks of."""
    if forbidding is None:
        return set()
    elements = (abs(literal) - 1 for literal in forbidding.clauses[0])
    return {cell for element in elements if (cell := element // geometry.size) < geometry.cell_count}


def _why_complete(found: Completeness, what: str) -> str:
    if found.grids:
        return f"Each of the {found.grids} grids there are is a solution."
    sentences = []
    if found.clauses:
        sentences.append(f"Each of {counted(found.clauses, what)} follows from the rules.")
    if found.lines:
        groups = counted(found.lines, "group")
        sentences.append(f"The auxiliary variables of {groups} of clauses can be set, whatever the grid.")
    return " ".join(sentences) or f"There is no {what} that could lose one."


def _redundant(found: StatementRedundancy, width: int) -> Iterator[Text]:
    statements = len(found.redundant) + len(found.needed) + len(found.undecided)
    of = f" of {counted(statements, 'statement')}"
    text = f"{of}: each follows from all the others." if found.redundant else f"{of}."
    yield from _heading(f"Redundant: {len(found.redundant)}", "bold", text, width)
    for statement in found.redundant:
        yield from _named(statement, width)
    for statement in found.undecided:
        yield from _named(statement, width, " (undecided: there was no time)")
    if found.redundant:
        last = "none of them can be spared" if found.is_settled else "for some of them it is undecided"
        yield from _heading("Enough together", "bold", f"; {last}:", width)
        for statement in found.enough:
            yield from _named(statement, width)
    for statement, broken in found.needed:
        text = f" is needed: without it, {_objection(broken)}."
        yield from _heading(str(statement), "bold", text, width)
        yield from _drawn_counter_grid(broken, width)


def _named(statement: Statement, width: int, more: str = "") -> Iterator[Text]:
    yield from wrapped(Text(f"{statement}{more}"), width - 4, "  ", "    ")


def _drawn(board: Board, width: int, marked: Collection[int] = ()) -> Iterator[Text]:
    blank = Board(bytes(len(board.cells)), board.geometry)
    lines = beside_each_other([""], [board], clues=blank, marked=marked, width=width)
    yield from lines[1:]
