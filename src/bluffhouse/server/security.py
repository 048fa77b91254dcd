"""Who is who, and what a page may do: tokens, cookies, names, headers."""

from __future__ import annotations

import hashlib
import unicodedata
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST_NAME: Final = 20
SHOWN: Final = ("L", "M", "N", "P", "S")
"""Letters, marks, numbers, punctuation and signs may be in a name or a line of chat; what steers or hides may not."""

MOST_MARKS: Final = 2
"""Accents on one letter: towers of them cover other people's lines."""

IDLE: Final = 90 * 86_400
LONGEST_STAY: Final = 365 * 86_400
"""Seconds after which a token is worth nothing: without a visit, and at all."""


class BadName(ValueError):
    """One sentence about a name or text that cannot be shown."""


def hashed(secret: str) -> str:
    """What is stored of a token or an invitation; the secrets have 256 bits, so no salt is needed."""
    return hashlib.sha256(secret.encode()).hexdigest()


def cookie_name(*, secure: bool) -> str:
    return "__Host-bluffhouse" if secure else "bluffhouse"


def cookie(token: str, *, secure: bool) -> str:
    """The header that gives a browser its token; an empty one takes it away."""
    age = LONGEST_STAY if token else 0
    kept = f"{cookie_name(secure=secure)}={token}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax"
    return f"{kept}; Secure" if secure else kept


def clean(text: str, longest: int) -> str:
    """A name or a line of chat as it may be shown to others; BadName where nothing decent is left."""
    text = " ".join(unicodedata.normalize("NFKC", text).split())
    if not all(letter == " " or unicodedata.category(letter)[0] in SHOWN for letter in text):
        raise BadName("this holds characters that cannot be seen or that turn others around")
    marks = 0
    for letter in text:
        marks = marks + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if marks > MOST_MARKS:
            raise BadName("this holds too many accents on one letter")
    if not 1 <= len(text) <= longest:
        raise BadName(f"this must have 1 to {longest} characters")
    return text


def clean_name(text: str) -> str:
    """A name must have something to call somebody by."""
    name = clean(text, LONGEST_NAME)
    if not any(letter.isalnum() for letter in name):
        raise BadName("a name has at least one letter or digit")
    return name


def skeleton(name: str) -> str:
    """Two names with the same skeleton are too alike to sit at one table."""
    letters = unicodedata.normalize("NFKD", name).casefold()
    bare = "".join(letter for letter in letters if letter.isalnum())
    return bare.translate(ALIKE)


ALIKE: Final = str.maketrans(
    {"0": "o", "1": "i", "l": "i", "ı": "i", "і": "i", "ӏ": "i", "ј": "j", "а": "a", "α": "a", "с": "c", "ԁ": "d"}
    | {"е": "e", "є": "e", "һ": "h", "о": "o", "ο": "o", "р": "p", "ρ": "p", "ѕ": "s", "υ": "u", "х": "x", "у": "y"}
)
"""Letters of other scripts, and digits, that look like a Latin letter; l, 1 and i are one."""


def headers(origins: Sequence[str], *, secure: bool) -> list[tuple[bytes, bytes]]:
    """What every answer carries."""
    sockets = " ".join(f"{'wss' if urlsplit(o).scheme == 'https' else 'ws'}://{urlsplit(o).netloc}" for o in origins)
    policy = {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self' data:",
        "font-src": "'self'",
        "media-src": "'self'",
        "manifest-src": "'self'",
        "worker-src": "'self'",
        "connect-src": f"'self' {sockets}",
        "base-uri": "'none'",
        "form-action": "'self'",
        "frame-ancestors": "'none'",
        "require-trusted-types-for": "'script'",
    }
    fields = {
        "content-security-policy": "; ".join(f"{key} {value}" for key, value in policy.items()),
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(), microphone=(), geolocation=()",
    }
    if secure:
        fields["strict-transport-security"] = "max-age=31536000"
    return [(key.encode(), value.encode()) for key, value in fields.items()]
