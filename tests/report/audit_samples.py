"""A summary of an audit, written by hand, with a row for each way in which an example is shown."""

from collections.abc import Mapping
from typing import Any

UNIQUE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
NEARLY = "536478912" + SOLUTION[9:]
"""The solution with r1c3 and r1c4 exchanged, of which neither is a clue."""

SEVERAL = "..2.9....1..2.4.....5.7.............81....5..26...38.73....14.....6...95...5..7.."
TWO_SOLUTIONS = [
    "642395178178264953935178246593817624817426539264953817359781462781642395426539781",
    "642395178178264953935178264593817642817426539264953817359781426781642395426539781",
]
CLASHING = "55.." + UNIQUE[4:]
MOVED = UNIQUE[9:18] + UNIQUE[:9] + UNIQUE[18:]


def example(kind: str, row: int, **fields: Any) -> dict[str, Any]:
    """An example of a flaw in a row of train.csv."""
    usual = {
        "line": row + 2,
        "id": None,
        "split": None,
        "box": "3x3",
        "puzzle": UNIQUE,
        "answer": SOLUTION,
        "solutions": [SOLUTION],
    }
    none = {"message": "", "other": None}
    return {"kind": kind, "file": "train.csv", "row": row, **usual, **none, **fields}


def malformed(row: int, message: str) -> dict[str, Any]:
    """A row of train.csv that holds no puzzle."""
    return example("malformed", row, box=None, puzzle=None, solutions=[], message=message)


FIRST = {"file": "train.csv", "row": 0, "line": 2, "puzzle": UNIQUE}

EXAMPLES = {
    "malformed": [malformed(1, "found 80 symbols")],
    "no_solution": [example("no_solution", 2, puzzle=CLASHING, solutions=[])],
    "answer_wrong": [
        example("answer_wrong", row, answer=NEARLY, message="r1c3 holds 6; the only solution has 4")
        for row in (3, 4)
    ],
    "isomorphic_duplicate": [
        example(
            "isomorphic_duplicate",
            5,
            puzzle=MOVED,
            other=FIRST,
            message="is train.csv:2 moved: rows 1 2 become rows 2 1",
        )
    ],
    "undecided": [example("undecided", 6, solutions=[], message="out of time after 1 s")],
}
FLAWS = {"no_solution": 1, "answer_wrong": 30, "malformed": 1, "isomorphic_duplicate": 1, "undecided": 1}

FILE = {
    "name": "train.csv",
    "kind": "table",
    "rows": 1000,
    "columns": {"puzzle": "quizzes", "answer": "answer"},
    "told": ["puzzle: column 'quizzes', by its name"],
    "remarks": [],
    "split": None,
    "against": False,
}
ANSWERS = {
    "right": 967,
    "wrong": 30,
    "contradicts_clues": 0,
    "no_grid": 0,
    "one_of_several": 0,
    "given_though_none": 1,
    "missing": 0,
}
FLAWED: Mapping[str, Any] = {
    "files": [FILE],
    "lost": [],
    "rows": 1000,
    "malformed": 1,
    "malformed_by_reason": {"too_short": 1},
    "verdicts": {"unique": 997, "multiple": 0, "none": 1, "unknown": 1},
    "answers": ANSWERS,
    "exact_duplicates": 0,
    "isomorphic_duplicates": 1,
    "classes": 998,
    "without_form": 0,
    "clues": {"17": 9, "22": 490, "30": 500},
    "overlap": [],
    "split_overlap": [],
    "splits": {},
    "ratings": None,
    "flaws": FLAWS,
    "labels": None,
    "severe_rows": 32,
    "minor_rows": 1,
    "open_rows": 1,
    "sound_rows": 967,
    "clean_rows": 966,
    "examples": EXAMPLES,
    "seconds": 0.5,
}
"""A thousand rows, some of them with flaws."""

SOUND: Mapping[str, Any] = {
    **FLAWED,
    "files": [FILE],
    "malformed": 0,
    "malformed_by_reason": {},
    "verdicts": {"unique": 1000, "multiple": 0, "none": 0, "unknown": 0},
    "answers": {**ANSWERS, "right": 1000, "wrong": 0, "given_though_none": 0},
    "isomorphic_duplicates": 0,
    "classes": 1000,
    "clues": {"22": 1000},
    "flaws": {},
    "severe_rows": 0,
    "minor_rows": 0,
    "open_rows": 0,
    "sound_rows": 1000,
    "clean_rows": 1000,
    "examples": {},
}
"""A thousand rows without a flaw."""

LOSS = {"file": "train.csv", "first": 1000, "rows": None, "message": "the gzip file is cut off"}
