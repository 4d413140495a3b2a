"""Steps verified: whether each conclusion follows from its premises, and whether it is true.

A conclusion (placement, removal, deadlock) is checked in two senses:

    valid   its premises hold in the state after the steps before it, and it follows from them:
            premises ∧ every cell holds exactly one digit ∧ lines of the named units ∧ ¬conclusion
            is unsatisfiable. None where no premises are given.
    true    clues ∧ assumptions ∧ all rules ∧ ¬conclusion is unsatisfiable.

If a formula is satisfiable, its model is a counterexample: all the rest holds, and the conclusion does not. A
conclusion is a list of literals that all hold, so its negation is one clause, which is added as a temporary
clause. A deadlock is the empty list: its negation adds nothing, and the rest must be contradictory.

A step of a technique names bases and covers, too. They have to show what it concludes by the theorem of
`solvers.techniques.theorem`, which needs no solver; else it is not valid.

Before that, the parts of the step have to fit together, seen in the step alone (see `form_fault`): a guess
places its own digit and no other, a deadlock changes nothing, all cells, digits and units are those of the
puzzle. Otherwise a step could change more than its conclusion says. A step that fails here is refuted, and
changes nothing.

A premise "this cell has these candidates" holds if the cell has no others. Every other step changes the state
as it says, even a refuted one. What follows from a refuted step is then valid but perhaps false, and only the
step at fault is refuted. A conclusion that is not valid is refuted even if it happens to be true.

A guess, an undo, a solution and an end conclude nothing; they are refuted where they cannot come at that
point: see `objections`. A question that runs out of time is undecided (None), never valid.

One solver answers both: the lines of a unit hold under the assumption of its selector, and the clues are
assumptions, too. Variable e + 1 is element e of the cube. The clauses are derived from the cube, so they do
not depend on what a method believes of the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from itertools import chain

from sudocube.arguments import as_puzzle, check_limits
from sudocube.clock import Clock
from sudocube.cube import Family, cube
from sudocube.encoder.at_most_one import Clause
from sudocube.explanation.following import ExplanationOutcome
from sudocube.geometry import SYMBOLS, Geometry
from sudocube.puzzle import CellForms, Grid, Puzzle
from sudocube.sat import IncrementalSolver, Lifetime, clauses_by_line
from sudocube.solvers.cube_state import cube_masks
from sudocube.solvers.techniques.theorem import refuted
from sudocube.solvers.trace import (
    ASSUMING,
    CONCLUSIONS,
    EXHAUSTED,
    GUESS,
    Assumption,
    Premises,
    Rule,
    SolvingState,
    Step,
    StepKind,
    mask_of,
)
from sudocube.verdict import referee

NAMED_AT_MOST = 50
"""How many cells with their digits an objection names."""

QUESTIONS = 1000
"""A solver is replaced after this many questions, because released clauses pile up in it."""


class ConclusionChecker:
    """Answers both questions for the steps of one puzzle; to be closed after use.

    Each answer is a counterexample, a board on which some cells may be blank, or None where there is none.
    The clauses are written at the first question. Every question raises TimeoutError when the clock has run
    out.
    """

    def __init__(self, puzzle: Puzzle, clock: Clock) -> None:
        self._geometry, self._clock = puzzle.geometry, clock
        table = cube(puzzle.geometry)
        units = enumerate(table.units, table.element_count + 1)
        self._selectors = {(unit.family, unit.index): variable for variable, unit in units}
        clues = [self._literal(cell, digit) for cell, digit in puzzle.clues.items()]
        self._puzzle = [*self._selectors.values(), *clues]

    def against_following(self, step: Step, premises: Premises) -> Puzzle | None:
        """Digits for the cells of the premises, the units and the conclusion, where it does not follow."""
        named = {(unit.family, unit.index) for unit in premises.units}
        assumed = [one if unit in named else -one for unit, one in self._selectors.items()]
        for cell, digits in premises.cells.items():
            assumed += [-self._literal(cell, one) for one in self._geometry.digits if one not in digits]
        mentioned = {*premises.cells, *step.placed, *step.removed}
        mentioned.update(step.cells if step.kind is StepKind.FAILED_READING else ())
        mentioned.update(cell for unit in premises.units for cell in unit.cells)
        return self._model(assumed, self._negation(step), mentioned)

    def against_truth(self, step: Step) -> Puzzle | None:
        """A solution in which the step's assumptions hold, and its conclusion does not."""
        assumed = [self._literal(cell, digit) for cell, digit in step.assumptions]
        return self._model([*self._puzzle, *assumed], self._negation(step))

    def another_solution(self, known: Iterable[Grid]) -> Puzzle | None:
        """A solution of the puzzle other than those known."""
        different = [[-self._literal(*one) for one in enumerate(grid.cells)] for grid in known]
        return self._model(self._puzzle, different)

    def close(self) -> None:
        """Free the SAT solver."""
        if "_solver" in vars(self):
            self._solver.close()

    @cached_property
    def _solver(self) -> IncrementalSolver:
        """The rules, which hold if their unit is assumed; TimeoutError, and then it is made next time."""
        rules: list[Clause] = []
        for line, exactly_one in self._clock.watched(clauses_by_line(cube(self._geometry))):
            guard = [] if line.family is Family.CELL else [-self._selectors[line.family, line.index]]
            rules += [[*clause, *guard] for clause in exactly_one]
        return IncrementalSolver(rules, max(self._selectors.values()), lifetime=Lifetime(tasks=QUESTIONS))

    def _literal(self, cell: int, digit: int) -> int:
        return cube(self._geometry).element(cell, digit) + 1

    def _model(
        self, assumed: Sequence[int], clauses: Sequence[Clause], cells: Collection[int] | None = None
    ) -> Puzzle | None:
        """The digits of these cells, or of all, in a model in which the assumptions and the clauses hold."""
        self._clock.check()
        solver, shape = self._solver, self._geometry
        solver.begin_task()
        solver.load(self._clock)
        with solver.temporary(*clauses) as selector:
            if not solver.is_satisfiable([*assumed, selector], self._clock):
                return None
            true = solver.true_variables(shape.cell_count * shape.size)
        board = bytearray(shape.cell_count)
        for cell, less_one in (divmod(one - 1, shape.size) for one in true):
            if cells is None or cell in cells:
                board[cell] = less_one + 1
        return Puzzle(bytes(board), shape)

    def _negation(self, step: Step) -> list[Clause]:
        """The clauses that negate a conclusion: no clause for a deadlock, each digit of a failed reading."""
        if step.kind is StepKind.DEADLOCK:
            return []
        if step.kind is StepKind.FAILED_READING:
            return [[self._literal(cell, digit)] for cell, digit in zip(step.cells, step.digits, strict=True)]
        placed = [-self._literal(cell, digit) for cell, digit in step.placed.items()]
        removed = [self._literal(cell, digit) for cell, digits in step.removed.items() for digit in digits]
        return [[*placed, *removed]]


def objections(state: SolvingState, step: Step) -> Iterator[str]:
    """Why a step cannot come at this point, in words; the first reason counts.

    The assumptions that a step names must be those in force. A guess must be a candidate, and takes its digit
    from peers alone, and the other digits from its cell. An undo takes back the latest guesses and readings;
    where it names assumptions, it names these. A solution must be accepted by the referee. Whether a
    conclusion follows is not checked here.
    """
    kind, shape = step.kind, state.puzzle.geometry
    table, name = cube(shape), shape.cell_name
    named, stack, kept = (*zip(step.cells, step.digits, strict=False),), state.assumptions, step.assumptions
    if kind is StepKind.UNDO:
        undone = stack[len(kept) :]
        if kept not in [before.assumptions for before in state._saved]:
            yield f"it leaves as assumptions {_pairs(shape, kept)}; in force are {_pairs(shape, stack)}"
        elif named not in ((), undone) or len(step.cells) != len(step.digits):
            what = _pairs(shape, named), _pairs(shape, undone)
            yield "it takes back {}, but what it leaves takes back {}".format(*what)
        return
    wanted = (*stack, *(named if kind in ASSUMING else ()))
    if kept != wanted:
        names = _pairs(shape, kept)
        yield f"it names as assumptions {names}, but in force are {_pairs(shape, wanted)}"
    for cell, digit in wanted[len(stack) :]:
        if not state.masks[cell] >> digit - 1 & 1:
            yield f"{SYMBOLS[digit]} is no candidate of {name(cell)}"
    if kind is StepKind.GUESS:
        peers = table.peers[table.element(*wanted[-1])]
        for cell, digit in ((cell, digit) for cell, digits in step.removed.items() for digit in digits):
            if state.masks[cell] >> digit - 1 & 1 and table.element(cell, digit) not in peers:
                yield f"it takes {SYMBOLS[digit]} from {name(cell)}, which this digit there does not rule out"
    if kind is StepKind.SOLUTION:
        if (grid := state.grid()) is None:
            cell = next(cell for cell, mask in enumerate(state.masks) if mask.bit_count() != 1)
            yield f"{name(cell)} can still hold {state.can_hold(cell)}"
        elif (refused := referee(grid, state.puzzle)) is not None:
            yield f"the referee refuses {grid}: {refused}"


def _pairs(geometry: Geometry, pairs: Iterable[Assumption]) -> str:
    """Cells with their digits, by name."""
    [*every] = pairs
    said = [f"{geometry.cell_name(cell)} = {SYMBOLS[digit]}" for cell, digit in every[:NAMED_AT_MOST]]
    return ", ".join(said) + f" and {len(every) - len(said):,} more" * (len(every) > len(said)) or "none"


CHANGES = {
    StepKind.PLACEMENT: ("placed", "removed"),
    StepKind.REMOVAL: ("removed",),
    StepKind.GUESS: ("placed", "removed"),
    StepKind.READING: ("placed",),
    StepKind.LEFT_OUT: ("counts",),
}
"""What a step of a kind says; a placement, a removal and readings left out have to say the first of it."""


def form_fault(step: Step, geometry: Geometry) -> str | None:
    """The first fault in the form of a step, with the part where it is; None where the parts fit together.

    >>> from sudocube.solvers.trace import Rule
    >>> step = Step(StepKind.GUESS, Rule("", ""), (0,), (1,), placed={0: 1, 2: 3}, assumptions=((0, 1),))
    >>> form_fault(step, Geometry(2, 2))
    'placed: found r1c1 = 1, r1c3 = 3; expected r1c1 = 1, the guess itself'
    """
    return next(chain(_out_of_range(step, geometry), _of_kind(step, geometry)), None)


def _out_of_range(step: Step, geometry: Geometry) -> Iterator[str]:
    """The cells, digits and units in a step that its puzzle does not have."""
    premises = step.premises or Premises()
    parts: list[tuple[str, Iterable[int], Iterable[int]]] = [
        ("cells", step.cells, ()),
        ("digits", (), step.digits),
        ("placed", step.placed, step.placed.values()),
        ("removed", step.removed, chain(*step.removed.values())),
        ("assumptions", [cell for cell, _ in step.assumptions], [digit for _, digit in step.assumptions]),
        ("premises", premises.cells, chain(*premises.cells.values())),
    ]
    for key, cells, digits in parts:
        for cell in cells:
            if not 0 <= cell < geometry.cell_count:
                yield f"{key}: found {cell}; expected a cell, 0 to {geometry.cell_count - 1}"
        for digit in digits:
            if digit not in geometry.digits:
                yield f"{key}: found {digit}; expected a digit, 1 to {geometry.size}"
    for unit in (*premises.units, *(() if step.unit is None else (step.unit,))):
        if unit not in cube(geometry).units:
            yield f"unit: found {unit.name}; expected a unit of this puzzle, with its cells"


def _of_kind(step: Step, geometry: Geometry) -> Iterator[str]:
    """What a step says though a step of its kind cannot say it, or what it has to say and does not."""
    kind, name = step.kind, geometry.cell_name
    says = {
        "placed": bool(step.placed),
        "removed": any(step.removed.values()),
        "counts": bool(step.counts) and min(step.counts.values()) > 0,
    }
    for key, is_said in says.items():
        if is_said and key not in CHANGES.get(kind, ()):
            yield f"{key}: found some; expected none in a step of kind {kind}"
    if kind in CHANGES and not says[key := CHANGES[kind][0]]:
        yield f"{key}: found none; expected some in a step of kind {kind}"
    for cell, digit in step.placed.items():
        if digit in step.removed.get(cell, ()):
            yield f"removed: found {digit} of {name(cell)}, where it is placed; expected other digits"
    if kind is StepKind.GUESS and (len(step.cells), len(step.digits)) != (1, 1):
        yield f"cells: found {len(step.cells)}, and {len(step.digits)} digits; expected one of each"
    if kind in (StepKind.READING, StepKind.FAILED_READING):
        if not step.cells or len({*step.cells}) < len(step.cells):
            found = ", ".join(map(name, step.cells)) or "none"
            yield f"cells: found {found}; expected the cells of the {kind}, each once"
        if len(step.digits) != len(step.cells):
            yield f"digits: found {len(step.digits)}; expected {len(step.cells)}, as many as cells"
    own = dict(zip(step.cells, step.digits, strict=False))
    if kind in ASSUMING and step.placed != own:
        found, expected = _pairs(geometry, step.placed.items()), _pairs(geometry, own.items())
        yield f"placed: found {found}; expected {expected}, the {kind} itself"


class Finding(StrEnum):
    """What verifying a conclusion has shown, or that another step is refuted, in words."""

    VALID = "valid"
    TRUE_NOT_SHOWN_VALID = "true, not shown valid"
    VALID_BUT_FALSE = "valid, but false: it rests on a refuted step"
    UNDECIDED = "undecided"
    TRUE_BY_LUCK = "refuted, though true by luck"
    REFUTED = "refuted"


@dataclass(frozen=True, slots=True)
class StepVerification:
    """A step, and what verifying it has shown.

    `valid` and `true` are None where there is no conclusion, or not enough time; `valid` also where there are
    no premises. `reason` says in words why a step is refuted. Where the conclusion is false, `counterexample`
    is a solution of the puzzle, under the assumptions. Where the conclusion only does not follow, it fills
    the cells in question so that the premises and the named rules hold, and the conclusion does not.

    >>> from dataclasses import replace
    >>> from sudocube.explanation import explain
    >>> steps = list(explain("1... ..2. .3.. ...4"))
    >>> wrong = replace(steps[1], placed={3: 4}, digits=(4,))
    >>> found = list(verify_steps("1... ..2. .3.. ...4", [steps[0], wrong]))[1]
    >>> found.step.number, found.valid, found.true, found.is_refuted
    (2, False, False, True)
    >>> found.finding, str(found.counterexample)
    (<Finding.REFUTED: 'refuted'>, '1243342143122134')
    """

    in_row = "valid true counterexample reason"

    step: Step
    valid: bool | None = None
    """Whether the conclusion follows from the premises; None without any, or time.

    For example: true, null.
    """
    true: bool | None = None
    """Whether the conclusion holds in every solution; None if it is none, or time. For example: true, null.
    """
    reason: str | None = None
    """Why the step is refuted, or undecided; else None. For example: "it does not follow", null."""
    counterexample: Puzzle | None = None
    """A grid that the conclusion contradicts: a solution, or the cells for which it does not follow, and `.`
    for the others.

    For example: "1423324123144132", null.
    """
    ran_out_of_time: bool = False

    @property
    def is_refuted(self) -> bool:
        """Whether the step is wrong, or its premises are not enough."""
        return self.reason is not None

    @property
    def finding(self) -> Finding | None:
        """What was found, in words; None where there was nothing to ask."""
        if self.is_refuted:
            return Finding.TRUE_BY_LUCK if self.true else Finding.REFUTED
        if self.ran_out_of_time:
            return Finding.UNDECIDED
        if self.true is None:
            return None
        if self.true is False:
            return Finding.VALID_BUT_FALSE
        return Finding.TRUE_NOT_SHOWN_VALID if self.valid is None else Finding.VALID


def verify_steps(
    puzzle: CellForms, steps: Iterable[Step], *, timeout: float | None = None
) -> Generator[StepVerification, None, None]:
    """The result for each step, one after the other; steps after `timeout` seconds are undecided.

    A step whose parts do not fit together (a guess that places a second cell, a cell or a digit that the
    puzzle does not have) is refuted with its reason, and changes nothing.

    Raises TypeError for what `Puzzle` does not take, and for a step that is no Step; PuzzleError for
    cells that are no puzzle, UnsupportedError for pencilmarks, and ValueError for a timeout that is no number
    above 0.

    >>> from sudocube.explanation import explain
    >>> all(step.valid for step in verify_steps("1... ..2. .3.. ...4", explain("1... ..2. .3.. ...4"))
    ...     if step.step.kind != "solution")
    True
    """
    follower = StepFollower(puzzle, timeout=timeout)

    def results() -> Generator[StepVerification, None, None]:
        with closing(follower):
            yield from map(follower.take, steps)

    return results()


class StepFollower:
    """Follows the steps for one puzzle; `state` and `tally` are those after the last one.

    Each is verified, unless `verify` is false (`is_verifying` says it); the `timeout` in seconds is for all
    of them together. To be closed after use. Raises TypeError for what `Puzzle` does not take, PuzzleError
    for cells that are no puzzle, UnsupportedError for pencilmarks, and ValueError for a timeout that is no
    number above 0.
    """

    def __init__(self, puzzle: CellForms, *, verify: bool = True, timeout: float | None = None) -> None:
        puzzle = as_puzzle(puzzle, clues_only="explain")
        check_limits(timeout=timeout)
        self.state, self.tally = SolvingState(puzzle), StepTally()
        self._geometry, self.is_verifying = puzzle.geometry, verify
        self._checker = ConclusionChecker(puzzle, Clock(timeout))

    def take(self, step: Step) -> StepVerification:
        """The result for the next step, which then changes the state; TypeError for what is no Step."""
        if not isinstance(step, Step):
            raise TypeError(f"a step is a Step, not {type(step).__name__}")
        context, number = step.context or self.state.copied(), self.tally.steps + 1
        step = replace(step, kind=StepKind(step.kind), context=context, number=number)
        result = StepVerification(step)
        if self.is_verifying:
            result = self._verified(result)
        else:
            self.state.apply(step)
        self.tally.add(result)
        return result

    def standing(self, guess: Step) -> str | None:
        """Whether the digit of a guess stands in "every solution", "some solutions" or "no solution".

        That is under the assumptions before it; None where time has run out. To be asked before or after
        `take`.
        """
        before = replace(guess, assumptions=guess.assumptions[:-1], removed={})
        try:
            if self._checker.against_truth(replace(guess, kind=StepKind.DEADLOCK)) is None:
                return "no solution"
            return "every solution" if self._checker.against_truth(before) is None else "some solutions"
        except TimeoutError:
            return None

    def close(self) -> None:
        """Free the SAT solvers."""
        self._checker.close()

    def _verified(self, result: StepVerification) -> StepVerification:
        """What verifying a step shows; the step has changed the state then, unless its form is wrong."""
        step, is_conclusion = result.step, result.step.kind in CONCLUSIONS
        if (fault := form_fault(step, self._geometry)) is not None:
            return replace(result, valid=False if is_conclusion else None, reason=fault)
        fault = next(objections(self.state, step), None)
        if is_conclusion:
            result = self._conclusion(result, fault)
        elif fault is None and step.kind is StepKind.END and step.rule.term in EXHAUSTED:
            result = self._end(result)
        else:
            result = replace(result, reason=fault)
        if fault is None or step.kind is not StepKind.SOLUTION:
            self.state.apply(step)
        return result

    def _conclusion(self, result: StepVerification, fault: str | None) -> StepVerification:
        step, shown, true = result.step, None, None
        reason = fault or next(self._objections_to_reasons(step), None)
        valid = None if reason is None else False
        try:
            if valid is None and step.premises is not None:
                shown = self._checker.against_following(step, step.premises)
                valid = shown is None
                reason = None if valid else "it does not follow from the reasons given"
            false = self._checker.against_truth(step)
            true = false is None
            if false is not None:
                shown, reason = false, "it is false" if valid is None else reason
        except TimeoutError:
            result = replace(result, ran_out_of_time=True)
        return replace(result, valid=valid, true=true, reason=reason, counterexample=shown)

    def _end(self, result: StepVerification) -> StepVerification:
        """The claim that there are no solutions beside those that the steps have shown."""
        try:
            solution = self._checker.another_solution(self.state.solutions)
        except TimeoutError:
            return replace(result, ran_out_of_time=True)
        if solution is None:
            return result
        reason = f"there is {'another' if self.state.solutions else 'a'} solution"
        return replace(result, reason=reason, counterexample=solution)

    def _objections_to_reasons(self, step: Step) -> Iterator[str]:
        """Which premises do not hold; that the bases and covers of a technique do not show its conclusion."""
        state, shape, pattern = self.state, self._geometry, step.pattern
        for cell, digits in step.premises.cells.items() if step.premises else ():
            if state.masks[cell] & ~mask_of(digits):
                said = " ".join(SYMBOLS[digit] for digit in digits) or "nothing"
                what = f"{shape.cell_name(cell)} can hold {state.can_hold(cell)}, not only {said}"
                yield f"a premise does not hold: {what}"
        if pattern is None:
            return
        lines, counts = cube_masks(shape), list[dict[int, int]]()
        for kind, named in (("base", pattern.bases), ("cover", pattern.covers)):
            found = {lines.named(name): count for name, count in named.items()}
            masks = {line: count for line, count in found.items() if line is not None}
            if len(masks) < len(named) or (kind == "cover" and None in map(lines.family, masks)):
                yield f"of its {kind}s {', '.join(named)}, some are no lines, or named twice"
            counts.append(masks)
        after = state.copied()
        after.apply(step)
        possible, left = (
            sum(mask << cell * shape.size for cell, mask in enumerate(one.masks)) for one in (state, after)
        )
        claimed = possible if step.kind is StepKind.DEADLOCK else possible & ~left
        if claimed & ~refuted(possible, *counts):
            yield "its bases and covers do not show it"


@dataclass(slots=True)
class StepTally:
    """Counts the steps for a puzzle. `outcome` is what they say, unless `end` says more."""

    steps: int = 0
    rules: Counter[Rule] = field(default_factory=Counter)
    depth: int = 0
    """How many assumptions were in force together, at most."""
    guesses: int = 0
    """How many guesses were made; a reading is one."""
    deadlocks: int = 0
    """How many dead ends were met; a reading that failed is one."""
    undone: int = 0
    """How many assumptions were taken back."""
    readings: int = 0
    """How many readings were made, those left out included."""
    passed: int = 0
    """How many readings passed."""
    findings: Counter[Finding | None] = field(default_factory=Counter)
    refuted_steps: list[int] = field(default_factory=list)
    """The numbers of the refuted steps."""
    outcome: ExplanationOutcome = ExplanationOutcome.OPEN
    is_exhausted: bool = False
    """Whether the steps end with nothing left to try: no solutions beside those that they show."""
    _is_outcome_refuted: bool = False

    @property
    def refuted(self) -> int:
        """How many steps are refuted."""
        return len(self.refuted_steps)

    @property
    def undecided(self) -> int:
        """For how many steps there was no time."""
        return self.findings[Finding.UNDECIDED]

    def add(self, result: StepVerification) -> None:
        """Count one step, and what verifying it has found."""
        step = result.step
        self._count(step)
        self.findings[result.finding] += 1
        if result.is_refuted:
            self.refuted_steps.append(step.number)
            self._is_outcome_refuted |= step.kind in (StepKind.SOLUTION, StepKind.END)
        elif not result.ran_out_of_time and result.true is not False:
            self._take_outcome(step)

    def end(self, outcome: ExplanationOutcome | None) -> None:
        """Take the outcome from the method itself, unless a step that states an outcome was refuted."""
        if outcome is not None and not self._is_outcome_refuted:
            self.outcome = outcome

    def _count(self, step: Step) -> None:
        counts = step.counts or {step.rule: 1}
        self.steps += 1
        self.rules.update(counts)
        self.depth = max(self.depth, len(step.assumptions))
        match step.kind:
            case StepKind.GUESS:
                self.guesses += 1
            case StepKind.DEADLOCK:
                self.deadlocks += 1
            case StepKind.UNDO:
                self.undone += len(step.cells)
            case StepKind.READING | StepKind.FAILED_READING | StepKind.LEFT_OUT:
                made = sum(counts.values())
                passed = sum(count for rule, count in counts.items() if rule.term == GUESS)
                self.readings, self.passed = self.readings + made, self.passed + passed
                self.guesses, self.deadlocks = self.guesses + made, self.deadlocks + made - passed

    def _take_outcome(self, step: Step) -> None:
        """Take the outcome that a step states; once solved, it stays solved."""
        is_end = step.kind is StepKind.END
        is_exhausted = is_end and step.rule.term in EXHAUSTED
        self.is_exhausted |= is_exhausted
        if step.kind is StepKind.SOLUTION:
            self.outcome = ExplanationOutcome.SOLVED
        elif self.outcome is not ExplanationOutcome.SOLVED:
            if is_exhausted or (step.kind is StepKind.DEADLOCK and not step.assumptions):
                self.outcome = ExplanationOutcome.UNSOLVABLE
            elif is_end:
                self.outcome = ExplanationOutcome.STUCK
