"""A step of a solving method as a sentence.

    r4c5 can hold nothing but 7 (forced possibility: naked single). So 7 goes from r4c1, r6c5.

Rules with a standard term, such as "naked single", have their own sentences. For any other rule, the
sentence names the cells and digits that it is about, and what it changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from sudocube.cube import Unit
from sudocube.explanation import SolvingState, StepContext
from sudocube.geometry import SYMBOLS
from sudocube.report.document import Phrase, Tone, Toned
from sudocube.report.words import capital, counted, listed, named_clashes
from sudocube.solvers.trace import EXHAUSTED, GUESS, Rule, Step, StepKind
from sudocube.verdict import Verdict
from sudocube.verdicts.certificates import Certificate
from sudocube.verdicts.proof_reading import (
    OTHER,
    ProofEvent,
    ProofEventKind,
    ProofLiteral,
    read_proof,
)

CELLS_AT_MOST = 6
"""How many cells of a group are named; for more, the rest is counted."""

GROUPS_AT_MOST = 4
"""How many groups of removals are named; if there are more, all of them are only counted."""

CELL, PLACED, REMOVED, RULE, KIND = "cell", "placed", "removed", "rule", "kind"
"""The roles of words: a cell, a digit that is placed or removed, the rule, the kind of step."""

_TONES = {CELL: Tone.STRONG, PLACED: Tone.GOOD, REMOVED: Tone.BAD, RULE: Tone.QUIET, KIND: Tone.STRONG}
_TONES_OF_KINDS = {
    StepKind.GUESS: Tone.SEVERAL,
    StepKind.FAILED_READING: Tone.BAD,
    StepKind.UNDO: Tone.OPEN,
    StepKind.DEADLOCK: Tone.BAD,
    StepKind.SOLUTION: Tone.GOOD,
}

Words = list[str | tuple[str, str]]
"""Plain words, and words with their roles."""


def sentence(
    step: Step,
    before: SolvingState,
    tried: Sequence[tuple[int, int]] = (),
    *,
    solutions: int = 0,
    full: bool = False,
) -> Words:
    """A step as a sentence; `before` is the state before the step, and `solutions` how many were found.

    For a guess, `tried` are the earlier guesses at the same depth that were undone, as (cell, digit). If
    `full`, all that the step removes is named, however much it is.
    """
    words = _technique if step.pattern is not None and step.pattern.because else _SENTENCES[step.kind]
    return words(_StepWords(step, before, tried, solutions, full))


def phrase(words: Words, kind: StepKind | None = None) -> Phrase:
    """Words with the tones of their roles, those of a kind of step with its own."""
    of_kind = {KIND: _TONES_OF_KINDS[kind]} if kind in _TONES_OF_KINDS else {}
    tones = _TONES | of_kind
    return tuple(one if isinstance(one, str) else Toned(one[0], tones[one[1]]) for one in words)


def parts(words: Words) -> list[list[str | None]]:
    """Words for a page: [words, role], where the role is null for those in between."""
    return [[one, None] if isinstance(one, str) else [*one] for one in words if one and one[0]]


def told(step: Step) -> str:
    """The sentence of a step that has its context; this is what `str(step)` gives.

    Raises TypeError for a step without one.
    """
    now = step.context
    if not isinstance(now, StepContext):
        raise TypeError("a step has a sentence if it comes from `explain`")
    return "".join(phrase(sentence(step, now.state, now.tried, solutions=now.solutions)))


class _StepWords:
    """The words for the parts of one step."""

    def __init__(
        self,
        step: Step,
        before: SolvingState,
        tried: Sequence[tuple[int, int]],
        solutions: int,
        is_full: bool,
    ) -> None:
        self.step, self.before, self.tried = step, before, tried
        self.solutions, self.is_full = solutions, is_full
        self.name = before.puzzle.geometry.cell_name
        self.cells = listed(map(self.name, step.cells))
        self.digits = listed(SYMBOLS[digit] for digit in step.digits)
        self.is_backed = _is_backed(step)
        self.unit = "" if step.unit is None else step.unit.name
        self.where = "" if step.unit is None else f"in {step.unit.name}, "
        self.rule = (rule_named(step.rule), RULE)
        self.between = " between them" if len(step.cells) > 1 else ""

    def held(self) -> list[tuple[str, str]]:
        """The one digit that each of the step's cells can hold, with the cell; empty if one can hold more."""
        known = {} if self.step.premises is None else self.step.premises.cells
        held = {cell: known.get(cell, self.before.candidates(cell)) for cell in self.step.cells}
        if any(len(digits) != 1 for digits in held.values()):
            return []
        return [(SYMBOLS[digits[0]], self.name(cell)) for cell, digits in held.items()]

    def removals(self, opening: str = " So ") -> Words:
        """Which candidates are removed from which cells; empty if none are."""
        groups: dict[tuple[int, ...], list[int]] = {}
        for cell, digits in self.step.removed.items():
            groups.setdefault(tuple(digits), []).append(cell)
        if not groups:
            return []
        if len(groups) > GROUPS_AT_MOST and not self.is_full:
            count = sum(len(digits) for digits in self.step.removed.values())
            cells = counted(len(self.step.removed), "cell")
            return [opening, (counted(count, "candidate"), REMOVED), f" go from {cells}."]
        words: Words = [opening]
        for digits, cells_of in groups.items():
            if len(words) > 1:
                words.append("; ")
            goes = "goes" if len(digits) == 1 else "go"
            words += [(listed(SYMBOLS[digit] for digit in digits), REMOVED), f" {goes} from "]
            names = [self.name(cell) for cell in cells_of]
            more = len(names) - CELLS_AT_MOST
            if more > 1 and not self.is_full:
                names[CELLS_AT_MOST:] = [f"and {more} more"]
            words.append(", ".join(names))
        return [*words, "."]


def _is_backed(step: Step) -> bool:
    """Whether the unit and the cells that a step names agree with its premises and its changes.

    In steps from a file they may not; then the sentence does not repeat them.
    """
    if step.premises is None or (step.unit is not None and step.unit not in step.premises.units):
        return False
    if step.placed and step.placed != dict(zip(step.cells, step.digits, strict=False)):
        return False
    return step.unit is None or all(cell in step.unit.cells for cell in step.cells)


def _technique(parts: _StepWords) -> Words:
    """The reason that a technique gives, its name, and what it changes."""
    assert parts.step.pattern is not None  # else it is no technique
    because = parts.step.pattern.because.removesuffix(".")
    return [because, parts.rule, ".", *parts.removals()]


def _placement(parts: _StepWords) -> Words:
    step = parts.step
    [(cell, digit), *others] = step.placed.items()
    place: Words = [(parts.name(cell), CELL)]
    what = (SYMBOLS[digit], PLACED)
    if parts.is_backed and not others and step.rule.term == "naked single":
        words: Words = [*place, " can hold nothing but ", what, parts.rule, "."]
    elif parts.is_backed and not others and step.rule.term == "hidden single" and step.unit is not None:
        words = [f"{parts.unit.capitalize()} has one place left for ", what, ": ", *place, parts.rule, "."]
    else:
        words = [capital(parts.where) if parts.is_backed else ""]
        for number, (cell, digit) in enumerate(step.placed.items()):
            words += [", " if number else "", (parts.name(cell), CELL), " is ", (SYMBOLS[digit], PLACED)]
        words += [parts.rule, "."]
    return [*words, *parts.removals()]


def _removal(parts: _StepWords) -> Words:
    step = parts.step
    if step.rule.term == "candidates" and not step.cells:
        blanks = parts.before.puzzle.cells.count(0)
        count = sum(len(digits) for digits in step.removed.values())
        goes = "possibility goes" if count == 1 else "possibilities go"
        words: Words = [f"From {counted(blanks, 'blank')}, {count:,} {goes} because of the clues", parts.rule]
        return [*words, ".", *(parts.removals() if parts.is_full else [])]
    if parts.is_backed and parts.unit and step.cells and step.digits and "hidden" in step.rule.term:
        place = "place" if len(step.cells) == 1 else "places"
        words = [f"{parts.unit.capitalize()} has no {place} for ", (parts.digits, CELL)]
        words += [" but ", (parts.cells, CELL)]
    elif parts.is_backed and step.cells and step.digits and "naked" in step.rule.term:
        words = [capital(parts.where), (parts.cells, CELL)]
        words += [" can hold nothing but ", (parts.digits, CELL), parts.between]
    elif step.rule.term == "elimination" and (held := parts.held()):
        words = _holding(parts, held)
    else:
        words = _about(parts)
    return [*words, parts.rule, ".", *parts.removals()]


def _holding(parts: _StepWords, held: Sequence[tuple[str, str]]) -> Words:
    """Which digit stands in which cell: "Row 1 holds 7 in r1c1 and 2 in r1c4"."""
    is_of_unit = bool(parts.is_backed and parts.unit)
    words: Words = [f"{parts.unit.capitalize()} holds "] if is_of_unit else []
    for number, (digit, cell) in enumerate(held):
        words.append("" if not number else " and " if number == len(held) - 1 else ", ")
        words += [(digit, CELL), " stands in " if not number and not is_of_unit else " in ", (cell, CELL)]
    return words


def _deadlock(parts: _StepWords) -> Words:
    step = parts.step
    opening = "Deadlock" if step.rule.name == "deadlock" else "Contradiction"  # one source has that word
    words: Words = [(opening, KIND), ": "]
    if len(step.cells) == 1 and not step.digits:
        words += ["nothing is left for ", (parts.cells, CELL)]
    elif step.rule.term == "clash" and len(step.cells) > 1 and len(step.digits) == 1:
        words += [(parts.cells, CELL), " hold ", (parts.digits, CELL)]
        words += [f" {'both' if len(step.cells) == 2 else 'all'}, ", parts.where.removesuffix(", ")]
    elif step.unit is not None and len(step.digits) == 1 and not step.cells:
        words += [f"{parts.unit} has no place left for ", (parts.digits, CELL)]
    elif step.unit is not None and step.cells and len(step.digits) > len(step.cells):
        place = "place" if len(step.cells) == 1 else "places"
        words += [f"{parts.unit} has no {place} for ", (parts.digits, CELL), " but ", (parts.cells, CELL)]
    elif step.digits and len(step.digits) < len(step.cells):
        words += [parts.where, (parts.cells, CELL), " have nothing but ", (parts.digits, CELL), parts.between]
    else:
        words += _about(parts)
    return [*words, parts.rule, "."]


def _guess(parts: _StepWords) -> Words:
    step = parts.step
    cell, digit = step.cells[0], step.digits[0]
    words: Words = [("Guess", KIND), ": ", parts.where, (parts.name(cell), CELL), " is "]
    words.append((SYMBOLS[digit], PLACED))
    if step.unit is None:
        kind = "choice"
        choices = {(cell, one): SYMBOLS[one] for one in parts.before.candidates(cell)}
    else:
        kind = f"place of {SYMBOLS[digit]}"
        places = [one for one in step.unit.cells if digit in parts.before.candidates(one)]
        choices = {(one, digit): parts.name(one) for one in places}
    tried = [name for choice, name in choices.items() if choice in parts.tried]
    others = [name for choice, name in choices.items() if choice not in (*parts.tried, (cell, digit))]
    notes = [": ".join(names)] if (names := rule_names(step.rule)) else []
    notes += [f"tried: {listed(tried)}"] if tried else []
    if others:
        plural = kind.replace("choice", "choices").replace("place", "places") if len(others) > 1 else kind
        notes.append(f"the other {plural}: {listed(others)}")
    else:
        notes.append(f"the last {kind}")
    return [*words, f" ({'; '.join(notes)}).", *parts.removals()]


def _tried(parts: _StepWords) -> Words:
    """The row of a reading, cell by cell: permanent values, and the wheels."""
    step = parts.step
    wheels = dict(zip(step.cells, step.digits, strict=False))
    words: Words = [f"Tried in {parts.unit}:" if parts.unit else "Tried:"]
    for cell in step.cells if step.unit is None else step.unit.cells:
        digit = wheels.get(cell, parts.before.filled[cell])
        words += [" ", (SYMBOLS[digit] if digit else ".", CELL if cell in wheels else RULE)]
    return words


def _reading(parts: _StepWords) -> Words:
    return [*_tried(parts), "; it passes", parts.rule, "."]


def _failed_reading(parts: _StepWords) -> Words:
    words = _tried(parts)
    if (twice := _digit_twice(parts.step)) is None:
        return [*words, "; it fails", parts.rule, "."]
    digit, cells, unit = twice
    words += ["; ", (SYMBOLS[digit], REMOVED), f" stands twice in {unit.name}: "]
    return [*words, (listed(map(parts.name, cells)), CELL), parts.rule, "."]


def _digit_twice(step: Step) -> tuple[int, list[int], Unit] | None:
    """The first digit that a reading, with its premises, has twice in a unit: digit, cells and unit."""
    if step.premises is None:
        return None
    held = {cell: digits[0] for cell, digits in step.premises.cells.items() if len(digits) == 1}
    held.update(zip(step.cells, step.digits, strict=False))
    for unit in step.premises.units:
        first: dict[int, int] = {}
        for cell in unit.cells:
            if cell in held and (other := first.setdefault(held[cell], cell)) != cell:
                return held[cell], [other, cell], unit
    return None


def _left_out(parts: _StepWords) -> Words:
    counts = parts.step.counts
    passed = sum(count for rule, count in counts.items() if rule.term == GUESS)
    failed = [f"{count:,} failed the {rule.name}" for rule, count in counts.items() if rule.term != GUESS]
    told = [*failed, f"{passed:,} passed"] if passed else failed
    return [f"Tried, and not shown: {counted(sum(counts.values()), 'reading')}, of which {listed(told)}."]


def _undo(parts: _StepWords) -> Words:
    guesses = [
        f"{parts.name(cell)} = {SYMBOLS[digit]}"
        for cell, digit in zip(parts.step.cells, parts.step.digits, strict=False)
    ]
    more = len(guesses) - CELLS_AT_MOST
    if more > 1 and not parts.is_full:
        guesses[CELLS_AT_MOST:] = [f"{more} more"]
    taken = listed(guesses) or "the latest guess"
    words: Words = [("Back", KIND), f": {taken} undone, with all that followed"]
    return [*words, parts.rule, "."]


def _solution(parts: _StepWords) -> Words:
    again = f" again, solution {parts.solutions + 1}" if parts.solutions else ""
    solved = f"Solved{again}"
    return [(solved, KIND), ": every cell holds a digit", parts.rule, "."]


_ENDINGS = {
    "stuck": "the method knows no further",
    "partial solution": "the rows asked for are filled, and squares above them are open",
    **dict.fromkeys(EXHAUSTED, "there is nothing left to try"),
}
"""Why the steps end, by the term of the last rule."""


def _end(parts: _StepWords) -> Words:
    term = parts.step.rule.term
    words = _ENDINGS.get(term, "the steps end here")
    if term in EXHAUSTED and parts.solutions == 1:
        words += ", so the solution found is the only one"
    elif term in EXHAUSTED and parts.solutions:
        words += f", so there are no others than the {parts.solutions:,} solutions found"
    return [("End", KIND), f": {words}", parts.rule, "."]


def _about(parts: _StepWords) -> Words:
    """The cells and digits that a step is about, if no other sentence fits."""
    about = ", ".join(filter(None, (parts.cells, parts.digits and f"with {parts.digits}"))) or "a conclusion"
    return [capital(f"{parts.where}{about}")]


_SENTENCES: Mapping[StepKind, Callable[[_StepWords], Words]] = {
    StepKind.PLACEMENT: _placement,
    StepKind.REMOVAL: _removal,
    StepKind.DEADLOCK: _deadlock,
    StepKind.GUESS: _guess,
    StepKind.READING: _reading,
    StepKind.FAILED_READING: _failed_reading,
    StepKind.LEFT_OUT: _left_out,
    StepKind.UNDO: _undo,
    StepKind.SOLUTION: _solution,
    StepKind.END: _end,
}


def rule_names(rule: Rule) -> list[str]:
    """The name of a rule in its source and the standard term; one of them if they are equal, or one is ""."""
    return [*dict.fromkeys(filter(None, (rule.name, rule.term)))]


def rule_named(rule: Rule) -> str:
    """Both names of a rule in brackets: " (forced option: hidden single)"; "" if it has none."""
    names = rule_names(rule)
    return f" ({': '.join(names)})" if names else ""


NAMED_AT_MOST = 6
"""How many literals a sentence names; of more, the others are counted."""

UNITS = {"r": "row", "c": "column", "b": "box"}
"""The kinds of units, by the letter that the checker writes for them."""


def told_events(certificate: Certificate) -> Iterator[tuple[ProofEvent, Words]]:
    """The events of a proof, each with its sentence; each step is checked by the trusted code on the way.

    None for a certificate without a proof. Raises Refused where the proof does not hold.
    """
    puzzle, is_unique = certificate.puzzle, certificate.verdict is Verdict.UNIQUE
    name, clashes = puzzle.geometry.cell_name, "; ".join(named_clashes(puzzle))
    solution = certificate.solutions[0] if is_unique else None

    def named(literal: ProofLiteral) -> Words:
        verb, role = (" is not ", REMOVED) if literal.is_negated else (" is ", PLACED)
        return [(name(literal.cell), CELL), verb, (SYMBOLS[literal.digit], role)]

    def listed(literals: Sequence[ProofLiteral], conjunction: str = "and") -> Words:
        shown = literals if len(literals) <= NAMED_AT_MOST + 1 else literals[:NAMED_AT_MOST]
        words: Words = []
        for number, literal in enumerate(shown, 1):
            part = f" {conjunction} " if number == len(literals) else ", "
            words += [*[part] * (number > 1), *named(literal)]
        more = len(literals) - len(shown)
        return [*words, *[f" {conjunction} {more} more"] * bool(more)]

    def nothing_left(clause: str) -> Words:
        """Why a clause has no literal that could be true."""
        unit, digit = unit_and_digit(clause)
        if unit:
            return [f"{unit} has no place left for ", (digit, REMOVED)]
        if clause.startswith("#"):
            return [f"nothing that step {clause[1:]} allows is left"]
        if clause == OTHER:
            return ["this is the solution that was set aside"]
        return ["nothing is left for ", (clause, CELL)] if clause else [clashes]

    def forced(clause: str, literal: ProofLiteral) -> Words:
        unit, digit = unit_and_digit(clause)
        if unit:
            left: Words = [f"{unit.capitalize()} has one place left for ", (digit, PLACED), ": "]
            return [*left, (name(literal.cell), CELL), "."]
        if clause.startswith("#"):
            return [f"Step {clause[1:]} leaves only this: ", *named(literal), "."]
        if clause == OTHER:
            return ["All else is as in the solution that was set aside, so ", *named(literal), "."]
        return [(name(literal.cell), CELL), " can hold nothing but ", (SYMBOLS[literal.digit], PLACED), "."]

    def sentence(event: ProofEvent) -> Words:
        literals = event.literals
        match event.kind:
            case ProofEventKind.CLUES:
                which = "another solution, beside the one that was found" if is_unique else "a solution"
                peers = "It has the clues, and their peers cannot hold the same digits."
                return [("Suppose", KIND), f" that there is {which}. {peers}"]
            case ProofEventKind.PROPAGATED if not literals:
                return ["Naked and hidden singles give nothing more."]
            case ProofEventKind.PROPAGATED:
                cells = counted(len(literals), "cell")
                return [f"Naked and hidden singles fill in {cells}: ", *listed(literals), "."]
            case ProofEventKind.SUPPOSED:
                return [("Suppose", KIND), " that ", *listed(literals), "."]
            case ProofEventKind.FORCED:
                return forced(event.clause, literals[0])
            case ProofEventKind.FAILED:
                return [("Contradiction", KIND), ": ", *nothing_left(event.clause), "."]
            case ProofEventKind.LEARNED:
                return ["So ", *listed(literals, "or"), ".", (f" (step {event.step})", RULE)]
        why: Words = [*nothing_left(event.clause), ". "] if event.clause or clashes else []
        return [("End", KIND), ": ", *why, f"So there is no {'other ' * is_unique}solution."]

    if certificate.steps is not None:
        for event in read_proof(puzzle, solution, certificate.steps):
            yield event, sentence(event)


def unit_and_digit(clause: str) -> tuple[str, str]:
    """The unit and the digit of a line that the checker names; both "" for any other clause.

    >>> unit_and_digit("5@b6"), unit_and_digit("r4c7"), unit_and_digit("#2")
    (('box 6', '5'), ('', ''), ('', ''))
    """
    digit, at, unit = clause.partition("@")
    return (f"{UNITS[unit[0]]} {unit[1:]}", digit) if at else ("", "")
