"""What was proved about an encoding, as text and as a JSON row."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from rich.text import Text

from sudocube.encoder.vocabulary import Statement
from sudocube.geometry import SYMBOLS
from sudocube.lab.completeness import Completeness
from sudocube.lab.proving import EncodingProof, ProofOutcome, StatementRedundancy
from sudocube.lab.soundness import Argument, Soundness
from sudocube.lab.violations import CounterGrid, ViolationKind
from sudocube.puzzle import Board
from sudocube.report.grid_drawing import beside_each_other
from sudocube.report.json_rows import Row, size_row
from sudocube.report.text_layout import wrapped
from sudocube.report.words import counted, listed

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
    Argument.UNIT: "by the clauses of one unit",
    Argument.SEARCH: "by a search over all clauses",
}
COUNTING = (
    "* n cells and n digits: where each cell of a unit holds at least one digit, and each digit has at most"
    " one place there, each has exactly one; and the other way round."
)


def proved_row(proof: EncodingProof) -> Row:
    """The row of `encodings prove --json`.

    `counterexample` is a wrong grid that the encoding accepts (then `broken` says which rule it breaks), or
    a valid grid that it loses (the same as `lost`), or a puzzle for which the formula is reduced wrongly.
    """
    sound, complete = proof.soundness, proof.completeness
    return {
        "encoding": proof.encoding.name,
        **size_row(proof.geometry),
        "outcome": str(proof.outcome),
        "sound": proof.sound,
        "complete": proof.complete,
        "counterexample": _cells(proof.counterexample),
        "broken": sound.counter_grid and _broken_row(sound.counter_grid),
        "lost": _cells(complete.lost),
        "lost_by": complete.lost_by and f"{complete.lost_by.statement.key}: {complete.lost_by.place}",
        "rules": {
            str(kind): {str(argument): counts[argument] for argument in Argument if counts[argument]}
            | {"open": sum(violation.kind is kind for violation in sound.open)}
            for kind, counts in sound.arguments.items()
        },
        "implied_clauses": complete.clauses,
        "settable_lines": complete.lines,
        "all_grids": complete.grids,
        "sampled_grids": complete.sampled,
        "reduced_puzzles": proof.reduced and proof.reduced.puzzles,
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
    yield from _reduced(proof, width)
    if proof.redundancy is not None:
        yield from _redundant(proof.redundancy, width)
    kinds = {argument for counts in proof.soundness.arguments.values() for argument in counts}
    if Argument.COUNTING in kinds and proof.soundness.counter_grid is None:
        yield Text()
        yield from _paragraph(Text(COUNTING, "dim"), width)


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
        yield from _drawn(shown.grid, width, shown.violation.cells)
        return
    if found.holds:
        yield from _heading("Sound", "bold green", ": each of its solutions is a valid grid.", width)
    else:
        text = ": there was no time to rule out every way to break a rule."
        yield from _heading("Not known to be sound", "bold yellow", text, width)
    if found.arguments:
        yield from _table_of_arguments(found, width)
    elif found.holds:
        yield Text("  CP-SAT finds that no rule can be broken.")


def _objection(broken: CounterGrid) -> str:
    """What is wrong with a grid; of a cell with two digits, also which one the grid shows."""
    text = broken.violation.in_words(broken.grid.geometry)
    if broken.violation.kind is ViolationKind.TWO_DIGITS:
        shown = SYMBOLS[broken.grid.cells[broken.violation.cells[0]]]
        text += f" (it shows {shown}: {broken.objection})"
    return text


def _crowded(broken: CounterGrid) -> str:
    """What a grid cannot show: cells with several digits, unless the violation already names them."""
    if not broken.crowded or broken.violation.kind is ViolationKind.TWO_DIGITS:
        return ""
    if len(broken.crowded) > 1:
        return f" {len(broken.crowded):,} of its cells hold several digits, of which one is shown."
    [(cell, digits)] = broken.crowded.items()
    held = listed(SYMBOLS[digit] for digit in digits)
    return f" In its solution {broken.grid.geometry.cell_name(cell)} holds {held} at once."


def _table_of_arguments(found: Soundness, width: int) -> Iterator[Text]:
    """For each rule: how many ways there are to break it, and how they are ruled out."""
    rows: list[tuple[str, int, str]] = []
    for rule, counts in found.arguments.items():
        numbers = [(counts[one], ARGUMENTS[one]) for one in Argument]
        numbers.append((sum(violation.kind is rule for violation in found.open), "undecided"))
        shown = [(number, words) for number, words in numbers if number]
        rows += [("" if place else str(rule), *one) for place, one in enumerate(shown)]
    longest = max(len(rule) for rule, _, _ in rows)
    digits = max(len(f"{number:,}") for _, number, _ in rows)
    for name, number, words in rows:
        line = f"  {name:{longest}}  {number:>{digits},}  {words}"
        if len(line) <= width:
            yield Text(line)
        else:
            label = f"{name}: " if name else ""
            yield from wrapped(Text(f"{label}{number:,} {words}"), width, "  " if name else "    ", "    ")


def _complete(proof: EncodingProof, width: int) -> Iterator[Text]:
    found = proof.completeness
    if found.lost is not None:
        text = ": it loses this valid grid"
        if found.lost_by is not None:
            text += f", by {found.lost_by.statement.key} ({found.lost_by.place})"
        yield from _heading("Not complete", "bold red", f"{text}.", width)
        yield from _drawn(found.lost, width)
    elif found.holds:
        yield from _heading("Complete", "bold green", ": no valid grid is lost.", width)
        yield from wrapped(Text(_why_complete(found)), width - 2, "  ")
    else:
        tried = f"{counted(found.sampled, 'valid grid')} at random, of which none is lost"
        text = f": only tried on {tried}." if found.sampled else ": there was no time."
        yield from _heading("Not known to be complete", "bold yellow", text, width)


def _why_complete(found: Completeness) -> str:
    if found.grids:
        return f"Each of the {found.grids} grids there are is a solution."
    sentences = []
    if found.clauses:
        sentences.append(f"Each of {counted(found.clauses, 'clause')} follows from the rules.")
    if found.lines:
        which = f"On {counted(found.lines, 'line')}, whichever literal is the true one,"
        sentences.append(f"{which} the auxiliary variables of the line can be set.")
    return " ".join(sentences) or "There is no clause that could lose one."


def _reduced(proof: EncodingProof, width: int) -> Iterator[Text]:
    found = proof.reduced
    if found is None:
        return
    if found.wrong is not None:
        what = "lets more pass than the whole one" if not found.sound else "loses a valid grid"
        text = f": the formula reduced for this puzzle {what}."
        yield from _heading("Reduced wrongly", "bold red", text, width)
        yield from _drawn(found.wrong, width)
        return
    text = f" for {counted(found.puzzles, 'random puzzle')}: no valid grid is lost, and nothing more passes."
    if found.sound is None:
        text = f" for {counted(found.puzzles, 'random puzzle')} only: there was no time."
    yield from _heading("Reduced", "bold green" if found.sound else "bold yellow", text, width)


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
        yield from _drawn(broken.grid, width, broken.violation.cells)


def _named(statement: Statement, width: int, more: str = "") -> Iterator[Text]:
    yield from wrapped(Text(f"{statement}{more}"), width - 4, "  ", "    ")


def _drawn(board: Board, width: int, marked: Collection[int] = ()) -> Iterator[Text]:
    blank = Board(bytes(len(board.cells)), board.geometry)
    lines = beside_each_other([""], [board], clues=blank, marked=marked, width=width)
    yield from lines[1:]
