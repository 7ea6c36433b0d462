"""Tests that drive Chromium against a running server."""
