"""Puzzles that are pasted, dropped, opened in the dialog, or named by an address of any form."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.serving.browser.looking import (
    SEVERAL,
    SMALL,
    UNIQUE,
    board_text,
    cell,
    drop,
    has_notice,
    has_verdict,
    paste,
)

DRAWN = "12|..\n..|1.\n--+--\n.1|..\n..|.."
SIX = "\n".join(["123|456", "...|...", "---+---"] * 2 + ["...|...", "...|..."])
FORMS = [
    (DRAWN, "12....1..1......"),
    ("1... ..2. .3.. ...4", SMALL),
    ("puzzle,note\n" + UNIQUE + ",easy\n", UNIQUE),
    ("[[1,0,0,0],[0,0,2,0],[0,3,0,0],[0,0,0,4]]", SMALL),
]


def test_what_the_command_line_reads_can_be_pasted_anywhere_and_undone(page):
    page.goto("/")
    has_verdict(page, "An empty grid")
    for text, cells in FORMS:
        paste(page, text)
        expect(page.locator("#puzzle [data-cell]")).to_have_count(len(cells))
        has_verdict(page, "Several solutions" if cells == FORMS[0][1] else "One solution")
        assert board_text(page) == cells
    for _ in FORMS:
        page.keyboard.press("Control+z")
    has_verdict(page, "An empty grid")


def test_a_text_that_is_no_puzzle_changes_nothing_and_says_where_and_why(page):
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


def test_of_several_puzzles_the_first_is_shown_and_all_go_to_the_list(page):
    page.goto("/")
    paste(page, f"{UNIQUE}\n{SEVERAL}\n")
    has_notice(page, "2 puzzles: the first one is on the board.")
    has_verdict(page, "One solution")
    page.get_by_role("button", name="Open all as a list").click()
    expect(page).to_have_url(re.compile("/list#p="))
    expect(page.locator(".notice")).to_have_count(0)


def test_a_notice_ends_with_the_puzzle_that_it_speaks_of(page):
    page.goto("/")
    paste(page, f"{UNIQUE}\n{SEVERAL}\n")
    has_notice(page, "2 puzzles")
    paste(page, "nonsense")
    has_notice(page, "found 'n'")
    paste(page, UNIQUE)
    expect(page.locator(".notice")).to_have_count(0)
    paste(page, "nonsense")
    has_notice(page, "found 'n'")
    cell(page, "r1c1").click()
    page.keyboard.press("2")
    expect(page.locator(".notice")).to_have_count(0)


def test_a_small_file_is_dropped_on_the_board_and_a_long_one_on_the_list(page):
    page.goto("/")
    drop(page, DRAWN, "a.txt")
    has_verdict(page, "Several solutions")
    assert board_text(page) == FORMS[0][1]
    drop(page, f"{UNIQUE}\n" * 1000, "many.txt")
    expect(page).to_have_url(re.compile("/list#p="))
    expect(page.locator("#panel")).to_contain_text("many.txt: 1,000 puzzles")
    drop(page, f"{SEVERAL}\n", "one.txt")
    expect(page.locator("#panel")).to_contain_text("one.txt: 1 puzzle")
    assert board_text(page) == FORMS[0][1]


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
    expect(dialog).to_be_hidden()


def test_the_dialog_opens_without_the_text_of_the_last_time(page):
    page.goto("/")
    page.get_by_role("button", name="Open…").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Puzzle").fill("nonsense")
    dialog.get_by_role("button", name="Open", exact=True).click()
    expect(dialog.locator(".message")).to_contain_text("found")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Open…").click()
    expect(dialog.get_by_label("Puzzle")).to_have_value("")
    expect(dialog.locator(".message")).to_have_count(0)


def test_ctrl_c_on_the_board_copies_the_puzzle_as_a_line(page):
    page.goto(f"/#p={UNIQUE}")
    cell(page, "r1c1").click()
    script = """() => {
        const data = new DataTransfer();
        const event = new ClipboardEvent("copy", { clipboardData: data, bubbles: true, cancelable: true });
        document.activeElement.dispatchEvent(event);
        return data.getData("text/plain");
    }"""
    assert page.evaluate(script) == UNIQUE


def test_an_address_may_hold_a_puzzle_in_any_form(page):
    page.goto("/#p=1...%20..2.%20.3..%20...4")
    has_verdict(page, "One solution")
    assert board_text(page) == SMALL
    expect(page).to_have_url(re.compile(re.escape(f"#p={SMALL}") + "$"))


def test_an_address_without_a_puzzle_that_can_be_read_says_so(page):
    page.goto("/#p=nonsense%3Cb%3E")
    has_notice(page, "The puzzle in the address cannot be read: Line 1, column 1: found 'n'")
    expect(page.locator("#puzzle [data-cell]")).to_have_count(81)
