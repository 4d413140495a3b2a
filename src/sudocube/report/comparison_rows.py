"""Encodings compared, as JSON rows, as a table of CSV, and puzzle by puzzle."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from math import isnan
from typing import Any

from sudocube.lab.comparing import Figures
from sudocube.lab.intervals import Ranked, Spread, ranking, spread
from sudocube.lab.strengths import EFFORTS, INFERENCES, MEASURES
from sudocube.report.comparison_tables import rows_of
from sudocube.report.json_rows import Row, size_row
from sudocube.verdict import Verdict

_SPREAD = ("low", "high", "q1", "median", "q3")


def compared_row(figures: Figures, *, seed: int = 1, with_spread: bool = False) -> Row:
    """The row of `encodings compare --json`; seconds are processor time, means are per puzzle.

    Lists, strengths, repeats and, with `with_spread`, how much the figures vary are there only if they were
    asked for; `seed` is that of whatever is random.
    """
    return {
        **({} if figures.list is None else {"list": figures.list}),
        "encoding": figures.encoding,
        "formalism": figures.formalism,
        **size_row(figures.geometry),
        "puzzles": figures.puzzles,
        "per_puzzle": figures.is_per_puzzle,
        "variables": _rounded(figures.variables),
        "clauses": _rounded(figures.clauses),
        "distinct": _rounded(figures.distinct),
        "literals": _rounded(figures.literals),
        "constraints": _rounded(figures.constraints),
        "build_seconds": _rounded(figures.build_seconds, 6),
        "unit_propagation": _rounded(figures.unit_propagation, 6),
        "failed_literals": _rounded(figures.failed_literals, 6),
        **({"strengths": _strengths_row(figures)} if figures.strengths else {}),
        "unprobed": figures.unprobed,
        "solver": figures.solver,
        "checked": figures.checked,
        "decisions": _rounded(figures.decisions),
        "conflicts": _rounded(figures.conflicts),
        "propagations": _rounded(figures.propagations),
        "seconds": _rounded(figures.seconds, 6),
        "verdicts": {verdict: count for verdict in Verdict if (count := figures.verdicts[verdict])},
        **({} if figures.seeds is None else {"repeats": figures.repeats}),
        **({} if not with_spread else {"spread": _spread_row(figures, seed)}),
    }


def _strengths_row(figures: Figures) -> Row:
    """The means of the strengths that were asked for, and how many puzzles ran out of time."""
    return {
        name: {"mean": _rounded(mean, 6), "out_of_time": figures.late[name]}
        for name, mean in figures.strengths.items()
    }


def _spread_row(figures: Figures, seed: int) -> Row:
    """How much each measure varies; only those that were measured."""
    found = ((name, spread(figures, name, seed=seed)) for name in figures.samples.numbers)
    return {name: _fields(one) for name, one in found if one is not None}


def _fields(one: Spread) -> dict[str, float | None]:
    return {name: _rounded(getattr(one, name), 6) for name in _SPREAD}


def _rounded(number: float | None, places: int = 3) -> float | None:
    """A mean rounded to so many decimal places; integers stay as they are."""
    return round(number, places) if isinstance(number, float) else number


def summary_row(rows: Sequence[Figures], *, seed: int, with_spread: bool, versions: Mapping[str, str]) -> Row:
    """The last JSON row: the seed, the versions, and with `with_spread` the orders of encodings."""
    orders: list[Row] = []
    for (geometry, list_name), group in groupby(rows, lambda row: (row.geometry, row.list)):
        some = list(group)
        for measure in some[0].samples.numbers if with_spread else ():
            if len(order := ranking(rows_of(some, measure), measure, seed=seed)) > 1:
                place = {} if list_name is None else {"list": list_name}
                orders.append({**place, **size_row(geometry), "by": measure, "order": _order_row(order)})
    found = {"seed": seed, "versions": dict(versions)}
    return {"summary": {**found, "orders": orders} if with_spread else found}


def _order_row(order: Sequence[Ranked]) -> list[Row]:
    """The encodings from the best one on, each with whether the next one is within noise of it."""
    return [
        {
            "encoding": one.figures.encoding,
            "solver": one.figures.solver,
            "next_within_noise": one.is_next_within_noise,
        }
        for one in order
    ]


def compared_csv(rows: Sequence[Figures], *, seed: int, versions: Mapping[str, str]) -> str:
    """A table of CSV with a row for each of the figures: all that a JSON row has, in columns of its own.

    What does not apply is empty.
    """
    found = [_flat(compared_row(row, seed=seed, with_spread=True)) for row in rows]
    names = list(dict.fromkeys(name for one in found for name in one))
    said = "; ".join(f"{name} {what}" for name, what in versions.items())
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*names, "seed", "versions"])
    writer.writerows([*(_written(one.get(name)) for name in names), seed, said] for one in found)
    return text.getvalue()


def _flat(row: Mapping[str, Any], before: str = "") -> Row:
    """A row without rows in it; their fields get a name such as "spread.seconds.low"."""
    found: Row = {}
    for name, value in row.items():
        if isinstance(value, Mapping):
            found |= _flat(value, f"{before}{name}.")
        else:
            found[before + name] = value
    return found


def _written(value: object) -> object:
    """A value as CSV has it; true and false as in JSON."""
    return str(value).lower() if isinstance(value, bool) else value


def puzzle_columns(strengths: Sequence[str]) -> dict[str, str]:
    """The columns of the table with a row for each puzzle, encoding, solver and repeat, and PyArrow's types.

    Inferences are true, false, or empty where they were not measured, or ran out of time.
    """
    inferred = {**dict.fromkeys(INFERENCES, "bool_"), **{name: _type_of(name) for name in strengths}}
    return {
        "source": "string",
        "puzzle": "string",
        "box": "string",
        "encoding": "string",
        "solver": "string",
        "repeat": "int64",
        "seed": "string",
        **inferred,
        "verdict": "string",
        "reason": "string",
        "decisions": "int64",
        "conflicts": "int64",
        "propagations": "int64",
        "seconds": "float64",
    }


def _type_of(strength: str) -> str:
    return "bool_" if MEASURES[strength].is_share else "float64"


def puzzle_rows(figures: Figures) -> Iterator[list[object]]:
    """The rows below `puzzle_columns` of one encoding and solver, repeat by repeat and puzzle by puzzle."""
    samples = figures.samples
    columns = puzzle_columns(tuple(figures.strengths))
    for repeat, checks in enumerate(samples.checks):
        seed = None if figures.seeds is None else figures.seeds[repeat]
        for at, (puzzle, source) in enumerate(zip(samples.puzzles, samples.sources, strict=True)):
            place = (source, str(puzzle), figures.geometry.box_name)
            inferred = (
                _typed(samples.numbers[name][0][at], columns[name])
                for name in (*INFERENCES, *figures.strengths)
            )
            efforts = (_typed(samples.numbers[name][repeat][at], columns[name]) for name in EFFORTS)
            effort = checks[at]
            by = (figures.encoding, figures.solver, repeat + 1, seed)
            said = (None, None) if effort is None else (str(effort.verdict), effort.reason)
            yield [*place, *by, *inferred, *said, *efforts]


_TYPES = {"bool_": bool, "int64": int, "float64": float}


def _typed(number: float, kind: str) -> object:
    """A number as its column has it; None for NaN."""
    return None if isnan(number) else _TYPES[kind](number)
