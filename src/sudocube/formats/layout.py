"""Which box shape the bars and rules of a grid tell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise

from sudocube.errors import FormatError
from sudocube.formats.rows import Row
from sudocube.formats.symbols import Source
from sudocube.geometry import GEOMETRIES, Geometry


def geometry_of(source: Source, size: int, rows: list[Row], rules: Mapping[int, int]) -> Geometry:
    """The geometry of a grid of that size with these rows and rules.

    `rules` maps after which rows (1 to n-1) a rule stands to the line of each. Without bars and rules it is
    the usual one. Raises FormatError where rows differ in their bars, where bars or rules do not fall
    between boxes, and where they contradict what the user fixed.
    """
    for above, row in pairwise(rows):
        if row.bars != above.bars:
            raise _other_bars(source, row, above)
    possible = _possible(source, size)
    bars = rows[0].bars
    by_bars = [g for g in possible if not bars or bars == _between(size, g.box_columns)]
    if not by_bars:
        raise _bad_bars(source, rows[0], size, possible)
    fits = [g for g in by_bars if not rules or tuple(sorted(rules)) == _between(size, g.box_rows)]
    if not fits:
        raise _bad_rules(source, rules, size, by_bars)
    usual = Geometry.of_size(size)
    return usual if usual in fits else fits[0]


def are_between_boxes(source: Source, size: int, rules: Iterable[int]) -> bool:
    """Whether rules after these rows stand between boxes of some shape, and only there."""
    inner = tuple(sorted(set(rules)))
    return not inner or any(inner == _between(size, g.box_rows) for g in _possible(source, size))


def _possible(source: Source, size: int) -> list[Geometry]:
    """The geometries of that size that the user leaves open."""
    if source.fixed:
        return [source.fixed]
    return [geometry for geometry in GEOMETRIES if geometry.size == size]


def _between(size: int, side: int) -> tuple[int, ...]:
    """After which rows (or columns) a box ends and another begins."""
    return tuple(range(side, size, side))


def _places(noun: str, unit: str, places: Iterable[int]) -> str:
    """Where bars or rules stand, in words: `bars after columns 3, 6`."""
    numbers = ", ".join(map(str, places))
    return f"{noun} after {unit} {numbers}" if numbers else f"no {noun}"


def _alternatives(noun: str, unit: str, size: int, sides: Iterable[int]) -> str:
    """Where bars or rules may stand, in words, for each of these sides of a box."""
    return " or ".join(_places(noun, unit, _between(size, side)) for side in sorted(set(sides)))


def _as_asked(source: Source) -> str:
    """What to add where the user fixed the shape: the shape."""
    return f", for a grid that is {source.fixed} as asked for" if source.fixed else ""


def _other_bars(source: Source, row: Row, above: Row) -> FormatError:
    """The error for a row whose bars differ from those of the row above it."""
    odd = sorted(set(row.bars) - set(above.bars))
    return source.error(
        row.line,
        row.bar_columns[odd[0]] if odd else None,
        found=_places("bars", "columns", row.bars),
        expected=f"{_places('bars', 'columns', above.bars)}, as in line {above.line}",
    )


def _bad_bars(source: Source, row: Row, size: int, possible: list[Geometry]) -> FormatError:
    """The error for bars that do not fall between boxes; it names the first that is out of place."""
    sides = [geometry.box_columns for geometry in possible]
    odd = [place for place in row.bars if all(place % side for side in sides)]
    return source.error(
        row.line,
        row.bar_columns[(odd or row.bars)[0]],
        found=_places("bars", "columns", row.bars),
        expected=_alternatives("bars", "columns", size, sides) + _as_asked(source),
    )


def _bad_rules(source: Source, rules: Mapping[int, int], size: int, by_bars: list[Geometry]) -> FormatError:
    """The error for rules that do not fall between boxes; it names the first that is out of place."""
    sides = [geometry.box_rows for geometry in by_bars]
    odd = [place for place in sorted(rules) if all(place % side for side in sides)]
    return source.error(
        rules[(odd or sorted(rules))[0]],
        None,
        found=_places("rules", "rows", sorted(rules)),
        expected=_alternatives("rules", "rows", size, sides) + _as_asked(source),
    )
