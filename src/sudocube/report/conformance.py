"""What a solver of others is worth: the table first, then a specimen of each cause; and JUnit XML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple
from xml.etree.ElementTree import Element, SubElement, tostring

from sudocube.conformance import CaseResult, CategoryTally, Conformance
from sudocube.conformance.conformance_result import ROBUSTNESS, TRANSPOSED
from sudocube.report.document import Document, Sentence, Table, Tone, Toned, plain, sentences
from sudocube.report.row import Row, row_of, row_type
from sudocube.report.words import Report, counted, listed

TONES = {True: Tone.GOOD, False: Tone.BAD, None: Tone.OPEN}
"""The tone of a case that passed or failed, and of a solver that conforms or does not."""

MARGIN = len("  expected  ")
"""How far the values stand from the left edge."""

_DETAIL = re.compile(r"'.*'|[0-9,.]+")
"""What may differ in reasons that are the same: what was printed, and numbers."""


class ConformanceRow(Row, kw_only=True):
    """The last line."""

    summary: row_type(CategoryTally, Conformance)  # type: ignore[valid-type]
    """Totals, and what was found out about the solver.

    For example: {"solver": "command:./mine", "passed": 412, "failed": 0, "undecided": 0, "by_category": {},
    "conforms": true, "claims": "verdict", "counts_up_to": null, "sizes": [9], "seed":
    0, "speeds": {}, "note": null, "seconds": 3.5}.
    """


class ConformanceReport(Report[CaseResult]):
    """Tells each category on standard error as it is finished, and in the end all of it.

    After the tables there is one specimen of each cause, with how many cases share it; `in_full`, each case
    that did not pass. What a solver does with lines that are no puzzles counts if `is_strict`.
    """

    def __init__(self, *, in_full: bool, is_strict: bool) -> None:
        self._in_full, self._is_strict = in_full, is_strict
        self.results: list[CaseResult] = []
        self.conformance: Conformance | None = None
        """What the suite comes to; without it, the tables are those of the results so far."""

    def add(self, result: CaseResult) -> None:
        """Note a case."""
        self.results.append(result)

    def outcomes(self, result: CaseResult) -> Iterable[str]:
        """Whether the case passed, if it counts."""
        counts = result.category != ROBUSTNESS or self._is_strict
        return [{True: "passed", False: "failed", None: "undecided"}[result.passed]] * counts

    def remarks(self, result: CaseResult) -> Iterator[tuple[str]]:
        """The category before, once it is finished."""
        if len(self.results) > 1 and (before := self.results[-2].category) != result.category:
            yield (f"{before}: {CategoryTally.of(one for one in self.results if one.category == before)}",)

    def last_row(self, seconds: float) -> Row | None:
        """The totals; none where the run was broken off."""
        found = self.conformance
        return None if found is None else ConformanceRow(summary=row_of(found.tally, found))

    def closing(self) -> Document:
        """The tables, the specimens, and whether the solver conforms."""
        found, blocks = self.conformance, [self._table()] * bool(self.results)
        if found is None:
            end = Toned("broken off: this is what was finished", Tone.OPEN)
            return [*blocks, *self._specimens(), Sentence((end,))]
        if found.speeds:
            rates = [(name, f"{rate:,.{0 if rate >= 10 else 1}f}") for name, rate in found.speeds.items()]
            blocks.append(Table(("speed", "puzzles/s"), rates))
        end = Toned(conformance_in_words(found), TONES[found.conforms])
        claims = Sentence((f"{found.solver} {claims_in_words(found)}",))
        return [claims, *blocks, *self._specimens(), *sentences([*filter(None, [found.note]), end])]

    def _table(self) -> Table:
        """For each category, how many cases passed, failed and were undecided; what does not count, below."""
        counting = [one for one in self.results if self._is_strict or one.category != ROBUSTNESS]
        tallies = {**CategoryTally.of_each(counting), "all": CategoryTally.of(counting)}
        if apart := [one for one in self.results if one not in counting]:
            tallies["robustness (--strict counts it)"] = CategoryTally.of(apart)
        rows = [(name, *map("{:,}".format, astuple(tally))) for name, tally in tallies.items()]
        return Table(("category", *CategoryTally.in_row.split()), rows)

    def _specimens(self) -> Iterator[Sentence]:
        """A case of each cause, with how many share it; or all of them."""
        by_cause: dict[tuple[object, ...], list[CaseResult]] = {}
        for number, one in enumerate(self.results):
            reason = "" if one.before else _DETAIL.sub("", one.reason or "")
            cause = reason if one.cause is None or one.reason == TRANSPOSED else one.cause
            key = (number,) if self._in_full else (one.passed, cause, bool(one.before))
            if one.passed is not True:
                by_cause.setdefault(key, []).append(one)
        for first, *others in by_cause.values():
            yield from case_blocks(first)
            if others:
                more = counted(len(others), "more case")
                yield Sentence((f"{more} for the same cause; --details shows all",), 2)
            yield Sentence(("",))


def case_blocks(result: CaseResult) -> Iterator[Sentence]:
    """A case that did not pass: what was expected, what was given, the smaller puzzle, how to repeat it.

    A value that may be copied, such as a puzzle or a command, is never broken; a line that was sent is quoted
    if nothing or little of it would be seen.
    """
    word = Toned("undecided" if result.passed is None else "failed", TONES[result.passed])
    reason = (result.reason or "").removesuffix(result.answer).removesuffix(": ")  # the answer stands below
    yield Sentence((f"{result.case}: ", word, f": {reason}" if reason else ""))
    line = result.puzzle
    fields = {
        "before": f"{counted(len(result.before), 'line')} in the same run" if result.before else None,
        "puzzle": line if line.isprintable() and line == line.strip() != "" else ascii(line),
        "expected": result.expected,
        "answer": result.answer,
        "shrunk": result.shrunk,
        "repeat": result.repeat,
    }
    for name, value in fields.items():
        if value is not None:
            wraps = name not in ("puzzle", "repeat", "shrunk") and " " in str(value)
            yield Sentence((f"  {name}".ljust(MARGIN), str(value)), 0, MARGIN, wraps=wraps)


def conformance_in_words(result: Conformance) -> str:
    """Whether a solver conforms, in a sentence; `str` of a Conformance.

    >>> conformance_in_words(Conformance("mine()", None, (), None, 0, (), {}))
    'mine() is undecided: no case was asked'
    """
    undecided = "conforms as far as it is decided" if result.tally.passed else "is undecided"
    verdict = {True: "conforms", False: "does not conform", None: undecided}[result.conforms]
    return f"{result.solver} {verdict}: {result.tally if result.results else 'no case was asked'}"


def claims_in_words(result: Conformance) -> str:
    """What a solver claims, and at which sizes.

    >>> from sudocube import Claim
    >>> claims_in_words(Conformance("mine()", Claim.VERDICT, (4, 9), None, 7, (), {}))
    'claims verdicts at sizes 4 and 9; seed 7'
    """
    claims = "nothing: it never answered" if result.claims is None else f"{result.claims}s"
    if result.counts_up_to is not None:
        claims = f"counts up to {result.counts_up_to:,}"
    plural = "" if len(result.sizes) == 1 else "s"
    sizes = f" at size{plural} {listed(map(str, result.sizes))}" if result.sizes else ""
    read = "" if result.understood is None else f"; understood: {result.understood}"
    return f"claims {claims}{sizes}{read}; seed {result.seed}"


def junit_text(result: Conformance) -> str:
    """The results in the XML of JUnit, which CI servers read: a suite for each category.

    A refuted answer is a failure; a crash, a flood and garbage are so, too. An undecided case is skipped.
    What did not pass has its reason in short, and all that is known of it below.
    """

    def suite_of(kind: str, name: str, results: Sequence[CaseResult]) -> Element:
        tally = CategoryTally.of(results)
        numbers = {"tests": len(results), "failures": tally.failed, "skipped": tally.undecided, "errors": 0}
        return Element(kind, {"name": _in_xml(name), **{what: str(one) for what, one in numbers.items()}})

    about = f"sudocube test-solver: {result.solver}; {claims_in_words(result)}"
    whole = suite_of("testsuites", about, result.results)
    for category in result.by_category:
        cases = [one for one in result.results if one.category == category]
        whole.append(suite := suite_of("testsuite", category, cases))
        suite.extend(map(_junit_case, cases))
    return tostring(whole, "unicode", xml_declaration=True)


def _junit_case(result: CaseResult) -> Element:
    about = {"name": result.case, "classname": result.category.replace(".", " ")}
    case = Element("testcase", {**about, "time": f"{result.seconds:.6f}"})
    if result.passed is not True:
        kind = "skipped" if result.passed is None else "failure"
        said = SubElement(case, kind, message=_in_xml(result.reason or f"answer: {result.answer}"))
        said.text = _in_xml(plain([*case_blocks(result)]))
        if result.cause is not None:
            said.set("type", result.cause)
    return case


_NOT_IN_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _in_xml(text: str) -> str:
    """A text with what XML cannot hold escaped, such as a NUL that a solver was sent."""
    return _NOT_IN_XML.sub(lambda found: ascii(found[0])[1:-1], text)
