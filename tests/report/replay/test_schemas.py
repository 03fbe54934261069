"""The schemas of what is said of replays are those of the documents."""

from pathlib import Path

import msgspec
import pytest

import sim
from sim.report.replay.schemas import DOCUMENTS
from sim.report.schemas import schema_names, schema_text

FOLDER = Path(sim.__file__).parent / "data" / "schemas"


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_shipped_schema_is_current(name: str) -> None:
    shipped = (FOLDER / f"{name}.schema.json").read_text(encoding="utf-8")
    assert shipped == schema_text(name), "run python -m tools.schemas"


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_says_what_it_is(name: str) -> None:
    schema = msgspec.json.decode(schema_text(name))
    definition = schema["$defs"][DOCUMENTS[name].__name__]
    assert definition["required"][:2] == ["format", "format_version"]
    assert definition["properties"]["format"]["enum"] == [f"skirmish-sim/{name}"]
    assert name in schema_names()
