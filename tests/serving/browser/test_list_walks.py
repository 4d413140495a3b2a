"""A list: a file becomes a table, what is amiss, puzzles on the board, export, long files, a stop."""

import csv
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.serving.browser.looking import CLASHING, SEVERAL, UNIQUE, has_verdict

SHOWN = ".list-table tbody tr:not([hidden])"


def choose(page: Page, text: str | bytes, name: str = "list.txt") -> None:
    """Open a file in the panel."""
    content = text.encode() if isinstance(text, str) else text
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose a file…").click()
    chooser.value.set_files({"name": name, "mimeType": "text/plain", "buffer": content})


def head(page: Page):
    return page.locator(".list-head")


def test_a_file_becomes_a_table_that_is_filtered_sorted_opened_and_exported(page, axe):
    """Bad ones first. What is no list is refused; foreign names and texts stay text."""
    page.goto("/list")
    choose(page, "puzzle".encode("utf-16"))
    expect(page.locator("#host")).to_contain_text("UTF-16")
    damaged = f"{UNIQUE[:40]}<img src=x onerror=alert(1)>{UNIQUE[69:]}"
    choose(page, f"{UNIQUE}\n{SEVERAL}\n{damaged}\n{CLASHING}\n", "=<b>1</b>.txt")
    expect(head(page)).to_contain_text("=<b>1</b>.txt: 4 puzzles, checked in")
    rows = page.locator(f"{SHOWN} .row-button")
    expect(rows).to_have_text(["4", "2", "3", "1"])
    expect(page.get_by_role("button", name="Undecided")).to_have_count(0)
    assert page.locator("#host img, .list-head b").count() == 0
    axe(page)
    page.get_by_role("button", name="What is amiss 3").click()
    expect(page.locator(f"{SHOWN} .badge.good")).to_have_count(0)
    page.get_by_role("button", name="No.").click()
    expect(rows).to_have_text(["2", "3", "4"])
    page.get_by_role("button", name="No.").click()
    expect(rows).to_have_text(["4", "3", "2"])
    with page.expect_download() as download:
        page.get_by_role("button", name="Export as CSV").click()
    table = list(csv.DictReader(Path(download.value.path()).read_text().splitlines()))
    assert [(row["source"], row["verdict"]) for row in table] == [
        ("'=<b>1</b>.txt:4", "none"),
        ("'=<b>1</b>.txt:3", "invalid"),
        ("'=<b>1</b>.txt:2", "multiple"),
    ]
    page.locator(SHOWN, has_text="Several solutions").click()
    has_verdict(page, "Several solutions")


def test_a_long_list_is_reached_by_keys_and_nothing_of_it_is_left_with_a_second_file(page):
    """It is sent in parts, and has few rows in the document. A list can be stopped."""
    page.goto("/list")
    choose(page, f"{UNIQUE}\n" * 4_999 + f"{CLASHING}\n", "long.txt")
    expect(head(page)).to_contain_text("long.txt: 5,000 puzzles, checked in")
    assert page.locator(".list-table tr").count() < 100
    first = page.locator(".list-table .row-button[tabindex='0']")
    expect(first).to_have_accessible_name("Puzzle 5000: No solution")
    first.focus()
    page.keyboard.press("End")
    last = page.locator(".list-table tr[aria-rowindex='5001']")
    expect(last.locator(".row-button")).to_be_focused()
    expect(last).to_be_in_viewport()
    expect(last).to_contain_text("4,999")
    page.route("**/api/list?*", lambda _: None)  # an answer that does not come yet
    choose(page, f"{UNIQUE}\n" * 3, "second.txt")
    expect(head(page)).to_contain_text("second.txt: being checked")
    expect(page.locator(f"{SHOWN} .row-button")).to_have_count(0)
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#host [role=alert] p")).to_have_text("Stopped. Nothing was checked yet.")
    page.unroute("**/api/list?*")
    page.get_by_role("button", name="Check the whole list").click()
    expect(page.locator(f"{SHOWN} .row-button")).to_have_text(["1", "2", "3"])
