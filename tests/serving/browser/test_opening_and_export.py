"""Puzzles come in by pasting, dropping, a dialog or an address, and go out as text, picture and link."""

from __future__ import annotations

import re
import struct
from pathlib import Path

from playwright.sync_api import expect

from sudocube import Puzzle, read
from sudocube.formats import FORMATS
from tests.serving.browser.looking import (
    SEVERAL,
    SMALL,
    UNIQUE,
    board_text,
    drop,
    has_notice,
    has_verdict,
    paste,
)

DRAWN = "12|..\n..|1.\n--+--\n.1|..\n..|.."


def test_what_the_command_line_reads_can_be_pasted_anywhere_and_undone(page):
    page.goto("/")
    has_verdict(page, "An empty grid")
    paste(page, DRAWN)
    has_verdict(page, "Several solutions")
    assert board_text(page) == "12....1..1......"
    paste(page, "puzzle,note\n" + UNIQUE + ",easy\n")
    has_verdict(page, "One solution")
    assert board_text(page) == UNIQUE
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    has_verdict(page, "An empty grid")


def test_a_text_that_is_no_puzzle_changes_nothing_says_where_and_why_and_stays_text(page):
    page.goto(f"/#p={UNIQUE}")
    has_verdict(page, "One solution")
    paste(page, "1..4\n....\n.5..\n....")
    has_notice(page, "Line 3, column 2: found '5'; expected a digit 1 to 4")
    assert board_text(page) == UNIQUE
    page.keyboard.press("Escape")
    expect(page.locator(".notice")).to_have_count(0)
    paste(page, "<img src=x onerror=alert(1)>")
    has_notice(page, "Line 1, column 1: found '<'")
    expect(page.locator(".notice img")).to_have_count(0)
    paste(page, SMALL)
    expect(page.locator(".notice")).to_have_count(0)


def test_of_several_puzzles_the_first_is_shown_and_all_go_to_the_list(page):
    page.goto("/")
    paste(page, f"{UNIQUE}\n{SEVERAL}\n")
    has_notice(page, "2 puzzles: the first one is on the board.")
    has_verdict(page, "One solution")
    page.get_by_role("button", name="Open all as a list").click()
    expect(page).to_have_url(re.compile("/list#p="))
    drop(page, f"{UNIQUE}\n" * 1000, "many.txt")
    expect(page.locator("#panel")).to_contain_text("many.txt: 1,000 puzzles")


def test_the_dialog_reads_a_text_with_boxes_of_a_shape_and_a_file(page, axe, tmp_path):
    page.goto("/")
    page.get_by_role("button", name="Open…").click()
    dialog = page.get_by_role("dialog")
    axe(page)
    dialog.get_by_label("Puzzle").fill("1..4")
    dialog.get_by_role("button", name="Open", exact=True).click()
    expect(dialog.locator(".message")).to_contain_text("found")
    dialog.get_by_label("Puzzle").fill("123456" + "." * 30)
    dialog.get_by_label("Size and boxes").select_option("3x2")
    dialog.get_by_role("button", name="Open", exact=True).click()
    expect(dialog).to_be_hidden()
    expect(page.get_by_label("Size and boxes").first).to_have_value("3x2")
    page.get_by_role("button", name="Open…").click()
    file = tmp_path / "puzzle.sdk"
    file.write_text("[Puzzle]\n" + "\n".join(UNIQUE[at : at + 9] for at in range(0, 81, 9)))
    dialog.get_by_label("Size and boxes").select_option("")
    with page.expect_file_chooser() as chooser:
        dialog.get_by_role("button", name="Choose a file…").click()
    chooser.value.set_files(file)
    has_verdict(page, "One solution")


def test_an_address_may_hold_a_puzzle_in_any_form_and_says_where_it_cannot_be_read(page):
    page.goto("/#p=1...%20..2.%20.3..%20...4")
    has_verdict(page, "One solution")
    assert board_text(page) == SMALL
    expect(page).to_have_url(re.compile(re.escape(f"#p={SMALL}") + "$"))
    page.goto("/#p=nonsense%3Cb%3E")
    has_notice(page, "The puzzle in the address cannot be read: Line 1, column 1: found 'n'")


def test_formats_pictures_and_a_link_are_handed_out_as_the_library_writes_them(page, new_page, axe):
    page.goto(f"/#p={UNIQUE}")
    has_verdict(page, "One solution")
    page.get_by_role("button", name="Export…").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Format")).to_be_focused()
    axe(page)

    def downloaded(button):
        with page.expect_download() as download:
            dialog.get_by_role("button", name=button, exact=True).click()
        return Path(download.value.path())

    for name in FORMATS:
        dialog.get_by_label("Format").select_option(name)
        shown = dialog.get_by_label("The text").input_value()
        file = downloaded("Download")
        assert file.read_text() == shown
        assert [entry.puzzle for entry in read(file)] == [Puzzle(UNIQUE)]
    assert downloaded("Download SVG").read_text().strip() == Puzzle(UNIQUE)._repr_html_()
    width, height = struct.unpack(">8x4x4xII", downloaded("Download PNG").read_bytes()[:24])
    assert width == height > 500
    other = new_page()
    other.goto(dialog.get_by_label("Address").input_value())
    has_verdict(other, "One solution")
    assert board_text(other) == UNIQUE


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
    puzzle = Puzzle(SMALL)
    assert page.evaluate(script, puzzle._repr_html_()) == [digit > 0 for digit in puzzle.cells]
