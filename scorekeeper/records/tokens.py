"""Secrets that open something: 128 bits in 22 characters. Only hashes of them are kept."""

import base64
import hashlib
import hmac
import re

TOKEN = re.compile(r"[A-Za-z0-9_-]{22}", re.ASCII)
"""The form of every token: of a table, of a device, of a sheet, of an organiser's session."""


def token_hash(token: str) -> str:
    """The hash of a token, which is stored in its place."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def token_of(key: bytes, subject: str) -> str:
    """The token that follows from the machine's secret key for a subject, the same each time: 22 characters, 128 bits."""
    digest = hmac.new(key, subject.encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest[:16]).decode("ascii").rstrip("=")
