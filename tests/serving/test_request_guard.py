"""Every attack on a server of this machine is refused before anything is looked at.

Each test sends what a hostile page could make a browser send, or what a program could, byte by byte.
"""

import json
import re
import socket

import pytest

from sudocube.serving.page_server import BODY_AT_MOST, HEADERS
from tests.cli.command import HANG

QUESTION = json.dumps({"puzzle": "1.....2..3.....4"}).encode()


def raw(odd, request):
    """The status and the text of the answer to these bytes, after which the connection is closed."""
    name, _, port = odd.host.partition(":")
    head, between, body = request.partition(b"\r\n\r\n")
    with socket.create_connection((name, int(port)), timeout=HANG) as connection:
        connection.sendall(head + b"\r\nConnection: close" + between + body)
        answer = b"".join(iter(lambda: connection.recv(65536), b""))
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), body.decode()


def lower(headers):
    return {name.lower(): value for name, value in headers.items()}


def test_the_page_and_its_commands_are_served(odd):
    """What the other tests refuse would go through otherwise. No answer is a page with foreign markup."""
    assert odd.get("/").status == 200
    reply = odd.command("check", puzzle="1.....2..3.....4", name="<img src=x>")
    assert reply.status == 200
    assert reply.messages[0]["row"]["verdict"] == "unique"
    assert lower(reply.headers)["content-type"] == "application/x-ndjson"
    assert "column 1: found '<'" in odd.command("check", puzzle="<script>alert(1)</script>").error


class TestHosts:
    """A name of a foreign site that was bound to 127.0.0.1 brings its own Host."""

    def test_a_foreign_host_is_misdirected_also_with_the_token(self, odd):
        """This machine has three names."""
        port = odd.host.partition(":")[2]
        for named in (
            *("rebound.example", f"rebound.example:{port}", "127.0.0.1", "127.0.0.1:1", "[::1]", ""),
            *(f"127.0.0.1.example:{port}", f"localhost.:{port}"),
        ):
            for path in ("/", "/static/index.html", "/why", "/nothing"):
                assert odd.get(path, Host=named).status == 421, named
            assert odd.post("/api/check", QUESTION, Host=named).status == 421, named
        for host in ("127.0.0.1", "localhost", "LocalHost", "[::1]"):
            assert odd.get("/", Host=f"{host}:{port}").status == 200, host

    def test_no_host_two_hosts_and_a_whole_address_are_no_way_around(self, odd):
        both = f"GET / HTTP/1.1\r\nHost: {odd.host}\r\nHost: evil.example\r\n\r\n".encode()
        whole = b"GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n"
        for request in (b"GET / HTTP/1.0\r\n\r\n", both, whole):
            status, body = raw(odd, request)
            assert status in (400, 421)
            assert odd.token not in body

    def test_it_listens_on_this_machine_only(self, odd):
        """All of 127.0.0.0/8 is this machine; a socket for every address would answer there."""
        with pytest.raises(OSError, match="refused"):
            socket.create_connection(("127.0.0.2", int(odd.host.partition(":")[2])), timeout=HANG)


class TestOrigins:
    """A page of another site can send requests, but not without saying where it is from."""

    def test_a_foreign_origin_is_refused_with_the_token_too(self, odd):
        foreign = ("https://evil.example", "http://127.0.0.1", "http://127.0.0.1:1", "null", "file://", "")
        for origin in foreign:
            assert odd.post("/api/check", QUESTION, Origin=origin).status == 403, origin
            assert odd.get("/", Origin=origin).status == 403, origin
        assert odd.post("/api/check", QUESTION, Origin=odd.address.rstrip("/")).status == 200

    def test_what_the_browser_says_of_the_sender_counts(self, odd):
        """For requests that have no Origin: a script or a picture of this server on another page, a form.

        A link on another page may be followed.
        """
        for site in ("cross-site", "same-site"):
            sender = {"Sec_Fetch_Site": site}
            assert odd.get("/static/index.html", Sec_Fetch_Mode="no-cors", **sender).status == 403
            assert odd.post("/api/check", QUESTION, **sender).status == 403
            assert odd.post("/api/check", QUESTION, Sec_Fetch_Mode="navigate", **sender).status == 403
        assert odd.get("/why", Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="navigate").status == 200

    def test_no_answer_may_be_read_by_other_sites(self, odd):
        for path in ("/", "/static/index.html", "/api/check"):
            headers = odd.get(path).headers
            assert not [name for name in headers if name.lower().startswith("access-control")]


class TestTokens:
    """Only the page itself knows its token."""

    def test_a_wrong_token_is_refused_with_what_to_do(self, odd):
        for token in ("", "wrong", "é", odd.token[:-1]):
            headers = {"X_Sudocube_Token": token.encode().decode("latin-1")}
            reply = odd.post("/api/check", QUESTION, **headers)
            assert reply.status == 403
            assert reply.error == "the page belongs to a server that has ended: reload it"

    def test_nothing_else_is_looked_at_without_it(self, odd):
        """Neither whether there is such a path, nor how long the body is, nor what is in it."""
        for path in ("/api/check", "/api/nothing", "/", "/api/list", "/static/x"):
            for body in (b"{", (BODY_AT_MOST + 1) * b"x"):
                assert odd.request("POST", path, body).status == 403, path

    def test_it_is_long_and_the_page_with_it_is_not_stored(self, odd):
        assert re.fullmatch(r"[\w-]{43}", odd.token)
        assert odd.get("/").headers["cache-control"] == "no-store"

    def test_there_are_no_other_methods(self, odd):
        for method in ("PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "WHATEVER"):
            assert odd.request(method, "/api/check", QUESTION, X_Sudocube_Token=odd.token).status == 405


class TestBodies:
    """A request is short, and an object of JSON."""

    def test_64_kilobytes_are_the_most_but_for_a_list(self, odd):
        """However the length is said: one that comes in chunks has none."""
        padded = QUESTION + (BODY_AT_MOST - len(QUESTION)) * b" "
        assert odd.post("/api/check", padded).status == 200
        reply = odd.post("/api/check", padded + b" ")
        assert (reply.status, reply.error) == (
            413,
            "a request of more than 65,536 bytes, which are the most",
        )
        lines = f"Host: {odd.host}", f"X-Sudocube-Token: {odd.token}", "Transfer-Encoding: chunked", "", ""
        head = "\r\n".join(["POST /api/check HTTP/1.1", *lines]).encode()
        chunk = b"8000\r\n" + 0x8000 * b" " + b"\r\n"
        assert raw(odd, head + 3 * chunk + b"0\r\n\r\n")[0] == 413
        reply = odd.post("/api/measure?name=a.txt", 5 * padded)
        assert reply.messages[0]["row"] == {"bytes": 5 * BODY_AT_MOST, "name": "a.txt", "end": 10 * " "}

    def test_what_is_no_object_or_no_json_is_refused_in_words(self, odd):
        for body in (b"", b"{", b"nothing", b"\xff", b"[" * 50_000, b"NaN"):
            reply = odd.post("/api/check", body)
            assert "object" in reply.error


class TestPaths:
    """Only what is there for the page is served."""

    def test_no_other_file_can_be_reached(self, odd):
        for path in (
            *("/static/../page_server.py", "/static/%2e%2e/page_server.py", "/static/..%2fpage_server.py"),
            *("/static/%2e%2e%2f%2e%2e%2f__init__.py", "/static/....//page_server.py"),
            *("/static//etc/passwd", "/static/%2fetc/passwd", "/static/..%5cpage_server.py"),
            *("/static/%00", "/static/index.html%00.js", "/static/scripts", "/static/", "/static"),
            *("/static/" + 5000 * "a", "//etc/passwd", "/../../etc/passwd", "/lesson/../../etc/passwd"),
            *("/lesson-text/..%2f..%2f..%2fpage_server.py", "/lesson-text/%2e%2e%2f__init__"),
        ):
            assert odd.get(path).status in (404, 405), path
        for odd_path in (b"/static/../../../../etc/passwd", b"/static/\xff", b"*", b"etc/passwd"):
            request = b"GET %s HTTP/1.1\r\nHost: %s\r\n\r\n" % (odd_path, odd.host.encode())
            status, body = raw(odd, request)
            assert status in (400, 404), odd_path
            assert "root:" not in body

    def test_a_command_is_one_of_the_list(self, odd):
        for name in ("nothing", "__class__", "check%2F..%2Fread", "os%3Asystem", "verdict_rows%3Acheck_rows"):
            assert odd.post(f"/api/{name}", QUESTION).status == 404

    def test_every_answer_has_all_headers(self, odd):
        for path in ("/", "/static/index.html", "/nothing", "/api/check"):
            for reply in (odd.get(path), odd.get(path, Host="evil.example"), odd.post(path, b"{}")):
                given = lower(reply.headers)
                assert {name: given.get(name.lower()) for name in HEADERS} == HEADERS

    def test_a_refusal_says_what_it_is_and_how_long_and_ends_the_connection(self, odd):
        """What is left of the body would be taken for the next request otherwise."""
        for reply in (
            odd.request("GET", "/api/check", QUESTION, Host="evil.example"),
            odd.request("POST", "/api/check", QUESTION),
        ):
            given = lower(reply.headers)
            assert (reply.status in (403, 421), given["content-type"]) == (True, "text/plain; charset=utf-8")
            assert (given["content-length"], given["connection"]) == (str(len(reply.body)), "close")
            assert "transfer-encoding" not in given

    def test_the_policy_allows_nothing_from_elsewhere_and_nothing_inline(self, odd):
        policy = odd.get("/").headers["content-security-policy"]
        rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
        assert rules["default-src"] == "'none'"
        assert {rules[f"{kind}-src"] for kind in ("script", "style", "connect", "img")} == {"'self'"}
        assert "unsafe" not in policy
        assert "http" not in policy
        assert rules["frame-ancestors"] == rules["base-uri"] == rules["form-action"] == "'none'"

    def test_scripts_are_scripts_and_there_are_no_web_sockets(self, odd):
        kind = odd.get("/static/scripts/main.js").headers["content-type"]
        assert kind.partition(";")[0] == "text/javascript"
        upgrade = "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        request = f"GET / HTTP/1.1\r\nHost: {odd.host}\r\n{upgrade}Sec-WebSocket-Key: {'A' * 22}==\r\n\r\n"
        assert raw(odd, request.encode())[0] == 200  # the page, as if it had not been asked for
