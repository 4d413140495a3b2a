"""Answers about another puzzle than the one of the page are grey, and no error leaves a wrong verdict."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from tests.cli.command import UNIQUE

FIVE = ".9.3....6..4.......8.7..3.1....1........9...33....5.9.5...........8...727.9...6.."
THOUSANDS = "........6..4.......8.7..3.1....1........9...33....5.9.5...........8...727.9...6.."
PENCILMARKS = "12......." + 80 * "123456789"
ROW_OF_FIVES = "555" + 78 * "."

SMALLEST_MARKS = """() => {
  const marks = [...document.querySelectorAll("#panel .board .marks")];
  return Math.min(...marks.map((one) => parseFloat(getComputedStyle(one).fontSize)));
}"""

OLD_PARTS = {
    "unique": [
        "[role=region][aria-label='Answers of the engines']",
        ".one-by-one",
        ".overlay",
        ".solution-count",
    ],
    "why-not": [".parts"],
}


def headline(page: Page):
    return page.locator("#panel .headline")


def wait_until_it_is_done(page: Page, panel: str):
    done = "Digits in some solution" if panel == "unique" else "One clue that is enough"
    expect(page.get_by_role("heading", name=done)).to_be_visible()
    expect(page.locator("#panel .headline-box")).to_have_attribute("aria-busy", "false")


@pytest.mark.parametrize("panel", OLD_PARTS)
def test_answers_about_the_puzzle_before_are_grey_and_no_verdict_is_left_by_an_error(
    panel, page, expected_errors
):
    expected_errors.append("ERR_FAILED")
    page.goto(f"/{panel}#p={FIVE}")
    wait_until_it_is_done(page, panel)
    for part in (".headline-box", *OLD_PARTS[panel]):
        expect(page.locator(f"#panel {part}")).not_to_have_attribute("inert", "")

    page.route("**/api/**", lambda route: None)
    page.evaluate("p => { location.hash = `p=${p}` }", UNIQUE)
    for part in (".headline-box", *OLD_PARTS[panel]):
        expect(page.locator(f"#panel {part}")).to_have_attribute("inert", "")
        expect(page.locator(f"#panel {part}")).to_have_css("opacity", "0.5")

    page.unroute("**/api/**")
    page.route("**/api/**", lambda route: route.abort())
    page.evaluate("p => { location.hash = `p=${p}` }", THOUSANDS)
    expect(headline(page)).to_have_text("No answer")
    for part in OLD_PARTS[panel]:
        expect(page.locator(f"#panel {part}")).to_have_attribute("inert", "")

    page.unroute("**/api/**")
    page.evaluate("p => { location.hash = `p=${p}` }", FIVE)
    expect(headline(page)).to_have_text("Several solutions")
    for part in OLD_PARTS[panel]:
        expect(page.locator(f"#panel {part}")).not_to_have_attribute("inert", "")


@pytest.mark.parametrize("panel", OLD_PARTS)
def test_pencilmarks_that_are_part_of_the_puzzle_can_be_left_out(panel, page):
    """A diagnosis takes clues only. Left out, the pencilmarks are notes."""
    page.goto(f"/{panel}#p={PENCILMARKS}")
    leave_out = page.get_by_role("button", name="Leave the pencilmarks out")
    expect(page.locator("#panel")).to_contain_text("needs a puzzle of clues only")
    leave_out.press("Enter")
    expect(leave_out).to_have_count(0)
    expect(page.locator("#puzzle [data-cell]:focus")).to_have_count(1)
    page.locator("#puzzle [data-cell=r1c2]").click()
    page.keyboard.press("1")
    expect(headline(page)).to_have_text("Several solutions")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    expect(leave_out).to_be_visible()


def test_what_was_tried_can_be_taken_back_and_tried_again_by_the_same_key(page):
    page.goto(f"/why-not#p={FIVE}")
    page.get_by_role("button", name="Add this clue: r1c5 = 2 added").press("Enter")
    expect(headline(page)).to_have_text("One solution")
    page.keyboard.press("Enter")
    again = page.get_by_role("button", name="Try it again")
    expect(again).to_be_focused()
    expect(headline(page)).to_have_text("Several solutions")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Take it back")).to_be_focused()
    expect(headline(page)).to_have_text("One solution")


def test_a_digit_that_stands_three_times_is_said_to_do_so(page):
    page.goto(f"/why-not#p={ROW_OF_FIVES}")
    expect(page.locator("#panel .headline-box")).to_contain_text("Row 1 holds 5 3 times.")


def test_why_not_counts_as_many_solutions_as_unique(page):
    page.goto(f"/unique#p={THOUSANDS}")
    expect(page.locator(".solution-count")).to_have_text("5,843 solutions")
    page.get_by_role("navigation", name="Panels").get_by_role("link", name="Why not?").click()
    expect(page.locator("#panel .headline-box")).to_contain_text("There are 5,843 solutions.")


def test_no_width_scrolls_the_page_sideways_and_the_table_can_be_scrolled_by_keys(page, axe):
    page.goto(f"/unique#p={FIVE}&cell=r1c5")
    wait_until_it_is_done(page, "unique")
    for width in (320, 360, 1000, 1100, 1150, 1200):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, width
        assert page.evaluate(SMALLEST_MARKS) >= 7, width
        if width == 1000:
            axe(page)


def test_the_rows_of_the_engines_have_their_place_before_an_engine_is_asked(page):
    page.route("**/api/crosscheck", lambda route: None)
    page.goto(f"/unique#p={UNIQUE}")
    expect(page.locator("table.engines tbody tr")).to_have_count(4)


def test_an_engine_whose_whole_name_comes_later_has_one_row(page):
    """The row of `sat` becomes that of its encoding and solver, while the others still wait."""
    asked = {"type": "progress", "done": 0, "of": 4, "words": "sat:extended@cadical153"}
    line = json.dumps(json.dumps(asked) + "\n")
    page.add_init_script(f"""
      const usual = window.fetch;
      window.fetch = (path, options) => String(path).endsWith("api/crosscheck")
        ? Promise.resolve(new Response(new ReadableStream({{
            start: (stream) => stream.enqueue(new TextEncoder().encode({line})) }})))
        : usual(path, options);
    """)
    page.goto(f"/unique#p={UNIQUE}")
    names = page.locator("table.engines tbody th")
    expect(names.nth(1)).to_have_text("sat:extended@cadical153")
    expect(names).to_have_count(4)
