"""Inquiries: what fits together, what does not, and the command line over them."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from sim.cli import app
from sim.errors import UsageError
from sim.report.adjudication.inquiry import Inquiry, inquire
from tests.support.adjudging import as_json, duel
from tests.support.builders import document, unit


def documents(fought: Any, **asked: Any) -> list[dict[str, Any]]:
    """The documents of an inquiry that wants no lines."""
    inquiry = Inquiry(in_words=False, **asked)
    return [as_json(found) for found in inquire(fought, inquiry).documents]


PAIR = {"attacker": "r", "target": "t"}


def test_one_document_for_each_weapon():
    found = documents(duel("medium-tank", "rifle-team"), **PAIR)
    assert [one["weapon"] for one in found] == ["medium-tank-gun", "coaxial-mg", "hull-mg"]
    (one,) = documents(duel("medium-tank", "rifle-team"), **PAIR, weapon="hull-mg")
    assert one["weapon"] == "hull-mg"


def test_changes_are_in_the_document_only_when_asked_for():
    fought = duel("rifle-team", "rifle-team")
    assert "changes" not in documents(fought, **PAIR)[0]
    assert documents(fought, **PAIR, what_if=True)[0]["changes"]


def test_settings_are_recorded():
    fought = duel("rifle-team", "rifle-team")
    assert "settings" not in documents(fought, **PAIR)[0]
    (found,) = documents(fought, **PAIR, settings=("rounds=3",))
    assert found["settings"] == ["rounds=3"]
    (found,) = documents(fought, exchange="r", settings=("rounds=3",))
    assert found["settings"] == ["rounds=3"]


def test_given_dice_take_precedence_over_a_seed():
    fought = duel("rifle-team", "rifle-team")
    (found,) = documents(fought, **PAIR, faces="1,2", seed=1)
    assert [die["faces"] for die in found["rolled"]["dice"]] == [[1], [2]]


def test_a_seed_throws_for_every_weapon():
    found = documents(duel("medium-tank", "rifle-team"), **PAIR, seed=1)
    assert all(one["rolled"] for one in found)


def test_a_unit_without_a_weapon_for_the_phase_is_remarked_on():
    found = inquire(duel("truck", "rifle-team"), Inquiry(**PAIR))
    assert (found.documents, found.remark) == ((), "r has no weapon for shooting")


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({}, "wants ATTACKER and TARGET"),
        ({"attacker": "r"}, "wants ATTACKER and TARGET"),
        ({**PAIR, "aims": ("r=rifles@t",)}, "--aim is for an --exchange"),
        ({**PAIR, "phase": "start"}, "there is no phase 'start'"),
        ({**PAIR, "phase": "melee", "faces": "4"}, "--dice are those of one weapon"),
        ({**PAIR, "exchange": "r"}, "--exchange goes without"),
        ({"exchange": "r", "faces": "4"}, "--exchange goes without"),
        ({"exchange": "r", "seed": 1}, "--exchange goes without"),
        ({"exchange": "r", "what_if": True}, "--exchange goes without"),
        ({"exchange": "r", "phase": "shooting"}, "firefight or melee"),
        ({"exchange": "x"}, "there is no unit 'x'"),
    ],
)
def test_what_does_not_fit_together_is_a_usage_error(asked, message):
    with pytest.raises(UsageError, match=message):
        documents(duel("rifle-team", "rifle-team"), **asked)


@pytest.fixture
def table(tmp_path: Path) -> str:
    """A scenario file of r against t, a tank and a truck."""
    data = document(
        [unit("r", "rifle-team", 20, 20, 90), unit("s", "medium-tank", 20, 30, 90)],
        [unit("t", "rifle-team", 30, 20, 270), unit("u", "truck", 40, 30)],
        score={"unit": 1},
    )
    path = tmp_path / "table.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    return str(path)


def command(*words: str) -> Result:
    """The command line in this process."""
    return CliRunner().invoke(app, ["adjudicate", *words])


def test_json_is_a_line_for_each_weapon_and_nothing_else(table):
    done = command(table, "s", "t", "--json", "--seed", "3")
    assert done.exit_code == 0
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["weapon"] for line in lines] == ["medium-tank-gun", "coaxial-mg", "hull-mg"]
    assert done.stderr == ""


def test_the_words_are_on_stdout(table):
    done = command(table, "r", "t", "--dice", "1,1")
    assert done.exit_code == 0
    assert done.stdout.startswith("r (rifle-team) at t (rifle-team), Shooting\n")
    assert "no hits: t is unharmed" in done.stdout


def test_a_setting_changes_one_question(table):
    done = command(table, "r", "t", "--json", "--set", "unit.r.state.broken=true")
    assert json.loads(done.stdout)["refusal"]["code"] == "broken"
    assert done.exit_code == 0


def test_an_exchange_on_the_command_line(table):
    done = command(table, "--exchange", "r", "--aim", "t=", "--json")
    assert json.loads(done.stdout)["odds"]["r"]["unharmed"] == "1"


def test_no_weapon_is_remarked_on_stderr(table):
    done = command(table, "u", "t", "--json")
    assert (done.exit_code, done.stdout) == (0, "")
    assert done.stderr == "u has no weapon for shooting\n"


@pytest.mark.parametrize(
    "words",
    [
        ("x", "t"),
        ("r", "x"),
        ("r", "t", "--weapon", "x"),
        ("r", "t", "--phase", "x"),
        ("r", "t", "--dice", "7,1"),
        ("r", "t", "--dice", "4"),
        ("r", "t", "--dice", "1,1,1"),
        ("r", "t", "--seed", "-1"),
        ("r", "t", "--seed", "9007199254740992"),
        ("r", "t", "--set", "unit.x.quality=elite"),
        ("r", "t", "--set", "quality"),
        ("r",),
        (),
        ("r", "t", "u"),
    ],
)
def test_malformed_questions_end_with_code_2_and_print_nothing(table, words):
    done = command(table, *words)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert "Traceback" not in done.stderr


def test_a_setting_that_breaks_the_scenario_ends_with_code_3(table):
    done = command(table, "r", "t", "--set", "unit.r.quality=brave")
    assert done.exit_code == 3
    assert "unknown_value" in done.stderr
