"""Solutions that a table stores are evidence in a crosscheck, and answers of the engine `stored`."""

import io

import pytest

from sudocube import crosscheck_many, read
from sudocube.verdict import Evidence, Verdict
from sudocube.verdicts.judging import Cause, Crosschecked

PUZZLE, SOLUTION, WRONG = "1.....2..3.....4", "1243342143122134", "1243342143121234"
SEVERAL, ONE, OTHER = "1...............", "1234341221434321", "1234341243212143"


def crosschecked(puzzle, answer, *engines, **options) -> Crosschecked:
    table = f"puzzle,solution\n{puzzle},{answer}\n".encode()
    [found] = crosscheck_many(read(io.BytesIO(table), "a.csv"), engines=engines, **options)
    return found


def test_a_stored_solution_refutes_who_says_none_though_stored_is_not_asked():
    found = crosschecked(PUZZLE, SOLUTION, "sat", lambda cells: "none")
    assert [str(one.cause) for one in found.refuted.values()] == [str(Cause.A_SOLUTION)]
    assert (found.verdict, found.stored) == (Verdict.UNIQUE, "right")
    assert list(found.answers) == ["sat:extended@cadical153", "<lambda>()"]


def test_two_engines_that_stop_at_their_first_solution_are_refuted_by_another_one():
    found = crosschecked(SEVERAL, OTHER, lambda cells: f"unique {ONE}", lambda cells: 1)
    assert {one.cause for one in found.refuted.values()} == {Cause.TWO_SOLUTIONS}
    assert (found.verdict, found.evidence) == (Verdict.MULTIPLE, Evidence.WITNESS)
    assert found.stored == "one_of_several"


@pytest.mark.parametrize("names", [["sat"], ["sat", "stored"], ["stored", "sat"]])
def test_stored_is_never_one_of_the_two_engines_of_an_agreement(names):
    found = crosschecked(PUZZLE, SOLUTION, *names)
    assert (found.verdict, found.evidence, found.decided_by) == (Verdict.UNIQUE, Evidence.SEARCH, 1)
    assert list(found.answers) == [name.replace("sat", "sat:extended@cadical153") for name in names]
    alone = crosschecked(PUZZLE, SOLUTION, "stored")
    assert (alone.verdict, alone.agree, alone.stored) == (Verdict.UNKNOWN, True, None)
    proved = crosschecked(PUZZLE, SOLUTION, *names, prove=True)
    assert (proved.evidence, len(proved.answers), proved.stored) == (Evidence.PROOF, len(names), "right")


def test_a_wrong_answer_refutes_stored_and_nobody_else():
    found = crosschecked(PUZZLE, WRONG, "phases", "sat", "stored")
    assert {name: one.cause for name, one in found.refuted.items()} == {"stored": Cause.NOT_A_SOLUTION}
    assert (found.verdict, found.evidence, found.stored) == (Verdict.UNIQUE, Evidence.AGREEMENT, "wrong")
    said = "the stored solution is wrong: r4c1 holds 1; the only solution has 2"
    assert f"a.csv:2: {said}" in str(found)
    assert said in found._repr_html_()


def test_shrinking_does_not_ask_stored():
    found = crosschecked(PUZZLE, WRONG, "sat", "stored", lambda cells: "none", shrink=True)
    assert set(found.refuted) == {"stored", "<lambda>()"}
    assert set(found.shrunk) == {"<lambda>()"}


def test_puzzles_that_come_from_no_table_have_no_stored_answer():
    [found] = crosscheck_many([PUZZLE], engines=["sat", "stored"])
    assert (found.stored, found.stored_fault) == (None, None)
    assert "no solution is stored beside the puzzle" in (found.answers["stored"].reason or "")
