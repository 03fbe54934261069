import json
from importlib import resources
from typing import Any, get_type_hints

import pytest

from sim.errors import UsageError
from sim.scenario.models import ScenarioModel
from sim.scenario.schema import json_schema, register_schema, schema_names, schema_text
from sim.state.ruleset import Ruleset


@pytest.mark.parametrize("name", ["scenario", "faults"])
def test_the_shipped_schema_is_current(name: str) -> None:
    shipped = resources.files("sim") / "data" / "schemas" / f"{name}.schema.json"
    assert shipped.read_text("utf-8") == schema_text(name), "run python -m tools.schemas"


def test_the_schema_of_a_scenario_knows_every_key_and_no_other() -> None:
    schema = json_schema("scenario")
    assert set(schema["properties"]) == set(ScenarioModel.model_fields)
    assert schema["additionalProperties"] is False
    assert schema["required"] == ["format", "format_version", "name", "table", "rounds", "sides"]


def test_the_schema_knows_every_rule() -> None:
    rules = json_schema("scenario")["$defs"]["RulesModel"]["properties"]
    assert set(rules) == set(get_type_hints(Ruleset))
    assert rules["awkward"]["enum"] == ["included", "stacked"]


def _references(node: Any) -> list[str]:
    if isinstance(node, dict):
        own = [node["$ref"]] if isinstance(node.get("$ref"), str) else []
        return own + [ref for value in node.values() for ref in _references(value)]
    return [ref for value in node for ref in _references(value)] if isinstance(node, list) else []


@pytest.mark.parametrize("name", schema_names())
def test_every_reference_within_a_schema_leads_somewhere(name: str) -> None:
    schema = json.loads(schema_text(name))
    for reference in _references(schema):
        assert reference.removeprefix("#/$defs/") in schema["$defs"]


def test_an_unknown_schema_comes_with_the_nearest() -> None:
    with pytest.raises(UsageError, match="did you mean 'scenario'"):
        json_schema("scenarios")
    with pytest.raises(UsageError, match=r"there are .*faults"):
        json_schema("xyz")


def test_other_formats_can_be_added(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sim.scenario.schema._MAKERS", {})
    register_schema("dance", lambda: {"type": "object"})
    assert schema_names() == ("dance",)
    assert json_schema("dance")["type"] == "object"
