"""Answers about another puzzle than the one of the page are grey, and no error leaves a wrong verdict."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.serving.browser.looking import SEVERAL, SMALL, UNIQUE

THOUSANDS = "........6..4.......8.7..3.1....1........9...33....5.9.5...........8...727.9...6.."


def test_answers_about_the_puzzle_before_are_grey_and_no_verdict_is_left_by_an_error(page, expected_errors):
    expected_errors.append("ERR_FAILED")
    headline, parts = page.locator("#panel .headline"), (".headline-box", ".one-by-one", ".overlay")

    def show(puzzle):
        page.evaluate("p => { location.hash = `p=${p}` }", puzzle)

    def are_grey(*parts):
        for part in parts:
            expect(page.locator(f"#panel {part}")).to_have_attribute("inert", "")
            expect(page.locator(f"#panel {part}")).to_have_css("opacity", "0.5")

    page.goto(f"/unique#p={SEVERAL}")
    expect(page.get_by_role("heading", name="Digits in some solution")).to_be_visible()
    expect(page.locator("#panel .headline-box")).to_have_attribute("aria-busy", "false")
    for part in parts:
        expect(page.locator(f"#panel {part}")).not_to_have_attribute("inert", "")
    page.route("**/api/**", lambda route: None)  # an answer that does not come
    show(UNIQUE)
    are_grey(*parts)
    page.unroute("**/api/**")
    page.route("**/api/**", lambda route: route.abort())
    show(THOUSANDS)
    expect(headline).to_have_text("No answer")
    are_grey(*parts[1:])
    page.unroute("**/api/**")
    show(SEVERAL)
    expect(headline).to_have_text("Several solutions")
    for part in parts:
        expect(page.locator(f"#panel {part}")).not_to_have_attribute("inert", "")


def test_nothing_of_a_trace_or_of_steps_is_shown_with_another_puzzle(page):
    """While the library has not answered yet."""
    page.goto(f"/clauses#p={SMALL}&view=trace&k=64")
    expect(page.locator("#puzzle [data-cell=r1c4]")).to_have_text("3")
    page.route("**/api/trace", lambda _: None)  # an answer that does not come yet
    page.evaluate("location.hash = '#p=..2.....1.3..3..&view=trace&k=3'")
    expect(page.locator(".trace-card .waiting")).to_be_visible()
    expect(page.locator("#puzzle td[data-kind=placed]")).to_have_count(0)
    page.unroute("**/api/trace")
    page.goto(f"/steps#p={SMALL}&at=5")
    expect(page.locator(".walk-moves output")).to_have_text("step 5 of 14")
    page.evaluate("p => { location.hash = `p=${p}` }", SEVERAL)
    expect(page.locator(".walk-moves output")).to_have_text("the puzzle")
    expect(page.locator(".walk-board td[role=gridcell]")).to_have_count(81)
