"""A small solver that learns from its conflicts, and tells each of its steps.

It is here to be read and watched, and gives no verdicts. It repeats three things:

    propagate   a clause of which all literals but one are false makes that one true
    decide      where nothing more follows, a literal is chosen and made true: a new level begins
    learn       where all literals of a clause are false, a new clause is made that says why; the solver
                jumps back to the level where all but one literal of the new clause are false, and there
                it fires

The new clause is made by resolution, from the conflict backwards, the latest literal first, until one literal
of the current level is left: the negation of the first unique implication point. All paths from the decision
to the conflict lead through that point. Literals that are false at level 0 are left out.

J. P. Marques-Silva and K. A. Sakallah, "GRASP: A Search Algorithm for Propositional Satisfiability", 1999;
where to stop: L. Zhang, C. F. Madigan, M. H. Moskewicz and S. Malik, "Efficient Conflict Driven Learning in a
Boolean Satisfiability Solver", 2001. What fast solvers add is missing on purpose: two watched literals for
each clause, activities of variables, restarts, shorter learned clauses, and learned clauses that are dropped.

Invariants: no decision is made while a clause can fire. So each literal that a clause has made true has the
highest level of the other literals of that clause, and a clause in conflict has two literals or more of the
current level, unless that is 0.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass

from sudocube.clock import NO_LIMIT, Clock
from sudocube.encoder.clause_names import ClauseName, NamedClause

LEARNED = "learned"
"""The family of learned clauses in their names; their line is the number of the conflict, from 1."""

ORDER = (
    "First in, first out: clauses of one literal fire first. Then the literals are taken in the order in"
    " which they became true; for each, the clauses that contain its negation are looked at in the order of"
    " their numbers. Learned clauses have the highest numbers."
)
"""In which order clauses fire."""


@dataclass(frozen=True, slots=True)
class Assigned:
    """A literal that is true from now on, its level, and the clause that made it true.

    All other literals of the clause were false. `clause` is None for a decision.
    """

    literal: int
    level: int
    clause: NamedClause | None

    @property
    def is_decision(self) -> bool:
        """Whether nothing forced the literal."""
        return self.clause is None


@dataclass(frozen=True, slots=True)
class Resolution:
    """One step back from a conflict: the clause so far is joined with the reason of one of its literals.

    `on` is the literal that is true, `clause` its reason, and `result` what the two clauses say together
    without it: literals that are all false, the latest first. Literals that are false at level 0 are left
    out, because they are false for good.
    """

    on: int
    clause: NamedClause
    result: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ClauseConflict:
    """A clause of which all literals are false, and what is learned from it.

    `reduced` are its literals without those that are false at level 0, the latest first. `resolutions` lead
    from there to `learned`, which has one literal of the current level, its first: the negation of the first
    unique implication point. `backjump` is the level that is gone back to, where that literal is true. At
    level 0 nothing is decided, so the clauses are unsatisfiable: then `backjump` is None, and `learned` is
    empty.
    """

    clause: NamedClause
    level: int
    resolutions: tuple[Resolution, ...]
    learned: tuple[int, ...]
    backjump: int | None
    reduced: tuple[int, ...] = ()


Steps = Generator[Assigned, None, NamedClause | None]
"""Literals that become true one after the other; in the end, the clause that is in conflict, if one is."""


class ClauseLearner:
    """Clauses, and what is true of their literals.

    `trail` are the literals that are true, in the order in which they became so, with level and reason.
    `clauses` grows by what is learned. Raises TimeoutError, here and in `run`, when the clock has run out.

    >>> name = ClauseName("own", "", "clause", "own")
    >>> learner = ClauseLearner([NamedClause(clause, name) for clause in ([1, 2], [-1, 2], [-2, 3])])
    >>> steps = list(learner.run(lambda learner: None if learner.value(1) is not None else -1))
    >>> [step.literal for step in learner.trail]
    [-1, 2, 3]
    """

    def __init__(self, clauses: Iterable[NamedClause], clock: Clock = NO_LIMIT) -> None:
        self.clauses: list[NamedClause] = []
        self.trail: list[Assigned] = []
        self.level = 0
        self._clock = clock
        self._place: dict[int, int] = {}  # of each literal that is true, in the trail
        self._with: dict[int, list[NamedClause]] = defaultdict(list)  # the clauses that contain a literal
        self._taken = 0  # how many literals of the trail have been taken, to look which clauses fire
        self._perhaps_open = 0  # where the search for an open clause begins
        for clause in clock.watched(clauses):
            self._add(clause)

    def value(self, literal: int) -> bool | None:
        """Whether a literal is true; None where it is not known."""
        if literal in self._place:
            return True
        return False if -literal in self._place else None

    def open_clause(self) -> NamedClause | None:
        """A clause without a true literal; None if all clauses hold."""
        count = len(self.clauses)
        for place in range(self._perhaps_open, self._perhaps_open + count):
            clause = self.clauses[place % count]
            if self._place.keys().isdisjoint(clause.clause):
                self._perhaps_open = place % count
                return clause
        return None

    def run(self, choose: Callable[[ClauseLearner], int | None]) -> Iterator[Assigned | ClauseConflict]:
        """The steps until a conflict at level 0, or until `choose` returns None.

        `choose` is called when no clause fires any more. It returns the literal to decide on, which must not
        have a value yet, or None to end.
        """
        conflicts = 0
        broken = yield from self._fire(one for one in self.clauses if len(set(one.clause)) < 2)
        while True:
            if broken is None:
                broken = yield from self._propagate()
            if broken is not None:
                conflict = self._conflict(broken)
                yield conflict
                if conflict.backjump is None:
                    return
                self._jump_back(conflict.backjump)
                conflicts += 1
                name = ClauseName(LEARNED, f"conflict {conflicts}", "learned clause", "first-uip")
                self._add(NamedClause(conflict.learned, name))
                broken = yield from self._fire(self.clauses[-1:])
            else:
                decision = choose(self)
                if decision is None:
                    return
                self.level += 1
                yield self._assign(decision, None)

    def _propagate(self) -> Steps:
        """Fire clauses until none fires any more, or one is in conflict."""
        while self._taken < len(self.trail):
            self._clock.check()
            true = self.trail[self._taken].literal
            self._taken += 1
            broken = yield from self._fire(self._with.get(-true, ()))
            if broken is not None:
                return broken
        return None

    def _fire(self, clauses: Iterable[NamedClause]) -> Steps:
        """Look at these clauses: each that has a single literal left makes it true."""
        for clause in clauses:
            left = self._left(clause)
            if left == 0:
                return clause
            if left is not None:
                yield self._assign(left, clause)
        return None

    def _left(self, clause: NamedClause) -> int | None:
        """The literal that the clause makes true; 0 if all are false; None if it says nothing yet."""
        if not self._place.keys().isdisjoint(clause.clause):
            return None
        left = {literal for literal in clause.clause if -literal not in self._place}
        return None if len(left) > 1 else left.pop() if left else 0

    def _assign(self, literal: int, reason: NamedClause | None) -> Assigned:
        """Make a literal true at the current level."""
        step = Assigned(literal, self.level, reason)
        self._place[literal] = len(self.trail)
        self.trail.append(step)
        return step

    def _jump_back(self, level: int) -> None:
        """Forget what is true above a level."""
        while self.trail and self.trail[-1].level > level:
            del self._place[self.trail.pop().literal]
        self.level, self._taken = level, len(self.trail)

    def _add(self, clause: NamedClause) -> None:
        self.clauses.append(clause)
        for literal in dict.fromkeys(clause.clause):
            self._with[literal].append(clause)

    def _conflict(self, broken: NamedClause) -> ClauseConflict:
        """What is learned from a clause of which all literals are false."""
        if self.level == 0:
            return ClauseConflict(broken, 0, (), (), None)
        places = self._false_places(broken.clause)
        reduced, resolutions = self._clause_of(places), []
        while sum(self.trail[place].level == self.level for place in places) > 1:
            latest = max(places)
            on, reason = self.trail[latest].literal, self.trail[latest].clause
            assert reason is not None  # a decision is the first literal of its level, and others are later
            places.remove(latest)
            places |= self._false_places(literal for literal in reason.clause if literal != on)
            resolutions.append(Resolution(on, reason, self._clause_of(places)))
        learned = self._clause_of(places)
        backjump = max((self.trail[self._place[-literal]].level for literal in learned[1:]), default=0)
        return ClauseConflict(broken, self.level, tuple(resolutions), learned, backjump, reduced)

    def _false_places(self, literals: Iterable[int]) -> set[int]:
        """The places in the trail that made these literals false, without those of level 0."""
        places = (self._place[-literal] for literal in literals)
        return {place for place in places if self.trail[place].level > 0}

    def _clause_of(self, places: Iterable[int]) -> tuple[int, ...]:
        """The literals that are false at these places of the trail, the latest first."""
        return tuple(-self.trail[place].literal for place in sorted(places, reverse=True))
