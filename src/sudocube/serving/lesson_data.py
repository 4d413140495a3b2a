"""The data of the lesson's scenes, by name: what the server sends, and what the static edition is built from.

A name is all that a scene says, and each name that there can be is in `DATA`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

from sudocube.errors import UnknownNameError
from sudocube.geometry import GEOMETRIES, SIZES, Geometry
from sudocube.report.json_rows import Row
from sudocube.serving.choice_rows import choices_row
from sudocube.serving.lesson_text import SCENES, lesson_row, scene_row
from sudocube.serving.ranking_rows import ranking_row, strength_puzzles_row
from sudocube.serving.rule_rows import named_clauses_row, rule_clauses_row, triad_clauses_row
from sudocube.serving.typed_clause_rows import small_check_row
from sudocube.serving.way_rows import way_clauses_row, ways_row

SMALL = 4
"""The size of most grids in the lesson."""

SHAPES = tuple(one for one in GEOMETRIES if one.size in (SMALL, 9))
"""The geometries that a puzzle in the lesson may have: 9×9 where a scene says so."""


def _of_all() -> dict[str, Callable[[], Row]]:
    """All data by name, each with what makes it."""
    return {
        "lesson": lesson_row,
        **{f"scene-{name}": partial(scene_row, name) for name in SCENES},
        "clauses": partial(named_clauses_row, Geometry.of_size(SMALL)),
        **{f"rules-{one.box_name}": partial(rule_clauses_row, one) for one in SHAPES},
        **{f"triads-{one.box_name}": partial(triad_clauses_row, one) for one in SHAPES},
        **{f"choices-{one.box_name}": partial(choices_row, one) for one in SHAPES},
        "ways": ways_row,
        **{f"way-clauses-{size}": partial(way_clauses_row, size) for size in SIZES},
        "small-check": small_check_row,
        "strength-puzzles": strength_puzzles_row,
        "ranking": ranking_row,
    }


DATA: Mapping[str, Callable[[], Row]] = MappingProxyType(_of_all())
"""What makes the data of each name."""


def lesson_data(name: str) -> Row:
    """The data of a name. Raises UnknownNameError for a name that is not in DATA.

    >>> lesson_data("rules-2x2")["variables"]
    64
    """
    if name not in DATA:
        raise UnknownNameError("lesson data", name, tuple(DATA))
    return DATA[name]()
