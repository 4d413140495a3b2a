"""What was proved about an encoding, or what refutes it: as a row and as a document."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from sudocube.encoder.vocabulary import Formalism
from sudocube.lab.own_findings import ForbiddingClauses
from sudocube.lab.proving import EncodingProof, ProofOutcome, StatementRedundancy
from sudocube.lab.soundness import Argument, CounterGrid, ViolationKind
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
from sudocube.report.encodings import in_numbers
from sudocube.report.words import counted, texts

TONES = {ProofOutcome.PROVED: Tone.GOOD, ProofOutcome.REFUTED: Tone.BAD}
CLAUSES_SHOWN = 3
"""How many clauses that forbid a grid are told one by one."""


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
        said = counting + in_bands * bool(counts[ViolationKind.REPEATED_DIGIT][Argument.COUNTING])
        found.append(Section((Toned(said, Tone.QUIET),), []))
    return found


def _told(key: str, *blocks: Block, **values: object) -> Section:
    """A finding by its key in the table of findings: its word in a tone, the rest of the sentence, blocks."""
    tone, word, more = texts("statements")["findings"][key]
    return Section((Toned(word.format(**values), Tone(tone)), more.format(**values)), blocks)


def _sound(proof: EncodingProof) -> Iterator[Section]:
    found = proof.soundness
    if (shown := found.counter_grid) is not None:
        yield _told("not sound", _counter_grid(shown), wrong=shown.in_words)
        if missing := proof.missing:
            said = (f"{one.family}, {one.half}. {one.in_words}" for one in missing)
            yield _told("missing", *sentences(said, indent=2))
        return
    words, lines = texts("statements")["arguments"][proof.encoding.formalism], []
    for rule, counts in found.rules.items():
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
        each = "Each of " * (found.implied_clauses != 1)
        why = f"{each}{counted(found.implied_clauses, what)} follows from the rules."
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
    count = found.count
    how = "forbids it" if count == 1 else f"forbid it, {'together' if found.together else 'each alone'}"
    yield Sentence((f"{counted(count, 'clause')} {how}:",), 2)
    for one in found.clauses[:CLAUSES_SHOWN]:
        line = f", line {one.text_line:,}" if one.text_line else ""
        yield Sentence((f"clause {one.number:,}{line}, {in_numbers(one.clause)}: {one.says}",), 4)
    if count > CLAUSES_SHOWN:
        yield Sentence((f"… and {count - CLAUSES_SHOWN:,} more",), 4)


def _redundant(found: StatementRedundancy) -> Iterator[Section]:
    """Which statements follow from the others, which are enough together, and what goes wrong without one."""
    redundant = len(found.redundant)
    count = counted(redundant + len(found.needed) + len(found.undecided), "statement")
    said = [one.in_words for one in found.redundant]
    said += [f"{one.in_words} (undecided: no time)" for one in found.undecided]
    key = "redundant" if redundant else "none redundant"
    yield _told(key, *sentences(said, indent=2), redundant=redundant, of=count)
    if redundant:
        key = "enough" if found.is_settled else "perhaps enough"
        yield _told(key, *sentences((one.in_words for one in found.enough), indent=2))
    for statement, broken in found.needed.items():
        yield _told("needed", _counter_grid(broken), statement=statement.in_words, wrong=broken.in_words)
