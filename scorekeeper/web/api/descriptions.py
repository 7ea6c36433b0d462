"""The words of the API's description that no docstring has, and an example of every document, made from its schema."""

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
    """The meaning of a key of a document, and perhaps an example."""
    words = WORDS["keys"].get(f"{document}.{key}", WORDS["keys"].get(key, []))
    return [words] if isinstance(words, str) else words


def described(schema: Any, document: str = "") -> Any:
    """A schema whose properties all have a description; those that have one keep it."""
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
    """Examples of documents, by their schemas."""

    def __init__(self, parts: Mapping[str, Schema]) -> None:
        """`parts` are the schemas that others refer to."""
        self.parts = parts

    def of(self, schema: Schema, document: str = "") -> Any:
        """A document of that schema: its keys as the words have them, without those that may be left out and have no example."""
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
        """Whether an example is of the type of a schema."""
        schema = self._resolved(schema)
        if choices := [*schema.get("anyOf", ()), *schema.get("oneOf", ())]:
            return any(self._fits(value, choice) for choice in choices)
        if "enum" in schema or "const" in schema:
            return value in schema.get("enum", [schema.get("const")])
        if isinstance(value, list) and "items" in schema:
            return all(self._fits(item, schema["items"]) for item in value)
        return isinstance(value, TYPES.get(schema.get("type", ""), object))
