"""Exchanges: who is in, whom each attacks unless told otherwise, and the odds by unit."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from sim.errors import UsageError
from sim.report.adjudication.exchanges import Exchange, assess_exchange, read_exchange_phase
from sim.scenario.load import Scenario
from tests.support.adjudging import answer, as_json, duel
from tests.support.builders import scenario, unit


def exchange(fought: Scenario, phase: Any, name: str = "r", *aims: str) -> dict[str, Any]:
    """The exchange of a unit as JSON."""
    return as_json(assess_exchange(fought.start, phase, name, aims))


def attacks(found: dict[str, Any]) -> list[tuple[str, str | None, str]]:
    """Who attacks whom with what, in order."""
    return [(one["attacker"], one["weapon"], one["target"]) for one in found["attacks"]]


def skirmish() -> Scenario:
    """Rifles r and a tank s against a broken team t, a team u in a ruin and, far off, v."""
    return scenario(
        [unit("r", "rifle-team", 20, 20, 90), unit("s", "medium-tank", 20, 26, 90)],
        [
            unit("t", "rifle-team", 30, 20, 270, state={"broken": True}),
            unit("u", "rifle-team", 30, 26, 270),
            unit("v", "rifle-team", 60, 20, 270),
        ],
        terrain=[{"id": "ruin", "kind": "rubble", "rect": {"center": [30, 26], "size": [4, 4]}}],
    )


@pytest.mark.clause("BB-18", "BB-19")
def test_who_is_told_nothing_attacks_at_the_greatest_expected_loss():
    found = exchange(skirmish(), "firefight")
    assert found["units"] == ["r", "s", "t", "u"]
    assert attacks(found) == [
        ("r", "rifles", "t"),
        ("s", "coaxial-mg", "t"),
        ("s", "hull-mg", "t"),
        ("u", "rifles", "r"),
    ]


def test_aims_take_the_place_of_the_choice():
    found = exchange(
        skirmish(), "firefight", "r", "s=medium-tank-gun@u", "s=hull-mg@u", "u=", "r=rifles@u"
    )
    assert attacks(found) == [
        ("r", "rifles", "u"),
        ("s", "medium-tank-gun", "u"),
        ("s", "hull-mg", "u"),
    ]


def test_the_side_of_the_unit_is_active_and_its_attacks_come_first():
    found = exchange(skirmish(), "firefight", "u")
    assert found["active"] == "blue"
    assert attacks(found)[0] == ("u", "rifles", "r")


def test_one_attack_has_the_odds_of_its_adjudication():
    fought = duel("rifle-team", {"profile": "rifle-team", "state": {"broken": True}})
    found = exchange(fought, "firefight")
    assert found["odds"]["t"] == answer(fought, phase="firefight")["odds"]["attack"]


def test_whom_nobody_attacks_is_unharmed():
    found = exchange(skirmish(), "firefight", "r", "u=")
    assert found["odds"]["r"] == {
        "destroyed": "0",
        "broken": "0",
        "unharmed": "1",
        "gun_destroyed": "0",
    }
    assert found["odds"]["s"] == {"stunned": "0", "destroyed": "0", "unharmed": "1"}
    assert found["loser"] is None


def brawl() -> Scenario:
    """An assault team r and a truck s in melee with a gun t, all within two inches."""
    return scenario(
        [unit("r", "assault-team", 20, 20), unit("s", "truck", 22, 22.8, 90)],
        [unit("t", "at-gun-light", 23, 20, 270)],
    )


@pytest.mark.clause("HR-25", "BB-21", "RU-23")
def test_a_melee_has_the_odds_of_losing_it():
    found = exchange(brawl(), "melee")
    assert attacks(found) == [
        ("r", "assault", "t"),
        ("s", None, "t"),
        ("t", "rifle-butts", "s"),
    ]
    loser = found["loser"]
    assert found["odds"]["s"]["destroyed"] == "1"
    assert loser["by_side"] == {"red": found["odds"]["t"]["unharmed"], "blue": "0"}
    chances = [*loser["by_side"].values(), loser["nobody"]]
    assert sum(Fraction(chance) for chance in chances) == 1


@pytest.mark.clause("BB-21")
def test_the_need_of_each_attack_is_told():
    needs = {one["attacker"]: one["need"] for one in exchange(brawl(), "melee")["attacks"]}
    assert needs == {"r": 4, "s": 6, "t": None}


def test_the_odds_of_a_vehicle_in_melee_know_no_stun():
    found = exchange(brawl(), "melee", "r", "t=rifle-butts@r")
    assert found["odds"]["s"] == {"destroyed": "0", "unharmed": "1"}


@pytest.mark.parametrize(("phase", "clause"), [("firefight", "BB-18"), ("melee", "HR-22")])
def test_a_unit_that_is_in_no_exchange_is_refused(phase, clause):
    found = exchange(skirmish(), phase, "v")
    assert (found["refusal"]["code"], found["refusal"]["clause"]) == ("no_exchange", clause)
    assert (found["units"], found["attacks"], found["odds"], found["loser"]) == ([], [], {}, None)


@pytest.mark.parametrize(
    ("aim", "message"),
    [
        ("r", "an aim is UNIT=WEAPON@TARGET"),
        ("=rifles@t", "an aim is UNIT=WEAPON@TARGET"),
        ("r=rifles", "an aim is UNIT=WEAPON@TARGET"),
        ("r=@t", "an aim is UNIT=WEAPON@TARGET"),
        ("x=rifles@t", "no unit 'x'"),
        ("r=rifles@x", "no unit 'x'"),
        ("v=rifles@r", "v is not in this exchange"),
        ("r=lmg@t", r"no weapon lmg \(HR-17\)"),
        ("r=rifles@s", r"same side as r \(HR-17\)"),
        ("r=rifles@v", r"inches away"),
    ],
)
def test_an_aim_that_is_malformed_or_forbidden_is_a_usage_error(aim, message):
    with pytest.raises(UsageError, match=message):
        exchange(skirmish(), "firefight", "r", aim)


def test_an_aim_that_melee_forbids_is_a_usage_error():
    with pytest.raises(UsageError, match=r"vehicle and attacks every team near it \(BB-21\)"):
        exchange(brawl(), "melee", "r", "s=rifle-butts@t")


def test_broken_units_do_not_fire():
    fought = duel({"profile": "rifle-team", "state": {"broken": True}}, "mg-team")
    assert [one[0] for one in attacks(exchange(fought, "firefight"))] == ["t"]


def test_who_has_no_target_for_a_weapon_does_not_use_it():
    fought = duel({"profile": "medium-tank", "facing": 270}, "rifle-team")
    used = [weapon for who, weapon, _ in attacks(exchange(fought, "firefight")) if who == "r"]
    assert used == ["medium-tank-gun", "coaxial-mg"]


@pytest.mark.clause("BW-8")
def test_a_weapon_that_does_not_fire_in_firefight_is_not_used():
    profile = {"kind": "infantry", "weapons": ["medium-mortar", "rifles"]}
    fought = duel("mixed", "truck", catalogue={"profiles": {"mixed": profile}})
    assert attacks(exchange(fought, "firefight")) == [("r", "rifles", "t")]


def test_the_phases_of_an_exchange():
    assert read_exchange_phase("melee") == "melee"
    with pytest.raises(UsageError, match="firefight or melee, not 'shooting'"):
        read_exchange_phase("shooting")


def test_the_document_reads_back():
    text = msgspec.json.encode(assess_exchange(brawl().start, "melee", "r"))
    assert msgspec.json.encode(msgspec.json.decode(text, type=Exchange)) == text
