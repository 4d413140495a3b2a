"""Step by step: a method forth and back, its marks and words, and cells that one chooses oneself."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, Route, expect

from tests.serving.browser.looking import CLASHING, NONE, SEVERAL, SMALL, UNIQUE, paste

GUESSED = ".2.........9.86.5.6..9..........18.4...3...9...2...1.6..1.2......8.4.7.19.5......"
OPEN = "7..2.9.3..6....81..4..7..2.6...32........8.....37...599..8.......5.4..........4.."
SIXTEEN = "1" + 255 * "."
PENCILMARKS = "12......." + "....5...." + 79 * "123456789"

WATCH = """() => {
    window.touched = new Set();
    window.rebuilt = 0;
    const look = (changes) => changes.forEach(({ target, type }) => {
        const cell = (target.nodeType === 1 ? target : target.parentElement).closest("td");
        if (cell) window.touched.add(cell.dataset.cell);
        else if (type === "childList") window.rebuilt++;
    });
    const all = { subtree: true, childList: true, attributes: true, characterData: true };
    new MutationObserver(look).observe(document.querySelector(".walk-board table"), all);
}"""

GO = """async ([name, times]) => {
    const button = document.querySelector(`.walk-moves button[title=${name}]`);
    for (let done = 0; done < times; done++) {
        button.click();
        await new Promise(requestAnimationFrame);
    }
}"""


def cell(page: Page, name: str) -> Locator:
    return page.locator(f".walk-board [data-cell={name}]")


def place(page: Page) -> Locator:
    return page.locator(".walk-moves output")


def says(page: Page) -> Locator:
    return page.locator(".says")


def arrive(page: Page, puzzle: str, more: str = "") -> None:
    """Open the panel, and wait for the end of the method."""
    page.goto(f"/steps#p={puzzle}{more}")
    expect(page.get_by_role("heading", name="How it ends")).to_be_visible()


def move(page: Page, name: str, times: int = 1) -> None:
    for _ in range(times):
        page.get_by_role("button", name=name, exact=True).click()


def test_steps_are_gone_through_by_mouse_and_keyboard_and_the_address_keeps_the_place(page):
    arrive(page, SMALL)
    expect(place(page)).to_have_text("the puzzle")
    move(page, "Next", 2)
    expect(place(page)).to_have_text("step 2 of 14")
    expect(says(page)).to_have_text(
        "r1c4 can hold nothing but 3 (forced possibility: naked single). So 3 goes from r1c3, r2c4."
    )
    expect(page.locator(".facts")).to_contain_text("In the words of phasesforced possibility")
    expect(page.locator(".facts")).to_contain_text("Usually callednaked single")
    expect(page.locator(".facts .badge")).to_have_text("follows from the marked cells")
    expect(cell(page, "r1c4")).to_have_attribute("data-tone", "good")
    expect(cell(page, "r1c4")).to_have_text("3")
    expect(cell(page, "r2c4").locator("[data-tone=bad]")).to_have_text("3")
    page.keyboard.press("PageDown")
    expect(place(page)).to_have_text("step 3 of 14")
    page.keyboard.press("PageUp")
    slider = page.get_by_role("slider", name="Steps: place")
    slider.focus()
    page.keyboard.press("End")
    expect(place(page)).to_have_text("step 14 of 14")
    expect(says(page)).to_contain_text("Solved")
    page.wait_for_url(re.compile("at=14"))
    page.reload()
    expect(place(page)).to_have_text("step 14 of 14")
    move(page, "First")
    expect(place(page)).to_have_text("the puzzle")
    page.get_by_role("button", name="r2c2 can hold nothing but 4").click()
    expect(place(page)).to_have_text("step 3 of 14")
    page.keyboard.press("ArrowDown")
    expect(place(page)).to_have_text("step 4 of 14")


def test_a_hundred_steps_forth_and_back_touch_only_the_cells_that_change(page):
    """No row and no cell is built anew; at the end the board is as it was."""
    arrive(page, OPEN, "&method=possibles")
    labels = "all => all.map((td) => `${td.getAttribute('aria-label')} ${td.dataset.tone ?? ''}`)"
    cells = page.locator(".walk-board td[role=gridcell]")
    start = cells.evaluate_all(labels)
    page.evaluate(WATCH)
    move(page, "Next")
    assert page.evaluate("[...window.touched].sort()") == [f"r1c{column}" for column in range(1, 10)]
    page.evaluate(GO, ["Next", 99])
    expect(place(page)).to_have_text("step 100 of 161")
    assert cells.evaluate_all(labels) != start
    page.evaluate(GO, ["Back", 100])
    expect(place(page)).to_have_text("the puzzle")
    assert page.evaluate("window.rebuilt") == 0
    assert cells.evaluate_all(labels) == start


def test_a_guess_is_marked_as_assumed_and_held_against_the_solutions(page):
    arrive(page, GUESSED, "&at=5")
    expect(says(page)).to_contain_text("Guess: r5c7 is 2")
    expect(page.locator(".facts .badge")).to_have_text("wrong: it is so in no solution")
    expect(cell(page, "r5c7")).to_have_attribute("data-kind", "assumed")
    expect(cell(page, "r5c7")).to_have_attribute("data-tone", "open")
    move(page, "Next", 13)
    expect(says(page)).to_contain_text("Deadlock")
    expect(page.locator(".walk-board [data-tone=bad]").first).to_be_visible()
    move(page, "Next")
    expect(says(page)).to_contain_text("Back: r5c7 = 2 undone")
    expect(cell(page, "r5c7")).not_to_have_attribute("data-kind", "assumed")


def test_each_method_speaks_in_the_words_of_its_source(page):
    arrive(page, SMALL)
    rules = page.get_by_role("region", name="Rules")
    for method, rule in (("sets", "elim_values"), ("possibles", "solo"), ("cube", "one true in an x-row")):
        page.get_by_label("Method").select_option(method)
        page.wait_for_url(re.compile(f"method={method}"))
        expect(rules).to_contain_text(rule)


def test_a_search_goes_on_to_all_solutions_if_one_wants_it_to(page):
    arrive(page, SEVERAL)
    ends = page.get_by_role("region", name="How it ends")
    expect(ends).to_contain_text("whether there are others was not asked")
    page.get_by_label("Go on after the first solution").check()
    expect(ends).to_contain_text("and no others")


def test_a_cell_that_one_chooses_is_filled_by_its_single_and_the_method_goes_on(page):
    arrive(page, SMALL, "&method=sets")
    cell(page, "r2c2").click()
    expect(says(page)).to_contain_text("r2c2 can hold nothing but 4 (the chosen cell: naked single)")
    expect(place(page)).to_contain_text("step 1 of")
    expect(page.locator(".facts .badge")).to_have_text("follows from the marked cells")
    expect(page.get_by_role("heading", name="How it ends")).to_be_visible()
    expect(page.get_by_role("region", name="How it ends")).to_contain_text("Outcome: solved")
    page.wait_for_url(re.compile("at=1"))
    page.reload()
    expect(says(page)).to_contain_text("the chosen cell: naked single")
    page.get_by_role("button", name="Take back step 1: r2c2, and what was chosen after it").click()
    expect(place(page)).to_have_text("the puzzle")
    expect(page.get_by_role("list", name="Chosen")).to_have_count(0)


def test_a_digit_that_one_types_is_an_assumption_and_is_checked(page):
    """By keyboard: to the cell, the digit, back again."""
    arrive(page, OPEN)
    cell(page, "r1c1").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("5")
    expect(says(page)).to_contain_text("Guess: r1c2 is 5 (assumed by you: guess")
    expect(page.locator(".facts .badge")).to_have_text("right: it is so in every solution")
    expect(cell(page, "r1c2")).to_have_attribute("data-kind", "assumed")
    expect(page.get_by_role("region", name="How it ends")).to_contain_text("Outcome: solved")


def test_a_cell_without_a_single_says_what_it_can_hold_and_a_wrong_digit_leads_to_a_contradiction(page, axe):
    arrive(page, OPEN)
    cell(page, "r1c2").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".chosen-answer")).to_contain_text(
        "No single shows the digit of r1c2 now. It can hold 1, 5 and 8."
    )
    axe(page, "#host")
    page.get_by_role("button", name="Assume 8").click()
    expect(page.locator(".facts .badge")).to_have_text("wrong: it is so in no solution")
    ends = page.get_by_role("region", name="How it ends")
    expect(ends).to_contain_text("r1c2 = 8: no solution has this.")
    move(page, "Last")
    expect(says(page)).to_contain_text("Deadlock")
    page.get_by_role("button", name=re.compile("^Take back step 1")).click()
    expect(ends).to_contain_text("Outcome: solved")
    cell(page, "r1c1").click()
    expect(page.locator(".chosen-answer")).to_contain_text("r1c1 holds 7 already.")


def test_every_puzzle_comes_to_its_end(page):
    """Unique, with several solutions, with none, with a clash, 16×16; one after the other."""
    ends = page.get_by_role("region", name="How it ends")
    for puzzle in (SIXTEEN, UNIQUE, SEVERAL):
        page.goto(f"/steps#p={puzzle}")
        expect(page.get_by_role("gridcell").nth(1)).to_be_visible()
        expect(page.locator(".walk-board td[role=gridcell]")).to_have_count(len(puzzle))
        expect(ends).to_contain_text("Outcome: solved")
    for puzzle in (NONE, CLASHING):
        page.goto(f"/steps#p={puzzle}")
        expect(ends).to_contain_text("Outcome: unsolvable")


def test_an_empty_grid_has_no_steps(page):
    """It would be filled with guesses; this panel asks for a puzzle, as the others do."""
    page.goto("/steps")
    expect(page.get_by_role("status").filter(has_text="An empty grid")).to_be_visible()
    expect(page.locator(".walk")).to_be_hidden()
    paste(page, SMALL)
    expect(page.get_by_role("region", name="How it ends")).to_contain_text("Outcome: solved")
    expect(page.get_by_text("An empty grid", exact=True)).to_be_hidden()


def test_pencilmarks_that_are_part_of_the_puzzle_can_be_left_out(page):
    page.goto(f"/steps#p={PENCILMARKS}")
    page.get_by_role("button", name="Leave the pencilmarks out").click()
    expect(page.get_by_text("An empty grid", exact=True)).to_be_hidden()
    expect(page.get_by_role("region", name="How it ends")).to_contain_text("Outcome: solved")
    assert page.evaluate("document.activeElement.id") == "panel"


def test_a_digit_that_a_cell_cannot_hold_changes_no_step(page):
    """One reads why; the steps, the place and the address stay as they are."""
    arrive(page, OPEN, "&at=5")
    rows, address = place(page).text_content(), page.url
    cell(page, "r1c2").focus()
    page.keyboard.press("2")
    expect(page.locator(".chosen-answer")).to_contain_text("r1c2 cannot hold 2 now. It can hold ")
    expect(place(page)).to_have_text(rows or "")
    assert page.url == address
    assert page.get_by_role("alert").count() == 0


def test_the_step_for_the_clues_marks_them(page):
    arrive(page, GUESSED, "&at=1")
    expect(page.locator(".facts .badge")).to_have_text("follows from the marked cells")
    expect(cell(page, "r1c2")).to_have_attribute("data-tone", "note")
    expect(cell(page, "r1c1")).not_to_have_attribute("data-tone", "note")


def test_a_method_that_guesses_no_more_is_stuck_and_one_can_help_it(page):
    """After the last step a digit is assumed, and the method goes on."""
    arrive(page, GUESSED, "&method=sets")
    ends = page.get_by_role("region", name="How it ends")
    expect(ends).to_contain_text("Outcome: stuck")
    move(page, "Last")
    expect(says(page)).to_contain_text("End: the method knows no further")
    cell(page, "r5c7").click()
    page.get_by_role("button", name="Assume 5").click()
    expect(page.locator(".facts .badge")).to_have_text("right: it is so in every solution")


def test_choices_that_do_not_fit_are_told_in_words(page):
    """And what is damaged in an address can be taken back."""
    page.goto(f"/steps#p={SMALL}&do=9999:r1c2")
    expect(page.get_by_role("alert")).to_contain_text("choice 1: it comes after step 9999; there are 14")
    page.goto(f"/steps#p={SMALL}&do=zzz&at=1.5")
    expect(page.get_by_role("alert")).to_contain_text("found 'zzz'; expected STEPS:CELL=DIGIT")
    page.get_by_role("button", name="Take back zzz").click()
    expect(page.get_by_role("region", name="How it ends")).to_contain_text("Outcome: solved")
    assert "do=" not in page.url


def test_a_notice_fits_a_telephone(new_page):
    page = new_page(width=360)
    page.goto("/steps#p=123")
    expect(page.locator(".notice")).to_contain_text("cannot be read")
    box = page.locator(".notice").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360


def test_another_method_ends_the_work_of_the_one_before(page):
    """Its answer is held back; so its rows would come after those of the other."""
    held: list[Route] = []
    page.route("**/api/steps", lambda route: route.continue_() if held else held.append(route))
    with page.expect_request("**/api/steps"):
        page.goto(f"/steps#p={SMALL}")
    with page.expect_event("requestfailed", lambda one: '"phases"' in (one.post_data or "")):
        page.get_by_label("Method").select_option("sets")
    expect(page.get_by_role("region", name="Rules")).to_contain_text("elim_values")


def test_another_puzzle_begins_at_its_first_step(page):
    arrive(page, SMALL, "&at=5&do=2:r2c2")
    paste(page, SEVERAL)
    expect(place(page)).to_have_text("the puzzle")
    expect(page.locator(".walk-board td[role=gridcell]")).to_have_count(81)
    assert "do=" not in page.url


def test_back_and_forward_lead_through_panels_and_the_steps_are_as_they_were(page):
    arrive(page, SMALL, "&at=5")
    page.get_by_role("link", name="Proof").click()
    expect(page.get_by_role("heading", name="Proof", level=1)).to_be_visible()
    page.go_back()
    expect(place(page)).to_have_text("step 5 of 14")
    page.go_forward()
    expect(page.get_by_role("heading", name="Proof", level=1)).to_be_visible()


def test_it_fits_a_telephone_in_the_dark_and_a_projector(new_page, axe):
    page = new_page(width=360, color_scheme="dark")
    arrive(page, GUESSED, "&at=5")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    axe(page, "#host")
    table = page.get_by_role("region", name="Rules")
    assert table.evaluate("one => one.scrollWidth <= one.clientWidth")
    page.set_viewport_size({"width": 320, "height": 700})
    size = "one => parseFloat(getComputedStyle(one).fontSize)"
    assert page.locator(".walk-board .marks").first.evaluate(size) >= 8
    for small in (page.get_by_label("Go on after"), page.get_by_role("link", name="Change the puzzle")):
        box = small.bounding_box()
        assert box is not None
        assert box["height"] >= 24
    page.set_viewport_size({"width": 1600, "height": 900})
    board, side = page.locator(".walk-board").bounding_box(), page.locator(".walk-side").bounding_box()
    assert board is not None
    assert side is not None
    assert board["x"] + board["width"] <= side["x"]


def test_the_card_keeps_its_height_from_step_to_step(page):
    """What is below it does not jump."""
    arrive(page, GUESSED)
    tops = set()
    for _ in range(12):
        move(page, "Next")
        box = page.locator(".choosing").bounding_box()
        assert box is not None
        tops.add(round(box["y"]))
    assert len(tops) == 1


def test_it_plays_by_itself_until_it_is_stopped(page):
    arrive(page, SMALL)
    page.get_by_role("button", name="Play").click()
    expect(place(page)).to_have_text("step 2 of 14")
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("button", name="Play")).to_have_attribute("aria-pressed", "false")
