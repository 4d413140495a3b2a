"""The panel A list: a file becomes a table, what is amiss, sorting, puzzles on the board, export."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

pytest.importorskip("playwright")
from playwright.sync_api import Page, expect

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
UNIQUE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
AMBIGUOUS = "5......................................................................6........9"
CLASHING = "55" + UNIQUE[2:]

SHOWN = ".list-table tbody tr:not([hidden])"


def choose(page: Page, text: str | bytes, name: str = "list.txt") -> None:
    """Open a file in the panel."""
    content = text.encode() if isinstance(text, str) else text
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose a file…").click()
    chooser.value.set_files({"name": name, "mimeType": "text/plain", "buffer": content})


def head(page: Page):
    return page.locator(".list-head")


def numbers(page: Page) -> list[str]:
    """The numbers of the rows that are shown."""
    return page.locator(f"{SHOWN} .row-button").all_inner_texts()


def test_a_file_becomes_a_table_that_is_filtered_and_sorted(page, axe):
    page.goto("/list")
    expect(head(page)).to_have_text("No list is open.")
    choose(page, (EXAMPLES / "puzzles.txt").read_bytes(), "puzzles.txt")
    expect(head(page)).to_contain_text("puzzles.txt: 20 puzzles, checked in")
    assert numbers(page) == [str(number) for number in range(1, 21)]
    axe(page)
    page.get_by_role("button", name="What is amiss 8").click()
    expect(page.locator(f"{SHOWN} .badge.good")).to_have_count(0)
    assert numbers(page) == [str(number) for number in range(13, 21)]
    page.get_by_role("button", name="Verdict").click()
    expect(page.locator("th[aria-sort=ascending]")).to_have_text("Verdict")
    verdicts = page.locator(f"{SHOWN} .badge").all_inner_texts()
    assert verdicts == ["No solution"] * 4 + ["Several solutions"] * 4
    page.get_by_role("button", name="Verdict").click()
    expect(page.locator("th[aria-sort=descending]")).to_have_text("Verdict")
    page.get_by_role("button", name="No puzzle 0").click()
    expect(page.locator(f"{SHOWN} .row-button")).to_have_count(0)


def test_a_puzzle_is_opened_by_a_click_or_a_key_and_the_list_stays(page):
    """Also on the way to another panel and back, and after a reload."""
    page.goto("/list")
    choose(page, f"{UNIQUE}\n{AMBIGUOUS}\nno puzzle\n{CLASHING}\n")
    page.locator(".list-table tbody tr", has_text="Several solutions").click()
    expect(page.locator("#puzzle .live .headline")).to_have_text("Several solutions")
    expect(page.locator("#puzzle [data-cell=r1c2]")).to_have_text("")
    expect(page.locator(".list-opened")).to_contain_text("Puzzle 2, list.txt:2 is on the board")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator(".list-opened")).to_contain_text("Puzzle 3, list.txt:3: it is no puzzle.")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#puzzle .live .headline")).to_have_text("No solution")
    expect(page.locator(".list-table [aria-current] .row-button")).to_be_focused()
    page.locator(".list-opened").get_by_role("link", name="Why not?").click()
    expect(page.locator("#title")).to_have_text("Why not?")
    page.go_back()
    expect(head(page)).to_contain_text("list.txt: 4 puzzles, checked in")
    page.reload()
    expect(page.locator(".list-opened")).to_contain_text("Puzzle 4, list.txt:4 is on the board")
    expect(page.locator("#puzzle [data-cell=r1c2]")).to_have_text("5")


def test_the_shape_of_boxes_can_be_told(page):
    """Where a file does not show it: 6×6 with boxes of 3 rows and 2 columns."""
    page.goto("/list")
    choose(page, ".......54......3.634...2.6........43\n", "six.txt")
    expect(page.get_by_role("button", name="What is amiss 1")).to_be_visible()
    page.get_by_role("combobox", name="Size and boxes of the list").select_option("3x2")
    expect(page.get_by_role("button", name="One solution 1")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="One solution 1")).to_be_visible()


def test_stored_answers_are_judged(page):
    page.goto("/list")
    choose(page, f"puzzle,solution\n{UNIQUE},{SOLUTION}\n{UNIQUE},{SOLUTION[::-1]}\n", "answers.csv")
    expect(head(page)).to_contain_text("2 puzzles, checked in")
    page.get_by_role("button", name="What is amiss 1").click()
    expect(page.locator(".list-table tbody")).to_contain_text("contradicts clues")
    expect(page.locator(".list-table .list-remark").nth(1)).to_contain_text("stored solution: ")


def test_what_is_shown_is_exported(page):
    """As the command line writes it: the same fields, in the order of the table."""
    page.goto("/list")
    choose(page, f"{UNIQUE}\n{AMBIGUOUS}\nno puzzle\n", "=1+1.txt")
    page.get_by_role("button", name="What is amiss 2").click()
    page.get_by_role("button", name="No.").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Export as JSON").click()
    assert download.value.suggested_filename == "=1+1-checked.jsonl"
    rows = [json.loads(line) for line in Path(download.value.path()).read_text().splitlines()]
    assert [row["index"] for row in rows] == [3, 2]
    assert rows[1]["verdict"] == "multiple"
    assert len(rows[1]["solutions"]) == 2
    with page.expect_download() as download:
        page.get_by_role("button", name="Export as CSV").click()
    table = list(csv.DictReader(io.StringIO(Path(download.value.path()).read_text())))
    assert [row["verdict"] for row in table] == ["invalid", "multiple"]
    assert [row["source"] for row in table] == ["'=1+1.txt:3", "'=1+1.txt:2"]
    assert "found" in table[0]["reason"]


def test_a_long_list_has_few_rows_in_the_document_and_any_of_them_in_sight(page):
    """Twenty thousand puzzles, sent in parts; the keys reach the last one."""
    page.goto("/list")
    choose(page, f"{UNIQUE}\n" * 19_998 + f"{AMBIGUOUS}\n{CLASHING}\n", "long.txt")
    expect(head(page)).to_contain_text("long.txt: 20,000 puzzles, checked in")
    expect(page.locator(".list-table")).to_have_attribute("aria-rowcount", "20001")
    assert page.locator(".list-table tr").count() < 100
    page.locator(".list-table .row-button[tabindex='0']").focus()
    page.keyboard.press("End")
    last = page.locator(".list-table tr[aria-rowindex='20001']")
    expect(last.locator(".row-button")).to_be_focused()
    expect(last).to_be_in_viewport()
    expect(last).to_contain_text("No solution")
    page.keyboard.press("PageUp")
    expect(page.locator(".row-button:focus")).not_to_have_text("20,000")
    page.locator(".row-scroll").evaluate("box => { box.scrollTop = 360000 }")
    expect(page.locator(".list-table").get_by_role("button", name="Puzzle 10010:")).to_be_in_viewport()
    page.get_by_role("button", name="What is amiss 2").click()
    expect(page.locator(".list-table")).to_have_attribute("aria-rowcount", "3")


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"", "no puzzle in it"), (b"\x00\x01\x02" * 50, "is not text"), ("puzzle".encode("utf-16"), "UTF-16")],
)
def test_a_file_that_is_no_list_is_refused_with_a_reason(page, content, said):
    page.goto("/list")
    choose(page, content)
    expect(page.locator("#host")).to_contain_text(said)


def test_names_and_texts_of_others_stay_text(page):
    """No markup of a file or of its name becomes an element."""
    page.goto("/list")
    choose(page, f"{UNIQUE}\n{UNIQUE[:-1]}<img src=x onerror=alert(1)>\n", "<b>bold</b>.txt")
    expect(head(page)).to_contain_text("<b>bold</b>.txt: 2 puzzles")
    expect(page.locator(".list-remark").nth(2)).to_contain_text("<b>bold</b>.txt:2: ")
    assert page.locator("#host img, .list-head b").count() == 0


def test_a_dropped_file_opens_the_list(page):
    """A long one at once, from any panel."""
    page.goto("/")
    page.evaluate(
        """line => {
          const data = new DataTransfer();
          data.items.add(new File([line.repeat(700)], "dropped.txt"));
          const dropped = { dataTransfer: data, bubbles: true, cancelable: true };
          document.body.dispatchEvent(new DragEvent("drop", dropped));
        }""",
        f"{UNIQUE}\n",
    )
    expect(head(page)).to_contain_text("dropped.txt: 700 puzzles, checked in")
    expect(page.locator("#title")).to_have_text("A list")


def test_a_list_that_is_not_kept_any_more_is_asked_for_again(page, expected_errors):
    expected_errors.append("404")
    page.goto("/list#list=gone&name=old.txt")
    expect(page.locator("#host [role=alert]")).to_contain_text("open the file again")
    choose(page, f"{UNIQUE}\n")
    expect(head(page)).to_contain_text("list.txt: 1 puzzle, checked in")
    expect(page.locator("#host [role=alert]")).to_have_count(0)


def test_it_fits_a_narrow_page_in_the_dark(new_page, axe):
    """With a picture of the puzzle beside what is said of it, since the board is out of sight."""
    page = new_page(width=360, height=740, color_scheme="dark")
    page.goto("/list")
    choose(page, f"{UNIQUE}\nno puzzle\n{AMBIGUOUS}\n")
    page.locator(".list-table tbody tr", has_text="Several solutions").click()
    expect(page.get_by_role("grid", name="Puzzle 3")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    axe(page)


def test_a_list_can_be_stopped_and_another_one_opened(page):
    """Nothing of the first one is left."""
    page.goto("/list")
    page.route("**/api/list", lambda _: None)  # an answer that never comes
    choose(page, f"{UNIQUE}\n{AMBIGUOUS}\n")
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#host [role=alert]")).to_contain_text("Stopped.")
    page.unroute("**/api/list")
    choose(page, f"{UNIQUE}\n{AMBIGUOUS}\n", "again.txt")
    expect(head(page)).to_contain_text("again.txt: 2 puzzles, checked in")
    expect(page.get_by_role("button", name="Stop")).to_be_hidden()


@pytest.mark.parametrize(("first", "second"), [(60, 3), (3, 60), (7, 7)])
def test_a_second_file_takes_the_place_of_the_first(page, first, second):
    """Before its rows arrive the table is empty; nothing of the first file is shown, marked or exported."""
    page.goto("/list")
    choose(page, f"{AMBIGUOUS}\n" * first, "first.txt")
    page.get_by_role("button", name=f"What is amiss {first}").click()
    page.locator(".list-table tbody tr", has_text="Several solutions").nth(1).click()
    expect(page.locator(".list-table [aria-current]")).to_have_count(1)
    page.route("**/api/list", lambda _: None)  # an answer that does not come yet
    choose(page, f"{UNIQUE}\n" * second, "second.txt")
    expect(head(page)).to_contain_text("second.txt: being checked")
    expect(page.locator(f"{SHOWN} .row-button")).to_have_count(0)
    expect(page.locator(".list-opened")).to_be_empty()
    page.unroute("**/api/list")
    choose(page, f"{UNIQUE}\n" * second, "second.txt")
    expect(head(page)).to_contain_text(f"second.txt: {second} puzzles, checked in")
    expect(page.locator(".list-table")).to_have_attribute("aria-rowcount", str(second + 1))
    expect(page.locator(".list-table .badge.open, .list-table [aria-current]")).to_have_count(0)
    expect(page.locator(f"{SHOWN} .row-button").first).to_have_text("1")
    assert numbers(page)[:3] == ["1", "2", "3"]
    page.locator(".list-table tbody tr", has_text="One solution").nth(2).click()
    expect(page.locator(".list-opened")).to_contain_text("Puzzle 3, second.txt:3 is on the board")


def test_a_list_that_was_stopped_stays_so_until_one_asks_for_all_of_it(page):
    """Also after a visit to another panel."""
    page.goto("/list")
    page.route("**/api/list", lambda _: None)
    choose(page, f"{UNIQUE}\n{AMBIGUOUS}\n")
    expect(head(page)).to_contain_text("list.txt: being checked")
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#host [role=alert]")).to_have_text("Stopped. Nothing was checked yet.")
    page.unroute("**/api/list")
    page.get_by_role("link", name="Proof", exact=True).click()
    expect(page.locator("#title")).to_have_text("Proof")
    page.get_by_role("link", name="A list", exact=True).click()
    expect(page.locator("#host [role=alert]")).to_have_text("Stopped. Nothing was checked yet.")
    expect(head(page)).to_have_text("list.txt: 0 puzzles, and then stopped")
    page.get_by_role("button", name="Check the whole list").click()
    expect(head(page)).to_contain_text("list.txt: 2 puzzles, checked in")
    expect(page.get_by_role("button", name="Check the whole list")).to_have_count(0)


def test_an_upload_that_is_stopped_leaves_the_list_before_it(page):
    page.goto("/list")
    choose(page, f"{UNIQUE}\n{AMBIGUOUS}\n", "first.txt")
    expect(head(page)).to_contain_text("first.txt: 2 puzzles, checked in")
    page.route("**/upload", lambda _: None)
    choose(page, f"{UNIQUE}\n", "second.txt")
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#host [role=alert]")).to_contain_text("before is still here: first.txt")
    expect(head(page)).to_contain_text("first.txt: 2 puzzles, checked in")
    assert numbers(page) == ["1", "2"]


def test_a_server_that_goes_away_is_told_of(page, expected_errors):
    """And the page goes on working with what it has."""
    expected_errors.append("ERR_FAILED")
    page.goto("/list")
    page.route("**/upload", lambda route: route.abort())
    choose(page, f"{UNIQUE}\n")
    expect(page.locator("#host [role=alert]")).to_contain_text("Is `sudocube serve` still running?")
    page.unroute("**/upload")
    choose(page, f"{UNIQUE}\n")
    expect(head(page)).to_contain_text("list.txt: 1 puzzle, checked in")
