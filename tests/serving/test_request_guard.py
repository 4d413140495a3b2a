"""Every attack on a server of this machine is refused before anything is looked at.

Each test sends what a hostile page could make a browser send, or what a program could, byte by byte.
"""

import asyncio
import json
import re
import socket
from urllib.parse import quote

import pytest

from sudocube.serving import page_server
from sudocube.serving.page_commands import COMMANDS, OF_THE_PAGE
from sudocube.serving.page_server import page_application
from sudocube.serving.request_guard import BODY_AT_MOST, HEADERS
from sudocube.serving.started_workers import worker_starter
from sudocube.serving.warm_workers import WarmWorkers
from tests.cli.command import HANG
from tests.serving.event_loop import run_coroutine

EASY = "1.....2..3.....4"
QUESTION = json.dumps({"puzzle": EASY}).encode()


def raw(served, request):
    """The status and the text of the answer to these bytes, after which the connection is closed."""
    name, _, port = served.host.partition(":")
    head, between, body = request.partition(b"\r\n\r\n")
    with socket.create_connection((name, int(port)), timeout=HANG) as connection:
        connection.sendall(head + b"\r\nConnection: close" + between + body)
        answer = b"".join(iter(lambda: connection.recv(65536), b""))
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), body.decode()


def test_the_page_and_its_commands_are_served(served):
    """What the other tests refuse would go through otherwise."""
    assert served.get("/").status == 200
    assert served.post("/api/check", QUESTION).status == 200


class TestHosts:
    """A name of a foreign site that was bound to 127.0.0.1 brings its own Host."""

    @pytest.mark.parametrize("path", ["/", "/static/index.html", "/unique", "/nothing"])
    @pytest.mark.parametrize(
        "host",
        [
            "rebound.example",
            "rebound.example:{port}",
            "127.0.0.1",
            "127.0.0.1:1",
            "127.0.0.1.example:{port}",
            "localhost.:{port}",
            "[::1]",
            "",
        ],
    )
    def test_a_foreign_host_is_misdirected(self, served, host, path):
        port = served.host.partition(":")[2]
        assert served.get(path, Host=host.format(port=port)).status == 421

    @pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "LocalHost", "[::1]"])
    def test_this_machine_has_three_names(self, served, host):
        assert served.get("/", Host=f"{host}:{served.host.partition(':')[2]}").status == 200

    def test_without_a_host_nothing_is_served(self, served):
        assert raw(served, b"GET / HTTP/1.0\r\n\r\n")[0] == 421

    def test_two_hosts_are_none(self, served):
        both = f"GET / HTTP/1.1\r\nHost: {served.host}\r\nHost: evil.example\r\n\r\n".encode()
        assert raw(served, both)[0] in (400, 421)

    def test_the_token_does_not_help(self, served):
        assert served.post("/api/check", QUESTION, Host="rebound.example").status == 421

    def test_a_whole_address_in_the_request_is_no_way_around(self, served):
        status, body = raw(served, b"GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n")
        assert status == 421
        assert served.token not in body

    def test_it_listens_on_this_machine_only(self, served):
        """All of 127.0.0.0/8 is this machine; a socket for every address would answer there."""
        with pytest.raises(OSError, match="refused"):
            socket.create_connection(("127.0.0.2", int(served.host.partition(":")[2])), timeout=HANG)


class TestOrigins:
    """A page of another site can send requests, but not without saying where it is from."""

    @pytest.mark.parametrize(
        "origin", ["https://evil.example", "http://127.0.0.1", "http://127.0.0.1:1", "null", "file://", ""]
    )
    def test_a_foreign_origin_is_refused_with_the_token_too(self, served, origin):
        assert served.post("/api/check", QUESTION, Origin=origin).status == 403
        assert served.get("/", Origin=origin).status == 403

    def test_the_origin_of_the_page_is_right(self, served):
        assert served.post("/api/check", QUESTION, Origin=served.address.rstrip("/")).status == 200

    @pytest.mark.parametrize("site", ["cross-site", "same-site"])
    def test_what_the_browser_says_of_the_sender_counts(self, served, site):
        """For requests that have no Origin: a script or a picture of this server on another page."""
        assert served.get("/static/index.html", Sec_Fetch_Site=site, Sec_Fetch_Mode="no-cors").status == 403
        assert served.post("/api/check", QUESTION, Sec_Fetch_Site=site).status == 403

    def test_a_link_on_another_page_may_be_followed(self, served):
        assert served.get("/unique", Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="navigate").status == 200

    def test_a_form_on_another_page_is_no_link(self, served):
        reply = served.post("/api/check", QUESTION, Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="navigate")
        assert reply.status == 403

    def test_no_answer_may_be_read_by_other_sites(self, served):
        for path in ("/", "/static/index.html", "/api/check"):
            headers = served.get(path).headers
            assert not [name for name in headers if name.lower().startswith("access-control")]


class TestTokens:
    """Only the page itself knows its token."""

    @pytest.mark.parametrize("token", ["", "wrong", "é"])
    def test_a_wrong_token_is_refused(self, served, token):
        headers = {"X_Sudocube_Token": token.encode().decode("latin-1")}
        assert served.post("/api/check", QUESTION, **headers).status == 403

    @pytest.mark.parametrize("path", ["/api/check", "/api/nothing", "/", "/upload", "/upload/x", "/static/x"])
    def test_nothing_else_is_looked_at_without_it(self, served, path):
        """Neither whether there is such a path, nor how long the body is, nor what is in it."""
        for body in (b"", b"{", QUESTION, (BODY_AT_MOST + 1) * b"x"):
            assert served.request("POST", path, body).status == 403

    def test_the_token_of_another_start_is_another_one(self, served):
        assert re.fullmatch(r"[\w-]{43}", served.token)

    def test_it_is_told_what_to_do(self, served):
        assert "reload" in served.post("/api/check", QUESTION, X_Sudocube_Token="old").error

    def test_the_page_with_the_token_is_not_stored(self, served):
        assert served.get("/").headers["cache-control"] == "no-store"

    @pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "WHATEVER"])
    def test_there_are_no_other_methods(self, served, method):
        assert served.request(method, "/api/check", QUESTION, X_Sudocube_Token=served.token).status == 405


class TestHeadersThatComeTwice:
    """One program looks at the first, another one at the last: there is none that both would mean."""

    @pytest.mark.parametrize(
        ("name", "first", "second"),
        [
            ("Origin", "https://evil.example", "http://{host}"),
            ("Origin", "http://{host}", "http://{host}"),
            ("Sec-Fetch-Site", "cross-site", "same-origin"),
            ("Sec-Fetch-Mode", "cors", "navigate"),
            ("X-Sudocube-Token", "wrong", "{token}"),
            ("Content-Type", "text/plain", "application/json"),
        ],
    )
    def test_they_are_refused(self, served, name, first, second):
        usual = {
            "Host": served.host,
            "X-Sudocube-Token": served.token,
            "Content-Type": "application/json",
            "Content-Length": str(len(QUESTION)),
        }
        usual.pop(name, None)
        headers = [*usual.items(), (name, first), (name, second)]
        lines = [f"{one}: {value.format(host=served.host, token=served.token)}" for one, value in headers]
        head = "\r\n".join(["POST /api/check HTTP/1.1", *lines, "", ""]).encode()
        status, body = raw(served, head + QUESTION)
        assert status == 400
        assert f"{name.lower()} is there more than once" in body


class TestBodies:
    """A request says how long it is, and is short."""

    def head(self, served, *lines):
        usual = f"Host: {served.host}", f"X-Sudocube-Token: {served.token}", "Content-Type: application/json"
        return "\r\n".join(["POST /api/check HTTP/1.1", *usual, *lines, "", ""]).encode()

    def test_without_a_length_nothing_is_read(self, served):
        assert raw(served, self.head(served))[0] == 411
        assert raw(served, self.head(served, "Transfer-Encoding: chunked") + b"0\r\n\r\n")[0] == 411

    def test_two_lengths_are_none(self, served):
        """Chunks would come without an end, and a short length beside them would hide it."""
        request = self.head(served, "Content-Length: 10", "Transfer-Encoding: chunked")
        assert raw(served, request + b"0\r\n\r\n")[0] == 411

    @pytest.mark.parametrize("path", ["/api/check", "/upload"])
    def test_a_body_that_does_not_come_ends_the_connection(self, monkeypatch, path):
        """Its rest would be taken for a request otherwise."""
        monkeypatch.setattr(page_server, "ARRIVES_WITHIN", 0.01)
        workers = WarmWorkers(worker_starter(OF_THE_PAGE))
        application = page_application(workers, COMMANDS, port=1, token="token")
        headers = [
            *((b"host", b"127.0.0.1:1"), (b"x-sudocube-token", b"token")),
            *((b"content-length", b"200"), (b"content-type", b"application/json")),
        ]
        scope = {"type": "http", "method": "POST", "path": path, "query_string": b"", "headers": headers}
        sent = []

        async def receive():
            await asyncio.Event().wait()

        async def send(message):
            sent.append(message)

        run_coroutine(application(scope, receive, send))
        assert sent[0]["status"] == 408
        assert (b"connection", b"close") in sent[0]["headers"]

    @pytest.mark.parametrize("length", ["-1", "many", "1 2", "+5", "٣"])
    def test_a_wrong_length_is_none(self, served, length):
        request = self.head(served, "Content-Length: LENGTH").replace(b"LENGTH", length.encode())
        assert raw(served, request + QUESTION)[0] in (400, 411)

    def test_64_kilobytes_are_the_most(self, served):
        padded = QUESTION + (BODY_AT_MOST - len(QUESTION)) * b" "
        assert served.post("/api/check", padded).status == 200
        assert served.post("/api/check", padded + b" ").status == 413

    def test_a_huge_length_is_refused_before_the_body_comes(self, served):
        status, body = raw(served, self.head(served, f"Content-Length: {'9' * 18}"))
        assert status == 413
        assert "65,536 are the most" in body

    @pytest.mark.parametrize("body", [b"", b"{", b"nothing", b"\xff", b"[" * 50_000, b"NaN"])
    def test_what_is_no_object_is_refused_in_words(self, served, body):
        reply = served.post("/api/check", body)
        assert reply.status in (200, 400)
        assert "object" in reply.error

    @pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
    def test_a_form_is_no_question(self, served, kind):
        """These kinds a page of another site can send without asking first."""
        assert served.post("/api/check", QUESTION, Content_Type=kind).status == 415


class TestPaths:
    """Only what is there for the page is served."""

    @pytest.mark.parametrize(
        "path",
        [
            "/static/../page_server.py",
            "/static/%2e%2e/page_server.py",
            "/static/..%2fpage_server.py",
            "/static/%2e%2e%2f%2e%2e%2f__init__.py",
            "/static/....//page_server.py",
            "/static//etc/passwd",
            "/static/%2fetc/passwd",
            "/static/..%5cpage_server.py",
            "/static/%00",
            "/static/index.html%00.js",
            "/static/scripts",
            "/static/",
            "/static/" + 5000 * "a",
            "/static",
            "//etc/passwd",
            "/../../etc/passwd",
            "/lesson/../../etc/passwd",
            "/lesson-text/..%2f..%2f..%2fpage_server.py",
            "/lesson-text/%2e%2e%2f__init__",
        ],
    )
    def test_no_other_file_can_be_reached(self, served, path):
        assert served.get(path).status in (404, 405)

    def test_a_path_that_no_client_would_write(self, served):
        for path in (b"/static/../../../../etc/passwd", b"/static/\xff", b"*", b"etc/passwd"):
            status, body = raw(served, b"GET %s HTTP/1.1\r\nHost: %s\r\n\r\n" % (path, served.host.encode()))
            assert status in (400, 404)
            assert "root:" not in body

    @pytest.mark.parametrize("path", ["/", "/static/index.html", "/nothing", "/api/check"])
    def test_every_answer_has_all_headers(self, served, path):
        for reply in (served.get(path), served.get(path, Host="evil.example"), served.post(path, b"{}")):
            given = {name.lower(): value for name, value in reply.headers.items()}
            assert {name: given.get(name.lower()) for name in HEADERS} == HEADERS

    @pytest.mark.parametrize(
        ("method", "status", "kind"),
        [("GET", 421, "text/plain; charset=utf-8"), ("POST", 403, "application/x-ndjson")],
    )
    def test_a_refusal_says_what_it_is_and_how_long_and_ends_the_connection(
        self, served, method, status, kind
    ):
        """What is left of the body would be taken for the next request otherwise."""
        host = {"Host": "evil.example"} if method == "GET" else {}
        reply = served.request(method, "/api/check", QUESTION, **host)
        given = {name.lower(): value for name, value in reply.headers.items()}
        assert reply.status == status
        assert given["content-type"] == kind
        assert given["content-length"] == str(len(reply.body))
        assert given["connection"] == "close"
        assert "transfer-encoding" not in given

    def test_the_policy_allows_nothing_from_elsewhere_and_nothing_inline(self, served):
        policy = served.get("/").headers["content-security-policy"]
        rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
        assert rules["default-src"] == "'none'"
        assert {rules[f"{kind}-src"] for kind in ("script", "style", "connect", "img")} == {"'self'"}
        assert "unsafe" not in policy
        assert "http" not in policy
        assert rules["frame-ancestors"] == rules["base-uri"] == rules["form-action"] == "'none'"

    def test_scripts_are_scripts_to_every_browser(self, served):
        kind = served.get("/static/scripts/main.js").headers["content-type"]
        assert kind.partition(";")[0] == "text/javascript"

    def test_there_are_no_web_sockets(self, served):
        upgrade = "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        request = f"GET / HTTP/1.1\r\nHost: {served.host}\r\n{upgrade}Sec-WebSocket-Key: {'A' * 22}==\r\n\r\n"
        assert raw(served, request.encode())[0] == 200  # the page, as if it had not been asked for


class TestNames:
    """A request names no program, no function and no file."""

    @pytest.mark.parametrize("field", ["file", "path", "source", "command", "target", "module", "rows"])
    def test_further_fields_mean_nothing(self, served, field):
        [row] = served.ask("check", puzzle=EASY, **{field: "/etc/passwd"})
        assert row["verdict"] == "unique"

    @pytest.mark.parametrize(
        "puzzle", ["/etc/passwd", "README.md", "file:///etc/passwd", "-", "examples/puzzles.txt"]
    )
    def test_a_puzzle_is_never_the_name_of_a_file(self, served, puzzle):
        assert "found" in served.refusal("check", puzzle=puzzle)

    @pytest.mark.parametrize("name", ["__class__", "check/../read", "os:system", "verdict_rows:check_rows"])
    def test_a_command_is_one_of_the_list(self, served, name):
        assert served.post(f"/api/{quote(name, safe='')}", QUESTION).status == 404
