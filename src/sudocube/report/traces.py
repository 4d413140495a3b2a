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
from sudocube.report.document import Block, Boards, Document, Drawing, Sentence, Tone, Toned
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
from sudocube.report.words import counted, listed, texts

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
    if isinstance(traced, ConstraintTrace):
        yield from _constraint_rows(traced)
        return
    for number, step in enumerate(traced, 1):
        yield step_row(step, number, traced.name)
    yield end_row(traced)


def step_row(step: Assigned | ClauseConflict, number: int, name: LiteralName) -> StepRow:
    """The row of a step, by its number; `name` tells what a literal stands for."""
    if isinstance(step, Assigned):
        because: ClauseRow | str = "decision"
        if step.clause is not None:
            because = "clue" if step.clause.name.family == "clue" else clause_row(step.clause, name)
        literal, value = step.literal, name(step.literal)
        return filled(AssignedRow, step, step=number, literal=value, number=literal, because=because)

    def named(clause: Sequence[int]) -> dict[str, Any]:
        return {"clause": list(clause), "literals": [*map(name, clause)]}

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


def end_row(traced: ClauseTrace) -> EndRow:
    """How a trace of clauses ended, and what was counted."""
    assigned = [step for step in traced.steps if isinstance(step, Assigned)]
    return filled(
        EndRow,
        traced,
        assigned=len(assigned),
        decisions=sum(step.is_decision for step in assigned),
        conflicts=len(traced.conflicts),
        not_decided=map(traced.name, traced.not_decided()),
        order=ORDER,
        rule=traced.rule or None,
        steps=None,
    )


def trace_documents(traced: ClauseTrace | ConstraintTrace) -> Iterator[Document]:
    """What is traced; each step, as soon as it is made; how it ended, with the grid."""
    if isinstance(traced, ConstraintTrace):
        yield from _constraint_documents(traced)
        return
    how = [ORDER, *[f"Decisions: {traced.rule}"] * bool(traced.rule)]
    yield [
        _title(traced),
        *(Sentence((Toned(line, Tone.QUIET),), hanging=0) for line in how),
        Sentence(("",)),
        Sentence((Toned(" step level  literal      clause", Tone.STRONG),)),
    ]
    conflicts = count(1)
    for number, step in enumerate(traced, 1):
        label = f"{number:>5}. {step.level:>2}  "
        if isinstance(step, Assigned):
            yield [_assigned(label, step, traced.name)]
        else:
            yield [*_conflict(label, next(conflicts), step, traced.name)]
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
    counts = ", ".join(counted(number or 0, noun) for noun, number in numbers.items())
    yield _ending(traced, said, f"{counts}.")


def _title(trace: ClauseTrace | ConstraintTrace) -> Sentence:
    name = f"  {trace.encoding.name}, {trace.puzzle.geometry}"
    return Sentence((Toned(trace.encoding.title, Tone.STRONG), name))


def _assigned(label: str, step: Assigned, name: LiteralName) -> Sentence:
    """The literal, its clause, and the literals that made a short clause fire."""
    literal = f"{name(step.literal):<12} "
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


def _conflict(label: str, number: int, step: ClauseConflict, name: LiteralName) -> Iterator[Sentence]:
    """A conflict, how it is resolved, what is learned, and where the search goes on."""
    told = texts("statements")["conflict"]

    def clause(literals: Iterable[int]) -> Sentence:
        return Sentence((Toned(clause_in_words(literals, name), Tone.STRONG),), 11, 11)

    def say(key: str, first_word: str = "", **values: object) -> Sentence:
        return Sentence((Toned(first_word, Tone.GOOD), told[key].format(**values)), 7, 7)

    conflict = Toned(f"Conflict {number}: ", Tone.BAD)
    yield Sentence((label, conflict, f"all literals of {step.clause.name} are false."), hanging=7)
    if step.backjump is None:
        yield clause(step.clause.clause)
        yield say("level 0")
        return
    if number == 1:
        yield say("left out")
    yield clause(step.reduced)
    for one in step.resolutions:
        yield say("resolved", literal=name(one.on), reason=_reason(one.clause))
        yield clause(one.result)
    first, learned = name(step.learned[0]), clause_in_words(step.learned, name)
    yield say("learned", "Learned", clause=learned, first=first, level=step.level)
    yield say("back", "Back", first=first, level=step.backjump)


def _ending(trace: ClauseTrace | ConstraintTrace, said: Iterable[str], counts: str) -> Document:
    """How a trace ended, and what was counted; the board, with what is left where it is stuck."""
    blocks: list[Block] = [Sentence(("",)), *(Sentence((line,), hanging=0) for line in said)]
    blocks.append(Sentence((Toned(counts, Tone.QUIET),), hanging=0))
    left = None
    if trace.end == TraceEnd.STUCK:
        left = trace.candidates()
        blocks.append(Sentence(("These candidates are left:",)))
    return [*blocks, Boards([Drawing(trace.cells, clues=trace.puzzle, candidates=left)])]


def _constraint_rows(trace: ConstraintTrace) -> Iterator[Row]:
    for number, step in enumerate(trace, 1):
        if step.is_contradiction:
            yield FilteredRow(step=number, level=0, conflict=_why(step, trace))
        else:
            removed = {trace.names[v]: sorted(values) for v, values in step.removed.items()}
            yield FilteredRow(step=number, level=0, removed=removed, because=_why(step, trace))
    yield filled(EndRow, trace, steps=len(trace.steps), unit_propagation=trace.beside().is_decided)


def _why(step: Filtered, trace: ConstraintTrace) -> str:
    """The constraint behind a step in words; of an all-different, who needs which numbers, too."""
    said = [step.constraint.in_words(lambda variable: trace.names[variable])]
    places = [trace.names[term.variable] for term in step.constraint.terms]
    for by, numbers in step.needs.items():
        need = f"need{'s' * (len(by) == 1)} {listed(map(str, numbers))}"
        said.append(f"{listed(places[at] for at in by)} {need}")
    return ". ".join(said)


def _constraint_documents(trace: ConstraintTrace) -> Iterator[Document]:
    """The steps in words, what is left, and what unit propagation and the relaxation say of the puzzle."""
    yield [_title(trace)]
    for number, step in enumerate(trace, 1):
        yield [Sentence((f"{number:>5}. ", *_removed(step, trace)), hanging=7)]
    told, fixed = texts("statements"), trace.relaxation
    fixes = f"fixes {fixed or 0:,} of {counted(len(trace.cells.cells), 'cell')}"
    beside = f"Unit propagation ({BESIDE}) {told['states'][trace.beside().name]} the puzzle"
    relaxed = f"the linear relaxation {'has no solution' if fixed is None else fixes}."
    said = {**told["ends"], **told["ends of constraints"]}[trace.end]
    yield _ending(trace, [said], f"{counted(len(trace.steps), 'step')}. {beside}; {relaxed}")


def _removed(step: Filtered, trace: ConstraintTrace) -> tuple[str, ...]:
    """One step in words."""
    if step.is_contradiction:
        return Toned("Conflict: ", Tone.BAD), f"nothing is left that keeps {_why(step, trace)}."
    gone = []
    for variable, values in step.removed.items():
        name = trace.names[variable]
        is_element = step.before[variable] == {0, 1}
        element = f"{'¬' if values == {1} else ''}{name}"
        gone.append(element if is_element else f"{name} is not {listed(map(str, sorted(values)), 'or')}")
    return (f"{listed(gone)}, by {_why(step, trace)}.",)
