"""The panel Make one: what is asked for, the puzzle on the board, and the seed that makes it again."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

pytest.importorskip("playwright")
from playwright.sync_api import Page, expect

from sudocube.generation.clue_orbits import SYMMETRIES
from sudocube.generation.generation_plan import GRIDS, METHODS, MINIMALS, SAMPLES, TRIES
from sudocube.generation.rechecking import check_engine
from sudocube.geometry import Geometry
from sudocube.report.puzzle_sheet import PER_PAGE
from sudocube.report.rating_text import difficulty_in_words
from sudocube.serving.made_rows import made_rows
from sudocube.serving.rating_rows import rating_rows
from sudocube.serving.request_fields import RequestFields
from sudocube.serving.sheet_rows import PUZZLES_AT_MOST
from tests.cli.command import invoke
from tests.serving.browser.looking import SEVERAL, UNIQUE, board_text, has_verdict


def made(**fields: object) -> str:
    """The puzzle that the library makes."""
    *_, row, _ = made_rows(RequestFields(fields))
    assert isinstance(row, dict)
    return str(row["puzzle"])


def headline(page: Page):
    return page.locator("#panel .headline")


def difficulty(page: Page):
    """The heading above what is said of how hard the puzzle is."""
    return page.get_by_role("heading", name=re.compile("Difficulty"))


def further(page: Page) -> None:
    """Open what is rarely asked for."""
    page.get_by_text("More to ask for").click()


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
    expect(difficulty(page)).to_have_text("Difficulty: singles suffice")
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
    assert f" --clues={option} " in f"{command} "
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
    waiting = page.locator(".make-waiting").first
    expect(waiting).to_contain_text("looking for it")
    page.get_by_role("button", name="Stop").press("Enter")
    expect(waiting).to_have_text("Stopped.")
    expect(page.get_by_role("button", name="Another one")).to_be_focused()
    expect(page.locator("#said")).to_contain_text("Stopped.")
    assert board_text(page) == UNIQUE
    page.unroute("**/api/make")


def test_the_difficulty_is_told_in_words_when_it_is_asked(page, axe):
    """In those of the library; and not any more when the puzzle is another one. One may have typed it."""
    page.goto(f"/make#p={made(seed=7)}")
    page.get_by_role("button", name="How hard is it?").click()
    row, words = rating_rows(RequestFields({"puzzle": made(seed=7)}))
    expect(difficulty(page)).to_have_text(f"Difficulty: {words['difficulty']}")
    headings = [one["heading"] for one in words["sentences"]]
    assert page.locator(".make-measures dt").all_inner_texts() == headings
    assert f"depth {row['depth']}" in headings
    axe(page)
    page.get_by_role("button", name="Clear").click()
    expect(difficulty(page)).to_have_count(0)
    expect(page.get_by_role("button", name="How hard is it?")).to_have_attribute("aria-disabled", "true")
    page.goto(f"/make#p={SEVERAL}")
    page.get_by_role("button", name="How hard is it?").click()
    expect(page.locator("#host .message.note")).to_contain_text("not rated, as it does not have one solution")


@pytest.mark.parametrize(("width", "colours"), [(360, "dark"), (800, "light"), (1920, "dark")])
def test_nothing_is_wider_than_the_page_and_axe_finds_nothing_serious(new_page, axe, width, colours):
    """With all that can be asked for in sight, an error beside a field, and what is said of a sheet."""
    page = new_page(width=width, color_scheme=colours)
    page.goto(f"/make#p={UNIQUE}&seed=7&backdoor=0-3&depth=0-1&from=near&of={UNIQUE}")
    expect(asked(page, "sets")).to_be_visible()
    page.get_by_role("button", name="A sheet to print").click()
    expect(page.locator("#host .message.good")).to_contain_text("is among your downloads")
    page.get_by_label("Depth: 1, 1-2 or 2-").fill("deep")
    make(page)
    expect(page.locator(".make-wrong:not(:empty)")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    axe(page)


def test_the_words_of_the_form_are_those_of_the_library(page):
    """Whoever adds a symmetry to the library adds it here; a difficulty is called as in a rating."""
    page.goto("/make#by=sets")
    values = "all => all.map(one => one.value)"
    for label, names in (
        ("Symmetry of the clues", SYMMETRIES),
        ("Clues that can be left out", MINIMALS),
        ("Solutions", ("", *GRIDS)),
        ("Sample", SAMPLES),
    ):
        expect(asked(page, label)).to_be_visible()
        options = asked(page, label).locator("option")
        assert options.evaluate_all(values) == list(names)
    methods = page.get_by_role("group", name="Without trial and error").locator("label > span")
    assert methods.all_inner_texts() == list(METHODS)
    *difficulties, _ = asked(page, "Difficulty").locator("option").all_inner_texts()
    assert difficulties == ["any", *map(difficulty_in_words, (0, 1)), difficulty_in_words(None, 2)]
    expect(page.get_by_label("Tries, at most")).to_have_value(str(TRIES))
    on_paper = asked(page, "On each page").locator("option").evaluate_all(values)
    assert on_paper == ["", *map(str, PER_PAGE)]
    expect(page.get_by_label("Puzzles", exact=True)).to_have_attribute("max", str(PUZZLES_AT_MOST))


def test_several_methods_and_ranges_are_asked_for_at_once_by_keyboard_alone(page):
    """They stand in the address, and the command that is shown makes the same puzzle."""
    page.goto("/make#seed=5")
    asked(page, "Difficulty").focus()
    page.keyboard.type("another")
    page.keyboard.press("Tab")
    page.keyboard.type("1-2")
    page.get_by_text("More to ask for").focus()
    page.keyboard.press("Enter")
    for name, words in (("sets", "solves"), ("possibles", "solves"), ("cube:propagate", "does not solve")):
        page.keyboard.press("Tab")
        expect(asked(page, name)).to_be_focused()
        page.keyboard.type(words)
    page.keyboard.press("Tab")
    page.keyboard.type("another")
    page.keyboard.press("Tab")
    page.keyboard.type("1-")
    page.keyboard.press("Enter")
    expect(headline(page)).to_have_text("Puzzle 1 of seed 5 is on the board")
    wanted = {"depth": "1-2", "backdoor": "1-", "methods": ["sets", "possibles"]}
    puzzle = made(seed=5, **wanted, not_methods=["cube:propagate"])
    assert board_text(page) == puzzle
    page.get_by_text("The same on the command line").click()
    command = page.locator(".make-command").inner_text()
    assert "--depth=1-2 --backdoor=1- --method=sets,possibles --not-method=cube:propagate" in command
    assert invoke(*shlex.split(command)[1:], "--json").rows[0]["puzzle"] == puzzle
    page.reload()
    expect(page.get_by_label("Depth: 1, 1-2 or 2-")).to_have_value("1-2")
    expect(page.get_by_label("Cells: 1, 1-2 or 2-")).to_have_value("1-")
    expect(asked(page, "possibles")).to_have_value("by")
    expect(asked(page, "cube:propagate")).to_have_value("without")


def test_a_range_that_the_choice_has_in_words_is_shown_in_words(page):
    """However it is written in the address."""
    page.goto("/make#seed=5&depth=1-1&backdoor=3-")
    expect(asked(page, "Difficulty")).to_have_value("1")
    expect(asked(page, "Cells to give until singles suffice")).to_have_value("3-")
    expect(page.get_by_label("Depth: 1, 1-2 or 2-")).to_be_hidden()


@pytest.mark.parametrize(
    ("address", "label", "said"),
    [
        ("depth=deep", "Depth: 1, 1-2 or 2-", "found 'deep'; expected a number or a range: 24, 24-28"),
        ("backdoor=2-1", "Cells: 1, 1-2 or 2-", "the smaller one stands first, as in 1-2"),
        ("recheck=sets", "Counted again by", "sets does not decide every puzzle"),
        (
            "recheck=command:cat",
            "Counted again by",
            "found 'command:cat'; expected an engine of this package",
        ),
    ],
)
def test_what_the_library_refuses_is_told_beside_the_field(page, axe, address, label, said):
    """Not below the form; the field has the focus, and another value takes the message away."""
    page.goto(f"/make#seed=3&{address}")
    make(page)
    field = asked(page, label).or_(page.get_by_role("textbox", name=label, exact=True))
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_role("alert").filter(has_text=said)).to_be_visible()
    described = field.get_attribute("aria-describedby")
    expect(page.locator(f"#{described}")).to_contain_text(said)
    expect(page.locator("#host .message")).to_have_count(0)
    axe(page, ".make-form")
    field.evaluate("field => field.dispatchEvent(new Event('input', { bubbles: true }))")
    expect(page.get_by_role("alert").filter(has_text=said)).to_have_count(0)
    expect(field).not_to_have_attribute("aria-invalid", "true")


def test_a_field_under_more_that_the_browser_refuses_is_opened(page):
    page.goto("/make#seed=3&tries=0")
    further(page)
    expect(page.get_by_label("Tries, at most")).to_be_hidden()
    make(page)
    expect(page.get_by_label("Tries, at most")).to_be_focused()
    expect(headline(page)).to_have_count(0)


def test_the_engine_that_counts_again_is_one_of_the_package_that_decides_every_puzzle(page):
    """No program and no function, and of each family what takes the size."""
    page.goto("/make#seed=3")
    further(page)
    choice = asked(page, "Counted again by")
    expect(choice.locator("option[value='phases']")).to_have_count(1)
    names = choice.locator("option").evaluate_all("all => all.map(one => one.value)")
    nine = Geometry(3, 3)
    for name in names[1:]:
        check_engine(name, nine)
    assert {"sat:extended@cadical153", "kernel", "possibles:magic", "cube:boxes"} <= set(names)
    assert not {"sets", "possibles", "cube:propagate"} & set(names)
    choice.select_option("phases")
    make(page)
    expect(headline(page)).to_have_text("Puzzle 1 of seed 3 is on the board")
    expect(page.locator(".make-command").first).to_have_text("sudocube generate --seed=3 --recheck=phases")
    page.locator(".make-form select").first.select_option("2x2")
    expect(choice.locator("option[value='kernel']")).to_have_count(0)
    page.reload()
    expect(choice).to_have_value("phases")


def test_without_the_list_of_engines_it_is_said_why_and_the_focus_stays(page, expected_errors):
    expected_errors.append("net::ERR_FAILED")
    page.goto("/make#seed=3")
    page.route("**/api/engines", lambda route: route.abort())
    page.get_by_text("More to ask for").press("Enter")
    expect(page.get_by_role("alert").filter(has_text="Is `sudocube serve` still running?")).to_be_visible()
    expect(page.get_by_text("More to ask for")).to_be_focused()


def test_when_the_tries_run_out_it_is_said_how_many_there_were(page):
    page.goto(f"/make#p={UNIQUE}&seed=3&symmetry=full&tries=3")
    expect(page.get_by_label("Tries, at most")).to_have_value("3")
    make(page)
    expect(page.locator("#host .message.bad")).to_contain_text("none in 3 tries")
    assert board_text(page) == UNIQUE


def sheet_saved(page: Page) -> str:
    """What the browser saves when a sheet is asked for."""
    with page.expect_download() as saved:
        page.get_by_role("button", name="A sheet to print").press("Enter")
    assert saved.value.suggested_filename == "sheet.html"
    return Path(saved.value.path()).read_text("utf-8")


def test_a_sheet_to_print_is_the_file_that_the_command_writes(page, tmp_path, monkeypatch):
    """As it was asked for, also without a puzzle that was made before."""
    page.goto("/make#seed=7&symmetry=half-turn&minimal=orbits")
    page.get_by_label("Puzzles", exact=True).fill("6")
    page.get_by_label("From number").fill("2")
    asked(page, "On each page").select_option("6")
    html = sheet_saved(page)
    expect(page.locator("#host .message.good")).to_contain_text(
        "6 puzzles: sheet.html is among your downloads."
    )
    expect(page.locator("#said")).to_contain_text("6 puzzles: sheet.html")
    page.get_by_text("The same sheet on the command line").click()
    command = page.locator(".make-command").inner_text()
    monkeypatch.chdir(tmp_path)
    assert invoke(*shlex.split(command)[1:]).status == 0
    assert (tmp_path / "sheet.html").read_text("utf-8") == html
    assert "--first-index=2" in command


def test_the_sheet_has_the_puzzles_that_were_made_and_further_ones(page):
    """Four at least; those of another seed or kind begin a new sheet."""
    page.goto("/make#seed=7&at=3")
    make(page)
    expect(headline(page)).to_have_text("Puzzle 3 of seed 7 is on the board")
    count, first = page.get_by_label("Puzzles", exact=True), page.get_by_label("From number")
    expect(first).to_have_value("3")
    expect(count).to_have_value("4")
    for number in range(4, 8):
        page.get_by_role("button", name="Another one").click()
        expect(headline(page)).to_have_text(f"Puzzle {number} of seed 7 is on the board")
    expect(first).to_have_value("3")
    expect(count).to_have_value("5")
    assert re.findall(r'id="puzzle-(\d+)"', sheet_saved(page)) == ["3", "4", "5", "6", "7"]
    asked(page, "Symmetry of the clues").select_option("half-turn")
    asked(page, "Clues that can be left out").select_option("orbits")
    make(page)
    expect(first).to_have_value("7")
    expect(count).to_have_value("4")
    page.get_by_role("link", name="Lesson", exact=True).first.click()
    expect(page.locator("#title")).to_contain_text("The lesson")
    page.go_back()
    expect(first).to_have_value("7")
    page.get_by_label("Seed", exact=True).fill("8")
    page.get_by_label("Number", exact=True).fill("1")
    page.get_by_label("Number", exact=True).press("Tab")
    page.get_by_role("button", name="New seed").click()
    expect(first).to_have_value("1")


def test_a_sheet_has_what_was_found_in_time_and_says_so(page):
    page.goto("/make#seed=7&by=possibles&without=sets&tries=40")
    html = sheet_saved(page)
    expect(page.locator("#host .message.open")).to_contain_text("of 4 puzzles made")
    assert 0 < html.count('id="puzzle-') < 4


def test_a_sheet_that_is_being_made_can_be_stopped(page):
    page.goto("/make#seed=3")
    page.route("**/api/sheet", lambda _: None)  # an answer that never comes
    page.get_by_role("button", name="A sheet to print").click()
    expect(page.get_by_text("being made … 0 of 4 puzzles")).to_be_visible()
    page.get_by_role("button", name="Stop").press("Enter")
    expect(page.get_by_role("button", name="A sheet to print")).to_be_focused()
    expect(page.locator("#said")).to_contain_text("Stopped.")
    page.unroute("**/api/sheet")


@pytest.mark.parametrize(("label", "value"), [("Puzzles", "61"), ("Puzzles", "0"), ("From number", "0")])
def test_a_number_of_puzzles_that_cannot_be_is_not_asked_for(page, label, value):
    page.goto("/make#seed=3")
    page.get_by_label(label, exact=True).fill(value)
    page.get_by_role("button", name="A sheet to print").click()
    assert page.get_by_label(label, exact=True).evaluate("input => input.validationMessage")
    expect(page.get_by_text("being made")).to_have_count(0)


def test_a_puzzle_that_was_made_leads_to_its_proof(page):
    """In place of a folder of certificates, which a page does not write."""
    page.goto("/make#seed=9")
    make(page)
    expect(headline(page)).to_have_text("Puzzle 1 of seed 9 is on the board")
    puzzle = board_text(page)
    page.locator(".make-links").get_by_role("link", name="Proof", exact=True).click()
    expect(page.locator("#title")).to_have_text("Proof")
    expect(page).to_have_url(re.compile(f"/proof#p={re.escape(puzzle)}"))
