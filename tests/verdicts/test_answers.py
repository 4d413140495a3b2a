"""Stored answers judged by the thousand: the same is said as of each by itself."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudocube import Geometry, Grid, Puzzle, Verdict, solve_many
from sudocube.trusted import objection
from sudocube.verdicts.batches import (
    OPEN_ANSWER,
    STORED_WORDS,
    VERDICTS,
    VerdictCode,
    are_valid,
    judge_answers,
)
from sudocube.verdicts.stored_answers import judged_answer
from tests.puzzles import puzzle_from, several_solutions, solved_grid, subtle_puzzle, unique_puzzle

NINE = Geometry(3, 3)


def ascii_rows(texts) -> np.ndarray:
    return np.frombuffer("".join(map(str, texts)).encode(), np.uint8).reshape(-1, 81)


def pairs_of(rng: Random) -> list[tuple[Puzzle, str]]:
    """Puzzles with each verdict, beside answers of all kinds with 81 symbols."""
    grid = solved_grid(NINE, rng)
    puzzles = [unique_puzzle(grid, rng), several_solutions(grid, rng)[0], subtle_puzzle(grid, rng)]
    cells = list(str(grid))
    one, other = rng.sample(range(81), 2)
    exchanged = cells.copy()
    exchanged[one], exchanged[other] = cells[other], cells[one]
    relabelled = ["123456789"[int(digit) % 9] for digit in cells]
    with_blank, with_letter = ([*cells[:one], sign, *cells[one + 1 :]] for sign in (rng.choice("0.x"), "a"))
    answers = [cells, exchanged, relabelled, with_blank, with_letter, "0" * 81, "1" * 81, " " * 81]
    return [
        (puzzle, "".join(answer))
        for puzzle in [*puzzles, puzzle_from(grid, rng, clues=24)]
        for answer in answers
    ]


@settings(max_examples=4)
@given(st.randoms(use_true_random=False))
def test_all_answers_are_judged_as_each_by_itself(rng):
    """Those that are left open are judged by themselves anyhow."""
    pairs = pairs_of(rng)
    subjects, answers = (ascii_rows(texts) for texts in zip(*pairs, strict=True))
    counts, solutions, _ = solve_many(subjects)
    words = [Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE]
    verdicts = np.array([VERDICTS.index(words[min(count, 2)]) for count in counts], np.uint8)
    codes = judge_answers(subjects, verdicts, solutions, answers)
    for (puzzle, answer), code, verdict, found in zip(pairs, codes, verdicts, solutions, strict=True):
        if code != OPEN_ANSWER:
            shown = [Grid(bytes(cells)) for cells in found.tolist() if any(cells)]
            kind = judged_answer(answer, puzzle, VERDICTS[verdict], shown).kind
            assert STORED_WORDS[code] == kind
    assert (codes != OPEN_ANSWER).sum() >= 4 * 6  # a letter and spaces are left open; nothing else is


@pytest.mark.parametrize("verdict", [VerdictCode.NONE, VerdictCode.UNIQUE, VerdictCode.UNKNOWN])
def test_an_answer_that_refutes_the_verdict_is_left_open(verdict):
    """A grid that keeps the rules and the clues is never called wrong on the word of the solver."""
    grid = solved_grid(NINE, Random(5))
    puzzle = ascii_rows([puzzle_from(grid, Random(5), clues=20)])
    codes = judge_answers(
        puzzle, np.array([verdict], np.uint8), np.zeros((1, 2, 81), np.uint8), ascii_rows([grid])
    )
    assert codes.tolist() == [OPEN_ANSWER]


def test_valid_grids_are_those_of_the_trusted_referee():
    """Valid ones, with two cells exchanged, and one that is right in rows and columns, wrong in boxes."""
    rng = Random(4)
    grids = [[(row + column) % 9 + 1 for row in range(9) for column in range(9)]]
    for number in range(20):
        cells = list(solved_grid(NINE, rng).cells)
        if number % 3:
            one, other = rng.sample(range(81), 2)
            cells[one], cells[other] = cells[other], cells[one]
        grids.append(cells)
    expected = [objection(bytes(cells), bytes(81), 3, 3) is None for cells in grids]
    assert are_valid(np.array(grids, np.uint8)).tolist() == expected
