"""What follows from clauses or constraints of a puzzle, step by step: as rows and as documents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import Any, ClassVar, Literal

from msgspec import UNSET

from sudocube.encoder import names
from sudocube.encoder.clause_names import NamedClause
from sudocube.fields import Box, Cells, Optional
from sudocube.lab.clause_learning import LEARNED, ORDER, Assigned, ClauseConflict
from sudocube.lab.cpsat_propagation import BESIDE, ConstraintTrace, Filtered
from sudocube.lab.tracing import ClauseTrace, TraceEnd
from sudocube.report.document import Boards, Document, Drawing, Phrase, Sentence, Tone, Toned, sentences
from sudocube.report.encodings import (
    Clause,
    ClauseRow,
    GridSize,
    LiteralName,
    Literals,
    Name,
    clause_in_words,
    clause_row,
)
from sudocube.report.row import Row, filled
from sudocube.report.words import counted, listed, phrase, texts

LiteralNumber = int
"""The literal by its number, negative if negated. For example: -5."""


class StepRow(Row, kw_only=True):
    """A step of a trace."""

    step: int
    """The number of the step, from 1. For example: 5."""
    level: int
    """How many decisions there are so far; at level 0, none is needed. For example: 0, 1."""


class ReducedRow(Row, kw_only=True):
    """Literals of a clause that are not false at level 0."""

    clause: Clause
    literals: Literals


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


class EndRow(Row, kw_only=True):
    """The end of a trace of clauses, or of constraints."""

    attributes: ClassVar = {
        "size": "puzzle.geometry.size",
        "box": "puzzle.geometry.box_name",
        "encoding": "encoding.name",
    }
    end: TraceEnd | None
    """Why there are no more steps. For example: "solved"."""
    puzzle: Cells
    size: GridSize
    box: Box
    encoding: Name
    cells: Cells
    """What the cells hold; `.` is open. For example: "1....2....3....4"."""
    assigned: Optional[int] = UNSET
    """How many literals became true. For example: 62."""
    decisions: Optional[int] = UNSET
    """How many of them were decided. For example: 1."""
    conflicts: Optional[int] = UNSET
    """How many conflicts there were. For example: 0."""
    not_decided: Optional[list[str]] = UNSET
    """Of --decide: had a value before, or later than the end. For example: []."""
    order: Optional[str] = UNSET
    """In which order clauses fire. For example: "First in, first out."."""
    rule: Optional[str] = UNSET
    """How decisions are chosen; only with --search. For example: "The variable …"."""
    steps: Optional[int] = UNSET
    """How many steps; only of constraints. For example: 8."""
    unit_propagation: Optional[bool] = UNSET
    """Whether it decides the puzzle. For example: false."""
    relaxation: Optional[int] = UNSET
    """How many cells it fixes, if it has a solution. For example: 6."""


def trace_rows(traced: ClauseTrace | ConstraintTrace) -> Iterator[Row]:
    """A row for each step, as soon as it is made, and one for the end."""
    for number, step in enumerate(traced, 1):
        yield step_row(step, number, traced.name)
    yield end_row(traced)


def step_row(step: Assigned | ClauseConflict | Filtered, number: int, name: LiteralName) -> Row:
    """The row of a step, by its number; `name` tells what a literal or a variable stands for."""

    def named(clause: Sequence[int]) -> dict[str, Any]:
        return {"clause": list(clause), "literals": [*map(name, clause)]}

    if isinstance(step, Filtered):
        if step.is_contradiction:
            return FilteredRow(step=number, level=0, conflict=_why(step, name))
        removed = {name(variable): sorted(values) for variable, values in step.removed.items()}
        return FilteredRow(step=number, level=0, removed=removed, because=_why(step, name))
    if isinstance(step, Assigned):
        because: ClauseRow | str = "decision"
        if step.clause is not None:
            because = "clue" if step.clause.name.family == "clue" else clause_row(step.clause, name)
        literal, value = step.literal, name(step.literal)
        return filled(AssignedRow, step, step=number, literal=value, number=literal, because=because)
    resolutions = [
        ResolutionRow(
            on=name(one.on), number=one.on, because=clause_row(one.clause, name), **named(one.result)
        )
        for one in step.resolutions
    ]
    return filled(
        ConflictRow,
        step,
        step=number,
        conflict=clause_row(step.clause, name),
        reduced=ReducedRow(**named(step.reduced)),
        resolutions=resolutions,
        learned=map(name, step.learned),
        learned_clause=step.learned,
    )


def end_row(traced: ClauseTrace | ConstraintTrace) -> EndRow:
    """How a trace ended, and what was counted."""
    if isinstance(traced, ConstraintTrace):
        return filled(EndRow, traced, steps=len(traced.steps), unit_propagation=traced.beside().is_decided)
    decisions = [step.is_decision for step in traced.steps if isinstance(step, Assigned)]
    return filled(
        EndRow,
        traced,
        assigned=len(decisions),
        decisions=sum(decisions),
        conflicts=len(traced.conflicts),
        not_decided=map(traced.name, traced.not_decided()),
        order=ORDER,
        rule=traced.rule or None,
        steps=None,
    )


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
        if isinstance(step, Filtered):
            yield [Sentence((f"{number:>5}. ", *_removed(step, traced.name)), hanging=7)]
        elif isinstance(step, Assigned):
            yield [_assigned(number, step, traced.name)]
        else:
            yield [*_conflict(number, next(conflicts), step, traced.name)]
    said, counts = _of_constraints(traced) if isinstance(traced, ConstraintTrace) else _of_clauses(traced)
    end = [Sentence(("",)), *(Sentence((line,), hanging=0) for line in [*said, Toned(counts, Tone.QUIET)])]
    left = traced.candidates() if traced.end == TraceEnd.STUCK else None
    end += sentences(["These candidates are left:"] * (left is not None))
    yield [*end, Boards([Drawing(traced.cells, clues=traced.puzzle, candidates=left)])]


def _label(number: int, step: Assigned | ClauseConflict) -> str:
    return f"{number:>5}. {step.level:>2}  "


def _assigned(number: int, step: Assigned, name: LiteralName) -> Sentence:
    """The literal, its clause, and the literals that made a short clause fire."""
    label, literal = _label(number, step), f"{name(step.literal):<12} "
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

    def clause(literals: Iterable[int]) -> Sentence:
        return Sentence((Toned(clause_in_words(literals, name), Tone.STRONG),), 11, 11)

    def say(key: str, **values: str) -> Sentence:
        return Sentence(phrase(told[key], **values), 7, 7)

    words = Toned(f"Conflict {conflict}: ", Tone.BAD), f"all literals of {step.clause.name} are false."
    yield Sentence((_label(number, step), *words), hanging=7)
    if step.backjump is None:
        yield clause(step.clause.clause)
        yield say("level 0")
        return
    if conflict == 1:
        yield say("left out")
    yield clause(step.reduced)
    for one in step.resolutions:
        yield say("resolved", literal=name(one.on), reason=_reason(one.clause))
        yield clause(one.result)
    first, learned = name(step.learned[0]), clause_in_words(step.learned, name)
    yield say("learned", clause=learned, first=first, level=f"{step.level}")
    yield say("back", first=first, level=f"{step.backjump}")


def _of_clauses(traced: ClauseTrace) -> tuple[list[str], str]:
    """Why a trace of clauses ended, which decisions were not made, and what was counted."""
    row, end = end_row(traced), str(traced.end)
    if end == TraceEnd.SOLVED and not row.decisions:
        end = "solved alone"
    elif end == TraceEnd.UNSATISFIABLE and traced.encoding.name not in names():
        end = "no model"
    said = [texts("statements")["ends"][end]]
    if row.not_decided:
        why = "a value was there before, or the trace ended before"
        said.append(f"Not decided, because {why}: {', '.join(row.not_decided)}.")
    numbers = {"assignment": row.assigned, "decision": row.decisions, "conflict": row.conflicts}
    return said, f"{', '.join(counted(number or 0, noun) for noun, number in numbers.items())}."


def _of_constraints(traced: ConstraintTrace) -> tuple[list[str], str]:
    """Why a trace of constraints ended, and what unit propagation and the relaxation say of the puzzle."""
    told, fixed = texts("statements"), traced.relaxation
    fixes = f"fixes {fixed or 0:,} of {counted(len(traced.cells.cells), 'cell')}"
    beside = f"Unit propagation ({BESIDE}) {told['states'][traced.beside().name]} the puzzle"
    relaxed = f"the linear relaxation {'has no solution' if fixed is None else fixes}"
    end = {**told["ends"], **told["ends of constraints"]}[traced.end]
    return [end], f"{counted(len(traced.steps), 'step')}. {beside}; {relaxed}."


def _why(step: Filtered, name: LiteralName) -> str:
    """The constraint behind a step in words; of an all-different, who needs which numbers, too."""
    said = [step.constraint.in_words(name)]
    places = [name(term.variable) for term in step.constraint.terms]
    for by, numbers in step.needs.items():
        need = f"need{'s' * (len(by) == 1)} {listed(map(str, numbers))}"
        said.append(f"{listed(places[at] for at in by)} {need}")
    return ". ".join(said)


def _removed(step: Filtered, name: LiteralName) -> Phrase:
    """What a constraint removes, in words."""
    if step.is_contradiction:
        return Toned("Conflict: ", Tone.BAD), f"nothing is left that keeps {_why(step, name)}."
    gone = []
    for variable, values in step.removed.items():
        is_element = step.before[variable] == {0, 1}
        element = f"{'¬' if values == {1} else ''}{name(variable)}"
        left = f"{name(variable)} is not {listed(map(str, sorted(values)), 'or')}"
        gone.append(element if is_element else left)
    return (f"{listed(gone)}, by {_why(step, name)}.",)
