"""One server and one browser for all tests of a process; a new page for each test.

    server      the address of a running `sudocube serve`; `served` is its client
    page        a page whose `goto` takes paths: page.goto("/why#p=…"). After the test there must be no
                request to another host, and no error but those with a part that is in `expected_errors`
    new_page    makes a further page, in a context of its own: new_page(width=360, ...); with `at`, elsewhere
    axe         axe(page) fails if axe-core finds anything; axe(page, "#host") looks at a part

All of them belong to the second tier. They are skipped where there is no Chromium, or no Playwright.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
PACKAGES = ("playwright", "axe_playwright_python", "starlette", "uvicorn")
WAIT = 30_000
"""Milliseconds that a step may take at most; only a test that fails ever waits that long."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.slow)


def _chromium() -> str:
    """The program; skips the test if it or a package is missing."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    lacking = [name for name in PACKAGES if find_spec(name) is None]
    if lacking or program is None:
        pytest.skip(f"no {', '.join(lacking)}: pip install sudocube[test]" if lacking else "no Chromium")
    return program


@pytest.fixture(scope="session")
def server(request: pytest.FixtureRequest) -> str:
    _chromium()
    return str(request.getfixturevalue("served").address)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    program = _chromium()
    from playwright.sync_api import expect, sync_playwright

    with sync_playwright() as playwright:
        expect.set_options(timeout=WAIT)
        started = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture
def expected_errors() -> list[str]:
    return []


@contextmanager
def _watched_page(browser: Browser, server: str, expected: list[str], **options: Any) -> Iterator[Page]:
    context = browser.new_context(base_url=server, **options)
    context.set_default_timeout(WAIT)
    page = context.new_page()
    errors: list[str] = []
    elsewhere: list[str] = []
    host = urlsplit(server).netloc

    def look(url: str) -> None:
        if urlsplit(url).scheme not in ("blob", "data", "about") and urlsplit(url).netloc != host:
            elsewhere.append(url)

    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("request", lambda request: look(request.url))
    yield page
    context.close()
    assert [error for error in errors if not any(part in error for part in expected)] == []
    assert elsewhere == []


@pytest.fixture
def new_page(browser: Browser, server: str, expected_errors: list[str]) -> Iterator[Callable[..., Page]]:
    with ExitStack() as stack:

        def made(width: int = 1200, height: int = 900, at: str = server, **options: Any) -> Page:
            size = {"width": width, "height": height}
            watched = _watched_page(browser, at, expected_errors, viewport=size, **options)
            return stack.enter_context(watched)

        yield made


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    return new_page()


@pytest.fixture
def axe() -> Callable[..., None]:
    from axe_playwright_python.sync_playwright import Axe

    def look(page: Page, context: str | None = None) -> None:
        found = Axe().run(page, context).response["violations"]
        told = [f"{one['id']}: {one['help']}: {[node['html'] for node in one['nodes']]}" for one in found]
        assert told == []

    return look
