"""The pages of sheets: opening one, writing on it, explaining its lines, ending it."""

from __future__ import annotations

from scorekeeper.web.parties import entry_pages, line_pages, new_sheet, sheet_page

BLUEPRINTS = tuple(module.blueprint for module in (new_sheet, sheet_page, entry_pages, line_pages))
