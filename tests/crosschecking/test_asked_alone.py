"""Nobody is refuted because of a line that belongs to another puzzle."""

import sys
from dataclasses import replace
from random import Random

import pytest

from sudocube import Geometry, Verdict, check, crosscheck_many
from sudocube.crosschecking import Cause
from sudocube.engines.command_engine import CommandEngine
from sudocube.verdict import Answer
from tests.engines.small_programs import command
from tests.jobs.engines_that_lie import Fake
from tests.puzzles import Known, several_solutions, solved_grid

RANDOM = Random("alone")
SMALL = Geometry(2, 2)
PUZZLES = [Known(*several_solutions(solved_grid(SMALL, RANDOM), RANDOM, patterns=1)).puzzle for _ in range(2)]
TEXTS = [text for puzzle in PUZZLES for text in (str(puzzle), str(check(puzzle).solutions[0]), 16 * "1")]
COUNTS = {text: {"none": 0, "unique": 1, "multiple": 2}[check(text).verdict] for text in TEXTS}


def test_an_answer_that_may_belong_to_another_puzzle_is_refuted_only_if_it_is_given_alone_too():
    """Otherwise it is unknown and a fault; what surely belongs to the puzzle is not asked for again."""
    none, unique = Answer(Verdict.NONE, exhausted=True), Answer(Verdict.UNIQUE, (), 1, exhausted=True)
    for first, alone, is_refuted in (
        (replace(none, may_be_shifted=True), none, True),
        (replace(none, may_be_shifted=True), unique, False),
        (none, unique, True),
    ):
        said = [first, alone]
        engine = Fake(lambda *_, said=said: said.pop(0))
        [found] = crosscheck_many(["1... ..2. .3.. ...4"], engines=["phases", engine, "sat"], jobs=1)
        assert found.verdict is Verdict.UNIQUE
        assert len(said) == (not first.may_be_shifted)
        causes = {name: one.cause for name, one in found.refuted.items()}
        assert causes == ({"fake": Cause.A_SOLUTION} if is_refuted else {})
        if not is_refuted:
            answer = found.answers["fake"]
            assert (answer.verdict, answer.faulty) == (Verdict.UNKNOWN, True)
            assert "after other puzzles it says none, and asked alone, " in str(answer.reason)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="programs are not run on Windows")
def test_who_is_right_alone_and_wrong_after_others_has_failed(tmp_path):
    """It keeps something from one puzzle to the next; that is said, and it is no refutation."""
    code = f"""
counts = {COUNTS!r}
first = None
for line in sys.stdin:
    cells = line.strip()
    if cells in counts:
        first = counts[cells] if first is None else first
        say(first)
    else:  # a puzzle by which its lines are checked
        say(2 - cells.count("."))
"""
    engine = CommandEngine(command(tmp_path, code))
    results = [*crosscheck_many(TEXTS, engines=["phases", engine], jobs=1)]
    assert [one.refuted for one in results] == [{}] * len(TEXTS)
    answers = [one.answers[engine.name] for one in results]
    reasons = [one.reason for one in answers if one.faulty]
    assert reasons
    assert all("after other puzzles it says" in (reason or "") for reason in reasons)
