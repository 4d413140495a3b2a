"""The puzzle is handed out: as text in every format, as a picture, as a link."""

from __future__ import annotations

import struct
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

from sudocube import Puzzle, read
from sudocube.formats import FORMATS
from tests.serving.browser.looking import UNIQUE, has_verdict


@pytest.fixture
def dialog(page):
    page.goto(f"/#p={UNIQUE}")
    has_verdict(page, "One solution")
    page.get_by_role("button", name="Export…").click()
    opened = page.get_by_role("dialog")
    expect(opened.get_by_label("Format")).to_be_visible()
    return opened


def downloaded(page, dialog, button):
    with page.expect_download() as download:
        dialog.get_by_role("button", name=button, exact=True).click()
    return download.value.suggested_filename, Path(download.value.path())


def test_each_format_is_shown_and_downloaded_as_the_library_writes_it(page, dialog, axe):
    expect(dialog.get_by_label("Format")).to_be_focused()
    axe(page)
    for name in FORMATS:
        dialog.get_by_label("Format").select_option(name)
        shown = dialog.get_by_label("The text").input_value()
        file, path = downloaded(page, dialog, "Download")
        assert path.read_text() == shown
        assert file.startswith("puzzle.")
        assert [entry.puzzle for entry in read(path)] == [Puzzle(UNIQUE)]


def test_the_pictures_are_those_of_the_library(page, dialog):
    file, path = downloaded(page, dialog, "Download SVG")
    assert (file, path.read_text().strip()) == ("puzzle.svg", Puzzle(UNIQUE)._repr_html_())
    width = int(ElementTree.fromstring(path.read_text()).attrib["width"])
    file, path = downloaded(page, dialog, "Download PNG")
    assert file == "puzzle.png"
    assert struct.unpack(">8x4x4xII", path.read_bytes()[:24]) == (width * 3, width * 3)


def test_a_png_shows_every_clue_where_it_stands(page):
    """Ink is counted cell by cell: a cell with a clue has some in its middle, a blank has none."""
    page.goto("/")
    has_verdict(page, "An empty grid")
    script = """async (svg) => {
        const { pngOf } = await import("/static/scripts/picture.js");
        const bitmap = await createImageBitmap(await pngOf(svg, 2));
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
        const paint = canvas.getContext("2d");
        paint.drawImage(bitmap, 0, 0);
        return Array.from({ length: 16 }, (_, cell) => {
            const [x, y] = [cell % 4, Math.floor(cell / 4)].map((at) => (2 + at * 36 + 6) * 2);
            return paint.getImageData(x, y, 48, 48).data.some((value) => value < 128);
        });
    }"""
    puzzle = Puzzle("1.....2..3.....4")
    assert page.evaluate(script, puzzle._repr_html_()) == [digit > 0 for digit in puzzle.cells]


def test_the_link_opens_the_same_puzzle_elsewhere(page, dialog, new_page):
    other = new_page()
    other.goto(dialog.get_by_label("Address").input_value())
    has_verdict(other, "One solution")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    dialog.get_by_role("button", name="Copy the link").click()
    expect(dialog.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.url


def test_where_copying_is_forbidden_the_text_is_selected(page, dialog):
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }")
    dialog.get_by_role("button", name="Copy", exact=True).click()
    expect(dialog.get_by_role("button", name="Press Ctrl+C")).to_be_visible()
    assert page.evaluate("getSelection().toString()").strip() == UNIQUE


def test_what_a_format_cannot_hold_is_said(page):
    page.goto("/#p=" + "123456" + "." * 30 + "&box=3x2")
    page.get_by_role("button", name="Export…").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("does not tell boxes of 3 rows × 2 columns: choose grid")
    expect(dialog.get_by_role("button", name="Download", exact=True)).to_be_disabled()
    dialog.get_by_label("Format").select_option("grid")
    expect(dialog.get_by_role("button", name="Download", exact=True)).to_be_enabled()
