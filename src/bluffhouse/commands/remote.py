"""A house somewhere else: requests to it, and the token by which it knows us again."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import platformdirs

from bluffhouse.commands.record_file import Refused

PATIENCE: Final = 10  # seconds
COOKIES: Final = ("bluffhouse", "__Host-bluffhouse")


@dataclass(frozen=True, slots=True)
class Link:
    """`https://house/t/CODE#SECRET`, or just `https://house` for a new table there."""

    origin: str
    invite: str
    """The secret, or where there is none the code; empty for a new table."""


def read_link(text: str) -> Link:
    """Refused with a sentence where it is no link to a house.

    >>> read_link("http://localhost:8000/t/abc#s3cret")
    Link(origin='http://localhost:8000', invite='s3cret')
    """
    parts = urlsplit(text if "://" in text else f"http://{text}")
    words = [word for word in parts.path.split("/") if word]
    if parts.scheme not in ("http", "https") or not parts.netloc or words[:1] not in ([], ["t"]) or len(words) > 2:
        raise Refused(f"a link looks like http://HOST/t/CODE, not like {text!r}")
    return Link(f"{parts.scheme}://{parts.netloc}", parts.fragment or (words[1] if len(words) == 2 else ""))


@dataclass(slots=True)
class Remote:
    """One house and the guest we are there."""

    origin: str
    cookie: str = field(default="", repr=False)

    @property
    def socket(self) -> str:
        return f"{self.origin.replace('http', 'ws', 1)}/api/socket"

    def come_in(self, name: str) -> str:
        """Be whom the house knows already, or a new guest of that name; gives the name."""
        self.cookie = _tokens().get(self.origin, "")
        if self.cookie:
            try:
                known: str = self.ask("GET", "/api/me")["name"]
            except Refused:
                self.cookie = ""
            else:
                if not name or name == known:
                    return known
                return str(self.ask("PATCH", "/api/me", name=name)["name"])
        return str(self.ask("POST", "/api/guests", name=name or "Guest")["name"])

    def ask(self, method: str, path: str, **body: Any) -> Any:
        """A request and its answer; Refused with the house's own sentence."""
        headers = {"origin": self.origin, "content-type": "application/json", "cookie": self.cookie}
        data = json.dumps(body).encode() if body else None
        request = urllib.request.Request(self.origin + path, data, headers, method=method)  # noqa: S310 - http(s) only
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310 - see read_link
                self._keep(answer.headers.get_all("set-cookie") or [])
                return json.load(answer)
        except urllib.error.HTTPError as refusal:
            raise Refused(_sentence(refusal)) from None
        except (OSError, ValueError) as fault:
            raise Refused(f"{self.origin} does not answer ({getattr(fault, 'reason', fault)})") from None

    def _keep(self, cookies: list[str]) -> None:
        for cookie in cookies:
            if cookie.partition("=")[0] in COOKIES:
                self.cookie = cookie.partition(";")[0]
                _tokens(self.origin, self.cookie)


def _sentence(refusal: urllib.error.HTTPError) -> str:
    try:
        return str(json.load(refusal)["sentence"])
    except (OSError, ValueError, LookupError, TypeError):
        return f"this is no house that can be joined (status {refusal.code})"


def _tokens(origin: str = "", cookie: str = "") -> dict[str, str]:
    """The tokens of all houses, by address; with a cookie, keep that one too, readable for this user alone."""
    file = Path(platformdirs.user_data_dir("bluffhouse", appauthor=False)) / "guests.json"
    try:
        known: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        known = {}
    if cookie:
        known[origin] = cookie
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        file.touch(mode=0o600)
        file.write_text(json.dumps(known), encoding="utf-8")
    return known
