"""The acts on a tournament, one module for each sort.

Most are declared (`declared`): a function judges the act, and the declaration above it says the rest. A new act needs that
function, its name in `words.toml` with its English, and its form in a template; form and API answer to it from then on.
"""
