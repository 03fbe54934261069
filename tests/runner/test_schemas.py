"""The schemas of results and logs: current, and of one piece."""

import json
from importlib.resources import files
from typing import Any, get_args

import pytest

from sim.runner.schemas import event_schema, result_schema, schema_names, schema_text
from sim.state.events import Event


@pytest.mark.parametrize("name", ["event", "result"])
def test_the_shipped_schema_is_current(name: str) -> None:
    assert name in schema_names()
    shipped = files("sim") / "data" / "schemas" / f"{name}.schema.json"
    assert shipped.read_text(encoding="utf-8") == schema_text(name)


@pytest.mark.parametrize("schema", [event_schema(), result_schema()], ids=["event", "result"])
def test_every_reference_leads_somewhere(schema: dict[str, Any]) -> None:
    references = [part.split('"')[0] for part in json.dumps(schema).split('"$ref": "#/$defs/')[1:]]
    assert references
    assert set(references) <= set(schema["$defs"])


@pytest.mark.parametrize("kind", get_args(Event), ids=lambda kind: kind.__name__)
def test_every_event_line_has_its_stamp(kind: type) -> None:
    definition = event_schema()["$defs"][kind.__name__]
    assert set(definition["required"]) >= {"n", "round", "side", "phase", "kind"}
    assert set(definition["required"]) <= set(definition["properties"])


@pytest.mark.parametrize(
    ("schema", "name"), [(event_schema(), "Header"), (result_schema(), "Result")]
)
def test_a_document_says_what_it_is(schema: dict[str, Any], name: str) -> None:
    assert schema["$defs"][name]["required"][:2] == ["format", "format_version"]
