"""What `print` shows of results: the sentences of the command line, without pictures."""

import io

import pytest

from sudocube import check, crosscheck, diagnose, read

UNIQUE = "1... ..2. .3.. ...4"
CLASH = "11.. .... .... ...."
SEVERAL = "1... .... .... ...."


def breaks(cells: str) -> str:
    raise ZeroDivisionError("no reason")


def garbled(cells: str) -> str:
    return "well"


def refuted(cells: str) -> str:
    return "1111" * 4


def takes_nothing() -> str:
    return "none"


BROKEN = {
    breaks: "breaks() broke off: ZeroDivisionError: 'no reason' (test_result_words.py:15)",
    garbled: "garbled: it says 'well'; an answer is",
    takes_nothing: "takes_nothing() broke off: TypeError:",
}


def from_file(text: str) -> list:  # type: ignore[type-arg]
    return [*read(io.BytesIO(text.encode()), "mine.txt", size=4)]


def test_a_check_is_its_verdict_and_the_reason():
    assert str(check(UNIQUE)) == "unique"
    assert str(check(SEVERAL)) == "multiple"
    assert str(check(CLASH)).startswith("none: r1c1 and r1c2 both hold 1 in row 1")
    assert str(check(UNIQUE, engine=breaks)) == f"unknown: {BROKEN[breaks]}"


@pytest.mark.parametrize("broken", BROKEN)
def test_a_crosscheck_names_the_engine_that_failed_and_the_reason(broken):
    """`agree` says nothing of it: nothing contradicts an engine that failed."""
    checked = crosscheck(UNIQUE, engines=["phases", "sat:minimal", broken])
    name = f"{broken.__name__}()"
    assert checked.agree
    assert checked.verdict == "unique"
    assert list(checked.failed) == [name]
    assert checked.failed[name] == checked.answers[name].reason
    assert checked.failed[name].startswith(BROKEN[broken])
    lines = str(checked).split("\n")
    assert lines[0] == f"unique (agreement); {name} failed"
    assert lines[3].startswith(f"  {name}: unknown ({BROKEN[broken]}")
    assert len(lines) == 4


def test_a_diagnosis_of_a_conflict_names_its_clues_and_the_changes():
    assert str(diagnose("12.. ...3 ..3. ...4")).split("\n")[:3] == [
        "none (agreement)",
        "  These 3 clues cannot stand together; without any one of them, the others can:",
        "  r1c1 = 1, r1c2 = 2 and r2c4 = 3",
    ]
