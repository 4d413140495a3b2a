"""Puzzles in links: what is read of them, in links.toml, and what is written."""

import json
import subprocess
import sys
import zlib
from base64 import b64encode
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lzstring import LZString

from sudocube.errors import UnsupportedError
from sudocube.geometry import GEOMETRIES
from sudocube.puzzle import Board, Puzzle
from sudocube.rows import Style, links
from sudocube.rows.links import SITES, link_of
from sudocube.rows.writer import write
from tests.rows.reading import FOUR, MARKS, filled
from tests.tables import cases, is_like

ROWS = [FOUR[at : at + 4] for at in range(0, 16, 4)]
BOXES = [[[r + i, c + j] for i in (0, 1) for j in (0, 1)] for r in (0, 2) for c in (0, 2)]
CORNERS = 8 * 8
PENPA_HEAD = "sudoku,4,4,38,0,1,1,190"
PENPA_NUMBERS = {
    str(8 * (r + 2) + c + 2): [ROWS[r][c], 1, "1"] for r in range(4) for c in range(4) if ROWS[r][c] != "."
}
PENPA_LINES = {f"{CORNERS + 8 * i + 3},{CORNERS + 8 * (i + 1) + 3}": 2 for i in range(1, 5)}
PENPA_LINES |= {f"{CORNERS + 8 * 3 + i},{CORNERS + 8 * 3 + i + 1}": 2 for i in range(1, 5)}

WORDS = ["grid", "cells", "size", "regions", "cage", "cages", "metadata", "value", "given", "region"]
WORDS += ["number", "lineE", "solution", "title", "frobnicate"]
BEGINS = [
    "https://f-puzzles.com/?load=",
    "https://sudokupad.app/scl",
    "https://sudokupad.app/fpuz",
    "https://swaroopg92.github.io/penpa-edit/#m=edit&p=",
    "https://sigh.github.io/Interactive-Sudoku-Solver/?q=",
    "https://www.sudokuwiki.org/sudoku.htm?bd=",
]

linked: Any = links.linked
"""Without types, so that tests can use what it gives without checks for None."""


def in_words(text):
    """What the links of a text give, in words."""
    if (entry := linked(text)) is None:
        return "nothing"
    if entry.error:
        assert text[entry.error.column - 1 :].lower().startswith("http")
        return entry.error.message
    answer = "" if entry.stored is None else f" = {entry.stored}"
    return f"{entry.puzzle}{answer}" + (f" '{entry.title}'" if entry.title else "")


def squeezed(document):
    """An LZ-string, as it stands in a link."""
    text = document if isinstance(document, str) else json.dumps(document)
    return quote(LZString().compressToBase64("".join(map(utf_16, text))))


def utf_16(sign):
    """A sign as JavaScript counts it: as two beyond the first 65,536."""
    code = ord(sign) - 0x10000
    return sign if code < 0 else chr(0xD800 + (code >> 10)) + chr(0xDC00 + (code & 0x3FF))


def deflated(text):
    """Base 64 of raw deflate."""
    packer = zlib.compressobj(wbits=-15)
    return quote(b64encode(packer.compress(text.encode()) + packer.flush()).decode())


def penpa(case, head):
    """What stands in a link of Penpa+ behind `p=`: words of it that occur often are two signs."""
    about = f"{head},190,0,0,0,0,0,0,Title: Zig%2C zag,Author: ,,,OFF,false"
    drawn = {"command_redo": {"__a": []}, "number": PENPA_NUMBERS, "thermo": [], "lineE": PENPA_LINES}
    drawn |= case.get("more", {})
    space, kinds = case.get("space", [0, 0, 0, 0]), case.get("kinds", [])
    lines = [about, json.dumps(space), "{}", json.dumps(drawn), *13 * ["{}"], json.dumps(kinds)]
    text = "\n".join(lines).replace("z", "zZ")
    for word, short in {'"command_redo"': "zR", '"number"': "zN", '"lineE"': "zE", '"thermo"': "zT"}.items():
        text = text.replace(word, short)
    return deflated(text) + (f"&a={deflated(json.dumps(case['solution']))}" if "solution" in case else "")


def document(case, begin):
    """The puzzle of a case as JSON of f-puzzles or SudokuPad."""
    is_f_puzzles = "load=" in begin or "fpuz" in begin
    cells: Any = [
        [{} if cell == "." else {"value": int(cell), "given": True} for cell in row] for row in ROWS
    ]
    if not is_f_puzzles:
        cells = [[{} if cell == "." else {"value": cell} for cell in row] for row in ROWS]
    cells[0][0] |= case.get("cell", {})
    known = {"size": 4, "grid": cells} if is_f_puzzles else {"cellSize": 50, "cells": cells, "regions": BOXES}
    return known | case.get("more", {})


def links_of(case):
    """The links of a case."""
    for begin in case.get("in", []):
        if "penpa" in begin:
            yield from (begin + penpa(case, head) for head in case.get("head", [PENPA_HEAD]))
        else:
            yield begin + squeezed(case["zipped"] if "zipped" in case else document(case, begin))


@pytest.mark.parametrize("case", cases(Path(__file__).with_name("links.toml")))
def test_links_give(case):
    """What the table says."""
    expected = filled(case["gives"].replace("{_FOUR}", "." + FOUR[1:]))
    texts = [*map(filled, case.get("texts", [])), *links_of(case)]
    assert texts
    for text in texts:
        said = in_words(text)
        assert is_like(said, expected), text


@given(geometry=st.sampled_from(GEOMETRIES), site=st.sampled_from(SITES), data=st.data())
def test_what_is_written_is_read_back(geometry, site, data):
    """A board of any size that the site holds, clues and boxes; other sizes are refused."""
    cells = data.draw(
        st.lists(st.integers(0, geometry.size), min_size=geometry.cell_count, max_size=geometry.cell_count)
    )
    board = Board(bytes(cells), geometry)
    most = {"f-puzzles": 16, "sudokupad": 25, "sudokuwiki": 9}[site]
    if geometry.size > most or (site == "sudokuwiki" and geometry.size < 9):
        with pytest.raises(UnsupportedError, match=f"{site} holds .* not {geometry.size}×{geometry.size}"):
            write(board, Style(site))
    else:
        link = write(board, Style(site)).rstrip()
        entry = linked(f"a {link} b")
        assert (entry.puzzle, entry.title) == (Puzzle(board), "a")


@pytest.mark.parametrize("site", SITES)
def test_pencilmarks_are_not_written(site):
    """No link that is written has a place for them."""
    with pytest.raises(UnsupportedError, match="does not hold pencilmarks"):
        write(Puzzle(MARKS), Style(site))


@pytest.mark.parametrize("site", ["f-puzzles", "sudokupad"])
def test_no_part_of_a_link_is_read(site):
    """A link that was cut off is refused, wherever that was."""
    link = link_of(Board(FOUR), site)
    begin = link.index("N4Ig") + 1
    for end in range(begin, len(link.rstrip("%3D")) - 1):
        assert linked(link[:end]).error


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-1, 9) | st.floats() | st.text("a:1", max_size=4),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=4),
)


@given(more=st.dictionaries(st.sampled_from(WORDS), JSON, max_size=3), begin=st.sampled_from(BEGINS[:4]))
def test_a_document_of_another_form_is_refused_and_no_more(more, begin):
    """No other error, whatever stands in the place of what is known."""
    if "penpa" in begin:
        link = begin + penpa({"more": more}, PENPA_HEAD)
    else:
        link = begin + squeezed(document({"more": more}, begin))
    told = in_words(link)
    assert told.startswith("found ") or FOUR in told or not {"grid", "cells", "number"}.isdisjoint(more)


@given(st.sampled_from(BEGINS), st.text("N4Igz=.~RC1_5,%S9Bscfpuz/0é", max_size=90))
def test_any_text_in_a_link_is_read_or_refused(begin, text):
    """No other error."""
    assert isinstance(in_words(begin + text), str)


def test_the_library_is_imported_only_for_links():
    """Nobody else waits for it."""
    code = "import sys, sudocube.rows.links; sys.exit('lzstring' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
