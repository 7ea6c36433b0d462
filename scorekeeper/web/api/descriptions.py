"""Texts of the API's description that no docstring has, and examples of documents, generated from their schemas."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scorekeeper.web.api.shapes import Schema

WORDS: Mapping[str, Mapping[str, Any]] = tomllib.loads(
    Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
)
TYPES: Mapping[str, tuple[type, ...]] = {
    "string": (str,),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
    "array": (list,),
    "object": (dict,),
    "null": (),
}


def _words(document: str, key: str) -> list[Any]:
    """Return the description of a document's key, followed by an example if there is one; empty for an unknown key."""
    words = WORDS["keys"].get(f"{document}.{key}", WORDS["keys"].get(key, []))
    return [words] if isinstance(words, str) else words


def described(schema: Any, document: str = "") -> Any:
    """Return a schema with descriptions added to properties that have none."""
    if isinstance(schema, list):
        return [described(item, document) for item in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: described(item, document) for key, item in schema.items()}
    if made.get("type") == "object":
        for key, item in made.get("properties", {}).items():
            if words := _words(document, key):
                item.setdefault("description", words[0])
    return made


class Examples:
    """Generator of example documents from schemas."""

    def __init__(self, parts: Mapping[str, Schema]) -> None:
        """Take the named schemas to which others refer."""
        self.parts = parts

    def of(self, schema: Schema, document: str = "") -> Any:
        """Return an example of a schema, without optional keys that have no example of their own."""
        document = schema.get("$ref", document).rpartition("/")[2]
        schema = self._resolved(schema)
        for choice in ("const", "default"):
            if choice in schema:
                return schema[choice]
        if "enum" in schema:
            return schema["enum"][0]
        for choice in ("anyOf", "oneOf"):
            if choice in schema and "type" not in schema:
                return self.of(schema[choice][0], document)
        if "properties" in schema:
            return {
                key: self._of_key(key, item, document)
                for key, item in schema["properties"].items()
                if key in schema["required"] or len(_words(document, key)) > 1
            }
        if schema.get("type") == "array":
            return [self.of(schema["items"], document)] * max(1, schema.get("minItems", 1))
        return {"string": "", "boolean": False, "object": {}, None: None}.get(
            schema.get("type"), schema.get("minimum", 0)
        )

    def _of_key(self, key: str, schema: Schema, document: str) -> Any:
        words = _words(document, key)
        return words[1] if len(words) > 1 and self._fits(words[1], schema) else self.of(schema, document)

    def _resolved(self, schema: Schema) -> Schema:
        return self.parts[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema

    def _fits(self, value: Any, schema: Schema) -> bool:
        """Return whether an example is valid for a schema's type, choices and items."""
        schema = self._resolved(schema)
        if choices := [*schema.get("anyOf", ()), *schema.get("oneOf", ())]:
            return any(self._fits(value, choice) for choice in choices)
        if "enum" in schema or "const" in schema:
            return value in schema.get("enum", [schema.get("const")])
        if isinstance(value, list) and "items" in schema:
            return all(self._fits(item, schema["items"]) for item in value)
        return isinstance(value, TYPES.get(schema.get("type", ""), object))
