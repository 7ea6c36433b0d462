"""The acts on a tournament, one module for each group.

Most are declared (see `declared`): a function judges the act, and the decorators above it declare the rest. A new act needs that
function, its name in `words.toml` with a translation, and a form in a template; its form and API routes follow from these.
"""
