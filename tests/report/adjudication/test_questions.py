"""Questions: the units, weapons and phases that are asked about."""

from typing import Any

import pytest

from sim.errors import UsageError
from sim.report.adjudication.answers import ask
from sim.report.adjudication.questions import read_phase
from tests.support.adjudging import answer, answers, duel
from tests.support.builders import scenario, unit


def weapons(*question: Any) -> list[str | None]:
    """The weapons of the questions."""
    return [one.weapon for one in ask(*question)]


def test_an_unknown_unit_is_a_usage_error_with_a_suggestion():
    start = duel("rifle-team", "rifle-team").start
    with pytest.raises(UsageError, match=r"no unit 'x' \(there are r, t\)"):
        ask(start, "shooting", "r", "x")
    with pytest.raises(UsageError, match="no unit 'R'"):
        ask(start, "shooting", "R", "t")


def test_an_attack_at_oneself_is_a_usage_error():
    with pytest.raises(UsageError, match="between two units, not between r and itself"):
        ask(duel("rifle-team", {"profile": "truck"}).start, "shooting", "r", "r")


def test_an_unknown_weapon_is_a_usage_error_with_a_suggestion():
    start = duel("rifle-team", "rifle-team").start
    with pytest.raises(UsageError, match=r"r has no weapon 'rifle' \(.*rifles"):
        ask(start, "shooting", "r", "t", "rifle")
    with pytest.raises(UsageError, match=r"has no weapon 'x' \(it has rifles, rifle-butts"):
        ask(start, "shooting", "r", "t", "x")


def test_a_unit_without_weapons_has_none():
    start = duel("truck", "rifle-team").start
    assert ask(start, "shooting", "r", "t") == ()
    with pytest.raises(UsageError, match=r"\(it has none\)"):
        ask(start, "shooting", "r", "t", "x")


def test_an_unknown_phase_is_a_usage_error():
    assert read_phase("melee") == "melee"
    for name in ("movement", "Shooting", ""):
        with pytest.raises(UsageError, match="there are shooting, firefight, melee"):
            read_phase(name)


@pytest.mark.clause("HR-33")
def test_the_crew_of_a_gun_does_not_have_its_own_rifles():
    start = duel("at-gun-light", "rifle-team").start
    assert weapons(start, "shooting", "r", "t") == ["light-gun"]
    assert weapons(start, "melee", "r", "t") == ["rifle-butts"]
    with pytest.raises(UsageError, match="has no weapon 'rifles'"):
        ask(start, "shooting", "r", "t", "rifles")


@pytest.mark.clause("BB-21")
def test_a_vehicle_in_melee_is_asked_about_without_a_weapon():
    start = duel("truck", "rifle-team").start
    assert weapons(start, "melee", "r", "t") == [None]


def test_two_weapons_of_one_name_are_told_apart():
    profile = {"kind": "infantry", "weapons": ["lmg", "lmg"]}
    fought = duel("pair", "rifle-team", catalogue={"profiles": {"pair": profile}})
    assert [found["weapon"] for found in answers(fought)] == ["lmg", "lmg#2"]
    assert answer(fought, weapon="lmg#2")["dice"] == 4


def test_the_attacker_counts_as_the_active_side():
    fought = scenario(
        [unit("r", "rifle-team", 20, 20)],
        [unit("t", "rifle-team", 30, 20)],
        first_side="red",
    )
    (question,) = ask(fought.start, "shooting", "t", "r")
    assert question.state.active == 1
    assert answer(fought, "t", "r")["refusal"] is None
