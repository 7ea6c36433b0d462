"""The facts of the five leaflets, a row each: `<game>.toml`; `rows.py` reads and judges them."""
