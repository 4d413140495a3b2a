"""Pages of other sites, in a real browser: they can neither read the page nor have it do anything."""

import functools
import subprocess
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace

import pytest

from tests.serving.browser.conftest import _chromium

EASY = '{"puzzle": "1.....2..3.....4"}'


@pytest.fixture
def other_site(tmp_path):
    """Another site, which notes what it is asked for: another port of this machine is one, too."""
    (tmp_path / "index.html").write_text("<!doctype html><title>another site</title><body></body>")
    asked = []

    class Handler(SimpleHTTPRequestHandler):
        def log_message(self, *_):
            asked.append(self.path)

    handler = functools.partial(Handler, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as site:
        threading.Thread(target=site.serve_forever, daemon=True).start()
        yield SimpleNamespace(address=f"http://localhost:{site.server_port}/", asked=asked)
        site.shutdown()


@pytest.fixture
def hostile(browser, other_site):
    """A page of another site."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(other_site.address)
    yield page
    context.close()


def fetched(page, address, **options):
    """What a script of a page gets: the text of an answer, or the name of its error."""
    got = "fetch(address, options).then(answer => answer.text(), error => error.name)"
    return page.evaluate(f"([address, options]) => {got}", [address, options])


def test_a_script_of_another_site_reads_nothing(hostile, server):
    """Neither the page with its token, nor a verdict."""
    assert fetched(hostile, server) == "TypeError"
    headers = {"Content-Type": "application/json", "X-Sudocube-Token": "guessed"}
    assert fetched(hostile, f"{server}api/check", method="POST", body=EASY, headers=headers) == "TypeError"


def test_a_request_that_is_sent_without_asking_first_is_refused(hostile, server):
    """Its answer is blocked even where nobody can read it; a form would show it."""
    options = {"method": "POST", "mode": "no-cors", "body": EASY}
    assert fetched(hostile, f"{server}api/check", **options) == "TypeError"
    submit = """address => {
        const form = Object.assign(document.createElement("form"), { action: address, method: "POST" });
        document.body.append(form);
        form.submit();
    }"""
    with hostile.expect_response(lambda answer: "/api/check" in answer.url) as answer:
        hostile.evaluate(submit, f"{server}api/check")
    assert answer.value.status == 403


def test_the_page_cannot_be_put_into_a_frame(hostile, server):
    """So nobody can be made to click on it unawares."""
    frame = """address => {
        document.body.append(Object.assign(document.createElement("iframe"), { src: address }));
    }"""
    with hostile.expect_event("requestfailed", lambda request: request.url == server):
        hostile.evaluate(frame, server)
    assert all("sudocube-token" not in frame.content() for frame in hostile.frames)


def test_its_files_are_no_parts_of_other_pages_but_a_link_to_it_may_be_followed(hostile, server):
    script = """([kind, address]) => new Promise(resolve => {
        const part = document.createElement(kind);
        part.onload = () => resolve("loaded");
        part.onerror = () => resolve("refused");
        part.src = address;
        document.body.append(part);
    })"""
    for kind, path in (("script", "static/scripts/main.js"), ("img", "static/icon.svg")):
        assert hostile.evaluate(script, [kind, server + path]) == "refused"
    hostile.evaluate("address => { location.href = address }", f"{server}why")
    hostile.wait_for_url(f"{server}why**")
    assert "sudocube" in hostile.title()


def test_a_foreign_name_for_this_machine_is_misdirected(server):
    """DNS rebinding: the browser takes the server for the other site, whose scripts could read all."""
    rebound = server.replace("127.0.0.1", "rebound.example")
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"]
    rule = "--host-resolver-rules=MAP rebound.example 127.0.0.1"
    done = subprocess.run(
        [_chromium(), *options, rule, rebound], capture_output=True, text=True, timeout=60, check=False
    )
    assert "this server answers to 127.0.0.1 and localhost only" in done.stdout
    assert "sudocube-token" not in done.stdout


class TestThePolicy:
    """Markup that came into the page by a mistake of ours would do nothing."""

    def added(self, page, markup):
        """Put markup into the page, as foreign text that was not escaped would be."""
        page.goto("/")
        page.evaluate(
            "markup => document.body.append(document.createRange().createContextualFragment(markup))", markup
        )

    def test_no_script_in_it_runs(self, page, expected_errors):
        expected_errors += ["Content Security Policy", "404"]
        self.added(
            page,
            "<script>window.ran = true</script><img src=nothing onerror='window.ran = true'>"
            "<a id=click href='javascript:window.ran = true'>x</a>",
        )
        page.evaluate("() => document.getElementById('click').click()")
        page.wait_for_function("() => document.querySelector('img[src=nothing]').complete")
        assert page.evaluate("() => new Promise(done => setTimeout(() => done(window.ran), 0))") is None

    def test_nothing_in_it_reaches_another_place(self, browser, server, other_site):
        page = browser.new_page(base_url=server)
        for markup in (
            "<img src='{}told'>",
            "<script src='{}run.js'></script>",
            "<link rel=stylesheet href='{}style.css'>",
            "<iframe src='{}'></iframe>",
        ):
            with page.expect_console_message(lambda message: "Content Security Policy" in message.text):
                self.added(page, markup.format(other_site.address))
        page.close()
        assert other_site.asked == []
