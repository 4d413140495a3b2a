"""Stored answers are judged with the verdicts, and can refute a verdict."""

import io
from random import Random

from sudocube import check_many, read
from sudocube.engines.registry import AnyEngine
from sudocube.geometry import Geometry
from sudocube.puzzle import Grid
from sudocube.verdict import Evidence, StoredAnswer, Verdict
from tests.puzzles import puzzle_from, solved_grid

NINE = Geometry(3, 3)
FOUR, SOLVED = "1.....2..3.....4", "1243342143122134"


def table(*records: tuple[str, str]) -> bytes:
    return ("puzzle,solution\n" + "".join(f"{puzzle},{answer}\n" for puzzle, answer in records)).encode()


def some_records(rng: Random, number: int) -> list[tuple[str, str]]:
    """Puzzles of 9×9, most of them unique, with answers of every kind."""
    records = []
    for _ in range(number):
        grid = solved_grid(NINE, rng)
        text = str(grid)
        several = puzzle_from(grid, rng, clues=rng.choice([0, 12]))
        clash = "11" + str(puzzle_from(grid, rng, clues=20))[2:]
        puzzle = rng.choice([*[str(puzzle_from(grid, rng, clues=50))] * 4, str(several), clash])
        first, second = rng.sample(range(81), 2)
        swapped = bytearray(text.encode())
        swapped[first], swapped[second] = swapped[second], swapped[first]
        answers = [text[:80], text + "1", "", "none", text[:80] + "0", swapped.decode()]
        answers.append(str(solved_grid(NINE, rng)))
        records.append((puzzle, text if rng.random() < 0.5 else rng.choice(answers)))
    return records


def test_a_stored_solution_refutes_an_engine_that_says_none():
    [checked] = check_many(read(io.BytesIO(table((FOUR, SOLVED)))), engine=lambda cells: "none")
    assert (checked.verdict, checked.evidence, checked.stored) == (Verdict.UNKNOWN, None, None)
    assert checked.reason == "<lambda>() says none, and the referee passes the stored solution"
    assert checked.stored_fault == "the referee passes the stored solution, so there is one"
    assert checked.solutions == (Grid(SOLVED),)


def test_with_another_solution_stored_a_puzzle_has_several():
    first, other = "1234341221434321", "1234341243212143"
    [checked] = check_many(
        read(io.BytesIO(table(("1...............", other)))), engine=lambda cells: f"unique {first}"
    )
    assert (checked.verdict, checked.evidence) == (Verdict.MULTIPLE, Evidence.WITNESS)
    assert checked.solutions == (Grid(first), Grid(other))
    assert (checked.stored, checked.count, checked.exhausted) == ("one_of_several", 2, False)


def test_a_stored_solution_is_right_by_a_claim_of_one_and_not_by_an_engine_that_is_stuck():
    engines: list[tuple[AnyEngine, Verdict, StoredAnswer | None]] = [
        (lambda cells: 1, Verdict.UNIQUE, StoredAnswer.RIGHT),
        (lambda cells: SOLVED, Verdict.UNKNOWN, None),
    ]
    for engine, verdict, stored in engines:
        [checked] = check_many(read(io.BytesIO(table((FOUR, SOLVED)))), engine=engine)
        assert (checked.verdict, checked.stored) == (verdict, stored)


def test_what_is_printed_of_a_result_says_what_is_wrong_with_its_answer():
    [right, wrong] = check_many(read(io.BytesIO(table((FOUR, SOLVED), (FOUR, "1" * 16))), "a.csv"))
    assert str(right) == "a.csv:2: unique"
    fault = "a.csv:3: the stored solution contradicts the clues: r2c3 holds 1; the clue is 2"
    assert str(wrong) == f"a.csv:3: unique\n{fault}"
