"""Data sets of known rows with every flaw that there is, and how an audit is compared with what is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pyarrow.parquet
import pytest

from sudocube.geometry import Geometry
from tests.auditing.data_set_files import can_hold, write
from tests.auditing.expected_audit import Flaw, KnownFile, box_of, expected_flaws, expected_summary
from tests.auditing.known_rows import STORED, KnownRow, RowMaker

MALFORMED = ("missing", "too_short", "too_long", "wrong_symbol", "not_text", "unreadable")
OTHER_SIZES = (Geometry(2, 2), Geometry(2, 3))


def every_flaw(seed: object, *, others: bool = True) -> list[KnownRow]:
    """Rows with every flaw that one file can have, in random order, and some rows without any.

    The first row has none, so that it shows which columns are which. Without `others`, all are 9×9.
    """
    return list(_every_flaw(str(seed), others))


@cache
def _every_flaw(seed: str, others: bool) -> tuple[KnownRow, ...]:
    """See `every_flaw`; made once, as to make puzzles takes longer than to audit them."""
    rng = Random(f"every flaw {seed}")
    maker = RowMaker(rng)
    right = [maker.unique(blanks=rng.randint(30, 60)) for _ in range(rng.randint(6, 10))]
    rows = list(right)
    kinds = [maker.unique, maker.several, maker.subtle, maker.clashing]
    for kind in kinds:
        row = kind()
        rows += [maker.with_answer(row, stored) for stored in STORED[str(row.verdict)]]
        rows += [maker.moved(maker.with_answer(row, stored)) for stored in STORED[str(row.verdict)]]
    rows += [maker.rewritten(row) for row in right[:3]] + [
        maker.moved(maker.moved(row)) for row in right[2:5]
    ]
    rows += [row := maker.full(), maker.moved(row), row := maker.few_clues(1), maker.moved(row), row]
    rows += [maker.moved(maker.few_clues(2)), maker.few_clues(3)]
    if others:
        small = [maker.other_size(geometry) for geometry in OTHER_SIZES]
        rows += [*small, small[0], marks := maker.pencilmarks(), maker.with_answer(marks, "no_grid"), marks]
    rows += [maker.malformed(reason) for reason in MALFORMED for _ in range(2)]
    rows = [_with_numbers(row, rng) for row in rows]
    rest = rows[1:]
    rng.shuffle(rest)
    rows = [replace(rows[0], clues=rows[0].clue_count, rating=1.5), *rest]
    return tuple(replace(row, id=f"row {number}") for number, row in enumerate(rows))


def _with_numbers(row: KnownRow, rng: Random) -> KnownRow:
    """The row with a number of clues, sometimes a wrong one or none, and a rating, sometimes none."""
    if row.malformed is not None:
        return replace(row, clues=30, rating=1.0)
    clues = rng.choice([row.clue_count] * 6 + [row.clue_count + 1, None])
    return replace(row, clues=clues, rating=rng.choice([0.0, 1.5, 8.5, 8.5, 8.5, None]))


def without_columns(rows: Sequence[KnownRow]) -> list[KnownRow]:
    """The puzzles alone, as lists and arrays hold them."""
    return [replace(row, answer=None, clues=None, rating=None, split=None, id=None) for row in rows]


def held_by(name: str, rows: Sequence[KnownRow]) -> list[KnownRow]:
    """What a file of that name can hold of these rows."""
    some = without_columns(rows) if name.endswith((".txt", ".npy")) else rows
    return [row for row in some if can_hold(name, row)]


def known_file(folder: Path, name: str, rows: Sequence[KnownRow], split: str | None = None) -> KnownFile:
    """Write what the file can hold of the rows; returns what it holds."""
    plain = name
    for packing in (".gz", ".bz2", ".xz", ".zst"):
        plain = plain.removesuffix(packing)
    held = held_by(plain, rows)
    write(folder / name, held)
    return KnownFile(name, held, split, has_answers=not plain.endswith((".txt", ".npy")))


def assert_exactly(audit: Any, audited: Sequence[KnownFile], against: Sequence[KnownFile] = ()) -> None:
    """The audit says of these files what is known of them: nothing else, and nothing is left out."""
    expected, summary = expected_summary(audited, against), audit.summary
    ratings = expected.pop("ratings")
    assert (summary["ratings"] is None) == (ratings is None)
    for name, rating in (ratings or {}).items():
        assert summary["ratings"][name] == pytest.approx(rating)
    assert {name: summary[name] for name in expected} == expected
    assert not summary["lost"]
    flaws = expected_flaws(audited, against)
    examples = {
        kind: [(one["file"], one["row"]) for one in some] for kind, some in summary["examples"].items()
    }
    assert examples == _examples(flaws, audited)
    _assert_boxes(summary["examples"], audited)
    rows = pyarrow.parquet.read_table(str(audit.flaws_file)).to_pylist()
    listed = [Flaw(row["kind"], row["file"], int(row["row"])) for row in rows]
    assert sorted(set(listed) ^ flaws) == [], "flaws that are listed and not expected, or the other way round"
    assert len(listed) == len(flaws)


def _examples(flaws: set[Flaw], audited: Sequence[KnownFile]) -> dict[str, list[tuple[str, int]]]:
    """For each kind the first ten rows, in order of file and row."""
    order = {file.name: number for number, file in enumerate(audited)}
    places: dict[str, list[tuple[int, int, str]]] = {}
    for flaw in flaws:
        places.setdefault(flaw.kind, []).append((order[flaw.file], flaw.row, flaw.file))
    return {kind: [(file, row) for _, row, file in sorted(some)[:10]] for kind, some in places.items()}


def _assert_boxes(examples: dict[str, Any], audited: Sequence[KnownFile]) -> None:
    """Each example says which boxes its puzzle has."""
    rows = {file.name: file.rows for file in audited}
    for example in (one for some in examples.values() for one in some):
        row = rows[example["file"]][example["row"]]
        assert example["box"] == (None if row.malformed else box_of(row)), example


class Ended(BaseException):
    """Ends a run, as Ctrl-C does."""


@pytest.fixture
def here(tmp_path, monkeypatch):
    """An empty folder that is the current one, so that files have short names."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
