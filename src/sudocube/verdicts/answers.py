"""What is to be said of many stored answers at once: the same that `judged_answer` says of each.

Whether a grid keeps the rules is looked at here, not only whether it is the solution that was found: a grid
that keeps them and the clues is a solution, whatever the solver said. Such rows, and answers in any other
form than 81 digits, are left to `judged_answer`.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from sudocube.verdict import StoredAnswer, Verdict


class VerdictCode(IntEnum):
    """A verdict in an array of uint8."""

    NONE = 0
    UNIQUE = 1
    MULTIPLE = 2
    UNKNOWN = 3
    MALFORMED = 4

    @property
    def verdict(self) -> Verdict:
        """The verdict itself."""
        return VERDICTS[self]


VERDICTS = (Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE, Verdict.UNKNOWN, Verdict.INVALID)
"""The verdicts by their codes."""

CODE_OF = {verdict: VerdictCode(code) for code, verdict in enumerate(VERDICTS)}

STORED_WORDS = (*(str(answer) for answer in StoredAnswer), "undecided", "not_stored")
"""What is said of answers, by their codes in an array of uint8."""

NOT_STORED = STORED_WORDS.index("not_stored")
RIGHT = STORED_WORDS.index(StoredAnswer.RIGHT)
UNDECIDED_ANSWER = STORED_WORDS.index("undecided")
_CODES = {answer: np.uint8(code) for code, answer in enumerate(StoredAnswer)}

OPEN_ANSWER = 255
"""An answer that is not judged yet."""

_ZERO = ord("0")
IS_BLANK = np.zeros(256, bool)
IS_BLANK[list(b".0*_-xX")] = True
"""Which bytes stand for a blank cell of a puzzle."""
_ALL_DIGITS = 0x3FE


def code_of(answer: StoredAnswer | None) -> int:
    """The code for what is said of an answer; None stands for undecided."""
    return UNDECIDED_ANSWER if answer is None else int(_CODES[answer])


def judge_answers(
    puzzles: NDArray[np.uint8],
    verdicts: NDArray[np.uint8],
    are_found: NDArray[np.bool_],
    answers: NDArray[np.uint8],
) -> NDArray[np.uint8]:
    """Codes of what is to be said of answers: uint8 (n,), OPEN_ANSWER where that is not decided here.

    `puzzles` and `answers` are uint8 (n, 81) in ASCII, `verdicts` uint8 (n,); `are_found` tells which answers
    are the solution that was found first, as `found_answers` does.
    """
    codes = np.full(len(verdicts), OPEN_ANSWER, np.uint8)
    codes[are_found & (verdicts == VerdictCode.UNIQUE)] = _CODES[StoredAnswer.RIGHT]
    rest = np.flatnonzero(codes == OPEN_ANSWER)
    if len(rest):
        codes[rest] = _judge_others(puzzles[rest], verdicts[rest], answers[rest])
    return codes


def found_answers(answers: NDArray[np.uint8], solutions: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Which answers are the solution that was found first: bool (n,).

    `answers` is uint8 (n, 81) in ASCII, `solutions` uint8 (n, 2, 81) in digits.
    """
    are_found: NDArray[np.bool_] = (answers == solutions[:, 0] + np.uint8(_ZERO)).all(axis=1)
    return are_found


def _judge_others(
    puzzles: NDArray[np.uint8], verdicts: NDArray[np.uint8], answers: NDArray[np.uint8]
) -> NDArray[np.uint8]:
    """The codes for answers that are not the only solution as it was found."""
    digits = answers - np.uint8(_ZERO)
    is_digit = (digits >= 1) & (digits <= 9)
    is_grid = is_digit.all(axis=1)
    keeps_clues = ((puzzles == answers) | IS_BLANK[puzzles]).all(axis=1)
    keeps_rules = are_valid(np.where(is_digit, digits, 0))
    is_solution = is_grid & keeps_clues & keeps_rules
    codes = np.full(len(verdicts), OPEN_ANSWER, np.uint8)
    codes[(is_digit | IS_BLANK[answers]).all(axis=1)] = _CODES[StoredAnswer.NO_GRID]
    codes[is_grid & ~is_solution & keeps_clues] = _CODES[StoredAnswer.WRONG]
    codes[is_grid & ~keeps_clues] = _CODES[StoredAnswer.CONTRADICTS_CLUES]
    codes[is_grid & ~is_solution & (verdicts == VerdictCode.NONE)] = _CODES[StoredAnswer.GIVEN_THOUGH_NONE]
    codes[is_solution] = OPEN_ANSWER  # it refutes the verdict, unless there are several or all is open
    codes[is_solution & (verdicts == VerdictCode.MULTIPLE)] = _CODES[StoredAnswer.ONE_OF_SEVERAL]
    return codes


def are_valid(grids: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Which grids hold each digit once in each row, column and box: uint8 (n, 81), digits; bool (n,).

    >>> first = "123456789456789123789123456" "231564897564897231897231564" "312645978645978312978312645"
    >>> are_valid(np.array([list(map(int, first)), [1] * 81], np.uint8)).tolist()
    [True, False]
    """
    bits = (np.uint16(1) << grids.astype(np.uint16)).reshape(-1, 9, 9)
    boxes = bits.reshape(-1, 3, 3, 3, 3).swapaxes(2, 3).reshape(-1, 9, 9)
    units = [bits, bits.swapaxes(1, 2), boxes]
    is_valid = np.ones(len(grids), bool)
    for unit in units:
        is_valid &= (np.bitwise_or.reduce(unit, axis=2) == _ALL_DIGITS).all(axis=1)
    return is_valid
