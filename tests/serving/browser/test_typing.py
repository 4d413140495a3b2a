"""The puzzle is typed; the verdict and the clashes follow, and are never those of another puzzle."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.serving.browser.looking import CLASHING, SEVERAL, UNIQUE, board_text, cell, has_verdict


def test_the_verdict_follows_what_is_typed_clashes_are_marked_and_all_can_be_undone(page):
    """A screen reader is told the same."""
    page.goto(f"/#p={UNIQUE}")
    has_verdict(page, "One solution")
    cell(page, "r1c7").click()
    page.keyboard.press("Delete")
    has_verdict(page, "Several solutions")
    page.keyboard.press("9")
    has_verdict(page, "No solution")
    for name in ("r1c2", "r1c7"):
        expect(cell(page, name)).to_have_attribute("data-tone", "bad")
        expect(cell(page, name)).to_have_attribute("aria-label", re.compile("9, clashes in row 1"))
    expect(page.locator("#said[aria-live=polite]")).to_contain_text("The marked digits clash.")
    page.keyboard.press("0")
    expect(page.locator("#puzzle [data-tone]")).to_have_count(0)
    for _ in range(3):
        page.keyboard.press("Control+z")
    has_verdict(page, "One solution")
    assert board_text(page) == UNIQUE
    page.get_by_role("button", name="Clear").click()
    has_verdict(page, "An empty grid")
    page.get_by_role("button", name="Undo").click()
    has_verdict(page, "One solution")


def test_pencilmarks_are_notes_until_one_says_that_they_are_part_of_the_puzzle(page):
    page.goto(f"/#p={UNIQUE}")
    cell(page, "r1c1").click()
    page.keyboard.press("Shift+Digit5")
    expect(cell(page, "r1c1")).to_have_attribute("aria-label", "row 1, column 1, blank, candidates 5")
    has_verdict(page, "One solution")
    part = page.get_by_label("The pencilmarks are part of the puzzle")
    part.check()
    has_verdict(page, "No solution")
    page.reload()
    has_verdict(page, "No solution")
    expect(part).to_be_checked()


def test_sizes_are_chosen_typed_and_checked(page):
    """The last digit of a size is taken, the one after it is not."""
    page.goto("/")
    for box, digit, none in (("3x2", "6", "7"), ("5x5", "p", "z")):
        page.get_by_label("Size and boxes").select_option(box)
        size = int(box[0]) * int(box[2])
        expect(page.locator("#puzzle [data-cell]")).to_have_count(size * size)
        cell(page, "r1c1").click()
        page.keyboard.press(digit)
        page.keyboard.press("ArrowRight")
        page.keyboard.press(none)
        expect(cell(page, "r1c1")).to_have_text(digit.upper())
        expect(cell(page, "r1c2")).to_have_text("")
        has_verdict(page, "Several solutions")


def test_marks_and_a_verdict_are_never_put_beside_another_puzzle(page):
    """Until the answer comes, those clashes are shown that are still there, and no others."""
    page.goto(f"/#p={CLASHING}")
    has_verdict(page, "No solution")
    clashing = page.locator("#puzzle [data-cell][aria-label*=clashes]")
    expect(clashing.first).to_be_visible()
    page.route("**/api/**", lambda route: None)  # no answer until it is unrouted
    page.evaluate(f"location.hash = '#p={SEVERAL}'")
    has_verdict(page, "Checking …")
    expect(clashing).to_have_count(0)
    page.unroute("**/api/**")
    has_verdict(page, "Several solutions")
