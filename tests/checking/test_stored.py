"""Stored answers are judged with the verdicts, in batches as one by one, and can refute a verdict."""

import io
from collections import Counter
from random import Random

import pytest

from sudocube import check_many, kernel, read
from sudocube.checking import Checked, bulk
from sudocube.checking.bulk import CheckedBatch
from sudocube.checking.dispatch import check_inputs
from sudocube.engines import AnyEngine
from sudocube.formats import bulk_reader
from sudocube.formats.bulk_reader import read_in_batches
from sudocube.geometry import Geometry
from sudocube.puzzle import Grid
from sudocube.verdict import Evidence, StoredAnswer, Verdict
from tests.cli.command import SOLUTION, UNIQUE
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


def in_batches(data: bytes, **options):
    opened = read_in_batches(io.BytesIO(data), "t.csv", in_tables=True)
    assert opened.in_batches
    return check_inputs([opened], **options)


@pytest.mark.parametrize(("seed", "at_once"), [(0, 300), (1, 1 << 20)])
def test_batches_say_the_same_as_single_puzzles(seed, at_once, monkeypatch):
    """Verdicts, solutions' numbers, what is said of the answers, and the faults in words."""
    monkeypatch.setattr(bulk_reader, "BATCH_BYTES", at_once)
    data = table(*some_records(Random(seed), 40))
    one_by_one = list(check_many(read(io.BytesIO(data), "t.csv"), engine="kernel"))
    found: list[Checked] = []
    stored = Counter[StoredAnswer]()
    for batch in in_batches(data):
        assert isinstance(batch, CheckedBatch)
        found += map(batch.checked, range(len(batch)))
        stored.update(batch.stored())
        faults = [one.source for one in map(batch.checked, range(len(batch))) if one.stored_fault]
        assert [one.source for one in batch.with_faults() if one.stored_fault] == faults

    def told(checked):
        return checked.source, checked.verdict, checked.stored, checked.stored_fault, checked.solutions

    assert list(map(told, found)) == list(map(told, one_by_one))
    assert stored == Counter(one.stored for one in one_by_one)
    assert len(stored) > 4  # otherwise the test shows little


def test_puzzles_that_the_batch_leaves_open_have_their_answers_judged_too(monkeypatch):
    monkeypatch.setattr(bulk, "BUDGET", 0)
    swapped = SOLUTION[1::-1] + SOLUTION[2:]
    results = [*in_batches(table((UNIQUE, SOLUTION), (UNIQUE, ""), (UNIQUE, swapped)))]
    found = [one.checked(place) for one in results for place in range(len(one))]
    assert [one.verdict for one in found] == ["unique"] * 3
    assert [str(one.stored) for one in found][:2] == ["right", "missing"]
    assert found[2].stored in ("contradicts_clues", "wrong")


def test_a_solution_that_the_referee_refused_leaves_the_answer_undecided(monkeypatch):
    """The kernel is wrong here, on purpose: no verdict comes of it, and none on the stored answer."""
    finish = kernel.finish

    def broken(search, is_cancelled):
        is_finished = finish(search, is_cancelled)
        search.solutions[:, 0, :2] = search.solutions[:, 0, 1::-1]
        return is_finished

    monkeypatch.setattr(kernel, "finish", broken)
    swapped = SOLUTION[1::-1] + SOLUTION[2:]
    [batch] = in_batches(table((UNIQUE, SOLUTION), (UNIQUE, swapped)))
    checked, other = batch.checked(0), batch.checked(1)
    assert (other.verdict, other.stored) == ("unknown", "wrong")
    assert (checked.verdict, checked.stored) == ("unknown", None)
    known = "the referee passes the stored solution; whether there are others is not known"
    assert checked.stored_fault == known
    assert batch.stored() == {"wrong": 1}


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
