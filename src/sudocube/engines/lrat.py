"""A solver's trace in LRAT -> the steps that the trusted checker reads.

A trace has a text line for each clause that the solver learned: its number, the clause, and its hints. These
are the numbers of the clauses from which it follows, in the order in which they become unit. Clauses that the
empty clause does not depend on are left out, and so is what the trusted checker knows by itself: the clauses
"no two of a line", and all that unit propagation gives. The trusted checker checks each step as soon as it is
written.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from time import monotonic

from sudocube.errors import EngineError
from sudocube.trusted import Refused, Refutation, Rules

LearnedClause = tuple[int, list[int], list[int]]
"""Number, clause and hints."""


def needed_clauses(trace: bytes) -> list[LearnedClause]:
    r"""The clauses that the empty clause depends on, in the order of the trace.

    Raises EngineError where the trace does not end with the empty clause, or is not well formed.

    >>> needed_clauses(b"4 1 0 1 2 0\n5 2 0 1 3 0\n5 d 1 0\n6 0 4 3 0\n")
    [(4, [1], [1, 2]), (6, [], [4, 3])]
    """
    wanted: set[int] | None = None
    kept: list[LearnedClause] = []
    try:
        for line in reversed(trace.splitlines()):
            if not (words := line.split()):
                continue
            number = int(words[0])
            if words[1] == b"d" or (wanted is not None and number not in wanted):
                continue
            end = words.index(b"0", 1)
            clause, hints = [*map(int, words[1:end])], [*map(int, words[end + 1 : -1])]
            if wanted is None:
                wanted = set()
                if clause:
                    raise EngineError("the solver's trace does not end with the empty clause")
            wanted.update(hints)
            kept.append((number, clause, hints))
    except (ValueError, IndexError):
        raise EngineError("the solver's trace is broken off") from None
    kept.reverse()
    return kept


def refutation_steps(
    learned: Sequence[LearnedClause],
    names: Mapping[int, str | None],
    variables: Sequence[int],
    refutation: Refutation,
    deadline: float | None,
) -> tuple[str, ...]:
    """The steps that complete a refutation; the checker has accepted each of them.

    `names` gives, by number, the checker's name of each clause that the solver was given: None is for "no two
    of a line"; a number that is missing is "not this solution". `variables` gives the checker's variable for
    each of the solver's. Raises EngineError where the checker refuses a step, or where the steps do not come
    to a contradiction, and TimeoutError past the deadline.
    """
    literal_names = _names_of_literals(refutation.rules)
    known: dict[int, str | None] = defaultdict(lambda: "other", names)
    written: list[str] = []
    for number, clause, hints in learned:
        if deadline is not None and monotonic() > deadline:
            raise TimeoutError
        literals = [variables[one] if one > 0 else -variables[-one] for one in clause]
        known[number] = None
        undecided = _undecided_literals(refutation, literals)
        if undecided is None:
            continue
        used = _used_hints(refutation, undecided, list(filter(None, map(known.__getitem__, hints))))
        known[number] = name = f"#{refutation.steps + 1}"
        step = " ".join((name, *[literal_names[one] for one in undecided], ":", *used))
        try:
            refutation.step(step)
        except Refused as refused:
            raise EngineError(f"the trusted checker refuses a step: {refused}") from None
        written.append(step)
        if refutation.is_complete:
            break
    if not refutation.is_complete:
        raise EngineError("the steps do not come to a contradiction")
    return tuple(written)


@cache
def _names_of_literals(rules: Rules) -> dict[int, str]:
    """The trusted checker's name of each literal."""
    names = {}
    for name, (yes, no) in rules.literals.items():
        names[yes.bit_length() - 1 if yes else 1 - no.bit_length()] = name
    return names


def _undecided_literals(refutation: Refutation, literals: Sequence[int]) -> list[int] | None:
    """The literals of a clause that are not known to be false; None where one is known to be true."""
    true, false = refutation.state
    undecided = []
    for literal in literals:
        bit = 1 << abs(literal)
        if bit & (true if literal > 0 else false):
            return None
        if not bit & (true | false):
            undecided.append(literal)
    return undecided


def _used_hints(refutation: Refutation, literals: Sequence[int], hints: Sequence[str]) -> list[str]:
    """The hints that the checker needs for a clause with these literals, in order.

    It assumes that all literals are false and propagates. This repeats `Refutation.forced` in place, because
    most of the time is spent here.
    """
    true, false = refutation.state
    peers, clauses = refutation.rules.peers, refutation.clauses
    for literal in literals:
        if literal > 0:
            false |= 1 << literal
        else:
            true |= 1 << -literal
            false |= peers[-literal]
    used: list[str] = []
    for hint in hints:
        yes, no = clauses[hint]
        yes, no = yes ^ yes & false, no ^ no & true  # the literals that are not false
        if yes:
            if no or yes & yes - 1 or yes & true:  # it forces nothing new
                continue
            true |= yes
            false |= peers[yes.bit_length() - 1]
        elif no & no - 1 or no & false:
            continue
        elif no:
            false |= no
        used.append(hint)
        if not yes and not no:
            break
    return used
