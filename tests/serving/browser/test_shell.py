"""The page around the panels: addresses, back and forward, widths, colours, weight; a server that is gone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.serving.browser.looking import CLASHING, NONE, SEVERAL, UNIQUE, board_text, cell, has_verdict

PANELS = ["Puzzle", "Unique?", "Why not?", "Step by step", "Proof", "Clauses", "A list", "Make one", "Lesson"]
MOST_BYTES = 200_000


def test_typing_replaces_the_address_and_opening_a_panel_adds_to_the_history(page):
    page.goto(f"/#p={SEVERAL}")
    has_verdict(page, "Several solutions")
    before = page.evaluate("history.length")
    cell(page, "r1c7").click()
    page.keyboard.press("8")
    has_verdict(page, "One solution")
    expect(page).to_have_url(re.compile(re.escape(f"#p={UNIQUE}") + "$"))
    assert page.evaluate("history.length") == before
    page.get_by_role("link", name="Lesson", exact=True).first.click()
    expect(page).to_have_url(re.compile(r"/lesson#p="))
    assert page.evaluate("history.length") == before + 1
    expect(page.get_by_role("link", name="Lesson", exact=True).first).to_have_attribute(
        "aria-current", "page"
    )
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Is this Sudoku unique, and why?")
    assert board_text(page) == UNIQUE
    page.go_forward()
    expect(page).to_have_url(re.compile(r"/lesson#p="))


def test_a_fragment_that_is_typed_brings_its_puzzle(page):
    page.goto(f"/#p={SEVERAL}")
    has_verdict(page, "Several solutions")
    page.evaluate(f"location.hash = '#p={UNIQUE}'")
    has_verdict(page, "One solution")
    page.go_back()
    has_verdict(page, "Several solutions")


def test_two_tabs_have_a_puzzle_each_and_a_reload_keeps_it(page):
    page.goto(f"/#p={SEVERAL}")
    other = page.context.new_page()
    other.goto(f"/#p={NONE}")
    has_verdict(other, "No solution")
    has_verdict(page, "Several solutions")
    page.reload()
    has_verdict(page, "Several solutions")


def test_an_address_of_no_panel_says_what_to_do(page, expected_errors):
    expected_errors.append("404")
    page.goto("/lesson/no-such-scene")
    expect(page.get_by_role("heading", level=1)).to_have_text("Not found")
    expect(page.locator("#panel")).to_contain_text("Choose another one above")
    page.get_by_role("link", name="Puzzle", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Is this Sudoku unique, and why?")


def test_the_skip_link_leads_to_the_panel_and_the_puzzle_stays(page):
    page.goto(f"/#p={UNIQUE}")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the panel")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#panel")).to_be_focused()
    expect(page).to_have_url(re.compile(re.escape(f"/#p={UNIQUE}") + "$"))
    assert board_text(page) == UNIQUE
    assert [link.inner_text() for link in page.locator("#panels a").all()] == PANELS


def test_a_fragment_that_is_a_place_of_the_page_leaves_the_puzzle_as_it_is(page):
    page.goto(f"/#p={UNIQUE}")
    has_verdict(page, "One solution")
    page.evaluate("location.hash = '#panel'")
    expect(page).to_have_url(re.compile("#panel$"))
    cell(page, "r1c1").click()
    page.keyboard.press("2")
    expect(page).to_have_url(re.compile(re.escape(f"/#p=2{UNIQUE[1:]}") + "$"))


@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (1600, "light")])
def test_nothing_is_wider_than_the_page_and_axe_finds_nothing_serious(new_page, axe, width, scheme):
    page = new_page(width=width, color_scheme=scheme)
    page.goto(f"/#p={CLASHING}")
    has_verdict(page, "No solution")
    page.get_by_role("button", name="Candidates").click()
    expect(page.locator("#puzzle .marks").first).to_be_attached()
    axe(page)
    for one in (width, 800):
        page.set_viewport_size({"width": one, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


RECORD_SHIFTS = """
    window.shifts = [];
    new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map((one) => one.value)))
        .observe({ type: "layout-shift", buffered: true });
"""
PAINTED = """() => new Promise((done) => {
    new PerformanceObserver(() => done()).observe({ type: "paint", buffered: true });
})"""


@pytest.mark.parametrize("width", [360, 800, 1280])
def test_nothing_jumps_although_the_scripts_come_late(new_page, width):
    page = new_page(width=width, height=800)
    page.add_init_script(RECORD_SHIFTS)
    held = []
    page.route("**/scripts/main.js", lambda route: held.append(route))
    page.goto(f"/why-not#p={UNIQUE}", wait_until="commit")
    page.evaluate(PAINTED)
    held[0].continue_()
    has_verdict(page, "One solution")
    expect(page.get_by_role("heading", level=1)).to_have_text("Why not?")
    expect(page.locator("#panels [aria-current]")).to_have_text("Why not?")
    assert page.evaluate("window.shifts") == []


def test_nothing_jumps_while_the_page_is_loaded_and_one_types(page):
    page.add_init_script(RECORD_SHIFTS)
    page.goto(f"/#p={UNIQUE}")
    has_verdict(page, "One solution")
    expect(page.get_by_role("button", name="16 × 16")).to_be_visible()
    cell(page, "r1c1").click()
    for key, words in [
        ("9", "No solution"),
        ("0", "One solution"),
        ("5", "No solution"),
        ("0", "One solution"),
    ]:
        page.keyboard.press(key)
        has_verdict(page, words)
    assert page.evaluate("window.shifts") == []


def test_the_page_weighs_at_most_200_kb_before_it_is_used(page):
    sizes = {}
    page.on("response", lambda answer: sizes.update({answer.url: len(answer.body())}))
    page.goto("/", wait_until="networkidle")
    has_verdict(page, "An empty grid")
    assert sum(sizes.values()) < MOST_BYTES
    assert len(sizes) > 10


def test_a_server_that_does_not_answer_is_told_of_and_typing_goes_on(page, expected_errors):
    expected_errors.append("net::ERR_FAILED")
    page.goto(f"/#p={UNIQUE}")
    has_verdict(page, "One solution")
    page.route("**/api/**", lambda route: route.abort())
    cell(page, "r1c1").click()
    page.keyboard.press("9")
    has_verdict(page, "Not checked")
    expect(page.locator("#puzzle .live")).to_contain_text("Is `sudocube serve` still running?")
    expect(cell(page, "r1c1")).to_have_text("9")
    page.unroute("**/api/**")
    page.keyboard.press("0")
    has_verdict(page, "One solution")


def test_light_and_dark_can_be_chosen_and_the_choice_is_kept(new_page):
    page = new_page(color_scheme="light")
    page.goto("/")
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    button = page.get_by_role("button", name=re.compile("Colours"))
    button.click()
    expect(button).to_have_text("Colours: light")
    button.click()
    expect(button).to_have_text("Colours: dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != light
    page.reload()
    expect(button).to_have_text("Colours: dark")


def test_on_a_narrow_page_a_panel_is_in_sight_and_the_keys_can_be_opened(new_page):
    page = new_page(width=360, height=740)
    page.goto(f"/unique#p={UNIQUE}")
    expect(page.get_by_role("heading", level=1)).to_be_in_viewport()
    expect(page.locator(".pad")).to_be_hidden()
    page.get_by_role("button", name="Edit the puzzle").click()
    expect(page.locator(".pad")).to_be_visible()
    page.set_viewport_size({"width": 800, "height": 740})
    expect(page.get_by_role("heading", level=1)).to_be_in_viewport()
    expect(page.get_by_role("button", name="Edit the puzzle")).to_be_hidden()
    expect(page.locator(".pad")).to_be_visible()
    page.goto("/lesson")
    expect(page.locator("#puzzle")).to_be_hidden()


def test_an_example_is_one_click_away_and_can_be_undone(page):
    page.goto("/")
    page.get_by_role("button", name="16 × 16").click()
    expect(page.locator("#puzzle [data-cell]")).to_have_count(256)
    has_verdict(page, "One solution")
    page.keyboard.press("Control+z")
    has_verdict(page, "An empty grid")


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
    tab_to(page, "Export…")
    page.keyboard.press("Enter")
    expect(page.get_by_label("The text")).to_have_value(UNIQUE + "\n")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Export…")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Singles are enough")).to_be_focused()
    tab_to(page, "Lesson")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/lesson#p="))
