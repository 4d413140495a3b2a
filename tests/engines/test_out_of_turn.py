"""Programs that print a line too many or too few: nobody is refuted because of a shifted line."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from textwrap import dedent

import pytest

from sudocube import Geometry, Puzzle, check
from sudocube.engines.command_engine import CommandEngine
from sudocube.engines.outside_answers import OutsideAnswer
from sudocube.engines.sentinels import ORDER, is_as_expected, sentinels
from sudocube.errors import EngineError, RefutedError
from sudocube.verdict import Answer, Claim, Verdict
from tests.engines.small_programs import command
from tests.puzzles import KINDS, puzzle_with_known_answer

SMALL = Geometry(2, 2)
RANDOM = Random("out of turn")
MANY = [puzzle_with_known_answer(SMALL, RANDOM, KINDS[place % len(KINDS)]).puzzle for place in range(40)]
ANSWERS = {str(puzzle): check(puzzle) for puzzle in MANY}
ALL_SAID = {cells: " ".join([one.verdict, *map(str, one.solutions)]) for cells, one in ANSWERS.items()}
KNOWN = f"answers = {ALL_SAID!r}\n"
PROGRAMS = {
    "a title at the start": """
        say("My solver 1.0")
        for line in sys.stdin:
            say(answers[line.strip()])
    """,
    "every answer twice": """
        for line in sys.stdin:
            say(answers[line.strip()])
            say(answers[line.strip()])
    """,
    "every answer twice, at once": """
        for line in sys.stdin:
            print(answers[line.strip()])
            say(answers[line.strip()])
    """,
    "the verdict alone, twice": """
        for line in sys.stdin:
            verdict = answers[line.strip()].split()[0]
            print({"none": 0, "unique": 1, "multiple": 2}[verdict])
            say({"none": 0, "unique": 1, "multiple": 2}[verdict])
    """,
    "the verdict and the grids on lines of their own": """
        for line in sys.stdin:
            say(*answers[line.strip()].split(), sep=chr(10))
    """,
    "the time after each answer": """
        for line in sys.stdin:
            print(answers[line.strip()])
            say("solved in 0.1 ms")
    """,
    "an empty line after each answer": """
        for line in sys.stdin:
            say(answers[line.strip()] + chr(10))
    """,
    "nothing for a puzzle without a solution": """
        for line in sys.stdin:
            if answers[line.strip()] != "none":
                say(answers[line.strip()])
    """,
    "a line of its log now and then": """
        for number, line in enumerate(sys.stdin):
            say(answers[line.strip()])
            if number % 7 == 6:
                say("none")
    """,
    "an answer less now and then": """
        for number, line in enumerate(sys.stdin):
            if number % 7 != 6:
                say(answers[line.strip()])
    """,
}


def results(
    folder: Path, code: str, puzzles: Sequence[Puzzle] = MANY, timeout: float = 60.0
) -> list[Answer | EngineError]:
    """What the engine gives, asked about all of them."""
    one = CommandEngine(command(folder, KNOWN + dedent(code)))
    try:
        return [*one.answers(puzzles, timeout=timeout)]
    finally:
        one.close()


QUICK = ("a title at the start",)


@pytest.mark.parametrize(
    "program", [pytest.param(one, marks=[pytest.mark.slow] * (one not in QUICK)) for one in PROGRAMS]
)
def test_no_answer_counts_for_another_puzzle(tmp_path, program):
    """Each result is right or lost, and none is refuted: the program knows the right answers."""
    puzzles = MANY[:4] if program in QUICK else MANY[:16]
    said = results(tmp_path, PROGRAMS[program], puzzles, 60.0 if program in QUICK else 0.3)
    assert len(said) == len(puzzles)
    for puzzle, result in zip(puzzles, said, strict=True):
        assert not isinstance(result, RefutedError)
        if isinstance(result, Answer) and result.verdict.is_decided:
            assert result.verdict == ANSWERS[str(puzzle)].verdict
    lost = [one for one in said if isinstance(one, EngineError) or not one.verdict.is_decided]
    assert lost
    if program == QUICK[0]:
        assert "garbled: it says 'My solver 1.0'" in str(lost[0])


ONE_LINE_TWICE = """
for number, line in enumerate(sys.stdin, 1):
    cells = line.strip()
    said = answers.get(cells, "none" if cells.count(".") == 2 else "unique").split()[0]
    for _ in range(2 if number == {twice} else 1):
        say({{"none": 0, "unique": 1, "multiple": 2}}[said])
"""


@pytest.mark.slow
@pytest.mark.parametrize("twice", [1, 3, 39, 40])
def test_one_line_twice_in_a_program_that_prints_numbers_only(tmp_path, twice):
    """No number shows to which puzzle it belongs: each verdict is right, or the puzzle is lost."""
    said = results(tmp_path, ONE_LINE_TWICE.format(twice=twice), timeout=2.0)
    assert len(said) == len(MANY)
    for puzzle, result in zip(MANY, said, strict=True):
        if isinstance(result, Answer):
            assert result.verdict in (ANSWERS[str(puzzle)].verdict, "unknown")
        else:  # the surplus line was there before its puzzle was asked
            assert str(result).startswith("out of turn: it printed ")
    assert any(one.verdict.is_decided for one in said if isinstance(one, Answer))


def test_who_prints_numbers_in_turn_loses_nothing_and_is_started_once(tmp_path):
    """Its lines are checked by puzzles of which the answers are known."""
    code = KNOWN + "open(sys.argv[1], 'a').write('started ')\n" + ONE_LINE_TWICE.format(twice=0)
    one = CommandEngine(command(tmp_path, code, str(tmp_path / "starts")))
    said = [*one.answers(MANY, timeout=60), *one.answers(MANY, timeout=60)]
    one.close()
    assert [result.verdict for result in said if isinstance(result, Answer)] == 2 * [
        ANSWERS[str(puzzle)].verdict for puzzle in MANY
    ]
    assert (tmp_path / "starts").read_text() == "started "


@pytest.mark.parametrize(
    "shape", [*(Geometry(k, 3) for k in (2, 3)), pytest.param(Geometry(5, 5), marks=pytest.mark.slow)]
)
def test_the_puzzles_that_check_a_program_have_their_answers(shape):
    """By the engines of this package, and in an order that shows each shift by less than its length."""
    found = [check(one) for one in sentinels(shape)]
    assert [one.verdict for one in found] == [*ORDER]
    for place, one in enumerate(found):
        claims = OutsideAnswer(Claim.VERDICT, one.verdict, one.solutions)
        assert is_as_expected(claims, place, shape)
        if one.solutions:
            assert is_as_expected(OutsideAnswer(Claim.SOLUTION, Verdict.UNKNOWN, one.solutions), place, shape)
    for shift in range(1, len(ORDER)):
        assert ORDER[shift:] != ORDER[:-shift]
