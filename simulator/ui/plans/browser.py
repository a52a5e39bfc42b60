"""Which browser asks: by a token in a cookie that the server gives to each, or by who signed in before the page.

The token is no secret of a person, but whoever has it has the plans: scripts of a page cannot read it, and other sites
do not get it sent along.
"""

import os
import re
import secrets
from collections.abc import Awaitable, Callable, MutableMapping
from hashlib import sha256
from http.cookies import CookieError, SimpleCookie
from typing import Any

import streamlit as st

COOKIE = "headroom"
# The header in which a proxy says who has signed in, such as X-Forwarded-User; trusted only where it is named.
SIGNED_IN = "HEADROOM_USER_HEADER"
_TOKEN = re.compile(r"[A-Za-z0-9_-]{20,64}")
_YEARS = 2 * 365 * 86_400  # Seconds.

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


def browser_id() -> str:
    """Who asks, as the shelf names them; "" for a browser that keeps no cookies."""
    header = os.environ.get(SIGNED_IN, "")
    return _identity(st.context.headers.get(header) if header else None, st.context.cookies.get(COOKIE, ""))


def browser_id_of(scope: Scope) -> str:
    """The same of a question for the page, before there is a session."""
    header = os.environ.get(SIGNED_IN, "").lower().encode()
    sent = [text.decode("latin-1") for name, text in scope["headers"] if header and name == header]
    return _identity(sent[0] if sent else None, _token(scope))


def _identity(user: str | None, token: str) -> str:
    if user:
        return f"user {sha256(user.encode()).hexdigest()}"
    return f"browser {sha256(token.encode()).hexdigest()}" if _TOKEN.fullmatch(token) else ""


class BrowserTokenMiddleware:
    """Gives a token to each browser that has none, along with the page; it comes back with every question."""

    def __init__(self, app: Callable[[Scope, Receive, Send], Awaitable[None]]) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers as the app does, and sends the token along with a page."""
        if scope["type"] != "http" or _TOKEN.fullmatch(_token(scope)):
            await self._app(scope, receive, send)
            return

        async def give(message: Message) -> None:
            if message["type"] == "http.response.start" and _is_page(message):
                message["headers"] = [*message["headers"], (b"set-cookie", _cookie(scope).encode())]
            await send(message)

        await self._app(scope, receive, give)


def _token(scope: Scope) -> str:
    sent = b"; ".join(text for name, text in scope["headers"] if name == b"cookie").decode("latin-1")
    try:
        held = SimpleCookie(sent).get(COOKIE)
    except CookieError:
        return ""
    return held.value if held is not None else ""


def _is_page(message: Message) -> bool:
    return any(name == b"content-type" and kind.startswith(b"text/html") for name, kind in message["headers"])


def _cookie(scope: Scope) -> str:
    secure = "; Secure" if scope.get("scheme") == "https" else ""
    return f"{COOKIE}={secrets.token_urlsafe(24)}; Path=/; Max-Age={_YEARS}; HttpOnly; SameSite=Lax{secure}"
