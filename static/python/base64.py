"""Only the server packs definitions."""
