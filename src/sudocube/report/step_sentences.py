"""Steps in plain sentences.

    r4c5 can hold nothing but 7 (forced possibility: naked single). So 7 goes from r4c1, r6c5.

The usual rules have sentences of their own, by their standard terms; of any other rule it is said what it
is about and what it changes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rich.text import Text

from sudocube.explanation import State
from sudocube.geometry import SYMBOLS
from sudocube.report.words import capital, counted, listed
from sudocube.solvers.trace import Rule, Step, StepKind

CELLS_AT_MOST = 6
"""How many cells of a kind are named before it says how many more there are."""

GROUPS_AT_MOST = 4
"""How many groups of removals are named; where there are more, it says how many in all."""

STYLES = {
    StepKind.GUESS: "bold yellow",
    StepKind.UNDO: "magenta",
    StepKind.DEADLOCK: "bold red",
    StepKind.SOLUTION: "bold green",
    StepKind.END: "bold",
}
RULE = "dim"
CELL = "bold"
PLACED = "bold cyan"
REMOVED = "red"

Words = list[str | tuple[str, str]]


def sentence(step: Step, before: State, tried: Sequence[tuple[int, int]] = ()) -> Text:
    """A step in words, where `before` is what was known until then.

    `tried` are, for a guess, those that were taken back at this depth before it, as (cell, digit).
    """
    return Text.assemble(*_SENTENCES[step.kind](_Told(step, before, tried)))


class _Told:
    """The words for the parts of one step."""

    def __init__(self, step: Step, before: State, tried: Sequence[tuple[int, int]]) -> None:
        self.step, self.before, self.tried = step, before, tried
        self.name = before.puzzle.geometry.cell_name
        self.cells = listed(map(self.name, step.cells))
        self.digits = listed(SYMBOLS[digit] for digit in step.digits)
        self.is_backed = _is_backed(step)
        self.where = "" if step.unit is None else f"in {step.unit.name}, "
        self.rule = (rule_named(step.rule), RULE)
        self.has = "has" if len(step.digits) == 1 else "have"
        self.between = " between them" if len(step.cells) > 1 else ""

    def removals(self, opening: str = " So ") -> Words:
        """What goes, from where; nothing where nothing goes."""
        groups: dict[tuple[int, ...], list[int]] = {}
        for cell, digits in self.step.removed.items():
            groups.setdefault(tuple(digits), []).append(cell)
        if not groups:
            return []
        if len(groups) > GROUPS_AT_MOST:
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
            if more > 1:
                names[CELLS_AT_MOST:] = [f"and {more} more"]
            words.append(", ".join(names))
        return [*words, "."]


def _is_backed(step: Step) -> bool:
    """Whether what a conclusion says it is about is what its premises and its changes are about.

    In steps from elsewhere it need not be, and what nobody has verified is not to be told in words.
    """
    if step.premises is None or (step.unit is not None and step.unit not in step.premises.units):
        return False
    if step.placed and step.placed != dict(zip(step.cells, step.digits, strict=False)):
        return False
    return step.unit is None or all(cell in step.unit.cells for cell in step.cells)


def _placement(told: _Told) -> Words:
    step = told.step
    [(cell, digit), *others] = step.placed.items()
    place: Words = [(told.name(cell), CELL)]
    what = (SYMBOLS[digit], PLACED)
    if told.is_backed and not others and step.rule.term == "naked single":
        words: Words = [*place, " can hold nothing but ", what, told.rule, "."]
    elif told.is_backed and not others and step.rule.term == "hidden single" and step.unit is not None:
        words = [capital(told.where), what, " has one place left: ", *place, told.rule, "."]
    else:
        words = [capital(told.where) if told.is_backed else ""]
        for number, (cell, digit) in enumerate(step.placed.items()):
            words += [", " if number else "", (told.name(cell), CELL), " is ", (SYMBOLS[digit], PLACED)]
        words += [told.rule, "."]
    return [*words, *told.removals()]


def _removal(told: _Told) -> Words:
    step = told.step
    if step.rule.term == "candidates" and not step.cells:
        blanks = told.before.puzzle.cells.count(0)
        count = sum(len(digits) for digits in step.removed.values())
        goes = "possibility goes" if count == 1 else "possibilities go"
        return [f"From {counted(blanks, 'blank')}, {count:,} {goes} because of the clues", told.rule, "."]
    if told.is_backed and step.cells and step.digits and "hidden" in step.rule.term:
        place = "no place but " if len(step.cells) == 1 else "no places but "
        words: Words = [capital(told.where), (told.digits, CELL), f" {told.has} {place}", (told.cells, CELL)]
    elif told.is_backed and step.cells and step.digits and "naked" in step.rule.term:
        words = [capital(told.where), (told.cells, CELL)]
        words += [" can hold nothing but ", (told.digits, CELL), told.between]
    elif step.cells and step.digits and step.rule.term == "elimination":
        stand = "stands" if len(step.digits) == 1 else "stand"
        words = [capital(told.where), (told.digits, CELL), f" {stand} in ", (told.cells, CELL)]
    else:
        words = _about(told)
    return [*words, told.rule, ".", *told.removals()]


def _deadlock(told: _Told) -> Words:
    step = told.step
    words: Words = [("Deadlock", STYLES[StepKind.DEADLOCK]), ": "]
    if len(step.cells) == 1 and not step.digits:
        words += ["nothing is left for ", (told.cells, CELL)]
    elif step.rule.term == "clash" and len(step.cells) > 1 and len(step.digits) == 1:
        words += [(told.cells, CELL), " hold ", (told.digits, CELL)]
        words += [f" {'both' if len(step.cells) == 2 else 'all'}, ", told.where.removesuffix(", ")]
    elif step.unit is not None and len(step.digits) == 1 and not step.cells:
        words += [told.where, (told.digits, CELL), " has no place left"]
    elif step.cells and len(step.digits) > len(step.cells):
        words += [told.where, (told.digits, CELL), " have no places but ", (told.cells, CELL)]
    elif step.digits and len(step.digits) < len(step.cells):
        words += [told.where, (told.cells, CELL), " have nothing but ", (told.digits, CELL), told.between]
    else:
        words += _about(told)
    return [*words, told.rule, "."]


def _guess(told: _Told) -> Words:
    step = told.step
    cell, digit = step.cells[0], step.digits[0]
    words: Words = [("Guess", STYLES[StepKind.GUESS]), ": ", told.where, (told.name(cell), CELL), " is "]
    words.append((SYMBOLS[digit], PLACED))
    if step.unit is None:
        kind = "choice"
        choices = {(cell, one): SYMBOLS[one] for one in told.before.candidates(cell)}
    else:
        kind = f"place of {SYMBOLS[digit]}"
        places = [one for one in step.unit.cells if digit in told.before.candidates(one)]
        choices = {(one, digit): told.name(one) for one in places}
    tried = [name for choice, name in choices.items() if choice in told.tried]
    others = [name for choice, name in choices.items() if choice not in (*told.tried, (cell, digit))]
    notes = [f"tried: {listed(tried)}"] if tried else []
    if others:
        plural = kind.replace("choice", "choices").replace("place", "places") if len(others) > 1 else kind
        notes.append(f"the other {plural}: {listed(others)}")
    else:
        notes.append(f"the last {kind}")
    return [*words, f" ({'; '.join(notes)}).", *told.removals()]


def _undo(told: _Told) -> Words:
    guesses = [
        f"{told.name(cell)} = {SYMBOLS[digit]}"
        for cell, digit in zip(told.step.cells, told.step.digits, strict=False)
    ]
    taken = listed(guesses) or "the latest guess"
    words: Words = [("Back", STYLES[StepKind.UNDO]), f": {taken} undone, with all that followed"]
    return [*words, told.rule, "."]


def _solution(told: _Told) -> Words:
    return [("Solved", STYLES[StepKind.SOLUTION]), ": every cell holds a digit", told.rule, "."]


def _end(told: _Told) -> Words:
    said = {"stuck": "the method knows no further", "search space exhausted": "there is nothing left to try"}
    words = said.get(told.step.rule.term, "the steps end here")
    return [("End", STYLES[StepKind.END]), f": {words}", told.rule, "."]


def _about(told: _Told) -> Words:
    """What a step is about, where no sentence fits."""
    about = ", ".join(filter(None, (told.cells, told.digits and f"with {told.digits}"))) or "a conclusion"
    return [capital(f"{told.where}{about}")]


_SENTENCES: Mapping[StepKind, Callable[[_Told], Words]] = {
    StepKind.PLACEMENT: _placement,
    StepKind.REMOVAL: _removal,
    StepKind.DEADLOCK: _deadlock,
    StepKind.GUESS: _guess,
    StepKind.UNDO: _undo,
    StepKind.SOLUTION: _solution,
    StepKind.END: _end,
}


def rule_named(rule: Rule) -> str:
    """Both names of a rule in brackets: " (forced option: hidden single)"; "" where it has none."""
    names = dict.fromkeys(filter(None, (rule.name, rule.term)))
    return f" ({': '.join(names)})" if names else ""
