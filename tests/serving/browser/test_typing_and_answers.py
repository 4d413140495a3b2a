"""The puzzle is typed; the answers follow, and none about another puzzle is left without being grey."""

import re

from playwright.sync_api import expect

from tests.serving.browser.looking import CLASHING, SEVERAL, SMALL, UNIQUE, board_text, cell, has_verdict

THOUSANDS = "........6..4.......8.7..3.1....1........9...33....5.9.5...........8...727.9...6.."


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


def test_an_answer_about_the_puzzle_before_is_never_shown_as_one_about_this(page, expected_errors):
    """Nothing lies over the board, and an error leaves no verdict."""
    expected_errors.append("ERR_FAILED")
    laid, repair = page.locator("#puzzle [data-kind=placed]"), page.get_by_role("button", name="Add r1c5")

    def show(puzzle):
        page.evaluate("p => { location.hash = `p=${p}` }", puzzle)

    page.goto(f"/#p={SEVERAL}")
    expect(repair.first).to_be_visible()
    expect(laid.nth(40)).to_be_attached()
    page.route("**/api/**", lambda route: None)  # an answer that does not come
    show(UNIQUE)
    has_verdict(page, "Checking …")
    expect(laid).to_have_count(0)
    expect(repair).to_have_count(0)
    page.unroute("**/api/**")
    page.route("**/api/**", lambda route: route.abort())
    show(THOUSANDS)
    has_verdict(page, "Not checked")
    expect(laid).to_have_count(0)
    page.unroute("**/api/**")
    show(SEVERAL)
    expect(repair.first).to_be_visible()


def test_nothing_of_a_trace_or_of_steps_is_shown_with_another_puzzle(page):
    """While the library has not answered yet."""
    page.goto(f"/encodings#p={SMALL}&view=trace&at=64")
    expect(page.locator("#puzzle [data-cell=r1c4]")).to_have_text("3")
    page.route("**/api/trace", lambda _: None)  # an answer that does not come yet
    page.evaluate("location.hash = '#p=..2.....1.3..3..&view=trace&at=3'")
    expect(page.get_by_text("The trace of this puzzle …")).to_be_visible()
    expect(page.locator("#puzzle td[data-kind=placed]")).to_have_count(0)
    page.unroute("**/api/trace")
    page.goto(f"/why#p={SMALL}&at=5")
    expect(page.locator(".player output")).to_have_text("step 5 of 14")
    page.evaluate("p => { location.hash = `p=${p}` }", SEVERAL)
    expect(page.locator(".player output")).to_have_text("the puzzle")
    expect(page.locator("#puzzle td[role=gridcell]")).to_have_count(81)
