"""Texts and what each gives, `tables/*.toml`: cells, boxes, answers and lines, or the message with its place.

    does    what the case shows, in words
    text    the text; or `texts`, several of which each gives the same
    gives   what is read, as `reading.py` tells it; `…` stands for any text,
            and `2-16 cells` for one puzzle on each of these lines
    name    the name of the file (t.txt)
    size, box, answers      what the user says of it
    style   how the first puzzle is found to be written: at least these fields

Words in braces are those of `reading.py`.
"""

import re
from pathlib import Path
from typing import Any

import pytest

from sudocube.geometry import Geometry
from tests.formats.reading import bytes_of, entries, filled, in_batches, in_words
from tests.tables import cases, is_like

TABLES = sorted((Path(__file__).parent / "tables").glob("*.toml"))


def hints_of(case):
    """What is asked for, in the words of `read`."""
    hints = {name: case[name] for name in ("size", "answers") if name in case}
    if "box" in case:
        hints["geometry"] = Geometry(*case["box"])
    return hints


@pytest.mark.parametrize("case", [case for table in TABLES for case in cases(table)])
def test_reading(case):
    """Both readers give what the table says."""
    name, hints, expected = case.get("name", "t.txt"), hints_of(case), expected_of(case)
    for text in case.get("texts", [case.get("text")]):
        data = bytes_of(text)
        found: list[Any] = []
        assert fits(in_words(keeping(found, data, name, hints), name), expected), text
        assert fits(in_words(in_batches(data, name, in_tables=True, **hints), name), expected), text
        for field, value in case.get("style", {}).items():
            assert getattr(found[0].style, field) == value, (field, text)


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


def keeping(found, data, name, hints):
    """The entries of the ordinary reader, each kept when it comes."""
    for entry in entries(data, name, **hints):
        found.append(entry)
        yield entry
