"""A proof read event by event, as the trusted checker takes it: what is supposed, what follows, the end.

Nothing is checked here by other means: every state comes from a `ProofCheck`, which accepts or refuses each
step. The events of one step:

    SUPPOSED     the literals of the step's clause are false
    FORCED       a clause leaves one literal open, which is true then; once for each hint
    FAILED       a clause has no literal left: the last hint
    LEARNED      so the step's clause holds; the checker has accepted it
    PROPAGATED   naked and hidden singles that follow from it, found by the checker itself

Before the first step come CLUES and PROPAGATED, and after the last COMPLETE.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from sudocube.puzzle import Grid, Puzzle
from sudocube.trusted import ProofCheck, Refused, Rules, rules_of
from sudocube.trusted.proof_check import Pair
from sudocube.trusted.rules import members

OTHER = "other"
"""The name of the clause "not this solution"."""


class ProofEventKind(StrEnum):
    """What happens in an event."""

    CLUES = "clues"
    PROPAGATED = "propagated"
    SUPPOSED = "supposed"
    FORCED = "forced"
    FAILED = "failed"
    LEARNED = "learned"
    COMPLETE = "complete"


@dataclass(frozen=True, slots=True)
class ProofLiteral:
    """A cell, from 0, and a digit that it holds; or does not hold, if `is_negated`."""

    cell: int
    digit: int
    is_negated: bool = False


@dataclass(frozen=True, slots=True)
class ProofEvent:
    """One event.

    `step` is the number of the step, from 1; 0 before the first. `clause` names what is looked at: a line as
    in `sudocube.trusted.rules` ("5@b3"), an earlier step ("#2"), or "other"; "" for none. At the end it is
    the one that has no literal left. `literals` are those that are supposed, forced or learned, or that
    propagation has made true. `masks` and `filled` are the board after the event: the candidates by cell,
    bit d - 1 for digit d, and the digit, 0 for a blank.
    """

    kind: ProofEventKind
    step: int
    clause: str
    literals: tuple[ProofLiteral, ...]
    masks: tuple[int, ...]
    filled: tuple[int, ...]


def read_proof(puzzle: Puzzle, solution: Grid | None, steps: Iterable[str]) -> Iterator[ProofEvent]:
    """The events of a refutation, one after the other, each step checked when its events have been given.

    `solution` is that of the clause "not this solution"; None where the puzzle itself is refuted. Raises
    Refused where the checker refuses a step, or where the steps do not come to a contradiction.

    >>> [str(event.kind) for event in read_proof(Puzzle("12.. ...3 ..3. ...4"), None, ())]
    ['clues', 'propagated', 'complete']
    """
    shape = puzzle.geometry
    refutation = ProofCheck(rules_of(shape.box_rows, shape.box_columns), puzzle.cells)
    reading = _Reading(refutation)
    yield reading.clues(puzzle)
    yield reading.event(ProofEventKind.PROPAGATED, "", refutation.state)
    if solution is not None:
        refutation.forbid(solution.cells)
    for step in steps:
        yield from reading.step(step)
    if not refutation.is_complete:
        raise Refused("the proof does not come to a contradiction")
    yield reading.event(ProofEventKind.COMPLETE, reading.end(), refutation.state)


class _Reading:
    """Makes the events of one proof, in their order."""

    def __init__(self, refutation: ProofCheck) -> None:
        self._check, self._rules = refutation, refutation.rules
        self._state: Pair = (0, 0)
        self._step = 0

    def clues(self, puzzle: Puzzle) -> ProofEvent:
        """The board with the clues, and without what is in their peers."""
        state: Pair = (0, 0)
        for variable in self._rules.variables_of(puzzle.cells):
            state = self._check.affirmed(state, 1 << variable) or state
        return self.event(ProofEventKind.CLUES, "", state)

    def step(self, text: str) -> Iterator[ProofEvent]:
        """The events of one step; raises Refused where the checker does not accept it."""
        said, _, because = text.partition(" : ")
        names, hints = said.split(" ")[1:], because.split(" ")
        if not set(names) <= self._rules.literals.keys() or not set(hints) <= self._check.clauses.keys():
            self._check.step(text)  # raises Refused, in the checker's words
        start = self._check.state
        self._step += 1
        clause = self._clause(names)
        supposed = self._supposed(start, clause)
        yield self.event(ProofEventKind.SUPPOSED, "", supposed, negated(self._literals(clause)))
        state: Pair | None = supposed
        for hint in hints:
            before = state
            if before is None or (state := self._check.forced(before, self._check.clauses[hint])) is None:
                yield self.event(ProofEventKind.FAILED, hint, before or start)
                break
            yield self.event(ProofEventKind.FORCED, hint, state)
        self._check.step(text)
        learned = self._state = self._learned(start, clause)
        yield self.event(ProofEventKind.LEARNED, "", learned, self._literals(clause))
        if self._check.state != learned:
            yield self.event(ProofEventKind.PROPAGATED, "", self._check.state)

    def end(self) -> str:
        """The clause at which the refutation ended: a line without a place, "not this solution", a step.

        "" where the clues clash.
        """
        true, false = self._check.state
        for name, line in self._rules.lines.items():
            if not line & ~false:
                return name
        if OTHER in self._check.clauses and not self._check.clauses[OTHER][1] & ~true:
            return OTHER
        return f"#{self._step}" if self._step else ""

    def event(
        self, kind: ProofEventKind, clause: str, state: Pair, literals: tuple[ProofLiteral, ...] | None = None
    ) -> ProofEvent:
        """An event with this state after it; without `literals`, they are what is new in the state."""
        if literals is None:
            literals = self._new(state, is_forced=kind is ProofEventKind.FORCED)
        self._state = state
        return ProofEvent(kind, self._step, clause, literals, *board_of(state, self._rules))

    def _clause(self, names: Iterable[str]) -> Pair:
        yes = no = 0
        for name in names:
            affirmed, denied = self._rules.literals[name]
            yes, no = yes | affirmed, no | denied
        return yes, no

    def _supposed(self, state: Pair, clause: Pair) -> Pair:
        """The state in which all literals of a clause are false."""
        state = state[0], state[1] | clause[0]
        for variable in members(clause[1]):
            state = self._check.affirmed(state, 1 << variable) or state
        return state

    def _learned(self, state: Pair, clause: Pair) -> Pair:
        """The state with the literal of a clause that has only one left."""
        open_literals = (clause[0] & ~state[1]).bit_count() + (clause[1] & ~state[0]).bit_count()
        return (self._check.forced(state, clause) or state) if open_literals == 1 else state

    def _new(self, state: Pair, *, is_forced: bool) -> tuple[ProofLiteral, ...]:
        """The variables that have become true; of a forced one, that which has become false if none has."""
        true = [self._literal(one) for one in members(state[0] & ~self._state[0])]
        if true or not is_forced:
            return tuple(true)
        return tuple(self._literal(-one) for one in members(state[1] & ~self._state[1]))

    def _literals(self, clause: Pair) -> tuple[ProofLiteral, ...]:
        yes, no = clause
        signed = sorted([*members(yes), *(-one for one in members(no))], key=abs)
        return tuple(map(self._literal, signed))

    def _literal(self, number: int) -> ProofLiteral:
        cell, digit = divmod(abs(number) - 1, self._rules.size)
        return ProofLiteral(cell, digit + 1, number < 0)


def negated(literals: Iterable[ProofLiteral]) -> tuple[ProofLiteral, ...]:
    """The opposite of each literal."""
    return tuple(ProofLiteral(one.cell, one.digit, not one.is_negated) for one in literals)


def board_of(state: Pair, rules: Rules) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The candidates and the digits of all cells in a state of the checker.

    >>> masks, filled = board_of((1 << 1, 0b11100), rules_of(2, 2))
    >>> masks[:2], filled[:2]
    ((1, 15), (1, 0))
    """
    size = rules.size
    every = (1 << size) - 1
    masks, filled = [], []
    for cell in range(size**2):
        true, false = (side >> cell * size + 1 & every for side in state)
        masks.append(every & ~false)
        filled.append(true.bit_length())
    return tuple(masks), tuple(filled)


def clause_cells(name: str, rules: Rules, learned: Mapping[str, tuple[ProofLiteral, ...]]) -> tuple[int, ...]:
    """The cells that a clause speaks of: those of a line, or of the literals of a step; none for "other".

    `learned` has the literals of each step that was learned, by its name.
    """
    if name in learned:
        return tuple(sorted({one.cell for one in learned[name]}))
    variables = members(rules.lines.get(name, 0))
    return tuple(sorted({(one - 1) // rules.size for one in variables}))
