"""What is drawn: no page is wider than its window, and axe finds nothing serious."""

import pytest
from playwright.sync_api import expect

from tests.serving.browser.looking import CLASHING, SEVERAL, UNIQUE

PAGES = {
    "board": (f"/#p={CLASHING}", "#puzzle [data-tone=bad]"),
    "large": (f"/#p={625 * '.'}", "#puzzle [data-cell=r25c25]"),
    "engines": (f"/#p={SEVERAL}&engines=usual", "table.engines tbody"),
    "proof": (f"/why#p={UNIQUE}&view=proof&at=3", ".checked-box .headline"),
    "steps": (f"/why#p={UNIQUE}&at=3&do=2:r1c1", ".chips"),
    "trace": ("/encodings#p=1.....2..3.....4&view=trace&at=12", ".trace-card"),
    "make": (f"/make#p={UNIQUE}&seed=7&depth=0-1&near={UNIQUE}", ".make-grid"),
    "lesson": ("/lesson", ".scene-cards a"),
    "learn": ("/lesson/learn#k=20&a=3", ".graph"),
    "your-own": ("/lesson/your-own#a=0", ".own-told .headline"),
}
"""An address, and what is there once it is drawn."""


@pytest.mark.parametrize(("address", "drawn"), PAGES.values(), ids=PAGES)
def test_a_page_fits_a_telephone_in_the_dark_and_a_wide_window(new_page, axe, address, drawn):
    page = new_page(width=360, color_scheme="dark")
    page.goto(address)
    expect(page.locator(drawn).first).to_be_visible()
    for width in (360, 1000, 1600):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, width
        if width != 1000:
            axe(page)
        page.emulate_media(color_scheme="light")
