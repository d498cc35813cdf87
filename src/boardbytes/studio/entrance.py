"""Who may come in: anyone who has the link that the studio printed, and from then on a cookie."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs

PARAMETER = "token"

REFUSED = "open the link that `boardbytes studio` printed when it was started: it has the token"

REFUSED_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,"><title>boardbytes studio</title>
<h1>This studio opens only with its link</h1>
<p>Open the link that <code>boardbytes studio</code> printed when it was started. It ends in
<code>?token=</code> and some letters, and it lets you in; nobody else on this machine has it.</p>
<p>If you have lost the link, end the studio with Ctrl-C and start it again. Your desks stay.</p>
</html>
"""

WELCOME_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=/">
<link rel="icon" href="data:,"><title>boardbytes studio</title>
<p><a href="/">To the studio</a></p></html>
"""
"""Leads on from the link to the page itself.

A redirect would not do: a browser that comes from somebody else's page, such as a terminal in a
browser, does not send a strict cookie through a redirect. From our own page it does.
"""


@dataclass(frozen=True)
class Entrance:
    """What lets somebody in: a token that is new at each start, and a cookie that stays.

    A page that is open while the studio is restarted goes on with its cookie.
    """

    token: str
    secret: str

    @property
    def cookie(self) -> str:
        """The cookie's name, different for each studio: browsers send cookies to all ports."""
        return f"boardbytes-{hashlib.sha256(self.secret.encode()).hexdigest()[:12]}"

    @property
    def set_cookie(self) -> str:
        return f"{self.cookie}={self.secret}; Path=/; HttpOnly; SameSite=Strict"

    def has_link(self, path: str, query: bytes) -> bool:
        """Whether a request is for the link itself."""
        given = parse_qs(query.decode("latin-1")).get(PARAMETER, [""])
        return path == "/" and _same(given[0], self.token)

    def admits(self, headers: Mapping[str, str]) -> bool:
        """Whether a request comes from somebody who was let in, or a program that has the token."""
        kind, _, token = headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer" and _same(token.strip(), self.token):
            return True
        try:
            cookie = SimpleCookie(headers.get("cookie", "")).get(self.cookie)
        except CookieError:
            return False
        return cookie is not None and _same(cookie.value, self.secret)


def _same(given: str, expected: str) -> bool:
    """Compare texts, in the same time wherever they differ."""
    return hmac.compare_digest(given.encode("utf-8", "replace"), expected.encode())
