"""Rows decided in batches: the same is said of each as by itself, in order, by every engine."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from sudocube import Puzzle, kernel
from sudocube.arguments import numbered
from sudocube.engines import engine
from sudocube.engines.outsiders import FunctionEngine
from sudocube.errors import FormatError
from sudocube.rows.batch import Rows
from sudocube.rows.entry import Entry, InputPause, Style
from sudocube.verdict import Evidence, StoredAnswer, Verdict
from sudocube.verdicts import batches
from sudocube.verdicts.batches import NOT_STORED, check_rows, serves_in_bulk
from sudocube.verdicts.checking import Checked, check_numbered
from tests.cli.command import MULTIPLE, NONE, SOLUTION, UNIQUE
from tests.verdicts.test_stored import some_records

SMALL, SMALL_SOLVED = "1.....2..3.....4", "1243342143122134"
MARKS = "".join(
    "123456789" if one == "." else (int(one) - 1) * "." + one + (9 - int(one)) * "." for one in MULTIPLE
).replace("123456789", "1.3456789", 1)
ODD = "odd: "
"""A row that begins so is malformed."""

compiled = pytest.mark.skipif(not kernel.is_compiled(), reason="the kernel is not compiled")


def rows_of(*puzzles: str, answers: list[str | None] | None = None, name: str = "a") -> Rows:
    """Rows with these puzzles, in which an answer of 81 symbols stands in the array."""
    symbols = np.zeros((len(puzzles), 81), np.uint8)
    stored = np.zeros_like(symbols)
    odd: dict[int, Entry] = {}
    odd_answers: dict[int, str | None] = {}
    for place, text in enumerate(puzzles):
        source = f"{name}:{place + 1}"
        if text.startswith(ODD):
            error = FormatError(name, place + 1, None, found=text, expected="a puzzle")
            odd[place] = Entry(source, None, error, Style())
        elif len(text) == 81:
            symbols[place] = list(text.encode())
        else:
            odd[place] = Entry(source, Puzzle(text), None, Style())
        answer = answers[place] if answers else None
        if answer is not None and len(answer) == 81:
            stored[place] = list(answer.encode())
        else:
            odd_answers[place] = answer
    lines = np.arange(1, len(puzzles) + 1)
    return Rows(name, 0, symbols, odd, lines, stored if answers else None, odd_answers)


def singly(results) -> list[Checked]:
    return [one for some in results for one in some]


def mixed_rows(seed: int) -> list[Rows]:
    """Batches with puzzles of all verdicts and forms, beside answers of all kinds, or beside none."""
    rng = random.Random(seed)
    records: list[tuple[str, str | None]] = [*some_records(rng, 30)]
    odd = [(SMALL, SMALL_SOLVED), (SMALL, "1" * 16), (MARKS, SOLUTION), (f"{ODD}{UNIQUE[:-1]}", SOLUTION)]
    records += [*odd, (NONE, SOLUTION), (SMALL, None), ("." * 81, "1" * 81), ("." * 81, SOLUTION)]
    records += [(UNIQUE, None), (UNIQUE, " "), (UNIQUE, f"[{SOLUTION}]")]
    found: list[Rows] = []
    for answered in (True, False, True):
        rng.shuffle(records)
        puzzles, answers = zip(*records, strict=True)
        found.append(rows_of(*puzzles, answers=[*answers] if answered else None, name=f"{len(found)}.csv"))
    return [*found, rows_of(SMALL, f"{ODD}nothing", SMALL, name="small.txt"), rows_of(NONE, name="last.txt")]


def told(checked: Checked) -> tuple[Any, ...]:
    assert checked.entry is not None
    solutions = () if checked.verdict is Verdict.MULTIPLE else checked.solutions
    found = checked.index, checked.source, checked.puzzle, checked.verdict, checked.evidence, solutions
    said = checked.stored, checked.stored_fault if not checked.puzzle or checked.count < 2 else ""
    return *found, checked.engine, checked.count, checked.exhausted, checked.error, *said, checked.entry


@pytest.mark.parametrize("name", [None, "kernel", "kernel:twin", "phases", "sat", "a function"])
def test_rows_are_decided_as_one_by_one(name):
    """All fields but the time, for each engine; of several solutions, any two are shown."""
    named = None if name is None else engine(name) if name != "a function" else None
    asked = FunctionEngine(lambda cells: SOLUTION) if name == "a function" else named
    inputs = mixed_rows(0) if name is None or name.startswith("kernel") else mixed_rows(0)[2:]
    entries = [entry for rows in inputs for entry in rows.entries()]
    expected = [*map(told, check_numbered(numbered(entries), engine=asked, jobs=1))]
    assert [*map(told, singly(check_rows(iter(inputs), engine=asked, jobs=1)))] == expected


@compiled
@pytest.mark.parametrize("budget", [0, batches.BUDGET])
@pytest.mark.parametrize("seed", range(3))
def test_arrays_and_tallies_say_what_the_results_do(seed, budget, monkeypatch):
    """Codes and counts, parts, faults, and of which rows the arrays say all; with all kinds of answers."""
    monkeypatch.setattr(batches, "BUDGET", budget)
    kinds: Counter[StoredAnswer] = Counter()
    for found in check_rows(mixed_rows(seed), jobs=2):
        each = [*found]
        assert found.verdicts() == Counter(one.verdict for one in each)
        assert found.stored() == Counter(one.stored for one in each if one.stored is not None)
        assert found.counts.tolist() == [one.count for one in each]
        assert [*found.with_faults()] == [
            one for one in each if one.verdict != "unique" or one.stored_fault is not None
        ]
        for place, one in enumerate(each):
            grids = [*one.solutions, *[None] * (2 - len(one.solutions))]
            if one.puzzle is not None and one.puzzle.geometry.size == 9:
                shown = [list(grid.cells) if grid else [0] * 81 for grid in grids]
                assert found.solutions[place].tolist() == shown
            if found.in_arrays()[place]:
                assert (one.stored is None) == (found.stored_codes[place] == NOT_STORED)
                assert one.stored in (None, StoredAnswer.RIGHT)
                assert one.verdict.is_decided
        middle = len(found) // 2
        parts = found.part(0, middle), found.part(middle, len(found))
        assert [one for part in parts for one in part] == each
        kinds.update(found.stored())
    assert budget == 0 or set(kinds) == set(StoredAnswer)


def test_rows_are_numbered_over_batches_and_pauses():
    inputs: list[Rows | InputPause]
    inputs = [rows_of(SMALL, SMALL), InputPause(), rows_of(), rows_of(UNIQUE, SMALL, NONE), rows_of(SMALL)]
    found = singly(check_rows(inputs, first=5))
    assert [one.index for one in found] == [*range(5, 11)]
    assert [str(one.verdict) for one in found] == ["unique"] * 4 + ["none", "unique"]


@compiled
def test_at_a_pause_all_results_are_told_before_more_is_read():
    told_before: list[int] = []
    seen = 0

    def inputs() -> Iterator[Rows | InputPause]:
        for _ in range(3):
            yield rows_of(UNIQUE, MULTIPLE)
            yield InputPause()
            told_before.append(seen)

    for found in check_rows(inputs(), jobs=2):
        seen += len(found)
    assert told_before == [2, 4, 6]


@compiled
def test_what_takes_too_many_guesses_is_asked_about_by_itself(monkeypatch):
    """With a budget of 0, these are the puzzles that need a guess."""
    assert batches.BUDGET > 1000
    monkeypatch.setattr(batches, "BUDGET", 0)
    rows = rows_of(SOLUTION, MULTIPLE, "." * 81, SMALL, SOLUTION, f"{ODD}nothing")
    [found] = check_rows([rows], jobs=1)
    assert [*found.others] == [5, 1, 2, 3]
    assert [one.index for one in found] == [*range(1, 7)]
    assert [found.checked(place).verdict for place in range(6)] == [
        *("unique", "multiple", "multiple", "unique", "unique", "invalid")
    ]


def test_what_an_engine_says_is_told_while_the_rest_of_a_batch_is_decided(monkeypatch):
    """A part of a batch at a time, each as soon as some time has gone by."""
    monkeypatch.setattr(batches, "SECONDS", 0.0)
    taken: list[str] = []

    def slow(cells):
        taken.append(cells)
        return "none"

    results = check_rows([rows_of(UNIQUE, NONE, SMALL)], engine=FunctionEngine(slow))
    seen = [(len(some), some.index, len(taken)) for some in results]
    assert seen == [(1, 1, 1), (1, 2, 2), (1, 3, 3)]


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_so_many_solutions_are_counted(limit):
    found = singly(check_rows([rows_of(UNIQUE, MULTIPLE, "." * 81, NONE, SMALL)], limit=limit))
    assert [one.count for one in found] == [1, min(2, limit), limit, 0, 1]
    decided_at = {1: [False, False, False, True, False], 2: [True, False, False, True, True]}
    assert [one.exhausted for one in found] == decided_at.get(limit, [True, True, False, True, True])


def spoilt_search(monkeypatch, spoil) -> None:
    """Have the kernel be wrong: `spoil` changes the solutions, uint8 (n, 2, 81)."""
    finish = kernel.finish

    def broken(search, is_cancelled):
        is_finished = finish(search, is_cancelled)
        spoil(search.solutions)
        return is_finished

    monkeypatch.setattr(kernel, "finish", broken)


def reverse_one(solutions, at):
    solutions[1, at] = solutions[1, at, ::-1].copy()


@compiled
@pytest.mark.parametrize(
    ("puzzle", "spoil", "reason"),
    [
        (UNIQUE, lambda solutions: reverse_one(solutions, 0), "row 1, column "),
        (MULTIPLE, lambda solutions: reverse_one(solutions, 1), "row 1, column "),
        (MULTIPLE, lambda solutions: solutions.__setitem__((1, 1), solutions[1, 0]), "it was given twice"),
    ],
)
def test_a_solution_that_the_referee_refuses_is_no_verdict(puzzle, spoil, reason, monkeypatch):
    spoilt_search(monkeypatch, spoil)
    [found] = check_rows([rows_of(puzzle, puzzle, puzzle)])
    first, second, third = found
    assert first.verdict == third.verdict != "unknown"
    assert (second.verdict, second.evidence, second.solutions) == ("unknown", None, ())
    assert second.reason is not None
    assert second.reason.startswith("the referee refuses the solution ")
    assert reason in second.reason
    assert found.verdicts() == {first.verdict: 2, Verdict.UNKNOWN: 1}
    assert not found.solutions[1].any()


@compiled
def test_where_a_solution_was_refused_the_stored_answer_is_judged_without_it(monkeypatch):
    spoilt_search(monkeypatch, lambda solutions: solutions.__setitem__((slice(None), 0), 1))
    swapped = SOLUTION[1::-1] + SOLUTION[2:]
    [found] = check_rows([rows_of(UNIQUE, UNIQUE, answers=[SOLUTION, swapped])])
    right, wrong = found
    assert (right.verdict, right.stored) == ("unknown", None)
    known = "the referee passes the stored solution; whether there are others is not known"
    assert right.stored_fault == known
    assert (wrong.verdict, wrong.stored) == ("unknown", "wrong")
    assert found.stored() == {"wrong": 1}


@compiled
def test_a_stored_solution_refutes_a_kernel_that_says_unique(monkeypatch):
    """It says so here on purpose: the other solution then is one of several."""
    [found] = check_rows([rows_of(MULTIPLE)])
    other = "".join(map(str, found.solutions[0, 1].tolist()))
    finish = kernel.finish

    def with_one(search, is_cancelled):
        is_finished = finish(search, is_cancelled)
        search.counts[:] = 1
        search.solutions[:, 1] = 0
        return is_finished

    monkeypatch.setattr(kernel, "finish", with_one)
    [again] = check_rows([rows_of(MULTIPLE, answers=[other])])
    [checked] = again
    assert (checked.verdict, checked.evidence, checked.count) == ("multiple", Evidence.WITNESS, 2)
    assert (again.verdicts(), again.stored()) == ({"multiple": 1}, {"one_of_several": 1})
    assert again.counts.tolist() == [2]
    assert (again.solutions[0] > 0).all()


def test_bad_limits_are_refused_before_anything_is_read():
    wrong: list[dict[str, Any]] = [{"timeout": 0}, {"jobs": 0}, {"limit": 0}]
    for options in wrong:
        with pytest.raises(ValueError, match=r"at least 1|a number above 0"):
            check_rows(iter([]), **options)


def test_what_serves_in_bulk_is_the_compiled_kernel():
    assert serves_in_bulk(None) == serves_in_bulk(engine("kernel")) == kernel.is_compiled()
    assert not serves_in_bulk(engine("kernel:twin"))
    assert not serves_in_bulk(engine("phases"))
