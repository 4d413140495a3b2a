"""Batches of depths as text: a line, a JSON row or fields of a table for each puzzle.

There may be millions of puzzles, so that none gets an object of its own.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from sudocube.rating import Rating
from sudocube.rating.singles_closure import KERNEL_GEOMETRY
from sudocube.report.batch_text import row_starts
from sudocube.report.rating_text import rated_fields, rated_phrase
from sudocube.rows.table_writer import harmless
from sudocube.verdict import Verdict

if TYPE_CHECKING:
    from sudocube.rating.bulk_depths import DepthBatch
    from sudocube.report.document import Phrase

BATCH_DEPTHS = ("0", "1 or more")
"""The depths of a DepthBatch in words."""

_LEVEL = '"level": null, "level_name": null'

_DEPTH_FIELDS = {
    0: f'"verdict": "unique", {_LEVEL}, "depth": 0, "depth_at_least": 0',
    1: f'"verdict": "unique", {_LEVEL}, "depth": null, "depth_at_least": 1',
}


def depth_rows(batch: DepthBatch) -> str:
    """The rows of a batch, a text line each: the same as `json.dumps` of each `rated_row`."""
    rest = ', "backdoor": null, "backdoor_at_least": null, "backdoor_at_most": null, "backdoor_cells": null'
    rest += ', "proof_steps_at_most": null, "methods": {}, "guesses": null}'
    none = f'{_LEVEL}, "depth": null, "depth_at_least": null'
    lines = []
    starts = row_starts(batch.checked.index, batch.checked.rows)
    for place, (start, depth) in enumerate(zip(starts, batch.depths.tolist(), strict=True)):
        fields = _DEPTH_FIELDS.get(depth)
        reason = ""
        if fields is None:
            found = batch.rating(place)
            fields = f'"verdict": "{found.verdict}", {none}'
            reason = "" if found.reason is None else f', "reason": {json.dumps(found.reason)}'
        lines.append(f"{start}{fields}{rest[:-1]}{reason}}}")
    return "\n".join([*lines, ""])


def depth_lines(batch: DepthBatch) -> list[Phrase]:
    """The line of each puzzle of a batch, with its source."""
    lines: list[Phrase] = []
    for place, depth in enumerate(batch.depths.tolist()):
        said = (f"depth {BATCH_DEPTHS[depth]}",) if depth >= 0 else rated_phrase(batch.rating(place))
        lines.append((f"{batch.checked.source(place)}: ", *said))
    return lines


def depth_fields(batch: DepthBatch) -> Iterator[list[str]]:
    """The fields of each puzzle of a batch in a table, those of `rated_fields`."""
    rests = [_fields_of_unique(depth) for depth in (0, 1)]
    for place, depth in enumerate(batch.depths.tolist()):
        source = batch.checked.source(place)
        if depth >= 0:
            yield [harmless(source), *rests[depth]]
        else:
            yield rated_fields(source, batch.rating(place))


def _fields_of_unique(depth: int) -> tuple[str, ...]:
    """The fields of a puzzle with one solution and a depth as in DepthBatch, but for its source."""
    found = Rating(None, Verdict.UNIQUE, depth=0 if depth == 0 else None, depth_at_least=depth)
    _, _, *rest = rated_fields("", found)
    return KERNEL_GEOMETRY.box_name, *rest
