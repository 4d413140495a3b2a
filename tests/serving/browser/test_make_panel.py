"""The panel Make one: what is asked for, the puzzle on the board, and the seed that makes it again."""

from __future__ import annotations

import re
import shlex

import pytest

pytest.importorskip("playwright")
from playwright.sync_api import Page, expect

from sudocube.generation.clue_orbits import SYMMETRIES
from sudocube.generation.generation_plan import GRIDS, METHODS, MINIMALS, SAMPLES
from sudocube.report.rating_text import difficulty_in_words
from sudocube.serving.made_rows import made_rows
from sudocube.serving.rating_rows import rating_rows
from sudocube.serving.request_fields import RequestFields
from tests.cli.command import invoke
from tests.serving.browser.looking import SEVERAL, UNIQUE, board_text, has_verdict


def made(**fields: object) -> str:
    """The puzzle that the library makes."""
    *_, row = made_rows(RequestFields(fields))
    assert isinstance(row, dict)
    return str(row["puzzle"])


def headline(page: Page):
    return page.locator("#panel .headline")


def asked(page: Page, label: str):
    """The choice of that name."""
    return page.get_by_role("combobox", name=label, exact=True)


def make(page: Page) -> None:
    page.get_by_role("button", name="Make one").click()


def test_a_puzzle_is_made_and_another_one_and_both_are_those_of_the_seed(page, axe):
    """The board has it, where it can be undone; the seed and the number stand in the address."""
    page.goto(f"/make#p={UNIQUE}&seed=7")
    make(page)
    expect(headline(page)).to_have_text("Puzzle 1 of seed 7 is on the board")
    has_verdict(page, "One solution")
    first = board_text(page)
    assert first == made(seed=7)
    page.get_by_role("button", name="Another one").click()
    expect(headline(page)).to_have_text("Puzzle 2 of seed 7 is on the board")
    assert board_text(page) == made(seed=7, number=2)
    expect(page).to_have_url(re.compile("at=2"))
    axe(page)
    page.locator("#title").click()
    page.keyboard.press("Control+z")
    expect(headline(page)).to_have_text("Puzzle 2 of seed 7")
    assert board_text(page) == first
    page.get_by_role("button", name="Put it on the board again").click()
    expect(headline(page)).to_have_text("Puzzle 2 of seed 7 is on the board")


def test_the_keyboard_is_enough_and_a_new_seed_can_be_had(page):
    page.goto("/make")
    seed = page.get_by_label("Seed")
    before = seed.input_value()
    assert before.isdecimal()
    page.get_by_role("button", name="New seed").press("Enter")
    expect(seed).not_to_have_value(before)
    seed.fill("9")
    seed.press("Enter")
    expect(headline(page)).to_have_text("Puzzle 1 of seed 9 is on the board")
    expect(page.locator("#said")).to_contain_text("Puzzle 1 of seed 9 is on the board.")
    page.get_by_role("link", name="Proof", exact=True).last.click()
    expect(page.locator("#title")).to_have_text("Proof")
    page.go_back()
    expect(headline(page)).to_have_text("Puzzle 1 of seed 9 is on the board")


def test_what_is_asked_for_is_kept_in_the_address_and_told_as_a_command(page):
    """The command that is shown makes the same puzzle."""
    page.goto("/make#seed=5")
    asked(page, "Symmetry of the clues").select_option("half-turn")
    expect(page.locator(".make-hint")).to_contain_text("few symmetric puzzles")
    asked(page, "Clues that can be left out").select_option("orbits")
    asked(page, "Difficulty").select_option("singles suffice")
    page.get_by_label("Clues, from").fill("22")
    page.get_by_label("to", exact=True).fill("30")
    make(page)
    expect(headline(page)).to_have_text("Puzzle 1 of seed 5 is on the board")
    puzzle = board_text(page)
    cells = [place for place, symbol in enumerate(puzzle) if symbol != "."]
    assert cells == [80 - place for place in reversed(cells)]
    assert 22 <= len(cells) <= 30
    expect(page.locator("#host h2")).to_have_text("Difficulty: singles suffice")
    page.get_by_text("The same on the command line").click()
    command = page.locator(".make-command").inner_text()
    _, *arguments = shlex.split(command)
    assert invoke(*arguments, "--json").rows[0]["puzzle"] == puzzle
    page.reload()
    expect(asked(page, "Symmetry of the clues")).to_have_value("half-turn")
    expect(page.get_by_label("Clues, from")).to_have_value("22")
    expect(page.get_by_label("Seed")).to_have_value("5")


@pytest.mark.parametrize(
    ("clues", "option"), [("least=26", "26-"), ("most=26", "1-26"), ("least=26&most=26", "26")]
)
def test_the_command_has_a_range_of_clues_as_it_was_asked_for(page, clues, option):
    page.goto(f"/make#seed=5&{clues}&minimal=no")
    make(page)
    expect(headline(page)).to_have_text("Puzzle 1 of seed 5 is on the board")
    page.get_by_text("The same on the command line").click()
    command = page.locator(".make-command").inner_text()
    assert f" --clues {option} " in f"{command} "
    _, *arguments = shlex.split(command)
    assert invoke(*arguments, "--json").rows[0]["puzzle"] == board_text(page)


def test_a_puzzle_is_made_from_the_one_on_the_board(page):
    """A neighbour; the puzzle that it is made from is kept while the new one takes its place."""
    page.goto(f"/make#p={UNIQUE}&seed=3")
    asked(page, "From the puzzle on the board").select_option("a neighbour of it")
    expect(page.locator(".make-form figure")).to_contain_text("one or two other clues")
    make(page)
    expect(headline(page)).to_have_text("Puzzle 1 of seed 3 is on the board")
    puzzle = board_text(page)
    assert puzzle == made(seed=3, near=UNIQUE)
    assert puzzle != UNIQUE
    kept = page.locator(".make-form figure [data-cell]").all_inner_texts()
    assert "".join(text or "." for text in kept) == UNIQUE


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ("most=16", "17"),
        ("by=cube:propagate&depth=1-1", "what cube:propagate solves has depth 0"),
        ("shape=2x2&symmetry=full", "no 4×4 puzzle with the symmetry full is strictly minimal"),
    ],
)
def test_what_cannot_be_is_said_at_once(page, wish, said):
    page.goto(f"/make#p={UNIQUE}&seed=3&{wish}")
    make(page)
    expect(page.locator("#host .message.bad")).to_contain_text(said)
    assert board_text(page) == UNIQUE


def test_a_seed_that_is_too_large_for_the_page_is_not_replaced_by_another_one(page):
    page.goto("/make#seed=9007199254740993")
    expect(page.locator("#host .message.bad")).to_contain_text("up to 9007199254740991")
    expect(page.get_by_label("Seed", exact=True)).to_have_value("9007199254740993")
    make(page)
    expect(headline(page)).to_have_count(0)
    page.get_by_role("button", name="New seed").click()
    expect(page.locator("#host .message.bad")).to_have_count(0)


@pytest.mark.parametrize(
    ("range_asked", "label", "said"),
    [
        ("least=30&most=20", "to", "the smaller one stands first, as in 20 to 30"),
        ("least=82", "Clues, from", "81"),
        ("least=17&shape=2x2", "Clues, from", "16"),
    ],
)
def test_a_range_of_clues_that_holds_no_number_is_not_asked_for(page, range_asked, label, said):
    page.goto(f"/make#seed=3&{range_asked}")
    make(page)
    field = page.get_by_label(label, exact=True)
    assert said in field.evaluate("input => input.validationMessage")
    expect(headline(page)).to_have_count(0)


@pytest.mark.parametrize(
    ("asked_for", "hint"),
    [
        ("depth=2-", "a neighbour of it"),
        ("minimal=no", "how many clues"),
        ("symmetry=full", "No symmetric group"),
        ("shape=2x3", "SAT solver"),
    ],
)
def test_what_takes_long_or_lacks_something_is_told_before_one_asks(page, asked_for, hint):
    page.goto(f"/make#seed=3&{asked_for}")
    expect(page.locator(".make-hint")).to_contain_text(hint)
    page.goto("/make#seed=3")
    expect(page.locator(".make-hint")).to_be_empty()


def test_without_clues_on_the_board_nothing_can_be_made_from_them(page):
    page.goto("/make#seed=3")
    asked(page, "From the puzzle on the board").select_option("the cells that hold clues")
    expect(page.locator(".make-hint")).to_contain_text("There are no clues on the board.")
    expect(asked(page, "From the puzzle on the board")).to_have_value("")


def test_a_search_can_be_stopped_and_what_was_there_stays(page):
    page.goto(f"/make#p={UNIQUE}&seed=3")
    page.route("**/api/make", lambda _: None)  # an answer that never comes
    make(page)
    expect(page.locator(".make-waiting")).to_contain_text("looking for it")
    page.get_by_role("button", name="Stop").press("Enter")
    expect(page.locator(".make-waiting")).to_have_text("Stopped.")
    expect(page.get_by_role("button", name="Another one")).to_be_focused()
    expect(page.locator("#said")).to_contain_text("Stopped.")
    assert board_text(page) == UNIQUE
    page.unroute("**/api/make")


def test_the_difficulty_is_told_in_words_when_it_is_asked(page, axe):
    """In those of the library; and not any more when the puzzle is another one. One may have typed it."""
    page.goto(f"/make#p={made(seed=7)}")
    page.get_by_role("button", name="How hard is it?").click()
    difficulty = page.locator("#host h2")
    row, words = rating_rows(RequestFields({"puzzle": made(seed=7)}))
    expect(difficulty).to_have_text(f"Difficulty: {words['difficulty']}")
    headings = [one["heading"] for one in words["sentences"]]
    assert page.locator(".make-measures dt").all_inner_texts() == headings
    assert f"depth {row['depth']}" in headings
    axe(page)
    page.get_by_role("button", name="Clear").click()
    expect(difficulty).to_have_count(0)
    expect(page.get_by_role("button", name="How hard is it?")).to_have_attribute("aria-disabled", "true")
    page.goto(f"/make#p={SEVERAL}")
    page.get_by_role("button", name="How hard is it?").click()
    expect(page.locator("#host .message.note")).to_contain_text("not rated, as it does not have one solution")


@pytest.mark.parametrize("width", [360, 800])
def test_nothing_is_wider_than_the_page_and_axe_finds_nothing_serious(new_page, axe, width):
    """With all that can be asked for in sight."""
    page = new_page(width=width)
    page.goto(f"/make#p={UNIQUE}&seed=7&by=sets&from=pattern&of={UNIQUE}")
    expect(asked(page, "Solved by the method")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    axe(page)


def test_the_words_of_the_form_are_those_of_the_library(page):
    """Whoever adds a symmetry to the library adds it here; a difficulty is called as in a rating."""
    page.goto("/make#by=sets")
    values = "all => all.map(one => one.value)"
    for label, names in (
        ("Symmetry of the clues", SYMMETRIES),
        ("Clues that can be left out", MINIMALS),
        ("Solved by the method", ("", *METHODS)),
        ("Not solved by the method", ("", *METHODS)),
        ("Solutions", ("", *GRIDS)),
        ("Sample", SAMPLES),
    ):
        expect(asked(page, label)).to_be_visible()
        options = asked(page, label).locator("option")
        assert options.evaluate_all(values) == list(names)
    difficulties = asked(page, "Difficulty").locator("option").all_inner_texts()
    assert difficulties == ["any", *map(difficulty_in_words, (0, 1)), difficulty_in_words(None, 2)]
