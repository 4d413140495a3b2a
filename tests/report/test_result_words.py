"""What `print` shows of results: the sentences of the command line, without pictures."""

import io

import pytest

from sudocube import check, check_many, crosscheck, crosscheck_many, diagnose, read

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


def test_a_check_begins_with_its_place_in_a_file():
    """The place of an argument says nothing, except where it is no puzzle."""
    entries = from_file("1.....2..3.....4\n11..............\n1...\n")
    first, second, third = map(str, check_many(entries))
    assert first == "mine.txt:1: unique"
    assert second.startswith("mine.txt:2: none: r1c1 and r1c2")
    assert third.startswith("mine.txt:3: invalid: found ")
    assert str(next(check_many(["1..."]))).startswith("argument:1: invalid: found ")


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


def test_an_engine_that_the_referee_refutes_failed_too_and_is_named():
    checked = crosscheck(UNIQUE, engines=["phases", refuted])
    assert not checked.agree
    assert checked.failed["refuted()"].startswith("the referee refuses")
    assert checked.answers["refuted()"].refuted
    first, phases, mine = str(checked).split("\n")
    assert first == "unique (proof); 1 engine refuted"
    assert phases == "  phases: unique"
    assert mine.startswith("  refuted() is refuted: the referee refuses the solution ")


def test_an_engine_that_is_stuck_or_out_of_time_did_not_fail():
    checked = crosscheck("." * 81, engines=["sets", "phases"])
    assert checked.answers["sets"].verdict == "unknown"
    assert checked.failed == {}


def test_a_crosscheck_in_which_all_agree_is_one_line():
    assert str(crosscheck(UNIQUE, engines=["phases", "sat"])) == "unique (agreement)"
    entries = from_file("1.....2..3.....4\n1...\n")
    first, second = map(str, crosscheck_many(entries, engines=["phases", "sat"]))
    assert first == "mine.txt:1  unique (agreement)"
    assert second.startswith("mine.txt:2: invalid: found ")


def test_a_crosscheck_says_which_clues_clash_and_what_was_not_proved():
    assert str(crosscheck(CLASH, engines=["phases", "sat"])).startswith(
        "none (agreement)\n  r1c1 and r1c2 both hold 1 in row 1"
    )
    unproved = crosscheck(UNIQUE, engines=[lambda cells: "unknown"], prove=True)
    assert "\n  not proved: no engine decided\n" in str(unproved)


def test_a_diagnosis_of_a_conflict_names_its_clues_and_the_changes():
    assert str(diagnose("12.. ...3 ..3. ...4")).split("\n")[:3] == [
        "none (agreement)",
        "  These 3 clues cannot stand together; without any one of them, the others can:",
        "  r1c1 = 1, r1c2 = 2 and r2c4 = 3",
    ]


def test_a_diagnosis_of_several_has_boards_in_place_of_pictures():
    found = diagnose("1... .... .... ....", repair=True)
    assert found.ambiguity is not None
    pair, repair = found.ambiguity.closest, found.ambiguity.repair
    assert repair is not None
    text = str(found)
    assert text.startswith("multiple (witness)\n  There are 72 solutions.\n")
    assert f"\n    one solution: {pair.first}\n    another: {pair.second}\n" in text
    repaired = f"the puzzle then: {repair.repaired_puzzle}\n    its solution: {repair.solution}"
    assert f"\n    {repaired}\n" in text
    assert "occurs" not in text  # what each cell can hold fills a page


def test_an_undecided_diagnosis_says_why():
    assert str(diagnose(UNIQUE, engine=breaks)) == f"unknown\n  {BROKEN[breaks]}."
