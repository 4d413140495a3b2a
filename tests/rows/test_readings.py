"""Texts and what each gives, `tables/*.toml`: cells, boxes, answers and lines, or the message with its place.

    does    what the case shows, in words
    text    the text; or `texts`, several of which each gives the same
    gives   what is read, as `reading.py` tells it; `…` stands for any text,
            and `2-16 cells` for one puzzle on each of these lines
    name    the name of the file (t.txt)
    size, box, answers      what the user says of it
    style   how the first puzzle is found to be written: at least these fields
    columns the columns that the user names, by their roles
    beside  that a row is told with what stands beside it, and what is no puzzle by the reason in one word

Words in braces are those of `reading.py`.
"""

import re
from pathlib import Path

import pytest

from sudocube.errors import SudocubeError
from sudocube.geometry import Geometry
from sudocube.rows.columns import Role
from tests.rows.reading import bytes_of, filled, in_words, opened, value_of
from tests.tables import cases, is_like

_, _, RATING, CLUES, SPLIT, ID = Role
TABLES = sorted((Path(__file__).parent / "tables").glob("*.toml"))


def hints_of(case):
    """What is asked for, in the words of `read`."""
    hints = {name: case[name] for name in ("size", "answers", "columns") if name in case}
    if "box" in case:
        hints["geometry"] = Geometry(*case["box"])
    return hints


@pytest.mark.parametrize("case", [case for table in TABLES for case in cases(table)])
def test_reading(case):
    """The reader gives what the table says."""
    name, hints, expected = case.get("name", "t.txt"), hints_of(case), expected_of(case)
    for text in case.get("texts", [case.get("text")]):
        data = bytes_of(text)
        found = [*opened(data, name, **hints)] if "style" in case else []
        tell = beside_in_words if "beside" in case else in_words
        assert fits(tell(opened(data, name, **hints), name), expected), text
        for field, value in case.get("style", {}).items():
            assert getattr(found[0].entry(0).style, field) == value, (field, text)


def beside_in_words(items, name):
    """Each row by its line, and its columns."""
    try:
        return [row_in_words(rows, place) for rows in items for place in range(len(rows))]
    except SudocubeError as error:
        return [str(error)]


def row_in_words(rows, place):
    """One row of a batch."""
    fault, answer = (rows.odd[place].error if place in rows.odd else None), rows.answer(place)
    told = fault.reason if fault else str(rows.puzzle(place))
    beside = {"=": answer} | {role: value_of(rows, role, place) for role in (RATING, CLUES, SPLIT, ID)}
    words = [f"{word} {str(value).strip()}" for word, value in beside.items() if value not in (None, "")]
    return " ".join([str(rows.numbers[place]), told, *words])


def expected_of(case):
    """What the table says, with a line for each line of `2-16 …`."""
    lines = []
    for line in map(filled, case["gives"]):
        several = re.match(r"(\d+)-(\d+) (.*)", line)
        numbers = range(int(several[1]), int(several[2]) + 1) if several else []
        lines += [f"{number} {several[3]}" for number in numbers] if several else [line]
    return lines


def fits(words, expected):
    """Whether each line is like the expected one."""
    if len(words) != len(expected) or not all(map(is_like, words, expected)):
        assert words == expected
    return True
