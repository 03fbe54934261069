import json
from pathlib import Path

import pytest

from sim.scenario.load import load_scenario
from sim.scenario.text import (
    MAX_BYTES,
    MAX_VALUES,
    TextError,
    parse_json,
    parse_yaml,
    plain,
    read_document,
)
from tests.scenario.files import faults_of_text, text

SCALARS = {
    "NO": "NO",
    "on": "on",
    "12:30": "12:30",
    "010": 10,
    "0o17": 15,
    "0x1F": 31,
    "1_000": "1_000",
    "2026-01-02": "2026-01-02",
    "1e3": 1000.0,
    "-.5": -0.5,
    "True": True,
    "~": None,
    "'12'": "12",
    "!!str 12": "12",
    "-.inf": float("-inf"),
    "123456789012345678901": 123456789012345678901.0,
    "0x" + "f" * 5000: "0x" + "f" * 5000,
    "<<": "<<",
}


@pytest.mark.parametrize(("written", "meant"), SCALARS.items())
def test_scalars_follow_the_core_schema_of_yaml_1_2(written: str, meant: object) -> None:
    read = parse_yaml(f"key: {written}").data["key"]
    assert read == meant
    assert type(read) is type(meant)


def test_not_a_number_is_read_as_one_so_that_its_place_can_be_told() -> None:
    read = parse_yaml("key: .nan").data["key"]
    assert isinstance(read, float)
    assert read != read


def test_keys_are_always_text() -> None:
    assert parse_yaml("{1: a, true: b, ~: c}").data == {"1": "a", "true": "b", "~": "c"}


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_line_endings_and_a_byte_order_mark_do_not_matter(tmp_path: Path, ending: str) -> None:
    path = tmp_path / "mit Lücke.yaml"
    path.write_bytes(b"\xef\xbb\xbf" + text().replace("\n", ending).encode())
    assert load_scenario(path).digest == load_scenario(_plain_file(tmp_path)).digest


def _plain_file(folder: Path) -> Path:
    path = folder / "plain.yaml"
    path.write_text(text(), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", ["Ärger", "戦車", "דגל", "e\u0301", "🎲 <b>"])
def test_names_may_be_any_text(tmp_path: Path, name: str) -> None:
    path = tmp_path / "names.yaml"
    path.write_text(text().replace("name: Test", f'name: "{name}"'), encoding="utf-8")
    assert load_scenario(path).roster.name == name


def test_json_has_the_same_shape_and_places() -> None:
    written = '{"name": "x",\n\t"sides": [{"id": "red"}]}'
    parsed = parse_json(written)
    assert parsed.data == {"name": "x", "sides": [{"id": "red"}]}
    assert parsed.places.value(("sides", 0, "id")) == (2, 19)


def test_a_json_scenario_is_the_same_scenario(tmp_path: Path) -> None:
    scenario = load_scenario(_plain_file(tmp_path))
    path = tmp_path / "battle.json"
    path.write_text(json.dumps(scenario.document, indent="\t"), encoding="utf-8")
    assert load_scenario(path).digest == scenario.digest


def test_json_that_yaml_cannot_read_still_loads() -> None:
    assert parse_json('{"name": "\x7f"}').data == {"name": "\x7f"}
    assert parse_json('{"name": "\x7f"}').places.value(("name",)) == (1, 1)


def test_a_key_that_json_repeats_is_found(tmp_path: Path) -> None:
    found = faults_of_text(tmp_path, '{"name": 1,\n "name": 2}', "battle.json")
    assert ("duplicate_key", 2, 2) in [(f.code, f.line, f.column) for f in found]


BROKEN = [
    ("syntax", 2, 7, b'{"name":\n "x", ]', "a.json"),
    ("not_a_scenario", 1, 1, b"[" + b"9" * 5000 + b"]", "a.json"),
    ("too_deep", 1, 1, b"[" * 100_000, "a.json"),
    ("too_large", 1, 1, b" " * (MAX_BYTES + 1), "a.json"),
    ("no_scenario", 1, 1, b'{"format":"skirmish-sim/log","format_version":1}', "a.jsonl"),
    ("no_scenario", 1, 1, b"\x1f\x8b\x08", "a.yaml"),
    ("no_scenario", 1, 1, b"SQLite format 3\x00", "a.sqlite"),
    ("encoding", 1, 1, b'{"name": "\\ud800"}', "a.json"),
    ("encoding", 2, 3, b"a: 1\nb:\xff", "a.yaml"),
    ("syntax", 2, 4, b"a: 1\nb: \x00", "a.yaml"),
    ("syntax", 1, 1, b'a: "\\UFFFFFFFF"', "a.yaml"),
    ("syntax", 2, 1, b"a: 1\n--- \nb: 2", "a.yaml"),
    ("syntax", 1, 5, b"a: {", "a.yaml"),
    ("too_deep", 1, 1, b"[" * 600, "a.yaml"),
    ("too_deep", 1, 54, b"a: " + b"[" * 60 + b"]" * 60, "a.yaml"),
    ("tag", 1, 4, b"a: !!python/object:os.system {}", "a.yaml"),
    ("not_a_scenario", 1, 1, b"", "a.yaml"),
    ("not_a_scenario", 1, 1, b"- 1", "a.yaml"),
    ("not_a_scenario", 1, 1, b"text", "a.yaml"),
]


@pytest.mark.parametrize(("code", "line", "column", "content", "name"), BROKEN)
def test_what_is_no_scenario_text_is_one_fault(
    tmp_path: Path, code: str, line: int, column: int, content: bytes, name: str
) -> None:
    (fault,) = faults_of_text(tmp_path, content, name)
    assert (fault.code, fault.line, fault.column) == (code, line, column)


def test_a_number_of_very_many_digits_is_a_fault_in_its_place(tmp_path: Path) -> None:
    """Whoever wrote it: YAML and JSON say the same of it."""
    whole, digits = text(), "9" * 5000
    as_json = json.dumps(parse_yaml(whole).data, indent=1)
    (fault,) = faults_of_text(tmp_path, whole.replace("rounds: 8", f"rounds: {digits}"))
    (same,) = faults_of_text(
        tmp_path, as_json.replace('"rounds": 8', f'"rounds": {digits}'), "a.json"
    )
    assert (fault.path, fault.line) == ("rounds", 5)
    assert (same.path, same.message, same.line) == (fault.path, fault.message, 9)


def test_a_second_document_is_told_in_a_whole_sentence(tmp_path: Path) -> None:
    (fault,) = faults_of_text(tmp_path, "a: 1\n---\nb: 2", "a.yaml")
    assert fault.message.startswith("expected a single document")


@pytest.mark.parametrize("name", ["a.yaml", "a.json"])
def test_a_file_of_very_many_values_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    assert MAX_VALUES > 10_000
    monkeypatch.setattr("sim.scenario.text.MAX_VALUES", 5)
    assert parse_yaml("[1, 2, 3, 4]").data == [1, 2, 3, 4]
    (fault,) = faults_of_text(tmp_path, "[1,\n 2, 3, 4, 5]", name)
    assert (fault.code, fault.line, fault.column) == ("too_many_values", 2, 11)


@pytest.mark.clause("PR-60")
def test_a_value_that_refers_to_itself_unfolds_into_nothing(tmp_path: Path) -> None:
    (fault,) = faults_of_text(tmp_path, b"a: &a [*a, *a]")
    assert (fault.code, fault.line, fault.column) == ("alias", 1, 8)


@pytest.mark.parametrize("name", ["nothing.yaml", ".", "a\0b"])
def test_a_file_that_cannot_be_read_is_a_fault(tmp_path: Path, name: str) -> None:
    with pytest.raises(TextError, match="the file cannot be read") as caught:
        read_document(tmp_path / name)
    assert caught.value.code == "unreadable"


def test_plain_data_has_lists_and_whole_numbers() -> None:
    data = {"a": (1.0, 2.5), "b": [True, None, 2**70]}
    assert plain(data) == {"a": [1, 2.5], "b": [True, None, float(2**70)]}
    assert isinstance(plain(1.0), int)
    assert plain(10**400) == float("inf")
