"""Answers are compressed with gzip where the client accepts it: a hall of phones shares one small access point.

An attacker can guess a secret in a compressed page that also repeats text of the attacker's choice (BREACH). Therefore the
token of forms has another mask in every page (`safety.MaskedCSRF`), and pages with table links are not compressed.
"""

import gzip

from flask import Flask, Response, g, request

SMALLEST = 1000
"""Bytes below which an answer fits into one packet anyway: redirects, 304, most answers to programs."""
LEVEL = 4
"""Most of the gain for a fifth of the time of the highest level: 60 kB of page in about a millisecond."""
TYPES = frozenset({"application/json", "image/svg+xml"})
"""Types worth compressing, as all text is; PDF and PNG are compressed already."""


def send_plain() -> None:
    """Leave the answer to this request uncompressed, because it shows secrets."""
    g.plain = True


def wants_gzip() -> bool:
    """Whether the client takes gzip."""
    return request.accept_encodings.quality("gzip") > 0


def install(app: Flask) -> None:
    """Compress the answers that are worth it."""

    @app.after_request
    def compress(response: Response) -> Response:
        text = (response.mimetype or "").startswith("text/") or response.mimetype in TYPES
        if not text or not wants_gzip() or g.get("plain", False):
            return response
        if response.status_code == 304 or response.is_streamed or "Content-Encoding" in response.headers:
            return response
        body = response.get_data()
        if len(body) >= SMALLEST:
            response.set_data(gzip.compress(body, LEVEL, mtime=0))
            response.headers["Content-Encoding"] = "gzip"
            tag, weak = response.get_etag()
            if tag is not None and not weak:
                # The same page in other bytes.
                response.set_etag(tag, weak=True)
        return response
