"""Proofs that a formula has no model, checked step by step.

A step is a clause that follows, and why:

    #3 r4c7!=3 r1c2=5 : 5@r4 r2c2 #1

The clause says "r4c7 is not 3, or r1c2 is 5". To check it, assume that both are false, and look at the
clauses named after the colon, in that order: 5 has one place left in row 4, r2c2 has one digit left, and then
no literal of step 1 can be true. Each clause except the last has to force something new; the last has to
fail. This is reverse unit propagation with hints (E. Goldberg and Y. Novikov, "Verification of Proofs of
Unsatisfiability for CNF Formulas", 2003; L. Cruz-Filipe et al., "Efficient Certified RAT Verification",
2017). There is one difference: the clauses with two literals, "no two of a line", need no hint. When a
variable becomes true, its peers become false at once.

Before the first step, and after every step that decides a variable, unit propagation on the lines runs until
nothing changes: it finds the naked and hidden singles. ("Not this solution" never forces anything before
that: when all cells but one are filled, so is the last.) If the singles suffice, the proof is empty.

A step has to say something new: one that says the same as an earlier step is refused at once.
"""

from collections.abc import Sequence

from .rules import Rules, members

Pair = tuple[int, int]
"""Two sets of variables: the true and the false of a state, or the affirmed and the denied of a clause."""


class Refused(Exception):  # noqa: N818 — reads well where it is raised
    """Something that was checked does not hold; the message says why."""


class ProofCheck:
    """The formula of a puzzle, and everything that was proved about it so far.

    Clues are n² digits, row by row, 0 for a blank. `is_complete` says that a contradiction was reached.
    """

    def __init__(self, rules: Rules, clues: Sequence[int]) -> None:
        self.rules, self.steps, self.is_complete, self.state = rules, 0, False, (0, 0)
        self.clauses: dict[str, Pair] = {name: (line, 0) for name, line in rules.lines.items()}
        self._open, self._seen, self._said = list(rules.lines.values()), 0, set[Pair]()
        for variable in rules.variables_of(clues):
            self._settle(self.affirmed(self.state, 1 << variable))
        self._propagate()

    def forbid(self, solution: Sequence[int]) -> None:
        """Add the clause "not this solution", once; a solution is n² digits."""
        self.clauses["other"] = 0, sum(1 << variable for variable in self.rules.variables_of(solution))
        self._propagate()

    def affirmed(self, state: Pair, variable: int) -> Pair | None:
        """The state with one more variable true, given as a set with one member; None for a contradiction."""
        true, false = state
        peers = self.rules.peers[variable.bit_length() - 1]
        return None if variable & false or peers & true else (true | variable, false | peers)

    def forced(self, state: Pair, clause: Pair) -> Pair | None:
        """The state with the literal that the clause forces; None if no literal of the clause can be true.

        Raises Refused if the clause forces nothing new.
        """
        true, false = state
        yes, no = clause[0] & ~false, clause[1] & ~true
        if not yes and not no:
            return None
        if not no and not yes & yes - 1 and not yes & true:
            # The variable is not false, so none of its peers is true: peers of true variables are false.
            return true | yes, false | self.rules.peers[yes.bit_length() - 1]
        if not yes and not no & no - 1 and not no & false:
            return true, false | no
        raise Refused(f"a clause after step {self.steps} forces nothing")

    def step(self, text: str) -> None:
        """Check the next step and add its clause.

        Raises Refused if the clause does not follow as the step says, or is already known to be true.
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
        is_known = yes & self.state[0] or no & self.state[1] or (yes, no) in self._said
        if number != name or self.is_complete or is_known:
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
        self._said.add(self.clauses[name])
        if (yes & ~self.state[1]).bit_count() + (no & ~self.state[0]).bit_count() < 2:
            self._settle(self.forced(self.state, (yes, no)))
            self._propagate()

    def _settle(self, state: Pair | None) -> None:
        self.is_complete = self.is_complete or state is None
        self.state = state or self.state

    def _propagate(self) -> None:
        """Unit propagation on the lines until nothing changes; then check the clause "not this solution".

        A line is examined when some of its variables have become false, until a single true one is left.
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
