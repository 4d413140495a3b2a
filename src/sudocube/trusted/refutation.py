"""Proofs that a formula has no model, checked step by step.

A step is a clause that follows, and why:

    #3 r4c7!=3 r1c2=5 : 5@r4 r2c2 #1

"r4c7 is not 3, or r1c2 is 5": suppose that neither, and look at the clauses named after the colon, in
that order: 5 has one place left in row 4, r2c2 one digit, and then step 1 has nothing left that could be
true. Each clause has to force something new, the last one has to fail. This is reverse unit propagation
with hints (E. Goldberg and Y. Novikov, "Verification of Proofs of Unsatisfiability for CNF Formulas", 2003;
L. Cruz-Filipe et al., "Efficient Certified RAT Verification", 2017), but for the clauses of two literals, no
two of a line: these need no hint, since to affirm a variable is to deny its peers.

Before the first step and after every one that settles a variable, unit propagation on the lines goes on by
itself until nothing changes: those are the naked and hidden singles. ("Not this solution" forces nothing
before: where all cells but one are filled, so is that one.) So the proof is empty where they suffice.
"""

from collections.abc import Sequence

from .rules import Rules, members

Pair = tuple[int, int]
"""Two sets of variables: of a state, the true and the false; of a clause, those affirmed and those denied."""


class Refused(Exception):  # noqa: N818 — a word for the reader; what is wrong is its message
    """What was to be checked does not hold; the message says why."""


class Refutation:
    """The formula of a puzzle, with all that was shown of it so far.

    Clues are n² digits, row by row, 0 for a blank. `is_complete` once a contradiction was reached.
    """

    def __init__(self, rules: Rules, clues: Sequence[int]) -> None:
        self.rules, self.steps, self.is_complete, self.state = rules, 0, False, (0, 0)
        self.clauses: dict[str, Pair] = {name: (line, 0) for name, line in rules.lines.items()}
        self._open, self._seen = list(rules.lines.values()), 0
        for variable in rules.variables_of(clues):
            self._settle(self.affirmed(self.state, 1 << variable))
        self._propagate()

    def forbid(self, solution: Sequence[int]) -> None:
        """Add the clause "not this solution", once; a solution is n² digits."""
        self.clauses["other"] = 0, sum(1 << variable for variable in self.rules.variables_of(solution))
        self._propagate()

    def affirmed(self, state: Pair, variable: int) -> Pair | None:
        """The state with one more variable true, given as a set of one; None for a contradiction."""
        true, false = state
        peers = self.rules.peers[variable.bit_length() - 1]
        return None if variable & false or peers & true else (true | variable, false | peers)

    def forced(self, state: Pair, clause: Pair) -> Pair | None:
        """The state with what the clause forces in it; None where nothing is left that could be true.

        Raises Refused where it forces nothing new.
        """
        true, false = state
        yes, no = clause[0] & ~false, clause[1] & ~true
        if not yes and not no:
            return None
        if not no and not yes & yes - 1 and not yes & true:
            # It is not false, so none of its peers is true: those of what is true are false.
            return true | yes, false | self.rules.peers[yes.bit_length() - 1]
        if not yes and not no & no - 1 and not no & false:
            return true, false | no
        raise Refused(f"a clause after step {self.steps} forces nothing")

    def step(self, text: str) -> None:
        """Check the next step and learn its clause.

        Raises Refused where it does not follow as the step says, or is known already.
        """
        name = f"#{self.steps + 1}"
        said, _, because = text.partition(" : ")
        number, *literals = said.split(" ")
        yes = no = 0
        try:
            for affirmed, denied in [self.rules.literals[literal] for literal in literals]:
                yes, no = yes | affirmed, no | denied
            hints = [self.clauses[hint] for hint in because.split(" ")]
        except KeyError as unknown:
            raise Refused(f"{name}: {str(unknown.args[0])[:40]!a} is nothing that is known") from None
        if number != name or self.is_complete or yes & self.state[0] or no & self.state[1]:
            raise Refused(f"{name}: {text[:40]!a} is known already, or out of place")
        state: Pair | None = (self.state[0], self.state[1] | yes)
        for variable in members(no):
            state = state and self.affirmed(state, 1 << variable)
        for hint in hints:
            before, state = state, state and self.forced(state, hint)
        if state is not None or before is None:
            raise Refused(f"{name}: what it names does not fail with the last clause, and only then")
        self.steps += 1
        self.clauses[name] = yes, no
        if (yes & ~self.state[1]).bit_count() + (no & ~self.state[0]).bit_count() < 2:
            self._settle(self.forced(self.state, (yes, no)))
            self._propagate()

    def _settle(self, state: Pair | None) -> None:
        self.is_complete = self.is_complete or state is None
        self.state = state or self.state

    def _propagate(self) -> None:
        """Unit propagation on the lines until nothing changes, and then a look at "not this solution".

        A line is looked at where something in it has become false, until one that is true is left in it.
        """
        while (new := self.state[1] & ~self._seen) and not self.is_complete:
            self._seen, lines, self._open = self.state[1], self._open, []
            possible = ~self._seen
            for line in lines:
                if not line & new or (left := line & possible) & left - 1:
                    self._open.append(line)
                elif not left & self.state[0]:
                    self._settle(self.affirmed(self.state, left) if left else None)
                    possible = ~self.state[1]
        if "other" in self.clauses and not self.clauses["other"][1] & ~self.state[0]:
            self.is_complete = True
