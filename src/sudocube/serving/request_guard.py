"""Who may ask, and the headers of every answer: the one gate through which every request goes.

What is refused, in this order:

    421  a Host that is not this machine: a foreign site whose name was bound to 127.0.0.1 ("DNS rebinding")
    400  a header twice that this guard looks at: nobody could say which of the two counts
    403  an Origin, or what the browser says of where a request comes from, that is another site
    403  a POST without the token of the page: nothing else of it is looked at
    405  another method than GET, HEAD and POST
    411  a POST that does not say how long it is
    413  a body of more than BODY_AT_MOST bytes, and a list of more than LIST_AT_MOST

The policy of the page allows what this server has, and nothing from elsewhere: no inline script, no frame, no
form. The token is in the page itself, which no other site can read.
"""

from __future__ import annotations

import json
from secrets import compare_digest

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sudocube.serving.uploaded_lists import LIST_AT_MOST

BODY_AT_MOST = 64 * 1024
"""Bytes of the body of a request that is no list."""

TOKEN_HEADER = "X-Sudocube-Token"

ONCE = (
    *(b"origin", b"sec-fetch-site", b"sec-fetch-mode", TOKEN_HEADER.lower().encode("ascii")),
    *(b"content-length", b"content-type", b"transfer-encoding"),
)
"""Headers that a request has once, or not at all."""

NAMES = ("127.0.0.1", "localhost", "[::1]")
"""How this machine is called in the address of the page."""

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "img-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""What every answer has. There are no headers that would let other sites read it."""


class RequestGuard:
    """An application in front of another one: it refuses requests, and adds headers to answers.

    `port` is that of the server, `token` that of the page.
    """

    def __init__(self, application: ASGIApp, *, port: int, token: str) -> None:
        self._application, self._token = application, token.encode("ascii")
        ends = [f":{port}", ""] if port == 80 else [f":{port}"]
        self._hosts = {(name + end).encode("ascii") for name in NAMES for end in ends}
        self._origins = {b"http://" + host for host in self._hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or hand it on."""
        if scope["type"] == "lifespan":
            await self._application(scope, receive, send)
            return
        if scope["type"] != "http":  # web sockets: there are none
            return
        if refusal := self._refusal(scope):
            await refused(*refusal, scope["method"])(scope, receive, _with_headers(send))
        else:
            await self._application(scope, receive, _with_headers(send))

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        """The status and the reason of a refusal; None where the request may go on."""
        headers = dict(scope["headers"])  # names in lower case
        if [value for name, value in scope["headers"] if name == b"host"] != [headers.get(b"host")] or (
            headers[b"host"].lower() not in self._hosts
        ):
            return 421, "this server answers to 127.0.0.1 and localhost only; use the address that it printed"
        names = [name for name, _ in scope["headers"]]
        if twice := [name.decode("ascii") for name in ONCE if names.count(name) > 1]:
            return 400, f"the header {twice[0]} is there more than once"
        method = scope["method"]
        if self._is_from_elsewhere(headers, method):
            return 403, "a request of another site; the page itself is at the address that the server printed"
        if method in ("GET", "HEAD"):
            return None
        if method != "POST":
            return 405, f"no method {method[:16]}: there are GET and POST"
        if not compare_digest(headers.get(TOKEN_HEADER.lower().encode(), b""), self._token):
            return 403, "the page belongs to a server that has ended: reload it"
        return self._wrong_length(headers, LIST_AT_MOST if scope["path"] == "/upload" else BODY_AT_MOST)

    def _is_from_elsewhere(self, headers: dict[bytes, bytes], method: str) -> bool:
        """Whether a request comes from a page of another site. A link on one, which is followed, does not."""
        if b"origin" in headers and headers[b"origin"] not in self._origins:
            return True
        site = headers.get(b"sec-fetch-site", b"none")
        is_link = method == "GET" and headers.get(b"sec-fetch-mode") == b"navigate"
        return site not in (b"same-origin", b"none") and not is_link

    def _wrong_length(self, headers: dict[bytes, bytes], most: int) -> tuple[int, str] | None:
        length = headers.get(b"content-length", b"")
        if b"transfer-encoding" in headers or not (length.isdigit() and length.isascii()):
            return 411, "a request has to say its length"
        if int(length[:20]) > most:
            return 413, f"a request of {int(length[:20]):,} bytes: {most:,} are the most"
        return None


def _with_headers(send: Send) -> Send:
    """The same `send`, which adds the headers to every answer.

    The browser asks for files anew where an answer says nothing else: after an update it has the new ones.
    """
    more = [(name.lower().encode("ascii"), value.encode("ascii")) for name, value in HEADERS.items()]

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = [*message.get("headers", ())]
            if b"cache-control" not in dict(given):
                given.append((b"cache-control", b"no-cache"))
            message = {**message, "headers": [*given, *more]}
        await send(message)

    return send_with_headers


def refused(status: int, reason: str, method: str = "POST") -> Response:
    """Say why: to a script in the form of all answers, to who has typed an address as text.

    It ends the connection: what is left of the body would be taken for the next request otherwise.
    """
    kind, line = "text/plain", reason
    if method == "POST":
        kind, line = "application/x-ndjson", json.dumps({"type": "error", "error": reason})
    return Response(line + "\n", status, {"Connection": "close"}, kind)
