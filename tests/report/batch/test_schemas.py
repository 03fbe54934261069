"""The schemas of what is said of batches: current, and of one piece."""

import json
from importlib.resources import files

import msgspec
import pytest

from sim.report.batch.schemas import DOCUMENTS, batch_schema
from sim.report.batch.stats import stats_of
from sim.report.schemas import schema_names, schema_text
from tests.support.rows import CELL, pairs


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_shipped_schema_is_current(name: str) -> None:
    assert name in schema_names()
    shipped = files("sim") / "data" / "schemas" / f"{name}.schema.json"
    assert shipped.read_text(encoding="utf-8") == schema_text(name)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_reference_leads_somewhere(name: str) -> None:
    schema = batch_schema(name)
    references = [part.split('"')[0] for part in json.dumps(schema).split('"$ref": "#/$defs/')[1:]]
    assert references
    assert set(references) <= set(schema["$defs"])


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_says_what_it_is(name: str) -> None:
    definition = batch_schema(name)["$defs"][DOCUMENTS[name].__name__]
    assert definition["required"][:2] == ["format", "format_version"]
    assert definition["properties"]["format"]["enum"] == [f"skirmish-sim/{name}"]


def test_figures_have_the_keys_of_their_schema() -> None:
    found = msgspec.to_builtins(stats_of([CELL], pairs(["able"]), 2))
    definition = batch_schema("stats")["$defs"]["Stats"]
    assert set(definition["required"]) <= set(found) <= set(definition["properties"])
