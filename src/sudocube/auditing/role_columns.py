"""Which column of a file plays which role: by the names that people give to columns, or as the user says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sudocube.auditing.data_files import Role
from sudocube.errors import UnknownNameError
from sudocube.formats.answer_columns import ANSWER_COLUMNS
from sudocube.formats.line_kinds import PUZZLE_COLUMNS

NAMES: Mapping[Role, tuple[str, ...]] = {
    Role.PUZZLE: PUZZLE_COLUMNS,
    Role.ANSWER: ANSWER_COLUMNS,
    Role.RATING: ("rating", "ratings", "difficulty", "score", "hardness", "level"),
    Role.CLUES: ("clues", "clue_count", "clue_counts", "num_clues", "n_clues", "clue_numbers", "givens"),
    Role.SPLIT: ("split", "splits", "subset", "partition", "fold"),
    Role.ID: ("id", "puzzle_id", "uid", "uuid", "key", "hash", "index"),
}
"""The names of columns by role, in any case. Where several occur, the first of a list counts."""


def roles_of_columns(names: Sequence[str], asked: Mapping[Role, str], source: str) -> dict[Role, str]:
    """The name of the column for each role that these columns have; `asked` are those that the user names.

    A column that the user names is its role's alone. Raises UnknownNameError for a column that is not there;
    `source` is the name of the file.
    """
    found: dict[Role, str] = {}
    for role, wanted in asked.items():
        exact = next((name for name in names if name == wanted), None)
        name = exact or next((name for name in names if name.lower() == wanted.strip().lower()), None)
        if name is None:
            raise UnknownNameError(
                "column", wanted, filter(None, names), f"these are the columns of {source}"
            )
        found[role] = name
    for role, known in NAMES.items():
        if role not in found:
            lower = {name.strip().lower(): name for name in reversed(names) if name not in found.values()}
            name = next((lower[one] for one in known if one in lower), None)
            if name is not None:
                found[role] = name
    return found
