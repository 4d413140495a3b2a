"""Texts of many blocks, as pages of forums are: each block is read as if it stood alone, with its title."""

import re
from random import Random
from typing import Any

import pytest

from sudocube.geometry import Geometry
from tests.puzzles import puzzle_from, solved_grid
from tests.rows.pasted_styles import STYLES, PastedStyle
from tests.rows.reading import CLUES, ROWS, entries

FORMS = {
    **STYLES,
    "line": PastedStyle(lambda p: f"{p}\n"),
    "numbered line": PastedStyle(lambda p: f"7) {p}\n"),
    "link": PastedStyle(lambda p: f"https://puzzles.example/?bd={p}\n"),
}
HEADS = {
    "Nr. 12 (hard)\n": "Nr. 12 (hard)",
    "Nr. 12 (hard)\n\n": "Nr. 12 (hard)",
    "[b]Evil, SE 8.3[/b]\n": "Evil, SE 8.3",
    "> From a book:\n": "From a book:",
    "Some words.\nGrid 01\n=======\n": "Grid 01",
    "Easy one\n# by hand\n": "Easy one",
    "17\n": "17",
    "\n-----\n\n": None,
    "\n\n\n": None,
}
"""What stands above a puzzle, and its title."""


def blocks(rng: Random) -> list[tuple[str, str, bool]]:
    """Blocks of a text: what stands above a puzzle, the puzzle, and whether it is damaged."""
    found = []
    for _ in range(rng.randint(2, 6)):
        puzzle = puzzle_from(solved_grid(Geometry(3, 3), rng), rng, clues=rng.randint(17, 60))
        text = FORMS[rng.choice(sorted(FORMS))].text(puzzle)
        is_damaged = rng.random() < 0.3
        if is_damaged:
            lines = text.splitlines(keepends=True)
            rows = [i for i, line in enumerate(lines) if re.search("[1-9]", line)]
            rows = [i for i in rows if len(rows) == 1 or not re.search("[a-z]{2}", lines[i])]
            at = rng.choice(rows)
            if len(rows) == 1:
                lines[at] = lines[at].rstrip()[:-1] + "\n"
            elif rng.random() < 0.5:
                del lines[at : at + 1 + (lines[at + 1 : at + 2] == ["\n"])]
            else:
                digit = rng.choice([i for i, sign in enumerate(lines[at]) if sign in "123456789"])
                lines[at] = lines[at][:digit] + "!" + lines[at][digit + 1 :]
            text = "".join(lines)
        found.append((rng.choice(sorted(HEADS)), text, is_damaged))
    return found


@pytest.mark.parametrize("seed", range(40))
def test_each_block_is_read_as_if_it_stood_alone(seed):
    """With its line and its title; a damaged one is one error and no puzzle."""
    text, expected = "", []
    for head, body, is_damaged in blocks(Random(seed)):
        above = "" if head[0].isalpha() else "\n\n"
        begin = (text + above).count("\n")
        text += above + head + body.rstrip("\n") + "\n" + "\n" * (seed % 2)
        for alone in entries(head + body):
            assert is_damaged == (alone.puzzle is None), head + body
            expected.append((begin + line_of(alone), alone.puzzle, alone.title))
    assert [(line_of(one), one.puzzle, one.title) for one in entries(text)] == expected, text


def test_a_damaged_puzzle_keeps_the_title_before_it_on_its_line():
    texts = [f"{head}Nr. 13: {CLUES[:80]}\n" for head in ("", f"{CLUES}\n")]
    texts += [f"Nr. 13 is {CLUES} {CLUES[::-1]}", f"Nr. 13: {CLUES} {CLUES[::-1]}"]
    assert [entries(text)[-1].title for text in texts] == ["Nr. 13", "Nr. 13", "Nr. 13 is", "Nr. 13"]


def line_of(entry: Any) -> int:
    """The line of a source."""
    return int(entry.source.rpartition(":")[2])


def test_the_title_is_what_stands_directly_above_or_before_on_the_line():
    for head, title in HEADS.items():
        for body in (f"{CLUES}\n", "\n".join(ROWS)):
            assert [one.title for one in entries(head + body)] == [title], head
