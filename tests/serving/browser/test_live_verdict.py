"""What is said of the puzzle beside the board, while the answer is on its way."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("playwright")
from playwright.sync_api import expect

UNIQUE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SMALL = "1.....2..3.....4"


@pytest.mark.parametrize("other", [SMALL, UNIQUE[:-1] + "."])
def test_a_verdict_does_not_stay_beside_another_puzzle(page, other):
    """Not even while that one takes its time; then its own verdict is said."""
    page.goto(f"/#p={UNIQUE}")
    verdict = page.locator("#puzzle .live")
    expect(verdict.locator(".headline")).to_have_text("One solution")
    page.route("**/api/check", lambda _: None)  # held back
    page.evaluate(f"location.hash = '#p={other}'")
    expect(verdict.locator(".headline")).to_have_text("Checking …")
    expect(verdict).to_have_class(re.compile("note"))
    expect(verdict).to_have_attribute("aria-busy", "true")
    page.unroute("**/api/check")  # this also lets go of what was held back
    expect(verdict).to_have_attribute("aria-busy", "false")
    expect(verdict.locator(".headline")).not_to_have_text("Checking …")
