"""Puzzles come in by pasting, a dialog or an address, and go out as text, picture and link."""

import io
from pathlib import Path

from playwright.sync_api import expect

from sudocube import Puzzle, read
from tests.serving.browser.looking import SMALL, UNIQUE, board_text, has_notice, has_verdict, paste


def test_what_the_command_line_reads_can_be_pasted_and_what_is_no_puzzle_changes_nothing(page):
    """It says where and why, and stays text."""
    page.goto("/")
    has_verdict(page, "An empty grid")
    paste(page, "12|..\n..|1.\n--+--\n.1|..\n..|..")
    has_verdict(page, "Several solutions")
    assert board_text(page) == "12....1..1......"
    paste(page, "puzzle,note\n" + UNIQUE + ",easy\n")
    has_verdict(page, "One solution")
    assert board_text(page) == UNIQUE
    paste(page, "1..4\n....\n.5..\n....")
    has_notice(page, "Line 3, column 2: found '5'; expected a digit 1 to 4")
    paste(page, "<img src=x onerror=alert(1)>")
    has_notice(page, "Line 1, column 1: found '<'")
    expect(page.locator(".notice img")).to_have_count(0)
    assert board_text(page) == UNIQUE
    paste(page, SMALL)
    expect(page.locator(".notice")).to_have_count(0)


def test_the_dialog_reads_a_text_with_boxes_of_a_shape_and_a_file(page, axe, tmp_path):
    page.goto("/")
    page.get_by_role("button", name="Open…").click()
    dialog = page.get_by_role("dialog")
    axe(page)
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


def test_texts_pictures_and_a_link_are_handed_out_as_the_library_writes_them(page, new_page, axe):
    page.goto(f"/#p={UNIQUE}")
    page.get_by_role("button", name="Share…").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Format")).to_be_focused()
    axe(page)

    def downloaded(button):
        with page.expect_download() as download:
            dialog.get_by_role("button", name=button, exact=True).click()
        return Path(download.value.path())

    dialog.get_by_label("Format").select_option("sdk")
    assert [entry.puzzle for entry in read(downloaded("Download"))] == [Puzzle(UNIQUE)]
    assert downloaded("Download SVG").read_text().strip() == Puzzle(UNIQUE)._repr_html_()
    other = new_page()
    there = dialog.get_by_role("textbox", name="Link to sudokupad.app").input_value()
    assert [entry.puzzle for entry in read(io.BytesIO(there.encode()), "link")] == [Puzzle(UNIQUE)]
    other.goto(dialog.get_by_role("textbox", name="Address of this page").input_value())
    has_verdict(other, "One solution")
    assert board_text(other) == UNIQUE
