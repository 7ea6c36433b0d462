"""Facts of the five leaflets, a row each: `<game>.toml`; `rows.py` parses and checks them."""
