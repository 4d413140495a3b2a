"""What a page asks for ends with the page: with its reload, its tab, its server."""

import json
import signal
import sys

import pytest
from playwright.sync_api import expect

from tests.cli.command import HANG
from tests.serving.client import is_running, running_server, wait_for_end

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc")

ASK = """async (command) => {
    const { ask } = await import("/static/scripts/asking.js");
    window.withdrawn = new AbortController();
    const { signal } = window.withdrawn;
    return new Promise((resolve, reject) => ask(command, {}, { signal, onRow: resolve }).catch(reject));
}"""


BEGIN = """async () => {
    const { ask } = await import("/static/scripts/asking.js");
    window.told = [];
    const onProgress = (one) => window.told.push(one);
    window.row = new Promise((resolve) => ask("hang", {}, { onRow: resolve, onProgress }));
}"""


@pytest.fixture
def new_tab(browser, odd):
    """Opens tabs of a page whose server has commands that never end."""
    context = browser.new_context(base_url=odd.address)

    def opened():
        tab = context.new_page()
        tab.goto("/")
        return tab

    yield opened
    context.close()


def worker_of(tab):
    """The process that works for a tab: it has begun, and never ends by itself."""
    process = tab.evaluate(ASK, "hang")["process"]
    assert is_running(process)
    return process


def test_a_question_that_is_withdrawn_and_a_reload_end_the_process(new_tab):
    tab = new_tab()
    process = worker_of(tab)
    tab.evaluate("() => window.withdrawn.abort()")
    wait_for_end(process)
    process = worker_of(tab)
    tab.reload()
    wait_for_end(process)
    assert tab.evaluate(ASK, "talk")["streams"]


def test_six_tabs_with_long_jobs_do_not_block_a_seventh(new_tab):
    """A browser has six connections to a server. A job that waits says so, and has its turn."""
    *tabs, last = [new_tab() for _ in range(6)]
    for tab in tabs:
        tab.evaluate(BEGIN)
    last.wait_for_function("async () => (await navigator.locks.query()).pending.length")
    last.evaluate(BEGIN)
    last.wait_for_function("() => window.told.length")
    assert last.evaluate("() => window.told") == [{"type": "waiting", "before": 1}]
    seventh = new_tab()
    assert seventh.evaluate(ASK.replace("{}", json.dumps({"puzzle": "1.....2..3.....4"})), "check")["verdict"]
    for tab in tabs:
        tab.close()
    assert is_running(last.evaluate("() => window.row")["process"])


def test_a_page_goes_on_by_itself_when_its_server_was_started_again(browser):
    """The token is another one: the page takes it, and what was typed stays."""
    context = browser.new_context()
    tab = context.new_page()
    with running_server() as first:
        port = first.address.rpartition(":")[2].rstrip("/")
        tab.goto(f"{first.address}#p=1.....2..3.....4")
        tab.get_by_text("One solution").first.wait_for()
        first.process.send_signal(signal.SIGINT)
        first.process.wait(HANG)
        tab.locator("table[role=grid] [tabindex='0']").first.press("ArrowDown")
        tab.keyboard.press("3")
        tab.get_by_text("The server has ended.").first.wait_for()
    with running_server("-m", "sudocube", "serve", "--no-browser", "--port", port):
        tab.locator("table[role=grid] [tabindex='0']").first.press("ArrowRight")
        tab.keyboard.press("4")
        expect(tab.locator("#puzzle [data-cell=r2c2]")).to_have_text("4")  # drawn with the next frame
        tab.get_by_text("One solution").first.wait_for()
    context.close()
