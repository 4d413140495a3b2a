"""The puzzle is typed, by keyboard and by mouse; the verdict, clashes and candidates follow."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.serving.browser.looking import CLASHING, NONE, SEVERAL, UNIQUE, board_text, cell, has_verdict


def test_the_verdict_is_there_at_once(page):
    for puzzle, words in (
        (UNIQUE, "One solution"),
        (SEVERAL, "Several solutions"),
        (NONE, "No solution"),
        ("", "An empty grid"),
    ):
        page.goto(f"/#p={puzzle}")
        has_verdict(page, words)


def test_the_verdict_follows_what_is_typed_and_clashes_are_marked(page):
    page.goto(f"/#p={UNIQUE}")
    cell(page, "r1c7").click()
    page.keyboard.press("Delete")
    has_verdict(page, "Several solutions")
    expect(cell(page, "r1c7")).to_have_attribute("aria-label", "row 1, column 7, blank")
    page.keyboard.press("9")
    has_verdict(page, "No solution")
    for name in ("r1c2", "r1c7"):
        expect(cell(page, name)).to_have_attribute("data-tone", "bad")
        expect(cell(page, name)).to_have_attribute("aria-label", re.compile("9, clashes in row 1"))
    page.keyboard.press("0")
    expect(page.locator("#puzzle [data-tone]")).to_have_count(0)


def test_undo_and_redo_go_back_and_forth_by_keys_and_by_buttons(page):
    page.goto(f"/#p={SEVERAL}")
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    cell(page, "r1c7").click()
    page.keyboard.press("8")
    has_verdict(page, "One solution")
    page.keyboard.press("Control+z")
    has_verdict(page, "Several solutions")
    page.keyboard.press("Control+Shift+z")
    has_verdict(page, "One solution")
    page.get_by_role("button", name="Undo").click()
    has_verdict(page, "Several solutions")
    page.get_by_role("button", name="Redo").click()
    has_verdict(page, "One solution")
    page.get_by_role("button", name="Clear").click()
    has_verdict(page, "An empty grid")
    page.keyboard.press("Control+z")
    assert board_text(page) == SEVERAL[:6] + "8" + SEVERAL[7:]


def test_a_button_that_has_nothing_more_to_do_keeps_the_focus(page):
    page.goto("/")
    cell(page, "r1c1").click()
    page.keyboard.press("8")
    for name, after in [("Undo", "."), ("Redo", "8"), ("Clear", ".")]:
        pressed = page.get_by_role("button", name=name)
        pressed.focus()
        page.keyboard.press("Enter")
        expect(pressed).to_be_disabled()
        expect(pressed).to_be_focused()
        assert board_text(page)[0] == after


def test_marks_of_a_puzzle_are_never_put_on_the_cells_of_another(page):
    """Until the answer comes, those clashes are shown that are still there, and no others."""
    page.goto("/#p=11......1" + "." * 72)
    page.get_by_role("button", name="Candidates").click()
    expect(page.locator("#puzzle .marks").first).to_be_attached()
    clashing = page.locator("#puzzle [data-cell][aria-label*=clashes]")
    expect(clashing).to_have_count(3)
    page.route("**/api/look", lambda route: None)  # no answer until it is unrouted
    cell(page, "r1c9").click()
    page.keyboard.press("2")
    expect(clashing).to_have_count(2)
    cell(page, "r1c2").click()
    page.keyboard.press("3")
    expect(clashing).to_have_count(0)
    page.get_by_label("Size and boxes").select_option("2x2")
    expect(page.locator("#puzzle [data-cell]")).to_have_count(16)
    has_verdict(page, "Checking …")
    expect(clashing).to_have_count(0)
    expect(page.locator("#puzzle .marks")).to_have_count(0)
    page.unroute("**/api/look")
    has_verdict(page, "An empty grid")


def test_boxes_of_another_shape_are_another_puzzle_although_the_digits_stay(page):
    page.goto("/#p=1.....1" + "." * 29)
    has_verdict(page, "No solution")
    page.route("**/api/look", lambda route: None)  # no answer until it is unrouted
    cell(page, "r6c6").click()
    page.keyboard.press("Shift+Digit1")
    page.get_by_label("Size and boxes").select_option("3x2")
    expect(page.locator("#puzzle [data-cell][aria-label*=clashes]")).to_have_count(0)
    page.unroute("**/api/look")
    expect(page.locator("#puzzle [data-cell][aria-label*=clashes]")).to_have_count(2)


def test_a_note_alone_is_still_an_empty_grid(page):
    page.goto("/")
    cell(page, "r1c1").click()
    page.keyboard.press("Shift+Digit4")
    expect(cell(page, "r1c1").locator(".marks")).to_be_attached()
    has_verdict(page, "An empty grid")
    for panel in ("Unique?", "Why not?", "Step by step", "Proof"):
        page.get_by_role("link", name=panel, exact=True).click()
        expect(page.get_by_role("heading", level=1)).to_have_text(panel)
        expect(page.locator("#panel")).to_contain_text("An empty grid")
    page.get_by_role("link", name="Puzzle", exact=True).click()
    page.get_by_label("The pencilmarks are part of the puzzle").check()
    has_verdict(page, "Several solutions")


MOVES = [
    ("ArrowLeft", "r2c1"),
    ("ArrowUp", "r1c2"),
    ("ArrowRight", "r2c3"),
    ("ArrowDown", "r3c2"),
    ("Home", "r2c1"),
    ("End", "r2c9"),
    ("Control+Home", "r1c1"),
    ("Control+End", "r9c9"),
]


def test_keys_move_the_one_tab_stop_and_tab_leaves_the_board(page):
    page.goto("/")
    for key, to in MOVES:
        cell(page, "r2c2").click()
        page.keyboard.press(key)
        expect(cell(page, to)).to_be_focused()
        expect(page.locator("#puzzle td[tabindex='0']")).to_have_count(1)
    page.keyboard.press("Tab")
    expect(page.locator("#puzzle .pad button").first).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(cell(page, "r9c9")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(cell(page, "r9c9")).to_be_focused()


def test_what_is_typed_without_a_focus_goes_to_the_selected_cell(page):
    page.goto("/")
    expect(page.locator("main[aria-busy]")).to_have_count(0)  # before, the board is not to be seen
    page.keyboard.press("7")
    expect(cell(page, "r1c1")).to_have_text("7")
    expect(cell(page, "r1c1")).to_be_focused()


def test_pencilmarks_by_shift_by_space_and_by_the_pad(page):
    page.goto("/")
    cell(page, "r1c1").click()
    page.keyboard.press("Shift+Digit3")
    expect(cell(page, "r1c1")).to_have_attribute("aria-label", "row 1, column 1, blank, candidates 3")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pencil")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("1")
    page.locator(".pad").get_by_role("button", name="5").click()
    expect(cell(page, "r1c1")).to_have_attribute("aria-label", "row 1, column 1, blank, candidates 1 3 5")
    page.locator(".pad").get_by_role("button", name="3").click()
    page.reload()
    expect(cell(page, "r1c1")).to_have_attribute("aria-label", "row 1, column 1, blank, candidates 1 5")
    page.locator(".pad").get_by_role("button", name="Empty the cell").click()
    expect(cell(page, "r1c1")).to_have_attribute("aria-label", "row 1, column 1, blank")


def test_pencilmarks_are_notes_until_one_says_that_they_are_part_of_the_puzzle(page):
    page.goto(f"/#p={UNIQUE}&m=r1c1:5")
    has_verdict(page, "One solution")
    page.get_by_label("The pencilmarks are part of the puzzle").check()
    has_verdict(page, "No solution")
    page.reload()
    has_verdict(page, "No solution")
    expect(page.get_by_label("The pencilmarks are part of the puzzle")).to_be_checked()


def test_candidates_are_those_that_no_clue_rules_out_and_follow(page):
    page.goto("/#p=12..............")
    page.get_by_role("button", name="Candidates").click()
    expect(cell(page, "r1c3")).to_have_attribute("aria-label", "row 1, column 3, blank, candidates 3 4")
    cell(page, "r1c4").click()
    page.keyboard.press("3")
    expect(cell(page, "r1c3")).to_have_attribute("aria-label", "row 1, column 3, blank, candidates 4")
    page.get_by_role("button", name="Candidates").click()
    expect(cell(page, "r1c3")).to_have_attribute("aria-label", "row 1, column 3, blank")


SIZES = [("2x2", "4", "5"), ("3x2", "6", "7"), ("2x5", "a", "b"), ("4x4", "G", "h"), ("5x5", "p", "z")]
"""Boxes, the last digit of that size, and what is none."""


def test_every_size_is_chosen_typed_and_checked(page):
    page.goto("/")
    for box, digit, none in SIZES:
        page.get_by_label("Size and boxes").select_option(box)
        size = int(box[0]) * int(box[2])
        expect(page.locator("#puzzle [data-cell]")).to_have_count(size * size)
        expect(page.locator(".pad button")).to_have_count(size + 1)
        cell(page, "r1c1").click()
        page.keyboard.press(digit)
        page.keyboard.press("ArrowRight")
        page.keyboard.press(none)
        expect(cell(page, "r1c1")).to_have_text(digit.upper())
        expect(cell(page, "r1c2")).to_have_text("")
        has_verdict(page, "Several solutions")
    page.reload()
    expect(page.locator("#puzzle [data-cell]")).to_have_count(625)
    expect(cell(page, "r1c1")).to_have_text("P")


def test_boxes_of_another_shape_keep_the_digits_and_another_size_can_be_undone(page):
    page.goto("/#p=" + "123456" + "." * 30)
    page.get_by_label("Size and boxes").select_option("3x2")
    assert board_text(page).startswith("123456")
    expect(cell(page, "r3c2")).to_have_class(re.compile("box-right"))
    page.get_by_label("Size and boxes").select_option("3x3")
    has_verdict(page, "An empty grid")
    page.keyboard.press("Control+z")
    expect(page.locator("#puzzle [data-cell]")).to_have_count(36)
    assert board_text(page).startswith("123456")


def test_a_fast_typist_sees_the_verdict_of_the_last_digit(page):
    """One question is on its way at a time, and it is never that of a puzzle that is gone."""
    page.goto(f"/#p={UNIQUE}")
    cell(page, "r1c1").click()
    page.keyboard.type("9101112000")
    has_verdict(page, "One solution")
    assert board_text(page) == UNIQUE
    page.goto(f"/#p={CLASHING}")
    expect(page.locator("#puzzle .live .small")).to_have_text("The marked digits clash.")


def test_a_screen_reader_is_told_what_was_typed_and_what_it_makes_of_the_puzzle(page):
    said = page.locator("#said")
    page.goto(f"/#p={UNIQUE}")
    expect(said).to_have_attribute("aria-live", "polite")
    expect(said).to_contain_text("One solution")
    cell(page, "r1c1").click()
    page.keyboard.press("9")
    expect(said).to_contain_text("No solution. The marked digits clash.")
    assert said.locator("p").all_inner_texts()[-2:] == ["9", "No solution. The marked digits clash."]
    page.keyboard.press("Shift+Digit4")
    page.keyboard.press("0")
    page.keyboard.press("Shift+Digit4")
    expect(said.locator("p").filter(has_text="pencilmarks 4")).to_have_count(1)
    page.keyboard.press("Control+z")
    expect(said).to_contain_text("Undone")
