"""The page around the panels: addresses, back and forward, keyboard, weight; a server that is gone."""

import re

from playwright.sync_api import expect

from tests.serving.browser.looking import SEVERAL, UNIQUE, board_text, cell, has_verdict


def test_typing_replaces_the_address_and_opening_a_panel_adds_to_the_history(page):
    page.goto(f"/#p={SEVERAL}")
    has_verdict(page, "Several solutions")
    before = page.evaluate("history.length")
    cell(page, "r1c7").click()
    page.keyboard.press("8")
    has_verdict(page, "One solution")
    expect(page).to_have_url(re.compile(re.escape(f"#p={UNIQUE}") + "$"))
    assert page.evaluate("history.length") == before
    page.get_by_role("link", name="Make", exact=True).first.click()
    expect(page).to_have_url(re.compile(r"/make#p="))
    assert page.evaluate("history.length") == before + 1
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Is this Sudoku unique, and why?")
    assert board_text(page) == UNIQUE


def test_the_page_weighs_at_most_200_kb_before_it_is_used(page):
    page.goto("/")
    has_verdict(page, "An empty grid")
    kinds = "['navigation', 'resource'].flatMap(kind => performance.getEntriesByType(kind))"
    sizes = page.evaluate(f"{kinds}.map(one => one.decodedBodySize)")
    assert min(sizes) > 0
    assert sum(sizes) < 200_000


def test_a_server_that_does_not_answer_is_told_of_and_typing_goes_on(page, expected_errors):
    expected_errors.append("net::ERR_FAILED")
    page.goto(f"/#p={UNIQUE}")
    has_verdict(page, "One solution")
    page.route("**/api/**", lambda route: route.abort())
    cell(page, "r1c1").click()
    page.keyboard.press("9")
    has_verdict(page, "Not checked")
    expect(page.locator(".verdict")).to_contain_text("The server has ended.")
    expect(cell(page, "r1c1")).to_have_text("9")
    page.unroute("**/api/**")
    page.keyboard.press("0")
    has_verdict(page, "One solution")


def tab_to(page, name):
    """Go with Tab to the element of that name, as somebody does who has no mouse."""
    named = "() => document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText"
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate(named) == name:
            return
    raise AssertionError(f"Tab never comes to {name}")


def test_the_keyboard_alone_is_enough(page):
    page.goto("/")
    has_verdict(page, "An empty grid")
    tab_to(page, "Size and boxes")
    page.keyboard.press("Home")
    expect(page.locator("#puzzle [data-cell]")).to_have_count(16)
    tab_to(page, "Open…")
    page.keyboard.press("Enter")
    page.keyboard.type(UNIQUE)
    tab_to(page, "Open")
    page.keyboard.press("Enter")
    has_verdict(page, "One solution")
    tab_to(page, "Share…")
    page.keyboard.press("Enter")
    expect(page.get_by_label("The text")).to_have_value(UNIQUE + "\n")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Share…")).to_be_focused()
