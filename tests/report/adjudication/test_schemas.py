"""The schemas of adjudications and exchanges: current, and of one piece."""

import json
from importlib.resources import files
from typing import Any

import pytest

from sim.report.adjudication.schemas import adjudication_schema, exchange_schema
from sim.report.schemas import schema_names, schema_text
from tests.support.adjudging import answer, duel

SCHEMAS = {"adjudication": adjudication_schema(), "exchange": exchange_schema()}


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_shipped_schema_is_current(name):
    assert name in schema_names()
    shipped = files("sim") / "data" / "schemas" / f"{name}.schema.json"
    assert shipped.read_text(encoding="utf-8") == schema_text(name)


@pytest.mark.parametrize("schema", SCHEMAS.values(), ids=list(SCHEMAS))
def test_every_reference_leads_somewhere(schema):
    references = [part.split('"')[0] for part in json.dumps(schema).split('"$ref": "#/$defs/')[1:]]
    assert references
    assert set(references) <= set(schema["$defs"])


def definition() -> dict[str, Any]:
    """The definition of an adjudication."""
    found: dict[str, Any] = adjudication_schema()["$defs"]["Adjudication"]
    return found


def test_an_answer_has_the_keys_of_its_schema():
    found = answer(duel("rifle-team", "medium-tank"))
    assert set(definition()["required"]) <= set(found) <= set(definition()["properties"])


def test_a_document_says_what_it_is():
    assert definition()["required"][:2] == ["format", "format_version"]
