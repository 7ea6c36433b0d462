"""Access tokens: 128 bits in 22 characters. Only their hashes are stored."""

import base64
import hashlib
import hmac
import re

TOKEN = re.compile(r"[A-Za-z0-9_-]{22}", re.ASCII)
"""Pattern of every token: of a table, a device, a sheet, or an organiser's session."""


def token_hash(token: str) -> str:
    """Return the SHA-256 of a token, in hex, which is stored in its place."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def token_of(key: bytes, subject: str) -> str:
    """Return the token of a subject, derived from the secret key, so always the same."""
    digest = hmac.new(key, subject.encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest[:16]).decode("ascii").rstrip("=")
