"""The panel Unique?: engines answer side by side, and all solutions are shown, by mouse and by keyboard."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.cli.command import HARD, NONE, PUZZLES, UNIQUE
from tests.serving.browser.written_answers import answered

FIVE = ".9.3....6..4.......8.7..3.1....1........9...33....5.9.5...........8...727.9...6.."
THOUSANDS = "........6..4.......8.7..3.1....1........9...33....5.9.5...........8...727.9...6.."
MANY = "12" + 79 * "."


def engines(page: Page):
    return page.locator("table.engines tbody tr")


def headline(page: Page):
    return page.locator("#panel .headline")


def solution_cells(page: Page, figure: str, more: str = ""):
    return page.locator(f"{figure} [role=gridcell]{more}")


def test_engines_agree_and_the_solutions_of_an_ambiguous_puzzle_are_gone_through(page, axe):
    page.goto(f"/unique#p={FIVE}")
    expect(headline(page)).to_have_text("Several solutions")
    expect(engines(page)).to_have_count(4)
    for place in range(4):
        expect(engines(page).nth(place)).to_contain_text("multiple")
        expect(engines(page).nth(place)).to_contain_text("confirmed")
    expect(page.get_by_role("heading", name="5 solutions")).to_be_visible()
    expect(page.locator(".one-by-one output")).to_have_text("1 of 5")
    expect(page.get_by_role("heading", name="Digits in some solution")).to_be_visible()
    expect(page.locator("#said")).to_contain_text(
        "Several solutions. 4 engines say so, and two different solutions prove it. 5 solutions."
    )
    axe(page)

    page.get_by_role("button", name="Next", exact=True).click()
    expect(page.locator(".one-by-one output")).to_have_text("2 of 5")
    changed = solution_cells(page, ".one-by-one", "[data-tone=note]")
    expect(changed.first).to_be_visible()
    expect(page.locator("#said")).to_contain_text(f"{changed.count()} cells changed")
    page.locator(".one-by-one [data-cell=r1c1]").click()
    page.keyboard.press("PageDown")
    expect(page.locator(".one-by-one output")).to_have_text("3 of 5")
    page.keyboard.press("PageUp")
    page.reload()
    expect(page.locator(".one-by-one output")).to_have_text("2 of 5")
    page.get_by_label("Go to number").fill("5")
    page.keyboard.press("Enter")
    expect(page.locator(".one-by-one output")).to_have_text("5 of 5")
    last = page.get_by_role("button", name="Last", exact=True)
    expect(last).to_have_attribute("aria-disabled", "true")
    last.press("Enter")
    expect(last).to_be_focused()
    expect(page.locator(".one-by-one output")).to_have_text("5 of 5")


def test_two_solutions_are_laid_over_each_other(page):
    page.goto(f"/unique#p={FIVE}")
    figure = page.locator("figure.overlay")
    expect(figure).to_contain_text("They differ in 4 cells; no two differ in fewer.")
    good, bad = figure.locator(".marks [data-tone=good]"), figure.locator(".marks [data-tone=bad]")
    expect(good).to_have_count(4)
    expect(bad).to_have_count(4)
    differing = figure.locator("[data-cell=r1c5]")
    expect(differing).to_have_attribute(
        "aria-label", "row 1, column 5, blank, candidates 2 4, 2 in the one, 4 in the other"
    )
    expect(differing.locator("[data-tone=good]")).to_have_text("2")
    expect(differing.locator("[data-tone=bad]")).to_have_text("4")
    figure.get_by_role("button", name="The other").click()
    expect(differing).to_have_text("4")
    expect(solution_cells(page, "figure.overlay", "[data-tone=bad]")).to_have_count(4)
    figure.get_by_label("Which two").select_option("farthest")
    expect(figure).to_contain_text("no two differ in more")
    page.reload()
    expect(figure.get_by_role("button", name="The other")).to_have_attribute("aria-pressed", "true")
    expect(figure).to_contain_text("no two differ in more")


def test_digits_in_some_solution_have_their_numbers_and_can_be_added(page):
    page.goto(f"/unique#p={FIVE}")
    section = page.get_by_role("region", name="Digits in some solution")
    section.locator("[data-cell=r1c5]").click()
    rows = section.locator("tbody tr.digit")
    expect(section).to_contain_text("r1c5 in the 5 solutions:")
    numbers = section.locator(".share span").all_text_contents()
    assert sum(map(int, numbers)) == 5
    page.keyboard.press("ArrowLeft")
    expect(section).to_contain_text("r1c4 holds 3 in every solution.")
    page.keyboard.press("ArrowRight")
    section.get_by_role("button", name="Add r1c5 = 2, which makes the puzzle unique").press("Enter")
    expect(page.locator("#puzzle [data-cell=r1c5]")).to_be_focused()
    expect(headline(page)).to_have_text("One solution")
    expect(rows).to_have_count(0)
    expect(page.get_by_role("heading", name="1 solution")).to_be_visible()
    page.keyboard.press("Control+z")
    expect(headline(page)).to_have_text("Several solutions")


def test_a_unique_puzzle_has_its_solution_and_a_way_to_the_proof(page):
    page.goto(f"/unique#p={UNIQUE}")
    expect(headline(page)).to_have_text("One solution")
    expect(page.locator("#panel .headline-box")).to_contain_text("4 engines came to this independently")
    expect(page.get_by_role("heading", name="1 solution")).to_be_visible()
    for hidden in ("figure.overlay", ".one-by-one .steps"):
        expect(page.locator(hidden)).to_be_hidden()
    expect(page.get_by_role("region", name="Digits in some solution")).to_be_hidden()
    assert page.get_by_role("link", name="See the proof").get_attribute("href").startswith("/proof#p=")


def test_an_unsolvable_puzzle_has_no_board_of_a_solution(page):
    page.goto(f"/unique#p={NONE}")
    expect(headline(page)).to_have_text("No solution")
    expect(page.get_by_role("heading", name="No solution")).to_be_visible()
    expect(page.locator(".one-by-one")).to_be_hidden()


def test_digits_of_more_solutions_than_are_listed_have_their_numbers(page):
    """First it is found out which digits occur, and then in how many solutions."""
    page.goto(f"/unique#p={THOUSANDS}&cell=r1c1")
    section = page.get_by_role("region", name="Digits in some solution")
    expect(section.locator(".share").first).to_be_visible()
    numbers = [int(one.replace(",", "")) for one in section.locator(".share span").all_text_contents()]
    assert sum(numbers) > 1000
    expect(page.get_by_role("heading", name=f"{sum(numbers):,} solutions", exact=True)).to_be_visible()


@pytest.mark.parametrize(
    ("name", "box", "many"),
    [
        ("2x2-one-clue", "2x2", "72 solutions"),
        ("2x3-multiple", "2x3", "29 solutions"),
        ("3x2-multiple", "3x2", "5 solutions"),
        ("4x4-multiple", "4x4", "8 solutions"),
    ],
)
def test_other_sizes(page, name, box, many):
    """The kernel takes none of them, so three engines answer."""
    page.goto(f"/unique#p={PUZZLES[name]}&box={box}")
    expect(page.get_by_role("heading", name=many)).to_be_visible()
    expect(engines(page)).to_have_count(3)
    expect(solution_cells(page, "figure.overlay")).to_have_count(len(PUZZLES[name]))


def test_engines_are_chosen_by_the_keyboard_and_stand_in_the_address(page, axe):
    page.goto(f"/unique#p={UNIQUE}")
    expect(engines(page)).to_have_count(4)
    page.get_by_text("Choose the engines").press("Enter")
    sets = page.get_by_label("sets", exact=True)
    sets.press("Space")
    expect(sets).to_be_focused()
    expect(engines(page)).to_have_count(5)
    for name in ("cpsat", "phases"):
        page.get_by_label(name, exact=True).press("Space")
    expect(engines(page)).to_have_count(3)
    page.get_by_label("Encodings, solvers and methods").select_option("sat:minimal")
    expect(engines(page).last).to_contain_text("sat:minimal@cadical153")
    expect(engines(page).last).to_contain_text("confirmed")
    page.get_by_label("with a checked proof").press("Space")
    expect(page.locator("#panel .headline-box")).to_contain_text("the trusted checker has accepted")
    axe(page)
    page.reload()
    expect(engines(page)).to_have_count(4)
    expect(page.locator("#panel .headline-box")).to_contain_text("the trusted checker has accepted")
    page.get_by_text("Choose the engines").click()
    page.get_by_role("button", name="The usual engines").click()
    expect(engines(page).filter(has_text="phases")).to_contain_text("confirmed")
    assert "engines=" not in page.url


def test_what_is_shown_follows_the_puzzle(page):
    """What was asked about the puzzle before is withdrawn, and no message is left of that."""
    page.goto(f"/unique#p={MANY}")
    page.locator("#puzzle [data-cell=r1c3]").click()
    page.keyboard.press("1")
    expect(headline(page)).to_have_text("No solution")
    page.keyboard.press("Delete")
    expect(headline(page)).to_have_text("Several solutions")
    expect(page.get_by_role("heading", name="At least 1,000,000 solutions")).to_be_visible()
    expect(page.locator("#panel .message.bad")).to_have_count(1)


def test_an_engine_that_takes_hours_holds_up_no_other(page):
    """`phases` would be at it for hours; what it is asked is withdrawn with the puzzle."""
    page.goto(f"/unique#p={HARD}&engines=sat,cpsat,phases")
    expect(engines(page).nth(0)).to_contain_text("none")
    expect(engines(page).nth(1)).to_contain_text("none")
    expect(engines(page).nth(2)).to_contain_text("asked")
    expect(headline(page)).to_have_text("No solution")
    page.get_by_role("button", name="Clear").click()
    expect(headline(page)).to_have_text("An empty grid")
    page.keyboard.press("Control+z")
    expect(engines(page).nth(2)).to_contain_text("asked")


def test_pencilmarks_have_engines_and_solutions_but_no_diagnosis(page):
    """A diagnosis takes clues only, and says so."""
    page.goto(f"/unique#p={'12.......' + 80 * '123456789'}")
    expect(headline(page)).to_have_text("Several solutions")
    expect(page.get_by_role("heading", name="At least")).to_be_visible()
    expect(page.locator("figure.overlay")).to_be_visible()
    expect(page.locator("#panel .message.note")).to_contain_text("needs a puzzle of clues only")
    expect(page.get_by_role("region", name="Digits in some solution")).to_be_hidden()


def test_very_many_solutions_are_listed_and_counted_as_far_as_one_likes(page):
    page.goto(f"/unique#p={MANY}")
    expect(page.get_by_role("heading", name="At least 1,000,000 solutions", exact=True)).to_be_visible()
    expect(page.locator(".one-by-one output")).to_have_text("1 of the first 1,000")
    page.get_by_role("button", name="Last", exact=True).click()
    expect(page.locator(".one-by-one output")).to_have_text("1,000 of the first 1,000")
    page.get_by_role("button", name="Count further").click()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Count further")).to_be_visible()
    page.get_by_role("button", name="List 10,000").click()
    expect(page.locator(".one-by-one output")).to_have_text("1,000 of the first 10,000")
    page.get_by_label("Go to number").fill("1500")
    page.keyboard.press("Enter")
    page.reload()
    expect(page.locator(".one-by-one output")).to_have_text("1,500 of the first 10,000")


def test_an_empty_grid_is_not_asked_about(page):
    page.goto("/unique")
    expect(headline(page)).to_have_text("An empty grid")
    expect(page.get_by_role("heading", name="Engines side by side")).to_be_hidden()
    page.locator("#puzzle [data-cell=r1c1]").click()
    page.keyboard.press("1")
    expect(headline(page)).to_have_text("Several solutions")
    expect(page.get_by_role("heading", name="Engines side by side")).to_be_visible()


def test_the_way_to_why_not_takes_the_solution_along_and_back_leads_here(page):
    page.goto(f"/unique#p={FIVE}&at=3")
    expect(page.locator(".one-by-one output")).to_have_text("3 of 5")
    page.get_by_role("link", name="Which further clues leave only this solution?").click()
    expect(page.get_by_role("heading", name="Why not?")).to_be_visible()
    expect(page.locator("#panel")).to_contain_text("It is the solution that you chose.")
    page.go_back()
    expect(page.locator(".one-by-one output")).to_have_text("3 of 5")
    page.get_by_role("navigation", name="Panels").get_by_role("link", name="Unique?").click()
    expect(page.locator(".one-by-one output")).to_have_text("1 of 5")
    page.go_back()
    expect(page.locator(".one-by-one output")).to_have_text("3 of 5")


def test_back_from_another_puzzle_leads_to_the_solution_that_was_shown(page):
    page.goto(f"/unique#p={FIVE}&at=5")
    number = page.locator("figure .steps output").first
    expect(number).to_have_text("5 of 5")
    page.evaluate(f"location.hash = '#p={THOUSANDS}'")
    expect(number).not_to_have_text("5 of 5")
    page.go_back()
    expect(page).to_have_url(f"/unique#p={FIVE}&at=5")
    expect(number).to_have_text("5 of 5")


def test_a_refuted_engine_is_named_with_the_reason_and_foreign_text_stays_text(page):
    """Engines of this package do not disagree, so the rows are written here."""
    why = "two solutions passed <img src=x onerror=alert(1)>"
    answer = {"verdict": "unique", "claims": "verdict", "solutions": [], "seconds": 0.5}
    row: dict[str, object] = {
        "verdict": "unknown",
        "evidence": None,
        "agree": False,
        "solutions": [],
        "refuted": {"phases": why},
        "engines": {"phases": answer, "sat": {**answer, "verdict": "none"}},
    }
    standings = {"phases": {"refuted": 1}, "sat": {"undecided": 1}}
    messages = [{"type": "row", "row": one} for one in (row, {"summary": {"by_engine": standings}})]
    page.route("**/api/crosscheck", answered(*messages, {"type": "done", "seconds": 1}))
    page.goto(f"/unique#p={UNIQUE}")
    expect(headline(page)).to_have_text("The engines disagree")
    expect(engines(page).first).to_contain_text(f"refuted{why}")
    expect(engines(page).last).to_contain_text("undecided")


def test_a_server_that_goes_away_is_told_of_and_what_was_found_stays(page, expected_errors):
    expected_errors.append("ERR_FAILED")
    page.goto(f"/unique#p={FIVE}")
    expect(page.get_by_role("heading", name="5 solutions")).to_be_visible()
    expect(engines(page).last).to_contain_text("confirmed")
    page.get_by_text("Choose the engines").click()
    prove = page.get_by_label("with a checked proof")
    expect(prove).to_be_visible()
    page.route("**/api/**", lambda route: route.abort())
    prove.click()
    expect(page.get_by_role("alert")).to_contain_text("Start it again")
    expect(page.get_by_role("heading", name="5 solutions")).to_be_visible()
