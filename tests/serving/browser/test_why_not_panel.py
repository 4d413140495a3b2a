"""The panel Why not?: conflicts are marked, and proposals are tried by a click or a key, and taken back."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.cli.command import HARD, PUZZLES, UNIQUE
from tests.serving.browser.written_answers import answered

COPIED_WRONG = "5...3......7..9.......2.4..8.....9....1..7...95....8...3.8....5....4...6....61.82"
TWO_WRONG = ".9.3..6.7..4.......8.7..3.1....1........9...33....5.9.5...........8...727.9...6.."
LEFT_OUT = ".9.3....6..4.......8.7..3.1....1........9...33....5.9.5...........8...727.9...6.."
TOO_MANY = ".9.3..8.6..4.......8.7..3.1....1..6.....9...33....5.9.5...........8...727.91..6.."
MINIMAL = ".9.3..8.6..4.......8.7..3.1....1........9...33....5.9.5...........8...727.9...6.."
PENCILMARKS = "12......." + 80 * "123456789"


def headline(page: Page):
    return page.locator("#panel .headline")


def marked(page: Page, tone: str):
    return page.locator(f"#puzzle [role=gridcell][data-tone={tone}]")


def test_a_clue_that_was_copied_wrong_is_found_and_mended_by_a_click(page, axe):
    page.goto(f"/why-not#p={COPIED_WRONG}")
    expect(headline(page)).to_have_text("No solution")
    expect(page.locator("#panel")).to_contain_text("No conflict has fewer clues.")
    expect(marked(page, "bad")).to_have_count(12)
    expect(page.locator("#puzzle [data-cell=r4c7]")).to_have_attribute(
        "aria-label", "row 4, column 7, 9, in the conflict"
    )
    expect(page.locator("#panel")).to_contain_text("This change makes the puzzle unique. There is no other.")
    axe(page)

    page.get_by_role("button", name="change to 3: r4c7 = 9 changed to 3").click()
    expect(page.get_by_role("button", name="Take it back")).to_be_focused()
    expect(headline(page)).to_have_text("One solution")
    expect(page.locator("#puzzle [data-cell=r4c7]")).to_have_text("3")
    expect(page.locator("#panel")).to_contain_text("Tried: r4c7 = 9 changed to 3.")
    page.keyboard.press("Enter")
    expect(headline(page)).to_have_text("No solution")
    expect(page.locator("#puzzle [data-cell=r4c7]")).to_have_text("9")
    expect(page.locator("#panel")).not_to_contain_text("Tried")


def test_several_conflicts_are_marked_one_by_one(page):
    page.goto(f"/why-not#p={TWO_WRONG}")
    in_conflict = page.locator("#puzzle [aria-label$='in the conflict']")
    expect(headline(page)).to_have_text("No solution")
    expect(page.locator("#panel .message").first).to_contain_text("Column 7 holds 6 twice.")
    expect(in_conflict).to_have_count(2)
    page.get_by_role("button", name="2: 7 clues").click()
    expect(in_conflict).to_have_count(7)
    expect(page.locator("#panel")).to_contain_text("No change of one clue helps")
    page.reload()
    expect(page.get_by_role("button", name="2: 7 clues")).to_have_attribute("aria-pressed", "true")
    expect(in_conflict).to_have_count(7)


def test_the_clue_to_add_and_single_clues_that_are_enough(page, axe):
    page.goto(f"/why-not#p={LEFT_OUT}")
    expect(headline(page)).to_have_text("Several solutions")
    add = page.get_by_role("button", name="Add this clue: r1c5 = 2 added")
    expect(page.get_by_role("heading", name="The clue to add")).to_be_visible()
    expect(add).to_have_text("Add this clue")
    expect(page.locator("#puzzle [data-cell=r1c5] [data-tone=good]")).to_have_text("2")
    axe(page)
    add.press("Enter")
    expect(headline(page)).to_have_text("One solution")
    page.get_by_role("button", name="Take it back").press("Enter")
    expect(headline(page)).to_have_text("Several solutions")

    more = page.get_by_role("button", name="more such clues")
    hidden = int(more.inner_text().split()[0])
    single = page.get_by_role("region", name="One clue that is enough").get_by_role("button")
    before = single.count()
    more.press("Enter")
    expect(single).to_have_count(before - 1 + hidden)
    expect(single.nth(before - 1)).to_be_focused()
    single.last.click()
    expect(headline(page)).to_have_text("One solution")


def test_the_solution_that_is_left_can_be_chosen(page):
    """All five; with each, the further clues leave just that one."""
    page.goto(f"/unique#p={LEFT_OUT}&at=4")
    expect(page.locator(".one-by-one output")).to_have_text("4 of 5")
    page.get_by_role("link", name="Which further clues leave only this solution?").click()
    expect(page.locator("#panel")).to_contain_text("It is the solution that you chose.")
    board = page.locator(".repair [role=gridcell]")
    chosen = "".join(board.all_text_contents())
    assert f"solution={chosen}" in page.url
    page.locator(".repair button.primary").click()
    expect(headline(page)).to_have_text("One solution")
    assert "solution=" not in page.url
    page.get_by_role("link", name="Unique?").click()
    expect(page.get_by_role("heading", name="1 solution")).to_be_visible()
    assert "".join(page.locator(".one-by-one [role=gridcell]").all_text_contents()) == chosen


def test_redundant_clues_can_be_dropped_down_to_a_minimal_puzzle(page, axe):
    page.goto(f"/why-not#p={TOO_MANY}")
    expect(page.locator("#panel .message")).to_contain_text("Any one of 5 clues of 24 can be dropped.")
    expect(marked(page, "note")).to_have_count(5)
    axe(page)
    page.get_by_role("button", name="r4c8 = 6: r4c8 = 6 dropped").click()
    expect(page.locator("#panel .message")).to_contain_text("of 23 can be dropped.")
    page.get_by_role("button", name="Take this puzzle").click()
    expect(page.locator("#panel .message")).to_contain_text("It is minimal, too: none of its")
    page.keyboard.press("Control+z")
    expect(page.locator("#panel .message")).to_contain_text("of 23 can be dropped.")


def test_a_minimal_puzzle_and_an_empty_grid_have_their_own_words(page):
    page.goto(f"/why-not#p={MINIMAL}")
    expect(page.locator("#panel .message")).to_contain_text(
        "It is minimal, too: none of its 22 clues can be dropped."
    )
    page.goto("/why-not")
    expect(headline(page)).to_have_text("An empty grid")


def test_a_puzzle_with_pencilmarks_is_not_called_undecided(page):
    page.goto(f"/why-not#p={PENCILMARKS}")
    expect(headline(page)).to_have_text("Clues only")
    expect(page.locator("#panel .message")).to_contain_text("needs a puzzle of clues only")


@pytest.mark.parametrize(
    ("name", "box", "words"),
    [
        ("2x2-clash-in-row", "2x2", "twice"),
        ("2x3-subtle", "2x3", "clues cannot stand together"),
        ("4x4-clash-in-column", "4x4", "twice"),
        ("2x5-two-solutions", "2x5", "There are 2 solutions."),
    ],
)
def test_other_sizes(page, name, box, words):
    page.goto(f"/why-not#p={PUZZLES[name]}&box={box}")
    expect(page.locator("#panel .message").first).to_contain_text(words)


def test_a_large_puzzle_without_a_clash_has_its_conflict(page):
    """Symbols above 9 are letters, here as everywhere."""
    page.goto(f"/why-not#p={HARD}")
    expect(page.locator("#panel .message").first).to_contain_text("clues cannot stand together")
    expect(page.locator("#panel")).to_contain_text("Another solver has confirmed it.")
    expect(marked(page, "bad").first).to_be_visible()


def test_what_is_not_known_in_time_is_said_and_can_be_looked_for_longer(page):
    """An empty grid but for one clue: nobody proves in ten seconds which clues are the fewest."""
    row = {
        "index": 1,
        "source": "argument:1",
        "puzzle": UNIQUE,
        "box": "3x3",
        "verdict": "none",
        "evidence": "search",
        "solutions": [],
        "seconds": 1,
        "undecided": ["a smallest conflict"],
        "clashes": [],
        "culprits": [],
        "conflicts": [
            {
                "cells": ["r1c3", "r2c3"],
                "size": 2,
                "minimal": None,
                "at_least": 2,
                "smallest": None,
                "confirmed": False,
            }
        ],
        "other_conflicts": None,
        "changes": [],
        "changes_complete": False,
    }
    page.route("**/api/diagnose", answered({"type": "row", "row": row}, {"type": "done", "seconds": 1}))
    page.goto(f"/why-not#p={UNIQUE}")
    expect(page.locator("#panel .message.open")).to_contain_text(
        "Not known in the time there was for it: a smallest conflict."
    )
    expect(page.locator("#panel")).to_contain_text("None was found in the time there was.")
    with page.expect_request("**/api/diagnose") as asked:
        page.get_by_role("button", name="Look for a minute").click()
    assert asked.value.post_data_json["seconds"] == 60


def test_what_is_shown_follows_what_is_typed_and_what_is_out_of_date_cannot_be_clicked(page):
    page.goto(f"/why-not#p={LEFT_OUT}")
    expect(page.get_by_role("heading", name="The clue to add")).to_be_visible()
    page.locator("#puzzle [data-cell=r1c5]").click()
    page.route("**/api/diagnose", lambda route: None)
    page.keyboard.press("2")
    expect(page.locator(".parts")).to_have_attribute("inert", "")
    page.unroute("**/api/diagnose")
    page.keyboard.press("Delete")
    page.keyboard.press("2")
    expect(headline(page)).to_have_text("One solution")
    expect(page.locator(".parts")).not_to_have_attribute("inert", "")


def test_a_link_with_a_grid_that_is_no_solution_is_refused_with_the_reason(page):
    """Whoever follows the plain link then has the panel as it is without one."""
    page.goto(f"/why-not#p={LEFT_OUT}&solution={'1' * 81}")
    expect(page.get_by_role("alert")).to_contain_text("does not solve the puzzle")
    page.get_by_role("navigation", name="Panels").get_by_role("link", name="Why not?").click()
    expect(page.get_by_role("heading", name="The clue to add")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
