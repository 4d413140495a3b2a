"""What follows from clauses or constraints of a puzzle, step by step: as rows and as documents.

For a page, rows say what each step means for the grid, too: not each literal is a digit, in some encodings
several spell one. What a conflict takes back is all that the steps above its `backjump` have done.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal

from msgspec import UNSET

from sudocube.encoder import names
from sudocube.encoder.clause_names import NamedClause
from sudocube.encoder.puzzle_formula import PuzzleFormula
from sudocube.lab.clause_learning import LEARNED, ORDER, Assigned, ClauseConflict
from sudocube.lab.cpsat_propagation import BESIDE, ConstraintTrace, Filtered
from sudocube.lab.propagation import PropagationState
from sudocube.lab.tracing import ClauseTrace, TraceEnd
from sudocube.puzzle import Puzzle
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
    sized,
)
from sudocube.report.row import Box, CellName, Cells, Digit, Number, Optional, Row, filled
from sudocube.report.words import counted, listed, texts

Step = int
"""The number of the step, from 1. For example: 5."""
Level = int
"""How many decisions there are so far; at level 0, none is needed. For example: 0, 1."""
Placed = Optional[dict[CellName, Digit]]
"""For a page: digits from now on. For example: {"r1c2": 5}."""
Removed = Optional[dict[CellName, list[Digit]]]
"""For a page: digits no longer possible. For example: {"r1c3": [5]}."""
Order = str
"""In which order clauses fire. For example: "First in, first out."."""
Rule = str | None
"""How decisions are chosen; null without a search. For example: null."""
LiteralNumber = int
"""The literal by its number, negative if negated. For example: -5."""


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


class AssignedRow(Row, kw_only=True):
    """A literal that is true from now on."""

    step: Step
    level: Level
    literal: str
    """The literal by name. For example: "¬x[r1c2,1]"."""
    number: LiteralNumber
    because: ClauseRow | Literal["clue", "decision"]
    """The clause that made it true: all its other literals are false.

    For example: "clue", "decision", {"clause": [-1], "literals": ["¬x[r1c1,1]"], "family": "own", "line":
    "clause 1", "says": "r1c1 does not hold 1", "way": "own", "defines": []}.
    """
    placed: Placed = UNSET
    removed: Removed = UNSET


class ConflictRow(Row, kw_only=True):
    """A clause of which all literals are false, and what is learned from it."""

    step: Step
    level: Level
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
    placed: Placed = UNSET
    removed: Removed = UNSET


class StartRow(Row, kw_only=True):
    """For a page: what is traced, and what is known before the first step."""

    puzzle: Cells
    box: Box
    encoding: Name
    title: str
    """Its title. For example: "Extended encoding"."""
    variables: Number
    clauses: Number
    order: Order
    rule: Rule
    placed: Placed
    removed: Removed


class FilteredRow(Row, kw_only=True):
    """What a constraint removes; or that it cannot be kept."""

    step: Step
    level: Level
    removed: Optional[dict[str, list[int]]] = UNSET
    """By variable. For example: {"r1c2": [1, 2]}."""
    because: Optional[str] = UNSET
    """What removed it, and why. For example: "linear (r1c1, r1c2)"."""
    conflict: Optional[str] = UNSET
    """What cannot be kept. For example: "linear (r1c1, r1c2)"."""


class EndRow(Row, kw_only=True):
    """The end of a trace of clauses, or of constraints."""

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
    order: Optional[Order] = UNSET
    rule: Optional[Rule] = UNSET
    steps: Optional[int] = UNSET
    """How many steps; only of constraints. For example: 8."""
    unit_propagation: Optional[bool] = UNSET
    """Whether it decides the puzzle. For example: false."""
    relaxation: Optional[int] = UNSET
    """How many cells it fixes, if it has a solution. For example: 6."""


def trace_rows(traced: ClauseTrace, *, for_page: bool = False) -> Iterator[Row]:
    """A row for each step, as soon as it is made, and one for the end; for a page, one for the start, too."""
    effects, formula, name = GridEffects(traced.formula), traced.formula, traced.name
    if for_page:
        sizes = {"variables": formula.variables, "clauses": len(formula.clauses), "rule": traced.rule or None}
        sizes |= {"encoding": traced.encoding.name, "title": traced.encoding.title, "order": ORDER}
        yield filled(StartRow, traced, box=traced.geometry.box_name, **sizes, **effects.at_start())
    for number, step in enumerate(traced, 1):
        more = effects.after(step) if for_page else {}
        if isinstance(step, ClauseConflict):
            yield _conflict_row(step, name, number, more)
            continue
        because: ClauseRow | str = "decision"
        if step.clause is not None:
            because = "clue" if step.clause.name.family == "clue" else clause_row(step.clause, name)
        more |= {"literal": name(step.literal), "number": step.literal, "because": because}
        yield filled(AssignedRow, step, step=number, **more)
    yield _end_row(traced)


def _conflict_row(step: ClauseConflict, name: LiteralName, number: int, more: dict[str, Any]) -> ConflictRow:
    def named(clause: Sequence[int]) -> dict[str, Any]:
        return {"clause": clause, "literals": [*map(name, clause)]}

    def resolution(on: int, because: NamedClause, result: Sequence[int]) -> ResolutionRow:
        return ResolutionRow(on=name(on), number=on, because=clause_row(because, name), **named(result))

    return ConflictRow(
        step=number,
        level=step.level,
        conflict=clause_row(step.clause, name),
        reduced=ReducedRow(**named(step.reduced)),
        resolutions=[resolution(one.on, one.clause, one.result) for one in step.resolutions],
        learned=[*map(name, step.learned)],
        learned_clause=list(step.learned),
        backjump=step.backjump,
        **more,
    )


def _end_row(traced: ClauseTrace) -> EndRow:
    assigned = [step for step in traced.steps if isinstance(step, Assigned)]
    return filled(
        EndRow,
        traced,
        **sized(traced.encoding, traced.geometry),
        cells=_cells(traced.digits(), traced.puzzle),
        assigned=len(assigned),
        decisions=sum(step.is_decision for step in assigned),
        conflicts=len(traced.conflicts),
        not_decided=[*map(traced.name, traced.not_decided())],
        order=ORDER,
        rule=traced.rule or None,
        steps=None,
    )


def _cells(left: Iterable[Sequence[int]], puzzle: Puzzle) -> Puzzle:
    """The digits of the cells that have a single one left."""
    return Puzzle([held[0] if len(held) == 1 else 0 for held in left], puzzle.geometry)


class GridEffects:
    """What literals mean for the grid while they become true, one after the other.

    >>> traced = ClauseTrace("1... ..2. .3.. ...4", "binary")
    >>> effects = GridEffects(traced.formula)
    >>> [effects.after(step) for step in traced.steps[:2]]
    [{'placed': {}, 'removed': {'r1c1': [2, 4]}}, {'placed': {'r1c1': 1}, 'removed': {'r1c1': [3]}}]
    """

    def __init__(self, formula: PuzzleFormula) -> None:
        self._formula, self._trail = formula, dict[int, int]()  # each true literal with its level
        self._with = defaultdict[int, list[int]](
            list
        )  # for each literal, the elements that it helps to spell
        for element, literals in enumerate(formula.elements):
            for literal in literals or ():
                self._with[literal].append(element)

    def at_start(self) -> dict[str, Any]:
        """What holds before the first step: nothing, unless the formula is reduced."""
        elements = [*enumerate(self._formula.elements)]
        return self._told([e for e, of in elements if of == ()], [e for e, of in elements if of is None])

    def after(self, step: Assigned | ClauseConflict) -> dict[str, Any]:
        """What a step changes. A conflict takes back its steps; its own row is empty."""
        trail = self._trail
        if isinstance(step, ClauseConflict):
            level = step.level if step.backjump is None else step.backjump
            self._trail = {literal: at for literal, at in trail.items() if at <= level}
            return self._told((), ())
        trail[step.literal] = step.level
        spelt = {e: self._formula.elements[e] or () for e in self._with[step.literal]}
        broken = {e: self._formula.elements[e] or () for e in self._with[-step.literal]}
        return self._told(
            (e for e, of in spelt.items() if all(one in trail for one in of)),
            (e for e, of in broken.items() if sum(-one in trail for one in of) == 1),
        )

    def _told(self, placed: Iterable[int], removed: Iterable[int]) -> dict[str, Any]:
        name, table = self._formula.puzzle.geometry.cell_name, self._formula.meaning.cube
        gone = defaultdict[str, list[int]](list)
        for cell, digit in map(table.cell_and_digit, removed):
            gone[name(cell)].append(digit)
        digits = {name(cell): digit for cell, digit in map(table.cell_and_digit, placed)}
        return {"placed": digits, "removed": dict(gone)}


def trace_documents(traced: ClauseTrace) -> Iterator[Document]:
    """What is traced; each step, as soon as it is made; how it ended, with the grid."""
    rule = [Sentence((Toned(f"Decisions: {traced.rule}", Tone.QUIET),), hanging=0)] if traced.rule else []
    yield [
        _title(traced),
        Sentence((Toned(ORDER, Tone.QUIET),), hanging=0),
        *rule,
        Sentence(("",)),
        Sentence((Toned(" step level  literal      clause", Tone.STRONG),)),
    ]
    conflicts = 0
    for number, step in enumerate(traced, 1):
        if isinstance(step, Assigned):
            yield [_assigned(number, step, traced.name)]
        else:
            conflicts += 1
            yield [*_conflict(number, conflicts, step, traced.name)]
    yield _ending(traced)


def _title(trace: ClauseTrace | ConstraintTrace) -> Sentence:
    name = f"  {trace.encoding.name}, {trace.puzzle.geometry}"
    return Sentence((Toned(trace.encoding.title, Tone.STRONG), name))


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


def _conflict(number: int, conflicts: int, step: ClauseConflict, name: LiteralName) -> Iterator[Sentence]:
    """A conflict, how it is resolved, what is learned, and where the search goes on."""

    def clause(literals: Iterable[int]) -> Sentence:
        return Sentence((Toned(clause_in_words(literals, name), Tone.STRONG),), 11, 11)

    def say(*words: str) -> Sentence:
        return Sentence(words, 7, 7)

    label = f"{number:>5}. {step.level:>2}  ", Toned(f"Conflict {conflicts}: ", Tone.BAD)
    yield Sentence((*label, f"all literals of {step.clause.name} are false."), hanging=7)
    if step.backjump is None:
        yield clause(step.clause.clause)
        yield say("This is level 0, where nothing is decided: the clauses have no model.")
        return
    if conflicts == 1:
        yield say("Here and below, literals that are false at level 0 are left out: they are false for good.")
    yield clause(step.reduced)
    for one in step.resolutions:
        yield say(f"{name(one.on)} is true by {_reason(one.clause)}. Both clauses together, without it, say:")
        yield clause(one.result)
    first = name(step.learned[0])
    learned = (
        f": {clause_in_words(step.learned, name)}. {first} is the only literal of level {step.level} in it;"
    )
    yield say(Toned("Learned", Tone.GOOD), f"{learned} its negation is the first unique implication point.")
    back = f" to level {step.backjump}, where the learned clause makes {first} true."
    yield say(Toned("Back", Tone.GOOD), back)


def _ending(traced: ClauseTrace) -> Document:
    """The grid, how the trace ended, and what was counted."""
    row, end = _end_row(traced), str(traced.end)
    if end == TraceEnd.SOLVED and not row.decisions:
        end = "solved alone"
    elif end == TraceEnd.UNSATISFIABLE and traced.encoding.name not in names():
        end = "no model"
    said = [texts("statements")["ends"][end]]
    if row.not_decided:
        why = "a value was there before, or the trace ended before"
        said.append(f"Not decided, because {why}: {', '.join(row.not_decided)}.")
    numbers = {"assignment": row.assigned, "decision": row.decisions, "conflict": row.conflicts}
    counts = ", ".join(counted(number or 0, noun) for noun, number in numbers.items()) + "."
    return _end_in_words(said, counts, _cells(traced.digits(), traced.puzzle), traced)


def _end_in_words(
    said: Iterable[str], counts: str, board: Puzzle, trace: ClauseTrace | ConstraintTrace
) -> Document:
    """How a trace ended, and what was counted; the board, with what is left where it is stuck."""
    blocks: list[Block] = [Sentence(("",)), *(Sentence((line,), hanging=0) for line in said)]
    blocks.append(Sentence((Toned(counts, Tone.QUIET),), hanging=0))
    left = None
    if trace.end == TraceEnd.STUCK:
        left = trace.candidates()
        blocks.append(Sentence(("These candidates are left:",)))
    return [*blocks, Boards([Drawing(board, clues=trace.puzzle, candidates=left)])]


def constraint_rows(trace: ConstraintTrace) -> Iterator[Row]:
    """The rows of `encodings trace --json` of an encoding for CP-SAT: one for each step, and the end."""
    steps = 0
    for steps, step in enumerate(trace, 1):
        if step.is_contradiction:
            yield FilteredRow(step=steps, level=0, conflict=_why(step, trace))
        else:
            removed = {trace.names[v]: sorted(values) for v, values in step.removed.items()}
            yield FilteredRow(step=steps, level=0, removed=removed, because=_why(step, trace))
    relaxed = trace.relaxed()
    yield filled(
        EndRow,
        trace,
        **sized(trace.encoding, trace.puzzle.geometry),
        cells=_cells(trace.candidates(), trace.puzzle),
        steps=steps,
        unit_propagation=trace.beside().is_decided,
        relaxation=None if relaxed is None else sum(len(held) == 1 for held in relaxed),
    )


def _why(step: Filtered, trace: ConstraintTrace) -> str:
    """The constraint behind a step in words; of an all-different, who needs which numbers, too."""
    said = [step.constraint.in_words(lambda variable: trace.names[variable])]
    places = [trace.names[term.variable] for term in step.constraint.terms]
    for by, numbers in step.needs.items():
        need = f"need{'s' * (len(by) == 1)} {listed(map(str, numbers))}"
        said.append(f"{listed(places[at] for at in by)} {need}")
    return ". ".join(said)


def constraint_documents(trace: ConstraintTrace) -> Iterator[Document]:
    """The steps in words, what is left, and what unit propagation and the relaxation say of the puzzle."""
    yield [_title(trace)]
    steps = 0
    for steps, step in enumerate(trace, 1):
        yield [Sentence((f"{steps:>5}. ", *_removed(step, trace)), hanging=7)]
    state, relaxed, left = trace.beside(), trace.relaxed(), trace.candidates()
    says = "does not decide"
    if state.is_decided:
        says = "solves" if state is PropagationState.SOLVED else "refutes"
    fixed = sum(len(held) == 1 for held in relaxed or ())
    cells = f"fixes {fixed:,} of {counted(len(left), 'cell')}" if relaxed else "has no solution"
    beside = f"Unit propagation ({BESIDE}) {says} the puzzle; the linear relaxation {cells}."
    told = texts("statements")
    said = {**told["ends"], **told["ends of constraints"]}[trace.end]
    counts = f"{counted(steps, 'step')}. {beside}"
    yield _end_in_words([said], counts, _cells(left, trace.puzzle), trace)


def _removed(step: Filtered, trace: ConstraintTrace) -> tuple[str, ...]:
    """One step in words."""
    if step.is_contradiction:
        return Toned("Conflict: ", Tone.BAD), f"nothing is left that keeps {_why(step, trace)}."
    gone = []
    for variable, values in step.removed.items():
        name = trace.names[variable]
        are_elements = step.before[variable] == {0, 1}
        not_so = f"{'¬' if values == {1} else ''}{name}"
        gone.append(not_so if are_elements else f"{name} is not {listed(map(str, sorted(values)), 'or')}")
    return (f"{listed(gone)}, by {_why(step, trace)}.",)
