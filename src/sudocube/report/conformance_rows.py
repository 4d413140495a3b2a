"""What the conformance suite says of a solver, for programs: JSON rows, and a file in the form of JUnit."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from sudocube.conformance import CaseResult, CategoryTally, Conformance
from sudocube.report.conformance_text import claims_in_words

if TYPE_CHECKING:
    from junitparser import TestCase

Row = dict[str, Any]


def case_row(result: CaseResult) -> Row:
    """The row of a case; `passed` is null where the solver ran out of time."""
    row: Row = {
        "case": result.case,
        "category": result.category,
        "puzzle": result.puzzle,
        "box": result.box,
        "expected": result.expected,
        "answer": result.answer,
        "passed": result.passed,
        "shrunk": str(result.shrunk.puzzle) if result.shrunk is not None and result.shrunk.refuted else None,
        "seconds": round(result.seconds, 6),
    }
    optional = {
        "reason": result.reason,
        "cause": None if result.refutation is None else result.refutation.cause,
        "shrunk_as": result.shrunk_as,
        "repeat": result.repeat,
        "before": list(result.before) or None,
    }
    return row | {name: value for name, value in optional.items() if value is not None}


def conformance_row(result: Conformance) -> Row:
    """The last row: the tallies, and what was found out about the solver."""
    return {
        "summary": {
            "solver": result.solver,
            **_tally_row(result.tally),
            "by_category": {name: _tally_row(tally) for name, tally in result.by_category.items()},
            "conforms": result.conforms,
            "claims": result.claims,
            "claims_told": result.is_told,
            "counts_up_to": result.counts_up_to,
            "sizes": list(result.sizes),
            "seed": result.seed,
            "speeds": {name: round(rate, 1) for name, rate in result.speeds.items()},
            "note": result.note,
            "seconds": round(result.seconds, 6),
        }
    }


def _tally_row(tally: CategoryTally) -> Row:
    return {"passed": tally.passed, "failed": tally.failed, "undecided": tally.undecided}


def junit_text(result: Conformance) -> str:
    """The results in the XML of JUnit, which CI servers read: a suite for each category.

    A refuted answer is a failure; a crash, a flood and garbage are so, too. An undecided case is skipped,
    with its reason.
    """
    from junitparser import JUnitXml, TestSuite

    whole = JUnitXml(f"sudocube test-solver: {_in_xml(result.solver)}")
    for category in result.by_category:
        suite = TestSuite(category)
        suite.add_property("solver", _in_xml(result.solver))
        suite.add_property("claims", _in_xml(claims_in_words(result)))
        suite.add_testcases([_junit_case(one) for one in result.results if one.category == category])
        whole.add_testsuite(suite)
    whole.update_statistics()  # type: ignore[no-untyped-call]
    text: bytes = whole.tostring()  # type: ignore[no-untyped-call]
    return text.decode("utf-8")


def _junit_case(result: CaseResult) -> TestCase:
    """A case; what did not pass has its reason in short, and all that is known of it below."""
    from junitparser import Failure, Skipped, TestCase

    case = TestCase(result.case, classname=result.category.replace(".", " "), time=round(result.seconds, 6))
    if result.passed is not True:
        outcome = Skipped if result.passed is None else Failure
        entry = outcome(_in_xml(result.reason or f"answer: {result.answer}"))
        if result.refutation is not None:
            entry.type = str(result.refutation.cause)
        shown = {
            name: value for name, value in case_row(result).items() if name in _SHOWN and value is not None
        }
        entry.text = "\n".join(f"{name}: {_in_xml(str(value))}" for name, value in shown.items())
        case.result = [entry]
    return case


_SHOWN = ("puzzle", "expected", "answer", "shrunk", "shrunk_as", "repeat")

_NOT_IN_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _in_xml(text: str) -> str:
    """A text with what XML cannot hold escaped, such as a NUL that a solver was sent."""
    return _NOT_IN_XML.sub(lambda found: ascii(found[0])[1:-1], text)
