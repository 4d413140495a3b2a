"""Stored answers judged by the thousand: the same is said as of each by itself."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudocube import Geometry, Grid, Puzzle, Verdict, solve_many
from sudocube.auditing.answer_judging import (
    CODE_OF,
    OPEN_ANSWER,
    STORED_WORDS,
    VerdictCode,
    are_valid,
    found_answers,
    judge_answers,
)
from sudocube.engines.stored_answers import judged_answer
from sudocube.trusted import objection
from tests.puzzles import puzzle_from, several_solutions, solved_grid, subtle_puzzle, unique_puzzle

NINE = Geometry(3, 3)


def ascii_rows(texts) -> np.ndarray:
    return np.frombuffer("".join(map(str, texts)).encode(), np.uint8).reshape(-1, 81)


def with_verdicts(puzzles):
    """Codes of the verdicts, and solutions, as an audit has them."""
    counts, solutions, _ = solve_many(ascii_rows(puzzles))
    verdicts = [Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE]
    return np.array([CODE_OF[verdicts[min(count, 2)]] for count in counts], np.uint8), solutions


def answers_to(puzzle: Puzzle, grid: Grid, rng: Random) -> list[str]:
    """Answers of all kinds with 81 symbols."""
    cells = list(str(grid))
    one, other = rng.sample(range(81), 2)
    exchanged = cells.copy()
    exchanged[one], exchanged[other] = cells[other], cells[one]
    relabelled = "".join("123456789"[int(digit) % 9] for digit in cells)
    with_blank = "".join([*cells[:one], rng.choice("0.x"), *cells[one + 1 :]])
    with_letter = "".join([*cells[:one], "a", *cells[one + 1 :]])
    spaces = " " * 81
    return [str(grid), "".join(exchanged), relabelled, with_blank, with_letter, "0" * 81, "1" * 81, spaces]


@settings(max_examples=4)
@given(st.randoms(use_true_random=False))
def test_all_answers_are_judged_as_each_by_itself(rng):
    """Those that are left open are judged by themselves anyhow."""
    grid = solved_grid(NINE, rng)
    puzzles = [
        unique_puzzle(grid, rng),
        several_solutions(grid, rng)[0],
        puzzle_from(grid, rng, clues=24),
        subtle_puzzle(grid, rng),
    ]
    pairs = [(puzzle, answer) for puzzle in puzzles for answer in answers_to(puzzle, grid, rng)]
    subjects = [puzzle for puzzle, _ in pairs]
    verdicts, solutions = with_verdicts(subjects)
    answers = ascii_rows(answer for _, answer in pairs)
    codes = judge_answers(ascii_rows(subjects), verdicts, found_answers(answers, solutions), answers)
    for (puzzle, answer), code, verdict, found in zip(pairs, codes, verdicts, solutions, strict=True):
        if code != OPEN_ANSWER:
            shown = [Grid(bytes(cells)) for cells in found.tolist() if any(cells)]
            kind = judged_answer(answer, puzzle, VerdictCode(verdict).verdict, shown).kind
            assert STORED_WORDS[code] == kind
    assert (codes != OPEN_ANSWER).sum() >= 4 * 6  # a letter and spaces are left open; nothing else is


@pytest.mark.parametrize("verdict", [VerdictCode.NONE, VerdictCode.UNIQUE, VerdictCode.UNKNOWN])
def test_an_answer_that_refutes_the_verdict_is_left_open(verdict):
    """A grid that keeps the rules and the clues is never called wrong on the word of the solver."""
    grid = solved_grid(NINE, Random(5))
    puzzle = ascii_rows([puzzle_from(grid, Random(5), clues=20)])
    codes = judge_answers(puzzle, np.array([verdict], np.uint8), np.zeros(1, bool), ascii_rows([grid]))
    assert codes.tolist() == [OPEN_ANSWER]


@given(st.integers(0, 40), st.lists(st.tuples(st.integers(0, 39), st.integers(0, 80)), max_size=5))
def test_an_answer_is_found_if_all_of_its_bytes_are(rows, changes):
    """Whatever the number of rows, and wherever in eight bytes they differ."""
    solutions = np.random.default_rng(rows).integers(1, 10, (rows, 2, 81), np.uint8)
    answers = solutions[:, 0] + np.uint8(ord("0"))
    changes = [(row, cell) for row, cell in changes if row < rows]
    for row, cell in changes:
        answers[row, cell] = ord("x")
    expected = [row not in {changed for changed, _ in changes} for row in range(rows)]
    assert found_answers(answers, solutions).tolist() == expected


@settings(max_examples=4)
@given(st.randoms(use_true_random=False))
def test_valid_grids_are_those_of_the_trusted_referee(rng):
    """Valid ones, and such with two cells exchanged or one changed."""
    grids = []
    for _ in range(10):
        cells = list(solved_grid(NINE, rng).cells)
        if rng.random() < 0.7:
            one, other = rng.sample(range(81), 2)
            cells[one], cells[other] = cells[other], cells[one]
        grids.append(cells)
    expected = [objection(bytes(cells), bytes(81), 3, 3) is None for cells in grids]
    assert are_valid(np.array(grids, np.uint8)).tolist() == expected


def test_a_grid_that_is_right_in_rows_and_columns_may_be_wrong_in_boxes():
    """Nine rows, each of which is the one before, moved by one."""
    cells = [[(row + column) % 9 + 1 for column in range(9)] for row in range(9)]
    assert not are_valid(np.array(cells, np.uint8).reshape(1, 81)).any()
