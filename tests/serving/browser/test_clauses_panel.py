"""The panel Clauses: clauses of places, and the trace with the clause that fires; by mouse and by keys."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("playwright")
from playwright.sync_api import Page, expect

SMALL = "1.....2..3.....4"
OPEN = "..2.....1.3..3.."
SIX = ".....2....5....1.6..3...2.63..5....."
SIXTEEN = "." * 256


def summary(page: Page):
    return page.locator("section[aria-label='The clauses of a place'] > p")


def step_words(page: Page):
    return page.locator(".trace-player output")


def cell(page: Page, name: str):
    return page.locator(f"#puzzle [data-cell={name}]")


def test_the_clauses_of_a_cell_a_line_and_all_that_speak_of_a_cell(page, axe):
    """The place stands in the address; a clause under the focus is marked on the board."""
    page.goto(f"/clauses#p={SMALL}")
    expect(summary(page)).to_contain_text("7 clauses of extended are of r1c1.")
    expect(cell(page, "r1c1")).to_have_attribute("data-tone", "note")
    axe(page)
    page.get_by_role("combobox", name="Clauses of").select_option("row")
    page.get_by_role("combobox", name="Digit").select_option("3")
    expect(summary(page)).to_contain_text("7 clauses of extended are of row 1, digit 3.")
    page.locator(".clause-row").first.focus()
    expect(cell(page, "r1c2").locator("[data-tone=good]")).to_have_text("3")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".clause-row:focus")).to_contain_text("¬x[r1c1,3] ∨ ¬x[r1c2,3]")
    expect(cell(page, "r1c2").locator("[data-tone=bad]")).to_have_text("3")
    page.reload()
    expect(summary(page)).to_contain_text("row 1, digit 3")
    cell(page, "r2c2").click()
    expect(summary(page)).to_contain_text("are of r2c2")
    page.get_by_text("All clauses that speak of it").click()
    expect(summary(page)).to_contain_text("47 clauses of extended speak of r2c2.")
    expect(page.locator(".clause-group h3", has_text="column 2, digit 4: at least one")).to_be_visible()


@pytest.mark.parametrize(("puzzle", "count"), [(SIX, 16), (SIXTEEN, 121)])
def test_other_sizes_and_encodings(page, puzzle, count):
    page.goto(f"/clauses#p={puzzle}")
    expect(summary(page)).to_contain_text(f"{count} clauses")
    page.get_by_role("combobox", name="Encoding").select_option("sequential-counter")
    expect(page.locator(".clause-group h3", has_text="definitions")).to_be_visible()
    expect(page.locator(".definitions").first).to_contain_text("a[1] is true if")
    page.locator(".clause-idea summary").click()
    expect(page.locator(".clause-idea")).to_contain_text("a running count goes along the line")


def test_a_long_list_of_clauses_comes_in_parts(page):
    page.goto(f"/clauses#p={SIXTEEN}&of=row+1")
    expect(summary(page)).to_contain_text("1,936 clauses")
    expect(page.locator(".clause-row")).to_have_count(300)
    page.get_by_role("button", name="Show 300 more of 1,636").click()
    expect(page.locator(".clause-row")).to_have_count(600)


def test_the_trace_step_by_step(page, axe):
    """The firing clause, its line with the clause highlighted, and the board as it is then."""
    page.goto(f"/clauses#p={SMALL}&view=trace")
    expect(step_words(page)).to_have_text("The start")
    page.get_by_role("button", name="Next", exact=True).click()
    expect(page.locator(".trace-card")).to_contain_text("A clue says so")
    page.locator(".row-button", has_text=re.compile("^5$")).click()
    expect(page.locator(".trace-card .forced")).to_contain_text("¬x[r1c1,2]")
    expect(page.locator(".firing-list [aria-current]")).to_have_text("¬x[r1c1,1] ∨ ¬x[r1c1,2]")
    axe(page)
    page.get_by_role("slider").focus()
    page.keyboard.press("End")
    expect(step_words(page)).to_have_text("Step 64 of 64")
    expect(page.locator("#host .message.good")).to_contain_text("In the end: solved")
    assert [cell(page, f"r1c{column}").inner_text() for column in range(1, 5)] == ["1", "2", "4", "3"]
    page.get_by_role("button", name="First").click()
    page.get_by_role("button", name="Next digit").click()
    expect(page.locator(".trace-card")).to_contain_text("at least one")
    page.get_by_role("button", name="First").click()
    expect(cell(page, "r1c4").locator(".marks span")).to_have_count(4)
    page.goto(f"/clauses#p={SMALL}&view=trace&k=12")
    page.reload()
    expect(step_words(page)).to_have_text("Step 12 of 64")
    expect(page.locator(".row-table [aria-current] .row-button")).to_have_text("12")


def test_decisions_conflicts_and_what_is_learned(page):
    """And a board that takes back what the conflict undoes."""
    page.goto(f"/clauses#p={OPEN}&view=trace")
    expect(page.locator("#host .message.open")).to_contain_text("In the end: stuck")
    page.get_by_label("Decisions of your own").fill("r1c2=1, r3c2=2")
    page.keyboard.press("Enter")
    expect(page.locator("#host .message.open")).to_contain_text("2 decisions, 1 conflict")
    page.get_by_role("button", name="Next conflict").click()
    expect(page.locator("tr[aria-current] .trace-literal")).to_have_text("conflict")
    expect(page.get_by_role("button", name="Next conflict")).to_have_attribute("aria-disabled", "true")
    expect(page.locator(".trace-card")).to_contain_text("All literals of the clause are false.")
    expect(page.locator(".trace-card")).to_contain_text("Learned:")
    page.get_by_text("Go on with decisions and learning").click()
    expect(page.locator("#host .message.good")).to_contain_text("In the end: solved")
    page.get_by_label("Decisions of your own").fill("r9c9=1")
    page.get_by_role("button", name="Decide").click()
    expect(page.locator("#host [role=alert]")).to_contain_text("expected a cell, r1c1 to r4c4")


def test_steps_by_the_keyboard_alone(page):
    """PageUp and PageDown among the controls, the arrows in the table."""
    page.goto(f"/clauses#p={SMALL}&view=trace")
    expect(step_words(page)).to_have_text("The start")
    expect(page.locator(".row-button").first).to_be_visible()
    page.get_by_role("button", name="Next", exact=True).focus()
    page.keyboard.press("PageDown")
    page.keyboard.press("PageDown")
    expect(step_words(page)).to_have_text("Step 2 of 64")
    page.locator(".row-button[tabindex='0']").focus()
    page.keyboard.press("End")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(step_words(page)).to_have_text("Step 63 of 64")
    expect(page.locator(".row-table [aria-current] .row-button")).to_be_focused()


def test_a_hundred_steps_touch_no_cell_that_stays_the_same(page):
    """The cells are elements that stay; r4c4 is a clue, and never drawn anew."""
    page.goto(f"/clauses#p={SMALL}&view=trace&k=20")
    expect(step_words(page)).to_have_text("Step 20 of 64")
    page.evaluate(
        """() => {
          const cells = document.querySelectorAll('#puzzle td[data-cell]');
          window.seen = { nodes: [...cells], drawn: 0 };
          const clue = document.querySelector('#puzzle [data-cell=r4c4]');
          new MutationObserver(all => { window.seen.drawn += all.length })
            .observe(clue, { childList: true, characterData: true, subtree: true });
        }"""
    )
    for key in ["PageDown"] * 25 + ["PageUp"] * 25:
        page.get_by_role("button", name="Next", exact=True).press(key)
    expect(step_words(page)).to_have_text("Step 20 of 64")
    same = "[...document.querySelectorAll('#puzzle td[data-cell]')].every((td, at) => td === seen.nodes[at])"
    assert page.evaluate(f"[{same}, seen.drawn]") == [True, 0]


def test_a_trace_follows_the_puzzle_and_refuses_pencilmarks_with_a_word(page):
    page.goto(f"/clauses#p={SMALL}&view=trace")
    expect(step_words(page)).to_have_text("The start")
    cell(page, "r1c2").click()
    page.keyboard.press("1")
    expect(page.locator("#host .message.bad")).to_contain_text("no solution")
    page.goto("/clauses#p=" + "12......." + "123456789" * 80 + "&view=trace")
    expect(page.locator("#host [role=alert]")).to_contain_text("pencilmarks")


@pytest.mark.parametrize("view", ["place", "trace"])
def test_it_fits_a_narrow_page_in_the_dark(new_page, axe, view):
    """Nothing is wider than the page, and on it the grid stands with the steps."""
    page = new_page(width=360, height=740, color_scheme="dark")
    page.goto(f"/clauses#p={SMALL}&view={view}&k=12")
    expect(summary(page) if view == "place" else step_words(page)).not_to_be_empty()
    if view == "trace":
        expect(page.get_by_role("grid", name="The grid after the step")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    axe(page)


def test_the_line_of_a_clause_is_there_again_after_a_step_without_one(page):
    page.goto(f"/clauses#p={SMALL}&view=trace&k=5")
    lines = page.locator(".firing-list li")
    expect(page.locator(".firing-list [aria-current]")).to_have_text("¬x[r1c1,1] ∨ ¬x[r1c1,2]")
    count = lines.count()
    page.get_by_role("button", name="First").click()
    expect(lines).to_have_count(0)
    page.locator(".row-button", has_text=re.compile("^5$")).click()
    expect(lines).to_have_count(count)
    expect(page.locator(".firing-list [aria-current]")).to_have_text("¬x[r1c1,1] ∨ ¬x[r1c1,2]")


def test_nothing_of_a_trace_is_shown_with_another_puzzle_or_encoding(page):
    """While the library has not answered yet."""
    page.goto(f"/clauses#p={SMALL}&view=trace&k=64")
    expect(cell(page, "r1c4")).to_have_text("3")
    page.route("**/api/trace", lambda _: None)  # an answer that does not come yet
    for change in (
        lambda: page.evaluate(f"location.hash = '#p={SIX}&view=trace&k=3'"),
        lambda: page.get_by_role("combobox", name="Encoding").select_option("minimal"),
    ):
        change()
        expect(page.locator(".trace-card .waiting")).to_be_visible()
        expect(step_words(page)).to_have_text("The start")
        expect(page.locator(".trace-player").get_by_role("button", name="Play")).to_be_disabled()
        expect(page.locator(".row-table tbody tr:not([hidden], .row-space)")).to_have_count(0)
        expect(page.locator("#puzzle td[data-kind=placed]")).to_have_count(0)
        page.unroute("**/api/trace")
        page.reload()
        expect(page.locator(".row-table tbody tr:not([hidden], .row-space)").first).to_be_visible()
        page.route("**/api/trace", lambda _: None)


def test_a_conflict_is_shown_as_it_is_found(page):
    """What it takes back is there again with the next step."""
    page.goto(f"/clauses#p={OPEN}&view=trace&decide=r1c2%3D1,+r3c2%3D2")
    page.get_by_role("button", name="Next conflict").click()
    expect(page.locator(".trace-card")).to_contain_text("row 1, digit 4: at least one")
    expect(cell(page, "r1c4")).to_have_text("3")
    expect(cell(page, "r1c1")).to_have_attribute("data-tone", "bad")
    page.get_by_role("button", name="Next", exact=True).click()
    expect(cell(page, "r1c4").locator(".marks span").last).to_have_text("4")
