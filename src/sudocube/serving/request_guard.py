"""Who may ask, and the headers of every answer: the one gate through which every request goes.

What is refused, in this order:

    421  a Host that is not this machine: a foreign site whose name was bound to 127.0.0.1 ("DNS rebinding")
    403  an Origin, or what the browser says of where a request comes from, that is another site
    403  all but GET and HEAD without the token of the page: nothing else of it is looked at

The policy of the page allows what this server has, and nothing from elsewhere: no inline script, no frame, no
form. The token is in the page itself, which no other site can read.
"""

from __future__ import annotations

from secrets import compare_digest

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sudocube.serving.page_jobs import error_line

TOKEN_HEADER = "X-Sudocube-Token"

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
        self._hosts = {name + end for name in NAMES for end in ends}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or hand it on."""
        if scope["type"] == "lifespan":
            await self._application(scope, receive, send)
            return
        if scope["type"] != "http":  # web sockets: there are none
            return
        refusal = self._refusal(Headers(scope=scope), scope["method"])
        application = refused(*refusal) if refusal else self._application
        scope = {**scope, "asgi": {"version": "3.0"}}  # then Starlette hears at once that a reader is gone
        await application(scope, receive, _with_headers(send))

    def _refusal(self, headers: Headers, method: str) -> tuple[int, str] | None:
        """The status and the reason of a refusal; None where the request may go on."""
        if headers.get("host", "").lower() not in self._hosts:
            return 421, "this server answers to 127.0.0.1 and localhost only; use the address that it printed"
        is_foreign = headers.get("origin", "").removeprefix("http://") not in self._hosts
        site = headers.get("sec-fetch-site", "none")
        is_link = method == "GET" and headers.get("sec-fetch-mode") == "navigate"
        if ("origin" in headers and is_foreign) or (site not in ("same-origin", "none") and not is_link):
            return 403, "a request of another site; the page itself is at the address that the server printed"
        token = headers.get(TOKEN_HEADER, "").encode("latin-1")
        if method not in ("GET", "HEAD") and not compare_digest(token, self._token):
            return 403, "the page belongs to a server that has ended: reload it"
        return None


def _with_headers(send: Send) -> Send:
    """The same `send`, which adds the headers to every answer.

    The browser asks for files anew where an answer says nothing else: after an update it has the new ones.
    """

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers.setdefault("Cache-Control", "no-cache")
            headers.update(HEADERS)
        await send(message)

    return send_with_headers


def refused(status: int, reason: str) -> Response:
    """Say why, as the last line of a job, which somebody who has typed an address can read as well.

    It ends the connection: what is left of the body would be taken for the next request otherwise.
    """
    return Response(error_line(reason), status, {"Connection": "close"}, "text/plain")
