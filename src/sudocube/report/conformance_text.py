"""What the conformance suite says of a solver, as text: cases that did not pass, tables, and the result."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from sudocube.conformance import CaseResult, CategoryTally, Conformance
from sudocube.report.crosschecks import not_again_in_words, reached_in_words
from sudocube.report.text_layout import name_table, wrapped
from sudocube.report.words import counted, listed

LINE_AT_MOST = 625
"""The length of the longest puzzle; what is longer than that is cut where it is shown."""

BEGINNING = 40
"""How many characters of it are shown."""

HEADINGS = ("passed", "failed", "undecided")

MARGIN = len("  expected  ")
"""How far the values stand from the left edge."""


def case_block(result: CaseResult, width: int) -> Iterator[Text]:
    """A case that did not pass: what was expected, what was given, the smaller puzzle, how to repeat it.

    A value that may be copied, such as a puzzle or a command, is never broken: it stands below its name
    where it does not fit beside it.
    """
    word, style = ("undecided", "bold yellow") if result.passed is None else ("failed", "bold red")
    reason = (result.reason or "").removesuffix(result.answer).removesuffix(": ")  # the answer stands below
    said = Text.assemble(f"{result.case}: ", (word, style), f": {reason}" if reason else "")
    yield from wrapped(said, width, hanging="  ")
    if result.before:
        yield from _field("before", f"{counted(len(result.before), 'line')} in the same run", width)
    yield from _field("puzzle", _shown_line(result.puzzle), width)
    yield from _field("expected", result.expected, width)
    yield from _field("answer", result.answer, width)
    if result.shrunk is not None and not result.shrunk.refuted:
        yield from _field("shrunk", f"no: {not_again_in_words(result.shrunk)}", width)
    elif result.shrunk is not None:
        yield from _field("shrunk", str(result.shrunk.puzzle), width)
        yield from wrapped(Text(reached_in_words(result.shrunk)), width, " " * MARGIN)
    elif result.shrunk_as is not None:
        yield from _field("shrunk", f"as for {result.shrunk_as}", width)
    if result.repeat is not None:
        yield from _field("repeat", result.repeat, width)


def _shown_line(line: str) -> str:
    """A line that was sent; quoted if nothing or little of it would be seen, and cut if it is very long."""
    if len(line) > LINE_AT_MOST:
        return f"{line[:BEGINNING]!a}… ({len(line):,} characters)"
    return line if line.isprintable() and line == line.strip() != "" else ascii(line)


def _field(name: str, value: str, width: int) -> Iterator[Text]:
    """A named value; below its name if it does not fit beside it."""
    label = f"  {name}".ljust(MARGIN)
    if MARGIN + len(value) <= width or (" " in value and name not in ("puzzle", "repeat")):
        yield from wrapped(Text(value), width, label)
    else:
        yield Text(label.rstrip(), no_wrap=True)
        yield Text(f"    {value}" if len(value) + 4 <= width else value, no_wrap=True)


def category_table(result: Conformance, width: int) -> Iterator[Text]:
    """For each category, how many cases passed, failed and were undecided."""
    rows = {name: _numbers(tally) for name, tally in result.by_category.items()}
    rows["all"] = _numbers(result.tally)
    yield from name_table("category", HEADINGS, rows, width=width, style=_style)


def _numbers(tally: CategoryTally) -> list[str]:
    return [f"{number:,}" for number in (tally.passed, tally.failed, tally.undecided)]


def _style(heading: str, number: str) -> str:
    if number == "0":
        return ""
    return {"failed": "bold red", "undecided": "bold yellow"}.get(heading, "")


def speed_table(result: Conformance, width: int) -> Iterator[Text]:
    """Puzzles per second of the solver and of engines of this package, on the same puzzles."""
    rows = {name: [f"{rate:,.0f}" if rate >= 10 else f"{rate:.1f}"] for name, rate in result.speeds.items()}
    yield from name_table("speed", ["puzzles/s"], rows, width=width)


def conformance_in_words(result: Conformance) -> str:
    """Whether a solver conforms, in a sentence; `str` of a Conformance.

    >>> conformance_in_words(Conformance("mine()", None, False, (), None, 0, (), {}))
    'mine(): undecided: no case was decided'
    """
    tally = result.tally
    cases = tally.passed + tally.failed + tally.undecided
    if result.conforms:
        return f"{result.solver} conforms: {counted(cases, 'case')} passed"
    undecided = f"{tally.undecided:,} undecided"
    if result.conforms is False:
        more = f", {undecided}" if tally.undecided else ""
        return f"{result.solver} does not conform: {tally.failed:,} of {counted(cases, 'case')} failed{more}"
    if not tally.passed:
        return f"{result.solver}: undecided: no case was decided"
    passed = f"{tally.passed:,} passed, {undecided}"
    return f"{result.solver}: {passed}: it conforms as far as it is decided"


def claims_in_words(result: Conformance) -> str:
    """What a solver claims, at which sizes, and how that is known.

    >>> from sudocube import Claim
    >>> claims_in_words(Conformance("mine()", Claim.VERDICT, False, (4, 9), None, 7, (), {}))
    'claims verdicts (found out) at sizes 4 and 9; seed 7'
    """
    known = "as told" if result.is_told else "found out"
    claims = "nothing: it never answered" if result.claims is None else f"{result.claims}s ({known})"
    if result.counts_up_to is not None:
        claims = f"counts up to {result.counts_up_to:,} ({known})"
    plural = "" if len(result.sizes) == 1 else "s"
    sizes = f" at size{plural} {listed(map(str, result.sizes))}" if result.sizes else ""
    return f"claims {claims}{sizes}; seed {result.seed}"


def conformance_lines(result: Conformance, width: int) -> Iterator[Text]:
    """All that is said at the end: what is claimed, both tables, the result."""
    yield from wrapped(Text(f"{result.solver} {claims_in_words(result)}"), width, hanging="  ")
    if result.results:
        yield from category_table(result, width)
    if result.speeds:
        yield Text()
        yield from speed_table(result, width)
    yield Text()
    if result.note is not None:
        yield from wrapped(Text(result.note), width, hanging="  ")
    style = {True: "bold green", False: "bold red", None: "bold yellow"}[result.conforms]
    yield from wrapped(Text(conformance_in_words(result), style), width, hanging="  ")
