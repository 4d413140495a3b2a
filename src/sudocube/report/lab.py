"""What the laboratory finds: whether an encoding is proved, and what follows of a puzzle, step by step.

As rows and as documents. The sentences are data: `statements.toml`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import TYPE_CHECKING, Any, Literal

from msgspec import UNSET

from sudocube.encoder import names
from sudocube.encoder.clause_names import NamedClause
from sudocube.encoder.vocabulary import Formalism
from sudocube.fields import Optional
from sudocube.lab.clause_learning import LEARNED, ORDER, Assigned, ClauseConflict
from sudocube.lab.own_findings import ForbiddingClauses
from sudocube.lab.proving import EncodingProof, ProofOutcome, StatementRedundancy
from sudocube.lab.soundness import Argument, CounterGrid
from sudocube.lab.tracing import ClauseTrace, TraceEnd
from sudocube.puzzle import Board
from sudocube.report.document import Boards, Document, Drawing, Section, Sentence, Tone, Toned, sentences
from sudocube.report.encodings import ClauseRow, LiteralName, clause_row, first_few, in_names, in_numbers
from sudocube.report.row import Row, filled, row_of
from sudocube.report.words import counted, listed, phrase, texts

if TYPE_CHECKING:
    from sudocube.lab.cpsat_propagation import ConstraintTrace, Filtered

TONES = {ProofOutcome.PROVED: Tone.GOOD, ProofOutcome.REFUTED: Tone.BAD}


def proof_document(proof: EncodingProof) -> Document:
    """The outcome; then what was proved and how, with counter-examples as grids."""
    outcome = Toned(proof.outcome, TONES.get(proof.outcome, Tone.OPEN))
    title = (Toned(proof.encoding.name, Tone.STRONG), f", {proof.geometry}: ", outcome)
    found = [*_sound(proof), *_complete(proof), *(_redundant(proof.minimal) if proof.minimal else ())]
    counts = proof.soundness.arguments.values()
    if not proof.soundness.counter_grid and any(of[Argument.COUNTING] for of in counts):
        found.append(Section((Toned(texts("statements")["counting"], Tone.QUIET),), []))
    return [Sentence((*title, f" ({proof.seconds:.1f} s)")), *found]


def _told(key: str, *blocks: Sentence | Boards, **values: str) -> Section:
    """A finding by its key in the table of findings, with blocks below it."""
    return Section(phrase(texts("statements")["findings"][key], **values), blocks)


def _what(proof: EncodingProof) -> str:
    """What an encoding consists of."""
    return "clause" if proof.encoding.formalism is Formalism.CNF else "constraint"


def _sound(proof: EncodingProof) -> Iterator[Section]:
    found = proof.soundness
    if (shown := found.counter_grid) is not None:
        yield _told("not sound", _counter_grid(shown), wrong=shown.in_words)
        if missing := proof.missing:
            said = (f"{one.family}, {one.half}. {one.in_words}" for one in missing)
            yield _told("missing", *sentences(said, indent=2))
        return
    words, lines = texts("statements")["arguments"], []
    for rule, counts in found.rules.items():
        parts = (f"{n:,} {words[argument].format(_what(proof))}" for argument, n in counts.items() if n)
        lines.append(f"{rule}: {', '.join(parts)}")
    yield _told("sound" if found.holds else "sound, no time", *sentences(lines, indent=2))


def _counter_grid(shown: CounterGrid) -> Boards:
    """A grid that is wrongly accepted, with all digits of each cell."""
    grid, crowded, cells = shown.grid, shown.crowded, shown.violation.cells
    if not crowded:
        return Boards([Drawing(grid, marked=cells, tone=Tone.BAD)], "breaks the rule")
    marked = {*crowded, *cells}
    digits = [crowded.get(cell, (digit,) * bool(digit)) for cell, digit in enumerate(grid.cells)]
    others = Board([0 if cell in marked else digit for cell, digit in enumerate(grid.cells)], grid.geometry)
    drawing = Drawing(others, marked=marked, tone=Tone.BAD, candidates=digits)
    return Boards([drawing], "several digits at once")


def _complete(proof: EncodingProof) -> Iterator[Section]:
    found, forbidding = proof.completeness, proof.forbidden_by
    if found.lost is not None:
        by = f", by {found.lost_by}" if found.lost_by else ""
        clauses = _forbidding(forbidding) if forbidding else ()
        yield _told("not complete", Boards([Drawing(found.lost)]), *clauses, by=by)
    elif found.holds:
        each = "Each of " * (found.implied_clauses != 1)
        why = f"{each}{counted(found.implied_clauses, _what(proof))} follows from the rules."
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
    how = "forbids it" if found.count == 1 else f"forbid it, {'together' if found.together else 'each alone'}"
    yield Sentence((f"{counted(found.count, 'clause')} {how}:",), 2)
    clauses = []
    for one in found.clauses:
        line = f", line {one.text_line:,}" if one.text_line else ""
        clauses.append(f"clause {one.number:,}{line}, {in_numbers(one.clause)}: {one.says}")
    yield from first_few(sentences(clauses, indent=4), found.count)


def _redundant(found: StatementRedundancy) -> Iterator[Section]:
    """Which statements follow from the others, which are enough together, and what goes wrong without one."""
    redundant = len(found.redundant)
    count = counted(redundant + len(found.needed) + len(found.undecided), "statement")
    said = [one.in_words for one in found.redundant]
    said += [f"{one.in_words} (undecided: no time)" for one in found.undecided]
    key = "redundant" if redundant else "none redundant"
    yield _told(key, *sentences(said, indent=2), number=str(redundant), of=count)
    if redundant:
        key = "enough" if found.is_settled else "perhaps enough"
        yield _told(key, *sentences((one.in_words for one in found.enough), indent=2))
    for statement, broken in found.needed.items():
        yield _told("needed", _counter_grid(broken), statement=statement.in_words, wrong=broken.in_words)


LiteralNumber = int
"""The literal by its number, negative if negated. For example: -5."""
Clause = list[int]
"""The clause: numbers of variables, negative where negated. For example: [-1, -5]."""


class StepRow(Row, kw_only=True):
    """A step of a trace."""

    step: int
    """The number of the step, from 1. For example: 5."""
    level: int
    """How many decisions there are so far; at level 0, none is needed. For example: 0, 1."""


class ReducedRow(Row, kw_only=True):
    """Literals of a clause that are not false at level 0."""

    clause: Clause
    literals: list[str]
    """The literals of the clause by name. For example: ["¬x[r1c1,1]", "¬x[r1c2,1]"]."""


class ResolutionRow(ReducedRow, kw_only=True):
    """A clause joined with the reason of one of its literals, and what both say without it."""

    on: str
    """The literal, by name. For example: "x[r4c3,4]"."""
    number: LiteralNumber
    because: ClauseRow
    """Its reason.

    For example: {"clause": [-1], "literals": ["¬x[r1c1,1]"], "family": "own", "line": "clause 1", "says":
    "r1c1 does not hold 1", "way": "own", "defines": []}.
    """


class AssignedRow(StepRow, kw_only=True):
    """A literal that is true from now on."""

    literal: str
    """The literal by name. For example: "¬x[r1c2,1]"."""
    number: LiteralNumber
    because: ClauseRow | Literal["clue", "decision"]
    """The clause that made it true: all its other literals are false.

    For example: "clue", "decision", {"clause": [-1], "literals": ["¬x[r1c1,1]"], "family": "own", "line":
    "clause 1", "says": "r1c1 does not hold 1", "way": "own", "defines": []}.
    """


class ConflictRow(StepRow, kw_only=True):
    """A clause of which all literals are false, and what is learned from it."""

    conflict: ClauseRow
    """The clause.

    For example: {"clause": [-1], "literals": ["¬x[r1c1,1]"], "family": "own", "line": "clause 1", "says":
    "r1c1 does not hold 1", "way": "own", "defines": []}.
    """
    reduced: ReducedRow
    """What is left of it without level 0. For example: {"clause": [], "literals": []}."""
    resolutions: list[ResolutionRow]
    """How it is learned, from the conflict back. For example: []."""
    learned: list[str]
    """The learned clause by names. For example: ["¬x[r2c4,4]"]."""
    learned_clause: Clause
    backjump: int | None
    """The level to go back to; null at level 0. For example: 0, null."""


class FilteredRow(StepRow, kw_only=True):
    """What a constraint removes; or that it cannot be kept."""

    removed: Optional[dict[str, list[int]]] = UNSET
    """By variable. For example: {"r1c2": [1, 2]}."""
    because: Optional[str] = UNSET
    """What removed it, and why. For example: "linear (r1c1, r1c2)"."""
    conflict: Optional[str] = UNSET
    """What cannot be kept. For example: "linear (r1c1, r1c2)"."""


def trace_rows(traced: ClauseTrace | ConstraintTrace) -> Iterator[Row]:
    """A row for each step, as soon as it is made, and one for the end."""
    for number, step in enumerate(traced, 1):
        yield step_row(step, number, traced.name)
    yield row_of(traced)


def step_row(step: Assigned | ClauseConflict | Filtered, number: int, name: LiteralName) -> Row:
    """The row of a step, by its number; `name` tells what a literal or a variable stands for."""

    def named(clause: Sequence[int]) -> dict[str, Any]:
        return {"clause": list(clause), "literals": [*map(name, clause)]}

    if isinstance(step, Assigned):
        because: ClauseRow | str = "decision"
        if step.clause is not None:
            because = "clue" if step.clause.name.family == "clue" else clause_row(step.clause, name)
        literal, value = step.literal, name(step.literal)
        return filled(AssignedRow, step, step=number, literal=value, number=literal, because=because)
    if isinstance(step, ClauseConflict):
        return filled(
            ConflictRow,
            step,
            step=number,
            conflict=clause_row(step.clause, name),
            reduced=ReducedRow(**named(step.reduced)),
            resolutions=[
                ResolutionRow(
                    on=name(one.on), number=one.on, because=clause_row(one.clause, name), **named(one.result)
                )
                for one in step.resolutions
            ],
            learned=map(name, step.learned),
            learned_clause=step.learned,
        )
    why = _why(step, name)
    if step.is_contradiction:
        return FilteredRow(step=number, level=0, conflict=why)
    removed = {name(variable): sorted(values) for variable, values in step.removed.items()}
    return FilteredRow(step=number, level=0, removed=removed, because=why)


def trace_documents(traced: ClauseTrace | ConstraintTrace) -> Iterator[Document]:
    """What is traced; each step, as soon as it is made; how it ended, with the grid."""
    about = f"  {traced.encoding.name}, {traced.puzzle.geometry}"
    head = [Sentence((Toned(traced.encoding.title, Tone.STRONG), about))]
    if isinstance(traced, ClauseTrace):
        how = [ORDER, *[f"Decisions: {traced.rule}"] * bool(traced.rule)]
        head += [Sentence((Toned(line, Tone.QUIET),), hanging=0) for line in how]
        head += sentences(["", (Toned(" step level  literal      clause", Tone.STRONG),)])
    yield head
    conflicts = count(1)
    for number, step in enumerate(traced, 1):
        if isinstance(step, Assigned):
            yield [_assigned(number, step, traced.name)]
        elif isinstance(step, ClauseConflict):
            yield [*_conflict(number, next(conflicts), step, traced.name)]
        else:
            yield [_removed(number, step, traced.name)]
    end = [Sentence((line,), hanging=0) for line in ("", *_ended(traced))]
    left = traced.candidates() if traced.end == TraceEnd.STUCK else None
    caption = "These candidates are left:" * (left is not None)
    yield [*end, Boards([Drawing(traced.cells, caption, traced.puzzle, candidates=left)])]


def _assigned(number: int, step: Assigned, name: LiteralName) -> Sentence:
    """The literal, its clause, and the literals that made a short clause fire."""
    label, literal = f"{number:>5}. {step.level:>2}  ", f"{name(step.literal):<12} "
    shown = Toned(literal, Tone.STRONG) if step.literal > 0 else literal
    if step.clause is None:
        return Sentence((label, shown, Toned("decision", Tone.SEVERAL)))
    others = sorted(-one for one in {*step.clause.clause} - {step.literal})
    fired = f"  ← {', '.join(map(name, others))}" if 0 < len(others) <= 2 else ""
    return Sentence((label, shown, _reason(step.clause), Toned(fired, Tone.QUIET)), hanging=24)


def _reason(named: NamedClause) -> str:
    """The name of a clause, without the way where that is clear: pairs."""
    if named.name.family == LEARNED:
        return f"what was learned from {named.name.line}"
    return str(named.name).removesuffix(" (pairwise)")


def _conflict(number: int, conflict: int, step: ClauseConflict, name: LiteralName) -> Iterator[Sentence]:
    """A conflict, how it is resolved, what is learned, and where the search goes on."""
    told = texts("statements")["conflict"]

    def say(key: str, clause: Iterable[int] = (), **values: str) -> Sentence:
        return Sentence(phrase(told[key], clause=in_names(clause, name), **values), 7, 9)

    words = Toned(f"Conflict {conflict}: ", Tone.BAD), f"all literals of {step.clause.name} are false."
    yield Sentence((f"{number:>5}. {step.level:>2}  ", *words), hanging=7)
    if step.backjump is None:
        yield say("level 0", step.clause.clause)
        return
    yield say("left out" if conflict == 1 else "left", step.reduced)
    for one in step.resolutions:
        yield say("resolved", one.result, literal=name(one.on), reason=_reason(one.clause))
    first = in_names(step.learned[:1], name)
    yield say("learned", step.learned, first=first, level=f"{step.level}")
    yield say("back", first=first, level=f"{step.backjump}")


def _ended(traced: ClauseTrace | ConstraintTrace) -> Iterator[str]:
    """Why a trace ended; which decisions were not made, or what else is inferred; what was counted."""
    told, end = texts("statements"), str(traced.end)
    if not isinstance(traced, ClauseTrace):
        yield told["ends of constraints"].get(end) or told["ends"][end]
        fixed, cells = traced.relaxation, counted(len(traced.cells.cells), "cell")
        relaxed = "has no solution" if fixed is None else f"fixes {fixed:,} of {cells}"
        beside = f"Unit propagation ({traced.BESIDE}) {told['states'][traced.beside.name]} the puzzle"
        steps = counted(len(traced.steps), "step")
        yield Toned(f"{steps}. {beside}; the linear relaxation {relaxed}.", Tone.QUIET)
        return
    if end == TraceEnd.SOLVED and not traced.decisions:
        end = "solved alone"
    elif end == TraceEnd.UNSATISFIABLE and traced.encoding.name not in names():
        end = "no model"
    yield told["ends"][end]
    if left := traced.not_decided:
        why = "a value was there before, or the trace ended before"
        yield f"Not decided, because {why}: {', '.join(left)}."
    numbers = {"assignment": traced.assigned, "decision": traced.decisions, "conflict": len(traced.conflicts)}
    yield Toned(f"{', '.join(counted(number, noun) for noun, number in numbers.items())}.", Tone.QUIET)


def _why(step: Filtered, name: LiteralName) -> str:
    """The constraint behind a step in words; of an all-different, who needs which numbers, too."""
    said = [step.constraint.in_words(name)]
    places = [name(term.variable) for term in step.constraint.terms]
    for by, numbers in step.needs.items():
        need = f"need{'s' * (len(by) == 1)} {listed(map(str, numbers))}"
        said.append(f"{listed(places[at] for at in by)} {need}")
    return ". ".join(said)


def _removed(number: int, step: Filtered, name: LiteralName) -> Sentence:
    """What a constraint removes, in words."""
    label, why, gone = f"{number:>5}. ", _why(step, name), []
    if step.is_contradiction:
        return Sentence((label, Toned("Conflict: ", Tone.BAD), f"nothing is left that keeps {why}."), 0, 7)
    for variable, values in step.removed.items():
        is_element = step.before[variable] == {0, 1}
        element = f"{'¬' if values == {1} else ''}{name(variable)}"
        left = f"{name(variable)} is not {listed(map(str, sorted(values)), 'or')}"
        gone.append(element if is_element else left)
    return Sentence((f"{label}{listed(gone)}, by {why}.",), 0, 7)
