"""From a solver's trace in LRAT to the steps that the trusted checker takes.

A trace has a line for each clause that the solver learned: its number, the clause, and the numbers of the
clauses from which it follows, in the order in which they become unit. What the empty clause does not rest on
is left out, and so is what the trusted checker knows by itself: no two of a line, and what unit propagation
settles. Every step is put to the trusted checker as soon as it is written.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from time import monotonic

from sudocube.errors import EngineError
from sudocube.trusted import Refused, Refutation, Rules

Learned = tuple[int, list[int], list[int]]
"""Number, clause and hints."""


def needed(trace: bytes) -> list[Learned]:
    r"""What the empty clause rests on, in the order of the trace; raises EngineError where it is not there.

    >>> needed(b"4 1 0 1 2 0\n5 2 0 1 3 0\n5 d 1 0\n6 0 4 3 0\n")
    [(4, [1], [1, 2]), (6, [], [4, 3])]
    """
    wanted: set[int] | None = None
    kept: list[Learned] = []
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


def steps(
    learned: Sequence[Learned],
    names: Mapping[int, str | None],
    variables: Sequence[int],
    refutation: Refutation,
    deadline: float | None,
) -> tuple[str, ...]:
    """The steps that complete a refutation, each of them checked.

    `names` says by what name the checker knows a clause that was given to the solver; None is "no two of a
    line", and a number that is not there "not this solution". `variables` are the checker's for the solver's.
    Raises EngineError where the checker refuses, and TimeoutError past the deadline.
    """
    called = _names_of_literals(refutation.rules)
    known: dict[int, str | None] = defaultdict(lambda: "other", names)
    written: list[str] = []
    for number, clause, hints in learned:
        if deadline is not None and monotonic() > deadline:
            raise TimeoutError
        literals = [variables[one] if one > 0 else -variables[-one] for one in clause]
        known[number] = None
        alive = _alive(refutation, literals)
        if alive is None:
            continue
        used = _used(refutation, alive, list(filter(None, map(known.__getitem__, hints))))
        known[number] = name = f"#{refutation.steps + 1}"
        step = " ".join((name, *[called[one] for one in alive], ":", *used))
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
    """What the trusted checker calls each literal."""
    called = {}
    for name, (yes, no) in rules.literals.items():
        called[yes.bit_length() - 1 if yes else 1 - no.bit_length()] = name
    return called


def _alive(refutation: Refutation, literals: Sequence[int]) -> list[int] | None:
    """The literals that are not known to be false; None where one is known to be true."""
    true, false = refutation.state
    alive = []
    for literal in literals:
        bit = 1 << abs(literal)
        if bit & (true if literal > 0 else false):
            return None
        if not bit & (true | false):
            alive.append(literal)
    return alive


def _used(refutation: Refutation, literals: Sequence[int], hints: Sequence[str]) -> list[str]:
    """Those of the hints that the checker needs to be told, when it supposes that all literals are false.

    The same as `Refutation.forced` does, written out: this is where the time goes.
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
        yes, no = yes ^ yes & false, no ^ no & true  # what is left of it
        if yes:
            if no or yes & yes - 1 or yes & true:  # it says nothing that is not known already
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
