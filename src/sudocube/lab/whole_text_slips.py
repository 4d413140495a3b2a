"""Slips that are in all clauses alike: where a clause ends, numbering, signs.

Each is undone as a trial. It is taken for the reason if far fewer clauses are wrong after that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sudocube.clock import Clock
from sudocube.encoder.at_most_one import Clause
from sudocube.encoder.vocabulary import OwnClauses
from sudocube.lab.rule_clauses import RuleClauses
from sudocube.lab.slip_numberings import RIGHT, Numbering, wrong_numberings
from sudocube.lab.slip_words import Hint, Mending, quoted


def whole_text_slip(own: OwnClauses, rules: RuleClauses, clock: Clock) -> Mending | None:
    """The slip without which the fewest clauses are wrong, at most half as many as now; None if none is so.

    More clauses must be those of the rules then: in a weaker one, nearly any change leaves something true.
    A clause that goes on in the next text line comes first: it is true too easily, so it may seem right.
    Raises TimeoutError when the clock runs out.
    """
    for mending in _parted(own, rules):
        return mending
    now = rules.judged(own.clauses, len(own.clauses) + 1)
    best, fewest = None, len(own.clauses)
    for mending, is_renumbered in _undone(own, rules):
        clock.check()
        most = now.wrong + now.auxiliary if is_renumbered else now.wrong
        limit = min(fewest, (most + 1) // 2)
        then = rules.judged(mending.clauses, limit)
        # A number above n³ may be an element in another numbering; if not, it is an auxiliary variable.
        elements = max(0, now.auxiliary - then.auxiliary) if is_renumbered else 0
        is_better = then.wrong < limit and 2 * then.wrong < now.wrong + elements
        if is_better and then.exact > now.exact:
            best, fewest = mending, then.wrong
    return best


def is_plainly_undone(mending: Mending, own: OwnClauses, rules: RuleClauses) -> bool:
    """Whether a slip was in all clauses beyond doubt, even if they do not say the rules without it.

    That is so if several clauses were wrong, and all are clauses of the rules after it is undone.
    """
    count = len(own.clauses)
    now, then = rules.judged(own.clauses, count + 1), rules.judged(mending.clauses, 1)
    return then.exact == len(mending.clauses) and count - now.follow >= rules.shape.size


def _parted(own: OwnClauses, rules: RuleClauses) -> Iterator[Mending]:
    """Clauses over several text lines, of which each is a clause of the rules: zeros are missing."""
    lines = own.text_lines
    parted: list[Clause] = []
    first = None
    for number, clause in enumerate(own.clauses):
        pieces = _pieces(clause, rules)
        spans = lines[number + 1] - lines[number] if number + 1 < len(lines) else len(pieces)
        if len(pieces) > 1 and len(pieces) <= spans:
            first = number if first is None else first
            parted += pieces
        else:
            parted.append(clause)
    if lines and first is not None:
        text = (
            f"Clause {first + 1:,} begins in line {lines[first]:,} and goes on in the next one: a clause ends"
            " at a 0, not at the end of its line. Write a 0 at the end of each clause."
        )
        yield Mending(Hint("zero-missing", text, first + 1), parted)


def _pieces(clause: Clause, rules: RuleClauses) -> list[Clause]:
    """Clauses of the rules that give this one if they are written one after the other; else nothing."""
    found: list[Clause] = []
    at = 0
    while at < len(clause):
        length = rules.shape.size if clause[at] > 0 else 2
        piece = clause[at : at + length]
        if len(piece) < length or not rules.follows(piece):
            return []
        found.append(piece)
        at += length
    return found


def _joined_at_zero(own: OwnClauses) -> Iterator[Mending]:
    """Empty clauses with the clause beside them: x[r1c1,1] was numbered 0, and this ended a clause."""
    empty = [number for number, clause in enumerate(own.clauses) if not clause]
    if not empty:
        return
    text = (
        f"The variables seem to be numbered from 0: a 0 ends a clause, and so clause {empty[0] + 1:,}"
        f"{quoted(own, empty[0], only_place=True)} has no literal and can never hold. x[r,c,d] is"
        f" {RIGHT}, and x[r1c1,1] is 1: add 1 to each number."
    )
    hint = Hint("numbered-from-0", text, empty[0] + 1)
    for neighbour in (1, -1):
        yield Mending(hint, _joined(own.clauses, neighbour))


def _joined(clauses: Sequence[Clause], neighbour: int) -> list[Clause]:
    """All numbers one higher; empty clauses are joined, as x[r1c1,1], with the clause on that side."""
    joined: list[Clause] = []
    is_open = False
    ordered = clauses if neighbour == 1 else reversed(clauses)
    for clause in ordered:
        if not clause:
            is_open = True
            continue
        higher = [literal + 1 if literal > 0 else literal - 1 for literal in clause]
        joined.append([1 if clause[0] > 0 else -1, *higher] if is_open else higher)
        is_open = False
    return joined if neighbour == 1 else joined[::-1]


def _undone(own: OwnClauses, rules: RuleClauses) -> Iterator[tuple[Mending, bool]]:
    """The clauses with these slips undone, and whether the elements were numbered otherwise."""
    for mending in _joined_at_zero(own):
        yield mending, False
    shown = next((number for number, one in enumerate(own.clauses) if not rules.states(one)), None)
    if shown is not None:
        text = f"All signs seem to be flipped.{quoted(own, shown)}. {_FLIP}"
        yield Mending(Hint("sign-flipped", text, shown + 1), _negated(own.clauses)), False
    for numbering in wrong_numberings(rules.shape):
        right = _renumbered(own.clauses, numbering, rules)
        if right is not None:
            text = f"The variables seem to be numbered {numbering.formula} in place of {RIGHT}."
            text += f" {numbering.example(rules.shape)} {numbering.change}"
            yield Mending(Hint(numbering.name, text, None), right), True
            both = f"{text} And all signs seem to be flipped. {_FLIP}"
            yield Mending(Hint(numbering.name, both, None), _negated(right)), True


_FLIP = (
    "x[r,c,d] is true where the cell holds d, and -x[r,c,d] where it does not: leave out each minus, and"
    " write one where there is none."
)


def _negated(clauses: Sequence[Clause]) -> list[Clause]:
    return [[-literal for literal in clause] for clause in clauses]


def _renumbered(
    clauses: Sequence[Clause], numbering: Numbering, rules: RuleClauses
) -> Sequence[Clause] | None:
    """The clauses with the right numbers; None where they cannot have had that numbering.

    Variables above its numbers are auxiliary, and so they are above n³ in the result.
    """
    back = numbering.back(rules.shape)
    if back is None:
        return None
    highest = max(back)
    found: list[Clause] = []
    for clause in clauses:
        right = []
        for literal in clause:
            variable = abs(literal)
            number = variable - highest + rules.top if variable > highest else back.get(variable)
            if number is None:
                return None
            right.append(number if literal > 0 else -number)
        found.append(right)
    return found
